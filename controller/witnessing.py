"""The witness's visits to a table: its signed heads are taken, and its journals kept row for row.

A visit asks what is new since the last one, whether that was two seconds or two months ago, a batch at a
time. Nothing that was kept is ever changed: what a table says that does not fit is written down beside the
mirrors in `TABLE.refused`, with what it said, and told to whoever runs the witness.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from controller.journal.chain import JournalDamaged, JournalError, NotAJournal
from controller.journal.file import SUFFIX
from controller.journal.heads import HeadRefused, SignedHead, parse_head
from controller.journal.mirror import Contradiction, Mirror, previous_of, rows_told
from controller.journal.refused import SAID_MAX, note_refusal
from controller.journal.witness import NoExtension, WitnessStore
from controller.table_line import LineDown, TableLine

SAID_AGAIN_S: Final = 600.0
_LOCK: Final = threading.Lock()
"""One store of heads is shared by the visits to all tables."""


class Visits:
    """The visits of one witness to one table; one thread at a time makes them.

    Args:
        table: its name.
        store: the keys that are trusted and the heads that were taken.
        folder: where its journals are kept, or None: then its heads alone are.
        say: told one line for what was taken and for each refusal.
        ended: whether a visit is to be broken off, between two batches.
    """

    def __init__(
        self,
        table: str,
        store: WitnessStore,
        folder: Path | None,
        say: Callable[[str], None],
        ended: Callable[[], bool] = lambda: False,
        *,
        durable: bool = True,
    ) -> None:
        self.table = table
        self.refused = 0
        self._store, self._folder, self._say, self._durable = store, folder, say, durable
        self._ended = ended
        self._mirror: Mirror | None = None
        self._said: dict[str, float] = {}

    def visit(self, line: TableLine) -> bool:
        """What the table has now is taken and kept; false when some of it was refused.

        Raises:
            LineDown: the line went, or what came over it is no answer. The next visit goes on.
            JournalBroken, WitnessRefused: nothing can be written here.
        """
        if not self._keys():
            raise LineDown(
                "no key of it is trusted here: `tapis keys show` there, `tapis witness trust` here"
            )
        before = self.refused
        try:
            first = self._first()
            while told := _sessions(_asked(line, {"sessions": first})["sessions"]):
                self._miss(first, told[0][0])
                for number, head in told:
                    self._session(line, number, head)
                    first = number + 1
            self._miss(first, 0)
        except Contradiction as found:
            self._refuse(found)
        except (JournalDamaged, NotAJournal) as damage:
            self._drop()
            why = f"what is kept here does not hold: {damage}"
            self._refuse(Contradiction(0, getattr(damage, "seq", 0), why))
        except JournalError:
            self._drop()
            raise
        return self.refused == before

    def close(self) -> None:
        """The mirror that was open is closed."""
        self._drop()

    # --- a session -------------------------------------------------------------------------------

    def _first(self) -> int:
        """The session that a visit begins with: the last one that is known."""
        if self._folder is None:
            last = self._store.last.get(self.table)
            return last.session if last is not None else 1
        if self._mirror is None:
            name = re.compile(rf"{re.escape(self.table)}-\d{{6}}{re.escape(SUFFIX)}", re.ASCII)
            kept = sorted(path for path in self._folder.iterdir() if name.fullmatch(path.name))
            if not kept:
                return 1
            self._mirror = Mirror.open(kept[-1], durable=self._durable)
        return self._mirror.opening.session

    def _miss(self, first: int, told: int) -> None:
        """A session that is kept and not told any more is a refusal; the next ones are kept all the same."""
        kept = self._mirror.opening.session if self._mirror is not None else 0
        if kept == first != told:
            self._refuse(Contradiction(kept, 0, "the table does not have this session any more"))

    def _session(self, line: TableLine, number: int, head: str) -> None:
        """Everything that the table has of this session is kept."""
        signed = self._taken(number, head) if head else None
        if self._folder is None:
            return
        mirror = self._mirror
        if mirror is None or mirror.opening.session != number:
            mirror = self._begun(line, number)
        self._rows(line, mirror)
        self._heads(line, mirror)
        if signed is not None:
            if signed.size > mirror.head.seq:
                why = f"a head was signed at entry {signed.size}, and the journal it told ends here"
                raise Contradiction(number, mirror.head.seq, why, head)
            mirror.bears(signed, self._keys())

    def _keys(self) -> set[str]:
        return self._store.keys.get(self.table, set())

    def _taken(self, number: int, line: str) -> SignedHead:
        """The head, taken by the store; one of a session before the last that it has is only read.

        Raises:
            Contradiction: it is no head of this session, or no extension.
        """
        try:
            head = parse_head(line)
            if (head.table, head.session) != (self.table, number):
                raise NoExtension(f"a head of {head.table}, session {head.session}")
            with _LOCK:
                last = self._store.last.get(self.table)
                if (last is None or number >= last.session) and self._store.take(line):
                    self._say(f"taken    {head.table}, session {number}, entry {head.size}, head {head.hash}")
        except (HeadRefused, NoExtension) as error:
            raise Contradiction(number, 0, str(error), line) from None
        return head

    def _begun(self, line: TableLine, number: int) -> Mirror:
        """The mirror of a session that is new here; the one before it is whole."""
        assert self._folder is not None
        before = self._mirror
        rows = rows_of(_asked(line, {"rows": [number, 0]}), number)
        if not rows:
            raise LineDown(f"session {number} has no entry yet")
        if before is not None:
            kept = before.opening.session
            if number < kept:
                raise Contradiction(number, 0, f"told after session {kept}")
            if number > kept + 1:
                self._refuse(Contradiction(kept + 1, 0, "the table does not have this session"))
            elif previous_of(rows[0]) != before.head.hash:
                why = f"does not follow session {kept} as it is kept here"
                raise Contradiction(number, 1, why, repr(tuple(rows[0])))
            self._mirror = None
            before.close()
            self._say(f"whole    {self.table}, session {kept}, {before.head.seq} entries")
        path = self._folder / f"{self.table}-{number:06d}{SUFFIX}"
        self._mirror = Mirror.begin(path, rows[0], self.table, number, durable=self._durable)
        return self._mirror

    def _rows(self, line: TableLine, mirror: Mirror) -> None:
        """Every row that the table has is kept.

        Raises:
            Contradiction: the last row kept is not the table's any more, or one does not follow it.
        """
        session = mirror.opening.session
        while True:
            told = _asked(line, {"rows": [session, mirror.head.seq]})
            rows = rows_of(told, session)
            if told.get("at") != mirror.head.hash:
                at = str(told.get("at"))
                gone = "it is another one now" if at else "the table's journal ends before it"
                raise Contradiction(session, mirror.head.seq, f"{gone}; it was told before", at)
            if not rows:
                return
            mirror.take(rows)
            if self._ended():
                raise LineDown("the witness is being stopped")

    def _heads(self, line: TableLine, mirror: Mirror) -> None:
        """Every signed head of a row that is kept lies beside it.

        Raises:
            Contradiction: there are fewer than before, or one does not fit.
        """
        session = mirror.opening.session
        while True:
            told = _asked(line, {"heads": [session, mirror.signed_bytes]})["heads"]
            if told is None:
                raise Contradiction(session, 0, "fewer signed heads than the table had before")
            if not isinstance(told, str):
                raise LineDown("told no signed heads")
            if not mirror.take_heads(told, self._keys()):
                return

    # --- refusals --------------------------------------------------------------------------------

    def _refuse(self, found: Contradiction) -> None:
        """The refusal is written down with what was said, once, and told; told again every ten minutes."""
        self.refused += 1
        why, now_s = str(found), time.monotonic()
        said_s = self._said.get(why)
        if said_s is not None and now_s - said_s < SAID_AGAIN_S:
            return
        self._said[why] = now_s
        self._say(f"REFUSED  {self.table}, {why}")
        if self._folder is not None:
            told = {"at_ms": time.time_ns() // 1_000_000, "session": found.session, "seq": found.seq}
            note_refusal(self._folder, self.table, {**told, "why": why, "said": found.said})

    def _drop(self) -> None:
        if self._mirror is not None:
            self._mirror.close()
            self._mirror = None


def rows_of(told: dict[str, Any], session: int) -> list[Any]:
    """The rows of an answer.

    Raises:
        Contradiction: something else was told in their place.
    """
    try:
        return rows_told(told.get("rows"))
    except ValueError as error:
        raise Contradiction(session, 0, str(error), str(told)[:SAID_MAX]) from None


def _asked(line: TableLine, ask: dict[str, Any]) -> dict[str, Any]:
    """The answer to this question.

    Raises:
        LineDown: there is none.
    """
    told = line.ask(ask)
    (what,) = ask
    if what not in told:
        why = told.get("dropped", told.get("unreadable", "it tells something else"))
        raise LineDown(str(why)[:SAID_MAX])
    return told


def _sessions(told: Any) -> list[tuple[int, str]]:
    """Number and last signed head of each session, in order.

    Raises:
        LineDown: it is no such list.
    """
    wanted = isinstance(told, list) and all(
        isinstance(one, list) and tuple(map(type, one)) == (int, str) for one in told
    )
    if not wanted or [one[0] for one in told] != sorted({one[0] for one in told}):
        raise LineDown("told no sessions")
    return [(one[0], one[1]) for one in told]
