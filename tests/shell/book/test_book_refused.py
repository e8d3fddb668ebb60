"""What every jackpot book does when a claim is refused: the meter as if nobody had claimed."""

from __future__ import annotations

from itertools import permutations

import pytest

from controller.book.answers import Award, Awarded, ClaimRefused, Waiting
from controller.book.port import Book
from controller.book.shares import Terms
from tests.shell.book.jackpot_books import (
    EXAMPLE,
    STAKE,
    TWO,
    BookMaker,
    ask_jackpot,
    code,
    exact,
    got,
    key,
    over,
    pay_jackpot,
    refuse,
    royal,
    stake,
)

START = EXAMPLE.start_cents


# --- refusing ------------------------------------------------------------------------------------


def test_a_refused_claim_restores_the_meter_as_if_nobody_had_claimed(new_book: BookMaker) -> None:
    claimed, quiet = new_book(), new_book()
    for book in (claimed, quiet):
        stake(book, "T1", 1, 1, 2, 3)
    royal(claimed, "T1", 1)
    for book in (claimed, quiet):
        stake(book, "T2", 1, 4, 5)
    answer = got(ClaimRefused, refuse(claimed, "T1", 1))
    after, never = claimed.read(check=True), quiet.read(check=True)
    assert answer.restored_cents == START + 3 * 125
    assert answer.meter_cents == never.meter_cents
    for name in ("meter_micro", "reserve_micro", "seed_micro", "house_micro", "frozen_micro"):
        assert getattr(after, name) == getattr(never, name)
    assert (after.generation, after.pending) == (2, ())
    exact(claimed)


def test_a_refused_claim_is_not_paid_and_not_refused_again(book: Book) -> None:
    stake(book, "T1", 1)
    royal(book, "T1", 1)
    first = got(ClaimRefused, refuse(book, "T1", 1))
    assert refuse(book, "T1", 1) == first
    assert code(book.refuse(key("T1", 1, "refuse 2"), TWO, "encore", 0)) == "no_claim"
    assert code(ask_jackpot(book, "T1", 1)) == "no_claim"


def test_a_paid_claim_is_not_refused(book: Book) -> None:
    stake(book, "T1", 1)
    royal(book, "T1", 1)
    pay_jackpot(book, "T1", 1)
    assert code(refuse(book, "T1", 1)) == "claim_paid"


def test_one_person_refuses_nothing(book: Book) -> None:
    stake(book, "T1", 1)
    royal(book, "T1", 1)
    assert code(book.refuse(key("T1", 1, "refuse"), ("Roux", "roux"), "vu", 0)) == "persons"
    assert code(book.refuse(key("T1", 1, "refuse 2"), TWO, "", 0)) == "reason"
    assert len(book.read().pending) == 1


def test_rounds_still_open_play_for_the_generation_that_took_the_value_back(book: Book) -> None:
    stake(book, "T1", 1)
    stake(book, "T2", 1)
    royal(book, "T1", 1)
    got(ClaimRefused, refuse(book, "T1", 1))
    answer = royal(book, "T2", 1)
    assert (answer.generation, answer.order, answer.value_cents) == (2, 1, START + 2 * 125)
    got(Waiting, ask_jackpot(book, "T2", 1))
    over(book, "T1", 1)
    assert pay_jackpot(book, "T2", 1).cents == START + 2 * 125
    exact(book)


def test_a_refused_table_may_claim_again_in_its_re_deal(book: Book) -> None:
    stake(book, "T1", 1)
    royal(book, "T1", 1)
    got(ClaimRefused, refuse(book, "T1", 1))
    answer = book.claim(key("T1", 1, "claim", 2), 1, 0)
    assert answer.value_cents == START + 125  # type: ignore[union-attr]
    again = book.award(key("T1", 1, "award", 2, 1), (Award("jackpot", 1, 0),), 0)
    assert got(Awarded, again).cents == START + 125
    exact(book)


def test_refusing_one_of_two_claims_leaves_the_value_to_the_other(book: Book) -> None:
    stake(book, "T1", 1)
    stake(book, "T2", 1)
    royal(book, "T1", 1)
    value = royal(book, "T2", 1).value_cents
    answer = got(ClaimRefused, refuse(book, "T1", 1))
    assert answer.restored_cents == 0
    over(book, "T1", 1)
    assert pay_jackpot(book, "T2", 1).cents == value


@pytest.mark.parametrize("order", list(permutations(("T1", "T2", "T3"))))
def test_refusing_every_claim_in_any_order_leaves_a_book_without_claims(
    new_book: BookMaker, order: tuple[str, ...]
) -> None:
    claimed, quiet = new_book(), new_book()
    for n, table in enumerate(("T1", "T2", "T3"), 1):
        for book in (claimed, quiet):
            stake(book, table, 1, *range(1, n + 2))
        assert royal(claimed, table, 1).generation == n
    for table in order:
        got(ClaimRefused, refuse(claimed, table, 1))
        exact(claimed)
    after, never = claimed.read(check=True), quiet.read(check=True)
    for name in ("meter_micro", "reserve_micro", "seed_micro", "contributed_micro", "frozen_micro"):
        assert getattr(after, name) == getattr(never, name)
    assert after.generation == 4


def test_a_claim_refused_after_a_later_one_was_paid_costs_the_house_one_start_amount(book: Book) -> None:
    stake(book, "T1", 1)
    royal(book, "T1", 1)
    stake(book, "T2", 1)
    paid = royal(book, "T2", 1).value_cents
    assert pay_jackpot(book, "T2", 1).cents == paid == START + 75 + 125
    got(ClaimRefused, refuse(book, "T1", 1))
    view = book.read(check=True)
    # One jackpot was truly won: the first start amount and one more came in, the third went back.
    assert view.seed_cents == 2 * START + 75
    assert view.meter_cents == START + 125
    assert view.reserve_cents == 75
    exact(book)


def test_a_restored_meter_above_the_limit_spills_into_the_overflow(new_book: BookMaker) -> None:
    terms = Terms(STAKE, 1_000_000, 250_000, 0, 750_000, limit_cents=1_000_200)
    claimed, quiet = new_book(terms), new_book(terms)
    for book in (claimed, quiet):
        stake(book, "T1", 1)
    royal(claimed, "T1", 1)
    for book in (claimed, quiet):
        stake(book, "T2", 1)
    got(ClaimRefused, refuse(claimed, "T1", 1))
    after, never = claimed.read(check=True), quiet.read(check=True)
    assert (after.meter_cents, after.overflow_cents) == (never.meter_cents, never.overflow_cents)
    assert (after.meter_cents, after.overflow_cents) == (1_000_200, 50)
    exact(claimed)
