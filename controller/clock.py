"""Time is an argument: the clocks that hand it out.

A table's time is milliseconds since 1970 UTC, read once at the start and then carried by a monotonic
clock, so that a wall clock set back or forward never reorders a round (reliability, F-6).
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple, Protocol

SYNCHRONISED: Final = Path("/run/systemd/timesync/synchronized")
_TIMEX_BYTES: Final = 512  # more than `struct timex` has anywhere
_TIME_ERROR: Final = 5  # Linux, include/uapi/linux/timex.h: nobody keeps the clock


class Clock(Protocol):
    """Something that knows the table's time."""

    def now_ms(self) -> int:
        """Milliseconds since 1970 UTC, never decreasing."""
        ...


def wall_ms() -> int:
    """What the machine's clock shows; anybody may set it."""
    return time.time_ns() // 1_000_000


def in_utc(at_ms: int) -> str:
    """Day and time in UTC, to the second: `2026-11-20 20:41:07 UTC`; beside the calendar, in milliseconds."""
    try:
        return f"{datetime.fromtimestamp(at_ms // 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (ValueError, OverflowError, OSError):
        return f"{at_ms} ms"  # before year 1 or after year 9999


def _since_boot_ns() -> int:
    """Nobody sets it, and it counts the time that the machine was asleep: deadlines pass in a suspend too."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


class SystemClock:
    """The machine's clock; never earlier than `not_before_ms`, the last instant of the journal.

    `from_ms` begins at that instant instead, whatever the machine's clock shows.
    """

    def __init__(self, not_before_ms: int = 0, *, from_ms: int | None = None) -> None:
        self._start_ms = max(wall_ms(), not_before_ms) if from_ms is None else from_ms
        self._boot_start_ns = _since_boot_ns()

    def now_ms(self) -> int:
        return self._start_ms + (_since_boot_ns() - self._boot_start_ns) // 1_000_000

    def catch_up(self) -> None:
        """A chef has said that the machine's clock is right: it counts, unless it is behind."""
        self._start_ms += max(0, wall_ms() - self.now_ms())


def synchronised(flag: Path = SYNCHRONISED) -> bool:
    """Whether somebody keeps this machine's clock: systemd's own flag says so, or the kernel (adjtimex)."""
    if flag.exists():
        return True
    try:
        state: int = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
    except (OSError, AttributeError):
        return False
    return 0 <= state < _TIME_ERROR


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


class Stirred(Protocol):
    """What hears that something of its own has come."""

    stirred: bool


class Scheduler(Protocol):
    """What does something later in virtual time."""

    clock: VirtualClock

    def schedule(self, delay_ms: int, action: Callable[[], None]) -> None: ...


class Timeline(Protocol):
    """The scheduler of a simulated night; `whose` is stirred before the action runs."""

    clock: VirtualClock

    def schedule(self, delay_ms: int, action: Callable[[], None], whose: Stirred | None = None) -> None: ...

    @property
    def due_ms(self) -> int | None: ...

    def run_due(self) -> None: ...
