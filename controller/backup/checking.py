"""Whether what lies in a backup is what a table wrote: chains, signed heads, the book, the register."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from controller.backup.manifest import REGISTER
from controller.book.at_url import BOOK, open_book
from controller.book.journals import read_acts
from controller.book.port import BookMismatch, BookUnreachable
from controller.book.verify import compare
from controller.game.events import (
    AwardRecorded,
    ClaimRecorded,
    ContributionRecorded,
    FinishRecorded,
    RefundRecorded,
    RegisterSeen,
)
from controller.journal.chain import JournalError
from controller.journal.closed import session_files
from controller.journal.file import UNREADABLE, connect_reader
from controller.journal.report import FileReport
from controller.journal.verify import verify
from controller.people.reading import Reader
from controller.told import said_by
from controller.words.money import EN

Say = Callable[[str], None]
_IN_THE_BOOK: Final = frozenset(
    one.__name__
    for one in (ContributionRecorded, ClaimRecorded, AwardRecorded, RefundRecorded, FinishRecorded)
)


def journal_reports(folder: Path, table: str, say: Say) -> list[FileReport]:
    """What is found of each journal of the table, oldest first: its chain, its cards, its signed heads.

    The first may follow sessions that were put away. A session that is missing between two is a fault of
    the later one, and so is one that follows another than the one before it.
    """
    reports: list[FileReport] = []
    for path in session_files(folder, table):
        say(path.name)
        try:
            report = verify(path).files[0]
        except JournalError as error:
            report = FileReport(path.name, why=said_by(error))
        before = reports[-1] if reports else None
        if report.ok and before is not None and before.ok:
            report = replace(report, why=_succession_fault(before, report))
        reports.append(report)
    return reports


def _succession_fault(before: FileReport, report: FileReport) -> str:
    if report.session != before.session + 1:
        return f"session {before.session + 1}, which goes before it, is missing"
    return (
        "" if report.previous == before.head else f"it does not follow session {before.session} as it is here"
    )


def journals_tell_of(folder: Path, table: str, *, linked: bool) -> frozenset[str]:
    """Which of the table's files its journals tell of: its own book, by a stake that was in it; its register.

    A journal that cannot be read tells of nothing.
    """
    told: set[str] = set()
    for path in session_files(folder, table):
        with suppress(JournalError, *UNREADABLE), closing(connect_reader(path)) as journal:
            told |= {kind for (kind,) in journal.execute("SELECT DISTINCT kind FROM journal")}
    book = BOOK if told & _IN_THE_BOOK and not linked else ""
    return frozenset({book, REGISTER if RegisterSeen.__name__ in told else ""} - {""})


def is_open(journal: sqlite3.Connection) -> bool:
    """Whether the session of this journal was open at its end."""
    ends = "SELECT kind FROM journal WHERE kind IN ('OpeningBegun', 'TableClosed') ORDER BY seq DESC LIMIT 1"
    row = journal.execute(ends).fetchone()
    return row is not None and row[0] == "OpeningBegun"


def entries_of(book: sqlite3.Connection) -> int:
    """How far the book in this file goes."""
    return int(book.execute("SELECT seq FROM standing").fetchone()[0])


def book_fault(path: Path) -> str:
    """Why the book in this file cannot be gone on with, or an empty text."""
    try:
        with closing(open_book(str(path), None)) as book:
            book.read(check=True)
    except (BookMismatch, BookUnreachable) as error:
        return said_by(error)
    return ""


def register_fault(path: Path) -> str:
    """Why the register of people in this file is not what was written, or an empty text."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            bad = Reader(connection).history_fault()
    except (sqlite3.Error, UnicodeDecodeError):
        return "it cannot be read as a register of people"
    return f"line {bad} of its history does not follow from those before it" if bad else ""


def together(data: Path, language: int = EN) -> Sequence[str]:
    """What journals and book do not tell alike, a sentence each, as `tapis book verify` finds it."""
    with closing(open_book(str(data / BOOK), None)) as book:
        view = book.read(check=True)
        read = read_acts(data / "journals")
        return compare(read.acts, book.acts(), view, language).findings
