"""Odds are exact or refused; nothing is rounded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.game.money import InexactPayout, Odds
from tests.law.requirements import requirement


@pytest.mark.parametrize(
    ("text", "odds"), [("500/1", (500, 1)), ("3/2", (3, 2)), ("6/4", (3, 2)), ("10/10", (1, 1))]
)
def test_odds_are_read_in_lowest_terms(text: str, odds: tuple[int, int]) -> None:
    assert Odds.parse(text) == odds


@pytest.mark.parametrize(
    "text", ["", "3", "3/", "/2", "3/2/1", "-3/2", "3/-2", "0/1", "3/0", "3.0/2", " 3/2", "3:2", "٣/2"]
)
def test_odds_not_written_as_two_positive_numbers_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="odds"):
        Odds.parse(text)


@requirement("RP-10")
def test_three_for_two_on_an_odd_stake_is_refused_not_rounded() -> None:
    with pytest.raises(InexactPayout, match="3/2 on 1001 cents"):
        Odds(3, 2).win_cents(1001)
    assert Odds(3, 2).win_cents(1002) == 1503


def test_a_win_below_the_smallest_chip_is_refused() -> None:
    assert Odds(3, 2).win_cents(500, 50) == 750
    with pytest.raises(InexactPayout, match="multiple of 100"):
        Odds(3, 2).win_cents(500, 100)


@given(
    st.integers(0, 10**12), st.integers(1, 1000), st.integers(1, 60), st.sampled_from([1, 5, 50, 100, 250])
)
def test_a_win_is_exactly_the_odds_or_refused(stake: int, above: int, below: int, chip: int) -> None:
    odds = Odds.parse(f"{above}/{below}")
    exact = stake * above % below == 0 and stake * above // below % chip == 0
    if exact:
        assert odds.win_cents(stake, chip) * below == stake * above
    else:
        with pytest.raises(InexactPayout):
            odds.win_cents(stake, chip)
