"""What the bet spots told, and where a hand stands in for them."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.events.event import Event
from controller.game.inputs import SensorMove, SpotSense

__all__ = [
    "HandLampsAllowed",
    "HandLampsEnded",
    "LampTouched",
    "SeatSetByHand",
    "SensorDoubted",
    "SensorProven",
    "SensorsMoved",
    "SpotsSensed",
    "TotalsCountersigned",
]


@dataclass(frozen=True, slots=True)
class LampTouched(Event):
    """The dealer says that a JP1 chip lies at this seat, or that none does; no sensor is listened to."""

    seat: int
    lit: bool


@dataclass(frozen=True, slots=True)
class SensorDoubted(Event):
    """The JP1 sensor of this seat is not believed until it is proven anew: no JP1 at this seat (BC-12).

    `why`: `unproven` at the opening, `covered` while the table was closed, `stuck`, `bouncing`.
    """

    seat: int
    why: str


@dataclass(frozen=True, slots=True)
class SensorProven(Event):
    """The JP1 sensor of this seat was seen free, covered and free again: it is believed."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatSetByHand(Event):
    """A chef lets the JP1 lamp of this seat be lit by hand until its sensor is proven (BC-11)."""

    seat: int
    chef: str


@dataclass(frozen=True, slots=True)
class HandLampsAllowed(Event):
    """A chef lets all JP1 lamps be lit by hand: there are no sensors."""

    chef: str


@dataclass(frozen=True, slots=True)
class HandLampsEnded(Event):
    """The sensors are listened to again."""

    chef: str


@dataclass(frozen=True, slots=True)
class TotalsCountersigned(Event):
    """A chef has seen the JP1 stakes that were registered by hand in these rounds."""

    chef: str
    rounds: int
    stakes: int
    cents: int


@dataclass(frozen=True, slots=True)
class SensorsMoved(Event):
    """The raw transitions of the sensors, kept for disputes."""

    moves: tuple[SensorMove, ...]


@dataclass(frozen=True, slots=True)
class SpotsSensed(Event):
    """What sensors at other spots than JP1 say now; a hint beside the declared stakes, and nothing more."""

    senses: tuple[SpotSense, ...]
