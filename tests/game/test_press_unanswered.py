"""A JP1 press that nobody answers: held, set aside under a chef's eyes, answered once.

LK-02; screens, section 9.2.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.evolve import evolve, fold
from controller.game.inputs import Observation, Role
from controller.game.invariants import broken
from controller.game.profile import RuleProfile
from controller.game.react import book_request, react, shoe_locked
from controller.game.refusals import Refusal
from controller.game.round import Jp1
from controller.game.state import Phase, TableState
from controller.game.views import console
from controller.settings.rules import load_profile
from tests.builders import CHEF, COMITE, Felt, facts
from tests.law.requirements import requirement

LOST = i.BookUnreachable("Contribute", "timeout")
SEATS = (1, 3)
WAIT_MS = facts().unanswered_ms


def pressed(*seats: int, profile: RuleProfile | None = None, **known: object) -> Felt:
    """JP1 is collected, and the link is lost before the book answers."""
    felt = Felt(profile, **known).open().stakes(**{f"s{n}": 1000 for n in seats}).chips(*seats)  # type: ignore[arg-type]
    felt.answering = False
    return felt.do(i.CloseBets(), i.CollectJp1()).sweep().see(LOST)


def later(felt: Felt, ms: int = WAIT_MS) -> Felt:
    felt.now_ms += ms
    return felt.see(i.TimeObserved(felt.now_ms))


def refused(felt: Felt, intent: i.Intent) -> Refusal:
    refusal = felt.tap(intent)
    assert refusal is not None, f"{intent} was taken"
    return refusal


def aside(*seats: int, **known: object) -> Felt:
    """The chips are sealed, the other stakes returned, and the next round takes bets."""
    return later(pressed(*seats, **known)).badge().do(i.SetStakesAside(len(seats))).refund()  # type: ignore[arg-type]


def added(felt: Felt) -> Observation:
    """The book has had the stakes all along."""
    asked = book_request(felt.state)
    assert isinstance(asked, (r.Forgo, r.Contribute))
    return felt.answer(r.Contribute(asked.round, asked.attempt, asked.seats, asked.stake_cents))


NOT_ADDED = i.BookRefused("Forgo", "forgone")


# --- the wait ------------------------------------------------------------------------------------


def test_the_round_is_held_and_a_chef_called_when_the_press_stays_unanswered() -> None:
    felt = pressed(*SEATS)
    felt.see(i.TimeObserved(felt.now_ms))
    assert felt.state.held is None
    assert r.WakeAt(felt.state.phase_ms + WAIT_MS) in react(felt.state)
    later(felt)
    assert felt.state.held is not None
    assert felt.state.held.cause == "press_unanswered"
    assert [(up.code, up.priority) for up in felt.state.alarms if up.code == "A-227"] == [("A-227", 1)]
    assert felt.state.call_ms
    assert shoe_locked(felt.state)


def test_no_act_of_the_book_is_asked_while_another_waits() -> None:
    """Walks and nights ask this after every event; the second question would drop the first."""
    state = pressed(*SEATS).state
    for asked in (e.FinishAsked(1, 1), e.RefundAsked(1, 1, 3), e.ReconciliationAsked(1, "demand", "Durand")):
        after = evolve(state, e.Entry(state.seq + 1, state.at_ms, asked))
        assert broken(state, asked, after).startswith("I13")


def test_a_press_is_not_held_while_the_link_is_up() -> None:
    felt = Felt().open().stakes(s1=1000).chips(1)
    felt.answering = False
    assert later(felt.do(i.CloseBets(), i.CollectJp1())).state.held is None


def test_nothing_but_the_seal_or_the_answer_ends_that_hold() -> None:
    felt = later(pressed(*SEATS)).badge()
    assert refused(felt, i.Resume()).code == "press_waits"
    assert refused(felt, i.ArmVoid(i.Incident.EQUIPMENT)).code == "book_waiting"
    assert refused(felt, i.GiveJp1Back()).code == "not_now"
    assert shoe_locked(felt.state)


@pytest.mark.parametrize("in_the_book", [True, False])
def test_an_answer_that_comes_in_time_ends_the_hold_and_the_round_is_dealt(in_the_book: bool) -> None:
    felt = later(pressed(*SEATS))
    felt.see(added(felt) if in_the_book else i.BookRefused("Contribute", "stopped"))
    assert (felt.state.phase, felt.state.held) == (Phase.DEALING, None)
    assert felt.state.jp1_seats == (SEATS if in_the_book else ())
    assert not [up for up in felt.state.alarms if up.code == "A-227"]


def test_an_incident_declared_meanwhile_comes_first_and_the_press_holds_the_round_after_it() -> None:
    felt = later(pressed(*SEATS).do(i.DeclareIncident(i.Incident.EXPOSED_CARD)))
    assert felt.state.held is not None
    assert felt.state.held.cause == "exposed_card"
    later(felt.do(i.Resume()))
    assert felt.state.held is not None
    assert felt.state.held.cause == "press_unanswered"


# --- set aside -----------------------------------------------------------------------------------


def test_the_chips_are_set_aside_by_a_chef_who_counts_them() -> None:
    felt = pressed(*SEATS).badge()
    assert refused(felt, i.SetStakesAside(2)).code == "not_now", "nobody has waited yet"
    later(felt.see(i.BadgeGone()))
    assert refused(felt, i.SetStakesAside(2)).code == "badge_chef"
    felt.badge()
    assert refused(felt, i.SetStakesAside(3)) == Refusal("seal_count", "BC-09", (("count", 3), ("due", 2)))
    felt.do(i.SetStakesAside(2))
    assert felt.events(e.StakesSetAside) == [e.StakesSetAside(1, 1, SEATS, 500, "Chef 1")]


def board_out_over_the_press(*joined: int, carried: bool) -> Felt:
    """Cards are drawn past the hold until the board is out, and the press of these seats stays unanswered."""
    felt = Felt(register=True).open()
    if carried:
        felt.stakes(s1=1000).chips(1).close().draw("2c").void().see(i.BadgeGone()).as_before()
    felt.stakes(**{f"s{n}": 1000 for n in joined}).chips(*joined)
    felt.answering = False
    felt.do(i.CloseBets(), i.CollectJp1()).sweep().see(LOST).draw("As Ks 4c 5c 9h 9d Qs Js Ts 2d 3d")
    return later(felt.person(*CHEF).do(i.Resume()).see(i.BadgeGone()))


@pytest.mark.parametrize("carried", [True, False])
def test_from_the_first_board_card_on_the_comite_confirms_the_seal_whatever_the_cards_are(
    carried: bool,
) -> None:
    """What makes the deal void takes two persons, by whichever act: seat 1 may hold a prize (RP-20)."""
    joined = (2,) if carried else (1, 2)
    seal, voids = i.SetStakesAside(len(joined)), int(carried)
    felt = board_out_over_the_press(*joined, carried=carried).person(*CHEF)
    assert refused(felt, i.SetStakesAside(5)).code == "seal_count"
    felt.do(seal)
    assert (len(felt.events(e.RoundVoided)), felt.events(e.StakesSetAside)) == (voids, [])
    told = console(felt.state)
    assert told["primary"]["tap"] == {"act": "SetStakesAside", "chips": len(joined)}
    assert told["primary"]["why"]["code"] == "badge_comite"
    assert told["held"]["void"]["comite"]
    assert refused(felt, seal) == Refusal("badge_comite", "RP-20")
    assert refused(felt, i.VoidRound(i.Incident.EQUIPMENT)).code == "book_waiting"
    assert refused(felt.person("Chef 1", Role.COMITE), seal).code == "same_person"
    assert refused(felt.person("croupier-07", Role.COMITE), seal).code == "same_person"
    felt.person(*COMITE).do(seal)
    void = felt.events(e.RoundVoided)[-1]
    assert isinstance(void, e.RoundVoided)
    assert (void.chef, void.confirmed_by, void.jp1_carried) == ("Chef 1", "Durand", (1,) if carried else ())
    (aside_,) = felt.events(e.StakesSetAside)
    assert aside_.seats == joined  # type: ignore[attr-defined]
    assert felt.refund().state.phase is Phase.BETTING


def test_a_seal_that_was_armed_is_dropped_by_the_chef_or_by_the_answer_of_the_book() -> None:
    felt = board_out_over_the_press(2, carried=True).person(*CHEF)
    felt.do(i.SetStakesAside(1), i.DisarmVoid())
    assert refused(felt, i.Resume()).code == "press_waits"
    felt.do(i.SetStakesAside(1)).see(added(felt))
    assert felt.state.held is None
    assert felt.state.jp1_seats == (1, 2)
    assert felt.state.playing.void is None


def test_no_event_voids_a_begun_board_by_one_person_while_a_press_waits() -> None:
    state = board_out_over_the_press(1, carried=False).state
    alone = e.RoundVoided(1, 1, "Chef 1", i.Incident.EQUIPMENT, (), (), confirmed_by="Chef 1")
    assert broken(state, alone, state).startswith("I9")


def test_the_dealer_does_not_seal_what_he_counted() -> None:
    felt = later(pressed(*SEATS, register=True)).person("croupier-07", Role.CHEF)
    assert refused(felt, i.SetStakesAside(2)).code == "same_person"


@requirement("LK-02")
def test_the_deal_is_void_the_base_stakes_go_back_and_the_game_goes_on_without_jp1() -> None:
    felt = aside(*SEATS)
    (void,) = felt.events(e.RoundVoided)
    assert (void.round, void.reason, void.chef) == (1, i.Incident.EQUIPMENT, "Chef 1")
    assert {one.seat for one in void.returned} == set(SEATS)
    assert (felt.state.phase, felt.state.playing.number, felt.state.held) == (Phase.BETTING, 2, None)
    felt.as_before().do(i.CloseBets()).draw("2c 3d 4c 5d Qs Js")
    assert (felt.state.phase, felt.state.jp1_seats) == (Phase.DECIDING, ())


@requirement("LK-02")
def test_the_book_is_asked_what_it_has_and_never_again_to_add() -> None:
    felt = aside(*SEATS)
    assert book_request(felt.state) == r.Forgo(1, 1, SEATS, 500)
    again = fold(TableState(facts()), felt.entries)
    assert (again, react(again)) == (felt.state, react(felt.state))


def test_no_second_press_is_sealed_before_the_first_seal_is_opened() -> None:
    """JP1 is open again only when the book has answered; the chips of before may still lie there."""
    felt = aside(1).see(NOT_ADDED).see(i.MeterObserved(1, felt_meter := 1_000_000, 9))
    felt.stakes(s2=1000).chips(2).do(i.CloseBets(), i.CollectJp1()).sweep().see(LOST)
    later(felt).badge()
    assert felt.state.jackpot.meter_cents == felt_meter
    assert refused(felt, i.SetStakesAside(1)).code == "seal_first"
    felt.do(i.OpenSeal(1), i.SetStakesAside(1))
    assert felt.state.aside is not None
    assert felt.state.aside.seats == (2,)


# --- the answer ----------------------------------------------------------------------------------


def test_not_added_gives_the_chips_back_once_and_the_ledger_never_moved() -> None:
    felt = aside(*SEATS)
    assert refused(felt, i.OpenSeal(2)).code == "seal_unanswered"
    felt.see(NOT_ADDED, NOT_ADDED)
    assert len(felt.events(e.ContributionRefused)) == 1
    assert refused(felt, i.OpenSeal(1)).code == "seal_count"
    felt.do(i.OpenSeal(2))
    assert felt.events(e.SealOpened) == [e.SealOpened(1, 1, SEATS, False, "Chef 1")]
    assert felt.tap(i.OpenSeal(2)) is not None
    assert felt.events(e.RefundAsked) == []
    assert felt.state.jackpot.meter_cents == 1_000_000


@requirement("PM-08")
def test_added_is_returned_seat_by_seat_by_entries_of_its_own_and_then_the_chips() -> None:
    felt = aside(*SEATS)
    felt.answering = True
    answer = added(felt)
    felt.see(answer, answer)
    assert felt.state.jackpot.meter_cents == 1_000_000
    kinds = [(type(one).__name__, getattr(one, "seat", 0)) for one in felt.asked]
    assert kinds == [("Refund", 1), ("Refund", 3), ("Finish", 0)]
    assert refused(felt.badge("croupier", Role.DEALER), i.OpenSeal(2)).code == "badge_chef"
    felt.badge().do(i.OpenSeal(2))
    assert felt.events(e.SealOpened) == [e.SealOpened(1, 1, SEATS, True, "Chef 1")]
    session = felt.state.upkeep.session
    assert (session.stakes, session.refunds, session.stakes_cents, session.chips_due) == (2, 2, 0, 0)


def test_the_chips_wait_until_the_last_stake_is_out_of_the_book() -> None:
    felt = aside(*SEATS).see()
    felt.see(added(felt))
    felt.see(felt.answer(r.Refund(1, 1, 1)))
    assert "A-228" in [up.code for up in felt.state.alarms]
    assert refused(felt, i.OpenSeal(2)).code == "seal_unanswered"
    felt.see(felt.answer(r.Refund(1, 1, 3)))
    felt.do(i.OpenSeal(2))
    assert "A-228" not in [up.code for up in felt.state.alarms]


def test_the_answer_may_come_in_the_middle_of_a_later_round_and_touches_no_seat_of_it() -> None:
    felt = aside(1, 3).as_before().do(i.CloseBets()).draw("2c 3d 4c 5d Qs Js")
    before = felt.state.seats
    felt.answering = True
    felt.see(added(felt))
    assert felt.state.seats == before
    assert felt.state.playing.contributed is False
    felt.do(i.CallStreet()).draw("Kc Kd Kh").do(i.CallStreet()).draw("9s 9d").do(i.BetRest())
    felt.showdown().settle()
    assert felt.events(e.AwardAsked) == [], "a full house of the board pays nobody who did not play for JP1"


def test_a_royal_of_a_seat_whose_chips_are_sealed_is_no_claim() -> None:
    felt = aside(1).stakes(s1=1000).do(i.CloseBets()).draw("As Ks Qd 2c")
    felt.do(i.CallStreet()).draw("Qs Js Ts").do(i.CallStreet()).draw("4d 9h").do(i.BetRest()).showdown()
    felt.settle()
    assert felt.events(e.ClaimAsked) == []
    felt.answering = True
    felt.see(added(felt))
    assert [type(one).__name__ for one in felt.asked] == ["Refund", "Finish"]


def test_a_stake_carried_from_a_voided_deal_keeps_its_rights_and_the_joiner_is_set_aside() -> None:
    felt = Felt().open().stakes(s1=1000).chips(1).close().draw("2c").badge()
    felt.do(i.DeclareIncident(i.Incident.IRREGULAR_DEAL)).void()
    felt.answering = False
    felt.see(i.BadgeGone()).as_before().stakes(s2=1000).chips(2).do(
        i.CloseBets(), i.CollectJp1()
    ).sweep().see(LOST)
    later(felt).badge().do(i.SetStakesAside(1)).refund()
    assert (felt.state.playing.number, felt.state.playing.attempt) == (1, 3)
    assert [felt.state.seat(n).jp1 for n in (1, 2)] == [Jp1.CARRIED, Jp1.NONE]
    felt.as_before().do(i.CloseBets()).draw("2c 3d 4c 5d Qs Js").do(i.CallStreet()).draw("Kc 8d 7h")
    felt.do(i.CallStreet()).draw("9s 4d").do(i.BetRest()).showdown().settle()
    felt.answering = True
    felt.see(added(felt))
    asked = [(type(one).__name__, one.attempt, getattr(one, "seat", 0)) for one in felt.asked]  # type: ignore[attr-defined]
    assert asked == [("Contribute", 1, 0), ("Refund", 2, 2), ("Finish", 3, 0)]


def test_a_house_that_refunds_voided_stakes_returns_the_carried_ones_too() -> None:
    profile = load_profile("fr-55-20-2021")
    options = replace(profile.options, void_jp1="refund")
    felt = aside(*SEATS, profile=replace(profile, options=options))
    felt.answering = True
    felt.see(added(felt))
    assert [type(one).__name__ for one in felt.asked] == ["Refund", "Refund", "Finish"]
    assert felt.state.jackpot.meter_cents == 1_000_000


def test_a_card_out_before_the_press_stays_sealed_when_the_deal_is_void() -> None:
    """BC-06: registered after the first card, and the link goes before the book answers."""
    felt = Felt().open().stakes(s1=1000).chips(1).do(i.CloseBets()).draw("As").badge()
    felt.answering = False
    felt.do(i.RegisterJp1Now()).sweep().see(LOST, i.BadgeGone())
    later(felt).badge().do(i.SetStakesAside(1)).refund()
    assert felt.state.playing.number == 2
    assert not felt.events(e.CardsRevealed)


def whole(in_the_book: bool) -> Felt:
    felt = aside(*SEATS)
    felt.answering = in_the_book
    felt.see(added(felt) if in_the_book else NOT_ADDED)
    return felt.do(i.OpenSeal(2))


def test_whatever_entry_was_the_last_before_a_restart_the_same_is_wanted_of_the_book() -> None:
    for in_the_book in (True, False):
        felt = whole(in_the_book)
        states = [TableState(facts())]
        for at in range(len(felt.entries)):
            states.append(fold(TableState(facts()), felt.entries[: at + 1]))
        asked = [book_request(state) for state in states]
        sealed = [state.aside is not None for state in states]
        assert (True in sealed, sealed[-1]) == (True, False)
        first = asked.index(r.Forgo(1, 1, SEATS, 500))
        assert not any(isinstance(one, r.Contribute) for one in asked[first:]), "it is never added any more"


def test_the_table_is_not_closed_over_a_seal_whose_answer_is_there() -> None:
    felt = aside(*SEATS).see(NOT_ADDED)
    assert refused(felt, i.CloseTable()) == Refusal("seal_first", "LK-02")
    felt.do(i.OpenSeal(len(SEATS)), i.CloseTable())


def test_only_an_act_of_the_book_is_ever_asked_of_it() -> None:
    state = pressed(1).state
    with pytest.raises(AssertionError, match="no request for ChefCalled"):
        book_request(replace(state, money=e.ChefCalled()))
