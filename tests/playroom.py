"""Simulated machines in memory with the bench that the simulator's panel shows, and nothing of a table."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from controller.boot.placed_cards import burned_of, expected_of
from controller.game.inputs import Role
from controller.game.requests import LockShoe
from controller.settings.rules import load_profile
from drivers.readers.badge import Holder
from drivers.sim.machines import machines_in_memory
from drivers.sim.panel import Bench
from tests.drivers.virtual_table import VirtualTable
from tests.patience import PATIENCE_S

HOLDERS: Mapping[str, Holder] = {
    "chef-1": Holder("Chef 1", Role.CHEF),
    "comite-3": Holder("MCD 03", Role.COMITE),
    "video-11": Holder("OV 11", Role.VIDEO),
}


@dataclass(slots=True)
class People:
    """Whether the people play by themselves, and how fast."""

    playing: bool = False
    pace: float = 1.0
    stepping: str = ""


class Playroom:
    """The machines, their drivers and the bench, in virtual time; `expected` and `seated` are the table's."""

    def __init__(self, level: str = "none", seats: int = 7) -> None:
        self.room = VirtualTable(level=level)
        self.people = People()
        self.expected = ""
        self.seated: list[int] = []
        self.believed: list[dict[str, Any]] = []
        clock, schedule = self.room.clock, self.room.timeline.schedule
        self.hands, self.drivers = machines_in_memory(
            Random(4), clock, schedule, HOLDERS, self.room.faults, seats=seats
        )
        self.room.moving.append(self.hands)
        for driver in self.drivers:
            self.room.start(driver)
        rules = load_profile("fr-55-20-2021")
        self.bench = Bench(
            self.hands,
            HOLDERS,
            self.people,
            expected=lambda: self.expected,
            seated=lambda: self.seated,
            table="UTH-1",
            expects=lambda cards: expected_of(cards, rules),
            burned=burned_of(rules),
            seed=2021,
            believes=lambda: self.believed,
        )
        self.later(2_000)

    def later(self, ms: int) -> list[Any]:
        """So much time has passed; what the drivers observed in it."""
        return self.room.run(ms)

    def look(self) -> dict[str, Any]:
        return self.bench.look()

    def do(self, **tap: object) -> str:
        """The tap's refusal, empty when done; its effects have reached the drivers."""
        said = self.bench.act(tap)
        self.later(100)
        return said

    def lock(self, locked: bool) -> None:
        """The table locks the shoe, or lets cards out."""
        for driver in self.drivers:
            driver.ask(LockShoe(locked), self.room.now_ms)
        self.later(500)

    def load(self) -> None:
        """A shuffled deck lies in the shoe, which lets cards out."""
        self.do(act="change_decks")
        self.later(60_000)
        assert self.do(act="change_decks") == ""
        self.lock(False)


class Deciding:
    """The thread on which everything of a table happens; after each thing a little virtual time passes."""

    def __init__(self, room: Playroom) -> None:
        self.room = room
        self._calls: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="deciding")
        self._thread.start()

    def call(self, run: Callable[[], None]) -> None:
        self._calls.put(run)

    def later(self, ms: int) -> int:
        """So much time has passed; the `seq` of the last view made before its end."""
        self.ask(lambda: self.room.later(ms))
        seq: int = self.ask(lambda: self.room.look()["seq"])
        return seq

    def ask(self, what: Callable[[], Any]) -> Any:
        """The result of something done on the thread."""
        results: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.call(lambda: results.put(what()))
        return results.get(timeout=PATIENCE_S)

    def _run(self) -> None:
        while (run := self._calls.get()) is not None:
            run()
            self.room.later(50)

    def close(self) -> None:
        self._calls.put(None)
        self._thread.join(PATIENCE_S)
