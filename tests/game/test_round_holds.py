"""Holds, pauses, restarts and alarms: each ends, also when they come together, and none is lost."""

from __future__ import annotations

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.incidents.causes import HoldCause
from controller.game.inputs import Health, Machine
from controller.game.legal_acts import legal_now
from controller.game.machines.alarms import MACHINE_ALARMS, TROUBLE_ALARMS
from controller.game.refusals import BADGE_CHEF, Refusal
from controller.game.round import Jp1
from controller.game.state import Phase
from tests.builders import Felt, card
from tests.law.requirements import requirement

TWO_SEATS = "2c 7d 3c 8d 9s 4h"


def dealt() -> Felt:
    """Seats 1 and 2 hold nothing much, the dealer nothing at all; the flop is awaited."""
    return Felt().open().stakes(s1=1000, s2=1000).close().draw(TWO_SEATS)


def alarms(felt: Felt) -> list[tuple[str, int, str]]:
    return [(up.code, up.seat, up.detail) for up in felt.state.alarms]


def restart(felt: Felt) -> Felt:
    felt._step([e.SessionResumed()])
    return felt


# --- together ------------------------------------------------------------------------------------


@requirement("SE-05")
def test_a_restart_in_a_held_round_ends_with_the_felt_confirmed_and_the_hold_by_the_chef() -> None:
    felt = restart(dealt().do(i.DeclareIncident(i.Incident.IRREGULAR_DEAL)))
    refusal = felt.tap(i.Resume())
    assert refusal is not None
    assert refusal.code == "felt_first"
    assert i.ConfirmFelt() in legal_now(felt.state)
    felt.do(i.ConfirmFelt())
    assert felt.state.held is not None
    felt.badge().do(i.Resume(), i.CallStreet())


def test_a_restart_in_a_pause_ends_both() -> None:
    felt = restart(Felt().open().do(i.Pause()))
    felt.do(i.ConfirmFelt(), i.EndPause())
    assert not felt.state.paused


def test_a_card_during_a_pause_holds_the_round_and_both_end() -> None:
    felt = Felt().open().stakes(s1=1000).do(i.Pause()).draw("2c")
    assert felt.state.phase is Phase.LATCHED
    assert felt.state.held is not None
    felt.do(i.EndPause()).badge().do(i.Resume())
    assert felt.state.phase is Phase.DEALING


def test_an_incident_during_the_betting_holds_it_and_resumes() -> None:
    felt = Felt().open().stakes(s1=1000).do(i.DeclareIncident(i.Incident.PLAYERS_TALKING))
    refusal = felt.tap(i.SetStakes(2, 1000))
    assert refusal is not None
    assert refusal.code == "held"
    felt.badge().do(i.Resume(), i.SetStakes(2, 1000))


def test_an_exposed_card_is_ended_by_the_dealer_himself() -> None:
    felt = dealt().do(i.DeclareIncident(i.Incident.EXPOSED_CARD))
    assert not felt.events(e.ChefCalled)
    felt.do(i.Resume(), i.CallStreet())


def staked() -> Felt:
    """Seats 1 and 2 have laid their main bets, and their JP1 chips."""
    return Felt().open(sensors=True).stakes(s1=1000, s2=1000).chips(1, 2)


@requirement("BC-06")
@pytest.mark.parametrize("incident", [i.Incident.EXPOSED_CARD, i.Incident.MARKED_CARD])
@pytest.mark.parametrize("closed", [False, True])
def test_whatever_holds_the_betting_the_chef_is_asked_for_jp1_once_a_card_is_out(
    incident: i.Incident, closed: bool
) -> None:
    felt = staked()
    felt = felt.do(i.CloseBets()) if closed else felt
    felt.do(i.DeclareIncident(incident)).draw("2c").badge()
    if incident is i.Incident.MARKED_CARD:
        felt.do(i.Resume()).badge()
    assert felt.tap(i.Resume()) == Refusal("jp1_to_choose", "art. 55-20, 2°")
    assert ("A-205", 0, "jp1_not_registered") in alarms(felt)
    felt.do(i.RegisterJp1Now())
    assert felt.state.jp1_seats == (1, 2)
    assert not alarms(felt)


