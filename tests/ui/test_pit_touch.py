"""No touch of the pit is lost while its lists change, and none does what nobody has seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QEventPoint, QTouchEvent
from PySide6.QtQml import QQmlExpression
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from controller.game import views
from tests.ui import pit_states
from tests.ui.misses import tap_of
from tests.ui.rests import touch_of
from tests.ui.room_states import many, named
from tests.ui.scene import area, controls, parents
from tests.ui.touched_table import DEVICE
from ui.app import LARGE, Stage
from ui.bridge import Screen, Tap
from ui.meant import aimed
from ui.screen.pit.room import RoomFace
from ui.screen.room import Seen

SEEN_MS = 400
"""Longer than it takes to see what is new."""
REST_S = 0.3
"""Longer than a key rests that was touched."""
PLACE_RESTS_S = 0.75
"""Longer than a place rests where a table was asked for something."""
TWICE_MS = 300
"""Between the two taps of a double tap."""
LONG_REST_MS = 2_000
"""A place that rests so long still does at the second touch, however busy the machine is."""


class Pit:
    """The pit's screen, and a finger."""

    def __init__(self, tab: str) -> None:
        self.face = RoomFace("fr", zone=ZoneInfo("Europe/Paris"))
        self.face.take({"act": "tab", "tab": tab})
        self.done: list[Tap] = []
        self.screen = Screen(self, self.done.append)
        self.tell(tables())
        self.stage = Stage("PitScreen", self.screen, LARGE)
        self.stage.settle(SEEN_MS)

    def words(self, view: Any) -> dict[str, Any]:
        return self.face.words(view) | {"reduced_motion": True}

    def take(self, tap: Tap) -> bool:
        taken = self.face.take(tap)
        if taken:  # what is not is asked
            self.done.append(tap)
        return taken

    def rest_long(self) -> None:
        """From now on a place rests longer where a table was asked for something."""
        self.stage.window.setProperty("restMs", LONG_REST_MS)

    def tell(self, told: list[Seen]) -> None:
        self.screen.show({"tables": told})

    def key(self, wanted: Callable[[Tap], bool]) -> QQuickItem:
        """The first key in sight that asks such a thing."""
        return next(one for one in controls(self.stage.window) if wanted(tap_of(one.parentItem())))

    def place(self, wanted: Callable[[Tap], bool]) -> QPoint:
        return area(self.key(wanted)).center().toPoint()

    def press(self, at: QPoint) -> None:
        QTest.touchEvent(self.stage.window, DEVICE).press(0, at, self.stage.window).commit(False)

    def move(self, at: QPoint) -> None:
        QTest.touchEvent(self.stage.window, DEVICE).move(0, at, self.stage.window).commit(False)

    def release(self, at: QPoint) -> None:
        QTest.touchEvent(self.stage.window, DEVICE).release(0, at, self.stage.window).commit(False)
        self.stage.settle(20)

    def touch(self, at: QPoint) -> list[Tap]:
        self.done.clear()
        self.press(at)
        self.release(at)
        return list(self.done)


def held() -> list[str]:
    """What a key that ends the hold of the table in trouble says it ends."""
    meant: list[str] = aimed(views.pit(pit_states.troubled().state), {"act": "Resume"})["of"]
    return meant


def tables(*, trouble: str = "") -> list[Seen]:
    """Five tables; the last is in trouble, and another if it is named."""
    ill = {"UTH-5", trouble}
    return [
        named(name, pit_states.troubled() if name in ill else pit_states.dealing())
        for name in (f"UTH-{number}" for number in range(1, 6))
    ]


def looks_at(name: str) -> Callable[[Tap], bool]:
    return lambda tap: tap["act"] == "look" and tap["table"] == name


@pytest.fixture(params=["room", "live"])
def pit(request: pytest.FixtureRequest) -> Iterator[Pit]:
    made = Pit(request.param)
    yield made
    warned = list(made.stage.warnings)
    made.stage.close()
    assert warned == []


