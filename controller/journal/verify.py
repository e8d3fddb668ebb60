"""Verifying journals without their master key: a file, a directory of sessions, what witnesses saw.

A chain alone shows every partial change. Whoever rewrites all rows after a point makes a chain that
holds: only a head kept elsewhere (a witness, the first row of the next session) shows that.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from controller.journal.audit import Audit
from controller.journal.chain import (
    NOT_A_JOURNAL,
    ZEROS,
    JournalDamaged,
    JournalNewer,
    NewerFormat,
    NotAJournal,
    Opening,
    Row,
    opened_by,
    opening_of,
)
from controller.journal.codec import Codec
from controller.journal.faults import faulty
from controller.journal.file import (
    UNREADABLE,
    connect_reader,
    has_journal,
    is_journal,
    no_journal,
    schema_fault,
    was_journal,
    why_unreadable,
)
from controller.journal.heads import (
    HEADS_SUFFIX,
    HeadRefused,
    SignedHead,
    heads_fault,
    heads_path,
    read_heads,
)
from controller.journal.held_by_others import Holdings, compared
from controller.journal.reading import CODEC, checked_rows
from controller.journal.report import FileReport, Report
from controller.journal.trust import NO_KEYS, Keys, knows
from controller.journal.witness import Aside, Witness
from controller.told import at_place, said_by, together

MANY_BYTES: Final = 32 * 1024 * 1024
"""From so much on the journals of a directory are read by several processes: a signed head takes as long as
thirty entries to check, and threads of one process check one at a time."""
_NAMED: Final = re.compile(r"(.+)-(\d{6})\.journal", re.ASCII).fullmatch
_BESIDE: Final = ("-wal", "-shm", "-journal", ".lock", ".new", HEADS_SUFFIX)


def verify(
    path: str | os.PathLike[str],
    *,
    witnesses: Sequence[Witness] = (),
    keys: Keys = NO_KEYS,
    codec: Codec = CODEC,
    asides: Sequence[Aside] = (),
) -> Report:
    """What holds and what does not, of one journal or of all in a directory.

    Where `keys` are named every head is signed by one of its table, and every entry lies under such a head or
    one that was witnessed; in a directory a session lies under the heads of the next one, too.

    In a directory every session of a table is the successor of the one before it. The first one there
    may follow a session kept elsewhere only if a witness has that session's head. The journals there are
    held against the heads that those of other tables have of them (`controller.journal.held_by_others`), but
    for what two persons set aside at the witness (`asides`).

    Raises:
        NotAJournal: no such file, no journal, or a directory without any.
    """
    place = Path(path)
    if not place.is_dir():
        known, seen = _read(place, codec, witnesses, keys, among_journals=False)
        faults = tuple(_unseen(witnesses, [known], seen, alone=True))
        reports = _witnessed(_unsigned([known], keys), witnesses)
        return Report(tuple(reports), faults, bool(keys or witnesses))
    found = sorted(one for one in place.iterdir() if one.is_file() and not one.name.endswith(_BESIDE))
    journals = [one for one in found if is_journal(one)]
    if not journals:
        raise NotAJournal(at_place(place, faulty("no_journal_directory")))
    holdings = Holdings()  # read first: a journal that goes on meanwhile is never behind what others hold
    for one in journals:
        holdings.read(one, codec)
    reports, seen = [], set()
    for report, seen_here in _read_all(journals, codec, witnesses, keys):
        reports.append(report)
        seen |= seen_here
    reports.sort(key=lambda one: (one.table, one.session, one.file))
    reports = _linked(reports, {one.hash for one in witnesses})
    faults, whose = tuple(_unseen(witnesses, reports, seen, alone=False)), bool(keys or witnesses)
    named = [(place / one.file, one) for one in reports]
    others = compared(named, holdings, keys, asides, whole=whose)
    reports = _witnessed(_unsigned(reports, keys), witnesses)
    return Report(tuple(reports), (*faults, *others.faults), whose, others)


def verify_rows(
    name: str,
    rows: Iterable[Row],
    *,
    witnesses: Sequence[Witness] = (),
    heads: Sequence[SignedHead] = (),
    keys: Keys = NO_KEYS,
    codec: Codec = CODEC,
) -> Report:
    """As `verify` of one file, of rows and signed heads that were read already."""
    known, seen = _walk(FileReport(name), rows, codec, witnesses, _Signed(heads, keys))
    faults = tuple(_unseen(witnesses, [known], seen, alone=True))
    reports = _witnessed(_unsigned([known], keys), witnesses)
    return Report(tuple(reports), faults, bool(keys or witnesses))


class Followed(NamedTuple):
    """One journal, read from its first entry to its last; heads are taken whoever signed them.

    `signed_to` and `witnessed_to` are the last entries that a head beside it, and one of a witness, binds;
    `unseen` is what the witness saw of this session and is not there.
    """

    report: FileReport
    signed_to: int
    witnessed_to: int
    unseen: tuple[str, ...]


def follow(path: Path, witnesses: Sequence[Witness], each: Callable[[Row], None]) -> Followed:
    """As `verify` of one file, each row of which is handed on once it is known to hold.

    Whose keys signed the heads is in the report, for the caller to say whom he knows. `each` may raise
    `JournalDamaged` for a row that it cannot read.
    """
    signed = _signed_beside(path, NO_KEYS)
    report, seen = _read_one(path, witnesses, NO_KEYS, signed, each)
    faults = tuple(_unseen(witnesses, [report], seen, alone=True)) if report.table else ()
    return Followed(report, signed.bound, max((one.seq for one in seen), default=0), faults)


def _unsigned(reports: Sequence[FileReport], keys: Keys) -> Iterator[FileReport]:
    """The reports; where keys were named, an entry that no head binds is a fault."""
    for one, after in zip(reports, [*reports[1:], None], strict=True):
        followed = after is not None and after.ok and (after.table, after.previous) == (one.table, one.head)
        if followed and after is not None and after.signed_to:
            one = replace(one, signed_to=one.entries)
        if keys and one.ok and one.unsigned_from:
            at = one.unsigned_from
            one = replace(one, first_bad_seq=at, why=faulty("not_signed_entry_on", seq=at))
        yield one


def _witnessed(reports: Iterable[FileReport], witnesses: Sequence[Witness]) -> list[FileReport]:
    """The reports, with how far a witness saw each: the head of a session binds all of the one before it."""
    told: list[FileReport] = []
    after: FileReport | None = None
    for one in reversed(list(reports)):
        by_next = (one.table, one.session + 1, one.head)
        bound = any((seen.table, seen.session, seen.previous) == by_next for seen in witnesses)
        if after is not None and after.witnessed_to:
            bound = bound or (after.table, after.session, after.previous) == by_next
        if bound and one.ok:
            one = replace(one, witnessed_to=one.entries)
        told.append(one)
        after = one
    return told[::-1]


def _read_all(
    journals: Sequence[Path], codec: Codec, witnesses: Sequence[Witness], keys: Keys
) -> Iterator[tuple[FileReport, set[Witness]]]:
    """Every file's report, in this order; by a process for each processor where that is worth it."""
    workers = min(os.cpu_count() or 1, len(journals))
    if workers > 1 and codec is CODEC and sum(one.stat().st_size for one in journals) >= MANY_BYTES:
        # Every table that starts verifies a few files in its own process, and needs none of this.
        from concurrent.futures import ProcessPoolExecutor
        from concurrent.futures.process import BrokenProcessPool
        from multiprocessing import get_context

        try:
            with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
                yield from list(pool.map(partial(_read_one, witnesses=witnesses, keys=keys), journals))
                return
        except BrokenProcessPool:  # a program that cannot be started again as a module reads them by itself
            pass
    yield from (_read(one, codec, witnesses, keys, among_journals=True) for one in journals)


