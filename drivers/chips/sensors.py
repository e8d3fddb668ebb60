"""One presence sensor: its raw level, the level that settled, and what is odd about it.

Nothing here reads a clock or a pin; `drivers.chips.chips` feeds it levels and instants.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PROVEN: Final = 3
STUCK_ROUNDS: Final = 2
"""A sensor that stayed covered through so many registered rounds is stuck (BC-12)."""


class Sensor:
    """One spot.

    Attributes:
        level: the raw level, by the latest edge.
        covered: the level that settled.
        settles_ms: when the raw level will have stood still long enough, or None when it has.
        proof: free, covered, free again since the last `prove`: 1, 2, 3.
        bouncing, stuck: what is told of it at present.
        edges: how many raw transitions there were.
        edges_lost: levels found changed although no edge was delivered.
    """

    __slots__ = (
        "bouncing",
        "covered",
        "covered_ms",
        "edges",
        "edges_lost",
        "level",
        "moving_ms",
        "proof",
        "rounds",
        "settles_ms",
        "stuck",
    )

    def __init__(self) -> None:
        self.level = False
        self.covered = False
        self.settles_ms: int | None = None
        self.moving_ms = 0  # since when it moves
        self.covered_ms = 0  # since when it is covered
        self.rounds = 0  # registered rounds that ended without a break of what covers it
        self.proof = 1
        self.edges = 0
        self.edges_lost = 0
        self.bouncing = False
        self.stuck = False

    def move(self, level: bool, now_ms: int, debounce_ms: int) -> None:
        """The raw level is `level` from now on; it has to stand still anew."""
        if self.settles_ms is None:
            self.moving_ms = now_ms
        self.edges += 1
        self.level = level
        self.settles_ms = now_ms + debounce_ms

    def settle(self, now_ms: int) -> bool:
        """The raw level stood still; whether that changes what is settled."""
        self.settles_ms = None
        if self.level is self.covered:
            return False
        self.covered = self.level
        self.rounds = 0
        if self.covered:
            self.covered_ms = now_ms
        if self.proof < PROVEN and self.covered is (self.proof == 1):
            self.proof += 1
        return True

    def prove(self) -> None:
        """The proof begins anew; what is covered now has to be free first."""
        self.proof = 0 if self.covered else 1

    def round_ended(self) -> None:
        """A round in which this spot was registered is over; a hand should have swept it since."""
        if self.covered:
            self.rounds += 1

    def is_stuck(self, now_ms: int, stuck_ms: int) -> bool:
        """Whether it is covered for too long, in time or in rounds."""
        return self.covered and (now_ms - self.covered_ms >= stuck_ms or self.rounds >= STUCK_ROUNDS)


@dataclass(frozen=True, slots=True)
class SensorReport:
    """What a technician wants to know of one spot."""

    spot: int | str
    level: bool
    covered: bool
    proven: bool
    bouncing: bool
    stuck: bool
    edges: int
    edges_lost: int


def report_of(spot: int | str, sensor: Sensor) -> SensorReport:
    """The sensor as it is now."""
    return SensorReport(
        spot,
        sensor.level,
        sensor.covered,
        sensor.proof == PROVEN,
        sensor.bouncing,
        sensor.stuck,
        sensor.edges,
        sensor.edges_lost,
    )
