"""What was seen on the felt and out of the shoe: chips and cards."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.game.cards import FaceDown
from controller.game.felt import Spot
from controller.game.inputs.observations.observation import Observation

__all__ = [
    "CardObserved",
    "ChipObserved",
    "CutCardObserved",
    "SensorMove",
    "SensorMovesObserved",
    "ShoeObserved",
    "SpotSense",
    "SpotsObserved",
    "UnreadableObserved",
]


@dataclass(frozen=True, slots=True)
class ChipObserved(Observation):
    """The JP1 sensor of a seat settled, after debouncing."""

    seat: int
    covered: bool


@dataclass(frozen=True, slots=True)
class SensorMove:
    """A raw transition of a sensor, before debouncing. `spot` is a seat's number, or the sensor's name."""

    at_ms: int
    spot: str
    covered: bool


@dataclass(frozen=True, slots=True)
class SensorMovesObserved(Observation):
    """What the sensors did since the last time, edge by edge, oldest first (BC-12)."""

    moves: tuple[SensorMove, ...]


@dataclass(frozen=True, slots=True)
class SpotSense:
    """What a sensor at another spot than JP1 says: whether something lies there, never how much."""

    spot: Spot
    seat: int
    covered: bool


@dataclass(frozen=True, slots=True)
class SpotsObserved(Observation):
    """Sensors at other spots than JP1 settled, or tell what they say after they came; at least one."""

    senses: tuple[SpotSense, ...]


@dataclass(frozen=True, slots=True)
class CardObserved(Observation):
    """The shoe read a card as it left.

    Here and below `frame` is the number that the machine's driver gave the frame it was told in, 0 without
    one: where to find it again, not what was seen.
    """

    card: FaceDown
    frame: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class UnreadableObserved(Observation):
    """A card left the shoe and could not be read."""

    frame: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class CutCardObserved(Observation):
    """The cut card left the shoe."""


@dataclass(frozen=True, slots=True)
class ShoeObserved(Observation):
    """The shoe's own state: whether it is locked and how many cards are left in it.

    `cards_left` is None for a shoe that does not count.
    """

    locked: bool
    cards_left: int | None