@requirement("BC-06")
def test_jp1_chips_that_an_exposed_card_held_are_not_registered_after_the_second_card() -> None:
    felt = staked().do(i.DeclareIncident(i.Incident.EXPOSED_CARD)).draw("2c 3c").badge()
    assert felt.tap(i.RegisterJp1Now()) == Refusal("second_card_out", "art. 55-20, 2°")
    assert felt.tap(i.CollectJp1()) == Refusal("held", "", (("cause", "jp1_not_registered"),))
    felt.do(i.GiveJp1Back())
    assert (felt.state.phase, felt.state.jp1_seats) == (Phase.DEALING, ())
    assert not felt.events(e.ContributionAsked)


def test_a_card_too_many_asks_for_the_chef_although_a_card_was_exposed() -> None:
    felt = Felt().open(sensors=True).stakes(s1=1000).chips(1).close().draw("Kc Kd 2s 7h")
    felt.do(i.CallStreet()).draw("Ks 9d 9c").do(i.CallStreet()).draw("4h 5h")
    felt.do(i.DeclareIncident(i.Incident.EXPOSED_CARD)).draw("6h")
    assert felt.state.held is not None
    assert felt.state.held.cause is HoldCause.EXTRA_CARD
    assert felt.tap(i.Resume()) == BADGE_CHEF
    felt.badge().do(i.Resume())


def test_the_pit_is_told_how_much_waits_to_be_registered_over_the_first_card() -> None:
    felt = staked().do(i.CloseBets()).draw("2c")
    (awaited,) = views.pit(felt.state)["awaited"]
    assert (awaited["what"], awaited["cents"]) == ("register", 2 * 500)


def test_a_hold_for_jp1_chips_that_were_none_is_ended_by_the_chef() -> None:
    felt = Felt().open(sensors=True).stakes(s1=1000).chips(1).do(i.CloseBets(), i.TellDifference())
    felt.draw("2c").badge().do(i.NoChip(1))
    assert felt.state.held is not None
    felt.badge().do(i.Resume())
    assert felt.state.phase is Phase.DEALING


# --- alarms --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "alarm", "seat"),
    [
        ("jam", "A-208", 0),
        ("jam_inlet_2", "A-208", 0),
        ("lid_open", "A-210", 0),
        ("chip_bouncing_9", "A-301", 0),
        ("chip_stuck_²", "A-301", 0),
        ("", "A-307", 0),
        ("nobody_knows", "A-307", 0),
    ],
)
def test_any_trouble_of_a_machine_is_an_alarm_that_ends_with_it(code: str, alarm: str, seat: int) -> None:
    felt = Felt().see(i.TroubleObserved(Machine.CHIPS, code))
    assert alarms(felt) == [(alarm, seat, code)]
    felt.badge().do(i.SeeAlarm(1, "checked"))
    felt.see(i.TroubleObserved(Machine.CHIPS, code, active=False))
    assert not alarms(felt)


def test_a_card_between_two_rounds_stays_an_alarm_until_somebody_has_seen_it() -> None:
    felt = dealt().play(4, 1, 2).do(i.CallStreet()).draw("Kc Jd 6h").do(i.CallStreet()).draw("5s Qs")
    felt.showdown().settle().draw("Ah")
    assert felt.state.phase is Phase.CLEARING
    assert alarms(felt) == [("A-217", 0, "no_round")]
    felt.do(i.NextRound())
    assert alarms(felt) == [("A-217", 0, "no_round")]
    felt.do(i.SeeAlarm(felt.state.alarms[0].number))
    assert not alarms(felt)


def test_a_card_of_a_closed_table_is_an_alarm_and_nothing_else() -> None:
    felt = Felt().draw("Ah")
    assert felt.state.phase is Phase.CLOSED
    assert alarms(felt) == [("A-217", 0, "no_round")]


