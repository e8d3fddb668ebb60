"""The pit's screen on its real glass, and a finger before it.

Where its keys are is known by a second one on the host, the product's own, which hears the table at the pit's
socket and the house at its own. It asks the table for nothing: what a key asks is the real glass's to ask,
over TLS.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_QUICK_BACKEND", "software")

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QImage
from PySide6.QtQuick import QQuickItem

from tests.machine.guest import Guest
from tests.machine.room import TABLE
from tests.machine.seen import NotSeen, Tap, View
from tests.machine.shadow import differing
from tests.ui.scene import area, controls
from ui.app import Stage
from ui.attached_house import HouseLine
from ui.attached_room import AttachedRoom
from ui.bridge import plain
from ui.meant import unaimed
from ui.table_line import Place

TAKEN_S: Final = 45.0
"""A touch that came to nothing for so long was not taken: a person touches again."""
TRIES: Final = 4
TABS: Final = QRect(128, 0, 1000, 56)
"""Where the names of the pages stand."""
BANNER: Final = (1450, 70)
"""A place of the banner that says TABLE MUETTE, 1920 x 1080."""


class PitGlass:
    """A finger before the pit's screen.

    Args:
        pit: its machine.
        table, house: Unix sockets of the host that lead to the table's socket of the pit, and to the house.
    """

    def __init__(self, pit: Guest, table: Path, house: Path) -> None:
        self.pit = pit
        self._house = HouseLine(str(house), house.parent)
        self._room = AttachedRoom([Place(TABLE, str(table))], "fr", house=self._house)
        self._line = self._room.lines[0]
        self._line.client.tap = lambda tap, view=None: ""  # type: ignore[method-assign]
        self._stage = Stage("PitScreen", self._room.screen, QSize(pit.glass.width, pit.glass.height))
        self._room.start()

    @property
    def view(self) -> View:
        """What the table tells its pit, newest; empty before the first."""
        return self._line.view or {}

    def until(self, what: Callable[[View], Any], why: str, patience_s: float) -> View:
        """The view, once this holds of it.

        Raises:
            NotSeen: it never does.
        """
        late_s = time.monotonic() + patience_s
        while not (self.view and self._line.client.heard and what(self.view)):
            if time.monotonic() > late_s:
                raise NotSeen(f"{why}: drafting is {self.view.get('drafting')}")
            self._stage.settle(50)
        return self.view

    def turn_to(self, tab: str) -> None:
        """The page of this name stands on the glass.

        Raises:
            NotSeen: it never does.
        """
        tap = {"act": "tab", "tab": tab}
        if not self._within(lambda: self._house.client.there and self._tabs_alike()):
            raise NotSeen("the glass has other pages than a pit's screen should")
        place = self._place(tap)
        self._room.screen.tap(tap)
        for _ in range(TRIES):
            self.pit.touch(*place)
            if self._within(self._tabs_alike):
                return
        raise NotSeen(f"the page {tab} never comes")

    def ask(self, tap: Tap, done: Callable[[View], Any]) -> View:
        """The key that asks this of the table was touched; the view that came of it.

        Raises:
            NotSeen: there is no such key, or nothing comes of it.
        """
        wanted = {"act": "ask", "table": TABLE, "tap": tap}
        for _ in range(TRIES):
            self.pit.touch(*self._place(wanted))
            if self._within(lambda: done(self.view)):
                return self.view
        raise NotSeen(f"nothing comes of {tap}: drafting is {self.view.get('drafting')}")

    def mute(self) -> bool:
        """The banner of a table that is not heard stands on the glass."""
        colour = self._picture().pixelColor(*BANNER)
        return colour.red() > 220 and colour.green() > 180 and colour.blue() < 120

    def close(self) -> None:
        """Nobody is there any more."""
        self._room.close()
        self._stage.close()

    # --- inside -----------------------------------------------------------------------------------

    def _within(self, done: Callable[[], Any]) -> bool:
        late_s = time.monotonic() + TAKEN_S
        while not done():
            if time.monotonic() > late_s:
                return False
            self._stage.settle(200)
        return True

    def _place(self, tap: Tap) -> tuple[int, int]:
        """The middle of the live key that carries this tap."""
        found: list[QQuickItem] = []

        def there() -> bool:
            found[:] = [one for one in controls(self._stage.window) if _tap_of(one) == tap]
            return bool(found)

        if not self._within(there):
            raise NotSeen(f"no key for {tap}: {[_tap_of(one) for one in controls(self._stage.window)]}")
        middle = area(found[0]).center().toPoint()
        return middle.x(), middle.y()

    def _tabs_alike(self) -> bool:
        """The glass has the same tabs as the screen on the host, and the same one is lit."""
        self._stage.settle(200)
        return differing(self._picture().copy(TABS), self._stage.grab().copy(TABS), []) <= 2

    def _picture(self) -> QImage:
        return QImage(str(self.pit.picture("pictures/now")))


def _tap_of(touch: QQuickItem) -> object:
    key = touch.parentItem()
    tap = plain(key.property("tap")) if key.property("live") else None
    if isinstance(tap, dict) and tap["act"] == "ask":
        return {**tap, "tap": unaimed(tap["tap"])}
    return tap
