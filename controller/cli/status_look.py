"""One look at a table and its machine, for `tapis status` and `tapis metrics`: what both of them tell."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.cli.units import Unit, units
from controller.clock import synchronised, wall_ms
from controller.game.inputs import Machine
from controller.host.disk import LOW_BYTES
from controller.host.last_backup import last_made_ms
from controller.screens.last_word import LastWord, last_word_of
from controller.screens.status_desk import Silent, Told, heard
from controller.settings.table import TableFile

TABLE_UNIT: Final = "tapis-table.service"
TURN_MS: Final = 5_000
"""The deciding thread turns twice a second; one that has not turned for so long hangs."""


@dataclass(frozen=True, slots=True)
class Look:
    """What was found.

    Attributes:
        told: the table's outline (`controller.screens.outline`), empty where none was told.
        why: why not: empty, `down`, `mute`, `not_permitted`, or `waiting`, for its disk.
        waits_for: then, a word of `controller.host.disk`.
        fitted: the machines that the settings name.
        free_bytes, size_bytes: of the disk under its data; None where nobody may look.
        backup_ms: when the last backup was made, 0 where none ever was; None where nobody may look.
        backup_asked: the settings name where backups go.
        word: how the table ended last; None where nobody may look, or none is there.
    """

    table: str
    linked: bool
    now_ms: int
    told: Told
    why: str
    waits_for: str
    fitted: frozenset[str]
    free_bytes: int | None
    size_bytes: int | None
    clock_kept: bool
    backup_ms: int | None
    backup_asked: bool
    word: LastWord | None
    units: tuple[Unit, ...]

    @property
    def disk_low(self) -> bool:
        """The disk has less room than an alarm asks for (A-108)."""
        return self.free_bytes is not None and self.free_bytes < LOW_BYTES


def look(settings: TableFile) -> Look:
    """The table of these settings as it is now; nothing is changed and nobody is waited for."""
    table, why, told = settings.table, "", {}
    try:
        told = heard(table.run)
    except Silent as silent:
        why = str(silent)
    waits_for = str(told.pop("waiting", ""))
    free, size = _disk(table.data)
    return Look(
        table.id,
        bool(table.book),
        wall_ms(),
        told,
        "waiting" if waits_for else why,
        waits_for,
        _fitted(settings),
        free,
        size,
        synchronised(),
        last_made_ms(table.data) if told.get("backup_ms") is None else told["backup_ms"],
        settings.backup.target is not None,
        last_word_of(table.data),
        tuple(units()),
    )


def _fitted(settings: TableFile) -> frozenset[str]:
    named = {
        Machine.SHOE: settings.shoe,
        Machine.SHUFFLER: settings.shuffler,
        Machine.CHIPS: settings.chips,
        Machine.BADGE: settings.badge,
    }
    return frozenset(str(machine) for machine, section in named.items() if section is not None)


def _disk(data: Path) -> tuple[int | None, int | None]:
    try:
        space = os.statvfs(data if data.exists() else data.parent)
    except OSError:
        return None, None
    return space.f_bavail * space.f_frsize, space.f_blocks * space.f_frsize
