"""Cards: dealt, unread, keyed and revealed."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.cards import Card, FaceDown
from controller.game.dealing.declared_hand import Outcome
from controller.game.events.event import Event
from controller.game.felt import Place
from controller.game.hands import HandClass

__all__ = [
    "CardDealt",
    "CardKeyed",
    "CardProposed",
    "CardUnread",
    "CardsDealtByHand",
    "CardsRevealed",
    "DealBegun",
    "EntryTakenBack",
    "HandEntered",
    "RevealedCard",
]


@dataclass(frozen=True, slots=True)
class DealBegun(Event):
    """Cards may leave the shoe; no stake can be added. `deck` is the colour of the deck in it, if known."""

    deck: str = ""


@dataclass(frozen=True, slots=True)
class CardDealt(Event):
    """A card was read and lies face down at its place. The journal seals it.

    `frame` is the number of the shoe's frame that told it, 0 when the shoe numbers none.
    """

    round: int
    attempt: int
    place: Place
    card: FaceDown
    frame: int = 0


@dataclass(frozen=True, slots=True)
class CardUnread(Event):
    """A card lies at this place and nobody knows which; the shoe told it in this frame."""

    round: int
    attempt: int
    place: Place
    frame: int = 0


@dataclass(frozen=True, slots=True)
class CardProposed(Event):
    """A person said once which card lies at a place; the journal seals it."""

    round: int
    attempt: int
    place: Place
    card: FaceDown


@dataclass(frozen=True, slots=True)
class CardKeyed(Event):
    """A person said twice which card lies at a place: it stands, marked manual. The journal seals it."""

    round: int
    attempt: int
    place: Place
    card: FaceDown


@dataclass(frozen=True, slots=True)
class CardsDealtByHand(Event):
    """A card lies at each of these places, dealt by hand: no machine knows which."""

    round: int
    attempt: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class HandEntered(Event):
    """A person said what a hand is and how it stands against the dealer's, instead of its cards: manual."""

    round: int
    attempt: int
    seat: int
    outcome: Outcome
    hand_class: HandClass


@dataclass(frozen=True, slots=True)
class EntryTakenBack(Event):
    """What was said of the seat's hand was an error and is taken back."""

    seat: int


@dataclass(frozen=True, slots=True)
class RevealedCard:
    """A card turned face up."""

    place: Place
    card: Card


@dataclass(frozen=True, slots=True)
class CardsRevealed(Event):
    """These cards are face up: a street, or the hands of the showdown."""

    round: int
    attempt: int
    cards: tuple[RevealedCard, ...]
