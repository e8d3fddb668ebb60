"""What the pit's room says of each table in its present session: pace by quarter, result round by round."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final

from controller.house.chance import expected_by
from controller.house.pace import an_hour
from controller.house.result import Result, thinned
from controller.house.scope import Scope
from controller.house.store import SLOT_MS, Store

QUARTERS: Final = 24
"""So many quarters of an hour are told of each table, and four of them are its last hour."""
LAST_HOUR: Final = 4
_PRODUCTS: Final = (
    ("bank_bank", "bank_cents", "bank_cents"),
    ("bank_ante", "bank_cents", "ante_cents"),
    ("bank_side", "bank_cents", "side_cents"),
    ("ante_ante", "ante_cents", "ante_cents"),
    ("ante_side", "ante_cents", "side_cents"),
    ("side_side", "side_cents", "side_cents"),
)

Told = dict[str, Any]


def at_a_glance(db: Store, scope: Scope, target: int, points: int) -> Told:
    """One entry a table: its session, its quarters, its last hour, its stakes, its result with its course.

    `quarters` are `[at_ms, rounds, an hour's rounds in tenths, open_ms]`, the last one unfinished while
    `unfinished` says so; `last_hour_tenths` is closed rounds by open time of the last four of them.
    `ante_cents` and `play_cents` are the average of a hand, those that were folded among them. `points` are
    `[at_ms, bank, expected, sigma]` in cents, one a round and at most so many of them; without an exact
    expectation (`known`) it and the spread are 0.
    """
    quarters, stakes = _quarters(db, scope), _rounds(db, scope)
    sources = db.query(
        "SELECT id, table_name, session, opened_ms, closed_ms, last_ms, digest FROM source"
        f" WHERE {scope.where} ORDER BY length(table_name), table_name",
        scope.values,
    )
    return {
        "target": target,
        "tables": [
            _table(source, quarters[source["id"]], stakes[source["id"]], points) for source in sources
        ],
    }


def _table(source: Told, quarters: list[Told], rounds: list[Told], most: int) -> Told:
    hands = sum(row["hands"] for row in quarters)
    ante, side = (sum(row[name] for row in quarters) for name in ("ante_cents", "side_cents"))
    staked = sum(row["staked_cents"] for row in quarters)
    last = quarters[-LAST_HOUR:]
    last = [row for row in last if row["at_ms"] > last[-1]["at_ms"] - LAST_HOUR * SLOT_MS]
    rate, _ = an_hour(sum(row["rounds"] for row in last), 0, sum(row["lasted_ms"] for row in last))
    result, course = _course(source["digest"], quarters, rounds)
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
        "points": thinned(course, most) if most else [],
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


def _rounds(db: Store, scope: Scope) -> defaultdict[int, list[Told]]:
    """The money of the rounds that count, by their journal; one that was voided settled nothing."""
    rows = db.query(
        "SELECT source, closed_ms, bank_cents, ante_cents, side_cents FROM round"
        f" WHERE source IN {scope.sources} AND staked_cents > 0 ORDER BY closed_ms, source, number",
        scope.values,
    )
    found: defaultdict[int, list[Told]] = defaultdict(list)
    for row in rows:
        found[row["source"]].append(row)
    return found


def _course(digest: str, quarters: list[Told], rounds: list[Told]) -> tuple[Result, list[list[int]]]:
    """The result after each round.

    The squares of single stakes are kept by quarter: a round has its part of them by the square of its
    stakes, so that the spread is exact at the end of each quarter.
    """
    exact, result = expected_by(digest), Result()
    of_quarter: defaultdict[int, list[Told]] = defaultdict(list)
    for one in rounds:
        of_quarter[one["closed_ms"] - one["closed_ms"] % SLOT_MS].append(one)
    points: list[list[int]] = []
    for quarter in quarters:
        for one in of_quarter[quarter["at_ms"]]:
            row = {**one, **{name: one[a] * one[b] for name, a, b in _PRODUCTS}}
            for squares, whole, part in (
                ("ante_squares", "ante_ante", "ante_cents"),
                ("side_squares", "side_side", "side_cents"),
            ):
                row[squares] = quarter[squares] * one[part] ** 2 / quarter[whole] if quarter[whole] else 0
            result.add(row, exact)
            points.append([one["closed_ms"], result.bank, round(result.expected), round(result.sigma)])
    if not result.known:
        points = [[at_ms, bank, 0, 0] for at_ms, bank, _, _ in points]
    return result, points
