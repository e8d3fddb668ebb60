"""A palm, a sleeve or a second finger on the dealer's glass asks nothing, and hinders no first finger."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtTest import QTest

from tests.ui.at_rest import taken_again
from tests.ui.conftest import Open
from tests.ui.contacts import MOVED, PRESSED, RELEASED, STATIONARY, Contact, tell
from tests.ui.samples import sample
from tests.ui.scene import controls
from tests.ui.test_touch import middle, primary
from ui.app import COMPACT, LARGE, Stage
from ui.glass import PX_PER_MM_LEAST, Glass
from ui.touch_guard import PALM_MM, STUCK_MM, STUCK_MS, TouchGuard

DEVICE = QTest.createTouchDevice()
STREET = [{"act": "CallStreet"}]


Guarded = tuple[Stage, list[dict[str, object]], TouchGuard]


class Clock:
    """Tells the milliseconds that a test has let go by."""

    def __init__(self) -> None:
        self.at_ms = 0.0

    def __call__(self) -> float:
        return self.at_ms


def guarded(
    open_stage: Open, glass: Glass | None = None, size: QSize = LARGE, clock: Clock | None = None
) -> Guarded:
    stage, asked = open_stage("DealerConsole", sample("S6_preflop"), size)
    return stage, asked, TouchGuard(stage.window, glass or Glass(), clock)


def contact(stage: Stage, *contacts: Contact) -> None:
    tell(stage.window, DEVICE, *contacts)
    stage.settle(20)


def tap(stage: Stage, at: QPoint, wide_px: float = 40) -> None:
    contact(stage, Contact(0, PRESSED, at, wide_px))
    contact(stage, Contact(0, RELEASED, at, wide_px))


def test_a_finger_acts_as_a_platform_tells_of_it(open_stage: Open) -> None:
    stage, asked, _ = guarded(open_stage)
    tap(stage, middle(primary(stage)))
    assert asked == STREET


def test_a_contact_wider_than_25_mm_asks_nothing(open_stage: Open) -> None:
    stage, asked, _ = guarded(open_stage)
    tap(stage, middle(primary(stage)), PALM_MM * 5.55 + 2)
    assert asked == []
    tap(stage, middle(primary(stage)), PALM_MM * 5.55 - 2)
    assert asked == STREET


@pytest.mark.parametrize(("wide", "high"), [(200, 40), (40, 200)])
def test_the_edge_of_a_hand_is_a_palm_though_it_is_narrow(open_stage: Open, wide: float, high: float) -> None:
    stage, asked, _ = guarded(open_stage)
    at = middle(primary(stage))
    contact(stage, Contact(0, PRESSED, at, wide, high))
    contact(stage, Contact(0, RELEASED, at, wide, high))
    assert asked == []


def test_a_palm_is_measured_in_millimetres_of_this_glass(open_stage: Open) -> None:
    """On a panel of large pixels few of them are a palm."""
    stage, asked, _ = guarded(open_stage, Glass(measured=PX_PER_MM_LEAST))
    tap(stage, middle(primary(stage)), 100)
    assert asked == []


def test_a_finger_acts_while_a_palm_rests_on_the_glass(open_stage: Open) -> None:
    stage, asked, _ = guarded(open_stage)
    palm, at = QPoint(500, 980), middle(primary(stage))
    contact(stage, Contact(0, PRESSED, palm, 300))
    contact(stage, Contact(0, STATIONARY, palm, 300), Contact(1, PRESSED, at))
    contact(stage, Contact(0, STATIONARY, palm, 300), Contact(1, RELEASED, at))
    contact(stage, Contact(0, RELEASED, palm, 300))
    assert asked == STREET


def test_a_contact_that_widens_under_way_is_taken_back(open_stage: Open) -> None:
    stage, asked, _ = guarded(open_stage)
    at = middle(primary(stage))
    contact(stage, Contact(0, PRESSED, at))
    assert primary(stage).property("held") is True
    contact(stage, Contact(0, MOVED, at, 200))
    assert primary(stage).property("held") is False
    contact(stage, Contact(0, RELEASED, at, 60))
    assert asked == []
    taken_again(stage)
    tap(stage, at)
    assert asked == STREET


def test_a_second_finger_asks_nothing_until_the_glass_is_clear(open_stage: Open) -> None:
    stage, asked, _ = guarded(open_stage, size=COMPACT)
    at = middle(primary(stage))
    other = middle(next(key for key in controls(stage.window) if key.parentItem().property("raised")))
    contact(stage, Contact(0, PRESSED, at))
    contact(stage, Contact(0, STATIONARY, at), Contact(1, PRESSED, other))
    contact(stage, Contact(0, STATIONARY, at), Contact(1, RELEASED, other))
    assert asked == []
    contact(stage, Contact(0, STATIONARY, at), Contact(2, PRESSED, other))
    contact(stage, Contact(0, RELEASED, at), Contact(2, STATIONARY, other))
    assert asked == STREET
    contact(stage, Contact(2, STATIONARY, other), Contact(3, PRESSED, at))
    contact(stage, Contact(2, RELEASED, other), Contact(3, RELEASED, at))
    assert asked == STREET


def test_a_finger_whose_lifting_nobody_told_keeps_no_other_from_counting(open_stage: Open) -> None:
    """A panel unplugged under the hand, a compositor that ended: the next finger on a clear glass counts."""
    stage, asked, _ = guarded(open_stage)
    at, elsewhere = middle(primary(stage)), QPoint(500, 980)
    contact(stage, Contact(0, PRESSED, at))
    contact(stage, Contact(0, STATIONARY, at), Contact(1, PRESSED, elsewhere))
    contact(stage, Contact(0, RELEASED, elsewhere))
    stage.settle(400)
    taken_again(stage)
    asked.clear()
    tap(stage, at)
    assert asked == STREET


BESIDE = QPoint(500, 980)


def test_a_drop_that_lies_for_four_seconds_keeps_no_finger_from_counting(open_stage: Open) -> None:
    """It is a small contact like a finger's, and nobody lifts it."""
    clock = Clock()
    stage, asked, _ = guarded(open_stage, clock=clock)
    at = middle(primary(stage))
    drop = Contact(0, STATIONARY, BESIDE)
    contact(stage, Contact(0, PRESSED, BESIDE))
    clock.at_ms += STUCK_MS - 1
    contact(stage, drop, Contact(1, PRESSED, at))
    contact(stage, drop, Contact(1, RELEASED, at))
    assert asked == [], "so far it may be a finger"
    clock.at_ms += 1
    for number in (2, 3):
        stage.settle(400)
        taken_again(stage)
        asked.clear()
        contact(stage, drop, Contact(number, PRESSED, at))
        contact(stage, drop, Contact(number, RELEASED, at))
        assert asked == STREET


