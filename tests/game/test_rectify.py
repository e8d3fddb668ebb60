"""A seat settled on a wrong record: first settlement and difference together are the true settlement.

The true settlement is told by `tests.oracle`, which shares no code with the product (AC-10, RP-21, PM-08).
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.cards import DECK, FaceDown, parse_cards
from controller.game.dealing.declared_hand import Outcome
from controller.game.evolve import evolve
from controller.game.felt import Spot, board, dealer, hole
from controller.game.hands import HandClass
from controller.game.inputs import Role
from controller.game.legal_acts import legal_now
from controller.game.people.at_pit import AtPit
from controller.game.profile import RuleProfile
from controller.game.rectification.claimed_facts import Mistake, Moved, RectificationReason
from controller.game.rectification.computed_anew import decision_of, decisions
from controller.game.rectification.settled_rounds import A_SEAT_MAX, PAST_MAX, booked
from controller.game.refusals import NOT_NOW, Refusal
from controller.game.settling.showdown import antes_first
from controller.game.side_bets import SideStake
from controller.game.state import Phase, TableState
from controller.settings.rules import load_profile
from tests import oracle
from tests.builders import CHEF, COMITE, Felt
from tests.game.oracle_rounds import HOUSES, profile_called
from tests.law.requirements import requirement

PROFILES = ("fr-55-20-2021", "fr-55-20-2015", "fr-casino-page", "live-uth", "fr-holdem-casino")
KEYING = RectificationReason.KEYING
ANTES = (500, 1_000, 1_500, 2_000, 4_000)
SIDES = (0, 0, 500, 1_500)
FURTHER = {0: 0, 500: 1_000, 1_500: 500}
"""What lies on each side bet but the first, by what lies on the first."""
Plan = dict[int, tuple[int, int, str]]
"""Of each seat its Ante, its side bet and the code of its decision."""


# --- rounds played as they were recorded ---------------------------------------------------------


def further(profile: RuleProfile, side_cents: int) -> tuple[SideStake, ...]:
    cents = FURTHER[side_cents]
    return tuple(SideStake(spot, cents) for spot in profile.side_spots[1:] if cents)


def bet_of(seat: int, spot: Spot, half_antes: int) -> i.Intent:
    return i.BetPlay(seat, half_antes // 2) if spot is Spot.PLAY else i.BetOn(seat, spot)


def played(felt: Felt, plan: Plan, cards: list[str], *, jp1: tuple[int, ...] = ()) -> Felt:
    """A whole round of these seats, up to the opening of its settlement."""
    left = iter(cards)
    for seat, (ante_cents, side_cents, _) in plan.items():
        felt.do(i.SetStakes(seat, ante_cents, side_cents, further(felt.state.profile, side_cents)))
    if jp1:
        felt.chips(*jp1)
    felt.close()
    while felt.state.phase is not Phase.DECIDING:
        felt.draw(next(left))
    profile = felt.state.profile
    while True:
        street = profile.streets[felt.state.playing.street]
        for seat, (_, _, code) in plan.items():
            told = decisions(profile)[code]
            now = [bet for bet in felt.state.open_bets(seat) if bet in told.bets]
            if now:
                felt.do(bet_of(seat, now[0].spot, now[0].half_antes))
            elif felt.state.open_bets(seat) and street.fold:
                felt.do(i.Fold(seat))
            elif felt.state.open_bets(seat) and profile.clocks.decision_ms:
                felt.do(i.Check(seat))
        if felt.state.playing.street + 1 == len(profile.streets):
            break
        felt.do(i.CallStreet())
        while not felt.state.playing.street_open:
            felt.draw(next(left))
    felt.showdown()
    if antes_first(felt.state, felt.state.playing.qualified):
        felt.do(i.PayAntes())
    return felt.do(i.OpenSettlement())


def deck(rng: random.Random) -> list[str]:
    cards = [one.text for one in DECK]
    rng.shuffle(cards)
    return cards


def a_plan(rng: random.Random, profile: RuleProfile) -> Plan:
    codes = [code for code in decisions(profile) if not code.endswith(".fold")]
    seats = sorted(rng.sample(range(1, 8), rng.randint(1, 4)))
    return {
        seat: (rng.choice(ANTES), rng.choice(SIDES) if profile.sides else 0, rng.choice(codes))
        for seat in seats
    }


# --- the truth by the oracle ---------------------------------------------------------------------


def stakes(profile: RuleProfile, ante_cents: int, side_cents: int, code: str) -> dict[str, int]:
    told = {"ante": ante_cents, str(profile.second): ante_cents}
    if side_cents:
        told[str(profile.side_spots[0])] = side_cents
    told |= {str(one.spot): one.cents for one in further(profile, side_cents)}
    for part in code.split("."):
        if part.startswith("play"):
            told["play"] = int(part[4:]) * ante_cents
        elif part != "fold":
            told[part] = {"a4": 8, "a3": 6, "a2": 4, "a05t": 1, "a05r": 1}[part] * ante_cents // 2
    return told


def settled_by_the_oracle(state: TableState, plan: Plan, seat: int) -> dict[str, tuple[int, int, int]]:
    """Returned, taken and paid by spot, had this seat been recorded so."""
    profile, past = state.profile, state.record.past[-1].played

    def text(*places: Any) -> list[str]:
        lying = [past.cards[place] for place in places]
        return [one.turned_up().text for one in lying if isinstance(one, FaceDown)]

    told = {
        "profile": profile.id,
        "board": text(*map(board, range(5))),
        "dealer": text(dealer(0), dealer(1)),
        "seats": [
            {
                "seat": seat,
                "cards": text(hole(seat, 0), hole(seat, 1)),
                "folded": plan[seat][2].endswith("fold"),
                "stakes": stakes(profile, *plan[seat]),
            }
        ],
    }
    options = {name: getattr(profile.options, name) for name in oracle.OPTIONS}
    (answer,) = oracle.settle(told, options)["seats"]
    return {spot: (one["returned"], one["taken"], one["paid"]) for spot, one in answer["spots"].items()}


def lines_of(lines: tuple[e.SettledSpot, ...]) -> dict[str, tuple[int, int, int]]:
    return {str(one.spot): (one.returned_cents, one.taken_cents, one.paid_cents) for one in lines}


def won(lines: dict[str, tuple[int, int, int]]) -> int:
    return sum(paid - taken for _, taken, paid in lines.values())


def another(rng: random.Random, profile: RuleProfile, was: tuple[int, int, str]) -> tuple[Mistake, Any]:
    """What was wrong, and the seat as it truly was."""
    ante_cents, side_cents, code = was
    if rng.random() < 0.6:
        others = [one for one in decisions(profile) if one != code]
        return Mistake.DECISION, (ante_cents, side_cents, rng.choice(others))
    true = (rng.choice(ANTES), rng.choice(SIDES) if profile.sides else 0)
    return Mistake.STAKE, (*true, code)


def proposal(
    number: int, seat: int, mistake: Mistake, true: tuple[int, int, str], **more: Any
) -> i.ProposeRectification:
    ante_cents, side_cents, code = true
    return i.ProposeRectification(number, seat, mistake, KEYING, code, ante_cents, side_cents, **more)


@pytest.mark.parametrize("name", [*PROFILES, *HOUSES])
def test_first_settlement_and_difference_are_the_settlement_of_the_true_record(name: str) -> None:
    rng, profile = random.Random(f"rectify {name}"), profile_called(name)
    compared = sealed = 0
    felt = Felt(profile).open()
    for number in range(1, 61):
        plan = a_plan(rng, profile)
        played(felt, plan, deck(rng)).settle()
        seat = rng.choice(tuple(plan))
        first = lines_of(felt.state.record.past[-1].seats[seat - 1].settled or ())
        mistake, true = another(rng, profile, plan[seat])
        meter, closed = felt.state.jackpot, felt.entries[-1]
        entries = list(felt.entries)
        refusal = felt.badge().tap(proposal(number, seat, mistake, true, further=further(profile, true[1])))
        expected = settled_by_the_oracle(felt.state, {seat: true}, seat)
        if refusal is not None:
            assert refusal.code == "nothing_to_rectify"
            assert first == expected
        else:
            asked = felt.state.record.open
            assert asked is not None
            sealed += asked.proposal.sealed
            felt.badge(*COMITE).do(i.ApproveRectification())
            if felt.state.record.open is not None:
                felt.see(i.BadgeGone()).do(i.SettleRectification(Moved.BY_HAND))
            done = felt.state.record.done[-1].entry
            assert lines_of(done.first) == first
            assert lines_of(done.lines) == expected
            assert won(first) + done.cents == won(expected)
            assert done.bank_cents + done.cents == 0, "cents came or went"
            compared += 1
        assert felt.state.jackpot == meter, "the meter moved"
        assert felt.entries[: len(entries)] == entries, "an entry was changed"
        assert closed in felt.entries
        felt.do(i.NextRound()) if felt.state.phase is Phase.CLEARING else None
        for free in felt.state.hollow:
            felt.do(i.VacateSeat(free))
        if compared >= 100:
            break
    assert compared > 40
    face_up = profile.options.player_cards == "face_up"
    assert bool(sealed) != face_up, "no hand lay face down by its record"


@pytest.mark.parametrize("mistake", [Mistake.DECISION, Mistake.PAYMENT], ids=str)
@pytest.mark.parametrize("moved", Moved, ids=str)
@pytest.mark.parametrize("cents", [-1_500, 1_500])
def test_bank_player_and_orphelins_add_up(mistake: Mistake, moved: Moved, cents: int) -> None:
    """The rows: what the player has in the end, what the bank booked, what the orphelins hold."""
    bank_cents, orphans_cents = booked(mistake, cents, moved)
    wrong_record = mistake is Mistake.DECISION
    recorded = 0 if wrong_record else cents  # what the record says the player is to have
    moved_cents = 0 if moved is Moved.LEFT else cents
    if moved is Moved.ALREADY and not wrong_record:
        return  # a payment that was wrong cannot have been right: `payment_to_mend`
    # The bank books against what it said; the player holds what reached him.
    assert -recorded + bank_cents + orphans_cents + moved_cents == 0


# --- the ways it goes ----------------------------------------------------------------------------

WINNER = "2c 7d As Ks Kd 9h Kh 8c 3d 4s Jh"
"""Seat 1: 2c 7d; seat 2: As Ks, a pair of kings with an ace; the bank Kd 9h, kings with a nine."""


def fold_keyed(*, jp1: tuple[int, ...] = (), profile: RuleProfile | None = None, **known: Any) -> Felt:
    """Round 1 is settled; Fold was keyed at seat 2, which really played once its Ante and wins."""
    felt = Felt(profile, **known).open().dealer()
    return played(felt, {1: (1_000, 0, "play1"), 2: (1_000, 500, "fold")}, WINNER.split(), jp1=jp1)


def true_decision(code: str = "play1", seat: int = 2, number: int = 1) -> i.ProposeRectification:
    return proposal(number, seat, Mistake.DECISION, (0, 0, code))


def test_in_the_settlement_the_dealer_asks_and_a_chef_allows_it() -> None:
    felt = fold_keyed().do(i.SettleSeat(2), true_decision())
    asked = felt.state.record.open
    assert asked is not None
    assert (asked.proposal.person, asked.proposal.closed, asked.latest.cents) == ("croupier-07", False, 4_000)
    assert felt.tap(i.SettleSeat(1)) == Refusal("rectification_open", "AC-10", (("seat", 2), ("round", 1))), (
        "nothing more is settled before that is"
    )
    assert felt.tap(i.ApproveRectification()) == Refusal("badge_chef", "art. 55-20")
    felt.badge("croupier-07", Role.CHEF)
    assert felt.tap(i.ApproveRectification()) == Refusal("same_person", "RP-21", (("person", "croupier-07"),))
    felt.badge().do(i.ApproveRectification()).see(i.BadgeGone())
    felt.do(i.SettleRectification(Moved.BY_HAND), i.SettleSeat(1))
    done = felt.state.record.done[0].entry
    assert (done.persons, done.cents, done.bank_cents) == (("croupier-07", "Chef 1"), 4_000, -4_000)
    (closed,) = felt.events(e.RoundClosed)
    assert isinstance(closed, e.RoundClosed)
    assert closed.bank_cents == 5_500, (
        "the round is closed on its own record; the difference stands beside it"
    )


def test_a_proposal_takes_the_taps_of_its_own_round_out_of_undo_and_no_others() -> None:
    felt = fold_keyed().do(i.SettleSeat(2))
    assert i.Undo() in legal_now(felt.state)
    felt.do(true_decision(), i.WithdrawRectification())
    assert felt.tap(i.Undo()) == Refusal("nothing_to_undo", "", (("since", "none"),)), (
        "the seat stands as it was settled"
    )
    felt.do(i.SettleSeat(1), i.NextRound()).stakes(s3=1000)
    felt.badge().do(true_decision(), i.WithdrawRectification(), i.Undo())
    assert not felt.state.seat(3).seated, "round 1 was spoken of, and seat 3 staked for round 2"


@requirement("RP-21")
def test_a_closed_round_takes_two_persons_and_neither_is_the_dealer() -> None:
    felt = fold_keyed().settle()
    assert felt.tap(true_decision()) == Refusal("badge_chef", "art. 55-20")
    felt.badge("croupier-07", Role.CHEF)
    assert felt.tap(true_decision()) == Refusal("same_person", "RP-21", (("person", "croupier-07"),))
    felt.badge("Durand", Role.COMITE).do(true_decision())
    assert felt.tap(i.ApproveRectification()) == Refusal("same_person", "AC-10", (("person", "Durand"),))
    felt.badge("Chef 1", Role.CHEF)
    assert felt.tap(i.ApproveRectification()) == Refusal("badge_comite", "AC-10")
    felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveRectification())
    assert felt.state.record.open is not None
    assert felt.state.record.open.approval is not None
    assert felt.state.record.open.approval.person == "Le Goff"


@requirement("RP-11")
def test_no_other_round_is_dealt_while_a_difference_is_neither_paid_nor_taken() -> None:
    felt = fold_keyed().settle().badge().do(true_decision()).badge(*COMITE).do(i.ApproveRectification())
    due = Refusal("rectification_due", "RP-11", (("seat", 2), ("round", 1)))
    assert felt.tap(i.NextRound()) == due
    felt.see(i.BadgeGone(), i.TimeObserved(felt.now_ms + 60_000))
    assert felt.state.phase is Phase.CLEARING, "the next round does not open by itself either"
    felt.do(i.SettleRectification(Moved.BY_HAND), i.NextRound())


def test_a_proposal_waits_for_its_second_person_while_play_goes_on() -> None:
    felt = fold_keyed().settle().badge().do(true_decision()).see(i.BadgeGone())
    felt.do(i.NextRound()).close()
    felt.badge(*COMITE)
    assert felt.tap(i.ApproveRectification()) == Refusal("rectify_between", "RP-21")
    assert felt.state.record.open is not None


def test_a_rejected_or_withdrawn_one_leaves_its_trace_and_nothing_else() -> None:
    felt = fold_keyed().settle().badge().do(true_decision()).badge(*COMITE).do(i.RejectRectification())
    assert felt.state.record.open is None
    felt.badge().do(true_decision(), i.WithdrawRectification())
    assert felt.events(e.RectificationRejected) == [e.RectificationRejected(1, 1, 2, "Durand")]
    assert felt.events(e.RectificationWithdrawn) == [e.RectificationWithdrawn(2, 1, 2, "Chef 1")]
    assert felt.state.record.done == ()


def test_a_hand_that_lies_face_down_tells_its_difference_when_a_second_person_approves_and_stays_so() -> None:
    felt = Felt().open().dealer()
    played(felt, {1: (1_000, 0, "play1"), 2: (1_000, 0, "fold")}, WINNER.split()).settle()
    felt.badge().do(true_decision())
    asked = felt.state.record.open
    assert asked is not None
    assert (asked.proposal.sealed, asked.latest.lines, asked.latest.cents) == (True, (), 0)
    assert "As" not in repr(views.console(felt.state)) + repr(felt.entries[-1])
    felt.badge(*COMITE).do(i.ApproveRectification())
    turned = [
        one
        for entry in felt.events(e.CardsRevealed)
        if isinstance(entry, e.CardsRevealed)
        for one in entry.cards
    ]
    assert not {str(one.place) for one in turned} & {"hole.2.0", "hole.2.1"}, "no card of it is ever shown"
    assert "As" not in repr(views.console(felt.state)) + repr(felt.entries[-1])
    assert felt.state.record.open is not None
    assert felt.state.record.open.latest.cents == 4_000


def test_what_is_due_to_a_player_who_has_left_goes_to_the_orphelins() -> None:
    felt = fold_keyed().settle()
    felt.badge().do(true_decision()).badge(*COMITE).do(i.ApproveRectification())
    felt.see(i.BadgeGone())
    assert felt.tap(i.SettleRectification(Moved.LEFT)) == Refusal("badge_chef", "art. 55-20")
    felt.badge().do(i.SettleRectification(Moved.LEFT))
    assert felt.events(e.OrphanBooked) == [e.OrphanBooked("Chef 1", 4_000, i.OrphanPlace.SEAT_LEFT)]
    assert (felt.state.record.done[0].entry.bank_cents, felt.state.sheet.orphans_cents) == (-4_000, 4_000)


@pytest.mark.parametrize(
    ("moved", "person"),
    [(Moved.BY_HAND, "croupier-07"), (Moved.ALREADY, "Chef 2"), (Moved.LEFT, "Chef 2")],
)
def test_the_entry_says_who_told_what_became_of_the_difference(moved: Moved, person: str) -> None:
    """AC-10: that chips lay right from the start is one person's word, and it is known whose."""
    felt = fold_keyed().settle().badge()
    felt.do(true_decision()).badge(*COMITE).do(i.ApproveRectification())
    felt.badge("Chef 2", i.Role.CHEF).do(i.SettleRectification(moved))
    (entry,) = felt.events(e.RectificationRecorded)
    assert isinstance(entry, e.RectificationRecorded)
    assert (entry.settled_by, entry.persons) == (person, ("Chef 1", "Durand"))


