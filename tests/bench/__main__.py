"""`python -m tests.bench`: every figure in a fixed order, in some minutes, with or without a display.

    python -m tests.bench                               # all of them, kept in out/bench
    python -m tests.bench --only views --only journal   # those parts
    python -m tests.bench --compare before.json         # and what became slower since; exit 1 where any did

Beside each figure stands what it is in calibrations of the machine, taken before and after it
(`tests.bench.calibration`). `tests.bench.kept` says what the file of a run holds, `tests.bench.compare` when
a figure is called slower.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from controller.cli.doctor_records import filesystem_of
from tests.bench import (
    chips,
    compare,
    core,
    house,
    lines,
    link,
    main_game,
    mirror,
    nights,
    noise,
    par,
    plugs,
    room,
    screens,
)
from tests.bench.calibration import Speeds, calibrated
from tests.bench.figures import Against, Figure, scratch
from tests.bench.kept import ROOT, Kept, NotKept, begun_here, read, write

AT_ONCE_S: Final = 0.1
"""Figures that come so soon after one another are of the same measurement."""


@dataclass(frozen=True, slots=True)
class Part:
    """Figures that are taken together, and what they are held against unless one says otherwise."""

    name: str
    against: Against
    take: Callable[[Path], Iterable[Figure]]


PARTS: Final = (
    Part("settlement", "python", lambda _: core.settlement()),
    Part("evaluations", "python", lambda _: core.evaluations()),
    Part("views", "python", lambda _: core.view_building()),
    Part("nights in memory", "python", lambda _: nights.in_memory()),
    Part("nights side by side", "python", lambda _: nights.side_by_side()),
    Part("nights on a durable journal", "disk", nights.durable),
    Part("journal", "disk", nights.journal),
    Part("byte in to event durable", "disk", lines.card_to_disk),
    Part("chip edge to lamp", "", chips.edge_to_lamp),
    Part("noise", "python", lambda _: noise.noise()),
    Part("cables", "", plugs.pulled),
    Part("machines at rest", "python", plugs.at_rest),
    Part("screens", "disk", screens.screens),
    Part("the pit's room", "python", room.forty),
    Part("mirror", "disk", mirror.mirrored),
    Part("command line", "starts", lambda _: screens.start()),
    Part("house's memory", "python", house.memory),
    Part("linked book under load", "disk", lambda _: link.load()),
    Part("linked book followed", "disk", lambda _: link.followed()),
    Part("linked book with a history", "python", lambda _: link.history(500_000)),
    Part("exact mathematics", "python", par.exact),
    Part("main game", "python", lambda _: main_game.main_games()),
)


def chosen(words: list[str]) -> list[Part]:
    """The parts in whose names any of these words stands, in their order; all of them without a word."""
    return [part for part in PARTS if not words or any(word.lower() in part.name.lower() for word in words)]


def taken(parts: Iterable[Part], folder: Path) -> Iterator[Kept]:
    """Each figure between two calibrations; one that could not be taken says why."""
    after = calibrated(folder)
    for part in parts:
        before = after
        asked = iter(part.take(folder))
        while True:
            begun_s = time.perf_counter()
            try:
                figure = next(asked)
            except StopIteration:
                break
            except Exception as error:  # the other figures are wanted all the same
                figure = Figure(part.name, note=f"{type(error).__name__}: {error}")
            if time.perf_counter() - begun_s > AT_ONCE_S or after is before:
                before, after = after, calibrated(folder)
            yield _kept(part, figure, before, after)


def _kept(part: Part, figure: Figure, before: Speeds, after: Speeds) -> Kept:
    if figure.against is None:
        figure = replace(figure, against="" if figure.unit in ("MB", "") else part.against)
    return Kept(part.name, figure, before, after)


def main() -> int:
    """0, or 1 where something became slower, or 2 where a file or a name is wrong."""
    asked = argparse.ArgumentParser(prog="python -m tests.bench")
    asked.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="parts with this in the name"
    )
    asked.add_argument("--compare", type=Path, metavar="FILE", help="what became slower since these figures")
    asked.add_argument(
        "--out", type=Path, metavar="FILE", help="where the figures are kept; out/bench otherwise"
    )
    wanted = asked.parse_args()
    parts = chosen(wanted.only)
    if not parts:
        asked.error(
            f"nothing is called {' or '.join(wanted.only)}; there is: {', '.join(p.name for p in PARTS)}"
        )
    try:
        before = read(wanted.compare) if wanted.compare is not None else None
    except NotKept as error:
        asked.error(str(error))
    started_s = time.monotonic()
    with scratch() as name:
        folder = Path(name)
        now = begun_here(filesystem_of(folder.resolve()) or "an unknown file system")
        sys.stdout.write(
            f"Python {now.python}, SQLite {now.sqlite}, {now.machine['cores']} cores, "
            f"load {os.getloadavg()[0]:.1f}; files in {folder.parent} on {now.machine['disk']}; "
            f"commit {now.commit}\n\n"
        )
        out = wanted.out or ROOT / "out" / "bench" / f"{now.begun.replace(':', '')}-{now.commit}.json"
        try:
            for kept in taken(parts, folder):
                now.figures.append(kept)
                sys.stdout.write(kept.line() + "\n")
                sys.stdout.flush()
        finally:
            write(now, out)
    sys.stdout.write(f"\n{time.monotonic() - started_s:.0f} s, kept in {out}\n")
    return 1 if before is not None and compare.tell(before, now) else 0


if __name__ == "__main__":
    sys.exit(main())
