"""A night leaves Python's collector as it found it: who plays one in his own process has work of his own."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import closing

import pytest

from controller.boot.simulated import simulated_night
from controller.simulation.simulated_night import Night


@pytest.fixture
def as_before() -> Iterator[None]:
    """What the run of the tests has set aside is set aside again."""
    yield
    gc.freeze()


def play() -> None:
    with closing(simulated_night(rounds=1, seed=5)) as night:
        night.play()


def test_what_was_set_aside_before_a_night_stays_set_aside(as_before: None) -> None:
    gc.freeze()
    before = gc.get_freeze_count()
    limits = gc.get_threshold()
    play()
    assert gc.get_freeze_count() > before * 0.9, "a little of it was thrown away meanwhile"
    assert gc.get_threshold() == limits


def test_where_nothing_was_set_aside_nothing_is_left_so(as_before: None) -> None:
    gc.unfreeze()
    play()
    assert gc.get_freeze_count() == 0


def test_of_nights_that_are_over_no_more_than_one_is_left(as_before: None) -> None:
    gc.unfreeze()
    gc.collect()
    for _ in range(3):
        play()
    assert sum(isinstance(one, Night) for one in gc.get_objects()) <= 1
