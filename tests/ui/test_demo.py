"""The demonstration as a newcomer starts it: without a display it ends by itself, with pictures."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from ui.__main__ import quarter_of
from ui.pictures import MOMENTS, moment_of


def test_without_a_display_the_night_is_played_and_every_screen_is_pictured(tmp_path: Path) -> None:
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    done = subprocess.run(
        [sys.executable, "-m", "controller.cli", "demo", "--pictures", str(tmp_path / "out")],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert str(tmp_path / "out") in done.stdout
    pictures = sorted((tmp_path / "out").glob("*.png"))
    for role in ("dealer", "jackpot", "pit"):
        assert len([path for path in pictures if path.name.startswith(role)]) >= 6
    assert {"dealer-09-showdown.png", "dealer-12-verification.png"} <= {path.name for path in pictures}
    for path in pictures:
        image = QImage(str(path))
        assert (image.width(), image.height()) == (1920, 1080)
        colours = {image.pixel(x, y) for x in range(0, 1920, 16) for y in range(0, 1080, 16)}
        assert len(colours) > 8, f"{path.name} is empty"
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("view", "moment"),
    [
        ({"phase": "betting"}, "betting"),
        ({"phase": "deciding", "streets": ["preflop", "flop", "river"], "street": 1}, "flop"),
        ({"phase": "showdown", "verification": {"released": False, "refused": ""}}, "verification"),
        ({"phase": "showdown", "verification": {"released": True, "refused": ""}}, "showdown"),
        ({"phase": "showdown", "pending": True}, "verification"),
        ({"screen": "simulator"}, ""),
    ],
)
def test_a_picture_is_named_after_its_part_of_the_round(view: dict[str, object], moment: str) -> None:
    assert moment_of(view) == moment
    assert moment in (*MOMENTS, "")


def test_the_four_quarters_of_a_display_do_not_overlap() -> None:
    whole = QRect(0, 27, 1920, 1053)
    quarters = [quarter_of(whole, number) for number in range(1, 5)]
    assert all(whole.contains(quarter) for quarter in quarters)
    for at, one in enumerate(quarters):
        assert not any(one.intersects(other) for other in quarters[at + 1 :])