@requirement("CS-08")
def test_a_deal_with_a_card_twice_is_only_voided() -> None:
    felt = Felt().open().stakes(s1=1000).chips(1).close().draw("Kc Kd 2s 7h").do(i.CallStreet())
    felt.draw("Ks 9d 9c").do(i.CallStreet()).draw("4h 4h 5s").badge()
    assert felt.tap(i.Resume()) == Refusal("void_only", "CS-08")
    felt.do(i.ArmVoid(i.Incident.IRREGULAR_DEAL), i.DisarmVoid())
    assert felt.tap(i.Resume()) == Refusal("void_only", "CS-08"), "the deck is no better for having asked"


def test_a_new_deal_that_everyone_has_left_is_over() -> None:
    felt = Felt().open().stakes(s1=1000).chips(1).close().draw("Kc").badge()
    felt.void(i.Incident.EQUIPMENT).do(i.VacateSeat(1), i.CloseBets())
    assert felt.events(e.RefundRecorded)
    assert felt.events(e.FinishRecorded)
    assert (felt.state.phase, felt.state.money) == (Phase.CLEARING, None)


GARBAGE = i.ScreenGarbageObserved("dealer", "no map")
SHORT_DECK = i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "red", "blue", 51, True)
WHOLE_DECK = i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "red", "blue", 52, True)
ENDS: list[tuple[str, i.Observation, i.Observation | None]] = [
    ("A-204", SHORT_DECK, WHOLE_DECK),
    ("A-206", i.BookUnreachable("read", "timeout"), i.MeterObserved(1, 1_000_000, 1)),
    ("A-308", GARBAGE, None),
    *(
        (code, i.HealthObserved(machine, Health.LOST), i.HealthObserved(machine, Health.UP))
        for machine, code in MACHINE_ALARMS.items()
    ),
    *(
        (code, i.TroubleObserved(Machine.SHOE, kind), i.TroubleObserved(Machine.SHOE, kind, active=False))
        for kind, (code, _) in TROUBLE_ALARMS.items()
    ),
]


@pytest.mark.parametrize(("code", "cause", "end"), ENDS, ids=[f"{one[0]}-{n}" for n, one in enumerate(ENDS)])
def test_an_alarm_is_raised_once_and_ends_with_its_cause(
    code: str, cause: i.Observation, end: i.Observation | None
) -> None:
    felt = Felt().open(sensors=True).badge().see(cause, cause)
    assert [up.code for up in felt.state.alarms] == [code]
    felt.do(i.SeeAlarm(felt.state.alarms[0].number, "repaired"))
    if end is not None:
        assert [up.code for up in felt.state.alarms] == [code], "seen, and its cause still there"
        felt.see(end)
    assert not felt.state.alarms


# --- chips ---------------------------------------------------------------------------------------


def test_a_latched_chip_that_is_lifted_is_flagged_and_still_stands() -> None:
    felt = Felt().open().stakes(s1=1000, s2=1000).chips(1, 2).do(i.CloseBets())
    felt.see(i.ChipObserved(2, False))
    assert alarms(felt) == [("A-205", 2, "lifted")]
    assert felt.state.seat(2).jp1 is Jp1.LATCHED
    felt.see(i.ChipObserved(2, True))
    assert not alarms(felt)
    felt.see(i.ChipObserved(2, False)).do(i.CollectJp1())
    assert not alarms(felt)
    assert felt.state.jp1_seats == (1, 2)


# --- answers of the book that are not for this act -----------------------------------------------


def test_the_refund_of_another_attempt_is_not_an_answer() -> None:
    felt = Felt().open().stakes(s1=1000, s2=1000).chips(1, 2).close().draw("2c")
    felt.void()
    felt.answering = False
    felt.do(i.VacateSeat(1))
    felt.see(i.RefundObserved(1, 2, 1, felt.meter_cents, felt.book_seq))
    assert not felt.events(e.RefundRecorded)
    felt.see(i.RefundObserved(1, 1, 1, felt.meter_cents - 125, felt.book_seq + 1))
    assert felt.state.money is None


def royal_of_seat_one() -> Felt:
    """Seat 1 holds a royal with a card of his own and JP1; seat 2 plays JP1 too."""
    felt = Felt().open().stakes(s1=1000, s2=1000).chips(1, 2).close().draw("As Ks 2c 7d 3h 8c")
    return felt.do(i.CallStreet()).draw("Qs Js Ts").do(i.CallStreet()).draw("4d 9h").play(1, 1, 2).showdown()


