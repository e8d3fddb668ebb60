"""The jackpot as the journals saw it: its ledger, its generations, and whether anything moved it unaccounted.

Tables on one book number their entries together; tables that each have a book of their own use the same
numbers for other things, and are told apart by that. The residual is taken entry by entry: a contribution
says what the meter was before it, the entry before says what it was then, and the two are to be one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, Final

from controller.house.result import thinned
from controller.house.scope import Scope, number

ENTRIES_MAX: Final = 200
POINTS_MAX: Final = 600
MOVES: Final = ("contribution", "award", "refund", "claim", "withdrawn")
_NO_MEMBERS: Final = "-"


def books(conn: sqlite3.Connection) -> list[list[str]]:
    """The tables by book: all of them together, or each alone when two use a number for different acts."""
    tables = [name for (name,) in conn.execute("SELECT DISTINCT table_name FROM source ORDER BY table_name")]
    clash = conn.execute(
        "SELECT 1 FROM ledger JOIN source ON source.id = ledger.source WHERE kind = 'contribution'"
        " GROUP BY generation, book_seq HAVING count(DISTINCT table_name) > 1 LIMIT 1"
    ).fetchone()
    return [[name] for name in tables] if clash is not None else [tables] if tables else []


def _members(conn: sqlite3.Connection, scope: Scope) -> list[str]:
    """The tables whose jackpot is asked about: those on the book of the first table of the scope."""
    found = conn.execute(
        f"SELECT table_name FROM source WHERE {scope.where} ORDER BY table_name LIMIT 1", scope.values
    ).fetchone()
    for tables in books(conn):
        if found is not None and found[0] in tables:
            return tables
    return [_NO_MEMBERS]


def _entries(conn: sqlite3.Connection, tables: Iterable[str], more: str = "") -> sqlite3.Cursor:
    """Every act and reading of the book that these tables know, in the book's order."""
    names = list(tables)
    marks = ", ".join("?" * len(names))
    return conn.execute(
        "SELECT table_name, session, ledger.* FROM ledger JOIN source ON source.id = ledger.source"
        f" WHERE table_name IN ({marks}) {more} ORDER BY book_seq, kind = 'read', seq",
        names,
    )


