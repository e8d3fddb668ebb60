"""The figures of the pit's machine: how its witness does with each table of the room."""

from __future__ import annotations

from collections.abc import Iterator

from controller.cli.metrics_of_table import unit_families, written_now
from controller.cli.room_look import RoomLook
from controller.host.openmetrics import Family, seconds


def room_families(seen: RoomLook) -> Iterator[Family]:
    """What lies in the witness's folder, by table; nothing is asked of a table."""
    visited = Family(
        "tapis_room_visit_timestamp_seconds", "gauge", "The witness's last whole visit.", "seconds"
    )
    head = Family(
        "tapis_room_head_timestamp_seconds", "gauge", "When the last kept head was signed.", "seconds"
    )
    refused = Family("tapis_room_refused", "gauge", "What the witness refused of a table and nobody cleared.")
    for one in seen.tables:
        visited.add(seconds(one.visit_ms), table=one.name)
        head.add(seconds(one.head_ms), table=one.name)
        refused.add(len(one.refused), table=one.name)
    store = Family("tapis_room_store_bytes", "gauge", "Size of the store of heads.", "bytes")
    free = Family("tapis_room_disk_free_bytes", "gauge", "Room on the disk under the mirrors.", "bytes")
    store.add(seen.store_bytes)
    free.add(seen.free_bytes)
    yield from (visited, head, refused, store, free)
    yield from unit_families(seen.units, "tapis_room")
    yield written_now("tapis_room")
