"""Writing to the register of people: one transaction, one line of a history that is a chain.

    hash = SHA-256( hash of the line before, or 64 zeros, and the line's fields, as a JSON list )

The newest hash, and what the register comes to, are told to every table, which writes both into its journal:
so a witness sees the register's changes, and who rewrites its history is found by `tapis people verify`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from controller.people.reading import Change, Reader, change_hash

BUSY_MS: Final = 5_000
_NOTE: Final = "INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?, ?)"


class Writer(Reader):
    """An open register, as far as its history is written."""

    def _note(self, at_ms: int, by: tuple[str, str], act: str, person: str, detail: str) -> None:
        seq, previous = self._last_change()
        change = Change(seq + 1, at_ms, *by, act, person, detail)
        self._connection.execute(_NOTE, (*change.told, change_hash(previous, change)))


def connect(path: str | Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_MS / 1000)
    with kept(connection):
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = EXTRA")
    return connection


@contextmanager
def kept(connection: sqlite3.Connection) -> Iterator[None]:
    """The connection stays open for its caller, but for an error: then it is closed."""
    try:
        yield
    except BaseException:
        connection.close()
        raise


@contextmanager
def written(connection: sqlite3.Connection) -> Iterator[None]:
    """One transaction: all of it, or nothing. Within one it is part of that."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:  # SQLite may have rolled back by itself: a full disk
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