def residual(rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """What moved the meter between two entries that follow each other, by no act of these tables: in cents.

    The book has one entry for each stake of a contribution. Entries that another table made, whose journal is
    not read here, are missed and counted as such.
    """
    cents = checks = missed = 0
    at: int | None = None
    meter = 0
    seams: list[list[int]] = []
    for row in rows:
        before, book_seq = row["before_cents"], row["book_seq"]
        if before >= 0 and at is not None:
            if book_seq - max(1, row["stakes"]) == at:
                checks += 1
                if before != meter:
                    cents += before - meter
                    seams.append([row["at_ms"], before - meter, book_seq])
            elif book_seq > at:
                missed += 1
        if at is None or book_seq >= at:
            at, meter = book_seq, row["meter_cents"]
    return {"cents": cents, "checks": checks, "missed": missed, "seams": seams[:ENTRIES_MAX]}


def growth(conn: sqlite3.Connection, scope: Scope) -> dict[str, Any]:
    """The meter as it grew, what was won and put right, and the residual.

    `points` are `[at_ms, meter, generation]`; `marks` are `[at_ms, kind, cents, table, round, meter after]`.
    """
    tables = _members(conn, scope)
    rows = _entries(conn, tables, f"AND {scope.between('at_ms')}").fetchall()
    by_time = sorted((row for row in rows if row["kind"] != "finish"), key=lambda row: row["book_seq"])
    points: list[list[int]] = []
    marks: list[list[Any]] = []
    for row in by_time:
        if row["kind"] in ("claim", "withdrawn", "refund"):
            told = [row["at_ms"], row["kind"], row["cents"], row["table_name"], row["round"]]
            marks.append([*told, row["meter_cents"]])
        if row["kind"] == "claim" and points:
            points.append([row["at_ms"], row["cents"], row["generation"]])
        next_one = row["generation"] + (row["kind"] == "claim")
        points.append([row["at_ms"], row["meter_cents"], next_one])
    kept = thinned(points, POINTS_MAX)
    return {
        "tables": tables,
        "points": sorted(kept, key=lambda point: point[0]) if not marks else kept,
        "marks": marks[-20:],
        "residual": residual(rows),
        "entries": len(rows),
    }


def ledger(conn: sqlite3.Connection, scope: Scope, told: Mapping[str, Any]) -> dict[str, Any]:
    """The jackpot's page: the meter as a sum, the newest entries, the generations, the residual.

    Raises:
        BadQuestion: `before` is no number of an entry.
    """
    tables = _members(conn, scope)
    before = number(told, "before", 2**53 - 1, 0, 2**53 - 1)
    kinds = {"": MOVES, "awards": ("award", "claim"), "corrections": ("refund", "withdrawn")}
    shown = kinds.get(str(told.get("show", "")), MOVES)
    rows = _entries(conn, tables).fetchall()
    moves = [row for row in rows if row["kind"] in shown and row["book_seq"] < before]
    generations = _generations(rows)
    last = max(rows, key=lambda row: row["book_seq"], default=None)
    return {
        "tables": tables,
        "books": len(books(conn)),
        "meter_cents": last["meter_cents"] if last is not None else 0,
        "confirmed_ms": max((row["at_ms"] for row in rows), default=0),
        "book_seq": last["book_seq"] if last is not None else 0,
        "residual": residual(rows),
        "entries": [
            {
                "book_seq": row["book_seq"],
                "at_ms": row["at_ms"],
                "kind": row["kind"],
                "table": row["table_name"],
                "session": row["session"],
                "round": row["round"],
                "stakes": row["stakes"],
                "cents": row["cents"],
                "meter_cents": row["meter_cents"],
                "generation": row["generation"],
                "seq": row["seq"],
            }
            for row in reversed(moves[-ENTRIES_MAX:])
        ],
        "generations": generations,
        **_terms(conn, tables),
    }


def _terms(conn: sqlite3.Connection, tables: list[str]) -> dict[str, Any]:
    marks = ", ".join("?" * len(tables))
    row = conn.execute(
        f"SELECT digest, jp1_stake_cents FROM source WHERE table_name IN ({marks}) AND jp1_stake_cents > 0"
        " ORDER BY last_ms DESC LIMIT 1",
        tables,
    ).fetchone()
    if row is None:
        return {"stake_cents": 0, "digest": ""}
    return {"stake_cents": row["jp1_stake_cents"], "digest": row["digest"]}


def _generations(rows: list[sqlite3.Row]) -> list[dict[str, Any]]:
    """Each generation that these tables saw: from which value, by which stakes, to which prize; newest first.

    A refund and a prize that is paid from the meter show in the meter alone: what is not a contribution of
    these tables nor the start is `other_cents`.
    """
    found: dict[int, dict[str, Any]] = {}
    for row in rows:
        generation = row["generation"]
        if not generation:
            continue
        told = found.setdefault(
            generation,
            {
                "generation": generation,
                "from_ms": row["at_ms"],
                "to_ms": 0,
                "start_cents": row["before_cents"] if row["before_cents"] >= 0 else row["meter_cents"],
                "stakes": 0,
                "contributed_cents": 0,
                "awarded_cents": 0,
                "refunded_cents": 0,
                "refunds": 0,
                "last_cents": 0,
                "won_cents": 0,
                "table": "",
                "round": 0,
            },
        )
        match row["kind"]:
            case "contribution":
                told["stakes"] += row["stakes"]
                told["contributed_cents"] += row["cents"]
                told["last_cents"] = row["meter_cents"]
            case "award":
                told["awarded_cents"] += row["cents"]
            case "refund":
                told["refunds"] += 1
                told["refunded_cents"] += row["meter_cents"] - told["last_cents"]
                told["last_cents"] = row["meter_cents"]
            case "claim":
                told.update(won_cents=row["cents"], to_ms=row["at_ms"])
                told.update(table=row["table_name"], round=row["round"], last_cents=row["cents"])
            case "withdrawn":
                told.update(won_cents=0, to_ms=0, table="", round=0)
            case _:
                told["last_cents"] = row["meter_cents"]
    for told in found.values():
        accounted = told["start_cents"] + told["contributed_cents"] + told["refunded_cents"]
        told["other_cents"] = told["last_cents"] - accounted
    return [found[generation] for generation in sorted(found, reverse=True)]
