"""What a player does after each flop, and turn, with each hole: the sums compared, and what it gains.

A canonical board stands for several, and the sums of the holes that a renaming of suits exchanges are one
class: they are added up over the renamings that leave the board as it is, and divided by 24, for what one
hole gains beside one board. The division leaves no rest, or the enumeration is wrong.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from controller.odds.kernels import kernel
from controller.odds.suits import FULL, FULL_LANES, HALF, HALF_LANES, NARROW, WIDE
from controller.odds.sums import add, add_to_part, clear_card, part_number

_FULL, _HALF = FULL, HALF
RENAMINGS: Final = 24


@kernel
def _symmetric(sums, stabilisers, stabilising, found):  # type: ignore[no-untyped-def]  # numba types it
    """Into `found`: the sums of one board for one hole each; False if they do not divide."""
    found[:] = 0
    for at in range(stabilising):
        for first in range(4):
            for second in range(first, 4):
                to = _HALF[first, second]
                one, two = stabilisers[at, first], stabilisers[at, second]
                if one <= two:
                    begin, length = _HALF[one, two], NARROW if one == two else WIDE
                    add(found[to : to + length], sums[begin : begin + length])
                else:
                    begin = _HALF[two, one]
                    for high in range(13):
                        for low in range(13):
                            found[to + 13 * high + low] += sums[begin + 13 * low + high]
    rest = 0
    for lane in range(HALF_LANES):
        whole = found[lane] // RENAMINGS
        rest |= found[lane] - whole * RENAMINGS
        found[lane] = whole
    return rest == 0


@kernel
def _both_orders(half, full):  # type: ignore[no-untyped-def]  # numba types it
    """Into `full`: holes in either order of their suits."""
    for first in range(4):
        for second in range(first, 4):
            begin, to = _HALF[first, second], _FULL[first, second]
            length = NARROW if first == second else WIDE
            full[to : to + length] = half[begin : begin + length]
            if first != second:
                other = _FULL[second, first]
                for high in range(13):
                    for low in range(13):
                        full[other + 13 * low + high] = half[begin + 13 * high + low]


@kernel
def decide(boards, sums, asked, pushed, scale, chosen, part, start, blocks, gains, totals):  # type: ignore[no-untyped-def]  # numba types it
    """Into `chosen`: the best move of each node with each hole; the gains over its first move handed on.

    Args:
        boards: the canonical boards on which is decided.
        sums: the questions' sums, then the gains of later decisions: (questions, boards, lanes).
        asked: by node and move, the question that tells its value above the first move's, or -1.
        pushed: by node and move, the gains of later decisions that come with it, or -1.
        scale: in how many orders the cards to come are counted.
        chosen: (nodes, boards, lanes of both orders).
        part, start, blocks, gains: where gains are added to the boards of fewer cards: (nodes, boards,
            lanes); empty when there are none.
        totals: the gains of each node by start hand: (nodes, suited, 13, 13).

    Returns:
        Whether every sum divided.
    """
    nodes = len(asked)
    whole = np.empty((len(sums), HALF_LANES), np.int64)
    gain, choice = np.empty(HALF_LANES, np.int64), np.empty(HALF_LANES, np.int8)
    source = np.zeros(FULL_LANES, np.int64)
    exact, number = True, 0
    for multiset in range(len(boards.ranks)):
        ranks = boards.ranks[multiset]
        for pattern in range(boards.first[multiset], boards.last[multiset]):
            for k in range(len(sums)):
                exact &= _symmetric(
                    sums[k, number], boards.stabilisers[pattern], boards.stabilising[pattern], whole[k]
                )
            for node in range(nodes):
                _choose(whole, asked[node], pushed[node], scale, gain, choice)
                _both_orders(choice, chosen[node, number])
                for at in range(len(ranks)):
                    clear_card(gain, ranks[at], boards.suits[pattern, at], _HALF)
                weight = boards.weight[pattern]
                for lane in range(HALF_LANES):
                    gain[lane] *= weight
                _by_start_hand(gain, totals[node])
                if len(gains):
                    _both_orders(gain, source)
                    for at in range(len(part.places)):
                        to = part_number(ranks, part.places, at, start) + part.pattern[pattern, at]
                        add_to_part(source, part.back, pattern, at, blocks, _HALF, gains[node, to])
            number += 1
    return exact


@kernel
def _choose(whole, asked, pushed, scale, gain, choice):  # type: ignore[no-untyped-def]  # numba types it
    """Into `gain` and `choice`: the best move by lane, the first of equals, and its value above the base."""
    for lane in range(HALF_LANES):
        gain[lane] = whole[pushed[0], lane] if pushed[0] >= 0 else 0
        choice[lane] = 0
    for move in range(1, len(asked)):
        question, later = asked[move], pushed[move]
        if question < 0:
            break
        for lane in range(HALF_LANES):
            value = scale * whole[question, lane]
            value += whole[later, lane] if later >= 0 else 0
            if value > gain[lane]:
                gain[lane], choice[lane] = value, move


@kernel
def _by_start_hand(gain, totals):  # type: ignore[no-untyped-def]  # numba types it
    """Onto `totals`: the gains of all holes, by start hand."""
    for first in range(4):
        for second in range(first, 4):
            at = _HALF[first, second]
            for high in range(13):
                if first == second:
                    for low in range(high):
                        totals[1, high, low] += gain[at + high * (high - 1) // 2 + low]
                else:
                    for low in range(13):
                        totals[0, max(high, low), min(high, low)] += gain[at + 13 * high + low]


@kernel
def follow(chosen, row_of, start_nodes, moves, reached):  # type: ignore[no-untyped-def]  # numba types it
    """Into `reached`: the node after this street, by board and hole, for the node each hole comes in with.

    `start_nodes` is by (suited, higher, lower rank); `row_of` the row of `chosen` for each node that has a
    choice, or -1.
    """
    for board in range(len(reached)):
        for first in range(4):
            for second in range(4):
                at = _FULL[first, second]
                for high in range(13):
                    for low in range(high if first == second else 13):
                        if first == second:
                            lane = at + high * (high - 1) // 2 + low
                            node = start_nodes[1, high, low]
                        else:
                            lane = at + 13 * high + low
                            node = start_nodes[0, max(high, low), min(high, low)]
                        row = row_of[node]
                        move = chosen[row, board, lane] if row >= 0 else 0
                        reached[board, lane] = moves[node, move]
