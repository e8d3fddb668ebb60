"""The jackpot book in a SQLite file, for the tables of one machine, or in memory for simulations.

Several processes write the file: rollback journal, never WAL; `synchronous=EXTRA`, so that an act is on
the disk before it is answered; `BEGIN IMMEDIATE`, so that two acts never read the same meter.

After a failure of the disk, or when another file stands in its place, the book is opened anew by whoever
asks next: what is found there the bookkeeper compares with what was acknowledged, before anything else.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from controller.book.faults import refused
from controller.book.ledger import Crash, LedgerBook, open_jackpot
from controller.book.port import BookMismatch, BookUnreachable
from controller.book.replay import unlike
from controller.book.same_terms import check_cards, check_same
from controller.book.schema import CARDS_STAY, VERSION
from controller.book.shares import JackpotTerms, Terms
from controller.book.sqlite_file import BUSY_MS, BookFile, cards_simulated
from controller.book.sqlite_store import SqliteStore, schema_statements
from controller.host.disk import sqlite_said
from controller.told import at_place, said_by
from controller.words.money import EN

_SOUND: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL)
"""After these SQLite has undone the act, and its pages in memory are those of the disk."""


class SqliteBook(LedgerBook):
    """A `Book` in one SQLite file."""

    def __init__(
        self, file: BookFile, connection: sqlite3.Connection, terms: Terms, crash: Crash | None
    ) -> None:
        super().__init__(terms, crash)
        self._file = file
        self._connection = connection
        self._stands = file.stands()
        self._store = SqliteStore(connection, self._stands[1])
        self._simulated = cards_simulated(connection)
        self._failed = ""
        self._no_book: tuple[int, ...] = ()
        """The file as it stood when it was found to be none: it is not looked at again before it changes."""
        self._let_go = False

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
        simulated: bool = False,
    ) -> SqliteBook:
        """A new book with its first entry, the start amount of generation 1; of simulated cards or real ones.

        Raises:
            BookMismatch: there is a book, or another file, at `path` already.
            BookUnreachable: the file cannot be written.
        """
        terms, file = Terms.of(config, prizes), BookFile(path, durable, busy_ms)
        if not file.in_memory and Path(path).exists() and Path(path).stat().st_size:
            raise BookMismatch(refused("exists", path=path))
        connection = file.connect(must_exist=False)
        try:
            connection.execute("BEGIN EXCLUSIVE")
            if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise BookMismatch(refused("exists", path=path))
            for statement in schema_statements():
                connection.execute(statement)
            connection.execute(
                "INSERT INTO terms VALUES (1, ?, ?, ?)", (VERSION, terms.text(), terms.digest())
            )
            connection.execute("UPDATE cards SET simulated = ?", (int(simulated),))
            for statement in CARDS_STAY:
                connection.execute(statement)
            open_jackpot(SqliteStore(connection), terms, at_ms)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            connection.close()
            raise BookUnreachable(at_place(path, sqlite_said(error))) from error
        except BaseException:
            connection.close()
            raise
        return cls(file, connection, terms, crash)

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
        simulated: bool | None = None,
    ) -> SqliteBook:
        """The book of an existing file. Without `config` (to read and verify) its own terms hold.

        `simulated`, the cards of who opens it; None for who only reads.

        Raises:
            BookMismatch: no file, no book, a book of other terms or of other cards; the text names key and
                values.
            BookUnreachable: the file cannot be read or written.
        """
        file = BookFile(path, durable, busy_ms)
        if file.in_memory or not Path(path).is_file():
            raise BookMismatch(refused("not_there", path=path))
        connection, stored = file.opened()
        try:
            if config is not None:
                check_same(str(path), stored, Terms.of(config, prizes))
            if simulated is not None:
                check_cards(str(path), cards_simulated(connection), simulated)
            return cls(file, connection, stored, crash)
        except BaseException:
            connection.close()
            raise

    def unlike(self, language: int = EN) -> list[str]:
        """The rows of the book that its acts do not make, in a sentence each; every act is done again."""
        with self._lock, self._reading():
            return list(unlike(self._connection, language))

    def close(self) -> None:
        with self._lock:
            self._let_go = True
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
        except BookMismatch:
            raise
        except (TypeError, ValueError) as error:
            # Nothing is computed here but sums: what cannot be added or decoded is damage on the disk.
            self._failed = refused("amiss")
            raise BookUnreachable(self._failed) from error

    @contextmanager
    def _guarded(self, begin: str) -> Iterator[None]:
        """A transaction; nothing of it stays when it ends by an exception.

        After a failed write to the disk nothing is known of the pages in memory, so the book is opened anew
        before it is used again; a full disk or a lock held too long leaves it sound.
        """
        self._be_usable()
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
            if primary not in _SOUND:
                self._failed = sqlite_said(error)
            raise BookUnreachable(at_place(self._file.path, sqlite_said(error))) from error
        except BaseException:
            self._undo()
            raise

    def _undo(self) -> None:
        """No transaction is open. SQLite has undone it itself when the disk was full."""
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            self._failed = sqlite_said(error)

    # --- a book that failed ----------------------------------------------------------------------

    def _be_usable(self) -> None:
        """The connection is to the file that stands there now, and nothing of it has failed.

        A file that was taken away or exchanged under a connection is still read through it, and no act gets
        in: whoever asks hears of it once, and the next one opens what stands there.

        Raises:
            BookUnreachable: it is not; nothing can be said of the book now.
            BookMismatch: what stands there is a book of other terms.
        """
        if self._let_go:
            raise BookUnreachable(refused("let_go", path=self._file.path))
        if self._failed:
            self._open_again()
        elif self._file.stands() != self._stands:
            self._failed = refused("other_file", path=self._file.path)
            raise BookUnreachable(self._failed)

    def _open_again(self) -> None:
        if self._file.in_memory:
            raise BookUnreachable(refused("memory_failed", why=self._failed))
        with suppress(sqlite3.Error):
            self._connection.close()
        stands, version = self._file.stands(), self._file.version()
        if version == self._no_book:
            raise BookUnreachable(self._failed)
        try:
            connection, stored = self._file.opened()
        except BookMismatch as error:  # half copied, perhaps
            self._failed, self._no_book = said_by(error), version
            raise BookUnreachable(self._failed) from error
        try:
            check_same(str(self._file.path), stored, self.terms)
            check_cards(str(self._file.path), cards_simulated(connection), self._simulated)
        except BaseException:
            connection.close()
            raise
        self._connection, self._stands = connection, stands
        self._store = SqliteStore(connection, stands[1])
        self._failed, self._no_book = "", ()
