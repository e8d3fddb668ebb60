"""Second enumeration: how the rounds end when every decision is known.

Every canonical board of five is visited once more. Each order in which its cards can come leads each hole
to a node in front of the last street; how often is counted first, then multiplied by what the 990 dealers
make of it.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from controller.par.showdown import (
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
from controller.par.suits import FULL, HALF, HALF_LANES, NARROW, WIDE
from controller.par.sums import add, block_of, clear_card, flush_kind, part_number

_FULL, _HALF = FULL, HALF


@njit(cache=True, nogil=True)
def _count(counts, table, node):  # type: ignore[no-untyped-def]
    for lane in range(len(counts)):
        counts[lane] += np.int8(1) if table[lane] == node else np.int8(0)


@njit(cache=True, nogil=True)
def _count_if(counts, coming, chosen, move):  # type: ignore[no-untyped-def]
    for lane in range(len(counts)):
        counts[lane] += coming[lane] if chosen[lane] == move else np.int8(0)


@njit(cache=True, nogil=True)
def _add_times(paths, counts, weight):  # type: ignore[no-untyped-def]
    for lane in range(len(paths)):
        paths[lane] += weight * counts[lane]


@njit(cache=True, nogil=True)
def _count_nodes(table, there, nodes, counts):  # type: ignore[no-untyped-def]
    """Onto `counts`: one more for the node that each hole reaches in this part of the board."""
    for first in range(4):
        for second in range(first, 4):
            begin, to = _FULL[there[first], there[second]], _HALF[first, second]
            length = NARROW if first == second else WIDE
            for node in range(nodes):
                _count(counts[node, to : to + length], table[begin : begin + length], node)


@njit(cache=True, nogil=True)
def _paths_by_flop(ranks, pattern, part, start, reached, counts):  # type: ignore[no-untyped-def]
    """Into `counts`: in how many of the ten flops each hole ends in each node."""
    counts[:] = 0
    for at in range(len(part.places)):
        flop = part_number(ranks, part.places[at], start) + part.pattern[pattern, at]
        _count_nodes(reached[flop], part.there[pattern, at], len(counts), counts)


@njit(cache=True, nogil=True)
def _paths_by_turn(
    ranks, pattern, flops, start, reached, fours, start_four, chosen, row_of, moves, after_flop, counts
):  # type: ignore[no-untyped-def]
    """Into `counts`: in how many of the twenty orders of flop, turn and river each hole ends in each node."""
    counts[:] = 0
    for four in range(len(fours.places)):
        after_flop[:] = 0
        for at in range(len(flops.places)):
            if _within(flops.places[at], fours.places[four]):
                flop = part_number(ranks, flops.places[at], start) + flops.pattern[pattern, at]
                _count_nodes(reached[flop], flops.there[pattern, at], len(after_flop), after_flop)
        number = part_number(ranks, fours.places[four], start_four) + fours.pattern[pattern, four]
        there = fours.there[pattern, four]
        for node in range(len(after_flop)):
            row = row_of[node]
            if row < 0:
                add(counts[moves[node, 0]], after_flop[node])
            else:
                _move_on(chosen[row, number], there, moves[node], after_flop[node], counts)


@njit(cache=True, nogil=True)
def _within(few, many):  # type: ignore[no-untyped-def]
    for one in few:
        found = False
        for other in many:
            found |= one == other
        if not found:
            return False
    return True


@njit(cache=True, nogil=True)
def _move_on(chosen, there, moves, coming, counts):  # type: ignore[no-untyped-def]
    """Onto `counts`: the holes that come into a node, by the move each of them makes."""
    for first in range(4):
        for second in range(first, 4):
            begin, to = _FULL[there[first], there[second]], _HALF[first, second]
            length = NARROW if first == second else WIDE
            for move in range(len(moves)):
                if moves[move] < 0:
                    break
                counted = counts[moves[move], to : to + length]
                _count_if(counted, coming[to : to + length], chosen[begin : begin + length], move)


@njit(cache=True, nogil=True)
def _add_paths(counts, suits, ranks, flush, weight, paths):  # type: ignore[no-untyped-def]
    """Onto `paths`: the counts times the weight, by the lanes of a vector; none for cards on the board."""
    for node in range(len(counts)):
        for at in range(len(ranks)):
            clear_card(counts[node], ranks[at], suits[at], _HALF)
        for first in range(4):
            for second in range(first, 4):
                begin, length = block_of(first, second, flush)
                at = _HALF[first, second]
                _add_times(paths[node, begin : begin + length], counts[node, at : at + length], weight)


@njit(cache=True, nogil=True)
def _end(count, cells, rank, compared, paths, terms, look, ended, outcomes):  # type: ignore[no-untyped-def]
    """Onto `outcomes`: what 990 dealers make of each hole, as often as it came, by last node and class."""
    for cell in range(count):
        split(compared[cell], compared[cell, 2], rank[cell], terms.threshold, ended)
        hand = look.class_of[rank[cell]]
        fixed, per_half = worth(ended, terms.pays[hand], terms.unit, terms.paid, terms.left_lying)
        for node in range(len(paths)):
            times = 0
            for lane in look.cell_lanes[cells[cell, 0], cells[cell, 1]]:
                times += paths[node, lane] if lane >= 0 else 0
            if times:
                _, last = best_move(
                    fixed, per_half, terms.half_antes, terms.folded, terms.moves[node], terms.unit
                )
                for each in range(6):
                    outcomes[last, hand, each] += times * ended[each]


@njit(cache=True, nogil=True)
def count_outcomes(
    multisets,
    boards,
    suiting,
    look,
    terms,
    flops,
    start,
    reached,
    fours,
    start_four,
    chosen,
    row_of,
    moves,
    outcomes,
):  # type: ignore[no-untyped-def]
    """Onto `outcomes`: rounds by last node, class of the player, and win, tie, loss against a bank that
    qualifies, then against one that does not: shape (last nodes, 10, 6).

    Args:
        flops, start, reached: the node after the flop by flop and hole.
        fours, start_four, chosen, row_of, moves: the decisions on the turn; `moves` is empty without them.
    """
    nodes = len(terms.moves)
    left, plain_found = np.empty(26, np.int64), np.empty((13, 13), np.int64)
    cells, rank = np.empty((CELLS, 2), np.int64), np.empty(CELLS, np.int64)
    order, passed, starts_of = np.empty(CELLS, np.int64), np.empty(CELLS, np.int64), np.empty(130, np.int64)
    below, compared = np.empty(CELLS, np.int64), np.empty((CELLS, 3), np.int64)
    held, held_then, ended = np.empty(26, np.int64), np.empty(26, np.int64), np.empty(6, np.int64)
    counts = np.zeros((nodes, HALF_LANES), np.int8)
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
                    _end(count, cells, rank, compared, paths, terms, look, ended, outcomes)
                known = kind
                suited = held_types(ranks, suiting.cards[pattern], left)
                count = fill_cells(left, suited, plain_found, look.flush, cells, rank)
                in_order(rank, count, order, passed, starts_of)
                sweep(left, cells, rank, count, order, terms.threshold, below, held, held_then, compared)
                paths[:] = 0
            if len(moves):
                _paths_by_turn(
                    ranks, pattern, flops, start, reached, fours, start_four, chosen, row_of, moves,
                    after_flop, counts,
                )  # fmt: skip
            else:
                _paths_by_flop(ranks, pattern, flops, start, reached, counts)
            _add_paths(counts, boards.suits[pattern], ranks, flush, boards.weight[pattern], paths)
        _end(count, cells, rank, compared, paths, terms, look, ended, outcomes)
