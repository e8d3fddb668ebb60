"""What is paid after a refused claim, for each reason, to the cent, and in the console's words.

The expectations are reckoned here from the rules alone (art. 55-20; rules, sections 2 and 3): nothing of the
engine's settlement is used. Seat 1 holds the ace and king of spades, the board the queen, jack and ten.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.dealing.declared_hand import Outcome
from controller.game.dealing.exchanged_cards import seats_to_rule
from controller.game.felt import Place, Spot, board, dealer, hole
from controller.game.hands import HandClass
from controller.game.incidents.reports import REPORTS_MAX
from controller.game.inputs import ClaimDoubt, Role, SeatRuling
from controller.game.jackpot.waiting_on_book import PAID_FIRST
from controller.game.payment.large_payments import seat_to_confirm
from controller.game.payment.winning_hand import two_counts
from controller.game.rectification.claimed_facts import Mistake, RectificationReason
from controller.game.refusals import BOOK_WAITING, NOT_NOW, Refusal
from controller.game.state import Phase
from controller.game.views import console
from controller.settings.rules import load_profile
from tests.builders import STAKE_CENTS, Felt, card
from tests.game.arranged import royal
from tests.game.rounds import house
from tests.game.test_same_act_twice import told_as_straight
from ui.screen.settlement import settling, void_for_seat
from ui.screen.speech import Speech

ANTE, TRIPS, OTHERS_ANTE = 15_000, 15_000, 1_000
CONSOLATION = 100 * STAKE_CENTS
QUALIFIED = {True: "3h 8c", False: "2h 7h"}
"""The dealer's cards: a pair of threes with the board, or nothing."""
Spots = dict[str, tuple[int, int, int]]


@dataclass(frozen=True)
class Case:
    """How the round stood: what is refused, and who bets."""

    reason: ClaimDoubt
    qualified: bool
    trips: bool
    other_jp1: bool
    holder_jp1: bool = True
    ruling: SeatRuling | None = None

    def __str__(self) -> str:
        told = {
            "qualified": self.qualified,
            "trips": self.trips,
            "other": self.other_jp1,
            "holder": self.holder_jp1,
        }
        named = [name for name, so in told.items() if so]
        return "-".join([str(self.reason), str(self.ruling or ""), *named])


def cases() -> list[Case]:
    both = (True, False)
    found = []
    for qualified, trips, other in product(both, both, both):
        for reason in (ClaimDoubt.IMAGES, ClaimDoubt.STAKE, ClaimDoubt.HAND):
            found.append(Case(reason, qualified, trips, other))
        for ruling in SeatRuling:
            found.append(Case(ClaimDoubt.EXCHANGED, qualified, trips, other, ruling=ruling))
        if other:
            found.append(Case(ClaimDoubt.IMAGES, qualified, trips, other, holder_jp1=False))
            found.append(Case(ClaimDoubt.HAND, qualified, trips, other, holder_jp1=False))
    return found


# --- the reckoning -------------------------------------------------------------------------------


def main_bets(case: Case, blind_times: int, trips_times: int) -> Spots:
    """A hand better than the dealer's: Ante 1:1 or pushed, Play 1:1, Blind and Trips by their tables."""
    spots = {
        "ante": (ANTE, 0, ANTE if case.qualified else 0),
        "blind": (ANTE, 0, blind_times * ANTE),
        "play": (ANTE, 0, ANTE),
    }
    if case.trips:
        spots["trips"] = (TRIPS, 0, trips_times * TRIPS)
    return spots


def holder(case: Case) -> Spots:
    """Seat 1: `(returned, taken, paid)` by spot."""
    if case.ruling is SeatRuling.VOID:
        staked = {"ante": ANTE, "blind": ANTE, "play": ANTE} | ({"trips": TRIPS} if case.trips else {})
        return {spot: (cents, 0, 0) for spot, cents in {**staked, "jp1": STAKE_CENTS}.items()}
    # On the true cards the king is of clubs: a straight, Blind 1 for 1 and Trips 4 for 1. Else a royal.
    spots = main_bets(case, 1, 4) if case.reason is ClaimDoubt.HAND else main_bets(case, 500, 50)
    if case.holder_jp1:
        spots["jp1"] = (0, STAKE_CENTS, 0)
    return spots


def other(case: Case) -> Spots:
    """Seat 2 loses to the dealer's better hand; its Ante is pushed where he is not qualified."""
    ante = (0, OTHERS_ANTE, 0) if case.qualified else (OTHERS_ANTE, 0, 0)
    spots = {"ante": ante, "blind": (0, OTHERS_ANTE, 0), "play": (0, OTHERS_ANTE, 0)}
    if case.other_jp1:
        consoled = case.reason in (ClaimDoubt.IMAGES, ClaimDoubt.STAKE)
        spots["jp1"] = (0, STAKE_CENTS, CONSOLATION if consoled else 0)
    return spots


# --- the round -----------------------------------------------------------------------------------


