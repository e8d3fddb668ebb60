"""What every observation is, and those of displays, clock and screens."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DisplaysObserved", "Observation", "ScreenGarbageObserved", "TimeObserved"]


@dataclass(frozen=True, slots=True)
class Observation:
    """Something a machine, a worker or the clock reports."""


@dataclass(frozen=True, slots=True)
class DisplaysObserved(Observation):
    """So many displays of the jackpot have lately said that they show it."""

    count: int


@dataclass(frozen=True, slots=True)
class TimeObserved(Observation):
    """A deadline that the table asked for has come; it is now `at_ms`."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class ScreenGarbageObserved(Observation):
    """A screen sent what is no intent."""

    screen: str
    why: str
