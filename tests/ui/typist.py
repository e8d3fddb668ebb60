"""A hand on a keyboard in front of the console: no finger, and no act that is not a key's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from tests.ui.at_rest import taken_again
from tests.ui.scene import controls
from tests.ui.touches import carries
from ui.app import Stage

KEYS: Final[Mapping[str, Qt.Key]] = {
    **{f"F{number}": Qt.Key(Qt.Key.Key_F1 + number - 1) for number in range(1, 11)},
    **{str(digit): Qt.Key(Qt.Key.Key_0 + digit) for digit in range(10)},
    "Enter": Qt.Key.Key_Enter,
    "Return": Qt.Key.Key_Return,
    "Space": Qt.Key.Key_Space,
    "Backspace": Qt.Key.Key_Backspace,
    "Escape": Qt.Key.Key_Escape,
    "Tab": Qt.Key.Key_Tab,
    "Backtab": Qt.Key.Key_Backtab,
    "Left": Qt.Key.Key_Left,
    "Right": Qt.Key.Key_Right,
    "Up": Qt.Key.Key_Up,
    "Down": Qt.Key.Key_Down,
    "+": Qt.Key.Key_Plus,
    "-": Qt.Key.Key_Minus,
    "*": Qt.Key.Key_Asterisk,
    "/": Qt.Key.Key_Slash,
    ".": Qt.Key.Key_Period,
}


def live(stage: Stage) -> list[QQuickItem]:
    """The live keys of the console that are to be seen."""
    return [touch.parentItem() for touch in controls(stage.window)]


def ringed(stage: Stage) -> QQuickItem | None:
    """The key that Enter would press."""
    key = stage.window.activeFocusItem()
    return key if key is not None and key.property("ring") else None


class Typist:
    """Types at a stage, as soon as the console takes a key again."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.typed: list[str] = []

    def key(self, *names: str) -> None:
        """These keys are struck one after the other, nothing waited for."""
        for name in names:
            self.typed.append(name)
            QTest.keyClick(self.stage.window, KEYS[name])

    def when_taken(self, *names: str) -> None:
        """Each as soon as no key rests any more."""
        for name in names:
            self._rested()
            self.key(name)

    def _rested(self) -> None:
        for _ in range(100):
            self.stage.settle(5)
            taken_again(self.stage)
            if not any(key.property("held") for key in live(self.stage)):
                return
        raise AssertionError("a key never comes to rest")

    def does(self, tap: Mapping[str, Any]) -> None:
        """The key that carries this act is pressed, by the fewest keys that the table of keys has for it."""
        for name in self.way_to(tap):
            self.when_taken(name)
        self.stage.settle(5)

    def way_to(self, tap: Mapping[str, Any]) -> list[str]:
        """The keys to strike for it: its own, or those that ring it and Enter, or Tab until it is ringed."""
        self._rested()
        told = self.stage.screen.shown()["shortcuts"]
        for name, did in told.items():
            if not did["rings"] and carries(did["taps"][0], tap):
                return [name]
        for name, did in told.items():
            at = next((number for number, one in enumerate(did["taps"], start=1) if carries(one, tap)), 0)
            if at and did["rings"]:
                was = ringed(self.stage)
                assert was is None or not any(carries(was.property("tap"), one) for one in did["taps"])
                return [*[name] * at, "Enter"]
        for _ in range(len(live(self.stage)) + 1):
            self.when_taken("Tab")
            found = ringed(self.stage)
            if found is not None and carries(found.property("tap"), tap):
                return ["Enter"]
        raise AssertionError(f"no key of the keyboard leads to {tap}")
