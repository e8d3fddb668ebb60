"""The bookkeeper between a table's people and the real books (PM-08, PM-10, PM-14, RC-04)."""

from __future__ import annotations

import queue
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.book.answers import Key, Meter
from controller.book.at_url import open_book
from controller.book.bookkeeper import START, Bookkeeper
from controller.book.differences import difference_of
from controller.book.last_heard import Heard
from controller.book.port import Account, Book, BookMismatch
from controller.book.shares import Terms
from controller.book.sqlite import SqliteBook
from controller.book.verify import JournalAct
from controller.book.worker import Worker
from controller.clock import SystemClock
from controller.game import inputs as i
from controller.game import requests as r
from tests.law.requirements import requirement
from tests.patience import PATIENCE_S
from tests.shell.book.jackpot_books import EXAMPLE, JOURNAL, STAKE, TWO, exact, key

OTHER = ("Le Goff", "Durand")


def contributed(keeper: Bookkeeper, number: int = 1) -> i.ContributionObserved:
    heard = keeper.perform(r.Contribute(number, 1, (1, 2), STAKE), 5)
    assert isinstance(heard, i.ContributionObserved)
    return heard


def recorded(heard: i.ContributionObserved, meter_cents: int | None = None) -> JournalAct:
    """That act as the table's journal tells it."""
    known = heard.meter_cents if meter_cents is None else meter_cents
    place = ("T1", JOURNAL, heard.round, 1, "contribute", None, 2 * STAKE)
    return JournalAct(*place, True, heard.book_seq, known)


def test_a_correction_moves_the_meter_once_whoever_asks_again(book: Book) -> None:
    keeper = Bookkeeper(book, "T1", JOURNAL)
    before = contributed(keeper).meter_cents
    asked = r.Correct(0, 1, TWO, "malfunction", -50)
    heard = keeper.perform(asked, 7)
    assert isinstance(heard, i.CorrectionObserved)
    assert (heard.number, heard.before_cents, heard.after_cents) == (1, before, before - 50)
    assert Bookkeeper(book, "T1", JOURNAL).perform(asked, 8) == heard
    assert book.read(check=True).corrected_cents == -50
    exact(book)


def test_what_the_book_refuses_is_refused_under_its_number_for_ever(book: Book) -> None:
    keeper = Bookkeeper(book, "T1", JOURNAL)
    contributed(keeper)
    heard = keeper.perform(r.Correct(0, 1, TWO, "malfunction", -(10**9)), 7)
    assert heard == i.BookRefused("Correct", "below_zero", None, 0, 1)


def test_a_stop_is_heard_by_every_table_and_so_is_its_end(book: Book) -> None:
    keeper, other = Bookkeeper(book, "T1", JOURNAL), Bookkeeper(book, "T2", "f" * 64)
    contributed(keeper)
    stopped = keeper.perform(r.Stop(0, 1, TWO, "voluntary stop", "orphans"), 7)
    assert isinstance(stopped, i.StopObserved)
    seen = other.follow(8)
    assert isinstance(seen, i.MeterObserved)
    assert (seen.stop, seen.meter_cents) == ("orphans", stopped.meter_cents)
    assert other.perform(r.Contribute(1, 1, (3,), STAKE), 8) == i.BookRefused(
        "Contribute", "stopped", None, 1, 1
    )
    reopened = keeper.perform(r.Reopen(0, 2, OTHER, "stopped", -1), 9)
    assert isinstance(reopened, i.ReopeningObserved)
    assert (reopened.generation, reopened.meter_cents) == (1, stopped.meter_cents)
    seen = other.follow(8)
    assert isinstance(seen, i.MeterObserved)
    assert seen.stop == ""
    exact(book)


def test_a_reading_of_the_whole_book_adds_its_ledger_up(book: Book) -> None:
    keeper = Bookkeeper(book, "T1", JOURNAL)
    contributed(keeper)
    heard = keeper.perform(r.ReadBook(0, 1), 7)
    assert isinstance(heard, i.ReconciliationObserved)
    told = heard.figures
    assert told.residual_micro == 0
    sums = told.seed_micro + told.contributed_micro - told.awarded_micro + told.corrected_micro
    assert sums == told.meter_micro + told.frozen_micro
    assert told.stakes_count == 2


def test_the_meter_is_stored_twice_and_another_value_is_a_difference(book: Book) -> None:
    heard = contributed(Bookkeeper(book, "T1", JOURNAL))
    assert difference_of(book, "T1", [recorded(heard)]) is None
    found = difference_of(book, "T1", [recorded(heard, heard.meter_cents - 5)])
    assert found is not None
    assert (found.told_cents, found.found_cents) == (heard.meter_cents - 5, heard.meter_cents)
    assert (found.told, found.told_seq) == (found.found, found.found_seq)


