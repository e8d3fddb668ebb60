"""Reading one journal on from where it was left, each row checked before it counts.

A connection is open for one batch only: a table that closes its journal, or tidies its log, never waits.
"""

from __future__ import annotations

import struct
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.game.events import Event
from controller.house.fold import HEARD
from controller.journal.chain import (
    OPENED,
    ZEROS,
    Head,
    JournalDamaged,
    JournalError,
    Opening,
    Row,
    link,
    opening_of,
)
from controller.journal.entries import event_of
from controller.journal.field_codec import Unreadable
from controller.journal.file import UNREADABLE, connect_reader, has_journal, why_unreadable
from controller.journal.reading import CODEC, WITH_CARDS, Commitments, checked_rows

Heard = list[tuple[Row, Event, int]]
"""Rows that a figure comes from, their events, and when the row before each was written."""

BATCH: Final = 4_000
_FROM: Final = (
    "SELECT seq, at_ms, kind, body, prev_hash, hash FROM journal WHERE seq >= ? ORDER BY seq LIMIT ?"
)


@dataclass(slots=True)
class Followed:
    """How far a journal was read: its last entry, its hash and time, the seals of the round under way."""

    path: Path
    entries: int
    head: str
    last_ms: int
    commitments: Commitments


class NoJournalYet(JournalError):
    """The file is there and is no journal of this version, or not yet."""


def follow(
    path: Path, entries: int, head: str, last_ms: int, round_from: int
) -> tuple[Followed, list[tuple[Row, Event]]]:
    """A journal that was read as far as this is taken up again; the round under way began at `round_from`.

    Returns the heard entries of that round too.

    Raises:
        JournalDamaged: what was read of that round before does not hold any more.
    """
    followed = Followed(path, entries, head, last_ms, Commitments(CODEC))
    again: list[tuple[Row, Event]] = []
    if round_from:
        with closing(connect_reader(path)) as conn:
            for told in conn.execute(_FROM, (round_from, entries - round_from + 1)):
                row = Row(*told)
                if row.kind in WITH_CARDS:
                    followed.commitments.check(row.seq, row.kind, row.body)
                if row.kind in HEARD:
                    again.append((row, event_of(row)))
    return followed, again


def opening_row_of(path: Path) -> tuple[Row, Opening]:
    """The first row of a journal, checked, and what it binds.

    Raises:
        NoJournalYet: no journal that this version reads, or nothing written in it yet.
        JournalDamaged: its first row does not hold.
    """
    try:
        with closing(connect_reader(path)) as conn:
            found = conn.execute(_FROM, (1, 1)).fetchone() if has_journal(conn) else None
        if found is None:
            raise NoJournalYet(f"{path.name}: no journal")
        row = Row(*found)
        if row.seq != 1 or row.kind != OPENED or link(*_parts(row)) != row.hash:
            raise JournalDamaged(1, "the first entry does not hold")
        return row, opening_of(row)
    except (*UNREADABLE, Unreadable, ValueError, TypeError, struct.error) as error:
        if isinstance(error, JournalError):
            raise
        raise JournalDamaged(1, f"cannot be read: {why_unreadable(error)}") from None


def next_heard(followed: Followed, limit: int = BATCH) -> Heard:
    """The heard entries among the next rows, at most so many, each of which holds with all before it.

    A journal that was shortened, or whose last row read is another now, does not hold.

    Raises:
        Stopped: a row that does not hold, with what was heard before it; JournalDamaged: none before it is
            known.
    """
    try:
        with closing(connect_reader(followed.path)) as conn:
            found = conn.execute(_FROM, (max(1, followed.entries), limit + 1)).fetchall()
    except (*UNREADABLE, JournalError) as error:
        raise JournalDamaged(followed.entries + 1, f"cannot be read: {why_unreadable(error)}") from None
    if followed.entries:
        if not found or found[0][0] != followed.entries or found[0][5] != followed.head:
            raise JournalDamaged(followed.entries, "another entry than the one that was read here before")
        found = found[1:]
    heard: Heard = []
    after = Head(followed.entries, followed.head)
    told = None
    try:
        for row in checked_rows(found, CODEC, after, followed.commitments) if found else ():
            if row[2] in HEARD:
                whole = Row(*row)
                heard.append((whole, event_of(whole), told[1] if told is not None else followed.last_ms))
            told = row
    except JournalDamaged as damage:
        raise Stopped(damage, heard) from None
    finally:
        if told is not None:
            followed.entries, followed.last_ms, followed.head = told[0], told[1], told[5]
    return heard


class Stopped(JournalDamaged):
    """A row does not hold; `heard` is what was heard before it, which does."""

    def __init__(self, damage: JournalDamaged, heard: Heard) -> None:
        super().__init__(damage.seq, damage.why)
        self.heard = heard


def _parts(row: Row) -> tuple[str, int, int, str, str]:
    return row.prev_hash or ZEROS, row.seq, row.at_ms, row.kind, row.body
