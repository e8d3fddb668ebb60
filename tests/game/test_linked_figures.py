"""The session's history of JP1 at linked tables: this table's own acts, and the others' apart (AC-07)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.jackpot.rules import JackpotConfig
from controller.game.meter.elsewhere import prize_cents
from controller.game.meter.types import CorrectionReason, StopFate
from tests.builders import COMITE, SHARE, STAKE_CENTS, TERMS, Felt

OTHERS_CENTS = 2_375
OWN_CENTS = STAKE_CENTS * SHARE // 1_000_000


def linked(**changes: object) -> Felt:
    return Felt(cash=replace(TERMS, linked=True), **changes).open()


def played(felt: Felt) -> Felt:
    """A round of one JP1 stake, in which other tables stake before the book hears of its end."""
    felt.stakes(s1=(1000, 0)).chips(1).close().draw("2c 7d 9s 4h").do(i.CallStreet()).draw("Ks Jd 6h")
    felt.do(i.CallStreet()).draw("5s Qs")
    felt.meter_cents += OTHERS_CENTS
    return felt.do(i.FoldRest(), i.OpenHands()).settle()


def elsewhere(felt: Felt) -> dict[str, int]:
    return {one.kind.value: one.cents for one in felt.state.upkeep.session.elsewhere}


def adds_up(felt: Felt) -> bool:
    told = felt.state.upkeep.session
    return told.start_cents + told.moved_cents == felt.state.jackpot.meter_cents


@pytest.mark.parametrize("linked", [True, False])
def test_what_other_tables_moved_meanwhile_is_no_award_of_this_one(linked: bool) -> None:
    felt = played(Felt(cash=replace(TERMS, linked=linked)).open())
    told = felt.state.upkeep.session
    assert felt.state.jackpot.meter_cents == 1_000_000 + OWN_CENTS + OTHERS_CENTS
    assert (told.contributed_cents, told.awarded_cents, told.others_cents) == (OWN_CENTS, 0, OTHERS_CENTS)
    assert told.start_cents + told.moved_cents == felt.state.jackpot.meter_cents


def test_a_refund_takes_the_stake_s_own_share_and_no_more() -> None:
    felt = linked()
    felt.stakes(s1=(1000, 0), s2=1000).chips(1).close().draw("2c 7d")
    felt.meter_cents += OTHERS_CENTS
    felt.badge().do(i.DeclareIncident(i.Incident.MARKED_CARD))
    felt.call_void(i.Incident.MARKED_CARD).refund().do(i.VacateSeat(1))
    told = felt.state.upkeep.session
    assert (told.refunds, told.refunded_cents, told.awarded_cents) == (1, -OWN_CENTS, 0)
    assert told.others_cents == OTHERS_CENTS
    assert adds_up(felt)


def test_what_the_meter_was_told_between_two_acts_is_a_line_of_its_own() -> None:
    """Red before: it was in none of the figures, and the history did not come to the meter."""
    felt = linked()
    felt.meter_cents, felt.book_seq = felt.meter_cents + 375, felt.book_seq + 3
    felt.see(i.MeterObserved(1, felt.meter_cents, felt.book_seq))
    assert elsewhere(felt) == {"same_cycle": 375}
    felt.meter_cents += OTHERS_CENTS  # before the stakes of this table, told by their answer
    felt.stakes(s1=(1000, 0)).chips(1).close()
    assert elsewhere(felt) == {"same_cycle": 375 + OTHERS_CENTS}
    told = felt.state.upkeep.session
    assert (told.contributed_cents, told.others_cents) == (OWN_CENTS, 0)
    assert felt.state.sheet.unexplained_cents == 0
    assert adds_up(felt)


def test_a_jackpot_won_elsewhere_is_told_apart_from_stakes() -> None:
    felt = linked()
    felt.meter_cents, felt.book_seq, felt.generation = 1_004_000, felt.book_seq + 9, 2
    felt.see(i.MeterObserved(2, felt.meter_cents, felt.book_seq))
    assert elsewhere(felt) == {"new_cycle": 4_000}
    assert adds_up(felt)


def test_a_table_alone_has_no_lines_of_others() -> None:
    felt = Felt(cash=replace(TERMS, linked=False)).open()
    felt.meter_cents, felt.book_seq = felt.meter_cents + 375, felt.book_seq + 3
    felt.see(i.MeterObserved(1, felt.meter_cents, felt.book_seq))
    assert elsewhere(felt) == {}
    assert felt.state.sheet.unexplained_cents == 375


@pytest.mark.parametrize(
    ("left_cents", "given_cents"),
    [
        (1_000_001, 5_000),  # it stands above the start amount: all of the prize came from it
        (1_000_000, None),  # at it: as much as there was, and nobody says how much that is
        (999_999, 0),  # below it: nothing came from it
    ],
)
def test_a_prize_from_the_meter_is_told_as_far_as_its_answer_tells_it(
    left_cents: int, given_cents: int | None
) -> None:
    terms = JackpotConfig(STAKE_CENTS, 1_000_000, 250_000, 150_000, 600_000, "meter")
    state = linked(jp1_terms=terms).state
    answer = e.AwardRecorded(1, 1, 1, 5_000, left_cents, 9)
    assert prize_cents(state, answer, 5_000) == given_cents


def test_a_value_given_back_and_a_correction_are_told_as_far_as_they_are_known() -> None:
    felt = linked().badge(*COMITE).do(i.CorrectMeter(-50, CorrectionReason.MALFUNCTION))
    felt.meter_cents += OTHERS_CENTS  # before the book corrects it
    felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct())
    told = felt.state.upkeep.session
    assert (told.corrected_cents, told.others_cents, elsewhere(felt)) == (-50, OTHERS_CENTS, {})
    felt.badge(*COMITE).do(i.StopJackpot(StopFate.TRANSFER))
    felt.meter_cents += 125  # before the book stops it
    felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct())
    assert elsewhere(felt) == {"same_cycle": 125}
    assert adds_up(felt)
