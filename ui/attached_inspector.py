"""The inspector's screen attached to the house: one line, over which nothing is asked but to read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtQuick import QQuickWindow

from controller.clock import SystemClock
from ui.attached import REFRESH_MS, WAITING
from ui.bridge import Screen
from ui.house import HouseClient
from ui.screen.extent import extent_of
from ui.screen.house_keys import Choice
from ui.screen.pit.inspector_screen import InspectorFace


class AttachedInspector:
    """The screen and its line to the house.

    Args:
        path: the socket `inspector.sock`.
        folder: where the files for the authority are written.
        language: `fr` or `en` at the start.

    Attributes:
        face: its words.
    """

    def __init__(self, path: str, folder: Path, language: str) -> None:
        self.client = HouseClient(path)
        choice = Choice(folder)
        self._clock, self._waiting = SystemClock(), WAITING[language]
        self.face = InspectorFace(self.client, folder, language, choice=choice)
        self.screen = Screen(self.face, self._ask)
        self.client.saved.connect(choice.saved)
        self.client.saved.connect(lambda path: self._show())
        self.client.arrived.connect(self._show)
        self._refresh = QTimer()
        self._refresh.setInterval(REFRESH_MS)
        self._refresh.timeout.connect(self._show)

    def drawn_on(self, window: QQuickWindow) -> None:
        """The window on which the screen is drawn: its width says which stage is laid out, now and later."""

        def sized() -> None:
            wanted = extent_of(window.width())
            if wanted != self.face.extent:
                self.face.extent = wanted
                self.screen.refresh()

        window.widthChanged.connect(sized)
        sized()

    def start(self) -> None:
        """The line connects, and again whenever it breaks."""
        self.client.start()
        self._refresh.start()

    def close(self) -> None:
        """The line is closed."""
        self._refresh.stop()
        self.client.close()

    def _show(self) -> None:
        if self.client.there:
            self.screen.show({"now_ms": self._clock.now_ms()})
        else:
            self.screen.wait(self._waiting)

    def _ask(self, tap: dict[str, Any]) -> None:
        raise ValueError(f"a key of the inspector's screen asks for {tap['act']!r}")
