"""Where the rows of an open journal are: in its file, or in memory where they end with the process."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from controller.journal import file as files
from controller.journal.chain import Row


class Rows(Protocol):
    """The rows so far; one step's are begun, then there all at once or not at all."""

    def begin(self, rows: Sequence[Row]) -> None:
        """These follow the last one; they count from `commit` on."""
        ...

    def commit(self) -> None:
        """What was begun is there."""
        ...

    def undo(self) -> None:
        """What was begun is given up."""
        ...

    def read(self) -> sqlite3.Connection | Sequence[Row]:
        """All of them, as `checked_rows` takes them."""
        ...

    def hash_of(self, seq: int) -> str | None:
        """The hash of this row; None where it is not there."""
        ...

    def close(self, *, whole: bool) -> None:
        """Nothing more comes; `whole`, nothing has failed."""
        ...


class RowsOnDisk:
    """In a file, which this object alone writes while it holds the lock."""

    def __init__(self, conn: sqlite3.Connection, lock: files.WriterLock) -> None:
        self.conn = conn
        self._lock = lock

    def begin(self, rows: Sequence[Row]) -> None:
        self.conn.execute("BEGIN IMMEDIATE")
        self.conn.executemany(files.INSERT, rows)

    def commit(self) -> None:
        self.conn.execute("COMMIT")

    def undo(self) -> None:
        if self.conn.in_transaction:  # after a full disk SQLite has rolled back by itself
            with suppress(sqlite3.Error):
                self.conn.execute("ROLLBACK")

    def read(self) -> sqlite3.Connection:
        return self.conn

    def hash_of(self, seq: int) -> str | None:
        row = self.conn.execute("SELECT hash FROM journal WHERE seq = ?", (seq,)).fetchone()
        return None if row is None else str(row[0])

    def close(self, *, whole: bool) -> None:
        if whole:
            files.close_writer(self.conn)
        self.conn.close()
        self._lock.release()


class RowsInMemory:
    """Nobody reads them after this process: a list, and no database."""

    def __init__(self, first: Row) -> None:
        self._rows = [first]
        self._begun: Sequence[Row] = ()

    def begin(self, rows: Sequence[Row]) -> None:
        self._begun = rows

    def commit(self) -> None:
        self._rows += self._begun

    def undo(self) -> None:
        self._begun = ()

    def read(self) -> Sequence[Row]:
        return self._rows

    def hash_of(self, seq: int) -> str | None:
        return self._rows[seq - 1].hash if 1 <= seq <= len(self._rows) else None

    def close(self, *, whole: bool) -> None:
        self._rows = []
