"""What the book tells unasked, and how an act of two persons moves what the table knows of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import LinkedClaim, LinkedWin, Role
from controller.game.meter.acts import residual_cents
from controller.game.meter.types import DataGap, Difference, StopFate
from controller.game.money import MICRO
from controller.game.react import book_request
from controller.game.refusals import Refusal
from tests.builders import TERMS, Felt


def test_claims_and_wins_of_other_tables_are_told_once() -> None:
    felt = Felt().open()
    claim, won = LinkedClaim("UTH-9", 1, 1_200_000), LinkedWin("UTH-4", 1, 600_000, 7)
    told = i.MeterObserved(felt.generation, felt.meter_cents, felt.book_seq, (claim,), won)
    felt.see(told, told)
    assert (felt.state.jackpot.claims, felt.state.jackpot.won) == ((claim,), won)
    assert len(felt.events(e.ClaimsRead)) == 1
    felt.see(i.MeterObserved(felt.generation, felt.meter_cents, felt.book_seq, (), won))
    assert felt.state.jackpot.claims == (), "paid or refused there"


def test_a_reading_from_before_the_reopening_is_no_news_after_it() -> None:
    felt = Felt().open()
    for act in (i.StopJackpot(StopFate.ORPHANS), i.ReopenJackpot()):
        felt.badge("Durand", Role.COMITE).do(act)
        felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct())
    jackpot = felt.state.jackpot
    assert jackpot.open
    assert (jackpot.meter_cents, jackpot.book_seq) == (felt.meter_cents, felt.book_seq)
    felt.see(i.MeterObserved(felt.generation, felt.meter_cents + 500, felt.book_seq - 1))
    assert felt.state.jackpot.meter_cents == felt.meter_cents


def test_what_moved_the_meter_unseen_is_accepted_by_those_who_reopen_and_is_no_residual() -> None:
    felt = Felt().open()
    felt.badge("Durand", Role.COMITE).do(i.StopJackpot(StopFate.ORPHANS))
    felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct())
    felt.meter_cents += 700
    felt.badge("Durand", Role.COMITE).do(i.ReopenJackpot())
    felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct())
    assert felt.state.upkeep.session.accepted_cents == 700
    assert residual_cents(felt.state) == 0


def test_a_stop_that_was_proposed_is_not_approved_over_what_closed_jp1_since() -> None:
    """Its end, told by another table, would open JP1 over what nobody here has accepted."""
    felt = Felt().open().badge("Durand", Role.COMITE).do(i.StopJackpot(StopFate.ORPHANS))
    felt.see(i.BookRefused("start", "book_differs")).badge("Le Goff", Role.DIRECTOR)
    refusal = felt.tap(i.ApproveMeterAct())
    assert refusal == Refusal("jp1_closed", "PM-14", (("cause", "book_differs"),))
    felt.see(i.MeterObserved(felt.generation, felt.meter_cents, felt.book_seq))
    assert (felt.state.jackpot.open, felt.state.jackpot.closed_code) == (False, "book_differs")
    felt.do(i.WithdrawMeterAct()).badge("Durand", Role.COMITE).do(i.ReopenJackpot())
    felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct())
    assert felt.state.jackpot.open


def test_a_meter_of_one_table_that_a_reading_finds_moved_is_unexplained_until_it_is_accepted() -> None:
    felt = Felt().open()
    felt.meter_cents += 700
    felt.badge("Durand", Role.COMITE).do(i.Reconcile())
    assert felt.events(e.ReconciliationRecorded)
    assert (felt.state.jackpot.meter_cents, felt.state.sheet.unexplained_cents) == (1_000_700, 700)


def gone_back(felt: Felt) -> Felt:
    """The book ends before what this table has heard of it."""
    told = felt.state.jackpot
    felt.see(i.MeterObserved(told.generation, told.meter_cents, told.book_seq + 1, stop="orphans"))
    return felt.see(i.MeterObserved(told.generation, told.meter_cents, told.book_seq, stop="orphans"))


def does_not_add_up(felt: Felt) -> Felt:
    felt.answering = False
    felt.badge("Durand", Role.COMITE).do(i.Reconcile())
    return felt.see(i.ReconciliationObserved(felt.state.upkeep.acts, felt.figures(residual_micro=5 * MICRO)))


def chips_lack(felt: Felt) -> Felt:
    felt.badge().do(i.BeginClosing()).badge("Durand", Role.COMITE)
    return felt.do(i.CountJp1Chips(1), i.CountJp1Chips(1))


def data_put_back(felt: Felt) -> Felt:
    return felt.see(i.DataGapObserved(DataGap("data_short", 1, 620, 1, 239, 9)))


def reopening_finds_another_book(felt: Felt) -> Felt:
    """It has lost the stop and others have written past it: no number of it is lower than what was heard."""
    felt.answering = False
    felt.badge("Durand", Role.COMITE).do(i.ReopenJackpot())
    felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct())
    lost = Difference("stop 0/1", 1, -1, "finish 1/1", 1, 1_000_000)
    felt.see(i.BookRefused("Reopen", "book_differs", lost))
    assert felt.state.upkeep.difference == lost
    return felt


@pytest.mark.parametrize(
    ("found", "code"),
    [
        (gone_back, "book_differs"),
        (reopening_finds_another_book, "book_differs"),
        (does_not_add_up, "residual"),
        (chips_lack, "chips_differ"),
        (data_put_back, "data_short"),
    ],
)
def test_what_is_found_while_the_jackpot_is_stopped_keeps_jp1_closed_after_the_stop(
    found: Callable[[Felt], Felt], code: str
) -> None:
    """A stop ends for all tables at once, by a word of another: what this one found, its own accept."""
    felt = Felt(cash=TERMS).open().see(i.MeterObserved(1, 1_000_000, 1, stop="orphans"))
    assert felt.state.jackpot.closed_code == "stopped"
    found(felt).see(i.MeterObserved(1, 1_000_000, 2))
    assert (felt.state.jackpot.open, felt.state.jackpot.closed_code) == (False, code)


def test_what_closes_jp1_while_a_stop_is_asked_of_the_book_stands_after_the_stop() -> None:
    felt = Felt().open().badge("Durand", Role.COMITE).do(i.StopJackpot(StopFate.ORPHANS))
    felt.answering = False
    felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct())
    asked = book_request(felt.state)
    assert asked is not None
    data_put_back(felt).see(felt.answer(asked))
    assert felt.events(e.JackpotStopped)
    assert (felt.state.jackpot.closed_code, felt.state.upkeep.stop is None) == ("data_short", False)
    felt.see(i.MeterObserved(felt.generation, felt.meter_cents, felt.book_seq))
    assert not felt.state.jackpot.open


def test_a_book_that_ends_before_what_was_heard_of_it_closes_jp1() -> None:
    felt = Felt().open()
    told = felt.state.jackpot
    felt.see(i.MeterObserved(told.generation, told.meter_cents, told.book_seq + 1))
    felt.see(i.MeterObserved(told.generation, told.meter_cents, told.book_seq))
    assert (felt.state.jackpot.open, felt.state.jackpot.closed_code) == (False, "book_differs")
    assert [(up.code, up.priority) for up in felt.state.alarms] == [("A-102", 1)]


@pytest.mark.parametrize("after_cents", [900_000, 999_999, 1_001_001])
def test_a_book_whose_meter_falls_by_stakes_or_rises_by_more_than_they_are_is_not_believed(
    after_cents: int,
) -> None:
    """I7: one that lost 1 000 € of the meter at a stake of 5 € was booked, and JP1 went on."""
    felt = Felt().open().stakes(s1=1000, s2=1000).chips(1, 2)
    felt.answering = False
    felt.do(i.CloseBets(), i.CollectJp1())
    felt.see(i.ContributionObserved(1, 1, 1, 1_000_000, after_cents, 5))
    assert not felt.state.jackpot.open
    assert [(up.code, up.priority, up.detail) for up in felt.state.alarms] == [("A-102", 1, "book_differs")]
    assert len(felt.events(e.ContributionRecorded)) == 1, "it is what the book has"


@pytest.mark.parametrize("after_cents", [1_000_000, 1_000_250, 1_001_000])
def test_whatever_share_of_the_stakes_the_meter_takes_is_believed(after_cents: int) -> None:
    felt = Felt().open().stakes(s1=1000, s2=1000).chips(1, 2)
    felt.answering = False
    felt.do(i.CloseBets(), i.CollectJp1())
    felt.see(i.ContributionObserved(1, 1, 1, 1_000_000, after_cents, 5))
    assert felt.state.jackpot.open
    assert felt.state.alarms == ()