def test_the_refusal_of_another_claim_is_not_an_answer() -> None:
    felt = royal_of_seat_one().identify()
    felt.answering = False
    felt.refuse(i.ClaimDoubt.EXCHANGED)
    felt.see(i.ClaimRefusedObserved(7, 1, 1, 5, felt.book_seq + 1))
    assert not felt.events(e.ClaimWithdrawn)
    assert isinstance(felt.state.money, e.AwardRefused)


def test_a_round_whose_prize_was_released_is_not_voided() -> None:
    felt = royal_of_seat_one().prove_hand().release()
    assert felt.events(e.AwardRecorded)
    refusal = felt.tap(i.ArmVoid(i.Incident.EVACUATION))
    assert refusal is not None
    assert (refusal.code, refusal.article) == ("verification", "RP-20")


def test_a_folded_hand_with_nothing_alive_is_not_to_be_keyed() -> None:
    felt = Felt().open().stakes(s1=1000, s2=1000).close().draw("?? 7d 3c 8d 9s 4h").do(i.CallStreet())
    felt.draw("Kc Jd 6h").do(i.CallStreet()).draw("5s Qs").fold(1).play(1, 2)
    refusal = felt.tap(i.KeyCard(felt.state.unread[0], card("2c")))
    assert refusal is not None
    assert refusal.code == "not_now"
    felt.showdown().settle()
    assert felt.state.phase is Phase.CLEARING


def test_two_alarms_of_one_card_have_a_number_each() -> None:
    felt = Felt().open().stakes(s1=1000, s2=1000).chips(2).draw("??").badge().do(i.GiveJp1Back())
    assert alarms(felt) == [("A-202", 1, "hole.1.0")], "the unread card is still to be keyed"


@pytest.mark.parametrize("cards", ["", "2c 7d 3c"])
def test_a_shoe_that_cannot_count_its_cards_after_a_silence_holds_the_deal_until_a_chef_has_counted(
    cards: str,
) -> None:
    """RC-06: dealing goes on only when the count agrees; here a person counts, no card or three."""
    doubt = i.TroubleObserved(Machine.SHOE, "count_unknown")
    felt = Felt().open().stakes(s1=1000, s4=1000).close().draw(cards).see(doubt)
    assert felt.state.held is not None
    assert felt.state.held.cause == "count_unknown"
    assert [up.code for up in felt.state.alarms] == ["A-215"]
    assert felt.tap(i.Resume()) is not None
    felt.badge().do(i.Resume()).draw("2c 7d 3c 8d 9s 4h" if not cards else "8d 9s 4h")
    assert felt.state.phase == "deciding"


def test_such_a_silence_before_the_deal_holds_nothing() -> None:
    felt = Felt().open().stakes(s1=1000).see(i.TroubleObserved(Machine.SHOE, "count_unknown"))
    assert felt.state.held is None


@requirement("RC-06")
@pytest.mark.parametrize(
    "said",
    [
        i.ShoeObserved(False, 52 - 4),
        i.ShoeObserved(False, 52),
        i.ShoeObserved(False, 0),
        i.TroubleObserved(Machine.SHOE, "count_mismatch"),
    ],
    ids=["a card more is out", "another deck was put in", "the deck was taken out", "by its own count"],
)
def test_a_shoe_whose_count_is_not_that_of_the_deal_holds_it_until_it_is_void(said: i.Observation) -> None:
    """RC-06, RP-18: dealing is resumed only if the card counter agrees."""
    felt = Felt().open().see(i.ShoeObserved(False, 52)).stakes(s1=1000, s4=1000).close().draw("2c 7d 3c")
    assert felt.see(i.ShoeObserved(False, 52 - 3)).state.held is None
    felt.see(said)
    assert felt.state.held is not None
    assert felt.state.held.cause == "card_count"
    assert [up.code for up in felt.state.alarms] == ["A-215"]
    assert felt.badge().tap(i.Resume()) is not None
    felt.void()
    assert felt.state.held is None
