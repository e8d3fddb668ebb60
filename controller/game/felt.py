"""The felt: seats, spots, and the places where cards lie.

Seats are numbered 1 to 7 from the dealer's left (art. 55-20: at most seven places). The felt's own
words are used everywhere: Ante, Blind, Trips, Play, JP1, board.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

SEATS: Final = (1, 2, 3, 4, 5, 6, 7)
"""The places of the largest felt; a table's own are `TableState.places`, the first ones of these."""
SEATS_MAX: Final = 7


class Spot(StrEnum):
    """Where a stake lies, in the order of the felt; no game has them all."""

    ANTE = "ante"
    BLIND = "blind"
    SUPER_ANTE = "super_ante"
    TRIPS = "trips"
    BONUS = "bonus"
    POCKET = "pocket"
    PLAY = "play"
    A4 = "a4"
    A3 = "a3"
    A2 = "a2"
    A05T = "a05t"
    A05R = "a05r"
    JP1 = "jp1"


SIDE_SPOTS: Final = frozenset((Spot.TRIPS, Spot.BONUS, Spot.POCKET))
"""The spots of side bets: the player's choice, before the deal, JP1 apart."""


class Pile(StrEnum):
    """Whose card it is."""

    HOLE = "hole"
    DEALER = "dealer"
    BOARD = "board"
    BURN = "burn"


class Place(NamedTuple):
    """Where one card lies: `Place(Pile.HOLE, 3, 0)` is the first card of seat 3.

    `seat` is 0 but for hole cards. As text: `hole.3.0`, `dealer.1`, `board.4`, `burn.0`.
    """

    pile: Pile
    seat: int
    slot: int

    def __str__(self) -> str:
        return _spelled(self)


@cache
def _spelled(place: Place) -> str:
    if place.pile is Pile.HOLE:
        return f"hole.{place.seat}.{place.slot}"
    return f"{place.pile}.{place.slot}"


@cache
def hole(seat: int, slot: int) -> Place:
    """The place of a player's card, `slot` 0 or 1."""
    return Place(Pile.HOLE, seat, slot)


@cache
def dealer(slot: int) -> Place:
    """The place of a card of the dealer, `slot` 0 or 1."""
    return Place(Pile.DEALER, 0, slot)


@cache
def board(slot: int) -> Place:
    """The place of a community card, `slot` 0 to 4 in the order drawn."""
    return Place(Pile.BOARD, 0, slot)


@cache
def burn(slot: int) -> Place:
    """The place of a burned card."""
    return Place(Pile.BURN, 0, slot)


@cache
def parse_place(text: str) -> Place:
    """The place written `text`, the inverse of `str(place)`.

    Raises:
        ValueError: no place is written so.
    """
    pile, _, rest = text.partition(".")
    try:
        numbers = [int(part) for part in rest.split(".")]
        kind = Pile(pile)
    except ValueError:
        raise ValueError(f"unknown place {text!r}") from None
    if kind is Pile.HOLE and len(numbers) == 2 and numbers[0] in SEATS:
        return hole(numbers[0], numbers[1])
    if kind is not Pile.HOLE and len(numbers) == 1:
        return Place(kind, 0, numbers[0])
    raise ValueError(f"unknown place {text!r}")
