"""A stake that stood is not a stake: it counts for nothing until it is confirmed, and this is how it is."""

from __future__ import annotations

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.felt import SEATS, Spot
from controller.game.inputs import Health, Machine
from controller.game.invariants import broken
from controller.game.react import lamps
from controller.game.refusals import Refusal
from controller.game.requests import Lamp
from controller.game.round import Jp1
from controller.game.state import Phase
from controller.game.views import console, display
from controller.settings.rules import load_profile
from tests.builders import Felt
from tests.scenarios.sentences.words import DECK_IN_ORDER

STOOD = {Spot.ANTE: 1000, Spot.BLIND: 1000, Spot.TRIPS: 500}


def played_out(felt: Felt) -> Felt:
    """Everybody folds at the end of this round, and the next one is open."""
    felt.close().draw(" ".join(DECK_IN_ORDER[: 2 * len(felt.state.players) + 2]))
    for street in (DECK_IN_ORDER[40:43], DECK_IN_ORDER[43:45]):
        felt.do(i.CheckRest()) if felt.state.profile.clocks.decision_ms else felt.do(i.CallStreet())
        felt.draw(" ".join(street))
    return felt.do(i.FoldRest(), i.OpenHands()).settle().next_round()


def next_round(game: str = "fr-55-20-2021", **stakes: tuple[int, int] | int) -> Felt:
    """A round was played with these stakes, and the next one is open."""
    felt = Felt(load_profile(game)).open(sensors=True).stakes(**(stakes or {"s1": (1000, 500), "s2": 2000}))
    return played_out(felt)


def codes(felt: Felt, intent: i.Intent) -> str:
    refusal = felt.tap(intent)
    assert isinstance(refusal, Refusal), f"{intent} was taken"
    return refusal.code


def test_after_everybody_lost_no_seat_has_a_stake_and_closing_the_bets_books_nothing() -> None:
    felt = next_round()
    assert felt.state.players == ()
    assert felt.state.hollow == (1, 2)
    assert console(felt.state)["total_cents"] == 0
    refusal = felt.tap(i.CloseBets())
    assert refusal is not None
    assert (refusal.code, refusal.facts) == ("stakes_to_confirm", (("seats", "1 2"),))
    assert felt.state.phase is Phase.BETTING


def test_all_that_stood_is_booked_by_one_tap_with_its_seats_and_cents() -> None:
    felt = next_round().as_before()
    (told,) = felt.events(e.StakesConfirmed)
    assert told == e.StakesConfirmed((e.SeatStakes(1, 1000, 500), e.SeatStakes(2, 2000, 0)))
    assert (felt.state.players, felt.state.hollow) == ((1, 2), ())
    assert console(felt.state)["total_cents"] == 2500 + 4000


def test_the_big_key_confirms_the_table_first_and_closes_the_bets_then() -> None:
    felt = next_round()
    assert console(felt.state)["primary"]["tap"] == {"act": "ConfirmRest"}
    felt.as_before()
    assert console(felt.state)["primary"] == {"tap": {"act": "CloseBets"}, "why": None}


def test_a_seat_that_nobody_confirmed_does_not_play_and_stands_no_longer_in_the_round_after() -> None:
    felt = next_round().as_before(1)
    felt.do(i.CloseBets()).draw("2c 7d 9s 9h")
    assert (felt.state.players, felt.state.phase) == ((1,), Phase.DECIDING)
    assert console(felt.state)["seats"][1]["hollow"] is False
    felt.do(i.CallStreet()).draw("Ac Kd Qh").do(i.CallStreet()).draw("2s Jc")
    felt.fold(1).showdown().settle().do(i.NextRound())
    assert felt.state.hollow == (1,)


def test_a_jp1_chip_laid_early_waits_and_counts_from_the_confirmation_on_if_it_is_still_there() -> None:
    felt = next_round().chips(1, 2)
    assert [felt.state.seat(n).chip_refused for n in (1, 2)] == ["", ""]
    assert felt.state.alarms == ()
    assert [event.seat for event in felt.events(e.ChipWaits)] == [1, 2]
    assert lamps(felt.state).lamps[:2] == (Lamp.DARK, Lamp.DARK)
    felt.see(i.ChipObserved(2, False)).as_before()
    assert [felt.state.seat(n).chip_waits for n in (1, 2)] == [False, False]
    meter_cents = felt.meter_cents
    felt.close()
    assert [felt.state.seat(n).jp1 for n in (1, 2)] == [Jp1.REGISTERED, Jp1.NONE]
    assert felt.meter_cents == meter_cents + 125


