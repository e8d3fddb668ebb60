"""What an inspector is told of a round or a period: four answers, table by table, requirement by requirement.

    {"ask": "inspect", "table": "UTH-3", "session": 1, "round": 147}
    {"ask": "inspect", "from_ms": 0, "to_ms": 0}  or any period of `controller.house.scope`

Everything that can be is worked out anew from the journals as they lie there now, on the clerk's thread: the
chain from the first entry of each session, the settlement of each seat from the cards shown, what stands
behind each requirement (`inspected_round`, `inspected_win`). Nothing is taken from the store but where to
look, the sums that stand beside it, and the residual of the jackpot.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path
from typing import Any, Final

from controller.game import events as e
from controller.house import jackpot, plots
from controller.house.acts import AUTHORISED, CHANGED, OPENED, acts_of, maximum_in
from controller.house.chance import profile_of
from controller.house.inspected_chain import (
    BAD,
    OK,
    OPEN,
    Read,
    Told,
    beside,
    not_here,
    others_mark,
    proven_until,
    read_whole,
    signed_mark,
    succession,
    told_to,
    witness_mark,
)
from controller.house.inspected_jp1 import (
    NO_GROWTH,
    Grown,
    book_after,
    grown_by,
    highest_by,
    meter_after,
    moves_by,
)
from controller.house.inspected_programs import Programs
from controller.house.inspected_round import Before, Book, Case
from controller.house.inspected_seats import seats_of
from controller.house.inspected_shares import sharers_by
from controller.house.inspection_sums import ACTS_MAX, Sums
from controller.house.scope import TIME_MAX, BadQuestion, Scope, number, scope_of, text, wall_of
from controller.house.store import Store
from controller.journal.chain import JournalError, Row
from controller.journal.entries import event_of
from controller.journal.field_codec import Unreadable, parse_body
from controller.journal.file import UNREADABLE, connect_reader
from controller.journal.held_by_others import Holdings
from controller.journal.one_round import OneRound
from controller.journal.rounds import Rounds
from controller.journal.trust import NO_KEYS, Keys

SESSIONS_MAX: Final = 400
NEXT_MS: Final = 3 * 24 * 3_600_000
"""In so long tables are open again: the first head of a session binds all of the one before it."""
_ACTS: Final = (
    "SELECT seq, at_ms, kind, body FROM journal WHERE at_ms >= ? AND at_ms < ?"
    f" AND kind IN ({', '.join('?' * len((*AUTHORISED, 'ActedAtPit')))}) ORDER BY seq"
)
_MAXIMUM: Final = (
    "SELECT seq, at_ms, kind, body FROM journal WHERE at_ms < ? AND kind IN (?, ?) ORDER BY seq DESC LIMIT 1"
)
"""What the table's maximum was before the time that is looked at."""
_LATER: Final = (
    *("AwardRecorded", "ActSetAside", "ContributionRecorded", "ContributionRefused", "SealOpened"),
    *("RefundAsked", "RefundRecorded", "ClaimWithdrawn", "SlipSigned", "RectificationProposed"),
    *("RectificationApproved", "RectificationRejected", "RectificationRefused", "RectificationWithdrawn"),
    "RectificationRecorded",
)
"""Entries that may name a round when the next is open: the book answered late, or it was put right."""
_LAST: Final = f"SELECT seq, body FROM journal WHERE kind IN ({', '.join('?' * len(_LATER))}) ORDER BY seq"
_HERE: Final = "SELECT table_name, session, head FROM source"


@dataclass(slots=True)
class Asked:
    """What is looked into: sessions with the files of their journals, and what the store says beside them.

    `round` is 0 for a period, which has the rounds that closed between `from_ms` and `to_ms`.
    """

    sources: list[tuple[dict[str, Any], Path | None]]
    round: int
    from_ms: int
    to_ms: int
    zone: tzinfo | None
    residual: Mapping[str, Any]
    tables: list[dict[str, Any]]
    witness: Path | None
    keys: Keys
    here: Mapping[tuple[str, int], str]
    grown: Mapping[int, Grown]
    moves: Mapping[int, tuple[Book, ...]]
    highest: Mapping[int, int]
    sharers: Mapping[int, Mapping[int, int]]
    beside: list[Path]
    folders: list[Path]


