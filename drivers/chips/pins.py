"""The lines of the spots: sensors, lamps and buzzer, on the pins of a Raspberry Pi by gpiozero.

`Lines` is what the chips driver needs; `drivers.chips.gpiod_lines` has the same for every board of which the
kernel knows the pins, and is what is shipped; the simulator has lines in memory.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from controller.game.felt import SEATS, SEATS_MAX
from controller.installed import lacks
from controller.ports import Deliver, LinkUp
from drivers.lines.links import MissingLibrary
from drivers.lines.port_faults import BUSY, FAILED, FOREIGN, NotOpened, OpeningFault

DEVICES: Final = Path("/dev")
LOOK_AGAIN_S: Final = 0.5

Spot = int | str
"""A sensor: the number of a seat for its JP1 spot, or the name of a further spot, `ante_3`."""


class Lines(Protocol):
    """A JP1 sensor and a lamp for each seat, further sensors by name, and a buzzer if there is one."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that have a sensor and a lamp: the places of the felt, from 1 on."""
        ...

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the sensors that are no JP1 spots."""
        ...

    def open(self, deliver: Deliver) -> None:
        """Deliver `LinkUp`, then `(spot, covered)` at each edge."""
        ...

    def level(self, spot: Spot) -> bool:
        """Whether the sensor of the spot is covered at this instant."""
        ...

    def light(self, seat: int, lit: bool) -> None:
        """The lamp of the seat is lit or dark."""
        ...

    def sound(self, on: bool) -> None:
        """The buzzer sounds or is silent; without a buzzer nothing happens."""
        ...

    def close(self) -> None:
        """Every lamp is dark, the buzzer silent, and nothing is delivered any more."""
        ...


class NoPins(RuntimeError):
    """The machine the program runs on has no pins that can be driven."""


def check_lines(
    sensors: Sequence[int | str],
    lamps: Sequence[int | str],
    buzzer: int | str | None = None,
    others: Mapping[str, int | str] | None = None,
) -> None:
    """There are as many sensors as lamps, one for each place of a felt, and no line has two uses.

    Raises:
        ValueError: which key is wrong, and how.
    """
    if not 1 <= len(sensors) <= SEATS_MAX:
        raise ValueError(f"sensor_pins: {len(sensors)} pins; a felt has 1 to {SEATS_MAX} places")
    if len(lamps) != len(sensors):
        raise ValueError(f"lamp_pins: {len(lamps)} pins for {len(sensors)} sensors; each place needs both")
    named = [*sensors, *lamps, *(others or {}).values(), *([] if buzzer is None else [buzzer])]
    doubled = sorted((pin for pin in set(named) if named.count(pin) > 1), key=str)
    if doubled:
        raise ValueError(f"sensor_pins, lamp_pins: pin {doubled[0]} is named twice")


def board_pins() -> Any:
    """The pin factory of this board.

    Raises:
        MissingLibrary: gpiozero or lgpio is not installed.
        NoPins: this is not a board whose pins gpiozero knows, or this user may not use them.
    """
    # At its import lgpio makes a pipe, by itself where the process was started: no service may write there.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as missing:
        name = str(missing.name).partition(".")[0]
        raise MissingLibrary(f"chip sensors: {lacks(name)}") from None
    except OSError as why:
        place = os.environ["LG_WD"]
        raise NoPins(
            f"chip sensors: lgpio cannot make its pipe in {place} ({_words(why)}): set LG_WD"
        ) from None
    try:
        return LGPIOFactory()
    except _pin_errors() as why:
        closed = [chip for chip in DEVICES.glob("gpiochip*") if not _permitted(chip)]
        if closed:
            raise NoPins(
                f"chip sensors: {min(closed)} is not permitted to this user: add the user to the group gpio"
            ) from None
        raise NoPins(
            f"chip sensors: no pins on this machine ({_words(why)}): wire the sensors to a board that has"
            ' pins, say backend = "gpiod", or take [chips] out of table.toml'
        ) from None


def _permitted(chip: Path) -> bool:
    return os.access(chip, os.R_OK | os.W_OK, effective_ids=True)


def _pin_errors() -> tuple[type[Exception], ...]:
    """What gpiozero 2.0.1 lets out: its own errors, the system's, and those of lgpio, which are neither."""
    from gpiozero.exc import GPIOZeroError

    lgpio = sys.modules.get("lgpio")
    return (GPIOZeroError, OSError, *([] if lgpio is None else [lgpio.error]))


def _words(error: Exception) -> str:
    return str(error).strip("'\"") or type(error).__name__


