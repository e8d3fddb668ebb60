"""The link is away: JP1 closes, the main game goes on, and what is owed to the book is asked in its order.

LK-02; art. 56-3-2 by analogy. What another round, or a fixed prize, still owes the book stops nobody at the
felt; what it rests on is asked one act at a time, each once, when the book is heard again.
"""

from __future__ import annotations

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.evolve import fold
from controller.game.inputs import Role
from controller.game.meter.types import StopFate
from controller.game.react import book_request, react
from controller.game.state import Phase, TableState
from tests.builders import Felt, facts
from tests.law.requirements import requirement

LOST = i.BookUnreachable("ReadMeter", "timeout")


def playing(*seats: int, cards: str) -> Felt:
    """A round with JP1 is contributed and dealt; then the link is lost."""
    felt = Felt().open().stakes(**{f"s{n}": 1000 for n in seats}).chips(*seats).close().draw(cards)
    felt.answering = False
    return felt.see(LOST)


def to_the_end(felt: Felt, flop: str, rest: str) -> Felt:
    felt.do(i.CallStreet()).draw(flop).do(i.CallStreet()).draw(rest)
    return felt.do(i.BetRest()).showdown().settle()


def asked(felt: Felt) -> list[tuple[str, int, int]]:
    return [(type(one).__name__, one.round, getattr(one, "seat", 0)) for one in felt.asked]  # type: ignore[attr-defined]


def back(felt: Felt) -> Felt:
    """The link is back: everything owed is answered, one act after the other, and the meter is read."""
    felt.answering = True
    felt.see(i.CutCardObserved())
    assert book_request(felt.state) == r.ReadMeter()
    return felt.see(i.MeterObserved(felt.generation, felt.meter_cents, felt.book_seq))


@requirement("LK-02")
@pytest.mark.parametrize("rounds", [1, 3])
def test_rounds_are_played_while_the_end_of_an_earlier_one_is_not_in_the_book(rounds: int) -> None:
    felt = to_the_end(playing(1, cards="2c 3d Qs Js"), "Kc 8d 7h", "9s 4d")
    for _ in range(rounds):
        felt.do(i.NextRound(), i.ConfirmRest(), i.CloseBets())
        assert felt.state.phase is Phase.DEALING
        to_the_end(felt.draw("2c 3d Qs Js"), "Kc 8d 7h", "9s 4d")
    assert book_request(felt.state) == r.Finish(1, 1)
    assert back(felt).state.jackpot.open
    assert asked(felt) == [("Contribute", 1, 0), ("Finish", 1, 0)]


def test_every_prize_of_a_board_made_full_house_is_paid_and_posted_when_the_link_is_back() -> None:
    felt = playing(1, 2, 5, cards="2c 3d 4c 5d 6c 7d Qs Js")
    to_the_end(felt, "Kc Kd Kh", "9s 9d")
    assert felt.state.phase is Phase.CLEARING
    assert [event.seat for event in felt.events(e.SeatSettled)] == [5, 2, 1]
    felt.do(i.NextRound(), i.ConfirmRest(), i.CloseBets())
    back(felt)
    owed = [("Award", 1, 5), ("Award", 1, 2), ("Award", 1, 1), ("Finish", 1, 0)]
    assert asked(felt) == [("Contribute", 1, 0), *owed]
    assert [event.cents for event in felt.events(e.AwardRecorded)] == [5000, 5000, 5000]
    assert felt.state.seat(1).posted == (), "the prize of a round before marks no seat of this one"


@requirement("LK-04")
def test_a_restart_owes_the_book_the_same() -> None:
    felt = to_the_end(playing(1, 2, cards="2c 3d 4c 5d Qs Js"), "Kc Kd Kh", "9s 9d")
    felt.do(i.NextRound(), i.ConfirmRest(), i.CloseBets())
    again = fold(TableState(facts()), felt.entries)
    assert (again, react(again)) == (felt.state, react(felt.state))


def test_a_settlement_taken_back_before_the_book_was_asked_posts_its_prize_once() -> None:
    felt = playing(1, 2, 5, cards="2c 3d 4c 5d 6c 7d Qs Js")
    felt.do(i.CallStreet()).draw("Kc Kd Kh").do(i.CallStreet()).draw("9s 9d")
    felt.do(i.BetRest()).showdown().do(i.OpenSettlement(), i.SettleSeat(5), i.SettleSeat(2), i.Undo())
    felt.do(i.SettleSeat(2), i.SettleSeat(1))
    back(felt)
    assert asked(felt)[1:] == [("Award", 1, 5), ("Award", 1, 2), ("Award", 1, 1), ("Finish", 1, 0)]


