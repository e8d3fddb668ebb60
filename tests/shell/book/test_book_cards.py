"""A book is of real cards or of simulated ones from its making, and refuses tables of the other kind."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.book.answers import Contributed
from controller.book.at_url import MEMORY, open_book
from controller.book.port import BookMismatch
from controller.book.sqlite import SqliteBook
from controller.boot.sessions import linkage_of
from controller.cli import main
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from tests.law.requirements import requirement
from tests.shell.book.jackpot_books import EXAMPLE, stake
from tests.shell.live_table import tapis, write_settings

LAW = load_profile("fr-55-20-2021")
REAL, SIMULATED = linkage_of(LAW, "UTH-1"), linkage_of(LAW)
OLD = Path(__file__).parents[2] / "golden" / "books" / "unmarked.sql"
"""A book of before the mark, as `sqlite3 jackpot.book .dump` tells it."""
SIMULATE = ("simulate", "--rounds", "1", "--seed", "77", "--book")


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as conn:
        return list(conn.iterdump())


def old_book(path: Path) -> Path:
    with closing(sqlite3.connect(path)) as conn:
        conn.executescript(OLD.read_text(encoding="utf-8"))
    return path


def test_a_simulation_puts_no_cent_into_a_real_book(tmp_path: Path) -> None:
    path = tmp_path / "jackpot.book"
    with closing(open_book(str(path), load_jackpot(), create=True, linkage=REAL)):
        before = dump(path)
    done = CliRunner().invoke(main, [*SIMULATE, str(path)])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == (
        f"Error: {path} is the book of real tables: simulated cards never play on it; leave it out, or name"
        " another\n"
    )
    assert dump(path) == before


def test_a_real_table_does_not_start_on_the_book_of_a_simulation(tmp_path: Path) -> None:
    settings = write_settings(tmp_path)
    path = tmp_path / "data" / "jackpot.book"
    path.parent.mkdir(exist_ok=True)
    assert CliRunner().invoke(main, [*SIMULATE, str(path)]).exit_code == 0
    before = dump(path)
    done = tapis("run", "--settings", str(settings))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(
        "is the book of a simulation: a real table keeps its jackpot in a book of its own; put this one"
        " aside\n"
    )
    assert done.stderr.count("\n") == 1
    assert dump(path) == before


def test_each_goes_on_with_a_book_of_its_own_kind(tmp_path: Path) -> None:
    for name, linkage in (("real", REAL), ("simulated", SIMULATED)):
        for _ in range(2):
            with closing(open_book(str(tmp_path / name), EXAMPLE, create=True, linkage=linkage)) as book:
                assert isinstance(stake(book, "UTH-1", 1), Contributed)
        with closing(open_book(str(tmp_path / name), None)) as read:  # who reads is of no kind
            assert read.read(check=True).stakes_count == 1
    with closing(open_book(MEMORY, EXAMPLE, linkage=SIMULATED)) as book:
        assert isinstance(stake(book, "UTH-1", 1), Contributed)


@requirement("SE-14")
def test_a_book_of_before_the_mark_is_a_real_one_and_stays_so(tmp_path: Path) -> None:
    path = old_book(tmp_path / "jackpot.book")
    with pytest.raises(BookMismatch, match="is the book of real tables") as refused:
        open_book(str(path), load_jackpot(), create=True, linkage=SIMULATED)
    assert refused.value.code == "book_simulated"
    with closing(open_book(str(path), load_jackpot(), create=True, linkage=REAL)) as book:
        assert book.read(check=True).seq > 1
        assert isinstance(book, SqliteBook)
        assert book.unlike() == []
    with closing(sqlite3.connect(path)) as conn:
        assert conn.execute("SELECT simulated FROM cards").fetchall() == [(0,)]


@pytest.mark.parametrize(
    "sql", ["UPDATE cards SET simulated = 1", "DELETE FROM cards", "INSERT INTO cards VALUES (1)"]
)
@pytest.mark.parametrize("made", ["new", "old"])
def test_what_a_book_is_of_is_never_changed(tmp_path: Path, sql: str, made: str) -> None:
    path = tmp_path / "jackpot.book"
    if made == "old":
        SqliteBook.open(old_book(path), load_jackpot(), prizes=()).close()
    else:
        SqliteBook.create(path, EXAMPLE).close()
    with closing(sqlite3.connect(path)) as conn, pytest.raises(sqlite3.IntegrityError, match=r"^cards are "):
        conn.execute(sql)


def test_a_book_of_other_cards_that_takes_the_place_of_an_open_one_is_refused(tmp_path: Path) -> None:
    path, other = tmp_path / "jackpot.book", tmp_path / "other.book"
    SqliteBook.create(other, EXAMPLE, simulated=True).close()
    with closing(SqliteBook.create(path, EXAMPLE)) as book:
        other.replace(path)
        for _ in range(2):
            with pytest.raises(Exception, match=r"another file stands there|is the book of a simulation"):
                book.read()
        with pytest.raises(BookMismatch, match="is the book of a simulation"):
            book.read()
