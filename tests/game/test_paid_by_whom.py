"""Who pays what: the dealer alone, with the chef's badge, or the cage by a slip (rules, section 3)."""

from __future__ import annotations

from controller.game import events as e
from controller.game import inputs as i
from controller.game.cards import parse_cards
from controller.game.dealing.declared_hand import Outcome
from controller.game.dealing.show import dealer_hand
from controller.game.felt import Place, Spot, board, dealer, hole
from controller.game.hands import HandClass
from controller.game.inputs import Role
from controller.game.legal_acts import legal_now
from controller.game.payment.large_payments import payment_to_confirm
from controller.game.people.awaited import awaited
from controller.game.refusals import NOT_NOW, Refusal
from controller.game.views import console, offer, primary_act
from controller.settings.rules import load_profile
from tests.builders import Felt
from tests.game.arranged import exchanged, river
from tests.law.requirements import requirement
from tests.ui.claim_states import paid_by_the_cage, royal_over
from ui import figures
from ui.screen import settlement
from ui.screen.speech import Speech

WAYS = ("paid", "taken")


def royal_without_jp1(ante_cents: int) -> Felt:
    """A royal of seat 1 that nobody plays JP1 beside, its seat to be settled."""
    felt = Felt().open().stakes(s1=ante_cents).close().draw("As Ks 3h 8c").do(i.CallStreet()).draw("Qs Js Ts")
    return felt.do(i.CallStreet()).draw("4d 9h").do(i.BetRest()).showdown().do(i.OpenSettlement())


def test_a_blind_of_a_royal_waits_for_the_chefs_badge_without_any_jp1() -> None:
    """75 000 euros of the Blind, and the dealer alone may not pay them."""
    felt = royal_without_jp1(15_000)
    cents = 500 * 15_000 + 2 * 15_000  # Ante and Play once each: the bank has a straight
    assert felt.tap(i.SettleSeat(1)) == Refusal(
        "payment_to_confirm", "JW-21", (("seat", 1), ("cents", cents))
    )
    assert felt.badge("Luc", Role.DEALER).tap(i.ConfirmPayment(1)) == Refusal("badge_chef", "JW-21")
    assert felt.badge().tap(i.ConfirmPayment(1)) is None
    assert felt.see(i.BadgeGone()).tap(i.SettleSeat(1)) is None
    (confirmed,) = felt.events(e.PaymentConfirmed)
    assert confirmed == e.PaymentConfirmed("Chef 1", 1, cents)


def test_a_contested_seat_is_settled_with_the_chef_and_the_pit_reads_who_is_awaited() -> None:
    """Finding: the dealer settled alone what is the chef's, who answers for payments (art. 55-20)."""
    felt = royal_without_jp1(500).do(i.ContestSeat(1))
    assert felt.tap(i.SettleSeat(1)) == Refusal("badge_chef", "art. 55-20")
    assert felt.badge("Luc", Role.DEALER).tap(i.SettleSeat(1)) == Refusal("badge_chef", "art. 55-20")
    (card,) = awaited(felt.state, offer)
    assert (card["what"], card["seat"], card["roles"]) == ("contested", 1, ["chef", "comite", "director"])
    assert felt.badge().tap(i.SettleSeat(1)) is None


@requirement("JW-21")
def test_exactly_the_amount_of_the_setting_is_still_the_dealers() -> None:
    felt = Felt(second_person_from_cents=502 * 1_000).open().stakes(s1=1_000).close()
    felt.draw("As Ks 3h 8c").do(i.CallStreet()).draw("Qs Js Ts").do(i.CallStreet()).draw("4d 9h")
    felt.do(i.BetRest()).showdown().do(i.OpenSettlement())
    assert felt.tap(i.SettleSeat(1)) is None


def test_what_the_cage_pays_is_a_line_of_its_own_and_never_in_the_dealers_sum() -> None:
    """10 002,50 euros go out by a slip; the dealer pays the main game, 10 040 euros."""
    felt = paid_by_the_cage()
    for language, note in (("fr", "caisse, bordereau B-3"), ("en", "cage, slip B-3")):
        focus = settlement.settling(Speech(language, felt.now_ms), console(felt.state))
        assert focus is not None
        assert (focus["euros"].replace("\u202f", " "), focus["cents"][:3]) == ("10 040", ",00")
        assert focus["slip"] is not None
        assert focus["slip"]["amount"].replace("\u202f", " ").startswith("10 002,50")
        assert focus["slip"]["note"] == note
        assert [line["spot"] for line in focus["lines"] if line["spot"] == "JP1"] == []


