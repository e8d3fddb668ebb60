"""How a table goes: rounds and hands an hour, how long each part takes, who plays for JP1, who sits where."""

from __future__ import annotations

from typing import Any, Final

from controller.house.chance import percentile, profile_of
from controller.house.round_end import HOUR_MS
from controller.house.scope import DAY_MS, Scope
from controller.house.store import SLOT_MS, Store

QUARTERS_MAX: Final = 150
"""Bars are quarters of an hour while there are at most so many, days otherwise."""


def tables_of(db: Store, scope: Scope) -> list[str]:
    """The tables asked about, by name."""
    found = db.execute(
        f"SELECT table_name FROM source WHERE {scope.where}"
        " GROUP BY table_name ORDER BY length(table_name), table_name",
        scope.values,
    )
    return [name for (name,) in found]


def rates(db: Store, scope: Scope, target: int) -> dict[str, Any]:
    """Rounds and hands by bars of a quarter of an hour or a day, table by table.

    A bar is `[at_ms, rounds, hands, an hour's rounds in tenths, an hour's hands in tenths]`: what an hour in
    which play went on like that would make, by the time that the table was open. `rate` is that of the whole;
    `unfinished` says that the last bar still grows.
    """
    rows = list(
        db.query(
            "SELECT table_name, at_ms, sum(rounds) AS rounds, sum(hands) AS hands,"
            " sum(lasted_ms) AS lasted_ms,"
            " max(CASE WHEN opened_ms > closed_ms"
            f" AND last_ms < at_ms + {SLOT_MS} THEN 1 ELSE 0 END) AS grows"
            f" FROM table_slot WHERE source IN {scope.sources}"
            f" AND {scope.between('at_ms')} GROUP BY table_name, at_ms ORDER BY at_ms, table_name",
            scope.values,
        )
    )
    quarters = len({row["at_ms"] for row in rows})
    by_day = quarters > QUARTERS_MAX
    told: dict[str, dict[int, list[int]]] = {name: {} for name in tables_of(db, scope)}
    grows = dict.fromkeys(told, False)
    for row in rows:
        at_ms = row["at_ms"]
        if by_day:
            at_ms = scope.begin_ms(at_ms, DAY_MS)
        bar = told[row["table_name"]].setdefault(at_ms, [0, 0, 0])
        bar[0] += row["rounds"]
        bar[1] += row["hands"]
        bar[2] += row["lasted_ms"]
        grows[row["table_name"]] = bool(row["grows"])
    return {
        "bar_ms": DAY_MS if by_day else SLOT_MS,
        "target": target,
        "tables": [
            {
                "table": name,
                "bars": [
                    [at_ms, rounds, hands, *an_hour(rounds, hands, lasted_ms)]
                    for at_ms, (rounds, hands, lasted_ms) in bars.items()
                ],
                "unfinished": grows[name],
                "rounds": sum(bar[0] for bar in bars.values()),
                "hands": sum(bar[1] for bar in bars.values()),
                "rate": an_hour(*(sum(bar[at] for bar in bars.values()) for at in range(3))),
            }
            for name, bars in told.items()
        ],
    }


