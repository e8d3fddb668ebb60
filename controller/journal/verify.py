"""Verifying journals without their master key: a file, a directory of sessions, what witnesses saw.

A chain alone shows every partial change. Whoever rewrites all rows after a point makes a chain that
holds: only a head kept elsewhere (a witness, the first row of the next session) shows that.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from controller.codec import Codec
from controller.journal.chain import (
    ZEROS,
    JournalDamaged,
    NotAJournal,
    Opening,
    Row,
    opened_by,
    opening_of,
)
from controller.journal.file import (
    UNREADABLE,
    connect_reader,
    has_journal,
    is_journal,
    schema_fault,
    was_journal,
)
from controller.journal.heads import (
    HEADS_SUFFIX,
    HeadRefused,
    SignedHead,
    heads_fault,
    heads_path,
    read_heads,
)
from controller.journal.reading import CODEC, checked_rows
from controller.journal.witness import Witness

MANY_BYTES: Final = 32 * 1024 * 1024
"""From so much on the journals of a directory are read by several processes: a signed head takes as long as
thirty entries to check, and threads of one process check one at a time."""
_BESIDE: Final = ("-wal", "-shm", "-journal", ".lock", ".new", HEADS_SUFFIX)


@dataclass(frozen=True, slots=True)
class FileReport:
    """One journal. Without a fault `why` is empty; `first_bad_seq` is 0 when every row holds.

    `signed_heads` counts the heads beside it, `signed_by` are the public keys that signed them.
    """

    file: str
    table: str = ""
    session: int = 0
    simulated: bool = False
    journal_id: str = ""
    previous: str = ""
    entries: int = 0
    head: str = ""
    first_bad_seq: int = 0
    why: str = ""
    signed_heads: int = 0
    signed_by: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Everything about this file holds."""
        return not self.why


@dataclass(frozen=True, slots=True)
class Report:
    """All journals looked at, and what is wrong with them together (`faults`)."""

    files: tuple[FileReport, ...]
    faults: tuple[str, ...] = field(default=())

    @property
    def ok(self) -> bool:
        """Every file holds, and all of them together."""
        return not self.faults and all(one.ok for one in self.files)

    @property
    def entries(self) -> int:
        """Rows that hold."""
        return sum(one.entries for one in self.files)

    @property
    def heads(self) -> dict[str, str]:
        """The last hash of each table's last session."""
        return {one.table: one.head for one in self.files if one.table}

    @property
    def head(self) -> str:
        """The last hash, when all files are of one table; else empty."""
        heads = self.heads
        return next(iter(heads.values())) if len(heads) == 1 else ""

    def as_json(self) -> dict[str, Any]:
        """The report as one JSON object."""
        rows = [
            {
                **asdict(one),
                "ok": one.ok,
                "first_bad_seq": one.first_bad_seq or None,
                "why": one.why or None,
            }
            for one in self.files
        ]
        return {
            "ok": self.ok,
            "entries": self.entries,
            "head": self.head or None,
            "heads": self.heads,
            "faults": list(self.faults),
            "files": rows,
        }


def verify(
    path: str | os.PathLike[str], *, witnesses: Sequence[Witness] = (), codec: Codec = CODEC
) -> Report:
    """What holds and what does not, of one journal or of all in a directory.

    In a directory every session of a table is the successor of the one before it. The first one there
    may follow a session kept elsewhere only if a witness has that session's head.

    Raises:
        NotAJournal: no such file, no journal, or a directory without any.
    """
    place = Path(path)
    if not place.is_dir():
        known, seen = _read(place, codec, witnesses, among_journals=False)
        return Report((known,), tuple(_unseen(witnesses, [known], seen, alone=True)))
    found = sorted(one for one in place.iterdir() if one.is_file() and not one.name.endswith(_BESIDE))
    journals = [one for one in found if is_journal(one)]
    if not journals:
        raise NotAJournal(f"{place}: no journal in this directory")
    reports, seen = [], set()
    for report, seen_here in _read_all(journals, codec, witnesses):
        reports.append(report)
        seen |= seen_here
    reports.sort(key=lambda one: (one.table, one.session, one.file))
    reports = _linked(reports, {one.hash for one in witnesses})
    return Report(tuple(reports), tuple(_unseen(witnesses, reports, seen, alone=False)))


