"""`python -m tests.ui.console_pictures FOLDER`: the console in states that no running room shows by itself.

The tables are played by the core; nothing is drawn by hand.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from controller.game.views import console
from tests.ui.side_states import SIDE_STATES
from tests.ui.states import view_of
from ui.screen.console import ConsoleFace
from ui.shot import shoot

PICTURED: Final = {
    "dealer-verification": ("royal_half_seen", "right"),
    "dealer-opening": ("sheet_begun", "right"),
    "dealer-left-handed": ("preflop", "left"),
}
"""The name of a picture: the state of the table, and the side of the main key."""


def main(folder: Path) -> None:
    """The pictures are in the folder."""
    for name, (state, handed) in PICTURED.items():
        face = ConsoleFace("fr", handed=handed, reduced_motion=True)
        shoot("DealerConsole", [(view_of(state), folder / f"{name}.png")], wording=face)
    felt = SIDE_STATES["sides_settling_most"]()
    view = console(felt.state) | {"now_ms": felt.now_ms}
    face = ConsoleFace("fr", reduced_motion=True)
    shoot("DealerConsole", [(view, folder / "dealer-two-side-bets.png")], wording=face)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
