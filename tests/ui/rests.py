"""The rests of a console's keys on a clock of the test's own: no test waits for them, none is late.

Real timers are stretched so far that none ends by itself; `pass_ms` ends those whose true time is over.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from PySide6.QtCore import QMetaObject, QObject, QUrl
from PySide6.QtQml import QQmlComponent, qmlEngine
from PySide6.QtQuick import QQuickItem
from shiboken6 import isValid

from tests.ui.scene import items
from ui.app import HERE, Stage

FOREVER_MS: Final = 10_000_000
RESTS: Final = {"settle": "settleMs", "rest": "restMs", "keyRest": "keyRestMs", "sweep": "restMs"}
"""What rests, by its name in QML, and the property that says how long."""
_OF_TOUCH: Final = b"import QtQuick\nQtObject { property QtObject touch: Touch }"


class Rests:
    """The time of one stage, in milliseconds since its keys were last at rest."""

    def __init__(self, stage: Stage, rest_ms: int) -> None:
        """`rest_ms`: the product's own rest of a place and of a key whose meaning changed."""
        self._stage = stage
        stage.window.setProperty("restMs", FOREVER_MS)
        self._touch = touch_of(stage)
        self._primary = next(one for one in items(stage.window) if one.objectName() == "primary")
        self._key = self._primary
        self._true_ms = {name: self._touch.property(name) for name in ("settleMs", "keyRestMs")}
        self._true_ms["restMs"] = rest_ms
        for name in ("settleMs", "keyRestMs"):
            self._touch.setProperty(name, FOREVER_MS)
        self._begun: dict[QObject, int] = {}
        self._heard: set[QObject] = set()
        self.now_ms = 0

    def watch(self, key: QQuickItem) -> None:
        """This key is touched next: its own rest counts too."""
        self._key = key

    def _running(self) -> dict[QObject, str]:
        """The timers that run, and the rest that each of them is."""
        owners = [one for one in (self._touch, self._primary, self._key) if isValid(one)]
        there = [one for owner in owners for one in owner.children() if one.objectName() in RESTS]
        return {one: RESTS[one.objectName()] for one in there if one.property("running")}

    def note(self) -> None:
        """What rests since this moment, or began anew, is known to do so."""
        running = self._running()
        for one in running:
            if one not in self._heard:
                self._heard.add(one)
                one.runningChanged.connect(partial(self._began, one))  # type: ignore[attr-defined]
            self._begun.setdefault(one, self.now_ms)

    def _began(self, one: QObject, *_running: bool) -> None:
        if one.property("running"):
            self._begun[one] = self.now_ms

    def pass_ms(self, ms: int) -> None:
        """So much time has passed."""
        self.note()
        self.now_ms += ms
        for one, name in self._running().items():
            if self.now_ms - self._begun[one] >= self._true_ms[name]:
                _end(one)
                self._begun.pop(one)

    def over(self) -> None:
        """Nothing rests any more."""
        for one in self._running():
            _end(one)
        self._begun.clear()
        self.now_ms = 0


def touch_of(stage: Stage) -> QObject:
    """The one finger of the stage: what a key was asked goes through it."""
    component = QQmlComponent(qmlEngine(stage.window.contentItem().childItems()[0]))
    component.setData(_OF_TOUCH, QUrl.fromLocalFile(str(HERE / "qml" / "Rests.qml")))
    holder = component.create()
    holder.setParent(stage.window)
    touch: QObject = holder.property("touch")
    return touch


def _end(one: QObject) -> None:
    done: Any = one
    QMetaObject.invokeMethod(done, "complete" if one.objectName() == "sweep" else "stop")
