"""JP1 sensors and lamps: who is believed, what is marked manual, and that no step is lost to a restart."""

from __future__ import annotations

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.evolve import fold
from controller.game.felt import SEATS
from controller.game.inputs import Health, Machine, Role
from controller.game.jackpot.acts import offered
from controller.game.judge import judge
from controller.game.legal_acts import legal_now
from controller.game.react import lamps, react
from controller.game.refusals import NOT_NOW, Refusal
from controller.game.requests import Lamp, Refund
from controller.game.state import Phase, TableState
from controller.settings.rules import load_profile
from tests.builders import Felt, facts
from tests.game.arranged import late_chip
from tests.law.requirements import requirement

UP = i.HealthObserved(Machine.CHIPS, Health.UP)
LOST = i.HealthObserved(Machine.CHIPS, Health.LOST)


def stuck(seat: int, active: bool = True) -> i.TroubleObserved:
    return i.TroubleObserved(Machine.CHIPS, f"chip_stuck_{seat}", active)


def alarms(felt: Felt) -> list[tuple[str, int]]:
    return [(up.code, up.seat) for up in felt.state.alarms]


def by_hand() -> Felt:
    """A table whose sensors went silent, its lamps lit by hand."""
    felt = Felt().open(sensors=True).see(LOST).badge().do(i.AllowHandLamps()).see(i.BadgeGone())
    return felt.stakes(s1=1000, s2=1000)


def test_the_lamps_lead_the_hand_through_the_opening_test() -> None:
    felt = Felt().do(i.OpenTable()).see(UP)
    assert lamps(felt.state).lamps == (Lamp.INVITED,) * 7
    felt.see(i.ChipObserved(2, True))
    assert lamps(felt.state).lamps[1] is Lamp.SEEN
    felt.see(i.ChipObserved(2, False))
    assert lamps(felt.state).lamps[1] is Lamp.REGISTERED
    assert [event.seat for event in felt.events(e.SensorProven)] == [2]  # type: ignore[attr-defined]


def test_a_sensor_covered_when_the_opening_begins_has_to_be_free_first() -> None:
    felt = Felt().see(UP, i.ChipObserved(4, True)).do(i.OpenTable())
    assert lamps(felt.state).lamps[3] is Lamp.DARK
    felt.see(i.ChipObserved(4, False))
    assert not felt.state.sensors[3].proven
    assert felt.prove(4).state.sensors[3].proven


def test_an_opening_without_the_test_doubts_every_sensor_that_is_there() -> None:
    felt = Felt().do(i.OpenTable()).see(UP).badge().do(i.ConfirmOpening())
    assert alarms(felt) == [("A-301", seat) for seat in SEATS]
    assert len({up.number for up in felt.state.alarms}) == 7
    assert felt.stakes(s1=1000).chips(1).state.seat(1).chip_refused == "sensor_doubted"


def test_sensors_that_come_after_the_opening_are_doubted_until_they_prove_themselves() -> None:
    felt = Felt().open().see(UP)
    assert alarms(felt) == [("A-301", seat) for seat in SEATS]
    assert alarms(felt.prove(*SEATS)) == []


def test_sensors_that_went_and_came_back_are_believed_as_before() -> None:
    felt = Felt().open(sensors=True).see(LOST)
    assert alarms(felt) == [("A-216", 0)]
    assert alarms(felt.see(UP)) == []


def test_sensors_pulled_out_are_an_alarm_too() -> None:
    felt = Felt().open(sensors=True).see(i.HealthObserved(Machine.CHIPS, Health.ABSENT, "unplugged"))
    assert alarms(felt) == [("A-216", 0)]


def test_a_doubt_lasts_until_the_sensor_is_proven_whatever_its_driver_says() -> None:
    felt = Felt().open(sensors=True).see(stuck(3), stuck(3), stuck(3, active=False))
    assert alarms(felt) == [("A-301", 3)]
    assert felt.state.sensors[2].doubt == "stuck"
    assert alarms(felt.prove(3)) == []