def refused(case: Case) -> Felt:
    """The claim of seat 1 was refused by two persons for this reason."""
    stakes = (ANTE, TRIPS) if case.trips else ANTE
    bettors = [seat for seat, bets in ((1, case.holder_jp1), (2, case.other_jp1)) if bets]
    felt = Felt().open().stakes(s1=stakes, s2=OTHERS_ANTE).chips(*bettors).close()
    felt.draw(f"As Ks 2c 6d {QUALIFIED[case.qualified]}").do(i.CallStreet()).draw("Qs Js Ts")
    felt.do(i.CallStreet()).draw("4d 3d" if case.qualified else "4d 9h").do(i.BetRest()).showdown()
    felt.badge("Durand", Role.COMITE)
    if case.reason is ClaimDoubt.HAND:
        felt.do(i.ReportCard(hole(1, 1), card("Kc")))
    return felt.refuse(case.reason)


def spots(felt: Felt, seat: int) -> Spots:
    lines = felt.lines(seat)
    return {spot: (line.returned_cents, line.taken_cents, line.paid_cents) for spot, line in lines.items()}


def pays(told: Spots) -> int:
    return sum(paid for _, _, paid in told.values())


def digits(text: str) -> str:
    return "".join(sign for sign in text if sign.isdigit())


def asked_to_pay(felt: Felt, language: str) -> int:
    """The cents that the console tells the dealer to pay to the seat in turn, above stakes that go back."""
    view = console(felt.state)
    focus = settling(Speech(language, felt.now_ms), view)
    assert focus is not None
    cents = int(digits(focus["euros"]) or 0) * 100 + int(digits(focus["cents"]) or 0)
    return cents - void_for_seat(view["seats"][view["turn"] - 1]) if focus["direction"] == "pay" else 0


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_refused_claim_pays_by_its_reason(case: Case) -> None:
    """Rules, section 3: the bets on the hand, on the true cards, or nothing until two persons decide."""
    felt = refused(case)
    meter_cents = felt.state.jackpot.meter_cents
    stakes = case.holder_jp1 + case.other_jp1
    assert meter_cents == 1_000_000 + 125 * stakes
    felt.do(i.OpenSettlement()).badge()
    for seat in (2, 1):
        told = other(case) if seat == 2 else holder(case)
        if seat == 1 and case.ruling is not None:
            assert seats_to_rule(felt.state) == (1,)
            assert {asked_to_pay(felt, language) for language in ("fr", "en")} == {0}
            assert felt.state.seat(1).settled is None
            felt.rule(1, case.ruling).badge()
        assert {asked_to_pay(felt, language) for language in ("fr", "en")} == {pays(told)}
        if pays(told) > 500_000:
            felt.do(i.ConfirmPayment(seat))
        felt.do(i.SettleSeat(seat))
        assert spots(felt, seat) == told
    assert felt.state.phase is Phase.CLEARING
    given_back = case.ruling is SeatRuling.VOID
    assert felt.state.jackpot.meter_cents == meter_cents - 125 * given_back
    prizes = [award.cents for one in felt.events(e.AwardAsked) for award in one.awards]
    assert sum(prizes) == sum(told["jp1"][2] for told in (holder(case), other(case)) if "jp1" in told)
    (refusal,) = felt.events(e.AwardRefused)
    assert (refusal.persons, refusal.reason) == (("Durand", "Petit"), case.reason)


def test_exchanged_cards_open_a_report_by_themselves() -> None:
    """JW-08: the report names the seat, the place and the card found, and its signature is waited for."""
    felt = Felt().open().stakes(s1=1_000).chips(1).close().draw("As Ks 3h 8c").do(i.CallStreet())
    felt.draw("Qs Js Ts").do(i.CallStreet()).draw("4d 9h").do(i.BetRest()).showdown()
    felt.badge("Durand", Role.COMITE).do(i.ReportCard(hole(1, 1), card("2c"))).refuse(ClaimDoubt.EXCHANGED)
    (report,) = felt.events(e.IncidentReported)
    assert (report.kind, report.seat, report.place, report.card) == (
        i.Incident.EXCHANGED_CARD,
        1,
        hole(1, 1),
        card("2c"),
    )
    assert report.images_asked
    assert [one.number for one in felt.state.incidents.reports if not one.answered] == [1]


def test_true_cards_that_are_a_royal_too_are_proved_anew_and_keep_the_frozen_value() -> None:
    """A four that was read wrongly changes nothing of the royal: the same seat claims, on the true record."""
    felt = royal_misread("4d", "5d")
    told = felt.state.playing.verification
    assert told is not None
    assert (told.claimed, told.value_cents, told.refused, told.confirmed_by) == (True, 1_000_250, "", "")
    assert felt.tap(i.OpenSettlement()) is not None
    felt.prove_hand().release().settle()
    assert spots(felt, 1)["jp1"] == (0, STAKE_CENTS, 1_000_250)
    assert spots(felt, 2)["jp1"] == (0, STAKE_CENTS, CONSOLATION)


