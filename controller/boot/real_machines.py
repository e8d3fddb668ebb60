"""The drivers of all machines that the settings of a real table name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from controller.boot.desk import badge_driver, chips_driver
from controller.boot.machines import Carriers, allow_list, shoe_driver, shuffler_driver
from controller.boot.sounds import of_the_spots, speaker
from controller.game.inputs import Machine
from controller.ports import Driver
from controller.settings.table import TableFile
from drivers.absent import AbsentMachine, CannotBeDriven
from drivers.chips.pins import Lines
from drivers.lines.plug_watch import PlugWatch
from drivers.lines.usb_claims import usb_backend

THE_LIST: Final = "the list of allowed devices"


def real_machines(settings: TableFile, usb: Any = None, lines: Lines | None = None) -> list[Driver]:
    """A driver for every machine that the settings name, a watch if they say what may be plugged in, and one
    for their sounds if no buzzer makes them.

    One whose library is not installed, or which this computer has no pins for, is absent, and the table
    starts without it. A simulated bus and simulated lines take the place of those of this computer.

    Raises:
        MissingLibrary: what is plugged in is to be watched (CS-16), and pyusb or libusb is not installed.
    """
    allowed = allow_list(settings)
    if allowed is not None and usb is None:
        usb = usb_backend(THE_LIST)
    carriers = Carriers(allowed, usb)
    drivers = [_or_absent(machine, make) for machine, make in _makers(settings, carriers, lines)]
    if allowed is not None:
        drivers.append(PlugWatch(allowed, usb))
    sounds = speaker(settings)
    return [*drivers, sounds] if sounds is not None else drivers


def _or_absent(machine: Machine, make: Callable[[], Driver]) -> Driver:
    try:
        return make()
    except CannotBeDriven as why:
        return AbsentMachine(machine, why)


def _makers(
    settings: TableFile, carriers: Carriers, lines: Lines | None
) -> Iterator[tuple[Machine, Callable[[], Driver]]]:
    boot = Random().randrange(1, 1 << 32)
    shuffler, shoe, chips, badge = settings.shuffler, settings.shoe, settings.chips, settings.badge

    def reader() -> Driver:
        if badge is not None and badge.url:
            carriers.need(badge.url)
        driver = badge_driver(settings, carriers)
        assert driver is not None
        return driver

    if shuffler is not None:
        yield Machine.SHUFFLER, lambda: shuffler_driver(shuffler, boot, carriers.need(shuffler.url))
    if shoe is not None:
        yield Machine.SHOE, lambda: shoe_driver(shoe, boot, carriers.need(shoe.url))
    if chips is not None:
        yield Machine.CHIPS, lambda: chips_driver(of_the_spots(settings, chips), lines=lines)
    if badge is not None:
        yield Machine.BADGE, reader
