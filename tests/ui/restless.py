"""A restless hand at the real console over the real core: touches and keys at random, machines that fail.

What it may never bring about: a crash, a warning of QML, an act that no live key offered when it was pressed,
a state of the table that may not be (`tests.builders.Felt` asks every invariant).
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from PySide6.QtCore import QPoint, QSize
from PySide6.QtTest import QTest

from controller.game.rectification.show import past_round
from controller.game.views import console
from controller.screens.taps import parse_tap
from tests.ui.rests import touch_of
from tests.ui.scene import area, controls
from tests.ui.test_monkey import Monkey
from tests.ui.typist import KEYS
from ui.app import Stage
from ui.bridge import Screen
from ui.meant import unaimed

DEVICE = QTest.createTouchDevice()
REST_MS: Final = 3
"""What keys and places rest here: the hand is faster than any, and is to act, not to wait."""
NAMES: Final = (*KEYS, *["F1"] * 8, *["Enter"] * 4, *["Tab"] * 4, *[str(seat) for seat in range(1, 8)] * 2)


class Restless:
    """Touches, double touches, slides and keys; every so often something else happens at the table.

    Attributes:
        done: how often each act was taken by the table.
        refused: how often each refusal was the answer.
        touches: how many touches and key strokes there were.
    """

    def __init__(self, seed: int, size: QSize) -> None:
        self.monkey = Monkey(seed)
        self.chance = self.monkey.chance
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.touches = 0
        self.screen = Screen(self.monkey.face, self._asked)
        self._show()
        self.stage = Stage("DealerConsole", self.screen, size)
        self._rests = touch_of(self.stage)
        for name in ("restMs", "settleMs", "keyRestMs"):
            self._rests.setProperty(name, REST_MS)
        self.stage.window.setProperty("restMs", REST_MS)
        self.stage.settle(200)

    def close(self) -> list[str]:
        """What QML warned of; the window is gone."""
        warned = list(self.stage.warnings)
        self.stage.close()
        return warned

    def act(self) -> None:
        """One thing more happens."""
        die = self.chance.random()
        if die < 0.30:
            self.monkey.machine()
            self.monkey.felt.now_ms += self.chance.choice((200, 1_000, 5_000))
            self._show()
            return
        self.touches += 1
        if die < 0.72:
            self._touch(self._of_a_key())
        elif die < 0.78:
            self._touch(self._anywhere())
        elif die < 0.82:
            self._slide()
        elif die < 0.88:
            at = self._of_a_key()
            self._touch(at)
            self._touch(at)
        else:
            QTest.keyClick(self.stage.window, KEYS[self.chance.choice(NAMES)])
        self.stage.app.processEvents()

    # --- the hand ----------------------------------------------------------------------------------

    def _anywhere(self) -> QPoint:
        window = self.stage.window
        return QPoint(self.chance.randrange(window.width()), self.chance.randrange(window.height()))

    def _of_a_key(self) -> QPoint:
        """The large key a third of the time, or nothing would ever go on."""
        keys = controls(self.stage.window)
        if not keys:
            return self._anywhere()
        large = [key for key in keys if key.parentItem().objectName() == "primary"]
        key = large[0] if large and self.chance.random() < 0.35 else self.chance.choice(keys)
        return area(key).center().toPoint()

    def _touch(self, at: QPoint) -> None:
        QTest.touchEvent(self.stage.window, DEVICE).press(0, at, self.stage.window).commit()
        QTest.touchEvent(self.stage.window, DEVICE).release(0, at, self.stage.window).commit()

    def _slide(self) -> None:
        """Pressed on a key, released anywhere; sometimes the table changes in between."""
        begin, end = self._of_a_key(), self._anywhere()
        QTest.touchEvent(self.stage.window, DEVICE).press(0, begin, self.stage.window).commit()
        if self.chance.random() < 0.5:
            self.monkey.machine()
            self._show()
        QTest.touchEvent(self.stage.window, DEVICE).move(0, end, self.stage.window).commit()
        QTest.touchEvent(self.stage.window, DEVICE).release(0, end, self.stage.window).commit()

    # --- the table ---------------------------------------------------------------------------------

    def _asked(self, tap: dict[str, Any]) -> None:
        felt = self.monkey.felt
        draft = self.monkey.face._mine.draft  # stakes that were entered are set by who goes on elsewhere
        entered = draft is not None and draft.tap == tap
        assert entered or _offered(self.screen.shown(), tap), f"asked without a key: {tap}"
        if tap["act"] == "recall":
            self.monkey.recalled = {"round": tap["round"], "past": past_round(felt.state, tap["round"])}
        else:
            refusal = felt.tap(parse_tap(unaimed(tap)))
            if refusal is None:
                self.done[tap["act"]] += 1
            else:
                self.refused[f"{tap['act']}: {refusal.code}"] += 1
        self._show()

    def _show(self) -> None:
        felt, monkey = self.monkey.felt, self.monkey
        monkey.phases.add(felt.state.phase)
        self.screen.show({**console(felt.state), "recalled": monkey.recalled, "now_ms": felt.now_ms})


def _offered(shown: Any, tap: dict[str, Any]) -> bool:
    """A live key that stands on the glass carries this act; a PIN is added only as it leaves."""
    if isinstance(shown, dict):
        for name, one in shown.items():
            if name.endswith("tap") and isinstance(one, dict):
                if all(tap.get(key) == value for key, value in one.items()):
                    return True
            elif _offered(one, tap):
                return True
        return False
    return isinstance(shown, list) and any(_offered(one, tap) for one in shown)
