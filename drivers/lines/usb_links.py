"""USB machines by pyusb: bulk endpoints as a carrier of bytes, and the interrupt reports of scanners.

A machine is named by vendor, product and, where two are alike, serial number; which socket it is plugged
into does not matter to a link (the allow-list may care). Reader and writer are threads of their own, so
the deciding thread only puts bytes in a queue. pyusb is imported when a link opens.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable
from typing import Any, Final

from controller.ports import Deliver, LinkDown, LinkUp
from drivers.lines.allow_list import AllowList
from drivers.lines.port_faults import (
    BACK_OFF_S,
    UNPLUGGED,
    Attempts,
    NotOpened,
    OpeningFault,
    fault_of,
)
from drivers.lines.usb_claims import Endpoints, UsbAddress, find, give_back, usb_backend

WAITING_MAX: Final = 64
_READ_TIMEOUT_MS: Final = 200
_WRITE_TIMEOUT_MS: Final = 200


Claim = Callable[[Any, str], Endpoints]
"""Takes the interface of a pyusb device that is wanted and says its endpoints; the text is the URL.

Raises `OpeningFault` when the device has none, and what pyusb raises."""


class UsbLink:
    """A USB machine as a carrier; looked for again while it is not plugged in (`controller.ports.Link`).

    Args:
        url: `usb://VENDOR:PRODUCT[:SERIAL]`.
        claim: which interface is wanted: `claim_bulk`, `claim_keyboard` or `claim_scanner`.
        backend: pyusb's, or a simulated one; without it, that of this machine.
        allowed: the devices that may be opened; without it, any.

    Raises:
        ValueError: the URL is none.
    """

    def __init__(self, url: str, claim: Claim, backend: Any = None, allowed: AllowList | None = None) -> None:
        self.url = url
        self._allowed = allowed
        self._address = UsbAddress.parse(url)
        self._claim = claim
        self._backend = backend
        self._device: Any = None
        self._ends: Endpoints | None = None
        self._lock = threading.Lock()  # a device is never given back in the middle of a write
        self._waiting: queue.Queue[bytes | None] = queue.Queue(WAITING_MAX)
        self._stopping = threading.Event()
        self._threads: list[threading.Thread] = []

    def __repr__(self) -> str:
        return f"UsbLink({self.url})"

    def open(self, deliver: Deliver) -> None:
        """The machine is being looked for; `LinkUp` when it is claimed, `LinkDown` when it goes.

        Raises:
            MissingLibrary: pyusb or libusb is not installed.
        """
        if self._backend is None:
            self._backend = usb_backend(self.url)
        self._stopping.clear()
        self._threads = [
            threading.Thread(target=self._run, args=(deliver,), name=f"read {self.url}", daemon=True),
            threading.Thread(target=self._write_all, name=f"write {self.url}", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def write(self, data: bytes) -> None:
        """The bytes wait for their turn, or are dropped: the machine is gone, or takes nothing."""
        if self._ends is not None and self._ends.out is not None:
            with contextlib.suppress(queue.Full):
                self._waiting.put_nowait(data)

    def close(self) -> None:
        """The machine is given back and nothing is delivered any more."""
        self._stopping.set()
        if not self._threads:
            return
        reader, writer = self._threads
        reader.join(timeout=5)
        with contextlib.suppress(queue.Full):  # a writer that has something to take stops by itself
            self._waiting.put_nowait(None)
        writer.join(timeout=5)
        self._threads = []

    # --- the reader's thread -----------------------------------------------------------------------

    def _run(self, deliver: Deliver) -> None:
        attempts = Attempts()
        while not self._stopping.is_set():
            try:
                self._attach()
            except OpeningFault as fault:
                if attempts.failed(fault):
                    deliver(NotOpened(fault))
                self._stopping.wait(attempts.wait_s)
                continue
            attempts.succeeded()
            deliver(LinkUp())
            why = self._read(deliver)
            self._detach()
            if not self._stopping.is_set():
                deliver(LinkDown(why))
                self._stopping.wait(BACK_OFF_S[0])

    def _attach(self) -> None:
        try:
            device = find(self._address, self._backend, self.url)
            if self._allowed is not None:
                self._allowed.check(device, self.url)
            try:
                ends = self._claim(device, self.url)
            except BaseException:
                give_back(device)
                raise
        except OSError as error:  # pyusb's USBError is one
            raise fault_of(self.url, error) from None
        with self._lock:
            self._device, self._ends = device, ends

    def _detach(self) -> None:
        with self._lock:
            device, self._device, self._ends = self._device, None, None
            with contextlib.suppress(queue.Empty):  # what waits was meant for a machine that is gone
                while True:
                    self._waiting.get_nowait()
            give_back(device)

    def _read(self, deliver: Deliver) -> str:
        """Deliver what comes until the machine goes; why it went."""
        import usb.core

        device, ends = self._device, self._ends
        assert ends is not None
        while not self._stopping.is_set():
            try:
                data = device.read(ends.into, ends.size, timeout=_READ_TIMEOUT_MS)
            except usb.core.USBTimeoutError:
                continue
            except OSError:
                return UNPLUGGED
            if data and not self._stopping.is_set():
                deliver(bytes(data))
        return "closed"

    # --- the writer's thread -----------------------------------------------------------------------

    def _write_all(self) -> None:
        while not self._stopping.is_set():
            data = self._waiting.get()
            with self._lock:
                if data is None or self._ends is None or self._stopping.is_set():
                    continue
                # A machine that goes away shows in the reader too, which tells it; a frame cut short by a
                # time-out is damage, which the protocol above survives.
                with contextlib.suppress(OSError):
                    self._device.write(self._ends.out, data, timeout=_WRITE_TIMEOUT_MS)
