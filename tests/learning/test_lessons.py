"""The twelve lessons, played by a robot: rightly, wrongly, slowly, begun again and left."""

from __future__ import annotations

from typing import Any

import pytest

from controller.learning.attempt import HESITATES_MS, Attempt
from controller.learning.lessons import DRILL, LESSONS, PREFLOP, STEPS_MAX, Lesson
from controller.learning.score import POINTS
from tests.learning.robot import A_SECOND_MS, WRONG, Robot
from tests.oracle import settle

NUMBERS = range(1, len(LESSONS) + 1)
names = [one.name for one in LESSONS]


@pytest.mark.parametrize("number", NUMBERS, ids=names)
def test_who_does_what_is_asked_has_ten_points(number: int) -> None:
    robot = Robot(number)
    attempt = robot.play()
    assert (attempt.wrong, attempt.sums, attempt.points) == (0, 0, POINTS)
    assert attempt.passed
    assert [step["state"] for step in attempt.told()["steps"]] == ["done"] * len(attempt.lesson.steps)
    robot.wait(A_SECOND_MS)
    kept = robot.record.of(attempt.lesson.name)
    assert kept is not None
    assert (kept.score, kept.passed, kept.attempts) == (POINTS, True, 1)


@pytest.mark.parametrize("number", NUMBERS, ids=names)
def test_a_wrong_tap_at_each_step_is_counted_and_the_lesson_still_ends(number: int) -> None:
    def unheard_of(attempt: Attempt, ask: dict[str, Any]) -> dict[str, Any]:
        return {"act": "SettleSeat", "seat": 1}  # nobody sits there: the table refuses it

    robot = Robot(number, spoil=unheard_of)
    attempt = robot.play()
    steps = {step.name for step in attempt.lesson.steps}
    assert attempt.wrong >= len(steps) - 1
    assert attempt.points <= POINTS - attempt.wrong or attempt.points == 0
    assert not attempt.sums


def test_an_act_that_the_table_takes_is_wrong_too_when_nobody_asked_for_it() -> None:
    def fold_instead(attempt: Attempt, ask: dict[str, Any]) -> dict[str, Any] | None:
        return WRONG if ask["act"] == "CallStreet" and not attempt.wrong else None

    robot = Robot(1, spoil=fold_instead)
    attempt = robot.play()
    assert attempt.wrong == 1
    assert attempt.points == POINTS - 1


def test_a_decision_that_is_noted_wrongly_pays_a_wrong_sum() -> None:
    """Seat 4 says ×4; ×3 is noted, and the lesson's money is not what was due."""

    def three(attempt: Attempt, ask: dict[str, Any]) -> dict[str, Any] | None:
        return {**ask, "multiple": 3} if ask["act"] == "BetPlay" and ask["multiple"] == 4 else None

    robot = Robot(1, spoil=three)
    attempt = robot.play()
    assert (attempt.wrong, attempt.sums) == (1, 1)
    assert attempt.points == POINTS - 1 - 2
    assert not attempt.passed


def test_what_was_wrong_and_taken_back_pays_the_right_sum() -> None:
    def three(attempt: Attempt, ask: dict[str, Any]) -> dict[str, Any] | None:
        return {**ask, "multiple": 3} if ask["act"] == "BetPlay" and ask["multiple"] == 4 else None

    robot = Robot(1)
    robot.play(until="BetPlay")
    ask = robot.attempt.asked()[0]
    robot.school.act({**ask, "multiple": 3})
    robot.school.act({"act": "Undo"})
    attempt = robot.play()
    assert (attempt.wrong, attempt.sums) == (1, 0)
    assert attempt.passed


def test_who_tells_a_difference_of_chips_that_is_none_is_led_back_and_the_lesson_ends() -> None:
    robot = Robot(2)
    robot.play(until="CollectJp1")
    robot.school.act({"act": "TellDifference"})
    robot.wait(A_SECOND_MS)
    assert robot.attempt.told()["ask"] == {"act": "CountAgrees"}
    attempt = robot.play()
    assert (attempt.wrong, attempt.sums) == (1, 0)
    assert attempt.passed


def test_stakes_that_are_entered_wrongly_are_wrong_sums() -> None:
    robot = Robot(1)
    for player in robot.attempt.lesson.players:
        robot.school.act({**player.stakes, "ante_cents": 1500})
    assert robot.attempt.wrong == 2
    robot.school.act({"act": "CloseBets"})
    attempt = robot.play()
    assert attempt.wrong == 3
    assert attempt.sums == 2


def test_slowness_alone_costs_three_points_at_most() -> None:
    robot = Robot(1)
    robot.wait(A_SECOND_MS * 10 * robot.attempt.lesson.par_s)
    attempt = robot.play()
    assert attempt.points == POINTS - 3
    assert attempt.passed


def test_the_hint_comes_when_one_hesitates_and_goes_when_one_acts() -> None:
    robot = Robot(1)
    assert not robot.attempt.told()["hint"]
    robot.wait(HESITATES_MS)
    assert robot.attempt.told()["hint"]
    robot.school.act(robot.attempt.asked()[0])
    assert not robot.attempt.told()["hint"]
    robot.school.act({"act": "lesson.hint"})
    assert robot.attempt.told()["hint"]
    assert robot.play().points == POINTS, "a hint costs nothing"


