"""The entries of sessions, as all papers and registers read them: verified, and without sealed cards.

Every row is checked against the chain while it is read, and every signed head beside the journal against its
row. One damaged journal is named and the others are read all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeVar

from controller.game import events as e
from controller.journal.chain import (
    ZEROS,
    Head,
    JournalDamaged,
    NotAJournal,
    Opening,
    opening_of,
)
from controller.journal.entries import JournalEntry, event_of
from controller.journal.faults import faulty
from controller.journal.file import SUFFIX, is_journal
from controller.journal.heads import HeadRefused, SignedHead, heads_fault, heads_path, read_heads
from controller.journal.reading import CODEC, read_rows
from controller.settings.standing import DEMONSTRATION
from controller.told import Told, at_place, said_by

JOURNALS_MAX: Final = 10_000
NOT_READ: Final = frozenset({*CODEC.sealing, "SensorsMoved", "ShoeCounted"})
"""Kinds that no paper tells of: sealed cards and raw figures of machines."""
SIMULATION: Final = ("SIMULATION – SANS VALEUR", "SIMULATION – NO VALUE")

NOTHING: Final = Head(0, "")
Kind = TypeVar("Kind", bound=e.Event)


SAID: Final[dict[str, tuple[str, str]]] = {
    "none": ("aucun journal dedans", "no journal in it"),
    "too_many": ("{count} journaux, au plus {most}", "{count} journals, at most {most}"),
    "left_out": (
        "{said}\u202f; rien n’en est dans les registres",
        "{said}; nothing of it is in the registers",
    ),
    "signed_gone": (
        "l’écriture {seq} a été signée et n’est pas au journal",
        "entry {seq} was signed and is not in the journal",
    ),
    "gap": (
        "ne suit pas {name}\u202f; des séances manquent",
        "does not follow {name}; sessions are missing",
    ),
    "other_beginning": (
        "ne commence pas par la dernière écriture de {name}",
        "does not begin with the last entry of {name}",
    ),
}
"""What is wrong with the sessions that were read: French, English."""


@dataclass(slots=True)
class Session:
    """One journal as it was read, whole and verified.

    Attributes:
        journal_id: hash of its first row.
        at_ms: when it was opened, and `last_ms` its last entry.
        head: its last row.
        signed: the last head that the table signed and that agrees with the rows, if there is one.
        fault: why the signed heads do not agree, or nothing.
    """

    path: Path
    opening: Opening
    journal_id: str
    at_ms: int
    entries: list[JournalEntry] = field(default_factory=list)
    head: Head = NOTHING
    last_ms: int = 0
    signed: SignedHead | None = None
    fault: str = ""

    @property
    def name(self) -> str:
        """`UTH-2/000012`: how papers call it."""
        return f"{self.opening.table}/{self.opening.session:06d}"

    @property
    def approval(self) -> str:
        """The reference of the approval that the session was opened with, or nothing (art. 38-2)."""
        return approval_of(self.opening)

    def told(self, kind: type[Kind]) -> list[tuple[JournalEntry, Kind]]:
        """Every entry of this kind, with its event."""
        return [(one, one.event) for one in self.entries if isinstance(one.event, kind)]

    def marks(self, language: int) -> tuple[str, ...]:
        """What is printed over its papers."""
        return marks_of(self.opening, language)


def approval_of(opening: Opening) -> str:
    """The reference in the terms of a session, `program ...; reference`; nothing for a demonstration."""
    program, _, reference = opening.terms.rpartition("; ")
    return "" if not program or reference == DEMONSTRATION[1] else reference


def marks_of(opening: Opening, language: int) -> tuple[str, ...]:
    """What is printed over papers of a session: a simulation, a demonstration that nobody approved."""
    simulated = (SIMULATION[language],) if opening.simulated else ()
    return simulated if approval_of(opening) else (*simulated, DEMONSTRATION[language].upper())


@dataclass(slots=True)
class Reading:
    """The sessions that could be read, by table and number, and in one sentence each what could not be."""

    sessions: list[Session]
    faults: list[str]

    def marks(self, language: int) -> tuple[str, ...]:
        """What is printed over papers of all of them."""
        return tuple(dict.fromkeys(mark for one in self.sessions for mark in one.marks(language)))


def read_session(path: Path) -> Session:
    """The session in this journal.

    Raises:
        NotAJournal: no such file, or no journal that this version reads.
        JournalDamaged: the first row that does not hold or cannot be read.
    """
    heads, refused = _heads(path)
    hashes: dict[int, str] = {}
    session: Session | None = None
    with closing(read_rows(path)) as rows:
        for row in rows:
            if session is None:
                session = Session(path, opening_of(row), row.hash, row.at_ms)
            elif row.kind not in NOT_READ:
                session.entries.append(JournalEntry(row.seq, row.at_ms, event_of(row), row.hash))
            if row.seq in heads:
                hashes[row.seq] = row.hash
            session.head, session.last_ms = Head(row.seq, row.hash), row.at_ms
    assert session is not None, "a journal has its first row"
    session.fault = refused or _fault(session, list(heads.values()), hashes)
    if not session.fault and heads:
        session.signed = heads[max(heads)]
    return session


def read_all(path: Path) -> Reading:
    """Every session in this journal, or in the journals of this directory and of those in it.

    Raises:
        NotAJournal: the file is none, or the directory holds none, or more than `JOURNALS_MAX`.
    """
    sessions, faults = [], list[str]()
    for one in _journals(path):
        try:
            sessions.append(read_session(one))
        except JournalDamaged as damage:
            faults.append(left_out(one.name, damage))
        except NotAJournal as error:
            if one == path:
                raise
            faults.append(said_by(error))
    return reading_of(sessions, faults)


def left_out(file: str, damage: Exception) -> Told:
    """That nothing of this journal is in the registers, and why."""
    return Told(SAID["left_out"], said=at_place(file, said_by(damage)))


def reading_of(sessions: Iterable[Session], faults: Iterable[str]) -> Reading:
    """These sessions by table and number; what they do not agree on stands under the faults given."""
    ordered = sorted(sessions, key=lambda one: (one.opening.table, one.opening.session))
    told = (at_place(one.path.name, one.fault) for one in ordered if one.fault)
    return Reading(ordered, [*faults, *told, *_gaps(ordered)])


def _journals(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(one for one in path.rglob(f"*{SUFFIX}") if is_journal(one))
    if not found:
        raise NotAJournal(at_place(path, Told(SAID["none"])))
    if len(found) > JOURNALS_MAX:
        raise NotAJournal(at_place(path, Told(SAID["too_many"], count=len(found), most=JOURNALS_MAX)))
    return found


def _heads(path: Path) -> tuple[dict[int, SignedHead], str]:
    try:
        return {one.size: one for one in read_heads(heads_path(path))}, ""
    except HeadRefused as error:
        return {}, said_by(error)


def _fault(session: Session, heads: list[SignedHead], hashes: dict[int, str]) -> str:
    """Why what the table signed is not what its journal says, or nothing."""
    told = heads_fault(heads, session.opening, session.journal_id)
    if told:
        return told
    for one in heads:
        if one.size > session.head.seq:
            return Told(SAID["signed_gone"], seq=one.size)
        if hashes.get(one.size) != one.hash:
            return faulty("entry_not_signed", seq=one.size)
    return ""


def _gaps(sessions: list[Session]) -> Iterator[str]:
    """Sessions of a table that do not follow each other."""
    for before, after in pairwise(sessions):
        if before.opening.table != after.opening.table:
            continue
        if after.opening.session != before.opening.session + 1:
            yield at_place(after.name, Told(SAID["gap"], name=before.name))
        elif (after.opening.previous or ZEROS) != before.head.hash:
            yield at_place(after.name, Told(SAID["other_beginning"], name=before.name))


def meter_told(event: e.Event) -> int | None:
    """Where the jackpot's meter stands by this event, in cents; None for one that does not say."""
    if isinstance(event, e.MeterCorrected | e.IncrementMoved):
        return event.after_cents
    return getattr(event, "meter_cents", None)


def persons_of_void(event: e.RoundVoided) -> list[str]:
    """Who armed the void of a deal, and who confirmed it where that was somebody else (RP-20)."""
    return list(dict.fromkeys(one for one in (event.chef, event.confirmed_by) if one))
