"""The jackpot as the journals saw it: its ledger, its generations, and whether anything moved it unaccounted.

Tables on one book number their entries together; tables that each have a book of their own use the same
numbers for other things, and are told apart by that. The residual is taken entry by entry: a contribution
says what the meter was before it, the entry before says what it was then, and the two are to be one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from controller.house.scope import Scope, number
from controller.house.store import Store

ENTRIES_MAX: Final = 200
POINTS_MAX: Final = 600
MARKS_MAX: Final = 20
GENERATIONS_MAX: Final = 50
MOVES: Final = ("contribution", "award", "refund", "claim", "withdrawn")
_NO_MEMBERS: Final = "-"
_BEFORE: Final = "CASE WHEN before_cents < 0 THEN meter_cents ELSE before_cents END"


class Members(list[str]):
    """The tables on one book; `simulated`, those of their sessions that are, else the others."""

    def __init__(self, tables: Iterable[str], simulated: bool = False) -> None:
        super().__init__(tables)
        self.simulated = int(simulated)


def books(db: Store, simulated: bool = False) -> list[Members]:
    """The tables by book: all of them together, or each alone when two use a number for different acts.

    A book numbers from 1: where there is more than one, the first of their numbers already meet. No book is
    of real and of simulated cards.
    """
    kind = int(simulated)
    named = db.execute(
        "SELECT DISTINCT table_name FROM source WHERE simulated = ? ORDER BY table_name", (kind,)
    )
    tables = [name for (name,) in named]
    clash = db.execute(
        "SELECT 1 FROM table_ledger WHERE kind = 'contribution' AND simulated = ? AND book_seq <="
        " (SELECT min(book_seq) + 5000 FROM table_ledger WHERE kind = 'contribution' AND simulated = ?)"
        " GROUP BY generation, book_seq HAVING count(DISTINCT table_name) > 1 LIMIT 1",
        (kind, kind),
    ).fetchone()
    if clash is not None:
        return [Members([name], simulated) for name in tables]
    return [Members(tables, simulated)] if tables else []


def _members(db: Store, scope: Scope) -> Members:
    """The tables whose jackpot is asked about: those on the book of the first table of the scope."""
    found = db.execute(
        f"SELECT table_name, simulated FROM source WHERE {scope.where} ORDER BY table_name, id LIMIT 1",
        scope.values,
    ).fetchone()
    if found is not None:
        for tables in books(db, bool(found[1])):
            if found[0] in tables:
                return tables
    return Members([_NO_MEMBERS])


def _of(tables: Members, more: str = "") -> str:
    """The condition that an entry is of these tables; their names are its values."""
    marks = ", ".join("?" * len(tables))
    of_kind = f"table_name IN ({marks}) AND simulated = {tables.simulated}"
    return f"source IN (SELECT id FROM source WHERE {of_kind}{more})"


def _within(db: Store, scope: Scope, tables: Members) -> str:
    """The condition that an entry is of these tables and of the time that the scope's sessions were open."""
    first = db.execute(
        f"SELECT coalesce(min(first_ms), 0) FROM source WHERE {scope.where}", scope.values
    ).fetchone()[0]
    since_ms = max(scope.from_ms, first)
    sessions = _of(tables, f" AND last_ms >= {since_ms} AND first_ms < {scope.to_ms}")
    return f"{sessions} AND at_ms >= {since_ms} AND at_ms < {scope.to_ms}"


