"""`python -m tests.bench.long_console [HOURS]`: a night with the console attached, and whether it grows.

Eight hours of a table whose machines fail, at twenty times the speed: twenty-four minutes. The console is a
process of its own, as at a table. What it holds is told every quarter of an hour of the night; it fails when
that grows by more than `GROWTH_MB` an hour of the night once it has settled, or the files it has open by more
than `FILES_MORE`. A sheet, a face or a size of letters that comes for the first time is kept, some megabytes
at once, and a rare fault brings it late.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Final

from controller.boot.demo.floor import demo_floor
from tests.bench.long_room import SETTLED_SHARE, Watched, more_of, slope, wait

HOURS: Final = 8.0
PACE: Final = 20.0
GROWTH_MB: Final = 1.0
FILES_MORE: Final = 2
JUDGED_H: Final = 4.0
"""In less time nothing settles."""
SEED: Final = 18
TOLD_H: Final = 0.25


def table(folder: Path) -> None:
    """The table plays until it is killed."""
    demo_floor(folder, seed=SEED, faults="some", pace=PACE).run()


def play(hours: float) -> dict[str, Any]:
    """So many hours of the night were played; what the console held, and how much it grew in one."""
    with tempfile.TemporaryDirectory(prefix="tapis-console-") as name:
        folder = Path(name)
        played = Watched("table", ["tests.bench.long_console", "--table", name], folder)
        door = folder / "UTH-1" / "run" / "dealer.sock"
        console = None
        try:
            wait(door.is_socket, "the table's door")
            console = Watched("console", ["ui", "dealer", "--socket", str(door)], folder)
            return _watched(console, played, folder, hours)
        finally:
            for one in (console, played):
                if one is not None:
                    one.end()


def _watched(console: Watched, played: Watched, folder: Path, hours: float) -> dict[str, Any]:
    begun_s, due_h = time.monotonic(), 0.0
    while (at_h := (time.monotonic() - begun_s) * PACE / 3_600) < hours:
        console.sample(at_h)
        if at_h >= due_h:
            due_h += TOLD_H
            kept = sum(one.stat().st_size for one in (folder / "journals").iterdir())
            held = f"console {console.samples[-1][1]:6.1f} MB  table {played.sample(at_h):6.1f} MB"
            sys.stdout.write(f"{at_h:5.2f} h  {held}  journal {kept / 1e6:6.1f} MB\n")
            sys.stdout.flush()
        time.sleep(1)
    settled = [one for one in console.samples if one[0] >= hours * SETTLED_SHARE]
    return {
        "hours": hours,
        "console_mb": round(console.samples[-1][1], 1),
        "most_mb": round(max(held for _, held in console.samples), 1),
        "growth_mb_an_hour": round(slope(settled), 3),
        "samples": len(settled),
        "files": console.files_since(hours * SETTLED_SHARE),
    }


def main(hours: float) -> dict[str, Any]:
    """Nothing grew; what was found.

    Raises:
        AssertionError: the console did.
    """
    found = play(hours)
    sys.stdout.write(f"{ {name: one for name, one in found.items() if name != 'files'} }\n")
    if hours >= JUDGED_H:
        assert found["growth_mb_an_hour"] <= GROWTH_MB, found
        assert more_of(found["files"]) <= FILES_MORE, f"the console opens ever more files: {found['files']}"
    return found


def said(found: dict[str, Any]) -> str:
    """What was measured of the console, beside what is allowed."""
    return (
        f"console {found['growth_mb_an_hour']:+.2f} MB an hour of the night, {GROWTH_MB} allowed,"
        f" at most {found['most_mb']} MB; {more_of(found['files']):+.0f} open files, {FILES_MORE} allowed"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--table"]:
        threading.current_thread().name = "table"
        table(Path(sys.argv[2]))
    else:
        main(float(sys.argv[1]) if len(sys.argv) > 1 else HOURS)
