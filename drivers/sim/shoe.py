"""A card-reading shoe, imitated at the wire: it holds a deck, gives cards to a hand, and runs out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller.game.cards import Card
from controller.game.inputs import Machine
from drivers.lines.messages import Kind
from drivers.lines.session import Session
from drivers.open_machine import Speaks
from drivers.sim.faults import Faults, drawn_from
from drivers.sim.open_twin import OpenTwin


class ShoeTwin(OpenTwin):
    """The shoe. Locked when switched on; what it read is said at once, and never forgotten unsaid.

    Args:
        boot: a number drawn for this power-on; not 0.
        faults: what may go wrong, or None.
        speaks: makes its end of the conversation.
    """

    def __init__(self, *, boot: int, faults: Faults | None = None, speaks: Speaks = Session) -> None:
        super().__init__(Machine.SHOE, boot, "open-shoe 1.0", faults, speaks)
        self.locked = True
        self.lock_stuck = False
        """The bolt does not move, whatever is asked."""
        self._deck: tuple[Card, ...] = ()
        self._drawn = 0
        self._cut_card_after: int | None = None

    @property
    def cards_left(self) -> int:
        """How many cards are in the shoe."""
        return len(self._deck) - self._drawn

    def load(self, deck: Sequence[Card], now_ms: int, cut_card_after: int | None = None) -> None:
        """The deck lies in the shoe, first card first out; the cut card behind so many cards, if any."""
        self._deck = tuple(deck)
        self._drawn = 0
        self._cut_card_after = cut_card_after
        self._report(now_ms)

    def unload(self, now_ms: int) -> list[Card]:
        """The shoe is empty; the cards that were left are in the hand."""
        left = list(self._deck[self._drawn :])
        self._deck = ()
        self._drawn = 0
        self._report(now_ms)
        return left

    def draw(self, now_ms: int) -> Card | None:
        """The next card is in the hand; None when the shoe is locked or empty.

        What the shoe read and reported may differ from the card, or be nothing.
        """
        if self.locked or not self.cards_left or self.full:
            return None
        if self._drawn == self._cut_card_after:
            self._session.send(Kind.CUT_CARD, now_ms, cards_left=self.cards_left)
        self._deck, card, read = drawn_from(self._deck, self._drawn, self._faults)
        self._drawn += 1
        if read is None:
            self._session.send(Kind.CARD_UNREADABLE, now_ms, cards_left=self.cards_left)
        else:
            self._session.send(Kind.CARD_DRAWN, now_ms, card=read, cards_left=self.cards_left)
        if not self.cards_left:
            self._session.send(Kind.DECK_ENDED, now_ms, locked=self.locked)
        return card

    def restart(self, boot: int, now_ms: int) -> None:
        """The shoe lost its power and came back, locked; the deck still lies in it."""
        super().restart(boot, now_ms)
        self.locked = True

    def _hear(self, kind: Kind, values: dict[str, Any], now_ms: int) -> None:
        if kind is Kind.LOCK_SHOE:
            if not self.lock_stuck:
                self.locked = values["locked"]
            self._report(now_ms)

    def _be_alone(self, now_ms: int) -> None:
        if not self.lock_stuck and not self.locked:
            self.locked = True
            self._report(now_ms)

    def _report(self, now_ms: int) -> None:
        self._session.send(Kind.SHOE_STATE, now_ms, locked=self.locked, cards_left=self.cards_left)
