"""The pump: one bounded inbox, one deciding thread.

Everything that happens elsewhere (a reader thread, a GPIO callback, a screen, the book's worker) is put
in the inbox as it came; nothing is decided there. A full inbox drops nothing: the putter waits, and a link
that could not deliver for `STALLED_MS` is taken as lost by its driver when it next delivers.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from controller.clock import Clock
from controller.game.inputs import (
    HealthObserved,
    HostObserved,
    HostTrouble,
    IdentityObserved,
    Intent,
    LinesObserved,
    Machine,
    Observation,
    TimeObserved,
)
from controller.game.requests import Request, WakeAt
from controller.game.state import Phase
from controller.ports import Driver, Figures
from controller.table.line_counts import EVERY_MS, LineCounts
from controller.table.patience import SLOW_MS
from controller.table.table import Table

INBOX_MAX = 1024
LATE_MS = 250
"""A step that took so long to be written made the table late: it hears before it asks who was silent."""
HEAR_MAX = 8
"""So often in a row; then deadlines are kept whatever waits."""
SLOW_ENDS_MS = 60_000
"""A disk that kept up for so long is not slow any more."""


class Delivered(NamedTuple):
    """What a driver's link or lines delivered."""

    driver: Driver
    item: object


@dataclass(frozen=True, slots=True)
class Call:
    """Something to be run on the deciding thread, such as a screen that came or went."""

    run: Callable[[], None]


