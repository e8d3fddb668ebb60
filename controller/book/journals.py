"""The money acts that the journals in a directory tell of, read without their master keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from controller.book.verify import JournalAct, Unasked, acts_of, told_of
from controller.game import events as e
from controller.game.events import Event
from controller.host.disk import sqlite_said
from controller.journal.chain import JournalDamaged, NotAJournal, Row, opening_of
from controller.journal.faults import faulty
from controller.journal.field_codec import Unreadable
from controller.journal.file import UNREADABLE, connect_reader, has_journal, is_journal, no_journal
from controller.journal.reading import CODEC, checked_rows
from controller.told import at_place, said_by

_DRAFT: Final = ".new"

_MONEY: Final = frozenset(
    kind.__name__
    for kind in (
        e.ContributionAsked,
        e.ContributionRecorded,
        e.ContributionRefused,
        e.ClaimAsked,
        e.ClaimRecorded,
        e.AwardAsked,
        e.AwardRecorded,
        e.AwardRefused,
        e.ClaimWithdrawn,
        e.RefundAsked,
        e.RefundRecorded,
        e.FinishAsked,
        e.FinishRecorded,
        e.MeterCorrectionAsked,
        e.MeterCorrected,
        e.IncrementMoved,
        e.JackpotStopAsked,
        e.JackpotStopped,
        e.ReopeningAsked,
        e.JackpotReopened,
        e.DifferenceFound,
        e.MeterActRefused,
        e.ActSetAside,
    )
)
"""None of these holds a card."""


class Journals(NamedTuple):
    """What was read: the acts of all journals, and for each journal that does not hold one sentence."""

    files: int
    acts: list[JournalAct]
    faults: list[str]


Telling = Callable[[str, str, Iterable[Event], list[JournalAct]], list[JournalAct]]


def read_told(path: Path) -> list[JournalAct]:
    """The acts of one journal from where two persons last accepted a difference.

    Raises:
        NotAJournal: no such file, or no journal.
    """
    read = Journals(1, [], [])
    _read(path, read, alone=True, telling=told_of)
    return read.acts


def read_acts(place: Path) -> Journals:
    """The acts of one journal, or of every journal in a directory; a damaged one up to its damage.

    Raises:
        NotAJournal: no such file, no journal, or a directory without any.
    """
    if place.is_dir():
        found = [one for one in sorted(place.iterdir()) if one.is_file() and one.suffix != _DRAFT]
        paths = [one for one in found if is_journal(one)]
        if not paths:
            raise NotAJournal(at_place(place, faulty("no_journal_directory")))
    else:
        paths = [place]
    read = Journals(len(paths), [], [])
    for path in paths:
        _read(path, read, alone=not place.is_dir())
    return read


def _read(path: Path, read: Journals, *, alone: bool, telling: Telling = acts_of) -> None:
    try:
        with closing(connect_reader(path)) as conn:
            if not has_journal(conn):
                raise no_journal(path, conn)
            rows = checked_rows(conn)
            first = Row(*next(rows))
            opening = opening_of(first)
            events = _Events(rows)
            read.acts.extend(telling(opening.table, first.hash, events, read.acts))
            if events.fault:
                read.faults.append(at_place(path.name, events.fault))
    except NotAJournal:
        if alone:
            raise
        read.faults.append(at_place(path.name, faulty("unread_as_journal")))
    except UNREADABLE as error:
        read.faults.append(at_place(path.name, faulty("unread", why=sqlite_said(error))))
    except (JournalDamaged, Unasked, Unreadable) as error:
        read.faults.append(at_place(path.name, said_by(error)))


class _Events:
    """The money events of a journal, up to the row that does not hold; `fault` then says why."""

    def __init__(self, rows: Iterator[Row]) -> None:
        self._rows = rows
        self.fault: str = ""

    def __iter__(self) -> Iterator[Event]:
        try:
            for row in self._rows:
                kind, body = row[2], row[3]
                if kind in _MONEY:
                    yield CODEC.decode(kind, body)
        except (JournalDamaged, Unreadable) as error:
            self.fault = said_by(error)
