"""`python -m tests.bench.long_table FOLDER SEED`: a table that plays for ever, with its desk.

Real drivers on memory links, core, journal in FOLDER/journals, book in FOLDER/jackpot.book, in virtual time
and as fast as it goes. It tells how many rounds it has played.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

from controller.boot.simulated import simulated_night
from controller.witness_desk import WitnessDesk

ROUNDS: Final = 1_000_000
TOLD_EVERY: Final = 100


def main(folder: Path, seed: int) -> None:
    """The table was stopped."""
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    run = folder / "table"
    run.mkdir()
    night = simulated_night(
        rounds=ROUNDS,
        seed=seed,
        faults="some",
        journal=folder / "journals",
        book=str(folder / "jackpot.book"),
    )
    desk = WitnessDesk(folder / "journals", "UTH-1", run)
    desk.open()

    def told(rounds: int) -> None:
        if rounds % TOLD_EVERY == 0:
            sys.stdout.write(f"{rounds} rounds\n")
            sys.stdout.flush()

    night.progress = told
    with closing(night):
        night.play()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
