"""Where a simulated night's processor time goes, layer by layer: `python -m tests.bench.layers [ROUNDS]`.

    python -m tests.bench.layers                  # a night in memory
    python -m tests.bench.layers 300 --durable    # its journal on the disk, every step durable
    python -m tests.bench.layers --tables 40      # on one timeline, as many rounds in all
    python -m tests.bench.layers --json           # one object instead of a table

A timer looks at the stack some thousand times a second and gives all processor time since its last look to
the layer that it finds: nothing is wrapped and nothing slowed, and the layers together are the whole. How
often Python's functions are called is counted in a shorter night: no busy machine changes that.

A layer is a folder or a file. What is added to a folder belongs to the folder's layer, and what is in none to
who called it: when functions move, this needs no change.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, Final

import controller
from controller.boot.simulated import simulated_night
from tests.bench.figures import scratch

ROOT: Final = Path(controller.__file__).parents[1]
ROUNDS: Final = 300
COUNTED_ROUNDS: Final = 40
WARM_ROUNDS: Final = 20
SEED: Final = 11
LOOK_S: Final = 0.0004

SCHEDULER: Final = "night's scheduler"
DRIVERS: Final = "drivers and their lines"
MACHINES: Final = "simulated machines"
CORE: Final = "controller/game/"
LAYERS: Final[dict[str, tuple[str, ...]]] = {
    DRIVERS: ("drivers/", "drivers/sim/direct_session.py"),
    MACHINES: ("drivers/sim/",),
    "views read by people": tuple(
        f"controller/game/{name}.py" for name in ("glance", "views", "dealing/show")
    ),
    "people's own thinking": tuple(
        f"drivers/sim/{name}.py"
        for name in ("answers", "by_hand", "deck_care", "felt", "people", "pit", "players", "sheets", "spots")
    ),
    "pump": ("controller/table/pump.py", "controller/table/line_counts.py"),
    SCHEDULER: ("controller/simulation/", "drivers/sim/timeline.py", "controller/boot/"),
    "evolve": ("controller/game/evolve.py",),
    "follow and invariants": ("controller/game/consequences.py", "controller/game/invariants.py"),
    "decide and judge": ("controller/game/decide.py", "controller/game/judge.py"),
    "react": ("controller/game/react.py",),
    "table's step": ("controller/table/", "controller/screens/"),
    "encode": ("controller/journal/codec.py", "controller/journal/field_codec.py"),
    "seal": ("controller/journal/seal.py",),
    "hash chain and signed heads": tuple(
        f"controller/journal/{name}.py" for name in ("chain", "signing", "heads")
    ),
    "journal append": ("controller/journal/",),
    "book": ("controller/book/",),
    "tally": ("controller/simulation/tally.py", "controller/odds/"),
    "PINs": ("controller/people/",),
}
"""Each layer and its files or folders; the longest that fits says whose a file is."""


@cache
def layer_of(path: str) -> str | None:
    """Whose a file is; None where it is whoever calls it."""
    fitting = [(one, name) for name, places in LAYERS.items() for one in places if path.startswith(one)]
    return max(fitting, key=lambda one: len(one[0]))[1] if fitting else None


@cache
def _place(filename: str) -> str:
    """The file as LAYERS names it; what is not the project's is nobody's."""
    try:
        return Path(filename).relative_to(ROOT).as_posix()
    except ValueError:
        return ""


_CORE_LAYERS: Final = {layer_of(one) for places in LAYERS.values() for one in places if one.startswith(CORE)}


@cache
def entered(layer: str, filename: str) -> str:
    """The layer at work once a layer has called into this file.

    The core is one: what a view asks of a rule is the view's time. A simulated machine says what it says by
    the drivers' own means, and that is its own time. The night is one without faults: no frame is built.
    """
    path = _place(filename)
    if layer in _CORE_LAYERS and path.startswith(CORE):
        return layer
    if layer == MACHINES and layer_of(path) == layer_of("drivers/"):
        return layer
    return layer_of(path) or layer


def layer_at(frame: FrameType | None) -> str:
    """The layer at work in this frame, by all that called it."""
    files = []
    while frame is not None:
        files.append(frame.f_code.co_filename)
        frame = frame.f_back
    layer = SCHEDULER
    for filename in reversed(files):
        layer = entered(layer, filename)
    return layer


@contextmanager
def sampled() -> Iterator[Counter[str]]:
    """Processor time by layer meanwhile, in nanoseconds; what the looking itself costs is left out."""
    spent: Counter[str] = Counter()
    since_ns = 0

    def look(_signal: int, frame: FrameType | None) -> None:
        nonlocal since_ns
        now_ns = time.process_time_ns()
        spent[layer_at(frame)] += max(0, now_ns - since_ns)  # a virtual processor's clock may jump
        since_ns = time.process_time_ns()

    before = signal.signal(signal.SIGALRM, look)
    since_ns = time.process_time_ns()
    signal.setitimer(signal.ITIMER_REAL, LOOK_S, LOOK_S)
    try:
        yield spent
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        spent[SCHEDULER] += time.process_time_ns() - since_ns


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Calls of Python's functions by layer meanwhile."""
    calls: Counter[str] = Counter()
    layers = [SCHEDULER]

    def noted(frame: FrameType, event: str, _given: Any) -> None:
        if event == "call":
            layers.append(entered(layers[-1], frame.f_code.co_filename))
            calls[layers[-1]] += 1
        elif event == "return" and len(layers) > 1:
            layers.pop()

    sys.setprofile(noted)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def played(rounds: int, tables: int, journal: Path | None, watched: Any = None) -> tuple[Counter[str], float]:
    """What was watched of a night, and the processor's seconds for all of it."""
    kept = {"journal": journal, "durable": bool(journal)}
    with closing(simulated_night(rounds=rounds, seed=SEED, tables=tables, **kept)) as night:  # type: ignore[arg-type]
        started_s = time.process_time()
        if watched is None:
            night.play()
            return Counter(), time.process_time() - started_s
        with watched() as told:
            night.play()
        return told, time.process_time() - started_s


