"""The clerk: what takes long is done beside the service, one thing after the other.

Reading a journal whole, joining the registers of a year, printing a PDF: seconds each. They touch neither the
store nor a socket, so a thread of their own does them; the service takes each result up when it next looks.
What a screen asked for is done before journals are read ahead, and is not begun once that screen has gone.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

JOBS_MAX: Final = 64
"""Questions that wait; one more is refused."""
SWITCH_S: Final = 0.001
"""How soon the service has the interpreter back from a thread that computes."""


class TooMany(Exception):
    """So many things wait already that this one would wait too long."""


@dataclass(slots=True)
class Job:
    """One thing to do: `work` on the clerk's thread, `done` with what came of it on that of the service."""

    work: Callable[[], Any]
    done: Callable[[Any, Exception | None], None]
    wanted: Callable[[], bool] = field(default=lambda: True)


class Clerk:
    """The thread, and what waits for it."""

    def __init__(self) -> None:
        self._jobs: deque[Job] = deque()
        self._made: deque[tuple[Job, Any, Exception | None]] = deque()
        self._given = 0
        self._something = threading.Condition()
        self._ending = False
        self._thread = threading.Thread(target=self._run, name="house clerk", daemon=True)
        self._thread.start()

    @property
    def idle(self) -> bool:
        """Nothing waits, nothing is under way, and every result was taken up."""
        return self._given == 0

    def give(self, job: Job) -> None:
        """The job waits for its turn.

        Raises:
            TooMany: `JOBS_MAX` wait.
        """
        with self._something:
            if len(self._jobs) >= JOBS_MAX:
                raise TooMany(f"{JOBS_MAX} questions wait already")
            self._given += 1
            self._jobs.append(job)
            self._something.notify()

    def collect(self) -> bool:
        """What was finished is handed over; false when nothing was."""
        found = False
        while self._made:
            job, result, error = self._made.popleft()
            self._given -= 1
            found = True
            if job.wanted():
                job.done(result, error)
        return found

    def close(self) -> None:
        """The thread ends after what it is doing; nothing else is begun."""
        with self._something:
            self._ending = True
            self._something.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._something:
                self._something.wait_for(lambda: self._jobs or self._ending)
                if self._ending:
                    return
                job = self._jobs.popleft()
            result, error = None, None
            try:
                if job.wanted():
                    result = job.work()
            except Exception as failed:  # told to whoever takes the result up, on his thread
                error = failed
            self._made.append((job, result, error))
