"""The bar at the top with everything that can be in it at once: nothing of it is covered."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize

from controller.game.inputs import Role
from controller.game.views import console
from tests.ui.payment_states import released
from tests.ui.scene import area, faults, items, words
from ui.app import COMPACT, LARGE, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace


@pytest.mark.parametrize("size", [COMPACT, LARGE], ids=["1280", "1920"])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_simulation_mark_covers_nothing_beside_two_badges_and_a_slip(size: QSize, language: str) -> None:
    """Findings dealer 6: it lay over the limits and the machines' squares."""
    felt = released().badge("Chef 1", Role.CHEF)
    screen = Screen(ConsoleFace(language, reduced_motion=True))
    screen.show(console(felt.state) | {"now_ms": felt.now_ms})
    assert len(screen.view["facts"]) == 5
    stage = Stage("DealerConsole", screen, size)
    stage.settle(300)
    (mark,) = [area(one) for one in items(stage.window) if one.property("word") in said(screen)]
    beside = [text for text in words(stage.window) if text.text not in said(screen)]
    assert [text.text for text in beside if text.ink.intersects(mark)] == []
    (devices,) = [one for one in items(stage.window) if one.objectName() == "devices"]
    assert not area(devices).intersects(mark)
    assert [one for one in faults(stage.window) if "leaves" in one or "lies over" in one] == []
    stage.close()


def said(screen: Screen) -> tuple[str, str]:
    """The mark's words, long and short."""
    return screen.view["simulation"], screen.view["simulation_short"]
