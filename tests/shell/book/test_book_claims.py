"""What every jackpot book does when somebody claims: generations, sharing, waiting."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from controller.book.answers import Award, Awarded, ClaimRefused, Contributed, Finished, Waiting
from controller.book.port import Book
from controller.book.shares import Terms
from controller.book.sqlite import SqliteBook
from controller.game.money import MICRO
from tests.law.requirements import requirement
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


def test_a_claim_freezes_the_value_with_the_rounds_own_stakes(book: Book) -> None:
    stake(book, "T1", 1, 1, 2, 3, 4)
    answer = royal(book, "T1", 1, 3)
    assert (answer.generation, answer.order, answer.next_generation) == (1, 1, 2)
    assert answer.value_cents == START + 4 * 125
    exact(book)


@requirement("JW-10", "PM-12")
def test_a_claim_opens_the_next_generation_at_start_and_reserve(book: Book) -> None:
    stake(book, "T1", 1, 1, 2, 3, 4)
    answer = royal(book, "T1", 1)
    assert answer.meter_cents == START + 4 * 75
    view = book.read(check=True)
    assert (view.generation, view.reserve_cents, view.frozen_cents) == (2, 0, answer.value_cents)
    assert view.seed_cents == 2 * START + 4 * 75


@requirement("PM-12")
def test_a_reset_of_nothing_opens_the_next_generation_at_the_reserve_alone(new_book: BookMaker) -> None:
    """PM-12: the start value, or 0, and the reserve pool."""
    book = new_book(replace(EXAMPLE, reset_cents=0))
    stake(book, "T1", 1, 1, 2, 3, 4)
    answer = royal(book, "T1", 1)
    assert (answer.value_cents, answer.meter_cents) == (START + 4 * 125, 4 * 75)
    assert (answer.next_generation, book.read(check=True).seed_cents) == (2, START + 4 * 75)
    exact(book)


@requirement("JW-10", "LK-06")
def test_stakes_after_the_claim_do_not_move_the_frozen_value(book: Book) -> None:
    stake(book, "T1", 1)
    value = royal(book, "T1", 1).value_cents
    assert stake(book, "T2", 1, 1, 2).generation == 2
    assert pay_or_wait(book, "T1", 1) == value
    exact(book)


def pay_or_wait(book: Book, table: str, round_: int) -> int:
    return pay_jackpot(book, table, round_).cents


def test_the_jackpot_is_paid_from_the_frozen_value_once(book: Book) -> None:
    stake(book, "T1", 1)
    value = royal(book, "T1", 1).value_cents
    first = pay_jackpot(book, "T1", 1)
    assert (first.cents, first.from_meter_cents, first.from_house_cents) == (value, value, 0)
    assert first.awards == (Award("jackpot", 1, value),)
    assert pay_jackpot(book, "T1", 1) == first
    again = book.award(key("T1", 1, "award again", seat=1), (Award("jackpot", 1, 0),), 0)
    assert code(again) == "claim_paid"
    view = book.read(check=True)
    assert (view.awarded_cents, view.frozen_micro, view.wins_count) == (value, 0, 1)


@requirement("PM-06")
def test_a_win_is_counted_when_it_is_paid_and_neither_claimed_nor_refused(book: Book) -> None:
    """PM-06: hits and their value move only when a win is validated, and a fixed prize is none."""
    stake(book, "T1", 1)
    stake(book, "T2", 1, 1, 2)
    told = [counted(book)]
    fixed = book.award(key("T2", 1, "award", seat=2), (Award("quads", 2, 100 * STAKE),), 0)
    assert got(Awarded, fixed).cents == 100 * STAKE
    over(book, "T2", 1)
    royal(book, "T1", 1)
    told.append(counted(book))
    got(ClaimRefused, refuse(book, "T1", 1))
    over(book, "T1", 1)
    assert [*told, counted(book)] == [(0, 0, ())] * 3
    stake(book, "T1", 2)
    value = royal(book, "T1", 2).value_cents
    assert counted(book) == (0, 0, ())
    pay_jackpot(book, "T1", 2)
    assert counted(book) == (1, value, (("T1", 2, value, 4_000),))


def counted(book: Book) -> tuple[int, int, tuple[tuple[str, int, int, int], ...]]:
    """How many wins, their value, and each: table, round, amount, time."""
    view = book.read(check=True)
    wins = tuple((one.table, one.round, one.cents, one.at_ms) for one in view.wins)
    return view.wins_count, view.wins_cents, wins


def test_the_part_of_a_cent_that_is_not_paid_stays_in_the_next_meter(new_book: BookMaker) -> None:
    book = new_book(Terms(STAKE, 1_000, 1, 0, 999_999))
    stake(book, "T1", 1)  # the meter gains 500 micro-cents
    assert royal(book, "T1", 1).value_cents == 1_000
    assert pay_jackpot(book, "T1", 1).cents == 1_000
    assert book.read(check=True).meter_micro == 1_000 * MICRO + 500


def test_a_jackpot_asked_with_another_amount_is_refused(book: Book) -> None:
    stake(book, "T1", 1)
    value = royal(book, "T1", 1).value_cents
    asked = book.award(key("T1", 1, "award", seat=1), (Award("jackpot", 1, value - 1),), 0)
    assert code(asked) == "wrong_share"
    right = book.award(key("T1", 1, "award again", seat=1), (Award("jackpot", 1, value),), 0)
    assert got(Awarded, right).cents == value


def test_only_the_seat_that_claimed_gets_the_jackpot(book: Book) -> None:
    stake(book, "T1", 1, 1, 2)
    royal(book, "T1", 1, 1)
    assert code(ask_jackpot(book, "T1", 1, 2)) == "no_claim"


def test_a_seat_without_stake_and_a_finished_round_cannot_claim(book: Book) -> None:
    stake(book, "T1", 1)
    assert code(book.claim(key("T1", 1, "claim"), 2, 0)) == "seat_has_no_stake"
    assert code(book.claim(key("T1", 2, "claim"), 1, 0)) == "unknown_round"
    over(book, "T1", 1)
    assert code(book.claim(key("T1", 1, "claim", 2), 1, 0)) == "round_finished"
    assert book.read().generation == 1


def test_a_round_claims_once(book: Book) -> None:
    stake(book, "T1", 1, 1, 2)
    first = royal(book, "T1", 1)
    assert royal(book, "T1", 1) == first
    assert code(book.claim(key("T1", 1, "claim", seat=2), 2, 0)) == "already_claimed"


def test_a_round_whose_claim_was_refused_does_not_claim_again_once_another_has_its_share(book: Book) -> None:
    for table in ("T1", "T2"):
        stake(book, table, 1, 1, 2)
    for table in ("T1", "T2"):
        royal(book, table, 1)
    ask_jackpot(book, "T1", 1, 1)
    got(Awarded, ask_jackpot(book, "T2", 1, 1))
    got(ClaimRefused, refuse(book, "T1", 1))
    assert code(book.claim(key("T1", 1, "claim", attempt=2, seat=2), 2, 4)) == "claim_paid"
    assert book.read(check=True).residual_micro == 0


# --- sharing -------------------------------------------------------------------------------------


@requirement("JW-14", "LK-06")
@pytest.mark.parametrize("claims", range(2, 17))
def test_claims_of_one_generation_share_equally_and_the_remainder_goes_to_the_next_meter(
    new_book: BookMaker, claims: int
) -> None:
    book = new_book(Terms(STAKE, 1_000_003, 333_333, 0, 666_667))
    tables = [f"T{n}" for n in range(claims)]
    for table in tables:
        stake(book, table, 1)
    first = royal(book, tables[0], 1)
    for n, table in enumerate(tables[1:], 2):
        answer = royal(book, table, 1)
        assert (answer.generation, answer.order, answer.next_generation) == (1, n, 2)
        assert answer.value_cents == first.value_cents
    for table in tables[:-1]:
        assert isinstance(ask_jackpot(book, table, 1), Waiting)
    paid = [pay_jackpot(book, table, 1).cents for table in reversed(tables)]
    value_micro = 1_000_003 * MICRO + claims * STAKE * 333_333
    assert paid == [value_micro // MICRO // claims] * claims
    view = book.read(check=True)
    assert view.meter_micro == 1_000_003 * MICRO + value_micro - sum(paid) * MICRO
    assert (view.frozen_micro, view.residual_micro, view.wins_count) == (0, 0, claims)


@requirement("JW-14")
def test_the_cents_that_no_share_takes_are_an_entry_of_their_own(tmp_path: Path) -> None:
    """JW-14: into the next meter, linked to the round whose payment left them."""
    terms = Terms(STAKE, 1_000_003, 0, 0, 1_000_000)
    with closing(SqliteBook.create(tmp_path / "jackpot.book", terms)) as book:
        for act in (stake, royal):
            for table in ("T1", "T2"):
                act(book, table, 1)
        ask_jackpot(book, "T1", 1)
        assert [pay_jackpot(book, table, 1).cents for table in ("T2", "T1")] == [500_001, 500_001]
        carried = [one for one in book._store.entries() if one.kind == "carry"]
    assert [(one.parts.meter, one.parts.frozen) for one in carried] == [(MICRO, -MICRO)]
    assert carried[0].round_id


def test_the_order_of_claims_and_payments_does_not_change_the_shares(new_book: BookMaker) -> None:
    tables = ("T1", "T2", "T3")
    ends = set()
    for claiming in permutations(tables):
        book = new_book()
        for table in tables:
            stake(book, table, 1, 1, 2)
        for table in claiming:
            royal(book, table, 1)
        for table in reversed(claiming):
            ask_jackpot(book, table, 1)
        shares = tuple(pay_jackpot(book, table, 1).cents for table in tables)
        ends.add((shares, book.read(check=True).meter_micro))
    assert ends == {(((START + 750) // 3,) * 3, (START + 450 + (START + 750) % 3) * MICRO)}


def test_a_second_claim_arriving_after_new_stakes_still_shares_the_frozen_value(book: Book) -> None:
    stake(book, "T1", 1)
    stake(book, "T2", 1)
    value = royal(book, "T1", 1).value_cents
    stake(book, "T3", 1, 1, 2, 3)
    assert royal(book, "T2", 1).value_cents == value
    assert isinstance(ask_jackpot(book, "T1", 1), Waiting)
    assert pay_jackpot(book, "T2", 1).cents == pay_jackpot(book, "T1", 1).cents == value // 2


@requirement("LK-06")
def test_a_claim_of_a_later_generation_has_its_own_value(book: Book) -> None:
    stake(book, "T1", 1)
    first = royal(book, "T1", 1)
    stake(book, "T2", 1)
    second = royal(book, "T2", 1)
    assert (first.generation, second.generation, second.order) == (1, 2, 1)
    assert second.value_cents == START + 75 + 125
    assert pay_jackpot(book, "T2", 1).cents == second.value_cents
    assert pay_jackpot(book, "T1", 1).cents == first.value_cents
    exact(book)


# --- waiting -------------------------------------------------------------------------------------


def test_payment_waits_until_every_round_of_the_generation_is_finished(book: Book) -> None:
    stake(book, "T1", 1)
    stake(book, "T2", 7)
    stake(book, "T3", 9)
    value = royal(book, "T1", 1).value_cents
    waiting = got(Waiting, ask_jackpot(book, "T1", 1))
    assert (waiting.generation, waiting.rounds, waiting.claims) == (1, (("T2", 7), ("T3", 9)), ())
    over(book, "T2", 7)
    assert got(Waiting, ask_jackpot(book, "T1", 1)).rounds == (("T3", 9),)
    over(book, "T3", 9)
    assert pay_jackpot(book, "T1", 1).cents == value


def test_payment_does_not_wait_for_rounds_of_the_next_generation(book: Book) -> None:
    stake(book, "T1", 1)
    royal(book, "T1", 1)
    stake(book, "T2", 1)
    assert isinstance(ask_jackpot(book, "T1", 1), Awarded)


def test_a_waiting_award_changes_nothing_but_releases_the_claim(book: Book) -> None:
    stake(book, "T1", 1)
    stake(book, "T2", 1)
    royal(book, "T1", 1)
    before = book.read()
    assert [claim.released for claim in before.pending] == [False]
    got(Waiting, ask_jackpot(book, "T1", 1))
    after = book.read()
    assert [claim.released for claim in after.pending] == [True]
    assert (after.seq, after.frozen_micro) == (before.seq, before.frozen_micro)


@requirement("JW-14")
def test_payment_waits_for_the_verification_of_the_other_claims(book: Book) -> None:
    stake(book, "T1", 1)
    stake(book, "T2", 1)
    royal(book, "T1", 1)
    value = royal(book, "T2", 1).value_cents
    waiting = got(Waiting, ask_jackpot(book, "T1", 1))
    assert (waiting.rounds, waiting.claims) == ((), (("T2", 1),))
    got(ClaimRefused, refuse(book, "T2", 1))
    assert got(Waiting, ask_jackpot(book, "T1", 1)).rounds == (("T2", 1),)
    over(book, "T2", 1)
    assert pay_jackpot(book, "T1", 1).cents == value
    exact(book)


def test_two_persons_close_the_round_of_a_dead_table(book: Book) -> None:
    stake(book, "T1", 1)
    stake(book, "T2", 1)
    value = royal(book, "T1", 1).value_cents
    got(Waiting, ask_jackpot(book, "T1", 1))
    alone = book.close_dead_round(key("T2", 1, "close"), ("A", "A"), "table en panne", 0)
    assert code(alone) == "persons"
    got(Finished, book.close_dead_round(key("T2", 1, "close", 2), TWO, "table en panne", 0))
    assert pay_jackpot(book, "T1", 1).cents == value
    assert code(book.claim(key("T2", 1, "claim"), 1, 0)) == "round_finished"


def test_the_claim_of_a_dead_table_keeps_its_share(book: Book) -> None:
    stake(book, "T1", 1)
    stake(book, "T2", 1)
    royal(book, "T1", 1)
    value = royal(book, "T2", 1).value_cents
    got(Finished, book.close_dead_round(key("T2", 1, "close"), TWO, "table en panne", 0))
    assert pay_jackpot(book, "T1", 1).cents == value // 2
    assert book.read().frozen_cents == value // 2
    assert pay_jackpot(book, "T2", 1).cents == value // 2
    assert book.read(check=True).frozen_micro == 0


def test_two_persons_close_a_finished_round_that_left_a_claim_behind(book: Book) -> None:
    """Its refusal was refused for good, and its end went into the book: the others' shares wait for it."""
    stake(book, "T1", 1)
    stake(book, "T2", 1)
    value = royal(book, "T1", 1).value_cents
    royal(book, "T2", 1)
    over(book, "T2", 1)
    assert got(Waiting, ask_jackpot(book, "T1", 1)).claims == (("T2", 1),)
    got(Finished, book.close_dead_round(key("T2", 1, "close"), TWO, "réclamation abandonnée", 0))
    assert pay_jackpot(book, "T1", 1).cents == value // 2
    again = book.close_dead_round(key("T2", 1, "close", 2), TWO, "encore", 0)
    assert code(again) == "round_finished", "it waits for nothing any more"
    assert got(ClaimRefused, refuse(book, "T2", 1)).restored_cents == value // 2
    exact(book)


