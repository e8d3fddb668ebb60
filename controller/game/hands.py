"""Hands: the best five of five, six or seven cards, as one number.

A rank is 1 to 7,462: every class of equal five-card hands in order of strength, so that comparing hands
is comparing integers and equal ranks share. The tables are built once, at the first evaluation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

from controller.game.cards import DECK, Card

RANKS_COUNT: Final = 7462
"""How many hands of five cards differ in strength."""
ROYAL_RANK: Final = RANKS_COUNT
"""Only a royal flush has it; the four suits tie."""


class HandClass(IntEnum):
    """The ten classes, weakest first; as text the names of the command line's contract."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    QUADS = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    @staticmethod
    def parse(text: str) -> HandClass:
        """The class written `text`.

        Raises:
            ValueError: no class is written so.
        """
        for known in HandClass:
            if str(known) == text:
                return known
        raise ValueError(f"unknown hand {text!r}")


class Hand(NamedTuple):
    """The best five cards, without their suits.

    Attributes:
        rank: 1 to 7,462, higher is better, equal is a tie.
        hand_class: what it is called.
        ranks: the card ranks (2 to 14) that decide, most important first: `(14, 13)` for aces full of
            kings, `(13, 12, 5)` for two pair with its kicker, the highest card alone for a straight
            (5 for the wheel), five ranks for a flush or a high card.
    """

    rank: int
    hand_class: HandClass
    ranks: tuple[int, ...]


class HandTables(NamedTuple):
    """What `rank_cards` looks up, for who evaluates by the million.

    Attributes:
        flush_suit: suit + 1 of the flush, or 0, by the sixteen low bits of the sum of the cards' keys.
        flush_ranks: rank by the set of ranks of that suit, bit 0 the deuce.
        plain: rank by the sum of the keys shifted right by sixteen, one table each for five, six and
            seven cards.
    """

    flush_suit: Sequence[int]
    flush_ranks: Mapping[int, int]
    plain: tuple[Mapping[int, int], Mapping[int, int], Mapping[int, int]]


def rank_cards(cards: Sequence[Card]) -> int:
    """The rank of the best five of five, six or seven different cards.

    Raises:
        ValueError: another number of cards, or five of one rank.
    """
    if len(cards) == 7:
        a, b, c, d, e, f, g = cards
        key = a.key + b.key + c.key + d.key + e.key + f.key + g.key
        if not _flush_suit[key & 0xFFFF]:
            rank = _plain_7.get(key >> 16)
            if rank is not None:
                return rank
    return _rank_any(cards)


def _rank_any(cards: Sequence[Card]) -> int:
    """The same as `rank_cards` for any number of cards, flushes and tables still to be built included."""
    plain = _plain(len(cards))
    key = sum(card.key for card in cards)
    suit = _flush_suit[key & 0xFFFF]
    if suit:
        # Five of a suit leave no room for a full house or quads among seven cards.
        return _flush_ranks[sum(1 << (card.rank - 2) for card in cards if card.suit == suit - 1)]
    rank = plain.get(key >> 16)
    if rank is None:
        raise ValueError(f"no deck deals these {len(cards)} cards together")
    return rank


def best_hand(cards: Sequence[Card]) -> Hand:
    """The best five of five, six or seven different cards.

    Raises:
        ValueError: as `rank_cards`.
    """
    return hand_of(rank_cards(cards))


def hand_of(rank: int) -> Hand:
    """The hand with this rank.

    Raises:
        ValueError: the rank is not 1 to 7,462.
    """
    if not 1 <= rank <= RANKS_COUNT:
        raise ValueError(f"no hand has rank {rank}")
    return _all_hands()[rank - 1]


@cache
def lowest_rank(hand_class: HandClass) -> int:
    """The rank of the weakest hand of a class: what has at least this rank is at least of this class."""
    return next(hand.rank for hand in _all_hands() if hand.hand_class is hand_class)


