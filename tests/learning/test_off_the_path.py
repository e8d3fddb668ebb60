"""Who does what no lesson asks for is led back, or is told that it cannot go on, and begins anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from controller.learning.attempt import STUCK_MS, Attempt
from controller.learning.lessons import LESSONS, number_of
from tests.learning.robot import A_SECOND_MS, STEP_MS, Robot, off_the_path
from ui.screen.console import ConsoleFace
from ui.texts.lessons import lesson_words

NUMBERS = range(1, len(LESSONS) + 1)
names = [one.name for one in LESSONS]
WALKS = 3
STRAYS_MAX = 6
ONE_LOOK_IN = 15
"""How often a clumsy learner strays, of the moments at which he looks."""


def _has_an_end(robot: Robot) -> bool:
    """The lesson is over, or says that it has no end; and whoever begins it anew can do it."""
    attempt = robot.play()
    if attempt.over_ms:
        return True
    assert robot.attempt.told()["stuck"]
    robot.school.act({"act": "lesson.again"})
    for _ in range(STUCK_MS // A_SECOND_MS):
        robot.wait(A_SECOND_MS)
        if robot.attempt.asked():
            return not robot.attempt.told()["stuck"]
    return False


def _strays_once(number: int, at: int, tap: dict[str, Any]) -> Robot:
    """A learner who does this act before the one that is asked as number `at`."""
    robot = Robot(number)
    strays = [tap]

    def stray(attempt: Attempt) -> dict[str, Any] | None:
        ready = len(robot.seen) == at and bool(attempt.asked()) and bool(strays)
        return strays.pop() if ready else None

    robot.stray = stray
    return robot


@pytest.mark.parametrize("number", NUMBERS, ids=names)
def test_a_clumsy_learner_always_comes_to_an_end(number: int) -> None:
    for walk in range(WALKS):
        rng, did = Random(f"{number}/{walk}"), list[str]()
        robot = Robot(number)

        def stray(attempt: Attempt, rng: Random = rng, did: list[str] = did) -> dict[str, Any] | None:
            if len(did) == STRAYS_MAX or rng.randrange(ONE_LOOK_IN):
                return None
            taps = off_the_path(attempt)
            if not taps:
                return None
            act = rng.choice(sorted({tap["act"] for tap in taps}))  # or one act at many seats is all he does
            tap = rng.choice([tap for tap in taps if tap["act"] == act])
            did.append(str(tap))
            return tap

        robot.stray = stray
        assert _has_an_end(robot), did
        robot.school.close()


@pytest.mark.long
@pytest.mark.parametrize("number", NUMBERS, ids=names)
def test_every_act_off_the_path_at_every_step_comes_to_an_end(number: int) -> None:
    kept: list[tuple[int, dict[str, Any]]] = []
    robot = Robot(number)
    robot.looked = lambda: kept.extend((len(robot.seen), tap) for tap in off_the_path(robot.attempt))
    robot.play()
    robot.school.close()
    assert kept
    for at, tap in kept:
        clumsy = _strays_once(number, at, tap)
        assert _has_an_end(clumsy), (at, tap)
        clumsy.school.close()


@pytest.mark.parametrize("name", ["first", "misdeal", "link"])
def test_who_pauses_the_table_is_given_his_badge_and_ends_the_pause(name: str) -> None:
    robot = _strays_once(number_of(name), 0, {"act": "Pause"})
    attempt = robot.play()
    assert "EndPause" in robot.seen
    assert attempt.passed
    assert attempt.wrong == 1


def test_who_signs_off_is_asked_to_take_the_table_again() -> None:
    robot = _strays_once(1, 0, {"act": "SignOff"})
    attempt = robot.play()
    assert "SignOn" in robot.seen
    assert attempt.passed
    assert attempt.wrong == 1


def test_a_void_that_the_learner_arms_under_the_manager_is_confirmed_by_another_person() -> None:
    """He arms it while a badge of the comité lies in the reader: the same person does not confirm it."""
    robot = Robot(number_of("refund"))
    arm, armed = {"act": "ArmVoid", "reason": "missing_card"}, list[str]()

    def under_the_manager(attempt: Attempt) -> dict[str, Any] | None:
        view = attempt.table.view()
        comite = view["badge"] is not None and view["badge"]["role"] == "comite"
        if armed or view["held"] is None:
            return None
        if comite and view["held"]["void"]["reason"] and attempt.table.takes({"act": "DisarmVoid"}):
            return {"act": "DisarmVoid"}
        if comite and attempt.table.takes(arm):
            armed.append(view["badge"]["person"])
            return arm
        return None

    robot.stray = under_the_manager
    attempt = robot.play()
    assert armed
    assert attempt.over_ms


def test_who_deals_a_round_where_the_table_is_to_be_closed_is_told_to_begin_anew() -> None:
    robot = Robot(number_of("closing"))
    for tap in (
        {"act": "SetStakes", "seat": 1, "ante_cents": 1500, "side_cents": 0},
        {"act": "CloseBets"},
    ):
        assert robot.school.act(tap) is None
    robot.wait(A_SECOND_MS)
    attempt = robot.play()
    assert attempt.stuck
    assert not attempt.passed
    for language in ("fr", "en"):
        shown = ConsoleFace(language).words(robot.school.look())
        assert shown["alarm"]["title"] == lesson_words(language, "stuck")
        assert shown["primary"]["tap"] == {"act": "lesson.again"}
    robot.school.act({"act": "lesson.again"})
    robot.wait(STEP_MS)
    assert robot.attempt.told()["ask"] == {"act": "CallChef"}


def test_a_lesson_that_waits_for_machines_or_people_is_not_given_up() -> None:
    robot = Robot(number_of("royal"))
    robot.play(until="OpenSettlement")
    assert not robot.attempt.told()["stuck"]
    robot.wait(2 * STUCK_MS)
    assert not robot.attempt.told()["stuck"], "what is asked waits for the learner"