def royal_misread(recorded: str, true: str) -> Felt:
    """Seats 1 and 2 play JP1, seat 1 holds a royal; a card of the record was another one."""
    felt = Felt().open().stakes(s1=1_000, s2=1_000).chips(1, 2).close()
    felt.draw("As Ks 2c 6d 3h 8c").do(i.CallStreet()).draw("Qs Js Ts").do(i.CallStreet())
    felt.draw("4d 9h").do(i.BetRest()).showdown().badge("Durand", Role.COMITE)
    place = next(place for place, lying in felt.state.playing.shown.items() if lying is card(recorded))
    return felt.do(i.ReportCard(place, card(true))).refuse(ClaimDoubt.HAND)


def test_the_two_hands_of_a_round_read_in_the_wrong_order_are_put_right() -> None:
    """The cards of seats 1 and 2 were recorded for one another: the jackpot is seat 2's, proved anew."""
    felt = Felt().open().stakes(s1=1_000, s2=1_000).chips(1, 2).close()
    felt.draw("As Ks 2c 6d 3h 8c").do(i.CallStreet()).draw("Qs Js Ts").do(i.CallStreet())
    felt.draw("4d 9h").do(i.BetRest()).showdown().badge("Durand", Role.COMITE)
    for place, true in ((hole(1, 0), "2c"), (hole(1, 1), "6d"), (hole(2, 0), "As"), (hole(2, 1), "Ks")):
        felt.do(i.ReportCard(place, card(true)))
    felt.refuse(ClaimDoubt.HAND)
    told = felt.state.playing.verification
    assert told is not None
    assert (told.seats, told.claimed, told.value_cents) == ((2,), True, 1_000_250)
    swapped_back = felt.badge("Durand", Role.COMITE).state
    for place, true in ((hole(1, 0), "As"), (hole(1, 1), "Ks"), (hole(2, 0), "2c"), (hole(2, 1), "6d")):
        felt.do(i.ReportCard(place, card(true)))
    refusal = felt.tap(i.ProposeRefusal(ClaimDoubt.HAND))
    assert refusal == Refusal("claimed_before", "JW-18", (("seat", 1),))
    felt.state = swapped_back
    felt.prove_hand().release().settle()
    assert spots(felt, 2)["jp1"] == (0, STAKE_CENTS, 1_000_250)
    assert spots(felt, 2)["blind"] == (1_000, 0, 500_000)
    assert spots(felt, 1)["jp1"] == (0, STAKE_CENTS, CONSOLATION)
    assert pays({spot: line for spot, line in spots(felt, 1).items() if spot != "jp1"}) == 0


def test_a_keyed_card_is_never_compared_with_one_that_lies_face_down() -> None:
    """Rules, section 2: whatever a folded hand holds, the same keyed card is taken the same way."""
    worlds = []
    for hidden in ("Kc 7d", "5c 7d"):
        felt = Felt().open().stakes(s1=1_000, s3=1_000).chips(1).close()
        felt.draw(f"As Ks {hidden} 3h 8c").do(i.CallStreet()).draw("Qs Js Ts").do(i.CallStreet())
        felt.draw("4d 9h").do(i.BetPlay(1, 1), i.Fold(3)).showdown().badge("Durand", Role.COMITE)
        felt.do(i.ReportCard(hole(1, 1), card("Kc"))).refuse(ClaimDoubt.HAND).settle()
        told = [entry.event for entry in felt.entries if not isinstance(entry.event, e.CardDealt)]
        worlds.append(told)
        assert not any(place.seat == 3 for place in felt.state.playing.shown)
    assert worlds[0] == worlds[1]


def exchanged(*found: tuple[Place, str]) -> Felt:
    """Seat 1 holds a royal; these other cards were found, and the claim is refused as exchanged."""
    felt = royal(4).badge("Durand", Role.COMITE)
    felt.do(*(i.ReportCard(place, card(text)) for place, text in found))
    return felt.refuse(ClaimDoubt.EXCHANGED).see(i.BadgeGone()).do(i.OpenSettlement())


def waiting(felt: Felt) -> tuple[int, ...]:
    """The seats of which two persons are to rule."""
    return seats_to_rule(felt.state)


def test_a_card_found_at_another_seat_contests_that_seat_too() -> None:
    felt = exchanged((hole(4, 0), "5s"))
    assert waiting(felt) == (1, 4)
    (report,) = felt.events(e.IncidentReported)
    assert (report.seat, report.place) == (4, hole(4, 0))
    assert felt.tap(i.SettleSeat(4)) == Refusal("seat_exchanged", "JW-08", (("seat", 4),))
    felt.rule(4, SeatRuling.VOID).rule(1, SeatRuling.RECORD).badge().settle()
    assert {line.rule for line in felt.lines(4).values()} == {"ruled_void"}
    assert felt.state.phase == "clearing"


