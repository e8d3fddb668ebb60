"""In the place of a machine that cannot be driven on this computer: the table plays on and says so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from controller.game.inputs import Health, HealthObserved, Machine, Observation, TroubleObserved
from controller.game.requests import Request
from controller.ports import Deliver, Figures, LinkDown
from drivers.chips.pins import NoPins
from drivers.lines.links import MissingLibrary
from drivers.lines.port_faults import NO_LIBRARY, NO_PINS

CannotBeDriven: Final = (MissingLibrary, NoPins)


class AbsentMachine:
    """A machine that is absent as long as the program runs (`controller.ports.Driver`).

    Args:
        machine: which one.
        why: what is missing, one sentence with what to do.
    """

    def __init__(self, machine: Machine, why: MissingLibrary | NoPins) -> None:
        self.machine = machine
        self.why = str(why)
        self._code = NO_LIBRARY if isinstance(why, MissingLibrary) else NO_PINS

    def start(self, deliver: Deliver) -> None:
        """That it is not there is delivered, and nothing after it."""
        deliver(LinkDown(self._code))

    def stop(self) -> None:
        """There is nothing to close."""

    def receive(self, item: object, now_ms: int) -> Iterable[Observation]:
        """The machine is absent; that of the sensors is an alarm by itself."""
        if not isinstance(item, LinkDown):
            return []
        absent = HealthObserved(self.machine, Health.ABSENT, self._code)
        return (
            [absent] if self.machine is Machine.CHIPS else [TroubleObserved(self.machine, self._code), absent]
        )

    def tick(self, now_ms: int) -> Iterable[Observation]:
        """Nothing becomes of it."""
        return []

    @property
    def due_ms(self) -> int | None:
        """Never."""
        return None

    @property
    def figures(self) -> Figures:
        """It has no line."""
        return Figures()

    def ask(self, request: Request, now_ms: int) -> None:
        """What is asked of it nobody hears."""
