"""The meter in the hands of people: corrections, stops, reopening, reconciliation."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.events.event import Event
from controller.game.inputs import Role
from controller.game.meter.types import (
    AsideAct,
    BookFigures,
    CorrectionReason,
    DataGap,
    Difference,
    EndedRound,
    MeterAct,
    OwedAct,
    SessionFigures,
    StopFate,
)

__all__ = [
    "ActSetAside",
    "DataGapFound",
    "DifferenceFound",
    "HistoryCertified",
    "IncrementMoved",
    "JackpotInterrupted",
    "JackpotReopened",
    "JackpotStopAsked",
    "JackpotStopped",
    "Jp1ChipsCounted",
    "Jp1ChipsMiscounted",
    "MeterActProposed",
    "MeterActRefused",
    "MeterActWithdrawn",
    "MeterCorrected",
    "MeterCorrectionAsked",
    "OwedSigned",
    "ReconciliationAsked",
    "ReconciliationFailed",
    "ReconciliationRecorded",
    "ReopeningAsked",
    "StopEndSeen",
    "StopSeen",
]


@dataclass(frozen=True, slots=True)
class MeterActProposed(Event):
    """A person proposes to correct the meter by `cents`, which would stand where it stood at
    `before_cents`, or to stop or reopen the jackpot; another is to approve (PM-11)."""

    person: str
    act: MeterAct
    cents: int = 0
    reason: CorrectionReason | None = None
    fate: StopFate | None = None
    before_cents: int = 0


@dataclass(frozen=True, slots=True)
class MeterActWithdrawn(Event):
    """The proposal is off the table."""

    person: str


@dataclass(frozen=True, slots=True)
class MeterCorrectionAsked(Event):
    """Two persons, who proposed and who approved, have the book move the meter."""

    number: int
    persons: tuple[str, str]
    reason: CorrectionReason
    cents: int
    before_cents: int


@dataclass(frozen=True, slots=True)
class MeterCorrected(Event):
    """The meter was mended (PM-08 ii): the notice for accounting, with the meter before and after."""

    number: int
    persons: tuple[str, str]
    reason: CorrectionReason
    cents: int
    before_cents: int
    after_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class IncrementMoved(Event):
    """Money of the jackpot went elsewhere (PM-08 iv): a stopped one's increment, or its start amount."""

    number: int
    persons: tuple[str, str]
    reason: CorrectionReason
    cents: int
    before_cents: int
    after_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class JackpotStopAsked(Event):
    """Two persons have the jackpot stopped at all its tables; its increment is destined for `fate`."""

    number: int
    persons: tuple[str, str]
    fate: StopFate


@dataclass(frozen=True, slots=True)
class JackpotStopped(Event):
    """The jackpot is stopped on purpose and its meter stands (PM-14). `increment_cents` is what it holds
    above the start amount; the public was, or is, told `notice_h` hours before."""

    number: int
    persons: tuple[str, str]
    fate: StopFate
    meter_cents: int
    increment_cents: int
    notice_h: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class StopSeen(Event):
    """The book says that the jackpot was stopped, by two persons at another table or before this session."""

    fate: str


@dataclass(frozen=True, slots=True)
class StopEndSeen(Event):
    """The book says that the jackpot runs again."""


@dataclass(frozen=True, slots=True)
class JackpotInterrupted(Event):
    """A failure stopped JP1 at this table: an incident for the authority (PM-15). The main game goes on, no
    stake is taken, nobody can win, until the next `Jp1Opened`.

    `person` said so; nobody did where the table found it by itself. `meter_cents` is the value confirmed
    last, at `confirmed_ms`.
    """

    incident: int
    cause: str
    person: str
    round: int
    attempt: int
    generation: int
    meter_cents: int
    book_seq: int
    confirmed_ms: int


@dataclass(frozen=True, slots=True)
class ReopeningAsked(Event):
    """Two persons have JP1 taken up again; they have seen why it was closed, and the book's entry
    `accepted_seq` where it differed from the journals (-1: nothing differed)."""

    number: int
    persons: tuple[str, str]
    cause: str
    accepted_seq: int = -1


@dataclass(frozen=True, slots=True)
class JackpotReopened(Event):
    """JP1 stakes are taken again; the table goes on from the book as it stands, `accepted` the difference.

    `acts` are those that the book refused for good and that these two accept by name (rules, 7, point 10);
    `ended` are the rounds that the book still had open and that were over: they ended there with this. `data`
    is what the table's mark told of its data, accepted with it.
    """

    number: int
    persons: tuple[str, str]
    cause: str
    generation: int
    meter_cents: int
    book_seq: int
    accepted: Difference | None = None
    acts: tuple[AsideAct, ...] = ()
    ended: tuple[EndedRound, ...] = ()
    data: DataGap | None = None


@dataclass(frozen=True, slots=True)
class ActSetAside(Event):
    """The book will never do this act: nothing waits for it any more, and two persons accept it by name.

    `accepted`: they have, with the round that it belongs to.
    """

    act: AsideAct
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class MeterActRefused(Event):
    """The book did not do what two persons asked, and never will under this number."""

    number: int
    code: str


@dataclass(frozen=True, slots=True)
class DifferenceFound(Event):
    """Journals and book do not tell the same of this table (RC-04): shown until two persons accept it."""

    difference: Difference


@dataclass(frozen=True, slots=True)
class DataGapFound(Event):
    """The data of this table were put back, or its mark is gone: shown until two persons accept it."""

    gap: DataGap


@dataclass(frozen=True, slots=True)
class ReconciliationAsked(Event):
    """The whole book is to be read and added up, at a `closing` or on `demand` (AC-08)."""

    number: int
    occasion: str
    person: str


@dataclass(frozen=True, slots=True)
class ReconciliationRecorded(Event):
    """The book's own identity and the table's: `figures.residual_micro` and `unexplained_cents` must be 0."""

    number: int
    occasion: str
    person: str
    figures: BookFigures
    session: SessionFigures
    display_cents: int
    unexplained_cents: int


@dataclass(frozen=True, slots=True)
class ReconciliationFailed(Event):
    """The book could not be read."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class Jp1ChipsCounted(Event):
    """So many JP1 chips were collected in this session, where so many were registered (AC-08)."""

    person: str
    count: int
    registered: int


@dataclass(frozen=True, slots=True)
class Jp1ChipsMiscounted(Event):
    """A first count of the session's JP1 chips that is not what was registered: they are counted again."""

    person: str
    count: int
    registered: int


@dataclass(frozen=True, slots=True)
class OwedSigned(Event):
    """A person has signed what the book owes this table as it closes: these acts, outstanding (LK-04)."""

    person: str
    role: Role
    acts: tuple[OwedAct, ...]


@dataclass(frozen=True, slots=True)
class HistoryCertified(Event):
    """A member of the comité certifies the session's history of JP1 (AC-07)."""

    person: str
    session: SessionFigures
    meter_cents: int
    book_seq: int
    residual_micro: int