def an_hour(rounds: int, hands: int, lasted_ms: int) -> list[int]:
    """Tenths of rounds and of hands an hour, of so much time in which a table was open."""
    return [10 * each * HOUR_MS // lasted_ms if lasted_ms else 0 for each in (rounds, hands)]


def phase_times(db: Store, scope: Scope) -> dict[str, Any]:
    """Median and ninth decile of each part of a round in whole seconds, in their order."""
    rows = db.query(
        f"SELECT phase, seconds, sum(times) AS times FROM phase_time WHERE source IN {scope.sources}"
        " GROUP BY phase, seconds ORDER BY phase, seconds",
        scope.values,
    )
    found: dict[str, list[tuple[int, int]]] = {}
    for row in rows:
        found.setdefault(row["phase"], []).append((row["seconds"], row["times"]))
    streets = sorted((name for name in found if name.startswith("street.")), key=lambda name: int(name[7:]))
    names = _street_names(db, scope)
    order = ["bets", "jp1", "deal", *streets, "showdown", "settlement"]
    return {
        "phases": [
            {
                "phase": names.get(name, name),
                "median_s": percentile(found[name], 500),
                "p90_s": percentile(found[name], 900),
                "times": sum(times for _, times in found[name]),
            }
            for name in order
            if name in found
        ]
    }


def _street_names(db: Store, scope: Scope) -> dict[str, str]:
    """What the streets are called, if all sessions are of rules that call them so."""
    digests = db.execute(f"SELECT DISTINCT digest FROM source WHERE {scope.where}", scope.values)
    told: dict[str, str] = {}
    for (digest,) in digests:
        profile = profile_of(digest)
        names = {f"street.{at}": street.name for at, street in enumerate(profile.streets)} if profile else {}
        if not names or any(told.get(key, name) != name for key, name in names.items()):
            return {}
        told |= names
    return told


def participation(db: Store, scope: Scope) -> dict[str, Any]:
    """JP1 stakes among hands, by limits and by hour or day: `[at_ms, permille, hands]`."""
    rows = list(
        db.query(
            "SELECT minimum_cents, maximum_cents, at_ms, sum(hands) AS hands, sum(jp1) AS jp1"
            f" FROM table_slot WHERE source IN {scope.sources}"
            f" AND {scope.between('at_ms')} GROUP BY minimum_cents, maximum_cents, at_ms"
            " ORDER BY minimum_cents, maximum_cents, at_ms",
            scope.values,
        )
    )
    hours = len({row["at_ms"] // HOUR_MS for row in rows})
    step = HOUR_MS if hours <= QUARTERS_MAX else DAY_MS
    found: dict[tuple[int, int], dict[int, list[int]]] = {}
    for row in rows:
        if row["hands"]:
            at_ms = scope.begin_ms(row["at_ms"], step)
            limits = found.setdefault((row["minimum_cents"], row["maximum_cents"]), {})
            under = limits.setdefault(at_ms, [0, 0])
            under[0] += row["jp1"]
            under[1] += row["hands"]
    return {
        "bar_ms": step,
        "limits": [
            {
                "minimum_cents": minimum,
                "maximum_cents": maximum,
                "points": [[at_ms, 1000 * jp1 // hands, hands] for at_ms, (jp1, hands) in under.items()],
                "jp1": sum(jp1 for jp1, _ in under.values()),
                "hands": sum(hands for _, hands in under.values()),
            }
            for (minimum, maximum), under in found.items()
        ],
    }


def seat_heat(db: Store, scope: Scope) -> dict[str, Any]:
    """Seat by hour of the day: rounds that the tables played in the hour, hands and JP1 stakes at the seat.

    `seats` is how many places the largest felt of them has, `rows` are `[seat, hour, hands, jp1]`, `hours`
    are `[hour, rounds]`.
    """
    wall = scope.wall_sql(db, "at_ms")
    seats = db.query(
        f"SELECT seat, {wall} / 3600000 % 24 AS hour, sum(hands) AS hands, sum(jp1) AS jp1 FROM seat_hour"
        f" WHERE source IN {scope.sources} AND {scope.between('at_ms')}"
        " GROUP BY seat, hour ORDER BY seat, hour",
        scope.values,
    )
    rounds = db.query(
        f"SELECT {wall} / 3600000 % 24 AS hour, sum(rounds - voided) AS rounds FROM slot"
        f" WHERE source IN {scope.sources} AND {scope.between('at_ms')} GROUP BY hour ORDER BY hour",
        scope.values,
    )
    largest = f"SELECT coalesce(max(seats), 0) AS seats FROM source WHERE {scope.where}"
    return {
        "seats": next(db.query(largest, scope.values))["seats"],
        "rows": [[row["seat"], row["hour"], row["hands"], row["jp1"]] for row in seats],
        "hours": [[row["hour"], row["rounds"]] for row in rounds],
    }
