"""The witness's visits to a table: its signed heads are taken, and its journals kept row for row.

A visit asks what is new since the last one, whether that was two seconds or two months ago, a batch at a
time. Nothing that was kept is ever changed: what a table says that does not fit is written down beside the
mirrors in `TABLE.refused`, with what it said, and told to whoever runs the witness.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from controller.journal.chain import JournalDamaged, JournalError, JournalTaken, NotAJournal, Row
from controller.journal.file import SESSIONS_MAX, SUFFIX
from controller.journal.heads import HeadRefused, SignedHead, parse_head
from controller.journal.mirror import (
    Contradiction,
    Mirror,
    kept_of,
    newest_kept,
    previous_of,
    rows_told,
)
from controller.journal.told_heads import drop_told, keep_told, told_heads
from controller.journal.witness import NoExtension, WitnessStore
from controller.journal.witness_refusals import SAID_MAX, note_refusal
from controller.witness.desk import last_head
from controller.witness.others_told import Telling
from controller.witness.table_line import LineDown, TableLine, plain
from controller.words.plurals import so_many

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
        self._end: tuple[int, str] | None = None
        """The last session told, and the hash it ends with as far as is known."""
        self._newest = 0
        """The newest session of which anything was told."""
        self._said: dict[str, float] = {}
        self._telling = Telling(table)

    def visit(self, line: TableLine) -> bool:
        """What the table has now is taken and kept; false when some of it was refused.

        Raises:
            LineDown: the line went, or what came over it is no answer, or somebody reads the mirror and holds
                it. The next visit goes on.
            JournalBroken, WitnessRefused: nothing can be written here.
        """
        if not self._keys():
            raise LineDown(
                "no key of it is trusted here: `tapis keys show` there, `tapis witness trust` here"
            )
        before = self.refused
        try:
            self._end = None
            self._sessions(line)
            self._miss()
        except Contradiction as found:
            self._refuse(found)
        except (JournalDamaged, NotAJournal) as damage:
            self._drop()
            why = f"what is kept here does not hold: {damage}"
            self._refuse(Contradiction(0, getattr(damage, "seq", 0), why))
        except JournalTaken as held:
            raise LineDown(str(held)) from None
        except JournalError:
            self._drop()
            raise
        self._tell(line)
        return self.refused == before

    def close(self) -> None:
        """The mirror that was open is closed."""
        self._drop()

    def _tell(self, line: TableLine) -> None:
        """The table hears how far the others' journals go, and keeps it in its own.

        Raises:
            LineDown: the line went.
        """
        with _LOCK:
            told = self._telling.due(self._store.last)
        if not told:
            return
        answer = line.ask({"others": told})
        if "dropped" in answer:
            self._telling.not_understood()
            return
        taken = answer.get("others")
        self._telling.told(told, taken if isinstance(taken, int) else 0)

    # --- a session -------------------------------------------------------------------------------

    def _sessions(self, line: TableLine) -> None:
        """Everything is kept of each session that the table has, from the last one that is known on.

        The last one told may go on meanwhile, and end: it is asked for again together with those after it,
        and only once one comes after it is it known to have ended.
        """
        first = self._first()
        known = first - 1
        while told := _sessions(_asked(line, {"sessions": first})["sessions"], first):
            if told[-1][0] == known:
                return
            for number, head in told:
                self._session(line, number, head)
                if self._ended():
                    raise LineDown("the witness is being stopped")
            first = known = told[-1][0]

    def _first(self) -> int:
        """The session that a visit begins with: the last one that is known."""
        if self._folder is None:
            last = self._store.last.get(self.table)
            return last.session if last is not None else 1
        if self._mirror is None:
            self._newest = max(self._newest, newest_kept(self._folder, self.table))
            kept = [path for _, path in kept_of(self._folder, self.table) if path.suffix == SUFFIX]
            if not kept:
                return 1
            self._mirror = Mirror.open(kept[-1], durable=self._durable)
            self._catch_up(kept[:-1])
        return self._mirror.opening.session

    def _catch_up(self, ended: list[Path]) -> None:
        """A store that was put back from before takes the last heads beside the mirrors that it is behind."""
        with _LOCK:
            for path in ended:
                last = self._store.last.get(self.table)
                if last is not None and path.name >= f"{self.table}-{last.session:06d}":
                    with suppress(NoExtension):  # the head that the table tells next is refused, and says why
                        self._store.take(last_head(path))

    def _miss(self) -> None:
        """The table tells of each session of which it told before."""
        last = self._store.last.get(self.table)
        newest = max(self._newest, last.session if last is not None else 0)
        if newest > (self._end[0] if self._end is not None else 0):
            self._refuse(Contradiction(newest, 0, "the table does not have this session any more"))

    def _session(self, line: TableLine, number: int, head: str) -> None:
        """Everything that the table has of this session is kept, and then the head that it told of it.

        Whoever reads the heads and then the journals finds every entry of which he has a head.
        """
        signed = self._extending(number, head) if head else None
        self._newest = max(self._newest, number)
        if self._folder is None:
            self._end = number, ""
        else:
            self._journal(line, number, signed, self._folder / f"{self.table}-{number:06d}{SUFFIX}")
        self._take(signed)

    def _journal(self, line: TableLine, number: int, signed: SignedHead | None, path: Path) -> None:
        """The journal of this session is kept as far as the table has it, and reaches to the signed head and
        to those that were told before it without their entries.

        Raises:
            Contradiction: something of it does not follow, or does not fit.
        """
        mirror: Mirror | None = self._mirror
        if mirror is not None and mirror.opening.session != number:
            mirror = None
        if signed is not None and (mirror is None or mirror.hash_at(signed.size) != signed.hash):
            keep_told(path, signed, durable=self._durable)
        if mirror is None:
            mirror = self._begun(line, number, signed, path)
        if mirror is None or not self._rows(line, mirror, signed):
            return
        self._end = number, mirror.head.hash
        self._heads(line, mirror)
        for head in (*told_heads(path), *([signed] if signed is not None else [])):
            if head.size > mirror.head.seq:
                why = f"a head was signed at entry {head.size}, and the journal it told ends here"
                raise Contradiction(number, mirror.head.seq, why, head.line)
            mirror.bears(head, self._keys())
        drop_told(path)

    def _keys(self) -> tuple[str, ...]:
        return self._store.keys.get(self.table, ())

    def _extending(self, number: int, line: str) -> SignedHead:
        """The head on this line, which the store would take; one of a session before its last is only read.

        Raises:
            Contradiction: it is no head of this session, or no extension.
        """
        try:
            head = parse_head(line)
            if (head.table, head.session) != (self.table, number):
                raise NoExtension(f"a head of {head.table}, session {head.session}")
            with _LOCK:
                last = self._store.last.get(self.table)
                if last is None or number >= last.session:
                    self._store.extends(head)
        except (HeadRefused, NoExtension) as error:
            raise Contradiction(number, 0, str(error), line) from None
        return head

    def _take(self, head: SignedHead | None) -> None:
        """The head stands in the store, unless it knows a session after it."""
        if head is None:
            return
        with _LOCK:
            last = self._store.last.get(self.table)
            if (last is None or head.session >= last.session) and self._store.take(head.line):
                self._say(
                    f"taken    {head.table}, session {head.session}, entry {head.size}, head {head.hash}"
                )

    def _begun(self, line: TableLine, number: int, signed: SignedHead | None, path: Path) -> Mirror | None:
        """The mirror of a session that is new here, which follows the one before it; None when it is away.

        Raises:
            Contradiction: it does not follow what the table has told to its end.
        """
        told = _asked(line, {"rows": [number, 0]})
        rows, before = rows_of(told, number), self._mirror
        if _away(told):
            if before is not None:
                self._refuse(Contradiction(number, 0, "put away on the table before anything of it was seen"))
            self._end = number, signed.hash if signed is not None else ""
            return None
        if not rows:
            raise LineDown(f"session {number} has no entry yet")
        if before is not None:
            self._follows(number, rows[0], before)
            self._mirror = None
            before.close()
            entries = so_many(before.head.seq, "entry")
            self._say(f"whole    {self.table}, session {before.opening.session}, {entries}")
        self._mirror = Mirror.begin(path, rows[0], self.table, number, durable=self._durable)
        return self._mirror

    def _follows(self, number: int, first: Row, before: Mirror) -> None:
        """The session follows the last that was told, or the one kept here where its journal was put away.

        Raises:
            Contradiction: it does not, though that one was told to its end.
        """
        kept = before.opening.session
        last, end = self._end or (kept, before.head.hash)
        if number < kept:
            raise Contradiction(number, 0, f"told after session {kept}")
        if number > last + 1:
            self._refuse(Contradiction(last + 1, 0, "the table does not have this session"))
        elif previous_of(first) != end:
            why = f"does not follow session {last} as it is kept here"
            found = Contradiction(number, 1, why, repr(tuple(first)))
            if self._end is not None:
                raise found
            self._refuse(Contradiction(last, before.head.seq, "put away on the table, and seen to here only"))

    def _rows(self, line: TableLine, mirror: Mirror, signed: SignedHead | None) -> bool:
        """Every row that the table has is kept; false when its journal was put away there.

        Raises:
            Contradiction: the last row kept is not the table's any more, or one does not follow it.
        """
        session = mirror.opening.session
        while True:
            told = _asked(line, {"rows": [session, mirror.head.seq]})
            if _away(told):
                self._end = session, signed.hash if signed is not None else mirror.head.hash
                if self._end[1] != mirror.head.hash:
                    why = "put away on the table, and seen to here only"
                    self._refuse(Contradiction(session, mirror.head.seq, why))
                return False
            rows = rows_of(told, session)
            if told.get("at") != mirror.head.hash:
                at = str(told.get("at"))
                gone = "it is another one now" if at else "the table's journal ends before it"
                raise Contradiction(session, mirror.head.seq, f"{gone}; it was told before", at)
            if not rows:
                return True
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
            if self._ended():
                raise LineDown("the witness is being stopped")

    # --- refusals --------------------------------------------------------------------------------

    def _refuse(self, found: Contradiction) -> None:
        """The refusal is written down with what was said, once, and told; told again every ten minutes."""
        self.refused += 1
        why, now_s = str(found), time.monotonic()
        said_s = self._said.get(why)
        if said_s is not None and now_s - said_s < SAID_AGAIN_S:
            return
        self._said[why] = now_s
        self._say(plain(f"REFUSED  {self.table}, {why}"))
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
        raise LineDown(plain(str(why)))
    return told


def _away(told: dict[str, Any]) -> bool:
    """Whether the table has put the journal away; its signed heads are there still."""
    return told.get("away") is True


def _sessions(told: Any, first: int) -> list[tuple[int, str]]:
    """Number and last signed head of each session, in order, from number `first` on.

    Raises:
        LineDown: it is no such list.
    """
    wanted = isinstance(told, list) and all(
        isinstance(one, list) and tuple(map(type, one)) == (int, str) for one in told
    )
    numbers = [one[0] for one in told] if wanted else []
    if not wanted or numbers != sorted({*numbers}) or (numbers and not first <= numbers[0]):
        raise LineDown("told no sessions")
    if numbers and numbers[-1] > SESSIONS_MAX:
        raise LineDown("told no sessions")
    return [(one[0], one[1]) for one in told]
