"""What lies on the felt of a simulated table, as the people around it see it."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.game.cards import Card
from drivers.sim.pit import View


@dataclass(slots=True)
class Felt:
    """What lies on the felt of this deal, as the people around it see it."""

    hole: dict[int, list[Card]] = field(default_factory=dict)
    dealer: list[Card] = field(default_factory=list)
    board: list[Card] = field(default_factory=list)

    def lay(self, place: str, card: Card) -> None:
        """The card lies at the place the console expects it."""
        pile, *numbers = place.split(".")
        if pile == "hole":
            self.hole.setdefault(int(numbers[0]), []).append(card)
        elif pile == "dealer":
            self.dealer.append(card)
        elif pile == "board":
            self.board.append(card)

    def at(self, place: str) -> Card | None:
        """The card at a place, once it lies there."""
        pile, *numbers = place.split(".")
        pool = {"hole": self.hole.get(int(numbers[0]), []), "dealer": self.dealer, "board": self.board}[pile]
        slot = int(numbers[-1])
        return pool[slot] if slot < len(pool) else None


def turned_up(view: View) -> int:
    """How many cards of the board lie face up."""
    return sum([street["board"] for street in view["game"]["streets"][: view["street"] + 1]])
