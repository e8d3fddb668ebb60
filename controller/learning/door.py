"""The school at work in real time: one thread has it, the console comes and goes by its socket."""

from __future__ import annotations

import queue
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from controller.clock import Clock
from controller.learning.school import School
from controller.screens.panel import Panel
from controller.screens.unix_socket import Doors

TURN_S: Final = 0.05
"""How often a lesson goes on."""


def keep_school(school: School, run_dir: Path, clock: Clock, going: Callable[[], bool]) -> None:
    """The school is open at `run_dir` until its pupil leaves it or `going` says that nobody looks any more.

    Raises:
        SocketTaken: something else serves there.
    """
    asked: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
    panel = Panel(Doors(run_dir), school.look, school.act, asked.put, clock, "dealer")
    panel.open()
    try:
        while not school.left and going():
            with suppress(queue.Empty):
                asked.get(timeout=TURN_S)()
            school.advance(clock.now_ms())
    finally:
        panel.close()
        school.close()
