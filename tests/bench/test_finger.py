"""The finger of the pit's bench judges a tap by what a hand could have seen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRectF

from tests.bench.finger import BLIND_S, Touched, is_second

PRESSED_S = 10.0
JUST, LONG_AGO = PRESSED_S - 0.9 * BLIND_S, PRESSED_S - 1.1 * BLIND_S


@pytest.mark.parametrize(
    ("frames", "means"),
    [
        ([(LONG_AGO, "a")], {"a"}),
        ([(LONG_AGO, "a"), (JUST, "b")], {"a", "b"}),
        ([(0.0, "a"), (LONG_AGO, "b")], {"b"}),
        ([(0.0, "a"), (LONG_AGO, "b"), (JUST, "c")], {"b", "c"}),
        ([(0.0, "a"), (JUST, "")], {"a", ""}),
    ],
)
def test_a_tap_means_what_the_last_frame_shows_or_one_that_it_has_just_replaced(
    frames: list[tuple[float, str]], means: set[str]
) -> None:
    tap = Touched(QPoint(), {"act": "ask"})
    tap.under, tap.pressed_s = frames, PRESSED_S
    assert tap.could_mean() == means
    tap.blind = True
    assert tap.could_mean() == means | {""}, "what the tap before did was on no frame yet"


ASKED = QPoint(100, 100)
KEY, OTHER = QRectF(90, 90, 50, 20), QRectF(110, 90, 50, 20)


@pytest.mark.parametrize(
    ("aimed", "came_down_on", "drawn", "here", "second"),
    [
        ("ask", "ask", KEY, KEY, True),
        ("look", "ask", KEY, KEY, True),
        ("ask", "ask", KEY, OTHER, True),
        ("ask", "ask", OTHER, OTHER, False),
        ("ask", "look", KEY, KEY, False),
    ],
)
def test_a_tap_is_a_second_one_by_what_lies_under_it_as_it_comes_down(
    aimed: str, came_down_on: str, drawn: QRectF, here: QRectF, second: bool
) -> None:
    """A signature at UTH-28 was taken for lost: the finger may have aimed at what did not ask a table."""
    tap = Touched(QPoint(120, 100), {"act": aimed})
    tap.under, tap.pressed_s, tap.reach = [(LONG_AGO, f'{{"act": "{came_down_on}"}}')], PRESSED_S, drawn
    assert is_second(tap, [here], [ASKED]) is second
