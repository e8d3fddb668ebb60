"""Chips and hands at the JP1 spots: levels that hands change, with their bounces.

The hands act on lines in memory (`MemoryLines`, for virtual nights) or on the mock pins of gpiozero
(`MockSensors`, which drive the very driver of the floor).
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from controller.game.felt import SEATS, SEATS_MAX
from controller.game.inputs import Machine
from controller.ports import Deliver, LinkDown, LinkUp
from drivers.chips.pins import Lines, Spot
from drivers.sim.faults import Faults


class Sensors(Protocol):
    """Where a hand can cover a sensor, or pull out the board that all are on."""

    @property
    def pulses(self) -> int:
        """How often the buzzer has been heard so far."""
        ...

    def plug(self, there: bool) -> None:
        """The board is pulled out, or put in again."""
        ...

    def cover(self, spot: Spot, covered: bool) -> None:
        """The sensor of the spot is covered or free."""
        ...

    def senses(self, spot: Spot) -> bool:
        """Whether the sensor is covered, whatever lies there; one whose board is out senses nothing."""
        ...

    @property
    def plugged(self) -> bool:
        """Whether the board is in."""
        ...


class MemoryLines:
    """Lines without pins: `drivers.chips.pins.Lines` for the driver, `Sensors` for the hands.

    Args:
        others: the names of further sensors.
        seats: how many places the felt has.

    Attributes:
        lit: which lamps are lit, by seat.
        sounding: whether the buzzer sounds.
        deaf: whether edges are lost, as by a library that is too slow.
    """

    def __init__(self, others: Sequence[str] = (), seats: int = SEATS_MAX) -> None:
        self.seats = SEATS[:seats]
        self.others = tuple(others)
        self.lit = dict.fromkeys(self.seats, False)
        self.sounding = False
        self.pulses = 0
        self.deaf = False
        self._there = True
        self._covered: dict[Spot, bool] = dict.fromkeys((*self.seats, *others), False)
        self._deliver: Deliver | None = None

    def open(self, deliver: Deliver) -> None:
        """Edges are delivered as hands make them."""
        self._deliver = deliver
        if self._there:
            deliver(LinkUp())

    def level(self, spot: Spot) -> bool:
        """Whether the sensor is covered; without its board none is."""
        return self._there and self._covered[spot]

    def senses(self, spot: Spot) -> bool:
        """As of the sensors."""
        return self.level(spot)

    @property
    def plugged(self) -> bool:
        """Whether the board is in."""
        return self._there

    def light(self, seat: int, lit: bool) -> None:
        """The lamp is remembered in `lit`."""
        self.lit[seat] = lit

    def sound(self, on: bool) -> None:
        """The buzzer is remembered in `sounding`, and counted."""
        self.pulses += on and not self.sounding
        self.sounding = on

    def close(self) -> None:
        """Nothing is delivered any more."""
        self._deliver = None
        self.lit = dict.fromkeys(self.seats, False)
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


class PulledLines:
    """Lines on a board that can be pulled out, over any others (`drivers.chips.pins.Lines`).

    Mock pins are always there, as are those of a Raspberry Pi: simulated is a board behind a cable.
    """

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._deliver: Deliver | None = None
        self._there = True
        self.pulses = 0

    @property
    def seats(self) -> tuple[int, ...]:
        """As of the lines."""
        return self._lines.seats

    @property
    def others(self) -> tuple[str, ...]:
        """As of the lines."""
        return self._lines.others

    def open(self, deliver: Deliver) -> None:
        """As of the lines; nothing of them is delivered while they are out."""
        self._deliver = deliver
        self._lines.open(self._pass_on)

    def level(self, spot: Spot) -> bool:
        """As of the lines; without its board none is covered."""
        return self._there and self._lines.level(spot)

    def light(self, seat: int, lit: bool) -> None:
        """As of the lines; the driver lights them anew when they are back."""
        if self._there:
            self._lines.light(seat, lit)

    def sound(self, on: bool) -> None:
        """As of the lines; every pulse is counted."""
        if self._there:
            self.pulses += on
            self._lines.sound(on)

    def close(self) -> None:
        """As of the lines."""
        self._deliver = None
        self._lines.close()

    def plug(self, there: bool) -> None:
        """The board is pulled out, its lamps dark, or put in again."""
        if there is self._there or self._deliver is None:
            return
        if not there:
            for seat in self.seats:
                self._lines.light(seat, False)
            self._lines.sound(False)
        self._there = there
        self._deliver(LinkUp() if there else LinkDown("unplugged"))

    @property
    def plugged(self) -> bool:
        """Whether the board is in."""
        return self._there

    def _pass_on(self, item: object) -> None:
        if self._there and self._deliver is not None:
            self._deliver(item)


class MockSensors:
    """The sensors of gpiozero's mock pins; active low, as on the floor."""

    def __init__(
        self, factory: Any, sensor_pins: Sequence[int], others: Mapping[str, int] | None = None
    ) -> None:
        pins: dict[Spot, int] = dict(enumerate(sensor_pins, start=1))
        pins.update((others or {}).items())
        self._pins = {spot: factory.pin(pin) for spot, pin in pins.items()}
        self.lines: PulledLines | None = None

    @property
    def pulses(self) -> int:
        """As of the lines that these pins are behind."""
        return self.lines.pulses if self.lines is not None else 0

    def plug(self, there: bool) -> None:
        """The board is pulled out, or put in again, if these pins are on one that can be (`lines`)."""
        if self.lines is not None:
            self.lines.plug(there)

    @property
    def plugged(self) -> bool:
        """Whether the board is in; pins without one are always there."""
        return self.lines is None or self.lines.plugged

    def senses(self, spot: Spot) -> bool:
        """Whether the pin is low, on a board that is in."""
        return self.plugged and not self._pins[spot].state

    def cover(self, spot: Spot, covered: bool) -> None:
        """The pin is pulled low, or let go."""
        pin = self._pins[spot]
        if covered:
            pin.drive_low()
        else:
            pin.let_go()


