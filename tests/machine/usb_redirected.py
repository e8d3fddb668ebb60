"""A USB device of our own making in the guest: the far end of the hypervisor's `usb-redir`.

The hypervisor passes on, over a socket, what the guest's kernel asks of the device, in the usbredir
protocol: little-endian messages of a head (kind, length, id) and a body. Only what a device of the HID
class needs is here: control transfers, and an interrupt endpoint that never says anything. Whoever connects
plugs the device in; whoever closes the line pulls it out.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.line_end import exactly

HELLO, CONNECT, RESET, INTERFACES, ENDPOINTS = 0, 1, 3, 4, 5
SET_CONFIGURATION, GET_CONFIGURATION, CONFIGURATION = 6, 7, 8
SET_ALTERNATIVE, GET_ALTERNATIVE, ALTERNATIVE = 9, 10, 11
START_INTERRUPT, STOP_INTERRUPT, INTERRUPT_STATUS = 15, 16, 17
CONTROL = 100
CAPABILITIES: Final = 1 << 1 | 1 << 4 | 1 << 5 | 1 << 6
"""The device's version, packet sizes, ids of 64 bits (heads of 16 bytes after the hello), long lengths."""
FULL_SPEED, HID = 1, 3
KINDS_CONTROL, KIND_INTERRUPT, KIND_NONE = 0, 3, 255
STALL: Final = 2
AGAIN_S: Final = 0.2


class RedirectedDevice(ABC):
    """A HID device; subclasses answer its control transfers. Plugged in whenever the guest has power."""

    vendor: int
    product: int

    def __init__(self, path: Path) -> None:
        self._path = path
        self._line: socket.socket | None = None
        self._there = threading.Event()
        self._there.set()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._serve, name=f"usb {path.name}", daemon=True)
        self._thread.start()

    @abstractmethod
    def control(
        self, kind: int, request: int, value: int, index: int, length: int, data: bytes
    ) -> bytes | None:
        """What the device answers to a control transfer, given its set-up packet; None to refuse it."""
        ...

    def unplug(self) -> None:
        """The cable is pulled."""
        self._there.clear()
        self._hang_up()

    def replug(self) -> None:
        """The cable is in again."""
        self._there.set()

    def close(self) -> None:
        """The device is gone and its thread has ended."""
        self._closing.set()
        self._there.set()
        self._hang_up()
        self._thread.join(timeout=5)

    # --- the line ---------------------------------------------------------------------------------

    def _hang_up(self) -> None:
        line = self._line
        if line is not None:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def _serve(self) -> None:
        while not self._closing.is_set():
            self._there.wait()
            line = socket.socket(socket.AF_UNIX)
            with contextlib.suppress(OSError, EOFError), line:
                line.connect(str(self._path))
                self._line = line
                if self._there.is_set() and not self._closing.is_set():
                    self._converse(line)
            self._line = None
            self._closing.wait(AGAIN_S)

    def _converse(self, line: socket.socket) -> None:
        line.sendall(struct.pack("<III", HELLO, 68, 0) + struct.pack("<64sI", b"tapis box", CAPABILITIES))
        kind, length, _ = struct.unpack("<III", exactly(line, 12))
        assert kind == HELLO
        exactly(line, length)
        for kind, body in self._introduction():
            _send(line, kind, 0, body)
        while True:
            kind, length, number = struct.unpack("<IIQ", exactly(line, 16))
            self._answer(line, kind, number, exactly(line, length))

    def _introduction(self) -> Iterator[tuple[int, bytes]]:
        yield INTERFACES, struct.pack("<I", 1) + b"".join(_of_32(value, 0) for value in (0, HID, 0, 0))
        kinds = bytearray([KIND_NONE] * 32)
        kinds[0] = kinds[16] = KINDS_CONTROL
        kinds[1] = kinds[17] = KIND_INTERRUPT
        intervals = bytearray(32)
        intervals[1] = intervals[17] = 10
        sizes = [0] * 32
        sizes[0] = sizes[16] = sizes[1] = sizes[17] = 64
        yield ENDPOINTS, bytes(kinds) + bytes(intervals) + bytes(32) + struct.pack("<32H", *sizes)
        yield CONNECT, struct.pack("<BBBBHHH", FULL_SPEED, 0, 0, 0, self.vendor, self.product, 0x0100)

    def _answer(self, line: socket.socket, kind: int, number: int, body: bytes) -> None:
        if kind == CONTROL:
            endpoint, request, asked, _, value, index, length = struct.unpack("<BBBBHHH", body[:10])
            answer = self.control(asked, request, value, index, length, body[10:])
            status = STALL if answer is None else 0
            told = (answer or b"")[:length] if asked & 0x80 else b""
            count = len(told) if asked & 0x80 else length
            head = struct.pack("<BBBBHHH", endpoint, request, asked, status, value, index, count)
            _send(line, CONTROL, number, head + told)
        elif kind in (SET_CONFIGURATION, GET_CONFIGURATION):
            _send(line, CONFIGURATION, number, bytes((0, 1)))
        elif kind in (SET_ALTERNATIVE, GET_ALTERNATIVE):
            _send(line, ALTERNATIVE, number, bytes((0, body[0], 0)))
        elif kind in (START_INTERRUPT, STOP_INTERRUPT):
            _send(line, INTERRUPT_STATUS, number, bytes((0, body[0])))


def _of_32(first: int, others: int) -> bytes:
    return bytes((first, *[others] * 31))


def _send(line: socket.socket, kind: int, number: int, body: bytes) -> None:
    line.sendall(struct.pack("<IIQ", kind, len(body), number) + body)