def profile(rounds: int, journal: Path | None = None, tables: int = 1) -> dict[str, Any]:
    """Microseconds and calls a round, by layer."""

    def place(name: str) -> Path | None:
        return journal and journal / name

    counted_rounds = min(rounds, COUNTED_ROUNDS * tables)
    played(WARM_ROUNDS, 1, place("warm"))
    spent, _ = played(rounds, tables, place("sampled"), sampled)
    _, alone_s = played(rounds, tables, place("alone"))
    calls, _ = played(counted_rounds, tables, place("counted"), counted)
    return {
        "rounds": rounds,
        "us_a_round": round(sum(spent.values()) / 1e3 / rounds, 1),
        "us_a_round_without_looking": round(alone_s * 1e6 / rounds, 1),
        "calls_a_round": round(calls.total() / counted_rounds, 1),
        "layers": {
            name: {
                "us": round(spent[name] / 1e3 / rounds, 1),
                "calls": round(calls[name] / counted_rounds, 1),
            }
            for name in LAYERS
        },
    }


def main() -> None:
    """The table, the layers that take most first."""
    asked = argparse.ArgumentParser(prog="python -m tests.bench.layers")
    asked.add_argument("rounds", nargs="?", type=int, default=ROUNDS)
    asked.add_argument("--tables", type=int, default=1, help="on one timeline")
    asked.add_argument("--durable", action="store_true", help="the journal on the disk, every step durable")
    asked.add_argument("--json", action="store_true", help="one JSON object")
    wanted = asked.parse_args()
    with scratch() as name:
        told = profile(wanted.rounds, Path(name) if wanted.durable else None, wanted.tables)
    if wanted.json:
        sys.stdout.write(json.dumps(told) + "\n")
        return
    layers = sorted(told["layers"].items(), key=lambda one: -one[1]["us"])
    sys.stdout.write(f"{'layer':<30}{'µs a round':>12}{'share':>8}{'calls a round':>16}\n")
    for name, one in layers:
        share = 100 * one["us"] / told["us_a_round"]
        sys.stdout.write(f"{name:<30}{one['us']:>12.1f}{share:>7.1f}%{one['calls']:>16.1f}\n")
    sys.stdout.write(
        f"{'the whole':<30}{told['us_a_round']:>12.1f}{100:>7.1f}%{told['calls_a_round']:>16.1f}\n"
    )
    alone = told["us_a_round_without_looking"]
    sys.stdout.write(
        f"\n{told['rounds']} rounds; the same night with nobody looking: {alone:.1f} µs a round\n"
    )


if __name__ == "__main__":
    main()
