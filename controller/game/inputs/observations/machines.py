"""What the machines say of themselves."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.game.inputs.machines import (
    Health,
    HostTrouble,
    LineCount,
    Machine,
    MachineIdentity,
    ShufflerMode,
)
from controller.game.inputs.observations.observation import Observation

__all__ = [
    "HeadsObserved",
    "HealthObserved",
    "HostObserved",
    "IdentityObserved",
    "LinesObserved",
    "ShownEmptyObserved",
    "ShufflerObserved",
    "TroubleObserved",
]


@dataclass(frozen=True, slots=True)
class HealthObserved(Observation):
    """A machine came, went, or does badly. `detail` is a code or a short fact, never a card."""

    machine: Machine
    health: Health
    detail: str = ""


@dataclass(frozen=True, slots=True)
class TroubleObserved(Observation):
    """A machine reports a trouble of its own (jam, lid, foreign message) or its end (`active` False)."""

    machine: Machine
    code: str
    active: bool = True


@dataclass(frozen=True, slots=True)
class HostObserved(Observation):
    """The machine on which the table runs has this trouble, or has it no more (`active` False).

    `detail` is a figure: `64` MiB left, `took_2300` ms for one entry, `ahead_3600` or `behind_3600` seconds,
    or the name of the file that is not where it was.
    """

    trouble: HostTrouble
    active: bool = True
    detail: str = ""


@dataclass(frozen=True, slots=True)
class LinesObserved(Observation):
    """The lines of these machines were counted: now and then, and when one of them came or went."""

    lines: tuple[LineCount, ...]


@dataclass(frozen=True, slots=True)
class HeadsObserved(Observation):
    """A witness told how far the journals of other tables go: signed heads, a line each, at this instant."""

    heads: tuple[str, ...]
    at_ms: int


@dataclass(frozen=True, slots=True)
class IdentityObserved(Observation):
    """The machine that answers is this one."""

    identity: MachineIdentity


@dataclass(frozen=True, slots=True)
class ShufflerObserved(Observation):
    """The shuffler's own state. `deck_out` is the colour of the deck ready to be dealt, or empty.

    `recovery` is what a person has to do next after a jam, by the machine's own stages, or empty (CS-18).
    """

    mode: ShufflerMode
    deck_in: str
    deck_out: str
    count: int
    shuffled: bool
    lid_open: bool = False
    cut_card: bool = True
    recovery: str = ""
    frame: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ShownEmptyObserved(Observation):
    """The shuffler was shown on purpose: whether its lid is open, and how many cards are inside."""

    lid_open: bool
    cards: int
