"""Exact chances of hands, counted from rank multisets and suit patterns: no sampling, no extra to install.

Hands of five or seven cards are never dealt out one by one: those with five of a suit are counted by the
ranks of that suit, all others by their ranks with whatever suits are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from operator import eq
from typing import Final

from controller.game.cards import DECK
from controller.game.hands import HandClass, lowest_rank, tables
from controller.game.profile import AwardKind, RuleProfile
from controller.game.side_bets import HoleClass, LooksAt, PaidClass, SideBet, hole_class

SUITS: Final = len({card.suit for card in DECK})
RANKS: Final = tuple(sorted({card.rank for card in DECK}))
OTHER_CARDS: Final = len(DECK) - len(RANKS)
"""The cards of the three other suits."""


@cache
def count_classes(size: int) -> Mapping[HandClass, int]:
    """Of all hands of so many cards (5, 6 or 7), how many are of each class; they sum to comb(52, size)."""
    counts: Counter[HandClass] = Counter()
    lowest = [(lowest_rank(hand), hand) for hand in reversed(HandClass)]
    class_of: dict[int, HandClass] = {}
    for rank, ways in _ranks(size).items():
        if rank not in class_of:
            class_of[rank] = next(hand for low, hand in lowest if rank >= low)
        counts[class_of[rank]] += ways
    return {hand: counts[hand] for hand in HandClass}


def _ranks(size: int) -> Counter[int]:
    """How many hands of so many cards have each strength, 1 to 7,462."""
    built = tables()
    ways: Counter[int] = Counter()
    for suited in range(5, size + 1):
        others = comb(OTHER_CARDS, size - suited)
        for chosen in combinations(range(len(RANKS)), suited):
            ways[built.flush_ranks[sum(1 << place for place in chosen)]] += SUITS * others
    keys = [next(card.key for card in DECK if card.rank == rank) >> 16 for rank in RANKS]
    plain = built.plain[size - 5]
    for chosen in combinations_with_replacement(range(len(RANKS)), size):
        together = _held_together(tuple(map(eq, chosen, chosen[1:])))
        if together[-1] <= SUITS:
            ways[plain[sum([keys[place] for place in chosen])]] += _without_flush(together)
    return ways


@cache
def _held_together(same: tuple[bool, ...]) -> tuple[int, ...]:
    """How many cards each rank has, ascending, by whether each card has the rank of the one before."""
    held = [1]
    for as_before in same:
        if as_before:
            held[-1] += 1
        else:
            held.append(1)
    return tuple(sorted(held))


@cache
def _without_flush(together: tuple[int, ...]) -> int:
    """The suits that ranks held so many times each may have, no suit five times."""
    every = prod(comb(SUITS, held) for held in together)
    flushes = 0
    for size in range(5, len(together) + 1):
        for chosen in combinations(range(len(together)), size):
            flushes += SUITS * prod(
                comb(SUITS - 1, held - (place in chosen)) for place, held in enumerate(together)
            )
    return every - flushes


def chance(hand: HandClass, size: int = 7) -> Fraction:
    """The probability that so many cards make a hand of this class."""
    return Fraction(count_classes(size)[hand], comb(len(DECK), size))


def qualified(profile: RuleProfile) -> Fraction:
    """The probability that the dealer's seven cards qualify."""
    return sum((chance(hand) for hand in HandClass if hand >= profile.qualifies_with), Fraction(0))


def prize(kind: AwardKind) -> Fraction:
    """The probability that one JP1 bettor wins this prize (art. 55-20, 2°).

    For the consolation: that one other hand of the table, whose royal may give it, is an own-card royal.
    No board lets two players hold one, so the chances of several others add up.
    """
    community = chance(HandClass.ROYAL_FLUSH, 5)
    if kind is AwardKind.COMMUNITY_ROYAL:
        return community
    if kind in (AwardKind.JACKPOT, AwardKind.CONSOLATION):
        return chance(HandClass.ROYAL_FLUSH) - community
    return chance(HandClass.parse(str(kind)))


@dataclass(frozen=True, slots=True)
class Bet:
    """A bet for one staked: how often it is paid, what it returns with the stake, its variance."""

    hit: Fraction
    rtp: Fraction
    variance: Fraction


@cache
def count_holes() -> Mapping[HoleClass, int]:
    """Of the 1,326 hands of two cards, how many are of each class."""
    counts = Counter(hole_class(two) for two in combinations(DECK, 2))
    return {hole: counts[hole] for hole in HoleClass}


def line_chance(bet: SideBet, line: PaidClass) -> Fraction:
    """The probability that the cards which the side bet looks at are of this class."""
    if isinstance(line, HoleClass):
        return Fraction(count_holes()[line], comb(len(DECK), 2))
    return chance(line, 5 if bet.looks_at is LooksAt.BOARD else 7)


def side(bet: SideBet) -> Bet | None:
    """A side bet by its paytable; None where it asks how the main bets end."""
    if bet.by_main_game:
        return None
    hit = rtp = squares = Fraction(0)
    for line, odds in bet.table.items():
        returned, likely = 1 + Fraction(odds.numerator, odds.denominator), line_chance(bet, line)
        hit += likely
        rtp += likely * returned
        squares += likely * returned**2
    return Bet(hit, rtp, squares - rtp**2)