@pytest.mark.parametrize("place", [board(4), dealer(0)], ids=str)
def test_an_exchanged_card_of_the_board_or_the_dealer_contests_every_seat(place: Place) -> None:
    """Every hand rests on it: no seat is paid or taken before two persons have ruled of it."""
    felt = exchanged((place, "5s"))
    assert waiting(felt) == (1, 4)
    for seat in (4, 1):
        assert felt.tap(i.SettleSeat(seat)) == Refusal("seat_exchanged", "JW-08", (("seat", seat),))
        felt.rule(seat, SeatRuling.VOID).do(i.SettleSeat(seat))
    assert felt.state.phase == "clearing"
    assert all(line.paid_cents == line.taken_cents == 0 for n in (1, 4) for line in felt.lines(n).values())


def community_royal() -> Felt:
    """The royal is on the board; seats 1 and 2 claim by it, and it was identified."""
    return community_showdown().identify()


def community_showdown() -> Felt:
    """The same, nothing identified yet."""
    felt = Felt().open().stakes(s1=1000, s2=1000, s3=1000).chips(1, 2).close()
    felt.draw("2c 3d 4c 5d 7c 8d Qd Jd").do(i.CallStreet()).draw("As Ks Qs").do(i.CallStreet())
    return felt.draw("Js Ts").do(i.BetRest()).showdown()


def test_the_stake_of_one_claimant_that_was_refused_alone_is_not_carried_either() -> None:
    felt = community_royal().do(i.ProposeRefusal(ClaimDoubt.STAKE, 1))
    for person, role in (("Durand", Role.VIDEO), ("Chef 1", Role.CHEF)):
        felt.badge(person, role)
        assert felt.tap(i.RefuseAward(ClaimDoubt.STAKE, "", 1)) is not None, (person, role)
    felt.badge("Petit", Role.VIDEO)
    for seat in (0, 2):
        assert felt.tap(i.RefuseAward(ClaimDoubt.STAKE, "", seat)).code == "refusal_first"
    felt.do(i.RefuseAward(ClaimDoubt.STAKE, "", 1)).refuse(ClaimDoubt.IMAGES).see(i.BadgeGone())
    felt.do(i.DeclareIncident(i.Incident.IRREGULAR_DEAL)).void()
    (void,) = felt.events(e.RoundVoided)
    assert void.jp1_carried == (2,)
    assert [asked.seat for asked in felt.asked if isinstance(asked, r.Refund)] == [1]
    assert [felt.state.seat(n).in_jp1 for n in (1, 2)] == [False, True]


@pytest.mark.parametrize("true", ["9s", "2d"])
def test_a_stake_that_was_refused_wins_on_the_true_cards_neither(true: str) -> None:
    """The ace of the board was misread: a straight flush of the board pays the others, a flush nobody."""
    felt = community_showdown()
    felt.badge("Durand", Role.COMITE).do(i.ProposeRefusal(ClaimDoubt.STAKE, 1))
    felt.badge("Petit", Role.VIDEO).do(i.RefuseAward(ClaimDoubt.STAKE, "", 1))
    felt.badge("Durand", Role.COMITE).do(i.ReportCard(board(0), card(true)))
    felt.refuse(ClaimDoubt.HAND).see(i.BadgeGone()).settle()
    paid = {n: sum(line.paid_cents for spot, line in felt.lines(n).items() if spot == "jp1") for n in (1, 2)}
    assert paid == {1: 0, 2: 300 * STAKE_CENTS if true == "9s" else 0}


def royal_of_a_refused_stake(trigger: str = "any_player", seat: int = 1) -> Felt:
    """Seats 1 and 4 had staked on JP1; by the record the board is a royal, and the stake of seat 1 refused.

    By the true cards it is the royal of this seat.
    """
    felt = Felt(house(consolation_trigger=trigger)).open().stakes(s1=1000, s4=1000).chips(1, 4).close()
    felt.draw("Td 7d 2c 5h 3h 8c" if seat == 1 else "2c 7d Td 5h 3h 8c").do(i.CallStreet())
    felt.draw("As Ks Qs").do(i.CallStreet()).draw("Js Ts").do(i.BetRest()).showdown()
    felt.badge("Durand", Role.COMITE).do(i.ProposeRefusal(ClaimDoubt.STAKE, 1))
    felt.badge("Petit", Role.VIDEO).do(i.RefuseAward(ClaimDoubt.STAKE, "", 1))
    felt.badge("Durand", Role.COMITE)
    felt.do(i.ReportCard(board(4), card("Td")), i.ReportCard(hole(seat, 0), card("Ts")))
    return felt.refuse(ClaimDoubt.HAND)


