"""`python -m tests.bench.screen_process taps|first SOCKET ROLE`: one real screen that times itself.

Without a display it draws offscreen with the software renderer, which is what a table's screen uses too.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEventLoop, QTimer

import ui.__main__  # noqa: F401  # all that a screen loads is measured with it
from tests.bench.memory import rss_mb
from ui.app import Stage, application, fail_loudly
from ui.attached import AttachedScreen, face_of
from ui.table_line import Place

if TYPE_CHECKING:
    from ui.attached_room import AttachedRoom

TAPS = 200
PATIENCE_MS = 10_000
SEAT = 3


class TimedScreen:
    """One screen of a table, its frames and its views counted."""

    def __init__(self, socket: str, role: str) -> None:
        fail_loudly()
        application()
        self.view: dict[str, Any] = {}
        self.frames = 0
        self.attached = self._attached(socket, role)
        self.stage = Stage(face_of(role), self.attached.screen)
        self.stage.window.frameSwapped.connect(self._swapped)
        self._loop = QEventLoop()
        self._what: Callable[[], bool] = lambda: True

    def _attached(self, socket: str, role: str) -> AttachedScreen | AttachedRoom:
        if role != "pit":
            return AttachedScreen(role, socket, "fr", watch=self._see)
        from ui.attached_room import AttachedRoom  # where `ui.__main__` loads it, for that is measured

        return AttachedRoom([Place("", socket)], "fr", watch=self._see)

    def _see(self, view: Any) -> None:
        self.view = dict(view)

    def _swapped(self) -> None:
        self.frames += 1
        if self._what():
            self._loop.quit()

    def frame_with(self, what: Callable[[], bool]) -> None:
        """A frame was drawn when this held.

        Raises:
            TimeoutError: it never did.
        """
        self._what = what
        late: list[bool] = []
        timer = QTimer()
        timer.setSingleShot(True)
        timer.timeout.connect(lambda: (late.append(True), self._loop.quit()))
        timer.start(PATIENCE_MS)
        self._loop.exec()
        timer.stop()
        if late:
            raise TimeoutError("no such frame was drawn")

    def close(self) -> None:
        self.attached.close()
        self.stage.close()


def taps(screen: TimedScreen) -> dict[str, Any]:
    """A stake is changed again and again, as a key does it; from the tap to the frame that shows it."""
    lasted_ms = []
    for number in range(TAPS):
        cents = 1000 + 200 * (number % 10 + 1)
        tap = {"act": "SetStakes", "seat": SEAT, "ante_cents": cents, "side_cents": 0}
        started_s = time.perf_counter()
        screen.attached.screen.tap(tap)
        screen.frame_with(lambda cents=cents: screen.view["seats"][SEAT - 1]["ante_cents"] == cents)
        lasted_ms.append((time.perf_counter() - started_s) * 1e3)
    return {"taps_ms": lasted_ms, "rss_mb": rss_mb(os.getpid())}


def main(what: str, socket: str, role: str) -> None:
    """The screen came up, was measured, and told what it found as JSON."""
    screen = TimedScreen(socket, role)
    screen.attached.start()
    screen.frame_with(lambda: bool(screen.view))
    told = taps(screen) if what == "taps" else {"frames": screen.frames}
    screen.close()
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
