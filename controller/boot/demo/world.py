"""What is around the machines of a demonstrated table: link, display, clock, power, seed and scripts.

It is broken where it stands: the link at the way to the book, the clock at the watch over the machine, the
power by killing the table's own process. Display, seed and scripts are asked of who started the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from controller.boot.demo.plan import Plan, read_around
from controller.boot.demo.same_order import SameOrder
from controller.boot.practice import Way
from controller.boot.rehearsal.around import SET_BY_S
from controller.clock import wall_ms

SLOW_S: Final = 2.0
SEED_MAX: Final = 10**12
DISPLAYS: Final = ("up", "gone", "frozen")
ONE_NIGHT: Final = "one_night"


class DemoWorld:
    """Of one table; `controller.boot.rehearsal.around.Around` for its script, `World` for its panel.

    Args:
        folder: of the demonstration.
        ask: tells who started this table.
    """

    def __init__(
        self, folder: Path, plan: Plan, table: str, way: Way, ask: Callable[[Mapping[str, Any]], None]
    ) -> None:
        self.plan = plan
        self.cut_due = ""
        self.per_hour = 0
        self.order: SameOrder | None = None
        self._folder = folder
        self._table = table
        self._way = way
        self._ask = ask
        self._clock_s = 0
        self._display: str = read_around(folder)["display"].get(table, "up")

    def wall(self) -> int:
        """What the machine's clock shows, as it was set."""
        return wall_ms() + 1_000 * self._clock_s

    def displays(self, showing: int | None) -> int | None:
        """How many displays the table counts, of those that are found to show (`controller.screens.server`).

        One at least, as long as none is broken here: its window may lie under another, or may not be there at
        all. A script's night counts as a real table does.
        """
        return showing if self.order is not None or self._display != "up" else max(1, showing or 0)

    @property
    def link_lost(self) -> bool:
        """The line to the jackpot's book is broken here."""
        return self._way.lost

    @property
    def left(self) -> tuple[bool, float, int]:
        """Link and clock as they were broken: no program that starts again mends a line or a clock."""
        return self._way.lost, self._way.slow_s, self._clock_s

    @left.setter
    def left(self, was: tuple[bool, float, int]) -> None:
        self._way.lost, self._way.slow_s, self._clock_s = was

    # --- for the panel --------------------------------------------------------------------------------

    def look(self) -> dict[str, Any]:
        """As `World`."""
        told = read_around(self._folder)
        way = self._way
        return {
            "seed": self.plan.seed,
            "command": self.plan.command,
            "link": "lost" if way.lost else "slow" if way.slow_s else "up",
            "display": told["display"].get(self._table, "up"),
            "clock_s": self._clock_s,
            "restarts": told["restarts"].get(self._table, 0),
            "per_hour": self.per_hour,
            "scripts": told["scripts"],
        }

    def act(self, tap: Mapping[str, Any]) -> str:
        """As `World`."""
        match tap["act"]:
            case "link":
                self._way.lost, self._way.slow_s = LINKS[tap["link"]]
            case "display":
                self._show(DISPLAYS[DISPLAYS.index(tap["display"])])
            case "clock":
                self._clock_s += _whole(tap["by_s"], 100 * 3_600)
            case "power":
                self.cut_due = {"power": "power", "program": "program"}[tap["cut"]]
            case "seed":
                self._ask({"ask": "seed", "seed": abs(_whole(tap["seed"], SEED_MAX))})
            case _:
                return self._script(str(tap["name"]))
        return ""

    def keep_pace(self, pace: float) -> None:
        """The nights that begin anew, and the scripts that follow, have this pace too."""
        self._ask({"ask": "pace", "pace": pace})

    def _script(self, name: str) -> str:
        if self.plan.tables > 1:
            return ONE_NIGHT
        known = {one["name"] for one in read_around(self._folder)["scripts"]}
        if name not in (*known, "", "*"):
            raise ValueError(f"no script {name[:40]!r}")
        self._ask({"ask": "script", "name": name})
        return ""

    def _show(self, state: str) -> None:
        self._display = state
        if self.order is not None:
            self.order.display(shows=state == "up")
        self._ask({"ask": "display", "table": self._table, "state": state})

    # --- for a script ---------------------------------------------------------------------------------

    def cut(self) -> None:
        """As `Around`: once this look is over, so that what was done in it is remembered."""
        self.cut_due = "program"

    def link(self, *, lost: bool) -> None:
        """As `Around`."""
        self._way.lost = lost

    def display(self, state: str) -> None:
        """As `Around`."""
        self._show("up" if state == "back" else state)

    def clock(self, state: str) -> None:
        """As `Around`."""
        self._clock_s = SET_BY_S[state]

    def look_on(self) -> None:
        """Displays are counted by their frames, and the clock is watched."""


LINKS: Final[Mapping[str, tuple[bool, float]]] = {
    "up": (False, 0.0),
    "slow": (False, SLOW_S),
    "lost": (True, 0.0),
}


def _whole(value: object, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > most:
        raise ValueError(f"{value!r} is no whole number up to {most}")
    return value
