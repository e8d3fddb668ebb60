"""A mirror: the journal of a session as a witness got it row by row, in a file of its own.

The file is like the table's, in schema and rows, and `journal verify`, the house and an inspector read it
as they read that. It is only ever added to, and only by what follows: each row is checked against all
before it, each signed head against its row, before either is written. What a table says later and does not
fit is refused; what was kept stays as it is.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from controller.host.disk import reason, sqlite_said
from controller.journal import file as files
from controller.journal.chain import (
    ZEROS,
    Head,
    JournalBroken,
    JournalDamaged,
    JournalError,
    JournalTaken,
    Opening,
    Row,
    opening_of,
)
from controller.journal.faults import faulty
from controller.journal.field_codec import Unreadable
from controller.journal.heads import HeadRefused, SignedHead, heads_fault, heads_path, parse_head
from controller.journal.reading import CODEC, Commitments, row_holds
from controller.journal.seal import sync_folder
from controller.journal.witness_refusals import REFUSED_SUFFIX
from controller.journal.writer import created
from controller.told import at_place, said_by

_HELD: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_DISK: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
"""What says nothing of the rows that are kept: the machine of the witness cannot write them on now."""
_HASH: Final = re.compile(r"[0-9a-f]{64}", re.ASCII).fullmatch


class Contradiction(JournalError):
    """What a table says is not what it said before, or does not hold in itself.

    Attributes:
        session, seq: where; `seq` 0 when it is of no single entry.
        why: one sentence.
        said: what came, as text, for whoever looks into it.
    """

    def __init__(self, session: int, seq: int, why: str, said: str = "") -> None:
        key = "entry_of_session" if seq else "of_session"
        super().__init__(faulty(key, session=session, seq=seq, said=why))
        self.session, self.seq, self.why, self.said = session, seq, why, said


class Mirror:
    """The mirror of one session, open for appending; `begin` and `open` make one.

    Attributes:
        opening: what the first row binds.
        journal_id: hash of the first row.
        head: number and hash of the last row that is kept.
        signed_bytes: how much of the table's file of signed heads is kept beside it.
    """

    def __init__(self, path: Path, conn: sqlite3.Connection, *, durable: bool = True) -> None:
        self.path = path
        self._conn = conn
        self._durable = durable
        self._commitments = Commitments(CODEC)
        rows = (Row(*row) for row in conn.execute(files.SELECT))
        first = next(rows, None)
        if first is None:
            raise JournalDamaged(1, faulty("first_entry_missing"))
        self.head = Head(0, "")
        self._check([first])
        self.opening = _opening(first)
        self.journal_id = first.hash
        self._check(rows)
        fault = files.schema_fault(conn)
        if fault:
            raise JournalDamaged(0, fault)
        files.forbid_all_but_appending(conn)
        self.signed_bytes, self._signed = self._kept_heads()

    @classmethod
    def begin(cls, path: Path, first: Row, table: str, session: int, *, durable: bool = True) -> Mirror:
        """A mirror of one row, durably: after a crash it is there whole or not at all.

        Raises:
            Contradiction: the row is not the first of that session of that table.
            JournalBroken: the file cannot be written.
        """
        try:
            why = _no_first(first, table, session)
        except JournalError as error:
            why = said_by(error)
        if why:
            raise Contradiction(session, 1, why, repr(tuple(first)))
        return cls._over(path, created(path, first, durable), durable)

    @classmethod
    def open(cls, path: Path, *, durable: bool = True) -> Mirror:
        """A mirror that was kept before, wholly verified, to be gone on with.

        Raises:
            NotAJournal, JournalDamaged: what was kept here does not hold.
            JournalTaken: somebody who reads it holds it for so long.
            JournalBroken: it cannot be written.
        """
        try:
            with closing(files.connect_reader(path)):  # no file is made, no foreign one changed
                pass
            return cls._over(path, files.connect_writer(path, durable=durable), durable)
        except files.UNREADABLE as error:
            why = sqlite_said(error)
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            if code in _HELD:
                raise JournalTaken(at_place(path, faulty("mirror_unwritten", why=why))) from None
            if code in _DISK:
                raise JournalBroken(
                    at_place(path, faulty("mirror_unwritten", why=why)), reason(error)
                ) from error
            raise JournalDamaged(0, at_place(path, faulty("unread", why=why))) from None

    @classmethod
    def _over(cls, path: Path, conn: sqlite3.Connection, durable: bool) -> Mirror:
        try:
            return cls(path, conn, durable=durable)
        except BaseException:
            conn.close()
            raise

    def take(self, rows: Sequence[Row]) -> None:
        """The rows follow what is kept, and are kept: all that hold before the first that does not.

        Raises:
            Contradiction: a row that does not hold; those before it are kept.
            JournalBroken: they could not be written.
        """
        before, good = self.head, len(rows)
        refused: Contradiction | None = None
        try:
            self._check(rows)
        except JournalDamaged as damage:
            good = self.head.seq - before.seq
            said = repr(tuple(rows[good]))[: files.VALUE_MAX]
            refused = Contradiction(self.opening.session, damage.seq, damage.why, said)
        try:
            if good:
                self._conn.execute("BEGIN IMMEDIATE")
                self._conn.executemany(files.INSERT, rows[:good])
                self._conn.execute("COMMIT")
        except sqlite3.Error as error:
            if self._conn.in_transaction:
                with suppress(sqlite3.Error):
                    self._conn.execute("ROLLBACK")
            why = faulty("mirror_unwritten", why=sqlite_said(error))
            raise JournalBroken(at_place(self.path, why)) from error
        if refused is not None:
            raise refused

    def take_heads(self, text: str, keys: Collection[str]) -> int:
        """The signed heads on these lines, up to the first whose row is not kept yet, are kept too.

        Returns how many. `keys` are those that the table may sign with.

        Raises:
            Contradiction: one is not signed by them, is of another journal, or of another row than is kept.
            JournalBroken: they could not be written.
        """
        kept: list[str] = []
        try:
            for line in text.split("\n")[:-1]:
                try:
                    head = parse_head(line)
                except HeadRefused as error:
                    raise Contradiction(self.opening.session, 0, said_by(error), line) from None
                if head.size > self.head.seq:
                    break
                self.bears(head, keys, after=self._signed)
                kept.append(line)
                self._signed = head
        finally:
            if kept:
                self._write_heads("".join(f"{line}\n" for line in kept).encode("ascii"))
        return len(kept)

    def bears(self, head: SignedHead, keys: Collection[str], after: SignedHead | None = None) -> None:
        """The signed head is of this journal, at a row that is kept, and no step back from the one `after`.

        Raises:
            Contradiction: it is not.
        """
        why = "" if head.key in keys else faulty("unknown_key", key=head.key)
        before = [after] if after is not None else []
        why = why or heads_fault([*before, head], self.opening, self.journal_id)
        if not why and self.hash_at(head.size) != head.hash:
            why = faulty("other_head")
        if why:
            raise Contradiction(self.opening.session, head.size, why, head.line)

    def hash_at(self, seq: int) -> str:
        """The hash of this row; empty when it is not kept."""
        row = self._conn.execute("SELECT hash FROM journal WHERE seq = ?", (seq,)).fetchone()
        return str(row[0]) if row is not None else ""

    def close(self) -> None:
        """The file is in one piece, without a log beside it unless somebody still reads it."""
        files.close_writer(self._conn)

    def _check(self, rows: Iterable[Row]) -> None:
        """Each row holds after the one before it, and the head is the last that does.

        Raises:
            JournalDamaged: the first that does not.
        """
        for row in rows:
            expected = self.head.seq + 1
            if row.seq != expected:
                raise JournalDamaged(expected, faulty("entry_missing_there_instead", seq=row.seq))
            why = row_holds(row, self.head.hash, self._commitments)
            if why:
                raise JournalDamaged(expected, why)
            self.head = Head(row.seq, row.hash)

    def _kept_heads(self) -> tuple[int, SignedHead | None]:
        """How many bytes of signed heads are kept, and the last of them; half a line of a crash goes."""
        path = heads_path(self.path)
        if not path.exists():
            return 0, None
        with path.open("r+b") as file:
            data = file.read()
            whole = data.rfind(b"\n") + 1
            if whole != len(data):
                file.truncate(whole)
        last = data[:whole].rstrip(b"\n").rpartition(b"\n")[2].decode("ascii", "replace")
        try:
            return whole, parse_head(last) if last else None
        except HeadRefused as error:
            raise JournalDamaged(0, at_place(path.name, said_by(error))) from None

    def _write_heads(self, data: bytes) -> None:
        path = heads_path(self.path)
        try:
            with path.open("ab") as file:
                file.write(data)
                file.flush()
                if self._durable:
                    os.fsync(file.fileno())
            if self._durable and not self.signed_bytes:
                sync_folder(path.parent)
        except OSError as error:
            said = at_place(path, faulty("heads_unwritten"))
            raise JournalBroken(said, reason(error)) from error
        self.signed_bytes += len(data)


def rows_told(told: Any) -> list[Row]:
    """The rows that a table told, each of the types that a row has.

    Raises:
        ValueError: it told something else.
    """
    if not isinstance(told, list):
        raise ValueError(faulty("no_rows"))
    rows = []
    for one in told:
        if not (isinstance(one, list) and tuple(map(type, one)) == (int, int, str, str, str, str)):
            raise ValueError(faulty("no_row"))
        rows.append(Row(*one))
    return rows


def kept_of(folder: Path, table: str) -> list[tuple[int, Path]]:
    """Every file that is kept of a session of this table, with the session's number, in order."""
    name = re.compile(rf"{re.escape(table)}-(\d{{6}}){re.escape(files.SUFFIX)}.*", re.ASCII)
    return sorted((int(one[1]), path) for path in folder.iterdir() if (one := name.fullmatch(path.name)))


