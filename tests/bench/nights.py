"""Whole nights, and the journal by itself."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from controller.boot.simulated import simulated_night
from controller.game.events import Event
from controller.journal.chain import Opening
from controller.journal.heads import heads_path, read_heads
from controller.journal.seal import master_of_seed
from controller.journal.verify import verify
from controller.journal.writer import Journal
from tests.bench.figures import Figure, middle, point, runs_s
from tests.shell.journal.inspector import INSPECTOR

ROUNDS = 300
DURABLE_ROUNDS = 100


def rounds_per_second(seed: int, rounds: int, journal: Path | None = None) -> float:
    """Through people, twins, drivers, core, journal and book, on one core."""
    night = simulated_night(rounds=rounds, seed=seed, journal=journal, durable=journal is not None)
    try:
        return float(night.play()["rounds_per_second"])
    finally:
        night.close()


def in_memory() -> Iterator[Figure]:
    """A night with everything in memory; three nights, after one that warms up."""
    rounds_per_second(0, 20)
    rates = [rounds_per_second(seed, ROUNDS) for seed in (1, 2, 3)]
    yield middle("simulated rounds, journal in memory", rates, "/s", 500, "at least", note="one core")


def side_by_side() -> Iterator[Figure]:
    """`tapis simulate` with one job and with two, in turns: rounds a second while they play."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(3):
        for jobs, told in rates.items():
            told.append(_of_jobs(jobs))
    yield middle("simulated rounds, one job", rates[1], "/s", sense="at least", note="a process of its own")
    times = statistics.median(rates[2]) / statistics.median(rates[1])
    note = f"{times:.2f} times one job"
    yield middle("simulated rounds, two jobs", rates[2], "/s", sense="at least", note=note)


def _of_jobs(jobs: int) -> float:
    words = ["simulate", "--rounds", str(ROUNDS), "--seed", "1", "--jobs", str(jobs), "--json"]
    done = subprocess.run([sys.executable, "-m", "controller.cli", *words], check=True, capture_output=True)
    return sum(float(json.loads(line)["rounds_per_second"]) for line in done.stdout.splitlines())


def durable(folder: Path) -> Iterator[Figure]:
    """The same with every step durable on the disk before the next, as on the floor."""
    rates = [rounds_per_second(seed, DURABLE_ROUNDS, folder / f"night-{seed}") for seed in (1, 2, 3)]
    yield middle("simulated rounds, durable journal", rates, "/s", sense="at least", note="one core")


def journal(folder: Path) -> Iterator[Figure]:
    """The steps of a night written once more, each of them timed; then the whole file verified."""
    steps = steps_of_a_night()
    path = folder / "steps.journal"
    opening = Opening(table="UTH-1", session=1, profile_digest="0" * 64, simulated=True)
    lasted = []
    with Journal.create(path, opening, at_ms=0, sealer_master=master_of_seed(1)) as kept:
        for events in steps:
            started_s = time.perf_counter()
            kept.append(events, 1)
            lasted.append((time.perf_counter() - started_s) * 1e3)
        entries = kept.head.seq
    for per_cent in (50, 99):
        yield point(f"journal append, durable, p{per_cent}", lasted, per_cent, "ms")
    rates = [entries / one_s for one_s in runs_s(lambda: verify(path))]
    note = f"{entries} entries"
    yield middle("journal entries verified", rates, "/s", sense="at least", note=note, against="python")
    yield from signed(folder / "signed")


def signed(folder: Path) -> Iterator[Figure]:
    """A night as a table leaves it, heads beside it, read by the program and by its independent verifier."""
    night = simulated_night(rounds=ROUNDS, seed=4, journal=folder)
    night.play()
    night.close()
    (path,) = folder.glob("*.journal")
    entries = verify(path).entries
    heads = len(read_heads(heads_path(path)))
    verifiers = {
        "": lambda: verify(path),
        ", independent verifier": lambda: INSPECTOR.Journal(path).check(
            INSPECTOR.Trust(), None, "", whole=False
        ),
    }
    for name, verifier in verifiers.items():
        rates = [entries / one_s for one_s in runs_s(verifier)]
        note = f"{entries} entries, {heads} signatures"
        name = f"signed entries verified{name}"
        yield middle(name, rates, "/s", sense="at least", note=note, against="python")


def steps_of_a_night() -> list[Sequence[Event]]:
    """What each step of a night wrote."""
    night = simulated_night(rounds=60, seed=4)
    steps: list[Sequence[Event]] = []
    counted = night.night.tables[0].table._journal

    class Copied:
        """The night's journal, copied on the way."""

        def append(self, events: Sequence[Event], at_ms: int) -> int:
            steps.append(tuple(events))
            return counted.append(events, at_ms)

    night.night.tables[0].table._journal = Copied()
    night.play()
    night.close()
    return steps
