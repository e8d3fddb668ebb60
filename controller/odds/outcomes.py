"""Second enumeration: how the rounds end when every decision is known.

Every canonical board of five is visited once more. Each order in which its cards can come leads each hole
to a node in front of the last street; how often is counted first, then multiplied by what the 990 dealers
make of it.
"""

from __future__ import annotations

import numpy as np

from controller.odds.kernels import kernel
from controller.odds.showdown import (
    CELLS,
    KIND_LANES,
    best_move,
    fill_cells,
    held_types,
    in_order,
    plain_ranks,
    split,
    sweep,
    worth,
)
from controller.odds.suits import FULL, HALF, HALF_LANES, NARROW, WIDE
from controller.odds.sums import add, block_of, clear_card, flush_kind, part_number

_FULL, _HALF = FULL, HALF


@kernel
def _count(counts, table, node):  # type: ignore[no-untyped-def]  # numba types it
    same = np.int8(node)  # bytes compared with bytes: 64 at once
    for lane in range(len(counts)):
        counts[lane] = np.int8(counts[lane] + np.int8(table[lane] == same))


@kernel
def _count_if(counts, coming, chosen, move):  # type: ignore[no-untyped-def]  # numba types it
    same = np.int8(move)
    for lane in range(len(counts)):
        if chosen[lane] == same:
            counts[lane] = np.int8(counts[lane] + coming[lane])


@kernel
def _add_times(paths, counts, weight):  # type: ignore[no-untyped-def]  # numba types it
    for lane in range(len(paths)):
        paths[lane] += weight * counts[lane]


@kernel
def _copy(lanes, source):  # type: ignore[no-untyped-def]  # numba types it
    for lane in range(len(lanes)):
        lanes[lane] = source[lane]


@kernel
def _rename(table, there, pattern, part, renamed):  # type: ignore[no-untyped-def]  # numba types it
    """Into `renamed`: the holes of a part of the board under the names that the suits have on the board."""
    for first in range(4):
        for second in range(first, 4):
            begin = _FULL[there[pattern, part, first], there[pattern, part, second]]
            to = _HALF[first, second]
            length = NARROW if first == second else WIDE
            _copy(renamed[to : to + length], table[begin : begin + length])


@kernel
def _flops_of(ranks, pattern, flops, start, reached, renamed):  # type: ignore[no-untyped-def]  # numba types it
    """Into `renamed`: the node that each hole reaches after each of the ten flops."""
    for at in range(len(flops.places)):
        flop = part_number(ranks, flops.places, at, start) + flops.pattern[pattern, at]
        _rename(reached[flop], flops.there, pattern, at, renamed[at])


@kernel
def _paths_by_flop(renamed, counts):  # type: ignore[no-untyped-def]  # numba types it
    """Into `counts`: in how many of the ten flops each hole ends in each node."""
    counts[:] = 0
    for node in range(len(counts)):
        counted = counts[node]
        for at in range(len(renamed)):
            _count(counted, renamed[at], node)


@kernel
def _paths_by_turn(ranks, pattern, renamed, flops, turn, after_flop, move, counts):  # type: ignore[no-untyped-def]  # numba types it
    """Into `counts`: in how many of the twenty orders of flop, turn and river each hole ends in each node."""
    turns, start, row_of, moves, chosen = turn
    counts[:] = 0
    for four in range(len(turns.places)):
        after_flop[:] = 0
        for node in range(len(after_flop)):
            coming = after_flop[node]
            for at in range(len(flops.places)):
                if _within(flops.places, at, turns.places, four):
                    _count(coming, renamed[at], node)
        number = part_number(ranks, turns.places, four, start) + turns.pattern[pattern, four]
        for node in range(len(after_flop)):
            row = row_of[node]
            if row < 0:
                add(counts[moves[node, 0]], after_flop[node])
                continue
            _rename(chosen[row, number], turns.there, pattern, four, move)
            for at in range(moves.shape[1]):
                if moves[node, at] >= 0:
                    _count_if(counts[moves[node, at]], after_flop[node], move, at)


@kernel
def _within(few, part, many, whole):  # type: ignore[no-untyped-def]  # numba types it
    """Whether all cards of the one part are cards of the other."""
    for at in range(few.shape[1]):
        found = False
        for other in range(many.shape[1]):
            found |= few[part, at] == many[whole, other]
        if not found:
            return False
    return True


