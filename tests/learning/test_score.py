"""What a lesson is worth, to the millisecond and the point."""

from __future__ import annotations

import pytest

from controller.game.views import console
from controller.learning.attempt import moved
from controller.learning.lessons import Due
from controller.learning.score import PASSED, passes, points
from tests.game.test_voiding import antes_paid_by_a_card_keyed_wrongly

PAR_MS = 120_000


@pytest.mark.parametrize(
    ("time_ms", "left"),
    [
        (0, 10),
        (PAR_MS, 10),
        (PAR_MS + 1, 9),
        (PAR_MS * 3 // 2, 9),
        (PAR_MS * 3 // 2 + 1, 8),
        (PAR_MS * 2, 8),
        (PAR_MS * 2 + 1, 7),
        (PAR_MS * 100, 7),
    ],
)
def test_each_half_of_the_par_that_is_begun_beyond_it_costs_a_point_and_three_at_most(
    time_ms: int, left: int
) -> None:
    assert points(wrong=0, sums=0, time_ms=time_ms, par_ms=PAR_MS) == left


def test_a_wrong_tap_costs_one_and_a_wrong_sum_two_and_nobody_has_less_than_none() -> None:
    assert points(wrong=2, sums=0, time_ms=0, par_ms=PAR_MS) == 8
    assert points(wrong=0, sums=2, time_ms=0, par_ms=PAR_MS) == 6
    assert points(wrong=9, sums=3, time_ms=0, par_ms=PAR_MS) == 0


def test_seven_points_pass_with_every_sum_right_alone() -> None:
    assert passes(PASSED, 0)
    assert not passes(PASSED - 1, 0)
    assert not passes(10, 1)


def test_a_refund_that_takes_a_paid_ante_back_is_due_as_both() -> None:
    felt = antes_paid_by_a_card_keyed_wrongly().call_void()
    five, two = (console(felt.state)["seats"][seat - 1] for seat in (5, 2))
    assert moved(five, "RefundSeat") == Due(2000)
    assert moved(two, "RefundSeat") == Due(13_000, 2000)
