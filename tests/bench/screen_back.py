"""`python -m tests.bench.screen_back [TIMES]`: how long until a console that ended or hangs is right again.

Killed, stopped and ended at several phases, under a stand-in for systemd that keeps to the words of the unit:
from the signal to the same picture on the glass of a new process.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.ui.states import STATES
from tests.ui.supervised import Supervised
from tests.ui.test_client import House

PHASES: Final = ("betting", "preflop", "settling", "held", "royal_amount_to_read")
WAYS: Final = {"killed": signal.SIGKILL, "hung": signal.SIGSTOP, "ended": signal.SIGTERM}
TIMES: Final = 3


def measured(phase: str, times: int) -> dict[str, list[float]]:
    """The seconds of each way at this phase."""
    found: dict[str, list[float]] = {way: [] for way in WAYS}
    with tempfile.TemporaryDirectory(prefix="tapis-back-") as name:
        folder = Path(name)
        house = House(folder, STATES[phase]().state)
        screen = Supervised(folder, "dealer", "--socket", str(folder / "dealer.sock"), "--reduced-motion")
        try:
            while not screen.shown("table").get("table"):
                pass
            before = screen.picture(folder / "before.png")
            for way, number in [(way, number) for way, number in WAYS.items() for _ in range(times)]:
                starts = screen.starts
                screen.signal(number)
                found[way].append(screen.right_again(before, folder / "after.png", starts))
        finally:
            screen.close()
            house.close()
    return found


def main(times: int) -> None:
    """The figures were printed."""
    for phase in PHASES:
        for way, seconds in measured(phase, times).items():
            told = " ".join(f"{one:.2f}" for one in seconds)
            sys.stdout.write(f"{phase:<22}{way:<8}{told} s\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TIMES)