def test_a_doubt_survives_a_restart() -> None:
    felt = Felt().open(sensors=True).see(stuck(3))
    felt._step([e.SessionResumed()])
    assert alarms(felt.do(i.ConfirmFelt())) == [("A-301", 3)]


def test_a_chip_through_a_round_does_not_prove_a_doubted_sensor() -> None:
    felt = Felt().open(sensors=True).see(stuck(1)).stakes(s1=1000, s2=1000)
    felt.see(i.ChipObserved(1, True)).do(i.CloseBets()).see(i.ChipObserved(1, False))
    assert felt.state.sensors[0].doubt == "stuck"
    assert not felt.state.sensors[0].proven


def test_a_doubted_sensor_raises_no_other_alarm_in_a_round() -> None:
    felt = Felt().open(sensors=True).stakes(s1=1000, s2=1000).chips(2).see(stuck(1)).do(i.CloseBets())
    felt.see(i.ChipObserved(1, True), i.ChipObserved(1, False))
    assert alarms(felt) == [("A-301", 1)]


def test_a_sensor_doubted_in_the_middle_of_a_round_takes_nothing_from_it() -> None:
    felt = (
        Felt().open(sensors=True).stakes(s1=1000).chips(1).do(i.CloseBets()).see(stuck(1)).do(i.CollectJp1())
    )
    assert felt.state.jp1_seats == (1,)


def test_a_felt_without_jp1_asks_for_no_sensor() -> None:
    felt = Felt(load_profile("fr-55-20-2015"), jp1=False).see(UP).open()
    assert alarms(felt) == []
    felt.see(LOST).badge()
    assert felt.tap(i.AllowHandLamps()) is not None


def test_where_the_dealer_lights_the_lamps_the_sensors_move_nothing() -> None:
    felt = by_hand().see(i.ChipObserved(2, True)).do(i.SetLamp(1, True))
    assert [seat["chip"] for seat in views.console(felt.state)["seats"]][:2] == [True, False]
    felt.do(i.CloseBets())
    closed = felt.events(e.BetsClosed)[-1]
    assert closed == e.BetsClosed((1,), manual=(1,))
    felt.see(i.ChipObserved(2, False), i.ChipObserved(1, True), i.ChipObserved(1, False))
    assert alarms(felt) == [("A-216", 0)]


def test_a_seat_that_is_left_takes_its_lamp_along() -> None:
    felt = by_hand().do(i.SetLamp(1, True), i.VacateSeat(1)).stakes(s1=1000)
    assert not felt.state.seat(1).lamp


@requirement("BC-11")
def test_a_repaired_seat_is_listened_to_again() -> None:
    felt = Felt().open(sensors=True).see(stuck(1)).badge().do(i.SeatByHand(1)).stakes(s1=1000)
    felt.do(i.SetLamp(1, True)).prove(1)
    assert felt.state.sensors[0].manual is False
    assert felt.do(i.CloseBets()).state.jp1_seats == ()
    assert [event.jp1_seats for event in felt.events(e.BetsClosed)] == [()]  # type: ignore[attr-defined]


@requirement("BC-11")
def test_a_stake_registered_by_hand_is_told_as_such_in_the_recall() -> None:
    felt = by_hand().do(i.SetLamp(1, True)).close().draw("2c 3d 4c 5d Qs Js")
    felt.do(i.CallStreet()).draw("Kc Kd Kh").do(i.CallStreet()).draw("9s 9d").do(i.FoldRest(), i.OpenHands())
    felt.settle()
    done = views.console(felt.state)["last_rounds"][0]
    assert (done["jp1_seats"], done["jp1_manual"]) == ([1], [1])
    assert (felt.state.hand_lamps.rounds, felt.state.hand_lamps.stakes) == (1, 1)  # type: ignore[union-attr]
    felt.badge().do(i.CountersignTotals())
    assert felt.events(e.TotalsCountersigned) == [e.TotalsCountersigned("Chef 1", 1, 1, 500)]


