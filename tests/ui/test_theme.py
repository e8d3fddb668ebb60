"""The tokens of the screens: no colour and no motion of the console stands outside `Theme.qml`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

QML = Path(__file__).resolve().parents[2] / "ui" / "qml"
OF_THE_CONSOLE = sorted([*QML.glob("*.qml"), *(QML / "console").glob("*.qml")])
LONGEST_MS = 160
ROLLS = {"RollingFigures.qml": "root.rollMs", "PrimaryButton.qml": "Touch.restMs"}
"""What lasts longer: the meter rolls and the large key fills; both stand still where nothing may move."""


@pytest.mark.parametrize("file", OF_THE_CONSOLE, ids=lambda file: file.stem)
def test_every_colour_is_a_token(file: Path) -> None:
    if file.name == "Theme.qml":
        return
    text = re.sub(r"//.*", "", file.read_text("utf-8"))
    literal = re.findall(r'"#[0-9A-Fa-f]{3,8}"|Qt\.(?:rgba|hsla|darker|lighter|tint)\(', text)
    named = re.findall(r'color: "(?!transparent")[a-z]+"', text)
    assert literal + named == []


@pytest.mark.parametrize("file", OF_THE_CONSOLE, ids=lambda file: file.stem)
def test_nothing_moves_longer_than_a_blink_and_nothing_where_it_may_not(file: Path) -> None:
    text = file.read_text("utf-8")
    for kind, duration in re.findall(r"(\w*Animation)\b[^{]*\{[^{}]*?duration: ([^\n;}]+)", text):
        if kind == "PauseAnimation":
            continue  # a shape that blinks is there or is not
        still = re.fullmatch(r"Theme\.motion\((\d+)\)", duration.strip())
        if still is None:
            assert duration.strip() == ROLLS.get(file.name), f"{kind} {duration}"
        else:
            assert int(still[1]) <= LONGEST_MS, f"{kind} {duration}"


def test_every_length_of_a_motion_is_seen_by_the_test_before() -> None:
    """A form of writing it that is not looked for would pass in silence."""
    for file in OF_THE_CONSOLE:
        text = file.read_text("utf-8")
        told = re.findall(r"(\w*Animation)\b[^{]*\{[^{}]*?duration: ([^\n;}]+)", text)
        assert len(told) == text.count("duration:"), file.name


def test_what_rolls_stands_still_where_nothing_may_move() -> None:
    meter = (QML / "MeterDigits.qml").read_text("utf-8")
    assert meter.count("rollMs: Theme.motion(root.rollMs)") == meter.count("RollingFigures {") == 2
    key = (QML / "console" / "PrimaryButton.qml").read_text("utf-8")
    assert "Theme.reducedMotion ? 0 : root.filled" in key


def test_a_token_is_used() -> None:
    """A colour that nobody draws with is a colour that somebody believes in."""
    theme = (QML / "Theme.qml").read_text("utf-8")
    names = re.findall(r"readonly property (?:color|real|int) (\w+):", theme)
    drawn = theme + "".join(
        file.read_text("utf-8") for file in QML.rglob("*.qml") if file.name != "Theme.qml"
    )
    unused = [
        name
        for name in names
        if not re.search(rf"\bTheme\.{name}\b", drawn) and len(re.findall(rf"\b{name}\b", theme)) < 2
    ]
    assert unused == []
