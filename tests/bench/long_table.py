"""`python -m tests.bench.long_table FOLDER SEED [ROUNDS]`: a table that plays night after night.

Sessions of so many rounds, 490 unless told. Real drivers on memory links, core, journal in FOLDER/journals,
book in FOLDER/jackpot.book, in virtual time and as fast as it goes. It tells how many rounds it has played.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

from controller.boot.simulated import simulated_night
from controller.screens.unix_socket import Doors
from controller.witness.desk import WitnessDesk

A_NIGHT: Final = 490
TOLD_EVERY: Final = 50


def main(folder: Path, seed: int, a_night: int = A_NIGHT) -> None:
    """The table was stopped."""
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    run = folder / "table"
    run.mkdir()
    desk, played = WitnessDesk(folder / "journals", "UTH-1", Doors(run)), 0

    def counted(rounds: int) -> None:
        nonlocal played
        played += rounds
        if played % TOLD_EVERY == 0:
            sys.stdout.write(f"{played} rounds\n")
            sys.stdout.flush()

    while True:
        places = {"journal": folder / "journals", "book": str(folder / "jackpot.book")}
        with closing(simulated_night(rounds=a_night, seed=seed, faults="some", **places)) as night:  # type: ignore[arg-type]
            if not played:
                desk.open()
            night.progress = counted
            night.play()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
