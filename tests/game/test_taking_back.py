"""What was tapped in error is taken back: a street called too early, any decision, settled seats."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.dealing.taking_back import decided_here
from controller.game.evolve import evolve
from controller.game.legal_acts import legal_now
from controller.game.refusals import Refusal
from controller.game.state import Phase
from controller.settings.rules import load_profile
from tests.builders import Felt

GAMES = ("fr-55-20-2021", "fr-55-20-2015", "fr-casino-page", "live-uth", "fr-holdem-casino")
HANDS = "2c 3d 4h 5s 6c 7d Jh Js"


def dealt(name: str = "fr-55-20-2021", **options: object) -> Felt:
    """Seats 1, 2 and 3 have their cards and may decide."""
    profile = load_profile(name)
    felt = Felt(replace(profile, options=replace(profile.options, **options))).open()
    felt.stakes(s1=1000, s2=1000, s3=1000).close().draw(HANDS)
    if options.get("board_drawn") == "with_hands":
        felt.draw("8c 8d 8h 9c 9d")
    assert felt.state.phase is Phase.DECIDING
    return felt


def why(felt: Felt) -> str:
    refusal = felt.tap(i.Undo())
    assert isinstance(refusal, Refusal)
    assert refusal.code == "nothing_to_undo"
    return str(dict(refusal.facts)["since"])


@pytest.mark.parametrize("name", GAMES)
def test_a_street_called_too_early_is_taken_back_until_its_first_card_is_read(name: str) -> None:
    felt = dealt(name)
    if felt.state.waited_for:
        felt.do(i.CheckRest())  # where a clock runs a check is said; elsewhere it lies in the call
    before = felt.state
    felt.do(i.CallStreet(), i.Undo())
    assert felt.state.undecided == before.undecided
    assert felt.state.seats == before.seats
    assert felt.events(e.StreetTakenBack) == [e.StreetTakenBack(0)]
    felt.do(i.CallStreet()).draw("8c")  # burned, in one of the games: a card of the street all the same
    assert why(felt) == "street_over"


def test_the_decisions_before_a_street_taken_back_come_back_too_one_by_one() -> None:
    felt = dealt().play(4, 3).play(3, 1).do(i.CallStreet(), i.Undo(), i.Undo())
    assert felt.state.undecided == (1, 2)
    felt.do(i.Undo())
    assert felt.state.undecided == (1, 2, 3)


def test_who_the_clock_had_checked_may_answer_again_and_has_the_whole_clock() -> None:
    felt = dealt("live-uth")
    felt.now_ms += felt.state.profile.clocks.decision_ms
    felt.see(i.TimeObserved(felt.now_ms))
    assert all(felt.state.seat(n).by_clock for n in (1, 2, 3))
    felt.do(i.Undo())
    assert not any(felt.state.seat(n).by_clock for n in (1, 2, 3))
    assert felt.state.undecided == (1, 2, 3)
    assert felt.state.clock_ms == felt.now_ms


def test_a_street_may_be_taken_back_after_a_restart_and_its_card_ends_that() -> None:
    felt = dealt().do(i.CallStreet())
    felt._step((e.SessionResumed(),))
    felt.do(i.ConfirmFelt(), i.Undo())
    assert felt.state.undecided == (1, 2, 3)
    felt.do(i.CallStreet())
    felt._step((e.SessionResumed(),))
    felt.draw("8c").do(i.ConfirmFelt())
    assert felt.tap(i.Undo()) is not None


def test_a_board_drawn_with_the_hands_is_turned_by_the_call_and_stays_turned() -> None:
    felt = dealt(board_drawn="with_hands").do(i.CallStreet())
    assert why(felt) == "street_turned"


def test_a_card_that_nobody_could_read_ends_it_as_any_other_does() -> None:
    read, unread = dealt().do(i.CallStreet()).draw("8c"), dealt().do(i.CallStreet()).draw("??")
    assert why(read) == why(unread) == "street_over"


def test_cards_that_left_the_shoe_before_the_call_keep_it_called() -> None:
    felt = dealt("fr-holdem-casino").do(i.CallStreet()).draw("8c 8d 8h 8s")
    felt.draw("9c")  # burned before anybody has decided on the flop: the call lies in the card
    assert felt.events(e.StreetCalled) == [e.StreetCalled(0), e.StreetCalled(1)]
    assert why(felt) == "street_over"


def test_nothing_else_lets_a_street_be_taken_back() -> None:
    felt = dealt().play(4, 1, 2, 3).do(i.CallStreet()).draw("8c 8d 8h")
    felt.do(i.CallStreet()).draw("9c 9d").do(i.OpenHands())
    assert why(felt) == "hands_open"
    assert len(felt.events(e.StreetTakenBack)) == 0


def test_a_tap_formed_before_the_street_was_taken_back_is_stale() -> None:
    felt = dealt().do(i.CallStreet())
    formed = felt.state.seq
    felt.do(i.Undo())
    assert felt.state.phase_seq > formed


# --- one decision ---------------------------------------------------------------------------------


def test_a_decision_is_reopened_whatever_others_have_decided_since() -> None:
    felt = dealt().play(4, 1).play(3, 2).play(4, 3).do(i.ReopenDecision(1))
    assert felt.state.undecided == (1,)
    assert [felt.state.seat(n).bets_cents for n in (1, 2, 3)] == [0, 3000, 4000]
    felt.do(i.Undo())
    assert felt.state.undecided == (1, 3), "undo goes on with the last tap that stands"


def test_a_fold_and_a_check_are_reopened_as_a_bet_is() -> None:
    felt = dealt("live-uth").do(i.Check(1), i.Check(2), i.Check(3), i.ReopenDecision(2))
    assert felt.state.undecided == (2,)
    river = dealt().do(i.CallStreet()).draw("8c 8d 8h").do(i.CallStreet()).draw("9c 9d")
    river.fold(1, 2, 3).do(i.ReopenDecision(1))
    assert not river.state.seat(1).folded
    assert river.tap(i.OpenHands()) == Refusal("decisions_waited", "art. 55-20", (("seats", "1"),))


def test_a_decision_of_an_earlier_street_is_not_reopened() -> None:
    felt = dealt().play(4, 1).do(i.CallStreet()).draw("8c 8d 8h")
    assert felt.tap(i.ReopenDecision(1)) == Refusal("not_decided", "art. 55-20", (("seat", 1),))
    assert felt.tap(i.ReopenDecision(2)) == Refusal("not_decided", "art. 55-20", (("seat", 2),))


def stands(felt: Felt, seat: int) -> str:
    """Why neither this seat's decision nor the last tap is taken back."""
    refusal = felt.tap(i.ReopenDecision(seat))
    assert isinstance(refusal, Refusal)
    assert why(felt) == dict(refusal.facts)["since"]
    assert i.ReopenDecision(seat) not in legal_now(felt.state)
    return str(dict(refusal.facts)["since"])


