"""A table whose disk takes nothing waits for it, with its alarm on every screen, instead of ending again.

A program that ended at once would use up the starts that its service manager grants, and stay down when there
is room again. Here it is at work: the service manager hears that it lives and why it waits, whoever connects
reads why (A-101), and every tap is refused with that.
"""

from __future__ import annotations

import queue
import signal
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from controller.boot.floor import VIEWS
from controller.clock import SystemClock
from controller.game.inputs import Intent, Observation
from controller.game.refusals import Refusal
from controller.host.disk import PASSING, START_BYTES, unwritable
from controller.host.watchdog import Watchdog
from controller.screens.last_word import unwritten
from controller.screens.server import Screens
from controller.screens.status_desk import StatusDesk
from controller.screens.unix_socket import Doors, group_of
from controller.table.pump import Call

TURN_S: Final = 0.25
PROBE_TURNS: Final = 4
INBOX_MAX: Final = 256


def disk_fault(data: Path) -> str:
    """Why the disk under the table's data takes nothing now, if that may pass; or an empty text.

    A word of `controller.host.disk`. What a person has to change, such as rights, is none: the start tells
    it.
    """
    for folder in (data, data / "journals"):
        why = unwritable(folder, START_BYTES)
        if why in PASSING:
            return why
    return ""


def wait_for_disk(
    data: Path,
    run_dir: Path,
    stopping: Iterable[signal.Signals],
    say: Callable[[str], None],
) -> bool:
    """The disk takes entries; false when a signal came first.

    Args:
        stopping: signals that end the wait; they are blocked.
        say: told why it waits, each time that changes.

    Raises:
        SocketTaken: a live table serves there.
    """
    why = disk_fault(data)
    if not why:
        return True
    run_dir.mkdir(parents=True, exist_ok=True)
    inbox: queue.Queue[object] = queue.Queue(INBOX_MAX)
    doors = Doors(run_dir, group_of)
    screens = Screens(doors, VIEWS, SystemClock())
    watchdog = Watchdog.of_environment(SystemClock())
    said = ""

    def put(item: object) -> None:
        with suppress(queue.Full):
            inbox.put_nowait(item)

    def take(given: Intent | Observation) -> Refusal | None:
        return unwritten(said)

    status = StatusDesk(doors, lambda: {"waiting": said})
    screens.open(put, take)
    try:
        status.open()
        watchdog.ready()
        turn = 0
        while why:
            if why != said:
                said = why
                say(why)
                watchdog.status(f"the journal cannot be written: {why}")
                screens.say_unwritten(why)
            watchdog.alive()
            if signal.sigtimedwait(stopping, TURN_S) is not None:
                return False
            with suppress(queue.Empty):
                while True:
                    item = inbox.get_nowait()
                    if isinstance(item, Call):
                        item.run()
            turn += 1
            if turn % PROBE_TURNS == 0:
                why = disk_fault(data)
        return True
    finally:
        status.close()
        screens.close()
