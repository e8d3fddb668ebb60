"""Whose the journals are that an inspector reads: whole, signed by a key that is known, seen by a witness.

Three marks, and a chain is verified only where all three hold. Anybody makes a whole chain and signs it with
a key of his own, and who has the table's key and its disk signs another past: so a key counts that the house
was told or that stands in the witness's store, and a witness's head is asked for at its entry. It is the one
verification of `tapis journal verify` (`controller.journal.verify`), with what it read handed on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from controller.house.following import opening_row_of
from controller.house.inspected_round import Case
from controller.journal.chain import JournalError, Row
from controller.journal.file import SUFFIX, UNREADABLE, connect_reader
from controller.journal.held_by_others import Holdings, compared
from controller.journal.report import FileReport, Others
from controller.journal.trust import NO_KEYS, KeyRefused, Keys, keys_told, knows
from controller.journal.verify import follow
from controller.journal.witness import Aside, Witness, WitnessRefused, read_asides, read_witnesses

BAD, OPEN, OK = "bad", "open", "ok"
LIVE_MS: Final = 180_000
"""So far behind its journal may signature and witness be at a table that plays: heads are signed each minute
and fetched each minute."""
_WORST_FIRST: Final = ("unknown", "none", "part", "named", "seen")


class Told(NamedTuple):
    """Whom the house believes.

    Attributes:
        keys: those it was told, and those of its witness's store.
        witness: the file of witnessed heads; None without one.
        seen: the heads in it, read before any journal: no journal that goes on is behind them.
        fault: why the file cannot be used, or nothing.
    """

    keys: Keys = NO_KEYS
    witness: Path | None = None
    seen: tuple[Witness, ...] = ()
    fault: str = ""
    asides: tuple[Aside, ...] = ()


def told_to(keys: Keys, witness: Path | None) -> Told:
    """The keys and heads as they are known now; a witness that keeps nothing yet is one of nothing."""
    if witness is None or not witness.exists():
        return Told(keys, None)
    try:
        more = keys_told((), witness)
    except KeyRefused:
        more = NO_KEYS
    known = {table: keys.get(table, frozenset()) | more.get(table, frozenset()) for table in {*keys, *more}}
    try:
        return Told(known, witness, read_witnesses(witness), asides=read_asides(witness))
    except WitnessRefused as error:
        empty = not any(line and line[0] not in "k#" for line in _lines(witness))
        return Told(known, witness, fault="" if empty else str(error))


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("ascii", "replace").splitlines()
    except OSError:
        return []


@dataclass(slots=True)
class Read:
    """What came of reading one journal again.

    `live` is a session that goes on: its newest entries are signed within a minute and witnessed soon after.
    `proven_ms` is the time of the last entry that both have, `last_ms` that of the last entry of all.
    """

    cases: list[Case] = field(default_factory=list)
    entries: int = 0
    head: str = ""
    previous: str = ""
    fault: str = ""
    signed_by: tuple[str, ...] = ()
    signed: int = 0
    witnessed: int = 0
    witnesses: int = 0
    last_ms: int = 0
    proven_ms: int = 0
    live: bool = False
    report: FileReport | None = None


def read_whole(source: Mapping[str, Any], path: Path | None, told: Told, each: Callable[[Row], None]) -> Read:
    """The journal from its first entry on; `each` is handed those that were read before, one by one."""
    if path is None:
        return Read(fault="the journal is not there any more")
    name = (source["table_name"], source["session"])
    mine = [
        one
        for one in told.seen
        if (one.table, one.session) == name or (not one.table and one.journal_id == source["journal_id"])
    ]
    store_head, last_ms = "", 0

    def take(row: Row) -> None:
        nonlocal store_head, last_ms
        last_ms = row.at_ms
        if row.seq <= source["entries"]:
            each(row)
            store_head = row.hash

    found = follow(path, mine, take)
    report = found.report
    why = report.why or "; ".join(found.unseen if mine else ())
    if not why and report.entries >= source["entries"] and store_head != source["head"]:
        why = f"entry {source['entries']}: another one than was read here before"
    if not why and report.entries < source["entries"]:
        why = f"it ends at entry {report.entries}, and {source['entries']} were read here before"
    if not why and (report.table, report.session) != name:
        why = f"it is {report.table}, session {report.session}, and was not before"
    return Read(
        [],
        report.entries,
        report.head,
        report.previous,
        why,
        report.signed_by,
        found.signed_to,
        found.witnessed_to,
        len(mine),
        last_ms,
        _time_of(path, min(found.signed_to, found.witnessed_to)),
        report=report,
    )


def _time_of(path: Path, seq: int) -> int:
    """When this entry was written; 0 where there is none."""
    try:
        with closing(connect_reader(path)) as journal:
            row = journal.execute("SELECT at_ms FROM journal WHERE seq = ?", (seq,)).fetchone()
    except (*UNREADABLE, JournalError):
        return 0
    return int(row[0]) if row else 0


def beside(
    sources: Sequence[tuple[Mapping[str, Any], Path | None]],
    read: Sequence[Read],
    holdings: Holdings,
    told: Told,
) -> Others:
    """The journals held against the heads of them that those of other tables hold; what they are not is a
    fault of theirs."""
    pairs = [
        (path, one.report, one)
        for (_, path), one in zip(sources, read, strict=True)
        if path is not None and one.report is not None
    ]
    found = compared([(path, report) for path, report, _ in pairs], holdings, told.keys, told.asides)
    for seen in found.seen:
        for _, report, one in pairs:
            if report.file == seen.file:
                one.fault = one.fault or seen.why
    return found


def others_mark(sources: Sequence[Mapping[str, Any]], others: Others, need: int) -> dict[str, Any]:
    """As `witness_mark`, by other tables, `by` as many as hold the worst journal so far; of a period it is
    `seen` if they hold any of it, for the end of a session is never held before the next one begins."""
    marks = []
    for source in sources:
        where = {"table": source["table_name"], "session": source["session"]}
        seen = next((one for one in others.seen if (one.table, one.session) == tuple(where.values())), None)
        to = seen.to if seen is not None else 0
        by = sum(far >= (need or to) for _, far in seen.by) if seen is not None else 0
        state = "seen" if to and to >= need else "part" if to else "none"
        marks.append({"state": state, **where, "to": to, "by": by})
    return _worst(marks, "seen")


def succession(
    sources: Sequence[Mapping[str, Any]], read: Sequence[Read], before: Mapping[tuple[str, int], str]
) -> None:
    """Each session follows the one before it, as it lies here or was read here: what does not has a fault.

    `before` is the last hash of each session that the store has read.
    """
    ends = dict(before)
    ends |= {(one["table_name"], one["session"]): it.head for one, it in zip(sources, read, strict=True)}
    for source, one in zip(sources, read, strict=True):
        last = ends.get((source["table_name"], source["session"] - 1))
        if one.fault or not one.entries or last is None:
            continue
        if one.previous != last:
            one.fault = f"does not follow session {source['session'] - 1} as it was read here"


def not_here(
    sources: Iterable[Mapping[str, Any]],
    here: Iterable[tuple[str, int]],
    told: Told,
    folders: Sequence[Path] = (),
) -> list[dict[str, Any]]:
    """The sessions that a witness saw, from the first of each table that is looked at on, and are gone.

    One whose journal lies in the folders is not: the house comes to it, which may be reading still, or was
    asked before the session began.
    """
    first: dict[str, int] = {}
    for one in sources:
        name = one["table_name"]
        first[name] = min(one["session"], first.get(name, one["session"]))
    known = {*here}
    seen = {(one.table, one.session): one.journal_id for one in told.seen if one.table}
    return [
        {"table": table, "session": session, "why": "it was witnessed and is not here"}
        for table, session in sorted(seen.keys() - known)
        if session >= first.get(table, session + 1)
        and not _lies_in(folders, f"{table}-{session:06d}{SUFFIX}", seen[table, session])
    ]


def _lies_in(folders: Iterable[Path], name: str, journal_id: str) -> bool:
    """Whether the journal of this id lies there."""
    for path in (folder / name for folder in folders if (folder / name).exists()):
        with suppress(JournalError):
            if opening_row_of(path)[0].hash == journal_id:
                return True
    return False


def signed_mark(
    sources: Sequence[Mapping[str, Any]], read: Sequence[Read], told: Told, need: int
) -> dict[str, Any]:
    """By whom: `{ok, state, table, session, key, to, held}` of the worst journal.

    The state is `named` by a key that the house was told, `part` where not all of it is, `unknown` by a key
    that nobody named, `none` without any signature. `need` is the last entry that is asked about, 0 all.
    """
    marks = []
    for source, one in zip(sources, read, strict=True):
        table = source["table_name"]
        strangers = [key for key in one.signed_by if not knows(told.keys, key, table)]
        state = "named" if one.signed >= (need or one.entries) > 0 else "part"
        state = "none" if not one.signed_by else "unknown" if strangers else state
        key = (strangers or [*one.signed_by] or [""])[0]
        marks.append(
            {"state": state, "table": table, "session": source["session"], "key": key, "to": one.signed}
        )
    return _worst(marks, "named")


def witness_mark(
    sources: Sequence[Mapping[str, Any]], read: Sequence[Read], told: Told, need: int
) -> dict[str, Any]:
    """As `signed_mark`, by whom it was seen: `seen`, `part` or `none`, and `by` the file's name."""
    marks = []
    for source, one in zip(sources, read, strict=True):
        state = "seen" if one.witnessed >= (need or one.entries) > 0 else "part"
        state = state if one.witnessed else "none"
        by = told.witness.name if told.witness is not None else ""
        where = {"table": source["table_name"], "session": source["session"]}
        marks.append({"state": state, **where, "to": one.witnessed, "by": by})
    return _worst(marks, "seen")


def proven_until(
    read: Sequence[Read], signed: Mapping[str, Any], seen: Mapping[str, Any], to_ms: int
) -> tuple[int, int]:
    """Until when a period that is not wholly proved is proved all the same, and how many entries are not yet.

    Only where nothing lacks but the newest entries of tables that play: `(0, 0)` where a signature is missing
    that a witness saw or is of an unknown key, where no witness saw a journal, or where either stands further
    behind than it may.
    """
    if signed["state"] not in ("named", "part") or seen["state"] not in ("seen", "part"):
        return 0, 0
    behind = [one for one in read if min(one.signed, one.witnessed) < one.entries]
    late = [one for one in behind if one.proven_ms < to_ms and one.last_ms - one.proven_ms > LIVE_MS]
    if not behind or late or not all(one.live and one.signed >= one.witnessed > 0 for one in behind):
        return 0, 0
    after = sum(one.entries - min(one.signed, one.witnessed) for one in behind)
    return min(one.proven_ms for one in behind), after


def _worst(marks: list[dict[str, Any]], good: str) -> dict[str, Any]:
    worst = min(marks, key=lambda one: _WORST_FIRST.index(one["state"]))
    return {"ok": worst["state"] == good, **worst, "held": sum(one["state"] == good for one in marks)}