def residual(db: Store, tables: Members, within: str = "") -> dict[str, Any]:
    """What moved the meter between two entries that follow each other, by no act of these tables: in cents.

    The book has one entry for each stake of a contribution. Entries that another table made, whose journal is
    not read here, are missed and counted as such. `within` is a condition that has these tables in it.
    """
    pairs = (
        "SELECT source, seq, at_ms, book_seq, before_cents, stakes, lag(book_seq) OVER w AS last_seq,"
        f" lag(meter_cents) OVER w AS last_cents FROM ledger WHERE {within or _of(tables)}"
        " WINDOW w AS (ORDER BY book_seq, kind = 'read', source, seq)"
    )
    follows = "book_seq - CASE WHEN stakes > 1 THEN stakes ELSE 1 END = last_seq"
    row = db.execute(
        f"SELECT coalesce(sum(before_cents - last_cents) FILTER (WHERE {follows}), 0) AS cents,"
        f" count(*) FILTER (WHERE {follows}) AS checks,"
        f" count(*) FILTER (WHERE {follows} AND before_cents != last_cents) AS seams,"
        f" count(*) FILTER (WHERE NOT {follows} AND book_seq > last_seq) AS missed"
        f" FROM ({pairs}) AS pairs WHERE before_cents >= 0 AND last_seq IS NOT NULL",
        tables,
    ).fetchone()
    seams: list[list[int]] = []
    if row["seams"]:
        found = db.execute(
            f"SELECT at_ms, before_cents - last_cents AS cents, book_seq FROM ({pairs}) AS pairs"
            f" WHERE {follows} AND before_cents >= 0 AND last_seq IS NOT NULL AND before_cents != last_cents"
            " ORDER BY book_seq, source, seq LIMIT ?",
            (*tables, ENTRIES_MAX),
        )
        seams = [list(one) for one in found]
    return {"cents": row["cents"], "checks": row["checks"], "missed": row["missed"], "seams": seams}


