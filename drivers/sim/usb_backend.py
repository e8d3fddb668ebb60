"""A USB bus in memory behind pyusb's own API: devices are enumerated, opened, claimed, read and written.

`SimulatedBus` is a pyusb backend: give it as `backend` wherever pyusb takes one. Errors are those of
libusb on Linux, by number and by class. Each plugging in of a device is a new one to whoever had it open,
as on a real bus. While a kernel driver holds an interface, what the device says on it goes to the kernel:
`SimulatedUsb.typed` is what a keyboard driver would have turned into keys.
"""

from __future__ import annotations

import array
import errno
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Final

import usb.backend
from usb.core import USBError, USBTimeoutError

WAITING_MAX: Final = 256
"""Packets that a device keeps for a host that does not ask; the oldest is lost then."""
_LANGUAGE: Final = bytes((4, 3, 0x09, 0x04))
_STRING: Final = 3
_REPORT: Final = 0x22
_GET_DESCRIPTOR: Final = 0x06
_ERRORS: Final = {  # libusb's own number, and its words
    errno.ENODEV: (-4, "No such device (it may have been disconnected)"),
    errno.EACCES: (-3, "Access denied (insufficient permissions)"),
    errno.EBUSY: (-6, "Resource busy"),
    errno.EPIPE: (-9, "Pipe error"),
    errno.EOVERFLOW: (-8, "Overflow"),
    errno.ENOENT: (-5, "Entity not found"),
    errno.EIO: (-1, "Input/Output Error"),
}


def _error(number: int) -> USBError:
    code, words = _ERRORS[number]
    return USBError(words, code, number)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An endpoint: its address (0x80 set for in), 2 bulk or 3 interrupt, and its packet size."""

    address: int
    kind: int
    packet_bytes: int


@dataclass(frozen=True, slots=True)
class Interface:
    """An interface; `kernel` is whether Linux binds a driver of its own to it at plugging in."""

    usb_class: int
    subclass: int
    protocol: int
    endpoints: tuple[Endpoint, ...]
    report_descriptor: bytes = b""
    kernel: bool = False


@dataclass(eq=False)
class SimulatedUsb:
    """One device of the bus.

    Attributes:
        port: its socket: bus and ports, e.g. `"1-2"` or `"1-2.4"`.
        hear: called with what the host writes, on the host's thread.
        permitted: whether this user may open it.
        typed: what it said while the kernel held the interface, in order.
        controlled: the class requests it was given: (request, value, interface).
    """

    vendor: int
    product: int
    serial: str
    name: str
    interfaces: tuple[Interface, ...]
    port: str = "1-1"
    hear: Callable[[bytes], None] = lambda data: None
    permitted: bool = True
    typed: list[bytes] = field(default_factory=list)
    controlled: list[tuple[int, int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.plugged = False
        self.plugging = 0  # how often it was plugged in: who opened an earlier one has nothing
        self.claimed: dict[int, object] = {}
        self.kernel: set[int] = set()
        self.news = threading.Condition()
        self._packets: dict[int, deque[bytes]] = {}

    def say(self, data: bytes) -> None:
        """What the machine sends on its first endpoint in waits for the host, or is lost if unplugged."""
        number, endpoint = next(
            (number, end)
            for number, interface in enumerate(self.interfaces)
            for end in interface.endpoints
            if end.address & 0x80
        )
        with self.news:
            if not self.plugged:
                return
            if number in self.kernel:
                self.typed.append(data)
                return
            waiting = self._packets.setdefault(endpoint.address, deque(maxlen=WAITING_MAX))
            size = endpoint.packet_bytes
            waiting.extend(data[i : i + size] for i in range(0, len(data), size))
            self.news.notify_all()

    def take(self, address: int, room: int, plugging: int, timeout_s: float) -> bytes:
        """What one read of so much room gets: packets up to a short one, or until it is full."""
        end_s = time.monotonic() + timeout_s
        with self.news:
            while True:
                if plugging != self.plugging or not self.plugged:
                    raise _error(errno.ENODEV)
                waiting = self._packets.get(address)
                if waiting:
                    return self._packets_up_to(address, room, waiting)
                left_s = end_s - time.monotonic()
                if left_s <= 0:
                    raise USBTimeoutError("Operation timed out", -7, errno.ETIMEDOUT)
                self.news.wait(left_s)

    def _packets_up_to(self, address: int, room: int, waiting: deque[bytes]) -> bytes:
        size = next(e.packet_bytes for i in self.interfaces for e in i.endpoints if e.address == address)
        data = b""
        while waiting and len(data) < room:
            if len(data) + len(waiting[0]) > room:
                raise _error(errno.EOVERFLOW)
            packet = waiting.popleft()
            data += packet
            if len(packet) < size:
                break
        return data

    def plug_in(self) -> None:
        """The device is on the bus, as a new one; the kernel's drivers take what they know."""
        with self.news:
            self.plugged = True
            self.plugging += 1
            self.claimed.clear()
            self._packets.clear()
            self.kernel = {number for number, one in enumerate(self.interfaces) if one.kernel}
            self.news.notify_all()

    def pull_out(self) -> None:
        """The device is gone; what it had not sent is lost."""
        with self.news:
            self.plugged = False
            self.claimed.clear()
            self._packets.clear()
            self.news.notify_all()


