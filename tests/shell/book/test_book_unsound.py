"""A book that does not add up when the program starts: JP1 is closed, the game goes on (RC-04, AC-08).

A hand, or the disk, has changed a number: the pages are sound, meter and journals agree with the last act.
Only the sum tells, and what it would tell at the closing alone may be in the next jackpot before.
"""

from __future__ import annotations

import queue
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from controller.book.answers import Finished, Refused
from controller.book.at_url import open_book
from controller.book.bookkeeper import Bookkeeper
from controller.book.port import ActKind, Book, BookUnreachable
from controller.book.posting import Posting
from controller.book.sqlite import SqliteBook
from controller.book.store import Kind
from controller.book.worker import Worker
from controller.clock import SystemClock
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.meter.types import NO_ANSWER, RESIDUAL
from tests.builders import CHEF
from tests.law.requirements import requirement
from tests.patience import PATIENCE_S
from tests.shell.book.jackpot_books import EXAMPLE, JOURNAL, STAKE, ask_jackpot, key, over, royal, stake
from tests.shell.book.room import FileShelf, Room
from tests.shell.book.test_book_forgets import NOTHING, ROYAL

EURO_MICRO = 100 * 1_000_000
CHANGED = {
    "a stake": f"UPDATE entries SET meter_micro = meter_micro - {EURO_MICRO} WHERE seq = 2",
    "a balance": "UPDATE entries SET meter_after_micro = meter_after_micro - 1 WHERE seq = 2",
    "the reserve": f"UPDATE standing SET reserve_balance = reserve_balance + 1000 * {EURO_MICRO}",
    "what was frozen": f"UPDATE standing SET frozen_balance = frozen_balance + 1000 * {EURO_MICRO}",
    "what was staked": "UPDATE standing SET stakes_total = stakes_total - 1",
}


class StartedOn(FileShelf):
    """A SQLite book, opened as a table opens its own."""

    def open(self) -> Book:
        return open_book(str(self.path), EXAMPLE, create=True)

    def change(self, statement: str) -> None:
        """A number of it is another; nobody has it open."""
        with closing(sqlite3.connect(self.path)) as forger:
            triggers = forger.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
            for (trigger,) in triggers:
                forger.execute(f"DROP TRIGGER {trigger}")
            assert forger.execute(statement).rowcount == 1
            forger.commit()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path, StartedOn(tmp_path))
    made.open()
    yield made
    made.stop()


def started_on_changed(room: Room, statement: str) -> Room:
    """The program is started again, and the book has changed meanwhile."""
    assert isinstance(room.shelf, StartedOn)
    room.stop()
    room.shelf.change(statement)
    room.start()
    return room


@requirement("RC-04", "AC-08")
@pytest.mark.parametrize("statement", CHANGED.values(), ids=CHANGED)
def test_no_stake_is_taken_on_a_book_that_does_not_add_up_until_two_persons_reopen(
    statement: str, room: Room
) -> None:
    room.bets(1).played(NOTHING).settled()
    started_on_changed(room, statement)
    told = room.state.jackpot
    assert (told.open, told.closed_code) == (False, RESIDUAL)
    assert "A-102" in {alarm.code for alarm in room.state.alarms}
    room.badge(*CHEF).do(i.NextRound()).reopened()
    assert room.state.jackpot.open
    assert room.keeper.compare() is None, "it is said once, and they have heard it"


def test_a_book_that_adds_up_is_started_on_without_a_word(room: Room) -> None:
    room.bets(1).played(ROYAL)
    room.stop().start()
    assert room.state.jackpot.open


def test_a_book_that_cannot_be_added_up_is_not_started_on(tmp_path: Path) -> None:
    """A claim whose value is gone: nobody knows what is owed. The file is let go, to be put back."""
    shelf = StartedOn(tmp_path)
    with closing(shelf.open()) as book:
        stake(book, "T1", 1)
        royal(book, "T1", 1)
    shelf.change("UPDATE generations SET value_micro = NULL WHERE number = 1")
    with pytest.raises(BookUnreachable, match="the book is damaged") as refused:
        shelf.open()
    held = [path for path in Path("/proc/self/fd").iterdir() if path.resolve() == shelf.path]
    assert held == [], refused


