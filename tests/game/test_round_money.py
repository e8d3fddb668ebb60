"""The money acts of a round: asked once, answered once, whatever the link does in between.

Architecture, section 5: an act is asked, answered by the book, recorded; what is outstanding is derived from
the state, so a restart asks the same again and the book's key makes it count once.
"""

from __future__ import annotations

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.evolve import fold
from controller.game.inputs import Observation
from controller.game.meter.judge import ENDED_BY_REOPENING
from controller.game.meter.types import AsideAct
from controller.game.react import book_request, react
from controller.game.round import Jp1
from controller.game.state import Phase, TableState
from tests.builders import Felt, facts
from tests.law.requirements import requirement

FULL_BOARD = ("Kc Kd Kh", "9s 9d")


def collected(*seats: int) -> Felt:
    """JP1 of these seats has been collected and the book has not answered yet."""
    felt = Felt().open().stakes(**{f"s{n}": 1000 for n in seats}).chips(*seats)
    felt.answering = False
    return felt.do(i.CloseBets(), i.CollectJp1()).sweep()


def contribution(felt: Felt) -> Observation:
    request = book_request(felt.state)
    assert request is not None
    return felt.answer(request)


def at_showdown(cards: str, *seats: int, flop: str = FULL_BOARD[0], rest: str = FULL_BOARD[1]) -> Felt:
    felt = Felt().open().stakes(**{f"s{n}": 1000 for n in seats}).chips(*seats).close().draw(cards)
    felt.do(i.CallStreet()).draw(flop).do(i.CallStreet()).draw(rest)
    return felt.do(i.BetRest()).showdown()


# --- contributions -------------------------------------------------------------------------------


@requirement("RC-01")
def test_a_contribution_is_wanted_until_the_book_has_answered() -> None:
    felt = collected(1, 2)
    wanted = r.Contribute(1, 1, (1, 2), 500)
    assert book_request(felt.state) == wanted
    felt.see(i.BookUnreachable("contribute", "timeout"))
    assert book_request(felt.state) == wanted
    felt.see(contribution(felt))
    assert book_request(felt.state) == r.ReadMeter(), "JP1 was closed by the link and is to be read again"
    assert felt.state.jp1_seats == (1, 2)


def test_a_restart_wants_the_same_of_the_book() -> None:
    felt = collected(1, 2)
    again = fold(TableState(facts()), felt.entries)
    assert react(again) == react(felt.state)


def test_an_answer_that_comes_twice_counts_once() -> None:
    felt = collected(1)
    answer = contribution(felt)
    felt.see(answer, answer)
    assert len(felt.events(e.ContributionRecorded)) == 1
    assert felt.state.jackpot.meter_cents == 1_000_125


@pytest.mark.parametrize(
    "stray",
    [
        i.ContributionObserved(1, 2, 1, 1_000_000, 1_000_125, 2),
        i.ContributionObserved(2, 1, 1, 1_000_000, 1_000_125, 2),
        i.AwardObserved(1, 1, 1, 500, 1_000_000, 2),
        i.ClaimObserved(1, 1, 1, 1_000_000, 2, 1_000_000, 2),
        i.ClaimRefusedObserved(1, 1, 1, 1_000_000, 2),
        i.RefundObserved(1, 1, 1, 1_000_000, 2),
        i.FinishObserved(1, 1_000_000, 2),
    ],
    ids=lambda stray: type(stray).__name__,
)
def test_an_answer_to_something_else_changes_nothing(stray: Observation) -> None:
    felt = collected(1)
    before = felt.state
    felt.see(stray)
    assert felt.state == before


def test_a_meter_read_earlier_is_not_news_later() -> None:
    felt = collected(1)
    early = i.MeterObserved(1, 1_000_000, 1)
    felt.see(contribution(felt), early)
    assert felt.state.jackpot.meter_cents == 1_000_125


def test_a_contribution_refused_for_good_gives_the_chips_back_and_the_hands_are_dealt() -> None:
    felt = collected(1, 2).see(i.BookRefused("contribute", "stake_mismatch"))
    assert [felt.state.seat(n).jp1 for n in (1, 2)] == [Jp1.GIVEN_BACK] * 2
    assert felt.state.phase is Phase.DEALING
    assert not felt.state.jackpot.open
    assert not felt.state.jp1_seats


# --- prizes --------------------------------------------------------------------------------------


def test_a_prize_is_asked_when_the_seat_is_settled_and_the_next_seat_does_not_wait_for_the_answer() -> None:
    felt = at_showdown("2c 3d 4c 5d Qs Js", 1, 2)
    felt.answering = False
    felt.do(i.OpenSettlement(), i.SettleSeat(2))
    assert book_request(felt.state) == r.Award(1, 1, 2, (("full_house", 5000),))
    refusal = felt.tap(i.Undo())
    assert refusal is not None
    assert refusal.code == "nothing_to_undo", "what the book was asked is not taken back by a tap"
    felt.do(i.SettleSeat(1))
    assert felt.state.phase is Phase.CLEARING
    felt.answering = True
    felt.see(i.CutCardObserved())
    kinds = [(type(request).__name__, getattr(request, "seat", 0)) for request in felt.asked]
    assert kinds == [("Contribute", 0), ("Award", 2), ("Award", 1), ("Finish", 0)]


def test_the_round_is_finished_in_the_book_after_its_last_prize() -> None:
    felt = at_showdown("2c 3d 4c 5d Qs Js", 1, 2).settle()
    kinds = [type(request).__name__ for request in felt.asked]
    assert kinds == ["Contribute", "Award", "Award", "Finish"]