def _read_one(
    place: Path,
    witnesses: Sequence[Witness],
    keys: Keys,
    signed: _Signed | None = None,
    each: Callable[[Row], None] | None = None,
) -> tuple[FileReport, set[Witness]]:
    return _read(place, CODEC, witnesses, keys, among_journals=True, signed=signed, each=each)


def _read(
    place: Path,
    codec: Codec,
    witnesses: Sequence[Witness],
    keys: Keys,
    *,
    among_journals: bool,
    signed: _Signed | None = None,
    each: Callable[[Row], None] | None = None,
) -> tuple[FileReport, set[Witness]]:
    """The report of one file, and the witnesses that it bears out.

    A file that cannot be opened is a damaged journal if it lies as one `among_journals`, or still holds
    the text of a journal's table.
    """
    report = FileReport(place.name)
    # Before its rows: where the table goes on meanwhile, all that these heads name is there.
    signed = signed or _signed_beside(place, keys)
    try:
        with closing(connect_reader(place)) as conn:
            if not has_journal(conn):
                raise no_journal(place, conn)
            report, seen = _walk(report, conn, codec, witnesses, signed, each)
            faults = (report.why, _name_fault(place.name, report), schema_fault(conn))
            return replace(report, why=together(faults)), seen
    except (NotAJournal, *UNREADABLE) as error:
        if among_journals or was_journal(place):
            why, newer = faulty("unread", why=why_unreadable(error)), isinstance(error, NewerFormat)
            return replace(report, first_bad_seq=1, why=why, newer=newer), set()
        if isinstance(error, NotAJournal):
            raise
        raise NotAJournal(at_place(place, NOT_A_JOURNAL)) from None


