"""Verifying journals without their master key: a file, a directory of sessions, what witnesses saw.

A chain alone shows every partial change. Whoever rewrites all rows after a point makes a chain that
holds: only a head kept elsewhere (a witness, the first row of the next session) shows that.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from controller.codec import Codec
from controller.journal.chain import (
    ZEROS,
    JournalDamaged,
    NotAJournal,
    Row,
    opened_by,
)
from controller.journal.file import (
    UNREADABLE,
    connect_reader,
    has_journal,
    is_journal,
    schema_fault,
    was_journal,
)
from controller.journal.reading import CODEC, checked_rows

WITNESS_LINES_MAX: Final = 1_000_000
_BESIDE: Final = ("-wal", "-shm", "-journal", ".lock", ".new")


class WitnessRefused(ValueError):
    """The file of witnessed heads cannot be used."""


class Witness(NamedTuple):
    """A head seen at some time outside of the machine: this journal had this row."""

    journal_id: str
    seq: int
    hash: str


@dataclass(frozen=True, slots=True)
class FileReport:
    """One journal. Without a fault `why` is empty; `first_bad_seq` is 0 when every row holds."""

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
        return Report((known,), tuple(_unseen(witnesses, [known], seen)))
    found = sorted(one for one in place.iterdir() if one.is_file() and not one.name.endswith(_BESIDE))
    journals = [one for one in found if is_journal(one)]
    if not journals:
        raise NotAJournal(f"{place}: no journal in this directory")
    reports, seen = [], set()
    for one in journals:
        report, seen_here = _read(one, codec, witnesses, among_journals=True)
        reports.append(report)
        seen |= seen_here
    reports.sort(key=lambda one: (one.table, one.session, one.file))
    reports = _linked(reports, {one.hash for one in witnesses})
    return Report(tuple(reports), tuple(_unseen(witnesses, reports, seen)))


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
            return _walk(report, conn, codec, witnesses)
    except (NotAJournal, *UNREADABLE) as error:
        if among_journals or was_journal(place):
            return replace(report, first_bad_seq=1, why=f"cannot be read: {error}"), set()
        why = str(error) if isinstance(error, NotAJournal) else f"{place}: not a journal"
        raise NotAJournal(why) from None


def _walk(
    report: FileReport, conn: sqlite3.Connection, codec: Codec, witnesses: Sequence[Witness]
) -> tuple[FileReport, set[Witness]]:
    row: Row | None = None
    wanted: dict[int, list[Witness]] = {}
    seen: set[Witness] = set()
    bad_seq, why = 0, ""
    try:
        rows = checked_rows(conn, codec)
        row = Row(*next(rows))
        report = _opened(report, row)
        for witness in witnesses:
            if witness.journal_id == row.hash:
                wanted.setdefault(witness.seq, []).append(witness)
        seen |= {one for one in wanted.get(1, ()) if one.hash == row.hash}
        for row in rows:
            if row[0] in wanted:
                seen |= {one for one in wanted[row[0]] if one.hash == row[5]}
    except JournalDamaged as damage:
        bad_seq, why = damage.seq, str(damage)
    if row is not None:
        report = replace(report, entries=row[0], head=row[5])
    fault = schema_fault(conn)
    why = "; ".join(one for one in (why, fault) if one)
    return replace(report, first_bad_seq=bad_seq, why=why), seen


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


def _unseen(witnesses: Sequence[Witness], reports: Sequence[FileReport], seen: set[Witness]) -> Iterable[str]:
    """What witnesses saw and no journal here has."""
    before_these = {one.previous for one in reports}
    for witness in witnesses:
        if witness in seen or witness.hash in before_these:
            continue
        file = next((one.file for one in reports if one.journal_id == witness.journal_id), None)
        if file is None:
            yield f"journal {witness.journal_id} was witnessed at entry {witness.seq} and is not here"
        else:
            yield f"{file}: entry {witness.seq} is not the one that was witnessed"


def read_witnesses(path: str | os.PathLike[str]) -> tuple[Witness, ...]:
    """The heads in a text file, a line `journal_id seq hash` each; blank lines and `#` lines are passed.

    Raises:
        WitnessRefused: the file cannot be read, or names the line that is not of this form.
    """
    found = []
    try:
        with open(path, encoding="ascii") as file:
            for number, line in enumerate(file, start=1):
                if number > WITNESS_LINES_MAX:
                    raise WitnessRefused(f"{path}: more than {WITNESS_LINES_MAX} lines")
                if line.strip() and not line.startswith("#"):
                    found.append(_witness(line, f"{path}, line {number}"))
    except (OSError, UnicodeDecodeError) as error:
        raise WitnessRefused(f"{path}: {getattr(error, 'strerror', None) or 'is not ASCII text'}") from None
    return tuple(found)


def _witness(line: str, where: str) -> Witness:
    parts = line.split()
    hexadecimal = set("0123456789abcdef")
    if len(parts) == 3:
        journal_id, seq, hash_ = parts[0].lower(), parts[1], parts[2].lower()
        hashes = all(len(one) == len(ZEROS) and set(one) <= hexadecimal for one in (journal_id, hash_))
        if hashes and seq.isdecimal() and len(seq) <= 18 and int(seq) > 0:
            return Witness(journal_id, int(seq), hash_)
    raise WitnessRefused(f"{where}: wanted `journal_id seq hash`, found {line.strip()[:80]!r}")