# --- a number that changes under an open book ----------------------------------------------------


@dataclass(frozen=True)
class Contradiction:
    """What the file has otherwise after a claim, or without one; the act that meets it, and what stops it."""

    statement: str
    act: Callable[[Book], object]
    said: str
    claimed: bool = False


CONTRADICTIONS = {
    "less frozen than is claimed": Contradiction(
        "UPDATE standing SET frozen_balance = frozen_balance - 1",
        lambda book: ask_jackpot(book, "T1", 1),
        "award of .* would leave",
        claimed=True,
    ),
    "an entry where one is": Contradiction(
        "UPDATE standing SET seq = 1",
        lambda book: book.finish(key("T1", 1, "finish"), 5),
        "entries are added at the end only",
    ),
    "an open generation that nobody opened": Contradiction(
        "UPDATE standing SET generation = 2",
        lambda book: book.claim(key("T1", 1, "claim"), 1, 5),
        "generation 1 has no value and is not the open one",
    ),
    "a claim worth nothing known": Contradiction(
        "UPDATE generations SET value_micro = NULL WHERE number = 1",
        lambda book: ask_jackpot(book, "T1", 1),
        "generation 1 is claimed and has no value",
        claimed=True,
    ),
}


@pytest.mark.parametrize("found", CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_an_act_that_meets_a_contradiction_leaves_nothing_behind(
    found: Contradiction, tmp_path: Path
) -> None:
    path = tmp_path / "jackpot.book"
    with (
        closing(SqliteBook.create(path, EXAMPLE, durable=False)) as book,
        closing(sqlite3.connect(path, isolation_level=None)) as hand,
    ):
        stake(book, "T1", 1)
        if found.claimed:
            royal(book, "T1", 1)
        hand.execute(found.statement)
        before = list(hand.iterdump())
        for _ in range(2):
            with pytest.raises((AssertionError, sqlite3.IntegrityError), match=found.said):
                found.act(book)
        assert list(hand.iterdump()) == before


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_jp1_closes_when_the_thread_of_the_book_ended_by_a_contradiction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is paid by a book that cannot be: the table hears nothing more of it, and the watch says so."""
    monkeypatch.setattr("controller.book.worker.LOST_MS", 100)
    monkeypatch.setattr("controller.book.worker.WATCH_MS", 20)
    path, heard = tmp_path / "jackpot.book", queue.SimpleQueue[Any]()
    with closing(SqliteBook.create(path, EXAMPLE, durable=False)) as book:
        keeper = Bookkeeper(book, "T1", JOURNAL)
        keeper.perform(r.Contribute(1, 1, (1,), STAKE), 5)
        with closing(sqlite3.connect(path, isolation_level=None)) as hand:
            hand.execute("UPDATE standing SET generation = 2")
        worker = Worker(keeper, SystemClock(), heard.put)
        worker.start()
        worker.ask(r.Claim(1, 1, 1))
        assert heard.get(timeout=PATIENCE_S) == i.BookUnreachable("ReadMeter", NO_ANSWER)
        worker.stop()
        assert book.read().pending == ()


def test_an_answer_of_an_act_that_wrote_nothing_is_never_given(tmp_path: Path) -> None:
    """Nor a refusal of one that did: it would be kept for ever under its key."""
    with closing(SqliteBook.create(":memory:", EXAMPLE)) as book:
        stake(book, "T1", 1)
        over_again = Finished(1, 1_000_125, 3)
        with pytest.raises(AssertionError, match=r"finish of .* answered Finished"):
            book._do(ActKind.FINISH, key("T1", 1, "finish"), 5, (), lambda posting: over_again)

        def moved(posting: Posting) -> Refused:
            posting.post(Kind.FINISH, round_id=1)
            return Refused("round_finished", "and yet it moved")

        with pytest.raises(AssertionError, match=r"finish of .* answered Refused"):
            book._do(ActKind.FINISH, key("T1", 1, "finish"), 5, (), moved)
        assert (book.read(check=True).seq, book.read(check=True).residual_micro) == (2, 0)
        assert over(book, "T1", 1).book_seq == 3
