"""The JP1 spots of the box: a GPIO expander on USB, which Debian's own kernel drives.

Neither Debian 12's nor 13's kernel has gpio-sim, gpio-mockup or a GPIO of the hypervisor. What both have is
the driver of Silicon Labs' CP2112 (hid-cp2112, 10c4:ea90): a HID device with eight GPIO lines, whose edges
the kernel polls. Here one is imitated at its wire. So `/dev/gpiochip0`, its group by our udev rule,
libgpiod and the table's `gpiod` backend are all real, and the board can be pulled out. Eight lines are a
sensor and a lamp for each of four places: the box's felt has four (`seats = 4`). A module built from the
kernel's source would have given seven, but no casino's kernel would have been under test.
"""

from __future__ import annotations

import struct
import threading
from pathlib import Path
from typing import Final

from tests.machine.usb_redirected import RedirectedDevice

SEATS: Final = 4
GPIO_CONFIG, GPIO_GET, GPIO_SET, VERSION, SMBUS_CONFIG, LOCK = 0x02, 0x03, 0x04, 0x05, 0x06, 0x20
GET_DESCRIPTOR, GET_REPORT, SET_REPORT, SET_IDLE = 0x06, 0x01, 0x09, 0x0A
DEVICE, CONFIGURATION, STRING, REPORT = 1, 2, 3, 0x22

_REPORTS: Final = (
    bytes.fromhex("0600ff0901a101")
    + b"".join(
        bytes((0x85, number, 0x95, count, 0x75, 8, 0x15, 0, 0x26, 255, 0, 0x09, 1, 0xB1, 2))
        for number, count in (
            (GPIO_CONFIG, 4),
            (GPIO_GET, 1),
            (GPIO_SET, 2),
            (VERSION, 2),
            (SMBUS_CONFIG, 13),
        )
    )
    + bytes((0x85, 0x16, 0x95, 6, 0x75, 8, 0x09, 1, 0x81, 2, 0xC0))
)
"""The report descriptor: feature reports of the lines and the bus, and the input report of transfers."""
_HID: Final = struct.pack("<BBHBBBH", 9, 0x21, 0x0101, 0, 1, REPORT, len(_REPORTS))
_INTERFACE: Final = bytes((9, 4, 0, 0, 2, 3, 0, 0, 0))
_ENDPOINTS: Final = b"".join(struct.pack("<BBBBHB", 7, 5, one, 3, 64, 10) for one in (0x81, 0x01))
_CONFIGURATION: Final = (
    struct.pack("<BBHBBBBB", 9, 2, 9 + 9 + 9 + 14, 1, 1, 0, 0x80, 50) + _INTERFACE + _HID + _ENDPOINTS
)
_STRINGS: Final = ("Silicon Laboratories", "CP2112 HID USB-to-SMBus Bridge", "0001")


class ChipBoard(RedirectedDevice):
    """Four sensors (lines 0 to 3, active low, pulled up) and four lamps (lines 4 to 7)."""

    vendor = 0x10C4
    product = 0xEA90

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        self._levels = 0xFF  # what hands make of the inputs: high is free
        self._outputs = 0
        self._directions = 0
        self._pushes = 0
        super().__init__(path)

    def put(self, seat: int) -> None:
        """A chip lies on the spot of the seat, 1 to 4."""
        self._cover(seat, True)

    def take(self, seat: int) -> None:
        """The spot is free."""
        self._cover(seat, False)

    def lit(self, seat: int) -> bool:
        """Whether the seat's lamp is lit."""
        with self._lock:
            return bool(self._outputs & self._directions & 1 << (SEATS + seat - 1))

    def _cover(self, seat: int, covered: bool) -> None:
        assert 1 <= seat <= SEATS, seat
        bit = 1 << (seat - 1)
        with self._lock:
            self._levels = self._levels & ~bit if covered else self._levels | bit

    # --- the wire ---------------------------------------------------------------------------------

    def control(
        self, kind: int, request: int, value: int, index: int, length: int, data: bytes
    ) -> bytes | None:
        """As of `RedirectedDevice`."""
        if request == GET_DESCRIPTOR and kind & 0x80:
            return self._descriptor(value >> 8, value & 0xFF)
        with self._lock:
            if kind == 0xA1 and request == GET_REPORT:
                return self._report(value & 0xFF, length)
            if kind == 0x21 and request == SET_REPORT:
                self._take_report(data)
                return b""
        return b"" if kind == 0x21 and request == SET_IDLE else None

    def _descriptor(self, kind: int, number: int) -> bytes | None:
        if kind == DEVICE:
            ids = (self.vendor, self.product, 0x0100)
            return struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0200, 0, 0, 0, 64, *ids, 1, 2, 3, 1)
        if kind == CONFIGURATION:
            return _CONFIGURATION
        if kind == REPORT:
            return _REPORTS
        if kind == STRING and number <= len(_STRINGS):
            text = _STRINGS[number - 1].encode("utf-16-le") if number else bytes((9, 4))
            return bytes((2 + len(text), 3)) + text
        return None

    def _report(self, number: int, length: int) -> bytes:
        if number == GPIO_CONFIG:
            said = bytes((number, self._directions, self._pushes, 0, 0))
        elif number == GPIO_GET:
            said = bytes((number, self._levels & ~self._directions | self._outputs & self._directions))
        elif number == VERSION:
            said = bytes((number, 0x0C, 0x02))
        else:
            said = bytes((number,))
        return said.ljust(length, b"\0")[:length]

    def _take_report(self, data: bytes) -> None:
        if data[:1] == bytes((GPIO_CONFIG,)):
            self._directions, self._pushes = data[1], data[2]
        elif data[:1] == bytes((GPIO_SET,)):
            self._outputs = self._outputs & ~data[2] | data[1] & data[2]
