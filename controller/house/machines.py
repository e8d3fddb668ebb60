"""The machines over time: strips of 24 hours, what their lines repeated, which machine stood where.

A line is judged over spans of its counts that hold `FRAMES_ENOUGH` messages: a span that repeats more than
one in a hundred is drawn as degraded, as the table's own alarm says (A-304).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any, Final

from controller.game.events import LinesCounted, MachineNamed
from controller.game.inputs import LineCount
from controller.game.machines.line_types import FRAMES_ENOUGH
from controller.game.machines.lines import RAISED_PERMILLE
from controller.house.gathered import Gathered
from controller.house.pace import tables_of
from controller.house.scope import DAY_MS, BadQuestion, Scope, scope_of, text
from controller.house.store import Store
from controller.journal.chain import Row

CURVE_MS: Final = 3 * 3_600_000
"""How far back the curves of one machine go."""
STRIPS_MAX: Final = 2_000
COUNTS_MAX: Final = 40_000
SESSIONS_MAX: Final = 4_000
_LINE: Final = tuple(one.name for one in fields(LineCount))
_SUMS: Final = ("frames", "retries", "damaged", "returns")


def counted(gathered: Gathered, source: int, row: Row, event: LinesCounted) -> None:
    """What the lines of some machines carried is kept, one row a line."""
    for told in event.lines:
        gathered.put("line", source=source, at_ms=row.at_ms, **{name: getattr(told, name) for name in _LINE})


def named(gathered: Gathered, source: int, row: Row, event: MachineNamed) -> None:
    """Which machine stands in a place is kept."""
    told = asdict(event.named)
    told["reference"] = -1 if event.named.reference is None else int(event.named.reference)
    gathered.put("identity", source=source, at_ms=row.at_ms, **told)


# --- what is asked -------------------------------------------------------------------------------


def machines(db: Store, scope: Scope) -> dict[str, Any]:
    """One strip a machine over the last 24 hours of the period, and what its line carried in them.

    A strip is `[from_ms, to_ms, health, detail]`; `worn` are the spans `[from_ms, to_ms, permille]` in which
    the line repeated too much; `line` holds the sums of the day.
    """
    since_ms, until_ms = _last_day(db, scope)
    rows = db.query(
        "SELECT table_name, machine, from_ms, to_ms, health, detail FROM table_device"
        f" WHERE source IN {scope.sources}"
        " AND to_ms > ? AND from_ms < ? ORDER BY table_name, machine, from_ms, source LIMIT ?",
        (*scope.values, since_ms, until_ms, STRIPS_MAX),
    )
    lost = db.query(
        "SELECT table_name, machine, count(*) AS times FROM table_device"
        f" WHERE source IN {scope.sources} AND health = 'lost' GROUP BY table_name, machine",
        scope.values,
    )
    strips: dict[str, dict[str, list[list[Any]]]] = {name: {} for name in tables_of(db, scope)}
    for row in rows:
        strip = strips[row["table_name"]].setdefault(row["machine"], [])
        strip.append([max(row["from_ms"], since_ms), row["to_ms"], row["health"], row["detail"][:40]])
    times = {(row["table_name"], row["machine"]): row["times"] for row in lost}
    lines = _lines(db, scope, since_ms, until_ms)
    return {
        "since_ms": since_ms,
        "until_ms": until_ms,
        "tables": [
            {
                "table": name,
                "machines": [
                    {
                        "machine": machine,
                        "strips": told,
                        "lost": times.get((name, machine), 0),
                        "worn": worn(lines.get((name, machine), ()), since_ms),
                        "line": day_of(lines.get((name, machine), ())),
                    }
                    for machine, told in under.items()
                ],
            }
            for name, under in strips.items()
        ],
    }


def machine(db: Store, told: Mapping[str, Any]) -> dict[str, Any]:
    """One machine of a table: which it is, since when, its curves, and how its kind does in the house.

    `points` are `[at_ms, permille or None, median_ms, slowest_ms, celsius, limit_celsius]` of the last hours,
    a value None where there was none; `types` are `[machine, repeated, all]` of the room's last 24 hours.

    Raises:
        BadQuestion: no table or no machine is named.
    """
    table, name = text(told, "table"), text(told, "machine")
    if not table or not name:
        raise BadQuestion("machine, table: both are wanted")
    every = scope_of(db, {"table": table, "period": "all"})
    (until_ms,) = db.execute("SELECT coalesce(max(last_ms), 0) FROM source WHERE table_name = ?", (table,))
    since_ms = until_ms[0] - CURVE_MS
    rows = db.query(
        f"SELECT line.* FROM line WHERE source IN {every.sources} AND machine = ? AND at_ms > ?"
        " ORDER BY at_ms, source LIMIT ?",
        (*every.values, name, since_ms, COUNTS_MAX),
    )
    day = machines(db, scope_of(db, {"table": table, "from_ms": max(0, until_ms[0] - DAY_MS)}))
    mine = [one for under in day["tables"] for one in under["machines"] if one["machine"] == name]
    return {
        "since_ms": since_ms,
        "until_ms": until_ms[0],
        "points": [_point(row) for row in rows],
        "identity": _service(db, table, name),
        "day": mine[0]["line"] if mine else None,
        "types": _types(db),
    }


def worn(counts: Iterable[dict[str, Any]], since_ms: int = 0) -> list[list[int]]:
    """The spans in which a line repeated more than one message in a hundred, those that touch as one."""
    spans: list[list[int]] = []
    from_ms = whole = repeated = 0
    for row in counts:
        if not whole + repeated:
            from_ms = row["at_ms"] - row["lasted_ms"]
        whole += row["frames"]
        repeated += row["retries"] + row["damaged"]
        if whole + repeated < FRAMES_ENOUGH:
            continue
        permille = 1000 * repeated // (whole + repeated)
        if permille > RAISED_PERMILLE and spans and spans[-1][1] >= from_ms:
            spans[-1][1:] = [row["at_ms"], max(permille, spans[-1][2])]
        elif permille > RAISED_PERMILLE:
            spans.append([max(from_ms, since_ms), row["at_ms"], permille])
        whole = repeated = 0
    return spans


def day_of(counts: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The sums of some counts of one line, its slowest answer and its last temperature."""
    kept = list(counts)
    sums = {name: sum(row[name] for row in kept) for name in _SUMS}
    repeated = sums["retries"] + sums["damaged"]
    total = sums["frames"] + repeated
    return {
        **sums,
        "permille": 1000 * repeated // total if total >= FRAMES_ENOUGH else None,
        "slowest_ms": max((row["slowest_ms"] for row in kept if row["slowest_ms"] is not None), default=None),
        "celsius": next((row["celsius"] for row in reversed(kept) if row["celsius"] is not None), None),
    }


