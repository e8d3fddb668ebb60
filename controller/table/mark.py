"""The table's own mark outside its data: how far its journals go, and how far it had heard its book.

An older copy of the data directory holds journals and book that agree with each other and lack what was
played since; nothing inside them tells. So the table keeps one line in a directory of its own, which no
backup of its data takes along, written after each step of its journal that is durable (rules, section 7,
point 10). The mark is never ahead of the journal: what it names was written.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from controller.book.last_heard import NOTHING_HEARD, Heard
from controller.game import events as e
from controller.game.events import Event
from controller.game.inputs import DataGapObserved
from controller.game.meter.types import DataGap
from controller.journal.chain import Head, JournalError
from controller.journal.file import connect_reader
from controller.journal.seal import replace_whole
from controller.journal.writer import Journal

MARK_SUFFIX: Final = ".mark"
PACE_S: Final = 0.2
"""Steps that come closer together have one mark, the last one's; a bearable pace for a disk of a year."""


class MarkRefused(JournalError):
    """The mark is another table's: somebody has exchanged two machines' directories."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Entry `seq` of the journal of `session`, with its hash, was durable; so far had the book been heard."""

    table: str
    session: int
    seq: int
    hash: str
    heard: Heard = NOTHING_HEARD


def mark_path(folder: Path, table: str) -> Path:
    """Where the mark of this table lies."""
    return folder / f"{table}{MARK_SUFFIX}"


def read_mark(folder: Path, table: str) -> Mark | None:
    """The table's mark, or None where there is none.

    Raises:
        MarkRefused: it is another table's.
        ValueError: it cannot be read as a mark.
        OSError: nobody may look.
    """
    path = mark_path(folder, table)
    try:
        told = json.loads(path.read_text(encoding="ascii"))
    except FileNotFoundError:
        return None
    try:
        heard = Heard(**told.pop("heard"))
        mark = Mark(**told, heard=heard)
        sound = all(type(n) is int for n in (mark.session, mark.seq, heard.seq, heard.cents, heard.entry_seq))
        words = (mark.table, mark.hash, heard.book, heard.entry)
        sound = sound and all(type(word) is str for word in words)
    except (AttributeError, KeyError, TypeError):
        sound = False
    if not sound:
        raise ValueError(f"{path} is no mark")
    if mark.table != table:
        raise MarkRefused(
            f"{path} is the mark of table {mark.table}, not of {table}: put back the directory of {table}"
        )
    return mark


def write_mark(folder: Path, mark: Mark) -> None:
    """The mark is durable; a crash leaves this one or the one before.

    Raises:
        OSError: it cannot be written.
    """
    told = {**asdict(mark), "heard": mark.heard._asdict()}
    replace_whole(mark_path(folder, mark.table), json.dumps(told, separators=(",", ":")) + "\n")


# --- at the start --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FoundMark:
    """What stood in the folder at the start: the mark, or why there is none (`mark_missing`, `mark_damaged`);
    and, once the journals were looked at `beside` it, what it tells of them."""

    folder: Path
    mark: Mark | str
    gap: DataGap | None = None

    def beside(self, journal: Journal, files: Sequence[Path], found: tuple[int, int]) -> FoundMark:
        """With what it tells of the data that were found.

        `journal` is the one that is gone on with, `files` are those of all sessions, `found` are session and
        entry where the data ended; 0 of both where there were none: a new table has no mark yet.
        """
        return replace(self, gap=_gap_of(self.mark, journal, files, found))

    def still(self, gap: DataGap | None) -> FoundMark:
        """With the gap that nobody has accepted yet, where it tells of no newer one."""
        return replace(self, gap=self.gap or gap)

    def heard_beside(self, told: Heard) -> Heard:
        """How far the book had been heard, by the mark or as the journals have `told`: the farther."""
        if isinstance(self.mark, str):
            return told
        heard = self.mark.heard
        return heard if heard.seq >= told.seq else heard._replace(seq=told.seq, cents=told.cents)


