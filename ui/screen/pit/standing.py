"""What the pit says of tables not played for money, or not approved for it: of each, and of the room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ui.screen.room import Room, Seen
from ui.screen.standing import mark

NAMED: Final = 3
"""So many tables are named over a mixed room; more are counted."""
MARKS: Final = ("simulation", "demonstration")


def marked(tables: Sequence[Seen], kind: str) -> list[str]:
    """The tables with this mark. Of one never heard nobody knows what it is."""
    return [seen.name for seen in tables if seen.view is not None and mark(seen.view) == kind]


def mixed(room: Room) -> bool:
    """The tables of the room are not all of one kind, or of one nobody knows: each says what it is."""
    return len({mark(seen.view) if seen.view is not None else "unknown" for seen in room.tables}) > 1


def over_room(room: Room) -> str:
    """Over the pit's screen: the mark that all tables share, or which tables have one; never one for others.

    A real table beside a simulated one must look neither simulated nor make the other look real.
    """
    say = room.speech().say
    parts = []
    for kind in MARKS:
        names = sorted(marked(room.tables, kind))
        if not names:
            continue
        word = say(f"{kind}.short")
        if not mixed(room):
            return word
        count = say("marked.tables", count=len(names), of=len(room.tables))
        parts.append(say("marked", word=word, tables=", ".join(names) if len(names) <= NAMED else count))
    return " · ".join(parts)


def of_table(room: Room, seen: Seen) -> str:
    """Beside the name of a table, where not all are of one kind."""
    kind = mark(seen.view) if seen.view is not None else ""
    return room.speech().say(f"{kind}.short") if kind and mixed(room) else ""


def counted(room: Room) -> tuple[Seen, ...]:
    """The tables that the sums of the room are of: in a mixed room no simulated one."""
    real = tuple(seen for seen in room.tables if seen.view is None or not seen.view["simulated"])
    return real if any(seen.view is not None for seen in real) else room.tables
