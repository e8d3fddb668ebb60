"""A table closes while its book owes it answers; the next opening asks for them again (LK-02, LK-04)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.evolve import fold
from controller.game.inputs import Role, SheetLine
from controller.game.jackpot.owed_at_closing import owed_act
from controller.game.meter.types import CorrectionReason, OwedAct, StopFate
from controller.game.opening.sheets import CLOSING_TICKS, closing_lines
from controller.game.react import book_request, react
from controller.game.refusals import Refusal
from controller.game.state import Phase, TableState
from controller.game.views import console
from controller.journal.reading import CODEC
from tests.builders import CASHIER, CHEF, COMITE, FLOAT, TERMS, Felt, facts
from ui.meant import aimed, still_meant

LOST = i.BookUnreachable("ReadMeter", "timeout")
OWED = SheetLine.BOOK_OWED
SECOND = ("Chef 2", Role.CHEF)


def owing(*seats: int) -> Felt:
    """A round with JP1 was played to its end on a board-made full house while the link was away."""
    felt = Felt(cash=TERMS).open().stakes(**{f"s{n}": 1000 for n in seats}).chips(*seats).close()
    felt.draw("2c 3d 4c 5d Qs Js" if len(seats) == 2 else "2c 3d Qs Js")
    felt.answering = False
    felt.see(LOST).do(i.CallStreet()).draw("Kc Kd Kh").do(i.CallStreet()).draw("9s 9d")
    return felt.do(i.BetRest()).showdown().settle().do(i.NextRound())


def counted(felt: Felt) -> Felt:
    """The closing sheet is filled but for what is owed and for the comité's signatures."""
    felt.badge(*CHEF).do(i.BeginClosing())
    decks = (line for line in CLOSING_TICKS if line.value.startswith("decks"))
    return felt.tick(*decks).count(**FLOAT).sign(CHEF, CASHIER)


def signed(felt: Felt) -> Felt:
    return felt.badge(*CHEF).tick(OWED).badge(*COMITE).tick(OWED)


def closed(felt: Felt) -> Felt:
    signed(counted(felt)).do(i.CountJp1Chips(felt.state.upkeep.session.stakes))
    return felt.tick(SheetLine.RECONCILIATION, SheetLine.JACKPOT_HISTORY).do(i.CloseTable())


def back(felt: Felt) -> Felt:
    felt.answering = True
    felt.see(i.CutCardObserved())
    return felt.see(i.MeterObserved(felt.generation, felt.meter_cents, felt.book_seq))


def kinds(felt: Felt) -> list[tuple[str, int]]:
    return [(type(one).__name__, getattr(one, "seat", 0)) for one in felt.asked]


def test_a_table_closes_while_the_book_owes_it_an_answer_and_two_persons_have_signed_for_it() -> None:
    felt = counted(owing(1, 2))
    assert dict(closing_lines(felt.state))["book_owed"] is False
    felt.badge(*CHEF).tick(OWED)
    owed = (OwedAct("award", 1, 1, 2, 5000), OwedAct("award", 1, 1, 1, 5000), OwedAct("finish", 1, 1, 0, 0))
    assert felt.events(e.OwedSigned) == [e.OwedSigned(*CHEF, owed)]
    assert felt.tap(i.TickLine(OWED)) == Refusal("badge_comite", "LK-04")
    assert felt.badge(*SECOND).tap(i.TickLine(OWED)) == Refusal("badge_comite", "LK-04")
    felt.badge(*COMITE).tick(OWED).do(i.CountJp1Chips(2))
    assert felt.tap(i.TickLine(OWED)) is not None
    felt.tick(SheetLine.RECONCILIATION, SheetLine.JACKPOT_HISTORY).do(i.CloseTable())
    assert felt.state.phase is Phase.CLOSED
    assert book_request(felt.state) == r.Award(1, 1, 2, (("full_house", 5000),))


def test_the_same_person_does_not_sign_twice() -> None:
    felt = counted(owing(1)).badge(*COMITE).tick(OWED)
    refusal = felt.tap(i.TickLine(OWED))
    assert refusal is not None
    assert refusal.code == "same_person"


def test_without_the_signatures_the_table_does_not_close_and_nothing_is_certified() -> None:
    felt = counted(owing(1)).badge(*COMITE).do(i.CountJp1Chips(1))
    assert felt.tap(i.CloseTable()) == Refusal("closing_line", "AC-01", (("line", "book_owed"),))
    felt.tick(SheetLine.RECONCILIATION)
    refusal = felt.tap(i.TickLine(SheetLine.JACKPOT_HISTORY))
    assert refusal is not None
    assert refusal.code == "book_waiting"


