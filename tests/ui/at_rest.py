"""When a stage takes a touch again, and the short rest that suits a machine's finger."""

from __future__ import annotations

from typing import Final

from ui.app import Stage

QUICK_REST_MS: Final = 60


def taken_again(stage: Stage) -> None:
    """A new layout takes touches again, and every key that changed its meaning has settled; a busy machine
    needs longer for it."""
    for _ in range(250):
        if not stage.window.property("settling"):
            return
        stage.settle(20)
    raise AssertionError("the layout never comes to rest")