def test_a_round_without_jp1_asks_the_book_for_nothing() -> None:
    felt = Felt().open().stakes(s1=1000).close().draw("2c 3d Qs Js").play(4, 1)
    felt.do(i.CallStreet()).draw("Kc Kd Kh").do(i.CallStreet()).draw("9s 9d").showdown().settle()
    assert felt.asked == []


def test_the_last_prize_may_be_answered_in_the_next_round() -> None:
    felt = at_showdown("2c 3d Qs Js", 1).do(i.OpenSettlement())
    felt.answering = False
    felt.do(i.SettleSeat(1), i.NextRound())
    felt.as_before().chips(1).do(i.CloseBets())
    refusal = felt.tap(i.CollectJp1())
    assert refusal is not None
    assert refusal.code == "book_waiting"
    felt.answering = True
    felt.see(i.CutCardObserved()).do(i.CollectJp1())
    kinds = [type(request).__name__ for request in felt.asked]
    assert kinds == ["Contribute", "Award", "Finish", "Contribute"]
    assert felt.state.jp1_seats == (1,)


def test_the_jackpot_is_posted_before_the_seats_are_settled_and_once() -> None:
    felt = at_showdown("As Ks 2c 7d 3h 8c", 1, 2, flop="Qs Js Ts", rest="4d 9h")
    felt.prove_hand()
    felt.answering = False
    felt.release()
    assert book_request(felt.state) == r.Award(1, 1, 1, (("jackpot", 0),))
    refusal = felt.tap(i.OpenSettlement())
    assert refusal is not None
    assert refusal.code == "book_waiting"
    felt.answering = True
    felt.see(i.CutCardObserved()).settle()
    awards = [request for request in felt.asked if isinstance(request, r.Award)]
    assert [award.seat for award in awards] == [1, 2]
    assert felt.lines(1)["jp1"].paid_cents == felt.frozen_cents == 1_000_250


def test_a_prize_that_the_book_refuses_holds_the_round_and_is_set_aside_by_its_name() -> None:
    """Rules, section 7, point 10: the player is paid, and nothing waits for the book."""
    felt = at_showdown("2c 3d 4c 5d Qs Js", 1, 2)
    felt.answering = False
    felt.do(i.OpenSettlement(), i.SettleSeat(2)).see(i.BookRefused("award", "unknown_round"))
    assert felt.state.held is not None
    assert felt.state.held.cause == "book_refused"
    assert [up.code for up in felt.state.alarms] == ["A-102"]
    assert book_request(felt.state) is None
    assert felt.state.upkeep.aside == (AsideAct("award", 1, 1, 2, 5000, "unknown_round"),)
    assert felt.lines(2)["jp1"].paid_cents == 5000
    felt.answering = True
    felt.badge().do(i.Resume(), i.SettleSeat(1))
    assert felt.state.phase is Phase.CLEARING


# --- rounds --------------------------------------------------------------------------------------


@requirement("RP-22")
def test_a_round_number_is_never_used_twice_and_a_new_deal_keeps_it() -> None:
    felt = Felt().open().stakes(s1=1000).chips(1).close().draw("2c").badge()
    felt.void().close().draw("2c")
    felt.void().do(i.VacateSeat(1), i.SetStakes(2, 1000)).close()
    felt.void()
    opened = [
        (one.round, one.attempt) for one in felt.events(e.RoundOpened) if isinstance(one, e.RoundOpened)
    ]
    assert opened == [(1, 1), (1, 2), (1, 3), (2, 1)]
    assert [request for request in felt.asked if isinstance(request, r.Finish)] == [r.Finish(1, 3)]


def test_undo_never_undoes_jp1_money() -> None:
    """Rules, section 7, point 3."""
    felt = Felt().open().stakes(s1=1000).chips(1).do(i.CloseBets(), i.CollectJp1())
    refusal = felt.tap(i.Undo())
    assert refusal is not None
    assert refusal.code == "nothing_to_undo"
    felt = Felt().open().stakes(s1=1000, s2=1000).chips(1, 2).close().draw("2c").badge()
    felt.void().do(i.VacateSeat(1))
    refusal = felt.tap(i.Undo())
    assert refusal is not None
    assert refusal.code == "nothing_to_undo", "the stake of seat 1 was refunded"


@pytest.mark.parametrize(("code", "alarm"), [("wrong_stake", "A-111"), ("unreasonable", "A-107")])
def test_the_alarm_of_refused_stakes_ends_with_the_reopening_by_two(code: str, alarm: str) -> None:
    """A link that answers is not lost: A-206 would promise that JP1 opens again by itself."""
    felt = collected(1, 2).see(i.BookRefused("contribute", code))
    assert [(up.code, up.priority) for up in felt.state.alarms] == [(alarm, 1)]
    felt.see(i.MeterObserved(1, 1_000_000, 2))
    assert (felt.state.jackpot.open, felt.state.jackpot.closed_code) == (False, code)
    assert alarm in ENDED_BY_REOPENING


def test_the_answer_to_another_round_is_none_to_this_one() -> None:
    felt = collected(1, 2)
    asked = felt.state.money
    assert isinstance(asked, e.ContributionAsked)
    for number, attempt in ((asked.round - 1, asked.attempt), (asked.round, asked.attempt + 1)):
        felt.see(i.ContributionObserved(number, attempt, 1, 1_000_000, 1_000_150, 2))
        assert felt.state.money == asked
    assert not felt.events(e.ContributionRecorded)
