"""A simulated night at the console: whatever its people do at the table, a finger can do on the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from PySide6.QtQuick import QQuickItem

from controller.boot.simulated import simulated_night
from controller.game.views import console
from controller.table.table import Table
from tests.ui.scene import controls
from tests.ui.side_states import HOUSE
from tests.ui.touches import carries, steps
from ui.app import COMPACT, Stage
from ui.bridge import Screen
from ui.meant import unaimed
from ui.screen.console import ConsoleFace

Ask = Callable[[dict[str, Any]], object | None]


class AtTheConsole:
    """Somebody who does each act by the keys of the console, one after the other."""

    def __init__(self, table: Table, ask: Ask) -> None:
        self.touches = 0
        self.acts: set[str] = set()
        self.staked: set[str] = set()
        self._table, self._ask = table, ask
        self._refused: object | None = None
        self._screen = Screen(ConsoleFace(reduced_motion=True), self._asked)
        self._screen.show(console(table.state))
        self._stage = Stage("DealerConsole", self._screen, COMPACT)

    @property
    def view(self) -> Mapping[str, Any]:
        return console(self._table.state)

    def key(self, tap: Mapping[str, Any]) -> QQuickItem | None:
        for touch in controls(self._stage.window):
            key = touch.parentItem()
            if key.property("live") and carries(key.property("tap"), tap):
                return key
        return None

    def does(self, tap: dict[str, Any]) -> object | None:
        """The act is done by touches, or has no key because the table refuses it; what it answered."""
        self._refused = None
        self._show()
        done: list[dict[str, Any]] = []
        for step in steps(tap, self):
            key = self.key(step)
            if key is None:  # a card that lies open elsewhere has none, and the table would refuse it
                refused = self._ask(tap)
                assert refused is not None, f"no key for {step} of {tap}; there are {self.keys()}"
                self._shut(done)
                return refused
            done.append(key.property("tap"))
            self._screen.tap(done[-1])
            self.touches += 1
            self._show()
        self.acts.add(tap["act"])
        self.staked |= {spot for seat in self.view["seats"] for spot in seat["stakes"]}
        return self._refused

    def _shut(self, done: list[dict[str, Any]]) -> None:
        """The sheet that was opened in vain is shut by its own key."""
        for tap in done[-1:]:
            if tap["act"] == "local.sheet":
                self._screen.tap(tap)
                self._show()

    def keys(self) -> list[str]:
        taps = (touch.parentItem().property("tap") for touch in controls(self._stage.window))
        return sorted({" ".join(str(word) for word in tap.values()) for tap in taps if tap})

    def close(self) -> list[str]:
        self._stage.close()
        return list(self._stage.warnings)

    def _asked(self, tap: dict[str, Any]) -> None:
        self._refused = self._ask(unaimed(tap))

    def _show(self) -> None:
        self._screen.show(console(self._table.state))
        self._stage.settle(1)


def played_by_touch(rounds: int, seed: int, faults: str, profile: str = "fr-55-20-2021") -> AtTheConsole:
    """A night whose people do everything at the console; who was at it."""
    night = simulated_night(rounds=rounds, seed=seed, faults=faults, profile=profile)
    place = night.night.tables[0]
    finger = AtTheConsole(place.table, place.dealer._tap)  # type: ignore[attr-defined]
    place.dealer._tap = finger.does  # type: ignore[attr-defined]
    try:
        played = night.play()
    finally:
        night.close()
        warned = finger.close()
    assert warned == []
    assert played["rounds"] >= rounds
    return finger


@pytest.mark.long
def test_whatever_the_people_of_a_night_do_has_its_keys_on_the_console() -> None:
    finger = played_by_touch(4, 3, "some")
    assert {"EnterPin", "CountPieces", "SetStakes", "CloseBets", "SettleSeat"} <= finger.acts
    assert {"AnnounceLastDeals", "ShowEmpty", "BeginClosing", "SignCash", "CloseTable"} <= finger.acts


@pytest.mark.long
def test_people_stake_both_side_bets_of_a_house_by_its_keys() -> None:
    assert {"trips", "pocket"} <= played_by_touch(4, 3, "none", str(HOUSE)).staked


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 9))
def test_so_it_does_in_a_night_in_which_everything_goes_wrong(seed: int) -> None:
    finger = played_by_touch(12, seed, "hard")
    assert {"SeeAlarm", "ShowEmpty", "CloseTable"} <= finger.acts