def test_two_persons_accept_the_difference_that_was_shown_and_no_other(book: Book) -> None:
    heard = contributed(Bookkeeper(book, "T1", JOURNAL))
    contributed(Bookkeeper(book, "T1", JOURNAL), 2)
    keeper = Bookkeeper(book, "T1", JOURNAL, [recorded(heard)])
    told = keeper.compare()
    assert isinstance(told, i.BookRefused)
    shown = told.difference
    assert shown is not None
    assert (told.act, told.code, shown.found) == (START, "book_differs", "contribute 2/1")
    stale = keeper.perform(r.Reopen(0, 1, TWO, "book_differs", shown.found_seq - 1), 7)
    assert isinstance(stale, i.BookRefused)
    assert stale.difference == shown
    accepted = keeper.perform(r.Reopen(0, 2, TWO, "book_differs", shown.found_seq), 8)
    assert isinstance(accepted, i.ReopeningObserved)
    assert keeper.compare() is None, "the table goes on from what the book holds"


def test_a_round_that_ends_after_the_difference_was_shown_shows_it_anew(book: Book) -> None:
    """A table put back in mid-deal plays its round to the end; then two persons reopen, at the first try."""
    heard = contributed(Bookkeeper(book, "T1", JOURNAL))
    other_book = Heard(1, 1_000_000, entry_seq=1, entry="b" * 64)
    keeper = Bookkeeper(book, "T1", JOURNAL, [recorded(heard)], heard=other_book)
    told = keeper.compare()
    assert isinstance(told, i.BookRefused)
    assert told.difference is not None
    finished = keeper.perform(r.Finish(1, 1), 6)
    assert isinstance(finished, i.FinishObserved)
    anew = keeper.follow(7)
    assert isinstance(anew, i.BookRefused)
    assert anew.difference is not None
    assert (anew.act, anew.code) == (START, "book_differs")
    assert told.difference.found_seq < anew.difference.found_seq == finished.book_seq
    assert isinstance(keeper.follow(8), i.MeterObserved), "it is shown once"
    accepted = keeper.perform(r.Reopen(0, 1, TWO, "book_differs", anew.difference.found_seq), 9)
    assert isinstance(accepted, i.ReopeningObserved)
    assert keeper.compare() is None


def put_back_open(tmp_path: Path) -> tuple[SqliteBook, list[JournalAct]]:
    """A book put back from a copy in which a round is open that is over, one of its stakes given back."""
    path = tmp_path / "jackpot.book"
    with closing(SqliteBook.create(path, EXAMPLE, durable=False)) as book:
        keeper = Bookkeeper(book, "T1", JOURNAL)
        heard = contributed(keeper)
        keeper.perform(r.Refund(1, 1, 2), 6)
        older = path.read_bytes()
        ended = keeper.perform(r.Finish(1, 1), 7)
        assert isinstance(ended, i.FinishObserved)
    path.write_bytes(older)
    finish = JournalAct("T1", JOURNAL, 1, 1, "finish", None, 0, True, ended.book_seq, ended.meter_cents)
    return SqliteBook.open(path, EXAMPLE, durable=False), [recorded(heard), finish]


def reopened_over(book: Book, told: list[JournalAct]) -> i.ReopeningObserved:
    """What two persons heard who accepted the difference."""
    keeper = Bookkeeper(book, "T1", JOURNAL, told)
    found = keeper.compare()
    assert isinstance(found, i.BookRefused)
    assert found.difference is not None
    heard = keeper.perform(r.Reopen(0, 1, TWO, "book_differs", found.difference.found_seq), 8)
    assert isinstance(heard, i.ReopeningObserved)
    return heard


def test_a_round_left_open_after_a_refund_is_ended_by_who_reopens(tmp_path: Path) -> None:
    book, told = put_back_open(tmp_path)
    with closing(book):
        assert [(one.round, one.attempt) for one in reopened_over(book, told).ended] == [(1, 1)]
        assert book.read().open_rounds == ()


def test_an_end_whose_keys_are_all_taken_keeps_nobody_from_reopening(tmp_path: Path) -> None:
    """Whoever wrote under them: JP1 goes on, and the round is left to `tapis link close-round`."""
    book, told = put_back_open(tmp_path)
    with closing(book):
        for attempt in range(1, 6):
            book.forgo(key("T1", 1, "finish", attempt), (7,), STAKE, 8)
        assert reopened_over(book, told).ended == ()
        assert book.read().open_rounds == (("T1", 1),)


class Wordless(SqliteBook):
    """A book whose answer is none."""

    def finish(self, key: Key, at_ms: int) -> Any:
        return None


def test_what_is_no_answer_of_a_book_is_never_taken_for_one(tmp_path: Path) -> None:
    Wordless.create(tmp_path / "book", EXAMPLE).close()
    with closing(Wordless.open(tmp_path / "book", EXAMPLE)) as book:
        keeper = Bookkeeper(book, "T1", JOURNAL)
        contributed(keeper)
        with pytest.raises(TypeError, match="the book answered with NoneType"):
            keeper.perform(r.Finish(1, 1), 6)


