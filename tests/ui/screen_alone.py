"""`python -m tests.ui.screen_alone DEALER_WORDS...`: the product's own screen, told on its input what to do.

A line in, a line out: `press X Y` and `release X Y` touch the glass, `tap JSON` presses the live key of that
act, `picture FILE` grabs the glass, `hang` never returns. So a test has a screen as a process of its own, to
kill and to stop.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from PySide6.QtCore import QObject, QPoint, QSocketNotifier, QTimer
from PySide6.QtTest import QTest

import ui.__main__ as program
from tests.ui.scene import controls
from tests.ui.touches import carries
from ui.app import Stage


class Hand(QObject):
    """Does what the lines say."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage.window)
        self._stage = stage
        self._device = QTest.createTouchDevice()
        self._notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._line)

    def _line(self) -> None:
        words = sys.stdin.readline().strip()
        if not words:
            self._notifier.setEnabled(False)
            return
        act, _, rest = words.partition(" ")
        said = getattr(self, "_" + act)(rest)
        sys.stdout.write(f"{said or 'done'}\n")
        sys.stdout.flush()

    def _press(self, rest: str) -> None:
        at = QPoint(*map(int, rest.split()))
        QTest.touchEvent(self._stage.window, self._device).press(0, at, self._stage.window).commit()

    def _release(self, rest: str) -> None:
        at = QPoint(*map(int, rest.split()))
        QTest.touchEvent(self._stage.window, self._device).release(0, at, self._stage.window).commit()

    def _tap(self, rest: str) -> str:
        wanted: dict[str, Any] = json.loads(rest)
        for touch in controls(self._stage.window):
            key = touch.parentItem()
            if carries(key.property("tap"), wanted):
                return "done" if key.activate(None) else "it rests"
        return "no such key"

    def _said(self, rest: str) -> str:
        shown = self._stage.screen.shown()
        return json.dumps({name: shown.get(name) for name in rest.split()})

    def _picture(self, rest: str) -> None:
        self._stage.grab().save(rest)

    def _hang(self, rest: str) -> None:
        time.sleep(600)


def main() -> int:
    """The screen as `python -m ui` starts it, with a hand beside it."""
    made = program.Stage

    def with_a_hand(*words: Any) -> Stage:
        stage = made(*words)
        QTimer.singleShot(0, stage.window, lambda: Hand(stage))
        return stage

    program.Stage = with_a_hand  # type: ignore[assignment,misc]
    return program.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
