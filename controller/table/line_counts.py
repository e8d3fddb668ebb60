"""What the lines of the machines carried, counted now and then while the table is open.

The drivers count from the start of the program (`controller.ports.Figures`); what is written is how much
came since it was written before. A row in five minutes is one in a hundred and fifty of a journal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from controller.game.inputs import LineCount
from controller.ports import Driver, Figures

EVERY_MS: Final = 300_000


class LineCounts:
    """The counts of some drivers, and when they are due. Called on the deciding thread.

    A machine whose line was silent for the whole time is not counted.
    """

    def __init__(self, drivers: Iterable[Driver], every_ms: int = EVERY_MS) -> None:
        self._every_ms = every_ms
        self.due_ms: int | None = None
        self._drivers = tuple(drivers)
        self._before: dict[Driver, tuple[int, Figures]] = {}

    def look(self, is_open: bool, now_ms: int) -> tuple[LineCount, ...]:
        """What is to be written now, when it is due."""
        if self.due_ms is None:
            if is_open:  # what the lines carried while the table was closed is nobody's
                self.due_ms = now_ms + self._every_ms
                self._before = {driver: (now_ms, driver.figures) for driver in self._drivers}
            return ()
        if is_open and now_ms < self.due_ms:
            return ()
        self.due_ms = now_ms + self._every_ms if is_open else None
        return self.all(now_ms) if is_open else ()

    def all(self, now_ms: int) -> tuple[LineCount, ...]:
        """What every line carried until now, while the table is open."""
        told = [self._count(driver, now_ms) for driver in self._drivers] if self.due_ms is not None else []
        return tuple([one for one in told if one is not None])

    def of(self, driver: Driver, now_ms: int) -> LineCount | None:
        """What the line of one machine carried until now, while the table is open."""
        return None if self.due_ms is None else self._count(driver, now_ms)

    def _count(self, driver: Driver, now_ms: int) -> LineCount | None:
        since_ms, before = self._before[driver]
        now = driver.figures
        self._before[driver] = (now_ms, now)
        counted = [
            getattr(now, name) - getattr(before, name)
            for name in ("frames", "retries", "damaged", "reconnections", "answers")
        ]
        if not any(counted):
            return None
        frames, retries, damaged, returns, answers = counted
        took_ms = sorted(now.took_ms[-answers:]) if answers else []
        return LineCount(
            driver.machine,
            now_ms - since_ms,
            frames,
            retries,
            damaged,
            returns,
            answers,
            took_ms[len(took_ms) // 2] if took_ms else None,
            took_ms[-1] if took_ms else None,
            now.celsius,
            now.limit_celsius,
        )
