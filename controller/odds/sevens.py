"""Every hand of seven cards, and every board with every pair of hole cards that JP1 asks about, counted.

Nothing is sampled and no count is taken from a book: 133,784,560 hands are ranked one by one with the
tables of `controller.game.hands`, then 2,598,960 boards. A hand of seven is 21 deals, since any five of
its cards may be the board; a deal is a board with the two cards of one player.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final

import numpy as np

from controller.game.cards import DECK
from controller.game.hands import ROYAL_RANK, HandClass, hand_of, lowest_rank, tables
from controller.game.profile import AwardKind
from controller.odds.kernels import kernel

HANDS: Final = comb(52, 7)
BOARDS: Final = comb(52, 5)
HOLES: Final = comb(47, 2)
HOLES_LEFT: Final = comb(45, 2)
DEALS: Final = BOARDS * HOLES
_ROYAL: Final = int(HandClass.ROYAL_FLUSH)
_BROADWAY: Final = 0b1_1111_0000_0000
"""Ten to ace in a suit's set of ranks, bit 0 the deuce."""


@dataclass(frozen=True, slots=True)
class Sevens:
    """What was counted.

    Attributes:
        classes: of the 133,784,560 hands of seven cards, how many are of each class.
        boards: of the 2,598,960 boards, how many are of each class by themselves.
        community_royals, own_royals: of the 2,809,475,760 deals, how many make a royal of the board alone,
            and of the board with one or two cards of the player.
        two_own_royals: how many boards let two players hold such a royal at once.
        beside_a_royal: of the deals with an own-card royal and two cards more for another player, how many
            give that player a hand of each class; 990 for each of `own_royals`.
    """

    classes: Mapping[HandClass, int]
    boards: Mapping[HandClass, int]
    community_royals: int
    own_royals: int
    two_own_royals: int
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
        once: no board allows it, as `two_own_royals` counted. So the probabilities add up.
        """
        if self.two_own_royals:
            raise AssertionError("two own-card royals on one board: the probabilities do not add up")
        return (hands - 1) * self.prize(AwardKind.JACKPOT)

    def another_royal_and(self, hand: HandClass, hands: int) -> Fraction:
        """The probability of `another_royal` together with this class in one's own hand."""
        return (hands - 1) * Fraction(self.beside_a_royal[hand], DEALS * HOLES_LEFT)


@cache
def count_sevens() -> Sevens:
    """Everything counted; the second call costs nothing. About a second, and once more for compiling."""
    look = _looked_up()
    firsts = np.arange(46)
    with ThreadPoolExecutor(2) as pool:  # the kernel lets go of the interpreter
        halves = [pool.submit(_count_hands, firsts[start::2], *look) for start in (0, 1)]
        boards, community, own, two, beside = _count_boards(*look)
        counts = sum((half.result() for half in halves), np.zeros(10, np.int64))
    return Sevens(
        classes={hand: int(counts[hand]) for hand in HandClass},
        boards={hand: int(boards[hand]) for hand in HandClass},
        community_royals=int(community),
        own_royals=int(own),
        two_own_royals=int(two),
        beside_a_royal={hand: int(beside[hand]) for hand in HandClass},
    )


def _looked_up() -> tuple[np.ndarray, ...]:
    """Keys and places of the cards; flush suit by counters; class by flush ranks, by five, by seven ranks."""
    built = tables()
    class_of = np.zeros(ROYAL_RANK + 1, np.uint8)
    for hand in HandClass:
        class_of[lowest_rank(hand) :] = int(hand_of(lowest_rank(hand)).hand_class)
    flush = np.zeros(1 << 13, np.uint8)
    for ranks, rank in built.flush_ranks.items():
        flush[ranks] = class_of[rank]
    plain = []
    for size in (0, 2):
        keys = np.fromiter(built.plain[size].keys(), np.int64)
        best = np.fromiter(built.plain[size].values(), np.int64)
        table = np.zeros(int(keys.max()) + 1, np.uint8)
        table[keys] = class_of[best]
        plain.append(table)
    card_keys = np.array([card.key for card in DECK], np.int64)
    bits = np.array([1 << (16 * card.suit + card.rank - 2) for card in DECK], np.int64)
    return card_keys, bits, np.frombuffer(bytes(built.flush_suit), np.uint8), flush, *plain


