"""Simulated machines on a simulated USB bus, so that the real USB driver talks to them through pyusb."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final, Generic

from controller.clock import Clock
from drivers.sim.carriers import AnyTwin, Result
from drivers.sim.faults import Faults
from drivers.sim.usb_backend import Endpoint, Interface, SimulatedBus, SimulatedUsb

OPEN_MACHINE: Final = Interface(0xFF, 0, 0, (Endpoint(0x81, 2, 64), Endpoint(0x01, 2, 64)))
"""What a machine of the open protocol is on USB (`drivers/OPEN_PROTOCOL.md`)."""


def open_device(serial: str, product: int = 0x6C01, port: str = "1-1") -> SimulatedUsb:
    """A machine of the open protocol, not plugged in yet."""
    return SimulatedUsb(0x1D50, product, serial, "open machine", (OPEN_MACHINE,), port=port)


class UsbCarrier(Generic[AnyTwin]):
    """A twin on the bus, served by a thread of its own in real time; the methods are `PtyCarrier`'s.

    Args:
        twin: the machine.
        bus: where it is plugged in.
        device: how it shows on the bus.
        clock: the table's clock.
        faults: what may go wrong on the line, or None.
        report_bytes: size of the pieces in which the machine speaks; 0 if it speaks a stream.
    """

    def __init__(
        self,
        twin: AnyTwin,
        bus: SimulatedBus,
        device: SimulatedUsb,
        clock: Clock,
        faults: Faults | None = None,
        report_bytes: int = 0,
    ) -> None:
        self.twin = twin
        self.device = device
        self._clock = clock
        self._faults = faults
        self._report_bytes = report_bytes
        self._lock = threading.Lock()  # the twin's: hands and the line meet there
        self._back_at_ms: int | None = None
        self._closing = False
        self._woken = threading.Event()
        device.hear = self._hear
        bus.add(device)
        self._thread = threading.Thread(target=self._serve, name=f"twin {device.serial}", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """What to give `UsbLink`."""
        serial = f":{self.device.serial}" if self.device.serial else ""
        return f"usb://{self.device.vendor:04x}:{self.device.product:04x}{serial}"

    def act(self, hand: Callable[[AnyTwin, int], Result]) -> Result:
        """The hand has acted on the machine; what it made the machine say is on its way."""
        with self._lock:
            now_ms = self._clock.now_ms()
            result = hand(self.twin, now_ms)
            self._say(self.twin.take(), now_ms)
        self._woken.set()
        return result

    @property
    def plugged(self) -> bool:
        """Whether the cable is in, whoever pulled it: a hand or a fault."""
        return self.device.plugged

    def unplug(self) -> None:
        """The device is off the bus until `replug`."""
        self._back_at_ms = None
        self.device.pull_out()

    def replug(self) -> None:
        """The device is on the bus again."""
        if not self.device.plugged:
            self.device.plug_in()

    def close(self) -> None:
        """The device and its thread are gone."""
        self._closing = True
        self._woken.set()
        self._thread.join(timeout=5)
        self.device.pull_out()

    # --- inside ------------------------------------------------------------------------------------

    def _hear(self, data: bytes) -> None:
        machine, faults = self.twin.machine, self._faults
        with self._lock:
            for piece in (data,) if faults is None else faults.on_the_line(machine, data, "in"):
                now_ms = self._clock.now_ms()
                self._say(self.twin.feed(piece, now_ms), now_ms)
        self._woken.set()

    def _serve(self) -> None:
        while not self._closing:
            now_ms = self._clock.now_ms()
            with self._lock:
                if self._back_at_ms is not None and now_ms >= self._back_at_ms:
                    self.replug()
                    self._back_at_ms = None
                self._say(self.twin.tick(now_ms), now_ms)
                dues = [self.twin.due_ms, self._back_at_ms]
            due_ms = min((due for due in dues if due is not None), default=now_ms + 1_000)
            self._woken.wait(max(0, due_ms - self._clock.now_ms()) / 1000)
            self._woken.clear()

    def _say(self, data: bytes, now_ms: int) -> None:
        if not data:
            return
        machine, faults = self.twin.machine, self._faults
        if faults is not None and faults.occurs("unplug", machine):
            self.device.pull_out()
            self._back_at_ms = now_ms + faults.away_ms()
            return
        size = self._report_bytes or len(data)
        for start in range(0, len(data), size):
            report = data[start : start + size]
            for piece in (report,) if faults is None else faults.on_the_line(machine, report, "out"):
                self.device.say(piece)
