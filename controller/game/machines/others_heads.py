"""What this table is told of the journals of the other tables: it keeps their signed heads in its own.

Who has the disk and the key of one machine can write that machine's journal anew and sign it. The heads of
it that other tables have written into theirs stay as they were. A head says how far a journal went and is a
hash of it: nothing of a card is in it, and nothing here is decided by it. Whoever brings heads is bounded by
the table's own time: one entry in `EVERY_MS`, `HEADS_MAX` heads in each; and a table that is closed writes
none. Signatures are looked at before, where keys may be used (`controller.witness.others_told`), and again by
whoever verifies.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.changes import changed
from controller.game.events import Event, Events
from controller.game.inputs import Observation
from controller.game.machines.head_types import HeadMark
from controller.game.state import Phase, TableState

EVERY_MS: Final = 300_000
"""Twelve entries an hour at most, whatever is told and how often."""
HEADS_MAX: Final = 16
"""In one entry; where the room has more tables, those that come are others each time."""
TABLES_MAX: Final = 64
"""Of so many other tables it is known what was written last; a room has fewer."""
WORDS: Final = 10
"""Of a signed head, as `deploy/FORMAT.md` has it."""
LINE_MAX: Final = 512


def heads(state: TableState, seen: i.HeadsObserved) -> Events:
    """What is new of it is written, if the last entry of its kind is old enough."""
    known = state.others
    early = known.marks and seen.at_ms - known.at_ms < EVERY_MS
    if early or state.phase is Phase.CLOSED:
        return ()
    fresh: dict[str, str] = {}
    for line in seen.heads:
        mark = _mark(line, state)
        if mark is not None and mark not in known.marks:
            fresh[mark.table] = line
    written = tuple(fresh.values())[:HEADS_MAX]
    return (e.HeadsWitnessed(written),) if written else ()


def _mark(line: str, state: TableState) -> HeadMark | None:
    """What the head says, where it is one of another table, at play as this one is: live, or a simulation."""
    words = line.split(" ")
    if len(words) != WORDS or len(line) > LINE_MAX or not (line.isascii() and line.isprintable()):
        return None
    origin, table, session, _, _, size, hash_, *_ = words
    numbers = session.isdecimal() and size.isdecimal()
    here = "tapis/1/simulation" if state.facts.simulated else "tapis/1"
    if not numbers or origin != here or table in ("", state.facts.table):
        return None
    return HeadMark(table, int(session), int(size), hash_)


def _written(state: TableState, event: e.HeadsWitnessed, at_ms: int) -> TableState:
    marks = tuple(mark for line in event.heads if (mark := _mark(line, state)) is not None)
    tables = {mark.table for mark in marks}
    kept = (*(mark for mark in state.others.marks if mark.table not in tables), *marks)
    return changed(state, others=replace(state.others, at_ms=at_ms, marks=kept[-TABLES_MAX:]))


HEADS_SAY: Final[dict[type[Observation], Callable[[TableState, Any], Events]]] = {i.HeadsObserved: heads}
HEADS: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {e.HeadsWitnessed: _written}
