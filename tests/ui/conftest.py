"""Screens are drawn without a display, by the software renderer."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_QUICK_BACKEND"] = "software"
os.environ["QT_LOGGING_RULES"] = "qt.qpa.fonts=false"

from PySide6.QtCore import QSize

from tests.ui.at_rest import rests_shortly, taken_again
from tests.ui.touched_table import Table
from ui.app import Stage
from ui.bridge import Screen

Open = Callable[..., tuple[Stage, list[dict[str, object]]]]


@pytest.fixture
def open_stage(request: pytest.FixtureRequest) -> Iterator[Open]:
    """Opens a face on a worded map; gives the stage and the list of what its keys ask.

    What rests does so for a moment that suits a machine's finger, and nothing fades; a module whose
    `REAL_REST` is true has the product's own rests and motion.
    """
    stages: list[Stage] = []
    real = getattr(request.module, "REAL_REST", False)

    def make(face: str, view: dict[str, object], size: QSize) -> tuple[Stage, list[dict[str, object]]]:
        asked: list[dict[str, object]] = []
        screen = Screen(ask=asked.append)
        screen.show(view if real else view | {"reduced_motion": True})
        stage = Stage(face, screen, size)
        stages.append(stage)
        if not real:
            rests_shortly(stage)
        stage.settle(260 if real else 20)
        taken_again(stage)
        return stage, asked

    yield make
    for stage in stages:
        warned = list(stage.warnings)
        stage.close()
        assert warned == []


@pytest.fixture
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    """A console on the real core; a module whose `REAL_REST` is true has the product's own rests."""
    made = Table(real_rest=getattr(request.module, "REAL_REST", False))
    yield made
    warned = list(made.stage.warnings)
    made.stage.close()
    assert warned == []
