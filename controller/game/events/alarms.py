"""Alarms, from the cause to the end."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.events.event import Event

__all__ = [
    "AlarmCauseTold",
    "AlarmCleared",
    "AlarmEscalated",
    "AlarmRaised",
    "AlarmSeen",
    "AlarmSilenced",
]


@dataclass(frozen=True, slots=True)
class AlarmRaised(Event):
    """Something needs a person. `code` as in the catalogue (`A-202`); no card is ever named.

    `frame` is the machine's frame that raised it, 0 when none did.
    """

    alarm: int
    code: str
    priority: int
    seat: int = 0
    detail: str = ""
    frame: int = 0


@dataclass(frozen=True, slots=True)
class AlarmSeen(Event):
    """The alarm was acknowledged at this screen; a machine's warning by a chef, with his reason (CS-07).

    `person` is whose card was read there, or empty; `screen` is `console`, `pit` or `chef`.
    """

    alarm: int
    person: str = ""
    reason: str = ""
    screen: str = "console"


@dataclass(frozen=True, slots=True)
class AlarmSilenced(Event):
    """The sound of the alarm was stopped; it still waits to be acknowledged."""

    alarm: int


@dataclass(frozen=True, slots=True)
class AlarmEscalated(Event):
    """Nobody at the table has seen the alarm in time: the pit is called (screens, section 8.1)."""

    alarm: int


@dataclass(frozen=True, slots=True)
class AlarmCauseTold(Event):
    """The cause of a machine's warning is gone, or there again and heard again; it stays until a chef
    acknowledges it."""

    alarm: int
    there: bool


@dataclass(frozen=True, slots=True)
class AlarmCleared(Event):
    """The cause of the alarm is gone."""

    alarm: int
