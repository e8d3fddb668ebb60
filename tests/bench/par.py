"""The exact mathematics: counts, compilation, memory, and the command as a whole."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from controller.settings.rules import load_profile
from tests.bench.figures import Figure, middle, runs_s


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
    lasted_s = _par(fresh, "fr-55-20-2021")
    yield Figure("tapis par, the first run: compiling as well", lasted_s, "s", 10)
    lasted_s = _par(fresh, "fr-55-20-2021", "--no-cache")
    yield Figure("tapis par, worked out anew", lasted_s, "s", 2, note="a new process, compiled code")
    yield Figure("tapis par, kept", _par(fresh, "fr-55-20-2021"), "s")
    peak_mb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    yield Figure("the most memory of any process so far", peak_mb, "MB", 500)


def _par(environment: dict[str, str], *arguments: str) -> float:
    """How long one call took."""
    started_s = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "controller.cli", "par", *arguments, "--json"],
        env=environment,
        check=True,
        capture_output=True,
    )
    return time.perf_counter() - started_s
