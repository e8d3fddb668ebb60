"""First enumeration: what each decision after the flop or turn is worth, summed over the boards to come.

Every canonical board of five is visited once. The values of its holes, one vector for each question, are
added to the sums of the boards of three or four that lie in it, block by block, with the suits renamed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from controller.odds.kernels import kernel
from controller.odds.showdown import (
    CELLS,
    DEALERS,
    IN_OUT,
    IN_PAIR,
    KIND_LANES,
    OUT_IN,
    OUT_OUT,
    OUT_PAIR,
    fill_cells,
    held_types,
    in_order,
    plain_ranks,
    split,
    sweep,
    worth,
)
from controller.odds.suits import FULL, FULL_LANES, HALF, HALF_LANES, NARROW, WIDE

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


@kernel
def add(sums, source):  # type: ignore[no-untyped-def]  # numba types it
    """Onto `sums`, lane by lane."""
    for lane in range(len(sums)):
        sums[lane] += source[lane]


@kernel
def _put(lanes, source, weight):  # type: ignore[no-untyped-def]  # numba types it
    for lane in range(len(lanes)):
        lanes[lane] = weight * source[lane]


@kernel
def pays_by_rank(pays, class_of):  # type: ignore[no-untyped-def]  # numba types it
    """The second stake's win by rank."""
    found = np.empty(len(class_of), np.int64)
    for rank in range(len(class_of)):
        found[rank] = pays[class_of[rank]]
    return found


@kernel
def worth_of_cells(count, rank, compared, terms, pays_of, fixed, per_half):  # type: ignore[no-untyped-def]  # numba types it
    """Into `fixed` and `per_half`: what 990 dealers give each cell, as `worth` tells it."""
    threshold, unit, paid, left_lying = terms.threshold, terms.unit, terms.paid, terms.left_lying
    for cell in range(count):
        ended = split(compared, cell, rank[cell], threshold)
        fixed[cell], per_half[cell] = worth(ended, pays_of[rank[cell]], unit, paid, left_lying)


