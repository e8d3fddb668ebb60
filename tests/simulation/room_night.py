"""A night of tables whose heads a witness carries to and fro in virtual time: all but the sockets."""

from __future__ import annotations

from pathlib import Path
from random import Random

from controller.boot.simulated import SimulatedNight, simulated_night
from controller.game.inputs import HeadsObserved
from controller.game.state import Phase
from controller.journal.heads import heads_path
from controller.journal.keys import simulated_keys
from controller.journal.witness import WitnessStore
from controller.simulation.simulated_night import NightTable
from controller.witness.desk import last_head
from controller.witness.others_told import OthersTold, Telling

LOOK_MS = 150_000


class RoomNight:
    """Tables at play, and their witness.

    Args:
        folder: the journals come into `journals`, what the witness keeps into `heads.txt`.
        deaths: so often, at an instant that the seed chooses, the program of a table dies and starts again.
    """

    def __init__(
        self, folder: Path, tables: int, rounds: int, seed: int, faults: str = "hard", deaths: int = 0
    ) -> None:
        self.journals, self.heads = folder / "journals", folder / "heads.txt"
        self.night: SimulatedNight = simulated_night(
            rounds=rounds * tables, seed=seed, tables=tables, faults=faults, journal=self.journals
        )
        self._store, self._dice = WitnessStore(self.heads), Random(f"{seed}/deaths")
        self.names = [f"UTH-{number}" for number in range(1, tables + 1)]
        for name in self.names:
            self._store.trust(name, simulated_keys(seed, name).signer.key)
        told = [(name, self._others(number)) for number, name in enumerate(self.names)]
        self._told = [(Telling(name, self._now_s), others) for name, others in told]
        self._deaths = deaths
        self._timeline = self.night.night.timeline
        self._timeline.schedule(LOOK_MS, self._look)

    def play(self) -> None:
        """The night is over, and its journals are closed."""
        try:
            self.night.play()
        finally:
            self.night.close()

    def _now_s(self) -> float:
        return self._timeline.clock.now_ms() / 1000

    def _place(self, number: int) -> NightTable:
        return self.night.night.tables[number]

    def _others(self, number: int) -> OthersTold:
        def put(lines: tuple[str, ...]) -> None:
            place = self._place(number)
            seen = HeadsObserved(lines, self._timeline.clock.now_ms())
            place.timeline.schedule(0, lambda: place.pump.put(seen))

        return OthersTold(self.names[number], put, self._now_s)

    def _look(self) -> None:
        """What a visit does at each table: its last head is taken, and it is told of the others'."""
        for name in self.names:
            line = last_head(self.journals / f"{name}-000001.journal")
            if line:
                self._store.take(line)
        for telling, others in self._told:
            lines = telling.due(self._store.last)
            if lines:
                telling.told(lines, others(lines))
        number = self._dice.randrange(len(self.names))
        at_play = self._place(number).table.state.phase is not Phase.CLOSED
        if self._deaths and at_play and self._dice.random() < 0.3:
            self._deaths -= 1
            self.night.start_again(number)
        self._timeline.schedule(LOOK_MS, self._look)


def journal_of(folder: Path, table: str) -> Path:
    """The only session of a table."""
    path = folder / f"{table}-000001.journal"
    assert heads_path(path).exists()
    return path
