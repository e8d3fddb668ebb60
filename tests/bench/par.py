"""The exact mathematics: counts, compilation, memory, and the command as a whole."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.settings.rules import load_profile
from tests.bench.figures import Figure, middle, runs_s

MEASURED: Final = """
import json, resource, subprocess, sys, time
begun_s = time.perf_counter()
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
lasted_s = time.perf_counter() - begun_s
print(json.dumps([lasted_s, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024]))
"""
"""Seconds and the most memory of a command. A new process counts the memory of who started it as its own, so
a small one starts it."""


def exact(folder: Path) -> Iterator[Figure]:
    """Seven cards, then `tapis par` in new processes: first run, worked out anew, and from the cache."""
    from controller.odds import sevens
    from controller.odds.main_game import analyse_main

    def count() -> None:
        sevens.count_sevens.cache_clear()
        sevens.count_sevens()

    yield middle("all 133,784,560 seven-card hands and JP1's boards", runs_s(count, 3), "s", 2)
    for profile, target_s in (("fr-55-20-2021", 2), ("fr-holdem-casino", 10)):
        rules = load_profile(profile)
        took = runs_s(lambda rules=rules: analyse_main(rules), 3)
        yield middle(f"main game of {profile}, exact", took, "s", target_s, note="two threads")
    fresh = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "numba"), "XDG_CACHE_HOME": str(folder / "cache")}
    lasted_s, first_mb = _par(fresh, "fr-55-20-2021")
    yield Figure("tapis par, the first run: compiling as well", lasted_s, "s", 10)
    lasted_s, anew_mb = _par(fresh, "fr-55-20-2021", "--no-cache")
    yield Figure("tapis par, worked out anew", lasted_s, "s", 2, note="a new process, compiled code")
    lasted_s, _ = _par(fresh, "fr-55-20-2021")
    yield Figure("tapis par, kept", lasted_s, "s")
    yield Figure("tapis par, memory at most", max(first_mb, anew_mb), "MB", 500, note="while it compiles")


def _par(environment: dict[str, str], *arguments: str) -> tuple[float, float]:
    """How long one call took, and the most memory that it held in MB."""
    command = [sys.executable, "-m", "controller.cli", "par", *arguments, "--json"]
    told = subprocess.run(
        [sys.executable, "-c", MEASURED, *command],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    lasted_s, peak_mb = json.loads(told.stdout)
    return lasted_s, peak_mb
