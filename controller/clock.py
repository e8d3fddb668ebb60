"""Time is an argument: the clocks that hand it out.

A table's time is milliseconds since 1970 UTC, read once at the start and then carried by a monotonic
clock, so that a wall clock set back or forward never reorders a round (reliability, F-6).
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple, Protocol


class Clock(Protocol):
    """Something that knows the table's time."""

    def now_ms(self) -> int:
        """Milliseconds since 1970 UTC, never decreasing."""
        ...


class SystemClock:
    """The machine's clock; never earlier than `not_before_ms`, the last instant of the journal."""

    def __init__(self, not_before_ms: int = 0) -> None:
        self._start_ms = max(time.time_ns() // 1_000_000, not_before_ms)
        self._monotonic_start_ns = time.monotonic_ns()

    def now_ms(self) -> int:
        return self._start_ms + (time.monotonic_ns() - self._monotonic_start_ns) // 1_000_000


class Uptime(NamedTuple):
    """How long this machine has been up, asleep or not: nobody sets that. `boot` names the start."""

    boot: str
    up_ms: int


def machine_uptime() -> Uptime:
    """The uptime of this machine, whatever its wall clock says (Linux: the boot's id and CLOCK_BOOTTIME)."""
    boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return Uptime(boot, time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000)


class VirtualClock:
    """A clock that moves only when told; the simulator's."""

    def __init__(self, start_ms: int) -> None:
        self._now_ms = start_ms

    def now_ms(self) -> int:
        return self._now_ms

    def advance_to(self, at_ms: int) -> None:
        """The time is `at_ms`.

        Raises:
            ValueError: `at_ms` lies in the past.
        """
        if at_ms < self._now_ms:
            raise ValueError(f"the clock stands at {self._now_ms}, it does not go back to {at_ms}")
        self._now_ms = at_ms
