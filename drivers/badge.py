"""The badge reader: which person of which role has a card in it.

The reader of this edition is in the program's own process and in the hands of the simulator; a smart
card reader takes its place behind the same port.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from controller.game.inputs import (
    BadgeGone,
    BadgeObserved,
    Health,
    HealthObserved,
    Machine,
    Observation,
    Role,
    TroubleObserved,
)
from controller.game.requests import Request
from controller.ports import Deliver, LinkDown, LinkUp


@dataclass(frozen=True, slots=True)
class CardIn:
    """A card was put in the reader; `card` is the number it says of itself."""

    card: str


@dataclass(frozen=True, slots=True)
class CardOut:
    """The reader is empty."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose badge a card is."""

    person: str
    role: Role


class CardReader(Protocol):
    """A reader that delivers `LinkUp`, then `CardIn` and `CardOut` as cards come and go."""

    def open(self, deliver: Deliver) -> None:
        """Start delivering."""
        ...

    def close(self) -> None:
        """Stop; nothing is delivered after the return."""
        ...


class InProcessReader:
    """A reader without hardware: `insert` and `remove` are the hand. For simulation only."""

    def __init__(self) -> None:
        self._deliver: Deliver | None = None
        self.inside = ""

    def open(self, deliver: Deliver) -> None:
        """Deliveries go to `deliver`; a card that is already inside is told."""
        self._deliver = deliver
        deliver(LinkUp())
        if self.inside:
            deliver(CardIn(self.inside))

    def close(self) -> None:
        """Nothing is delivered any more."""
        self._deliver = None

    def insert(self, card: str) -> None:
        """The card is in the reader; one that was inside is out."""
        self.remove()
        self.inside = card
        if self._deliver is not None:
            self._deliver(CardIn(card))

    def remove(self) -> None:
        """The reader is empty."""
        if self.inside and self._deliver is not None:
            self._deliver(CardOut())
        self.inside = ""


class Badge:
    """The driver of the badge reader (`controller.ports.Driver`).

    Args:
        reader: where cards are put in.
        holders: card number to person and role, from the configuration.
    """

    def __init__(self, reader: CardReader, holders: Mapping[str, Holder]) -> None:
        self.machine = Machine.BADGE
        self._reader = reader
        self._holders = dict(holders)
        self._holder: Holder | None = None
        self._unknown = False

    def start(self, deliver: Deliver) -> None:
        """The reader is open."""
        self._reader.open(deliver)

    def stop(self) -> None:
        """The reader is closed."""
        self._reader.close()

    def receive(self, item: object, now_ms: int) -> list[Observation]:
        """What `CardIn`, `CardOut`, `LinkUp` and `LinkDown` mean."""
        match item:
            case LinkUp():
                return [HealthObserved(self.machine, Health.UP)]
            case LinkDown():
                return [*self._empty(), HealthObserved(self.machine, Health.ABSENT, item.why)]
            case CardIn(card):
                return [*self._empty(), self._insert(card)]
            case CardOut():
                return self._empty()
            case _:
                return []

    def _insert(self, card: str) -> Observation:
        self._holder = self._holders.get(card)
        self._unknown = self._holder is None
        if self._holder is None:
            return TroubleObserved(self.machine, "unknown_card")
        return BadgeObserved(self._holder.person, self._holder.role)

    def _empty(self) -> list[Observation]:
        observations: list[Observation] = []
        if self._holder is not None:
            observations.append(BadgeGone())
        if self._unknown:
            observations.append(TroubleObserved(self.machine, "unknown_card", active=False))
        self._holder = None
        self._unknown = False
        return observations

    def tick(self, now_ms: int) -> list[Observation]:
        """Time means nothing to a badge."""
        return []

    @property
    def due_ms(self) -> int | None:
        """Never wanted."""
        return None

    def ask(self, request: Request, now_ms: int) -> None:
        """A reader is asked for nothing."""
