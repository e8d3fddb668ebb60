"""How much of the program its tests run through: a floor for each room (reliability, section 5, T-21)."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.proof.record import OUT, ROOT, Tried

FLOORS: Final = {
    "controller/game": 100.0,
    "controller/journal": 100.0,
    "controller/book": 100.0,
    "drivers/lines": 100.0,
    "": 90.0,
}
"""Of the lines and branches of these rooms so much in a hundred; the last is for all others together."""
WHERE: Final = OUT.parent / "coverage"


@dataclass(slots=True)
class Room:
    """How many lines and branches of a room were run through, and which were not (`file:line to line`)."""

    seen: int = 0
    unseen: list[str] = field(default_factory=list)

    @property
    def percent(self) -> float:
        """How much was run through."""
        return 100 * self.seen / max(1, self.seen + len(self.unseen))


def floors(count: int, seed: int) -> Tried:
    """So many rooms, and the tests of the suite run through as much of each as it has to.

    Raises:
        AssertionError: a room is below its floor; what was not run through stands in out/coverage/unseen.
    """
    _run_the_tests()
    rooms = rooms_of(json.loads(_coverage("json", "-q", "-o", "-")))
    unseen = [line for room in rooms.values() for line in room.unseen]
    WHERE.joinpath("unseen").write_text("".join(f"{line}\n" for line in unseen), encoding="utf-8")
    said = ", ".join(f"{name or 'all others'} {room.percent:.1f} %" for name, room in rooms.items())
    low = [name or "all others" for name, room in rooms.items() if room.percent < FLOORS[name]]
    assert not low, f"below its floor: {', '.join(low)}; {said}"
    return Tried(len(rooms), said)


def rooms_of(told: dict[str, Any]) -> dict[str, Room]:
    """The rooms of `FLOORS`, from what `coverage json` tells of each file."""
    rooms = {name: Room() for name in FLOORS}
    for file, one in told["files"].items():
        room = rooms[next(name for name in FLOORS if file.startswith(name))]
        summary = one["summary"]
        room.seen += summary["covered_lines"] + summary["covered_branches"]
        room.unseen += [f"{file}:{line}" for line in one["missing_lines"]]
        room.unseen += [f"{file}:{here} to {abs(there)}" for here, there in one["missing_branches"]]
    return rooms


def _run_the_tests() -> None:
    """The tests of `make test` are run, and what they start, and what they ran through is measured."""
    WHERE.mkdir(parents=True, exist_ok=True)
    _coverage("erase")
    words = ["-m", "pytest", "-q", "-n", str(os.cpu_count() or 1), "--dist", "loadfile", "-m", "not long"]
    _coverage("run", *words)
    drop_torn(WHERE)
    _coverage("combine", "-q")


def drop_torn(folder: Path) -> list[str]:
    """What a process left half written is gone, by name: one torn file lets nothing be put together.

    Tests that fill a disk let no file of their children grow, the one with what they ran through among them.
    """
    torn = []
    for path in sorted(folder.glob("data.*")):
        try:
            with closing(sqlite3.connect(path)) as conn:
                conn.execute("SELECT count(*) FROM coverage_schema").fetchone()
                whole = conn.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
        except sqlite3.DatabaseError:
            whole = False
        if not whole:
            torn.append(path.name)
            path.unlink()
    return torn


def _coverage(*words: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-m", "coverage", *words], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert ran.returncode == 0, f"coverage {words[0]}: {ran.stdout[-2000:]}{ran.stderr[-2000:]}"
    return ran.stdout