def test_an_answer_that_comes_while_the_sheet_is_filled_takes_the_line_away() -> None:
    felt = back(counted(owing(1)).badge(*CHEF).tick(OWED))
    assert "book_owed" not in dict(closing_lines(felt.state))
    assert felt.tap(i.TickLine(OWED)) is not None
    assert kinds(felt) == [("Contribute", 0), ("Award", 1), ("Finish", 0)]


def test_an_answer_in_part_voids_no_signature() -> None:
    felt = counted(owing(1, 2)).badge(*CHEF).tick(OWED)
    felt.see(felt.answer(r.Award(1, 1, 2, (("full_house", 5000),))))
    felt.badge(*COMITE).tick(OWED)
    assert dict(closing_lines(felt.state))["book_owed"] is True


def test_a_finger_signs_for_what_the_book_owed_when_it_was_seen() -> None:
    felt = counted(owing(1, 2)).badge(*CHEF)
    key = aimed(console(felt.state), {"act": "TickLine", "line": OWED.value})
    assert still_meant(console(felt.badge(*SECOND).state), key)
    felt.see(felt.answer(r.Award(1, 1, 2, (("full_house", 5000),))))
    assert not still_meant(console(felt.state), key)


def test_nothing_is_left_owed_while_the_link_is_up() -> None:
    """The answer is a matter of moments then."""
    felt = Felt(cash=TERMS).open().stakes(s1=1000).chips(1).close().draw("2c 3d Qs Js")
    felt.do(i.CallStreet()).draw("Kc 8d 7h").do(i.CallStreet()).draw("9s 4d")
    felt.answering = False
    felt.do(i.BetRest()).showdown().settle().do(i.NextRound())
    assert felt.badge(*CHEF).tap(i.BeginClosing()) == Refusal("book_waiting", "art. 55-20, 2°")


def test_a_jackpot_under_verification_closes_no_table() -> None:
    felt = Felt(cash=TERMS).open().stakes(s1=1000).chips(1).close().draw("As Ks 2c 7d")
    felt.do(i.CallStreet()).draw("Qs Js Ts").do(i.CallStreet()).draw("4d 9h").do(i.BetRest()).showdown()
    felt.answering = False
    felt.see(LOST)
    assert felt.badge(*COMITE).tap(i.BeginClosing()) == Refusal("verification", "art. 55-20, 2°")


@pytest.mark.parametrize("opened", [False, True])
def test_what_is_owed_is_answered_once_whether_the_table_is_closed_or_open_again(opened: bool) -> None:
    felt = closed(owing(1, 2))
    if opened:
        felt.open()
    before = felt.state.phase
    back(felt)
    assert kinds(felt) == [("Contribute", 0), ("Award", 2), ("Award", 1), ("Finish", 0)]
    assert (felt.state.phase, felt.state.money, felt.state.due) == (before, None, ())
    assert [event.cents for event in felt.events(e.AwardRecorded)] == [5000, 5000]


def test_whatever_entry_was_the_last_before_a_restart_the_same_is_owed() -> None:
    felt = back(closed(owing(1, 2)).open())
    known = facts(cash=TERMS)
    state = TableState(known)
    asked = []
    for at in range(len(felt.entries)):
        state = fold(TableState(known), felt.entries[: at + 1])
        asked.append(book_request(state))
    assert (state, react(state)) == (felt.state, react(felt.state))
    wanted = [one for n, one in enumerate(asked) if isinstance(one, r.Award) and one not in asked[:n]]
    assert [one.seat for one in wanted if isinstance(one, r.Award)] == [2, 1]
    for entry in felt.entries:
        if isinstance(entry.event, e.OwedSigned):
            assert CODEC.decode(*CODEC.encode(entry.event)) == entry.event


def test_sealed_chips_wait_over_the_closing_and_the_seal_is_opened_in_the_next_session() -> None:
    felt = Felt(cash=TERMS).open().stakes(s1=1000, s3=1000).chips(1, 3)
    felt.answering = False
    felt.do(i.CloseBets(), i.CollectJp1()).sweep().see(LOST)
    felt.now_ms += facts().unanswered_ms
    felt.see(i.TimeObserved(felt.now_ms)).badge().do(i.SetStakesAside(2)).refund()
    closed(felt)
    (first, *_) = felt.events(e.OwedSigned)
    assert first.acts == (OwedAct("contribution", 1, 1, 0, 1000),)
    felt.open()
    felt.see(felt.answer(r.Contribute(1, 1, (1, 3), 500)))
    back(felt)
    felt.badge().do(i.OpenSeal(2))
    assert kinds(felt) == [("Refund", 1), ("Refund", 3), ("Finish", 0)]
    assert felt.state.upkeep.session.chips_due == 0
    assert felt.state.jackpot.meter_cents == 1_000_000


