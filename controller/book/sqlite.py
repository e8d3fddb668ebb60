"""The jackpot book in a SQLite file, for the tables of one machine, or in memory for simulations.

Several processes write the file: rollback journal, never WAL; `synchronous=EXTRA`, so that an act is on
the disk before it is answered; `BEGIN IMMEDIATE`, so that two acts never read the same meter.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from controller.book.ledger import Crash, LedgerBook, open_jackpot
from controller.book.port import BookMismatch, BookUnreachable
from controller.book.same_terms import check_same, stored_terms
from controller.book.schema import SCHEMA, STOPS, VERSION
from controller.book.shares import JackpotTerms, Terms
from controller.book.sqlite_store import STANDING_COLUMNS, SqliteStore

BUSY_MS: Final = 2_000
"""How long an act waits for the acts of other processes."""

_MEMORY: Final = ":memory:"


class SqliteBook(LedgerBook):
    """A `Book` in one SQLite file."""

    def __init__(self, connection: sqlite3.Connection, terms: Terms, crash: Crash | None = None) -> None:
        super().__init__(terms, crash)
        self._connection = connection
        self._store = SqliteStore(connection)
        self._failed = ""

    @classmethod
    def create(
        cls,
        path: str | Path,
        config: JackpotTerms,
        *,
        at_ms: int = 0,
        prizes: tuple[tuple[str, str], ...] = (),
        durable: bool = True,
        busy_ms: int = BUSY_MS,
        crash: Crash | None = None,
    ) -> SqliteBook:
        """A new book with its first entry, the start amount of generation 1.

        Raises:
            BookMismatch: there is a book, or another file, at `path` already.
            BookUnreachable: the file cannot be written.
        """
        terms = Terms.of(config, prizes)
        if str(path) != _MEMORY and Path(path).exists() and Path(path).stat().st_size:
            raise BookMismatch(f"{path} exists already")
        connection = _connect(path, durable=durable, busy_ms=busy_ms, must_exist=False)
        try:
            connection.execute("BEGIN EXCLUSIVE")
            if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise BookMismatch(f"{path} exists already")
            for statement in _statements(SCHEMA.replace("{standing}", STANDING_COLUMNS)):
                connection.execute(statement)
            connection.execute(
                "INSERT INTO terms VALUES (1, ?, ?, ?)", (VERSION, terms.text(), terms.digest())
            )
            open_jackpot(SqliteStore(connection), terms, at_ms)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            connection.close()
            raise BookUnreachable(f"{path}: {error}") from error
        except BaseException:
            connection.close()
            raise
        return cls(connection, terms, crash)

    @classmethod
    def open(
        cls,
        path: str | Path,
        config: JackpotTerms | None,
        *,
        prizes: tuple[tuple[str, str], ...] = (),
        durable: bool = True,
        busy_ms: int = BUSY_MS,
        crash: Crash | None = None,
    ) -> SqliteBook:
        """The book of an existing file. Without `config` (to read and verify) its own terms hold.

        Raises:
            BookMismatch: no file, no book, or a book of other terms; the text names key and values.
            BookUnreachable: the file cannot be read or written.
        """
        if str(path) == _MEMORY or not Path(path).is_file():
            raise BookMismatch(f"{path}: there is no book")
        connection = _connect(path, durable=durable, busy_ms=busy_ms, must_exist=True)
        try:
            stored = _stored_terms(connection, path)
            connection.execute("SELECT seq FROM standing").fetchone()
            connection.execute(STOPS)
            if config is not None:
                check_same(str(path), stored, Terms.of(config, prizes))
        except sqlite3.Error as error:
            connection.close()
            raise BookUnreachable(f"{path}: {error}") from error
        except UnicodeDecodeError as error:
            connection.close()
            raise BookMismatch(f"{path} is damaged: {error}") from error
        except BaseException:
            connection.close()
            raise
        return cls(connection, stored, crash)

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    @contextmanager
    def _writing(self, before_commit: Callable[[], None]) -> Iterator[SqliteStore]:
        with self._guarded("BEGIN IMMEDIATE"):
            yield self._store
            before_commit()

    @contextmanager
    def _reading(self) -> Iterator[SqliteStore]:
        try:
            with self._guarded("BEGIN"):
                yield self._store
        except (TypeError, ValueError) as error:
            # Nothing is computed here but sums: what cannot be added or decoded is damage on the disk.
            self._failed = f"the book is damaged: {error}"
            raise BookUnreachable(self._failed) from error

    @contextmanager
    def _guarded(self, begin: str) -> Iterator[None]:
        """A transaction; nothing of it stays when it ends by an exception.

        After a failed write to the disk nothing is known of the pages in memory, so the book is not used
        again until it is opened anew; a full disk or a lock held too long leaves it sound.
        """
        if self._failed:
            raise BookUnreachable(f"the book is to be opened again: {self._failed}")
        connection = self._connection
        try:
            connection.execute(begin)
            yield
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._undo()
            if isinstance(error, sqlite3.IntegrityError):
                raise
            primary = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            if primary not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL):
                self._failed = str(error)
            raise BookUnreachable(str(error)) from error
        except BaseException:
            self._undo()
            raise

    def _undo(self) -> None:
        """No transaction is open. SQLite has undone it itself when the disk was full."""
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            self._failed = str(error)


def _connect(path: str | Path, *, durable: bool, busy_ms: int, must_exist: bool) -> sqlite3.Connection:
    memory = str(path) == _MEMORY
    where = _MEMORY if memory else f"{Path(path).absolute().as_uri()}?mode={'rw' if must_exist else 'rwc'}"
    try:
        connection = sqlite3.connect(
            where, uri=not memory, isolation_level=None, check_same_thread=False, cached_statements=256
        )
    except sqlite3.Error as error:
        raise BookUnreachable(f"{path}: {error}") from error
    try:
        connection.execute(f"PRAGMA busy_timeout={busy_ms}")
        connection.execute("PRAGMA recursive_triggers=ON")
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.execute(f"PRAGMA synchronous={'EXTRA' if durable and not memory else 'OFF'}")
        if not memory:
            mode = connection.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
            if mode != "delete":
                raise BookMismatch(f"{path}: its journal mode is {mode} and cannot be changed")
    except sqlite3.DatabaseError as error:
        connection.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
            raise BookMismatch(f"{path} is no book: {error}") from error
        raise BookUnreachable(f"{path}: {error}") from error
    except UnicodeDecodeError as error:  # SQLite's message repeats the damaged schema
        connection.close()
        raise BookMismatch(f"{path} is damaged: {error}") from error
    except BaseException:
        connection.close()
        raise
    return connection


def _statements(script: str) -> Iterator[str]:
    """The statements of a script one by one: `executescript` would commit the open transaction."""
    lines = ""
    for line in script.splitlines(keepends=True):
        lines += line
        if sqlite3.complete_statement(lines):
            yield lines
            lines = ""


def _stored_terms(connection: sqlite3.Connection, path: str | Path) -> Terms:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"terms", "entries", "answers", "standing"} <= tables:
        raise BookMismatch(f"{path} is no book")
    row: tuple[int, str, str] | None = connection.execute(
        "SELECT version, text, digest FROM terms"
    ).fetchone()
    if row is None:
        raise BookMismatch(f"{path} is no book: it has no terms")
    version, text, digest = row
    if version != VERSION:
        said = f"{path}: version {version}, this program reads version {VERSION}"
        raise BookMismatch(said, "book_version")
    return stored_terms(str(path), text, digest)