def test_what_a_player_who_has_left_owes_is_not_booked_as_won() -> None:
    felt = Felt().open().dealer()
    plan: Plan = {1: (1_000, 0, "play1"), 2: (1_000, 0, "play1")}
    played(felt, plan, WINNER.split()).settle()
    felt.badge().do(proposal(1, 1, Mistake.STAKE, (2_000, 0, ""))).badge(*COMITE)
    felt.do(i.ApproveRectification()).badge().do(i.SettleRectification(Moved.LEFT))
    done = felt.state.record.done[0].entry
    assert (done.cents, done.bank_cents, done.orphans_cents) == (-3_000, 0, 0)


def test_nobody_settles_by_hand_in_the_dealers_name_while_a_pause_locks_the_console() -> None:
    felt = played(
        Felt(register=True).open(), {1: (1_000, 0, "play1"), 2: (1_000, 500, "fold")}, WINNER.split()
    )
    felt.settle().come(*CHEF).do(true_decision()).come(*COMITE).do(i.ApproveRectification())
    felt.see(i.BadgeGone()).do(i.Pause())
    by_hand = i.SettleRectification(Moved.BY_HAND)
    assert felt.tap(by_hand) == Refusal("paused")
    felt.person("croupier-07", Role.DEALER).do(i.EndPause()).see(i.BadgeGone()).do(by_hand)
    assert felt.state.record.done[-1].entry.settled_by == "croupier-07"


