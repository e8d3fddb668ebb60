"""Carriers of bytes: serial ports and serial servers by pyserial, and memory for virtual nights.

A link knows nothing of frames. Its reader thread does one thing, deliver; everything else is called by
the deciding thread.
"""

from __future__ import annotations

import contextlib
import termios
import threading
from collections.abc import Callable
from typing import Any, Final, Protocol

from controller.installed import lacks
from controller.ports import Deliver, LinkDown, LinkUp
from drivers.lines.port_faults import (
    BACK_OFF_S,
    FAILED,
    NOT_THERE,
    UNPLUGGED,
    Attempts,
    NotOpened,
    OpeningFault,
    fault_of,
)

READ_MAX: Final = 4096
_READ_TIMEOUT_S: Final = 0.5
_WRITE_TIMEOUT_S: Final = 0.2
# pyserial's own SerialException is an OSError; in_waiting raises a plain OSError on a hang-up, a setter
# raises termios.error, and a port closed in the middle of a call a TypeError (pyserial 3.5).
_CARRIER_ERRORS: Final = (OSError, termios.error, TypeError)


class Gate(Protocol):
    """Who is asked before a port is opened: `drivers.lines.allow_list.AllowList`."""

    def check_serial(self, url: str) -> None:
        """The port may be opened, or an `OpeningFault` says why not."""
        ...


class MissingLibrary(RuntimeError):
    """A machine is configured whose library is not installed; the text says what to install."""


def serial_library(where: str) -> Any:
    """pyserial.

    Raises:
        MissingLibrary: it is not installed.
    """
    try:
        import serial
    except ImportError:
        raise MissingLibrary(f"{where}: {lacks('pyserial')}") from None
    return serial


class SerialLink:
    """A serial port, or a serial server behind a pyserial URL; looked for again while it is not there.

    Args:
        url: a device path (best a stable one, `/dev/serial/by-id/...`), `socket://HOST:PORT` or
            `rfc2217://HOST:PORT`.
        baudrate: bits per second; 8 data bits, no parity, 1 stop bit.
        allowed: what is asked before the port is opened; without it, nothing is.
    """

    def __init__(self, url: str, baudrate: int = 115_200, allowed: Gate | None = None) -> None:
        self.url = url
        self._allowed = allowed
        self._baudrate = baudrate
        self._port: Any = None
        self._speaks = False  # the port is open and nothing is known to be wrong with it
        self._port_lock = threading.Lock()  # a port is never closed in the middle of a write
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def __repr__(self) -> str:
        return f"SerialLink({self.url})"

    def open(self, deliver: Deliver) -> None:
        """The port is being looked for; `LinkUp` is delivered when it opens, `LinkDown` when it goes.

        Raises:
            MissingLibrary: pyserial is not installed.
            ValueError: the URL or the baud rate is none that pyserial knows.
        """
        self._port = serial_library(self.url).serial_for_url(
            self.url,
            do_not_open=True,
            baudrate=self._baudrate,
            timeout=_READ_TIMEOUT_S,
            write_timeout=_WRITE_TIMEOUT_S,
            exclusive=True,  # advisory: keeps a second program of ours off the port
        )
        self._stopping.clear()
        self._thread = threading.Thread(
            target=self._run, args=(deliver,), name=f"read {self.url}", daemon=True
        )
        self._thread.start()

    def write(self, data: bytes) -> None:
        """The bytes are on their way, or dropped because the port is gone; at most 0.2 s later."""
        with self._port_lock:
            if not self._speaks:
                return
            # A port that goes away shows in the reader too, which tells it; a frame cut short by a
            # time-out is damage, which the protocol above survives.
            with contextlib.suppress(*_CARRIER_ERRORS):
                self._port.write(data)

    def close(self) -> None:
        """The port is closed by the thread that reads it, and nothing is delivered any more."""
        self._stopping.set()
        thread = self._thread
        if thread is None:
            return
        with self._port_lock:
            cancel_read = getattr(self._port, "cancel_read", None)  # serial servers have none
            if cancel_read is not None:
                with contextlib.suppress(*_CARRIER_ERRORS):
                    cancel_read()
        thread.join(timeout=5)
        self._thread = None

    def _run(self, deliver: Deliver) -> None:
        attempts = Attempts()
        while not self._stopping.is_set():
            fault = self._try()
            if fault is not None:
                if attempts.failed(fault) and fault.code != NOT_THERE:
                    deliver(NotOpened(fault))
                self._stopping.wait(attempts.wait_s)
                continue
            attempts.succeeded()
            self._speaks = True
            deliver(LinkUp())
            why = self._read(deliver)
            with self._port_lock:
                self._speaks = False
            # pyserial rests 0.3 s after it closed a socket: neither the news nor a write waits for that.
            if not self._stopping.is_set():
                deliver(LinkDown(why))
            self._close_port()
            self._stopping.wait(BACK_OFF_S[0])

    def _close_port(self) -> None:
        # pyserial 3.5 leaves a socket open that the other end has reset: shutting it down fails first.
        end = getattr(self._port, "_socket", None)
        with contextlib.suppress(*_CARRIER_ERRORS):
            self._port.close()
        if end is not None:
            end.close()

    def _try(self) -> OpeningFault | None:
        """The port is open, or why it is not."""
        try:
            if self._allowed is not None:
                self._allowed.check_serial(self.url)
            self._port.open()
        except OpeningFault as fault:
            return fault
        except _CARRIER_ERRORS as error:
            found = fault_of(self.url, error)
            # A serial server that does not answer is not there, whatever its error.
            away = found.code == FAILED and not self.url.startswith("/")
            return OpeningFault(NOT_THERE, self.url) if away else found
        return None

    def _read(self, deliver: Deliver) -> str:
        """Deliver what comes until the port goes; why it went."""
        port = self._port
        try:
            while not self._stopping.is_set():
                data = port.read(min(port.in_waiting, READ_MAX) or 1)
                if data and not self._stopping.is_set():
                    deliver(bytes(data))
        except _CARRIER_ERRORS:
            return UNPLUGGED
        return "closed"