@pytest.mark.parametrize("card", ["8c", "Ah", "??"])
def test_once_a_card_of_the_next_street_is_out_no_decision_is_taken_back(card: str) -> None:
    felt = dealt("live-uth").play(4, 1).draw(card)
    assert felt.state.held is not None
    felt.badge().do(i.Resume()).see(i.BadgeGone())
    assert stands(felt, 1) == "street_over"
    felt.play(3, 2)
    assert stands(felt, 2) == "street_over", "what is decided over the card stands at once"
    assert felt.tap(i.BetPlay(1, 3)) is not None


@pytest.mark.parametrize("reported", [False, True])
def test_once_a_card_was_exposed_nothing_decided_before_is_taken_back(reported: bool) -> None:
    felt = dealt().play(4, 1)
    if reported:
        felt.do(i.ReportIncident(i.Incident.EXPOSED_CARD, i.Finding.IN_PLAY, i.Measure.PLAYED_ON))
    else:
        felt.do(i.DeclareIncident(i.Incident.EXPOSED_CARD), i.Resume())
    assert stands(felt, 1) == "card_exposed"
    felt.play(3, 2).do(i.ReopenDecision(2))
    assert felt.state.undecided == (2, 3), "what was decided on the same view may be reopened"


def test_a_street_called_before_a_card_was_exposed_stays_called() -> None:
    felt = dealt().play(4, 1).do(i.CallStreet())
    felt.do(i.DeclareIncident(i.Incident.EXPOSED_CARD), i.Resume())
    assert why(felt) == "card_exposed"
    felt.draw("8c 8d 8h").play(2, 2).do(i.ReopenDecision(2))
    assert felt.state.undecided == (2, 3)


def test_where_the_board_lies_there_from_the_deal_on_decisions_are_reopened_all_the_same() -> None:
    felt = dealt(board_drawn="with_hands").play(4, 1).do(i.ReopenDecision(1))
    assert felt.state.undecided == (1, 2, 3)


# --- seats settled --------------------------------------------------------------------------------


def test_settled_seats_come_back_one_after_the_other_the_last_first() -> None:
    felt = dealt().play(4, 1, 2, 3).do(i.CallStreet()).draw("8c 8d 8h").do(i.CallStreet()).draw("9c 9d")
    felt.do(i.OpenHands(), i.OpenSettlement(), i.SettleSeat(3), i.SettleSeat(2), i.Undo(), i.Undo())
    assert [n for n in (1, 2, 3) if felt.state.seat(n).settled is not None] == []
    assert felt.tap(i.SettleSeat(2)) is not None
    felt.settle()
    assert felt.state.phase is Phase.CLEARING


def test_no_seat_comes_back_from_before_a_prize_that_the_book_was_asked_for() -> None:
    felt = Felt().open().stakes(s1=1000, s2=1000, s3=1000).chips(2).close().draw("2c 3d 8s 5s 6c 7d Jh Js")
    felt.play(4, 1, 2, 3).do(i.CallStreet()).draw("8c 8d 8h").do(i.CallStreet()).draw("9c 9d")
    felt.do(i.OpenHands(), i.OpenSettlement(), i.SettleSeat(3), i.SettleSeat(2))
    assert why(felt) == "prize_posted"
    assert felt.state.seat(3).settled is not None


def test_once_a_street_is_over_no_decision_of_it_is_reopened() -> None:
    felt = dealt().play(4, 3)
    assert decided_here(felt.state) == (3,)
    felt.do(i.CallStreet())
    assert decided_here(felt.state) == ()
    assert i.ReopenDecision(3) not in legal_now(felt.state)
    assert decided_here(Felt().state) == ()


@pytest.mark.parametrize("undone", [e.Undone("play", 2), e.Undone("confirmed", 5), e.Undone("confirmed", 0)])
def test_a_journal_read_from_its_middle_takes_back_no_step_that_it_has_not_read(undone: e.Undone) -> None:
    state = dealt().play(4, 3).state
    after = evolve(state, e.Entry(state.seq + 1, state.at_ms, undone))
    assert after.playing.undo == state.playing.undo
