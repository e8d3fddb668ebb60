"""Which devices may be plugged in: the house's list, asked before a port is opened and by the watch.

A device is named by vendor and product, and where the list says so by serial number and socket (CS-16).
Root hubs and hubs are no devices; a serial port of the board itself, a pseudo-terminal and a serial server
are not plugged in, so nothing is asked about them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from drivers.lines.port_faults import FOREIGN, OpeningFault
from drivers.lines.usb_claims import UsbAddress, give_back, serial_of

_HUB: Final = 0x09
_TEXT_MAX: Final = 64
SYSFS: Final = Path("/sys/bus/usb/devices")
"""Where Linux tells the serial number of a device without opening it."""


@dataclass(frozen=True, slots=True)
class Plugged:
    """A device that is plugged in. `serial` is None where it could not be learnt; `port` is its socket."""

    vendor: int
    product: int
    serial: str | None
    port: str
    name: str = ""

    @property
    def identity(self) -> str:
        """Vendor and product as four hex digits each."""
        return f"{self.vendor:04x}:{self.product:04x}"


@dataclass(frozen=True, slots=True)
class Allowed:
    """One line of the list; an empty serial number or port is any."""

    what: str
    vendor: int
    product: int
    serial: str = ""
    port: str = ""

    def permits(self, plugged: Plugged) -> bool:
        """Whether the device is one of this line."""
        return (
            (self.vendor, self.product) == (plugged.vendor, plugged.product)
            and self.serial in ("", plugged.serial)
            and self.port in ("", plugged.port)
        )

    def names(self, address: UsbAddress) -> bool:
        """Whether a device of this address may be one of this line."""
        return (self.vendor, self.product) == (address.vendor, address.product) and (
            not self.serial or not address.serial or self.serial == address.serial
        )


class AllowList:
    """The devices that may be plugged in.

    Args:
        lines: what the house allows.
        sysfs: where serial numbers can be read without opening a device.
    """

    def __init__(self, lines: Iterable[Allowed], sysfs: Path = SYSFS) -> None:
        self.lines = tuple(lines)
        self._sysfs = sysfs

    def permitted(self, plugged: Plugged) -> Allowed | None:
        """The line that allows the device, or None: it is a stranger."""
        return next((line for line in self.lines if line.permits(plugged)), None)

    def plugged_in(self, backend: Any) -> list[Plugged]:
        """Every device on USB now, hubs excepted, in the order of their sockets.

        Raises:
            OSError: the bus cannot be read.
        """
        import usb.core

        found = usb.core.find(find_all=True, backend=backend)
        return sorted(
            (self.look_at(device) for device in found if device.bDeviceClass != _HUB),
            key=lambda one: one.port,
        )

    def look_at(self, device: Any) -> Plugged:
        """What is known of a pyusb device; opened only for a serial number that the list asks for."""
        port = port_of(device)
        serial = read_line(self._sysfs / port / "serial")
        name = read_line(self._sysfs / port / "product") or ""
        seen = Plugged(device.idVendor, device.idProduct, serial, port, name)
        if serial is None and any(
            line.serial and (line.vendor, line.product) == (seen.vendor, seen.product) for line in self.lines
        ):
            return Plugged(seen.vendor, seen.product, _asked(device), port, seen.name)
        return seen

    def check(self, device: Any, url: str) -> None:
        """The pyusb device may be opened.

        Raises:
            OpeningFault: it is on no line of the list.
        """
        self._check(self.look_at(device), url)

    def check_serial(self, url: str) -> None:
        """The serial port may be opened, as far as it is a USB adapter.

        Raises:
            OpeningFault: it is one, and on no line of the list.
        """
        if not url.startswith("/"):
            return
        for plugged in serial_adapters(os.path.realpath(url)):
            self._check(plugged, url)

    def _check(self, plugged: Plugged, url: str) -> None:
        if self.permitted(plugged) is None:
            number = f" with serial number {plugged.serial}" if plugged.serial else ""
            found = f"{plugged.identity}{number} at {plugged.port}"
            raise OpeningFault(FOREIGN, url, f"not on the list of allowed devices ({found})")


def port_of(device: Any) -> str:
    """The socket of a pyusb device, as Linux names it: `1-2.4` is port 4 of the hub in port 2 of bus 1."""
    numbers = device.port_numbers or ()
    return f"{device.bus}-{'.'.join(map(str, numbers))}" if numbers else f"usb{device.bus}"


def serial_adapters(path: str = "") -> Iterator[Plugged]:
    """The USB adapters behind serial ports, or behind the one at `path`; nothing is opened."""
    from serial.tools import list_ports

    for port in list_ports.comports():
        if port.vid is not None and path in ("", port.device):
            socket = (port.location or "").partition(":")[0]  # without the interface
            yield Plugged(port.vid, port.pid, port.serial_number or "", socket, port.device)


def read_line(path: Path) -> str | None:
    """The first line of a small file of the kernel, or None if it is not there."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.readline(_TEXT_MAX).strip()
    except OSError:
        return None


def _asked(device: Any) -> str | None:
    try:
        return serial_of(device)
    except OSError:
        return None
    finally:
        give_back(device)
