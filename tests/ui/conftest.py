"""Screens are drawn without a display, by the software renderer."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_QUICK_BACKEND"] = "software"
os.environ["QT_LOGGING_RULES"] = "qt.qpa.fonts=false"

from PySide6.QtCore import QSize

from tests.ui.at_rest import QUICK_REST_MS, taken_again
from tests.ui.touched_table import Table
from ui.app import Stage
from ui.bridge import Screen

Open = Callable[..., tuple[Stage, list[dict[str, object]]]]


@pytest.fixture
def open_stage(request: pytest.FixtureRequest) -> Iterator[Open]:
    """Opens a face on a worded map; gives the stage and the list of what its keys ask.

    A place that was touched rests for a moment that suits a machine's finger; a module whose `REAL_REST` is
    true has the product's own.
    """
    stages: list[Stage] = []

    def make(face: str, view: dict[str, object], size: QSize) -> tuple[Stage, list[dict[str, object]]]:
        asked: list[dict[str, object]] = []
        screen = Screen(ask=asked.append)
        screen.show(view)
        stage = Stage(face, screen, size)
        stages.append(stage)
        if not getattr(request.module, "REAL_REST", False):
            stage.window.setProperty("restMs", QUICK_REST_MS)
        stage.settle(260)
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
