"""`book verify` sees every column: the book is done again from its acts, and each row compared (AC-08)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.book.port import Account, BookMismatch, BookUnreachable
from controller.book.replay import TABLES
from controller.book.sqlite import SqliteBook
from tests.shell.book.jackpot_books import EXAMPLE, TWO, ask_jackpot, key, over, pay_jackpot, refuse, stake
from tests.shell.book.test_book_verify import night

UNTOLD = {("entries", "at_ms")}
"""What no act brings back: the digest of a request leaves its instant out on purpose."""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with an act of every kind, each with all it has."""
    path = tmp_path_factory.mktemp("book") / "jackpot.book"
    with closing(SqliteBook.create(path, EXAMPLE, durable=False)) as book:
        night(book)
        book.correct(key("T1", 3, "correct"), Account.RESERVE, 7_000_000, TWO, "écart", 5)
        book.correct(key("T1", 0, "correct"), Account.METER, 9_000_000, TWO, "écart", 5)
        book.stop(key("T1", 0, "stop"), "next", TWO, "travaux", 6)
        book.contribute(key("T1", 4, "contribute"), (1,), 500, 6)
        book.reopen(key("T1", 0, "reopen"), TWO, "fini", 7)
        stake(book, "T1", 5, 1, 2)
        stake(book, "T2", 5, 3)
        book.claim(key("T1", 5, "claim", seat=1), 1, 8)
        book.claim(key("T2", 5, "claim", seat=3), 3, 8)
        ask_jackpot(book, "T1", 5)  # waits for the other table's
        pay_jackpot(book, "T2", 5, seat=3)
        pay_jackpot(book, "T1", 5)
        over(book, "T1", 5)
        stake(book, "T2", 6, 4)
        book.close_dead_round(key("T2", 6, "close"), TWO, "panne", 9)
        stake(book, "T2", 7, 4)
        book.claim(key("T2", 7, "claim", seat=4), 4, 10)
        refuse(book, "T2", 7)
        stake(book, "T2", 8, 4)
    return path


def columns(path: Path) -> Iterator[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as conn:
        for table in TABLES:
            for row in conn.execute(f"PRAGMA table_info({table})"):
                yield table, row[1]


def test_a_book_is_what_its_acts_make(path: Path) -> None:
    with closing(SqliteBook.open(path, None)) as book:
        assert book.unlike() == []


def test_every_column_of_every_table_that_is_changed_is_found(path: Path, tmp_path: Path) -> None:
    bare, forged, met = tmp_path / "bare.book", tmp_path / "forged.book", 0
    bare.write_bytes(path.read_bytes())
    with closing(sqlite3.connect(bare)) as conn:
        for (trigger,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            conn.execute(f"DROP TRIGGER {trigger}")
    for table, column in columns(path):
        if (table, column) in UNTOLD:
            continue
        for which in ("ASC", "DESC")[met % 2 :][:1]:
            forged.write_bytes(bare.read_bytes())
            with closing(sqlite3.connect(forged, isolation_level=None)) as conn:
                conn.execute("PRAGMA ignore_check_constraints=ON")
                told = "AND book_seq > 0" if table == "answers" else ""
                names = ", ".join(TABLES[table])
                changed = conn.execute(
                    f"UPDATE {table} SET {column} = CASE typeof({column}) WHEN 'text' THEN {column} || 'x'"
                    f" WHEN 'null' THEN 1 ELSE {column} + 1000 END WHERE ({names}) IN"
                    f" (SELECT {names} FROM {table} WHERE 1 {told} ORDER BY {names} {which} LIMIT 1)"
                ).rowcount
                assert changed == 1
            try:
                with closing(SqliteBook.open(forged, None, durable=False)) as book:
                    found = [*book.unlike(), *(["ledger"] if book.read(check=True).residual_micro else [])]
            except (BookMismatch, BookUnreachable) as error:
                found = [str(error)]
            assert found, (table, column, which)
            met += 1
    assert met > 60
