"""The journal of one session: opened, appended to by steps, read again at recovery."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from controller.game.events import Entry, Event
from controller.host.disk import reason, sqlite_said
from controller.journal import file as files
from controller.journal.chain import (
    Head,
    JournalBroken,
    JournalDamaged,
    JournalExists,
    JournalNewer,
    NotAJournal,
    Opening,
    Row,
    WrongMaster,
    link,
    opened_by,
    opening_of,
    opening_row,
)
from controller.journal.codec import Codec
from controller.journal.faults import faulty
from controller.journal.field_codec import Unknown, Unreadable
from controller.journal.reading import CODEC, checked_rows, revealed
from controller.journal.rows import Rows, RowsInMemory, RowsOnDisk
from controller.journal.seal import LostKeys, SealBroken, Sealer, fingerprint, sync_folder
from controller.told import at_place, said_by

MEMORY = ":memory:"
Crash = Callable[[str], None]
"""Called at `before_begin`, `before_commit` and `after_commit` of every step, for tests that kill."""


def no_crash(point: str) -> None:
    """Nothing happens at this point."""


class Journal:
    """A journal that is open for appending; `create` and `open` make one.

    One thread uses it at a time, and no other process writes the file while it is open.

    Attributes:
        opening: what the first row binds.
        journal_id: hash of the first row.
        opened_ms: time of the first row.
        sealer: the keys of this session.
        head: number and hash of the last row.
    """

    def __init__(
        self,
        rows: Rows,
        first: Row,
        head: Head,
        sealer: Sealer,
        codec: Codec,
        crash: Crash,
    ) -> None:
        self._rows = rows
        self._codec = codec
        self._crash = crash
        self._broken = self._why = ""
        self.opening = opening_of(first)
        self.journal_id = first.hash
        self.opened_ms = first.at_ms
        self.sealer = sealer
        self.head = head

    def __repr__(self) -> str:
        return f"Journal({self.opening.table}, session {self.opening.session}, entry {self.head.seq})"

    @classmethod
    def create(
        cls,
        path: str | os.PathLike[str],
        opening: Opening,
        *,
        at_ms: int,
        sealer_master: bytes,
        durable: bool = True,
        codec: Codec = CODEC,
        crash: Crash = no_crash,
    ) -> Journal:
        """A new journal with its first row, durably: after a crash it is there whole or not at all.

        Args:
            path: a file that does not exist, or `:memory:`.
            durable: False leaves the writing to the system's leisure: for simulated journals.
            codec: the events that can be written, by default those of the core.

        Raises:
            JournalExists: there is such a file.
            JournalTaken: another process is creating it.
            JournalBroken: it cannot be written.
        """
        first = opening_row(opening, at_ms, fingerprint(sealer_master))
        kept = first, Head(1, first.hash), Sealer(sealer_master, first.hash), codec, crash
        if path == MEMORY:
            return cls(RowsInMemory(first), *kept)
        lock = files.WriterLock(Path(path))
        try:
            conn = created(Path(path), first, durable)
        except BaseException:
            lock.release()
            raise
        files.forbid_all_but_appending(conn)
        return cls(RowsOnDisk(conn, lock), *kept)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        sealer_master: bytes | None,
        durable: bool = True,
        codec: Codec = CODEC,
        crash: Crash = no_crash,
    ) -> Journal:
        """An existing journal, wholly verified, to be gone on with.

        Without a master it is only read: a card that was never turned up is then told as some card of the
        pack that lay nowhere else, and none can be dealt.

        Raises:
            NotAJournal: no such file, or no journal that this version reads.
            JournalDamaged: it does not verify.
            JournalTaken: another process writes it.
            JournalBroken: its directory cannot be written.
            WrongMaster: it was sealed under another master.
        """
        lock = None
        try:
            with closing(files.connect_reader(path)) as reader:  # no file is made, no foreign one changed
                if not files.has_journal(reader):
                    raise NotAJournal(f"{path}: not a journal")
            lock = files.WriterLock(Path(path))
            conn = files.connect_writer(path, durable=durable)
            try:
                first, head = _verified(conn, codec)
                if sealer_master is None:
                    sealer: Sealer = LostKeys(revealed(checked_rows(conn, codec), codec))
                elif opened_by(first).master != fingerprint(sealer_master):
                    raise WrongMaster(at_place(path, faulty("other_master")))
                else:
                    sealer = Sealer(sealer_master, first.hash)
                files.forbid_all_but_appending(conn)
                return cls(RowsOnDisk(conn, lock), first, head, sealer, codec, crash)
            except BaseException:
                conn.close()
                raise
        except BaseException as error:
            if lock is not None:
                lock.release()
            if isinstance(error, files.UNREADABLE):
                raise JournalDamaged(0, f"{path}: cannot be read: {sqlite_said(error)}") from None
            raise

    @property
    def has_keys(self) -> bool:
        """Its cards can be sealed and opened."""
        return not isinstance(self.sealer, LostKeys)

    def append(self, events: Sequence[Event], at_ms: int) -> int:
        """All events of a step are durable, or none; the number of the last row is returned.

        Raises:
            JournalBroken: the step was not written, or nobody can tell; nothing is written any more.
            Unwritable: an event is not what its class says: nothing was written.
        """
        if self._broken:
            raise JournalBroken(self._broken, self._why)
        seq, previous = self.head
        rows = []
        for event in events:
            kind, body = self._codec.encode(event, self.sealer)
            seq += 1
            hash_ = link(previous, seq, at_ms, kind, body)
            rows.append(Row(seq, at_ms, kind, body, previous, hash_))
            previous = hash_
        if not rows:
            return seq
        crash = self._crash
        try:
            crash("before_begin")
            self._rows.begin(rows)
            crash("before_commit")
            self._rows.commit()
        except BaseException as error:
            self._break(error)
            raise
        crash("after_commit")
        self.head = Head(seq, previous)
        return seq

    def _break(self, error: BaseException) -> None:
        """Never again: after an error of the disk, what a second attempt writes is anybody's guess.

        Raises:
            JournalBroken: for an error of SQLite.
        """
        self._broken, self._why = f"the journal cannot be written: {_told(error)}", reason(error)
        self._rows.undo()
        if isinstance(error, sqlite3.Error):
            raise JournalBroken(self._broken, self._why) from error

    def events(self) -> Iterator[Entry]:
        """Every event from entry 2 on, verified again, cards that lie face down opened with the keys.

        Raises:
            JournalDamaged: the first entry that does not verify or cannot be read.
        """
        for row in checked_rows(self._rows.read(), self._codec):
            seq, at_ms, kind, body = row[:4]
            if seq > 1:
                try:
                    event = self._codec.decode(kind, body, self.sealer)
                except Unknown as error:
                    raise JournalNewer(seq, said_by(error)) from None
                except (Unreadable, SealBroken) as error:
                    raise JournalDamaged(seq, said_by(error)) from None
                yield Entry(seq, at_ms, event)

    def hashes(self, seqs: Iterable[int]) -> dict[int, str]:
        """The hashes of these rows; of those that are not there, none."""
        found: dict[int, str] = {}
        for seq in seqs:
            hash_ = self._rows.hash_of(seq)
            if hash_ is not None:
                found[seq] = hash_
        return found

    def close(self) -> None:
        """The file is left as one piece, without a log beside it unless somebody still reads it."""
        whole, self._broken = not self._broken, self._broken or "the journal is closed"
        self._rows.close(whole=whole)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _told(error: BaseException) -> str:
    """What kept it from being written, in our own words."""
    return (
        sqlite_said(error)
        if isinstance(error, sqlite3.Error)
        else os.strerror(getattr(error, "errno", 0) or 5)
    )


def _begun(path: Path, first: Row, *, durable: bool) -> sqlite3.Connection:
    """A connection to a new journal of one row."""
    try:
        conn = files.connect_writer(path, durable=durable)
        try:
            conn.execute("BEGIN IMMEDIATE")
            files.create_schema(conn)
            conn.execute(files.INSERT, first)
            conn.execute("COMMIT")
        except BaseException:
            conn.close()
            raise
    except sqlite3.Error as error:
        raise JournalBroken(f"the journal cannot be written: {_told(error)}", reason(error)) from error
    return conn


def _drop(draft: Path) -> None:
    """A journal that was begun and never got its name is gone, with what SQLite wrote beside it."""
    for beside in ("", "-wal", "-shm", "-journal"):
        draft.with_name(draft.name + beside).unlink(missing_ok=True)


def created(path: Path, first: Row, durable: bool) -> sqlite3.Connection:
    """A connection to a new journal, which got its name when its first row was in it."""
    if path.exists():
        raise JournalExists(at_place(path, faulty("exists")))
    draft = path.with_name(path.name + ".new")
    _drop(draft)
    try:
        files.close_writer(_begun(draft, first, durable=durable))
        if draft.with_name(f"{draft.name}-wal").exists():
            raise JournalBroken(faulty("unwritten", why=faulty("stays_beside")))
    except JournalBroken:
        with suppress(OSError):
            _drop(draft)  # on a full disk what was begun would lie there, and nobody would know what it is
        raise
    try:
        draft.rename(path)
        if durable:
            sync_folder(path.parent)
        return files.connect_writer(path, durable=durable)
    except (OSError, sqlite3.Error) as error:
        raise JournalBroken(f"the journal cannot be written: {_told(error)}", reason(error)) from error


def _verified(conn: sqlite3.Connection, codec: Codec) -> tuple[Row, Head]:
    """The first row and the head of a journal that holds from end to end."""
    rows = checked_rows(conn, codec)
    first = Row(*next(rows))
    head = Head(1, first.hash)
    for row in rows:
        head = Head(row[0], row[5])
    fault = files.schema_fault(conn)
    if fault:
        raise JournalDamaged(0, fault)
    return first, head