@kernel
def _count_hands(firsts, keys, bits, flush_suit, flush, plain_5, plain_7):  # type: ignore[no-untyped-def]  # numba types it
    """How many hands of seven whose lowest card is one of `firsts` are of each class."""
    counts = np.zeros(10, np.int64)
    for a in firsts:
        for b in range(a + 1, 47):
            kb, sb = keys[a] + keys[b], bits[a] | bits[b]
            for c in range(b + 1, 48):
                kc, sc = kb + keys[c], sb | bits[c]
                for d in range(c + 1, 49):
                    kd, sd = kc + keys[d], sc | bits[d]
                    for e in range(d + 1, 50):
                        ke, se = kd + keys[e], sd | bits[e]
                        for f in range(e + 1, 51):
                            kf, sf = ke + keys[f], se | bits[f]
                            for g in range(f + 1, 52):
                                key = kf + keys[g]
                                suit = flush_suit[key & 0xFFFF]
                                if suit:
                                    ranks = ((sf | bits[g]) >> (16 * (suit - 1))) & 0x1FFF
                                    counts[flush[ranks]] += 1
                                else:
                                    counts[plain_7[key >> 16]] += 1
    return counts


@kernel
def _count_boards(keys, bits, flush_suit, flush, plain_5, plain_7):  # type: ignore[no-untyped-def]  # numba types it
    """Boards by class; community and own-card royals; boards for two of these; hands beside one by class."""
    counts, beside = np.zeros(10, np.int64), np.zeros(10, np.int64)
    community, own, two = 0, 0, 0
    for a in range(48):
        for b in range(a + 1, 49):
            for c in range(b + 1, 50):
                for d in range(c + 1, 51):
                    for e in range(d + 1, 52):
                        key = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
                        held = bits[a] | bits[b] | bits[c] | bits[d] | bits[e]
                        suit = flush_suit[key & 0xFFFF]
                        made = flush[(held >> (16 * (suit - 1))) & 0x1FFF] if suit else plain_5[key >> 16]
                        counts[made] += 1
                        if made == _ROYAL:
                            community += HOLES
                        elif _near_a_royal(held):
                            pairs = _own_royals(held, bits)
                            own += len(pairs)
                            two += _apart(pairs)
                            for pair in pairs:
                                taken = held | bits[pair[0]] | bits[pair[1]]
                                _add_hands(beside, key, held, taken, keys, bits, flush_suit, flush, plain_7)
    return counts, community, own, two, beside


@kernel
def _near_a_royal(held):  # type: ignore[no-untyped-def]  # numba types it
    """Whether two more cards can make a royal."""
    for suit in range(4):
        left = (held >> (16 * suit)) & _BROADWAY
        cards = 0
        while left:
            left &= left - 1
            cards += 1
        if cards >= 3:
            return True
    return False


@kernel
def _own_royals(held, bits):  # type: ignore[no-untyped-def]  # numba types it
    """The pairs of hole cards that make a royal with this board."""
    pairs = np.zeros((HOLES, 2), np.int64)
    found = 0
    for x in range(51):
        if held & bits[x]:
            continue
        for y in range(x + 1, 52):
            if held & bits[y]:
                continue
            cards = held | bits[x] | bits[y]
            for suit in range(4):
                if (cards >> (16 * suit)) & _BROADWAY == _BROADWAY:
                    pairs[found, 0], pairs[found, 1] = x, y
                    found += 1
    return pairs[:found]


@kernel
def _apart(pairs):  # type: ignore[no-untyped-def]  # numba types it
    """1 if two of the pairs share no card: then two players can hold them at once."""
    for i in range(len(pairs)):
        for j in range(i):
            shared = False
            for x in pairs[i]:
                for y in pairs[j]:
                    shared = shared or x == y
            if not shared:
                return 1
    return 0


@kernel
def _add_hands(counts, key, held, taken, keys, bits, flush_suit, flush, plain_7):  # type: ignore[no-untyped-def]  # numba types it
    """Every pair of cards left is counted by the class that it makes with the board."""
    for x in range(51):
        if taken & bits[x]:
            continue
        for y in range(x + 1, 52):
            if taken & bits[y]:
                continue
            whole = key + keys[x] + keys[y]
            suit = flush_suit[whole & 0xFFFF]
            if suit:
                counts[flush[((held | bits[x] | bits[y]) >> (16 * (suit - 1))) & 0x1FFF]] += 1
            else:
                counts[plain_7[whole >> 16]] += 1
