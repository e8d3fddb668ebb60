"""How fast this machine is now: three loops that no change of the product makes faster or slower.

Figures of two machines, or of one machine that is busy now and idle then, are compared as so many of these.

- `python`: what a simulated night does most, in plain Python: calls, attributes, maps, tuples, bytes cut and
  joined, and some SHA-256.
- `disk`: a block appended to a file of the bench's folder and made durable.
- `starts`: a process of Python that imports nothing of ours.
"""

from __future__ import annotations

import hashlib
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.bench.figures import Against

PYTHON_RUNS: Final = 11
STEPS: Final = 2_000
DISK_RUNS: Final = 30
STARTS_RUNS: Final = 5
BLOCK: Final = bytes(4096)

Speeds = dict[Against, float]
"""Seconds for one of each: a loop, a durable block, a process."""


@dataclass(slots=True)
class _Seat:
    number: int
    stake: int
    named: str = ""

    def staked(self, cents: int) -> _Seat:
        return _Seat(self.number, self.stake + cents, self.named)


def _seat_of(seats: dict[int, _Seat], number: int) -> _Seat:
    return seats[number]


def python_loop() -> str:
    """So many steps as a table takes them, in small; the last hash."""
    seats = {number: _Seat(number, 0, f"seat {number}") for number in range(1, 8)}
    head = b""
    for step in range(STEPS):
        for number in range(1, 8):
            seat = _seat_of(seats, number)
            if seat.stake % 7 != number % 5 or seat.named:
                seats = {**seats, number: seat.staked(step % 11)}
        told = tuple(one.stake for one in seats.values() if one.number != step % 7)
        frame = b"\x02" + bytes(one & 0xFF for one in told) + head[:8] + b"\x03"
        head = hashlib.sha256(head + frame[1:-1] + str(sum(told)).encode()).digest()
    return head.hex()


def calibrated(folder: Path) -> Speeds:
    """How fast the machine is at this moment: the median of some tries of each."""
    return {"python": _python_s(), "disk": _disk_s(folder), "starts": _starts_s()}


def _python_s() -> float:
    took = []
    for _ in range(PYTHON_RUNS):
        started_s = time.perf_counter()
        python_loop()
        took.append(time.perf_counter() - started_s)
    return statistics.median(took)


def _disk_s(folder: Path) -> float:
    path, took = folder / "calibration", []
    with path.open("wb", buffering=0) as file:
        for _ in range(DISK_RUNS):
            started_s = time.perf_counter()
            file.write(BLOCK)
            os.fsync(file.fileno())
            took.append(time.perf_counter() - started_s)
    path.unlink()
    return statistics.median(took)


def _starts_s() -> float:
    took = []
    for _ in range(STARTS_RUNS):
        started_s = time.perf_counter()
        subprocess.run([sys.executable, "-I", "-S", "-c", "pass"], check=True)
        took.append(time.perf_counter() - started_s)
    return statistics.median(took)