@kernel
def values_of_nodes(fixed, per_half, terms, values):  # type: ignore[no-untyped-def]  # numba types it
    """Into `values`: what each node in front of the last street is worth to each cell, in units."""
    moves, half_antes, folded, unit = terms.moves, terms.half_antes, terms.folded, terms.unit
    for node in range(len(moves)):
        best = values[node, : len(fixed)]
        for at in range(moves.shape[1]):
            to = moves[node, at]
            if to < 0:
                break
            lost = -DEALERS * (2 * unit + half_antes[to] * (unit // 2))
            base, factor = (0, 0) if folded[to] else (1, half_antes[to])
            given = lost if folded[to] else 0
            for cell in range(len(best)):
                value = given + base * fixed[cell] + factor * per_half[cell]
                best[cell] = value if at == 0 else max(best[cell], value)


@kernel
def _spread(count, cells, cell_lanes, values, more, less, vectors):  # type: ignore[no-untyped-def]  # numba types it
    """Into `vectors`: for each question the difference of two nodes, lane by lane."""
    vectors[:] = 0
    questions = len(more)
    for cell in range(count):
        for at in range(3):
            lane = cell_lanes[cells[cell, 0], cells[cell, 1], at]
            if lane < 0:
                break
            for k in range(questions):
                vectors[k, lane] = values[more[k], cell] - values[less[k], cell]


@kernel
def block_of(first, second, flush):  # type: ignore[no-untyped-def]  # numba types it
    """Where in a vector the block begins for holes of these two suits, and how long it is."""
    if first == second:
        return (IN_PAIR if first == flush else OUT_PAIR), NARROW
    if first == flush:
        return IN_OUT, WIDE
    return (OUT_IN if second == flush else OUT_OUT), WIDE


@kernel
def clear_card(lanes, rank, suit, starts):  # type: ignore[no-untyped-def]  # numba types it
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


@kernel
def _fill_source(vector, ranks, suits, flush, weight, source):  # type: ignore[no-untyped-def]  # numba types it
    """Into `source`: the vector in all sixteen blocks, times the weight, 0 where a card lies on the board."""
    for first in range(4):
        for second in range(4):
            begin, length = block_of(first, second, flush)
            to = _FULL[first, second]
            _put(source[to : to + length], vector[begin : begin + length], weight)
    for at in range(len(ranks)):
        clear_card(source, ranks[at], suits[at], _FULL)


@kernel
def add_to_part(source, back, pattern, part, blocks, starts, sums):  # type: ignore[no-untyped-def]  # numba types it
    """Onto `sums`: the blocks of `source` under the names that the suits have in this part."""
    for at in range(len(blocks)):
        first, second = blocks[at, 0], blocks[at, 1]
        begin = _FULL[back[pattern, part, first], back[pattern, part, second]]
        to = starts[first, second]
        length = NARROW if first == second else WIDE
        add(sums[to : to + length], source[begin : begin + length])


@kernel
def part_number(ranks, places, part, start):  # type: ignore[no-untyped-def]  # numba types it
    """The number of the first canonical board with the ranks of this part."""
    digits, scale = 0, 1
    for at in range(places.shape[1]):
        digits += ranks[places[part, at]] * scale
        scale *= 13
    return start[digits]


@kernel
def sum_boards(  # type: ignore[no-untyped-def]  # numba types it
    multisets, boards, suiting, look, terms, more, less, part, start, blocks, starts, sums, totals
):
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
    values, pays_of = np.empty((nodes, CELLS), np.int64), pays_by_rank(terms.pays, look.class_of)
    fixed, per_half = np.empty(CELLS, np.int64), np.empty(CELLS, np.int64)
    vectors, holes = np.empty((questions, KIND_LANES), np.int64), np.zeros(KIND_LANES, np.int64)
    sources, source = np.zeros((questions, FULL_LANES), np.int64), np.empty(HALF_LANES, np.int64)
    places, back, part_pattern = part.places, part.back, part.pattern
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
                worth_of_cells(count, rank, compared, terms, pays_of, fixed, per_half)
                values_of_nodes(fixed[:count], per_half[:count], terms, values)
                _spread(count, cells, look.cell_lanes, values, more, less, vectors)
                holes[:] = 0
            suits, weight = boards.suits[pattern], boards.weight[pattern]
            for k in range(questions):
                _fill_source(vectors[k], ranks, suits, flush, weight, sources[k])
            for at in range(len(places)):
                to = part_number(ranks, places, at, start) + part_pattern[pattern, at]
                for k in range(questions):
                    add_to_part(sources[k], back, pattern, at, blocks, starts, sums[k, to])
            if len(totals):
                _count_holes(ranks, suits, flush, weight, source, holes)
        if len(totals):
            _add_totals(count, cells, look.cell_lanes, values, holes, totals)


@kernel
def flush_kind(ranks, cards):  # type: ignore[no-untyped-def]  # numba types it
    """The set of ranks of the flush suit: what tells apart the boards of one multiset of ranks."""
    kind = 0
    for at in range(5):
        kind |= (1 << ranks[at]) if cards >> at & 1 else 0
    return kind


@kernel
def _count_holes(ranks, suits, flush, weight, source, holes):  # type: ignore[no-untyped-def]  # numba types it
    """Onto `holes`: every hole of the board as often as its weight, by the lanes of a vector."""
    source[:] = weight
    for at in range(len(ranks)):
        clear_card(source, ranks[at], suits[at], _HALF)
    for first in range(4):
        for second in range(first, 4):
            begin, length = block_of(first, second, flush)
            at = _HALF[first, second]
            add(holes[begin : begin + length], source[at : at + length])


@kernel
def _add_totals(count, cells, cell_lanes, values, holes, totals):  # type: ignore[no-untyped-def]  # numba types it
    """Onto `totals`: the values of the cells times how often they came, by the start hand."""
    for cell in range(count):
        first, second = cells[cell, 0] % 13, cells[cell, 1] % 13
        high, low = max(first, second), min(first, second)
        times, suited_times = 0, 0
        for at in range(3):
            lane = cell_lanes[cells[cell, 0], cells[cell, 1], at]
            if lane >= OUT_PAIR:
                suited_times += holes[lane]
            elif lane >= 0:
                times += holes[lane]
        for node in range(len(values)):
            totals[node, 0, high, low] += times * values[node, cell]
            totals[node, 1, high, low] += suited_times * values[node, cell]
