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
from controller.words.money import FR
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


def unguarded(path: Path, copy: Path) -> Path:
    """A copy of the book whose triggers were dropped, as somebody with the file in hand does it."""
    copy.write_bytes(path.read_bytes())
    with closing(sqlite3.connect(copy)) as conn:
        for (trigger,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            conn.execute(f"DROP TRIGGER {trigger}")
    return copy


def test_every_column_of_every_table_that_is_changed_is_found(path: Path, tmp_path: Path) -> None:
    bare, forged, met = unguarded(path, tmp_path / "bare.book"), tmp_path / "forged.book", 0
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
            if table not in ("terms", "answers", "standing") and column not in TABLES[table]:
                assert any(one.startswith(f"{table}: ") and f": {column} is " in one for one in found), found
            met += 1
    assert met > 60


_CANNOT = "the book cannot be done again: its acts are not what a table asks, or contradict each other"
ROWS = {
    "a mark after the last act": (
        "INSERT INTO entries SELECT 46, 3000, 'finish', 8, 1, 0, 5, 0, '', 0, 0, 0, 0, 0, 0,"
        " meter_after_micro, frozen_after_micro, reserve_after_micro, overflow_after_micro,"
        " house_after_micro, paid_after_micro FROM entries WHERE seq = 45",
        "entries: entry 46 belongs to no act",
    ),
    "a prize that moved nothing": (
        "INSERT INTO answers SELECT table_name, journal_id, 9, 1, 'award', 2, 'award', digest, 50000, 0,"
        " answer FROM answers WHERE book_seq = 5",
        "answers: T1, round 9, award has no place in the book",
    ),
    "two acts for one entry": (
        "DROP INDEX answers_in_order; UPDATE answers SET book_seq = 9 WHERE book_seq = 10",
        "answers: T1, round 1, finish has no entry in the book",
    ),
    "a claim that nobody made": (
        "INSERT INTO claims VALUES (9, 5, 1, 8, 1, 4, 'pending', 45, 0, 0, 0)",
        "claims: 9 belongs to no act",
    ),
    "a round that nobody staked in": (
        "INSERT INTO rounds SELECT 9, 'T3', journal_id, 1, 5, 0, 0 FROM rounds WHERE id = 8",
        "rounds: 9 belongs to no act",
    ),
    "a claim refused that was paid": (
        "UPDATE claims SET state = 'refused' WHERE id = 3",
        "claims: 3: state is 'refused', and the acts make it 'paid'",
    ),
    "a claim taken out": ("DELETE FROM claims WHERE id = 2", "claims: 2 is missing"),
    "the last round taken out": ("DELETE FROM rounds WHERE id = 8", "rounds: 8 is missing"),
    "another amount was asked": (
        "UPDATE answers SET digest = 'x' WHERE act = 'award' AND book_seq = 9",
        "answers: T1, round 1, award: its entries are not what was asked",
    ),
    "no entry at all": ("DELETE FROM entries", _CANNOT),
}
"""Rows that are put in or taken out, or put elsewhere, and what the inspector reads of it."""


@pytest.mark.parametrize(("statements", "said"), ROWS.values(), ids=ROWS)
def test_a_row_put_in_or_taken_out_is_told_by_its_name(
    statements: str, said: str, path: Path, tmp_path: Path
) -> None:
    forged = unguarded(path, tmp_path / "forged.book")
    with closing(sqlite3.connect(forged)) as conn:
        conn.executescript(statements)
    with closing(SqliteBook.open(forged, None, durable=False)) as book:
        assert said in book.unlike()


def test_a_row_of_no_act_is_told_in_french_too(path: Path, tmp_path: Path) -> None:
    forged = unguarded(path, tmp_path / "forged.book")
    with closing(sqlite3.connect(forged)) as conn:
        conn.executescript(ROWS["a claim that nobody made"][0])
    with closing(SqliteBook.open(forged, None, durable=False)) as book:
        assert book.unlike(FR) == ["claims\u00a0: 9 n’est d’aucun acte"]
