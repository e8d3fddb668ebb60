"""Journals and book of a table as they stood at one instant, read beside the table that plays.

A table writes into its journal what it asks of the book, then the book does it, then the journal has the
answer. So the book must be no later than the journal, or it holds stakes that no journal asked for; and no
earlier, or it lacks stakes that the journal says are in it, and the restored table would set each of them
aside. The two are read so: the book's version, the journal's end (a transaction that reads, which SQLite
keeps at that entry however long it takes), the book, its version again. Where nobody wrote to the book
meanwhile, both stood like this at the instant at which the journal's end was read; else all is read again.
A step of the table is one transaction of its journal: no step is cut in two. The table waits for nothing of
this: a reader of its journal holds nobody up, and a book of usual size is copied in memory in milliseconds.

What is read before: the signed heads, which are never ahead of their journal. What is read after: the
register of people, the settings' record, the edition and the keys, which the journal tells of and which may
be newer than it, never older.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.backup.refusals import BackupRefused
from controller.book.at_url import BOOK
from controller.book.port import BookMismatch, BookUnreachable
from controller.book.sqlite_file import BookFile
from controller.host.disk import sqlite_said
from controller.journal.chain import JournalError
from controller.journal.closed import session_files
from controller.journal.file import UNREADABLE, connect_reader
from controller.journal.heads import heads_path
from controller.told import said_by

TRIES: Final = 20
PAGES: Final = 64
"""So many pages of a book are read at once; between two lots the table may write."""
BUSY_MS: Final = 500
"""How long one reading waits for an act of the table; an act takes some milliseconds."""
IN_MEMORY_BYTES: Final = 128 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Still:
    """What stood still.

    Attributes:
        journals: every session's file, oldest first.
        last: a reader of the newest, which stays at the entry at which it was; None where there is none, or
            where the file cannot be read as a journal.
        heads: the signed heads of the newest, whole lines.
        book: a copy of the book, or None where the table has none of its own yet.
    """

    journals: list[Path]
    last: sqlite3.Connection | None
    heads: bytes
    book: sqlite3.Connection | None


@contextmanager
def stood_still(data: Path, table: str, spool: Path) -> Iterator[Still]:
    """Journals and book of one instant; a book too big for memory is copied into the file `spool`.

    Raises:
        BackupRefused: the book was written to each time, or cannot be read.
        OSError: the folder of the journals cannot be read.
    """
    for _ in range(TRIES):
        with ExitStack() as kept:
            try:
                still = _try(data, table, spool, kept)
            except _InTheWay:
                continue
            if still is not None:
                yield still
                return
    raise BackupRefused("book_busy", path=data / BOOK)


class _InTheWay(Exception):
    """The table is in the middle of an act of the book."""


def _try(data: Path, table: str, spool: Path, kept: ExitStack) -> Still | None:
    journals, path = data / "journals", data / BOOK
    book = kept.enter_context(closing(_opened(path))) if path.exists() else None
    before = _version(book)
    files = session_files(journals, table)
    heads = whole_lines(heads_path(files[-1])) if files else b""
    last = _at_its_end(files[-1], kept) if files else None
    copy = None
    if book is not None:
        big = path.stat().st_size > IN_MEMORY_BYTES
        copy = kept.enter_context(closing(sqlite3.connect(spool if big else ":memory:")))
        book.backup(copy, pages=PAGES, progress=_not_locked, sleep=BUSY_MS / 1_000)
    same = _version(book) == before and path.exists() == (book is not None)
    return Still(files, last, heads, copy) if same and session_files(journals, table) == files else None


def whole_lines(path: Path) -> bytes:
    """The file up to its last line feed: what a writer is about to add is none of it. Nothing of no file."""
    with suppress(FileNotFoundError):
        whole, feed, _ = path.read_bytes().rpartition(b"\n")
        return whole + feed
    return b""


def _opened(path: Path) -> sqlite3.Connection:
    try:
        connection = BookFile(path, busy_ms=BUSY_MS).connect(must_exist=True)
    except (BookMismatch, BookUnreachable) as error:
        if getattr(error.__cause__, "sqlite_errorcode", 0) == sqlite3.SQLITE_BUSY:
            raise _InTheWay from None
        raise BackupRefused("book_uncopied", why=said_by(error)) from None
    connection.execute("PRAGMA query_only=ON")
    return connection


def _version(book: sqlite3.Connection | None) -> int:
    """What changes when another process has written."""
    try:
        return 0 if book is None else int(book.execute("PRAGMA data_version").fetchone()[0])
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise _InTheWay from None
        raise BackupRefused("book_uncopied", why=sqlite_said(error)) from None


def _not_locked(status: int, remaining: int, total: int) -> None:
    """SQLite would wait for ever: it tells each time that it could not go on."""
    if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        raise _InTheWay


def _at_its_end(path: Path, kept: ExitStack) -> sqlite3.Connection | None:
    try:
        reader = kept.enter_context(closing(connect_reader(path)))
        reader.execute("BEGIN")
        reader.execute("SELECT max(seq) FROM journal").fetchone()
    except (JournalError, *UNREADABLE):
        return None
    return reader
