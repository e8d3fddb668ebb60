"""What every jackpot book does when two persons stop the jackpot and reopen it (PM-08, PM-11, PM-14)."""

from __future__ import annotations

import pytest

from controller.book.answers import Awarded, Conflict, Contributed, Corrected, Finished, Refunded, Stopped
from controller.book.port import Account, Book
from controller.game.money import MICRO
from tests.law.requirements import requirement
from tests.shell.book.jackpot_books import (
    EXAMPLE,
    STAKE,
    TWO,
    code,
    exact,
    got,
    key,
    over,
    pay_jackpot,
    royal,
    stake,
)


def stop(book: Book, n: int = 1, fate: str = "transfer", persons: tuple[str, str] = TWO) -> object:
    return book.stop(key("T1", 0, "stop", n), fate, persons, "fermeture saisonnière", 7)


def reopen(book: Book, n: int = 2, persons: tuple[str, str] = TWO) -> object:
    return book.reopen(key("T1", 0, "reopen", n), persons, "reprise", 8)


@requirement("PM-14")
def test_a_stopped_jackpot_takes_no_stake_at_any_table_and_its_meter_stands(book: Book) -> None:
    stake(book, "T1", 1, 1, 2)
    over(book, "T1", 1)
    before = book.read()
    answer = got(Stopped, stop(book))
    assert (answer.fate, answer.meter_cents) == ("transfer", before.meter_cents)
    for table in ("T1", "T2"):
        refused = book.contribute(key(table, 2, "contribute"), (1,), STAKE, 9)
        assert code(refused) == "stopped"
        assert book.contribute(key(table, 2, "contribute"), (1,), STAKE, 10) == refused
    after = book.read(check=True)
    assert (after.meter_micro, after.stakes_micro) == (before.meter_micro, before.stakes_micro)
    assert (book.meter().stop, after.stop) == ("transfer", "transfer")
    exact(book)


def test_stakes_are_taken_again_when_two_persons_have_reopened_it(book: Book) -> None:
    stop(book)
    assert got(Stopped, reopen(book)).fate == ""
    assert (book.meter().stop, book.read().stop) == ("", "")
    got(Contributed, book.contribute(key("T1", 3, "contribute"), (1,), STAKE, 9))
    got(Stopped, stop(book, 3, "orphans"))
    assert book.meter().stop == "orphans"
    exact(book)


def test_a_round_that_contributed_before_the_stop_is_played_paid_and_finished(book: Book) -> None:
    stake(book, "T1", 1, 1, 2)
    stake(book, "T2", 1, 4)
    stop(book)
    got(Refunded, book.refund(key("T2", 1, "refund", seat=4), 4, 9))
    got(Finished, book.finish(key("T2", 1, "finish"), 9))
    royal(book, "T1", 1)
    got(Awarded, pay_jackpot(book, "T1", 1))
    got(Finished, book.finish(key("T1", 1, "finish"), 9))
    exact(book)


def test_a_stopped_jackpot_is_corrected_by_its_increment(book: Book) -> None:
    stake(book, "T1", 1, *range(1, 8))
    stop(book)
    increment = book.read().meter_micro - EXAMPLE.start_cents * MICRO
    moved = book.correct(key("T1", 0, "correct", 5), Account.METER, -increment, TWO, "transfer", 9)
    assert got(Corrected, moved).meter_cents == EXAMPLE.start_cents
    exact(book)


def test_a_stop_and_its_end_have_two_persons_a_reason_and_their_moment(book: Book) -> None:
    assert code(reopen(book, 1)) == "not_stopped"
    assert code(stop(book, 2, persons=("MCD 03", "mcd 03 "))) == "persons"
    assert code(stop(book, 3, fate=" ")) == "reason"
    assert code(book.stop(key("T1", 0, "stop", 4), "orphans", TWO, "", 7)) == "reason"
    first = stop(book, 5)
    assert stop(book, 5) == first
    assert code(stop(book, 6)) == "stopped"
    assert code(reopen(book, 7, ("MCD 03", "MCD 03"))) == "persons"


@pytest.mark.parametrize("act", ["stop", "reopen"])
def test_another_request_under_the_same_key_is_a_conflict(act: str, book: Book) -> None:
    stop(book)
    if act == "stop":
        got(Conflict, stop(book, fate="orphans"))
    else:
        got(Stopped, reopen(book))
        got(Conflict, reopen(book, persons=("A", "B")))