def _walk(
    report: FileReport,
    source: sqlite3.Connection | Iterable[Row],
    codec: Codec,
    witnesses: Sequence[Witness],
    signed: _Signed,
    each: Callable[[Row], None] | None = None,
) -> tuple[FileReport, set[Witness]]:
    row: Row | None = None
    wanted: dict[int, list[Witness]] = {}
    seen: set[Witness] = set()
    bad_seq, why, newer = 0, "", False
    audit: _Audited | None = None
    try:
        rows = checked_rows(source, codec)
        row = Row(*next(rows))
        report = signed.of(_opened(report, row), opening_of(row))
        for witness in witnesses:
            if witness.journal_id == row.hash:
                wanted.setdefault(witness.seq, []).append(witness)
        audit = _Audited(opening_of(row))
        seen |= {one for one in wanted.get(1, ()) if one.hash == row.hash}
        marked = wanted.keys() | signed.expected.keys()
        signed.check(row[0], row[5])
        each = each or (lambda row: None)
        each(row)
        for row in rows:
            audit.check(row)
            each(Row(*row))
            if row[0] in marked:
                seen |= {one for one in wanted.get(row[0], ()) if one.hash == row[5]}
                signed.check(row[0], row[5])
    except JournalDamaged as damage:
        bad_seq, why = damage.seq, said_by(damage)
        newer = isinstance(damage, JournalNewer)
    if row is not None:
        report = replace(report, entries=row[0], head=row[5])
    if audit is not None and audit.bad_seq:
        newer = audit.newer
        bad_seq, why = audit.bad_seq, together((audit.why, why))
    bad_seq = bad_seq or signed.bad_seq
    why = together((why, signed.fault(report.entries)))
    kept = max((one.seq for one in seen), default=0) if witnesses else None
    bound = max(signed.bound, kept or 0)
    told = replace(report, signed_to=bound, witnessed_to=kept)
    return replace(told, first_bad_seq=bad_seq, why=why, newer=newer), seen


def _name_fault(name: str, report: FileReport) -> str:
    """A file that is named as a session's holds that session: two tables' files were not exchanged."""
    named = _NAMED(name)
    if named is None or not report.table or (named[1], int(named[2])) == (report.table, report.session):
        return ""
    return faulty(
        "named_session_session",
        table=named[1],
        session=int(named[2]),
        table2=report.table,
        after=report.session,
    )