def test_the_summary_of_the_round_keeps_the_cage_apart_too() -> None:
    felt = royal_over()
    focus = settlement.clearing(Speech("fr", felt.now_ms), console(felt.state))
    rows = {row["label"]: row["value"].replace("\u202f", " ").replace("\u00a0", " ") for row in focus["rows"]}
    assert rows["Payé"] == "10 540,00 €"  # Blind, Ante and Play of seat 3, the consolation of seat 6
    assert rows["Payé par la caisse"] == "10 002,50 €"
    assert felt.state.last_rounds[0].paid_cents == 1_054_000


def key(felt: Felt, places: list[Place], cards: str) -> Felt:
    """These cards are keyed by hand, each said twice."""
    for place, card in zip(places, parse_cards(cards), strict=True):
        felt.do(i.KeyCard(place, card), i.KeyCard(place, card))
    return felt


def test_a_confirmed_payment_that_becomes_another_is_confirmed_anew() -> None:
    """A contested hand told as a full house is keyed as quads: the chef had let the table pay less."""
    felt = Felt(second_person_from_cents=4_000).open().stakes(s1=1_000)
    felt.see(i.HealthObserved(i.Machine.SHOE, i.Health.LOST)).badge().do(i.DealByHand()).close()
    felt.do(i.ConfirmDealt(), i.CallStreet())
    key(felt, [board(n) for n in range(3)], "Qs Qh 7d").do(i.CallStreet())
    key(felt, [board(3), board(4)], "4d 9h").do(i.BetRest())
    key(felt, [dealer(0), dealer(1)], "7c 2h")
    felt.do(i.EnterHand(1, Outcome.WIN, HandClass.FULL_HOUSE), i.OpenHands(), i.OpenSettlement())
    felt.do(i.ConfirmPayment(1), i.ContestSeat(1))
    (confirmed,) = felt.events(e.PaymentConfirmed)
    assert confirmed == e.PaymentConfirmed("Chef 1", 1, 3 * 1_000 + 2 * 1_000)
    key(felt, [hole(1, 0), hole(1, 1)], "Qc Qd")
    cents = 10 * 1_000 + 2 * 1_000
    assert felt.tap(i.SettleSeat(1)) == Refusal(
        "payment_to_confirm", "JW-21", (("seat", 1), ("cents", cents))
    )
    felt.do(i.ConfirmPayment(1), i.SettleSeat(1))


def royal_found_late() -> Felt:
    """By hand: seats 2 and 1 are paid, then the contested cards of seat 3, which has no JP1, are a royal."""
    felt = Felt().open().stakes(s1=(1_000, 500), s2=(1_000, 500), s3=(1_000, 500)).chips(1, 2).close()
    felt.see(i.HealthObserved(i.Machine.SHOE, i.Health.LOST)).badge().do(i.DealByHand()).see(i.BadgeGone())
    felt.do(i.ConfirmDealt()).play(4, 1, 2, 3).do(i.CallStreet())
    key(felt, [board(n) for n in range(3)], "Qs Js Ts").do(i.CallStreet())
    key(felt, [board(3), board(4)], "4d 4h").tap(i.OpenHands())
    key(felt, [dealer(0), dealer(1)], "2h 3c").do(i.EnterHand(3, Outcome.WIN, HandClass.FLUSH))
    felt.do(*(i.EnterHand(n, Outcome.WIN, HandClass.THREE_OF_A_KIND) for n in (2, 1)), i.OpenHands())
    felt.do(i.OpenSettlement(), i.ContestSeat(3), i.SettleSeat(2), i.SettleSeat(1))
    return key(felt, [hole(3, 0), hole(3, 1)], "As Ks")


