"""`python -m tests.ui.lesson_pictures FOLDER [NAME...]`: each step of the lessons, sizes, languages.

A robot plays them; each picture is the console as it stands when an act is asked for the first time.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from controller.learning.lessons import DRILL, LESSONS
from tests.learning.robot import START_MS, Robot
from ui.app import COMPACT, LARGE
from ui.screen.console import ConsoleFace
from ui.shot import shoot

SIZES = {"1920": LARGE, "1280": COMPACT}


def views_of(number: int, *, drill: bool = False) -> list[tuple[str, dict[str, Any]]]:
    """The views of a lesson: before each act that is asked, with its hint at every other; and at its end."""
    robot = Robot(number, drill=drill)
    kept: list[tuple[str, dict[str, Any]]] = []
    seen: set[tuple[str, str]] = set()

    def look() -> None:
        told = robot.attempt.told()
        now = next((one["name"] for one in told["steps"] if one["state"] == "now"), "")
        act = told["ask"].get("act", "")
        if (now, act) in seen:
            return
        seen.add((now, act))
        view = robot.school.look()
        hint = len(kept) % 2 == 1 and not drill
        kept.append((f"{len(kept):02}-{now}-{act}", view | {"lesson": view["lesson"] | {"hint": hint}}))

    robot.looked = look
    robot.play()
    kept.append((f"{len(kept):02}-over", robot.school.look()))
    return kept


def start_view() -> dict[str, Any]:
    """The start page of who has passed four lessons and failed one."""
    robot = Robot()
    for one in LESSONS[:4]:
        robot.record.add(one.name, 9, True, START_MS)
    robot.record.add(LESSONS[4].name, 5, False, START_MS)
    return robot.school.look()


def main(folder: Path, names: list[str]) -> None:
    """The pictures are in the folder."""
    told: dict[str, list[tuple[str, dict[str, Any]]]] = {"start": [("start", start_view())]}
    for number, one in enumerate(LESSONS, 1):
        if not names or one.name in names:
            told[one.name] = views_of(number)
    if not names or "drill" in names:
        told["drill"] = views_of(DRILL, drill=True)
    for lesson, views in told.items():
        for size, pixels in SIZES.items():
            for language in ("fr", "en"):
                face = ConsoleFace(language, reduced_motion=True)
                shots = [(view, folder / f"{lesson}-{size}-{language}-{name}.png") for name, view in views]
                shoot("DealerConsole", shots, pixels, face)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