def test_a_touch_just_after_a_change_means_what_had_stood_there(pit: Pit) -> None:
    """Nobody sees what has come under the finger that moment; whatever it is, it is not done."""
    at = pit.place(looks_at("UTH-2"))
    pit.tell(tables(trouble="UTH-4"))
    (done,) = pit.touch(at)
    assert looks_at("UTH-2")(done)


def test_a_touch_after_the_change_was_seen_means_what_stands_there(pit: Pit) -> None:
    at = pit.place(looks_at("UTH-2"))
    pit.tell(tables(trouble="UTH-4"))
    pit.stage.settle(SEEN_MS)
    (done,) = pit.touch(at)
    assert done["act"] == "look"
    assert done["table"] != "UTH-2"


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        (tables, many, {"act": "ask", "table": "UTH-5", "tap": {"act": "Resume", "of": held()}}),
        (tables, many, {"act": "help", "alarm": "UTH-5/3"}),
        (many, tables, {"act": "help", "alarm": "UTH-5/3"}),
    ],
)
def test_a_touch_before_the_lists_are_laid_out_is_for_no_other_table(
    before: Callable[[], list[Seen]], after: Callable[[], list[Seen]], wanted: Tap, pit: Pit
) -> None:
    """A new card lies on an old one so long: the pit saw one table, and another was told to go on."""
    pit.tell(before())
    pit.stage.settle(SEEN_MS)
    at = pit.place(lambda tap: tap == wanted)
    pit.tell(after())
    assert pit.touch(at) == [wanted]


def test_what_stood_there_before_the_clock_was_set_back_is_not_taken_for_new(pit: Pit) -> None:
    """For an hour a touch meant what had stood there an hour before."""
    at = pit.place(looks_at("UTH-2"))
    pit.tell(tables(trouble="UTH-4"))
    pit.stage.settle(SEEN_MS)
    set_back = "stood = stood.map(one => ({ until: one.until + 3600000, stands: one.stands, own: one.own }))"
    QQmlExpression(pit.stage._engine.rootContext(), touch_of(pit.stage), set_back).evaluate()
    (done,) = pit.touch(at)
    assert done["act"] == "look"
    assert done["table"] != "UTH-2"


def test_a_change_takes_no_touch_from_what_stays_where_it_was(pit: Pit) -> None:
    at = pit.place(lambda tap: tap == {"act": "tab", "tab": "settings"})
    pit.tell(tables(trouble="UTH-4"))
    assert pit.touch(at) == [{"act": "tab", "tab": "settings"}]


def test_nothing_changes_under_a_finger_that_lies_on_a_key(pit: Pit) -> None:
    at = pit.place(looks_at("UTH-2"))
    before = pit.screen.shown()
    pit.press(at)
    pit.tell(tables(trouble="UTH-4"))
    assert pit.screen.shown() == before
    pit.release(at)
    assert looks_at("UTH-2")(pit.done[-1])
    assert pit.screen.shown() != before, "what came meanwhile is shown when it is up"


def test_a_finger_that_stays_keeps_no_news_and_still_does_what_it_came_down_on(pit: Pit) -> None:
    """Even where the card that it lies on has gone."""
    at = pit.place(lambda tap: tap["act"] == "help")
    pit.press(at)
    pit.tell([named(f"UTH-{number}", pit_states.dealing()) for number in range(1, 6)])
    pit.stage.settle(SEEN_MS)
    assert pit.screen.shown()["attention"]["calm"] is not None
    pit.release(at)
    assert [tap["act"] for tap in pit.done] == ["help"]


def test_a_finger_that_bounces_does_it_once(pit: Pit) -> None:
    at = pit.place(lambda tap: tap["act"] == "help")
    first, second = pit.touch(at), pit.touch(at)
    assert ([tap["act"] for tap in first], second) == (["help"], [])


def goes_on(name: str) -> Callable[[Tap], bool]:
    return lambda tap: tap["act"] == "ask" and tap["table"] == name and tap["tap"]["act"] == "Resume"


