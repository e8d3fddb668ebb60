"""The figures of the pit's machine: how its witness does with each table of the room."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from controller.cli.metrics_of_table import unit_families, written_now
from controller.cli.units import units
from controller.cli.witness import HEADS, JOURNALS, VISITS
from controller.journal.closed import session_files
from controller.journal.heads import HeadRefused, parse_head
from controller.journal.refused import refusals
from controller.openmetrics import Family, seconds
from controller.settings.room import RoomFile
from controller.witness_desk import last_head


def room_families(room: RoomFile, folder: Path) -> Iterator[Family]:
    """What lies in the witness's folder, by table; nothing is asked of a table."""
    visited = Family(
        "tapis_room_visit_timestamp_seconds", "gauge", "The witness's last whole visit.", "seconds"
    )
    head = Family(
        "tapis_room_head_timestamp_seconds", "gauge", "When the last kept head was signed.", "seconds"
    )
    refused = Family("tapis_room_refused", "gauge", "What the witness refused of a table and nobody cleared.")
    for one in room.table:
        visited.add(seconds(_changed_ms(folder / VISITS / one.name)), table=one.name)
        head.add(seconds(_head_ms(folder / JOURNALS, one.name)), table=one.name)
        refused.add(len(refusals(folder / JOURNALS, one.name)), table=one.name)
    store = Family("tapis_room_store_bytes", "gauge", "Size of the store of heads.", "bytes")
    free = Family("tapis_room_disk_free_bytes", "gauge", "Room on the disk under the mirrors.", "bytes")
    with suppress(OSError):
        store.add((folder / HEADS).stat().st_size)
        space = os.statvfs(folder)
        free.add(space.f_bavail * space.f_frsize)
    yield from (visited, head, refused, store, free)
    yield from unit_families(units(), "tapis_room")
    yield written_now("tapis_room")


def _changed_ms(path: Path) -> int | None:
    try:
        return path.stat().st_mtime_ns // 1_000_000
    except OSError:
        return None


def _head_ms(journals: Path, table: str) -> int | None:
    """When the last head beside the newest mirror was signed."""
    kept = session_files(journals, table) if journals.is_dir() else []
    try:
        return parse_head(last_head(kept[-1])).at_ms if kept else None
    except HeadRefused:
        return None