def test_bets_do_not_close_over_a_chip_that_waits_and_its_seat_vacated_it_is_an_alarm() -> None:
    felt = next_round().chips(2).as_before(1)
    assert codes(felt, i.CloseBets()) == "chip_waits"
    felt.do(i.VacateSeat(2))
    assert codes(felt, i.CloseBets()) == "chip_on_vacant"
    assert [(up.code, up.seat) for up in felt.state.alarms] == [("A-229", 2)]
    felt.sweep()
    assert felt.state.alarms == ()
    felt.close()


def test_the_confirmation_is_taken_back_as_it_was_made_and_the_chips_wait_again() -> None:
    felt = next_round().chips(1).as_before(2).as_before().do(i.Undo())
    assert (felt.state.players, felt.state.hollow) == ((2,), (1,))
    assert felt.state.seat(1).chip_waits
    felt.do(i.Undo())
    assert (felt.state.players, felt.state.hollow) == ((), (1, 2))
    assert [told.seat for event in felt.events(e.StakesTakenBack) for told in event.stakes] == [1, 2]


def test_a_stake_changed_set_or_vacated_by_mistake_is_hollow_again_when_it_is_taken_back() -> None:
    for act in (i.SetStakes(1, 3000, 0), i.VacateSeat(1)):
        felt = next_round().do(act, i.Undo())
        assert (felt.state.hollow, felt.state.seat(1).before) == ((1, 2), STOOD)
    felt = next_round().as_before().do(i.VacateSeat(1), i.Undo(), i.Undo())
    assert (felt.state.hollow, felt.state.seat(1).before) == ((1, 2), STOOD)


def test_a_seat_that_leaves_stands_nowhere() -> None:
    felt = next_round().do(i.VacateSeat(2))
    assert codes(felt, i.ConfirmStakes(2)) == "nothing_to_confirm"
    assert felt.as_before().state.players == (1,)
    assert codes(felt, i.ConfirmRest()) == "nothing_to_confirm"
    assert codes(felt, i.ConfirmStakes(9)) == "unknown_seat"
    assert codes(felt.close(), i.ConfirmStakes(1)) == "bets_closed"
    assert codes(felt, i.ConfirmRest()) == "bets_closed"


def test_where_stakes_do_not_stand_they_are_hollow_too_and_one_seat_of_all_takes_its_own_back() -> None:
    felt = next_round("live-uth").as_before()
    felt.do(i.UndoStakes(1))
    assert (felt.state.players, felt.state.hollow) == ((2,), (1,))
    assert codes(felt, i.UndoStakes(1)) == "nothing_to_undo"
    felt.do(i.DoubleStakes(2), i.UndoStakes(2))
    assert felt.state.seat(2).ante_cents == 2000
    felt.do(i.UndoStakes(2))
    assert (felt.state.players, felt.state.hollow, felt.state.playing.undo) == ((), (1, 2), ())


def test_the_clock_of_the_bets_starts_with_the_first_confirmation() -> None:
    felt = next_round("live-uth")
    felt.now_ms += 60_000
    assert display(felt.state)["light"]["until_ms"] == 0
    felt.as_before(1)
    assert display(felt.state)["light"]["since_ms"] == felt.now_ms


def test_the_lamp_by_hand_is_lit_only_beside_a_confirmed_stake() -> None:
    felt = next_round()
    felt.see(i.HealthObserved(Machine.CHIPS, Health.LOST)).badge().do(i.AllowHandLamps())
    assert codes(felt, i.SetLamp(1, True)) == "stakes_to_confirm"
    felt.as_before(1).do(i.SetLamp(1, True))


def voided() -> Felt:
    felt = Felt().open(sensors=True).stakes(s1=(1000, 500), s2=2000).chips(1, 2).close()
    return felt.draw("2c 7d").void().see(i.BadgeGone())


def test_after_a_void_the_stakes_that_were_given_back_are_hollow_and_the_jp1_carried() -> None:
    felt = voided()
    assert (felt.state.players, felt.state.hollow, felt.state.playing.attempt) == ((), (1, 2), 2)
    assert [felt.state.seat(n).jp1 for n in (1, 2)] == [Jp1.CARRIED] * 2
    assert codes(felt, i.CloseBets()) == "stakes_to_confirm"


@pytest.mark.parametrize("how", ["by hand", "by a card"])
def test_who_is_carried_and_not_confirmed_has_left_and_is_refunded_by_the_linked_entry(how: str) -> None:
    felt = voided().as_before(1)
    felt = felt.do(i.CloseBets()) if how == "by hand" else felt.draw("2c")
    assert felt.events(e.SeatVacated) == [e.SeatVacated(2)]
    assert felt.events(e.RefundAsked) == [e.RefundAsked(1, 1, 2)]
    assert felt.state.players == (1,)
    assert felt.state.seat(1).jp1 is Jp1.CARRIED