def test_a_relieved_dealer_does_not_countersign_the_lamps_that_he_lit() -> None:
    """I9: signed off, he came back with a chef's card, and made both halves of his own totals."""
    felt = Felt(register=True).open(sensors=True).see(i.HealthObserved(Machine.CHIPS, Health.LOST))
    felt.person("Chef 1", Role.CHEF).do(i.AllowHandLamps()).see(i.BadgeGone())
    felt.stakes(s1=1000).do(i.SetLamp(1, True)).close().draw("2c 7d 9s 4h").do(i.CallStreet())
    felt.draw("Kc Jd 6h").do(i.CallStreet()).draw("5s Qs").play(1, 1).showdown().settle().next_round()
    dealt = "croupier-07"
    felt.dealer("croupier-99").person(dealt, Role.CHEF)
    same = Refusal("same_person", "RO-02", (("person", dealt),))
    assert felt.tap(i.CountersignTotals()) == same
    felt.person("Chef 1", Role.CHEF).do(i.CountersignTotals())
    assert felt.state.hand_lamps is not None
    assert felt.state.hand_lamps.dealers == (), "the next rounds are another's"


@requirement("BC-11")
def test_after_ten_rounds_with_lamps_by_hand_the_pit_is_told_whose_card_is_awaited_and_for_how_much() -> None:
    felt = by_hand()
    for played in range(1, 11):
        assert not views.pit(felt.state)["awaited"]
        if played > 1:
            felt.next_round().do(i.ConfirmRest())
        felt.do(i.SetLamp(1, True)).close().draw("2c 3d 4c 5d Qs Js")
        felt.do(i.CallStreet()).draw("Kc Kd Kh").do(i.CallStreet()).draw("9s 9d")
        felt.do(i.FoldRest(), i.OpenHands()).settle()
    (awaited,) = views.pit(felt.state)["awaited"]
    assert (awaited["what"], awaited["cents"], awaited["seat"]) == ("countersign", 10 * 500, 0)
    felt.badge().do(i.CountersignTotals())
    assert not views.pit(felt.state)["awaited"]


def test_a_carried_stake_stays_marked_as_registered_by_hand() -> None:
    felt = by_hand().do(i.SetLamp(1, True)).close().draw("2c").void(i.Incident.EQUIPMENT)
    assert (felt.state.seat(1).jp1, felt.state.seat(1).manual) == ("carried", True)
    refusal = felt.tap(i.SetLamp(1, True))
    assert refusal is not None
    assert refusal.code == "already_carried"


@pytest.mark.parametrize("countersigned", [False, True], ids=["at the end", "and between the deals"])
def test_a_stake_lit_by_hand_that_a_void_carried_is_countersigned_once(countersigned: bool) -> None:
    felt = folded_round(by_hand().do(i.SetLamp(1, True), i.SetLamp(2, True)).close()).next_round()
    felt.as_before().do(i.SetLamp(1, True)).close().draw("2c").void(i.Incident.EQUIPMENT)
    if countersigned:
        felt.badge().do(i.CountersignTotals())
    folded_round(felt.other_deck().as_before().do(i.SetLamp(2, True)).close())
    felt.badge().do(i.CountersignTotals())
    told = [(one.rounds, one.stakes, one.cents) for one in felt.events(e.TotalsCountersigned)]
    assert told == ([(1, 2, 1_000)] * 2 if countersigned else [(2, 4, 2_000)])


def folded_round(felt: Felt) -> Felt:
    felt.draw("2c 3d 4c 5d Qs Js").do(i.CallStreet()).draw("Kc Kd Kh").do(i.CallStreet()).draw("9s 9d")
    return felt.do(i.FoldRest(), i.OpenHands()).settle()


def test_no_total_is_forgotten_as_the_sensors_are_listened_to_again() -> None:
    """Two stakes went into the jackpot by lamps that the dealer lit alone."""
    felt = folded_round(by_hand().do(i.SetLamp(1, True), i.SetLamp(2, True)).close())
    felt.see(i.HealthObserved(Machine.CHIPS, Health.UP)).badge()
    assert felt.tap(i.EndHandLamps()) == Refusal("countersign_due", "BC-11", (("rounds", 1),))
    felt.do(i.CountersignTotals(), i.EndHandLamps())
    assert [told.stakes for told in felt.events(e.TotalsCountersigned)] == [2]


