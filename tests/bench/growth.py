"""Whether anything grows with the length of a session or with the tables on one timeline.

    python -m tests.bench.growth           # 100,000 rounds in one session, and forty tables; half an hour
    python -m tests.bench.growth 20000     # a session of so many

Each night is a process of its own. Its rounds are counted by the processor's time, so that what else the
machine does is left out: rounds a second of it in the first and in the last thousand, and the memory then.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from controller.boot.simulated import simulated_night
from tests.bench.figures import scratch, shown
from tests.bench.memory import rss_mb

ROUNDS: Final = 100_000
LOOKED_AT: Final = 1_000
"""Rounds at the beginning and at the end; what comes before the first of them warms up."""
WARM: Final = 200
TABLES: Final = (1, 40)
ROUNDS_A_TABLE: Final = 100
GROWTH_MB: Final = 8.0
"""What the memory of a session may grow by from its beginning to its end: the allocator's own unrest."""
SLOWER: Final = 0.8
"""The last rounds are at least so fast, of the first: no two thousand are alike, and no machine is calm."""
TABLE_MB: Final = 2.0
"""What one table more on a timeline may take."""
BESIDE: Final = 0.2
"""Rounds of many tables are at least so fast, of one's: each table hears what the others do to the meter."""


def one_night(rounds: int, tables: int, folder: Path) -> dict[str, Any]:
    """A night, its journals and book on the disk: processor's time and memory at each round looked at.

    A book in memory holds every act of the night, some 2 kB a round: it grows as it must.
    """
    looked_at = min(LOOKED_AT, (rounds - WARM) // 2)
    wanted = {"begun": WARM, "first": WARM + looked_at, "before": rounds - looked_at, "last": rounds}
    told: dict[str, Any] = {"rounds": rounds, "tables": tables, "looked_at": looked_at}
    played = 0

    def counted(more: int) -> None:
        nonlocal played
        played += more
        for name, at in wanted.items():
            if played - more < at <= played:
                told[name] = {"cpu_s": time.process_time(), "rss_mb": rss_mb(os.getpid())}

    places: dict[str, Any] = {"journal": folder / "journals", "book": str(folder / "jackpot.book")}
    with closing(simulated_night(rounds=rounds, seed=1, tables=tables, **places)) as night:
        night.progress = counted
        night.play()
    told["objects"] = len(gc.get_objects())
    return told


def told_of(rounds: int, tables: int) -> dict[str, Any]:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "tests.bench.growth", "--one", str(rounds), str(tables)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    told: dict[str, Any] = json.loads(done.stdout)
    for name, (begin, end) in {"first_rate": ("begun", "first"), "last_rate": ("before", "last")}.items():
        told[name] = told["looked_at"] / (told[end]["cpu_s"] - told[begin]["cpu_s"])
    told["rate"] = (rounds - WARM) / (told["last"]["cpu_s"] - told["begun"]["cpu_s"])
    return told


def session(rounds: int) -> dict[str, Any]:
    """One session of so many rounds, at its beginning and at its end; what was told of it.

    Raises:
        AssertionError: it became slower, or its memory grew.
    """
    told = told_of(rounds, 1)
    first_mb, last_mb = told["first"]["rss_mb"], told["last"]["rss_mb"]
    sys.stdout.write(
        f"{rounds} rounds in one session: {shown(told['first_rate'])} a second of a processor in the first"
        f" {told['looked_at']}, {shown(told['last_rate'])} in the last; {first_mb:.1f} MB after the first,"
        f" {last_mb:.1f} MB at the end\n"
    )
    sys.stdout.flush()
    hold_session(told)
    return told


def hold_session(told: Mapping[str, Any]) -> None:
    """The session ended as it began.

    Raises:
        AssertionError: it became slower, or its memory grew.
    """
    grown_mb = told["last"]["rss_mb"] - told["first"]["rss_mb"]
    assert grown_mb <= GROWTH_MB, f"the session's memory grew by {grown_mb:.1f} MB"
    assert told["last_rate"] >= SLOWER * told["first_rate"], (
        f"the session became slower: {shown(told['first_rate'])} rounds a second of a processor,"
        f" then {shown(told['last_rate'])}"
    )


def tables() -> tuple[dict[str, Any], dict[str, Any]]:
    """One table, and many on one timeline and one book, with as many rounds in all; what was told of both.

    Raises:
        AssertionError: each table takes too much of the memory, or slows all the others down.
    """
    one, *_, many = TABLES
    rounds = many * ROUNDS_A_TABLE
    alone, beside = told_of(rounds, one), told_of(rounds, many)
    each_mb = memory_of_one_more(alone, beside)
    sys.stdout.write(
        f"{rounds} rounds at {one} table: {shown(alone['rate'])} a second of a processor,"
        f" {alone['last']['rss_mb']:.1f} MB; at {many} tables: {shown(beside['rate'])},"
        f" {beside['last']['rss_mb']:.1f} MB, {each_mb:.2f} MB a table more\n"
    )
    sys.stdout.flush()
    hold_tables(alone, beside)
    return alone, beside


def memory_of_one_more(alone: Mapping[str, Any], beside: Mapping[str, Any]) -> float:
    """What each table beside the first takes, in MB."""
    more_mb: float = beside["last"]["rss_mb"] - alone["last"]["rss_mb"]
    return more_mb / (beside["tables"] - alone["tables"])


def hold_tables(alone: Mapping[str, Any], beside: Mapping[str, Any]) -> None:
    """Many tables are what one is, so many times.

    Raises:
        AssertionError: each takes too much of the memory, or slows all the others down.
    """
    each_mb = memory_of_one_more(alone, beside)
    assert each_mb <= TABLE_MB, f"a table more takes {each_mb:.1f} MB"
    assert beside["rate"] >= BESIDE * alone["rate"], (
        f"{beside['tables']} tables are slow: {shown(beside['rate'])} rounds a second of a processor, one"
        f" {shown(alone['rate'])}"
    )


def main(rounds: int) -> str:
    """Both, printed; what was measured, beside what is allowed."""
    alone, beside = tables()
    return said(session(rounds), alone, beside)


def said(told: Mapping[str, Any], alone: Mapping[str, Any], beside: Mapping[str, Any]) -> str:
    """What was measured of the session and of the tables, beside what is allowed."""
    grown_mb = told["last"]["rss_mb"] - told["first"]["rss_mb"]
    as_fast = told["last_rate"] / told["first_rate"]
    return (
        f"{grown_mb:+.1f} MB from the first {told['looked_at']} rounds to the last, {GROWTH_MB} allowed;"
        f" the last {as_fast:.2f} times as fast as the first, {SLOWER} at least;"
        f" {beside['tables']} tables: {memory_of_one_more(alone, beside):.2f} MB a table more, {TABLE_MB}"
        f" allowed, {beside['rate'] / alone['rate']:.2f} times as fast as one, {BESIDE} at least"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        with scratch() as name:
            sys.stdout.write(json.dumps(one_night(int(sys.argv[2]), int(sys.argv[3]), Path(name))) + "\n")
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