@kernel
def _add_paths(counts, suits, ranks, flush, weight, paths):  # type: ignore[no-untyped-def]  # numba types it
    """Onto `paths`: the counts times the weight, by the lanes of a vector; none for cards on the board."""
    for node in range(len(counts)):
        for at in range(len(ranks)):
            clear_card(counts[node], ranks[at], suits[at], _HALF)
        for first in range(4):
            for second in range(first, 4):
                begin, length = block_of(first, second, flush)
                at = _HALF[first, second]
                _add_times(paths[node, begin : begin + length], counts[node, at : at + length], weight)


@kernel
def _end(count, cells, rank, compared, paths, terms, look, outcomes):  # type: ignore[no-untyped-def]  # numba types it
    """Onto `outcomes`: what 990 dealers make of each hole, as often as it came, by last node and class."""
    threshold, unit, pays, moves = terms.threshold, terms.unit, terms.pays, terms.moves
    half_antes, folded = terms.half_antes, terms.folded
    class_of, cell_lanes = look.class_of, look.cell_lanes
    for cell in range(count):
        ended = split(compared, cell, rank[cell], threshold)
        hand = class_of[rank[cell]]
        first = 0 if rank[cell] >= threshold else 2
        fixed, per_half = worth(ended, pays[hand], unit, terms.paid, terms.left_lying)
        for node in range(len(paths)):
            times = 0
            for at in range(3):
                lane = cell_lanes[cells[cell, 0], cells[cell, 1], at]
                times += paths[node, lane] if lane >= 0 else 0
            if times:
                last = best_move(fixed, per_half, half_antes, folded, moves, node, unit)
                for each in range(first, first + 4):  # the other two are 0
                    outcomes[last, hand, each] += times * ended[each]


@kernel
def count_outcomes(multisets, boards, suiting, look, terms, flops, start, reached, turn, outcomes):  # type: ignore[no-untyped-def]  # numba types it
    """Onto `outcomes`: rounds by last node, class of the player, and win, tie, loss against a bank that
    qualifies, then against one that does not: shape (last nodes, 10, 6).

    Args:
        flops, start, reached: the node after the flop by flop and hole.
        turn: the boards of four, their first numbers, and the decisions there; no moves without them.
    """
    nodes = len(terms.moves)
    left, plain_found = np.empty(26, np.int64), np.empty((13, 13), np.int64)
    cells, rank = np.empty((CELLS, 2), np.int64), np.empty(CELLS, np.int64)
    order, passed, starts_of = np.empty(CELLS, np.int64), np.empty(CELLS, np.int64), np.empty(130, np.int64)
    below, compared = np.empty(CELLS, np.int64), np.empty((CELLS, 3), np.int64)
    held, held_then = np.empty(26, np.int64), np.empty(26, np.int64)
    moves = turn[3]
    counts, move = np.zeros((nodes, HALF_LANES), np.int8), np.zeros(HALF_LANES, np.int8)
    renamed = np.zeros((len(flops.places), HALF_LANES), np.int8)
    after_flop = np.zeros((len(moves), HALF_LANES), np.int8)
    paths = np.zeros((nodes, KIND_LANES), np.int64)
    count = 0
    for multiset in multisets:
        ranks = boards.ranks[multiset]
        plain_ranks(ranks, look.rank_keys, look.plain, plain_found)
        known = -1
        for pattern in range(boards.first[multiset], boards.last[multiset]):
            flush = suiting.suit[pattern]
            kind = flush_kind(ranks, suiting.cards[pattern])
            if kind != known:
                if known >= 0:
                    _end(count, cells, rank, compared, paths, terms, look, outcomes)
                known = kind
                suited = held_types(ranks, suiting.cards[pattern], left)
                count = fill_cells(left, suited, plain_found, look.flush, cells, rank)
                in_order(rank, count, order, passed, starts_of)
                sweep(left, cells, rank, count, order, terms.threshold, below, held, held_then, compared)
                paths[:] = 0
            _flops_of(ranks, pattern, flops, start, reached, renamed)
            if len(moves):
                _paths_by_turn(ranks, pattern, renamed, flops, turn, after_flop, move, counts)
            else:
                _paths_by_flop(renamed, counts)
            _add_paths(counts, boards.suits[pattern], ranks, flush, boards.weight[pattern], paths)
        _end(count, cells, rank, compared, paths, terms, look, outcomes)