@pytest.mark.parametrize("other", [True, False])
def test_a_drop_on_a_key_never_presses_it(open_stage: Open, other: bool) -> None:
    """Neither when it is wiped away nor when a finger comes beside it."""
    clock = Clock()
    stage, asked, _ = guarded(open_stage, clock=clock)
    at = middle(primary(stage))
    contact(stage, Contact(0, PRESSED, at))
    clock.at_ms += STUCK_MS
    if other:
        contact(stage, Contact(0, STATIONARY, at), Contact(1, PRESSED, BESIDE))
        assert primary(stage).property("held") is False
        contact(stage, Contact(0, STATIONARY, at), Contact(1, RELEASED, BESIDE))
    asked.clear()  # what lies beside has a key of its own
    contact(stage, Contact(0, RELEASED, at))
    assert asked == []
    taken_again(stage)
    tap(stage, at)
    assert asked == STREET


def test_a_drop_whose_edge_trembles_is_stuck_and_a_finger_that_moves_is_not(open_stage: Open) -> None:
    clock = Clock()
    stage, asked, _ = guarded(open_stage, clock=clock)
    at = middle(primary(stage))
    little, more = QPoint(int(STUCK_MM * 5.55) - 1, 0), QPoint(int(STUCK_MM * 5.55) + 2, 0)
    contact(stage, Contact(0, PRESSED, at))
    clock.at_ms += STUCK_MS - 1
    contact(stage, Contact(0, MOVED, at + more))
    clock.at_ms += STUCK_MS - 1
    contact(stage, Contact(0, RELEASED, at + more))
    assert asked == STREET
    taken_again(stage)
    asked.clear()
    contact(stage, Contact(0, PRESSED, at))
    clock.at_ms += STUCK_MS - 1
    contact(stage, Contact(0, MOVED, at + little))
    clock.at_ms += 1
    contact(stage, Contact(0, RELEASED, at))
    assert asked == []
