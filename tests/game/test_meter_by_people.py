"""The meter in the hands of two persons: what the book refuses them, what they accept, what they count.

PM-08, PM-11, AC-08; rules, section 7, point 10.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.felt import SEATS_MAX
from controller.game.inputs import Intent, Role
from controller.game.jackpot.rules import JackpotConfig
from controller.game.meter.acts import residual_cents
from controller.game.meter.types import CorrectionReason, DataGap, Difference, StopCause, StopFate
from controller.game.money import MICRO
from controller.game.react import react
from controller.game.refusals import Refusal
from controller.game.views import console
from tests.builders import COMITE, STAKE_CENTS, TERMS, Felt
from ui.meant import aimed, still_meant

DIRECTOR = ("Le Goff", Role.DIRECTOR)


def corrected() -> Felt:
    """Two persons correct the meter, and the book has not answered."""
    felt = Felt(cash=TERMS).open().badge(*COMITE).do(i.CorrectMeter(-50, CorrectionReason.MALFUNCTION))
    felt.answering = False
    return felt.badge(*DIRECTOR).do(i.ApproveMeterAct())


def test_a_correction_whose_key_the_book_knows_otherwise_closes_jp1_until_two_persons_reopen_it() -> None:
    felt = corrected().see(i.BookRefused("correct", "conflict", None, 0, 1))
    assert felt.events(e.MeterActRefused) == [e.MeterActRefused(1, "conflict")]
    assert (felt.state.money, felt.state.jackpot.open) == (None, False)
    assert felt.state.jackpot.closed_code == "conflict"
    assert [(up.code, up.priority, up.detail) for up in felt.state.alarms] == [("A-102", 1, "conflict")]
    assert felt.state.jackpot.meter_cents == 1_000_000
    felt.see(i.MeterObserved(1, 1_000_000, felt.book_seq))
    assert not felt.state.jackpot.open, "a reading does not open it again"


def test_a_correction_that_the_book_only_will_not_do_closes_nothing() -> None:
    felt = corrected().see(i.BookRefused("correct", "above_limit", None, 0, 1))
    assert felt.events(e.MeterActRefused) == [e.MeterActRefused(1, "above_limit")]
    assert (felt.state.money, felt.state.jackpot.open, felt.state.alarms) == (None, True, ())


def test_the_refusal_of_another_act_of_two_persons_is_none_of_this_one() -> None:
    felt = corrected()
    asked = felt.state.money
    for seen in (
        i.BookRefused("correct", "conflict", None, 0, 2),
        i.BookRefused("finish", "conflict", None, 1, 1),
    ):
        felt.see(seen)
        assert (felt.state.money, felt.state.jackpot.open) == (asked, True)


SHOWN = Difference("finish 3/1", 9, 1_000_000, "finish 2/1", 5, 1_000_000, "ab" * 32, 2, 1, "finish")


@pytest.mark.parametrize(
    ("linked", "difference", "accepted_cents", "elsewhere"),
    [(True, None, 0, {"same_cycle": 375}), (False, SHOWN, 375, {})],
    ids=["linked", "alone, over a difference"],
)
def test_what_the_meter_moved_while_jp1_was_closed_is_the_others_or_is_accepted_by_the_two_who_reopen(
    linked: bool, difference: Difference | None, accepted_cents: int, elsewhere: dict[str, int]
) -> None:
    felt = Felt(cash=replace(TERMS, linked=linked)).open()
    felt.see(i.BookRefused("start", "unknown_round", difference))
    felt.meter_cents += 375
    felt.badge(*COMITE).do(i.ReopenJackpot()).badge(*DIRECTOR).do(i.ApproveMeterAct())
    told = felt.state.upkeep.session
    assert felt.state.jackpot.open
    assert told.accepted_cents == accepted_cents
    assert {one.kind.value: one.cents for one in told.elsewhere} == elsewhere
    assert told.start_cents + told.moved_cents == felt.state.jackpot.meter_cents == 1_000_375


def test_a_display_that_a_table_alone_reads_first_as_it_reopens_is_accepted_by_nobody() -> None:
    """PM-11, AC-08: the book was silent; 7,000 € of its answer were accepted by who saw none."""
    felt = Felt(cash=TERMS).open().badge().do(i.ReportStop(StopCause.DISPLAY))
    felt.meter_cents += 700_000
    felt.badge(*COMITE).do(i.ReopenJackpot()).badge(*DIRECTOR).do(i.ApproveMeterAct())
    told = felt.state.jackpot
    assert (told.open, told.closed_code, told.meter_cents) == (False, "residual", 1_700_000)
    assert (felt.state.upkeep.session.accepted_cents, residual_cents(felt.state)) == (0, 700_000)
    felt.badge(*COMITE).do(i.ReopenJackpot()).badge(*DIRECTOR).do(i.ApproveMeterAct())
    assert felt.state.jackpot.open
    assert (felt.state.upkeep.session.accepted_cents, residual_cents(felt.state)) == (700_000, 0)


def test_a_display_that_is_read_back_where_it_was_as_it_reopens_keeps_nothing_closed() -> None:
    """What two had signed for is gone by the answer: nothing is left that they have not seen."""
    felt = reopening_asked(display_moved(Felt(cash=TERMS).open(), 700).badge().do(i.Reconcile()))
    (asked,) = (told for told in react(felt.state) if isinstance(told, r.BookRequest))
    felt.answering, felt.meter_cents = True, felt.meter_cents - 700
    felt.see(felt.answer(asked))
    assert felt.state.jackpot.open
    assert (felt.state.upkeep.session.accepted_cents, residual_cents(felt.state)) == (0, 0)


def test_a_reopening_before_the_session_has_begun_is_in_none_of_its_figures() -> None:
    felt = Felt(cash=TERMS).do(i.OpenTable()).see(i.BookRefused("start", "unknown_round"))
    felt.meter_cents += 375
    felt.badge(*COMITE).do(i.ReopenJackpot()).badge(*DIRECTOR).do(i.ApproveMeterAct())
    assert felt.state.upkeep.session.accepted_cents == 0
    felt.fill_opening().badge().do(i.ConfirmOpening())
    told = felt.state.upkeep.session
    assert (told.start_cents, told.moved_cents) == (1_000_375, 0)


@pytest.mark.parametrize("count", [-1, 10_000_000])
def test_a_count_of_jp1_chips_that_no_box_holds_was_keyed_wrongly(count: int) -> None:
    felt = Felt(cash=TERMS).open().badge().do(i.BeginClosing()).badge(*COMITE)
    assert felt.tap(i.CountJp1Chips(count)) == Refusal("too_many_pieces", "AC-08", (("count", count),))
    felt.do(i.CountJp1Chips(0))
    assert felt.state.upkeep.session.chips == 0


def test_the_chips_of_a_million_rounds_of_all_seats_are_counted() -> None:
    """A simulated night beyond some forty thousand rounds played to its end and could not be closed."""
    felt = Felt(cash=TERMS).open().badge().do(i.BeginClosing()).badge(*COMITE)
    felt.do(i.CountJp1Chips(1_000_000 * SEATS_MAX))
    assert felt.state.upkeep.miscounted == 1_000_000 * SEATS_MAX


def test_a_contribution_of_more_stakes_than_a_felt_has_is_unreasonable() -> None:
    """PM-13: seven seats, or as many as this felt has."""
    terms = JackpotConfig(STAKE_CENTS, 1_000_000, 250_000, 150_000, 600_000, "house")
    assert terms.unreasonable_cents == 7 * STAKE_CENTS
    assert replace(terms, most_stakes=4).unreasonable_cents == 4 * STAKE_CENTS


def won_elsewhere(felt: Felt) -> Felt:
    """Another table of the jackpot has won it: the meter is that of the next cycle."""
    felt.generation, felt.book_seq, felt.meter_cents = felt.generation + 1, felt.book_seq + 1, 1_000_000
    return felt.see(i.MeterObserved(felt.generation, felt.meter_cents, felt.book_seq))


@pytest.mark.parametrize(
    "proposed",
    [i.CorrectMeter(-500_000, CorrectionReason.MALFUNCTION), i.StopJackpot(StopFate.TRANSFER)],
    ids=["correction", "stop"],
)
def test_what_was_proposed_of_one_cycle_of_the_jackpot_is_not_approved_of_the_next(proposed: Intent) -> None:
    """PM-11: won meanwhile at another table, a new meter of 10,000 € lost 5,000 € for the old one."""
    felt = won_elsewhere(Felt().open().badge(*COMITE).do(proposed)).badge("Petit", Role.COMITE)
    assert felt.tap(i.ApproveMeterAct()) == Refusal("other_cycle", "PM-11", (("generation", 2),))
    felt.do(i.WithdrawMeterAct(), proposed).badge(*COMITE)
    assert felt.tap(i.ApproveMeterAct()) is None


def test_a_correction_that_was_proposed_is_approved_though_stakes_have_moved_the_meter() -> None:
    felt = Felt().open().badge(*COMITE).do(i.CorrectMeter(-500, CorrectionReason.READING))
    felt.book_seq, felt.meter_cents = felt.book_seq + 1, felt.meter_cents + 125
    felt.see(i.MeterObserved(1, felt.meter_cents, felt.book_seq)).badge("Petit", Role.COMITE)
    assert felt.tap(i.ApproveMeterAct()) is None


def test_a_reopening_is_not_approved_for_another_cause_than_the_one_that_was_seen() -> None:
    """PM-11: proposed for a stop, it would have reopened JP1 over chips that nobody had found missing."""
    felt = Felt(cash=TERMS).open().badge(*COMITE).do(i.StopJackpot(StopFate.TRANSFER))
    felt.badge("Petit", Role.COMITE).do(i.ApproveMeterAct()).badge(*COMITE).do(i.ReopenJackpot())
    felt.badge().do(i.BeginClosing()).badge(*COMITE).do(i.CountJp1Chips(3), i.CountJp1Chips(3))
    felt.badge("Petit", Role.COMITE)
    assert felt.tap(i.ApproveMeterAct()) == Refusal("other_cause", "PM-11", (("cause", "chips_differ"),))
    felt.do(i.WithdrawMeterAct(), i.ReopenJackpot()).badge(*COMITE)
    assert felt.tap(i.ApproveMeterAct()) is None
    assert felt.state.jackpot.open


def display_moved(felt: Felt, cents: int) -> Felt:
    """The display of a table alone moves by no act of this table."""
    felt.meter_cents, felt.book_seq = felt.meter_cents + cents, felt.book_seq + 1
    return felt.see(i.MeterObserved(1, felt.meter_cents, felt.book_seq))


def residual_found(felt: Felt) -> Felt:
    """The whole book is read, and 7,000 € of it are unexplained."""
    felt.answering = False
    asked = felt.badge().do(i.Reconcile()).state.money
    assert isinstance(asked, e.ReconciliationAsked)
    felt.see(i.ReconciliationObserved(asked.number, felt.figures(residual_micro=7_000_00 * MICRO)))
    felt.answering = True
    return felt


def chips_short(felt: Felt) -> Felt:
    """Who is to approve counts the JP1 chips, and alone knows of those missing."""
    felt.badge().do(i.BeginClosing())
    return felt.badge("Petit", Role.COMITE).do(i.CountJp1Chips(5), i.CountJp1Chips(5))


def book_gone_back(felt: Felt) -> Felt:
    """The meter is read from a book that ends before what was heard of it."""
    return felt.see(i.MeterObserved(1, felt.meter_cents, felt.book_seq - 1))


@pytest.mark.parametrize(
    ("comes", "cause"),
    [
        (residual_found, "residual"),
        (chips_short, "chips_differ"),
        (book_gone_back, "book_differs"),
        (lambda felt: display_moved(felt, 700_000), "residual"),
    ],
    ids=["residual", "chips", "older book", "display"],
)
def test_what_is_found_while_another_cause_stands_is_not_reopened_over_unseen(
    comes: Callable[[Felt], Felt], cause: str
) -> None:
    """PM-11: a chef had reported a stop; 7,000 € missing since were accepted by who never saw them."""
    felt = Felt(cash=TERMS).open().badge().do(i.ReportStop(StopCause.DISPLAY))
    felt = comes(felt.badge(*COMITE).do(i.ReopenJackpot())).badge("Petit", Role.COMITE)
    assert felt.tap(i.ApproveMeterAct()) == Refusal("other_cause", "PM-11", (("cause", cause),))
    felt.do(i.WithdrawMeterAct(), i.ReopenJackpot()).badge(*COMITE).do(i.ApproveMeterAct())
    assert felt.state.jackpot.open


def reopening_asked(felt: Felt) -> Felt:
    """Two persons have signed, and the book is silent."""
    felt.badge(*COMITE).do(i.ReopenJackpot())
    felt.answering = False
    return felt.badge("Roy", Role.COMITE).do(i.ApproveMeterAct())


@pytest.mark.parametrize(
    ("comes", "cause"),
    [
        (chips_short, "chips_differ"),
        (lambda felt: felt.see(i.DataGapObserved(DataGap("data_short", 1, 900, 1, 400, 7))), "data_short"),
        (book_gone_back, "book_differs"),
        (lambda felt: display_moved(felt, 700_000), "residual"),
    ],
    ids=["chips", "data", "older book", "display"],
)
def test_what_comes_after_two_have_signed_keeps_jp1_closed_when_the_book_answers(
    comes: Callable[[Felt], Felt], cause: str
) -> None:
    """PM-11: the answer opened JP1 over what neither had seen, and ended its alarm."""
    felt = reopening_asked(Felt(cash=TERMS).open().badge().do(i.ReportStop(StopCause.DISPLAY)))
    (asked,) = (told for told in react(felt.state) if isinstance(told, r.BookRequest))
    alarms = [up.code for up in comes(felt).state.alarms]
    felt.answering = True
    felt.see(felt.answer(asked))
    told = felt.state.upkeep
    assert (felt.state.money, felt.state.jackpot.open, felt.state.jackpot.closed_code) == (None, False, cause)
    assert [up.code for up in felt.state.alarms] == alarms
    assert felt.events(e.JackpotReopened)[-1].data is None
    assert felt.events(e.JackpotInterrupted)[-1].cause == cause, "the authority is told why"
    assert (told.gap is not None) == (cause == "data_short")
    assert (told.session.accepted_cents, residual_cents(felt.state)) == (
        0,
        700_000 if cause == "residual" else 0,
    )
    felt.badge("Petit", Role.COMITE).do(i.ReopenJackpot()).badge(*COMITE).do(i.ApproveMeterAct())
    told = felt.state.upkeep
    assert (felt.state.jackpot.open, felt.state.alarms, told.gap, residual_cents(felt.state)) == (
        True,
        (),
        None,
        0,
    )


def test_a_residual_that_grows_after_the_reopening_was_proposed_is_proposed_anew() -> None:
    """PM-11, AC-08: proposed for 7 €, it was approved for 7,007 €."""
    felt = display_moved(Felt(cash=TERMS).open(), 700).badge().do(i.Reconcile())
    felt = display_moved(felt.badge(*COMITE).do(i.ReopenJackpot()), 700_000).badge("Petit", Role.COMITE)
    assert felt.tap(i.ApproveMeterAct()) == Refusal("other_cause", "PM-11", (("cause", "residual"),))
    felt.do(i.WithdrawMeterAct(), i.ReopenJackpot()).badge(*COMITE).do(i.ApproveMeterAct())
    assert (felt.state.jackpot.open, felt.state.upkeep.session.accepted_cents) == (True, 700_700)


@pytest.mark.parametrize("act", ["ApproveMeterAct", "WithdrawMeterAct"])
def test_a_finger_on_a_proposal_means_no_other_that_took_its_place(act: str) -> None:
    felt = Felt(cash=TERMS).open().badge(*COMITE).do(i.StopJackpot(StopFate.ORPHANS))
    key = aimed(console(felt.state), {"act": act})
    assert still_meant(console(felt.badge("Roy", Role.COMITE).state), key)
    felt.do(i.WithdrawMeterAct(), i.StopJackpot(StopFate.TRANSFER))
    assert not still_meant(console(felt.state), key)


def test_stakes_at_the_other_tables_of_a_jackpot_are_no_new_cause() -> None:
    felt = Felt(cash=replace(TERMS, linked=True)).open().badge().do(i.ReportStop(StopCause.DISPLAY))
    felt = display_moved(felt.badge(*COMITE).do(i.ReopenJackpot()), 375).badge("Petit", Role.COMITE)
    assert felt.tap(i.ApproveMeterAct()) is None
    assert felt.state.jackpot.open


def test_an_older_book_raises_its_alarm_once_though_a_chef_had_reported_a_stop() -> None:
    felt = Felt(cash=TERMS).open().badge().do(i.ReportStop(StopCause.DISPLAY))
    book_gone_back(book_gone_back(felt))
    assert felt.state.jackpot.closed_code == "book_differs"
    assert [(up.code, up.detail) for up in felt.state.alarms] == [("A-102", "book_differs")]
    assert [event.code for event in felt.events(e.Jp1Closed)] == ["interrupted", "book_differs"]


def test_a_reading_whose_key_the_book_knows_otherwise_takes_the_proposal_to_reopen_away() -> None:
    felt = Felt(cash=TERMS).open().badge().do(i.ReportStop(StopCause.DISPLAY))
    felt.badge(*COMITE).do(i.ReopenJackpot())
    felt.answering = False
    felt.badge().do(i.Reconcile()).see(i.BookRefused("read", "conflict", None, 0, 1))
    felt.answering = True
    assert felt.state.upkeep.proposal is None
    felt.badge("Petit", Role.COMITE).do(i.ReopenJackpot()).badge(*COMITE).do(i.ApproveMeterAct())
    assert felt.state.jackpot.open


def test_the_refusal_of_stakes_by_a_stopped_jackpot_does_not_hide_an_older_book() -> None:
    felt = Felt().open().stakes(s1=1_000).chips(1).do(i.CloseBets())
    felt.answering = False
    book_gone_back(felt.do(i.CollectJp1())).see(i.BookRefused("contribute", "stopped", None, 1, 1, 0))
    assert felt.state.jackpot.closed_code == "book_differs"
    felt.see(i.MeterObserved(1, felt.meter_cents, felt.book_seq, stop=""))
    assert not felt.state.jackpot.open, "the end of the stop is not the end of the difference"


def test_nothing_is_moved_from_a_jackpot_that_runs_again_by_what_was_proposed_while_it_stood() -> None:
    """Another table ended the stop between the proposal and its approval: 5,000 € left a running jackpot."""
    felt = Felt().open().badge(*COMITE).do(i.StopJackpot(StopFate.TRANSFER))
    felt.badge("Petit", Role.COMITE).do(i.ApproveMeterAct())
    felt.badge(*COMITE).do(i.CorrectMeter(-500_000, CorrectionReason.TRANSFER))
    felt.book_seq += 1
    felt.see(i.MeterObserved(1, felt.meter_cents, felt.book_seq, stop=""))
    assert felt.state.jackpot.open
    assert felt.badge("Petit", Role.COMITE).tap(i.ApproveMeterAct()) == Refusal("stop_first", "PM-14")
    assert felt.tap(i.WithdrawMeterAct()) is None