def _fault_of(error: Exception) -> OpeningFault:
    """Why a pin is not to be had: another program holds it, or there is none of that number."""
    from gpiozero.exc import GPIOPinInUse, PinInvalidPin

    words = _words(error)
    if isinstance(error, GPIOPinInUse) or "busy" in words.lower():
        advice = "stop the other program that uses the pins, or the table if it is running"
        return OpeningFault(BUSY, "chips", sentence=f"chip sensors: {words}: {advice}")
    if isinstance(error, PinInvalidPin):
        advice = "correct the pins of [chips] in table.toml"
        return OpeningFault(FOREIGN, "chips", sentence=f"chip sensors: {words}: {advice}")
    advice = "look at the board, and at the pins of [chips] in table.toml"
    return OpeningFault(FAILED, "chips", sentence=f"chip sensors: {words}: {advice}")


class GpioLines:
    """Sensors and lamps on the pins of a board, by gpiozero. Sensors are active low with a pull-up.

    Args:
        sensor_pins, lamp_pins: one for each place of the felt, seat 1 first, as gpiozero names them.
        pin_factory: where the pins come from; never gpiozero's own global one.
        buzzer_pin: the buzzer's, or None.
        others: further sensors by name.
    """

    def __init__(
        self,
        sensor_pins: Sequence[int],
        lamp_pins: Sequence[int],
        pin_factory: Any,
        *,
        buzzer_pin: int | None = None,
        others: Mapping[str, int] | None = None,
    ) -> None:
        check_lines(sensor_pins, lamp_pins, buzzer_pin, others)
        self.seats = SEATS[: len(sensor_pins)]
        self._pins: dict[Spot, int] = dict(zip(self.seats, sensor_pins, strict=True))
        self._pins.update((others or {}).items())
        self.others = tuple(others or ())
        self._lamp_pins = tuple(lamp_pins)
        self._buzzer_pin = buzzer_pin
        self._factory = pin_factory
        self._sensors: dict[Spot, Any] = {}
        self._lamps: dict[int, Any] = {}
        self._buzzer: Any = None
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def open(self, deliver: Deliver) -> None:
        """Edges are delivered from gpiozero's thread; pins that are not to be had are asked for again."""
        try:
            import gpiozero  # noqa: F401  # the errors of `_claim` are its own
        except ImportError:
            raise MissingLibrary(f"chip sensors: {lacks('gpiozero')}") from None
        self._stopping.clear()
        fault = self._claimed(deliver)
        if fault is not None:
            deliver(NotOpened(fault))
            self._thread = threading.Thread(
                target=self._look_again, args=(deliver, fault.code), name="pins of the spots", daemon=True
            )
            self._thread.start()

    def _look_again(self, deliver: Deliver, told: str) -> None:
        while not self._stopping.wait(LOOK_AGAIN_S):
            fault = self._claimed(deliver)
            if fault is None:
                return
            if fault.code != told:
                told = fault.code
                deliver(NotOpened(fault))

    def _claimed(self, deliver: Deliver) -> OpeningFault | None:
        """The pins are ours and that is delivered, or why they are not, and none is."""
        from gpiozero import DigitalInputDevice, DigitalOutputDevice

        try:
            for seat, pin in zip(self.seats, self._lamp_pins, strict=True):
                self._lamps[seat] = DigitalOutputDevice(pin, pin_factory=self._factory)
            if self._buzzer_pin is not None:
                self._buzzer = DigitalOutputDevice(self._buzzer_pin, pin_factory=self._factory)
            for spot, pin in self._pins.items():
                self._sensors[spot] = DigitalInputDevice(pin, pull_up=True, pin_factory=self._factory)
        except _pin_errors() as error:
            self._give_back()
            return _fault_of(error)
        deliver(LinkUp())
        for spot, sensor in self._sensors.items():
            sensor.when_activated = lambda spot=spot: deliver((spot, True))
            sensor.when_deactivated = lambda spot=spot: deliver((spot, False))
        return None

    def level(self, spot: Spot) -> bool:
        """Whether the pin of the spot is pulled low."""
        return bool(self._sensors[spot].value)

    def light(self, seat: int, lit: bool) -> None:
        """The pin of the lamp is high when lit."""
        self._lamps[seat].value = int(lit)

    def sound(self, on: bool) -> None:
        """The pin of the buzzer is high while it sounds."""
        if self._buzzer is not None:
            self._buzzer.value = int(on)

    def close(self) -> None:
        """The pins are given back."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout=5)
            self._thread = None
        self._give_back()

    def _give_back(self) -> None:
        buzzers = [] if self._buzzer is None else [self._buzzer]
        for device in (*self._sensors.values(), *self._lamps.values(), *buzzers):
            with contextlib.suppress(*_pin_errors()):  # a pin that was lost cannot be given back
                device.close()
        self._sensors.clear()
        self._lamps.clear()
        self._buzzer = None
