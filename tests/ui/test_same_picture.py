"""A picture of the README is the same to the last pixel, whatever was drawn in the window before it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from controller.game.views import console
from tests.ui.side_states import SIDE_STATES
from tests.ui.states import view_of
from ui.app import LARGE, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace
from ui.shot import shoot

View = dict[str, object]


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
def alone(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The picture, where the window has shown nothing else."""
    path = tmp_path_factory.mktemp("alone") / "picture.png"
    shoot("DealerConsole", [(settling(), path)], wording=face())
    return path.read_bytes()


@pytest.mark.parametrize("before", [settling, another])
def test_what_was_shown_before_a_picture_leaves_no_trace_in_it(
    alone: bytes, before: Callable[[], View], tmp_path: Path
) -> None:
    shots = [(before(), tmp_path / "before.png"), (settling(), tmp_path / "after.png")]
    shoot("DealerConsole", shots, wording=face())
    same = (tmp_path / "after.png").read_bytes() == alone
    assert same  # where two pictures differ byte by byte says nothing, and takes half an hour to find


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