def test_a_double_tap_asks_no_table_for_what_has_come_under_it(pit: Pit) -> None:
    """The card of the table that was told to go on is gone, and another has its place."""
    pit.rest_long()
    pit.tell(tables(trouble="UTH-4"))
    pit.stage.settle(SEEN_MS)
    at = pit.place(goes_on("UTH-4"))
    (first,) = pit.touch(at)
    assert goes_on("UTH-4")(first)
    pit.tell(tables())
    pit.stage.settle(TWICE_MS)
    assert area(pit.key(goes_on("UTH-5"))).contains(at), "another table's key stands there now"
    assert pit.touch(at) == []
    pit.stage.settle(LONG_REST_MS)
    (second,) = pit.touch(at)
    assert goes_on("UTH-5")(second)


def test_who_taps_again_because_nothing_happened_does_not_keep_the_place_shut(pit: Pit) -> None:
    pit.rest_long()
    pit.tell(tables(trouble="UTH-4"))
    pit.stage.settle(SEEN_MS)
    at = pit.place(goes_on("UTH-4"))
    assert len(pit.touch(at)) == 1
    pit.tell(tables())
    pit.stage.settle(TWICE_MS)
    assert pit.touch(at) == []
    pit.stage.settle(LONG_REST_MS - TWICE_MS)
    assert [goes_on("UTH-5")(done) for done in pit.touch(at)] == [True]


def test_a_touch_that_stops_a_running_list_opens_nothing() -> None:
    """What had stood there at the last news has run on since."""
    pit = Pit("live")
    pit.tell(many())
    pit.stage.settle(SEEN_MS)
    at, tiles = scrolled(pit)
    flicked(pit, at)
    pit.tell([*many()[:-1], named("UTH-40", pit_states.troubled())])
    pit.stage.settle(60)
    assert tiles.property("moving") is True
    before = tiles.property("contentY")
    assert pit.touch(at) == []
    pit.stage.settle(SEEN_MS)
    assert tiles.property("contentY") - before < 100, "it was stopped"
    pit.stage.close()


def scrolled(pit: Pit) -> tuple[QPoint, QQuickItem]:
    """The middle of the column of tiles, and the column."""
    key = next(one for one in controls(pit.stage.window) if area(one).width() == 247)
    tiles = next(up for up in parents(key) if up.clip())
    middle: QRectF = area(tiles)
    return middle.center().toPoint(), tiles


def flicked(pit: Pit, at: QPoint) -> None:
    """A finger throws the list up."""
    pit.press(at)
    for step in range(1, 6):
        pit.move(at - QPoint(0, 60 * step))
        pit.stage.settle(12)
    pit.release(at - QPoint(0, 300))
    pit.done.clear()


def test_a_touch_that_the_glass_takes_back_means_nothing(pit: Pit) -> None:
    """It has taken it for a palm."""
    at = pit.place(looks_at("UTH-2"))
    pit.press(at)
    pit.stage.settle(30)
    points = [QEventPoint(0, QEventPoint.State.Released, QPointF(at), QPointF(at))]
    gone = QTouchEvent(QEvent.Type.TouchCancel, DEVICE, Qt.KeyboardModifier.NoModifier, points)
    QCoreApplication.sendEvent(pit.stage.window, gone)
    pit.stage.settle(SEEN_MS)
    assert pit.done == []
    (done,) = pit.touch(at)
    assert looks_at("UTH-2")(done)


def test_what_a_finger_meant_that_nobody_heard_go_up_is_forgotten(pit: Pit) -> None:
    """A palm lay there before it, its card went, and so it went up unheard: the next touch asked it."""
    at, blank = pit.place(lambda tap: tap["act"] == "help"), QPoint(960, 1075)
    window = pit.stage.window
    pit.press(blank)
    pit.stage.settle(30)
    QTest.touchEvent(window, DEVICE).stationary(0).press(1, at, window).commit(False)
    pit.stage.settle(30)
    pit.tell([named(f"UTH-{number}", pit_states.dealing()) for number in range(1, 6)])
    pit.stage.settle(SEEN_MS)
    QTest.touchEvent(window, DEVICE).stationary(0).release(1, at, window).commit(False)
    QTest.touchEvent(window, DEVICE).release(0, blank, window).commit(False)
    pit.stage.settle(SEEN_MS)
    pit.done.clear()
    assert all(not area(one).contains(at) for one in controls(window)), "no key stands there any more"
    assert pit.touch(at) == []