def test_everybody_carried_may_leave_and_the_round_ends_with_a_refund_each() -> None:
    felt = voided().do(i.VacateSeat(1), i.VacateSeat(2), i.CloseBets())
    assert felt.state.phase is Phase.CLEARING
    assert [event.seat for event in felt.events(e.RefundAsked)] == [1, 2]


def test_no_event_confirms_what_did_not_stand_and_no_stake_of_a_seat_without_main_bets_is_asked_for() -> None:
    state = next_round().state
    for stakes in ((), (e.SeatStakes(1, 3000, 500),), (e.SeatStakes(3, 1000, 0),)):
        assert broken(state, e.StakesConfirmed(stakes), state).startswith("I8")
    assert broken(state, e.ContributionAsked(2, 1, (1,), 500), state).startswith("I8")


# --- sensors of the main bets ----------------------------------------------------------------------


def sensed(felt: Felt, seat: int, *spots: Spot, covered: bool = True) -> Felt:
    return felt.see(i.SpotsObserved(tuple(i.SpotSense(spot, seat, covered) for spot in spots)))


def with_spots() -> Felt:
    felt = next_round()
    for seat in SEATS:
        sensed(felt, seat, Spot.ANTE, Spot.BLIND, Spot.TRIPS, covered=False)
    return felt


def test_chips_that_come_where_the_stake_stood_confirm_it_and_the_entry_says_who_did() -> None:
    felt = sensed(with_spots(), 1, Spot.ANTE, Spot.BLIND)
    assert felt.state.hollow == (1, 2)
    sensed(felt, 1, Spot.TRIPS)
    assert felt.events(e.StakesConfirmed) == [e.StakesConfirmed((e.SeatStakes(1, 1000, 500),), sensed=True)]


def test_chips_that_lay_there_when_the_round_opened_confirm_nothing() -> None:
    felt = Felt().open(sensors=True)
    for seat in (1, 2):
        sensed(felt, seat, Spot.ANTE, Spot.BLIND, Spot.TRIPS)
    felt = played_out(felt.stakes(s1=(1000, 500), s2=2000))
    assert felt.state.hollow == (1, 2)
    assert felt.state.seat(1).laid == frozenset()


def test_another_spot_than_before_leaves_the_amount_to_the_dealer() -> None:
    felt = sensed(with_spots(), 2, Spot.TRIPS)
    sensed(felt, 2, Spot.ANTE, Spot.BLIND)
    assert 2 in felt.state.hollow
    assert console(felt.state)["seats"][1]["marks"] == [["trips", "undeclared"]]


@pytest.mark.parametrize(
    ("seat", "there"),
    [
        (1, (Spot.ANTE,)),
        (1, (Spot.BLIND,)),
        (1, (Spot.ANTE, Spot.BLIND)),
        (1, (Spot.ANTE, Spot.TRIPS)),
        (2, (Spot.ANTE,)),
        (2, (Spot.ANTE, Spot.TRIPS)),
    ],
)
def test_no_flicker_confirms_a_stake_of_which_a_spot_has_no_sensor(
    seat: int, there: tuple[Spot, ...]
) -> None:
    """Seat 1 stakes Ante, Blind and Trips, seat 2 Ante and Blind: each spot due is seen by its own sensor."""
    felt = next_round()
    for covered in (True, False, True):
        sensed(felt, seat, *(spot for spot in there if seat == 1 or spot is not Spot.TRIPS), covered=covered)
    assert felt.events(e.StakesConfirmed) == []
    assert felt.state.hollow == (1, 2)


def test_a_stake_without_a_side_bet_asks_for_no_sensor_of_it() -> None:
    felt = next_round()
    sensed(felt, 2, Spot.ANTE, Spot.BLIND, covered=False)
    assert sensed(felt, 2, Spot.ANTE, Spot.BLIND).state.players == (2,)


def test_a_spot_lifted_again_before_the_others_were_covered_does_not_count() -> None:
    felt = sensed(with_spots(), 1, Spot.ANTE)
    sensed(felt, 1, Spot.ANTE, covered=False)
    sensed(felt, 1, Spot.BLIND, Spot.TRIPS)
    assert felt.state.players == ()
    assert sensed(felt, 1, Spot.ANTE).state.players == (1,)


def test_sensors_confirm_nothing_while_the_table_is_held_and_what_was_taken_back_stays_taken_back() -> None:
    felt = with_spots().do(i.DeclareIncident(i.Incident.EXPOSED_CARD))
    sensed(felt, 1, Spot.ANTE, Spot.BLIND, Spot.TRIPS)
    assert felt.state.players == ()
    felt.do(i.Resume())
    assert felt.state.players == (1,)
    felt.do(i.Undo())
    assert felt.state.players == ()
    assert felt.state.hollow == (1, 2)
