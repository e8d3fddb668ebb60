"""Journals that the house met a fault of its own program over: what it has of them ends there, and is said.

A fault of the program says nothing about the journal, which may hold: it is not called altered, nothing of it
is written to the store, and the other tables are read on (`failures` says why the house does not end). It is
tried again when the journal has grown, and by the next program.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.host.endings import place_of


@dataclass(frozen=True, slots=True)
class Unread:
    """Of which session nothing is read after which entry, since when."""

    table: str
    session: int
    entry: int
    since_ms: int


class Unreads:
    """The journals that stand so, by their file."""

    def __init__(self) -> None:
        self._met: dict[Path, Unread] = {}

    def __bool__(self) -> bool:
        return bool(self._met)

    def met(self, path: Path, table: str, session: int, entry: int, error: Exception) -> str:
        """The fault is noted; the line for the log, or nothing where the same journal stood so already."""
        before = self._met.get(path)
        since_ms = before.since_ms if before is not None else time.time_ns() // 1_000_000
        self._met[path] = Unread(table, session, entry, since_ms)
        if before is not None:
            return ""
        where, kind = place_of(error.__traceback__), type(error).__name__
        return f"{path.name}: not read after entry {entry}: a fault of tapis itself, at {where} ({kind})"

    def read(self, path: Path) -> bool:
        """It was read on; whether it had stood so."""
        return self._met.pop(path, None) is not None

    def forget(self) -> None:
        """Every journal is tried again from where the store has it."""
        self._met.clear()

    def keep(self, files: list[Path]) -> None:
        """A journal that is not there any more is none that is not read."""
        for gone in self._met.keys() - set(files):
            del self._met[gone]

    def findings(self) -> list[dict[str, Any]]:
        """The alarms that stand: `{what: unread, table, session, seq, since_ms}`."""
        return [
            {"what": "unread", "table": one.table, "session": one.session, "seq": one.entry,
             "since_ms": one.since_ms}
            for _, one in sorted(self._met.items())
        ]  # fmt: skip
