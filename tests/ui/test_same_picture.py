"""A picture of the README is the same, whatever was drawn in the window before it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from controller.game.views import console
from tests.ui.pixels import bytes_of
from tests.ui.side_states import SIDE_STATES
from tests.ui.states import view_of
from ui.app import LARGE, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace
from ui.shot import shoot

View = dict[str, object]
HAIR: Final = 24
"""Of 255: what the outline of a large letter may differ by in one colour. It hangs on what the process drew
for hours before (11 was met once), and no eye sees it; a letter of the clock is another by 200."""


def settling() -> View:
    """What `dealer-two-side-bets` shows: lamps that are turned, letters that are drawn as outlines."""
    felt = SIDE_STATES["sides_settling_most"]()
    return console(felt.state) | {"now_ms": felt.now_ms}


def another() -> View:
    """A scene that shares hardly anything with it."""
    return dict(view_of("sheet_begun"))


def face() -> ConsoleFace:
    return ConsoleFace("fr", reduced_motion=True)


def kind_of(one: QObject) -> str:
    return str(one.metaObject().className())


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The picture, where the window has shown nothing else."""
    path = tmp_path_factory.mktemp("alone") / "picture.png"
    shoot("DealerConsole", [(settling(), path)], wording=face())
    return path


@pytest.mark.parametrize("before", [settling, another])
def test_what_was_shown_before_a_picture_leaves_no_trace_in_it(
    alone: Path, before: Callable[[], View], tmp_path: Path
) -> None:
    shots = [(before(), tmp_path / "before.png"), (settling(), tmp_path / "after.png")]
    shoot("DealerConsole", shots, wording=face())
    assert _apart(tmp_path / "after.png", alone) <= HAIR


def test_one_minute_of_the_clock_is_more_than_a_hair(alone: Path, tmp_path: Path) -> None:
    later = settling()
    later["now_ms"] = int(str(later["now_ms"])) + 60_000
    shoot("DealerConsole", [(later, tmp_path / "later.png")], wording=face())
    assert _apart(tmp_path / "later.png", alone) > HAIR


def _apart(one: Path, other: Path) -> int:
    """How far one colour of one pixel is from that of the other picture at most, of 255."""
    colours = [bytes_of(QImage(str(path))).astype(np.int16) for path in (one, other)]
    return int(np.abs(colours[0] - colours[1]).max())


def test_where_nothing_may_move_nothing_moves_in_the_first_picture_either() -> None:
    """The card faded in, and the renderer kept what the last frame but one had of it."""
    screen = Screen(face())
    screen.show(settling())
    stage = Stage("DealerConsole", screen, LARGE)
    try:
        moves = [one for one in stage.window.findChildren(QObject) if "NumberAnimation" in kind_of(one)]
        assert len(moves) >= 3, "the card, the ring of the seat in turn, the main key"
        assert [kind_of(one) for one in moves if one.property("running")] == []
    finally:
        stage.close()