def test_a_payment_made_otherwise_than_computed_is_told_as_an_amount_and_leaves_the_result() -> None:
    felt = fold_keyed().settle().badge()
    felt.do(i.ProposeRectification(1, 1, Mistake.PAYMENT, RectificationReason.CLAIM, by_cents=1_500))
    felt.badge(*COMITE).do(i.ApproveRectification()).badge()
    assert felt.tap(i.SettleRectification(Moved.ALREADY)) == Refusal(
        "payment_to_mend", "AC-10", (("seat", 1),)
    )
    felt.do(i.SettleRectification(Moved.BY_HAND))
    done = felt.state.record.done[0].entry
    assert done.first == done.lines
    assert (done.cents, done.bank_cents) == (1_500, 0)


def test_a_second_rectification_starts_from_the_first() -> None:
    felt = fold_keyed().settle()
    for code in ("play1", "play4", "fold"):
        felt.badge().do(true_decision(code)).badge(*COMITE).do(i.ApproveRectification())
        felt.do(i.SettleRectification(Moved.ALREADY)) if felt.state.record.open is not None else None
    cents = [done.entry.cents for done in felt.state.record.done]
    assert cents == [4_000, 3_000, -7_000]
    assert len(cents) == A_SEAT_MAX
    assert felt.badge().tap(true_decision()) == Refusal(
        "rectified_enough", "AC-10", (("seat", 2), ("round", 1))
    )


