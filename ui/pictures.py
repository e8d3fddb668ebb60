"""An album of a night: one picture of a screen in each part of a round, the first time it is seen."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QTimer

from controller.screens.wire import ScreenRole
from ui.app import Stage

MOMENTS: Final = (
    "closed",
    "opening",
    "betting",
    "latched",
    "dealing",
    "preflop",
    "flop",
    "river",
    "showdown",
    "settling",
    "clearing",
    "verification",
)
"""The parts of a round in their order; their place in it numbers the files."""
REST_MS: Final = 200
"""How long after a view the scene is at rest: its cross-fades are over."""


def moment_of(view: Mapping[str, Any]) -> str:
    """The part of the round that a view shows; empty for one that is no picture's worth."""
    phase = str(view.get("phase", ""))
    checked = view.get("verification") or {}
    open_check = bool(checked) and not (checked["released"] or checked["refused"])
    if open_check or view.get("pending"):
        return "verification"
    if phase == "deciding":
        streets = view.get("streets")
        return str(streets[view["street"]]) if streets else "preflop"
    return phase if phase in MOMENTS else ""


class Album:
    """Keeps pictures of one screen in a folder, as `dealer-03-betting.png`.

    A part of the round is pictured when it has been on the screen for `REST_MS` without a new view, or at
    the last instant before the next part: so each picture shows the fullest state of its part.
    """

    def __init__(self, folder: Path, role: ScreenRole) -> None:
        self.stage: Stage | None = None
        self._folder = folder
        self._role = role
        self._kept: set[str] = set()
        self._moment = ""
        self._timer = QTimer()
        self._timer.setSingleShot(True)
        self._timer.setInterval(REST_MS)
        self._timer.timeout.connect(self._keep)

    def see(self, view: Mapping[str, Any]) -> None:
        """The view has arrived and is not shown yet."""
        moment = moment_of(view)
        if moment != self._moment:
            if self._timer.isActive():
                self._timer.stop()
                self._keep()
            self._kept.add(self._moment)
            self._moment = moment
        if moment and moment not in self._kept:
            self._timer.start()

    def _keep(self) -> None:
        if self.stage is None:
            return
        # A street of its own between flop and river is filed after the flop.
        number = MOMENTS.index(self._moment if self._moment in MOMENTS else "flop") + 1
        path = self._folder / f"{self._role}-{number:02d}-{self._moment}.png"
        if not self.stage.grab().save(str(path)):
            raise OSError(f"cannot write {path}")
