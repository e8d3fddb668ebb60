"""What is around the machines of a rehearsed table, as a script breaks it: program, link, display, clock."""

from __future__ import annotations

from typing import Final, Protocol

from controller.boot.practice import Way
from controller.boot.simulated import SimulatedNight
from controller.game.inputs import DisplaysObserved, HostObserved, HostTrouble
from controller.game.requests import ReadMeter

SET_BY_S: Final = {"ahead": 3_600, "behind": -3_600, "right": 0}
"""How far a script sets the machine's clock from the true time, in seconds."""


class Around(Protocol):
    """Where a script's night is played: in virtual time, or at the screens of a demonstration."""

    def cut(self) -> None:
        """The program dies and is started again."""
        ...

    def link(self, *, lost: bool) -> None:
        """The way to the jackpot's book is cut or mended."""
        ...

    def display(self, state: str) -> None:
        """The jackpot's display is `gone`, `frozen` or `back`."""
        ...

    def clock(self, state: str) -> None:
        """The machine's clock is set `ahead`, `behind` or `right` (`SET_BY_S`)."""
        ...

    def look_on(self) -> None:
        """Somebody looks at the table: what it is told anew after each start has been told."""
        ...


class NightAround:
    """A simulated night: what a screen or the host would observe is put into the table's inbox."""

    def __init__(self, night: SimulatedNight, way: Way) -> None:
        self._night = night
        self._way = way
        self._displays = 1

    def cut(self) -> None:
        """As `Around`."""
        self._night.start_again()

    def link(self, *, lost: bool) -> None:
        """As `Around`; the table finds out when it next asks."""
        self._way.lost = lost
        built = self._night.built[0]
        if lost and built.place.table.state.money is None:
            built.life.book.ask(ReadMeter())  # as the heart of the link does

    def display(self, state: str) -> None:
        """As `Around`: one that shows nothing new is none, dead or frozen."""
        self._displays = 1 if state == "back" else 0
        self.look_on()

    def clock(self, state: str) -> None:
        """As `Around`: told as the watch over a real machine tells it."""
        by_s = SET_BY_S[state]
        seen = HostObserved(HostTrouble.CLOCK, detail=f"{state}_{abs(by_s)}")
        self._put(seen if by_s else HostObserved(HostTrouble.CLOCK, active=False))

    def look_on(self) -> None:
        """As `Around`: how many displays work, where the table counts them."""
        state = self._night.built[0].place.table.state
        if state.facts.display_required and state.displays != self._displays:
            self._put(DisplaysObserved(self._displays))

    def _put(self, seen: object) -> None:
        self._night.built[0].life.pump.put(seen)
