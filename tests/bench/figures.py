"""Figures: how they are taken from many samples, and how one is printed."""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal

Sense = Literal["at most", "at least"]
Against = Literal["python", "disk", "starts", ""]
"""The calibration that a figure is held against (`tests.bench.calibration`); none for what no machine's speed
changes, such as memory."""
STRETCHES: Final = 5
YEAR_ROUNDS: Final = 366 * 14 * 35
"""A year of one table: 366 days of 14 hours with 35 rounds an hour."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One line: what, how much, and what was promised; a `note` instead of a value when it was not taken.

    `samples` are the value as it was in each of several tries, from which its noise is known. `against` is
    None where the figure is held against what the others of its part are.
    """

    name: str
    value: float | None = None
    unit: str = ""
    target: float | None = None
    sense: Sense = "at most"
    note: str = ""
    samples: tuple[float, ...] = ()
    against: Against | None = None

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None without one or without a value."""
        if self.value is None or self.target is None:
            return None
        return self.value <= self.target if self.sense == "at most" else self.value >= self.target

    def line(self, ratio: str = "") -> str:
        """The line as printed; `ratio` says what it is beside the machine's calibration."""
        value = "not measured" if self.value is None else f"{shown(self.value)} {self.unit}"
        target = f"{self.sense} {shown(self.target)} {self.unit}" if self.target is not None else ""
        verdict = {True: "met", False: "SHORT", None: ""}[self.met]
        return f"{self.name:<52} {value:>20} {ratio:>18}   {target:<24} {verdict:<5}  {self.note}".rstrip()


def scratch() -> TemporaryDirectory[str]:
    """A folder for what is measured, gone afterwards; in TAPIS_BENCH where that is set.

    Not in /tmp, which may be in memory: what is durable there costs nothing.
    """
    return TemporaryDirectory(prefix="tapis-bench-", dir=os.environ.get("TAPIS_BENCH", "/var/tmp"))


def shown(value: float) -> str:
    """Three figures that matter, thousands apart."""
    if value >= 100:
        return f"{value:,.0f}".replace(",", " ")
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def percentile(samples: Sequence[float], per_cent: float) -> float:
    """The smallest sample that so many per cent of all do not exceed."""
    ordered = sorted(samples)
    return ordered[min(len(ordered) - 1, int(len(ordered) * per_cent / 100))]


def middle(name: str, samples: Sequence[float], unit: str, *also: Any, **more: Any) -> Figure:
    """The median of several tries; the other arguments are those of a figure."""
    return Figure(name, statistics.median(samples), unit, *also, samples=tuple(samples), **more)


def point(name: str, samples: Sequence[float], per_cent: float, unit: str, *also: Any, **more: Any) -> Figure:
    """A percentile of many samples, and of each of a few stretches of them in the order they were taken."""
    count = min(STRETCHES, len(samples))
    ends = [len(samples) * number // count for number in range(count + 1)]
    each = tuple(percentile(samples[one:end], per_cent) for one, end in pairwise(ends))
    return Figure(name, percentile(samples, per_cent), unit, *also, samples=each, **more)


def runs_s(action: Callable[[], object], runs: int = 5) -> list[float]:
    """How many seconds the action takes, each of several times, after one that warms up."""
    action()
    lasted = []
    for _ in range(runs):
        started_s = time.perf_counter()
        action()
        lasted.append(time.perf_counter() - started_s)
    return lasted


def median_s(action: Callable[[], object], runs: int = 5) -> float:
    """How many seconds the action takes: the median of several runs."""
    return statistics.median(runs_s(action, runs))


def tell(figures: Iterable[Figure]) -> None:
    """Each figure is printed as soon as it is taken."""
    for figure in figures:
        sys.stdout.write(figure.line() + "\n")
        sys.stdout.flush()