def test_a_palm_that_lifts_takes_no_touch_from_the_finger(pit: Pit) -> None:
    devices = {"act": "tab", "tab": "devices"}
    at, blank = pit.place(lambda tap: tap == devices), QPoint(960, 1075)
    window = pit.stage.window
    pit.press(blank)
    pit.stage.settle(30)
    QTest.touchEvent(window, DEVICE).stationary(0).press(1, at, window).commit(False)
    pit.stage.settle(30)
    QTest.touchEvent(window, DEVICE).release(0, blank, window).stationary(1).commit(False)
    pit.stage.settle(30)
    assert pit.done == [], "the finger is still down"
    QTest.touchEvent(window, DEVICE).release(1, at, window).commit(False)
    pit.stage.settle(20)
    assert pit.done == [devices]


def test_a_second_touch_means_nothing_where_news_came_with_what_the_first_did(pit: Pit) -> None:
    """News was kept from the finger and shown as it went up: what it did itself was forgotten over it."""
    help_key = pit.place(lambda tap: tap["act"] == "help")
    at = pit.place(looks_at("UTH-2"))
    pit.press(help_key)
    pit.tell(tables(trouble="UTH-4"))
    pit.release(help_key)
    assert [tap["act"] for tap in pit.done] == ["help"]
    assert pit.touch(at) == []


def test_a_second_touch_after_the_rest_is_none_of_a_bounce_however_busy_the_screen_is(pit: Pit) -> None:
    """A screen at work for so long hears the touch before it hears that the rest of the key is over."""
    settings = {"act": "tab", "tab": "settings"}
    at = pit.place(lambda tap: tap == settings)
    assert pit.touch(at) == [settings]
    time.sleep(REST_S)  # no timer is heard meanwhile
    assert pit.touch(at) == [settings]


def test_where_a_table_was_asked_a_busy_screen_rests_no_longer_than_said(pit: Pit) -> None:
    """Forty tables for 80 minutes: one signature of 5,774 taps was lost where another was asked for."""
    pit.tell(tables(trouble="UTH-4"))
    pit.stage.settle(SEEN_MS)
    at = pit.place(goes_on("UTH-4"))
    assert len(pit.touch(at)) == 1
    pit.tell(tables())
    pit.stage.settle(SEEN_MS)
    assert area(pit.key(goes_on("UTH-5"))).contains(at), "another table's key stands there now"
    time.sleep(PLACE_RESTS_S - SEEN_MS / 1000)  # no timer is heard meanwhile
    assert [goes_on("UTH-5")(done) for done in pit.touch(at)] == [True]


def test_the_edge_of_the_pits_glass_is_not_deaf(pit: Pit) -> None:
    reach = area(pit.key(lambda tap: tap == {"act": "tab", "tab": "settings"}))
    assert pit.touch(QPoint(round(reach.center().x()), 2)) == [{"act": "tab", "tab": "settings"}]


def test_the_column_of_forty_tables_is_scrolled_by_a_finger_and_opens_none() -> None:
    pit = Pit("live")
    pit.tell(many())
    pit.stage.settle(SEEN_MS)
    at, tiles = scrolled(pit)
    pit.done.clear()
    pit.press(at)
    for step in range(1, 9):
        pit.move(at - QPoint(0, 40 * step))
        pit.stage.settle(20)
    pit.release(at - QPoint(0, 320))
    assert pit.done == []
    assert tiles.property("contentY") > 100
    pit.stage.close()
