"""What carries the bytes of a simulated machine, in virtual time.

A twin does not know who carries its bytes. `MemoryCarrier` here and `PtyCarrier` in `ptys` have the same
methods: `act` lets a hand do something at the machine; `unplug`, `replug` and `plugged` are the cable.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from controller.clock import Clock
from controller.game.inputs import Machine
from controller.ports import LinkDown, LinkUp
from drivers.lines.links import MemoryLink, Schedule, memory_pair
from drivers.sim.faults import Faults


class Twin(Protocol):
    """A machine imitated at the wire."""

    machine: Machine

    def feed(self, data: Any, now_ms: int) -> Any:
        """What the machine answers to what came from the line."""
        ...

    def tick(self, now_ms: int) -> Any:
        """What the machine says because time passed."""
        ...

    def take(self) -> Any:
        """What the machine says because a hand did something."""
        ...

    @property
    def due_ms(self) -> int | None:
        """When `tick` is next wanted, or None."""
        ...


AnyTwin = TypeVar("AnyTwin", bound=Twin)
Result = TypeVar("Result")


class MemoryCarrier(Generic[AnyTwin]):
    """A twin on a memory link, moved by a virtual clock.

    Attributes:
        link: the end for the driver.
        twin: the machine; hands that act on it directly call `flush` afterwards, or use `act`.
    """

    def __init__(
        self,
        twin: AnyTwin,
        clock: Clock,
        schedule: Schedule,
        faults: Faults | None = None,
        latency_ms: int = 0,
    ) -> None:
        self.twin = twin
        self.link: MemoryLink
        self.link, self._far = memory_pair(schedule, latency_ms)
        self._clock = clock
        self._schedule = schedule
        self._faults = faults
        self._due_ms: int | None = None
        self._due_stale = True
        self._far.open(self._arrive)

    def act(self, hand: Callable[[AnyTwin, int], Result]) -> Result:
        """The hand has acted on the machine; what it made the machine say is on its way."""
        result = hand(self.twin, self._clock.now_ms())
        self.flush()
        return result

    def flush(self) -> None:
        """What the machine said since is on its way."""
        self._due_stale = True
        self._send(self.twin.take())

    def tick(self, now_ms: int) -> None:
        """What the machine says because time passed is on its way."""
        self._due_stale = True
        self._send(self.twin.tick(now_ms))

    @property
    def due_ms(self) -> int | None:
        """When `tick` is next wanted, or None."""
        if self._due_stale:
            self._due_ms = self.twin.due_ms
            self._due_stale = False
        return self._due_ms

    @property
    def plugged(self) -> bool:
        """Whether the cable is in, whoever pulled it: a hand or a fault."""
        return self.link.up

    def unplug(self) -> None:
        """The cable is out: the driver is told, the machine is not."""
        self.link.unplug("unplugged")

    def replug(self) -> None:
        """The cable is back."""
        self.link.plug()

    def close(self) -> None:
        """The machine hears nothing any more."""
        self._far.close()

    def _arrive(self, item: object) -> None:
        if isinstance(item, LinkUp | LinkDown):
            return
        self._due_stale = True
        for piece in self._on_the_line(item, "in"):
            self._send(self.twin.feed(piece, self._clock.now_ms()))

    def _send(self, data: Any) -> None:
        if not data:
            return
        if self._faults is not None and self._faults.occurs("unplug", self.twin.machine):
            self.unplug()
            self._schedule(self._faults.away_ms(), self.replug)
            return
        for piece in self._on_the_line(data, "out"):
            self._far.write(piece)

    def _on_the_line(self, data: Any, way: str) -> tuple[Any, ...]:
        return (data,) if self._faults is None else self._faults.on_the_line(self.twin.machine, data, way)