@pytest.mark.parametrize("trigger", ["any_player", "jp1_bettor"])
def test_a_stake_that_was_refused_claims_no_jackpot_by_a_royal_of_the_true_cards(trigger: str) -> None:
    """It stays in the meter, and the others are consoled where any player's royal does that."""
    felt = royal_of_a_refused_stake(trigger)
    due = CONSOLATION if trigger == "any_player" else 0
    assert two_counts(felt.state) == ({4: due}, {4: due})
    meter_cents = felt.meter_cents
    felt.prove_hand().release().settle()
    paid = {n: felt.lines(n)["jp1"].paid_cents for n in (1, 4)}
    assert (paid, felt.meter_cents, felt.state.slips) == ({1: 0, 4: due}, meter_cents, ())
    assert felt.lines(1)["jp1"].rule == "jp1_refused"
    posted = [(told.seat, prize.kind) for told in felt.events(e.AwardAsked) for prize in told.awards]
    assert (felt.events(e.ClaimAsked), posted) == ([], [(4, "consolation")] if due else [])


def test_a_stake_that_was_refused_is_refunded_by_the_void_and_not_carried() -> None:
    """Two persons found that the stake of seat 1 does not hold: it has no rights in the next deal."""
    felt = royal(4).refuse(ClaimDoubt.STAKE).see(i.BadgeGone())
    felt.do(i.DeclareIncident(i.Incident.IRREGULAR_DEAL)).void()
    (void,) = felt.events(e.RoundVoided)
    assert (void.jp1_carried, felt.state.playing.attempt) == ((4,), 2)
    assert [asked.seat for asked in felt.asked if isinstance(asked, r.Refund)] == [1]
    (first,) = [told for told in felt.events(e.SeatRefunded) if told.seat == 1]
    assert first.lines[-1] == e.RefundedSpot(Spot.JP1, STAKE_CENTS, carried=False)
    assert [felt.state.seat(n).in_jp1 for n in (1, 4)] == [False, True]
    assert felt.as_before().tap(i.CloseBets()) is None


def two_stakes_refused() -> Felt:
    """That of seat 1 beside a royal of the board, then that of seat 4, whose royal it truly is: a void."""
    return royal_of_a_refused_stake(seat=4).refuse(ClaimDoubt.STAKE).see(i.BadgeGone()).void()


def test_two_stakes_that_were_refused_one_after_the_other_are_both_refunded() -> None:
    felt = two_stakes_refused()
    (void,) = felt.events(e.RoundVoided)
    assert (void.jp1_carried, felt.state.playing.number) == ((), 2)
    assert sorted(asked.seat for asked in felt.asked if isinstance(asked, r.Refund)) == [1, 4]
    for told in felt.events(e.SeatRefunded):
        assert told.lines[-1] == e.RefundedSpot(Spot.JP1, STAKE_CENTS, carried=False)


def voided_after_a_ruling(*, corrected: bool = False) -> Felt:
    """Seat 1 is ruled void for an exchanged card; then the whole deal is. Seats 1 and 2 had staked on JP1."""
    felt = Felt().open().stakes(s1=(ANTE, 0), s2=OTHERS_ANTE, s3=OTHERS_ANTE).chips(1, 2, 3).close()
    if corrected:
        felt.do(i.ProposeCorrection(2)).badge("Chef 2", Role.CHEF).do(i.ApproveCorrection())
    felt.draw("As Ks 2c 6d 9d 9h 3h 8c").do(i.CallStreet()).draw("Qs Js Ts")
    felt.do(i.CallStreet()).draw("4d 3d").do(i.BetRest()).showdown()
    if corrected:
        felt.badge("Durand", Role.COMITE).do(i.ReportCard(board(0), card("Qc")))
    felt.refuse(ClaimDoubt.EXCHANGED)
    for seat in seats_to_rule(felt.state):
        felt.rule(seat, SeatRuling.VOID)
    return felt.void()


def test_a_void_gives_back_the_jp1_chip_of_a_seat_that_was_ruled_void_before() -> None:
    """Its stake was out of the book since the ruling, and nobody was told to hand the chip back."""
    felt = voided_after_a_ruling()
    given = {told.seat: told.lines[-1] for told in felt.events(e.SeatRefunded)}
    assert given[1] == e.RefundedSpot(Spot.JP1, STAKE_CENTS, carried=False)
    assert given[2] == e.RefundedSpot(Spot.JP1, STAKE_CENTS, carried=True)
    assert [asked.seat for asked in felt.asked if isinstance(asked, r.Refund)] == [1]
    assert [felt.state.seat(n).in_jp1 for n in (1, 2)] == [False, True]
    assert felt.state.upkeep.session.chips_due == 2


def ruled_after_antes_paid(ruling: SeatRuling) -> Felt:
    """A house whose unqualified bank pays the Antes first, seat 1 ruled then; seat 4 is settled."""
    profile = house()
    felt = Felt(replace(profile, unqualified=replace(profile.unqualified, ante="paid"))).open()
    felt.stakes(s1=ANTE, s4=OTHERS_ANTE).chips(1, 4).close().draw("As Ks 2c 6d 3h 7h")
    felt.do(i.CallStreet()).draw("Qs Js Ts").do(i.CallStreet()).draw("4d 9h").do(i.BetRest()).showdown()
    felt.do(i.PayAntes()).refuse(ClaimDoubt.EXCHANGED).rule(1, ruling)
    return felt.do(i.OpenSettlement(), i.SettleSeat(4))