def test_a_round_is_voided_although_an_earlier_one_is_not_finished_in_the_book() -> None:
    felt = to_the_end(playing(1, cards="2c 3d Qs Js"), "Kc 8d 7h", "9s 4d").do(
        i.NextRound(), i.ConfirmRest(), i.CloseBets()
    )
    felt.draw("2c 3d").do(i.DeclareIncident(i.Incident.EQUIPMENT)).void(i.Incident.EQUIPMENT)
    assert (felt.state.phase, felt.state.playing.number) == (Phase.BETTING, 3)
    back(felt)
    assert asked(felt) == [("Contribute", 1, 0), ("Finish", 1, 0)]


def test_chips_latched_when_the_link_went_are_given_back_although_the_book_owes_an_answer() -> None:
    felt = Felt().open().stakes(s1=1000).chips(1).close().draw("2c 3d Qs Js")
    felt.answering = False
    to_the_end(felt, "Kc 8d 7h", "9s 4d").do(i.NextRound()).as_before().chips(1).do(i.CloseBets()).see(LOST)
    felt.do(i.GiveJp1Back())
    assert (felt.state.phase, felt.state.jp1_seats) == (Phase.DEALING, ())


def test_the_jackpot_itself_waits_for_the_book_and_so_does_its_settlement() -> None:
    """What is won is frozen at the claim: nobody pays an amount that the book has not said."""
    felt = playing(1, 2, cards="As Ks 2c 7d 3h 8c")
    felt.do(i.CallStreet()).draw("Qs Js Ts").do(i.CallStreet()).draw("4d 9h").do(i.BetRest()).showdown()
    assert book_request(felt.state) == r.Claim(1, 1, 1)
    refusal = felt.badge("Durand", i.Role.COMITE).tap(i.ConfirmHand())
    assert refusal is not None
    assert refusal.code == "book_waiting"
    refusal = felt.tap(i.OpenSettlement())
    assert refusal is not None
    assert refusal.code == "verification"


def test_the_jackpot_is_stopped_though_another_table_has_just_moved_the_meter() -> None:
    """What moved between the last reading and the stop is the other table's, and no reason to halt."""
    felt = Felt().open().badge("Durand", Role.COMITE).do(i.StopJackpot(StopFate.TRANSFER))
    felt.meter_cents += 500  # four stakes elsewhere, of which this table has not heard
    felt.badge("Petit", Role.COMITE).do(i.ApproveMeterAct())
    assert felt.state.jackpot.meter_cents == felt.meter_cents
    assert felt.state.sheet.unexplained_cents == 500
    assert felt.state.upkeep.stop is not None


def test_the_answer_to_a_press_that_the_meter_has_overtaken_counts_the_stakes_once() -> None:
    """The book had the stakes, its answer is lost, and the meter is read after another table's stakes."""
    felt = Felt().open().stakes(s1=1000, s2=1000).chips(1, 2)
    felt.answering = False
    felt.do(i.CloseBets(), i.CollectJp1()).sweep().see(LOST)
    press = book_request(felt.state)
    assert isinstance(press, r.Contribute)
    answer = felt.answer(press)
    others_cents = 375
    felt.see(i.MeterObserved(1, felt.meter_cents + others_cents, felt.book_seq + 3))
    felt.see(answer)
    assert felt.state.money is None
    assert felt.state.jp1_seats == (1, 2)
    assert felt.state.jackpot.meter_cents == 1_000_000 + 250 + others_cents
    assert felt.state.upkeep.session.contributed_cents == 250
    assert felt.state.sheet.unexplained_cents == others_cents


def test_a_lost_link_closes_jp1_and_is_an_alarm_of_the_second_priority() -> None:
    felt = Felt().open().see(i.BookUnreachable("ReadMeter", "no answer"))
    assert [(up.code, up.priority, up.detail) for up in felt.state.alarms] == [("A-206", 2, "no answer")]
    assert (felt.state.jackpot.open, felt.state.jackpot.closed_code) == (False, "link_lost")
