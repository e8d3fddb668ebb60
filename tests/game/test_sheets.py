"""The opening and closing sheets, line by line (CS-01, CS-23, AC-01, AC-02, AC-08, RP-23)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.evolve import fold
from controller.game.inputs import Role, SheetLine
from controller.game.meter.types import CorrectionReason, Difference, StopCause
from controller.game.money import MICRO
from controller.game.opening.sheets import CLOSING_TICKS, OPENING_TICKS, closing_lines, opening_lines
from controller.game.rectification.claimed_facts import Moved
from controller.game.refusals import BADGE_CHEF, NOT_NOW, Refusal
from controller.game.state import Phase, TableState
from controller.game.views import console
from controller.journal.codec import Codec
from tests.builders import CASHIER, CHEF, COMITE, FLOAT, TERMS, Felt
from tests.game.test_rectify import fold_keyed, true_decision
from tests.law.requirements import requirement
from ui.meant import aimed, still_meant, unaimed

BOARD = "Kd 8s 3h 9c 4d"


def opening() -> Felt:
    return Felt(cash=TERMS).do(i.OpenTable())


def play(felt: Felt) -> Felt:
    """One deal, settled."""
    felt.stakes(s1=1000).close().draw("Ah 7d Qc Jd").play(4, 1)
    return felt.draw(BOARD).showdown().settle()


def missing(felt: Felt) -> str:
    """The line that the refusal names."""
    refusal = felt.badge().tap(i.ConfirmOpening())
    felt.see(i.BadgeGone())
    assert refusal is not None
    assert refusal.code == "opening_line"
    return str(dict(refusal.facts)["line"])


@requirement("CS-01")
def test_the_opening_is_refused_with_the_missing_line_named_until_none_is() -> None:
    felt = opening()
    assert missing(felt) == "float"
    felt.count(**FLOAT).sign(CHEF, COMITE)
    assert missing(felt) == "serial_red"
    felt.do(i.DeclareSerial("red", "R-0001"))
    assert missing(felt) == "serial_blue"
    felt.do(i.DeclareSerial("blue", "B-0001"))
    assert missing(felt) == "deck_red"
    felt.do(i.CountDeck("red", 52), i.CountDeck("blue", 52))
    for line in OPENING_TICKS:
        assert missing(felt) == line.value
        felt.tick(line)
    felt.badge().do(i.ConfirmOpening())
    assert felt.state.phase is Phase.BETTING
    assert felt.state.sheet.advances_cents == 2_500_000


def test_the_lines_may_be_done_in_any_order() -> None:
    felt = opening().tick(*reversed(OPENING_TICKS))
    felt.do(i.CountDeck("blue", 52), i.CountDeck("red", 52))
    felt.do(i.DeclareSerial("blue", "B-7"), i.DeclareSerial("red", "R-7"))
    felt.count(**FLOAT).sign(COMITE, CHEF).badge().do(i.ConfirmOpening())
    assert felt.state.phase is Phase.BETTING


def test_a_line_ticked_again_is_no_longer_done() -> None:
    felt = opening().fill_opening().tick(SheetLine.WITNESS)
    assert missing(felt) == "witness"


@requirement("AC-02")
def test_the_avance_is_at_least_the_coefficient_times_the_minimum() -> None:
    felt = opening().count(**FLOAT | {"p500": 49}).badge()
    assert felt.tap(i.SignCash()) == Refusal(
        "avance_short", "art. 49", (("cents", 2_499_500), ("wanted_cents", 2_500_000))
    )
    felt.count(p500=50).do(i.SignCash())


def test_more_than_the_least_avance_is_welcome_and_counts_as_it_was_counted() -> None:
    felt = opening().fill_opening().count(**FLOAT | {"p500": 51}).sign(CHEF, COMITE).badge()
    felt.do(i.ConfirmOpening())
    assert felt.state.sheet.advances_cents == 2_500_500
    felt.do(i.BeginAdvance()).count(p100000=26).sign(CHEF, COMITE)
    assert felt.state.sheet.advances_cents == 2_500_500 + 2_600_000


@requirement("RO-03")
def test_the_avance_is_signed_by_a_chef_and_by_the_comite_two_persons() -> None:
    felt = opening().count(**FLOAT).badge().do(i.SignCash())
    assert felt.tap(i.SignCash()) == Refusal("badge_comite", "AC-01")
    felt.badge("Chef 1", Role.COMITE)
    assert felt.tap(i.SignCash()) == Refusal("same_person", "AC-01", (("person", "Chef 1"),))
    felt.badge("Le Goff", Role.DIRECTOR).do(i.SignCash())
    assert dict(opening_lines(felt.state))["float"]


def test_a_piece_counted_after_a_signature_is_signed_anew() -> None:
    felt = opening().count(**FLOAT).sign(CHEF, COMITE).count(p500=50)
    assert missing(felt) == "float"


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (i.CountPieces(777, 1), "no_such_piece"),
        (i.CountPieces(500, 100_001), "too_many_pieces"),
        (i.DeclareSerial("red", ""), "no_serial"),
        (i.DeclareSerial("red", "0" * 17), "no_serial"),
        (i.DeclareSerial("green", "1"), "not_now"),
        (i.CountDeck("red", 51), "deck_count"),
        (i.SignCash(), "not_now"),
        (i.TickLine(SheetLine.DECKS_STORED), "not_now"),
        (i.BeginClosing(), "not_now"),
    ],
    ids=str,
)
def test_what_the_opening_sheet_does_not_take(act: i.Intent, code: str) -> None:
    refusal = opening().badge().tap(act)
    assert refusal is not None
    assert refusal.code == code


@requirement("CS-01")
def test_two_decks_never_have_the_same_serial_number() -> None:
    felt = opening().do(i.DeclareSerial("red", "4711"))
    assert felt.tap(i.DeclareSerial("blue", "4711")) == Refusal(
        "serial_twice", "CS-01", (("serial", "4711"),)
    )


def test_a_deck_that_the_shuffler_counted_is_not_counted_by_hand() -> None:
    felt = opening().see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", "red", 52, True))
    assert dict(opening_lines(felt.state))["deck_red"]
    assert not dict(opening_lines(felt.state))["deck_blue"]


@requirement("RP-02")
def test_the_maximum_is_chosen_at_the_opening() -> None:
    felt = opening().fill_opening().badge(*COMITE).do(i.ChangeMaximum(10_000), i.ConfirmOpening())
    (opened,) = felt.events(e.TableOpened)
    assert isinstance(opened, e.TableOpened)
    assert (opened.maximum_cents, felt.state.maximum_cents) == (10_000, 10_000)


@requirement("AC-01")
def test_a_further_avance_is_at_least_the_minimum_too_and_is_signed_by_two() -> None:
    felt = Felt(cash=TERMS).open().badge().do(i.BeginAdvance()).count(p100000=24)
    refusal = felt.tap(i.SignCash())
    assert refusal is not None
    assert refusal.code == "avance_short"
    felt.count(p100000=25).sign(CHEF, COMITE)
    assert felt.state.sheet.advances_cents == 5_000_000
    assert felt.state.sheet.count is None


@requirement("RP-23")
def test_three_last_deals_are_played_and_then_only_the_closing_is_left() -> None:
    felt = Felt(cash=TERMS, jp1=False).open().badge().do(i.AnnounceLastDeals()).see(i.BadgeGone())
    for left in (2, 1, 0):
        play(felt)
        assert felt.state.sheet.deals_left == left
        refusal = felt.tap(i.NextRound())
    assert refusal == Refusal("last_deal_played", "RP-23")
    felt.fill_closing().do(i.CloseTable())
    assert felt.state.phase is Phase.CLOSED


def test_the_announcement_of_the_last_deals_may_be_taken_back() -> None:
    felt = Felt(cash=TERMS).open().badge().do(i.AnnounceLastDeals(), i.WithdrawLastDeals())
    for _ in range(4):
        play(felt).do(i.NextRound())
    assert felt.state.phase is Phase.BETTING


@requirement("CS-23")
def test_the_closing_is_refused_with_the_missing_line_named() -> None:
    felt = Felt(cash=TERMS).open().badge()
    assert felt.tap(i.CloseTable()) == Refusal("closing_first", "AC-01")
    felt.do(i.BeginClosing())
    assert felt.tap(i.CloseTable()) == Refusal("closing_line", "AC-01", (("line", "encaisse"),))
    assert felt.tap(i.SignCash()) == Refusal("nothing_counted", "AC-01")
    felt.count(p100000=26).sign(CHEF, CASHIER).badge()
    for line in CLOSING_TICKS[:4]:
        assert felt.tap(i.CloseTable()) == Refusal("closing_line", "AC-01", (("line", line.value),))
        felt.tick(line)
    assert felt.tap(i.CloseTable()) == Refusal("closing_line", "AC-01", (("line", "jp1_chips"),))
    assert felt.tap(i.CountJp1Chips(0)) == Refusal("badge_comite", "AC-08")
    felt.badge(*COMITE).do(i.CountJp1Chips(0)).badge()
    # The book was read when the closing began, and nothing is left over: that line is done by itself.
    assert felt.tap(i.CloseTable()) == Refusal("closing_line", "AC-01", (("line", "jackpot_history"),))
    assert felt.tap(i.TickLine(SheetLine.JACKPOT_HISTORY)) == Refusal("badge_comite", "AC-07")
    felt.badge(*COMITE).tick(SheetLine.JACKPOT_HISTORY).badge().do(i.CloseTable())
    (result,) = felt.events(e.ResultRecorded)
    assert result == e.ResultRecorded("Chef 1", 2_500_000, 2_600_000, 100_000, 1_000_000, 1_000_000, 0)


def one_chip(felt: Felt) -> Felt:
    """A round with one JP1 stake is over, and the closing sheet begun; a member of the comité is there."""
    felt.open().stakes(s1=1000).chips(1).close().draw("Ah 7d Qc Jd").play(4, 1)
    return felt.draw(BOARD).showdown().settle().do(i.NextRound()).badge().do(i.BeginClosing()).badge(*COMITE)


@requirement("AC-08")
def test_the_jp1_chips_are_counted_by_a_member_of_the_comite_alone() -> None:
    felt = one_chip(Felt(cash=TERMS)).see(i.BadgeGone())
    for badge in (None, CHEF, CASHIER):
        if badge is not None:
            felt.badge(*badge)
        assert felt.tap(i.CountJp1Chips(1)) == Refusal("badge_comite", "AC-08")
    felt.badge(*COMITE).do(i.CountJp1Chips(1))


@requirement("AC-08")
def test_jp1_chips_that_differ_are_counted_a_second_time_before_jp1_is_closed() -> None:
    felt = one_chip(Felt(cash=TERMS)).do(i.CountJp1Chips(203))
    assert felt.events(e.Jp1ChipsMiscounted) == [e.Jp1ChipsMiscounted(COMITE[0], 203, 1)]
    assert (felt.state.alarms, felt.state.jackpot.open) == ((), True), "a slip of the finger closes nothing"
    assert dict(closing_lines(felt.state))["jp1_chips"] is False
    felt.do(i.CountJp1Chips(1))
    assert dict(closing_lines(felt.state))["jp1_chips"]
    assert (felt.state.alarms, felt.state.jackpot.open) == ((), True)


@requirement("AC-08")
def test_jp1_chips_that_are_all_there_are_not_counted_again() -> None:
    felt = one_chip(Felt(cash=TERMS)).do(i.CountJp1Chips(1))
    assert felt.tap(i.CountJp1Chips(2)) == NOT_NOW
    assert (felt.state.upkeep.session.chips, felt.state.alarms, felt.state.jackpot.open) == (1, (), True)
    felt.badge().do(i.LeaveClosing(), i.BeginClosing()).badge(*COMITE).do(i.CountJp1Chips(1))


@requirement("AC-08")
def test_a_second_count_that_differs_closes_jp1_and_only_two_persons_open_it_again() -> None:
    felt = one_chip(Felt(cash=TERMS)).do(i.CountJp1Chips(2))
    felt.badge().do(i.LeaveClosing(), i.BeginClosing()).badge(*COMITE)
    felt.do(i.CountJp1Chips(0))
    assert ([up.code for up in felt.state.alarms], felt.state.jackpot.open) == (["A-102"], False)
    felt.do(i.CountJp1Chips(1))
    assert dict(closing_lines(felt.state))["reconciliation"], "the chips are all there"
    assert ([up.code for up in felt.state.alarms], felt.state.jackpot.open) == (["A-102"], False)
    felt.do(i.ReopenJackpot()).badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct())
    assert (felt.state.alarms, felt.state.jackpot.open) == ((), True)


@requirement("AC-01", "RO-05")
def test_the_encaisse_is_signed_by_a_cashier_too() -> None:
    felt = Felt(cash=TERMS).open().badge().do(i.BeginClosing()).count(p500=10).do(i.SignCash())
    assert felt.badge(*COMITE).tap(i.SignCash()) == Refusal("badge_cashier", "AC-01")
    felt.badge(*CASHIER).do(i.SignCash())
    assert dict(closing_lines(felt.state))["encaisse"]


def test_nothing_is_played_while_the_closing_sheet_is_filled() -> None:
    felt = Felt(cash=TERMS).open().stakes(s1=1000).badge().do(i.BeginClosing())
    assert felt.tap(i.CloseBets()) == Refusal("closing")
    felt.do(i.LeaveClosing()).do(i.CloseBets())
    assert felt.state.sheet.count is None


@requirement("AC-06")
def test_the_table_result_keeps_the_jackpot_apart_and_counts_every_avance() -> None:
    felt = Felt(cash=TERMS).open()
    felt.stakes(s1=1000).chips(1).close().draw("Ah 7d Qc Jd").play(4, 1).draw(BOARD).showdown().settle()
    felt.do(i.NextRound()).badge().do(i.BeginAdvance()).count(p100000=25).sign(CHEF, COMITE)
    felt.fill_closing(p100000=49, p500=3).do(i.CloseTable())
    (result,) = felt.events(e.ResultRecorded)
    assert isinstance(result, e.ResultRecorded)
    assert (result.advances_cents, result.result_cents) == (5_000_000, -98_500)
    assert (result.meter_start_cents, result.meter_cents, result.residual_cents) == (1_000_000, 1_000_125, 0)


def test_a_residual_of_the_jackpot_is_taken_note_of_by_the_comite() -> None:
    felt = Felt(cash=TERMS).open().see(i.MeterObserved(1, 1_000_700, 9))
    felt.fill_closing().badge(*COMITE).tick(SheetLine.RECONCILIATION).badge()  # ticked again, it is not
    assert felt.tap(i.CloseTable()) == Refusal("closing_line", "AC-01", (("line", "reconciliation"),))
    assert felt.tap(i.TickLine(SheetLine.RECONCILIATION)) == Refusal("badge_comite", "AC-08")
    felt.badge(*COMITE).tick(SheetLine.RECONCILIATION).do(i.CloseTable())
    (result,) = felt.events(e.ResultRecorded)
    assert isinstance(result, e.ResultRecorded)
    assert result.residual_cents == 700


def residual_noted(cents: int = 700) -> Felt:
    """The closing sheet, its residual of so many cents taken note of, the history certified."""
    felt = Felt(cash=TERMS).open().see(i.MeterObserved(1, 1_000_000 + cents, 9))
    return felt.fill_closing()


def test_a_residual_that_was_taken_note_of_counts_for_its_amount_and_no_other() -> None:
    """AC-08: noted at 7 €, it was 7,007 € when the table closed, and nobody had seen that."""
    felt = residual_noted()
    (noted,) = (one for one in felt.events(e.LineTicked) if "reconciliation" in repr(one))
    assert isinstance(noted, e.LineTicked)
    assert (noted.person, noted.residual_cents) == (COMITE[0], 700)
    felt.see(i.MeterObserved(1, 1_700_700, 10))
    lines = dict(closing_lines(felt.state))
    assert not lines[SheetLine.RECONCILIATION]
    assert not lines[SheetLine.JACKPOT_HISTORY], "it was certified at another meter"
    assert felt.badge().tap(i.CloseTable()) == Refusal("closing_line", "AC-01", (("line", "reconciliation"),))
    felt.badge(*COMITE).tick(SheetLine.RECONCILIATION)
    again = felt.events(e.LineTicked)[-1]
    assert isinstance(again, e.LineTicked)
    assert (again.done, again.residual_cents) == (True, 700_700)
    felt.tick(SheetLine.JACKPOT_HISTORY).do(i.CloseTable())
    (result,) = felt.events(e.ResultRecorded)
    assert isinstance(result, e.ResultRecorded)
    assert result.residual_cents == 700_700


SHOWN = Difference("finish 3/1", 9, 1_000_000, "finish 2/1", 5, 1_000_000, "ab" * 32, 2, 1, "finish")


def certified_before_the_book_differed(linked: bool, note: bool) -> Felt:
    """The closing reads 7,000 € short, taken note of or not, and certified; then the book is another."""
    felt = Felt(cash=replace(TERMS, linked=linked)).open()
    felt.answering = False
    asked = felt.badge().do(i.BeginClosing()).state.money
    assert isinstance(asked, e.ReconciliationAsked)
    felt.see(i.ReconciliationObserved(asked.number, felt.figures(residual_micro=700_000 * MICRO)))
    felt.answering = True
    felt.count(**FLOAT).sign(CHEF, CASHIER)
    felt.tick(*(line for line in CLOSING_TICKS if line.value.startswith("decks")))
    felt.badge(*COMITE).do(i.CountJp1Chips(0))
    if note:
        felt.tick(SheetLine.RECONCILIATION)
    felt.tick(SheetLine.JACKPOT_HISTORY)
    return felt.see(i.BookRefused("start", "book_differs", SHOWN))


def reopened(felt: Felt) -> Felt:
    felt.badge(*COMITE).do(i.ReopenJackpot()).badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct())
    assert felt.state.jackpot.open
    return felt.badge(*COMITE)


def residuals(felt: Felt) -> list[int]:
    told = felt.events(e.HistoryCertified)
    return [one.residual_micro // MICRO for one in told if isinstance(one, e.HistoryCertified)]


@pytest.mark.parametrize("linked", [False, True], ids=["alone", "linked"])
@pytest.mark.parametrize("note", [False, True], ids=["certified as read", "taken note of"])
def test_a_history_is_certified_by_a_reading_of_the_book_that_two_persons_accepted(
    linked: bool, note: bool
) -> None:
    """AC-07: the second certificate kept the 7,000 € that the book before it had been short of."""
    felt = reopened(certified_before_the_book_differed(linked, note))
    assert not dict(closing_lines(felt.state))[SheetLine.RECONCILIATION]
    assert felt.tap(i.TickLine(SheetLine.JACKPOT_HISTORY)) == Refusal("reconcile_first", "AC-07")
    felt.badge().do(i.Reconcile())
    assert dict(closing_lines(felt.state))[SheetLine.RECONCILIATION]
    felt.badge(*COMITE).tick(SheetLine.JACKPOT_HISTORY).do(i.CloseTable())
    assert (felt.state.phase, residuals(felt)) == (Phase.CLOSED, [700_000, 0])


def test_a_table_whose_book_is_not_read_again_after_a_reopening_closes_by_the_note_of_the_comite() -> None:
    felt = reopened(certified_before_the_book_differed(linked=False, note=True))
    felt.answering = False
    felt.badge().do(i.Reconcile()).see(i.BookUnreachable("ReadBook", "silent")).badge(*COMITE)
    assert felt.badge(*COMITE).tap(i.TickLine(SheetLine.JACKPOT_HISTORY)) == Refusal(
        "reconcile_first", "AC-07"
    )
    felt.tick(SheetLine.RECONCILIATION, SheetLine.JACKPOT_HISTORY).do(i.CloseTable())
    assert felt.state.phase is Phase.CLOSED


@pytest.mark.parametrize("linked", [False, True], ids=["alone", "linked"])
def test_a_display_that_two_persons_accepted_at_the_closing_is_read_once_more(linked: bool) -> None:
    """A linked one is moved by others: nothing was accepted, and its reading stands."""
    felt = Felt(cash=replace(TERMS, linked=linked)).open().badge().do(i.BeginClosing())
    felt.do(i.ReportStop(StopCause.DISPLAY)).see(i.MeterObserved(1, 1_000_700, 9))
    felt.book_seq, felt.meter_cents = 9, 1_000_700
    reopened(felt)
    assert felt.state.upkeep.reconciled is linked
    felt.badge().do(i.LeaveClosing()).fill_closing().do(i.CloseTable())
    assert (felt.state.phase, residuals(felt)) == (Phase.CLOSED, [0])


def test_what_was_read_at_the_closing_stands_when_jp1_is_reopened_and_nothing_accepted() -> None:
    felt = Felt(cash=TERMS).open().fill_closing().do(i.ReportStop(StopCause.DISPLAY))
    reopened(felt).tick(SheetLine.JACKPOT_HISTORY).do(i.CloseTable())
    assert len(felt.events(e.ReconciliationRecorded)) == 1
    assert felt.state.phase is Phase.CLOSED


@pytest.mark.parametrize("line", ["reconciliation", "jackpot_history"])
def test_a_finger_on_a_line_of_the_jackpot_signs_for_what_was_seen_and_for_nothing_else(line: str) -> None:
    """AC-07, AC-08: the key had said 7 €, and 7,007 € stood there when it was heard."""
    felt = Felt(cash=TERMS).open().see(i.MeterObserved(1, 1_000_700, 9)).badge().do(i.BeginClosing())
    felt.badge(*COMITE)
    key = aimed(console(felt.state), {"act": "TickLine", "line": line})
    assert still_meant(console(felt.do(i.CallChef()).state), key)
    felt.see(i.MeterObserved(1, 1_700_700, 10))
    assert not still_meant(console(felt.state), key)
    assert unaimed(key) == {"act": "TickLine", "line": line}


def test_a_finger_on_a_line_of_the_decks_signs_whatever_the_meter_does() -> None:
    felt = Felt(cash=TERMS).open().badge().do(i.BeginClosing())
    key = aimed(console(felt.state), {"act": "TickLine", "line": "decks_counted"})
    assert still_meant(console(felt.see(i.MeterObserved(1, 1_700_700, 10)).state), key)


def test_what_was_taken_note_of_before_the_jp1_chips_were_counted_is_not_what_they_lack() -> None:
    """AC-08: the residual alone was noted, and then eight chips too many lay in the box."""
    felt = Felt(cash=TERMS).open().see(i.MeterObserved(1, 1_000_700, 9)).badge().do(i.BeginClosing())
    felt.badge(*COMITE).tick(SheetLine.RECONCILIATION)
    assert dict(closing_lines(felt.state))[SheetLine.RECONCILIATION]
    felt.do(i.CountJp1Chips(8), i.CountJp1Chips(8))
    assert not dict(closing_lines(felt.state))[SheetLine.RECONCILIATION]
    felt.tick(SheetLine.RECONCILIATION)
    assert dict(closing_lines(felt.state))[SheetLine.RECONCILIATION]


def test_a_linked_jackpot_is_moved_by_other_tables_too() -> None:
    felt = Felt(cash=replace(TERMS, linked=True)).open().see(i.MeterObserved(1, 1_000_700, 9))
    felt.fill_closing().do(i.CloseTable())
    assert felt.state.phase is Phase.CLOSED


def test_killed_and_restarted_at_any_entry_the_sheet_is_as_it_was() -> None:
    felt = Felt(cash=TERMS).open().badge().do(i.AnnounceLastDeals(), i.BeginAdvance())
    felt.count(p100000=25).sign(CHEF, COMITE).fill_closing().do(i.CloseTable())
    codec, whole = Codec(e.EVENTS), TableState(felt.state.facts)
    for entry in felt.entries:
        kind, body = codec.encode(entry.event)
        whole = fold(whole, [entry._replace(event=codec.decode(kind, body))])
        again = fold(TableState(felt.state.facts), felt.entries[: entry.seq])
        assert again.sheet == whole.sheet
    assert whole == felt.state


@pytest.mark.parametrize("first", [CASHIER, CHEF], ids=["cashier", "chef"])
def test_a_closing_count_is_signed_by_a_cashier_and_a_chef_whoever_comes_first(
    first: tuple[str, Role],
) -> None:
    """AC-01: each of the two is asked for by name once the other has signed."""
    second, asked = (CHEF, "badge_chef") if first is CASHIER else (CASHIER, "badge_cashier")
    felt = Felt(cash=TERMS).open().badge().do(i.BeginClosing()).count(**FLOAT)
    felt.badge(*first).do(i.SignCash())
    other = ("Lopez 2", first[1])
    refusal = felt.badge(*other).tap(i.SignCash())
    assert refusal is not None
    assert refusal.code == asked
    felt.badge(*second).do(i.SignCash())
    assert dict(closing_lines(felt.state))["encaisse"] is True


def test_the_closing_sheet_waits_for_the_second_signature_of_an_avance() -> None:
    """One person had signed it: it was dropped without a word, and its chips were the result of no round."""
    felt = Felt(cash=TERMS).open().badge().do(i.BeginAdvance()).count(p100000=50).sign(CHEF)
    wanted = Refusal("advance_to_sign", "art. 49", (("person", CHEF[0]),))
    assert felt.badge().tap(i.BeginClosing()) == wanted
    felt.sign(COMITE)
    assert felt.state.sheet.advances_cents == 5_000_000 + TERMS.float_cents
    assert felt.badge().tap(i.BeginClosing()) is None


def test_an_avance_that_one_has_signed_is_not_forgotten_by_counting_it_once_more() -> None:
    """Anybody counted a piece anew, the signature fell, and the closing sheet dropped 5,000,000 cents."""
    felt = Felt(cash=TERMS).open().badge().do(i.BeginAdvance()).count(p100000=50).sign(COMITE)
    felt.see(i.BadgeGone()).count(p100000=50)
    count = felt.state.sheet.count
    assert count is not None
    assert (count.signed, count.signers) == ((), (COMITE[0],))
    wanted = Refusal("advance_to_sign", "art. 49", (("person", COMITE[0]),))
    assert felt.badge().tap(i.BeginClosing()) == wanted
    felt.sign(COMITE, ("Petit", Role.COMITE))
    assert felt.state.sheet.advances_cents == 5_000_000 + TERMS.float_cents
    assert felt.badge().tap(i.BeginClosing()) is None


@pytest.mark.parametrize("counted_anew", [False, True])
def test_a_wrong_avance_is_given_up_by_a_chef_who_is_named(counted_anew: bool) -> None:
    """AC-01: a half signature that nobody completes bars no closing, and who gave it up is known."""
    felt = Felt(cash=TERMS).open().badge().do(i.BeginAdvance()).count(p100000=50).sign(COMITE)
    if counted_anew:
        felt.count(p100000=5)
    assert felt.see(i.BadgeGone()).tap(i.GiveUpAdvance()) == BADGE_CHEF
    felt.badge("Chef 2", Role.CHEF).do(i.GiveUpAdvance())
    cents = 500_000 if counted_anew else 5_000_000
    assert felt.events(e.AdvanceGivenUp) == [e.AdvanceGivenUp("Chef 2", cents, (COMITE[0],))]
    assert (felt.state.sheet.count, felt.state.sheet.advances_cents) == (None, TERMS.float_cents)
    assert felt.tap(i.GiveUpAdvance()) == Refusal("not_now"), "there is none any more"
    assert felt.tap(i.BeginClosing()) is None


def test_the_closing_sheet_is_begun_over_an_avance_that_nobody_signed() -> None:
    felt = Felt(cash=TERMS).open().badge().do(i.BeginAdvance()).count(p100000=50)
    assert felt.badge().tap(i.BeginClosing()) is None


def test_an_encaisse_that_was_signed_is_signed_again_where_a_difference_is_paid_out_of_it() -> None:
    """A closed round was rectified on the closing sheet: 40 € left the tray under two signatures."""
    felt = fold_keyed(cash=TERMS).settle().see(i.BadgeGone()).next_round()
    felt.badge().do(i.BeginClosing()).count(**FLOAT).sign(CHEF, CASHIER)
    assert dict(closing_lines(felt.state))["encaisse"]
    felt.badge().do(true_decision()).badge(*COMITE).do(i.ApproveRectification()).see(i.BadgeGone())
    felt.do(i.SettleRectification(Moved.BY_HAND))
    (moved,) = felt.events(e.RectificationRecorded)
    assert moved.cents
    assert not dict(closing_lines(felt.state))["encaisse"]
    felt.sign(CHEF, CASHIER)
    assert dict(closing_lines(felt.state))["encaisse"]


def test_a_history_that_was_certified_is_certified_again_where_the_meter_is_corrected_after_it() -> None:
    """The table closed with a history certified at 10,000 €, and a result at 9,950 € (AC-07)."""
    felt = Felt(cash=TERMS).open().fill_closing()
    assert dict(closing_lines(felt.state))[SheetLine.JACKPOT_HISTORY]
    felt.badge(*COMITE).do(i.CorrectMeter(-5_000, CorrectionReason.MALFUNCTION))
    felt.badge("Petit", Role.COMITE).do(i.ApproveMeterAct())
    assert not dict(closing_lines(felt.state))[SheetLine.JACKPOT_HISTORY]
    missing = Refusal("closing_line", "AC-01", (("line", SheetLine.JACKPOT_HISTORY.value),))
    assert felt.badge().tap(i.CloseTable()) == missing
    assert felt.badge(*COMITE).tap(i.TickLine(SheetLine.JACKPOT_HISTORY)) is None
    assert felt.badge().tap(i.CloseTable()) is None


def test_an_encaisse_that_was_signed_is_signed_again_where_a_difference_goes_to_the_orphelins() -> None:
    felt = fold_keyed(cash=TERMS).settle().see(i.BadgeGone()).next_round()
    felt.badge().do(i.BeginClosing()).count(**FLOAT).sign(CHEF, CASHIER)
    felt.badge().do(true_decision()).badge(*COMITE).do(i.ApproveRectification())
    felt.badge().do(i.SettleRectification(Moved.LEFT))
    (moved,) = felt.events(e.RectificationRecorded)
    assert moved.orphans_cents > 0
    assert not dict(closing_lines(felt.state))["encaisse"]