def newest_kept(folder: Path, table: str) -> int:
    """The newest session of this table of which something lies here; 0 without any."""
    return max((session for session, _ in kept_of(folder, table)), default=0)


def put_aside(folder: Path, table: str, session: int, at_ms: int) -> list[Path]:
    """The mirrors of this session and later, and the note of refusals, lie in a folder of their own now.

    Raises:
        OSError: one cannot be moved.
    """
    aside = folder / f"aside-{at_ms}"
    aside.mkdir()
    late = [path for number, path in kept_of(folder, table) if number >= session]
    note = folder / f"{table}{REFUSED_SUFFIX}"
    moved = [path.rename(aside / path.name) for path in (*late, *([note] if note.exists() else []))]
    sync_folder(aside)
    sync_folder(folder)
    return moved


def previous_of(row: Row) -> str:
    """The last hash of the session before, as the first row of one tells it; empty for the first session."""
    return "" if row.prev_hash == ZEROS else row.prev_hash


def _no_first(row: Row, table: str, session: int) -> str:
    """Why this is not the first row of that session of that table, or nothing.

    Raises:
        JournalError: what it opens cannot be read.
    """
    if row.seq != 1 or not _HASH(row.prev_hash):
        return faulty("first_wanted")
    why = row_holds(row, "", Commitments(CODEC))
    if why:
        return why
    opening = _opening(row)
    same = (opening.table, opening.session) == (table, session)
    return "" if same else faulty("opens_other", session=opening.session, table=opening.table)


def _opening(row: Row) -> Opening:
    try:
        return opening_of(row)
    except Unreadable as error:
        raise JournalDamaged(1, said_by(error)) from None
