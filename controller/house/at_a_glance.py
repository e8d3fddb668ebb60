"""What the pit's room says of each table in its present session: pace by quarter, result round by round."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final

from controller.house.pace import an_hour
from controller.house.result import MOVES, course, thinned
from controller.house.scope import Scope
from controller.house.store import SLOT_MS, Store

QUARTERS: Final = 24
"""So many quarters of an hour are told of each table, and four of them are its last hour."""
LAST_HOUR: Final = 4

Told = dict[str, Any]


def at_a_glance(db: Store, scope: Scope, points: int) -> Told:
    """One entry a table: its session, its quarters, its last hour, its stakes, its result with its course.

    `quarters` are `[at_ms, rounds, an hour's rounds in tenths, open_ms]`, the last one unfinished while
    `unfinished` says so; `last_hour_tenths` is closed rounds by open time of the last four of them.
    `ante_cents` and `play_cents` are the average of a hand, those that were folded among them. `points` are
    `[at_ms, bank, expected, sigma]` in cents, one a round and at most so many of them; without an exact
    expectation (`known`) it and the spread are 0. `float_cents` is the avance as it was counted and signed,
    `fills_cents` what came in `fills` further avances, `closing_cents` the encaisse, 0 until it is counted.
    `chef` has the table in his charge, with `chef_tables` of those that are open.
    """
    quarters, moves = _quarters(db, scope), _moves(db, scope)
    cash, chefs = _cash(db, scope), _chefs(db, scope)
    sources = db.query(
        "SELECT id, table_name, session, opened_ms, closed_ms, last_ms, digest FROM source"
        f" WHERE {scope.where} ORDER BY length(table_name), table_name",
        scope.values,
    )
    return {
        "tables": [
            _table(source, quarters[source["id"]], moves[source["id"]], points)
            | _money(cash[source["id"]])
            | _chef(source["table_name"], chefs)
            for source in sources
        ],
    }


def _table(source: Told, quarters: list[Told], moves: list[Told], most: int) -> Told:
    hands = sum(row["hands"] for row in quarters)
    ante, side = (sum(row[name] for row in quarters) for name in ("ante_cents", "side_cents"))
    staked = sum(row["staked_cents"] for row in quarters)
    last = quarters[-LAST_HOUR:]
    last = [row for row in last if row["at_ms"] > last[-1]["at_ms"] - LAST_HOUR * SLOT_MS]
    rate, _ = an_hour(sum(row["rounds"] for row in last), 0, sum(row["lasted_ms"] for row in last))
    result, points = course({**one, "digest": source["digest"]} for one in moves)
    return {
        "table": source["table_name"],
        "session": source["session"],
        "opened_ms": source["opened_ms"],
        "quarters": [
            [row["at_ms"], row["rounds"], an_hour(row["rounds"], 0, row["lasted_ms"])[0], row["lasted_ms"]]
            for row in quarters[-QUARTERS:]
        ],
        "unfinished": bool(
            quarters
            and source["opened_ms"] > source["closed_ms"]
            and source["last_ms"] < quarters[-1]["at_ms"] + SLOT_MS
        ),
        "last_hour_tenths": rate,
        "rounds": sum(row["rounds"] for row in quarters),
        "hands": hands,
        "ante_cents": ante // hands if hands else 0,
        # The second main bet equals the Ante: what is left of the stakes is the Play.
        "play_cents": (staked - 2 * ante - side) // hands if hands else 0,
        **result.told(),
        "points": thinned(points, most),
    }


def _quarters(db: Store, scope: Scope) -> defaultdict[int, list[Told]]:
    """The sums of the quarters, by their journal."""
    rows = db.query(
        "SELECT source, at_ms, rounds, hands, lasted_ms, ante_cents, side_cents, staked_cents, ante_squares,"
        " side_squares, bank_cents, bank_bank, bank_ante, bank_side, ante_ante, ante_side, side_side"
        f" FROM table_slot WHERE source IN {scope.sources} ORDER BY at_ms, source",
        scope.values,
    )
    found: defaultdict[int, list[Told]] = defaultdict(list)
    for row in rows:
        found[row["source"]].append(row)
    return found


def _moves(db: Store, scope: Scope) -> defaultdict[int, list[Told]]:
    """What moved the result, by its journal: rounds that count, and what was put right of them later."""
    rows = db.query(
        f"SELECT * FROM ({MOVES}) AS moves WHERE source IN {scope.sources} ORDER BY at_ms, source, number",
        scope.values,
    )
    found: defaultdict[int, list[Told]] = defaultdict(list)
    for row in rows:
        found[row["source"]].append(row)
    return found


def _cash(db: Store, scope: Scope) -> defaultdict[int, list[Told]]:
    """The counts that two persons signed, by their journal."""
    found: defaultdict[int, list[Told]] = defaultdict(list)
    for row in db.query(
        f"SELECT source, purpose, cents FROM cash WHERE source IN {scope.sources} ORDER BY seq", scope.values
    ):
        found[row["source"]].append(row)
    return found


def _money(counts: list[Told]) -> Told:
    """Of the sitting under way: one that opened before in the same session has its own float and counts."""
    told = {"float_cents": 0, "fills": 0, "fills_cents": 0, "closing_cents": 0}
    for row in counts:
        match row["purpose"]:
            case "float":
                told = {**dict.fromkeys(told, 0), "float_cents": row["cents"]}
            case "advance":
                told["fills"] += 1
                told["fills_cents"] += row["cents"]
            case _:
                told["closing_cents"] = row["cents"]
    return told


def _chefs(db: Store, scope: Scope) -> dict[str, str]:
    """Who has each open table in his charge: whoever took it last (RP-13)."""
    rows = db.query(
        "SELECT source.table_name, charge.person FROM charge JOIN source ON source.id = charge.source"
        f" WHERE charge.source IN {scope.sources} AND source.opened_ms > source.closed_ms"
        " ORDER BY charge.at_ms, charge.seq",
        scope.values,
    )
    return {row["table_name"]: row["person"] for row in rows}


def _chef(table: str, chefs: dict[str, str]) -> Told:
    chef = chefs.get(table, "")
    return {"chef": chef, "chef_tables": sorted(one for one, person in chefs.items() if person == chef)}
