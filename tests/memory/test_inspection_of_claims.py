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
