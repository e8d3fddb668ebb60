"""Figures kept in a file, to be compared with later ones: what `--compare` reads.

One object of JSON, written so that each figure is a line:

    {"tapis_bench": 1, "begun": "2026-11-23T21:00:00Z", "python": "3.11.7", "sqlite": "3.40.1",
     "commit": "a64c20e7", "machine": {"processor": ..., "cores": 2, "system": ..., "disk": "ext4"},
     "figures": [
    {"part": "settlement", "name": "settlement of a seven-seat round", "value": 107.2, "unit": "µs",
     "sense": "at most", "target": 150, "note": "", "samples": [106.9, 107.2, ...], "against": "python",
     "before": {"python": 0.0021, "disk": 0.0011, "starts": 0.018}, "after": {...}},
    ...
    ]}

`tapis_bench` is the version of this shape: 1. `value` is null where a figure could not be taken, and `note`
says why. `samples` are the value in each of several tries, in the same unit. `against` names the calibration
that the figure is held against, "" for none; `before` and `after` are the seconds of each calibration around
it. `commit` ends in + where files differed from it.
"""

from __future__ import annotations

import json
import math
import os
import platform
import sqlite3
import subprocess
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from tests.bench.calibration import Speeds
from tests.bench.figures import Against, Figure

VERSION: Final = 1
ROOT: Final = Path(__file__).parents[2]
AGAINST: Final[tuple[Against, ...]] = ("python", "disk", "starts")
SECONDS: Final = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "%": 1e-2, "% core": 1e-2}
"""What one of a unit takes; of % it is the share of a second that a core is at work."""


class NotKept(Exception):
    """The file holds no figures that can be read; what is wrong, in a sentence."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A figure with the machine's speed before and after it."""

    part: str
    figure: Figure
    before: Speeds
    after: Speeds

    @property
    def calibration_s(self) -> float | None:
        """One of what it is held against, in the middle of before and after."""
        against = self.figure.against
        return (self.before[against] + self.after[against]) / 2 if against else None

    @property
    def drift(self) -> float:
        """By how much the machine became faster or slower meanwhile: 0.1 are ten per cent."""
        against = self.figure.against
        if not against:
            return 0.0
        one, other = self.before[against], self.after[against]
        return max(one, other) / min(one, other) - 1

    def ratio(self, value: float) -> float | None:
        """How many calibrations one takes, by this value of it; less is better. None without calibration."""
        calibration_s = self.calibration_s
        if calibration_s is None or value <= 0:
            return None
        if self.figure.unit == "/s":
            return 1 / value / calibration_s
        one_s = SECONDS.get(self.figure.unit)
        return None if one_s is None else value * one_s / calibration_s

    def line(self) -> str:
        """The figure as printed, with so many of its calibration beside it."""
        value = self.figure.value
        ratio = None if value is None else self.ratio(value)
        return self.figure.line("" if ratio is None else f"{ratio:.3g} × {self.figure.against}")


@dataclass(frozen=True, slots=True)
class Told:
    """All figures of one run, and where they were taken."""

    begun: str
    python: str
    sqlite: str
    commit: str
    machine: dict[str, Any]
    figures: list[Kept]


def begun_here(disk: str) -> Told:
    """A run on this machine, without figures yet."""
    return Told(
        begun=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        python=platform.python_version(),
        sqlite=sqlite3.sqlite_version,
        commit=_commit(),
        machine={
            "processor": _processor(),
            "cores": os.cpu_count(),
            "system": f"{platform.system()} {platform.release()}",
            "disk": disk,
        },
        figures=[],
    )


def write(told: Told, path: Path) -> None:
    """The figures are in the file, one a line."""
    head = {name: getattr(told, name) for name in ("begun", "python", "sqlite", "commit", "machine")}
    opening = json.dumps({"tapis_bench": VERSION, **head}, ensure_ascii=False)[:-1]
    lines = [json.dumps(_line(one), ensure_ascii=False) for one in told.figures]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{opening}, "figures": [\n' + ",\n".join(lines) + "\n]}\n", encoding="utf-8")


def read(path: Path) -> Told:
    """The figures of a file.

    Raises:
        NotKept: it cannot be read, is of another version, or is not what `write` writes.
    """
    try:
        given = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise NotKept(f"{path}: {error.strerror or 'cannot be read'}") from None
    except ValueError:
        raise NotKept(f"{path}: no JSON; `make bench` writes the file to compare with") from None
    version = given.get("tapis_bench") if isinstance(given, dict) else None
    if version != VERSION:
        said = "no figures of this bench" if version is None else f"figures of version {version}"
        raise NotKept(f"{path}: {said}; version {VERSION} is read")
    try:
        names = ("begun", "python", "sqlite", "commit", "machine")
        head = {name: given[name] for name in names}
        return Told(
            **head, figures=[_figure(number, line) for number, line in enumerate(given["figures"], 1)]
        )
    except (KeyError, TypeError, ValueError) as error:
        raise NotKept(f"{path}: not whole: {error}") from None


def _line(kept: Kept) -> dict[str, Any]:
    return {"part": kept.part, **asdict(kept.figure), "before": kept.before, "after": kept.after}


def _figure(number: int, line: dict[str, Any]) -> Kept:
    try:
        given = dict(line)
        part, before, after = given.pop("part"), given.pop("before"), given.pop("after")
        figure = Figure(**{**given, "samples": tuple(map(float, given["samples"]))})
        numbers = [*figure.samples, *(speeds[one] for speeds in (before, after) for one in AGAINST)]
        if figure.value is not None:
            numbers.append(figure.value)
        if not all(math.isfinite(one) for one in numbers) or figure.against not in (*AGAINST, ""):
            raise ValueError
        if not all(speeds[one] > 0 for speeds in (before, after) for one in AGAINST):
            raise ValueError
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ValueError(f"figure {number} is not one") from None
    return Kept(part, figure, before, after)


def _commit() -> str:
    def git(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    commit = git("rev-parse", "--short", "HEAD")
    return f"{commit}+" if commit and git("status", "--porcelain") else commit or "unknown"


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
        if line.startswith(("model name", "Model")):
            return line.partition(":")[2].strip()
    return platform.machine()
