"""The house: a folder of journals read into its store, a batch at a time, the oldest sessions first."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.house import store
from controller.house.at_address import open_store
from controller.house.fold import Fold, new_memory
from controller.house.following import (
    BATCH,
    Followed,
    Heard,
    NoJournalYet,
    Stopped,
    follow,
    next_heard,
    opening_row_of,
)
from controller.house.gathered import Gathered
from controller.house.readings import Readings
from controller.house.set_aside import SetAside
from controller.house.unread import Unreads
from controller.journal.chain import JournalDamaged, JournalError, Opening, Row
from controller.journal.file import SUFFIX, UNREADABLE, why_unreadable
from controller.journal.witness_refusals import refused_stamp
from controller.told import said_by

Stamp = tuple[tuple[int, int], ...]

LOOK_EVERY_S: Final = 60.0
_STATE: Final = ("minimum", "maximum", "jp1_stake")


@dataclass(slots=True)
class Tail:
    """A journal that is being read: its place in the store, how far, and what is remembered of it."""

    source: int
    followed: Followed
    fold: Fold
    stamp: Stamp = ()


class House:
    """The journals of some folders and the store of what they told.

    Args:
        folders: where the tables keep their journals.
        path: the store, as `open_store` takes it; made when it is not there.

    Attributes:
        changes: grows whenever the store has changed.
        settled: every journal has been read to its end since the store was opened, lost or emptied.
        unread: the journals that a fault of the program was met over; the others are read on.
        on_fault: who is told a line of each such fault. While nobody is, it ends the reading.
        copies: files that are a journal once more, by name, each with the table and the file that counts. A
            journal's id says which journal a file is, not the file's name: one that was renamed is the same.

    Raises:
        StoreLost: the store does not answer; so does everything that reads or writes it. The house goes on
            where the store says that it was, once it answers.
    """

    def __init__(self, folders: list[Path], path: str | Path) -> None:
        self.folders = folders
        self.db = open_store(path)
        try:
            aside = self.db.aside()
            self.aside, self.readings = SetAside(aside), Readings(aside)
        except BaseException:
            self.db.close()
            raise
        self.unread = Unreads()
        self.on_fault: Callable[[str], None] | None = None
        self.changes = 0
        self.settled = False
        self.copies: dict[str, tuple[str, str]] = {}
        self._tails: dict[Path, Tail] = {}
        self._refused: dict[Path, Stamp] = {}
        self._due: deque[Path] = deque()
        self._newest: list[Path] = []
        self._folders_ns: list[int] = []
        self._looked_s = 0.0
        self._contradicted: tuple[tuple[str, int], ...] = ()

    def close(self) -> None:
        """The store is closed."""
        self.db.close()
        self.aside.close()

    def rebuild(self) -> None:
        """The store is empty, and the next readings fill it from the first entries on."""
        self.forget()
        store.rebuild(self.db)
        self.changes += 1

    def forget(self) -> None:
        """Nothing is remembered of a journal but what the store says."""
        self.settled = False
        self._tails.clear()
        self._refused.clear()
        self.unread.forget()
        self._due.clear()
        self._folders_ns.clear()

    def files(self) -> list[Path]:
        """The journals of the folders."""
        return journals_in(self.folders)

    def update(self, rows_max: int = BATCH) -> int:
        """At most so many rows more are in the store; the number read, 0 when there is nothing new."""
        try:
            return self._update(rows_max)
        except store.StoreLost:
            self.forget()
            raise

    def _update(self, rows_max: int) -> int:
        if not self._due:
            self._look()
        while self._due:
            read = self._tried(self._due[0], rows_max)
            if read < rows_max:
                self._due.popleft()
                self.settled = self.settled or not self._due  # tables that play leave no pass without news
            if read:
                return read
        self.settled = True
        return 0

    def _tried(self, path: Path, rows_max: int) -> int:
        """As `_more`; a fault of the program over one journal leaves the others theirs."""
        try:
            read = self._more(path, rows_max)
        except store.StoreLost:
            raise
        except Exception as fault:
            if self.on_fault is None:
                raise
            self._faulty(path, fault, self.on_fault)
            return 0
        if read and self.unread.read(path):
            self.changes += 1
        return read

    def _faulty(self, path: Path, fault: Exception, say: Callable[[str], None]) -> None:
        """What is remembered of the journal may be half of a step: it is tried anew as the store has it."""
        self._tails.pop(path, None)
        self._refused[path] = _stamp(path)
        known = self._known(path)
        table, _, session = path.name.removesuffix(SUFFIX).rpartition("-")
        entry = known["entries"] if known is not None else 0
        line = self.unread.met(path, table, int(session) if session.isdecimal() else 0, entry, fault)
        if line:
            say(line)
            self.changes += 1

    def _look(self) -> None:
        """The journals that may have grown are due: each table's last, and all of them now and then.

        A house of some years has more sessions than can be looked at twice a second; only the last of each
        table grows. A new one shows itself by the time of its folder.
        """
        folders_ns = [_changed_ns(folder) for folder in self.folders]
        if folders_ns != self._folders_ns or time.monotonic() - self._looked_s >= LOOK_EVERY_S:
            self._folders_ns, self._looked_s = folders_ns, time.monotonic()
            files = self.files()
            self._newest = list({path.name.rpartition("-")[0]: path for path in files}.values())
            self._due.extend(files)
            for known in (self._tails, self._refused):
                for gone in known.keys() - set(files):
                    del known[gone]
            self.unread.keep(files)
            self._look_at_copies(files)
            contradicted = refused_stamp(self.folders)
            if contradicted != self._contradicted:
                self._contradicted = contradicted
                self.changes += 1
        else:
            self._due.extend(self._newest)

    def _look_at_copies(self, files: list[Path]) -> None:
        """A copy that was taken away is none any more, and what it was a copy of may be gone."""
        there = {path.name: path for path in files}
        for name, (_, of) in list(self.copies.items()):
            if name not in there or of not in there:
                del self.copies[name]
                self.changes += 1
                if name in there:
                    self._refused.pop(there[name], None)

    def _more(self, path: Path, rows_max: int) -> int:
        """At most so many rows more of this journal are in the store; the number read."""
        stamp = _stamp(path)
        tail = self._tails.get(path)
        if (tail is not None and tail.stamp == stamp) or self._refused.get(path) == stamp:
            return 0
        if tail is None:
            tail = self._begin(path, stamp)
            if tail is None:
                return 0
        try:
            read = self._read(tail, rows_max)
        except _Moved:
            del self._tails[path]
            return self._more(path, rows_max)
        if self._tails.get(path) is tail and read < rows_max and tail.stamp != stamp:
            tail.stamp = stamp
            self._stamped(tail.source, stamp)
            if path not in self._newest and self._tails.pop(path, None) is not None:
                self._refused[path] = stamp  # it is over: what was remembered of it is in the store
        return read

    def read_all(self) -> int:
        """Everything that the journals have now is in the store; the number of rows read."""
        total = 0
        while read := self.update():
            total += read
        return total

    # --- one journal -----------------------------------------------------------------------------

    def _begin(self, path: Path, stamp: Stamp) -> Tail | None:
        """The journal is in the store and can be read on; None for one that cannot be."""
        known = self._known(path)
        if known is not None and not known["bad_seq"] and known["stamp"] == repr(stamp):
            self._refused[path] = stamp  # nothing was added since it was read to its end
            return None
        try:
            first, opening = opening_row_of(path)
        except NoJournalYet:
            self._refused[path] = stamp
            return None
        except JournalError as error:
            if known is not None:
                self._bad(known["id"], getattr(error, "seq", 1), said_by(error))
            self._refused[path] = stamp
            return None
        same = self._of_id(first.hash)
        if same is not None and (known is None or same["id"] != known["id"]):
            if not self._renamed(path, opening, same):
                self._refused[path] = stamp
                return None
            known = self._known(path)
        if known is not None and (known["bad_seq"] or known["journal_id"] != first.hash):
            if not known["bad_seq"]:
                self._bad(known["id"], 1, "another journal than the one that was read here before")
            self._refused[path] = stamp
            return None
        if known is None:
            try:
                known = self._added(path, first, opening)
            except store.Unstorable:
                self._refused[path] = stamp
                return None
            if known is None:  # another process has added it under another name
                return self._begin(path, stamp)
        fold = Fold(known["id"], json.loads(known["fold"]))
        try:
            followed, again = follow(
                path, known["entries"], known["head"], known["last_ms"], fold.memory["round_from"]
            )
            fold.rounds.again(again)
        except (JournalError, *UNREADABLE) as error:
            self._bad(known["id"], getattr(error, "seq", 0) or known["entries"], why_unreadable(error))
            self._refused[path] = stamp
            return None
        tail = self._tails[path] = Tail(known["id"], followed, fold)
        return tail

    def _known(self, path: Path) -> dict[str, Any] | None:
        return next(self.db.query("SELECT * FROM source WHERE file = ?", (path.name,)), None)

    def _of_id(self, journal_id: str) -> dict[str, Any] | None:
        return next(self.db.query("SELECT * FROM source WHERE journal_id = ?", (journal_id,)), None)

    def _renamed(self, path: Path, opening: Opening, same: dict[str, Any]) -> bool:
        """The journal that the store has under another name is the one of this file from now on.

        It is, unless a file of that name is there which is the same journal: then one of them is a copy,
        which is named and not counted. The one that is called as its first entry says is not the copy.
        """
        other = next((one / same["file"] for one in self.folders if (one / same["file"]).exists()), None)
        if other is not None and _id_of(other) == same["journal_id"]:
            if path.name != f"{opening.table}-{opening.session:06d}{SUFFIX}":
                self.copies[path.name] = (opening.table, other.name)
                self.changes += 1
                return False
            self.copies[other.name] = (opening.table, path.name)
            self._tails.pop(other, None)
            self._refused[other] = _stamp(other)
        self.copies.pop(path.name, None)
        with self.db.writing():
            self.db.execute(  # whose name it was before has none until its journal is found
                "UPDATE source SET file = file || '?' || journal_id WHERE file = ? AND id != ?",
                (path.name, same["id"]),
            )
            self.db.execute("UPDATE source SET file = ?, stamp = '' WHERE id = ?", (path.name, same["id"]))
        self.changes += 1
        return True

    def _added(self, path: Path, first: Row, opening: Opening) -> dict[str, Any] | None:
        """The journal has a place in the store, which is its own whoever else reads there."""
        row = {
            "file": path.name,
            "table_name": opening.table,
            "session": opening.session,
            "journal_id": first.hash,
            "previous": opening.previous,
            "simulated": int(opening.simulated),
            "digest": opening.profile_digest,
            "seats": opening.seats,
            "first_ms": first.at_ms,
            "last_ms": first.at_ms,
            "fold": json.dumps(new_memory()),
        }
        self.db.execute(
            f"INSERT INTO source (id, {', '.join(row)}) SELECT coalesce(max(id), 0) + 1,"
            f" {', '.join('?' * len(row))} FROM source WHERE 1 = 1 ON CONFLICT DO NOTHING",
            tuple(row.values()),
        )
        return self._known(path)

    def _read(self, tail: Tail, rows_max: int) -> int:
        """The next rows of the journal are in the store, all of them or none.

        Raises:
            _Moved: another process has read on in this store, or emptied it.
        """
        before, head = tail.followed.entries, tail.followed.head
        try:
            heard = next_heard(tail.followed, rows_max)
        except Stopped as stopped:
            if tail.followed.entries == before or self._commit(tail, stopped.heard, before, head):
                self._bad(tail.source, stopped.seq, stopped.why)
                self._forget(tail)
            return tail.followed.entries - before
        except JournalDamaged as damage:
            self._bad(tail.source, damage.seq, damage.why)
            self._forget(tail)
            return 0
        if tail.followed.entries > before:
            self._commit(tail, heard, before, head)
        return tail.followed.entries - before

    def _stamped(self, source: int, stamp: Stamp) -> None:
        """The journal was read to its end as it was then."""
        self.db.execute("UPDATE source SET stamp = ? WHERE id = ?", (repr(stamp), source))

    def _forget(self, tail: Tail) -> None:
        path = tail.followed.path
        self._tails.pop(path, None)
        self._refused[path] = _stamp(path)

    def _bad(self, source: int, seq: int, why: str) -> None:
        self.db.execute(
            "UPDATE source SET bad_seq = ?, why = ? WHERE id = ?", (max(1, seq), str(why), source)
        )
        self.changes += 1

    def _commit(self, tail: Tail, heard: Heard, before: int, head: str) -> bool:
        """What the rows after entry `before`, whose hash is `head`, gave is in the store; whether it can be.

        A journal of which something cannot be kept is one that does not hold from there on.
        """
        fold, read_to = tail.fold, tail.followed
        for row, event, before_ms in heard:
            fold.take(row, event, before_ms)
        fold.strips_until(read_to.last_ms)
        kept = fold.fresh()
        fold.rounds.remember()
        try:
            with self.db.writing():
                self._take_turn(tail, before, head)
                self._keep(tail.source, kept)
                self._read_to(tail)
        except store.Unstorable as error:
            self._bad(tail.source, before + 1, str(error))
            self._forget(tail)
            return False
        self.changes += 1
        return True

    def _take_turn(self, tail: Tail, before: int, head: str) -> None:
        """The store has of this journal what is remembered here, and nobody else writes now."""
        turn = self.db.execute(
            "UPDATE source SET entries = ? WHERE id = ? AND file = ? AND entries = ? AND head = ?",
            (tail.followed.entries, tail.source, tail.followed.path.name, before, head),
        )
        if turn.changed != 1:
            raise _Moved

    def _read_to(self, tail: Tail) -> None:
        read_to, memory = tail.followed, tail.fold.memory
        read = {
            "head": read_to.head,
            "last_ms": read_to.last_ms,
            **{f"{name}_cents": memory[name] for name in _STATE},
            "fold": json.dumps(memory, sort_keys=True),
        }
        read |= {"opened_ms": memory["opened_ms"]} if memory["opened_ms"] else {}
        columns = ", ".join(f"{name} = ?" for name in read)
        self.db.execute(f"UPDATE source SET {columns} WHERE id = ?", (*read.values(), tail.source))

    def _keep(self, source: int, kept: Gathered) -> None:
        """What some rows of a session gave is in its tables."""
        for one in kept.rows.pop("opened", []):
            self.db.execute(
                "UPDATE source SET open_ms = open_ms + ?, opened_ms = ?, closed_ms = ? WHERE id = ?",
                (one["to_ms"] - one["from_ms"], one["from_ms"], one["to_ms"], source),
            )
        for table, told in kept.rows.items():
            store.insert(self.db, table, told)
        for column, stamped in (("seen_ms", kept.seen), ("cleared_ms", kept.cleared)):
            where = [(at_ms, source, alarm) for alarm, at_ms in stamped]
            self.db.many(f"UPDATE alarm SET {column} = ? WHERE source = ? AND alarm = ?", where)
        for table, under in kept.sums.items():
            store.add(self.db, table, under)


class _Moved(Exception):
    """The store has more, or less, of a journal than is remembered here."""


def journals_in(folders: list[Path]) -> list[Path]:
    """The journals of these folders, by name: so the sessions of a table are read in their order.

    A session that lies in two of them is read from the first that is named.
    """
    found: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            found.setdefault(path.name, path)
    return list(found.values())


def _id_of(path: Path) -> str:
    """Of the journal in this file; empty for none that can be told."""
    try:
        return opening_row_of(path)[0].hash
    except JournalError:
        return ""


def _changed_ns(folder: Path) -> int:
    """When a name was last added to the folder or taken from it; 0 while it is not there."""
    try:
        return folder.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _stamp(path: Path) -> Stamp:
    """What changes when a journal grows: size and time of its file and of its log."""
    found = []
    for one in (path, path.with_name(path.name + "-wal")):
        try:
            told = one.stat()
            found.append((told.st_size, told.st_mtime_ns))
        except FileNotFoundError:
            found.append((0, 0))
    return tuple(found)