def growth(db: Store, scope: Scope) -> dict[str, Any]:
    """The meter as it grew, what was won and put right, and the residual.

    `points` are `[at_ms, meter, generation]`, the last of each part of the time; `marks` are `[at_ms, kind,
    cents, table, round, meter after]`.
    """
    tables = _members(db, scope)
    within = _within(db, scope, tables)
    span = db.execute(
        f"SELECT count(*) AS entries, min(at_ms) AS since, max(at_ms) AS until FROM ledger WHERE {within}",
        tables,
    ).fetchone()
    if not span["entries"]:
        return {"tables": tables, "points": [], "marks": [], "residual": residual(db, tables), "entries": 0}
    since, now = span["since"], "generation + CASE WHEN kind = 'claim' THEN 1 ELSE 0 END"
    part = max(1, (span["until"] - since) // POINTS_MAX)
    rows = db.query(
        "SELECT at_ms, meter_cents, generation, book_seq FROM (SELECT at_ms, meter_cents,"
        f" {now} AS generation, book_seq, row_number() OVER (PARTITION BY (at_ms - {since}) / {part}, {now}"
        f" ORDER BY book_seq DESC, source, seq) AS place FROM ledger WHERE {within} AND kind != 'finish'"
        " AND meter_cents >= 0) AS last WHERE place = 1 ORDER BY book_seq, at_ms, generation",
        tables,
    )
    first = db.execute(
        f"SELECT at_ms, {_BEFORE} AS meter_cents, generation, book_seq"
        f" FROM ledger WHERE {within} ORDER BY book_seq, source, seq LIMIT 1",
        tables,
    ).fetchone()
    marked = list(
        db.query(
            "SELECT at_ms, kind, cents, table_name, round, meter_cents, generation, book_seq"
            f" FROM table_ledger WHERE {within}"
            " AND kind IN ('claim', 'withdrawn', 'refund') ORDER BY book_seq, source, seq",
            tables,
        )
    )
    won = [
        (one["book_seq"] - 0.5, [one["at_ms"], one["cents"], one["generation"]])
        for one in marked
        if one["kind"] == "claim"
    ]
    told = [
        (one["book_seq"], [one["at_ms"], one["meter_cents"], one["generation"]]) for one in (first, *rows)
    ]
    return {
        "tables": tables,
        "points": [point for _, point in sorted([*told, *won], key=lambda one: one[0])],
        "marks": [[*one.values()][:6] for one in marked][-MARKS_MAX:],
        "residual": residual(db, tables, within),
        "entries": span["entries"],
    }


def ledger(db: Store, scope: Scope, told: Mapping[str, Any]) -> dict[str, Any]:
    """The jackpot's page: the meter as a sum, the newest entries, the generations.

    Raises:
        BadQuestion: `before` is no number of an entry.
    """
    tables = _members(db, scope)
    before = number(told, "before", 2**53 - 1, 0, 2**53 - 1)
    kinds = {"": MOVES, "awards": ("award", "claim"), "corrections": ("refund", "withdrawn")}
    shown = kinds.get(str(told.get("show", "")), MOVES)
    entries = db.query(
        'SELECT book_seq, at_ms, kind, table_name AS "table", session, round, stakes, cents, meter_cents,'
        " generation, seq FROM table_ledger"
        f" WHERE {_of(tables)} AND kind IN ({', '.join('?' * len(shown))}) AND book_seq < ?"
        " ORDER BY book_seq DESC, source, seq LIMIT ?",
        (*tables, *shown, before, ENTRIES_MAX),
    )
    last = db.execute(
        f"SELECT meter_cents, book_seq, at_ms FROM ledger WHERE {_of(tables)}"
        " ORDER BY book_seq DESC, source, seq LIMIT 1",
        tables,
    ).fetchone()
    return {
        "tables": tables,
        "books": len(books(db, bool(tables.simulated))),
        "meter_cents": last["meter_cents"] if last is not None else 0,
        "confirmed_ms": last["at_ms"] if last is not None else 0,
        "book_seq": last["book_seq"] if last is not None else 0,
        "entries": [dict(row) for row in entries],
        "generations": _generations(db, tables),
        **_terms(db, tables),
    }


def _terms(db: Store, tables: Members) -> dict[str, Any]:
    marks = ", ".join("?" * len(tables))
    row = db.execute(
        f"SELECT digest, jp1_stake_cents FROM source WHERE table_name IN ({marks}) AND jp1_stake_cents > 0"
        f" AND simulated = {tables.simulated}"
        " ORDER BY last_ms DESC, id LIMIT 1",
        tables,
    ).fetchone()
    if row is None:
        return {"stake_cents": 0, "digest": ""}
    return {"stake_cents": row["jp1_stake_cents"], "digest": row["digest"]}


def _generations(db: Store, tables: Members) -> list[dict[str, Any]]:
    """The last generations that these tables saw: from which value, by which stakes, to which prize.

    What moved the meter and is neither the start nor an act of these tables on it is `other_cents`: a prize
    paid from the meter, an entry of a table that is not read here.
    """
    rows = db.query(
        "SELECT generation, min(at_ms) AS from_ms,"
        " coalesce(sum(stakes) FILTER (WHERE kind = 'contribution'), 0) AS stakes,"
        " coalesce(sum(cents) FILTER (WHERE kind = 'contribution'), 0) AS contributed_cents,"
        " coalesce(sum(cents) FILTER (WHERE kind = 'award'), 0) AS awarded_cents,"
        " count(*) FILTER (WHERE kind = 'refund') AS refunds,"
        " -coalesce(sum(cents) FILTER (WHERE kind = 'refund'), 0) AS refunded_cents,"
        " coalesce(sum(cents) FILTER (WHERE kind = 'correction'), 0) AS corrected_cents"
        f" FROM ledger WHERE {_of(tables)} AND generation > 0 GROUP BY generation ORDER BY generation DESC"
        " LIMIT ?",
        (*tables, GENERATIONS_MAX),
    )
    return [_generation(db, tables, row) for row in rows]


def _generation(db: Store, tables: Members, row: dict[str, Any]) -> dict[str, Any]:
    """One generation: its first and last values, and its win unless that was given back."""
    within = f"{_of(tables)} AND generation = ?"
    values = (*tables, row["generation"])
    first = db.execute(
        f"SELECT {_BEFORE} AS cents FROM ledger"
        f" WHERE {within} AND kind NOT IN ('claim', 'withdrawn') ORDER BY book_seq, source, seq LIMIT 1",
        values,
    ).fetchone()
    last = db.execute(
        f"SELECT meter_cents AS cents FROM ledger WHERE {within}"
        " AND kind NOT IN ('claim', 'withdrawn', 'award') ORDER BY book_seq DESC, source, seq LIMIT 1",
        values,
    ).fetchone()
    end = db.execute(
        "SELECT kind, at_ms, cents, table_name, round FROM table_ledger"
        f" WHERE {within} AND kind IN ('claim', 'withdrawn') ORDER BY book_seq DESC, source, seq LIMIT 1",
        values,
    ).fetchone()
    won = end is not None and end["kind"] == "claim"
    start_cents = first["cents"] if first is not None else 0
    last_cents = end["cents"] if won else last["cents"] if last is not None else 0
    acts = ("contributed_cents", "refunded_cents", "corrected_cents")
    return {
        **dict(row),
        "start_cents": start_cents,
        "last_cents": last_cents,
        "other_cents": last_cents - start_cents - sum(row[one] for one in acts),
        "to_ms": end["at_ms"] if won else 0,
        "won_cents": end["cents"] if won else 0,
        "table": end["table_name"] if won else "",
        "round": end["round"] if won else 0,
    }