@dataclass(eq=False, slots=True)
class _Handle:
    device: SimulatedUsb
    plugging: int

    def check(self) -> SimulatedUsb:
        if not self.device.plugged or self.plugging != self.device.plugging:
            raise _error(errno.ENODEV)
        return self.device


class SimulatedBus(usb.backend.IBackend):  # type: ignore[misc]  # pyusb has no types
    """A pyusb backend over devices in memory; everything it does not do is refused by pyusb itself."""

    def __init__(self, devices: Iterable[SimulatedUsb] = ()) -> None:
        self.devices: list[SimulatedUsb] = []
        for device in devices:
            self.add(device)

    def add(self, device: SimulatedUsb) -> SimulatedUsb:
        """The device is plugged in from now on."""
        self.devices.append(device)
        device.plug_in()
        return device

    # --- descriptors -------------------------------------------------------------------------------

    def enumerate_devices(self) -> Iterator[SimulatedUsb]:
        return iter([device for device in self.devices if device.plugged])

    def get_parent(self, dev: SimulatedUsb) -> None:
        return None

    def get_device_descriptor(self, dev: SimulatedUsb) -> SimpleNamespace:
        bus, _, ports = dev.port.partition("-")
        numbers = tuple(int(number) for number in ports.split("."))
        return SimpleNamespace(
            bLength=18,
            bDescriptorType=1,
            bcdUSB=0x200,
            bDeviceClass=0,
            bDeviceSubClass=0,
            bDeviceProtocol=0,
            bMaxPacketSize0=64,
            idVendor=dev.vendor,
            idProduct=dev.product,
            bcdDevice=0x100,
            iManufacturer=0,
            iProduct=1,
            iSerialNumber=2 if dev.serial else 0,
            bNumConfigurations=1,
            address=dev.plugging % 127 + 1,
            bus=int(bus),
            port_number=numbers[-1],
            port_numbers=numbers,
            speed=2,
        )

    def get_configuration_descriptor(self, dev: SimulatedUsb, config: int) -> SimpleNamespace:
        if config:
            raise IndexError(f"no configuration {config}")
        return SimpleNamespace(
            bLength=9,
            bDescriptorType=2,
            wTotalLength=9,
            bNumInterfaces=len(dev.interfaces),
            bConfigurationValue=1,
            iConfiguration=0,
            bmAttributes=0x80,
            bMaxPower=50,
            extra_descriptors=[],
        )

    def get_interface_descriptor(self, dev: SimulatedUsb, intf: int, alt: int, config: int) -> Any:
        if alt or config:
            raise IndexError(f"no setting {alt} of configuration {config}")
        interface = dev.interfaces[intf]
        return SimpleNamespace(
            bLength=9,
            bDescriptorType=4,
            bInterfaceNumber=intf,
            bAlternateSetting=0,
            bNumEndpoints=len(interface.endpoints),
            bInterfaceClass=interface.usb_class,
            bInterfaceSubClass=interface.subclass,
            bInterfaceProtocol=interface.protocol,
            iInterface=0,
            extra_descriptors=[],
        )

    def get_endpoint_descriptor(self, dev: SimulatedUsb, ep: int, intf: int, alt: int, config: int) -> Any:
        endpoint = dev.interfaces[intf].endpoints[ep]
        return SimpleNamespace(
            bLength=7,
            bDescriptorType=5,
            bEndpointAddress=endpoint.address,
            bmAttributes=endpoint.kind,
            wMaxPacketSize=endpoint.packet_bytes,
            bInterval=1,
            bRefresh=0,
            bSynchAddress=0,
            extra_descriptors=[],
        )

    # --- opening and claiming ----------------------------------------------------------------------

    def open_device(self, dev: SimulatedUsb) -> _Handle:
        handle = _Handle(dev, dev.plugging)
        if not handle.check().permitted:
            raise _error(errno.EACCES)
        return handle

    def close_device(self, dev_handle: _Handle) -> None:
        claimed = dev_handle.device.claimed
        for number in [number for number, owner in claimed.items() if owner is dev_handle]:
            del claimed[number]

    def get_configuration(self, dev_handle: _Handle) -> int:
        dev_handle.check()
        return 1

    def claim_interface(self, dev_handle: _Handle, intf: int) -> None:
        device = dev_handle.check()
        with device.news:
            if intf in device.kernel or device.claimed.get(intf, dev_handle) is not dev_handle:
                raise _error(errno.EBUSY)
            device.claimed[intf] = dev_handle

    def release_interface(self, dev_handle: _Handle, intf: int) -> None:
        device = dev_handle.check()
        if device.claimed.get(intf) is dev_handle:
            del device.claimed[intf]

    def is_kernel_driver_active(self, dev_handle: _Handle, intf: int) -> bool:
        return intf in dev_handle.check().kernel

    def detach_kernel_driver(self, dev_handle: _Handle, intf: int) -> None:
        device = dev_handle.check()
        with device.news:
            if intf not in device.kernel:
                raise _error(errno.ENOENT)
            device.kernel.discard(intf)

    # --- transfers ---------------------------------------------------------------------------------

    def bulk_read(self, dev_handle: _Handle, ep: int, intf: int, buff: Any, timeout: int) -> int:
        return self._read(dev_handle, ep, intf, buff, timeout)

    def intr_read(self, dev_handle: _Handle, ep: int, intf: int, buff: Any, timeout: int) -> int:
        return self._read(dev_handle, ep, intf, buff, timeout)

    def bulk_write(self, dev_handle: _Handle, ep: int, intf: int, data: Any, timeout: int) -> int:
        device = self._claimed(dev_handle, intf)
        device.hear(data.tobytes())
        return len(data)

    def ctrl_transfer(
        self,
        dev_handle: _Handle,
        request_type: int,
        request: int,
        value: int,
        index: int,
        data: Any,
        timeout: int,
    ) -> int:
        device = dev_handle.check()
        if request_type & 0x80:
            answer = self._described(device, request, value, index)
            if not answer:
                raise _error(errno.EPIPE)
            size = min(len(answer), len(data))
            data[:size] = array.array("B", answer[:size])
            return size
        device.controlled.append((request, value, index))
        return len(data)

    def _described(self, device: SimulatedUsb, request: int, value: int, index: int) -> bytes:
        kind, number = value >> 8, value & 0xFF
        if request == _GET_DESCRIPTOR and kind == _STRING:
            if number == 0:
                return _LANGUAGE
            text = (device.name if number == 1 else device.serial).encode("utf-16-le")
            return bytes((len(text) + 2, _STRING)) + text
        if request == _GET_DESCRIPTOR and kind == _REPORT:
            return device.interfaces[index].report_descriptor
        return b""

    def _claimed(self, handle: _Handle, number: int) -> SimulatedUsb:
        device = handle.check()
        if device.claimed.get(number) is not handle:
            raise _error(errno.EBUSY)  # usbfs: the interface is somebody else's
        return device

    def _read(self, handle: _Handle, address: int, number: int, buff: Any, timeout: int) -> int:
        device = self._claimed(handle, number)
        data = device.take(address, len(buff), handle.plugging, timeout / 1000)
        buff[: len(data)] = array.array("B", data)
        return len(data)
