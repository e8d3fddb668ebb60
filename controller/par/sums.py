"""First enumeration: what each decision after the flop or turn is worth, summed over the boards to come.

Every canonical board of five is visited once. The values of its holes, one vector for each question, are
added to the sums of the boards of three or four that lie in it, block by block, with the suits renamed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numba import njit

from controller.par.showdown import (
    CELLS,
    IN_OUT,
    IN_PAIR,
    KIND_LANES,
    OUT_IN,
    OUT_OUT,
    OUT_PAIR,
    best_move,
    fill_cells,
    held_types,
    in_order,
    plain_ranks,
    split,
    sweep,
    worth,
)
from controller.par.suits import FULL, FULL_LANES, HALF, NARROW, WIDE

_PAIRS: Final = np.array([(a, b) for a in range(13) for b in range(a)], np.int64)
_FULL, _HALF = FULL, HALF


class Terms(NamedTuple):
    """What settles a hand, in units: for `showdown.worth` and `showdown.best_move`.

    Attributes:
        pays: the second stake's win by class.
        unit: one Ante; even.
        threshold: the lowest rank that qualifies the dealer.
        paid, left_lying: what an unqualified bank does.
        moves: the last moves by node in front of the last street.
        half_antes, folded: of each node at the showdown.
    """

    pays: np.ndarray
    unit: int
    threshold: int
    paid: bool
    left_lying: bool
    moves: np.ndarray
    half_antes: np.ndarray
    folded: np.ndarray


# Loops over whole slices are compiled to vector instructions; loops over offsets into an array are not.


@njit(cache=True, nogil=True)
def add(sums, source):  # type: ignore[no-untyped-def]
    """Onto `sums`, lane by lane."""
    for lane in range(len(sums)):
        sums[lane] += source[lane]


@njit(cache=True, nogil=True)
def _put(lanes, source, weight):  # type: ignore[no-untyped-def]
    for lane in range(len(lanes)):
        lanes[lane] = weight * source[lane]


@njit(cache=True, nogil=True)
def values_of_cells(count, cells, rank, compared, terms, class_of, values):  # type: ignore[no-untyped-def]
    """Into `values`: what each node in front of the last street is worth to each hole, in units."""
    ended = np.empty(6, np.int64)
    for cell in range(count):
        split(compared[cell], compared[cell, 2], rank[cell], terms.threshold, ended)
        pays = terms.pays[class_of[rank[cell]]]
        fixed, per_half = worth(ended, pays, terms.unit, terms.paid, terms.left_lying)
        for node in range(len(terms.moves)):
            values[node, cell], _ = best_move(
                fixed, per_half, terms.half_antes, terms.folded, terms.moves[node], terms.unit
            )


@njit(cache=True, nogil=True)
def _spread(count, cells, cell_lanes, values, more, less, vectors):  # type: ignore[no-untyped-def]
    """Into `vectors`: for each question the difference of two nodes, lane by lane; 1 in the last vector."""
    vectors[:] = 0
    questions = len(more)
    for cell in range(count):
        for lane in cell_lanes[cells[cell, 0], cells[cell, 1]]:
            if lane >= 0:
                for k in range(questions):
                    vectors[k, lane] = values[more[k], cell] - values[less[k], cell]
                vectors[questions, lane] = 1


@njit(cache=True, nogil=True)
def block_of(first, second, flush):  # type: ignore[no-untyped-def]
    """Where in a vector the block begins for holes of these two suits, and how long it is."""
    if first == second:
        return (IN_PAIR if first == flush else OUT_PAIR), NARROW
    if first == flush:
        return IN_OUT, WIDE
    return (OUT_IN if second == flush else OUT_OUT), WIDE


@njit(cache=True, nogil=True)
def clear_card(lanes, rank, suit, starts):  # type: ignore[no-untyped-def]
    """Holes with this card are 0 in `lanes`; `starts` are the blocks, -1 for one that is not kept."""
    for other in range(4):
        if other == suit:
            for low in range(rank):
                lanes[starts[suit, suit] + rank * (rank - 1) // 2 + low] = 0
            for high in range(rank + 1, 13):
                lanes[starts[suit, suit] + high * (high - 1) // 2 + rank] = 0
        else:
            if starts[suit, other] >= 0:
                lanes[starts[suit, other] + 13 * rank : starts[suit, other] + 13 * rank + 13] = 0
            if starts[other, suit] >= 0:
                for second in range(13):
                    lanes[starts[other, suit] + 13 * second + rank] = 0


@njit(cache=True, nogil=True)
def _fill_source(vector, ranks, suits, flush, weight, source):  # type: ignore[no-untyped-def]
    """Into `source`: the vector in all sixteen blocks, times the weight, 0 where a card lies on the board."""
    for first in range(4):
        for second in range(4):
            begin, length = block_of(first, second, flush)
            to = _FULL[first, second]
            _put(source[to : to + length], vector[begin : begin + length], weight)
    for at in range(len(ranks)):
        clear_card(source, ranks[at], suits[at], _FULL)


@njit(cache=True, nogil=True)
def add_to_part(source, back, blocks, starts, sums):  # type: ignore[no-untyped-def]
    """Onto `sums`: the blocks of `source` under the names that the suits have in the part."""
    for at in range(len(blocks)):
        first, second = blocks[at, 0], blocks[at, 1]
        begin = _FULL[back[first], back[second]]
        to = starts[first, second]
        length = NARROW if first == second else WIDE
        add(sums[to : to + length], source[begin : begin + length])


@njit(cache=True, nogil=True)
def part_number(ranks, places, start):  # type: ignore[no-untyped-def]
    """The number of the first canonical board with these of the ranks."""
    digits, scale = 0, 1
    for at in places:
        digits += ranks[at] * scale
        scale *= 13
    return start[digits]


@njit(cache=True, nogil=True)
def sum_boards(
    multisets, boards, suiting, look, terms, more, less, part, start, blocks, starts, sums, totals
):  # type: ignore[no-untyped-def]
    """Onto `sums`: for each question, part and hole, the values of all boards of five that hold the part.

    Args:
        multisets: which multisets of ranks are visited.
        more, less: the nodes whose difference each question is.
        part, start: the parts of five cards, and the first number of a part by its ranks.
        blocks, starts: the pairs of suits that are summed, and where each begins.
        sums: shape (questions, parts, lanes).
        totals: the value of each node to each start hand over all boards: (nodes, suited, 13, 13); or empty.
    """
    nodes, questions = len(terms.moves), len(more)
    left, plain_found = np.empty(26, np.int64), np.empty((13, 13), np.int64)
    cells, rank = np.empty((CELLS, 2), np.int64), np.empty(CELLS, np.int64)
    order, passed, starts_of = np.empty(CELLS, np.int64), np.empty(CELLS, np.int64), np.empty(130, np.int64)
    below, compared = np.empty(CELLS, np.int64), np.empty((CELLS, 3), np.int64)
    held, held_then = np.empty(26, np.int64), np.empty(26, np.int64)
    values = np.empty((nodes, CELLS), np.int64)
    vectors = np.empty((questions + 1, KIND_LANES), np.int64)
    sources = np.zeros((questions + 1, FULL_LANES), np.int64)
    holes = np.zeros(KIND_LANES, np.int64)
    counted = questions + (1 if len(totals) else 0)
    count = 0
    for multiset in multisets:
        ranks = boards.ranks[multiset]
        plain_ranks(ranks, look.rank_keys, look.plain, plain_found)
        known = -1
        for pattern in range(boards.first[multiset], boards.last[multiset]):
            flush = suiting.suit[pattern]
            kind = flush_kind(ranks, suiting.cards[pattern])
            if kind != known:
                if known >= 0 and len(totals):
                    _add_totals(count, cells, look.cell_lanes, values, holes, totals)
                known = kind
                suited = held_types(ranks, suiting.cards[pattern], left)
                count = fill_cells(left, suited, plain_found, look.flush, cells, rank)
                in_order(rank, count, order, passed, starts_of)
                sweep(left, cells, rank, count, order, terms.threshold, below, held, held_then, compared)
                values_of_cells(count, cells, rank, compared, terms, look.class_of, values)
                _spread(count, cells, look.cell_lanes, values, more, less, vectors)
                holes[:] = 0
            suits = boards.suits[pattern]
            for k in range(counted):
                _fill_source(vectors[k], ranks, suits, flush, boards.weight[pattern], sources[k])
            for at in range(len(part.places)):
                to = part_number(ranks, part.places[at], start) + part.pattern[pattern, at]
                for k in range(questions):
                    add_to_part(sources[k], part.back[pattern, at], blocks, starts, sums[k, to])
            if len(totals):
                _count_holes(sources[questions], flush, holes)
        if len(totals):
            _add_totals(count, cells, look.cell_lanes, values, holes, totals)


@njit(cache=True, nogil=True)
def flush_kind(ranks, cards):  # type: ignore[no-untyped-def]
    """The set of ranks of the flush suit: what tells apart the boards of one multiset of ranks."""
    kind = 0
    for at in range(5):
        kind |= (1 << ranks[at]) if cards >> at & 1 else 0
    return kind


@njit(cache=True, nogil=True)
def _count_holes(source, flush, holes):  # type: ignore[no-untyped-def]
    """Onto `holes`: every hole of the board once, by the lanes of a vector."""
    for first in range(4):
        for second in range(first, 4):
            begin, length = block_of(first, second, flush)
            at = _FULL[first, second]
            add(holes[begin : begin + length], source[at : at + length])


@njit(cache=True, nogil=True)
def _add_totals(count, cells, cell_lanes, values, holes, totals):  # type: ignore[no-untyped-def]
    """Onto `totals`: the values of the cells times how often they came, by the start hand."""
    for cell in range(count):
        first, second = cells[cell, 0] % 13, cells[cell, 1] % 13
        high, low = max(first, second), min(first, second)
        for lane in cell_lanes[cells[cell, 0], cells[cell, 1]]:
            if lane >= 0 and holes[lane]:
                suited = 1 if lane >= OUT_PAIR else 0
                for node in range(len(values)):
                    totals[node, suited, high, low] += holes[lane] * values[node, cell]
