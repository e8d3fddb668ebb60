"""What the jackpot book answers."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.inputs.observations.observation import Observation
from controller.game.jackpot.answers import (
    BookedAward,
    BookedClaim,
    BookedContribution,
    BookedEnd,
    BookedRefund,
    WithdrawnClaim,
)
from controller.game.meter.types import BookFigures, DataGap, Difference, EndedRound

__all__ = [
    "AwardObserved",
    "BookObserved",
    "BookRefused",
    "BookUnreachable",
    "ClaimObserved",
    "ClaimRefusedObserved",
    "ContributionObserved",
    "CorrectionObserved",
    "DataGapObserved",
    "FinishObserved",
    "LinkedClaim",
    "LinkedWin",
    "MeterObserved",
    "ReconciliationObserved",
    "RefundObserved",
    "ReopeningObserved",
    "StopObserved",
]


@dataclass(frozen=True, slots=True)
class BookObserved(Observation):
    """An answer of the jackpot book to the request with this key, or why it has none yet."""


@dataclass(frozen=True, slots=True)
class LinkedClaim:
    """A claim that the book holds, neither paid nor refused; `value_cents` is the whole frozen value."""

    table: str
    generation: int
    value_cents: int


@dataclass(frozen=True, slots=True)
class LinkedWin:
    """A share of a jackpot that was paid, at whichever table, by that table's clock."""

    table: str
    generation: int
    cents: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class MeterObserved(BookObserved):
    """The book was read: the meter, the claims of all tables in the book's order, the last win.

    `stop` is what a stopped jackpot's increment is destined for, or empty. `book` is the book's identity,
    where it `was` another before: everything that the table had heard is in this one too.
    """

    generation: int
    meter_cents: int
    book_seq: int
    claims: tuple[LinkedClaim, ...] = ()
    won: LinkedWin | None = None
    stop: str = ""
    book: str = ""
    was: str = ""


@dataclass(frozen=True, slots=True)
class CorrectionObserved(BookObserved):
    """The book has moved the meter, from and to these amounts."""

    number: int
    before_cents: int
    after_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class StopObserved(BookObserved):
    """The jackpot is stopped."""

    number: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class ReopeningObserved(BookObserved):
    """The jackpot runs, and the table goes on from what the book holds now.

    `ended` are the rounds that an older copy of the book still had open and that were over. `agrees`: nothing
    differed any more, so that nothing is accepted.
    """

    number: int
    generation: int
    meter_cents: int
    book_seq: int
    ended: tuple[EndedRound, ...] = ()
    agrees: bool = False


@dataclass(frozen=True, slots=True)
class ReconciliationObserved(BookObserved):
    """The whole book was read and added up."""

    number: int
    figures: BookFigures


@dataclass(frozen=True, slots=True)
class ContributionObserved(BookedContribution, BookObserved):
    """The book holds the round's stakes."""


@dataclass(frozen=True, slots=True)
class ClaimObserved(BookedClaim, BookObserved):
    """The book froze the generation's value; the next generation is open at `meter_cents`."""


@dataclass(frozen=True, slots=True)
class AwardObserved(BookedAward, BookObserved):
    """The book posted the awards of one seat; `cents` is what the seat receives in all."""


@dataclass(frozen=True, slots=True)
class ClaimRefusedObserved(WithdrawnClaim, BookObserved):
    """The book gave the frozen value back to the meter."""


@dataclass(frozen=True, slots=True)
class RefundObserved(BookedRefund, BookObserved):
    """The book posted the refund of one seat's JP1 stake."""


@dataclass(frozen=True, slots=True)
class FinishObserved(BookedEnd, BookObserved):
    """The book knows that the round is over."""


@dataclass(frozen=True, slots=True)
class BookRefused(BookObserved):
    """The book refused for good: the same answer would come again.

    At a start, or when two persons accept another difference than is there: `difference`. `round`, `attempt`
    and `seat` name the act, where the book was asked for one; round -1 where nobody says.
    """

    act: str
    code: str
    difference: Difference | None = None
    round: int = -1
    attempt: int = 0
    seat: int = 0


@dataclass(frozen=True, slots=True)
class BookUnreachable(BookObserved):
    """The book did not answer; the request stays outstanding."""

    act: str
    why: str


@dataclass(frozen=True, slots=True)
class DataGapObserved(Observation):
    """At the start: the table's data are not those of the mark that it keeps outside them."""

    gap: DataGap
