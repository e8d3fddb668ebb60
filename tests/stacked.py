"""Decks that are not fair: something happens in most rounds, and everything in some.

Cards are text, rank then suit. A deck is a board and hands, the last hand the dealer's.
"""

from __future__ import annotations

import random
from collections.abc import Callable

SUITS = "cdhs"
RANKS = "23456789TJQKA"
CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)


def run_of(low: int) -> list[str]:
    """Five ranks in a row; 0 begins with the ace."""
    return [RANKS[(low + step - 1) % 13] for step in range(5)]


def royal(rng: random.Random) -> list[str]:
    suit = rng.choice(SUITS)
    return [rank + suit for rank in "TJQKA"]


def straight_flush(rng: random.Random) -> list[str]:
    suit = rng.choice(SUITS)
    return [rank + suit for rank in run_of(rng.randrange(9))]


def straight(rng: random.Random) -> list[str]:
    return [rank + rng.choice(SUITS) for rank in run_of(rng.randrange(10))]


def flush(rng: random.Random) -> list[str]:
    suit = rng.choice(SUITS)
    return [rank + suit for rank in rng.sample(RANKS, 5)]


def quads(rng: random.Random) -> list[str]:
    first, second = rng.sample(RANKS, 2)
    return [*(first + suit for suit in SUITS), second + rng.choice(SUITS)]


def full_house(rng: random.Random) -> list[str]:
    first, second = rng.sample(RANKS, 2)
    three, two = rng.sample(SUITS, 3), rng.sample(SUITS, 2)
    return [*(first + suit for suit in three), *(second + suit for suit in two)]


def anything(rng: random.Random) -> list[str]:
    return []


Shape = Callable[[random.Random], list[str]]
SHAPES: tuple[tuple[Shape, int], ...] = (
    (anything, 30),
    (straight, 12),
    (flush, 12),
    (full_house, 12),
    (quads, 12),
    (straight_flush, 10),
    (royal, 12),
)


def deck(rng: random.Random, hands: int, wanted: Shape | None = None) -> tuple[list[str], list[list[str]]]:
    """A board, and hands the last of which is the dealer's. One of the hands is close to something."""
    drawn = rng.choices([one for one, _ in SHAPES], [weight for _, weight in SHAPES])[0]
    shape = (wanted or drawn)(rng)
    rng.shuffle(shape)
    shared, owned = shape, []
    if shape and rng.random() < 0.8:
        split = rng.choice((3, 3, 4))
        shared, owned = shape[:split], shape[split:]
    rest = [card for card in rng.sample(CARDS, len(shape) + 5 + 2 * hands) if card not in shape]
    board = shared + [rest.pop() for _ in range(5 - len(shared))]
    dealt = [[rest.pop(), rest.pop()] for _ in range(hands)]
    lucky = rng.randrange(hands)
    dealt[lucky] = owned + dealt[lucky][len(owned) :]
    if rng.random() < 0.15:
        make_equal(rng, board, dealt)
    rng.shuffle(board)
    for hand in dealt:
        rng.shuffle(hand)
    return board, dealt


def make_equal(rng: random.Random, board: list[str], dealt: list[list[str]]) -> None:
    """One player holds the dealer's ranks in other suits, where such cards are left."""
    used = {card for hand in dealt for card in hand} | set(board)
    lucky = rng.randrange(len(dealt))
    twins = []
    for card in dealt[-1]:
        left = [card[0] + suit for suit in SUITS if card[0] + suit not in used | set(twins)]
        if left:
            twins.append(rng.choice(left))
    if len(twins) == 2 and lucky < len(dealt) - 1:
        dealt[lucky] = twins