def verify_rows(
    name: str, rows: Iterable[Row], *, witnesses: Sequence[Witness] = (), codec: Codec = CODEC
) -> Report:
    """As `verify` of one file, of rows that were read already; no signed heads lie beside them."""
    known, seen = _walk(FileReport(name), rows, codec, witnesses, _Signed())
    return Report((known,), tuple(_unseen(witnesses, [known], seen, alone=True)))


def _read_all(
    journals: Sequence[Path], codec: Codec, witnesses: Sequence[Witness]
) -> Iterator[tuple[FileReport, set[Witness]]]:
    """Every file's report, in this order; by a process for each processor where that is worth it."""
    workers = min(os.cpu_count() or 1, len(journals))
    if workers > 1 and codec is CODEC and sum(one.stat().st_size for one in journals) >= MANY_BYTES:
        try:
            with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
                yield from list(pool.map(partial(_read_one, witnesses=witnesses), journals))
                return
        except BrokenProcessPool:  # a program that cannot be started again as a module reads them by itself
            pass
    yield from (_read(one, codec, witnesses, among_journals=True) for one in journals)


def _read_one(place: Path, witnesses: Sequence[Witness]) -> tuple[FileReport, set[Witness]]:
    return _read(place, CODEC, witnesses, among_journals=True)


def _read(
    place: Path, codec: Codec, witnesses: Sequence[Witness], *, among_journals: bool
) -> tuple[FileReport, set[Witness]]:
    """The report of one file, and the witnesses that it bears out.

    A file that cannot be opened is a damaged journal if it lies as one `among_journals`, or still holds
    the text of a journal's table.
    """
    report = FileReport(place.name)
    try:
        with closing(connect_reader(place)) as conn:
            if not has_journal(conn):
                raise NotAJournal(f"{place}: not a journal")
            report, seen = _walk(report, conn, codec, witnesses, _Signed(heads_path(place)))
            fault = schema_fault(conn)
            return replace(report, why="; ".join(one for one in (report.why, fault) if one)), seen
    except (NotAJournal, *UNREADABLE) as error:
        if among_journals or was_journal(place):
            return replace(report, first_bad_seq=1, why=f"cannot be read: {error}"), set()
        why = str(error) if isinstance(error, NotAJournal) else f"{place}: not a journal"
        raise NotAJournal(why) from None


def _walk(
    report: FileReport,
    source: sqlite3.Connection | Iterable[Row],
    codec: Codec,
    witnesses: Sequence[Witness],
    signed: _Signed,
) -> tuple[FileReport, set[Witness]]:
    row: Row | None = None
    wanted: dict[int, list[Witness]] = {}
    seen: set[Witness] = set()
    bad_seq, why = 0, ""
    try:
        rows = checked_rows(source, codec)
        row = Row(*next(rows))
        report = signed.of(_opened(report, row), opening_of(row))
        for witness in witnesses:
            if witness.journal_id == row.hash:
                wanted.setdefault(witness.seq, []).append(witness)
        seen |= {one for one in wanted.get(1, ()) if one.hash == row.hash}
        marked = wanted.keys() | signed.expected.keys()
        signed.check(row[0], row[5])
        for row in rows:
            if row[0] in marked:
                seen |= {one for one in wanted.get(row[0], ()) if one.hash == row[5]}
                signed.check(row[0], row[5])
    except JournalDamaged as damage:
        bad_seq, why = damage.seq, str(damage)
    if row is not None:
        report = replace(report, entries=row[0], head=row[5])
    bad_seq = bad_seq or signed.bad_seq
    why = "; ".join(one for one in (why, signed.fault(report.entries)) if one)
    return replace(report, first_bad_seq=bad_seq, why=why), seen


