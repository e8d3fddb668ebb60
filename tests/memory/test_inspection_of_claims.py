"""A claim that ends in another way than most: the authority's page accuses nothing of it that is honest."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from tests.builders import Felt
from tests.game.test_refused_for_good import refused
from tests.memory.test_inspection_late_entries import ROYAL, line
from tests.memory.test_inspection_of_linked_meters import page
from tests.memory.test_inspection_of_people import laid, told_instead
from tests.memory.test_inspection_of_scenarios import dealt, inspected, not_held

FROZEN_CENTS = 1_000_250


class Reserved(Felt):
    """A table whose jackpot begins anew with more than it was, by its reserve."""

    def answer(self, request: r.Request) -> i.Observation:
        told = super().answer(request)
        if not isinstance(told, i.ClaimObserved):
            return told
        self.meter_cents = FROZEN_CENTS + 100
        return replace(told, meter_cents=self.meter_cents)


def claimed(felt: Felt) -> Felt:
    """Seat 1 holds a royal with JP1, and all is there but the release."""
    laid(felt.open().dealer()).draw(ROYAL).play(4, 1, 2).draw("Qs Js Ts 4d 3d")
    return felt.showdown().prove_hand()


def without_answer(felt: Felt) -> Felt:
    """It is released, and the book says nothing of its award."""
    felt.answering = False
    return felt.release()


def test_a_jackpot_whose_award_the_book_refused_is_paid_as_it_was_frozen(tmp_path: Path) -> None:
    felt = refused(without_answer(claimed(Felt())), "award").badge().do(i.Resume(), i.OpenSettlement())
    page = inspected(felt.settle(), tmp_path)
    assert line(page, "JW-09")["ok"]
    assert "refused to post" in line(page, "JW-09")["shown"][1]
    assert not_held(page) == set()


@pytest.mark.parametrize("cents", [-1, 1, -FROZEN_CENTS])
def test_another_amount_set_aside_than_was_frozen_is_told(cents: int, tmp_path: Path) -> None:
    felt = refused(without_answer(claimed(Felt())), "award").badge().do(i.Resume(), i.OpenSettlement())
    (aside,) = (one.act for one in felt.events(e.ActSetAside) if isinstance(one, e.ActSetAside))
    act = replace(aside, cents=aside.cents + cents)
    assert "JW-09" in not_held(inspected(told_instead(felt.settle(), e.ActSetAside, act=act), tmp_path))


def test_a_jackpot_of_which_the_book_says_nothing_yet_is_not_shown_and_not_accused(tmp_path: Path) -> None:
    felt = claimed(Felt()).release().badge().do(i.OpenSettlement()).settle()
    felt.entries = [
        one for one in felt.entries if not isinstance(one.event, e.AwardRecorded) or one.event.seat != 1
    ]
    page = inspected(felt, tmp_path)
    assert (line(page, "JW-09")["mark"], line(page, "JW-09")["ok"]) == ("missing", False)
    assert "the book has not answered" in line(page, "JW-09")["shown"][1]


def given_up(felt: Felt) -> Felt:
    """The claim is refused, and what was frozen is the meter again."""
    return claimed(felt).refuse().badge().do(i.OpenSettlement()).settle()


def test_a_meter_that_falls_back_to_what_was_frozen_falls_by_its_claim(tmp_path: Path) -> None:
    felt = given_up(Reserved())
    (back,) = felt.events(e.ClaimWithdrawn)
    assert isinstance(back, e.ClaimWithdrawn)
    assert back.meter_cents < FROZEN_CENTS + 100
    assert not_held(inspected(felt, tmp_path)) == set()


def test_a_meter_that_falls_by_a_claim_that_nobody_made_is_told(tmp_path: Path) -> None:
    felt = told_instead(given_up(Felt()), e.ClaimWithdrawn, meter_cents=FROZEN_CENTS - 100)
    felt.entries = [one for one in felt.entries if not isinstance(one.event, e.ClaimRecorded)]
    assert "PM-08" in not_held(inspected(felt, tmp_path))


def test_a_claim_of_a_deal_that_was_made_void_is_worked_out_from_the_cards_of_that_deal(
    tmp_path: Path,
) -> None:
    felt = claimed(Felt()).refuse().badge().do(i.OpenSettlement()).void()
    felt.stakes(s1=1000, s2=1000).close()
    page = inspected(dealt(felt).settle(), tmp_path)
    assert line(page, "JW-01")["ok"]
    assert not_held(page) == set()


def test_a_deal_that_is_still_played_after_a_void_is_not_told_of_a_period(tmp_path: Path) -> None:
    felt = laid(Felt().open().dealer()).draw("Ah").void()
    felt.stakes(s1=1000, s2=1000).close().draw(ROYAL).play(4, 1, 2).draw("Qs Js Ts 4d 3d").showdown()
    page = inspected(felt, tmp_path)
    assert (page["settled"]["of"], page["requirements"]) == (0, [])


class Halved(Felt):
    """A table that shares what it claims with another: the book says half of it."""

    def answer(self, request: r.Request) -> i.Observation:
        told = super().answer(request)
        if isinstance(told, i.AwardObserved) and told.cents >= FROZEN_CENTS:
            return replace(told, cents=told.cents - FROZEN_CENTS + FROZEN_CENTS // 2)
        return told


def paid(felt: Felt) -> Felt:
    return felt.release().badge().do(i.OpenSettlement()).settle()


OF_A_SHARE = {"JW-02", "JW-09", "JW-15", "JW-21"}


def test_what_two_tables_claim_of_one_generation_they_share(tmp_path: Path) -> None:
    """The slip is prepared for what was frozen, and signed for the share that the book says."""
    other, felt = claimed(Halved(table="UTH-1")), Halved()
    felt.book_seq = 40  # of one book
    paid(claimed(felt))
    told = page(tmp_path, felt, other)
    shown = [line for line in told["requirements"] if line["id"] == "JW-09"]
    assert "shared by 2" in shown[0]["shown"][1]
    assert not OF_A_SHARE & not_held(told)


def test_half_of_a_jackpot_that_nobody_else_claims_is_told(tmp_path: Path) -> None:
    other = laid(Felt(table="UTH-1").open().dealer())
    felt = Halved()
    felt.book_seq = 40
    assert {"JW-02", "JW-09"} <= not_held(page(tmp_path, paid(claimed(felt)), dealt(other).settle()))


def test_all_of_a_jackpot_that_another_table_claims_as_well_is_told(tmp_path: Path) -> None:
    other, felt = claimed(Felt(table="UTH-1")), Felt()
    felt.book_seq = 40
    assert {"JW-02", "JW-09"} <= not_held(page(tmp_path, paid(claimed(felt)), other))


def test_a_claim_that_was_refused_elsewhere_before_shares_nothing(tmp_path: Path) -> None:
    other, felt = given_up(Felt(table="UTH-1")), Felt()
    felt.book_seq = 40
    assert not OF_A_SHARE & not_held(page(tmp_path, paid(claimed(felt)), other))


def test_a_share_with_a_table_whose_journal_is_not_here_is_not_shown_and_not_accused(tmp_path: Path) -> None:
    felt = claimed(Halved())
    claims = (i.LinkedClaim("UTH-2", 1, FROZEN_CENTS), i.LinkedClaim("UTH-7", 1, FROZEN_CENTS))
    felt.see(i.MeterObserved(felt.generation, felt.meter_cents, felt.book_seq, claims=claims))
    told = page(tmp_path, paid(felt))
    assert "of which a journal is not here" in line(told, "JW-09")["shown"][1]
    assert not OF_A_SHARE & not_held(told)


def test_a_claim_of_no_royal_is_told_although_it_was_refused(tmp_path: Path) -> None:
    felt = told_instead(given_up(Felt()), e.ClaimAsked, seat=2)
    assert "JW-01" in not_held(inspected(felt, tmp_path))


@pytest.mark.parametrize("reason", [*i.ClaimDoubt])
def test_a_claim_that_was_refused_and_is_paid_all_the_same_is_told(
    reason: i.ClaimDoubt, tmp_path: Path
) -> None:
    felt = given_up(Felt())
    entries = []
    for one in felt.entries:
        event = one.event
        if isinstance(event, e.AwardRefused):
            event = replace(event, reason=reason)
        if isinstance(event, e.SeatSettled) and event.seat == 2:
            jp1 = replace(event.lines[-1], paid_cents=event.lines[-1].paid_cents + FROZEN_CENTS)
            event = replace(event, lines=(*event.lines[:-1], jp1))
        entries.append(one._replace(event=event))
    felt.entries = entries
    assert "JW-02" in not_held(inspected(felt, tmp_path))


def board_royal() -> Felt:
    """Everybody with JP1 is paid by the royal on the board, and nobody claims."""
    felt = laid(Felt().open().dealer()).draw("2c 3d 4h 5s 7c 8d").play(4, 1, 2)
    return felt.draw("As Ks Qs Js Ts").showdown().prove_hand().release()


def test_a_royal_that_nobody_claims_waits_for_its_release_too(tmp_path: Path) -> None:
    felt = board_royal().badge().do(i.OpenSettlement()).settle()
    assert felt.events(e.ClaimAsked) == []
    page = inspected(felt, tmp_path)
    assert (line(page, "JW-05")["mark"], line(page, "JW-05")["ok"]) == ("recomputed", True)


def test_a_prize_of_it_that_was_settled_before_is_told(tmp_path: Path) -> None:
    felt = board_royal().badge().do(i.OpenSettlement()).settle()
    (at,) = (at for at, one in enumerate(felt.entries) if isinstance(one.event, e.AwardReleased))
    felt.entries.append(felt.entries.pop(at)._replace(at_ms=felt.now_ms))
    assert "JW-05" in not_held(inspected(felt, tmp_path))
