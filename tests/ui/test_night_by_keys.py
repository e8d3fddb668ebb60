"""A simulated night on a keyboard alone: whatever its people do at the table has its keys."""

from __future__ import annotations

from typing import Any

import pytest

from controller.boot.simulated import simulated_night
from tests.ui.rests import touch_of
from tests.ui.test_night_by_touch import AtTheConsole
from tests.ui.touches import steps
from tests.ui.typist import Typist

pytestmark = pytest.mark.slow
REST_MS = 3


class AtTheKeyboard(AtTheConsole):
    """Somebody who has no finger."""

    def __init__(self, table: Any, ask: Any) -> None:
        super().__init__(table, ask)
        self._typist = Typist(self._stage)
        touch = touch_of(self._stage)
        for name in ("restMs", "settleMs", "keyRestMs"):
            touch.setProperty(name, REST_MS)
        self._stage.window.setProperty("restMs", REST_MS)

    def does(self, tap: dict[str, Any]) -> object | None:
        """The act is done by keys; what the table answered."""
        self._refused = None
        self._show()
        for step in steps(tap, self):
            self._typist.does(step)
            self._show()
        self.acts.add(tap["act"])
        return self._refused


@pytest.mark.long
def test_whatever_the_people_of_a_night_do_can_be_keyed() -> None:
    night = simulated_night(rounds=4, seed=3, faults="some")
    place = night.night.tables[0]
    hand = AtTheKeyboard(place.table, place.dealer._tap)  # type: ignore[attr-defined]
    place.dealer._tap = hand.does  # type: ignore[attr-defined]
    try:
        played = night.play()
    finally:
        night.close()
        warned = hand.close()
    assert warned == []
    assert played["rounds"] >= 4
    assert {"EnterPin", "CountPieces", "SetStakes", "CloseBets", "SettleSeat", "CloseTable"} <= hand.acts