class _Signed:
    """The heads that were signed beside a journal, held against its rows."""

    def __init__(self, path: Path | None = None) -> None:
        self.expected: dict[int, str] = {}
        self.bad_seq = 0
        self._why = ""
        self._heads: tuple[SignedHead, ...] = ()
        try:
            self._heads = read_heads(path) if path is not None else ()
        except HeadRefused as error:
            self._why = str(error)

    def of(self, report: FileReport, opening: Opening) -> FileReport:
        """The report with the heads of its journal, which are expected from now on."""
        self._why = self._why or heads_fault(self._heads, opening, report.journal_id)
        self.expected = {one.size: one.hash for one in self._heads}
        keys = tuple(sorted({one.key for one in self._heads}))
        return replace(report, signed_heads=len(self._heads), signed_by=keys)

    def check(self, seq: int, hash_: str) -> None:
        """The row is the one whose head was signed, or the first that is not is remembered."""
        if self.expected.get(seq, hash_) != hash_ and not self.bad_seq:
            self.bad_seq = seq
            self._why = self._why or f"entry {seq}: it is not the one whose head was signed"

    def fault(self, entries: int) -> str:
        """What is wrong with heads or journal, or nothing."""
        if self._why or not self._heads or self._heads[-1].size <= entries:
            return self._why
        return f"a head was signed at entry {self._heads[-1].size}, and the journal ends at {entries}"


def _opened(report: FileReport, first: Row) -> FileReport:
    opened = opened_by(first)
    return replace(
        report,
        table=opened.table,
        session=opened.session,
        simulated=opened.simulated,
        journal_id=first.hash,
        previous="" if first.prev_hash == ZEROS else first.prev_hash,
    )


def _linked(reports: Iterable[FileReport], heads_elsewhere: set[str]) -> list[FileReport]:
    """The reports, with the fault of each session that does not follow the one before it."""
    linked: list[FileReport] = []
    before: FileReport | None = None
    for one in reports:
        if not one.table:  # its first row cannot be read: it has its fault already
            linked.append(one)
            continue
        follows = before if before is not None and before.table == one.table else None
        fault = _succession_fault(one, follows, heads_elsewhere)
        if fault and one.ok:
            one = replace(one, first_bad_seq=1, why=fault)
        linked.append(one)
        before = one
    return linked


def _succession_fault(one: FileReport, before: FileReport | None, heads_elsewhere: set[str]) -> str:
    if before is None:
        if not one.previous or one.previous in heads_elsewhere:
            return ""
        return "the session before it is not here, and no witness has its head"
    if one.session == before.session:
        return f"the same session as {before.file}"
    if one.session != before.session + 1:
        return f"no session between {before.session} and {one.session} is here"
    if one.previous != before.head:
        return f"does not follow {before.file}, whose head is another"
    return ""


def _unseen(
    witnesses: Sequence[Witness], reports: Sequence[FileReport], seen: set[Witness], *, alone: bool
) -> Iterable[str]:
    """What witnesses saw and no journal here has."""
    before_these = {one.previous for one in reports}
    known = {(one.table, one.session if alone else 0) for one in reports if one.table}
    vouched = {(one.table, one.session if alone else 0) for one in witnesses}
    if any(one.table for one in witnesses):
        for table, session in sorted(known - vouched):
            yield f"no head of {table}{f', session {session}' if alone else ''} was witnessed"
    for witness in witnesses:
        if witness in seen or witness.hash in before_these or _kept_elsewhere(witness, reports, alone):
            continue
        file = next((one.file for one in reports if one.journal_id == witness.journal_id), None)
        if file is None:
            yield f"journal {witness.journal_id} was witnessed at entry {witness.seq} and is not here"
        else:
            yield f"{file}: entry {witness.seq} is not the one that was witnessed"


def _kept_elsewhere(witness: Witness, reports: Sequence[FileReport], alone: bool) -> bool:
    """Whether the witness speaks of a table, or of a session before the first here, that is not asked about.

    Of a single file it is asked for that session alone.
    """
    if not witness.table:
        return False
    sessions = [one.session for one in reports if one.table == witness.table]
    if not sessions:
        return any(one.table for one in reports)
    return witness.session < min(sessions) or (alone and witness.session > max(sessions))