def test_the_sensors_are_not_listened_to_before_a_stake_that_a_void_carried_is_counted() -> None:
    felt = by_hand().do(i.SetLamp(1, True)).close().draw("2c").void(i.Incident.EQUIPMENT)
    felt.see(i.HealthObserved(Machine.CHIPS, Health.UP)).badge()
    assert (felt.tap(i.EndHandLamps()), views.console(felt.state)["hand_lamps"]["back"]) == (NOT_NOW, False)
    folded_round(felt.other_deck().as_before().close()).badge()
    felt.do(i.CountersignTotals(), i.EndHandLamps())
    assert [told.stakes for told in felt.events(e.TotalsCountersigned)] == [1]


def test_who_dealt_a_void_deal_whose_stakes_are_carried_lit_their_lamps() -> None:
    """I9: relieved before the next deal, he does not countersign them either."""
    felt = Felt(register=True).open(sensors=True).see(i.HealthObserved(Machine.CHIPS, Health.LOST))
    felt.person("Chef 1", Role.CHEF).do(i.AllowHandLamps()).see(i.BadgeGone())
    felt.stakes(s1=1000).do(i.SetLamp(1, True)).close().draw("2c").void(i.Incident.EQUIPMENT)
    assert felt.state.hand_lamps is not None
    assert felt.state.hand_lamps.dealers == ("croupier-07",)


def test_a_table_that_nothing_ails_offers_nothing_more_than_the_difference() -> None:
    felt = Felt().open(sensors=True).stakes(s1=1000).chips(1)
    names = {type(one).__name__ for one in legal_now(felt.state)}
    assert not names & {"SetLamp", "SeatByHand", "AllowHandLamps", "EndHandLamps", "CountersignTotals"}
    assert i.TellDifference() in legal_now(felt.do(i.CloseBets()).state)


def test_a_difference_found_when_a_card_came_too_early_is_resolved_first() -> None:
    felt = (
        Felt().open(sensors=True).stakes(s1=1000, s2=1000).chips(1, 2).do(i.CloseBets(), i.TellDifference())
    )
    felt.draw("2c").badge()
    refusal = felt.tap(i.RegisterJp1Now())
    assert refusal is not None
    assert refusal.code == "count_disputed"
    felt.do(i.NoChip(2), i.RegisterJp1Now())
    assert felt.state.jp1_seats == (1,)


def test_chips_given_back_end_the_difference() -> None:
    felt = Felt().open(sensors=True).stakes(s1=1000).chips(1).do(i.CloseBets(), i.TellDifference())
    felt.badge().do(i.GiveJp1Back())
    assert felt.state.phase is Phase.DEALING
    assert not felt.state.playing.count_disputed


def test_bets_reopened_end_the_difference() -> None:
    felt = Felt().open(sensors=True).stakes(s1=1000).chips(1).do(i.CloseBets(), i.TellDifference())
    felt.badge().do(i.ReopenBets(), i.CloseBets(), i.CollectJp1())
    assert felt.state.jp1_seats == (1,)


def test_the_only_stake_not_found_leaves_the_round_without_jp1() -> None:
    felt = (
        Felt().open(sensors=True).stakes(s1=1000).chips(1).do(i.CloseBets(), i.TellDifference(), i.NoChip(1))
    )
    assert felt.state.phase is Phase.DEALING
    assert felt.asked == []


def test_a_correction_waits_for_the_book_and_is_asked_until_it_answers() -> None:
    felt = Felt().open(sensors=True).stakes(s1=1000, s2=1000).chips(1, 2).close()
    felt.do(i.ProposeCorrection(2))
    felt.answering = False
    felt.badge().do(i.ApproveCorrection())
    assert [one for one in react(felt.state) if isinstance(one, Refund)] == [Refund(1, 1, 2)]
    again = fold(TableState(facts()), felt.entries)
    assert [one for one in react(again) if isinstance(one, Refund)] == [Refund(1, 1, 2)]
    felt.see(felt.answer(Refund(1, 1, 2)))
    assert felt.state.money is None
    assert felt.state.jp1_seats == (1,)


