"""`python -m tests.bench`: every figure, in some three minutes, with or without a display."""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from controller.cli.doctor_records import filesystem_of
from tests.bench import (
    chips,
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
from tests.bench.figures import Figure, tell


def main() -> None:
    """Each part told its figures; one that could not be taken said why."""
    started_s = time.monotonic()
    # Not /tmp, which may be in memory: what is durable there costs nothing.
    with tempfile.TemporaryDirectory(
        prefix="tapis-bench-", dir=os.environ.get("TAPIS_BENCH", "/var/tmp")
    ) as name:
        folder = Path(name)
        kind = filesystem_of(folder.resolve()) or "an unknown file system"
        sys.stdout.write(
            f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {os.cpu_count()} cores, "
            f"load {os.getloadavg()[0]:.1f}; files in {folder.parent} on {kind}\n\n"
        )
        parts: tuple[tuple[str, Callable[[], Iterable[Figure]]], ...] = (
            ("settlement", core.settlement),
            ("evaluations", core.evaluations),
            ("views", core.view_building),
            ("nights in memory", nights.in_memory),
            ("nights on a durable journal", lambda: nights.durable(folder)),
            ("journal", lambda: nights.journal(folder)),
            ("byte in to event durable", lambda: lines.card_to_disk(folder)),
            ("chip edge to lamp", lambda: chips.edge_to_lamp(folder)),
            ("noise", noise.noise),
            ("cables", lambda: plugs.pulled(folder)),
            ("machines at rest", lambda: plugs.at_rest(folder)),
            ("screens", lambda: screens.screens(folder)),
            ("the pit's room", lambda: room.forty(folder)),
            ("mirror", lambda: mirror.mirrored(folder)),
            ("command line", screens.start),
            ("house's memory", lambda: house.memory(folder)),
            ("linked book under load", link.load),
            ("linked book followed", link.followed),
            ("linked book with a history", lambda: link.history(500_000)),
            ("exact mathematics", lambda: par.exact(folder)),
            ("main game", main_game.main_games),
        )
        for name, part in parts:
            try:
                tell(part())
            except Exception as error:  # the other figures are wanted all the same
                tell([Figure(name, note=f"{type(error).__name__}: {error}")])
    sys.stdout.write(f"\n{time.monotonic() - started_s:.0f} s\n")


if __name__ == "__main__":
    main()
