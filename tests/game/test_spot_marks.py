"""Sensors at Ante, Blind and Trips: a quiet mark beside the declared stakes, journalled, and nothing more."""

from __future__ import annotations

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.betting.spot_marks import MISSING, UNDECLARED, spot_marks
from controller.game.felt import Spot
from controller.game.inputs import Health, Machine
from tests.builders import Felt

UP = i.HealthObserved(Machine.CHIPS, Health.UP)


def sensed(felt: Felt, seat: int, **lies: bool) -> Felt:
    """The sensors of this seat say so, by the names of its spots."""
    senses = tuple(i.SpotSense(Spot(name), seat, covered) for name, covered in lies.items())
    return felt.see(i.SpotsObserved(senses))


def staked() -> Felt:
    """Seat 1 has Ante and Blind, seat 2 the side bet too; every sensor sees what was declared."""
    felt = Felt().open(sensors=True).see(UP).stakes(s1=1000, s2=(1000, 500))
    sensed(felt, 1, ante=True, blind=True, trips=False)
    return sensed(felt, 2, ante=True, blind=True, trips=True)


def marks(felt: Felt, seat: int) -> dict[str, str]:
    return dict(spot_marks(felt.state, seat))


def test_a_seat_whose_sensors_see_what_was_declared_bears_no_mark() -> None:
    felt = staked()
    assert [marks(felt, seat) for seat in (1, 2, 3)] == [{}, {}, {}]


def test_a_declared_stake_that_is_not_seen_and_a_chip_that_was_not_declared_are_marked() -> None:
    felt = sensed(staked(), 1, blind=False, trips=True)
    assert marks(felt, 1) == {"blind": MISSING, "trips": UNDECLARED}
    assert marks(felt, 2) == {}
    assert views.console(felt.state)["seats"][0]["marks"] == [["blind", MISSING], ["trips", UNDECLARED]]
    assert marks(felt.do(i.SetStakes(1, 1000, 500)), 1) == {"blind": MISSING}


def test_a_chip_on_a_free_place_is_marked() -> None:
    assert marks(sensed(staked(), 5, ante=True), 5) == {"ante": UNDECLARED}


def test_a_mark_moves_no_money_and_stops_nothing() -> None:
    felt, plain = sensed(staked(), 1, blind=False, trips=True), staked()
    assert felt.state.seats == plain.state.seats
    assert felt.state.alarms == ()
    assert felt.tap(i.CloseBets()) is None
    assert felt.state.held is None


def test_what_the_sensors_say_is_in_the_journal() -> None:
    felt = sensed(staked(), 1, blind=False)
    assert felt.events(e.SpotsSensed)[-1] == e.SpotsSensed((i.SpotSense(Spot.BLIND, 1, False),))


def test_a_folded_seat_and_a_seat_that_was_shown_down_bear_no_mark() -> None:
    felt = staked().close().draw("2c 7d 3c 8d 9s 4h").do(i.CallStreet()).draw("Kc Jd 6h").do(i.CallStreet())
    felt.draw("5s Qs").fold(1).play(1, 2)
    sensed(felt, 1, ante=False, blind=False)
    assert marks(felt, 1) == {}
    assert marks(sensed(felt, 2, blind=False), 2) == {"blind": MISSING}
    felt.showdown().do(i.OpenSettlement())
    assert marks(felt, 2) == {}


@pytest.mark.parametrize("health", [Health.LOST, Health.ABSENT])
def test_sensors_that_are_away_mark_nothing_until_they_tell_again(health: Health) -> None:
    felt = sensed(staked(), 1, blind=False).see(i.HealthObserved(Machine.CHIPS, health, "unplugged"))
    assert marks(felt, 1) == {}
    assert marks(sensed(felt.see(UP), 1, blind=True), 1) == {}


def test_the_display_and_the_other_seats_know_nothing_of_it() -> None:
    felt = sensed(staked(), 1, blind=False)
    assert "marks" not in str(views.display(felt.state))