Schedule = Callable[[int, Callable[[], None]], None]
"""Run an action so many milliseconds later; of two that fall together the first asked runs first."""


class MemoryLink:
    """One end of a pair made by `memory_pair`: what is written here is delivered at the other end."""

    def __init__(self, schedule: Schedule, latency_ms: int) -> None:
        self._schedule = schedule
        self._latency_ms = latency_ms
        self._deliver: Deliver | None = None
        self._other: MemoryLink = self
        self._up = True
        self._generation = 0  # what was under way when the carrier broke is never delivered

    def open(self, deliver: Deliver) -> None:
        """Deliveries go to `deliver`, `LinkUp` first if the carrier is there."""
        self._deliver = deliver
        if self._up:
            self._later(LinkUp(), 0)

    def write(self, data: bytes) -> None:
        """The bytes reach the other end after the latency, unless the carrier breaks."""
        if self._up:
            self._other._later(data, self._latency_ms)

    def close(self) -> None:
        """Nothing is delivered here any more."""
        self._deliver = None

    @property
    def up(self) -> bool:
        """Whether the carrier is there."""
        return self._up

    def unplug(self, why: str) -> None:
        """The carrier is gone at both ends; what was under way is lost."""
        for end in (self, self._other):
            if end._up:
                end._up = False
                end._generation += 1
                end._later(LinkDown(why), 0)

    def plug(self) -> None:
        """The carrier is back at both ends."""
        for end in (self, self._other):
            if not end._up:
                end._up = True
                end._later(LinkUp(), 0)

    def _later(self, item: object, delay_ms: int) -> None:
        generation = self._generation

        def arrive() -> None:
            if self._deliver is not None and generation == self._generation:
                self._deliver(item)

        self._schedule(delay_ms, arrive)


def memory_pair(schedule: Schedule, latency_ms: int = 0) -> tuple[MemoryLink, MemoryLink]:
    """Two ends of one carrier; `schedule` decides when a delivery happens, so its order is repeatable."""
    near, far = MemoryLink(schedule, latency_ms), MemoryLink(schedule, latency_ms)
    near._other, far._other = far, near
    return near, far
