"""What the machine on which the table runs has to say of itself: room on its disk, and its clock.

Looked at from a thread of its own, for a disk that is dying may not answer; what is seen goes to the inbox
like anything else that was observed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.clock import Clock, wall_ms
from controller.disk import LOW_BYTES, MIB, free_bytes
from controller.game.inputs import HostObserved, HostTrouble

EVERY_S: Final = 2.0
APART_MS: Final = 60_000
"""The table's time and the machine's may differ by so much; then one of them was set."""
AGAIN: Final = 1.25
"""So much more room than the low mark ends the alarm: it does not come and go."""


class HostWatch:
    """The watch over one table's machine.

    Args:
        folder: where the table's data are.
        clock: the table's time.
        put: the inbox.
        low_bytes: with less room on the disk the alarm is raised.
    """

    def __init__(
        self, folder: Path, clock: Clock, put: Callable[[object], None], *, low_bytes: int = LOW_BYTES
    ) -> None:
        self._folder = folder
        self._clock = clock
        self._put = put
        self._low_bytes = low_bytes
        self._low = False
        self._apart = ""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._look_on, name="host", daemon=True)

    def start(self) -> None:
        """The machine is looked at now and then; what an earlier program said of it is over first."""
        for trouble in HostTrouble:
            self._put(HostObserved(trouble, active=False))
        self._thread.start()

    def close(self) -> None:
        """Nothing is put in the inbox any more."""
        self._stopping.set()

    def look(self) -> list[HostObserved]:
        """What is new of disk and clock."""
        return [*self._disk(), *self._time()]

    def _look_on(self) -> None:
        while True:
            for seen in self.look():
                self._put(seen)
            if self._stopping.wait(EVERY_S):
                return

    def _disk(self) -> list[HostObserved]:
        try:
            free = free_bytes(self._folder)
        except OSError:  # the next entry will say what is wrong
            return []
        low = free < self._low_bytes * (AGAIN if self._low else 1)
        if low is self._low:
            return []
        self._low = low
        return [HostObserved(HostTrouble.DISK_LOW, low, str(free // MIB) if low else "")]

    def _time(self) -> list[HostObserved]:
        apart_ms = wall_ms() - self._clock.now_ms()
        kind = "ahead" if apart_ms > APART_MS else "behind" if apart_ms < -APART_MS else ""
        if kind == self._apart:
            return []
        ended = [HostObserved(HostTrouble.CLOCK, active=False)] if self._apart else []
        self._apart = kind
        detail = f"{kind}_{abs(apart_ms) // 1_000}"
        return [*ended, HostObserved(HostTrouble.CLOCK, detail=detail)] if kind else ended


def clock_of_session(last_ms: int, synchronised: Callable[[], bool]) -> int:
    """From when the table's time runs: the wall's, if it can be right; never before `last_ms`, its journals'.

    A clock that nobody keeps and that is far ahead of everything the table knows is not believed: the time
    goes on from the journal's last instant until a chef has said that it is right (A-104). An entry written
    ahead of time would be there for ever.
    """
    now_ms = wall_ms()
    doubtful = last_ms > 0 and now_ms - last_ms > AHEAD_MS and not synchronised()
    return last_ms if doubtful else max(now_ms, last_ms)


AHEAD_MS: Final = 35 * 24 * 3_600_000
"""A table that was closed for longer asks once whether it is that late, if nobody keeps its clock."""
