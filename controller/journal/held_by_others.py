"""What the journals of other tables say of this one: signed heads of it that they were told and wrote down.

Who has the disk and the key of one machine can write its journal anew and sign every head of it. What other
tables have written he cannot: a head that stands there is signed with the table's own key, so nobody else
can have made it, and an entry that is another one than it says was exchanged. Nothing is proved where the
house has one table, or where the machines of all are in one hand.

No honest table is accused. A head counts by a key that is known as the table's. Data that were put back say
so in the journal that goes on from them (`DataGapFound`), or in the witness's store (`aside`): the heads of
what was lost then are told and are no fault. A table finds that at its start, before anybody plays: an entry
that says so later excuses nothing. A journal that ends before a head is an older copy or was cut.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from controller.clock import in_utc
from controller.game.events import DataGapFound, HeadsWitnessed
from controller.journal.chain import ZEROS, JournalError
from controller.journal.codec import Codec
from controller.journal.faults import faulty
from controller.journal.field_codec import Unreadable
from controller.journal.file import UNREADABLE, connect_reader
from controller.journal.heads import LIVE, SIMULATED, HeadRefused, SignedHead, signed_by, unproven_head
from controller.journal.reading import CODEC
from controller.journal.report import FileReport, Others, Seen
from controller.journal.trust import Keys, knows
from controller.journal.witness import Aside
from controller.told import at_place

HELD_MAX: Final = 200_000
"""Heads of one journal that are looked at: a table that was open for a year without a stop has some."""
AT_ONCE: Final = 500
_ROWS: Final = "SELECT seq, at_ms, kind, body FROM journal WHERE kind IN (?, ?) ORDER BY seq LIMIT ?"
_KINDS: Final = (HeadsWitnessed.__name__, DataGapFound.__name__)
PLAY: Final = (
    *("TableOpened", "RoundOpened", "StakesSet", "StakesConfirmed", "BetsClosed", "ContributionAsked"),
    *("PlayBet", "CardsRevealed", "SeatSettled", "AwardAsked", "RoundVoided", "RoundClosed", "TableClosed"),
)
"""Entries of which none is written before a table has found that its data were put back."""
_PLAYED: Final = (
    f"SELECT 1 FROM journal WHERE seq > ? AND seq < ? AND kind IN ({', '.join('?' * len(PLAY))}) LIMIT 1"
)


class Held(NamedTuple):
    """A head in the journal of another table `by`, written there at `at_ms`; whoever signed it."""

    by: str
    at_ms: int
    head: SignedHead


class Gap(NamedTuple):
    """Data of the table were put back: `entry` of `session` was the last that they had, found at `at_ms` in
    the session `goes_on`, before anything was played on them."""

    session: int
    entry: int
    at_ms: int
    goes_on: int


@dataclass(slots=True)
class Holdings:
    """What a set of journals holds of other tables, and where each table says that its data were put back."""

    held: dict[tuple[str, int], list[Held]] = field(default_factory=lambda: defaultdict(list))
    gaps: dict[str, list[Gap]] = field(default_factory=lambda: defaultdict(list))

    def read(self, path: Path, codec: Codec = CODEC) -> None:
        """What this journal holds; one that cannot be read holds nothing, and its own report says why."""
        try:
            with closing(connect_reader(path)) as conn:
                first = conn.execute("SELECT body FROM journal WHERE seq = 1").fetchone()
                by, session = _opened(first[0]) if first is not None else ("", 0)
                for seq, at_ms, kind, body in conn.execute(_ROWS, (*_KINDS, HELD_MAX)) if by else ():
                    event = codec.decode(kind, body)
                    if isinstance(event, HeadsWitnessed):
                        self._hold(by, at_ms, event)
                    else:
                        assert isinstance(event, DataGapFound)  # `_KINDS` has no other
                        found = event.gap
                        since = found.found_entry if found.found_session == session else 1
                        if conn.execute(_PLAYED, (since, seq, *PLAY)).fetchone() is None:
                            self._gap(by, Gap(found.found_session, found.found_entry, at_ms, session))
        except (JournalError, Unreadable, *UNREADABLE, OSError):
            return

    def _gap(self, by: str, gap: Gap) -> None:
        told = any(one[:2] == gap[:2] for one in self.gaps[by])  # a new session is told of it again
        self.gaps[by] += [] if told else [gap]

    def _hold(self, by: str, at_ms: int, event: HeadsWitnessed) -> None:
        for line in event.heads:
            try:
                head = unproven_head(line)
            except HeadRefused:
                continue
            if head.table != by:
                self.held[head.table, head.session].append(Held(by, at_ms, head))


def compared(
    journals: Sequence[tuple[Path, FileReport]],
    holdings: Holdings,
    keys: Keys,
    asides: Sequence[Aside] = (),
    *,
    whole: bool = False,
) -> Others:
    """The journals held against the heads of them that others hold.

    Args:
        journals: each with its report, in the order of tables and sessions.
        holdings: what was read before any of the journals: none that goes on is behind them.
        keys: those that were named; without any, the keys that signed the heads beside a table's journals.
        asides: what two persons set aside at the witness.
        whole: these are all entries that there are: a journal that ends before a head is a fault.
    """
    there = [(path, one) for path, one in journals if one.table]
    known = {one.table: keys or _beside(one.table, there) for _, one in there}
    afters = [*(one for _, one in there[1:]), *([None] if there else [])]
    found = [
        _Compared(path, one, holdings, known[one.table], over=bool(after and after.previous == one.head))
        for (path, one), after in zip(there, afters, strict=True)
    ]
    ends = {(one.table, one.session): one.entries for _, one in there}
    gaps = {
        table: [gap for gap in told if _was_the_end(gap, table, ends)]
        for table, told in holdings.gaps.items()
    }
    excuses = _Excuses(gaps, [held for one in found for held in one.same], asides)
    for one in found:
        one.say(excuses)
    short = [told for one in found for told in one.short] + list(_gone(there, holdings, known, excuses))
    faults = tuple(f"{one.report.file}: {one.fault}" for one in found if one.fault) + (
        tuple(short) if whole else ()
    )
    notes = tuple(told for one in found for told in one.notes) + (() if whole else tuple(short))
    return Others(tuple(_seen(found, holdings, known)), faults, notes)


def _opened(body: str) -> tuple[str, int]:
    """The table and the session of a journal, by its first entry; an empty text where it names none."""
    table = re.search(r'"table":"([A-Za-z0-9][A-Za-z0-9._-]{0,31})"', body)
    session = re.search(r'"session":([0-9]{1,6})\b', body)
    return (table[1], int(session[1])) if table is not None and session is not None else ("", 0)


def _was_the_end(gap: Gap, table: str, ends: Mapping[tuple[str, int], int]) -> bool:
    """The data put back ended where the gap says: a session that another goes on from has no more entries."""
    return gap.goes_on == gap.session or ends.get((table, gap.session), 0) <= gap.entry


def _beside(table: str, journals: Iterable[tuple[Path, FileReport]]) -> Keys:
    return {table: frozenset(key for _, one in journals if one.table == table for key in one.signed_by)}


def _proven(head: SignedHead, keys: Keys) -> bool:
    """The table that the head is of signed it."""
    signed = head.line.rpartition(" ")[0].encode("ascii")
    return knows(keys, head.key, head.table) and signed_by(head.key, signed, head.signature)


class _Excuses:
    """Which heads are of data that were lost, and are not held against the table.

    Args:
        same: the heads that the journals bear out.
    """

    def __init__(
        self, gaps: Mapping[str, Sequence[Gap]], same: Iterable[Held], asides: Sequence[Aside]
    ) -> None:
        self._gaps, self._asides = gaps, asides
        self._first: dict[tuple[str, str, Gap], int] = {}
        for one in same:
            for gap in self._of(one.head):
                at = (one.head.table, one.by, gap)
                self._first[at] = min(one.at_ms, self._first.get(at, one.at_ms))

    def _of(self, head: SignedHead) -> Iterable[Gap]:
        """The gaps that the head is behind."""
        at = (head.session, head.size)
        return [gap for gap in self._gaps.get(head.table, ()) if (1, 0) < gap[:2] < at]

    def excused(self, one: Held) -> bool:
        """It was signed before the data were put back, or was written down before the first of what came
        then; or two persons set it aside at the witness."""
        head = one.head
        for gap in self._of(head):
            if head.at_ms <= gap.at_ms or one.at_ms < self._first.get((head.table, one.by, gap), 0):
                return True
        return any(
            aside.table == head.table and aside.session <= head.session and head.at_ms <= aside.at_ms
            for aside in self._asides
        )


class _Compared:
    """One journal beside the heads of it that others hold.

    Attributes:
        same: the heads that it bears out, the farthest first; `agreed` the farthest of each other table.
        fault, short, notes: sentences.
    """

    def __init__(self, path: Path, report: FileReport, holdings: Holdings, keys: Keys, *, over: bool) -> None:
        """`over`: the next session follows its last entry; it was never longer than it is."""
        self.report = report
        self.same: list[Held] = []
        self.agreed: dict[str, SignedHead] = {}
        self.fault = ""
        self.short: list[str] = []
        self.notes: list[str] = []
        self._keys = keys
        self._other: list[Held] = []
        self._behind: list[Held] = []
        held = sorted(
            holdings.held.get((report.table, report.session), ()), key=lambda one: (-one.head.size, one.by)
        )
        hashes = _hashes(path, [one.head.size for one in held if one.head.size <= report.entries])
        named = (report.journal_id, report.previous or ZEROS, SIMULATED if report.simulated else LIVE)
        for one in held:
            head = one.head
            if (head.journal_id, head.previous, head.origin) != named:
                self._other.append(one)
            elif head.size > report.entries and not over:
                self._behind += [one] if report.ok else []
            elif hashes.get(head.size) != head.hash:
                self._other.append(one)
            else:
                self.same.append(one)
                if one.by not in self.agreed and _proven(head, keys):
                    self.agreed[one.by] = head

    def say(self, excuses: _Excuses) -> None:
        """What the heads that it does not bear out come to."""
        file, keys = self.report.file, self._keys
        back = {one for one in (*self._other, *self._behind) if excuses.excused(one)}
        other = [one for one in self._other if one not in back]
        strange = [one for one in other if not knows(keys, one.head.key, self.report.table)]
        against = [one for one in other if one not in strange and _proven(one.head, keys)]
        if against:
            self.fault = self._against(against)
        missing = [one for one in self._behind if one not in back and _proven(one.head, keys)]
        if missing:
            last = max(one.head.size for one in missing)
            ends = faulty("ends_entry_hold_entry_older", seq=self.report.entries, end=last, **_who(missing))
            self.short.append(at_place(file, ends))
        if back:
            last = max(one.head.size for one in back)
            self.notes.append(at_place(file, faulty("hold_heads_entries_not_older", seq=last, **_who(back))))
        if strange:
            other_key = strange[0].head.key
            self.notes.append(
                at_place(file, faulty("hold_other_heads_key_nobody", key=other_key, **_who(strange)))
            )

    def _against(self, against: list[Held]) -> str:
        """What was exchanged, as near as the heads tell, and who bears witness to it."""
        first = min(against, key=lambda one: one.head.size)
        head = first.head
        signed = {"table": head.table, "at": in_utc(head.at_ms), **_who(against)}
        below = [one.size for one in self.agreed.values() if one.size < head.size]
        since = max(below, default=0) + 1
        if head.journal_id != self.report.journal_id:
            return faulty("journal_not_hold_signed", **signed)
        if since == head.size:
            return faulty("entry_not_hold_signed", seq=head.size, **signed)
        return faulty("entries_not_hold_signed", seq=since, end=head.size, **signed)


def _who(held: Iterable[Held]) -> dict[str, str]:
    """Who holds these heads: the names, and the end that the verb takes for one."""
    *some, last = sorted({one.by for one in held}, key=lambda name: (len(name), name))
    if not some:
        return {"names": last, "s": "s"}
    return {"names": faulty("some_and_last", some=", ".join(some), last=last), "s": ""}


def _hashes(path: Path, wanted: Sequence[int]) -> dict[int, str]:
    """The hashes of these entries, of a journal whose chain was looked at."""
    found: dict[int, str] = {}
    try:
        with closing(connect_reader(path)) as conn:
            for at in range(0, len(wanted), AT_ONCE):
                some = wanted[at : at + AT_ONCE]
                marks = ", ".join("?" * len(some))
                found.update(
                    conn.execute(f"SELECT seq, hash FROM journal WHERE seq IN ({marks})", some).fetchall()
                )
    except (JournalError, *UNREADABLE, OSError):
        return {}
    return found


def _gone(
    journals: Sequence[tuple[Path, FileReport]],
    holdings: Holdings,
    known: Mapping[str, Keys],
    excuses: _Excuses,
) -> Iterable[str]:
    """The sessions after the last of a table that others hold heads of, and that are not here."""
    last = {one.table: one.session for _, one in journals}  # in their order: the last one stays
    for (table, session), held in sorted(holdings.held.items()):
        if table not in last or session <= last[table]:
            continue
        missing = [one for one in held if not excuses.excused(one) and _proven(one.head, known[table])]
        if missing:
            yield faulty("session_which_hold_not_here", session=session, table=table, **_who(missing))


def _seen(found: Sequence[_Compared], holdings: Holdings, known: Mapping[str, Keys]) -> Iterable[Seen]:
    """How far each is borne out; a head of the next session binds all of the one before it."""
    seen: list[Seen] = []
    after: tuple[FileReport, Mapping[str, tuple[int, int]]] | None = None
    for one in reversed(found):
        report = one.report
        by = {name: (head.size, head.at_ms) for name, head in one.agreed.items()}
        if after is not None and _next_of(report) == (after[0].table, after[0].session):
            bound = {name: at_ms for name, (_, at_ms) in after[1].items() if after[0].previous == report.head}
        else:
            held = holdings.held.get(_next_of(report), ())
            binding = [each for each in held if each.head.previous == report.head]
            bound = {each.by: each.head.at_ms for each in binding if _proven(each.head, known[report.table])}
        by |= {name: (report.entries, at_ms) for name, at_ms in bound.items()}
        to, at_ms = max(by.values(), default=(0, 0))
        told = tuple(sorted((name, size) for name, (size, _) in by.items()))
        seen.append(Seen(report.file, report.table, report.session, to, at_ms, told, one.fault))
        after = report, by
    return reversed(seen)


def _next_of(report: FileReport) -> tuple[str, int]:
    return report.table, report.session + 1
