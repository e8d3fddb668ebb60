"""Every hand of seven cards and every board, dealt out one by one: the second way of what JP1 asks about."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Final

import numpy as np
from numba import njit

from controller.game.cards import DECK
from controller.game.hands import ROYAL_RANK, HandClass, hand_of, lowest_rank, tables

HOLES: Final = comb(47, 2)
_ROYAL: Final = int(HandClass.ROYAL_FLUSH)
_BROADWAY: Final = 0b1_1111_0000_0000
"""Ten to ace in a suit's set of ranks, bit 0 the deuce."""


@dataclass(frozen=True)
class RawHands:
    """Hands of seven and boards by class; deals with a royal on the board and of one's own; boards that let
    two players hold one; hands beside one of another's, by class."""

    classes: list[int]
    boards: list[int]
    community_royals: int
    own_royals: int
    two_own_royals: int
    beside_a_royal: list[int]


@cache
def deal_all() -> RawHands:
    """133,784,560 hands, then 2,598,960 boards."""
    look = looked_up()
    firsts = np.arange(46)
    with ThreadPoolExecutor(2) as pool:
        halves = [pool.submit(count_hands, firsts[start::2], *look) for start in (0, 1)]
        boards, community, own, two, beside = _count_boards(*look)
        counts = sum((half.result() for half in halves), np.zeros(10, np.int64))
    return RawHands(counts.tolist(), boards.tolist(), community, own, two, beside.tolist())


def looked_up() -> tuple[np.ndarray, ...]:
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


@njit(cache=True, nogil=True)
def count_hands(firsts, keys, bits, flush_suit, flush, plain_5, plain_7):
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


@njit(cache=True, nogil=True)
def _count_boards(keys, bits, flush_suit, flush, plain_5, plain_7):
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
                                add_hands(beside, key, held, taken, keys, bits, flush_suit, flush, plain_7)
    return counts, community, own, two, beside


@njit(cache=True, nogil=True)
def _near_a_royal(held):
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


@njit(cache=True, nogil=True)
def _own_royals(held, bits):
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


@njit(cache=True, nogil=True)
def _apart(pairs):
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


@njit(cache=True, nogil=True)
def add_hands(counts, key, held, taken, keys, bits, flush_suit, flush, plain_7):
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
