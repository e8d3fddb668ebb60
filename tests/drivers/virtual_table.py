"""Drivers and twins in virtual time: the little that a table's pump does, and nothing of the table."""

from __future__ import annotations

import random

from controller.clock import VirtualClock
from controller.game.inputs import Observation
from controller.ports import Driver
from drivers.sim.carriers import MemoryCarrier
from drivers.sim.faults import Faults
from drivers.sim.shoe import ShoeTwin
from drivers.sim.shuffler import ShufflerTwin
from drivers.sim.timeline import Timeline

START_MS = 1_800_000_000_000


class VirtualTable:
    """Moves time from due instant to due instant and keeps what the drivers observed."""

    def __init__(self, seed: int = 1, level: str = "none") -> None:
        self.clock = VirtualClock(START_MS)
        self.timeline = Timeline(self.clock)
        self.faults = Faults(random.Random(seed), level)
        self.drivers: list[Driver] = []
        self.moving: list[object] = []  # carriers and chips: what has due_ms and tick
        self.seen: list[Observation] = []

    @property
    def now_ms(self) -> int:
        return self.clock.now_ms()

    def shoe(self, boot: int = 0x51) -> MemoryCarrier[ShoeTwin]:
        return self._carry(ShoeTwin(boot=boot, faults=self.faults))

    def shuffler(self, boot: int = 0x52) -> MemoryCarrier[ShufflerTwin]:
        return self._carry(ShufflerTwin(random.Random(7), boot=boot, faults=self.faults))

    def _carry(self, twin: object) -> MemoryCarrier:
        carrier = MemoryCarrier(twin, self.clock, self.timeline.schedule, self.faults, latency_ms=1)
        self.moving.append(carrier)
        return carrier

    def start(self, driver: Driver) -> None:
        self.drivers.append(driver)
        driver.start(lambda item: self.timeline.schedule(0, lambda: self._receive(driver, item)))

    def _receive(self, driver: Driver, item: object) -> None:
        self.seen += driver.receive(item, self.now_ms)

    def run(self, for_ms: int) -> list[Observation]:
        """What the drivers observed in the next `for_ms`."""
        before = len(self.seen)
        end_ms = self.now_ms + for_ms
        while True:
            self.timeline.run_due()
            for driver in self.drivers:
                if driver.due_ms is not None and driver.due_ms <= self.now_ms:
                    self.seen += driver.tick(self.now_ms)
            for moving in self.moving:
                if moving.due_ms is not None and moving.due_ms <= self.now_ms:
                    moving.tick(self.now_ms)
            dues = [x.due_ms for x in (self.timeline, *self.drivers, *self.moving) if x.due_ms is not None]
            next_ms = min(dues, default=end_ms + 1)
            if next_ms > end_ms:
                self.clock.advance_to(end_ms)
                return self.seen[before:]
            self.clock.advance_to(max(next_ms, self.now_ms))
