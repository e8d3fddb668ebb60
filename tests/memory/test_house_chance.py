"""What the figures are held against: exact expectations."""

from __future__ import annotations

from fractions import Fraction
from math import isclose

from controller.house.chance import expected_of, percentile
from controller.settings.rules import load_profile


def test_a_side_bet_that_hangs_on_the_main_bets_has_no_expectation_here() -> None:
    law = expected_of(load_profile("fr-55-20-2021"))
    assert law is not None
    assert isclose(law.side_edge, float(1 - Fraction(6455243, 6689228)))
    assert expected_of(load_profile("live-uth")) is not None
    assert expected_of(load_profile("fr-casino-page")) is None


def test_a_percentile_is_a_value_that_was_seen() -> None:
    assert percentile([(3, 1), (5, 8), (60, 1)], 500) == 5
    assert percentile([(3, 1), (5, 8), (60, 1)], 900) == 5
    assert percentile([(3, 1), (5, 8), (60, 1)], 901) == 60
    assert percentile([], 500) == 0
