"""Side bets beyond the first, as an act tells them: by their spots, once each, and no more than lie there."""

from __future__ import annotations

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.felt import Spot
from controller.game.refusals import Refusal
from controller.game.side_bets import HoleClass, SideStake
from controller.game.views import offer
from tests.builders import Felt
from tests.game.oracle_rounds import profile_called

BONUS, POCKET = SideStake(Spot.BONUS, 500), SideStake(Spot.POCKET, 1000)
THREE = profile_called("three-side-bets")


def test_what_is_told_in_any_order_is_written_in_that_of_the_felt() -> None:
    felt = Felt(THREE, jp1=False).open().do(i.SetStakes(1, 1000, 600, (POCKET, BONUS)))
    assert felt.events(e.StakesSet) == [e.StakesSet(1, 1000, 600, False, (BONUS, POCKET))]
    assert list(felt.state.seat(1).stakes) == [Spot.ANTE, Spot.BLIND, Spot.TRIPS, Spot.BONUS, Spot.POCKET]


def test_nothing_on_a_side_bet_is_no_stake_and_is_not_written() -> None:
    felt = Felt(THREE, jp1=False).open().do(i.SetStakes(1, 1000, 0, (SideStake(Spot.POCKET, 0), BONUS)))
    assert felt.events(e.StakesSet) == [e.StakesSet(1, 1000, 0, False, (BONUS,))]
    assert Spot.POCKET not in felt.state.seat(1).stakes


@pytest.mark.parametrize(
    ("further", "spot"),
    [
        ((POCKET, POCKET), "pocket"),
        ((SideStake(Spot.TRIPS, 600),), "trips"),  # the first of this felt: it has a field of its own
        ((SideStake(Spot.ANTE, 1000),), "ante"),
        ((SideStake(Spot.BLIND, 1000),), "blind"),
        ((SideStake(Spot.PLAY, 1000),), "play"),
        ((SideStake(Spot.JP1, 500),), "jp1"),
    ],
)
def test_a_spot_is_staked_once_and_by_its_own_act(further: tuple[SideStake, ...], spot: str) -> None:
    felt = Felt(THREE, jp1=False).open()
    refusal = felt.tap(i.SetStakes(1, 1000, 600, further))
    assert refusal == Refusal("spot_not_staked", "art. 55-20-1", (("seat", 1), ("spot", spot)))


def test_a_felt_of_one_side_bet_or_of_none_takes_no_other() -> None:
    for felt in (Felt().open(), Felt(profile_called("fr-55-20-2015")).open()):
        refusal = felt.tap(i.SetStakes(1, 1000, 0, (POCKET,)))
        assert refusal is not None
        assert (refusal.code, dict(refusal.facts)["spot"]) == ("spot_not_staked", "pocket")


def test_a_key_carries_the_further_side_bets_as_spots_and_cents() -> None:
    told = offer(i.SetStakes(1, 1000, 600, (BONUS, POCKET)))
    assert told["further"] == [{"spot": "bonus", "cents": 500}, {"spot": "pocket", "cents": 1000}]
    assert "further" not in offer(i.SetStakes(1, 1000, 600))


@pytest.mark.parametrize("one", HoleClass)
def test_a_class_of_two_cards_is_written_by_its_name_wherever_it_is_written(one: HoleClass) -> None:
    assert f"{one}" == str(one) == one.name.lower()
    assert f"{one:>20}" == str(one).rjust(20)