def test_a_round_voided_after_a_correction_refunds_the_others_only() -> None:
    felt = Felt().open(sensors=True).stakes(s1=1000, s2=1000).chips(1, 2).close()
    felt.do(i.ProposeCorrection(2)).badge("Chef 2", Role.CHEF).do(i.ApproveCorrection()).draw("2c")
    felt.void(i.Incident.EQUIPMENT)
    assert felt.state.jp1_seats == (1,)
    assert felt.state.seat(2).jp1 == "none"


def test_raw_moves_are_kept_and_change_nothing() -> None:
    felt = Felt().open(sensors=True)
    before = felt.state
    moves = (i.SensorMove(felt.now_ms, "3", True), i.SensorMove(felt.now_ms + 4, "3", False))
    felt.see(i.SensorMovesObserved(moves))
    assert felt.events(e.SensorsMoved) == [e.SensorsMoved(moves)]
    assert (felt.state.seats, felt.state.sensors) == (before.seats, before.sensors)
    assert judge(felt.state, i.SensorMovesObserved(())) == ()


STEPS = (
    lambda felt: felt.do(i.OpenTable()).see(UP),
    lambda felt: felt.see(i.ChipObserved(1, True)),
    lambda felt: felt.see(i.ChipObserved(1, False)).prove(2, 3, 4, 5, 6),
    lambda felt: felt.badge().do(i.ConfirmOpening()),
    lambda felt: felt.do(i.SeatByHand(7)).stakes(s1=1000, s2=1000, s7=1000).do(i.SetLamp(7, True)),
    lambda felt: felt.chips(1, 2),
    lambda felt: felt.do(i.CloseBets()),
    lambda felt: felt.do(i.TellDifference()),
    lambda felt: felt.do(i.NoChip(2)),
    lambda felt: felt.do(i.CollectJp1()).see(i.ChipObserved(1, False)),
    lambda felt: felt.do(i.ProposeCorrection(7)),
    lambda felt: felt.badge("Chef 2").do(i.ApproveCorrection()),
    lambda felt: felt.draw("2c 3d 4c 5d 6c 7d Qs Js"),
)


@requirement("RC-02")
@pytest.mark.parametrize("killed", range(1, len(STEPS) + 1))
def test_a_restart_after_each_step_finds_lamps_marks_and_money_as_they_were(killed: int) -> None:
    felt = Felt()
    for number, step in enumerate(STEPS, 1):
        step(felt)
        if number == killed and felt.state.phase is not Phase.CLOSED:
            before = lamps(felt.state)
            felt._step([e.SessionResumed()])
            assert lamps(felt.state) == before
            felt.do(i.ConfirmFelt()).badge()
    assert fold(TableState(facts()), felt.entries) == felt.state
    assert felt.state.jp1_seats == (1,)
    assert felt.state.seat(7).jp1 == "given_back"
    assert felt.meter_cents == 1_000_125


def test_a_late_chip_whose_sensors_went_away_stops_no_round() -> None:
    """A sensor that cannot be heard never says that the chip was lifted: the explorer's dead end."""
    felt = late_chip()
    assert felt.tap(i.NextRound()) == Refusal("late_chip", "BC-07", (("seat", 4),))
    felt.see(i.HealthObserved(Machine.CHIPS, Health.LOST, "silence")).do(i.NextRound())
    assert felt.state.phase is Phase.BETTING


def test_to_register_jp1_late_is_offered_while_the_deal_is_held_for_it_and_not_before() -> None:
    felt = Felt().open().stakes(s1=1000).chips(1).do(i.CloseBets())
    assert i.RegisterJp1Now() not in offered(felt.state)
    assert i.RegisterJp1Now() in offered(felt.draw("2c").state)
