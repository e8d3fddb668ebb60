"""Looking back at the journals of sessions that are closed: whether each is still what was written.

The table that starts reads its last session from end to end and no other: a year of them would hold its
opening up. The others are looked at beside the play, newest first: each at a glance (its length, its schema,
its first and last row, its last head, and that the next session follows it), then each wholly, as
`journal verify` does. Nothing of them is gone on with, so that what is found stops no play.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from controller.host.disk import sqlite_said
from controller.journal.chain import JournalError, Row, holds, opening_of
from controller.journal.field_codec import Unreadable
from controller.journal.file import SELECT, SUFFIX, UNREADABLE, connect_reader, schema_fault
from controller.journal.heads import HeadRefused, heads_path, read_heads, unproven_head
from controller.journal.verify import verify_rows

ROWS_AT_ONCE: Final = 200
"""So many rows are read without a pause: about two milliseconds."""
_LAST: Final = SELECT.replace("ORDER BY seq", "ORDER BY seq DESC LIMIT 1")
_FIRST: Final = f"{SELECT} LIMIT 1"
_HEADER: Final = 100
_LAST_LINE: Final = 1_000
"""Bytes: no signed head is longer."""

Pause = Callable[[], bool]
"""Gives way to the play for a moment; true when nobody wants to know any more."""


class ClosedFault(NamedTuple):
    """A closed session's journal that does not hold: its file, and why, for the technician."""

    file: Path
    why: str


class _NoLonger(Exception):
    """Nobody wants to know any more."""


def session_files(folder: Path, table: str) -> list[Path]:
    """The journals of a table, oldest first."""
    name = re.compile(re.escape(table) + r"-\d{6}" + re.escape(SUFFIX), re.ASCII)
    return sorted(path for path in folder.iterdir() if name.fullmatch(path.name))


def closed_faults(journal: Path, pause: Pause) -> Iterator[ClosedFault]:
    """What does not hold of the sessions before the one in this file, newest first; glances come first.

    Sessions that were copied away are no fault where all before them are gone as well.
    """
    table = journal.stem.rpartition("-")[0]
    try:
        files = [path for path in session_files(journal.parent, table) if path <= journal]
    except OSError:
        return
    sound, follows = [], _previous(journal)
    for path, after in zip(files[-2::-1], files[:0:-1], strict=True):
        if pause():
            return
        lost = _number(after) - _number(path) - 1
        if lost:
            gone = after.with_name(f"{table}-{_number(after) - 1:06d}{SUFFIX}")
            more = f", and {lost - 1} more before it" if lost > 1 else ""
            yield ClosedFault(gone, f"is missing{more}")
        why = glance(path, "" if lost else follows)
        follows = _previous(path) if not why else ""
        if why:
            yield ClosedFault(path, why)
        else:
            sound.append(path)
    for path in sound:
        try:
            why = _whole(path, pause)
        except _NoLonger:
            return
        if why:
            yield ClosedFault(path, why)


def glance(path: Path, followed_by: str = "") -> str:
    """Why this closed journal cannot be what was written, or an empty text; most rows are not read.

    `followed_by` is the last hash of this session as the next one tells it, empty where none does.
    """
    try:
        with path.open("rb") as file:
            begins = file.read(_HEADER)
        if not _whole_length(begins, path.stat().st_size):
            return "its length is not the one it was written with"
        with closing(connect_reader(path)) as conn:
            fault = str(schema_fault(conn))  # an event takes a bare text
            first, last = (conn.execute(one).fetchone() for one in (_FIRST, _LAST))
    except OSError:
        return "cannot be opened"
    except JournalError:
        return "not a journal"
    except UNREADABLE as error:
        return f"cannot be read: {sqlite_said(error)}"
    if fault or first is None:
        return fault or "the first entry is missing"
    return _rows_fault(path, Row(*first), Row(*last), followed_by)


def _rows_fault(path: Path, first: Row, last: Row, followed_by: str) -> str:
    for row in (first, last):
        if not holds(row):
            return f"entry {row.seq}: its hash is not that of its content"
    try:
        opening = opening_of(first)
    except (Unreadable, JournalError):
        return "its first entry cannot be read"
    if path.stem != f"{opening.table}-{opening.session:06d}":
        return f"it is of {opening.table}, session {opening.session}"
    if followed_by and last.hash != followed_by:
        return f"it ends at entry {last.seq}, and the next session follows another"
    return _head_fault(heads_path(path), last)


def _head_fault(path: Path, last: Row) -> str:
    """Why the last signed head is not that of the last row; a session without heads has none to hold."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - _LAST_LINE))
            line = file.read().rpartition(b"\n")[0].rpartition(b"\n")[2]
        head = unproven_head(line.decode("ascii", "replace"))
    except FileNotFoundError:
        return ""
    except OSError:
        return "its signed heads cannot be opened"
    except HeadRefused:
        return "its signed heads cannot be read"
    if head.size > last.seq:
        return f"a head was signed at entry {head.size}, and the journal ends at {last.seq}"
    agrees = head.size < last.seq or head.hash == last.hash
    return "" if agrees else f"entry {last.seq}: it is not the one whose head was signed"


def _whole(path: Path, pause: Pause) -> str:
    """Why the journal does not verify, or an empty text; read with a pause now and then."""
    try:
        heads = read_heads(heads_path(path))
        with closing(connect_reader(path)) as conn:
            report = verify_rows(path.name, _unhurried(conn.execute(SELECT), pause), heads=heads)
    except (HeadRefused, JournalError) as error:
        return str(error)
    except UNREADABLE as error:
        return f"cannot be read: {sqlite_said(error)}"
    # A session of a newer program, before a rollback: nothing is damaged that this one could see.
    return next((one.why for one in report.files if not one.ok and not one.newer), "")


def _unhurried(rows: Iterator[Row], pause: Pause) -> Iterator[Row]:
    for count, row in enumerate(rows):
        if count % ROWS_AT_ONCE == 0 and pause():
            raise _NoLonger
        yield row


def _whole_length(begins: bytes, size: int) -> bool:
    """Whether the file is as long as its header says, where that can be told (file format, section 1.3)."""
    page = int.from_bytes(begins[16:18])
    pages, tells = int.from_bytes(begins[28:32]), begins[24:28] == begins[92:96] and begins[18:19] == b"\x01"
    return not tells or size == (65_536 if page == 1 else page) * pages


def _previous(path: Path) -> str:
    """The last hash of the session before, as this journal's first row tells it; empty if it does not."""
    try:
        with closing(connect_reader(path)) as conn:
            row = conn.execute(_FIRST).fetchone()
    except (JournalError, *UNREADABLE):
        return ""
    return str(row[4]) if row is not None else ""


def _number(path: Path) -> int:
    return int(path.stem[-6:])
