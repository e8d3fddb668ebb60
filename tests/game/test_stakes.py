"""Stakes that may be put down: within the limits, and payable to the smallest chip."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.game.betting.stakes import doubled, may_stake, stake_step_cents
from controller.game.felt import Spot
from controller.game.hands import HandClass
from controller.game.money import Odds
from controller.game.profile import Limits, RuleProfile
from controller.game.side_bets import HoleClass, LooksAt, SideBet
from tests.game.rounds import LAW
from tests.law.requirements import requirement


def with_limits(minimum: int, multiple: int, chip: int) -> RuleProfile:
    return replace(LAW, limits=Limits(minimum, multiple, chip), digest=f"{minimum} {multiple} {chip}")


@requirement("RP-01")
@pytest.mark.parametrize("cents", [500, 600, 1000, 2500, 15_000])
def test_an_ante_within_the_limits_is_taken(cents: int) -> None:
    assert may_stake(LAW, Spot.ANTE, cents) is None
    assert may_stake(LAW, "ante", cents) is None


@requirement("RP-01")
@pytest.mark.parametrize(
    ("spot", "cents", "code", "facts"),
    [
        ("ante", 0, "stake_below_minimum", {"above_cents": 500, "minimum_cents": 500}),
        ("ante", -100, "stake_below_minimum", {"above_cents": 500, "minimum_cents": 500}),
        ("ante", 400, "stake_below_minimum", {"above_cents": 500, "minimum_cents": 500}),
        ("trips", 100, "stake_below_minimum", {"above_cents": 500, "minimum_cents": 500}),
        ("ante", 15_100, "stake_above_maximum", {"below_cents": 15_000, "maximum_cents": 15_000}),
        ("trips", 99_999, "stake_above_maximum", {"below_cents": 15_000, "maximum_cents": 15_000}),
        ("ante", 550, "stake_inexact", {"below_cents": 500, "above_cents": 600}),
        ("ante", 501, "stake_inexact", {"below_cents": 500, "above_cents": 600}),
        ("trips", 525, "stake_inexact", {"below_cents": 500, "above_cents": 550}),
    ],
)
def test_a_refused_stake_comes_with_the_nearest_legal_ones(
    spot: str, cents: int, code: str, facts: dict[str, int]
) -> None:
    refusal = may_stake(LAW, spot, cents)
    assert refusal is not None
    assert (refusal.code, dict(refusal.facts)) == (code, {"cents": cents, **facts})


def test_no_stake_on_trips_is_fine() -> None:
    assert may_stake(LAW, Spot.TRIPS, 0) is None


@pytest.mark.parametrize("spot", ["blind", "play", "jp1"])
def test_blind_play_and_jp1_follow_from_other_acts(spot: str) -> None:
    refusal = may_stake(LAW, spot, 1000)
    assert refusal is not None
    assert (refusal.code, refusal.facts) == ("spot_not_staked", (("spot", spot),))


def test_an_unknown_spot_is_refused_by_name() -> None:
    refusal = may_stake(LAW, "insurance", 1000)
    assert refusal is not None
    assert (refusal.code, refusal.facts) == ("spot_unknown", (("spot", "insurance"),))


def test_a_felt_without_trips_takes_no_trips() -> None:
    refusal = may_stake(replace(LAW, trips={}, digest="no trips"), "trips", 1000)
    assert refusal is not None
    assert refusal.code == "spot_not_staked"


def test_a_maximum_changed_in_session_counts_instead() -> None:
    assert may_stake(LAW, "ante", 6000, maximum_cents=10_000) is None
    refusal = may_stake(LAW, "ante", 12_000, maximum_cents=10_000)
    assert refusal is not None
    assert ("maximum_cents", 10_000) in refusal.facts
    assert may_stake(LAW, "ante", 12_000) is None


def test_an_odd_ante_in_the_smallest_chip_is_refused() -> None:
    profile = with_limits(1000, 10, 100)
    assert stake_step_cents(profile, Spot.ANTE) == 200
    assert stake_step_cents(profile, Spot.TRIPS) == 100
    refusal = may_stake(profile, "ante", 1100)
    assert refusal is not None
    assert refusal.facts == (("cents", 1100), ("below_cents", 1000), ("above_cents", 1200))
    assert may_stake(profile, "trips", 1100) is None


@requirement("RP-10")
@given(
    st.integers(-500, 20_000),
    st.sampled_from([50, 100, 250]),
    st.sampled_from([10, 20, 30]),
    st.sampled_from([Odds(3, 2), Odds(6, 5), Odds(1, 1), Odds(7, 4)]),
)
def test_whatever_is_taken_is_paid_to_the_chip_and_whatever_is_offered_is_taken(
    cents: int, chip: int, multiple: int, odds: Odds
) -> None:
    profile = replace(
        with_limits(500, multiple, chip),
        blind={**LAW.blind, HandClass.FLUSH: odds},
        digest=f"{chip} {multiple} {odds}",
    )
    refusal = may_stake(profile, Spot.ANTE, cents)
    if refusal is None:
        assert 500 <= cents <= profile.limits.maximum_cents
        for line in profile.blind.values():
            assert line.win_cents(cents, chip) > 0
        return
    offered = {name: value for name, value in refusal.facts if name in ("below_cents", "above_cents")}
    for value in offered.values():
        assert isinstance(value, int)
        assert may_stake(profile, Spot.ANTE, value) is None
    if refusal.code == "stake_inexact":
        assert any(cents * n % (d * chip) for n, d in profile.blind.values())
        near = range(offered.get("below_cents", 499) + 1, offered.get("above_cents", 15_001))
        assert all(may_stake(profile, Spot.ANTE, other) is not None for other in near)


def test_a_side_bet_bounded_by_the_ante_is_doubled_to_a_stake_that_is_paid_exactly() -> None:
    """At most once the Ante: no table of 9 for 4 pays 11,00 to the chip, and 10,00 it does."""
    pocket = SideBet(Spot.POCKET, {HoleClass.PAIR_OF_ACES: Odds(9, 4)}, LooksAt.HOLE, antes=1)
    rules = replace(LAW, house_bets=(pocket,), digest="pocket", limits=Limits(600, 30, 50))
    stakes = {Spot.ANTE: 700, Spot.BLIND: 700, Spot.POCKET: 600}
    assert stake_step_cents(rules, Spot.POCKET) == 200
    assert doubled(rules, stakes) == {Spot.ANTE: 1400, Spot.BLIND: 1400, Spot.POCKET: 1200}
    assert doubled(rules, stakes, 700) == {Spot.ANTE: 700, Spot.BLIND: 700, Spot.POCKET: 600}
    assert doubled(rules, {**stakes, Spot.ANTE: 500, Spot.BLIND: 500}, 1100)[Spot.POCKET] == 1000
