"""`python -m tests.bench.long_screen HOUSE SOCKET...`: the pit's screen of these tables, touched for ever.

Every page in turn, and on each the keys that it offers, as a hand would that has nothing else to do: what it
asks of a table or writes to a file is left alone. It says `ready`, then how many taps it has had.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any, Final

from PySide6.QtCore import QEventLoop, QTimer

from ui.app import Stage, application, fail_loudly
from ui.attached_house import HouseLine
from ui.attached_room import AttachedRoom
from ui.table_line import Place

TAP_MS: Final = 700
ON_A_PAGE: Final = 6
"""Taps on one page before the next."""
TOLD_EVERY: Final = 50


def offered(view: Any) -> Iterator[dict[str, Any]]:
    """Every tap that a view offers."""
    if isinstance(view, dict):
        tap = view.get("tap")
        if isinstance(tap, dict) and "act" in tap:
            yield tap
        for name, one in view.items():
            if name != "tap":  # an ask has the table's own tap in it
                yield from offered(one)
    elif isinstance(view, (list, tuple)):
        for one in view:
            yield from offered(one)


class Hand:
    """Touches the screen."""

    def __init__(self, house: str, sockets: list[str]) -> None:
        fail_loudly()
        application()
        places = [Place(f"UTH-{number}", path) for number, path in enumerate(sockets, start=1)]
        self.house = HouseLine(house, Path(mkdtemp(prefix="tapis-exports-")))
        self.room = AttachedRoom(places, "fr", house=self.house, target_per_hour=34)
        self.stage = Stage("PitScreen", self.room.screen)
        self.taps = 0
        self._dice = Random(1)
        self._timer = QTimer()
        self._timer.setInterval(TAP_MS)
        self._timer.timeout.connect(self.touch)
        self.seen: dict[str, int] = {}

    def start(self) -> None:
        """The lines are open and the hand is at work."""
        self.room.start()
        self._timer.start()

    def touch(self) -> None:
        """One key more was touched."""
        view = self.room.screen.shown()
        self.taps += 1
        tabs = [one["tap"] for one in view.get("tabs", [])]
        if self.taps % ON_A_PAGE == 0 and tabs:
            tap = tabs[self.taps // ON_A_PAGE % len(tabs)]
        else:
            safe = [tap for tap in offered(view) if tap["act"] != "ask" and "export" not in tap]
            tap = self._dice.choice(safe) if safe else None
        if tap is not None:
            self.seen[str(view.get("page"))] = self.seen.get(str(view.get("page")), 0) + 1
            self.room.screen.tap(tap)
        if self.taps % TOLD_EVERY == 0:
            sys.stdout.write(f"{self.taps} taps on {len(self.seen)} pages, {len(gc.get_objects())} objects\n")
            sys.stdout.flush()


def main(house: str, sockets: list[str]) -> None:
    """The screen was touched until it was stopped."""
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    hand = Hand(house, sockets)
    hand.start()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    QEventLoop().exec()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
