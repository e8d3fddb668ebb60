"""What imitated shoes have in common that report without being asked: a deck, an eye, and a slow line.

A hand draws; what the shoe says of it is put on the line in messages that follow one another, each at its
own instant, so that a fault on the line meets one message at a time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from controller.game.cards import Card
from controller.game.inputs import Machine
from drivers.sim.faults import Faults, drawn_from


class ReportingTwin:
    """A shoe with a deck, seen from its own end of the line (`carriers.Twin`).

    Args:
        gap_ms: time between a message and the next.
        faults: what may go wrong with its eye, or None.
    """

    machine = Machine.SHOE

    def __init__(self, gap_ms: int, faults: Faults | None) -> None:
        self.locked = False
        self._gap_ms = gap_ms
        self._faults = faults
        self._deck: tuple[Card, ...] = ()
        self._drawn = 0
        self._cut_card_after: int | None = None
        self._waiting: deque[tuple[int, bytes]] = deque()  # when each message is said
        self._now_ms = 0
        self._free_ms = 0  # when the line is free for a message

    @property
    def cards_left(self) -> int:
        """How many cards are in the shoe."""
        return len(self._deck) - self._drawn

    def load(self, deck: Sequence[Card], now_ms: int, cut_card_after: int | None = None) -> None:
        """The deck lies in the shoe, first card first out; the cut card behind so many cards, if any."""
        self._deck = tuple(deck)
        self._drawn = 0
        self._cut_card_after = cut_card_after

    def unload(self, now_ms: int) -> list[Card]:
        """The shoe is empty; the cards that were left are in the hand."""
        left = list(self._deck[self._drawn :])
        self._deck = ()
        self._drawn = 0
        return left

    def draw(self, now_ms: int) -> Card | None:
        """The next card is in the hand; None when the shoe is locked or empty.

        What the shoe read and reported may differ from the card, or be nothing.
        """
        if self.locked or not self.cards_left:
            return None
        if self._drawn == self._cut_card_after:
            self._tell_cut_card(now_ms)
        self._deck, card, read = drawn_from(self._deck, self._drawn, self._faults)
        self._drawn += 1
        self._tell_card(read, now_ms)
        return card

    def restart(self, boot: int, now_ms: int) -> None:
        """The shoe lost its power and came back; what it had not said is lost, the deck still lies in it."""
        self._waiting.clear()

    def feed(self, data: bytes, now_ms: int) -> bytes:
        """What the shoe answers to these bytes: nothing, it does not listen."""
        return self.tick(now_ms)

    def tick(self, now_ms: int) -> bytes:
        """The next message, if its instant has come."""
        self._now_ms = max(self._now_ms, now_ms)
        if not self._waiting or self._waiting[0][0] > self._now_ms:
            return b""
        return self._waiting.popleft()[1]

    def take(self) -> bytes:
        """The message that a hand made the shoe say, if nothing is said before it."""
        return self.tick(self._now_ms)

    @property
    def due_ms(self) -> int | None:
        """When `tick` is next wanted, or None."""
        return self._waiting[0][0] if self._waiting else None

    def _tell(self, message: bytes, now_ms: int) -> None:
        """The message is said once those before it are."""
        self._now_ms = max(self._now_ms, now_ms)
        at_ms = max(self._now_ms, self._free_ms)
        self._free_ms = at_ms + self._gap_ms
        self._waiting.append((at_ms, message))

    def _tell_card(self, read: Card | None, now_ms: int) -> None:
        """What the eye saw of the card that left."""

    def _tell_cut_card(self, now_ms: int) -> None:
        """The cut card left; a shoe that has no word for it says nothing."""
