"""The twelve plots of the house and its figures, asked by name, each for the sessions of a question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from controller.house import conduct, jackpot, machines, pace, result
from controller.house.looks import looks, rules
from controller.house.scope import DAY_MS, BadQuestion, Scope, text
from controller.house.store import Store

GROUPS: Final = ("table", "session", "day")

Plot = Callable[[Store, Scope, int], dict[str, Any]]


def _result(db: Store, scope: Scope, target: int) -> dict[str, Any]:
    rows = list(
        db.query(
            "SELECT coalesce(sum(rounds), 0) AS rounds, coalesce(sum(hands), 0) AS hands FROM table_slot"
            f" WHERE source IN {scope.sources} AND {scope.between('at_ms')}",
            scope.values,
        )
    )
    return {**result.of_scope(db, scope), **rows[0]}


PLOTS: Final[Mapping[str, Plot]] = {
    "rounds_per_hour": pace.rates,
    "hands_per_hour": pace.rates,
    "phase_times": lambda db, scope, target: pace.phase_times(db, scope),
    "participation": lambda db, scope, target: pace.participation(db, scope),
    "jackpot": lambda db, scope, target: jackpot.growth(db, scope),
    "result": _result,
    "machines": lambda db, scope, target: machines.machines(db, scope),
    "alarms": lambda db, scope, target: conduct.alarms(db, scope),
    "corrections": lambda db, scope, target: conduct.corrections(db, scope),
    "frequencies": lambda db, scope, target: conduct.frequencies(db, scope),
    "seat_heat": lambda db, scope, target: pace.seat_heat(db, scope),
    "availability": lambda db, scope, target: conduct.availability(db, scope),
}
"""In the order of the pit's page."""


def plots(db: Store, scope: Scope, names: list[str], target: int = 0) -> dict[str, Any]:
    """The series of these plots, all twelve when none is named; `target` is none of the house's figures.

    Raises:
        BadQuestion: there is no plot of that name.
    """
    for name in names:
        if name not in PLOTS:
            raise BadQuestion(f"plots: there is none called {name[:40]!r}")
    told = {name: PLOTS[name](db, scope, target) for name in names or PLOTS}
    return {"plots": told, **span(db, scope)}


def span(db: Store, scope: Scope) -> dict[str, Any]:
    """From when to when the sessions asked about go, and how many entries they have."""
    row = db.execute(
        "SELECT coalesce(min(first_ms), 0) AS since, coalesce(max(last_ms), 0) AS until, "
        " count(*) AS sessions, coalesce(sum(entries), 0) AS entries,"
        " coalesce(max(simulated), 0) AS simulated"
        f" FROM source WHERE {scope.where}",
        scope.values,
    ).fetchone()
    return {
        "from_ms": max(row["since"], scope.from_ms),
        "to_ms": min(row["until"], scope.to_ms),
        "sessions": row["sessions"],
        "entries": row["entries"],
        "simulated": bool(row["simulated"]),
    }


def figures(db: Store, scope: Scope, told: Mapping[str, Any]) -> dict[str, Any]:
    """One row of figures a table, session or day, as `by` says: `UTH-3`, `UTH-3 000012`, `2026-11-20`.

    Raises:
        BadQuestion: `by` is none of these.
    """
    by = text(told, "by", "table")
    if by not in GROUPS:
        raise BadQuestion(f"by: one of {', '.join(GROUPS)} is wanted, not {by[:40]!r}")
    key = {
        "table": "table_name",
        "session": "table_name, session",
        "day": f"{scope.wall_sql(db, 'at_ms')} / {DAY_MS}",
    }[by]
    rows = db.query(
        f"SELECT {key}{' AS day' if by == 'day' else ''}, digest, {result.SUMS}, min(at_ms) AS from_ms,"
        f" max(at_ms) AS to_ms FROM table_slot WHERE source IN {scope.sources}"
        f" AND {scope.between('at_ms')} GROUP BY {key}, digest ORDER BY {key}, digest",
        scope.values,
    )
    of, groups = span(db, scope), dict[str, list[dict[str, Any]]]()
    simulated = of["simulated"]
    for row in rows:
        groups.setdefault(_NAMES[by](row), []).append(row)
    return {
        "by": by,
        "rows": [{**_figures(name, groups[name]), "simulated": simulated} for name in sorted(groups)],
        "tests": rules(),
        "looks": [one for table in pace.tables_of(db, scope) for one in looks(db, table)],
        **of,
    }


_NAMES: Final[dict[str, Callable[[dict[str, Any]], str]]] = {
    "table": lambda row: str(row["table_name"]),
    "session": lambda row: f"{row['table_name']} {row['session']:06d}",
    "day": lambda row: datetime.fromtimestamp(row["day"] * DAY_MS / 1000, UTC).strftime("%Y-%m-%d"),
}


def _figures(name: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    def total(column: str) -> int:
        return sum(row[column] for row in rows)

    rounds_rate, hands_rate = pace.an_hour(total("rounds"), total("hands"), total("lasted_ms"))
    hands = total("hands")
    return {
        "name": name,
        "rounds": total("rounds"),
        "hands": hands,
        "jp1": total("jp1"),
        "jp1_permille": 1000 * total("jp1") // hands if hands else 0,
        "rounds_per_hour_tenths": rounds_rate,
        "hands_per_hour_tenths": hands_rate,
        "staked_cents": total("staked_cents"),
        "paid_cents": total("paid_cents"),
        "prize_cents": total("prize_cents"),
        "voided": total("voided"),
        "from_ms": min(row["from_ms"] for row in rows),
        "to_ms": max(row["to_ms"] for row in rows),
        **result.result_of(rows).told(),
    }
