"""How soon a pulled cable is noticed and a machine is up again; what machines that say nothing cost."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.clock import SystemClock
from controller.game.inputs import Health
from drivers.chips.chips import Chips
from drivers.chips.pins import GpioLines
from drivers.lines.allow_list import Allowed, AllowList
from drivers.lines.links import SerialLink
from drivers.lines.plug_watch import PlugWatch
from drivers.lines.usb_claims import claim_bulk, claim_keyboard
from drivers.lines.usb_links import UsbLink
from drivers.readers.badge import Badge
from drivers.readers.card_reader import PcscReader
from drivers.recordings.desk import Desk
from drivers.shoes.card_codes import CardCodes
from drivers.shoes.hid_scanner import HidScanner
from drivers.shoes.open_shoe import OpenShoe
from drivers.sim.chips import mock_pins
from drivers.sim.hid_scanner import ScannerTwin, house_codes, scanner_device
from drivers.sim.ptys import PtyCarrier
from drivers.sim.serial_servers import SocketCarrier
from drivers.sim.shoe import ShoeTwin
from drivers.sim.usb_backend import SimulatedBus
from drivers.sim.usb_carrier import UsbCarrier, open_device
from tests.bench.chips import LAMP_PINS, SENSOR_PINS
from tests.bench.figures import Figure, point
from tests.drivers.pcsc_service import READER, PcscService

PULLS = 6
PATIENCE_MS = 10_000
DOWN_MS, UP_MS = 1_000, 2_000
IDLE_S = 4.0

Line = tuple[Any, Any]
"""The carrier of a twin and the driver that listens to it."""


def on_a_pty(folder: Path) -> Line:
    carrier = PtyCarrier(ShoeTwin(boot=7), folder / "plugs-shoe", SystemClock())
    return carrier, OpenShoe(SerialLink(carrier.url), boot=8)


def on_usb(folder: Path) -> Line:
    bus = SimulatedBus()
    carrier = UsbCarrier(ShoeTwin(boot=7), bus, open_device("SHOE"), SystemClock())
    return carrier, OpenShoe(UsbLink(carrier.url, claim_bulk, backend=bus), boot=8)


def scanner_on_usb(folder: Path) -> Line:
    bus, codes = SimulatedBus(), CardCodes(house_codes())
    carrier = UsbCarrier(ScannerTwin(codes), bus, scanner_device("SCAN"), SystemClock(), report_bytes=8)
    return carrier, HidScanner(UsbLink(carrier.url, claim_keyboard, backend=bus), codes)


def behind_a_server(folder: Path) -> Line:
    carrier = SocketCarrier(ShoeTwin(boot=7), SystemClock())
    return carrier, OpenShoe(SerialLink(carrier.url), boot=8)


class ServiceCarrier:
    """The real pcscd with a virtual reader; what is pulled out is the whole service."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self._service = PcscService(folder)
        self._service.start()
        self.unplug, self.replug, self.close = self._service.kill, self._service.start, self._service.stop


def reader(folder: Path) -> Line:
    try:
        return ServiceCarrier(folder / "pcsc"), Badge(PcscReader(READER), {})
    except pytest.fail.Exception as why:
        raise RuntimeError(str(why)) from None


LINES: dict[str, Callable[[Path], Line]] = {
    "pty, open protocol": on_a_pty,
    "socket, open protocol": behind_a_server,
    "USB bulk, open protocol": on_usb,
    "USB HID, scanner": scanner_on_usb,
    "real pcscd, card reader": reader,
}


def pulled(folder: Path) -> Iterator[Figure]:
    """Each cable was pulled and put back, after times as a hand takes; the slowest of each."""
    dice = Random(1)
    for name, make in LINES.items():
        try:
            carrier, driver = make(folder)
        except (RuntimeError, OSError) as why:
            yield Figure(f"cable pulled to noticed, {name}", note=str(why))
            continue
        desk, clock = Desk(driver, SystemClock()), SystemClock()
        desk.start()
        down, up = [], []
        try:
            _until(desk, clock, lambda health: health is Health.UP)
            for _ in range(PULLS):
                carrier.unplug()
                down.append(_until(desk, clock, lambda health: health is not Health.UP))
                desk.run(dice.randint(300, 1_200), lambda one: None)
                carrier.replug()
                up.append(_until(desk, clock, lambda health: health is Health.UP))
        finally:
            desk.stop()
            carrier.close()
        note = f"slowest of {PULLS}"
        yield point(f"cable pulled to noticed, {name}", down, 100, "ms", DOWN_MS, note=note)
        yield point(f"cable in to machine up, {name}", up, 100, "ms", UP_MS, note=note)


def _until(desk: Desk, clock: SystemClock, wanted: Callable[[Health], bool]) -> int:
    started_ms = clock.now_ms()
    desk.run(PATIENCE_MS, lambda one: None, until=lambda: wanted(desk.health))
    if not wanted(desk.health):
        raise TimeoutError(f"the machine is {desk.health}")
    return clock.now_ms() - started_ms


def at_rest(folder: Path) -> Iterator[Figure]:
    """A shoe's and a shuffler's worth of USB links, a scanner, the watch, chip sensors and a card reader.

    None has anything to say. Both ends of the lines are in it, and the looking for pcscd.
    """
    factory, _ = mock_pins(SENSOR_PINS)
    lines = [on_usb(folder), on_usb(folder), scanner_on_usb(folder)]
    chips = Chips(GpioLines(SENSOR_PINS, LAMP_PINS, factory))
    watch = PlugWatch(AllowList([Allowed("any", 0x1D50, 0x6C01)]), SimulatedBus([open_device("S")]))
    drivers = (*(driver for _, driver in lines), watch, chips, Badge(PcscReader(READER), {}))
    desks = [Desk(driver, SystemClock()) for driver in drivers]
    for desk in desks:
        desk.start()
    try:
        for desk in desks:
            desk.run(500, lambda one: None)
        before_s, started_s = _cpu_s(), time.monotonic()
        while time.monotonic() - started_s < IDLE_S:
            for desk in desks:
                desk.run(60, lambda one: None)
        used = (_cpu_s() - before_s) / (time.monotonic() - started_s)
    finally:
        for desk in desks:
            desk.stop()
        for carrier, _ in lines:
            carrier.close()
    yield Figure("all machines of a table at rest", used * 100, "% core", 3.0, note="both ends")


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
