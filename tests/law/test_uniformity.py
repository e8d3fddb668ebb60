"""The levels at which cards are held against chance: 95 % beside a figure, beyond 99 % to accuse (CS-24)."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random

import pytest

from controller.game.cards import DECK
from controller.house.chance import band_of
from controller.house.fairness import CARDS_A_ROUND, RULES, look
from tests.law.requirements import requirement


@requirement("CS-24")
@pytest.mark.parametrize(
    ("p", "hands"), [(Fraction(7, 52), 1_000), (Fraction(2, 5), 500), (Fraction(1, 20), 3_000)]
)
def test_nineteen_of_twenty_samples_lie_within_the_band_beside_a_figure(p: Fraction, hands: int) -> None:
    """By the binomial itself, summed in fractions."""
    low, high = (float(p) * hands * multiple for multiple in band_of(float(p), hands))
    within = sum(
        comb(hands, count) * p**count * (1 - p) ** (hands - count)
        for count in range(hands + 1)
        if low <= count <= high
    )
    assert 0.93 < within < 0.97


@requirement("CS-24")
@pytest.mark.parametrize("test", RULES)
def test_what_is_accused_is_beyond_the_level_of_99_in_a_hundred(test: str) -> None:
    """One look in 10,000 at the most is of an honest table: a hundred times as strict."""
    assert RULES[test].one_in >= 100 * 100


@requirement("CS-24")
def test_an_honest_shoe_is_accused_by_none_of_two_hundred_looks_and_another_by_the_first() -> None:
    """A shoe that deals one card a third oftener is found in one full sample; cards dealt by lot are not."""
    dice, rounds = Random(24), RULES["cards"].least
    for _ in range(200):
        seen = [0] * len(DECK)
        for _ in range(RULES["deck"].least):
            for card in dice.sample(range(len(DECK)), CARDS_A_ROUND):
                seen[card] += 1
        told = look("deck", RULES["deck"].least, seen)
        assert told is not None
        assert not told.suspect
    even = round(rounds * CARDS_A_ROUND / len(DECK))
    for more, suspect in ((even // 40, False), (even // 3, True)):
        told = look("cards", rounds, [even + more, *[even] * (len(DECK) - 1)])
        assert told is not None
        assert told.suspect is suspect
