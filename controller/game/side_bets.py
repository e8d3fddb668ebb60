"""Side bets: what each looks at, what it pays, and when it still plays.

A side bet is put down before the deal and is the player's choice: Trips (art. 55-20, 1°), Bonus (Hold'em
poker de casino), or one that a house adds to its rules. It is settled by a class of the cards that it
looks at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any, Final, Literal

from controller.game.cards import Card
from controller.game.felt import Spot
from controller.game.hands import HandClass
from controller.game.money import Odds

ACE, KING, JACK = 14, 13, 11


@dataclass(frozen=True, slots=True)
class SideStake:
    """What lies on the spot of one side bet."""

    spot: Spot
    cents: int


IF_ANY: Final = "written if any"
"""The mark of a field that a journal has only where it holds something."""


def none_further() -> Any:
    """The last field of what tells stakes: those beyond the first side bet.

    A felt of one side bet has none, and its journal is written as it ever was.
    """
    return field(default=(), metadata={IF_ANY: True})


class LooksAt(StrEnum):
    """The cards that decide a side bet.

    SEVEN: the player's best five of his two cards and the board. HOLE: his own two cards alone. BOARD: the
    five community cards alone, the same for every seat.
    """

    SEVEN = "seven"
    HOLE = "hole"
    BOARD = "board"


class HoleClass(IntEnum):
    """The classes of a player's own two cards, the lowest first; a face card is a king, queen or jack."""

    OTHER_CARDS = 0
    LOW_PAIR = 1
    ACE_FACE = 2
    FACE_PAIR = 3
    ACE_KING = 4
    ACE_FACE_SUITED = 5
    ACE_KING_SUITED = 6
    PAIR_OF_ACES = 7

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


PaidClass = HandClass | HoleClass
"""What a line of a paytable is for: a class of five cards, or of two."""
Paytable = Mapping[PaidClass, Odds]
"""The odds on top of the stake by class, the best first; a class that is not there is not paid."""


def hole_class(cards: tuple[Card, ...]) -> HoleClass:
    """The class of these two cards."""
    high, low = sorted((card.rank for card in cards), reverse=True)
    if high == low:
        if high == ACE:
            return HoleClass.PAIR_OF_ACES
        return HoleClass.FACE_PAIR if high >= JACK else HoleClass.LOW_PAIR
    if high != ACE or low < JACK:
        return HoleClass.OTHER_CARDS
    if cards[0].suit == cards[1].suit:
        return HoleClass.ACE_KING_SUITED if low == KING else HoleClass.ACE_FACE_SUITED
    return HoleClass.ACE_KING if low == KING else HoleClass.ACE_FACE


def classes_of(looks_at: LooksAt) -> tuple[PaidClass, ...]:
    """The classes by which a bet that looks at these cards may be paid, the best first."""
    if looks_at is LooksAt.HOLE:
        return tuple(one for one in reversed(HoleClass) if one is not HoleClass.OTHER_CARDS)
    return tuple(reversed(HandClass))


@dataclass(frozen=True, slots=True)
class SideBet:
    """One side bet of a felt.

    Attributes:
        table: its odds; the classes are those of `classes_of(looks_at)`.
        requires_win: paid only to a player who beats the dealer.
        on_tie: then what a tie does: `by_hand` pays by the table, `returned`, or `taken`.
        after_fold: it still plays after a fold.
        antes: at most so many times the Ante; 0 where only the table's maximum holds.
    """

    spot: Spot
    table: Paytable
    looks_at: LooksAt = LooksAt.SEVEN
    requires_win: bool = False
    on_tie: Literal["by_hand", "returned", "taken"] = "by_hand"
    after_fold: bool = True
    antes: int = 0

    @property
    def by_main_game(self) -> bool:
        """What becomes of it depends on how the main bets end: a win is required, or a fold loses it."""
        return self.requires_win or not self.after_fold

    def plays(self, folded: bool) -> bool:
        """Whether the stake still plays (a folded hand never wins, where a win is required)."""
        return not (folded and self.by_main_game)

    def needs_cards(self, folded: bool) -> bool:
        """Whether the player's own cards are needed to settle it."""
        return self.looks_at is not LooksAt.BOARD and self.plays(folded)