def test_a_contribution_without_an_answer_is_forgone_under_its_own_key(book: Book) -> None:
    """Its chips were sealed: whatever is still on its way finds the key taken (rules, section 7)."""
    keeper = Bookkeeper(book, "T1", JOURNAL)
    assert keeper.perform(r.Forgo(1, 1, (1, 2), STAKE), 5) == i.BookRefused("Forgo", "forgone", None, 1, 1)
    late = keeper.perform(r.Contribute(1, 1, (1, 2), STAKE), 6)
    assert late == i.BookRefused("Contribute", "forgone", None, 1, 1)
    booked = contributed(keeper, 2)
    assert keeper.perform(r.Forgo(2, 1, (1, 2), STAKE), 7) == booked, "it had come to the book"
    assert book.read(check=True).stakes_count == 2


def test_why_jp1_was_closed_outlasts_the_session_until_two_persons_reopen(book: Book) -> None:
    keeper = Bookkeeper(book, "T1", JOURNAL, closed="residual")
    assert keeper.compare() == i.BookRefused(START, "residual")
    assert keeper.compare() is None, "it is said once"
    again = Bookkeeper(book, "T1", JOURNAL, closed="residual")
    again.perform(r.Reopen(0, 1, TWO, "residual", -1), 7)
    assert again.compare() is None


@requirement("PM-10")
@pytest.mark.parametrize(
    "change",
    [
        {"stake_cents": 1000},
        {"start_cents": 5, "reset_cents": 5},
        {"meter_share": 300_000, "house_share": 550_000},
        {"limit_cents": 9_000_000},
        {"reset_cents": 0},
        {"most_stakes": 5},
        {"prizes": (("full_house", "12/1"),)},
    ],
    ids=["stake", "start", "share", "limit", "reset", "most", "prizes"],
)
def test_no_parameter_changes_while_the_jackpot_runs(change: dict[str, Any], tmp_path: Path) -> None:
    """At every entrance: the settings of a table, the book's own terms, and its database (PM-10)."""
    path = tmp_path / "jackpot.book"
    with closing(SqliteBook.create(path, EXAMPLE)) as book:
        with pytest.raises(Exception, match="terms are never changed"):
            book._connection.execute("UPDATE terms SET text = '{}'")
        with pytest.raises(Exception, match="terms are written once"):
            book._connection.execute("INSERT INTO terms VALUES (1, 1, '', '')")
    known = {name: getattr(EXAMPLE, name) for name in EXAMPLE.__dataclass_fields__}
    with pytest.raises(BookMismatch, match=next(iter(change))):
        open_book(str(path), Terms(**{**known, **change}), create=True)


def test_a_correction_by_persons_beside_the_tables_is_no_difference(book: Book) -> None:
    heard = contributed(Bookkeeper(book, "T1", JOURNAL))
    book.correct(key("T1", 0, "correct", 99), Account.METER, 5, TWO, "relevé", 7)
    assert difference_of(book, "T1", [recorded(heard)]) is None


class Exchanged(SqliteBook):
    """A book whose server shows another one for a while."""

    other = False

    def finish(self, key: Key, at_ms: int) -> Any:
        if self.other:
            raise BookMismatch("another book")
        return super().finish(key, at_ms)


def test_an_act_that_another_book_turned_away_is_asked_again_when_its_own_is_back(tmp_path: Path) -> None:
    Exchanged.create(tmp_path / "book", EXAMPLE).close()
    heard: queue.Queue[Any] = queue.Queue()
    with closing(Exchanged.open(tmp_path / "book", EXAMPLE)) as book:
        keeper = Bookkeeper(book, "T1", JOURNAL)
        contributed(keeper)
        book.other = True
        worker = Worker(keeper, SystemClock(), heard.put)
        worker.start()
        worker.ask(r.Finish(1, 1))
        assert heard.get(timeout=PATIENCE_S) == i.BookRefused(START, "book_differs")
        book.other = False
        said = heard.get(timeout=PATIENCE_S)
        while not isinstance(said, i.FinishObserved):
            said = heard.get(timeout=PATIENCE_S)
        worker.stop()
        assert book.read().open_rounds == ()


def test_a_book_that_is_gone_is_asked_again_at_the_pace_of_readings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A probe that was due stayed due: the thread asked thousands of times a second until it was back."""
    pace_ms, heard = 100, queue.SimpleQueue[object]()
    monkeypatch.setattr("controller.book.worker.POLL_MS", pace_ms)
    with closing(SqliteBook.create(tmp_path / "jackpot.book", EXAMPLE)) as book:
        book.probe_ms = pace_ms
        worker = Worker(Bookkeeper(book, "T1", JOURNAL), SystemClock(), heard.put)
        worker.start()
        (tmp_path / "jackpot.book").rename(tmp_path / "elsewhere")
        tries_s: list[float] = []
        while len(tries_s) < 8:
            if isinstance(heard.get(timeout=PATIENCE_S), i.BookUnreachable):
                tries_s.append(time.monotonic())
        worker.stop()
    assert tries_s[-1] - tries_s[2] > 3 * pace_ms / 1000


def test_a_book_lacks_what_it_ends_before_and_what_stands_otherwise_in_it() -> None:
    heard = Heard(seq=7, cents=100, book="b", entry_seq=6, entry="digest")
    assert not heard.lacking(Meter(1, 100, 7, asked="digest"))
    assert heard.lacking(Meter(1, 100, 6, asked="digest")), "it ends before"
    assert heard.lacking(Meter(1, 100, 9, asked="another"))
