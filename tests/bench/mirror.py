"""What a table that is being mirrored at full speed costs its own steps, and how fast it is mirrored."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Final

from controller.boot.sessions import open_session, table_facts
from controller.clock import SystemClock
from controller.game import inputs as i
from controller.game import views
from controller.game.felt import SEATS
from controller.game.session_terms import TableFacts
from controller.game.state import TableState
from controller.journal.keys import simulated_keys
from controller.journal.signing import SignedJournal
from controller.screens.unix_socket import Doors
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.table.table import Table
from controller.witness.desk import WitnessDesk
from tests.bench.figures import Figure, percentile, point

NAME: Final = "UTH-9"
BACKLOG: Final = 2_000
"""Steps before anything is measured: what the witness pulls over and over."""
SEGMENT_S: Final = 4.0
SEGMENTS: Final = 8
PAUSE_S: Final = 0.01

_PULLER: Final = """
import sys
from pathlib import Path
from controller.witness.table_line import TableLine
rows = after = 0
with TableLine.to_socket(Path(sys.argv[1])) as line:
    print("begun", flush=True)
    while True:
        told = line.ask({"rows": [1, after]})["rows"]
        rows, after = rows + len(told), told[-1][0] if told else 0
        print(rows, flush=True)
"""


class Busy:
    """A table that changes stakes again and again, durably, as fast as a hundred fingers."""

    def __init__(self, folder: Path) -> None:
        def facts(session: int, first_round: int) -> TableFacts:
            return table_facts(NAME, session, load_profile("fr-55-20-2021"), load_jackpot(), simulated=False)

        clock, keys = SystemClock(), simulated_keys(1, NAME)
        self._session = open_session(folder, facts, NAME, clock, keys.master, durable=True)
        assert self._session.path is not None
        self._signed = SignedJournal(
            self._session.journal, self._session.path, keys.signer, at_ms=clock.now_ms()
        )

        def show(state: TableState) -> None:
            views.console(state)

        self.table = Table(self._session.state, self._signed, clock, show=show, ask=lambda _: None)
        self.table.start()
        for given in (i.OpenTable(), i.BadgeObserved("Chef", i.Role.CHEF), i.ConfirmOpening(), i.BadgeGone()):
            self.table.take(given)
        self._dice = Random(1)

    def step(self) -> float:
        """One step more; how long it took, in seconds."""
        given = i.SetStakes(self._dice.choice(SEATS), 500 * self._dice.randint(2, 30), 0)
        begun_s = time.perf_counter()
        self.table.take(given)
        return time.perf_counter() - begun_s

    def steps(self, for_s: float) -> list[float]:
        """Steps with a short rest between them."""
        until_s, lasted = time.monotonic() + for_s, []
        while time.monotonic() < until_s:
            lasted.append(self.step())
            time.sleep(PAUSE_S)
        return lasted

    def close(self) -> None:
        """The session stays unfinished."""
        self._signed.close()
        self._session.journal.close()


@contextmanager
def pulling(run: Path) -> Iterator[subprocess.Popen[str]]:
    """A witness pulls as fast as it is answered."""
    words = [sys.executable, "-c", _PULLER, str(run / "witness.sock")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as puller:
        assert puller.stdout is not None
        assert puller.stdout.readline() == "begun\n"
        try:
            yield puller
        finally:
            puller.kill()


def mirrored(folder: Path) -> Iterator[Figure]:
    """Steps alone and steps while mirrored, in turns, so that both see the same machine."""
    journals, run = folder / "mirrored", folder / "mirrored-run"
    for one in (journals, run):
        one.mkdir()
    desk = WitnessDesk(journals, NAME, Doors(run))
    alone: list[float] = []
    beside: list[float] = []
    rows, spent_s = 0, 0.0
    with closing(Busy(journals)) as busy, closing(desk):
        for _ in range(BACKLOG):
            busy.step()
        desk.open()
        for _ in range(SEGMENTS):
            alone += busy.steps(SEGMENT_S)
            with pulling(run) as puller:
                begun_s = time.monotonic()
                beside += busy.steps(SEGMENT_S)
                spent_s += time.monotonic() - begun_s
                puller.kill()
                assert puller.stdout is not None
                rows += int(puller.stdout.read().split()[-1])
    note = f"p50 {percentile(alone, 50) * 1e3:.1f} ms, {len(alone)} steps"
    yield point("a table's step, p99", [1e3 * one_s for one_s in alone], 99, "ms", note=note)
    note = f"p50 {percentile(beside, 50) * 1e3:.1f} ms, {len(beside)} steps"
    beside_ms = [1e3 * one_s for one_s in beside]
    yield point("a table's step while it is mirrored, p99", beside_ms, 99, "ms", note=note)
    note = "at most some 6,000 on purpose"
    yield Figure(
        "rows mirrored meanwhile", rows / spent_s, "/s", sense="at least", note=note, against="python"
    )


if __name__ == "__main__":
    import tempfile

    from tests.bench.figures import tell

    with tempfile.TemporaryDirectory(prefix="tapis-bench-", dir="/var/tmp") as name:
        tell(mirrored(Path(name)))
