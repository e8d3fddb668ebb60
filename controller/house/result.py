"""The bank's result beside what was to be expected of the stakes that really lay there, and its spread."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from controller.house.chance import Expected, expected_by
from controller.house.scope import Scope
from controller.house.store import Store

SUMS = (
    "sum(rounds) AS rounds, sum(hands) AS hands, sum(jp1) AS jp1, sum(bank_cents) AS bank_cents,"
    " sum(ante_cents) AS ante_cents, sum(side_cents) AS side_cents, sum(ante_squares) AS ante_squares,"
    " sum(side_squares) AS side_squares, sum(bank_bank) AS bank_bank, sum(bank_ante) AS bank_ante,"
    " sum(bank_side) AS bank_side, sum(ante_ante) AS ante_ante, sum(ante_side) AS ante_side,"
    " sum(side_side) AS side_side, sum(staked_cents) AS staked_cents, sum(paid_cents) AS paid_cents,"
    " sum(voided) AS voided, sum(prize_cents) AS prize_cents, sum(lasted_ms) AS lasted_ms"
)
"""The columns of `table_slot`, summed."""


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


def course(db: Store, scope: Scope, points_max: int = 400) -> list[list[int]]:
    """The result as it came: `[at_ms, bank, expected, sigma]` in cents, cumulated slot by slot."""
    rows = db.query(
        f"SELECT at_ms, digest, {SUMS} FROM table_slot"
        f" WHERE source IN {scope.sources} AND {scope.between('at_ms')}"
        " GROUP BY at_ms, digest ORDER BY at_ms, digest",
        scope.values,
    )
    points: list[list[int]] = []
    found = Result()
    for row in rows:
        found.add(row, expected_by(row["digest"]))
        point = [row["at_ms"], found.bank, round(found.expected), round(found.sigma)]
        if points and points[-1][0] == point[0]:
            points[-1] = point
        else:
            points.append(point)
    if not found.known:
        points = [[at_ms, bank, 0, 0] for at_ms, bank, _, _ in points]
    return thinned(points, points_max)


def thinned(points: list[list[int]], most: int) -> list[list[int]]:
    """At most about so many of the points, the first and the last among them."""
    if len(points) <= most:
        return points
    step = -(-len(points) // most)
    kept = points[::step]
    return kept if kept[-1] == points[-1] else [*kept, points[-1]]
