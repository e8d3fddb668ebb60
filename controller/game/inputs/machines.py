"""The machines of a table: which there are, how they do, what their lines carried."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = ["AWAY", "Health", "HostTrouble", "LineCount", "Machine", "MachineIdentity", "ShufflerMode"]


class Machine(StrEnum):
    """The machines of a table, in the order the console shows them."""

    SHUFFLER = "shuffler"
    SHOE = "shoe"
    CHIPS = "chips"
    BADGE = "badge"
    LINK = "link"


class Health(StrEnum):
    """How a machine does."""

    ABSENT = "absent"
    UP = "up"
    DEGRADED = "degraded"
    LOST = "lost"


class HostTrouble(StrEnum):
    """What may be wrong with the machine on which the table runs."""

    CLOCK = "clock"
    DISK_LOW = "disk_low"
    DISK_SLOW = "disk_slow"
    JOURNAL_MOVED = "journal_moved"
    CLOSED_JOURNAL = "closed_journal"
    REGISTER = "register"


AWAY: Final = frozenset({Health.LOST, Health.ABSENT})
"""A machine that does not answer."""


@dataclass(frozen=True, slots=True)
class LineCount:
    """What the line of a machine carried in the last `lasted_ms`, since it was counted before.

    Attributes:
        frames: messages heard whole.
        retries, damaged: messages that had to be said again, and what came and was thrown away.
        returns: how often the machine came back.
        answers: how many answers were timed; their `median_ms` and `slowest_ms`, None without any.
        celsius: what the machine says of its warmth, and the warmth that its maker allows; None from one
            without a thermometer.
    """

    machine: Machine
    lasted_ms: int
    frames: int
    retries: int = 0
    damaged: int = 0
    returns: int = 0
    answers: int = 0
    median_ms: int | None = None
    slowest_ms: int | None = None
    celsius: int | None = None
    limit_celsius: int | None = None


@dataclass(frozen=True, slots=True)
class MachineIdentity:
    """Which machine it is, as far as it says so itself or the settings of the table do.

    `digest` is the SHA-256 of its program in hex digits, or empty; `reference` is whether that is the
    program the house has approved (CS-15), None where the house named none.
    """

    machine: Machine
    model: str
    port: str = ""
    firmware: str = ""
    digest: str = ""
    reference: bool | None = None


class ShufflerMode(StrEnum):
    """What the shuffler does with a deck; sorting inhibits dealing (CS-14)."""

    SHUFFLE = "shuffle"
    SORT = "sort"
