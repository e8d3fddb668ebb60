"""What every jackpot book does with refunds, corrections and its limit."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from controller.book.answers import (
    Award,
    Awarded,
    Corrected,
    Finished,
    Refunded,
)
from controller.book.at_url import open_book
from controller.book.port import Account, Book, BookMismatch
from controller.book.shares import Terms
from controller.book.sqlite import SqliteBook
from controller.game.money import MICRO
from tests.law.requirements import requirement
from tests.shell.book.jackpot_books import (
    EXAMPLE,
    STAKE,
    TWO,
    BookMaker,
    code,
    exact,
    got,
    key,
    over,
    royal,
    stake,
)


def prize(book: Book, round_: int, kind: str, seat: int, cents: int) -> object:
    return book.award(key("T1", round_, "award", seat=seat), (Award(kind, seat, cents),), 0)


# --- refunds -------------------------------------------------------------------------------------


def refund(book: Book, table: str, round_: int, seat: int, attempt: int = 1) -> object:
    return book.refund(key(table, round_, "refund", attempt, seat), seat, 0)


def test_a_refund_returns_the_exact_parts_of_the_stake(new_book: BookMaker) -> None:
    book = new_book(Terms(STAKE, 1_000_000, 333_333, 222_222, 444_445))
    stake(book, "T1", 1, 1)
    before = book.read()
    taken = stake(book, "T1", 2, 4)
    answer = got(Refunded, refund(book, "T1", 2, 4))
    assert (answer.seat, answer.cents, answer.contribution_seq) == (4, STAKE, taken.book_seq)
    after = book.read(check=True)
    for name in ("meter_micro", "reserve_micro", "house_micro", "stakes_micro", "stakes_count"):
        assert getattr(after, name) == getattr(before, name)
    assert after.refunded_cents == STAKE
    assert after.residual_micro == 0


def test_a_seat_is_refunded_once(book: Book) -> None:
    stake(book, "T1", 1, 1, 2)
    first = got(Refunded, refund(book, "T1", 1, 2))
    assert refund(book, "T1", 1, 2) == first
    assert code(refund(book, "T1", 1, 2, attempt=2)) == "seat_has_no_stake"
    assert book.read().refunded_cents == STAKE


def test_a_refund_finds_the_stake_of_an_earlier_attempt(book: Book) -> None:
    taken = stake(book, "T1", 1, 1, 2)
    stake(book, "T1", 1, 3, attempt=2)
    assert got(Refunded, refund(book, "T1", 1, 1, attempt=2)).contribution_seq == taken.book_seq - 1


def test_a_refund_may_name_the_contribution_it_returns(book: Book) -> None:
    stake(book, "T1", 1, 1)
    other = book.refund(key("T1", 1, "refund", 2, 1), 1, 0, key("T1", 1, "contribute", 2))
    assert code(other) == "seat_has_no_stake"
    right = book.refund(key("T1", 1, "refund", 1, 1), 1, 0, key("T1", 1, "contribute", 1))
    assert isinstance(right, Refunded)


def test_a_refunded_seat_may_contribute_again_in_the_re_deal(book: Book) -> None:
    stake(book, "T1", 1, 1, 2)
    got(Refunded, refund(book, "T1", 1, 2))
    stake(book, "T1", 1, 2, attempt=2)
    got(Refunded, refund(book, "T1", 1, 2, attempt=2))
    assert book.read(check=True).stakes_count == 1


def test_a_stake_that_has_won_is_not_refunded(book: Book) -> None:
    stake(book, "T1", 1, 1, 2)
    got(Awarded, prize(book, 1, "quads", 2, 50_000))
    royal(book, "T1", 1, 1)
    assert code(refund(book, "T1", 1, 2)) == "seat_has_prize"
    assert code(refund(book, "T1", 1, 1)) == "seat_has_prize"


def test_a_finished_round_is_not_refunded(book: Book) -> None:
    stake(book, "T1", 1)
    over(book, "T1", 1)
    assert code(refund(book, "T1", 1, 1)) == "round_finished"


def test_a_round_closed_on_its_record_gives_back_the_stakes_of_a_table_that_comes_back(book: Book) -> None:
    """Its deal was void and its chips are sealed: the ledger follows them, the table ends its round once."""
    stake(book, "T1", 1, 1, 3)
    got(Finished, book.close_dead_round(key("T1", 1, "close"), TWO, "liaison coupée", 5))
    for seat in (1, 3):
        refunded = got(Refunded, refund(book, "T1", 1, seat))
        assert got(Refunded, refund(book, "T1", 1, seat)) == refunded
    got(Finished, book.finish(key("T1", 1, "finish"), 6))
    view = book.read(check=True)
    assert (view.stakes_count, view.meter_cents, view.residual_micro) == (0, 1_000_000, 0)
    assert code(refund(book, "T1", 1, 1, attempt=2)) == "round_finished"
    assert code(book.finish(key("T1", 1, "finish", 2), 7)) == "round_finished"
    assert code(book.close_dead_round(key("T1", 1, "close", 2), TWO, "encore", 8)) == "round_finished"


def test_a_refund_after_the_claim_of_another_table_leaves_the_frozen_value_alone(book: Book) -> None:
    stake(book, "T1", 1)
    stake(book, "T2", 1, 1, 2)
    value = royal(book, "T1", 1).value_cents
    got(Refunded, refund(book, "T2", 1, 2))
    view = book.read(check=True)
    assert view.frozen_cents == value
    # Reserve and meter part of the stake both leave the meter: the claim released the reserve into it.
    assert view.meter_cents == 1_000_000 + 3 * 75 - (125 + 75)
    exact(book)


def test_the_house_refunds_what_the_meter_no_longer_has(new_book: BookMaker) -> None:
    book = new_book(Terms(STAKE, 0, 900_000, 0, 100_000))
    stake(book, "T1", 1)
    stake(book, "T2", 1)
    royal(book, "T1", 1)
    assert got(Refunded, refund(book, "T2", 1, 1)).meter_cents == 0
    view = book.read(check=True)
    assert (view.meter_cents, view.house_cents) == (0, 50 + 50 - 500)
    exact(book)


# --- corrections ---------------------------------------------------------------------------------


def correct(book: Book, account: Account, micro: int, persons: tuple[str, str] = TWO, n: int = 1) -> object:
    return book.correct(key("T1", 0, f"correct {n}"), account, micro, persons, "compteur relevé", 0)


def test_two_persons_correct_the_meter(book: Book) -> None:
    answer = got(Corrected, correct(book, Account.METER, -2_500_000))
    assert (answer.before_micro, answer.after_micro) == (1_000_000 * MICRO, 999_997_500_000)
    assert answer.meter_cents == 999_997
    view = book.read(check=True)
    assert view.corrected_micro == -2_500_000
    assert view.residual_micro == 0


def test_every_account_but_the_frozen_one_can_be_corrected(book: Book) -> None:
    for n, account in enumerate((Account.METER, Account.RESERVE, Account.OVERFLOW, Account.HOUSE)):
        got(Corrected, correct(book, account, 7 * MICRO, n=n))
    assert book.read().reserve_cents == book.read().overflow_cents == 7
    for n, account in enumerate((Account.FROZEN, Account.PAID), 10):
        assert code(correct(book, account, MICRO, n=n)) == "bad_account"
    exact(book)


@requirement("PM-11", "SE-08")
@pytest.mark.parametrize(
    "persons", [("A. Roux", "A. Roux"), ("A. Roux", " a. roux "), ("A. Roux", ""), ("", "")]
)
def test_one_person_corrects_nothing(book: Book, persons: tuple[str, str]) -> None:
    assert code(correct(book, Account.METER, MICRO, persons)) == "persons"
    assert book.read().seq == 1


def test_a_correction_needs_a_reason_and_leaves_nothing_below_zero(book: Book) -> None:
    assert code(book.correct(key("T1", 0, "a"), Account.METER, 1, TWO, "  ", 0)) == "reason"
    assert code(correct(book, Account.RESERVE, -1)) == "below_zero"
    assert code(correct(book, Account.METER, 0, n=2)) == "nothing"


# --- the limit -----------------------------------------------------------------------------------


@requirement("PM-09")
def test_what_passes_the_limit_goes_to_the_overflow(new_book: BookMaker) -> None:
    book = new_book(Terms(STAKE, 1_000_000, 250_000, 150_000, 600_000, limit_cents=1_000_200))
    assert stake(book, "T1", 1, 1).meter_cents == 1_000_125
    assert stake(book, "T1", 2, 1, 2).meter_cents == 1_000_200
    view = book.read(check=True)
    assert (view.overflow_cents, view.contributed_cents) == (175, 200)
    assert code(correct(book, Account.METER, MICRO)) == "above_limit"
    exact(book)


@requirement("PM-09")
def test_no_limit_is_below_the_meter(tmp_path: Path) -> None:
    """PM-09: none below the start amount, where a meter begins; none that is lower, once it has grown."""
    limited = replace(EXAMPLE, limit_cents=EXAMPLE.start_cents)
    with pytest.raises(ValueError, match="limit_cents = 999999 is not from start_cents = 1000000"):
        replace(limited, limit_cents=EXAMPLE.start_cents - 1)
    path, grown = tmp_path / "jackpot.book", replace(EXAMPLE, limit_cents=EXAMPLE.start_cents + 5_000)
    with closing(SqliteBook.create(path, grown)) as book:
        assert stake(book, "T1", 1, *range(1, 8)).meter_cents == EXAMPLE.start_cents + 875
    with pytest.raises(BookMismatch):
        open_book(str(path), limited)
    with closing(open_book(str(path), grown)) as book:
        assert book.meter().meter_cents == EXAMPLE.start_cents + 875


@requirement("PM-09")
def test_the_overflow_opens_the_next_cycle_within_the_limit(new_book: BookMaker) -> None:
    book = new_book(Terms(STAKE, 1_000_000, 500_000, 100_000, 400_000, limit_cents=1_000_300))
    stake(book, "T1", 1, 1, 2, 3, 4)  # 1,000 cents of meter shares: 300 to the meter, 700 over the limit
    claimed = royal(book, "T1", 1)
    assert (claimed.value_cents, claimed.meter_cents) == (1_000_300, 1_000_300)
    view = book.read(check=True)
    assert (view.reserve_cents, view.overflow_cents) == (0, 600)  # 200 of reserve, then 100 of overflow
    exact(book)


def test_a_refund_takes_back_the_part_that_overflowed(new_book: BookMaker) -> None:
    book = new_book(Terms(STAKE, 1_000_000, 250_000, 150_000, 600_000, limit_cents=1_000_200))
    stake(book, "T1", 1, 1, 2)
    got(Refunded, refund(book, "T1", 1, 2))
    view = book.read(check=True)
    assert (view.meter_cents, view.overflow_cents) == (1_000_125, 0)