def test_what_was_paid_stays_paid_and_only_the_difference_is_told() -> None:
    felt = royal_found_late()
    assert felt.state.playing.verification is not None
    felt.prove_hand().release().see(i.BadgeGone()).do(i.OpenSettlement())
    view = console(felt.state)
    second = view["seats"][1]
    assert [(line["spot"], line["paid_cents"]) for line in second["lines"]] == [("jp1", 50_000)]
    assert (second["pay_cents"], second["take_cents"], second["slip_cents"]) == (50_000, 0, 0)
    focus = settlement.settling(Speech("fr", felt.now_ms), view)
    assert focus is not None
    assert [(line["spot"], line["rule"], line["result"]) for line in focus["lines"]] == [
        ("Payé", "déjà", "65"),
        ("JP1", "100 pour 1", "+500"),
    ]
    felt.settle()
    paid = {n: sum(line.paid_cents for line in felt.state.seat(n).settled or ()) for n in (1, 2)}
    assert paid[2] == second["already_cents"] + 50_000
    assert console(felt.state)["seats"][1]["pay_cents"] == paid[2]


def test_no_deal_is_void_once_a_seat_was_paid_though_it_is_settled_again() -> None:
    felt = royal_found_late().refuse(i.ClaimDoubt.IMAGES).see(i.BadgeGone())
    felt.do(i.DeclareIncident(i.Incident.IRREGULAR_DEAL)).badge()
    assert felt.tap(i.ArmVoid(i.Incident.IRREGULAR_DEAL)) == Refusal("void_too_late", "RP-18")
    felt.do(i.Resume()).settle()
    assert felt.state.phase == "clearing"


def unqualified(limit_cents: int) -> Felt:
    """Hold'em poker de casino: seat 2 has three eights and a Bonus, seat 5 nothing, and the bank ace high."""
    felt = Felt(load_profile("fr-holdem-casino"), second_person_from_cents=limit_cents).open()
    felt.stakes(s2=(1_000, 500), s5=2_000).close().draw("8s 8c 4s 6h As 2h")
    felt.do(i.BetOn(2, Spot.A4), i.BetOn(5, Spot.A4))
    for street in ("9c 3c 5d 8h", "9d Jd", "9h Kc"):
        felt.do(i.CallStreet()).draw(street)
    return felt.showdown()


def test_an_ante_paid_first_waits_for_the_chef_where_it_is_much_by_itself() -> None:
    felt = unqualified(1_500)
    waits = Refusal("payment_to_confirm", "JW-21", (("seat", 5), ("cents", 2_000)))
    assert felt.tap(i.PayAntes()) == waits
    view = console(felt.state)
    assert view["primary"]["tap"] == {"act": "ConfirmPayment", "seat": 5}
    assert [(one["what"], one["cents"]) for one in awaited(felt.state, offer)] == [("prize", 2_000)]
    focus = settlement.showdown(Speech("fr", felt.now_ms), view)
    assert focus["caption"] == Speech("fr", felt.now_ms)("antes.first")
    assert felt.tap(i.ConfirmPayment(5)) == Refusal("badge_chef", "JW-21")
    felt.badge()
    assert i.ConfirmPayment(5) in legal_now(felt.state)
    assert felt.tap(i.ConfirmPayment(2)) == NOT_NOW, "1 000 cents are the dealer's"
    felt.do(i.ConfirmPayment(5)).see(i.BadgeGone()).do(i.PayAntes(), i.OpenSettlement())
    assert felt.tap(i.SettleSeat(5)) is None, "nothing is left to be paid there"
    assert felt.events(e.PaymentConfirmed) == [e.PaymentConfirmed("Chef 1", 5, 2_000)]


def test_an_ante_paid_first_counts_for_what_its_seat_is_paid() -> None:
    felt = unqualified(2_000).do(i.PayAntes(), i.OpenSettlement(), i.SettleSeat(5))
    cents = 1_000 + 3 * 500  # the Ante, before any hand was opened, and the Bonus of three of a kind
    waits = Refusal("payment_to_confirm", "JW-21", (("seat", 2), ("cents", cents)))
    assert felt.tap(i.SettleSeat(2)) == waits
    felt.badge().do(i.ConfirmPayment(2), i.SettleSeat(2))
    exact = unqualified(cents).do(i.PayAntes(), i.OpenSettlement(), i.SettleSeat(5), i.SettleSeat(2))
    assert exact.events(e.PaymentConfirmed) == []


