"""The lines of the JP1 spots: seven sensors and seven lamps, on the pins of a board by gpiozero.

`Lines` is what the chips driver needs; the simulator has lines in memory behind the same port.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from controller.game.felt import SEATS
from controller.ports import Deliver, LinkUp
from drivers.links import MissingLibrary


class Lines(Protocol):
    """Seven sensors and seven lamps, by seat."""

    def open(self, deliver: Deliver) -> None:
        """Deliver `LinkUp`, then `(seat, covered)` at each edge."""
        ...

    def level(self, seat: int) -> bool:
        """Whether the sensor of the seat is covered at this instant."""
        ...

    def light(self, seat: int, lit: bool) -> None:
        """The lamp of the seat is lit or dark."""
        ...

    def close(self) -> None:
        """Every lamp is dark and nothing is delivered any more."""
        ...


class NoPins(RuntimeError):
    """The machine the program runs on has no pins that gpiozero can drive."""


def board_pins() -> Any:
    """The pin factory of this board.

    Raises:
        MissingLibrary: gpiozero or lgpio is not installed.
        NoPins: this is not a board whose pins gpiozero knows.
    """
    try:
        from gpiozero.exc import PinError
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as missing:
        raise MissingLibrary(
            f"chip sensors: install gpiozero and lgpio ({missing.name} is missing)"
        ) from None
    try:
        return LGPIOFactory()
    except (PinError, OSError) as why:
        raise NoPins(f"chip sensors: no pins on this machine ({why})") from None


class GpioLines:
    """Sensors and lamps on the pins of a board, by gpiozero. Sensors are active low with a pull-up.

    Args:
        sensor_pins, lamp_pins: seven each, seat 1 first, as gpiozero names them.
        pin_factory: where the pins come from; never gpiozero's own global one.
    """

    def __init__(self, sensor_pins: Sequence[int], lamp_pins: Sequence[int], pin_factory: Any) -> None:
        for key, pins in (("sensor_pins", sensor_pins), ("lamp_pins", lamp_pins)):
            if len(pins) != len(SEATS):
                raise ValueError(f"{key}: {len(pins)} pins, one for each of {len(SEATS)} seats are needed")
        doubled = {pin for pin in (*sensor_pins, *lamp_pins) if (*sensor_pins, *lamp_pins).count(pin) > 1}
        if doubled:
            raise ValueError(f"sensor_pins, lamp_pins: pin {min(doubled)} is named twice")
        self._sensor_pins = tuple(sensor_pins)
        self._lamp_pins = tuple(lamp_pins)
        self._factory = pin_factory
        self._sensors: dict[int, Any] = {}
        self._lamps: dict[int, Any] = {}

    def open(self, deliver: Deliver) -> None:
        """Edges are delivered from gpiozero's thread."""
        try:
            from gpiozero import DigitalInputDevice, DigitalOutputDevice
        except ImportError:
            raise MissingLibrary("chip sensors: install gpiozero") from None
        for seat, pin in zip(SEATS, self._lamp_pins, strict=True):
            self._lamps[seat] = DigitalOutputDevice(pin, pin_factory=self._factory)
        for seat, pin in zip(SEATS, self._sensor_pins, strict=True):
            self._sensors[seat] = DigitalInputDevice(pin, pull_up=True, pin_factory=self._factory)
        deliver(LinkUp())
        for seat, sensor in self._sensors.items():
            sensor.when_activated = lambda seat=seat: deliver((seat, True))
            sensor.when_deactivated = lambda seat=seat: deliver((seat, False))

    def level(self, seat: int) -> bool:
        """Whether the pin of the seat is pulled low."""
        return bool(self._sensors[seat].value)

    def light(self, seat: int, lit: bool) -> None:
        """The pin of the lamp is high when lit."""
        self._lamps[seat].value = int(lit)

    def close(self) -> None:
        """The pins are given back."""
        for device in (*self._sensors.values(), *self._lamps.values()):
            device.close()
        self._sensors.clear()
        self._lamps.clear()
