"""When a stage takes a touch again, and the short rests that suit a machine's finger."""

from __future__ import annotations

from typing import Final

from tests.ui.rests import touch_of
from ui.app import Stage

QUICK_REST_MS: Final = 20


def rests_shortly(stage: Stage) -> None:
    """A new layout, a key that changed its meaning and the place that was touched all rest, but shortly."""
    stage.window.setProperty("restMs", QUICK_REST_MS)
    touch = touch_of(stage)
    for name in ("settleMs", "keyRestMs"):
        touch.setProperty(name, QUICK_REST_MS)


def taken_again(stage: Stage) -> None:
    """A new layout takes touches again, and every key that changed its meaning has settled; a busy machine
    needs longer for it."""
    for _ in range(250):
        if not stage.window.property("settling") and not stage.window.property("unread"):
            return
        stage.settle(20)
    raise AssertionError("the layout never comes to rest")
