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


# --- the meter is read while the book owes an answer that moves it ----------------------------------


def claiming() -> Felt:
    """Seat 1 holds a royal of his own, and the book has not answered its claim."""
    felt = linked().stakes(s1=1000).chips(1).close().draw("As Ks 3h 8c").do(i.CallStreet())
    felt.draw("Qs Js Ts").do(i.CallStreet()).draw("4d 9h").do(i.BetRest())
    felt.answering = False
    return felt.showdown()


def paying(source: str) -> Felt:
    """A full house of the board is paid to seat 1, and the book has not answered."""
    terms = JackpotConfig(STAKE_CENTS, 1_000_000, 250_000, 150_000, 600_000, source)  # type: ignore[arg-type]
    felt = linked(jp1_terms=terms).stakes(s1=1000).chips(1).close().draw("2c 3d Qs Js").do(i.CallStreet())
    felt.draw("Kc Kd Kh").do(i.CallStreet()).draw("9s 9d").do(i.BetRest()).showdown()
    felt.answering = False
    return felt.do(i.OpenSettlement(), i.SettleSeat(1))


def refunding(limit_cents: int | None = None) -> Felt:
    """Seat 1 leaves after a void, and the book has not given its stake back."""
    terms = JackpotConfig(STAKE_CENTS, 1_000_000, 250_000, 150_000, 600_000, "house", limit_cents)
    felt = linked(jp1_terms=terms).stakes(s1=1000, s2=1000).chips(1, 2).close().draw("2c 7d").void()
    felt.answering = False
    return felt.do(i.VacateSeat(1))


def read(felt: Felt, by_cents: int, generation: int = 1) -> dict[str, int]:
    """The meter is read, so much higher than it was told last; what the session says of the others."""
    known = felt.state.jackpot
    felt.see(i.MeterObserved(generation, known.meter_cents + by_cents, known.book_seq + 3))
    assert adds_up(felt)
    return elsewhere(felt)


def test_a_new_cycle_read_while_this_table_claims_is_its_own_or_another_s_and_nobody_guesses() -> None:
    felt = claiming()
    assert read(felt, 375) == {"same_cycle": 375}, "a claim of ours would have opened the next cycle"
    assert read(felt, -500, generation=2) == {"same_cycle": 375, "undivided": -500}
    known = felt.state.jackpot
    felt.see(i.ClaimObserved(1, 1, 1, 1_000_500, 2, known.meter_cents, known.book_seq))
    told = felt.state.upkeep.session
    assert (told.awarded_cents, told.others_cents) == (0, 0), "the answer divides nothing afterwards"
    assert adds_up(felt)


def test_a_move_while_the_refusal_of_a_claim_waits_may_be_its_value_given_back() -> None:
    felt = claiming()
    felt.answering = True
    felt.see(i.CutCardObserved())
    felt.answering = False
    felt.refuse(i.ClaimDoubt.IMAGES)
    assert isinstance(felt.state.money, e.AwardRefused)
    assert read(felt, OWN_CENTS + 375, generation=2) == {"undivided": OWN_CENTS + 375}


@pytest.mark.parametrize(("source", "kind"), [("meter", "undivided"), ("house", "same_cycle")])
def test_a_move_while_a_fixed_prize_waits_is_only_another_s_where_the_house_pays_it(
    source: str, kind: str
) -> None:
    felt = paying(source)
    assert isinstance(felt.state.money, e.AwardAsked)
    assert read(felt, -5_000 + 375) == {kind: -5_000 + 375}


@pytest.mark.parametrize(
    ("limit_cents", "kind"), [(None, "same_cycle"), (1_000_250, "undivided"), (1_000_251, "same_cycle")]
)
def test_a_move_while_a_refund_waits_is_another_s_unless_its_stake_found_the_meter_at_its_limit(
    limit_cents: int | None, kind: str
) -> None:
    felt = refunding(limit_cents)
    assert isinstance(felt.state.money, e.RefundAsked)
    assert read(felt, 375) == {kind: 375}
    known = felt.state.jackpot
    felt.see(i.RefundObserved(1, 1, 1, known.meter_cents - OWN_CENTS, known.book_seq + 1))
    told = felt.state.upkeep.session
    own_cents, open_cents = (-OWN_CENTS, 375) if kind == "same_cycle" else (0, 375 - OWN_CENTS)
    assert (told.refunded_cents, elsewhere(felt)) == (own_cents, {kind: open_cents})
    assert adds_up(felt)


def test_a_stake_that_goes_back_after_its_cycle_has_ended_is_not_said_to_be_a_share_of_this_one() -> None:
    felt = refunding()
    assert read(felt, -250, generation=2) == {"new_cycle": -250}
    known = felt.state.jackpot
    felt.see(i.RefundObserved(1, 1, 1, known.meter_cents - OWN_CENTS, known.book_seq + 1))
    assert elsewhere(felt) == {"new_cycle": -250, "undivided": -OWN_CENTS}
    assert felt.state.upkeep.session.refunded_cents == 0
    assert adds_up(felt)
