"""Hands placed on purpose in the next deck of a simulated table: by their name, or card by card.

Here alone can anybody say which cards come: a real table has no such door, and reads a placed card as any
other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from controller.game.cards import DECK, SUITS, Card, parse_cards
from controller.game.felt import SEATS
from drivers.sim.decks import deck_of

DEALER: Final = "dealer"
BOARD: Final = "board"
Expects = Callable[[Mapping[str, Sequence[Card]]], list[dict[str, Any]]]
"""What comes of cards by place: of each place `place`, `hand`, `exact`, `jp1`, `result`."""
PLACES: Final = (*map(str, SEATS), DEALER, BOARD)
"""Where a card can be placed: at a seat, at the dealer, on the board."""
ROOM: Final[Mapping[str, int]] = {place: 5 if place == BOARD else 2 for place in PLACES}

HANDS: Final[Mapping[str, tuple[str, str]]] = {
    "royal_flush": ("KhTh", "AhQhJh4c2d"),
    "straight_flush": ("9s8s", "7s6s5sKd2c"),
    "quads": ("8c8d", "8h8sKd5c2h"),
    "full_house": ("JsJd", "Jc4h4sKd9c"),
    "flush": ("Ad9d", "Kd7d4dJs2c"),
    "straight": ("9c8d", "7h6s5cKd2h"),
    "three_of_a_kind": ("QcQd", "Qh8s5cKd2h"),
    "two_pair": ("KcTd", "KhTs6c4d2h"),
    "pair": ("AcAd", "Ts8h6c4d2h"),
    "high_card": ("AcJd", "9s8h5c4d2h"),
    "royal_board": ("", "AsKsQsJsTs"),
    "unqualified": ("8d6c", "Qh9h4hJs2c"),
}
"""Two cards and a board by name. The first three of the board make the hand with the two; `unqualified` is
the dealer's whatever place is chosen, `royal_board` nobody's own."""
TAKEN: Final = "card_taken"
FULL: Final = "place_full"
NO_CARD_PLACED: Final = "no_card_placed"


@dataclass(frozen=True, slots=True)
class Placed:
    """A deck as `decks.Stacked`: the named cards where they were placed, the rest drawn by the seed.

    Attributes:
        cards: by place; a seat that does not play gets none of its own.
        burned: as of `deck_of`.
        dice: what the rest is shuffled with, as text.
    """

    cards: Mapping[str, tuple[Card, ...]]
    burned: tuple[tuple[int, int], ...]
    dice: str

    @property
    def seats(self) -> tuple[int, ...]:
        """Who has to play for his cards to come."""
        return tuple(int(place) for place in self.cards if place.isdigit())

    def __call__(self, seats: Sequence[int], bettors: Sequence[int]) -> list[Card]:
        """The whole deck for the seats that play."""
        dice, taken = Random(self.dice), {card for cards in self.cards.values() for card in cards}
        hands = {seat: self._full(str(seat), taken, dice) for seat in self.seats if seat in seats}
        dealer = self._full(DEALER, taken, dice) if DEALER in self.cards else ""
        board = self._full(BOARD, taken, dice) if BOARD in self.cards else ""
        return deck_of(seats, hands, dealer, board, self.burned, dice)

    def _full(self, place: str, taken: set[Card], dice: Random) -> str:
        """The cards of a place as text, filled up with others that are nowhere placed."""
        cards = list(self.cards[place])
        while len(cards) < ROOM[place]:
            card = dice.choice([card for card in DECK if card not in taken])
            taken.add(card)
            cards.append(card)
        return "".join(card.text for card in cards)


class Placing:
    """What is being placed: chosen place, cards by place, and what will come of them.

    Args:
        expects: what comes of cards by place, as the panel's view tells it.
        burned: as of `deck_of`.
        seed: of the night, from which what is not placed is drawn.
        seats: how many places the felt has.
    """

    def __init__(self, expects: Expects, burned: Sequence[tuple[int, int]], seed: int, seats: int) -> None:
        self.places = (*map(str, SEATS[:seats]), DEALER, BOARD)
        self.place = self.places[0]
        self._expects = expects
        self._burned = tuple(burned)
        self._seed = seed
        self._cards: dict[str, list[Card]] = {}
        self._named: dict[str, str] = {}
        self._made = 0

    def choose(self, place: str) -> str:
        """Cards go to this place from now on."""
        if place not in self.places:
            raise ValueError(f"no place {place!r}; it is one of {', '.join(self.places)}")
        self.place = place
        return ""

    def take_hand(self, name: str) -> str:
        """The hand of this name lies at the chosen place and on the board, in suits that nobody else has."""
        if name not in HANDS:
            raise ValueError(f"no hand {name!r}; it is one of {', '.join(HANDS)}")
        own, board = map(parse_cards, HANDS[name])
        place = DEALER if name == "unqualified" else self.place
        others = {card for at, cards in self._cards.items() if at not in (place, BOARD) for card in cards}
        for turn in range(len(SUITS)):
            told, shared = (_turned(own, turn), _turned(board, turn))
            if others.isdisjoint((*told, *shared)):
                self._lay(place, name, told, shared)
                return ""
        return TAKEN

    def _lay(self, place: str, name: str, own: list[Card], board: list[Card]) -> None:
        self._named = {place: name}
        self._cards.pop(place, None)
        if place == BOARD and own:
            board, own = [*own, *board[:3]], []
        if own:
            self._cards[place] = own
        self._cards[BOARD] = board

    def turn_card(self, text: str) -> str:
        """The card lies at the chosen place, or on the board once that is full; one that lies there goes."""
        card = Card.parse(text)
        self._named = {}
        at = self.where.get(text)
        if at is not None:
            self._cards[at].remove(card)
            if not self._cards[at]:
                del self._cards[at]
            return ""
        for place in (self.place, BOARD):
            if len(self._cards.get(place, ())) < ROOM[place]:
                self._cards.setdefault(place, []).append(card)
                return ""
        return FULL

    def clear(self) -> None:
        """No card is placed."""
        self._cards, self._named = {}, {}

    def deck(self) -> Placed | None:
        """The deck with all that was placed, which is cleared; None when nothing was."""
        if not self._cards:
            return None
        self._made += 1
        cards = {place: tuple(self._cards[place]) for place in self.places if place in self._cards}
        self.clear()
        return Placed(cards, self._burned, f"{self._seed}/placed/{self._made}")

    @property
    def where(self) -> dict[str, str]:
        """By card, where it is placed."""
        return {card.text: place for place, cards in self._cards.items() for card in cards}

    def look(self) -> dict[str, Any]:
        """The panel's part: the cards that a person placed here, never one that the machines know."""
        return {
            "places": list(self.places),
            "place": self.place,
            "hands": list(HANDS),
            "named": self._named.get(DEALER if "unqualified" in self._named.values() else self.place, ""),
            "where": self.where,
            "own": self._texts(self.place if self.place != BOARD else ""),
            "board": self._texts(BOARD),
            "expected": self._expects({at: tuple(cards) for at, cards in self._cards.items()}),
        }

    def _texts(self, place: str) -> list[str]:
        return [card.text for card in self._cards.get(place, ())]


def _turned(cards: Sequence[Card], turn: int) -> list[Card]:
    """The same cards with their suits moved on by so many."""
    return [Card.parse(card.text[0] + SUITS[(card.suit + turn) % len(SUITS)]) for card in cards]