def test_a_seat_that_is_ruled_void_gives_its_paid_ante_back() -> None:
    """As in a void deal: every stake goes back to it, and what the bank paid on one of them to the bank."""
    backs = {}
    for ruling in SeatRuling:
        felt = ruled_after_antes_paid(ruling)
        asked = console(felt.state)["seats"][0]["ante_back_cents"]
        felt.badge().do(*([i.ConfirmPayment(1)] if seat_to_confirm(felt.state) else []), i.SettleSeat(1))
        backs[ruling] = [asked, console(felt.state)["seats"][0]["ante_back_cents"]]
        kept = sum(line.paid_cents for line in felt.lines(1).values() if line.rule == PAID_FIRST)
        assert asked + kept == ANTE, "in the bank's result, or taken back"
    assert backs == {SeatRuling.VOID: [ANTE, ANTE], SeatRuling.RECORD: [0, 0]}


def test_a_chip_that_a_correction_gave_back_is_not_given_back_again_by_a_ruling_and_a_void() -> None:
    felt = voided_after_a_ruling(corrected=True)
    given = {told.seat: [line.spot for line in told.lines] for told in felt.events(e.SeatRefunded)}
    assert Spot.JP1 in given[1]
    assert Spot.JP1 not in given[2]
    assert felt.state.upkeep.session.chips_due == 0


def told_by_hand(*, contested: bool) -> Felt:
    """Dealt by hand: seat 1 keyed as a royal and ruled void, seat 7 told by its class, perhaps contested."""
    felt = Felt().open().stakes(s1=1000, s7=1000).chips(1, 7)
    felt.see(i.HealthObserved(i.Machine.SHOE, i.Health.LOST)).badge().do(i.DealByHand()).close()
    felt.do(i.ConfirmDealt())
    for slots, cards in (((0, 1, 2), "Qs Js Ts"), ((3, 4), "4d 4h")):
        keyed(felt, [board(slot) for slot in slots], cards).tap(i.CheckRest())
    felt.do(i.BetRest())
    keyed(felt, [dealer(0), dealer(1), hole(1, 0), hole(1, 1)], "2h 7c As Ks")
    felt.do(told_as_straight(7), i.OpenHands())
    felt.refuse(ClaimDoubt.EXCHANGED).rule(1, SeatRuling.VOID).see(i.BadgeGone()).do(i.OpenSettlement())
    if contested:
        keyed(felt.badge().do(i.ContestSeat(7)), [hole(7, 0), hole(7, 1)], "9h 8h")
    return felt.badge().settle()


@pytest.mark.parametrize("contested", [False, True])
def test_a_seat_ruled_void_has_its_jp1_chip_back_though_the_settlement_is_computed_anew(
    contested: bool,
) -> None:
    felt = told_by_hand(contested=contested)
    line = felt.lines(1).get("jp1")
    assert line is not None
    assert (line.returned_cents, line.taken_cents, line.paid_cents) == (STAKE_CENTS, 0, 0)
    assert [told.seat for told in felt.events(e.RefundRecorded)] == [1]


@pytest.mark.parametrize("decision", ["play1", "play4", "fold"])
def test_a_seat_that_two_persons_ruled_void_is_not_computed_anew_by_a_rectification(decision: str) -> None:
    """The exchanged card lay on the board; seat 2 was ruled void with the others, and could be paid."""
    felt = Felt().open().stakes(s1=ANTE, s2=(1000, 1000)).chips(1, 2).close()
    felt.draw("As Ks Kh Kc 2h 7h").do(i.CallStreet()).draw("Qs Js Ts")
    felt.do(i.CallStreet()).draw("Kd 2c").do(i.BetRest()).showdown()
    felt.badge("Durand", Role.COMITE).do(i.ReportCard(board(0), card("Qc")))
    felt.refuse(ClaimDoubt.EXCHANGED).rule(1, SeatRuling.VOID).rule(2, SeatRuling.VOID).settle()
    seen = RectificationReason.IMAGES
    wanted = i.ProposeRectification(1, 2, Mistake.DECISION, seen, decision=decision)
    felt.badge()
    assert felt.tap(wanted) == Refusal("ruled_void", "JW-08", (("seat", 2),))
    paid = i.ProposeRectification(1, 2, Mistake.PAYMENT, seen, by_cents=500)
    assert felt.tap(paid) is None, "what was put into the player's hand may still be wrong"


def test_a_session_that_has_written_all_its_reports_rules_of_exchanged_cards_without_another() -> None:
    """At most so many are made in a session, and the two persons go on all the same."""
    felt = royal(4).badge("Durand", Role.COMITE).do(i.ReportCard(hole(1, 1), card("2c")))
    felt.state = replace(felt.state, incidents=replace(felt.state.incidents, told=REPORTS_MAX))
    felt.refuse(ClaimDoubt.EXCHANGED)
    assert felt.events(e.IncidentReported) == []
    assert waiting(felt.see(i.BadgeGone()).do(i.OpenSettlement())) == (1,)