def asked_of(
    db: Store, folders: list[Path], witness: Path | None, told: Mapping[str, Any], keys: Keys = NO_KEYS
) -> Asked:
    """The question with what the store knows of it; nothing is read of a journal or a witness yet.

    `keys` are those that the house was told; the witness's store may name more.

    Raises:
        BadQuestion: there is no such round, or no session in the period.
    """
    wanted = number(told, "round", 0, 0, TIME_MAX)
    scope = scope_of(db, told)
    if wanted:
        rows = _of_round(db, text(told, "table"), number(told, "session", 0, 0, TIME_MAX), wanted)
    else:
        every = f"SELECT * FROM source WHERE {scope.where} ORDER BY table_name, session"
        rows = list(db.query(every, scope.values))
        if not rows:
            raise BadQuestion("inspect: no journal of this period is here")
        if len(rows) > SESSIONS_MAX:
            raise BadQuestion(
                f"inspect: {len(rows)} sessions, above {SESSIONS_MAX}; ask for a shorter period"
            )
    sources = [(row, _find(folders, row["file"])) for row in rows]
    highest = highest_by(db, rows)
    return Asked(
        sources,
        wanted,
        scope.from_ms,
        scope.to_ms,
        wall_of(told),
        jackpot.growth(db, scope)["residual"],
        [] if wanted else _by_table(db, scope),
        witness,
        keys,
        {(row["table_name"], row["session"]): row["head"] for row in db.query(_HERE)},
        grown_by(db, highest),
        moves_by(db, rows),
        highest,
        sharers_by(db, rows),
        _beside(db, folders, rows),
        folders,
    )


def _of_round(db: Store, table: str, session: int, wanted: int) -> list[dict[str, Any]]:
    rows = db.query(
        "SELECT source.* FROM source JOIN round ON round.source = source.id WHERE table_name = ?"
        " AND round.number = ? AND (? = 0 OR session = ?) ORDER BY session DESC LIMIT 1",
        (table, wanted, session, session),
    )
    found = list(rows)
    if not found:
        raise BadQuestion(f"round: {table or '?'} has no closed round {wanted}")
    return found


def _beside(db: Store, folders: list[Path], rows: list[dict[str, Any]]) -> list[Path]:
    """The journals in which heads of these may stand: those of the time, and the next of each table."""
    first_ms = min(row["first_ms"] for row in rows)
    last_ms = max(row["last_ms"] for row in rows) + NEXT_MS
    found = db.query(
        "SELECT file FROM source WHERE last_ms >= ? AND first_ms <= ? ORDER BY first_ms LIMIT ?",
        (first_ms, last_ms, SESSIONS_MAX),
    )
    paths = [_find(folders, row["file"]) for row in found]
    return [path for path in paths if path is not None]


def _find(folders: list[Path], name: str) -> Path | None:
    return next((path for folder in folders if (path := folder / name).exists()), None)


def _by_table(db: Store, scope: Scope) -> list[dict[str, Any]]:
    """The figures of each table in the period, JP1 apart from the base game (AC-06)."""
    figures = {row["name"]: row for row in plots.figures(db, scope, {"by": "table"})["rows"]}
    jp1 = db.query(
        "SELECT table_name, coalesce(sum(stakes) FILTER (WHERE kind = 'contribution'), 0) AS stakes,"
        " coalesce(sum(cents) FILTER (WHERE kind = 'contribution'), 0) AS grown_cents,"
        " coalesce(sum(cents) FILTER (WHERE kind = 'award'), 0) AS paid_cents FROM table_ledger"
        f" WHERE source IN {scope.sources} AND {scope.between('at_ms')} GROUP BY table_name",
        scope.values,
    )
    posted = {row["table_name"]: row for row in jp1}
    flagged = db.query(
        "SELECT table_name, count(*) FILTER (WHERE flagged LIKE '% voided %') AS voids,"
        " count(*) FILTER (WHERE flagged LIKE '% keyed %' OR flagged LIKE '% by_hand %') AS by_hand,"
        " sum(corrected) AS corrections FROM (SELECT table_name, ' ' || flags || ' ' AS flagged,"
        " (SELECT count(*) FROM rectification AS r WHERE r.source = round.source AND r.round = round.number)"
        " AS corrected FROM table_round AS round"
        f" WHERE round.source IN {scope.sources} AND {scope.between('closed_ms')}) AS marked"
        " GROUP BY table_name",
        scope.values,
    )
    marked = {row["table_name"]: row for row in flagged}
    nothing = {"stakes": 0, "grown_cents": 0, "paid_cents": 0, "voids": 0, "by_hand": 0, "corrections": 0}
    names = ("rounds", "bank_cents", "expected_cents", "sigmas_percent", "known")
    return [
        {
            "table": name,
            **nothing,
            **{one: value for one, value in posted.get(name, {}).items() if one != "table_name"},
            **{one: value for one, value in marked.get(name, {}).items() if one != "table_name"},
            **{one: row[one] for one in names},
        }
        for name, row in sorted(figures.items(), key=lambda one: (len(one[0]), one[0]))
    ]


