"""What a screen tells the service manager: that it stands, and again and again that it is not hung.

From the thread that draws and takes touches: one that hangs is silent, is killed and started anew within two
seconds (`WatchdogSec` of tapis-screen@.service), and shows what the table says then.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer

from controller.clock import SystemClock
from controller.host.watchdog import Watchdog

SAID_MS: Final = 200
"""How often it is said: a screen that draws slowly, but draws, has nearly all the time that is allowed."""
PARTS: Final = 12
"""As many as need no turn to be left out, whatever a timer is early or late by."""


class Alive(QObject):
    """Says it as long as the loop of this thread turns; without a service manager nothing is said."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._watchdog = Watchdog.of_environment(SystemClock(), PARTS)
        self._said = False
        timer = QTimer(self)
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.setInterval(SAID_MS)
        timer.timeout.connect(self._turned)
        timer.start()
        QTimer.singleShot(0, self, self._turned)

    def _turned(self) -> None:
        if not self._said:
            self._said = True
            self._watchdog.ready()
        self._watchdog.alive()
