"""A simulated machine at a line of the operating system, in real time: what every such carrier has alike.

A thread of its own keeps the twin's time, carries bytes both ways, and pulls the cable when a fault or a
hand wants it. What the line is, a pty or a socket, is the subclass's.
"""

from __future__ import annotations

import os
import select
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic

from controller.clock import Clock
from drivers.sim.carriers import AnyTwin, Result
from drivers.sim.faults import Faults

READ_MAX = 4096


class ServedTwin(ABC, Generic[AnyTwin]):
    """A twin at the end of a line, served by a thread of its own.

    Args:
        twin: the machine.
        clock: the table's clock.
        faults: what may go wrong on the line, or None.
        name: of the thread.
    """

    def __init__(self, twin: AnyTwin, clock: Clock, faults: Faults | None, name: str) -> None:
        self.twin = twin
        self._clock = clock
        self._faults = faults
        self._lock = threading.Lock()  # the twin's: hands and the line meet there
        self._plugged = True
        self._back_at_ms: int | None = None
        self._closing = False
        self._wake_read, self._wake_write = os.pipe()
        self._plug_in()
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)
        self._thread.start()

    @property
    def due_ms(self) -> int | None:
        """None: a thread of its own keeps the twin's time."""
        return None

    def act(self, hand: Callable[[AnyTwin, int], Result]) -> Result:
        """The hand has acted on the machine; what it made the machine say is on its way."""
        with self._lock:
            result = hand(self.twin, self._clock.now_ms())
        self._wake()
        return result

    @property
    def plugged(self) -> bool:
        """Whether the cable is in, whoever pulled it: a hand or a fault."""
        return self._plugged

    def unplug(self) -> None:
        """The cable is being pulled. It stays out until `replug`."""
        self._back_at_ms = None
        self._plugged = False
        self._wake()

    def replug(self) -> None:
        """The cable is being plugged in."""
        self._plugged = True
        self._wake()

    def close(self) -> None:
        """The line and its thread are gone."""
        self._closing = True
        self._wake()
        self._thread.join(timeout=5)
        self._pull_out()
        os.close(self._wake_read)
        os.close(self._wake_write)

    # --- what the line is --------------------------------------------------------------------------

    @abstractmethod
    def _plug_in(self) -> None:
        """The line is there; a line that is there already stays as it is."""

    @abstractmethod
    def _pull_out(self) -> None:
        """The line is gone."""

    @abstractmethod
    def _sources(self) -> list[Any]:
        """What may become readable."""

    @abstractmethod
    def _read(self, ready: list[Any]) -> bytes:
        """What came from the other end; nothing is nothing."""

    @abstractmethod
    def _connected(self) -> bool:
        """Whether somebody may hear the machine now."""

    @abstractmethod
    def _write(self, data: bytes) -> None:
        """The bytes are on the line, or lost as the line loses them."""

    # --- the thread --------------------------------------------------------------------------------

    def _wake(self) -> None:
        os.write(self._wake_write, b"w")

    def _serve(self) -> None:
        while not self._closing:
            now_ms = self._clock.now_ms()
            if self._back_at_ms is not None and now_ms >= self._back_at_ms:
                self._back_at_ms = None
                self._plugged = True
            if self._plugged:
                self._plug_in()
            else:
                self._pull_out()
            with self._lock:
                self._send(self.twin.tick(now_ms), now_ms)
                dues = [self.twin.due_ms, self._back_at_ms]
            due_ms = min((due for due in dues if due is not None), default=now_ms + 1_000)
            self._listen(max(0, due_ms - self._clock.now_ms()))

    def _listen(self, at_most_ms: int) -> None:
        ready, _, _ = select.select([self._wake_read, *self._sources()], [], [], at_most_ms / 1000)
        if self._wake_read in ready:
            os.read(self._wake_read, READ_MAX)
        data = self._read(ready)
        machine, faults = self.twin.machine, self._faults
        if data:
            with self._lock:
                for piece in (data,) if faults is None else faults.on_the_line(machine, data, "in"):
                    now_ms = self._clock.now_ms()
                    self._send(self.twin.feed(piece, now_ms), now_ms)

    def _send(self, data: bytes, now_ms: int) -> None:
        if not data or not self._connected():
            return
        machine, faults = self.twin.machine, self._faults
        if faults is not None and faults.occurs("unplug", machine):
            self._plugged = False
            self._back_at_ms = now_ms + faults.away_ms()
            return
        for piece in (data,) if faults is None else faults.on_the_line(machine, data, "out"):
            self._write(piece)