def inspected(asked: Asked, now_s: Callable[[], float] = time.monotonic) -> dict[str, Any]:
    """The answer, worked out from the journals; takes as long as reading them does.

    Of a period each round is let go of once its part in the sums was taken: what is in memory is the round
    under way, however many there are, and those of which the journal has something still to say.
    """
    began_s = now_s()
    cases: list[Case] = []
    sums = Sums(asked.round)

    def over(case: Case) -> None:
        sums.take(case)
        if asked.round:
            cases.append(case)

    told = told_to(asked.keys, asked.witness)  # before any journal, which may go on meanwhile
    holdings = Holdings()
    for other in asked.beside:
        holdings.read(other)
    read = [_read(source, path, asked, told, over) for source, path in asked.sources]
    if asked.round and not cases and not any(one.fault for one in read):
        raise BadQuestion(f"round: the journal has no round {asked.round} any more")
    acts: list[dict[str, Any]] = []
    for source, path in asked.sources:
        if len(acts) < ACTS_MAX:
            acts += _acts(source, path, asked, cases)
    rules = {source["digest"] for source, _ in asked.sources}
    named = [profile_of(digest) for digest in sorted(rules)]
    return {
        "round": asked.round,
        "of": _what(asked, cases),
        "rules": [profile.id if profile is not None else "" for profile in named],
        "simulated": any(source["simulated"] for source, _ in asked.sources),
        "chain": _chain(asked, told, read, cases, sums, holdings),
        "book": sums.book(asked.residual),
        "approved": sums.approved(),
        "settled": sums.settled(),
        "seats": seats_of(cases[0]) if asked.round and cases else [],
        "requirements": sums.requirements(),
        "tables": _tables(asked, read),
        "acts": acts[:ACTS_MAX],
        "took_ms": round(1000 * (now_s() - began_s)),
    }


# --- reading again -----------------------------------------------------------------------------------


def _read(
    source: Mapping[str, Any], path: Path | None, asked: Asked, told: Told, over: Callable[[Case], None]
) -> Read:
    """The journal from its first entry on; `over` is told each of the rounds that are asked about."""
    gather = _Gather(source, asked, over, _last_of(path))
    found = read_whole(source, path, told, gather.take)
    gather.ended()
    found.live = gather.open and (source["table_name"], source["session"] + 1) not in asked.here
    return found


def _last_of(path: Path | None) -> dict[int, int]:
    """The last entry of the journal that names a round and may come after its end, by the round's number."""
    if path is None:
        return {}
    try:
        with closing(connect_reader(path)) as journal:
            rows = journal.execute(_LAST, _LATER).fetchall()
            return {_named(parse_body(body)): seq for seq, body in rows}
    except (*UNREADABLE, JournalError, Unreadable):
        return {}  # what cannot be read is a fault of the journal, and told as one


def _named(body: Any) -> int:
    """The round that the body of an entry names, 0 for none."""
    told = body if isinstance(body, dict) else {}
    act = told.get("act")
    number = (act if isinstance(act, dict) else told).get("round")
    return number if isinstance(number, int) else 0


