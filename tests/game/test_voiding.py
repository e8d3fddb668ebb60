"""A void: armed, confirmed by whoever must whatever the cards are, ended by the last refund (rules, 5)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.evolve import fold
from controller.game.felt import Spot, board
from controller.game.incidents.causes import HoldCause
from controller.game.incidents.voiding import board_out, comite_confirms, declared_reason, void_only
from controller.game.inputs import Health, Incident, Machine, Role
from controller.game.legal_acts import legal_now
from controller.game.profile import RuleProfile
from controller.game.react import react, shoe_locked
from controller.game.refusals import Refusal
from controller.game.state import Phase, TableState
from controller.settings.rules import load_profile
from tests.builders import CHEF, COMITE, Felt, card, facts
from tests.law.requirements import requirement
from ui.screen.console import ConsoleFace

VOID = i.VoidRound(Incident.IRREGULAR_DEAL)
ARM = i.ArmVoid(Incident.IRREGULAR_DEAL)
COMITE_NEEDED = Refusal("badge_comite", "RP-20")


def house(**options: object) -> RuleProfile:
    shipped = load_profile("fr-55-20-2021")
    return replace(shipped, options=replace(shipped.options, **options))  # type: ignore[arg-type]


def preflop(
    profile: RuleProfile | None = None, own: str = "2c 7d 3c 8d", jp1: tuple[int, ...] = (1,)
) -> Felt:
    """Seats 1 and 4 play, seat 1 for JP1 too, and the flop is announced."""
    felt = Felt(profile).open().stakes(s1=(1000, 500), s4=2000).chips(*jp1).close()
    return felt.draw(own).draw("9s 4h")


def at_the_board(first: str = "Ks", own: str = "2c 7d 3c 8d", profile: RuleProfile | None = None) -> Felt:
    """One board card is out, and lies face down."""
    return preflop(profile, own).do(i.CallStreet()).draw(first)


def code(felt: Felt, intent: i.Intent) -> str:
    refusal = felt.tap(intent)
    return refusal.code if refusal is not None else ""


# --- armed, then confirmed -----------------------------------------------------------------------


@requirement("RP-18")
def test_a_void_is_armed_and_then_confirmed() -> None:
    felt = preflop().badge()
    assert felt.tap(VOID) == Refusal("void_not_armed", "RP-18")
    felt.do(ARM)
    assert felt.state.held is not None
    assert felt.events(e.RoundVoided) == []
    assert code(felt, i.VoidRound(Incident.EVACUATION)) == "void_not_armed", (
        "what is confirmed is what was armed"
    )
    felt.do(VOID)
    (voided,) = felt.events(e.RoundVoided)
    assert isinstance(voided, e.RoundVoided)
    assert (voided.chef, voided.confirmed_by, voided.reason) == ("Chef 1", "Chef 1", Incident.IRREGULAR_DEAL)


def test_an_armed_void_holds_the_round_until_it_is_disarmed_and_resumed() -> None:
    felt = preflop().badge().do(ARM)
    assert code(felt, i.CallStreet()) == "held"
    assert felt.tap(i.Resume()) == Refusal("void_armed", "RP-18")
    felt.do(i.DisarmVoid())
    assert felt.state.held is not None
    assert code(felt, VOID) == "void_not_armed"
    felt.do(i.Resume(), i.CallStreet())


def test_the_declared_reason_is_carried_over_and_offered_without_being_asked_again() -> None:
    felt = preflop().do(i.DeclareIncident(Incident.MISSING_CARD)).badge()
    assert i.ArmVoid(Incident.MISSING_CARD) in legal_now(felt.state)
    assert views.console(felt.state)["held"]["void"]["declared"] == "missing_card"
    felt.do(i.ArmVoid(Incident.MISSING_CARD))
    assert {i.VoidRound(Incident.MISSING_CARD), i.DisarmVoid()} <= set(legal_now(felt.state))


def test_the_big_key_confirms_and_never_arms() -> None:
    """The two acts are in two places: what arms stands elsewhere."""
    felt = preflop(jp1=()).badge().draw("2c")
    assert felt.state.held is not None
    assert felt.state.held.cause == "duplicate_card"
    primary = views.console(felt.state)["primary"]
    assert (primary["tap"]["act"], primary["why"]["code"]) == ("VoidRound", "void_not_armed")
    assert views.console(felt.do(ARM).state)["primary"]["why"] is None


def test_the_chef_who_deals_arms_nothing() -> None:
    felt = Felt(register=True).open().stakes(s1=1000).close().draw("2c").person("croupier-07", Role.CHEF)
    assert code(felt, ARM) == "same_person"


# --- who confirms --------------------------------------------------------------------------------

OWN = ("As Ac 3c 8d", "2c 7d 3c 8d")
FIRST = ("Ad", "Ks", "??")


@requirement("RO-03", "RP-20")
@pytest.mark.parametrize(("own", "first"), list(product(OWN, FIRST)))
def test_from_the_first_board_card_on_the_comite_confirms_whatever_the_cards_are(
    own: str, first: str
) -> None:
    felt = at_the_board(first, own).badge().do(ARM)
    assert felt.tap(VOID) == COMITE_NEEDED
    felt.badge("Chef 1", Role.COMITE)
    assert felt.tap(VOID) == Refusal("same_person", "RP-20", (("person", "Chef 1"),))
    felt.badge(*COMITE).do(VOID)
    (voided,) = felt.events(e.RoundVoided)
    assert isinstance(voided, e.RoundVoided)
    assert (voided.chef, voided.confirmed_by) == ("Chef 1", "Durand")


@requirement("RP-20")
@pytest.mark.parametrize("own", OWN)
def test_before_it_the_chef_confirms_whatever_the_cards_are(own: str) -> None:
    felt = preflop(own=own).badge().do(ARM, VOID)
    assert felt.state.phase is Phase.REFUNDING


def test_the_dealer_is_not_the_second_person() -> None:
    felt = Felt(register=True).open().stakes(s1=1000).chips(1).close().draw("2c 7d 9s 4h")
    felt.do(i.CallStreet()).draw("Ks").person(*CHEF).do(ARM).person("croupier-07", Role.COMITE)
    assert code(felt, VOID) == "same_person"


def test_a_board_dealt_face_down_with_the_hands_is_out() -> None:
    felt = (
        Felt(house(board_drawn="with_hands")).open().stakes(s1=1000).chips(1).close().draw("2c 7d 9s 4h Ks")
    )
    assert felt.state.playing.shown == {}
    assert comite_confirms(felt.state)


def test_a_board_dealt_by_hand_is_out_as_soon_as_the_street_is_called() -> None:
    felt = preflop().see(i.HealthObserved(Machine.SHOE, Health.LOST, "silence")).badge().do(i.DealByHand())
    assert not board_out(felt.state)
    assert comite_confirms(felt.do(i.CallStreet()).state)
    assert comite_confirms(felt.do(i.KeyCard(board(0), card("Ks"))).state)


@pytest.mark.parametrize("called", ["before the shoe fell mute", "by hand"])
def test_a_street_turned_by_hand_stays_out_and_no_tap_takes_it_back(called: str) -> None:
    """Nobody reads its first card: it may lie open before anything is keyed."""
    felt = preflop()
    if called != "by hand":
        felt.do(i.CallStreet())
    felt.see(i.HealthObserved(Machine.SHOE, Health.LOST, "silence")).badge().do(i.DealByHand())
    if called == "by hand":
        felt.do(i.CallStreet())
    refusal = Refusal("nothing_to_undo", "", (("since", "street_by_hand"),))
    assert felt.tap(i.Undo()) == refusal
    assert views.console(felt.state)["undo"] is None
    assert code(felt, i.BetPlay(1, 4)) == "not_now"
    assert felt.do(ARM).tap(VOID) == COMITE_NEEDED
    felt.do(i.DisarmVoid(), i.Resume()).see(i.HealthObserved(Machine.SHOE, Health.UP))
    felt.see(i.ShoeObserved(locked=True, cards_left=52 - felt.state.playing.drawn)).do(i.DealByShoe())
    assert felt.tap(i.Undo()) == refusal
    assert felt.do(ARM).tap(VOID) == COMITE_NEEDED, "the shoe is back, and the cards were seen all the same"


def test_a_card_seen_twice_in_the_place_of_the_first_board_card_is_out() -> None:
    felt = at_the_board("2c")
    assert felt.state.held is not None
    assert felt.state.held.cause == "duplicate_card"
    assert comite_confirms(felt.state)


def test_a_stake_that_died_with_the_fold_asks_for_nobody() -> None:
    felt = at_the_board("Kc Jd 6h", profile=house(jp1_after_fold=False)).do(i.CallStreet()).draw("5s Qs")
    assert comite_confirms(felt.state)
    assert not comite_confirms(felt.fold(1).state)
    assert comite_confirms(at_the_board("Kc Jd 6h").do(i.CallStreet()).draw("5s Qs").fold(1).state)


def test_a_deal_without_jp1_is_the_chef_s_to_void() -> None:
    felt = preflop(jp1=()).do(i.CallStreet()).draw("Ks").badge().do(ARM, VOID)
    assert felt.state.phase is Phase.REFUNDING


def test_a_stake_carried_from_a_voided_deal_asks_for_the_comite_too() -> None:
    felt = preflop().void().close().draw("2c 7d 3c 8d 9s 4h").do(i.CallStreet()).draw("Ks")
    assert comite_confirms(felt.state)


# --- when no void is possible --------------------------------------------------------------------


def royal() -> Felt:
    felt = Felt().open().stakes(s1=1000).chips(1).close().draw("As Ks 3h 8c").do(i.CallStreet())
    return felt.draw("Qs Js Ts").do(i.CallStreet()).draw("4d 9h").play(1, 1).showdown()


def test_while_a_claim_is_verified_it_is_decided_first() -> None:
    felt = royal().badge()
    assert felt.tap(ARM) == Refusal("verification", "RP-20")
    felt.refuse(i.ClaimDoubt.IMAGES).badge().do(ARM).badge(*COMITE).do(VOID)
    assert felt.state.phase is Phase.REFUNDING


def test_what_was_released_is_not_voided() -> None:
    assert royal().prove_hand().release().badge().tap(ARM) == Refusal("verification", "RP-20")


@requirement("RP-18")
def test_a_deal_whose_first_seat_is_settled_is_resumed_by_the_chef_and_settled() -> None:
    felt = at_the_board("Kc Jd 6h").do(i.CallStreet()).draw("5s Qs").play(1, 1, 4).showdown()
    felt.do(i.OpenSettlement(), i.SettleSeat(4), i.DeclareIncident(Incident.EQUIPMENT)).badge()
    assert felt.tap(i.ArmVoid(Incident.EQUIPMENT)) == Refusal("void_too_late", "RP-18")
    felt.do(i.Resume(), i.SettleSeat(1))
    assert felt.state.phase is Phase.CLEARING


def test_talk_voids_the_round_where_the_rules_say_so_and_resuming_is_not_offered() -> None:
    felt = Felt(load_profile("fr-holdem-casino")).open().stakes(s1=1000).close().draw("2c")
    felt.do(i.DeclareIncident(Incident.OTHER_LANGUAGE)).badge()
    assert felt.tap(i.Resume()) == Refusal("talk_voids", "art. 55-20")
    assert i.Resume() not in legal_now(felt.state)
    felt = Felt().open().stakes(s1=1000).close().draw("2c")
    felt.do(i.DeclareIncident(Incident.PLAYERS_TALKING)).badge().do(i.Resume())


def test_talk_before_any_card_is_resumed_since_there_is_no_deal_to_void() -> None:
    felt = Felt(load_profile("fr-holdem-casino")).open().stakes(s1=1000)
    felt.do(i.DeclareIncident(Incident.PLAYERS_TALKING)).badge().do(i.Resume())


# --- the refunds ---------------------------------------------------------------------------------


def test_every_stake_goes_back_seat_by_seat_from_right_to_left_and_no_bet_opens_before() -> None:
    felt = preflop().play(4, 4).badge().do(ARM, VOID)
    assert felt.state.phase is Phase.REFUNDING
    assert shoe_locked(felt.state)
    assert views.display(felt.state)["light"]["state"] == "stop"
    assert code(felt, i.SetStakes(2, 1000)) == "bets_closed"
    assert code(felt, i.RefundSeat(1)) == "seat_not_in_turn"
    assert views.console(felt.state)["primary"]["tap"] == {"act": "RefundSeat", "seat": 4}
    felt.do(i.RefundSeat(4))
    (first,) = felt.events(e.SeatRefunded)
    assert isinstance(first, e.SeatRefunded)
    assert [(line.spot, line.cents) for line in first.lines] == [
        (Spot.ANTE, 2000),
        (Spot.BLIND, 2000),
        (Spot.PLAY, 8000),
    ]
    felt.do(i.RefundSeat(1))
    assert (felt.state.phase, felt.state.playing.attempt) == (Phase.BETTING, 2)


def test_a_carried_stake_is_told_as_carried_and_a_refunded_one_goes_back_with_the_rest() -> None:
    for option, carried in (("carry", True), ("refund", False)):
        felt = preflop(house(void_jp1=option)).badge().do(ARM, VOID, i.RefundSeat(4), i.RefundSeat(1))
        last = felt.events(e.SeatRefunded)[-1]
        assert isinstance(last, e.SeatRefunded)
        assert last.lines[-1] == e.RefundedSpot(Spot.JP1, 500, carried)
        assert felt.state.playing.number == (1 if carried else 2)


def test_a_chip_that_was_not_registered_is_handed_back_and_never_the_book_s() -> None:
    felt = Felt().open().stakes(s1=1000).chips(1).do(i.CloseBets()).badge().do(ARM, VOID, i.RefundSeat(1))
    last = felt.events(e.SeatRefunded)[-1]
    assert isinstance(last, e.SeatRefunded)
    assert last.lines[-1] == e.RefundedSpot(Spot.JP1, 500)
    assert felt.asked == []
    assert felt.state.playing.number == 2


def test_a_refund_confirmed_too_early_is_taken_back() -> None:
    felt = preflop().badge().do(ARM, VOID, i.RefundSeat(4))
    assert views.console(felt.state)["undo"] == {"act": "refunded", "seat": 4}
    felt.do(i.Undo())
    assert felt.state.seat(4).refunded is False
    assert code(felt, i.Undo()) == "nothing_to_undo"
    felt.refund()
    assert felt.state.phase is Phase.BETTING


def test_a_restart_in_the_middle_goes_on_with_the_next_seat() -> None:
    felt = preflop().badge().do(ARM, VOID, i.RefundSeat(4))
    again = fold(TableState(facts()), felt.entries)
    assert (again, react(again)) == (felt.state, react(felt.state))
    felt._step([e.SessionResumed()])
    felt.do(i.ConfirmFelt(), i.RefundSeat(1))
    assert felt.state.playing.attempt == 2


def test_an_armed_void_survives_a_restart() -> None:
    felt = preflop().badge().do(ARM)
    felt._step([e.SessionResumed()])
    felt.do(i.ConfirmFelt()).badge().do(VOID)


def test_a_card_that_comes_out_during_the_refunds_is_an_alarm_and_lies_nowhere() -> None:
    felt = preflop().badge().do(ARM, VOID)
    drawn = felt.state.playing.drawn
    felt.draw("Ah 2c")
    assert (felt.state.held, felt.state.playing.drawn) == (None, drawn)
    assert [up.code for up in felt.state.alarms] == ["A-217"]


def test_a_seat_that_was_settled_on_paper_shows_its_refund_and_no_winnings() -> None:
    """Voided at the showdown: nothing of the settlement is told any more."""
    felt = at_the_board("Kc Jd 6h").do(i.CallStreet()).draw("5s Qs").play(1, 1, 4).showdown()
    felt.badge().do(ARM).badge(*COMITE).do(VOID)
    seat = views.console(felt.state)["seats"][3]
    assert (seat["pay_cents"], seat["take_cents"], seat["lines"]) == (0, 0, [])
    assert (seat["refund_cents"], seat["refunded"]) == (6000, False)
    told = views.console(felt.state)["refund"]
    assert (told["persons"], told["left"], told["left_cents"], told["carried"]) == (
        ["Chef 1", "Durand"],
        2,
        9500,
        1,
    )


def test_what_a_press_without_an_answer_leaves_goes_back_by_the_same_refunds() -> None:
    felt = Felt().open().stakes(s1=1000, s3=1000).chips(1, 3)
    felt.answering = False
    felt.do(i.CloseBets(), i.CollectJp1()).sweep().see(i.BookUnreachable("Contribute", "timeout"))
    felt.now_ms += felt.state.facts.unanswered_ms
    felt.see(i.TimeObserved(felt.now_ms)).badge().do(i.SetStakesAside(2))
    assert felt.state.phase is Phase.REFUNDING
    felt.refund()
    assert [line.spot for line in felt.events(e.SeatRefunded)[-1].lines] == [Spot.ANTE, Spot.BLIND]  # type: ignore[attr-defined]
    assert felt.state.playing.number == 2


def test_where_nothing_is_held_no_reason_is_declared_and_the_deal_is_not_one_to_be_voided() -> None:
    state = preflop().state
    assert state.held is None
    assert (declared_reason(state), void_only(state)) == (None, False)


def antes_paid_by_a_card_keyed_wrongly(**first: int) -> Felt:
    """Hold'em de casino: a board card is keyed as one that lies face down, and the bank seems not to qualify.

    It pays the Ante of seat 2, the hand is opened, and the card lies there twice: the deal can only be void.
    Seat 5 has folded, and was paid nothing. `first`: the Ante of a seat 1, which is paid too.
    """
    felt = Felt(load_profile("fr-holdem-casino"), jp1=False).open()
    felt.stakes(**first, s2=(2000, 1000), s5=1000).close()
    felt.draw("5s 5h" if first else "").draw("As Kd 9c 8d 2h 7d")
    felt.do(*(i.BetOn(seat, Spot.A4) for seat in (1,) if first)).do(
        i.BetOn(2, Spot.A4), i.Fold(5), i.CallStreet()
    ).draw("3c Js 9h ??")
    felt.do(i.KeyCard(board(2), card("Kd")), i.KeyCard(board(2), card("Kd")))
    for cards in ("Td 6h", "8s Qc"):
        felt.do(i.CallStreet()).draw(cards)
    felt.showdown().do(i.PayAntes())
    assert felt.state.held is not None
    assert felt.state.held.cause is HoldCause.DUPLICATE_CARD
    return felt


def test_an_ante_that_was_paid_before_the_deal_was_void_is_taken_back_with_the_refund() -> None:
    """A void (rules, 5) gives the stakes back. The player kept what he had won in a deal that is none."""
    felt = antes_paid_by_a_card_keyed_wrongly()
    (paid,) = felt.events(e.AntesPaid)
    assert paid == e.AntesPaid((e.PaidAnte(2, 2000),))
    felt.call_void()
    (two, five) = (views.console(felt.state)["seats"][seat - 1] for seat in (2, 5))
    assert (two["refund_cents"], two["ante_back_cents"], five["ante_back_cents"]) == (13_000, 2000, 0)
    told = views.pit(felt.state)["refund"]
    assert told is not None
    assert (told["left_cents"], told["left_back_cents"]) == (15_000, 2000)
    focus = ConsoleFace("fr").words(views.console(felt.state) | {"now_ms": felt.now_ms})["focus"]
    felt.come("Chef 1", Role.CHEF).refund()
    back = {told.seat: told.ante_back_cents for told in felt.events(e.SeatRefunded)}
    assert back == {2: 2000, 5: 0}
    assert (felt.state.last_rounds[0].bank_cents, felt.state.last_rounds[0].paid_cents) == (0, 0)
    assert focus["seat"] == "Siège 5"
    assert focus["also"] == ""


def test_the_console_says_what_is_taken_back_of_an_ante_that_was_paid() -> None:
    felt = antes_paid_by_a_card_keyed_wrongly().call_void().come("Chef 1", Role.CHEF).do(i.RefundSeat(5))
    focus = ConsoleFace("fr").words(views.console(felt.state) | {"now_ms": felt.now_ms})["focus"]
    assert focus["also"] == "et prendre 20\u00a0€"
    assert focus["lines"][0] == {
        "spot": "Ante payée",
        "stake": "",
        "rule": "à reprendre",
        "result": "−20\u00a0€",
        "gain": False,
    }
