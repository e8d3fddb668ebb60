"""Simulated machines on pseudo-terminals, so that the real serial driver talks to them.

A pty is a real POSIX serial line in all but the wire: pyserial opens it, a closed end is a hang-up. Its
name changes each time, so a symbolic link at a fixed path leads to the present one, as udev's
`/dev/serial/by-id` does for real machines.
"""

from __future__ import annotations

import contextlib
import os
import select
import threading
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Generic

from controller.clock import Clock
from drivers.sim.carriers import AnyTwin, Result
from drivers.sim.faults import Faults


class PtyCarrier(Generic[AnyTwin]):
    """A twin on a pty, served by a thread of its own in real time.

    Args:
        twin: the machine.
        path: the symbolic link to keep; its folder exists.
        clock: the table's clock.
        faults: what may go wrong on the line, or None.
    """

    def __init__(self, twin: AnyTwin, path: Path, clock: Clock, faults: Faults | None = None) -> None:
        self.twin = twin
        self.path = path
        self._clock = clock
        self._faults = faults
        self._lock = threading.Lock()  # the twin's: hands and the line meet there
        self._plugged = True
        self._back_at_ms: int | None = None
        self._closing = False
        self._ends: tuple[int, int] | None = None  # master and slave
        self._wake_read, self._wake_write = os.pipe()
        self._plug_in()
        self._thread = threading.Thread(target=self._serve, name=f"twin {path.name}", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """What to give `SerialLink`."""
        return str(self.path)

    def act(self, hand: Callable[[AnyTwin, int], Result]) -> Result:
        """The hand has acted on the machine; what it made the machine say is on its way."""
        with self._lock:
            result = hand(self.twin, self._clock.now_ms())
        self._wake()
        return result

    @property
    def plugged(self) -> bool:
        """Whether the cable is in, whoever pulled it: a hand or misfortune."""
        return self._plugged

    def unplug(self) -> None:
        """The cable is being pulled: whoever reads the pty gets a hang-up. It stays out until `replug`."""
        self._back_at_ms = None
        self._plugged = False
        self._wake()

    def replug(self) -> None:
        """The cable is being plugged in: a new pty stands behind the path."""
        self._plugged = True
        self._wake()

    def close(self) -> None:
        """The pty, its link and its thread are gone."""
        self._closing = True
        self._wake()
        self._thread.join(timeout=5)
        self._pull_out()
        os.close(self._wake_read)
        os.close(self._wake_write)

    # --- the thread --------------------------------------------------------------------------------

    def _wake(self) -> None:
        os.write(self._wake_write, b"w")

    def _serve(self) -> None:
        while not self._closing:
            now_ms = self._clock.now_ms()
            if self._back_at_ms is not None and now_ms >= self._back_at_ms:
                self._back_at_ms = None
                self._plugged = True
            if self._plugged and self._ends is None:
                self._plug_in()
            elif not self._plugged and self._ends is not None:
                self._pull_out()
            with self._lock:
                self._send(self.twin.tick(now_ms), now_ms)
                dues = [self.twin.due_ms, self._back_at_ms]
            due_ms = min((due for due in dues if due is not None), default=now_ms + 1_000)
            self._listen(max(0, due_ms - self._clock.now_ms()))

    def _listen(self, at_most_ms: int) -> None:
        master = self._ends[0] if self._ends is not None else None
        sources = [self._wake_read] if master is None else [self._wake_read, master]
        ready, _, _ = select.select(sources, [], [], at_most_ms / 1000)
        if self._wake_read in ready:
            os.read(self._wake_read, 4096)
        if master is None or master not in ready:
            return
        try:
            data = os.read(master, 4096)
        except OSError:
            return  # nobody holds the other end at this instant
        machine, faults = self.twin.machine, self._faults
        with self._lock:
            for piece in (data,) if faults is None else faults.on_the_line(machine, data, "in"):
                now_ms = self._clock.now_ms()
                self._send(self.twin.feed(piece, now_ms), now_ms)

    def _send(self, data: bytes, now_ms: int) -> None:
        if not data or self._ends is None:
            return
        if self._faults is not None and self._faults.occurs("unplug", self.twin.machine):
            self._plugged = False
            self._back_at_ms = now_ms + self._faults.away_ms()
            return
        machine, faults = self.twin.machine, self._faults
        for piece in (data,) if faults is None else faults.on_the_line(machine, data, "out"):
            with contextlib.suppress(OSError):  # a full line loses bytes, as a serial line does
                os.write(self._ends[0], piece)

    def _plug_in(self) -> None:
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._ends = (master, slave)
        fresh = self.path.with_name(self.path.name + ".new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(os.ttyname(slave))
        fresh.replace(self.path)

    def _pull_out(self) -> None:
        self.path.unlink(missing_ok=True)
        if self._ends is not None:
            for end in self._ends:
                os.close(end)
            self._ends = None
