"""The console on the real core: touches in, what the table says out."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from controller.game.refusals import Refusal
from controller.game.views import console
from controller.screens.taps import parse_tap
from tests.builders import Felt
from tests.ui.at_rest import rests_shortly, taken_again
from tests.ui.scene import area, controls
from tests.ui.states import machines
from ui.app import LARGE, Stage
from ui.bridge import Screen
from ui.meant import unaimed
from ui.screen.console import ConsoleFace

DEVICE = QTest.createTouchDevice()
SEVEN = {f"s{seat}": (1000, 500) for seat in range(1, 8)}
DEAL = "8c 6s Ks Qd Tc 5d Ah 7h 7s 5s 2h 2d 3s 3c 8d 6c"


class Table:
    """The console on the real core: each touch is one tap counted, each refusal kept."""

    def __init__(self, size: QSize = LARGE, *, real_rest: bool = False) -> None:
        self.felt = machines(Felt()).open(sensors=True).stakes(**SEVEN)
        self.felt.now_ms += 1000
        self.taps: list[dict[str, Any]] = []
        self.touches = 0
        self.refusals: list[Refusal] = []
        self.screen = Screen(ConsoleFace(reduced_motion=True), self.asked)
        self.show()
        self.stage = Stage("DealerConsole", self.screen, size)
        if not real_rest:
            rests_shortly(self.stage)

    def asked(self, tap: dict[str, Any]) -> None:
        self.taps.append(tap)
        refusal = self.felt.tap(parse_tap(unaimed(tap)))
        if refusal is not None:
            self.refusals.append(refusal)
        self.show()

    def show(self) -> None:
        self.screen.show(console(self.felt.state) | {"now_ms": self.felt.now_ms})

    def touch(self, act: str, **arguments: Any) -> None:
        """The key that carries this act is touched, as soon as the screen takes a touch again."""
        for _ in range(40):
            self.stage.settle(20)
            taken_again(self.stage)
            key = self.key(act, arguments)
            if key is not None and not key.property("held"):
                at = area(key).center().toPoint()
                QTest.touchEvent(self.stage.window, DEVICE).press(0, at, self.stage.window).commit()
                QTest.touchEvent(self.stage.window, DEVICE).release(0, at, self.stage.window).commit()
                self.touches += 1
                return
        raise AssertionError(f"no key carries {act} {arguments}")

    def key(self, act: str, arguments: dict[str, Any]) -> QQuickItem | None:
        """The key in sight that carries this act; one that has just acted rests a while."""
        for area_of_touch in controls(self.stage.window):
            key = area_of_touch.parentItem()
            tap = key.property("tap")
            if tap["act"] == act and all(tap.get(name) == value for name, value in arguments.items()):
                return key
        return None

    def draw(self, cards: str) -> None:
        self.felt.draw(cards)
        self.show()
