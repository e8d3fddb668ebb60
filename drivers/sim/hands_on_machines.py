"""What a simulated dealer may do with the machines of his table: the hands' side of them."""

from __future__ import annotations

from typing import Protocol

from controller.game.cards import Card
from drivers.sim.by_hand import Deck
from drivers.sim.deck_care import DeckMachines


class Machines(Deck, DeckMachines, Protocol):
    """The hands' side of the machines of one table."""

    def draw(self) -> Card | None:
        """A card pulled out of the shoe, or None when it does not come."""
        ...

    def shoe_is_empty(self) -> bool:
        """No card is left in the shoe."""
        ...

    def put_chip(self, seat: int) -> None:
        """A chip laid on the JP1 spot."""
        ...

    def take_chip(self, seat: int) -> None:
        """The chip taken off the JP1 spot."""
        ...

    def badge(self, card: str | None) -> None:
        """A badge put into the reader, or taken out."""
        ...

    def badge_inside(self) -> str:
        """The card in the reader, whoever put it there; empty for none."""
        ...
