"""The lessons on the real console: read at every step, touched by a finger, in both languages and sizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from controller.learning.asked import HARMLESS
from controller.learning.lessons import DRILL, LESSONS
from controller.learning.score import POINTS
from tests.learning.robot import START_MS, Robot
from tests.ui.at_rest import rests_shortly, taken_again
from tests.ui.scene import area, controls, faults, items, too_small
from tests.ui.touches import carries, steps
from ui.app import COMPACT, LARGE, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace
from ui.texts.lessons import ASKED, HINTS, STEPS, lesson_words
from ui.texts.lessons import LESSONS as TITLES

DEVICE = QTest.createTouchDevice()
SIZES = {"large": LARGE, "compact": COMPACT}
LANGUAGES = ("fr", "en")
numbers = pytest.mark.parametrize("number", range(1, len(LESSONS) + 1), ids=[one.name for one in LESSONS])
EACH_STEP = [
    pytest.param(number, size, id=f"{size}-{one.name}", marks=[pytest.mark.long] * ((number + at) % 2))
    for number, one in enumerate(LESSONS, start=1)
    for at, size in enumerate(SIZES)
]
"""Each lesson at one size; at the other it is one of the trials."""


class Finger:
    """Who learns by touch: each act by its keys, on the glass."""

    def __init__(self, robot: Robot, language: str = "fr", size: str = "large") -> None:
        self._robot = robot
        self.refused: list[object] = []
        self._screen = Screen(ConsoleFace(language, reduced_motion=True), self._asked)
        self.show()
        self.stage = Stage("DealerConsole", self._screen, SIZES[size])
        rests_shortly(self.stage)
        robot.press = self.does
        robot.looked = self.show

    @property
    def view(self) -> Mapping[str, Any]:
        return self._robot.school.look()

    def show(self) -> None:
        self._screen.show(self.view)

    def key(self, tap: Mapping[str, Any]) -> QQuickItem | None:
        for touch in controls(self.stage.window):
            key = touch.parentItem()
            if key.property("live") and carries(key.property("tap"), tap):
                return key
        return None

    def does(self, tap: dict[str, Any]) -> None:
        """The act is done by real touches."""
        self.show()
        for step in steps(tap, self):
            self.touch(step)

    def touch(self, tap: Mapping[str, Any]) -> None:
        for _ in range(60):
            self.stage.settle(20)
            taken_again(self.stage)
            key = self.key(tap)
            if key is not None and not key.property("held"):
                at = area(key).center().toPoint()
                QTest.touchEvent(self.stage.window, DEVICE).press(0, at, self.stage.window).commit()
                QTest.touchEvent(self.stage.window, DEVICE).release(0, at, self.stage.window).commit()
                self.show()
                return
        raise AssertionError(f"no key carries {tap}")

    def close(self) -> None:
        warned = list(self.stage.warnings)
        self.stage.close()
        assert warned == []

    def _asked(self, tap: dict[str, Any]) -> None:
        refusal = self._robot.school.act(tap)
        if refusal is not None:
            self.refused.append((tap, refusal))
        self.show()


@pytest.mark.parametrize("name", ["first", "refund", "royal"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_is_played_to_its_end_by_touches(name: str, language: str) -> None:
    number = [one.name for one in LESSONS].index(name) + 1
    robot = Robot(number)
    finger = Finger(robot, language, "large" if language == "fr" else "compact")
    attempt = robot.play()
    finger.show()
    finger.close()
    assert finger.refused == []
    assert (attempt.points, attempt.wrong, attempt.sums) == (POINTS, 0, 0)


@numbers
@pytest.mark.long
def test_every_lesson_is_played_by_the_keys_of_the_console(number: int) -> None:
    robot = Robot(number)
    finger = Finger(robot, size="compact")
    attempt = robot.play()
    finger.close()
    assert finger.refused == []
    assert attempt.points == POINTS


@pytest.mark.long
@pytest.mark.parametrize(("number", "size"), EACH_STEP)
def test_every_step_of_a_lesson_can_be_read_and_touched(number: int, size: str) -> None:
    """With its hint and without, in French and English."""
    robot = Robot(number)
    stages: dict[str, Stage] = {}
    found: list[str] = []

    def read() -> None:
        for language in LANGUAGES:
            for hint in (False, True):
                view = robot.school.look()
                view["lesson"] = view["lesson"] | {"hint": hint and view["lesson"]["page"] == "lesson"}
                map_ = ConsoleFace(language, reduced_motion=True).words(view)
                stage = stages.setdefault(language, Stage("DealerConsole", Screen(), SIZES[size]))
                stage.screen.show(map_)
                stage.settle(20)
                said = faults(stage.window) + [f"{key!r} is small" for key in too_small(stage.window)]
                ask = view["lesson"].get("ask", {}).get("act", "over")
                found.extend(f"{ask} {language}: {fault}" for fault in said)

    seen: set[tuple[str, str]] = set()

    def once() -> None:
        told = robot.attempt.told()
        now = next((one["name"] for one in told["steps"] if one["state"] == "now"), "")
        if (now, told["ask"].get("act", "")) not in seen:
            seen.add((now, told["ask"].get("act", "")))
            read()

    robot.looked = once
    robot.play()
    read()
    for stage in stages.values():
        assert stage.warnings == []
        stage.close()
    assert found == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_page_shows_all_lessons_and_how_they_went(size: str, language: str) -> None:
    robot = Robot()
    for one in LESSONS[:4]:
        robot.record.add(one.name, 9, True, START_MS)
    robot.record.add(LESSONS[4].name, 5, False, START_MS)
    finger = Finger(robot, language, size)
    finger.stage.settle(40)
    said = faults(finger.stage.window) + too_small(finger.stage.window)
    texts = " ".join(
        item.property("text") or "" for item in items(finger.stage.window) if item.property("ink")
    )
    for name in TITLES:
        assert lesson_words(language, f"title.{name}") in texts
    finger.touch({"act": "lesson.open", "number": 7})
    robot.wait(250)
    finger.close()
    assert robot.attempt.number == 7
    assert said == []


@pytest.mark.parametrize("number", [1, DRILL])
def test_the_keys_of_a_lesson_are_there_by_touch(number: int) -> None:
    robot = Robot(number)
    finger = Finger(robot)
    finger.touch({"act": "lesson.hint"})
    assert robot.attempt.told()["hint"]
    finger.touch({"act": "lesson.again"})
    robot.wait(250)
    assert robot.attempt.attempt == 2
    finger.touch({"act": "lesson.quit"})
    finger.close()
    assert robot.school.left


def test_an_alarm_keeps_its_line_and_the_card_says_what_is_asked() -> None:
    robot = Robot([one.name for one in LESSONS].index("link") + 1)
    robot.play(until="SeeAlarm")
    told = ConsoleFace("fr").words(robot.school.look())
    assert told["alarm"]["priority"] == "p2"
    assert {key["tap"]["act"] for key in told["alarm"]["keys"]} >= {"SeeAlarm", "lesson.hint", "lesson.quit"}
    assert told["lesson"]["text"] == lesson_words("fr", "ask.SeeAlarm")


def test_lessons_steps_hints_and_acts_have_their_words() -> None:
    assert list(TITLES) == [one.name for one in LESSONS]
    steps_of = {step.name for one in LESSONS for step in one.steps}
    assert steps_of == STEPS.keys()
    assert steps_of <= {name.rpartition(".")[2] for name in HINTS}
    acts = {act for one in LESSONS for step in one.steps for act in step.acts}
    worded = {name.split(".")[1] for name in ASKED}
    assert acts - {"ConfirmStakes"} <= worded | HARMLESS