class _Gather:
    """The rounds of a journal as its entries pass by; what concerns none of those asked is let go of."""

    def __init__(
        self,
        source: Mapping[str, Any],
        asked: Asked,
        over: Callable[[Case], None],
        last: Mapping[int, int],
    ) -> None:
        self._source, self._asked, self._over, self._last = source, asked, over, last
        self._waiting: dict[int, Case] = {}
        self._profile = profile_of(source["digest"])
        self._opening: Row | None = None
        self._rounds = Rounds()
        self._now: Case | None = None
        self._dealer, self._meter = "", -1
        self._minimum = self._maximum = 0
        self._programs = Programs()
        self._numbers: set[int] = set()
        self._book = (0, 0, -1)
        self.open = False

    def take(self, row: Row) -> None:
        """The next entry, which holds with all before it."""
        if self._opening is None:
            self._opening = row
            return
        event = event_of(row)
        self._rounds.take(event)
        if isinstance(event, e.RoundOpened) and (self._now is None or self._now.told.number != event.round):
            self._begin(row, event)
        elif isinstance(event, e.TableClosed):
            self._end()
        self._lay(row, event)
        self._note(row, event)

    def _lay(self, row: Row, event: e.Event) -> None:
        """The entry is laid to the round that it names, or else to the one under way."""
        named = event.act.round if isinstance(event, e.ActSetAside) else getattr(event, "round", None)
        before = Before(self._book, self._meter)
        if self._now is not None and named in (None, self._now.told.number):
            self._now.take(row, event, before)
        elif named in self._waiting:
            self._waiting[named].take(row, event, before)
            if row.seq >= self._last[named]:
                self._over(self._waiting.pop(named))

    def ended(self) -> None:
        """There is nothing more: the last round may be over, and nobody says more of the others.

        One that is to be dealt again after a void is still played, and of a period not told of yet.
        """
        if self._now is not None and not self._asked.round and self._now.under_way:
            self._now = None
        self._end()
        while self._waiting:
            self._over(self._waiting.pop(next(iter(self._waiting))))

    def _begin(self, row: Row, event: e.RoundOpened) -> None:
        self._end()
        assert self._opening is not None, "a journal begins with its opening"
        assert self._rounds.now is not None, "the round that was just opened"
        told = OneRound(event.round, self._opening, row, stakes=dict(self._rounds.now.standing))
        again, source = event.round in self._numbers, self._source
        self._numbers.add(event.round)
        self._now = Case(
            told,
            self._profile,
            self._dealer,
            replace(self._programs, wrong=()),
            self._minimum or source["minimum_cents"],
            self._maximum or source["maximum_cents"],
            self._asked.zone,
            again,
            source["seats"],
            self._asked.grown.get(source["id"], NO_GROWTH),
            self._asked.moves.get(source["id"], ()),
            self._asked.highest.get(source["id"], 0),
            self._asked.sharers.get(source["id"], {}),
        )

    def _end(self) -> None:
        case, self._now = self._now, None
        if case is None:
            return
        over = case.last(e.RoundClosed) or case.last(e.RoundVoided)
        if over is None:
            return
        case.own = len(case.told.rows)
        wanted = case.told.number == self._asked.round or (
            not self._asked.round and self._asked.from_ms <= over[0].at_ms < self._asked.to_ms
        )
        before = self._waiting.pop(case.told.number, None)
        if before is not None:  # the number was used twice, and the later entries are the later round's
            self._over(before)
        if wanted and self._last.get(case.told.number, 0) > case.told.rows[-1].seq:
            self._waiting[case.told.number] = case
        elif wanted:
            self._over(case)

    def _note(self, row: Row, event: e.Event) -> None:
        match event:
            case e.DealerSignedOn():
                self._dealer = event.person
                if self._now is not None and not self._now.dealer:
                    self._now.dealer = event.person
            case e.DealerSignedOff():
                self._dealer = ""
            case e.TableClosed():
                self.open, self._dealer = False, ""
            case e.TableOpened():
                self.open = True
                self._minimum, self._maximum = event.minimum_cents, event.maximum_cents
            case e.MaximumChanged():
                self._maximum = event.maximum_cents
        self._book = book_after(self._book, event)
        self._programs = self._programs.after(row, event)
        meter = meter_after(event)
        self._meter = self._meter if meter is None else meter


# --- the answers -------------------------------------------------------------------------------------


def _own(cases: list[Case]) -> list[Row]:
    """The entries of the one round that is asked about, from its opening to the next round's."""
    return cases[0].told.rows[: cases[0].own] if cases else []


