"""Real touches on the real scene: each key asks once, what it says, when it was meant."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QPointingDevice
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from controller.game.views import console
from tests.game.arranged import preflop
from tests.law.requirements import requirement
from tests.ui.at_rest import taken_again
from tests.ui.conftest import Open
from tests.ui.samples import SAMPLES, sample
from tests.ui.scene import area, controls, items
from ui.app import COMPACT, LARGE, Stage
from ui.screen.console import ConsoleFace

REAL_REST = True
DEVICE = QTest.createTouchDevice()


def finger(stage: Stage, *moves: tuple[str, QPoint], point: int = 0) -> None:
    """One finger does this: ("press" | "move" | "release", where)."""
    for what, at in moves:
        sequence = QTest.touchEvent(stage.window, DEVICE)
        getattr(sequence, what)(point, at, stage.window)
        sequence.commit()
        if what == "move":
            stage.settle(30)  # moves within one frame are one move


def touch(stage: Stage, at: QPoint) -> None:
    finger(stage, ("press", at), ("release", at))


def middle(item: QQuickItem) -> QPoint:
    return area(item).center().toPoint()


def rest(stage: Stage) -> None:
    """Longer than a key rests after it has acted, and than a new layout waits."""
    stage.settle(400)
    taken_again(stage)


def primary(stage: Stage) -> QQuickItem:
    return next(item for item in items(stage.window) if item.objectName() == "primary")


def wanted(tap: Any) -> dict[str, Any]:
    return tap.toVariant() if hasattr(tap, "toVariant") else tap


@pytest.mark.parametrize("size", [LARGE, COMPACT], ids=["large", "compact"])
@pytest.mark.parametrize(
    "name", ["S1_opening", "S2_betting", "S2_stakes", "S6_preflop", "S8_river", "S11_settling", "S13_video",
             "S18_resumed", "A202_unreadable", "held", "incidents"]
)  # fmt: skip
def test_each_key_asks_exactly_what_it_carries(open_stage: Open, name: str, size: QSize) -> None:
    stage, asked = open_stage("DealerConsole", sample(name), size)
    keys = controls(stage.window)
    expected = [wanted(key.parentItem().property("tap")) for key in keys]
    for key in keys:
        touch(stage, middle(key))
    assert asked == expected
    assert len(expected) >= 4


@requirement("SE-05")
def test_a_second_touch_within_a_quarter_of_a_second_is_not_a_second_act(open_stage: Open) -> None:
    stage, asked = open_stage("DealerConsole", sample("S11_settling"), LARGE)
    at = middle(primary(stage))
    touch(stage, at)
    touch(stage, at)
    stage.settle(60)
    touch(stage, at)
    assert asked == [{"act": "SettleSeat", "seat": 6}]
    rest(stage)
    touch(stage, at)
    assert len(asked) == 2


def test_a_press_slid_off_asks_nothing(open_stage: Open) -> None:
    stage, asked = open_stage("DealerConsole", sample("S6_preflop"), LARGE)
    at, beside = middle(primary(stage)), QPoint(700, 300)
    finger(stage, ("press", at), ("move", beside), ("release", beside))
    finger(stage, ("press", at), ("move", beside), ("move", at), ("release", at))
    finger(stage, ("press", beside), ("move", at), ("release", at))
    assert asked == []
    touch(stage, at)
    assert asked == [{"act": "CallStreet"}]


def test_a_key_acts_on_release(open_stage: Open) -> None:
    stage, asked = open_stage("DealerConsole", sample("S6_preflop"), LARGE)
    key = primary(stage)
    finger(stage, ("press", middle(key)))
    assert asked == []
    assert key.property("held") is True
    finger(stage, ("release", middle(key)))
    assert len(asked) == 1


def test_only_the_first_finger_counts(open_stage: Open) -> None:
    stage, asked = open_stage("DealerConsole", sample("S6_preflop"), LARGE)
    first = middle(primary(stage))
    other = middle(next(key for key in controls(stage.window) if key.parentItem().property("raised")))
    QTest.touchEvent(stage.window, DEVICE).press(0, first, stage.window).commit()
    QTest.touchEvent(stage.window, DEVICE).stationary(0).press(1, other, stage.window).commit()
    QTest.touchEvent(stage.window, DEVICE).stationary(0).release(1, other, stage.window).commit()
    QTest.touchEvent(stage.window, DEVICE).release(0, first, stage.window).commit()
    assert asked == [{"act": "CallStreet"}]


def test_a_key_that_changes_under_the_finger_asks_nothing(open_stage: Open) -> None:
    stage, asked = open_stage("DealerConsole", sample("S11_settling"), LARGE)
    at = middle(primary(stage))
    finger(stage, ("press", at))
    after = sample("S11_settling")
    after["primary"] = {"label": "SIÈGE 4\n→ RÉGLÉ", "sub": "", "tap": {"act": "SettleSeat", "seat": 4}}
    stage.screen.show(after)
    finger(stage, ("release", at))
    assert asked == []


def test_a_clock_that_ticks_does_not_cancel_a_press(open_stage: Open) -> None:
    stage, asked = open_stage("DealerConsole", sample("S11_settling"), LARGE)
    at = middle(primary(stage))
    finger(stage, ("press", at))
    stage.screen.show(sample("S11_settling") | {"clock": "21:43:57"})
    finger(stage, ("release", at))
    assert asked == [{"act": "SettleSeat", "seat": 6}]


def test_nothing_is_taken_while_the_layout_settles(open_stage: Open) -> None:
    stage, asked = open_stage("DealerConsole", sample("S9_decided"), LARGE)
    stage.screen.show(sample("S10_showdown"))
    touch(stage, middle(primary(stage)))
    assert asked == []
    taken_again(stage)
    touch(stage, middle(primary(stage)))
    assert asked == [{"act": "OpenSettlement"}]


def test_a_screen_without_news_of_its_table_is_deaf(open_stage: Open) -> None:
    stage, asked = open_stage("DealerConsole", sample("S6_preflop") | {"offline": True}, LARGE)
    for key in controls(stage.window):
        touch(stage, middle(key))
    assert asked == []


def test_a_dead_key_asks_nothing(open_stage: Open) -> None:
    stage, asked = open_stage("DealerConsole", sample("S8_river"), LARGE)
    touch(stage, middle(primary(stage)))
    assert asked == []


def test_the_edge_of_the_glass_is_deaf(open_stage: Open) -> None:
    view = sample("S6_preflop")
    stage, asked = open_stage("DealerConsole", view, COMPACT)
    for at in (QPoint(640, 2), QPoint(640, 797), QPoint(2, 400), QPoint(1277, 400), QPoint(1277, 700)):
        touch(stage, at)
    assert asked == []


def test_the_keyboard_reaches_every_key(open_stage: Open) -> None:
    stage, asked = open_stage("DealerConsole", sample("S6_preflop"), LARGE)
    live = [key.parentItem() for key in controls(stage.window)]
    reached: list[QQuickItem] = []
    for _ in range(len(live) + 2):
        QTest.keyClick(stage.window, Qt.Key.Key_Tab)
        focused = stage.window.activeFocusItem()
        if focused in live and focused not in reached:
            reached.append(focused)
            QTest.keyClick(stage.window, Qt.Key.Key_Space)
    assert len(reached) == len(live) == len(asked)
    assert len({repr(tap) for tap in asked}) == len(live)


def test_the_keypad_mirrors_primary_undo_and_call(open_stage: Open) -> None:
    stage, asked = open_stage("DealerConsole", sample("S6_preflop"), LARGE)
    for key in (Qt.Key.Key_F1, Qt.Key.Key_F2, Qt.Key.Key_F3):
        QTest.keyClick(stage.window, key)
    assert asked == [{"act": "CallStreet"}, {"act": "Undo"}, {"act": "CallChef"}]


def test_a_touch_screen_is_what_the_tests_use() -> None:
    assert DEVICE.type() == QPointingDevice.DeviceType.TouchScreen
    assert set(SAMPLES) >= {"S6_preflop", "S11_settling"}


def test_the_key_back_is_an_ordinary_key_beside_its_neighbours() -> None:
    """It was the brightest key of the screen, while a sheet asked something else."""
    felt, face = preflop(), ConsoleFace("fr")
    for tap in ({"act": "local.sheet", "sheet": "incident"}, {"act": "local.sheet", "sheet": "rounds"}):
        face.words(console(felt.state))
        assert face.take(tap)
        back = [key for key in face.words(console(felt.state))["bottom"] if key["label"] == "Retour"]
        assert [key.get("chosen", False) for key in back] == [False]