# --- hands that the true cards let compare ---------------------------------------------------------

BANK_THREE = dealer(0)


def not_compared(hidden: str, reported: str, place: Place = BANK_THREE) -> Felt:
    """A house that compares no hand with an unqualified bank: seat 2, whose cards are these, was not opened.

    The bank's three was read wrongly, or the card at this place: it is this one. Its refusal is proposed.
    """
    law = load_profile("fr-55-20-2021")
    house = replace(law, unqualified=replace(law.unqualified, others="returned"))
    felt = Felt(house).open().stakes(s1=1_000, s2=1_000).chips(1).close()
    felt.draw(f"As Ks {hidden} 3h 8c").do(i.CallStreet()).draw("Qs Js Ts").do(i.CallStreet())
    felt.draw("4d 2h").do(i.BetRest()).showdown().badge("Durand", Role.COMITE)
    assert not any(place.seat == 2 for place in felt.state.playing.shown)
    return felt.do(i.ReportCard(place, card(reported)), i.ProposeRefusal(ClaimDoubt.HAND))


def true_card(text: str) -> i.RefuseAward:
    return i.RefuseAward(ClaimDoubt.HAND, f"dealer.0={text}")


def test_a_hand_that_the_true_cards_let_compare_is_turned_up_and_settled() -> None:
    felt = not_compared("6c 7d", "8d").badge("Petit", Role.VIDEO).do(true_card("8d"))
    assert felt.state.playing.shown[hole(2, 0)] is card("6c")
    told = felt.state.playing.verification
    assert told is not None
    assert (told.seats, told.claimed, told.refused) == ((1,), True, "")
    felt.prove_hand().release().settle()
    assert spots(felt, 2)["ante"] == (0, 1_000, 0), "a pair of eights qualifies, and seat 2 has nothing"


@pytest.mark.parametrize(
    ("hidden", "text", "place"),
    [("8d 7d", "8d", BANK_THREE), ("8s 2c", "8s", board(4))],
    ids=["bank", "board"],
)
def test_a_true_card_that_the_hand_turned_up_for_it_holds_too_settles_nothing(
    hidden: str, text: str, place: Place
) -> None:
    """Rules, section 2: nobody was told while it lay face down; open, the same card twice holds the round.

    In the hand of seat 2 the eight of spades would lie twice: no table has a flush of such five.
    """
    felt = not_compared(hidden, text, place).badge("Petit", Role.VIDEO)
    felt.do(i.RefuseAward(ClaimDoubt.HAND, f"{place}={text}"))
    assert felt.events(e.RecordCorrected)[-1].persons == ("Durand", "Petit")
    assert felt.state.held is not None
    assert (felt.state.held.cause, felt.state.playing.settlement) == ("card_clash", None)
    assert felt.tap(i.OpenSettlement()) is not None
    assert [up.code for up in felt.state.alarms if not up.seen_ms][-1] == "A-203"


def two_equal_cards(place: Place = BANK_THREE) -> Felt:
    """The claim of seat 1 was refused for its record; the true card of this place lies at seat 2, too."""
    felt = not_compared("8d 7d", "8d", place).badge("Petit", Role.VIDEO)
    felt.do(i.RefuseAward(ClaimDoubt.HAND, f"{place}=8d"))
    assert felt.state.held is not None
    return felt


def put_right(felt: Felt, place: Place, text: str) -> Felt:
    return felt.badge().do(*[i.KeyCard(place, card(text))] * 2).see(i.BadgeGone())


def test_a_royal_is_claimed_and_paid_once_two_equal_cards_of_a_refused_record_are_put_right() -> None:
    """The claim stood while nobody could tell who wins: its value is the one that was frozen for it."""
    felt = put_right(two_equal_cards(), BANK_THREE, "8h")
    checked = felt.state.playing.verification
    assert checked is not None
    assert (checked.seats, checked.claimed, checked.refused) == ((1,), True, "")
    felt.prove_hand().release().settle()
    value_cents = felt.frozen_cents
    assert (felt.lines(1)["jp1"].paid_cents, felt.meter_cents) == (value_cents, 1_000_000)
    assert [slip.payment.cents for slip in felt.state.slips] == [value_cents]
    assert [told.seat for told in felt.events(e.ClaimAsked)] == [1]
    assert not felt.events(e.ClaimWithdrawn)


def royal_put_right_away() -> Felt:
    """The ten of the royal was no ten, and is no eight of diamonds either."""
    felt = two_equal_cards(board(2))
    meter_cents = felt.frozen_cents
    put_right(felt, board(2), "8h")
    assert (felt.meter_cents, felt.state.held) == (meter_cents, None)
    return felt.settle()


