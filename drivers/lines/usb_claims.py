"""Which USB machine is which, and what is claimed of it: by pyusb, which is imported when it is needed.

Only the machine that is wanted is opened. The interfaces of a scanner are taken from the kernel and not
given back, so that no key of it reaches a window.
"""

from __future__ import annotations

import contextlib
import errno
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from controller.installed import from_debian, lacks
from drivers.lines.links import MissingLibrary
from drivers.lines.port_faults import FOREIGN, NOT_THERE, TWO_ALIKE, OpeningFault

READ_MAX: Final = 4096  # a whole number of packets, or a long answer would overflow
_URL: Final = re.compile(r"usb://([0-9a-fA-F]{4}):([0-9a-fA-F]{4})(?::([\x21-\x7e]{1,126}))?")

CLASS_HID: Final = 0x03
CLASS_VENDOR: Final = 0xFF
BULK: Final = 2
INTERRUPT: Final = 3
_BOOT_KEYBOARD: Final = (1, 1)  # subclass and protocol
_PACKET_BYTES: Final = 0x7FF  # the bits above say how many packets a microframe may hold
_GET_DESCRIPTOR: Final = 0x06
_REPORT_DESCRIPTOR: Final = 0x22
_SET_IDLE: Final = 0x0A
_SET_PROTOCOL: Final = 0x0B
_TO_HOST: Final = 0x81  # standard, to an interface
_TO_DEVICE: Final = 0x21  # of the class, to an interface
_SCANNER_PAGE: Final = b"\x05\x8c"  # "usage page: bar code scanner" opens its report descriptor


class UsbAddress(NamedTuple):
    """Which USB machine: vendor and product, and the serial number where it matters."""

    vendor: int
    product: int
    serial: str = ""

    @staticmethod
    def parse(url: str) -> UsbAddress:
        """The machine of `usb://VENDOR:PRODUCT[:SERIAL]`, both numbers as four hex digits.

        Raises:
            ValueError: the text is no such URL.
        """
        found = _URL.fullmatch(url)
        if found is None:
            raise ValueError(f"{url!r} is not usb://VENDOR:PRODUCT[:SERIAL] with four hex digits each")
        return UsbAddress(int(found[1], 16), int(found[2], 16), found[3] or "")


@dataclass(frozen=True, slots=True)
class Endpoints:
    """The ends of a claimed interface: in, with the bytes of one read, and out if there is one."""

    into: int
    size: int
    out: int | None = None


def usb_backend(where: str) -> Any:
    """pyusb's way to the USB of this machine.

    Raises:
        MissingLibrary: pyusb or libusb is not installed.
    """
    try:
        from usb.backend import libusb1
    except ImportError:
        raise MissingLibrary(f"{where}: {lacks('pyusb')}") from None
    backend = libusb1.get_backend()
    if backend is None:
        raise MissingLibrary(f"{where}: libusb is missing: {from_debian('libusb-1.0-0')}")
    return backend


def find(address: UsbAddress, backend: Any, url: str) -> Any:
    """The one plugged-in device of this address, as pyusb knows it; nothing else is opened.

    Raises:
        OpeningFault: none is there, or two, or one with another serial number.
        usb.core.USBError: its serial number is wanted and cannot be read.
    """
    import usb.core

    found = list(
        usb.core.find(find_all=True, backend=backend, idVendor=address.vendor, idProduct=address.product)
    )
    if not found:
        raise OpeningFault(NOT_THERE, url)
    if address.serial:
        serials = [_serial_or_error(device) for device in found]
        wanted = [device for device, serial in zip(found, serials, strict=True) if serial == address.serial]
        if not wanted:
            for error in serials:
                if isinstance(error, OSError):  # it may have been this one
                    raise error
            raise OpeningFault(FOREIGN, url, f"another one, with serial number {serials[0] or 'none'}")
        found = wanted
    if len(found) > 1:
        raise OpeningFault(TWO_ALIKE, url)
    return found[0]


def _serial_or_error(device: Any) -> str | OSError:
    """The device's serial number, or why it cannot be read; the device is closed again."""
    try:
        return serial_of(device)
    except OSError as error:
        return error
    finally:
        give_back(device)


def give_back(device: Any) -> None:
    """Nothing of the device is claimed by this program any more; it is closed."""
    import usb.util

    with contextlib.suppress(OSError):  # what is gone cannot be given back
        usb.util.dispose_resources(device)


