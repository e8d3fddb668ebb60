"""The stakes of JP1 on their way into the book, and what the book answers."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.events.event import Event
from controller.game.inputs import LinkedClaim, LinkedWin
from controller.game.jackpot.answers import BookedContribution, BookedEnd, BookedRefund

__all__ = [
    "BookMoved",
    "ClaimsRead",
    "ContributionAsked",
    "ContributionRecorded",
    "ContributionRefused",
    "FinishAsked",
    "FinishRecorded",
    "Jp1Closed",
    "Jp1GivenBack",
    "Jp1Opened",
    "MeterRead",
    "RefundAsked",
    "RefundRecorded",
    "SealOpened",
    "StakesSetAside",
]


@dataclass(frozen=True, slots=True)
class ContributionAsked(Event):
    """The dealer registered and collected these stakes; the book is to add them."""

    round: int
    attempt: int
    seats: tuple[int, ...]
    stake_cents: int


@dataclass(frozen=True, slots=True)
class ContributionRecorded(BookedContribution, Event):
    """The book has added the stakes, once."""


@dataclass(frozen=True, slots=True)
class ContributionRefused(Event):
    """The book did not add the stakes and never will: the chips are given back."""

    round: int
    attempt: int
    code: str


@dataclass(frozen=True, slots=True)
class StakesSetAside(Event):
    """The JP1 chips of these seats lie counted and sealed: nobody plays for them, and it is an open question
    whether the book has added them. `person` is the chef, or the member of the comité, under whose eyes it
    was done (LK-02)."""

    round: int
    attempt: int
    seats: tuple[int, ...]
    stake_cents: int
    person: str


@dataclass(frozen=True, slots=True)
class SealOpened(Event):
    """The question is answered and the sealed chips of these seats went back. `added`: the book had them, and
    has given each back by an entry of its own."""

    round: int
    attempt: int
    seats: tuple[int, ...]
    added: bool
    person: str


@dataclass(frozen=True, slots=True)
class Jp1GivenBack(Event):
    """The JP1 chips of these seats are given back; they do not play in this round."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MeterRead(Event):
    """The value of the jackpot as the book has it."""

    generation: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class BookMoved(Event):
    """The book is another than it `was`, by its identity: a failover, a restore, a copy. Everything that this
    table had heard, up to entry `book_seq` at least, is in this one too: nobody has anything to accept."""

    was: str
    book: str
    book_seq: int


@dataclass(frozen=True, slots=True)
class ClaimsRead(Event):
    """What the book holds of claims, of all tables in its order, and the last share that was paid."""

    claims: tuple[LinkedClaim, ...]
    won: LinkedWin | None


@dataclass(frozen=True, slots=True)
class Jp1Closed(Event):
    """No JP1 stake is taken; the main game goes on."""

    code: str


@dataclass(frozen=True, slots=True)
class Jp1Opened(Event):
    """JP1 stakes are taken again."""


@dataclass(frozen=True, slots=True)
class FinishAsked(Event):
    """The book is to know that the round is over."""

    round: int
    attempt: int


@dataclass(frozen=True, slots=True)
class FinishRecorded(BookedEnd, Event):
    """The book knows that the round is over."""


@dataclass(frozen=True, slots=True)
class RefundAsked(Event):
    """The book is to return the JP1 stake of one seat by a linked entry.

    `attempt` is the deal that took the stake, not the one that it is carried into.
    """

    round: int
    attempt: int
    seat: int


@dataclass(frozen=True, slots=True)
class RefundRecorded(BookedRefund, Event):
    """The book has returned the stake."""
