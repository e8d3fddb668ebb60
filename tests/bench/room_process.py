"""`python -m tests.bench.room_process SECONDS SOCKET...`: the pit's screen of these tables, timing itself.

It says `ready` when every table was heard, measures for so many seconds, and tells what it found as JSON.
"""

from __future__ import annotations

import json
import os
import sys
import time

from PySide6.QtCore import QEventLoop, QTimer

import ui.__main__  # noqa: F401  # all that a screen loads is measured with it
from tests.bench.memory import rss_mb
from ui.app import Stage, application, fail_loudly
from ui.attached_room import AttachedRoom
from ui.table_line import Place

FIRST_ALARM = 900_000
WARM_S = 6
PATIENCE_S = 20


class Watch:
    """The room on the glass, and when each alarm of the bench was first in a frame."""

    def __init__(self, sockets: list[str]) -> None:
        fail_loudly()
        application()
        places = [Place(f"UTH-{number}", path) for number, path in enumerate(sockets, start=1)]
        self.room = AttachedRoom(places, "fr")
        self.stage = Stage("PitScreen", self.room.screen)
        self.alarms: dict[int, float] = {}
        self._coming: set[int] = set()
        self.room.screen.viewChanged.connect(self._changed)
        self.stage.window.frameSwapped.connect(self._drawn)
        self.room.start()

    def _changed(self) -> None:
        """What the picture is made of, which need not be the newest that came."""
        for seen in (self.room.screen._source or {"tables": ()})["tables"]:
            for up in seen.view_or_none.get("alarms", ()):
                if up["alarm"] > FIRST_ALARM and up["alarm"] not in self.alarms:
                    self._coming.add(up["alarm"])

    def _drawn(self) -> None:
        now_s = time.monotonic()
        for up in self._coming:
            self.alarms[up] = now_s
        self._coming.clear()

    def wait(self, seconds: float) -> None:
        """Qt's events have been handled for so long."""
        loop = QEventLoop()
        QTimer.singleShot(int(seconds * 1000), loop.quit)
        loop.exec()


def main(seconds: int, sockets: list[str]) -> None:
    """The room was watched, and what it cost told."""
    watch = Watch(sockets)
    late_s = time.monotonic() + PATIENCE_S
    while any(line.view is None for line in watch.room.lines) and time.monotonic() < late_s:
        watch.wait(0.2)
    watch.wait(WARM_S)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    cpu_s, rss, started_s = time.process_time(), rss_mb(os.getpid()), time.monotonic()
    watch.wait(seconds)
    spent_s = time.monotonic() - started_s
    told = {
        "cpu_percent": 100 * (time.process_time() - cpu_s) / spent_s,
        "rss_mb": rss_mb(os.getpid()),
        "grown_mb": rss_mb(os.getpid()) - rss,
        "alarms": watch.alarms,
    }
    watch.room.close()
    watch.stage.close()
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