def mock_pins(sensor_pins: Sequence[int], others: Mapping[str, int] | None = None) -> tuple[Any, MockSensors]:
    """A factory of mock pins for `GpioLines`, and the sensors on it for `ChipsTwin`."""
    from gpiozero.pins.mock import MockFactory, MockPin

    class HeldPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
        """A pull-up lets a line float, but never lifts one that a covered sensor holds low: whoever opens the
        lines anew finds the chips that lie there. A plain mock pin goes high."""

        held = False

        def drive_low(self) -> None:
            self.held = True
            super().drive_low()

        def drive_high(self) -> None:
            if not self.held:
                super().drive_high()

        def let_go(self) -> None:
            self.held = False
            super().drive_high()

    factory = MockFactory(pin_class=HeldPin)
    return factory, MockSensors(factory, sensor_pins, others)


class ChipsTwin:
    """The JP1 spots in the hands of players and dealer.

    Args:
        sensors: what the hands cover.
        faults: what may go wrong; None for nothing.
        seats: how many places the felt has.
    """

    LIES = ("_covered", "_unseen")
    """What lies there, and lies there still when the program that looks at it is another."""

    def __init__(self, sensors: Sensors, faults: Faults | None = None, *, seats: int = SEATS_MAX) -> None:
        self.seats = SEATS[:seats]
        self.machine = Machine.CHIPS
        self._sensors = sensors
        self._faults = faults
        self._covered = dict.fromkeys(self.seats, False)
        self._stuck: dict[int, int] = {}
        self._unseen: set[int] = set()
        self._moves: list[tuple[int, int, int, bool]] = []
        self._asked = 0
        self._back_ms: int | None = None  # when the board that is out is put in again
        self._stalled_ms = 0  # until when the board tells nothing

    @property
    def sensors(self) -> Sensors:
        """What the hands cover."""
        return self._sensors

    def covered(self, seat: int) -> bool:
        """Whether a chip lies at the seat's spot."""
        return self._covered[seat]

    def senses(self, seat: int) -> bool:
        """Whether the sensor of the seat is covered, whatever lies there."""
        return self._sensors.senses(seat)

    @property
    def plugged(self) -> bool:
        """Whether the board of the sensors is in."""
        return self._sensors.plugged

    def plug(self, there: bool) -> None:
        """A hand pulls the board out, or puts it in."""
        self._back_ms = None
        self._sensors.plug(there)

    @property
    def pulses(self) -> int:
        """How often the buzzer of the board has been heard so far."""
        return self._sensors.pulses

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
        self._meet(now_ms)
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
        at_ms, level = max(now_ms, self._stalled_ms), covered
        if at_ms > now_ms:
            self._move_at(at_ms, seat, covered)
        else:
            self._sensors.cover(seat, covered)
        for gap_ms in self._faults.bounces() if self._faults is not None else ():
            at_ms, level = at_ms + gap_ms, not level
            self._move_at(at_ms, seat, level)

    def _move_at(self, at_ms: int, seat: int, level: bool) -> None:
        self._asked += 1
        heapq.heappush(self._moves, (at_ms, self._asked, seat, level))

    def _meet(self, now_ms: int) -> None:
        """What may happen to the board when a hand comes near."""
        if self._faults is None or self._back_ms is not None or now_ms < self._stalled_ms:
            return
        if self._faults.occurs("unplug", self.machine):
            self._sensors.plug(False)
            self._back_ms = now_ms + self._faults.away_ms()
        elif self._faults.occurs("reboot", self.machine):
            self._sensors.plug(False)
            self._back_ms = now_ms + self._faults.starts_ms()
        elif self._faults.occurs("stall", self.machine):
            self._stalled_ms = now_ms + self._faults.starts_ms()

    def tick(self, now_ms: int) -> None:
        """The bounces up to now have happened, what stuck long enough is free, and what was out is back."""
        if self._back_ms is not None and self._back_ms <= now_ms:
            self._back_ms = None
            self._sensors.plug(True)
        while self._moves and self._moves[0][0] <= now_ms:
            _, _, seat, level = heapq.heappop(self._moves)
            self._sensors.cover(seat, level)
        for seat in [seat for seat, until_ms in self._stuck.items() if until_ms <= now_ms]:
            del self._stuck[seat]
            self._sensors.cover(seat, False)

    @property
    def due_ms(self) -> int | None:
        """When the next bounce comes or a sensor comes free, or None."""
        if not self._stuck and not self._moves:
            return self._back_ms
        dues = [*self._stuck.values(), *(move[0] for move in self._moves[:1])]
        if self._back_ms is not None:
            dues.append(self._back_ms)
        return min(dues, default=None)