# --- what it does not touch ----------------------------------------------------------------------


def test_jp1_is_never_moved_along() -> None:
    """A fold kills JP1 in this house: what becomes of its stake goes by the entries of the meter (PM-08)."""
    profile = load_profile("fr-55-20-2021")
    dead = replace(profile, options=replace(profile.options, jp1_after_fold=False))
    felt = fold_keyed(jp1=(2,), profile=dead).settle().badge()
    assert felt.tap(true_decision()) == Refusal("jp1_changes", "PM-08", (("seat", 2),))
    alive = fold_keyed(jp1=(2,)).settle().badge().do(true_decision())
    asked = alive.state.record.open
    assert asked is not None
    assert Spot.JP1 not in {line.spot for line in (*asked.proposal.first, *asked.latest.lines)}


def test_the_two_best_hands_have_their_own_procedure() -> None:
    felt = Felt().open()
    royal = ("2c 7d As Ks 9d 9h", "Qs Js Ts", "4d 8h")
    felt.do(i.SetStakes(1, 1_000), i.SetStakes(2, 1_000)).chips(2).close()
    felt.draw(royal[0]).do(i.CallStreet()).draw(royal[1]).do(i.CallStreet())
    felt.draw(royal[2]).play(1, 1, 2).showdown().prove_hand().release().settle()
    felt.badge()
    best = Refusal("two_best_hands", "art. 55-20, 2°", (("seat", 2),))
    assert felt.tap(true_decision("play2")) == best
    felt.do(true_decision("fold", seat=1))


def test_a_keyed_card_that_would_make_a_royal_is_none_of_ours_to_rectify() -> None:
    felt = Felt().open().stakes(s1=1000).chips(1).close().draw("As Ks 9d 9h").do(i.CallStreet())
    felt.draw("Qs Js ??")
    keyed = i.KeyCard(board(2), parse_cards("Td")[0])
    felt.do(keyed, keyed, i.CallStreet()).draw("4d 8h").play(1, 1).showdown().settle().badge()
    royal = i.ProposeRectification(1, 1, Mistake.CARD, KEYING, place="board.2", card="Ts")
    assert felt.tap(royal) == Refusal("two_best_hands", "art. 55-20, 2°", (("seat", 1),))


def test_a_payment_is_mended_by_what_its_pieces_make_and_else_the_nearest_are_named() -> None:
    felt = fold_keyed().do(i.SettleSeat(2))
    chip_cents = felt.state.profile.limits.chip_cents
    for cents, below in ((1, 0), (chip_cents + 1, chip_cents), (-1, -chip_cents)):
        refusal = felt.tap(i.ProposeRectification(1, 2, Mistake.PAYMENT, KEYING, by_cents=cents))
        assert refusal is not None
        facts = (("cents", cents), ("below_cents", below), ("above_cents", below + chip_cents))
        assert (refusal.code, refusal.facts) == ("payment_inexact", facts)
    felt.do(i.ProposeRectification(1, 2, Mistake.PAYMENT, KEYING, by_cents=-chip_cents))