def test_a_chip_given_back_is_not_due_in_the_box_while_its_refund_is_owed_nor_in_the_next_session() -> None:
    felt = Felt(cash=TERMS).open().stakes(s1=1000, s2=1000).chips(1, 2).close().draw("2c").badge()
    felt.do(i.DeclareIncident(i.Incident.IRREGULAR_DEAL)).void()
    felt.answering = False
    felt.see(LOST).do(i.VacateSeat(2), i.ConfirmRest(), i.CloseBets()).draw("2c 3d Qs Js")
    felt.do(i.CallStreet()).draw("Kc 8d 7h").do(i.CallStreet()).draw("9s 4d")
    felt.do(i.BetRest()).showdown().settle().do(i.NextRound())
    signed(counted(felt)).do(i.CountJp1Chips(1))
    assert not felt.events(e.Jp1Closed)[1:], "one chip of two was given back: no difference"
    felt.tick(SheetLine.RECONCILIATION, SheetLine.JACKPOT_HISTORY).do(i.CloseTable())
    back(felt.open())
    assert ("Refund", 2) in kinds(felt)
    assert felt.state.upkeep.session.refunds == 1
    assert felt.state.upkeep.session.chips_due == 0


DIRECTOR = ("Le Goff", Role.DIRECTOR)


def decided_by_two(what: str) -> Felt:
    """Two persons decide on the meter, and the link goes before the book has answered."""
    felt = Felt(cash=TERMS).open().badge(*COMITE)
    if what == "reopening":
        felt.see(i.BookRefused("start", "unknown_round")).do(i.ReopenJackpot())
    else:
        stop = what == "stop"
        felt.do(
            i.StopJackpot(StopFate.TRANSFER) if stop else i.CorrectMeter(-50, CorrectionReason.MALFUNCTION)
        )
    felt.answering = False
    return felt.badge(*DIRECTOR).do(i.ApproveMeterAct()).see(LOST)


@pytest.mark.parametrize(
    "owed",
    [OwedAct("correction", 0, 1, 0, -50), OwedAct("stop", 0, 1, 0, 0), OwedAct("reopening", 0, 1, 0, 0)],
    ids=lambda owed: owed.kind,
)
def test_what_two_persons_have_decided_on_the_meter_may_be_left_owed_and_is_asked_for_again(
    owed: OwedAct,
) -> None:
    """LK-04: it is signed for by its name and stays outstanding under the key it was asked with."""
    felt = decided_by_two(owed.kind)
    asked = book_request(felt.state)
    closed(felt)
    assert [event.acts for event in felt.events(e.OwedSigned)] == [(owed,), (owed,)]  # type: ignore[attr-defined]
    if isinstance(asked, r.Reopen):
        asked = replace(asked, playing=0)  # no round is under way any more
    assert (felt.state.phase, book_request(felt.state)) == (Phase.CLOSED, asked)
    back(felt)
    assert (felt.asked, felt.state.money) == ([asked], None)


def test_no_claim_and_no_reading_is_ever_left_owed() -> None:
    """A jackpot under verification holds its round; a reading that cannot be had is none."""
    state = Felt(cash=TERMS).open().state
    for asked in (e.ClaimAsked(1, 1, 1), e.ReconciliationAsked(1, "demand", "Durand")):
        with pytest.raises(AssertionError, match="is never left owed"):
            owed_act(state, asked)


def test_a_reading_of_the_book_left_unanswered_at_a_closing_is_not_recorded_in_the_next_session() -> None:
    """It was recorded with the new session's figures, all of them 0: the auditor accused an honest table."""
    felt = Felt().open()
    felt.answering = False
    felt.badge().do(i.CloseTable())
    (asked,) = felt.events(e.ReconciliationAsked)
    felt.do(i.OpenTable())
    assert felt.events(e.ReconciliationFailed) == [e.ReconciliationFailed(asked.number, "no answer")]
    felt.see(i.ReconciliationObserved(asked.number, felt.figures()))
    assert felt.events(e.ReconciliationRecorded) == []
    assert felt.state.money is None
