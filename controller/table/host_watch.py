"""What the machine on which the table runs has to say of itself: room on its disk, and its clock.

Looked at from a thread of its own, for a disk that is dying may not answer; what is seen goes to the inbox
like anything else that was observed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.clock import Clock, SystemClock, wall_ms
from controller.game.inputs import HostObserved, HostTrouble
from controller.game.machines.host import CLOCK
from controller.game.state import TableState
from controller.host.disk import LOW_BYTES, MIB, free_bytes, which_file
from controller.journal.closed import closed_faults
from controller.journal.heads import heads_path

EVERY_S: Final = 2.0
BETWEEN_S: Final = 0.01
"""Between two glances at closed journals, and between some rows of one: the play has the processor first."""
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
        journal: the journal that is being written, open, with its heads beside it; None for none.
        wall: the machine's clock, which anybody may set.
    """

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        put: Callable[[object], None],
        *,
        low_bytes: int = LOW_BYTES,
        journal: Path | None = None,
        wall: Callable[[], int] = wall_ms,
    ) -> None:
        beside = (journal.with_name(f"{journal.name}-wal"), heads_path(journal)) if journal else ()
        self._files = {path: which_file(path) for path in (journal, *beside) if path and which_file(path)}
        self._moved = ""
        self._folder = folder
        self._clock = clock
        self._put = put
        self._low_bytes = low_bytes
        self._wall = wall
        self._low = False
        self._apart = ""
        self._stopping = threading.Event()
        self._journal = journal
        self._threads = [threading.Thread(target=self._look_on, name="host", daemon=True)]
        if journal is not None:
            self._threads.append(threading.Thread(target=self._look_back, name="closed", daemon=True))

    def start(self) -> None:
        """The machine is looked at now and then; what an earlier program said of it is over first."""
        for trouble in HostTrouble:
            self._put(HostObserved(trouble, active=False))
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Nothing is put in the inbox any more."""
        self._stopping.set()

    def look(self) -> list[HostObserved]:
        """What is new of disk, clock and journal."""
        return [*self._disk(), *self._time(), *self._moved_away()]

    def _look_on(self) -> None:
        while True:
            for seen in self.look():
                self._put(seen)
            if self._stopping.wait(EVERY_S):
                return

    def _look_back(self) -> None:
        """The first closed session that does not hold is told; `tapis doctor` names them all (A-241)."""
        for seen in self.look_back():
            self._put(seen)

    def look_back(self, between_s: float = BETWEEN_S) -> list[HostObserved]:
        """What is damaged of the sessions before this one; takes as long as there are many of them."""
        if self._journal is None:
            return []
        fault = next(closed_faults(self._journal, lambda: self._stopping.wait(between_s)), None)
        return [] if fault is None else [HostObserved(HostTrouble.CLOSED_JOURNAL, detail=fault.file.name)]

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
        apart_ms = self._wall() - self._clock.now_ms()
        kind = "ahead" if apart_ms > APART_MS else "behind" if apart_ms < -APART_MS else ""
        if kind == self._apart:
            return []
        ended = [HostObserved(HostTrouble.CLOCK, active=False)] if self._apart else []
        self._apart = kind
        detail = f"{kind}_{abs(apart_ms) // 1_000}"
        return [*ended, HostObserved(HostTrouble.CLOCK, detail=detail)] if kind else ended

    def _moved_away(self) -> list[HostObserved]:
        """A file that was renamed or removed is written still, where nobody finds it."""
        moved = next((path.name for path, known in self._files.items() if which_file(path) != known), "")
        if moved == self._moved:
            return []
        ended = [HostObserved(HostTrouble.JOURNAL_MOVED, active=False)] if self._moved else []
        self._moved = moved
        return [*ended, HostObserved(HostTrouble.JOURNAL_MOVED, detail=moved)] if moved else ended


class Believed:
    """A clock in doubt that a chef has looked at: from then on the machine's time counts (A-104)."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._doubted = False

    def mind(self, state: TableState) -> None:
        """Called at each turn of the deciding thread."""
        doubts = [not up.seen_ms for up in state.alarms if up.code == CLOCK]
        if self._doubted and doubts == [False] and isinstance(self._clock, SystemClock):
            self._clock.catch_up()
        self._doubted = True in doubts


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
