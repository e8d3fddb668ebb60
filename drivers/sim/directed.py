"""People of a simulated table who play what they were told: who stakes what, who bets when, which cards come.

All that nobody told them they do by themselves, as `Dealer`.
"""

from __future__ import annotations

from typing import Any, Protocol

from controller.game.cards import Card
from drivers.sim.decks import Stacked
from drivers.sim.felt import Felt
from drivers.sim.people import Dealer
from drivers.sim.pit import Tap, View
from drivers.sim.players import Player, stakes_of


class Guests(Protocol):
    """Who plays what in which round, and what happens there."""

    def players(self, number: int) -> dict[int, Player]:
        """The players of this round by their seats; nobody: the evening is over."""
        ...

    def deck(self, number: int, deal: int) -> Stacked | None:
        """The deck of this deal of the round; None: as it was shuffled."""
        ...

    def happens(self, people: Directed, view: View) -> int | None:
        """What is to happen at this look has happened; milliseconds until the next one, None for nothing."""
        ...


class Directed(Dealer):
    """The dealer of `guests`; the other arguments are those of `Dealer`.

    Attributes:
        felts: what lay on the felt, by round and deal.
    """

    def __init__(self, *arguments: Any, guests: Guests, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._guests = guests
        self.hands: Any = self._machines
        self.felts: dict[tuple[int, int], Felt] = {}

    def act(self) -> int:
        """As `Dealer`, after what happens at this look."""
        wait_ms = self._guests.happens(self, self._look())
        return super().act() if wait_ms is None else wait_ms

    def _begin(self, view: View) -> None:
        super()._begin(view)
        self.felts[self._round] = self._felt
        self._players = self._guests.players(self._round[0])

    def _players_come(self, view: View) -> None:
        number, deal = self._round
        self._stakes = [stakes_of(player, self._notice) for _, player in sorted(self._players.items())]
        self._patience = 0
        self.closing = not self._players
        deck = self._guests.deck(number, deal)
        self.hands.stacked[:] = [deck] if deck is not None else []

    def brings(self, view: View, person: str) -> int | None:
        """This person's badge is in the reader and his PIN shown: None; else the wait after a step to it."""
        step = self._badges.bring(view, person, 1_000)
        return None if step is None else self._take(step)

    def press(self, tap: Tap, then_ms: int) -> tuple[object | None, int]:
        """The key was pressed: why it was refused, or None, and the milliseconds until the next look."""
        wait_ms = self._press(tap, then_ms)
        return self._refused, wait_ms

    def put_chip(self, seat: int) -> None:
        """A chip is laid on the JP1 spot, and the dealer has not seen it."""
        self.hands.put_chip(seat)

    def take_chip(self, seat: int) -> None:
        """Whoever laid it takes the chip off its spot again."""
        self.hands.take_chip(seat)
        self._spots.chips.discard(seat)

    def held(self, place: str, number: int, deal: int) -> Card | None:
        """The card that lay at this place."""
        felt = self.felts.get((number, deal))
        return felt.at(place) if felt is not None else None
