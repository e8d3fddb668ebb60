"""What the figures are held against: exact expectations and tests of chance."""

from __future__ import annotations

from fractions import Fraction
from math import isclose

import pytest

from controller.game.hands import HandClass
from controller.house.chance import (
    HANDS_LEAST,
    Verdict,
    cards_verdict,
    classes_verdict,
    expected_of,
    percentile,
    suspect,
    tail,
)
from controller.odds.chances import chance
from controller.settings.rules import load_profile
from tests.law.requirements import requirement


@requirement("CS-24")
@pytest.mark.parametrize(
    ("statistic", "degrees", "p"),
    [
        (3.841458821, 1, 0.05),
        (5.991464547, 2, 0.05),
        (18.47530691, 7, 0.01),
        (14.06714045, 7, 0.05),
        (68.66929391, 51, 0.05),
        (35.6, 7, 8.63e-06),
        (0, 3, 1.0),
    ],
)
def test_the_tail_of_chi_square_is_that_of_the_tables(statistic: float, degrees: int, p: float) -> None:
    assert isclose(tail(statistic, degrees), p, rel_tol=2e-3)


def test_a_side_bet_that_hangs_on_the_main_bets_has_no_expectation_here() -> None:
    law = expected_of(load_profile("fr-55-20-2021"))
    assert law is not None
    assert isclose(law.side_edge, float(1 - Fraction(6455243, 6689228)))
    assert expected_of(load_profile("live-uth")) is not None
    assert expected_of(load_profile("fr-casino-page")) is None


def test_hands_as_often_as_they_should_be_are_no_surprise_and_all_pairs_are() -> None:
    fair = [round(100_000 * chance(hand)) for hand in HandClass]
    told = classes_verdict(fair)
    assert told is not None
    assert told.degrees == 8
    assert told.p > 0.999
    pairs = classes_verdict([0, 200, *[0] * 8])
    assert pairs is not None
    assert pairs.p < 1e-6
    assert classes_verdict([0] * 10) is None


def test_classes_of_which_few_are_expected_are_tested_together() -> None:
    """Of 60 hands 0.1 quads are expected: two of them are rare, and no proof against a shuffler."""
    night = [6, 30, 14, 1, 4, 2, 1, 2, 0, 0]
    told = classes_verdict(night)
    assert told is not None
    assert told.degrees == 3
    assert told.p > 0.1
    assert classes_verdict([2, 5, 2, 0, 0, 0, 0, 0, 0, 0]) is None


def test_one_look_in_ten_thousand_accuses_nobody_for_there_are_looks_after_every_round() -> None:
    assert not suspect(Verdict(30.0, 7, 0.00005), 10_000)
    assert suspect(Verdict(40.0, 7, 0.000005), 10_000)


def test_a_shuffler_that_deals_a_tenth_more_pairs_is_suspect_within_a_month() -> None:
    fair = [round(10_000 * float(chance(hand))) for hand in HandClass]
    worn = [fair[0] - fair[1] // 10, fair[1] + fair[1] // 10, *fair[2:]]
    verdict = classes_verdict(worn)
    assert verdict is not None
    assert suspect(verdict, sum(worn))
    assert not suspect(verdict, HANDS_LEAST - 1)


@requirement("CS-24")
def test_one_card_too_often_is_seen() -> None:
    even = cards_verdict([70] * 52, 7, 520)
    assert even is not None
    assert even.statistic == 0
    assert even.degrees == 51
    marked = cards_verdict([150, *[69] * 50, 40], 7, 520)
    assert marked is not None
    assert marked.p < 1e-4


def test_a_percentile_is_a_value_that_was_seen() -> None:
    assert percentile([(3, 1), (5, 8), (60, 1)], 500) == 5
    assert percentile([(3, 1), (5, 8), (60, 1)], 900) == 5
    assert percentile([(3, 1), (5, 8), (60, 1)], 901) == 60
    assert percentile([], 500) == 0
