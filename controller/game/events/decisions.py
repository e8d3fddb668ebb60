"""What each seat decides between the cards."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.events.event import Event
from controller.game.felt import Spot

__all__ = [
    "CheckTakenBack",
    "DecisionsOpened",
    "FoldTakenBack",
    "PlayBet",
    "PlayTakenBack",
    "SeatChecked",
    "SeatFolded",
    "StreetCalled",
    "StreetTakenBack",
]


@dataclass(frozen=True, slots=True)
class DecisionsOpened(Event):
    """The players still in may act on this street, counted from 0."""

    street: int


@dataclass(frozen=True, slots=True)
class StreetCalled(Event):
    """The decisions of this street are over; the next cards may be drawn or turned.

    `by_clock`: who had not answered the decision clock has checked.
    """

    street: int
    by_clock: bool = False


@dataclass(frozen=True, slots=True)
class StreetTakenBack(Event):
    """The street was called too early, no card of the next one had been read: its decisions go on.

    Who had checked by the call alone, or by the clock, may answer again.
    """

    street: int


@dataclass(frozen=True, slots=True)
class PlayBet(Event):
    """The seat put these cents on Play, or on the spot of its bet."""

    seat: int
    spot: Spot
    cents: int


@dataclass(frozen=True, slots=True)
class PlayTakenBack(Event):
    """The last bet was an error and is taken back in the same street."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatChecked(Event):
    """The seat answered the decision clock without a bet."""

    seat: int
    street: int


@dataclass(frozen=True, slots=True)
class CheckTakenBack(Event):
    """The check was an error and is taken back in the same street."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatFolded(Event):
    """The seat gave its hand up, or the decision clock did."""

    seat: int
    by_clock: bool = False


@dataclass(frozen=True, slots=True)
class FoldTakenBack(Event):
    """The fold was an error and is taken back in the same street."""

    seat: int