def test_what_cannot_have_been_is_refused_with_its_reason() -> None:
    felt = fold_keyed().do(i.SettleSeat(2))
    assert felt.tap(true_decision(seat=1)) == Refusal("seat_not_settled", "RP-21", (("seat", 1),))
    assert felt.tap(true_decision(number=9)) == Refusal("round_not_kept", "RP-21", (("round", 9),))
    felt.do(i.SettleSeat(1)).badge()
    cases = (
        (true_decision("fold"), "nothing_to_rectify"),
        (true_decision("a4"), "decision_unknown"),
        (proposal(1, 2, Mistake.STAKE, (1_050, 0, "")), "stake_inexact"),
        (proposal(1, 2, Mistake.STAKE, (20_000, 0, "")), "stake_above_maximum"),
        (i.ProposeRectification(1, 2, Mistake.PAYMENT, KEYING), "nothing_to_rectify"),
        (i.ProposeRectification(1, 2, Mistake.PAYMENT, KEYING, by_cents=-(10**9)), "payment_amount"),
        (i.ProposeRectification(1, 2, Mistake.PAYMENT, KEYING, by_cents=1), "payment_inexact"),
        (i.ProposeRectification(1, 1, Mistake.HAND, KEYING), "hand_to_tell"),
        (i.ProposeRectification(1, 1, Mistake.HAND, KEYING, hand="win.flush"), "card_known"),
        (i.ProposeRectification(1, 1, Mistake.CARD, KEYING, place="hole.1.0", card="Ad"), "card_not_keyed"),
        (i.ProposeRectification(1, 1, Mistake.CARD, KEYING, place="hole", card="1x"), "not_now"),
    )
    for intent, code in cases:
        refusal = felt.tap(intent)
        assert refusal is not None, intent
        assert refusal.code == code, intent
    felt.do(true_decision())
    refusal = felt.tap(true_decision())
    assert refusal is not None
    assert refusal.code == "rectification_open"


def test_the_table_is_not_closed_over_an_open_rectification() -> None:
    felt = fold_keyed().settle().badge().do(true_decision(), i.NextRound())
    assert felt.tap(i.CloseTable()) == Refusal("rectification_open", "AC-10", (("seat", 2), ("round", 1)))
    felt.do(i.WithdrawRectification(), i.CloseTable())
    assert felt.state.record.past == (), "what was wrong in it is accounting's from then on"


def test_a_session_keeps_so_many_rounds_and_no_more() -> None:
    felt = fold_keyed().settle()
    past = felt.state.record.past[0]
    many = replace(felt.state.record, past=(past,) * PAST_MAX)
    felt.state = replace(felt.state, record=many)
    felt.do(i.NextRound())
    played(felt, {1: (1_000, 0, "play1"), 2: (1_000, 0, "play1")}, WINNER.split()).settle()
    assert len(felt.state.record.past) == PAST_MAX
    assert felt.state.record.past[-1].played.number == 2


def test_a_decision_of_the_record_has_its_code() -> None:
    felt = fold_keyed().settle()
    seats = felt.state.record.past[0].seats
    assert [decision_of(felt.state.profile, seats[n]) for n in (0, 1)] == ["play1", "fold"]
    assert "a05t.a05r" in decisions(load_profile("fr-holdem-casino"))


# --- dealt by hand -------------------------------------------------------------------------------


def by_hand(bank: str = "Kd 9h", told: HandClass = HandClass.PAIR) -> Felt:
    """Round 1 was dealt by hand: seats 1 and 3 lose with a hand told by its class, seat 2 has folded."""
    felt = Felt().open().dealer().stakes(s1=1000, s2=1000, s3=1000)
    felt.see(i.HealthObserved(i.Machine.SHOE, i.Health.LOST)).badge().do(i.DealByHand())
    felt.see(i.BadgeGone()).do(i.CloseBets(), i.ConfirmDealt())
    for street in ("2c 9d Kh", "4s Jh"):
        first = sum(place.pile == "board" for place in felt.state.playing.shown)
        for slot, text in enumerate(street.split(), first):
            keyed = i.KeyCard(board(slot), next(one for one in DECK if one.text == text))
            felt.do(keyed, keyed)
    felt.play(1, 1, 3).fold(2).do(i.OpenHands())
    for slot, text in enumerate(bank.split()):
        keyed = i.KeyCard(dealer(slot), next(one for one in DECK if one.text == text))
        felt.do(keyed, keyed)
    felt.do(*(i.EnterHand(seat, Outcome.LOSE, told) for seat in (3, 1)), i.OpenHands())
    return felt.settle().badge()


def test_a_hand_told_wrongly_is_told_anew() -> None:
    felt = by_hand()
    felt.do(i.ProposeRectification(1, 1, Mistake.HAND, KEYING, hand="win.three_of_a_kind"))
    asked = felt.state.record.open
    assert asked is not None
    assert asked.latest.cents == 5_000, "three stakes taken in error, and Ante and Play paid"


def test_a_fold_keyed_in_error_needs_its_hand_told_where_no_machine_read_it() -> None:
    felt = by_hand()
    assert felt.tap(true_decision()) == Refusal("hand_to_tell", "CS-11", (("seat", 2),))
    felt.do(replace(true_decision(), hand="win.three_of_a_kind"))
    asked = felt.state.record.open
    assert asked is not None
    assert asked.latest.cents == 4_000


def dealer_keyed() -> Felt:
    """Seat 2 folded 7d 8d, face down for ever; the dealer's first card was keyed, as 4s."""
    felt = Felt().open().dealer().stakes(s1=1000, s2=1000).close().draw("2c 3c 7d 8d ?? 9h")
    felt.do(i.CallStreet()).draw("Kc Jd 6h").do(i.CallStreet()).draw("5s Qs").play(1, 1).fold(2)
    keyed = i.KeyCard(dealer(0), parse_cards("4s")[0])
    return felt.do(keyed, keyed, i.OpenHands()).settle()


