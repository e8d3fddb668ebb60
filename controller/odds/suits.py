"""Boards of three, four or five cards up to the names of the suits, and where their parts are found.

Two boards that differ only in the names of their suits are one canonical board: 1,755 flops, 16,432
boards of four, 134,459 of five. A board is a multiset of ranks, ascending, and a pattern of suits; which
patterns there are depends only on how often each rank comes. All is built from these few patterns.

Holes beside a board are kept in blocks by the suits of the two cards: two different suits give 13 × 13
lanes by the two ranks, padded to 176; one suit gives 78 lanes, padded to 80.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement, groupby, permutations, product
from typing import Final, NamedTuple

import numpy as np

PERMUTATIONS: Final = tuple(permutations(range(4)))
Suits = tuple[int, ...]
Repeats = tuple[int, ...]
"""How often each rank of a board comes, in ascending order of ranks."""

WIDE: Final = 176
NARROW: Final = 80


def _blocks(pairs: list[tuple[int, int]]) -> tuple[np.ndarray, int]:
    """Where the block of each pair of suits begins, -1 for a pair that is not kept; and the whole length."""
    starts = np.full((4, 4), -1, np.int64)
    length = 0
    for first, second in pairs:
        starts[first, second] = length
        length += NARROW if first == second else WIDE
    return starts, length


HALF, HALF_LANES = _blocks([(x, y) for x in range(4) for y in range(x, 4)])
"""Every hole once: the lower suit first."""
FULL, FULL_LANES = _blocks([(x, y) for x in range(4) for y in range(4)])
"""Holes of two suits twice, in either order."""


class Boards(NamedTuple):
    """The canonical boards of so many cards.

    Attributes:
        ranks: the multisets of ranks (0 the deuce), ascending: shape (multisets, size).
        start: the number of the first canonical board with these ranks, by the ranks as digits to base 13.
        first, last: the patterns of suits of each multiset, `first <= pattern < last`.
        suits: of each pattern, card by card: shape (patterns, size).
        weight: how many boards a canonical board with this pattern stands for.
        stabilisers: the renamings of suits that leave the pattern as it is: shape (patterns, 24, 4).
        stabilising: how many these are.
        canonical: how many canonical boards there are.
    """

    ranks: np.ndarray
    start: np.ndarray
    first: np.ndarray
    last: np.ndarray
    suits: np.ndarray
    weight: np.ndarray
    stabilisers: np.ndarray
    stabilising: np.ndarray
    canonical: int


class Patterns(NamedTuple):
    """How often the ranks come on a board with each pattern; and by that and the suits of any board with
    it, the suits of each rank ascending, its pattern, counted from the first, and the renaming into it."""

    repeats: tuple[Repeats, ...]
    found: dict[tuple[Repeats, Suits], tuple[int, Suits]]


def boards(size: int) -> Boards:
    """The canonical boards of so many cards; built at the first call."""
    return built(size)[0]


def patterns(size: int) -> Patterns:
    """The patterns of suits of the boards of so many cards."""
    return built(size)[1]


@cache
def built(size: int) -> tuple[Boards, Patterns]:
    """Boards and patterns, worked out once."""
    multisets = [m for m in combinations_with_replacement(range(13), size) if _most(m) <= 4]
    kinds = [tuple(len(list(group)) for _, group in groupby(m)) for m in multisets]
    found: dict[tuple[Repeats, Suits], tuple[int, Suits]] = {}
    spans: dict[Repeats, tuple[int, int]] = {}
    suits: list[Suits] = []
    repeats: list[Repeats] = []
    weight, stabilisers = [], []
    for kind in dict.fromkeys(kinds):
        begin = len(suits)
        for canonical, images in _orbits(kind):
            for image, renaming in images:
                back = tuple(renaming.index(suit) for suit in range(4))
                found.setdefault((kind, image), (len(suits) - begin, back))
            suits.append(canonical)
            repeats.append(kind)
            weight.append(len({image for image, _ in images}))
            stabilisers.append([renaming for image, renaming in images if image == canonical])
        spans[kind] = begin, len(suits)
    start = np.full(13**size, -1, np.int64)
    count = 0
    for multiset, kind in zip(multisets, kinds, strict=True):
        start[sum(rank * 13**at for at, rank in enumerate(multiset))] = count
        count += spans[kind][1] - spans[kind][0]
    made = Boards(
        ranks=np.array(multisets, np.int64),
        start=start,
        first=np.array([spans[kind][0] for kind in kinds], np.int64),
        last=np.array([spans[kind][1] for kind in kinds], np.int64),
        suits=np.array(suits, np.int64),
        weight=np.array(weight, np.int64),
        stabilisers=np.array([each + [each[0]] * (24 - len(each)) for each in stabilisers], np.int64),
        stabilising=np.array([len(each) for each in stabilisers], np.int64),
        canonical=count,
    )
    return made, Patterns(tuple(repeats), found)


def _most(ranks: tuple[int, ...]) -> int:
    return max(ranks.count(rank) for rank in ranks)


def in_suit_order(kind: Repeats, suits: Suits) -> Suits:
    """The suits of cards of one rank ascending."""
    sorted_suits: list[int] = []
    at = 0
    for times in kind:
        sorted_suits += sorted(suits[at : at + times])
        at += times
    return tuple(sorted_suits)


def _orbits(kind: Repeats) -> list[tuple[Suits, list[tuple[Suits, Suits]]]]:
    """Each pattern of suits with its 24 images, each beside the renaming that leads to it."""
    orbits: list[tuple[Suits, list[tuple[Suits, Suits]]]] = []
    seen: set[Suits] = set()
    for choice in product(*(combinations(range(4), times) for times in kind)):
        suits = tuple(suit for chosen in choice for suit in chosen)
        if suits in seen:
            continue
        images = [(in_suit_order(kind, tuple(r[suit] for suit in suits)), r) for r in PERMUTATIONS]
        seen.update(image for image, _ in images)
        orbits.append((suits, images))
    return orbits


class Parts(NamedTuple):
    """Where the boards of fewer cards are found that lie in each canonical board.

    Attributes:
        places: which cards each part takes: shape (parts, cards).
        pattern: of each pattern and part, the pattern of the part, counted from its first.
        back: the suit of the whole board for each suit of the canonical part: shape (patterns, parts, 4).
        there: the suit of the canonical part for each suit of the whole board.
    """

    places: np.ndarray
    pattern: np.ndarray
    back: np.ndarray
    there: np.ndarray


@cache
def parts(whole: int, size: int) -> Parts:
    """The boards of `size` cards within those of `whole` cards."""
    of_whole, of_part = patterns(whole), patterns(size)
    places = list(combinations(range(whole), size))
    pattern, back, there = [], [], []
    for kind, suits in zip(of_whole.repeats, boards(whole).suits.tolist(), strict=True):
        ranks = [place for place, times in enumerate(kind) for _ in range(times)]
        found = []
        for taken in places:
            part_kind = tuple(len(list(group)) for _, group in groupby(ranks[at] for at in taken))
            part_suits = in_suit_order(part_kind, tuple(suits[at] for at in taken))
            found.append(of_part.found[part_kind, part_suits])
        pattern.append([number for number, _ in found])
        there.append([renaming for _, renaming in found])
        back.append([[renaming.index(suit) for suit in range(4)] for _, renaming in found])
    return Parts(*(np.array(each, np.int64) for each in (places, pattern, back, there)))
