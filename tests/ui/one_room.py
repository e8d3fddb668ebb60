"""One running room for the pictures of the README: eight simulated tables, all looked at in one instant.

The night is played in virtual time by one seed, so that the same instant comes on every machine. It is the
first one after `WARM_MS` in which the room has much to show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.boot.simulated import SimulatedNight, simulated_night
from controller.game import views
from controller.game.state import Phase, TableState
from controller.house.answers import Answers
from controller.house.archive import House
from controller.journal.keys import simulated_keys
from tests.ui.told_house import Told
from ui.screen.room import Seen

SEED: Final = 2021
TABLES: Final = 8
ROUNDS: Final = 4_000
"""More than are played until then, so that no table closes."""
WARM_MS: Final = 16 * 60_000
STEP_MS: Final = 500
STEPS_MAX: Final = 2_400
PHASES_MIN: Final = 4
FULL_MIN: Final = 6
"""At so many tables somebody plays."""
LAST_STREET: Final = 2

View = Mapping[str, Any]


@dataclass(frozen=True)
class OneRoom:
    """What all screens of the room show in this instant.

    `settles` and `decides` are the names of the tables whose consoles are pictured.
    """

    states: Mapping[str, TableState]
    now_ms: int
    house: Told
    settles: str
    decides: str

    @property
    def seen(self) -> list[Seen]:
        """Every table as the pit sees it."""
        return [Seen(name, views.pit(state), self.now_ms) for name, state in self.states.items()]

    def console(self, table: str) -> dict[str, Any]:
        """What the console of this table shows."""
        return {**views.console(self.states[table]), "now_ms": self.now_ms}

    def display(self, table: str) -> dict[str, Any]:
        """What the jackpot display of this table shows."""
        return {**views.display(self.states[table])}


@contextmanager
def one_room(folder: Path) -> Iterator[OneRoom]:
    """The room in its instant; its journals are in the folder."""
    night = simulated_night(rounds=ROUNDS, seed=SEED, tables=TABLES, faults="some", journal=folder)
    with closing(night):
        settles, decides = _its_instant(night)
        states = {place.table.state.facts.table: place.table.state for place in night.night.tables}
        with closing(House([folder], ":memory:")) as house:
            house.read_all()
            told = Told(Answers(house, signer=simulated_keys(SEED, "house").signer))
            yield OneRoom(states, night.night.timeline.clock.now_ms(), told, settles, decides)


def _its_instant(night: SimulatedNight) -> tuple[str, str]:
    """It is the instant of the pictures; a table that settles, and one at its last decisions."""
    clock = night.night.timeline.clock
    night.night.begin()
    night.night.pass_time(clock.now_ms() + WARM_MS)
    for _ in range(STEPS_MAX):
        states = [place.table.state for place in night.night.tables]
        settles = [one.facts.table for one in states if _settles(one)]
        decides = [one.facts.table for one in states if _decides(one)]
        phases = {one.phase for one in states}
        agreed = len({one.jackpot.meter_cents for one in states}) == 1
        alarms = any(one.alarms or one.held for one in states)
        full = sum(bool(one.players) for one in states) >= FULL_MIN
        if settles and decides and agreed and alarms and full and len(phases) >= PHASES_MIN:
            return settles[0], decides[0]
        night.night.pass_time(clock.now_ms() + STEP_MS)
    raise AssertionError("the room never has enough to show")


def _settles(state: TableState) -> bool:
    """Some seats are settled and some are not, nobody holds it."""
    quiet = state.phase is Phase.SETTLING and not state.held and not state.alarms and len(state.players) > 3
    return quiet and _is_paid(views.console(state))


def _is_paid(view: View) -> bool:
    """The seat whose turn it is wins on several spots, another loses, and one is settled."""
    seats = view["seats"]
    paid = [line for line in seats[view["turn"] - 1]["lines"] if line["paid_cents"]] if view["turn"] else []
    results = {seat["result"] for seat in seats}
    return len(paid) > 1 and "lose" in results and any(seat["settled_ms"] for seat in seats)


def _decides(state: TableState) -> bool:
    there = state.round
    last = there is not None and there.street == LAST_STREET
    return state.phase is Phase.DECIDING and last and not state.held and not state.alarms
