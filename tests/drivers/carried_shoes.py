"""Every shoe on every carrier it has: its twin there, and its driver. Another shoe is another line."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from drivers.lines.links import SerialLink
from drivers.lines.usb_links import UsbLink
from drivers.shoes.card_codes import CardCodes
from drivers.shoes.every_shoe import SHOES
from drivers.shoes.open_shoe import OpenShoe
from drivers.sim.angel_eye import AngelEyeTwin
from drivers.sim.bee_tek import BeeTekTwin
from drivers.sim.hid_scanner import ScannerTwin, house_codes, scanner_device
from drivers.sim.ptys import PtyCarrier
from drivers.sim.serial_servers import SocketCarrier
from drivers.sim.shoe import ShoeTwin
from drivers.sim.usb_backend import SimulatedBus, SimulatedUsb
from drivers.sim.usb_carrier import UsbCarrier, open_device
from tests.drivers.reference_machine import ReferenceCarrier, ReferenceShoe
from tests.drivers.room import UNHURRIED, Maker, Room

GAP_MS = 4
BOOT = 0x7AB1E


def driver(name: str, link: Any, options: dict[str, Any]) -> Any:
    """The shoe's driver on its carrier."""
    if name == "open":
        return OpenShoe(link, boot=BOOT, timing=UNHURRIED)
    return SHOES[name].drive(link, BOOT, options)


def in_memory(name: str, twin: Callable[[], Any], **options: Any) -> Maker:
    """A memory link, in the place of any carrier."""

    def make(room: Room) -> tuple[Any, Any]:
        carrier = room.in_memory(twin())
        return carrier, driver(name, carrier.link, options)

    return make


def on_a_pty(name: str, twin: Callable[[], Any], **options: Any) -> Maker:
    """A serial port, as far as pyserial can tell."""

    def make(room: Room) -> tuple[Any, Any]:
        carrier = PtyCarrier(twin(), room.folder / "shoe", room.clock, room.faults)
        link = SerialLink(carrier.url, SHOES[name].baudrate)
        return carrier, driver(name, link, options)

    return make


def behind_a_server(name: str, twin: Callable[[], Any], **options: Any) -> Maker:
    """A serial-to-Ethernet server."""

    def make(room: Room) -> tuple[Any, Any]:
        carrier = SocketCarrier(twin(), room.clock, room.faults)
        return carrier, driver(name, SerialLink(carrier.url), options)

    return make


def in_c(room: Room) -> tuple[Any, Any]:
    """The reference shoe in C, a process with a pty of its own, on a serial port."""
    carrier = ReferenceCarrier(ReferenceShoe(), room.folder / "shoe", room.clock, room.faults)
    return carrier, driver("open", SerialLink(carrier.url, SHOES["open"].baudrate), {})


def on_usb(
    name: str, twin: Callable[[], Any], device: Callable[[str], SimulatedUsb], **options: Any
) -> Maker:
    """A USB bus, as far as pyusb can tell."""

    def make(room: Room) -> tuple[Any, Any]:
        bus, shoe = SimulatedBus(), twin()
        report_bytes = getattr(shoe, "report_bytes", 0)
        carrier = UsbCarrier(shoe, bus, device("SHOE"), room.clock, room.faults, report_bytes)
        claim = SHOES[name].claim
        assert claim is not None
        link = UsbLink(carrier.url, claim(options), backend=bus)
        return carrier, driver(name, link, options)

    return make


def angel_eye() -> AngelEyeTwin:
    return AngelEyeTwin(gap_ms=GAP_MS)


def bee_tek() -> BeeTekTwin:
    return BeeTekTwin(gap_ms=GAP_MS, suit_first=True)


def open_shoe() -> ShoeTwin:
    return ShoeTwin(boot=0x51)


def scanner(mode: str) -> tuple[Callable[[], ScannerTwin], dict[str, Any]]:
    """A scanner shoe that speaks in this mode, and its section of the settings."""
    options = {"mode": mode, "codes": house_codes(), "no_read": "NOREAD", "cut_card": "CUT"}
    codes = CardCodes(house_codes(), "NOREAD", "CUT")
    return partial(ScannerTwin, codes, mode), options


TYPES, TYPING = scanner("keyboard")
TELLS, TELLING = scanner("pos")
CARRIED: dict[str, Maker] = {
    "angel-eye in memory": in_memory("angel-eye", angel_eye),
    "angel-eye on a pty": on_a_pty("angel-eye", angel_eye, commands=True),
    "angel-eye behind a server": behind_a_server("angel-eye", angel_eye),
    "bee-tek in memory": in_memory("bee-tek", bee_tek),
    "bee-tek on a pty": on_a_pty("bee-tek", bee_tek),
    "bee-tek behind a server": behind_a_server("bee-tek", bee_tek),
    "open in memory": in_memory("open", open_shoe),
    "open on a pty": on_a_pty("open", open_shoe),
    "open behind a server": behind_a_server("open", open_shoe),
    "open in C": in_c,
    "open on USB": on_usb("open", open_shoe, open_device),
    "scanner that types, in memory": in_memory("hid-scanner", TYPES, **TYPING),
    "scanner that types, on USB": on_usb("hid-scanner", TYPES, scanner_device, **TYPING),
    "scanner that tells, in memory": in_memory("hid-scanner", TELLS, **TELLING),
    "scanner that tells, on USB": on_usb(
        "hid-scanner", TELLS, partial(scanner_device, mode="pos"), **TELLING
    ),
}
"""Every shoe on every carrier it has."""
