"""The one object QML sees."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE_S
from ui.app import EXIT_BUG, LARGE, BrokenFace, Stage
from ui.bridge import Screen, plain

ROOT = Path(__file__).resolve().parents[2]


class TwoTongues:
    """A face with a language and nothing else."""

    def __init__(self) -> None:
        self.lang = "fr"

    def words(self, view: Mapping[str, Any]) -> dict[str, Any]:
        return {"said": f"{view['code']}.{self.lang}"}

    def take(self, tap: dict[str, Any]) -> bool:
        if tap["act"] != "language":
            return False
        self.lang = "en"
        return True


def test_the_language_is_changed_here_and_asked_of_nobody() -> None:
    asked: list[dict[str, Any]] = []
    screen = Screen(TwoTongues(), asked.append)
    screen.show({"code": "closed"})
    assert screen.view == {"said": "closed.fr"}
    screen.tap({"act": "language"})
    assert screen.view == {"said": "closed.en"}
    assert asked == []


def test_any_other_tap_is_asked_of_the_table_unchanged() -> None:
    asked: list[dict[str, Any]] = []
    screen = Screen(TwoTongues(), asked.append)
    screen.tap({"act": "BetPlay", "seat": 3, "multiple": 4})
    assert asked == [{"act": "BetPlay", "seat": 3, "multiple": 4}]


def test_the_same_picture_is_not_drawn_again() -> None:
    screen = Screen()
    changes: list[int] = []
    screen.viewChanged.connect(lambda: changes.append(1))
    screen.show({"clock": "21:00:00"})
    screen.show({"clock": "21:00:00"})
    screen.show({"clock": "21:00:01"})
    assert len(changes) == 2


def test_a_tap_without_an_act_is_a_bug() -> None:
    with pytest.raises(TypeError, match="without an act"):
        Screen().tap({"seat": 3})


def test_whole_numbers_come_back_whole() -> None:
    assert plain({"cents": 500.0, "list": [1.0, True, "x"]}) == {"cents": 500, "list": [1, True, "x"]}
    assert isinstance(plain(500.0), int)


def test_a_face_that_does_not_exist_is_said() -> None:
    stage = Stage("DealerConsole", Screen(), LARGE)
    assert stage.warnings == []
    stage.close()
    broken = Stage("NoSuchFace", Screen(), LARGE)
    assert any("NoSuchFace.qml" in warning for warning in broken.warnings)
    broken.close()
    assert issubclass(BrokenFace, RuntimeError)


def test_a_bug_in_a_slot_ends_the_screen_with_code_70() -> None:
    program = (
        "import ui.app as app\n"
        "from PySide6.QtCore import QTimer\n"
        "qt = app.application(); app.fail_loudly()\n"
        "QTimer.singleShot(0, lambda: {}['absent'])\n"
        "QTimer.singleShot(5000, lambda: qt.exit(3))\n"
        "raise SystemExit(qt.exec())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == EXIT_BUG
    assert "KeyError" in done.stderr
