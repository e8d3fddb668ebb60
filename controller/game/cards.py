"""Cards: the fifty-two of the deck, and the same cards while they lie face down.

A `Card` is one of fifty-two interned values, written as text: rank `23456789TJQKA`, suit `cdhs`.
A `FaceDown` card is known to the shoe and to nobody else: whatever prints, compares or serialises it
gets a mask or an error, never the card (rules, section 2: read is not revealed).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NoReturn

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"


class Card:
    """One card of the deck; `Card.parse("As")` is always the same object.

    Attributes:
        text: two characters, rank then suit, e.g. `"Td"`.
        rank: 2 to 14, the ace high.
        suit: 0 to 3, in the order of `SUITS`.
        code: 0 to 51, `4 * (rank - 2) + suit`.
        key: what `hands` adds up to evaluate; no meaning outside of it.
    """

    __slots__ = ("code", "key", "rank", "suit", "text")
    text: str
    rank: int
    suit: int
    code: int
    key: int

    def __init__(self, code: int, key: int) -> None:
        rank, suit = divmod(code, 4)
        put = object.__setattr__
        put(self, "text", RANKS[rank] + SUITS[suit])
        put(self, "rank", rank + 2)
        put(self, "suit", suit)
        put(self, "code", code)
        put(self, "key", key)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card does not change: {name}")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (Card.parse, (self.text,))

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    @staticmethod
    def parse(text: str) -> Card:
        """The card written `text`.

        Raises:
            UnknownCard: `text` is not a rank followed by a suit.
        """
        card = _BY_TEXT.get(text) if isinstance(text, str) else None
        if card is None:
            raise UnknownCard(f"unknown card {text!r}: a rank of {RANKS} followed by a suit of {SUITS}")
        return card


class UnknownCard(ValueError):
    """The text names no card of the deck."""


class FaceDown:
    """A card that was read and not revealed.

    Only `turned_up` gives the card, and only a reveal event, the sealing of the journal and the
    settlement call it. Two face-down cards are never compared as values: ask `is_card`.
    """

    __slots__ = ("_card",)

    def __init__(self, card: Card) -> None:
        self._card = card

    def turned_up(self) -> Card:
        """The card, face up."""
        return self._card

    def is_card(self, card: Card) -> bool:
        """Whether this is `card`: how a card seen twice is found without naming it."""
        return self._card is card

    def lies_among(self, cards: Iterable[FaceDown | None]) -> bool:
        """Whether it is one of these, as `==` says it of each."""
        mine = self._card
        for other in cards:  # noqa: SIM110  (asked of every card of a deal, at every card)
            if type(other) is FaceDown and other._card is mine:
                return True
        return False

    def __repr__(self) -> str:
        return "FaceDown(••)"

    def __str__(self) -> str:
        return "••"

    def __eq__(self, other: object) -> bool:
        return type(other) is FaceDown and other._card is self._card

    def __hash__(self) -> int:
        return hash(FaceDown)  # one bucket for all: a hash that differed would name the card

    def __format__(self, spec: str) -> str:
        return format("••", spec)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a face-down card is not serialised in clear; the journal seals it")


class Masked(FaceDown):
    """A card face down for a reader who holds no key: it lies there, and he cannot turn it up."""

    __slots__ = ()

    def __init__(self) -> None:
        """No card is in it."""

    def turned_up(self) -> Card:
        """Nobody calls this.

        Raises:
            TypeError: always.
        """
        raise TypeError("the card was read without its key")

    def is_card(self, card: Card) -> bool:
        """Nobody knows; no card is ever said to be it."""
        return False

    def __eq__(self, other: object) -> bool:
        return type(other) is Masked

    def __hash__(self) -> int:
        return hash(FaceDown)


MASKED: Final = Masked()

# Keys for the evaluator. Low bits: four counters of four bits, one a suit. High bits: rank weights
# whose sums over five, six or seven cards, at most four of a rank, are all different (a test counts them).
_RANK_KEYS: Final = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)

DECK: Final[tuple[Card, ...]] = tuple(
    Card(code, (_RANK_KEYS[code // 4] << 16) | (1 << (4 * (code % 4)))) for code in range(52)
)
_BY_TEXT: Final[dict[str, Card]] = {card.text: card for card in DECK}


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a run such as `"AsKd 7h"`; blanks are ignored.

    Raises:
        UnknownCard: some pair of characters is no card.
    """
    packed = "".join(text.split())
    return tuple(Card.parse(packed[i : i + 2]) for i in range(0, len(packed), 2))
