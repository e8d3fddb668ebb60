"""What a table knows of the lines to its machines: how they did of late, and who is at the other end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from controller.game.inputs import Machine, MachineIdentity

FRAMES_ENOUGH: Final = 300
"""Fewer messages than that say nothing about a line: three of them are one in a hundred."""
MACHINES: Final = tuple(Machine)


@dataclass(frozen=True, slots=True)
class LineWindow:
    """The latest counts of a line, as many as it takes to say something of it: (whole, repeated) each.

    `repeated` are the messages said again and those that came damaged.
    """

    counts: tuple[tuple[int, int], ...] = ()

    @property
    def permille(self) -> int | None:
        """How many in a thousand were repeated; None while too few were heard to say so."""
        whole, repeated = (sum(parts) for parts in zip(*self.counts, strict=True)) if self.counts else (0, 0)
        return 1000 * repeated // (whole + repeated) if whole + repeated >= FRAMES_ENOUGH else None


@dataclass(frozen=True, slots=True)
class Lines:
    """The line of each machine, and which machine it is, of those that said so."""

    windows: tuple[LineWindow, ...] = (LineWindow(),) * len(Machine)
    identities: tuple[MachineIdentity, ...] = ()

    def of(self, machine: Machine) -> LineWindow:
        """How its line did of late."""
        return self.windows[MACHINES.index(machine)]

    def identity(self, machine: Machine) -> MachineIdentity | None:
        """Which machine stands there, None for one that never said so."""
        return next((known for known in self.identities if known.machine is machine), None)


NO_LINES: Final = Lines()
