"""One look at the pit's machine, for `tapis status` and `tapis metrics`: its witness, its units."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from controller.cli.units import Unit, units
from controller.cli.witness import HEADS, JOURNALS, VISITS
from controller.clock import synchronised, wall_ms
from controller.host.disk import LOW_BYTES
from controller.journal.closed import session_files
from controller.journal.heads import HeadRefused, parse_head
from controller.journal.witness_refusals import refusals
from controller.settings.room import RoomFile
from controller.witness.desk import last_head

WITNESS_FOLDER: Final = Path("/var/lib/tapis-witness")
"""Where the unit of the witness keeps heads, journals and visits."""


class WitnessedTable(NamedTuple):
    """What the witness knows of one table.

    Attributes:
        visit_ms: its last whole visit; None before the first.
        head_ms: when the newest head that it keeps was signed; None for none.
        refused: why it refused what the table told, oldest first, as far as nobody cleared it.
    """

    name: str
    visit_ms: int | None
    head_ms: int | None
    refused: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoomLook:
    """What was found.

    Attributes:
        store_bytes: of the witness's heads; None where there is no file yet.
        free_bytes, size_bytes: of the disk under its folder; None where there is none.
    """

    now_ms: int
    tables: tuple[WitnessedTable, ...]
    store_bytes: int | None
    free_bytes: int | None
    size_bytes: int | None
    clock_kept: bool
    units: tuple[Unit, ...]

    @property
    def disk_low(self) -> bool:
        """The disk has less room than an alarm would ask for."""
        return self.free_bytes is not None and self.free_bytes < LOW_BYTES


def look_at_room(room: RoomFile, folder: Path) -> RoomLook:
    """The room as it lies in the witness's folder; nothing is asked of a table, and nothing changed."""
    tables = tuple(
        WitnessedTable(
            one.name,
            _changed_ms(folder / VISITS / one.name),
            _head_ms(folder / JOURNALS, one.name),
            tuple(told["why"] for told in refusals(folder / JOURNALS, one.name)),
        )
        for one in room.table
    )
    store = free = size = None
    with suppress(OSError):
        store = (folder / HEADS).stat().st_size
    with suppress(OSError):
        space = os.statvfs(folder)
        free, size = space.f_bavail * space.f_frsize, space.f_blocks * space.f_frsize
    return RoomLook(wall_ms(), tables, store, free, size, synchronised(), tuple(units()))


def _changed_ms(path: Path) -> int | None:
    try:
        return path.stat().st_mtime_ns // 1_000_000
    except OSError:
        return None


def _head_ms(journals: Path, table: str) -> int | None:
    """When the last head beside the newest mirror was signed."""
    try:
        journals.stat()  # `is_dir` says no where one may not look, from Python 3.13 on
    except FileNotFoundError:
        return None
    kept = session_files(journals, table)
    try:
        return parse_head(last_head(kept[-1])).at_ms if kept else None
    except HeadRefused:
        return None
