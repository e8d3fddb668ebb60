"""Every hand of seven cards, and every deal that JP1 asks about, counted.

Nothing is sampled and no count is taken from a book: 133,784,560 hands are counted by their ranks and suits,
2,598,960 boards likewise. A hand of seven is 21 deals, since any five of its cards may be the board; a deal
is a board with the two cards of one player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from math import comb
from typing import Final

import numpy as np

from controller.game.cards import DECK, Card
from controller.game.hands import ROYAL_RANK, HandClass, lowest_rank, tables
from controller.game.profile import AwardKind
from controller.odds.chances import count_classes

HANDS: Final = comb(52, 7)
BOARDS: Final = comb(52, 5)
HOLES: Final = comb(47, 2)
HOLES_LEFT: Final = comb(45, 2)
DEALS: Final = BOARDS * HOLES
_BOARDS_OF_SEVEN: Final = comb(7, 5)
SUITS: Final = 4
_ROYAL: Final = tuple(card for card in DECK if card.suit == 0 and card.rank >= 10)
_OTHERS: Final = tuple(card for card in DECK if card not in _ROYAL)


@dataclass(frozen=True, slots=True)
class Sevens:
    """What was counted.

    Attributes:
        classes: of the 133,784,560 hands of seven cards, how many are of each class.
        boards: of the 2,598,960 boards, how many are of each class by themselves.
        community_royals, own_royals: of the 2,809,475,760 deals, how many make a royal of the board alone,
            and of the board with one or two cards of the player.
        beside_a_royal: of the deals with an own-card royal and two cards more for another player, how many
            give that player a hand of each class; 990 for each of `own_royals`.
    """

    classes: Mapping[HandClass, int]
    boards: Mapping[HandClass, int]
    community_royals: int
    own_royals: int
    beside_a_royal: Mapping[HandClass, int]

    def chance(self, hand: HandClass) -> Fraction:
        """The probability of this class among seven cards."""
        return Fraction(self.classes[hand], HANDS)

    def board_made(self, hand: HandClass) -> Fraction:
        """The probability that the five board cards alone make this class."""
        return Fraction(self.boards[hand], BOARDS)

    def prize(self, kind: AwardKind) -> Fraction:
        """The probability that one JP1 bettor wins this prize, consolation excepted (art. 55-20, 2°)."""
        if kind is AwardKind.COMMUNITY_ROYAL:
            return Fraction(self.community_royals, DEALS)
        if kind is AwardKind.JACKPOT:
            return Fraction(self.own_royals, DEALS)
        return self.chance(HandClass.parse(str(kind)))

    def another_royal(self, hands: int) -> Fraction:
        """The probability that one of the other `hands - 1` hands of the table is an own-card royal.

        Each of them is one with the same probability, whatever place it has in the deal, and never two at
        once: no board has three cards each of two suits, and whoever holds one has every card of it that the
        board lacks. So the probabilities add up.
        """
        return (hands - 1) * self.prize(AwardKind.JACKPOT)

    def another_royal_and(self, hand: HandClass, hands: int) -> Fraction:
        """The probability of `another_royal` together with this class in one's own hand."""
        return (hands - 1) * Fraction(self.beside_a_royal[hand], DEALS * HOLES_LEFT)


@cache
def count_sevens() -> Sevens:
    """Everything counted; the second call costs nothing."""
    classes, boards = count_classes(7), count_classes(5)
    royals = classes[HandClass.ROYAL_FLUSH]
    community = boards[HandClass.ROYAL_FLUSH] * HOLES
    return Sevens(
        classes=classes,
        boards=boards,
        community_royals=community,
        own_royals=royals * _BOARDS_OF_SEVEN - community,
        beside_a_royal=_beside_a_royal(),
    )


def _beside_a_royal() -> Mapping[HandClass, int]:
    """Of another player's hands on the same board, how many are of each class; the suits are alike.

    The board has three cards of the royal or four. Of the other player's seven cards the rest are none of
    the royal: any two, or one, of them may lie on the board. Beside four any card that is left may be the
    other one of who holds the royal.
    """
    counts = np.zeros(len(HandClass), np.int64)
    for held in (3, 4):
        rest = 7 - held
        each = comb(rest, 5 - held) * comb(len(_OTHERS) - rest, held - 3)
        counts += SUITS * each * _with_others(held)
    return {hand: int(counts[hand]) for hand in HandClass}


def _with_others(held: int) -> np.ndarray:
    """The hands of so many cards of one royal and else of `_OTHERS`, by class."""
    plain, flush, class_of = _ranked()
    flush_suit = np.frombuffer(bytes(tables().flush_suit), np.uint8)
    rest = 7 - held
    chosen = np.fromiter(chain.from_iterable(combinations(range(len(_OTHERS)), rest)), np.int64)
    keys, ranks = (of_cards[chosen].reshape(-1, rest).sum(axis=1) for of_cards in _as_numbers(_OTHERS))
    counts = np.zeros(len(HandClass), np.int64)
    for cards in combinations(_ROYAL, held):
        royal_keys, royal_ranks = (of_cards.sum() for of_cards in _as_numbers(cards))
        key, bits = keys + royal_keys, ranks + royal_ranks
        suit = flush_suit[key & 0xFFFF].astype(np.int64)
        of_suit = bits >> 16 * np.maximum(suit - 1, 0) & 0x1FFF
        counts += np.bincount(class_of[np.where(suit > 0, flush[of_suit], plain[key >> 16])], minlength=10)
    return counts


def _as_numbers(cards: Sequence[Card]) -> tuple[np.ndarray, np.ndarray]:
    """The keys of the cards; and their ranks as bits, those of each suit sixteen bits above the last's."""
    keys = np.array([card.key for card in cards], np.int64)
    return keys, np.array([1 << (16 * card.suit + card.rank - 2) for card in cards], np.int64)


def _ranked() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rank of seven cards by the sum of their keys; of those of one suit by their ranks; class of a rank."""
    built = tables()
    plain = np.zeros(max(built.plain[2]) + 1, np.int64)
    plain[list(built.plain[2])] = list(built.plain[2].values())
    flush = np.zeros(1 << 13, np.int64)
    flush[list(built.flush_ranks)] = list(built.flush_ranks.values())
    class_of = np.zeros(ROYAL_RANK + 1, np.int64)
    for hand in HandClass:
        class_of[lowest_rank(hand) :] = int(hand)
    return plain, flush, class_of