def five_used(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that make the best hand, in the order given.

    Where several fives are worth the same, earlier cards are preferred: give the hole cards first.

    Raises:
        ValueError: as `rank_cards`.
    """
    best, plain = rank_cards(cards), tables().plain[0]
    for five in combinations(cards, 5):
        a, b, c, d, e = five
        key = a.key + b.key + c.key + d.key + e.key
        if (_rank_any(five) if _flush_suit[key & 0xFFFF] else plain[key >> 16]) == best:
            return five
    raise AssertionError("the best hand is none of its fives")


# --- the tables ----------------------------------------------------------------------------------
#
# A card's key adds up: sixteen low bits count the cards of each suit, the bits above are a sum that only
# one multiset of ranks has among those of the same size. One table says which counts hold a flush; one
# table a size gives the rank of a multiset without a flush; one gives the rank of a suit's set of ranks.

_flush_suit: Final = bytearray(1 << 16)
_flush_ranks: Final[dict[int, int]] = {}
_plain_7: Final[dict[int, int]] = {}
_RANK_KEYS: Final = tuple(card.key >> 16 for card in DECK[::4])


def _plain(size: int) -> Mapping[int, int]:
    """Ranks of the hands of `size` cards without a flush, by the sum of their rank keys."""
    if size not in (5, 6, 7):
        raise ValueError(f"a hand is the best of five, six or seven cards, not of {size}")
    return tables().plain[size - 5]


def _all_hands() -> tuple[Hand, ...]:
    """The 7,462 hands in order of strength."""
    return _ordered()[0]


def _class_of(ranks: tuple[int, ...]) -> tuple[HandClass, tuple[int, ...]]:
    """Class and deciding ranks of five ranks, highest first, not all of one suit."""
    counts = [(ranks.count(rank), rank) for rank in sorted(set(ranks), reverse=True)]
    counts.sort(key=lambda count: -count[0])
    deciding = tuple(rank for _, rank in counts)
    shape = tuple(count for count, _ in counts)
    if shape == (1, 1, 1, 1, 1):
        top = _straight_top(ranks)
        return (HandClass.STRAIGHT, (top,)) if top else (HandClass.HIGH_CARD, deciding)
    return _SHAPES[shape], deciding


_SHAPES: Final = {
    (4, 1): HandClass.QUADS,
    (3, 2): HandClass.FULL_HOUSE,
    (3, 1, 1): HandClass.THREE_OF_A_KIND,
    (2, 2, 1): HandClass.TWO_PAIR,
    (2, 1, 1, 1): HandClass.PAIR,
}


def _straight_top(ranks: tuple[int, ...]) -> int:
    """The highest card of a straight of five different ranks, 5 for the wheel, or 0."""
    if ranks[0] - ranks[4] == 4:
        return ranks[0]
    return 5 if ranks == (14, 5, 4, 3, 2) else 0


def _suited_class(ranks: tuple[int, ...]) -> tuple[HandClass, tuple[int, ...]]:
    """Class and deciding ranks of five different ranks of one suit."""
    top = _straight_top(ranks)
    if not top:
        return HandClass.FLUSH, ranks
    return (HandClass.ROYAL_FLUSH if top == 14 else HandClass.STRAIGHT_FLUSH), (top,)


@cache
def _ordered() -> tuple[tuple[Hand, ...], dict[int, int], dict[int, int]]:
    """Every hand in order of strength; the ranks of five by key sum; those of five of a suit by rank set."""
    high_first = range(14, 1, -1)
    found = []
    for ranks in combinations_with_replacement(high_first, 5):
        if ranks[0] != ranks[4]:  # five of a rank exist in no deck
            found.append((_class_of(ranks), False, ranks))
    for ranks in combinations(high_first, 5):
        found.append((_suited_class(ranks), True, ranks))
    found.sort()
    hands, plain, suited = [], {}, {}
    for rank, ((hand_class, deciding), one_suit, ranks) in enumerate(found, start=1):
        hands.append(Hand(rank, hand_class, deciding))
        if one_suit:
            suited[sum(1 << (r - 2) for r in ranks)] = rank
        else:
            plain[sum(_RANK_KEYS[r - 2] for r in ranks)] = rank
    return tuple(hands), plain, suited


@cache
def tables() -> HandTables:
    """The tables, complete; built at the first call."""
    _, plain_5, suited = _ordered()
    plain_6 = dict(_one_more(plain_5, 6))
    _plain_7.update(_one_more(plain_6, 7))
    _fill_flushes(suited)
    return HandTables(_flush_suit, _flush_ranks, (plain_5, plain_6, _plain_7))


def _one_more(fewer: dict[int, int], size: int) -> Iterator[tuple[int, int]]:
    """Key sum and rank of each multiset of `size` ranks: the best of those with one rank left out."""
    for chosen in combinations_with_replacement(_RANK_KEYS, size):
        if any(map(int.__eq__, chosen, chosen[4:])):  # five of a rank
            continue
        total = sum(chosen)
        yield total, max([fewer[total - key] for key in chosen])


def _fill_flushes(suited: dict[int, int]) -> None:
    _flush_ranks.update(suited)
    for size in (6, 7):
        for chosen in combinations(range(13), size):
            ranks = sum(1 << r for r in chosen)
            _flush_ranks[ranks] = max(_flush_ranks[ranks ^ (1 << r)] for r in chosen)
    for suit in range(4):
        for others in combinations_with_replacement((-1, *range(4)), 2):
            counts = 5 << (4 * suit)
            for other in others:
                counts += 1 << (4 * other) if other >= 0 else 0
            _flush_suit[counts] = suit + 1
