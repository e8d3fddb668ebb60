"""A book that ends before what a table heard of it, or tells otherwise, is never taken for the truth.

At the table's hand on the book, over copies of SQLite and PostgreSQL books that went another way (rules,
section 7, point 10).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.book.bookkeeper import START, Bookkeeper
from controller.book.port import Book
from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from tests.builders import Felt
from tests.link.book_copies import Copies, DatabaseCopies, FileCopies
from tests.private_postgres import PrivateServer
from tests.shell.book.jackpot_books import JOURNAL, STAKE, TWO, stake

TABLE = "T1"


@pytest.fixture(params=["sqlite", "postgres"])
def copies(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Copies]:
    if request.param == "sqlite":
        yield FileCopies(tmp_path)
        return
    server: PrivateServer = request.getfixturevalue("postgres")
    made = DatabaseCopies(server)
    yield made
    made.remove()


class Hand:
    """A table's hand on one book after another, as a table of several addresses has it."""

    def __init__(self, copies: Copies) -> None:
        self.copies = copies
        self.book: Book = copies.opened("first")
        self.keeper = Bookkeeper(self.book, TABLE, JOURNAL)

    def copied(self, to: str) -> None:
        self.let_go()
        self.copies.copy("first", to)
        self.led_to("first")

    def led_to(self, name: str) -> None:
        """What answers now is this book; nobody tells the table."""
        self.let_go()
        self.book = self.keeper._book = self.copies.opened(name)

    def let_go(self) -> None:
        self.book.close()

    def staked(self, number: int) -> i.ContributionObserved:
        heard = self.keeper.perform(r.Contribute(number, 1, (1, 2), STAKE), 5 + number)
        assert isinstance(heard, i.ContributionObserved)
        return heard

    def read(self) -> Any:
        return self.keeper.perform(r.ReadMeter(), 9)

    def refused(self) -> i.BookRefused:
        told = self.read()
        assert isinstance(told, i.BookRefused)
        assert (told.act, told.code) == (START, "book_differs")
        return told


@pytest.fixture
def hand(copies: Copies) -> Iterator[Hand]:
    made = Hand(copies)
    yield made
    made.let_go()


def test_a_book_without_another_tables_stake_that_was_heard_is_no_truth(hand: Hand) -> None:
    hand.staked(1)
    hand.copied("older")
    stake(hand.book, "T2", 1, 1, 2, 3, 4)
    heard = hand.read()
    hand.led_to("older")
    seen = hand.refused().difference
    assert seen is not None
    assert (seen.heard_seq, seen.heard_cents) == (heard.book_seq, heard.meter_cents)
    assert (seen.ends_seq, seen.ends_cents) == (heard.book_seq - 4, heard.meter_cents - 500)
    assert (seen.told, seen.told_seq) == (seen.found, seen.found_seq), "of its own acts nothing is lacking"
    assert isinstance(hand.read(), i.MeterObserved), "said once; the table shows why JP1 is closed"


def test_a_book_with_another_entry_at_the_place_that_was_heard_is_no_truth(hand: Hand) -> None:
    hand.staked(1)
    hand.copied("stale")
    stake(hand.book, "T2", 1, 1)
    hand.read()
    hand.led_to("stale")
    stake(hand.book, "T3", 1, 1)
    stake(hand.book, "T3", 2, 1, 2, 3)
    assert hand.book.meter().book_seq > hand.keeper.heard.seq, "higher than what was heard, and not the same"
    assert hand.refused().difference is not None


def test_a_press_after_which_another_book_answers_is_not_forgotten(hand: Hand) -> None:
    hand.copied("older")
    hand.read()
    hand.staked(1)
    hand.led_to("older")
    seen = hand.refused().difference
    assert seen is not None
    assert (seen.found_seq, seen.told) == (0, "contribute 1/1")


def test_the_right_book_back_leaves_nothing_to_accept(hand: Hand) -> None:
    hand.copied("older")
    hand.staked(1)
    hand.led_to("older")
    hand.refused()
    hand.led_to("first")
    told = hand.keeper.perform(r.Reopen(0, 1, TWO, "book_differs", 0), 7)
    assert isinstance(told, i.ReopeningObserved)
    assert told.agrees


def test_two_persons_accept_what_they_were_shown_and_the_table_goes_on_from_there(hand: Hand) -> None:
    hand.staked(1)
    hand.copied("older")
    stake(hand.book, "T2", 1, 1, 2)
    hand.read()
    hand.led_to("older")
    unseen = hand.keeper.perform(r.Reopen(0, 1, TWO, "residual", -1), 7)
    assert isinstance(unseen, i.BookRefused), "nobody accepts what was not shown"
    assert unseen.difference is not None
    told = hand.keeper.perform(r.Reopen(0, 2, TWO, "book_differs", unseen.difference.found_seq), 8)
    assert isinstance(told, i.ReopeningObserved)
    assert not told.agrees
    assert isinstance(hand.read(), i.MeterObserved)
    assert hand.keeper.compare() is None
    hand.led_to("first")
    hand.refused()


def test_a_failover_without_loss_is_told_and_nobody_has_to_accept_it(hand: Hand) -> None:
    hand.staked(1)
    hand.read()
    hand.copied("next")
    hand.led_to("next")
    told = hand.read()
    assert isinstance(told, i.MeterObserved)
    assert (bool(told.was), told.was != told.book) == (True, True)
    again = hand.read()
    assert isinstance(again, i.MeterObserved)
    assert again.was == "", "said once"


def test_an_entry_has_one_digest_in_every_kind_of_book(copies: Copies, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with (
        closing(copies.opened("first")) as book,
        closing(FileCopies(tmp_path / "other").opened("first")) as same,
    ):
        for one in (book, same):
            stake(one, "T2", 1, 1, 2)
        assert [book.meter(n).asked for n in (1, 2, 3)] == [same.meter(n).asked for n in (1, 2, 3)]
        assert book.meter(4).asked == ""


def test_the_table_writes_down_that_its_book_has_moved_and_plays_on() -> None:
    felt = Felt().open()
    told = felt.state.jackpot
    felt.see(i.MeterObserved(told.generation, told.meter_cents, told.book_seq, book="b/2", was="b/1"))
    assert felt.events(e.BookMoved) == [e.BookMoved("b/1", "b/2", told.book_seq)]
    assert felt.state.jackpot.open


def test_a_reading_below_what_was_heard_closes_jp1_whoever_tells_it() -> None:
    felt = Felt().open()
    told = felt.state.jackpot
    felt.see(i.MeterObserved(told.generation, told.meter_cents - 25, told.book_seq - 1))
    after = felt.state.jackpot
    assert (after.open, after.closed_code) == (False, "book_differs")
    assert (after.meter_cents, after.book_seq) == (told.meter_cents, told.book_seq)
    assert "A-102" in {alarm.code for alarm in felt.state.alarms}
