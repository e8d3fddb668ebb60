"""Simulated machines on pseudo-terminals, so that the real serial driver talks to them.

A pty is a real POSIX serial line in all but the wire: pyserial opens it, a closed end is a hang-up. Its
name changes each time, so a symbolic link at a fixed path leads to the present one, as udev's
`/dev/serial/by-id` does for real machines.
"""

from __future__ import annotations

import contextlib
import os
import tty
from pathlib import Path
from typing import Any

from controller.clock import Clock
from drivers.sim.carriers import AnyTwin
from drivers.sim.faults import Faults
from drivers.sim.real_time_carrier import READ_MAX, ServedTwin


class PtyCarrier(ServedTwin[AnyTwin]):
    """A twin on a pty; arguments as of `ServedTwin`.

    Args:
        path: the symbolic link to keep; its folder exists. It leads to a new pty after each `replug`; whoever
            reads the old one gets a hang-up.
    """

    def __init__(self, twin: AnyTwin, path: Path, clock: Clock, faults: Faults | None = None) -> None:
        self.path = path
        self._ends: tuple[int, int] | None = None  # master and slave
        super().__init__(twin, clock, faults, f"twin {path.name}")

    @property
    def url(self) -> str:
        """What to give `SerialLink`."""
        return str(self.path)

    def _plug_in(self) -> None:
        if self._ends is not None:
            return
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._ends = (master, slave)
        fresh = self.path.with_name(self.path.name + ".new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(os.ttyname(slave))
        fresh.replace(self.path)

    def _pull_out(self) -> None:
        if self._ends is None:
            return
        self.path.unlink(missing_ok=True)
        for end in self._ends:
            os.close(end)
        self._ends = None

    def _sources(self) -> list[Any]:
        return [] if self._ends is None else [self._ends[0]]

    def _read(self, ready: list[Any]) -> bytes:
        if self._ends is None or self._ends[0] not in ready:
            return b""
        with contextlib.suppress(OSError):  # nobody holds the other end at this instant
            return os.read(self._ends[0], READ_MAX)
        return b""

    def _connected(self) -> bool:
        return self._ends is not None

    def _write(self, data: bytes) -> None:
        if self._ends is not None:
            with contextlib.suppress(OSError):  # a full line loses bytes, as a serial line does
                os.write(self._ends[0], data)