def test_the_drill_gives_no_hint_and_tells_of_itself() -> None:
    robot = Robot(DRILL, drill=True)
    robot.wait(2 * HESITATES_MS)
    robot.school.act({"act": "lesson.hint"})
    assert not robot.attempt.told()["hint"]
    robot.play()
    robot.wait(A_SECOND_MS)
    (done,) = robot.drilled
    assert (done.pupil, done.passed, done.wrong, done.sums) == ("07", True, 0, 0)
    assert robot.record.of("royal") is None, "a drill is no lesson"
    kept = robot.record.of("royal.drill")
    assert kept is not None
    assert kept.passed


def test_a_lesson_begins_again_from_its_first_step() -> None:
    robot = Robot(2)
    robot.play(until="CallStreet")
    robot.school.act(WRONG)
    robot.school.act({"act": "lesson.again"})
    robot.wait(A_SECOND_MS)
    told = robot.attempt.told()
    assert (told["attempt"], told["wrong"], told["steps"][0]["state"]) == (2, 0, "now")
    assert robot.play().points == POINTS


def test_who_leaves_in_the_middle_leaves_nothing_behind() -> None:
    robot = Robot()
    robot.school.act({"act": "lesson.open", "number": 3})
    robot.wait(A_SECOND_MS)
    robot.play(until="CallStreet")
    robot.school.act({"act": "lesson.quit"})
    robot.wait(A_SECOND_MS)
    told = robot.school.look()["lesson"]
    assert told["page"] == "start"
    assert all(one["score"] == -1 for one in told["lessons"])
    assert not robot.school.left
    robot.school.act({"act": "lesson.quit"})
    assert robot.school.left


def test_the_next_lesson_follows_and_the_start_page_tells_what_was_passed() -> None:
    robot = Robot()
    robot.school.act({"act": "lesson.open", "number": 1})
    robot.wait(A_SECOND_MS)
    robot.play()
    robot.wait(A_SECOND_MS)
    robot.school.act({"act": "lesson.next"})
    robot.wait(A_SECOND_MS)
    assert robot.attempt.number == 2
    robot.school.act({"act": "lesson.quit"})
    first, second, *_ = robot.school.look()["lesson"]["lessons"]
    assert (first["score"], first["passed"], second["score"]) == (POINTS, True, -1)


def test_a_tap_that_is_none_is_refused() -> None:
    robot = Robot()
    assert robot.school.act({"act": "lesson.unheard"}) is not None
    assert robot.school.act({"act": "CloseBets"}) is not None
    assert robot.school.act({"act": "lesson.open", "number": 13}) is None
    assert robot.school.attempt is None
    robot.school.act({"act": "lesson.open", "number": 1})
    robot.wait(A_SECOND_MS)
    assert robot.school.act({"act": "no such act"}) is not None
    assert robot.attempt.wrong == 1


@pytest.mark.parametrize("lesson", LESSONS, ids=names)
def test_the_steps_of_a_lesson_have_room_on_its_card(lesson: Lesson) -> None:
    assert len(lesson.steps) <= STEPS_MAX


# --- what is due ---------------------------------------------------------------------------------


def _told_to_the_oracle(lesson: Lesson) -> dict[str, Any]:
    """The round of this lesson as `tests/oracle.py` takes one."""
    seats = []
    for player in lesson.players:
        stakes = {"ante": 100 * player.ante, "blind": 100 * player.ante}
        stakes |= {"trips": 100 * player.trips} if player.trips else {}
        stakes |= {"play": 100 * player.ante * player.times} if player.times else {}
        stakes |= {"jp1": 500} if player.jp1 and not lesson.link_lost else {}
        cards = _cards(lesson.hands[player.seat])
        seats.append({"seat": player.seat, "stakes": stakes, "folded": not player.times, "cards": cards})
    felt = {"board": _cards(lesson.board), "dealer": _cards(lesson.dealer)}
    return {"jp1_stake_cents": 500, "jackpot_cents": 0, "seats": seats, **felt}


def _cards(text: str) -> tuple[str, ...]:
    return tuple(text[at : at + 2] for at in range(0, len(text), 2))


@pytest.mark.parametrize("lesson", [one for one in LESSONS if one.dealer], ids=lambda one: one.name)
def test_what_is_due_in_a_lesson_is_what_the_oracle_says(lesson: Lesson) -> None:
    told = {seat["seat"]: seat["spots"] for seat in settle(_told_to_the_oracle(lesson))["seats"]}
    assert told.keys() == lesson.due.keys()
    for seat, spots in told.items():
        gained = sum(line["paid"] for line in spots.values())
        lost = sum(line["taken"] for spot, line in spots.items() if spot != "jp1")
        assert lesson.due[seat].pay - lesson.due[seat].take == gained - lost, seat


@pytest.mark.parametrize("lesson", [one for one in LESSONS if one.incident], ids=lambda one: one.name)
def test_a_void_gives_every_stake_back_but_jp1(lesson: Lesson) -> None:
    assert lesson.due.keys() == {player.seat for player in lesson.players}
    for player in lesson.players:
        played = player.ante * player.times if player.street == PREFLOP else 0
        assert lesson.due[player.seat].pay == 100 * (2 * player.ante + player.trips + played)