TRUE_CARD = i.ProposeRectification(1, 1, Mistake.CARD, KEYING, place="dealer.0")


def test_the_true_card_is_compared_with_open_cards_only() -> None:
    felt = dealer_keyed().badge()
    lying = {card.text for card in felt.state.record.past[0].played.shown.values()}
    for card in DECK:
        told = (card.rank, felt.tap(replace(TRUE_CARD, card=card.text)))
        if card.text in lying - {"4s"}:
            assert told[1] == Refusal("card_face_up", "CS-08", (("card", card.text),))
        else:
            # By its rank alone: the two cards that seat 2 folded are told from no other.
            pairs = card.rank in {10, *(one.rank for one in parse_cards("9h Kc Jd 6h 5s Qs"))}
            assert told[1] == (None if pairs else Refusal("nothing_to_rectify", "AC-10")), card
        if told[1] is None:
            felt.do(i.WithdrawRectification())


def test_who_may_not_propose_is_told_so_before_anything_is_looked_at_and_nothing_is_written() -> None:
    felt = dealer_keyed()
    told = {str(felt.tap(replace(TRUE_CARD, card=card.text))) for card in DECK}
    told |= {str(felt.tap(replace(TRUE_CARD, seat=seat))) for seat in (2, 5)}
    assert told == {str(Refusal("badge_chef", "art. 55-20"))}
    assert not felt.events(e.RectificationRefused)


def test_a_refusal_is_journalled_and_names_a_card_only_where_it_lay_open() -> None:
    felt = dealer_keyed().badge()
    for text in ("Kc", "7d", "2h"):
        felt.tap(replace(TRUE_CARD, card=text))
    tried = [(one.person, one.code, one.card, one.approving) for one in felt.events(e.RectificationRefused)]
    kc = parse_cards("Kc")[0]
    assert tried == [
        ("Chef 1", "card_face_up", kc, False),
        ("Chef 1", "nothing_to_rectify", None, False),
        ("Chef 1", "nothing_to_rectify", None, False),
    ]


@pytest.mark.parametrize("own", ["Ac Kc", "2h 7s"])
def test_whether_a_folded_hand_is_a_royal_is_not_told_before_the_second_person_and_then_written(
    own: str,
) -> None:
    """Its own option keeps that royal face down: only JP1 bettors console."""
    options = replace(load_profile("fr-55-20-2021").options, consolation_trigger="jp1_bettor")
    felt = Felt(replace(load_profile("fr-55-20-2021"), options=options)).open().dealer()
    felt.stakes(s1=1000, s2=1000).chips(1).close().draw(f"2c 3d {own} 9s 9h")
    felt.do(i.CallStreet()).draw("Qc Jc Tc").do(i.CallStreet()).draw("4d 5h").play(1, 1).fold(2)
    felt.do(i.OpenHands()).settle().badge().do(true_decision())
    asked = felt.state.record.open
    assert asked is not None
    assert (asked.proposal.sealed, asked.latest.lines, asked.latest.others) == (True, (), ())
    assert asked.latest.cents == 0
    assert i.ApproveRectification() in legal_now(felt.badge(*COMITE).state), "nor by a key that is lit"
    answer = felt.tap(i.ApproveRectification())
    written = [(one.code, one.person, one.approving) for one in felt.events(e.RectificationRefused)]
    if own == "Ac Kc":
        assert answer == Refusal("two_best_hands", "art. 55-20, 2°", (("seat", 2),))
        assert written == [("two_best_hands", "Durand", True)]
        felt.do(i.RejectRectification())
    else:
        assert answer is None
        assert written == []


def test_nothing_is_computed_on_two_equal_cards() -> None:
    """A board card was keyed as one that seat 2 had folded; that seat is said to have played."""
    felt = Felt().open().dealer().stakes(s1=1000, s2=1000).close().draw("2c 3c 7d 8d 4s 9h")
    felt.do(i.CallStreet()).draw("Kc ?? 6h")
    keyed = i.KeyCard(board(1), parse_cards("7d")[0])
    felt.do(keyed, keyed, i.CallStreet()).draw("5s Qs").play(1, 1).fold(2)
    felt.do(i.OpenHands()).settle().badge().do(true_decision()).badge(*COMITE)
    assert felt.tap(i.ApproveRectification()) == Refusal("two_equal_cards", "CS-08", (("seat", 2),))


def test_a_card_keyed_wrong_names_every_seat_that_it_changes() -> None:
    felt = by_hand("Qd 9h", HandClass.HIGH_CARD)
    card = i.ProposeRectification(1, 1, Mistake.CARD, KEYING, place="dealer.1", card="8h")
    assert felt.tap(replace(card, card="Kh")) == Refusal("card_face_up", "CS-08", (("card", "Kh"),))
    assert felt.tap(replace(card, card="Qh")) == Refusal("nothing_to_rectify", "AC-10"), "a pair as well"
    for seat, others in ((1, (3,)), (3, ())):
        felt.badge().do(replace(card, seat=seat))
        asked = felt.state.record.open
        assert asked is not None
        assert (asked.latest.cents, asked.latest.others) == (1_000, others), (
            "the bank was not qualified: Antes go back"
        )
        felt.badge(*COMITE).do(i.ApproveRectification(), i.SettleRectification(Moved.ALREADY))
    assert felt.badge().tap(card) == Refusal("nothing_to_rectify", "AC-10"), "it lies there by now"


