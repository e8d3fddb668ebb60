"""A book whose disk failed, or whose file went away, opens again by itself when it is there again (A-206).

The errors are the system's own: a write that it refuses, a file that it does not open, one that was moved.
What is found again is compared with what was acknowledged before anything else: one that lacks it is no book
to go on with (A-102).
"""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from controller.book.bookkeeper import START, Bookkeeper
from controller.book.port import BookUnreachable
from controller.book.sqlite import SqliteBook
from controller.book.sqlite_file import BookFile
from controller.game import inputs as i
from controller.game import requests as r
from tests.law.requirements import requirement
from tests.shell.book.jackpot_books import EXAMPLE, JOURNAL, STAKE
from tests.shell.book.room import FileShelf, Room

TABLE = "T1"


@contextmanager
def limited(what: int, most: int) -> Iterator[None]:
    """The system grants this process no more of it for now."""
    before = resource.getrlimit(what)
    resource.setrlimit(what, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(what, before)


def no_write(path: Path) -> AbstractContextManager[None]:
    """Nothing more is written to any file."""
    return limited(resource.RLIMIT_FSIZE, 1)


@contextmanager
def no_new_file(path: Path) -> Iterator[None]:
    """No file can be made, not even the rollback journal: as on a disk without inodes."""
    free = os.dup(0)
    os.close(free)
    with limited(resource.RLIMIT_NOFILE, free):
        yield


@contextmanager
def taken_away(path: Path) -> Iterator[None]:
    """The file is somewhere else for a while."""
    away = path.with_suffix(".away")
    path.rename(away)
    yield
    away.rename(path)


@contextmanager
def folder_gone(path: Path) -> Iterator[None]:
    """Its whole directory is, as with a disk that was unmounted."""
    away = path.parent.with_suffix(".away")
    path.parent.rename(away)
    yield
    away.rename(path.parent)


@contextmanager
def half_copied(path: Path) -> Iterator[None]:
    """Another file stands in its place that is no book yet."""
    away = path.with_suffix(".away")
    path.rename(away)
    path.write_bytes(away.read_bytes()[:3_000])
    yield
    away.rename(path)


@contextmanager
def overwritten(path: Path) -> Iterator[None]:
    """Its bytes are damaged, and then put right."""
    sound = path.read_bytes()
    path.write_bytes(b"\0" * len(sound))
    yield
    path.write_bytes(sound)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another process keeps the file to itself."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield


TROUBLES: dict[str, Callable[[Path], AbstractContextManager[None]]] = {
    "no write": no_write,
    "no new file": no_new_file,
    "taken away": taken_away,
    "folder gone": folder_gone,
    "half copied": half_copied,
    "overwritten": overwritten,
    "locked": locked,
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / "jackpot.book"
    SqliteBook.create(path, EXAMPLE).close()
    return path


def contribute(keeper: Bookkeeper, number: int) -> i.BookObserved:
    back = keeper.back()
    return keeper.perform(r.Contribute(number, 1, (1,), STAKE), number) if back is None else back


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_book_that_failed_opens_again_by_itself(path: Path, trouble: str) -> None:
    with closing(SqliteBook.open(path, EXAMPLE, busy_ms=20)) as book:
        keeper = Bookkeeper(book, TABLE, JOURNAL)
        assert isinstance(contribute(keeper, 1), i.ContributionObserved)
        with TROUBLES[trouble](path):
            told = [contribute(keeper, 2) for _ in range(3)]
            told.append(keeper.follow(3))
        assert [type(one) for one in told] == [i.BookUnreachable] * 4
        assert isinstance(contribute(keeper, 2), i.ContributionObserved), "asked again under its key"
        assert isinstance(keeper.follow(4), i.MeterObserved)
        view = book.read(check=True)
        assert (view.stakes_count, view.residual_micro) == (2, 0)


@pytest.mark.parametrize("trouble", ["no write", "no new file"])
def test_a_book_that_can_be_read_and_not_written_opens_no_jp1(path: Path, trouble: str) -> None:
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        keeper = Bookkeeper(book, TABLE, JOURNAL)
        with TROUBLES[trouble](path):
            assert isinstance(keeper.perform(r.ReadMeter(), 1), i.BookUnreachable)
        assert isinstance(keeper.perform(r.ReadMeter(), 2), i.MeterObserved)


def test_a_file_moved_away_under_a_book_is_noticed_by_its_next_reading(path: Path) -> None:
    """Its pages could still be read, through the connection that is open: JP1 would look open."""
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        keeper = Bookkeeper(book, TABLE, JOURNAL)
        assert isinstance(keeper.follow(1), i.MeterObserved)
        with taken_away(path):
            assert isinstance(keeper.follow(2), i.BookUnreachable)


@pytest.mark.parametrize("how", ["exchanged", "written over"])
def test_an_older_copy_in_its_place_is_a_difference(path: Path, how: str) -> None:
    older = path.with_suffix(".older")
    shutil.copy(path, older)
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        keeper = Bookkeeper(book, TABLE, JOURNAL)
        assert isinstance(contribute(keeper, 1), i.ContributionObserved)
        if how == "exchanged":
            older.rename(path)
        else:
            path.unlink()
            shutil.copy(older, path)
        assert isinstance(contribute(keeper, 2), i.BookUnreachable)
        heard = contribute(keeper, 2)
        assert isinstance(heard, i.BookRefused)
        assert (heard.act, heard.code) == (START, "book_differs")
        assert heard.difference is not None
        assert (heard.difference.told_seq, heard.difference.found_seq) == (2, 0)


def test_a_book_of_other_terms_in_its_place_is_a_difference(path: Path, tmp_path: Path) -> None:
    SqliteBook.create(tmp_path / "other", replace(EXAMPLE, most_stakes=3)).close()
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        keeper = Bookkeeper(book, TABLE, JOURNAL)
        (tmp_path / "other").rename(path)
        assert isinstance(keeper.follow(1), i.BookUnreachable)
        assert keeper.back() == i.BookRefused(START, "book_differs")
        assert keeper.follow(2) == i.BookRefused(START, "book_differs"), "its meter is no meter of this table"


def index_spoilt(path: Path) -> bytes:
    """The book's bytes with the page of an index overwritten: all that is read at its opening is there."""
    with closing(sqlite3.connect(path)) as book:
        (page,) = book.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'entries_of_round'"
        ).fetchone()
    data = bytearray(path.read_bytes())
    data[(page - 1) * 4096 : page * 4096] = bytes(4096)
    return bytes(data)


def test_a_book_found_damaged_is_not_read_again_before_its_file_changes(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table asks twice a second, and to look through the pages of a book of years takes longer."""
    looked: list[Path] = []
    opened = BookFile.opened
    monkeypatch.setattr(BookFile, "opened", lambda file: looked.append(path) or opened(file))
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        keeper = Bookkeeper(book, TABLE, JOURNAL)
        assert isinstance(contribute(keeper, 1), i.ContributionObserved)
        sound = path.read_bytes()
        spoilt = index_spoilt(path)
        path.unlink()
        path.write_bytes(spoilt)
        told = [keeper.follow(at_ms) for at_ms in range(3)]
        assert [type(one) for one in told] == [i.BookUnreachable] * 3
        assert (path.name in str(told[1]), told[1] == told[2]) == (True, True), "the file is named each time"
        assert len(looked) == 1 + 1
        os.utime(path, ns=(0, 0))
        assert isinstance(keeper.follow(3), i.BookUnreachable), "it changed, and is no better"
        assert len(looked) == 1 + 2
        path.write_bytes(sound)
        assert keeper.back() is None
        assert isinstance(contribute(keeper, 2), i.ContributionObserved)
        assert book.read(check=True).stakes_count == 2


class NoRollback(sqlite3.Connection):
    """A disk that is full in the middle of an act, and still is when the act is to be undone."""

    fails = False

    def execute(self, sql: str, *parameters: object) -> sqlite3.Cursor:  # type: ignore[override]
        if self.fails and sql.startswith(("INSERT INTO entries", "ROLLBACK")):
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return super().execute(sql, *parameters)  # type: ignore[arg-type]


def test_an_act_that_could_not_even_be_undone_leaves_no_connection_to_go_on_with(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of it would be committed with the next one: the file is opened anew, and has none of it."""
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *how, **more: connect(*how, factory=NoRollback, **more))
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        keeper = Bookkeeper(book, TABLE, JOURNAL)
        assert isinstance(contribute(keeper, 1), i.ContributionObserved)
        failed = book._connection
        assert isinstance(failed, NoRollback)
        failed.fails = True
        assert isinstance(contribute(keeper, 2), i.BookUnreachable)
        assert failed.in_transaction
        assert isinstance(contribute(keeper, 2), i.ContributionObserved)
        assert book._connection is not failed
        view = book.read(check=True)
        assert (view.stakes_count, view.residual_micro) == (2, 0)


def test_a_book_in_memory_that_failed_is_not_begun_anew(tmp_path: Path) -> None:
    """Another one would be empty: its meter at the start amount, and nothing of what was staked."""
    with closing(SqliteBook.create(":memory:", EXAMPLE)) as book:
        keeper = Bookkeeper(book, TABLE, JOURNAL)
        assert isinstance(contribute(keeper, 1), i.ContributionObserved)
        book._connection.execute("DROP TABLE rounds")
        assert [type(contribute(keeper, 2)) for _ in range(3)] == [i.BookUnreachable] * 3
        with pytest.raises(BookUnreachable, match="the book in memory failed"):
            book.meter()


def test_a_book_that_was_let_go_does_not_open_again(path: Path) -> None:
    book = SqliteBook.open(path, EXAMPLE)
    keeper = Bookkeeper(book, TABLE, JOURNAL)
    book.close()
    for at_ms in range(2):
        assert isinstance(keeper.follow(at_ms), i.BookUnreachable)


@requirement("LK-04")
@pytest.mark.parametrize("trouble", ["taken away", "half copied", "overwritten"])
def test_jp1_closes_with_the_book_and_opens_again_with_it(tmp_path: Path, trouble: str) -> None:
    """Nobody signs anything: the alarm ends with its cause (A-206)."""
    shelf = FileShelf(tmp_path)
    room = Room(tmp_path, shelf)
    room.open()
    assert room.state.jackpot.open
    with TROUBLES[trouble](shelf.path):
        for _ in range(3):
            room.see(i.TimeObserved(room.at.now_ms()))
            room.keeper.follow(room.at.now_ms(), probe=True)
        assert (room.state.jackpot.open, room.state.jackpot.closed_code) == (False, "link_lost")
        assert [up.code for up in room.state.alarms] == ["A-206"]
    room.see(i.TimeObserved(room.at.now_ms()))
    assert room.state.jackpot.open
    assert room.state.alarms == ()
    room.bets(1)
    assert room.book.read(check=True).stakes_count == 1
    room.stop()