def serial_of(device: Any) -> str:
    """The serial number that the device says it has, or an empty text.

    Raises:
        usb.core.USBError: the device cannot be opened or does not answer.
    """
    from usb.control import get_descriptor
    from usb.util import DESC_TYPE_STRING, get_string

    if not device.iSerialNumber:
        return ""
    # By hand: pyusb 1.3.1 turns every error of this request into "no language", a ValueError.
    languages = get_descriptor(device, 254, DESC_TYPE_STRING, 0)
    language = int.from_bytes(bytes(languages[2:4]), "little")
    try:
        return str(get_string(device, device.iSerialNumber, language) or "")
    except UnicodeDecodeError:
        return ""


# --- claiming ----------------------------------------------------------------------------------------


def claim_bulk(device: Any, url: str) -> Endpoints:
    """The first vendor-specific interface with a bulk endpoint each way is claimed."""
    import usb.util

    for interface in _interfaces(device):
        if interface.bInterfaceClass != CLASS_VENDOR:
            continue
        into = _endpoint(interface, BULK, into=True)
        out = _endpoint(interface, BULK, into=False)
        if into is not None and out is not None:
            _take_from_kernel(device, interface.bInterfaceNumber)
            usb.util.claim_interface(device, interface.bInterfaceNumber)
            return Endpoints(into.bEndpointAddress, READ_MAX, out.bEndpointAddress)
    raise OpeningFault(FOREIGN, url, "no machine of the open protocol")


def claim_keyboard(device: Any, url: str) -> Endpoints:
    """The boot keyboard of a scanner is claimed and says boot reports, only when something changes.

    Every HID interface of the device is taken from the kernel first, and not given back: no key of it
    reaches a window.
    """
    _take_all_keys(device)
    for interface in _interfaces(device):
        kind = (interface.bInterfaceSubClass, interface.bInterfaceProtocol)
        if interface.bInterfaceClass == CLASS_HID and kind == _BOOT_KEYBOARD:
            ends = _claim_reports(device, interface)
            if ends is not None:
                number = interface.bInterfaceNumber
                for request in (_SET_PROTOCOL, _SET_IDLE):  # value 0: boot protocol, no repetition
                    # Optional for many scanners, which then stall; the decoder checks every report.
                    with contextlib.suppress(OSError):
                        device.ctrl_transfer(_TO_DEVICE, request, 0, number)
                return ends
    raise OpeningFault(FOREIGN, url, "no scanner in keyboard mode")


def claim_scanner(device: Any, url: str) -> Endpoints:
    """The HID-POS interface of a scanner is claimed: the one whose report descriptor says so."""
    _take_all_keys(device)
    for interface in _interfaces(device):
        if interface.bInterfaceClass != CLASS_HID:
            continue
        if _described(device, interface.bInterfaceNumber).startswith(_SCANNER_PAGE):
            ends = _claim_reports(device, interface)
            if ends is not None:
                return ends
    raise OpeningFault(FOREIGN, url, "no scanner in HID-POS mode")


def _described(device: Any, number: int) -> bytes:
    """The report descriptor of an interface, or nothing if it has none."""
    try:
        value = _REPORT_DESCRIPTOR << 8
        return bytes(device.ctrl_transfer(_TO_HOST, _GET_DESCRIPTOR, value, number, 512))
    except OSError as error:
        if error.errno != errno.EPIPE:  # what the device does not know it stalls
            raise
        return b""


def _claim_reports(device: Any, interface: Any) -> Endpoints | None:
    import usb.util

    into = _endpoint(interface, INTERRUPT, into=True)
    if into is None:
        return None
    usb.util.claim_interface(device, interface.bInterfaceNumber)
    return Endpoints(into.bEndpointAddress, into.wMaxPacketSize & _PACKET_BYTES)  # one report a read


def _interfaces(device: Any) -> Iterator[Any]:
    """The interfaces of the present configuration; a device without one gets its first."""
    import usb.core

    try:
        configuration = device.get_active_configuration()
    except usb.core.USBError as error:
        if error.errno is not None:
            raise
        device.set_configuration()
        configuration = device.get_active_configuration()
    yield from (interface for interface in configuration if not interface.bAlternateSetting)


def _endpoint(interface: Any, kind: int, *, into: bool) -> Any:
    import usb.util

    for endpoint in interface:
        if usb.util.endpoint_type(endpoint.bmAttributes) == kind:
            incoming = usb.util.endpoint_direction(endpoint.bEndpointAddress) == usb.util.ENDPOINT_IN
            if incoming is into:
                return endpoint
    return None


def _take_all_keys(device: Any) -> None:
    for interface in _interfaces(device):
        if interface.bInterfaceClass == CLASS_HID:
            _take_from_kernel(device, interface.bInterfaceNumber)


def _take_from_kernel(device: Any, number: int) -> None:
    if device.is_kernel_driver_active(number):
        device.detach_kernel_driver(number)
