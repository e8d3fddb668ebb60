"""The file of a SQLite book: opened for durability, checked, and known again by where it stands."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.book.faults import refused
from controller.book.port import BookMismatch, BookNewer, BookUnreachable
from controller.book.same_terms import stored_terms
from controller.book.schema import LATER, VERSION
from controller.book.shares import Terms
from controller.host.disk import sqlite_said
from controller.told import at_place

BUSY_MS: Final = 2_000
"""How long an act waits for the acts of other processes."""
MEMORY: Final = ":memory:"


@dataclass(frozen=True, slots=True)
class BookFile:
    """Where a book is kept, and how: `durable`, what was acknowledged outlives the power."""

    path: str | Path
    durable: bool = True
    busy_ms: int = BUSY_MS

    @property
    def in_memory(self) -> bool:
        return str(self.path) == MEMORY

    def stands(self) -> tuple[int, int]:
        """Which file stands there; nothing of one in memory.

        Raises:
            BookUnreachable: none does, or nobody may look.
        """
        if self.in_memory:
            return 0, 0
        found = self._stat()
        return found.st_dev, found.st_ino

    def version(self) -> tuple[int, ...]:
        """What changes with every change of the file. Raises as `stands`."""
        found = self._stat()
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns

    def _stat(self) -> os.stat_result:
        try:
            return os.stat(self.path)
        except OSError as error:
            raise BookUnreachable(at_place(self.path, error.strerror)) from error

    def connect(self, *, must_exist: bool) -> sqlite3.Connection:
        """A connection whose acts are on the disk before they are answered.

        Raises:
            BookMismatch: the file is no book.
            BookUnreachable: it cannot be read or written.
        """
        mode = "rw" if must_exist else "rwc"
        if not self.in_memory and Path(self.path).exists() and not Path(self.path).is_file():
            raise BookMismatch(refused("no_file", path=self.path))
        where = MEMORY if self.in_memory else f"{Path(self.path).absolute().as_uri()}?mode={mode}"
        try:
            connection = sqlite3.connect(
                where,
                uri=not self.in_memory,
                isolation_level=None,
                check_same_thread=False,
                cached_statements=256,
            )
        except sqlite3.Error as error:
            raise BookUnreachable(at_place(self.path, sqlite_said(error))) from error
        with self._or_let_go(connection):
            self._set_up(connection)
        return connection

    @contextmanager
    def _or_let_go(self, connection: sqlite3.Connection) -> Iterator[None]:
        """The connection is closed if its file turns out to be none to go on with.

        Raises:
            BookMismatch, BookUnreachable: as `opened`.
        """
        try:
            yield
        except BaseException as error:
            connection.close()
            if isinstance(error, UnicodeDecodeError):  # SQLite's message repeats the damaged schema
                raise BookMismatch(refused("damaged", path=self.path)) from error
            if not isinstance(error, sqlite3.Error):
                raise
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
                raise BookMismatch(refused("no_book", path=self.path)) from error
            raise BookUnreachable(at_place(self.path, sqlite_said(error))) from error

    def _set_up(self, connection: sqlite3.Connection) -> None:
        durable = self.durable and not self.in_memory
        connection.execute(f"PRAGMA busy_timeout={self.busy_ms}")
        connection.execute("PRAGMA recursive_triggers=ON")
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.execute(f"PRAGMA synchronous={'EXTRA' if durable else 'OFF'}")
        if self.in_memory:
            return
        mode = connection.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
        if mode != "delete":
            raise BookMismatch(refused("mode", path=self.path, mode=mode))

    def opened(self) -> tuple[sqlite3.Connection, Terms]:
        """A connection to the book that stands there, and the terms it was made for.

        Raises:
            BookMismatch: no book, or one of another program.
            BookUnreachable: the file cannot be read or written.
        """
        connection = self.connect(must_exist=True)
        with self._or_let_go(connection):
            stored = self._stored_terms(connection)
            connection.execute("SELECT seq FROM standing").fetchone()
            for statement in LATER:
                connection.execute(statement)
            cards_simulated(connection)
            if damage(connection):
                raise BookMismatch(refused("damaged", path=self.path))
        return connection, stored

    def _stored_terms(self, connection: sqlite3.Connection) -> Terms:
        named = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if not {"terms", "entries", "answers", "standing"} <= {name for (name,) in named}:
            raise BookMismatch(refused("no_book", path=self.path))
        row: tuple[int, str, str] | None = connection.execute(
            "SELECT version, text, digest FROM terms"
        ).fetchone()
        if row is None:
            raise BookMismatch(refused("no_terms", path=self.path))
        version, text, digest = row
        if version != VERSION:
            said = refused("version", path=self.path, found=version, known=VERSION)
            raise (BookNewer if version > VERSION else BookMismatch)(said, "book_version")
        return stored_terms(str(self.path), text, digest)


def damage(connection: sqlite3.Connection) -> str:
    """What SQLite finds wrong with the pages of the file; empty when they are sound."""
    try:
        said = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return sqlite_said(error)
    return "" if said == "ok" else "its pages are damaged"


def cards_simulated(connection: sqlite3.Connection) -> bool:
    """Whether the book was made for simulated cards.

    Raises:
        sqlite3.Error: it cannot be read.
    """
    row = connection.execute("SELECT simulated FROM cards").fetchone()
    return row is not None and row[0] == 1
