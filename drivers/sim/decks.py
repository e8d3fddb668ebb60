"""Decks put in order on purpose, for demonstrations, training and tests of the simulated table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from random import Random

from controller.game.cards import DECK, Card, parse_cards

Stacked = Callable[[Sequence[int], Sequence[int]], list[Card]]
"""A deck made for the seats that play and, of these, for those that like JP1."""


def deck_of(
    seats: Sequence[int],
    hands: Mapping[int, str],
    dealer: str = "",
    board: str = "",
    burned: Sequence[tuple[int, int]] = (),
    dice: Random | None = None,
) -> list[Card]:
    """A whole deck that deals these hands, in the order of art. 55-20; what is not named is filled up.

    `hands` maps seats to two cards as text; cards are dealt both to a seat before the next seat. `burned`:
    street by street, how many cards are burned before how many of the board. `dice` shuffle
    what is not named.
    """
    wanted: list[Card | None] = []
    for seat in sorted(seats):
        wanted += parse_cards(hands[seat]) if seat in hands else (None, None)
    wanted += parse_cards(dealer) if dealer else (None, None)
    shared = iter(parse_cards(board) if board else (None,) * 5)
    for burns, cards in burned or ((0, 5),):
        wanted += (*(None,) * burns, *islice(shared, cards))
    named = {card for card in wanted if card is not None}
    # The rest in a fixed order that gives nobody a pair by itself.
    others = [card for card in sorted(DECK, key=lambda c: (c.code * 29) % 52) if card not in named]
    if dice is not None:
        dice.shuffle(others)
    rest = iter(others)
    dealt = [card if card is not None else next(rest) for card in wanted]
    return dealt + list(rest)


def royal(seats: Sequence[int], bettors: Sequence[int]) -> list[Card]:
    """A royal with two own cards for the first JP1 bettor; a dealer with a pair of nines."""
    holder = (list(bettors) or sorted(seats))[0]
    return deck_of(seats, {holder: "KsTs"}, dealer="Kd9c", board="AsQs9dJs7h")


def community_royal(seats: Sequence[int], bettors: Sequence[int]) -> list[Card]:
    """The five community cards are a royal."""
    return deck_of(seats, {}, board="AhKhQhJhTh")


def unqualified(seats: Sequence[int], bettors: Sequence[int]) -> list[Card]:
    """The dealer has no pair; the last seat makes a flush on Blind and Trips."""
    return deck_of(seats, {max(seats): "Ah7h"}, dealer="8d6c", board="Qh9h4hJs2c")


SHOWN: Mapping[str, Stacked] = {
    "royal": royal,
    "community_royal": community_royal,
    "unqualified": unqualified,
}
"""The hands that the simulator's panel can place, by name."""
