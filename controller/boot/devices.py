"""The machines of a table for the command line, which knows no driver: what is plugged in, tests, recordings.

None of it runs beside the table: a port has one reader, and the second is told so.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from controller.boot.desk import badge_driver, chips_driver
from controller.boot.machines import USB, Carriers, allow_list, shoe_driver, shuffler_driver
from controller.clock import SystemClock
from controller.ports import Driver
from controller.settings.table import SerialFile, ShoeFile, TableFile
from drivers.chips.pins import Lines, NoPins
from drivers.lines.allow_list import AllowList, Plugged, serial_adapters
from drivers.lines.links import MissingLibrary
from drivers.lines.port_faults import NOT_THERE, OpeningFault, fault_of
from drivers.lines.usb_claims import UsbAddress, find, give_back, usb_backend
from drivers.readers.badge import CardReader
from drivers.recordings.desk import ADVICE, Desk, FrameNames, Told, told
from drivers.recordings.recorded_desk import LinesTap, ReaderTap
from drivers.recordings.recording import IN_WORDS, Moment, Tap

LINES: Final = ("shoe", "shuffler")
DEVICES: Final = (*LINES, "chips", "badge")
SERVERS: Final = ("socket://", "rfc2217://")


class NoDevice(Exception):
    """The machine is not there, does not answer, or may not be listened to; the text says what to do."""


# --- what is plugged in ----------------------------------------------------------------------------


def listed(settings: TableFile, usb: Any = None) -> dict[str, list[Told]]:
    """The table's machines and all that is plugged in, as plain maps.

    `machines`: machine, driver, url, and whether it is there (`present`). `plugged`: vendor, product,
    serial, port, name and what the list says of it (`allowed`: its words, or empty; None without a list).

    Raises:
        MissingLibrary: pyusb, libusb or pyserial is not installed.
        OSError: the bus cannot be read.
    """
    allowed = allow_list(settings)
    backend = usb if usb is not None else usb_backend("devices")
    devices = (allowed or AllowList(())).plugged_in(backend)
    ports = {one.port for one in devices}
    devices += [one for one in serial_adapters() if one.port not in ports] if usb is None else []
    machines: list[Told] = [
        {
            "machine": name,
            "driver": machine.driver,
            "url": machine.url,
            "present": _present(machine.url, devices),
        }
        for name, machine in _machines(settings)
    ]
    if settings.chips is not None:
        chip = settings.chips.chip if settings.chips.backend == "gpiod" else ""
        told_of = {"driver": settings.chips.backend, "url": chip, "present": _present(chip, devices)}
        machines.append({"machine": "chips", **told_of})
    if settings.badge is not None:
        url = settings.badge.url or ""
        told_of = {"driver": settings.badge.reader, "url": url, "present": _present(url, devices)}
        machines.append({"machine": "badge", **told_of})
    return {"machines": machines, "plugged": [_plugged(one, allowed) for one in devices]}


def _machines(settings: TableFile) -> Iterator[tuple[str, ShoeFile]]:
    for name, machine in (("shuffler", settings.shuffler), ("shoe", settings.shoe)):
        if machine is not None:
            yield name, machine


def _present(url: str, devices: list[Plugged]) -> bool | None:
    """Whether it is there; None for a serial server, which is only known by calling it."""
    if url.startswith(USB):
        wanted = UsbAddress.parse(url)
        return any(
            (one.vendor, one.product) == (wanted.vendor, wanted.product)
            and wanted.serial in ("", one.serial or wanted.serial)
            for one in devices
        )
    return os.path.exists(url) if url.startswith("/") else None


def _plugged(one: Plugged, allowed: AllowList | None) -> Told:
    line = allowed.permitted(one) if allowed is not None else None
    return {
        "vendor": f"{one.vendor:04x}",
        "product": f"{one.product:04x}",
        "serial": one.serial,
        "port": one.port,
        "name": one.name,
        "allowed": None if allowed is None else line.what if line is not None else "",
    }


def usb_fault(url: str, usb: Any = None) -> MissingLibrary | OpeningFault | None:
    """Why the USB machine cannot be opened, with what to do; None if it can.

    It is looked for and not claimed: the table may be using it.
    """
    try:
        give_back(find(UsbAddress.parse(url), usb if usb is not None else usb_backend(url), url))
    except (MissingLibrary, OpeningFault) as why:
        return why
    except OSError as error:
        return fault_of(url, error)
    return None


def strangers(settings: TableFile, usb: Any = None) -> list[tuple[str, str]]:
    """What is plugged in and not allowed: each device, and its port.

    Raises:
        MissingLibrary: pyusb or libusb is not installed.
        OSError: the bus cannot be read.
    """
    plugged = listed(settings, usb)["plugged"]
    return [(f"{one['vendor']}:{one['product']}", one["port"]) for one in plugged if one["allowed"] == ""]


# --- one machine -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Listening:
    """A machine of the table with a tap on its line.

    Attributes:
        desk: where its driver works.
        driver: that driver.
        section: its settings, as a recording keeps them.
        boot: the number its driver speaks with.
    """

    desk: Desk
    driver: Driver
    section: dict[str, Any]
    boot: int


@dataclass(frozen=True, slots=True)
class StandIns:
    """What stands in for the pins and the card reader of this machine; None for its own."""

    lines: Lines | None = None
    reader: CardReader | None = None


OWN: Final = StandIns()


def listening(
    settings: TableFile,
    device: str,
    tell: Callable[[Moment], None] = lambda moment: None,
    usb: Any = None,
    stand_ins: StandIns = OWN,
) -> Listening:
    """The machine, not opened yet; `tell` gets what passes its line: bytes, edges, or cards by kind.

    Raises:
        NoDevice: the settings have none of that name, or this machine has no pins for it.
        MissingLibrary: what it needs is not installed.
    """
    section = getattr(settings, device)
    if section is None:
        raise NoDevice(f"{device}: not in the settings; add [{device}] to table.toml")
    clock = SystemClock()
    carriers = Carriers(allow_list(settings), usb)
    boot = Random().randrange(1, 1 << 32)
    try:
        if device == "chips":
            driver: Driver | None = chips_driver(
                section, lambda lines: LinesTap(lines, tell, clock), stand_ins.lines
            )
        elif device == "badge":
            # No tap on its link: what a reader types is the number of a card.
            driver = badge_driver(
                settings,
                carriers,
                lambda reader, register: ReaderTap(reader, register, tell, clock),
                stand_ins.reader,
            )
        else:
            through = Carriers(carriers.allowed, usb, lambda link: Tap(link, tell, clock))
            driver = line_driver(device, section, boot, through)
    except NoPins as why:
        raise NoDevice(str(why)) from None
    assert driver is not None
    return Listening(Desk(driver, clock), driver, section.model_dump(mode="json"), boot)


def line_driver(device: str, machine: ShoeFile, boot: int, carriers: Carriers) -> Driver:
    """The driver of a shoe or a shuffler.

    Raises:
        ValueError: its settings are none.
    """
    if device == "shoe":
        return shoe_driver(machine, boot, carriers)
    assert isinstance(machine, SerialFile)
    return shuffler_driver(machine, boot, carriers)


def advice_on(detail: str) -> str:
    """What to do about a machine of a table that runs, by the detail of its health."""
    return ADVICE.get(detail, "see its alarms")


def why_not_up(desk: Desk, url: str, troubles: list[str], seconds: float) -> str:
    """Why the machine was not heard in so many seconds, in one sentence with what to do."""
    if desk.refused is not None:
        return str(desk.refused)
    if url.startswith("/") and not os.path.exists(url):
        return str(OpeningFault(NOT_THERE, url))
    if troubles:
        return f"{url}: {troubles[-1]}"
    if url.startswith(SERVERS):
        return f"{url}: no serial server answers: check that it is on, its cable, and the url in table.toml"
    return f"{url}: nothing answers within {seconds:g} s: check that it is on, and its cable"


def traced(
    settings: TableFile,
    device: str,
    seconds: float,
    show: Callable[[Told], None],
    usb: Any = None,
    stand_ins: StandIns = OWN,
) -> None:
    """What passes the line was shown for so many seconds: frames by name, observations; no card.

    Raises:
        NoDevice: the settings have none of that name.
        MissingLibrary: what it needs is not installed.
    """
    names = FrameNames()
    clock = SystemClock()
    start_ms = clock.now_ms()

    def tell(moment: Moment) -> None:
        said: Told = {"ms": moment.ms, "kind": moment.way}
        if moment.way in ("in", "out"):
            if not framed:
                return  # a code's length may tell the card: only what is observed of it is shown
            said["bytes"] = len(moment.data)
            said["frames"] = names.names(moment.way, moment.data)
        elif moment.way in IN_WORDS:
            said["said"] = moment.said
        elif moment.why:
            said["why"] = moment.why
        show(said)

    bench = listening(settings, device, tell, usb, stand_ins)
    framed = bench.section.get("driver") == "open"
    bench.desk.start()
    try:
        bench.desk.run(int(seconds * 1_000), lambda one: show({"ms": clock.now_ms() - start_ms, **told(one)}))
    finally:
        bench.desk.stop()


__all__ = [
    "DEVICES",
    "LINES",
    "Listening",
    "MissingLibrary",
    "NoDevice",
    "line_driver",
    "listed",
    "listening",
    "strangers",
    "traced",
    "usb_fault",
    "why_not_up",
]
