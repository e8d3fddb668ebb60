"""What the house's figures ask a person to look into: results, hands, cards, pace (screens, section 6.1)."""

from __future__ import annotations

import json
from typing import Any, Final

from controller.game.machines.lines import RAISED_PERMILLE
from controller.house import machines, plots
from controller.house.looks import looks
from controller.house.pace import tables_of
from controller.house.result import REVIEW_PERCENT
from controller.house.scope import scope_of
from controller.house.store import SLOT_MS, Store

TARGET_PERCENT: Final = 70
QUARTERS: Final = 2
MONTH: Final = "30d"


def findings(db: Store, target: int) -> list[dict[str, Any]]:
    """Every finding, table by table: `{what, table, plot, group, period}` and the figures it rests on.

    `what` is `result` beyond 4 sigma in the session, `hands`, `cards` or `seat` where the last look of a test
    of chance was suspect (`controller.house.looks`), of several seats the worst, `pace` under 70 % of the
    target in the last two whole quarters of play, `retries` of a line that repeats more than one message in
    a hundred. Priorities are those of screens, section 6.1.
    """
    found: list[dict[str, Any]] = []
    for table in tables_of(db, scope_of(db, {"period": "session"})):
        found += _result(db, table)
        found += _frequencies(db, table)
        found += _pace(db, table, target)
        found += _retries(db, table)
    return found


def _result(db: Store, table: str) -> list[dict[str, Any]]:
    scope = scope_of(db, {"table": table, "period": "session"})
    told = plots.plots(db, scope, ["result"])["plots"]["result"]
    if not told["known"] or abs(told["sigmas_percent"]) <= REVIEW_PERCENT:
        return []
    facts = {"sigmas_percent": told["sigmas_percent"], "bank_cents": told["bank_cents"]}
    return [_found("result", table, "session", **facts, expected_cents=told["expected_cents"])]


def _frequencies(db: Store, table: str) -> list[dict[str, Any]]:
    """Tests whose last look found what chance explains too seldom; of two tests of cards the worse."""
    found: dict[str, dict[str, Any]] = {}
    for one in looks(db, table):
        last, what = one["last"], _WHAT[one["test"]]
        if last is None or not last["suspect"]:
            continue
        facts = {name: last[name] for name in ("surprise", "hands", "seen", "expected_milli")}
        told = _found(what, table, MONTH, **facts) | {"of": last["what"], "test": one["test"]}
        told |= {"seat": one["seat"]} if one["seat"] else {}
        before = found.get(what)
        if before is None or before["surprise"] < last["surprise"]:
            found[what] = told
    return list(found.values())


_WHAT: Final = {"deck": "cards", "cards": "cards", "hands": "hands", "seat": "seat"}


def _pace(db: Store, table: str, target: int) -> list[dict[str, Any]]:
    """Only quarters in which the table was open from their beginning to their end count; 0 is no target."""
    source = db.execute(
        "SELECT id, last_ms, fold FROM source WHERE table_name = ? ORDER BY session DESC LIMIT 1", (table,)
    ).fetchone()
    opened_ms = json.loads(source["fold"])["opened_ms"]
    until = source["last_ms"] // SLOT_MS * SLOT_MS
    since = until - QUARTERS * SLOT_MS
    if not opened_ms or opened_ms > since:
        return []
    (rounds,) = db.execute(
        "SELECT coalesce(sum(rounds), 0) FROM slot WHERE source = ? AND at_ms >= ? AND at_ms < ?",
        (source["id"], since, until),
    ).fetchone()
    an_hour = rounds * 3_600_000 // (QUARTERS * SLOT_MS)
    if 100 * an_hour >= TARGET_PERCENT * target:
        return []
    return [_found("pace", table, "session", rounds_per_hour=an_hour, target=target, since_ms=since)]


def _retries(db: Store, table: str) -> list[dict[str, Any]]:
    """The worst line of the table that over the session's last day repeated more than one in a hundred."""
    told = machines.machines(db, scope_of(db, {"table": table, "period": "session"}))
    lines = [
        (one["line"]["permille"], one["machine"], one["line"]["frames"])
        for under in told["tables"]
        for one in under["machines"]
        if one["line"]["permille"] is not None and one["machine"] != "chips"
    ]
    if not lines or max(lines)[0] <= RAISED_PERMILLE:
        return []
    permille, machine, frames = max(lines)
    return [_found("retries", table, "session", permille=permille, frames=frames) | {"machine": machine}]


_PLOT: Final = {
    "retries": "machines",
    "result": "result",
    "hands": "frequencies",
    "cards": "frequencies",
    "seat": "frequencies",
    "pace": "rounds_per_hour",
}


def _found(what: str, table: str, period: str, **facts: int) -> dict[str, Any]:
    return {"what": what, "table": table, "plot": _PLOT[what], "group": "play", "period": period, **facts}
