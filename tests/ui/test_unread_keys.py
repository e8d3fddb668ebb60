"""A key that comes where another stood is not heard until it can have been read, though the layout stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from controller.game.views import console
from tests.builders import Felt
from tests.ui.misses import tap_of
from tests.ui.scene import area, controls
from tests.ui.states import STATES
from tests.ui.touched_table import DEVICE
from ui.app import LARGE, Stage
from ui.bridge import Screen, Tap
from ui.screen.console import ConsoleFace

READ_MS = 900
"""Longer than anything rests."""


class Console:
    """One console that is shown one state after the other, and a finger."""

    def __init__(self) -> None:
        self.done: list[Tap] = []
        self.screen = Screen(None, self.done.append)
        self.screen.show(words("royal_confirmed"))
        self.stage = Stage("DealerConsole", self.screen, LARGE)

    def touch(self, at: QPoint) -> list[Tap]:
        self.done.clear()
        QTest.touchEvent(self.stage.window, DEVICE).press(0, at, self.stage.window).commit(False)
        QTest.touchEvent(self.stage.window, DEVICE).release(0, at, self.stage.window).commit(False)
        return list(self.done)

    def there(self, at: QPoint) -> list[Tap]:
        """What the keys at this point ask."""
        return [tap_of(key.parentItem()) for key in controls(self.stage.window) if area(key).contains(at)]


def words(state: str) -> dict[str, Any]:
    made: Callable[[], Felt] = STATES[state]
    felt = made()
    return ConsoleFace(reduced_motion=True).words(console(felt.state) | {"now_ms": felt.now_ms})


@pytest.fixture
def shown() -> Iterator[Console]:
    made = Console()
    yield made
    warned = list(made.stage.warnings)
    made.stage.close()
    assert warned == []


@pytest.mark.parametrize(
    ("before", "after", "at"),
    [
        ("royal_confirmed", "royal_record_doubted", QPoint(1284, 820)),
        ("keyed_twice_both", "void_armed", QPoint(1694, 798)),
        ("rectify_closed", "sensors_lost", QPoint(954, 749)),
    ],
)
@pytest.mark.parametrize("drawn_ms", [0, 60])
def test_a_touch_just_after_a_key_came_where_another_stood_asks_neither(
    shown: Console, before: str, after: str, at: QPoint, drawn_ms: int
) -> None:
    shown.screen.show(words(before))
    shown.stage.settle(READ_MS)
    stood = shown.there(at)
    shown.screen.show(words(after))
    shown.stage.settle(drawn_ms)
    assert shown.touch(at) == []
    shown.stage.settle(READ_MS)
    (asked,) = shown.touch(at)
    assert asked in shown.there(at)
    assert asked not in stood
    assert words(before)["layout"] == words(after)["layout"], "nothing else keeps the keys shut"


def test_a_change_elsewhere_keeps_no_key_shut(shown: Console) -> None:
    shown.screen.show(words("royal_confirmed"))
    shown.stage.settle(READ_MS)
    same = {"act": "CallChef"}
    at = next(
        area(key).center().toPoint()
        for key in controls(shown.stage.window)
        if tap_of(key.parentItem()) == same
    )
    shown.screen.show(words("royal_record_doubted"))
    assert shown.touch(at) == [same]