@pytest.mark.parametrize("intent", [i.ApproveRectification(), i.RejectRectification()])
def test_no_card_at_the_pit_decides_on_a_rectification(intent: i.Intent) -> None:
    """Chips are paid or taken back before the eyes of who approves: his card is read at the table (AC-10)."""
    felt = Felt(pit_cards=True).open().dealer().stakes(s1=1000, s2=1000).close()
    felt.draw("2c 7d As Ks Kd 9h").do(i.CallStreet()).draw("Kh 8c 3d").do(i.CallStreet()).draw("4s Jh")
    felt.play(1, 1).fold(2).showdown().settle().badge(*CHEF).do(
        i.ProposeRectification(1, 2, Mistake.DECISION, KEYING, decision="play1")
    )
    assert felt.see(i.BadgeGone()).tap(AtPit(intent)) == Refusal("felt_card", "AC-10")
    felt.badge(*COMITE).do(intent)
    assert felt.state.record.open is None or felt.state.record.open.approval is not None


def test_a_hand_told_by_its_class_that_folded_in_truth_is_not_compared_any_more() -> None:
    """Seat 1 lost with a pair told by class, and had folded: its Play goes back to it."""
    felt = by_hand()
    felt.do(i.ProposeRectification(1, 1, Mistake.DECISION, KEYING, "fold"))
    asked = felt.state.record.open
    assert asked is not None
    assert asked.latest.cents == 1_000
    assert {str(line.spot) for line in asked.latest.lines} == {"ante", "blind"}


def test_a_hand_that_is_compared_is_not_told_by_its_class_alone() -> None:
    felt = by_hand()
    none = i.ProposeRectification(1, 1, Mistake.HAND, KEYING, hand="none.three_of_a_kind")
    assert felt.tap(none) == Refusal("hand_to_tell", "CS-11", (("seat", 1),))


def test_a_true_card_that_would_change_a_prize_of_jp1_is_none_of_ours_to_rectify() -> None:
    """The river was keyed as a card that makes a full house; JP1 goes by entries of its own (PM-08)."""
    felt = Felt().open().dealer().stakes(s1=1000).chips(1).close().draw("2c 2d 9d 9h").do(i.CallStreet())
    felt.draw("2h Kc 4d").do(i.CallStreet()).draw("5s ??")
    keyed = i.KeyCard(board(4), parse_cards("Kd")[0])
    felt.do(keyed, keyed).play(1, 1).showdown().settle().badge()
    assert [prize.cents for one in felt.events(e.AwardAsked) for prize in one.awards] == [5_000]
    true = i.ProposeRectification(1, 1, Mistake.CARD, KEYING, place="board.4", card="Qd")
    assert felt.tap(true) == Refusal("jp1_changes", "PM-08", (("seat", 1),))


def test_a_proposal_whose_round_is_kept_no_longer_is_approved_by_nobody() -> None:
    """More rounds were played on than a session keeps, or the seat's settlement was taken back since."""
    felt = fold_keyed().settle().badge().do(true_decision()).badge(*COMITE)
    kept = felt.state
    (past,) = kept.record.past
    unsettled = tuple(replace(seat, settled=None) for seat in past.seats)
    for left in ((), (replace(past, seats=unsettled),)):
        felt.state = replace(kept, record=replace(kept.record, past=left))
        assert felt.tap(i.ApproveRectification()) == NOT_NOW
    felt.state = kept
    felt.do(i.ApproveRectification())


def test_a_proposal_that_has_nothing_left_to_put_right_is_refused_and_who_tried_is_written() -> None:
    """The same truth was recorded since: paid once, it is not paid again."""
    felt = open_hand().do(true_decision("fold", seat=1)).badge(*COMITE)
    asked = felt.state.record.open
    assert asked is not None
    assert not asked.proposal.sealed
    twin = open_hand().do(true_decision("fold", seat=1)).badge(*COMITE)
    twin.do(i.ApproveRectification(), i.SettleRectification(Moved.BY_HAND))
    done = twin.state.record.done
    felt.state = replace(felt.state, record=replace(felt.state.record, done=done))
    assert i.ApproveRectification() not in legal_now(felt.state)
    refusal = felt.tap(i.ApproveRectification())
    assert refusal is not None
    assert (refusal.code, refusal.article) == ("nothing_to_rectify", "AC-10")
    (tried,) = felt.events(e.RectificationRefused)
    assert (tried.code, tried.person, tried.approving) == ("nothing_to_rectify", COMITE[0], True)


def open_hand() -> Felt:
    """Seat 1 played once its Ante, its hand lies open, and the round is closed."""
    return fold_keyed().settle().badge()


def test_who_reads_one_round_of_the_night_meets_an_approval_without_its_proposal() -> None:
    felt = open_hand().do(true_decision()).badge(*COMITE)
    unread = replace(felt.state, record=replace(felt.state.record, open=None))
    felt.do(i.ApproveRectification())
    (approved,) = felt.events(e.RectificationApproved)
    after = evolve(unread, e.Entry(unread.seq + 1, unread.at_ms, approved))
    assert after.record == unread.record


# --- before the last seat is settled -------------------------------------------------------------


def test_a_card_is_not_put_right_before_it_has_paid_every_seat() -> None:
    """Seat 2 was rectified for the dealer's card, and seat 1 was settled on the wrong one all the same."""
    felt = Felt().open().dealer().stakes(s1=1000, s2=1000).close().draw("2c 3c 7d 8d ?? 9h")
    felt.do(i.CallStreet()).draw("Kc Jd 6h").do(i.CallStreet()).draw("5s Qs").play(1, 1, 2)
    (four,) = parse_cards("4s")
    felt.do(i.KeyCard(dealer(0), four), i.KeyCard(dealer(0), four), i.OpenHands())
    felt.do(i.OpenSettlement(), i.SettleSeat(2))
    why = RectificationReason.KEYING
    card = i.ProposeRectification(1, 2, Mistake.CARD, why, place="dealer.0", card="Qd")
    assert felt.tap(card) == Refusal("seats_to_settle", "RP-21", (("seats", "1"),))
    felt.do(i.SettleSeat(1)).badge().do(card)
    asked = felt.state.record.open
    assert asked is not None
    assert asked.latest.others == (1,), "and whoever else it paid is named"