def test_a_claim_that_the_card_put_right_takes_away_goes_back_to_the_meter() -> None:
    felt = royal_put_right_away()
    refused = felt.events(e.AwardRefused)
    assert [(told.claimed, told.persons) for told in refused] == [
        (False, ("Durand", "Petit")),
        (True, ("Durand", "Petit")),
    ]
    assert len(felt.events(e.ClaimWithdrawn)) == 1
    assert (felt.lines(1)["jp1"].paid_cents, felt.state.slips) == (0, ())


def test_a_claim_that_two_equal_cards_leave_open_goes_back_to_the_meter_with_a_void() -> None:
    felt = two_equal_cards()
    meter_cents = felt.frozen_cents
    felt.void()
    assert (len(felt.events(e.ClaimWithdrawn)), felt.meter_cents) == (1, meter_cents)
    assert felt.state.playing.attempt == 2


def test_a_session_without_its_master_opens_no_hand_for_the_true_cards() -> None:
    felt = not_compared("6c 7d", "8d")
    felt._step([e.MasterLost("ab" * 8)])
    assert felt.badge("Petit", Role.VIDEO).tap(true_card("8d")) == Refusal("master_lost", "RP-18")
    assert not felt.events(e.RecordCorrected)
    felt.refuse(ClaimDoubt.EXCHANGED)
    assert seats_to_rule(felt.state) == (1, 2)


def told_by_class(outcome: Outcome, hand_class: HandClass) -> Felt:
    """Dealt by hand: seat 1 holds a royal, keyed as cards, and seat 3 is told so by its class."""
    felt = Felt().open().stakes(s1=1_000, s3=1_000).chips(1)
    felt.see(i.HealthObserved(i.Machine.SHOE, i.Health.LOST)).badge().do(i.DealByHand()).close()
    felt.do(i.ConfirmDealt(), i.CallStreet())
    keyed(felt, [board(n) for n in range(3)], "Qs Js Ts").do(i.CallStreet())
    keyed(felt, [board(3), board(4)], "4d 9h").do(i.BetRest())
    keyed(felt, [dealer(0), dealer(1)], "2h 3c")
    keyed(felt, [hole(1, 0), hole(1, 1)], "As Ks")
    return felt.do(i.EnterHand(3, outcome, hand_class), i.OpenHands()).badge("Durand", Role.COMITE)


def keyed(felt: Felt, places: list[Place], cards: str) -> Felt:
    for place, text in zip(places, cards.split(), strict=True):
        felt.do(i.KeyCard(place, card(text)), i.KeyCard(place, card(text)))
    return felt


def test_a_hand_told_by_its_class_that_cannot_be_beside_the_true_cards_is_to_be_told_first() -> None:
    """Ace high beat a bank that had nothing; by the true card the bank has a pair of queens (CS-11)."""
    felt = told_by_class(Outcome.WIN, HandClass.HIGH_CARD).do(i.ReportCard(dealer(0), card("Qc")))
    assert felt.tap(i.ProposeRefusal(ClaimDoubt.HAND)) == Refusal("hand_to_tell", "CS-11", (("seat", 3),))
    felt = told_by_class(Outcome.WIN, HandClass.STRAIGHT).do(i.ReportCard(dealer(0), card("Qc")))
    assert felt.tap(i.ProposeRefusal(ClaimDoubt.HAND)) is None, "a straight beats that pair too"


def test_no_card_is_reported_that_lies_face_down_and_none_that_is_as_recorded() -> None:
    felt = Felt().open().stakes(s1=1_000, s3=1_000).chips(1).close().draw("As Ks 5c 7d 3h 8c")
    felt.do(i.CallStreet()).draw("Qs Js Ts").do(i.CallStreet()).draw("4d 9h").do(i.BetPlay(1, 1), i.Fold(3))
    felt.showdown().badge("Durand", Role.COMITE)
    for text in ("5c", "2c"):
        assert felt.tap(i.ReportCard(hole(3, 0), card(text))) == NOT_NOW, "whatever it is, nobody is told"
    recorded = Refusal("card_recorded", "JW-08", (("card", "Ks"),))
    assert felt.tap(i.ReportCard(hole(1, 1), card("Ks"))) == recorded


def test_no_claim_is_refused_while_the_book_owes_an_answer() -> None:
    """JP1 was closed for good, and two persons reopen it in mid-round; the book has not answered them."""
    felt = royal(4).badge("Durand", Role.COMITE).do(i.ProposeRefusal(ClaimDoubt.IMAGES))
    felt.see(i.BookRefused("start", "unknown_round")).do(i.ReopenJackpot())
    felt.answering = False
    felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct())
    assert felt.badge("Petit", Role.VIDEO).tap(i.RefuseAward(ClaimDoubt.IMAGES)) == BOOK_WAITING
    felt.answering = True
    felt.see(i.CutCardObserved()).do(i.RefuseAward(ClaimDoubt.IMAGES))
    assert len(felt.events(e.AwardRefused)) == 1