def found_mark(folder: Path, table: str) -> FoundMark:
    """What stands in the folder at the start.

    Raises:
        MarkRefused: it is another table's.
        OSError: nobody may look.
    """
    try:
        return FoundMark(folder, read_mark(folder, table) or "mark_missing")
    except MarkRefused:
        raise
    except ValueError:
        return FoundMark(folder, "mark_damaged")


def _gap_of(
    mark: Mark | str, journal: Journal, files: Sequence[Path], found: tuple[int, int]
) -> DataGap | None:
    if isinstance(mark, str):
        new = mark == "mark_missing" and not found[1]
        return None if new else DataGap(mark, 0, 0, *found)
    there = _hash_at(journal, files, mark)
    if there == mark.hash:
        return None
    code = "data_other" if there else "data_short"
    return DataGap(code, mark.session, mark.seq, *found, mark.heard.seq)


def _hash_at(journal: Journal, files: Sequence[Path], mark: Mark) -> str:
    """The hash that stands at the mark's entry; empty where none does."""
    if mark.session == journal.opening.session:
        return journal.hashes([mark.seq]).get(mark.seq, "")
    return _hash_in(files, mark)


def stands_in(mark: Mark, files: Sequence[Path]) -> bool:
    """The entry of the mark is in one of these journals, as it was written."""
    return _hash_in(files, mark) == mark.hash


def _hash_in(files: Sequence[Path], mark: Mark) -> str:
    name = f"{mark.table}-{mark.session:06d}."
    path = next((path for path in files if path.name.startswith(name)), None)
    if path is None:
        return ""
    with suppress(sqlite3.Error), closing(connect_reader(path)) as reader:
        row = reader.execute("SELECT hash FROM journal WHERE seq = ?", (mark.seq,)).fetchone()
        return str(row[0]) if row is not None else ""
    return ""


# --- while the table runs ------------------------------------------------------------------------


class Marker:
    """Leaves a mark behind each durable step, on a thread of its own: no step waits for it.

    Args:
        journal: the journal that the steps end in.
        found: the mark that stood at the start. What it tells of the data it goes on telling, until the
            journal says so too. None: no mark is kept.
        heard: how far the table has heard its book by now.

    A mark that cannot be written leaves the one before, which is true and tells of less; the play goes on,
    and `tapis doctor` says that the folder takes no newer one.
    """

    def __init__(
        self,
        journal: Journal,
        found: FoundMark | None,
        heard: Callable[[], Heard],
        *,
        pace_s: float = PACE_S,
    ) -> None:
        self._journal = journal
        self._folder = found.folder if found is not None else Path()
        self._heard = heard
        self._kept = found is not None
        self._gap = found.gap if found is not None else None
        self._waits = self._gap is not None
        self._pace_s = pace_s
        self._next: Head | None = None
        self._something = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="mark", daemon=True)

    def wrote(self, events: Sequence[Event]) -> None:
        """These are durable in the journal, up to its head; the mark follows."""
        if any(isinstance(event, e.DataGapFound) for event in events):
            self._waits = False
        if self._kept and not self._waits:
            with self._something:
                self._next = self._journal.head
                self._something.notify()

    def start(self, put: Callable[[object], None]) -> None:
        """Marks are written from now on; what the one that stood tells of the data is in the inbox."""
        if self._gap is not None:
            put(DataGapObserved(self._gap))
        self.wrote(())
        if self._kept:
            self._thread.start()

    def stop(self) -> None:
        """The last mark is written."""
        with self._something:
            self._stopping = True
            self._something.notify()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        while True:
            with self._something:
                self._something.wait_for(lambda: self._next is not None or self._stopping)
                head, self._next = self._next, None
                if head is None:
                    return
            self._write(head)
            with self._something:
                self._something.wait_for(lambda: self._stopping, timeout=self._pace_s)

    def _write(self, head: Head) -> None:
        opening = self._journal.opening
        mark = Mark(opening.table, opening.session, head.seq, head.hash, self._heard())
        with suppress(OSError):
            write_mark(self._folder, mark)