def test_what_is_paid_of_jp1_is_told_apart_where_the_bank_is_shown_without_it() -> None:
    """Finding: Paid held the prize and Bank did not, so that the two sums of one card disagreed (AC-06)."""
    felt = Felt().open().stakes(s1=1_000).chips(1).close().draw("Ah Ad Kh 8c").do(i.CallStreet())
    felt.draw("Qs Qd 6h").do(i.CallStreet()).draw("As 2h").do(i.BetRest()).showdown().settle()
    for language, said, row in (("fr", "hors JP1", "dont JP1"), ("en", "less JP1", "of which JP1")):
        card = settlement.clearing(Speech(language, felt.now_ms), console(felt.state))
        rows = {told["label"]: told["value"] for told in card["rows"]}
        assert rows[row] == figures.euros(5_000)
        paid, taken = (sum(getattr(line, f"{way}_cents") for line in felt.lines(1).values()) for way in WAYS)
        assert figures.euros(paid) in rows.values()
        bank = taken - 500 - (paid - 5_000)  # the JP1 stake was collected, and is none of the bank's either
        assert card["title"].endswith(f"{figures.euros(bank, signed=True)} {said}")
    felt = Felt().open().stakes(s1=1_000).close().draw("Ah Ad Kh 8c").do(i.CallStreet())
    felt.draw("Qs Qd 6h").do(i.CallStreet()).draw("As 2h").do(i.BetRest()).showdown().settle()
    card = settlement.clearing(Speech("fr", felt.now_ms), console(felt.state))
    assert "JP1" not in card["title"]
    assert "dont JP1" not in [told["label"] for told in card["rows"]]


def test_what_the_dealer_holds_is_told_once_it_lies_open_and_before_antes_are_paid() -> None:
    told = dealer_hand(unqualified(1_500).state)
    assert told["qualified"] is False
    assert told["hand"] is not None
    covered = dealer_hand(Felt().open().stakes(s1=1_000).close().draw("2c 3d 4h 5s").state)
    assert (covered["qualified"], covered["hand"]) == (None, None)


def test_the_large_key_asks_for_the_cards_dealt_by_hand_while_they_are_dealt() -> None:
    felt = Felt().open().stakes(s1=1_000)
    felt.see(i.HealthObserved(i.Machine.SHOE, i.Health.LOST)).badge().do(i.DealByHand()).close()
    assert primary_act(felt.state) == i.ConfirmDealt()
    felt.do(i.ConfirmDealt())
    assert primary_act(felt.state) == i.CallStreet()


def test_nothing_is_to_be_confirmed_before_the_settlement_is_reckoned() -> None:
    felt = river()
    assert felt.state.playing.settlement is None
    assert payment_to_confirm(felt.state, 1) == 0
    assert felt.badge().tap(i.ConfirmPayment(1)) == NOT_NOW


def test_the_pit_reads_that_a_blocked_table_waits_for_the_comite() -> None:
    felt = Felt().open().see(i.TroubleObserved(i.Machine.SHOE, "firmware_changed"))
    (card,) = awaited(felt.state, offer)
    assert (card["what"], card["tap"]["act"], card["source"]) == ("block", "LiftBlock", "CS-15")
    assert "comite" in card["roles"]
    assert "chef" not in card["roles"]
    assert (card["here"], card["why"] is None) == ("", False)
    felt.badge("Durand", i.Role.COMITE)
    (card,) = awaited(felt.state, offer)
    assert (card["here"], card["why"]) == ("Durand", None)


def test_the_pit_reads_who_proposes_a_ruling_of_exchanged_cards_and_that_another_confirms_it() -> None:
    felt = exchanged().see(i.BadgeGone())
    (card,) = awaited(felt.state, offer)
    assert (card["what"], card["seat"], card["tap"]["act"]) == ("ruling", 1, "ProposeRuling")
    assert card["signed"] == []
    felt.badge("Durand", i.Role.COMITE).do(i.ProposeRuling(1, i.SeatRuling.VOID)).see(i.BadgeGone())
    (card,) = awaited(felt.state, offer)
    assert (card["tap"]["act"], card["tap"]["ruling"]) == ("ConfirmRuling", "void")
    assert (card["signed"], card["not"]) == (["Durand"], ["Durand"])


def test_the_pit_reads_that_the_chef_asks_for_the_jp1_stake_that_he_proposed_to_give_back() -> None:
    felt = Felt(register=True).open().stakes(s1=1000).chips(1).close().draw("2c 7d")
    felt.come("Chef 2", i.Role.CHEF).do(i.ProposeCorrection(1)).see(i.BadgeGone())
    (card,) = awaited(felt.state, offer)
    assert (card["what"], card["by"], card["signed"]) == ("correction", "Chef 2", ["Chef 2"])
