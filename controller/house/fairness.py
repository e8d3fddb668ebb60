"""Whether cards and hands come as often as chance deals them: exact tests, and what they find.

A test counts how often each of several things was seen in so many independent deals, each of a known chance:
a binomial number. Its tails are summed, not approximated, and the smallest is multiplied by twice as many as
were looked at (Bonferroni): whatever the numbers, an honest shoe is accused no more often than claimed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import exp, lgamma, log, log1p, log10
from typing import Any, Final

from controller.game.cards import DECK
from controller.game.hands import HandClass
from controller.odds.chances import chance

POWER: Final = 0.9
"""What a test is said to find, it finds so often."""
CARDS_A_ROUND: Final = 7
"""The bank's two and the board's five: all are turned up in every round that comes to its showdown."""


@dataclass(frozen=True, slots=True)
class Rule:
    """How a test looks: once at each `least` deals, and accuses an honest table in at most one of `one_in`
    looks."""

    least: int
    one_in: int


RULES: Final[Mapping[str, Rule]] = {
    "deck": Rule(150, 1_000_000),
    "cards": Rule(3_000, 10_000),
    "hands": Rule(3_000, 10_000),
    "seat": Rule(3_000, 10_000),
}
"""`deck` looks for the gross fault of a night, a card that is not there or always comes: twenty times while
the others look once, with a fifth of their false alarms in all that time. `seat` is of the hands of one
place with a JP1 stake, which are turned up folded or not."""

_POOLED: Final = tuple(hand for hand in HandClass if hand >= HandClass.QUADS)
_CELLS: Final[Mapping[str, tuple[HandClass, ...]]] = {
    **{str(hand): (hand,) for hand in HandClass if hand not in _POOLED},
    "quads_or_better": _POOLED,
    "straight_or_better": tuple(hand for hand in HandClass if hand >= HandClass.STRAIGHT),
    "two_pair_or_better": tuple(hand for hand in HandClass if hand >= HandClass.TWO_PAIR),
}
"""What a test of hands counts: every class, the rarest together, and good hands as one."""
_TOGETHER: Final = ("straight_or_better", "two_pair_or_better")


@dataclass(frozen=True, slots=True)
class Thing:
    """What is counted in each deal, and how likely one has it."""

    name: str
    chance: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one look found: the thing that chance explains least.

    Attributes:
        p: how often an honest table shows anything so unlikely at such a look; an upper bound.
        suspect: somebody is to look.
    """

    test: str
    deals: int
    what: str
    seen: int
    expected: float
    p: float
    suspect: bool

    def told(self) -> dict[str, Any]:
        """In whole numbers: thousandths expected, billionths of the probability, and `surprise`, the
        hundredfold number of its noughts."""
        return {
            "hands": self.deals,
            "what": self.what,
            "seen": self.seen,
            "expected_milli": round(1000 * self.expected),
            "p_nano": round(1e9 * self.p),
            "surprise": round(-100 * log10(max(self.p, 1e-300))),
            "suspect": self.suspect,
        }


@cache
def things(test: str) -> tuple[Thing, ...]:
    """What the test counts."""
    if test in ("deck", "cards"):
        return tuple(Thing(card.text, CARDS_A_ROUND / len(DECK)) for card in DECK)
    return tuple(
        Thing(name, float(sum(chance(hand) for hand in classes))) for name, classes in _CELLS.items()
    )


def single() -> tuple[Thing, ...]:
    """The classes of hands alone, each hand in one of them: the first of the things of a test of hands."""
    return tuple(one for one in things("hands") if one.name not in _TOGETHER)


def counted(classes: Sequence[int]) -> list[int]:
    """Hands by class as a test of hands counts them, in the order of its things."""
    return [sum(classes[hand] for hand in under) for under in _CELLS.values()]


def look(test: str, deals: int, seen: Sequence[int]) -> Verdict | None:
    """One look at so many deals, in `seen` of which each of the test's things came; None for too few."""
    rule = RULES[test]
    if deals < rule.least:
        return None
    told = things(test)
    tails = [
        min(at_least(count, deals, one.chance), at_most(count, deals, one.chance))
        for count, one in zip(seen, told, strict=True)
    ]
    worst = min(range(len(tails)), key=tails.__getitem__)
    p = min(1.0, 2 * len(told) * tails[worst])
    one = told[worst]
    return Verdict(test, deals, one.name, seen[worst], deals * one.chance, p, p * rule.one_in < 1)


@lru_cache(4_096)
def at_least(count: int, deals: int, p: float) -> float:
    """The probability that so many deals or more of them have what each has with probability p, 0 < p < 1."""
    if count <= 0 or count > deals:
        return float(count <= 0)
    if count <= deals * p:
        return 1.0 - at_most(count - 1, deals, p)
    return _summed(count, deals, p)


@lru_cache(4_096)
def at_most(count: int, deals: int, p: float) -> float:
    """The probability that no more than so many deals have it."""
    if count >= deals or count < 0:
        return float(count >= deals)
    if count >= deals * p:
        return 1.0 - at_least(count + 1, deals, p)
    return _summed(deals - count, deals, 1 - p)


def _summed(count: int, deals: int, p: float) -> float:
    """The upper tail from above the mean, where every term is smaller than the one before."""
    ways = lgamma(deals + 1) - lgamma(count + 1) - lgamma(deals - count + 1)
    term = exp(ways + count * log(p) + (deals - count) * log1p(-p))
    total = 0.0
    odds = p / (1 - p)
    while term > total * 1e-17:
        total += term
        term *= (deals - count) / (count + 1) * odds
        count += 1
    return min(1.0, total)


@lru_cache(256)
def finds(test: str, deals: int) -> tuple[tuple[str, int], ...]:
    """By how many thousandths more often a thing has to come, to be found by one look in nine cases of ten.

    For cards one line, `card`: all are equally likely.
    """
    told = things(test)
    level = 1 / RULES[test].one_in / (2 * len(told))
    kinds = [Thing("card", told[0].chance)] if test in ("deck", "cards") else told
    return tuple((one.name, _found_from(one.chance, deals, level)) for one in kinds)


def _found_from(p: float, deals: int, level: float) -> int:
    low, high = int(deals * p), deals
    while low < high:
        middle = (low + high) // 2
        if at_least(middle, deals, p) < level:
            high = middle
        else:
            low = middle + 1
    least, most = p, 1.0
    for _ in range(40):
        between = (least + most) / 2
        if at_least(low, deals, between) < POWER:
            least = between
        else:
            most = between
    return round(1000 * (most / p - 1))
