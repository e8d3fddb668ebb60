"""A key that comes where another stood is not heard until it can have been read, though the layout stays."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from controller.game import inputs as i
from controller.game.roles import Role
from controller.game.views import console
from tests.builders import CHEF, COMITE, Felt
from tests.ui.misses import tap_of
from tests.ui.scene import area, controls
from tests.ui.states import STATES, machines, preflop
from tests.ui.touched_table import DEVICE
from ui.app import LARGE, Stage
from ui.bridge import Screen, Tap
from ui.meant import unaimed
from ui.screen.console import ConsoleFace

READ_MS = 900
"""Longer than anything rests."""
SHUFFLERS_PROGRAM = (i.Machine.SHUFFLER, "firmware_changed")


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

    def place(self, wanted: Tap) -> QPoint:
        """The middle of the key that asks this, whatever it says that it means."""
        keys = controls(self.stage.window)
        found = next(key for key in keys if unaimed(tap_of(key.parentItem())) == wanted)
        return area(found).center().toPoint()

    def busy(self, seconds: float) -> None:
        """It has been at work for so long, and neither drew a frame nor heard a timer."""
        time.sleep(seconds)

    def there(self, at: QPoint) -> list[Tap]:
        """What the keys at this point ask."""
        return [tap_of(key.parentItem()) for key in controls(self.stage.window) if area(key).contains(at)]


def words(state: str) -> dict[str, Any]:
    made: Callable[[], Felt] = STATES[state]
    return console_words(made())


def console_words(felt: Felt, face: ConsoleFace | None = None) -> dict[str, Any]:
    """What the console says of this table."""
    face = face or ConsoleFace(reduced_motion=True)
    return face.words(console(felt.state) | {"now_ms": felt.now_ms})


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
    at = shown.place(same)
    shown.screen.show(words("royal_record_doubted"))
    assert shown.touch(at) == [same]


def stakes(*seats: int) -> dict[str, Any]:
    """Betting, and these seats have laid their Ante, one after the other."""
    felt = Felt().open()
    for seat in seats:
        felt.do(i.SetStakes(seat, 1000))
    return console_words(felt)


@pytest.mark.parametrize("pressed", ["before", "after"])
def test_a_step_that_came_under_the_finger_is_not_taken_back(shown: Console, pressed: str) -> None:
    """The sensors confirm one seat while the dealer takes back the last one."""
    shown.screen.show(stakes(3))
    shown.stage.settle(READ_MS)
    at, window = shown.place({"act": "Undo"}), shown.stage.window
    shown.done.clear()
    if pressed == "before":
        QTest.touchEvent(window, DEVICE).press(0, at, window).commit(False)
    shown.screen.show(stakes(3, 5))
    shown.stage.settle(30)
    if pressed == "after":
        QTest.touchEvent(window, DEVICE).press(0, at, window).commit(False)
    QTest.touchEvent(window, DEVICE).release(0, at, window).commit(False)
    assert shown.done == []
    shown.stage.settle(READ_MS)
    (asked,) = shown.touch(at)
    assert asked == {"act": "Undo", "of": {"act": "stakes", "seat": 5}}


def test_a_stake_is_confirmed_as_soon_as_its_last_chip_is_laid(shown: Console) -> None:
    """The large key says the same act; its amount alone has changed."""
    face = ConsoleFace(reduced_motion=True)
    felt = Felt().open()
    view = console(felt.state) | {"now_ms": felt.now_ms}

    def laid(*taps: Tap) -> dict[str, Any]:
        for tap in taps:
            assert face.take(tap)
        return face.words(view)

    chip = {"act": "local.chip", "cents": 500}
    face.words(view)
    shown.screen.show(laid({"act": "local.stakes", "seat": 4}, chip))
    shown.stage.settle(READ_MS)
    after = laid(chip)
    shown.screen.show(after)
    shown.stage.settle(60)
    assert shown.touch(shown.place(after["primary"]["tap"])) == [after["primary"]["tap"]]


def test_a_key_that_was_not_drawn_yet_is_not_heard_however_long_the_screen_was_busy(shown: Console) -> None:
    """The time to read it begins with the frame that shows it."""
    shown.screen.show(words("royal_confirmed"))
    shown.stage.settle(READ_MS)
    shown.screen.show(words("royal_record_doubted"))
    shown.busy(0.4)
    assert shown.touch(QPoint(1284, 820)) == []


@pytest.mark.parametrize("drawn_ms", [0, 60, 170])
def test_resume_does_not_end_a_hold_that_came_while_the_finger_did(shown: Console, drawn_ms: int) -> None:
    """The chef ends the hold of an exposed card; the shoe has just told that its lock stays open."""
    felt = preflop().badge().do(i.DeclareIncident(i.Incident.EXPOSED_CARD))
    shown.screen.show(console_words(felt))
    shown.stage.settle(READ_MS)
    at = shown.place({"act": "Resume"})
    before = felt.state.held
    felt.see(i.TroubleObserved(i.Machine.SHOE, "lock_stays_open", True))
    assert felt.state.held not in (None, before)
    shown.screen.show(console_words(felt))
    shown.stage.settle(drawn_ms)
    assert shown.touch(at) == []


def test_a_change_elsewhere_keeps_no_unread_key_shut_for_longer(shown: Console) -> None:
    """Each change of anything began the 250 ms of every key anew."""
    shown.screen.show(words("royal_confirmed"))
    shown.stage.settle(READ_MS)
    after = words("royal_record_doubted")
    shown.screen.show(after)
    shown.stage.settle(200)
    shown.screen.show(after | {"clock": "23:59:59"})
    shown.stage.settle(150)
    assert len(shown.touch(QPoint(1284, 820))) == 1


def troubled(*troubles: tuple[i.Machine, str], badge: tuple[str, Role] = CHEF) -> Felt:
    felt = machines(Felt()).open(sensors=True).badge(*badge)
    for machine, code in troubles:
        felt.see(i.TroubleObserved(machine, code, True))
    return felt


def test_reasons_are_given_for_the_warning_they_were_opened_for(shown: Console) -> None:
    """Another warning came while the chef read them, and his reason was written under that one."""
    face, felt = ConsoleFace(reduced_motion=True), troubled((i.Machine.SHUFFLER, "jam_feed"))
    (first,) = felt.state.alarms
    console_words(felt, face)
    face.take({"act": "local.sheet", "sheet": "acknowledge", "alarm": first.number})
    title = console_words(felt, face)["sheet"]["title"]
    assert first.code in title
    felt.see(i.TroubleObserved(i.Machine.SHUFFLER, "lid", True))
    shown.screen.show(console_words(felt, face))
    assert shown.screen.shown()["sheet"]["title"] == title
    shown.stage.settle(READ_MS)
    wanted = {"act": "SeeAlarm", "alarm": first.number, "reason": "repaired"}
    assert shown.touch(shown.place(wanted)) == [wanted]
    felt.do(i.SeeAlarm(first.number, "repaired"))
    assert console_words(felt, face)["sheet"] is None


def test_a_changed_program_is_allowed_only_by_who_saw_of_which_machine(shown: Console) -> None:
    """CS-15: the shoe's changed while the comité chose its reason for the shuffler's."""
    face, felt = ConsoleFace("fr", reduced_motion=True), troubled(SHUFFLERS_PROGRAM, badge=COMITE)
    console_words(felt, face)
    face.take({"act": "local.sheet", "sheet": "lift"})
    shown.screen.show(console_words(felt, face))
    shown.stage.settle(READ_MS)
    assert "Mélangeur" in shown.screen.shown()["sheet"]["text"]
    at = shown.place({"act": "LiftBlock", "reason": "replaced"})
    felt.see(i.TroubleObserved(i.Machine.SHOE, "firmware_changed", True))
    shown.screen.show(console_words(felt, face))
    shown.stage.settle(60)
    assert shown.touch(at) == []
    assert "Sabot" in shown.screen.shown()["sheet"]["text"]


def test_a_key_of_the_keyboard_acknowledges_no_alarm_that_came_a_moment_ago(shown: Console) -> None:
    """What is struck is not compared with what stood at a place: the key itself has become another."""
    felt = machines(Felt()).open(sensors=True)
    felt.see(i.HealthObserved(i.Machine.CHIPS, i.Health.LOST, "silence"))
    shown.screen.show(console_words(felt))
    shown.stage.settle(READ_MS)
    shown.done.clear()
    felt.see(i.HealthObserved(i.Machine.LINK, i.Health.LOST, "silence"))
    shown.screen.show(console_words(felt))
    for waited_ms, acts in ((60, []), (READ_MS, ["SeeAlarm"])):
        shown.stage.settle(waited_ms)
        QTest.keyClick(shown.stage.window, Qt.Key.Key_F8)
        assert [tap["act"] for tap in shown.done] == acts