def told_and_contested(seat_4: str = "9s 2s") -> Felt:
    """By hand: seat 4 is settled; seat 7, told as a straight, is contested and may be any hand yet."""
    felt = Felt().open().dealer().stakes(s4=1000, s7=1000).chips(4, 7)
    felt.see(i.HealthObserved(i.Machine.SHOE, i.Health.LOST)).badge().do(i.DealByHand()).see(i.BadgeGone())
    felt.close().do(i.ConfirmDealt())
    for slots, texts in (((0, 1, 2), "Qs Js Ts"), ((3, 4), "4d 4h")):
        for slot, one in zip(slots, parse_cards(texts), strict=True):
            felt.do(i.KeyCard(board(slot), one), i.KeyCard(board(slot), one))
        felt.tap(i.CheckRest())
    felt.do(i.BetRest())
    hands = [dealer(0), dealer(1), hole(4, 0), hole(4, 1)]
    for place, one in zip(hands, parse_cards(f"2h 7c {seat_4}"), strict=True):
        felt.do(i.KeyCard(place, one), i.KeyCard(place, one))
    felt.do(i.EnterHand(7, Outcome.WIN, HandClass.STRAIGHT), i.OpenHands(), i.OpenSettlement())
    return felt.do(i.ContestSeat(7), i.SettleSeat(4))


def test_no_seat_is_rectified_that_may_be_settled_again() -> None:
    """Seat 7 was a royal, seat 4 was settled anew, and what had been put right of it was taken twice."""
    felt = told_and_contested()
    why, left = RectificationReason.KEYING, Refusal("seats_to_settle", "RP-21", (("seats", "7"),))
    decided = i.ProposeRectification(1, 4, Mistake.DECISION, why, decision="play2")
    assert felt.tap(decided) == left
    assert felt.tap(i.ProposeRectification(1, 4, Mistake.STAKE, why, ante_cents=500)) == left
    paid = i.ProposeRectification(1, 4, Mistake.PAYMENT, why, by_cents=500)
    assert felt.tap(paid) is None, "chips that were paid wrongly are mended at once"


@pytest.mark.parametrize("paid_by_cents", [0, 500])
def test_a_payment_put_right_changes_no_line_that_is_settled_again(paid_by_cents: int) -> None:
    """Lines of before stood in force: what a later rectification found due was 10 € short."""
    felt, why = told_and_contested("Qd 2s"), RectificationReason.KEYING
    if paid_by_cents:
        felt.do(i.ProposeRectification(1, 4, Mistake.PAYMENT, why, by_cents=paid_by_cents))
        felt.badge().do(i.ApproveRectification(), i.SettleRectification(Moved.BY_HAND))
    felt.badge()
    for place, one in zip([hole(7, 0), hole(7, 1)], parse_cards("As Ks"), strict=True):
        felt.do(i.KeyCard(place, one), i.KeyCard(place, one))
    (eight,) = parse_cards("8h")
    felt.badge(*COMITE).do(i.ReportCard(board(4), eight)).refuse(i.ClaimDoubt.HAND)
    felt.prove_hand().release().badge().settle().badge()
    felt.do(i.ProposeRectification(1, 4, Mistake.DECISION, why, decision="play2"))
    asked = felt.state.record.open
    assert asked is not None
    assert asked.proposal.first == tuple(line for line in felt.lines(4).values() if line.spot is not Spot.JP1)
    assert asked.proposal.cents == 1000


def test_where_the_shoe_dealt_a_decision_is_put_right_before_the_last_seat_is_settled() -> None:
    felt = Felt().open().dealer().stakes(s1=1000, s2=1000).close().draw("2c 3c 7d 8d 4s 9h")
    felt.do(i.CallStreet()).draw("Kc Jd 6h").do(i.CallStreet()).draw("5s Qs").play(1, 1, 2).showdown()
    felt.do(i.OpenSettlement(), i.SettleSeat(2))
    why = RectificationReason.IMAGES
    assert felt.tap(i.ProposeRectification(1, 2, Mistake.DECISION, why, decision="play4")) is None


def test_where_nobody_is_known_to_deal_a_chef_does_not_allow_what_he_asked_for() -> None:
    """I9: with one badge in the reader a chef asked and allowed, and the entry named him once."""
    felt = played(Felt().open(), {1: (1_000, 0, "play1"), 2: (1_000, 500, "fold")}, WINNER.split())
    felt.do(i.SettleSeat(2)).badge("Chef 1", Role.CHEF).do(true_decision())
    assert felt.tap(i.ApproveRectification()) == Refusal("same_person", "RP-21", (("person", "Chef 1"),))
    felt.badge("Chef 2", Role.CHEF).do(i.ApproveRectification(), i.SettleRectification(Moved.BY_HAND))
    (entry,) = felt.events(e.RectificationRecorded)
    assert isinstance(entry, e.RectificationRecorded)
    assert entry.persons == ("Chef 1", "Chef 2")


@pytest.mark.parametrize("by", ["another dealer", "nobody"])
def test_who_dealt_a_closed_round_neither_proposes_nor_approves_what_is_put_right_of_it(by: str) -> None:
    """Relieved, he approved his own round with a card of the comité (I9, F-16)."""
    felt = Felt(register=True).open()
    felt = played(felt, {1: (1_000, 0, "play1"), 2: (1_000, 500, "fold")}, WINNER.split()).settle()
    (closed,) = felt.events(e.RoundClosed)
    felt.see(i.BadgeGone()).next_round()
    if by == "another dealer":
        felt.dealer("croupier-99")
    else:
        felt.do(i.SignOff())
    felt.person(closed.dealer, Role.CHEF)
    assert felt.tap(true_decision()) == Refusal("same_person", "RP-21", (("person", closed.dealer),))
    felt.person("Chef 1", Role.CHEF).do(true_decision()).person(closed.dealer, Role.COMITE)
    assert felt.tap(i.ApproveRectification()) == Refusal("same_person", "AC-10", (("person", closed.dealer),))
    assert felt.person(*COMITE).tap(i.ApproveRectification()) is None
