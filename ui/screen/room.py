"""What the pit knows of each of its tables, and which of them needs somebody first."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Any, Final

from ui.screen.extent import USUAL, Extent
from ui.screen.pit.felt import Speech

View = Mapping[str, Any]

SILENT_MS: Final = 2_000
"""A table that was not heard for so long is shown as unheard."""


@dataclass(frozen=True)
class Seen:
    """One table as the pit sees it now.

    `view` is the last that came, None before the first; `now_ms` the table's time, `silence_ms` how long it
    has not been heard. `figures` are those of its machines' lines, `refusal` what it refused last.
    `trouble` is why it cannot be reached, in the words of the line, where that is known. `frames` are the
    last of each machine that was looked at, `frame_log` why the log of them is not written;
    `unwritten` why the journal is not, where the table said so last; `unreadable` which part of its newest
    view cannot be read; `restarting` whether it said last that it is started again at once.
    """

    name: str
    view: View | None = None
    now_ms: int = 0
    silence_ms: int = 0
    figures: list[Any] = field(default_factory=list)
    refusal: View | None = None
    trouble: str = ""
    frames: Mapping[str, list[Any]] = field(default_factory=dict)
    frame_log: str = ""
    unwritten: str = ""
    unreadable: str = ""
    restarting: bool = False

    @property
    def unheard(self) -> bool:
        """Nothing of what is known of it may be taken for the present."""
        unread = bool(self.unwritten or self.unreadable or self.restarting)
        return self.view is None or unread or self.silence_ms >= SILENT_MS

    @property
    def view_or_none(self) -> View:
        """The view, or an empty map before the first came."""
        return self.view if self.view is not None else {}

    def speech(self, language: str, zone: tzinfo | None) -> Speech:
        """How this table is told: in this language, at its own time."""
        at_ms = self.view["at_ms"] if self.view is not None else 0
        return Speech(language, max(self.now_ms, at_ms), zone)


@dataclass(frozen=True)
class Room:
    """Every table of the pit, worst first, and the one that is looked at.

    `desk` is what the card reader of this machine tells, `entry` what is typed for it (`pit.signing`).
    `relief_min` is how long a dealer deals before he is relieved, 0 where nobody said. `extent` is the stage
    that is laid out for, `part` which of its parts the page in the middle shows there.
    """

    language: str
    zone: tzinfo | None
    tables: tuple[Seen, ...]
    chosen: str = ""
    target_per_hour: int = 0
    desk: View = field(default_factory=dict)
    entry: Any = None
    relief_min: int = 0
    extent: Extent = USUAL
    part: str = ""

    @property
    def looked_at(self) -> Seen | None:
        """The table that the pages of one table show."""
        return next((seen for seen in self.tables if seen.name == self.chosen), None)

    def speech(self) -> Speech:
        """How the room is told: at the latest time that any table told."""
        now_ms = max((seen.speech(self.language, self.zone).now_ms for seen in self.tables), default=0)
        return Speech(self.language, now_ms, self.zone)


OLD_MS: Final = 300_000
"""What waits for so long looks old, seen or not; what is low, three times as long."""
LATE_MS: Final = 3 * OLD_MS
"""What waits for so long looks older still."""
CRITICAL, UNHEARD, HIGH, CALLED, ASKED, LOW, AT_REST, CLOSED = range(8)


def rank(seen: Seen) -> tuple[int, int, tuple[tuple[int, str], ...]]:
    """Where the table stands among the others: the lower, the more it needs somebody."""
    group, since_ms = urgency(seen)
    return group, since_ms, by_number(seen.name)


def urgency(seen: Seen) -> tuple[int, int]:
    """The group that the table belongs to, and since when; a table unheard stands just under a P1.

    That somebody has seen an alarm or a call changes nothing: only the end of its cause does.
    """
    view = seen.view
    if view is None:
        return UNHEARD, 0
    up = worst(view)
    priority, since_ms = (up["priority"], up["at_ms"]) if up is not None else (0, 0)
    if priority == 1:
        return CRITICAL, since_ms
    if seen.unheard:
        return UNHEARD, view["at_ms"]
    if priority == 2:
        return HIGH, since_ms
    if view["call"] is not None:
        return CALLED, view["call"]["at_ms"]
    if view["held"] is not None or view["verification"] is not None or view["pit_code"]:
        return ASKED, view["held"]["since_ms"] if view["held"] is not None else view["phase_ms"]
    if priority == 3:
        return LOW, since_ms
    return (CLOSED, 0) if view["phase"] == "closed" else (AT_REST, 0)


def aged(waited_ms: int, *, low: bool = False) -> dict[str, bool]:
    """How old what waits looks: two steps, of which what is low takes the first alone, and late."""
    return {"old": waited_ms >= (LATE_MS if low else OLD_MS), "late": waited_ms >= LATE_MS and not low}


def worst(view: View) -> View | None:
    """The alarm of the highest priority, seen or not: what stands before what is over, then the oldest."""
    alarms: list[View] = view["alarms"]
    return min(alarms, key=lambda up: (up["priority"], up["over"], up["at_ms"], up["alarm"]), default=None)


def by_number(name: str) -> tuple[tuple[int, str], ...]:
    """UTH-2 before UTH-10."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name))


def in_order(tables: list[Seen], frozen: tuple[str, ...]) -> tuple[Seen, ...]:
    """The tables worst first; while `frozen` names an order, in that one, with new tables after it."""
    if not frozen:
        return tuple(sorted(tables, key=rank))
    places = {name: at for at, name in enumerate(frozen)}
    return tuple(sorted(tables, key=lambda seen: (places.get(seen.name, len(places)), rank(seen))))