def test_a_finished_round_whose_claim_was_paid_or_refused_is_closed_by_nobody(book: Book) -> None:
    for table in ("T1", "T2"):
        stake(book, table, 1)
        royal(book, table, 1)
        over(book, table, 1)
    got(ClaimRefused, refuse(book, "T2", 1))
    pay_jackpot(book, "T1", 1)
    for table in ("T1", "T2"):
        assert code(book.close_dead_round(key(table, 1, "close"), TWO, "finie", 0)) == "round_finished"


def test_a_share_kept_and_then_refused_goes_to_the_present_meter(book: Book) -> None:
    stake(book, "T1", 1)
    stake(book, "T2", 1)
    royal(book, "T1", 1)
    value = royal(book, "T2", 1).value_cents
    got(Finished, book.close_dead_round(key("T2", 1, "close"), TWO, "table en panne", 0))
    pay_jackpot(book, "T1", 1)
    meter = book.read().meter_cents
    answer = got(ClaimRefused, refuse(book, "T2", 1))
    assert (answer.restored_cents, answer.meter_cents) == (value // 2, meter + value // 2)
    assert book.read(check=True).frozen_micro == 0
    exact(book)


def test_a_claim_can_be_paid_after_its_round_is_finished(book: Book) -> None:
    stake(book, "T1", 1)
    value = royal(book, "T1", 1).value_cents
    over(book, "T1", 1)
    assert [claim.value_cents for claim in book.read().pending] == [value]
    assert pay_jackpot(book, "T1", 1).cents == value
    assert book.read().pending == ()


# --- voided attempts -----------------------------------------------------------------------------


def test_a_seat_that_joins_the_re_deal_after_the_freeze_plays_for_its_rounds_generation(book: Book) -> None:
    stake(book, "T1", 1)
    stake(book, "T2", 1)
    value = royal(book, "T1", 1).value_cents
    joined = got(Contributed, book.contribute(key("T2", 1, "contribute", 2), (5,), STAKE, 0))
    assert (joined.generation, joined.meter_generation) == (1, 2)
    answer = book.claim(key("T2", 1, "claim", 2), 5, 0)
    assert (answer.generation, answer.value_cents) == (1, value)  # type: ignore[union-attr]
    exact(book)
