"""Chips and hands at the JP1 spots: levels that hands change, with their bounces.

The hands act on lines in memory (`MemoryLines`, for virtual nights) or on the mock pins of gpiozero
(`MockSensors`, which drive the very driver of the floor).
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from controller.game.felt import SEATS
from controller.game.inputs import Machine
from controller.ports import Deliver, LinkDown, LinkUp
from drivers.pins import Spot
from drivers.sim.faults import Faults


class Sensors(Protocol):
    """Where a hand can cover a sensor."""

    def cover(self, spot: Spot, covered: bool) -> None:
        """The sensor of the spot is covered or free."""
        ...


class MemoryLines:
    """Lines without pins: `drivers.pins.Lines` for the driver, `Sensors` for the hands.

    Args:
        others: the names of further sensors.

    Attributes:
        lit: which lamps are lit, by seat.
        sounding: whether the buzzer sounds.
        deaf: whether edges are lost, as by a library that is too slow.
    """

    def __init__(self, others: Sequence[str] = ()) -> None:
        self.others = tuple(others)
        self.lit = dict.fromkeys(SEATS, False)
        self.sounding = False
        self.deaf = False
        self._there = True
        self._covered: dict[Spot, bool] = dict.fromkeys((*SEATS, *others), False)
        self._deliver: Deliver | None = None

    def open(self, deliver: Deliver) -> None:
        """Edges are delivered as hands make them."""
        self._deliver = deliver
        if self._there:
            deliver(LinkUp())

    def level(self, spot: Spot) -> bool:
        """Whether the sensor is covered; without its board none is."""
        return self._there and self._covered[spot]

    def light(self, seat: int, lit: bool) -> None:
        """The lamp is remembered in `lit`."""
        self.lit[seat] = lit

    def sound(self, on: bool) -> None:
        """The buzzer is remembered in `sounding`."""
        self.sounding = on

    def close(self) -> None:
        """Nothing is delivered any more."""
        self._deliver = None
        self.lit = dict.fromkeys(SEATS, False)
        self.sounding = False

    def plug(self, there: bool) -> None:
        """The board of the sensors is pulled out, or put in again; nobody hears the hands meanwhile."""
        if there is self._there:
            return
        self._there = there
        if self._deliver is not None:
            self._deliver(LinkUp() if there else LinkDown("unplugged"))

    def cover(self, spot: Spot, covered: bool) -> None:
        """The level changes, and its edge is delivered."""
        if self._covered[spot] is not covered:
            self._covered[spot] = covered
            if self._deliver is not None and self._there and not self.deaf:
                self._deliver((spot, covered))


class MockSensors:
    """The sensors of gpiozero's mock pins; active low, as on the floor."""

    def __init__(
        self, factory: Any, sensor_pins: Sequence[int], others: Mapping[str, int] | None = None
    ) -> None:
        pins: dict[Spot, int] = {**dict(zip(SEATS, sensor_pins, strict=True)), **(others or {})}
        self._pins = {spot: factory.pin(pin) for spot, pin in pins.items()}

    def cover(self, spot: Spot, covered: bool) -> None:
        """The pin is pulled low, or let go."""
        pin = self._pins[spot]
        if covered:
            pin.drive_low()
        else:
            pin.drive_high()


def mock_pins(sensor_pins: Sequence[int], others: Mapping[str, int] | None = None) -> tuple[Any, MockSensors]:
    """A factory of mock pins for `GpioLines`, and the sensors on it for `ChipsTwin`."""
    from gpiozero.pins.mock import MockFactory

    factory = MockFactory()
    return factory, MockSensors(factory, sensor_pins, others)


class ChipsTwin:
    """The seven spots in the hands of players and dealer."""

    def __init__(self, sensors: Sensors, faults: Faults | None = None) -> None:
        self.machine = Machine.CHIPS
        self._sensors = sensors
        self._faults = faults
        self._covered = dict.fromkeys(SEATS, False)
        self._stuck: dict[int, int] = {}
        self._unseen: set[int] = set()
        self._moves: list[tuple[int, int, int, bool]] = []
        self._asked = 0

    def covered(self, seat: int) -> bool:
        """Whether a chip lies at the seat's spot."""
        return self._covered[seat]

    def put(self, seat: int, now_ms: int) -> None:
        """A chip lies on the spot."""
        self._set(seat, True, now_ms)

    def take(self, seat: int, now_ms: int) -> None:
        """The spot is free."""
        self._set(seat, False, now_ms)

    def _set(self, seat: int, covered: bool, now_ms: int) -> None:
        if self._covered[seat] is covered:
            return
        self._covered[seat] = covered
        sticks_ms = self._faults.sticks_ms() if self._faults is not None and not covered else 0
        if sticks_ms:
            self._stuck[seat] = now_ms + sticks_ms
            return
        if covered and self._faults is not None and self._faults.occurs("blind", Machine.CHIPS):
            self._unseen.add(seat)
            return
        if seat in self._unseen:
            self._unseen.remove(seat)
            return
        self._stuck.pop(seat, None)  # a hand that touches the spot frees its sensor
        self._sensors.cover(seat, covered)
        at_ms, level = now_ms, covered
        for gap_ms in self._faults.bounces() if self._faults is not None else ():
            at_ms, level = at_ms + gap_ms, not level
            self._asked += 1
            heapq.heappush(self._moves, (at_ms, self._asked, seat, level))

    def tick(self, now_ms: int) -> None:
        """The bounces up to now have happened, and sensors that stuck long enough are free."""
        while self._moves and self._moves[0][0] <= now_ms:
            _, _, seat, level = heapq.heappop(self._moves)
            self._sensors.cover(seat, level)
        for seat in [seat for seat, until_ms in self._stuck.items() if until_ms <= now_ms]:
            del self._stuck[seat]
            self._sensors.cover(seat, False)

    @property
    def due_ms(self) -> int | None:
        """When the next bounce comes or a sensor comes free, or None."""
        dues = [*self._stuck.values(), *(move[0] for move in self._moves[:1])]
        return min(dues, default=None)