def _what(asked: Asked, cases: list[Case]) -> dict[str, Any]:
    """What is looked at, as its heading says it."""
    source = asked.sources[0][0]
    if not asked.round:
        times = [row["first_ms"] for row, _ in asked.sources], [row["last_ms"] for row, _ in asked.sources]
        since, until = max(asked.from_ms, min(times[0])), min(asked.to_ms, max(times[1]))
        tables = len({row["table_name"] for row, _ in asked.sources})
        return {"from_ms": since, "to_ms": until, "tables": tables, "sessions": len(asked.sources)}
    rows = _own(cases)
    return {
        "table": source["table_name"],
        "session": source["session"],
        "from_ms": rows[0].at_ms if rows else 0,
        "to_ms": rows[-1].at_ms if rows else 0,
        "won": bool(cases and cases[0].last(e.ClaimRecorded)),
        "dealer": cases[0].dealer if cases else "",
    }


def _chain(
    asked: Asked, told: Told, read: list[Read], cases: list[Case], sums: Sums, holdings: Holdings
) -> dict[str, Any]:
    """Three marks of the journals: whole from the first entry on, signed by a known key, seen by a witness.

    `ok` is all three; `state` is `bad` where something does not hold, `open` where it is not proved. Of
    tables that play the chain is `ok` until `until_ms`, and the `after` entries since are not yet proved.
    `others` is how far other tables hold them: a room of one table has none, and nothing is wrong with that.
    """
    sources = [source for source, _ in asked.sources]
    succession(sources, read, asked.here)
    others = beside(asked.sources, read, holdings, told)
    faults = [
        {"table": source["table_name"], "session": source["session"], "why": one.fault}
        for source, one in zip(sources, read, strict=True)
        if one.fault
    ]
    if not asked.round:
        faults += not_here(sources, asked.here, told, asked.folders)
    if told.fault:
        faults.append({"table": sources[0]["table_name"], "session": 0, "why": told.fault})
    rows, every = _own(cases), cases[0].told.rows if cases else []
    need = every[-1].seq if every else 0
    signed, seen = signed_mark(sources, read, told, need), witness_mark(sources, read, told, need)
    ok = not faults and signed["ok"] and seen["ok"]
    until_ms, after = (0, 0) if ok or faults or asked.round else proven_until(read, signed, seen, asked.to_ms)
    ok = ok or until_ms > 0
    return {
        "ok": ok,
        "state": BAD if faults else OK if ok else OPEN,
        "whole": not faults,
        "until_ms": until_ms,
        "after": after,
        "signed": signed,
        "witness": seen,
        "others": others_mark(sources, others, need),
        "faults": faults,
        "entries": len(rows) if asked.round else sum(one.entries for one in read),
        "rounds": sums.rounds,
        "first_seq": rows[0].seq if rows else 0,
        "last_seq": rows[-1].seq if rows else 0,
        "hash": rows[-1].hash if rows else read[0].head,
        "read": sum(one.entries for one in read),
        "unsigned": sum(max(0, one.entries - one.signed) for one in read),
        "witnessed": [sum(one.witnessed > 0 for one in read), len(read)] if told.witness else None,
    }


def _tables(asked: Asked, read: list[Read]) -> list[dict[str, Any]]:
    """The table's figures with whether its journals hold."""
    bad = {source["table_name"] for (source, _), one in zip(asked.sources, read, strict=True) if one.fault}
    return [{**row, "ok": row["table"] not in bad} for row in asked.tables]


def _of_case(case: Case, seq: int, at_ms: int, kind: str) -> bool:
    """An act is of the time of the round, or one that came later and names it, done where the pit says."""
    told = seq + 1 if kind == "ActedAtPit" else seq
    return at_ms <= _own([case])[-1].at_ms or any(row.seq == told for row in case.told.rows)


def _acts(
    source: Mapping[str, Any], path: Path | None, asked: Asked, cases: list[Case]
) -> list[dict[str, Any]]:
    """What persons authorised in the time that is looked at, oldest first."""
    if path is None:
        return []
    since, until = asked.from_ms, asked.to_ms
    if asked.round:
        rows = cases[0].told.rows if cases else []
        since, until = (rows[0].at_ms, rows[-1].at_ms + 1) if rows else (0, 0)
    try:
        with closing(connect_reader(path)) as journal:
            found = journal.execute(_ACTS, (since, until, *AUTHORISED, "ActedAtPit")).fetchall()
            if asked.round and cases:
                found = [one for one in found if _of_case(cases[0], *one[:3])]
            said = journal.execute(_MAXIMUM, (since, OPENED, CHANGED)).fetchall()
    except (*UNREADABLE, JournalError):
        return []
    acts = acts_of(source["table_name"], found, maximum_in(said))
    return [act for act in acts if act["persons"]]
