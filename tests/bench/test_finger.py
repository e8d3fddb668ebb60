"""The finger of the pit's bench judges a tap by what a hand could have seen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint

from tests.bench.finger import BLIND_S, Touched

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
