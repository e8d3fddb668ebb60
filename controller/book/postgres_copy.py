"""A linked book copied into a file, as a single table keeps its own, for who has no server.

Both keep the same rows under the same names. Only the numbers of rounds and claims are the server's own,
which leaves some out where an act was undone; in a file they count from 1, in the same order. And the server
has blanks in the JSON of an answer.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import psycopg

from controller.book.ledger import from_text, to_text
from controller.book.port import BookUnreachable
from controller.book.postgres_said import KeeperMismatch, Said
from controller.book.postgres_schema import connect, must_be_current
from controller.book.schema import CARDS_STAY, VERSION
from controller.book.sqlite_store import schema_statements
from controller.host.disk import sqlite_said
from controller.told import at_place

BLOCK: Final = 2_000
"""Rows that are fetched at once: a book of years is not held in memory."""
ORDERS: Final = {
    "entries": "kept.seq",
    "answers": "kept.book_seq",
    "rounds": "kept.id",
    "generations": "kept.number",
    "claims": "kept.id",
    "standing": "kept.id",
}
"""The tables of a book, and in which order their rows are written. What tables probe is none of it."""
_NUMBERED: Final = "SELECT row_number() OVER (ORDER BY id) AS number, id FROM tapis.rounds"
_ITS_OWN: Final = {
    ("rounds", "id"): "row_number() OVER (ORDER BY kept.id)",
    ("claims", "id"): "row_number() OVER (ORDER BY kept.id)",
    ("entries", "round_id"): "coalesce(numbered.number, 0)",
    ("claims", "round_id"): "numbered.number",
}
"""The columns whose numbers are the server's, and what a file has there."""


def copy_into_file(url: str, path: Path) -> int:
    """The whole book of this address, at one instant, stands in a file that was not there; how many entries.

    The address is the keeper's: no other role sees all that a book holds. Tables may be at play meanwhile.

    Raises:
        BookMismatch: there is a file already, or no book of this program's version in the database.
        BookUnreachable: the server does not answer or does not allow it, or the file cannot be written.
    """
    if path.exists():
        raise KeeperMismatch(Said("file_there", path=str(path)))
    with connect(url) as connection, connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        must_be_current(connection)
        draft = None
        try:
            handle, draft = tempfile.mkstemp(prefix=".", suffix=path.suffix, dir=path.parent)
            os.close(handle)
            with closing(sqlite3.connect(draft, isolation_level=None)) as file:
                entries = _copy(connection, file)
            os.rename(draft, path)
        except BaseException as error:
            if draft is not None:
                os.unlink(draft)
            if isinstance(error, sqlite3.Error | OSError):
                why = sqlite_said(error) if isinstance(error, sqlite3.Error) else error.strerror
                raise BookUnreachable(at_place(path, why)) from error
            raise
    return entries


def _copy(connection: psycopg.Connection[Any], file: sqlite3.Connection) -> int:
    file.execute("PRAGMA synchronous=EXTRA")
    file.execute("BEGIN EXCLUSIVE")
    for statement in schema_statements():
        file.execute(statement)
    terms, digest, simulated, made = _one(
        connection,
        "SELECT j.terms, j.digest, j.simulated, replace(b.made::text, '-', '')"
        " FROM tapis.jackpot j CROSS JOIN tapis.book b",
    )
    file.execute("INSERT INTO terms VALUES (1, ?, ?, ?)", (VERSION, terms, digest))
    file.execute("UPDATE identity SET book = ?", (made,))
    file.execute("UPDATE cards SET simulated = ?", (int(simulated),))
    for statement in CARDS_STAY:
        file.execute(statement)
    counted = {table: _copy_rows(connection, file, table) for table in ORDERS}
    file.execute("COMMIT")
    return counted["entries"]


def _copy_rows(connection: psycopg.Connection[Any], file: sqlite3.Connection, table: str) -> int:
    """The rows of this table are in the file; how many."""
    columns = [str(row[1]) for row in file.execute(f"PRAGMA table_info({table})")]
    wanted = ", ".join(_ITS_OWN.get((table, name), f"kept.{name}") for name in columns)
    numbered = (
        f"LEFT JOIN ({_NUMBERED}) numbered ON numbered.id = kept.round_id" if "round_id" in columns else ""
    )
    inserted = f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})"
    count = 0
    with connection.cursor(f"copy_{table}") as rows:
        rows.itersize = BLOCK
        rows.execute(f"SELECT {wanted} FROM tapis.{table} kept {numbered} ORDER BY {ORDERS[table]}")
        for row in rows:
            told = dict(zip(columns, row, strict=True))
            if "answer" in told:
                told["answer"] = to_text(from_text(told["answer"]))
            file.execute(inserted, [int(one) if isinstance(one, bool) else one for one in told.values()])
            count += 1
    return count


def _one(connection: psycopg.Connection[Any], query: str) -> tuple[Any, ...]:
    row = connection.execute(query).fetchone()
    assert row is not None, "a book has its jackpot"
    return tuple(row)
