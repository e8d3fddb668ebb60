"""The training record: what is in a file that somebody has damaged, that cannot be written, that two use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.learning.record import FORMAT, Passed, RecordUnreadable, TrainingRecord
from tests.learning.robot import START_MS, Robot

SOUND: dict[str, Any] = {"score": 9, "passed": True, "attempts": 2, "at_ms": START_MS}


def written(path: Path, noted: object) -> Path:
    path.write_text(json.dumps({"format": FORMAT, "pupils": {"07": {"first": noted}}}), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("score", "nine"),
        ("score", 11),
        ("score", -1),
        ("score", True),
        ("score", float("inf")),
        ("passed", "no"),
        ("passed", 1),
        ("attempts", None),
        ("attempts", -5),
        ("at_ms", 99_999_999_999_999_999_999),
        ("at_ms", 1.5),
    ],
)
def test_a_figure_that_is_none_makes_it_no_record(tmp_path: Path, name: str, value: object) -> None:
    file = written(tmp_path / "lessons.json", SOUND | {name: value})
    with pytest.raises(RecordUnreadable, match="no training record"):
        TrainingRecord(file, "07")


@pytest.mark.parametrize("noted", [[], None, 9, SOUND | {"more": 1}, {"score": 9}])
def test_what_is_noted_otherwise_makes_it_no_record(tmp_path: Path, noted: object) -> None:
    with pytest.raises(RecordUnreadable, match="no training record"):
        TrainingRecord(written(tmp_path / "lessons.json", noted), "07")


def test_a_device_that_never_ends_is_no_record() -> None:
    with pytest.raises(RecordUnreadable, match="no training record"):
        TrainingRecord(Path("/dev/zero"), "07")


def test_the_better_attempt_counts_and_each_is_counted(tmp_path: Path) -> None:
    file = tmp_path / "lessons.json"
    for score, passed, at_ms in ((6, False, 1), (9, True, 2), (8, True, 3), (9, True, 4), (10, False, 5)):
        TrainingRecord(file, "07").add("first", score, passed, at_ms)
    assert TrainingRecord(file, "07").of("first") == Passed(9, True, 5, 4)
    assert [one.name for one in tmp_path.iterdir()] == ["lessons.json"], "nothing lies beside it"


def test_two_who_learn_at_once_do_not_forget_each_other(tmp_path: Path) -> None:
    file = tmp_path / "lessons.json"
    one, other = TrainingRecord(file, "07"), TrainingRecord(file, "08")
    one.add("first", 9, True, START_MS)
    other.add("jp1", 7, True, START_MS)
    one.add("folds", 8, True, START_MS)
    read = [TrainingRecord(file, pupil) for pupil in ("07", "08")]
    assert read[0].of("first") is not None
    assert read[0].of("folds") is not None
    assert read[1].of("jp1") is not None


def test_a_lesson_that_cannot_be_noted_is_learnt_to_its_end_and_said(tmp_path: Path) -> None:
    """The disk fills, or the folder goes, while one learns: the drill still has its certificate."""
    robot = Robot(record=TrainingRecord(tmp_path / "gone" / "lessons.json", "07"))
    robot.record.try_to_write()
    assert list(tmp_path.iterdir()) == [], "to try leaves nothing behind"
    (tmp_path / "gone").write_text("no folder", encoding="utf-8")
    robot.school.act({"act": "lesson.drill"})
    robot.wait(1_000)
    robot.play()
    robot.wait(1_000)
    assert robot.attempt.over_ms
    assert robot.school.look()["lesson"]["page"] == "over"
    assert robot.school.unwritten == "File exists"
    assert len(robot.drilled) == 1
    (tmp_path / "gone").unlink()
    robot.school.act({"act": "lesson.quit"})
    robot.school.act({"act": "lesson.open", "number": 1})
    robot.wait(1_000)
    robot.play()
    robot.wait(1_000)
    assert robot.school.unwritten == ""
    assert TrainingRecord(tmp_path / "gone" / "lessons.json", "07").of("royal.drill") is not None


def test_a_record_that_became_something_else_meanwhile_is_left_as_it_is(tmp_path: Path) -> None:
    record = TrainingRecord(tmp_path / "lessons.json", "07")
    (tmp_path / "lessons.json").write_text("a letter", encoding="utf-8")
    with pytest.raises(RecordUnreadable):
        record.add("first", 9, True, START_MS)
    assert (tmp_path / "lessons.json").read_text(encoding="utf-8") == "a letter"
    assert record.of("first") is not None
