"""A table-year: simulated, verified, counted by the house, plotted, exported, compared; what each takes.

    python -m tests.bench.table_year                          # a year; half an hour of two cores, 5 GB
    python -m tests.bench.table_year --rounds 2000            # so many rounds of it
    python -m tests.bench.table_year --sessions 2 --keep DIR  # in two sessions, and its files stay

A year of one table is 179,340 rounds. It is played in sessions of at most 10,000 rounds, for no house closes
a table once a year. Each has a share of the rounds, a table and a folder of its own, and is verified,
counted, plotted and exported as Parquet by itself, as many at once as there are processors. Every part is
what a house types, in processes of its own: so their memory is that of the command. At last DuckDB adds up
what was exported.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from controller.house.answers import Answers
from controller.house.archive import House
from tests.bench.figures import YEAR_ROUNDS, scratch, shown
from tests.memory.parquet_sums import compared, figures

SEED: Final = 1
SESSION_ROUNDS: Final = 10_000
"""More than any house plays before it closes."""
AT_ONCE: Final = os.cpu_count() or 1
TAPIS: Final = (sys.executable, "-m", "controller.cli")


def sessions_of(rounds: int) -> int:
    """In how many sessions so many rounds are played: one a processor, none longer than `SESSION_ROUNDS`."""
    return max(AT_ONCE, -(-rounds // SESSION_ROUNDS))


@dataclass(frozen=True, slots=True)
class Spent:
    """What some processes said, and what they took: seconds, those of processors, the most memory of one."""

    said: list[str]
    wall_s: float
    cpu_s: float
    peak_mb: float


def side_by_side(commands: Sequence[Sequence[str]]) -> Spent:
    """The commands have ended, as many at once as there are processors.

    Raises:
        RuntimeError: one of them failed.
    """
    begun_s = time.perf_counter()
    with ThreadPoolExecutor(AT_ONCE) as threads:
        ended = list(threads.map(_run, commands))
    said, cpu_s, peak_mb = zip(*ended, strict=True)
    return Spent(list(said), time.perf_counter() - begun_s, sum(cpu_s), max(peak_mb))


def _run(command: Sequence[str]) -> tuple[str, float, float]:
    with tempfile.TemporaryFile("w+") as said, tempfile.TemporaryFile("w+") as complaints:
        process = subprocess.Popen(command, stdout=said, stderr=complaints)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: exit {process.returncode}: {_whole(complaints)}")
        return _whole(said), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def _whole(file: IO[str]) -> str:
    file.seek(0)
    return file.read().strip()


def play(rounds: int, sessions: int, folder: Path) -> dict[str, int]:
    """The rounds were played in the folder, and each part is printed with what it took.

    How many rounds and entries that was, and how many sums of the export are the house's.

    Raises:
        AssertionError: what was verified or counted is not what was played.
        RuntimeError: a command failed.
    """
    seeds, share = range(SEED, SEED + sessions), -(-rounds // sessions)
    places = [folder / f"seed-{seed}" for seed in seeds]
    words = ["simulate", "--rounds", str(share), "--seed", str(SEED), "--jobs", str(sessions), "--json"]
    spent = side_by_side([[*TAPIS, *words, "--journal", str(folder if sessions > 1 else places[0])]])
    nights = [json.loads(line) for line in spent.said[0].splitlines()]
    heads = [night["head_hash"] for night in nights]
    played = sum(night["rounds"] for night in nights)
    written = sum(file.stat().st_size for place in places for file in place.iterdir())
    stands = f"{played:,} rounds in {sessions} session{'s'[: sessions > 1]} of {share:,}".replace(
        ",", "\u202f"
    )
    sys.stdout.write(f"a table-year is {YEAR_ROUNDS} rounds; here {stands}\n")
    _tell("simulated", spent, played, f"{written / 1e6:.0f} MB of journals and signed heads")

    spent = side_by_side([[*TAPIS, "journal", "verify", str(place), "--json"] for place in places])
    verdicts = [json.loads(one) for one in spent.said]
    assert [verdict["heads"] for verdict in verdicts] == heads
    entries = sum(file["entries"] for verdict in verdicts for file in verdict["files"])
    _tell("verified", spent, played, f"{entries} entries, {entries / spent.wall_s:.0f}/s")

    stores = [place.with_suffix(".db") for place in places]
    pairs = [(str(place), str(store)) for place, store in zip(places, stores, strict=True)]
    spent = side_by_side([[*TAPIS, "house", "rebuild", place, "--store", store] for place, store in pairs])
    held = sum(store.stat().st_size for store in stores)
    _tell("counted", spent, played, f"{entries / spent.wall_s:.0f} entries/s, {held / 1e6:.1f} MB of stores")

    spent = side_by_side(
        [[sys.executable, "-m", "tests.bench.table_year", "--plot", *pair] for pair in pairs]
    )
    plotted = [json.loads(one) for one in spent.said]
    assert sum(one["rounds"] for one in plotted) == played
    assert sum(one["entries"] for one in plotted) == entries
    took = max(one["answered_s"] for one in plotted)
    _tell("plotted", spent, played, f"{plotted[0]['plots']} plots, answered in {took:.2f} s")

    targets = [place.with_suffix(".parquet") for place in places]
    pairs = [(str(place), str(target)) for place, target in zip(places, targets, strict=True)]
    spent = side_by_side(
        [[*TAPIS, "house", "export", place, "--parquet", target, "--json"] for place, target in pairs]
    )
    assert sum(json.loads(one)["rows"]["rounds"] for one in spent.said) == played
    files = [file for target in targets for file in target.rglob("*.parquet")]
    size = sum(file.stat().st_size for file in files)
    _tell("exported", spent, played, f"{size / 1e6:.1f} MB of Parquet in {len(files)} files")

    parts = [
        (place, str(store), target) for place, store, target in zip(places, stores, targets, strict=True)
    ]
    sums = sum(
        compared(target, figures(place, by, "--store", store), by)
        for place, store, target in parts
        for by in ("table", "day")
    )
    sys.stdout.write(f"compared   {sums} sums by DuckDB are those of `tapis house figures`\n")
    return {"rounds": played, "entries": entries, "sums": sums}


def _tell(part: str, spent: Spent, rounds: int, more: str) -> None:
    sys.stdout.write(
        f"{part:<10} {spent.wall_s:>8.1f} s {spent.cpu_s:>8.1f} s of processors"
        f" {shown(rounds / spent.wall_s):>10} rounds/s {spent.peak_mb:>6.0f} MB at most   {more}\n"
    )
    sys.stdout.flush()


def plot(place: Path, store: Path) -> dict[str, Any]:
    """All plots of one store, as the pit's screen asks for them."""
    begun_s = time.perf_counter()
    with closing(House([place], store)) as house:
        told = Answers(house).plots({"period": "all"})
    return {
        "rounds": told["plots"]["result"]["rounds"],
        "entries": told["entries"],
        "plots": len(told["plots"]),
        "answered_s": time.perf_counter() - begun_s,
    }


def main() -> None:
    """The year, or as many rounds of it."""
    asked = argparse.ArgumentParser(prog="python -m tests.bench.table_year")
    asked.add_argument("--rounds", type=int, default=YEAR_ROUNDS)
    asked.add_argument("--sessions", type=int, help="in how many; of at most 10,000 rounds each otherwise")
    asked.add_argument(
        "--keep", type=Path, metavar="DIR", help="where the files stay; gone afterwards otherwise"
    )
    asked.add_argument("--plot", type=Path, nargs=2, help=argparse.SUPPRESS)
    wanted = asked.parse_args()
    sessions = wanted.sessions or sessions_of(wanted.rounds)
    if wanted.plot is not None:
        sys.stdout.write(json.dumps(plot(*wanted.plot)) + "\n")
    elif wanted.keep is not None:
        try:
            wanted.keep.mkdir(parents=True)
        except FileExistsError:
            asked.error(f"{wanted.keep} is there already: name a folder to be made")
        play(wanted.rounds, sessions, wanted.keep)
    else:
        with scratch() as name:
            play(wanted.rounds, sessions, Path(name))


if __name__ == "__main__":
    main()
