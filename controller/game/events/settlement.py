"""The showdown, each seat's settlement, the round's end."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.events.event import Event
from controller.game.felt import Spot
from controller.game.jackpot.answers import BookedAward

__all__ = [
    "AntesPaid",
    "AwardAsked",
    "AwardRecorded",
    "PaidAnte",
    "PostedAward",
    "RoundClosed",
    "SeatContested",
    "SeatSettled",
    "SettledSpot",
    "SettlementOpened",
    "SettlementTakenBack",
    "ShowdownOpened",
    "Undone",
]


@dataclass(frozen=True, slots=True)
class ShowdownOpened(Event):
    """The dealer has announced his hand. Seats in `alive` have been turned up."""

    alive: tuple[int, ...]
    qualified: bool
    supervised: bool


@dataclass(frozen=True, slots=True)
class PaidAnte:
    """The Ante of a seat, paid once the stake."""

    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class AntesPaid(Event):
    """The bank is not qualified: these Antes were paid, in this order, before any hand was opened."""

    antes: tuple[PaidAnte, ...]


@dataclass(frozen=True, slots=True)
class SettlementOpened(Event):
    """The seats are settled one by one, from 7 to 1."""


@dataclass(frozen=True, slots=True)
class SettledSpot:
    """One stake settled: returned + taken = stake; paid excludes the stake. `rule` says why."""

    spot: Spot
    stake_cents: int
    returned_cents: int
    taken_cents: int
    paid_cents: int
    rule: str


@dataclass(frozen=True, slots=True)
class SeatSettled(Event):
    """The seat was taken or paid."""

    seat: int
    lines: tuple[SettledSpot, ...]


@dataclass(frozen=True, slots=True)
class SettlementTakenBack(Event):
    """The seat's settlement was confirmed too early and is taken back.

    `paid`: nothing was too early, but the cards of another seat give this one more; what it was paid stays
    with the player, and only the difference is told when it is settled again.
    """

    seat: int
    paid: bool = False


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """The last act of this kind at this seat was taken back by the event before."""

    act: str
    seat: int


@dataclass(frozen=True, slots=True)
class SeatContested(Event):
    """The seat is parked; it is settled last."""

    seat: int


@dataclass(frozen=True, slots=True)
class PostedAward:
    """A JP1 prize. A jackpot's cents are known when the book has answered; until then 0."""

    kind: str
    cents: int


@dataclass(frozen=True, slots=True)
class AwardAsked(Event):
    """The book is to post these prizes of one seat."""

    round: int
    attempt: int
    seat: int
    awards: tuple[PostedAward, ...]


@dataclass(frozen=True, slots=True)
class AwardRecorded(BookedAward, Event):
    """The book has posted the prizes of the seat, `cents` in all."""


@dataclass(frozen=True, slots=True)
class RoundClosed(Event):
    """The round is over. `bank_cents` is what the bank won, JP1 apart; `dealer` is who dealt, if known."""

    round: int
    attempt: int
    bank_cents: int
    cards_drawn: int
    dealer: str = ""