def _last_day(db: Store, scope: Scope) -> tuple[int, int]:
    last = db.execute(f"SELECT max(last_ms) FROM source WHERE {scope.where}", scope.values).fetchone()[0]
    until_ms = min(last or 0, scope.to_ms)
    return until_ms - DAY_MS, until_ms


def _lines(
    db: Store, scope: Scope, since_ms: int, until_ms: int
) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """The counts of these hours, by table and machine."""
    rows = db.query(
        "SELECT table_name, line.* FROM source JOIN line ON line.source = source.id AND line.at_ms > ?"
        f" AND line.at_ms <= ? WHERE source.id IN {scope.sources} AND last_ms > ? AND first_ms <= ?"
        " ORDER BY line.at_ms, line.source, line.machine LIMIT ?",
        (since_ms, until_ms, *scope.values, since_ms, until_ms, COUNTS_MAX),
    )
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault((row["table_name"], row["machine"]), []).append(row)
    return found


def _point(row: dict[str, Any]) -> list[int | None]:
    repeated = row["retries"] + row["damaged"]
    total = row["frames"] + repeated
    permille = 1000 * repeated // total if total else None
    return [
        row["at_ms"],
        permille,
        *(row[name] for name in ("median_ms", "slowest_ms", "celsius", "limit_celsius")),
    ]


def _types(db: Store) -> list[list[Any]]:
    """Of each kind of machine, the messages repeated in the room's last 24 hours, and all of them."""
    scope = scope_of(db, {"period": "all"})
    since_ms, until_ms = _last_day(db, scope)
    sums: dict[str, list[int]] = {}
    for (_, name), rows in _lines(db, scope, since_ms, until_ms).items():
        told = day_of(rows)
        repeated = told["retries"] + told["damaged"]
        under = sums.setdefault(name, [0, 0])
        under[0] += repeated
        under[1] += repeated + told["frames"]
    return [[name, *told] for name, told in sums.items()]


def _service(db: Store, table: str, name: str) -> dict[str, Any] | None:
    """The machine in this place by its own words, and what it did since it came: None if it said nothing.

    It came when the journals first name it without another in between; another program in it is the same
    machine.
    """
    rows = list(
        db.query(
            "SELECT * FROM table_identity WHERE table_name = ? AND machine = ?"
            " ORDER BY at_ms DESC, source LIMIT ?",
            (table, name, SESSIONS_MAX),
        )
    )
    if not rows:
        return None
    since_ms, program_ms = rows[0]["at_ms"], rows[0]["at_ms"]
    same = True
    for row in rows:
        if row["model"] != rows[0]["model"]:
            break
        since_ms = row["at_ms"]
        same = same and (row["firmware"], row["digest"]) == (rows[0]["firmware"], rows[0]["digest"])
        program_ms = since_ms if same else program_ms
    mine = "source IN (SELECT id FROM source WHERE table_name = ?)"
    (rounds,) = db.execute(
        f"SELECT coalesce(sum(rounds), 0) FROM slot WHERE {mine} AND at_ms >= ?", (table, since_ms - 900_000)
    ).fetchone()
    (lost,) = db.execute(
        f"SELECT count(*) FROM device WHERE {mine} AND machine = ? AND health = 'lost' AND from_ms >= ?",
        (table, name, since_ms),
    ).fetchone()
    told = {key: rows[0][key] for key in ("model", "port", "firmware", "digest")}
    reference = {1: True, 0: False}.get(rows[0]["reference"])
    return {
        **told,
        "reference": reference,
        "since_ms": since_ms,
        "program_ms": program_ms,
        "rounds": rounds,
        "lost": lost,
    }