class Pump:
    """Takes what is in the inbox one at a time and keeps the deadlines of the table and its drivers.

    `turn` is the whole of it: the live table calls it in a loop, the simulation from its timeline.
    """

    def __init__(
        self,
        table: Table,
        drivers: Iterable[Driver],
        clock: Clock,
        each_turn: Callable[[], None] = lambda: None,
        *,
        count_every_ms: int = EVERY_MS,
        one_thread: bool = False,
    ) -> None:
        """`one_thread`: nobody but the deciding thread puts into the inbox; for virtual time."""
        self._table = table
        self._each_turn = each_turn
        self._drivers = tuple(drivers)
        self._clock = clock
        self._lines = LineCounts(self._drivers, count_every_ms)
        self._inbox: queue.Queue[object] = queue.Queue(INBOX_MAX)
        self._put: Callable[[object], None] = self._inbox.queue.append if one_thread else self._inbox.put
        self._wake_ms: int | None = None
        # A driver's deadline changes only when the driver is called: those called since are asked for it.
        self._called: list[Driver] = list(self._drivers)
        self._dues_ms: dict[Driver, int | None] = {}
        self._due_ms: int | None = None
        self._slow_until_ms: int | None = None
        self._stopping = threading.Event()
        table.before_closing = self._last_count

    def start(self) -> None:
        """The drivers deliver into the inbox and the table is at work."""
        for driver in self._drivers:
            driver.start(partial(self._delivered, driver))
        self._table.start()

    def stop(self) -> None:
        """The drivers are closed and `run` returns. May be called from any thread."""
        self._stopping.set()
        with suppress(queue.Full):  # `run` is not waiting then
            self._inbox.put_nowait(Call(lambda: None))

    def _delivered(self, driver: Driver, item: object) -> None:
        self.put(Delivered(driver, item))

    def put(self, item: object) -> None:
        """The item waits for its turn; the caller waits while the inbox is full."""
        self._put(item)

    def ask(self, request: Request) -> None:
        """A request of the table reaches its driver, or sets the deadline. On the deciding thread."""
        if isinstance(request, WakeAt):
            self._wake_ms = request.at_ms
            return
        now_ms = self._clock.now_ms()
        for driver in self._drivers:
            driver.ask(request, now_ms)
        self._called[:] = self._drivers

    @property
    def due_ms(self) -> int | None:
        """When something is wanted although nothing was delivered."""
        if self._called:
            self._ask_for_dues()
        due_ms = self._due_ms
        for other_ms in (self._wake_ms, self._lines.due_ms, self._slow_until_ms):
            if other_ms is not None and (due_ms is None or other_ms < due_ms):
                due_ms = other_ms
        return due_ms

    @property
    def figures(self) -> dict[Machine, Figures]:
        """How the line of each machine does. On the deciding thread."""
        return {driver.machine: driver.figures for driver in self._drivers}

    @property
    def waits(self) -> bool:
        """Whether anything is in the inbox. For virtual time."""
        return bool(self._inbox.queue)

    def handle(self, item: object) -> None:
        """One item of the inbox has had its effect."""
        match item:
            case Delivered():
                seen = item.driver.receive(item.item, self._clock.now_ms())
                self._called.append(item.driver)
                self._observe(item.driver, seen)
            case Call():
                item.run()
            case Observation() | Intent():
                self._table.take(item)
            case _:
                raise TypeError(f"nothing to do with {type(item).__name__} in the inbox")
        self._count_lines(self._clock.now_ms())

    def tick(self) -> bool:
        """Every deadline that has come has had its effect; whether there was one."""
        now_ms = self._clock.now_ms()
        self._count_lines(now_ms)
        if self._table.wrote_ms or self._slow_until_ms is not None:
            self._mind_disk(now_ms)
        earliest_ms = self.due_ms
        if earliest_ms is None or earliest_ms > now_ms:
            return False
        for driver in self._drivers:
            if self._called:
                self._ask_for_dues()
            due_ms = self._dues_ms[driver]
            if due_ms is not None and due_ms <= now_ms:
                seen = driver.tick(now_ms)
                self._called.append(driver)
                self._observe(driver, seen)
                if self._table.wrote_ms >= LATE_MS:
                    return True  # the others are asked once what they said meanwhile has been heard
        if self._wake_ms is not None and self._wake_ms <= now_ms:
            self._wake_ms = None
            self._table.take(TimeObserved(now_ms))
        return True

    def drain(self) -> None:
        """What is in the inbox now has been handled; nothing is waited for. For virtual time."""
        waiting = self._inbox.queue  # nobody else puts or takes meanwhile: asked and taken without the lock
        while waiting:
            self.handle(waiting.popleft())

    def run(self) -> None:
        """Handle items and deadlines until `stop`.

        Raises:
            TableHalted: the table stopped; the drivers are closed.
        """
        try:
            while not self._stopping.is_set():
                due_ms = self.due_ms
                wait_s = None if due_ms is None else max(0, due_ms - self._clock.now_ms()) / 1000
                try:
                    item = self._inbox.get(timeout=wait_s)
                except queue.Empty:
                    item = None
                if item is not None:
                    self.handle(item)
                self._hear_meanwhile()
                self.tick()
                self._each_turn()
        finally:
            for driver in self._drivers:
                driver.stop()

    def _hear_meanwhile(self) -> None:
        """The table was late by its own disk: what came meanwhile is heard before anybody's time is up."""
        for _ in range(HEAR_MAX):
            if self._table.wrote_ms < LATE_MS:
                return
            self._mind_disk(self._clock.now_ms())
            for _ in range(self._inbox.qsize()):
                self.handle(self._inbox.get_nowait())

    def _mind_disk(self, now_ms: int) -> None:
        """A disk that took its time is called slow, and no machine is blamed for it (A-240)."""
        took_ms, self._table.wrote_ms = self._table.wrote_ms, 0
        if took_ms >= SLOW_MS:
            known = self._slow_until_ms is not None
            self._slow_until_ms = now_ms + SLOW_ENDS_MS
            if not known:
                self._table.take(HostObserved(HostTrouble.DISK_SLOW, detail=f"took_{took_ms}"))
        elif self._slow_until_ms is not None and now_ms >= self._slow_until_ms:
            self._slow_until_ms = None
            self._table.take(HostObserved(HostTrouble.DISK_SLOW, active=False))

    def _ask_for_dues(self) -> None:
        """The drivers that were called may have other deadlines now."""
        dues_ms = self._dues_ms
        for driver in self._called:
            dues_ms[driver] = driver.due_ms
        self._called.clear()
        earliest_ms: int | None = None
        for due_ms in dues_ms.values():
            if due_ms is not None and (earliest_ms is None or due_ms < earliest_ms):
                earliest_ms = due_ms
        self._due_ms = earliest_ms

    def _observe(self, driver: Driver, seen: Iterable[Observation]) -> None:
        for observation in seen:
            if isinstance(observation, HealthObserved):
                self._met(driver, observation)
            self._table.take(observation)

    def _met(self, driver: Driver, seen: HealthObserved) -> None:
        """A machine comes, goes or does badly: what its line carried until now, and which machine it is."""
        if self._table.state.machine(driver.machine).health is seen.health:
            return
        told = self._lines.of(driver, self._clock.now_ms())
        if told is not None:
            self._table.take(LinesObserved((told,)))
        known = driver.figures.identity
        if known is not None:
            self._table.take(IdentityObserved(known))

    def _count_lines(self, now_ms: int) -> None:
        """The lines are counted while the table is open, now and then."""
        is_open = self._table.state.phase is not Phase.CLOSED
        due_ms = self._lines.due_ms
        if is_open and due_ms is not None and now_ms < due_ms:
            return
        told = self._lines.look(is_open, now_ms)
        if told:
            self._table.take(LinesObserved(told))

    def _last_count(self) -> LinesObserved | None:
        """What the lines carried until the table is closed."""
        told = self._lines.all(self._clock.now_ms())
        return LinesObserved(told) if told else None
