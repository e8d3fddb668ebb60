"""A chef's word for a large payment: what was settled otherwise after it accuses nobody (JW-21)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.dealing.declared_hand import Outcome
from controller.game.felt import board, dealer, hole
from controller.game.hands import HandClass
from tests.builders import Felt
from tests.game.test_paid_by_whom import key
from tests.memory.test_inspection_late_entries import line
from tests.memory.test_inspection_of_people import laid
from tests.memory.test_inspection_of_scenarios import dealt, inspected, not_held


def told_by_class() -> Felt:
    """Seat 1 is told as a full house, of which a chef lets the table pay 5 000; then its cards are asked."""
    felt = Felt(second_person_from_cents=4_000).open().stakes(s1=1_000)
    felt.see(i.HealthObserved(i.Machine.SHOE, i.Health.LOST)).badge().do(i.DealByHand()).close()
    felt.do(i.ConfirmDealt(), i.CallStreet())
    key(felt, [board(n) for n in range(3)], "Qs Qh 7d").do(i.CallStreet())
    key(felt, [board(3), board(4)], "4d 9h").do(i.BetRest())
    key(felt, [dealer(0), dealer(1)], "7c 2h")
    felt.do(i.EnterHand(1, Outcome.WIN, HandClass.FULL_HOUSE), i.OpenHands(), i.OpenSettlement())
    return felt.do(i.ConfirmPayment(1), i.ContestSeat(1))


def pair_of_aces() -> Felt:
    """Seat 2 is to be paid by a pair of aces, as a chef is asked for from 4,00 on."""
    felt = laid(Felt(second_person_from_cents=400).open().dealer()).draw("Qc Jd Ah As 2c 2d").play(4, 1, 2)
    return felt.draw("Kd 8s 3h 9c 4d").showdown().do(i.OpenSettlement())


def without(felt: Felt, number: int) -> Felt:
    """The same entries but for one word of the chef's, by its number."""
    words = [at for at, one in enumerate(felt.entries) if isinstance(one.event, e.PaymentConfirmed)]
    del felt.entries[words[number]]
    return felt


def confirmed_as(felt: Felt, cents: int) -> Felt:
    """The chef's last word is told to be of so many cents."""
    at = max(at for at, one in enumerate(felt.entries) if isinstance(one.event, e.PaymentConfirmed))
    event: Any = felt.entries[at].event
    felt.entries[at] = felt.entries[at]._replace(event=replace(event, cents=cents))
    return felt


@pytest.mark.parametrize("cards", ["Qc 3d", "3c 3d"])
def test_a_seat_that_turns_out_to_be_paid_less_takes_no_other_word(cards: str, tmp_path: Path) -> None:
    felt = key(told_by_class(), [hole(1, 0), hole(1, 1)], cards).do(i.SettleSeat(1))
    assert sum(one.paid_cents for one in felt.lines(1).values()) < 4_000
    page = inspected(felt, tmp_path)
    assert line(page, "JW-21")["ok"]
    assert "1 of them settled otherwise after" in line(page, "JW-21")["shown"][1]


def test_a_seat_that_turns_out_to_be_paid_more_takes_another_word(tmp_path: Path) -> None:
    felt = key(told_by_class(), [hole(1, 0), hole(1, 1)], "Qc Qd").do(i.ConfirmPayment(1), i.SettleSeat(1))
    (tmp_path / "whole").mkdir()
    assert "JW-21" not in not_held(inspected(felt, tmp_path / "whole"))
    assert "JW-21" in not_held(inspected(without(felt, 1), tmp_path))


@pytest.mark.parametrize("cents", [4_001, 4_999, 5_001, 90_000])
def test_a_word_of_other_cents_than_were_paid_is_told_where_nothing_was_found_after_it(
    cents: int, tmp_path: Path
) -> None:
    felt = pair_of_aces().settle()
    assert felt.events(e.PaymentConfirmed)
    assert "JW-21" in not_held(inspected(confirmed_as(felt, cents), tmp_path))


def test_a_payment_as_large_as_one_that_was_confirmed_takes_a_word_too(tmp_path: Path) -> None:
    felt = laid(Felt(second_person_from_cents=400).open().dealer()).draw("Ah As Ad Ac 2c 2d").play(4, 1, 2)
    felt.draw("Kd 8s 3h 9c 4d").showdown().settle()
    (tmp_path / "whole").mkdir()
    assert "JW-21" not in not_held(inspected(felt, tmp_path / "whole"))
    assert len(felt.events(e.PaymentConfirmed)) == 2
    assert "JW-21" in not_held(inspected(without(felt, 0), tmp_path))


def test_a_word_of_a_deal_that_was_made_void_is_none_of_the_next_deal(tmp_path: Path) -> None:
    felt = pair_of_aces().badge().do(i.ConfirmPayment(2)).void()
    felt = dealt(felt.stakes(s1=1000, s2=1000).close()).settle()
    assert not_held(inspected(felt, tmp_path)) == set()
