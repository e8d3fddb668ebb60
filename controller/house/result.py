"""The bank's result beside what was to be expected of the stakes that really lay there, and its spread."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from controller.house.chance import Expected, expected_by
from controller.house.scope import Scope
from controller.house.store import SLOT_MS, Store

POINTS_MAX: Final = 1_500
ROUNDS_MAX: Final = 20_000
"""Of more rounds than that the course is told by quarters of an hour."""
WINS_MAX: Final = 4

SUMS = (
    "sum(rounds) AS rounds, sum(hands) AS hands, sum(jp1) AS jp1, sum(bank_cents) AS bank_cents,"
    " sum(ante_cents) AS ante_cents, sum(side_cents) AS side_cents, sum(ante_squares) AS ante_squares,"
    " sum(side_squares) AS side_squares, sum(bank_bank) AS bank_bank, sum(bank_ante) AS bank_ante,"
    " sum(bank_side) AS bank_side, sum(ante_ante) AS ante_ante, sum(ante_side) AS ante_side,"
    " sum(side_side) AS side_side, sum(staked_cents) AS staked_cents, sum(paid_cents) AS paid_cents,"
    " sum(voided) AS voided, sum(prize_cents) AS prize_cents, sum(lasted_ms) AS lasted_ms"
)
"""The columns of `table_slot`, summed."""
REVIEW_PERCENT: Final = 400
"""Beyond so many hundredths of a standard deviation a result is to be looked into. It is looked at after
every round: one honest night in forty is beyond 3 sigma at some round, fewer than one in five hundred beyond
4 (tests/bench/FAIRNESS.md)."""


@dataclass(slots=True)
class Result:
    """Sums of rounds in cents: what the bank won, what it was to win, and the squares of its spread.

    `hands` is the variance of so many independent hands, `rounds` the squared deviations of the rounds seen:
    hands of one round share a board, and the larger of the two counts. `known` is False when the rules of
    some of them are none that were worked out.
    """

    bank: int = 0
    expected: float = 0.0
    hands: float = 0.0
    rounds: float = 0.0
    known: bool = True

    def add(self, row: dict[str, Any], exact: Expected | None) -> None:
        """The sums of more rounds under the same rules."""
        self.bank += row["bank_cents"]
        if exact is None:
            self.known = self.known and not row["ante_cents"]
            return
        e, f = exact.edge, exact.side_edge
        self.expected += e * row["ante_cents"] + f * row["side_cents"]
        self.hands += exact.variance * row["ante_squares"] + exact.side_variance * row["side_squares"]
        self.rounds += (
            row["bank_bank"]
            + e * e * row["ante_ante"]
            + f * f * row["side_side"]
            - 2 * e * row["bank_ante"]
            - 2 * f * row["bank_side"]
            + 2 * e * f * row["ante_side"]
        )

    @property
    def sigma(self) -> float:
        """One standard deviation, in cents."""
        return sqrt(max(self.hands, self.rounds, 0.0))

    def told(self) -> dict[str, Any]:
        """As the service says it; without an exact expectation there is none, and no spread."""
        sigma = self.sigma
        deviation = round(100 * (self.bank - self.expected) / sigma) if sigma and self.known else 0
        return {
            "bank_cents": self.bank,
            "expected_cents": round(self.expected) if self.known else 0,
            "sigma_cents": round(sigma) if self.known else 0,
            "sigmas_percent": deviation,
            "known": self.known,
        }


def result_of(rows: list[dict[str, Any]]) -> Result:
    """The result of slots grouped by the digest of their rules."""
    found = Result()
    for row in rows:
        found.add(row, expected_by(row["digest"]))
    return found


Point = list[int]
"""`[at_ms, bank, expected, sigma]`, in cents, from the first round on."""
MOVES: Final = (
    "SELECT source, closed_ms AS at_ms, number, 1 AS dealt, bank_cents, ante_cents, side_cents, ante_squares,"
    " side_squares FROM round WHERE staked_cents > 0"
    " UNION ALL SELECT source, at_ms, round, 0, bank_cents, 0, 0, 0, 0 FROM rectification"
    " WHERE bank_cents != 0"
)
"""What moves the result: each round that counts, and each that was put right later, by that alone."""
_PRODUCTS: Final = (
    ("bank_bank", "bank_cents", "bank_cents"),
    ("bank_ante", "bank_cents", "ante_cents"),
    ("bank_side", "bank_cents", "side_cents"),
    ("ante_ante", "ante_cents", "ante_cents"),
    ("ante_side", "ante_cents", "side_cents"),
    ("side_side", "side_cents", "side_cents"),
)


def course(moves: Iterable[Mapping[str, Any]]) -> tuple[Result, list[Point]]:
    """The result after each of the moves, which have the digest of their rules, and the whole of it."""
    result, points = Result(), []
    for one in moves:
        row = {**one, **{name: one[a] * one[b] * one["dealt"] for name, a, b in _PRODUCTS}}
        result.add(row, expected_by(one["digest"]))
        points.append([one["at_ms"], result.bank, round(result.expected), round(result.sigma)])
    if not result.known:
        points = [[at_ms, bank, 0, 0] for at_ms, bank, _, _ in points]
    return result, points


def of_scope(db: Store, scope: Scope, points_max: int = POINTS_MAX) -> dict[str, Any]:
    """The result of the sessions asked about, and how it came: one point a round, ending now.

    Of very many rounds there is one point a quarter of an hour, at its end, and `by` says so; there are at
    most about so many points, and what was highest and lowest among those left out is kept. `since_ms` and
    `to_ms` are the first round's opening and the last that any of the journals tells; `wins` are `[at_ms,
    table, round, what the bank won of it, the result after it]` of rounds that won the jackpot. Beyond
    `review_percent` of a standard deviation the result is to be looked into.
    """
    where = f"source IN {scope.sources} AND {scope.between('at_ms')}"
    counted = db.execute(
        f"SELECT count(*) AS rounds, min(opened_ms) AS since FROM round WHERE source IN {scope.sources}"
        f" AND {scope.between('closed_ms')}",
        scope.values,
    ).fetchone()
    last = db.execute(f"SELECT coalesce(max(last_ms), 0) FROM source WHERE {scope.where}", scope.values)
    to_ms = min(last.fetchone()[0], scope.to_ms)
    if counted["rounds"] > ROUNDS_MAX:
        found, points = _by_quarter(db, scope, to_ms)
    else:
        found, points = course(
            db.query(
                f"SELECT moves.*, source.digest FROM ({MOVES}) AS moves"
                f" JOIN source ON source.id = moves.source WHERE {where} ORDER BY at_ms, source, number",
                scope.values,
            )
        )
    return {
        **found.told(),
        "by": "quarter" if counted["rounds"] > ROUNDS_MAX else "round",
        "since_ms": counted["since"] or 0,
        "to_ms": to_ms,
        "points": thinned(points, points_max),
        "wins": _wins(db, scope, points),
        "review_percent": REVIEW_PERCENT,
    }


def _by_quarter(db: Store, scope: Scope, to_ms: int) -> tuple[Result, list[Point]]:
    rows = db.query(
        f"SELECT at_ms, digest, {SUMS} FROM table_slot"
        f" WHERE source IN {scope.sources} AND {scope.between('at_ms')}"
        " GROUP BY at_ms, digest ORDER BY at_ms, digest",
        scope.values,
    )
    found, points = Result(), []
    for row in rows:
        found.add(row, expected_by(row["digest"]))
        at_ms = min(row["at_ms"] + SLOT_MS, max(to_ms, row["at_ms"]))
        points.append([at_ms, found.bank, round(found.expected), round(found.sigma)])
    return found, points if found.known else [[at_ms, bank, 0, 0] for at_ms, bank, _, _ in points]


def _wins(db: Store, scope: Scope, points: list[Point]) -> list[list[Any]]:
    rows = db.execute(
        "SELECT closed_ms, table_name, number, bank_cents FROM table_round AS round"
        f" WHERE round.source IN {scope.sources} AND {scope.between('closed_ms')}"
        " AND (' ' || flags || ' ') LIKE '% jackpot %' ORDER BY closed_ms DESC LIMIT ?",
        (*scope.values, WINS_MAX),
    ).fetchall()
    times = [point[0] for point in points]
    return [
        [at_ms, table, number, bank, points[max(0, bisect_right(times, at_ms) - 1)][1]]
        for at_ms, table, number, bank in rows
        if points
    ]


def thinned(points: list[Point], most: int) -> list[Point]:
    """At most about so many of the points: the first, the last, and of each part the highest and lowest."""
    if len(points) <= most or most < 4:
        return points if most else []
    step = -(-2 * len(points) // (most - 2))
    kept = {0: points[0], len(points) - 1: points[-1]}
    for begin in range(0, len(points), step):
        part = range(begin, min(begin + step, len(points)))
        for at in (min(part, key=lambda at: points[at][1]), max(part, key=lambda at: points[at][1])):
            kept[at] = points[at]
    return [kept[at] for at in sorted(kept)]
