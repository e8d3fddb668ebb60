"""Boards as a showdown sees them: by their ranks alone, or by which of them are of one suit.

Two holes of the same ranks are worth the same beside a board unless three of its cards are of one suit. So
what is summed over boards is summed twice: over their ranks, as if no suit ever mattered, and for each of
the four suits over the boards with three or more cards of it, for what that changes. The suit looked at
gives a card its type: its rank, and 13 more if it is of that suit. A kind is what types a board has.

Holes are kept as pairs of types. In how many ways the cards to come can have their types hangs on the types
of the hole alone, whatever the suits are called: 42,783 kinds stand for 2,598,960 boards.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np

from controller.odds.kernels import kernel

TYPES: Final = 26
LANES: Final = 352
"""One for each pair of types, and one that stays empty."""
LANE_OF: Final = np.zeros((TYPES, TYPES), np.int64)
"""Where a hole of two types is kept."""
PLAIN_LANE: Final = np.zeros(LANES, np.int64)
"""Where a hole is kept by its ranks alone."""
for _lane, (_first, _second) in enumerate(combinations_with_replacement(range(TYPES), 2)):
    LANE_OF[_first, _second] = LANE_OF[_second, _first] = _lane
for _first, _second in combinations_with_replacement(range(TYPES), 2):
    PLAIN_LANE[LANE_OF[_first, _second]] = LANE_OF[_first % 13, _second % 13]


class Kinds(NamedTuple):
    """The kinds of boards of five.

    Attributes:
        ranks: the multisets of ranks (0 the deuce), ascending: shape (multisets, 5).
        first: the number of each multiset's first kind, the one by ranks alone; and behind the last the end.
        suited: of each kind the ranks of the suit looked at, as bits; 0 for one by ranks alone.
    """

    ranks: np.ndarray
    first: np.ndarray
    suited: np.ndarray


class PartKinds(NamedTuple):
    """The kinds of the boards of three or four that can become one of five.

    Attributes:
        places: which cards of five each part takes: shape (parts, cards).
        rest: which it leaves to come, -1 beyond the last: shape (parts, 2).
        number: of each kind, by its types as digits to base 26.
        total: how many there are.
    """

    places: np.ndarray
    rest: np.ndarray
    number: np.ndarray
    total: int


@cache
def kinds() -> Kinds:
    """The kinds of five cards; built at the first call."""
    multisets = _multisets(5)
    first, suited = [0], []
    for ranks in multisets:
        suited += _suited(ranks, 3)
        first.append(len(suited))
    return Kinds(np.array(multisets, np.int64), np.array(first, np.int64), np.array(suited, np.int64))


@cache
def part_kinds(size: int) -> PartKinds:
    """The kinds of so many cards: with so many of the suit looked at that three of it can still come."""
    number = np.full(TYPES**size, -1, np.int64)
    count = 0
    for ranks in _multisets(size):
        for suited in _suited(ranks, size - 2):
            digits = 0
            for at, rank in enumerate(ranks):
                of_suit = suited >> rank & 1 and rank not in ranks[:at]
                digits += (rank + (13 if of_suit else 0)) * TYPES**at
            number[digits] = count
            count += 1
    places = list(combinations(range(5), size))
    rest = [[at for at in range(5) if at not in taken] + [-1] * (size - 3) for taken in places]
    return PartKinds(np.array(places, np.int64), np.array(rest, np.int64), number, count)


def _multisets(size: int) -> list[tuple[int, ...]]:
    every = combinations_with_replacement(range(13), size)
    return [ranks for ranks in every if all(ranks[at] != ranks[at + 4] for at in range(size - 4))]


def _suited(ranks: tuple[int, ...], least: int) -> list[int]:
    """No rank, and every set of these ranks, as bits, with at least so many."""
    each = [1 << rank for rank in dict.fromkeys(ranks)]
    return [0] + [sum(chosen) for size in range(least, len(each) + 1) for chosen in combinations(each, size)]


@kernel
def copy(source, target):  # type: ignore[no-untyped-def]  # numba types it
    """Into `target`. An assignment of slices says the same, and takes a second to compile."""
    for at in range(len(target)):
        target[at] = source[at]


@kernel
def types_of(ranks, suited, types):  # type: ignore[no-untyped-def]  # numba types it
    """Into `types`: of each card; of equal ranks the first is of the suit."""
    for at in range(len(ranks)):
        first = at == 0 or ranks[at - 1] != ranks[at]
        types[at] = ranks[at] + (13 if first and suited >> ranks[at] & 1 else 0)


@kernel
def cards_left(types, suited, left):  # type: ignore[no-untyped-def]  # numba types it
    """Into `left`: how many cards of each type are not on the board."""
    left[:13] = 3 if suited else 4
    left[13:] = 1 if suited else 0
    for at in range(len(types)):
        left[types[at]] -= 1


@kernel
def part_number(types, places, part, number):  # type: ignore[no-untyped-def]  # numba types it
    """The number of the kind of this part; -1 where an equal one was before it."""
    digits, scale, before = 0, 1, -1
    for at in range(places.shape[1]):
        place = places[part, at]
        if place > 0 and types[place - 1] == types[place] and before != place - 1:
            return -1
        digits += types[place] * scale
        scale *= 26
        before = place
    return number[digits]


@kernel
def kinds_of(ranks, suits, number, found):  # type: ignore[no-untyped-def]  # numba types it
    """Into `found`: the kinds of a board by ranks alone, then for each suit, -1 where too few are of it."""
    for suit in range(-1, 4):
        digits, scale, of_suit = 0, 1, 0
        for at in range(len(ranks)):
            if suits[at] == suit:
                of_suit |= 1 << ranks[at]
        for at in range(len(ranks)):
            first = at == 0 or ranks[at - 1] != ranks[at]
            digits += (ranks[at] + (13 if first and of_suit >> ranks[at] & 1 else 0)) * scale
            scale *= 26
        found[suit + 1] = number[digits] if suit < 0 or of_suit else -1


@kernel
def _ways(there, come):  # type: ignore[no-untyped-def]  # numba types it
    """In how many ways one or two cards of a type come."""
    return there if come == 1 else there * (there - 1) // 2


@kernel
def add_times(target, source, left, first, second, lane_of):  # type: ignore[no-untyped-def]  # numba types it
    """Onto `target`: each hole of `source` as often as the cards to come can have these types beside it.

    Holes with a card that came are left as they are added: they lie beside no board with it.

    Args:
        left: how many cards of each type are left when they have come.
        first, second: their types; the second is -1 where one card comes.
    """
    come = 2 if first == second else 1
    firsts = left[first] + come
    seconds = left[second] + 1 if second >= 0 and come == 1 else 1
    every = _ways(firsts, come) * seconds
    _add(target, source, target.dtype.type(every))
    if first < 13:  # holes with a card of a type that comes leave fewer
        _add_again(target, source, lane_of[first], (_ways(firsts - 1, come) - _ways(firsts, come)) * seconds)
        lane = lane_of[first, first]
        target[lane] += (_ways(firsts - 2, come) - _ways(firsts - 1, come)) * seconds * source[lane]
    if 0 <= second < 13 and come == 1:
        _add_again(target, source, lane_of[second], -firsts)
        lane = lane_of[second, second]
        target[lane] -= firsts * source[lane]
        if first < 13:  # (firsts - 1) * (seconds - 1)
            target[lane_of[first, second]] += source[lane_of[first, second]]


@kernel
def _add(target, source, times):  # type: ignore[no-untyped-def]  # numba types it
    for lane in range(LANES):
        target[lane] += times * source[lane]


@kernel
def _add_again(target, source, lanes, times):  # type: ignore[no-untyped-def]  # numba types it
    for lane in lanes:
        target[lane] += times * source[lane]