class _Audited:
    """An audit up to its first fault; the chain and the heads after it are looked at all the same."""

    def __init__(self, opening: Opening) -> None:
        self._audit: Audit | None = Audit(opening)
        self.why = _begun_fault(opening)
        self.bad_seq = 1 if self.why else 0
        self.newer = False

    def check(self, row: Row) -> None:
        """The row can follow those before it, or is the first that cannot."""
        if self._audit is not None:
            try:
                self._audit.check(row)
            except JournalDamaged as damage:
                self._audit = None
                self.newer = isinstance(damage, JournalNewer)
                self.bad_seq = self.bad_seq or damage.seq
                self.why = self.why or said_by(damage)


def _begun_fault(opening: Opening) -> str:
    """Why the first entry cannot be one: a table's first session follows none, and every other one does."""
    if bool(opening.previous) is (opening.session > 1):
        return ""
    key = "session_follows_session" if opening.previous else "session_follows_none"
    return faulty(key, session=opening.session)


def _signed_beside(place: Path, keys: Keys) -> _Signed:
    try:
        return _Signed(read_heads(heads_path(place)), keys)
    except HeadRefused as error:
        return _Signed((), keys, said_by(error))


class _Signed:
    """The heads that were signed beside a journal, held against its rows.

    Attributes:
        bound: the last entry so far that such a head names.
    """

    def __init__(self, heads: Sequence[SignedHead], keys: Keys, why: str = "") -> None:
        self.expected: dict[int, str] = {}
        self.bad_seq = self.bound = 0
        self._why = why
        self._heads = heads
        self._keys = keys

    def of(self, report: FileReport, opening: Opening) -> FileReport:
        """The report with the heads of its journal, which are expected from now on."""
        self._why = self._why or heads_fault(self._heads, opening, report.journal_id) or self._stranger()
        self.expected = {one.size: one.hash for one in self._heads}
        keys = tuple(sorted({one.key for one in self._heads}))
        return replace(report, signed_heads=len(self._heads), signed_by=keys)

    def _stranger(self) -> str:
        """The head by a key that nobody named as the table's, where keys were named."""
        for one in self._heads if self._keys else ():
            if not knows(self._keys, one.key, one.table):
                return faulty("head_entry_signed_key_nobody", seq=one.size, key=one.key)
        return ""

    def check(self, seq: int, hash_: str) -> None:
        """The row is the one whose head was signed, or the first that is not is remembered."""
        wanted = self.expected.get(seq)
        if wanted == hash_:
            self.bound = seq
        elif wanted is not None and not self.bad_seq:
            self.bad_seq = seq
            self._why = self._why or faulty("of_entry", seq=seq, said=faulty("not_whose_head_signed"))

    def fault(self, entries: int) -> str:
        """What is wrong with heads or journal, or nothing."""
        if self._why or not self._heads or self._heads[-1].size <= entries:
            return self._why
        return faulty("head_signed_entry_journal_ends", seq=self._heads[-1].size, end=entries)


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
        return faulty("session_before_not_here_no")
    if one.session == before.session:
        return faulty("same_session", file=before.file)
    if one.session != before.session + 1:
        return faulty("no_session_between_here", session=before.session, after=one.session)
    if one.previous != before.head:
        return faulty("does_not_follow_whose_head", file=before.file)
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
            key = "no_head_session_witnessed" if alone else "no_head_witnessed"
            yield faulty(key, table=table, session=session)
    for witness in witnesses:
        if witness in seen or witness.hash in before_these or _kept_elsewhere(witness, reports, alone):
            continue
        file = next((one.file for one in reports if one.journal_id == witness.journal_id), None)
        if file is None:
            yield faulty("journal_witnessed_entry_not_here", journal=witness.journal_id, seq=witness.seq)
        else:
            yield at_place(file, faulty("entry_not_witnessed", seq=witness.seq))


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
