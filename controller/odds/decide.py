"""What a player does after each flop, and turn, with each hole: the sums compared, and what it gains.

The sums of the kinds in which a board is seen, by its ranks and for each suit, add up to what a hole is worth
beside it. What decisions on the turn gain comes to the flop over the canonical boards of four, each as often
as boards it stands for: there the holes that a renaming of suits exchanges are one class, whose gains are
added up over the renamings that leave the board as it is, and divided by 24. The division leaves no rest, or
the enumeration is wrong.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from controller.odds.kernels import kernel
from controller.odds.kinds import copy, kinds_of
from controller.odds.suits import FULL, FULL_LANES, HALF, HALF_LANES, NARROW, WIDE

_FULL, _HALF = FULL, HALF
RENAMINGS: Final = 24


# Loops over whole slices are compiled to vector instructions; loops over offsets into an array are not.


@kernel
def _add(sums, source):  # type: ignore[no-untyped-def]  # numba types it
    for lane in range(len(sums)):
        sums[lane] += source[lane]


@kernel
def _clear_card(lanes, rank, suit):  # type: ignore[no-untyped-def]  # numba types it
    """Holes with this card are 0 in `lanes`."""
    for other in range(4):
        if other == suit:
            for low in range(rank):
                lanes[_HALF[suit, suit] + rank * (rank - 1) // 2 + low] = 0
            for high in range(rank + 1, 13):
                lanes[_HALF[suit, suit] + high * (high - 1) // 2 + rank] = 0
        elif suit < other:
            lanes[_HALF[suit, other] + 13 * rank : _HALF[suit, other] + 13 * rank + 13] = 0
        else:
            for second in range(13):
                lanes[_HALF[other, suit] + 13 * second + rank] = 0


@kernel
def _add_to_part(source, back, sums):  # type: ignore[no-untyped-def]  # numba types it
    """Onto `sums`: the blocks of `source` under the names that the suits have in this part."""
    for first in range(4):
        for second in range(first, 4):
            begin, to = _FULL[back[first], back[second]], _HALF[first, second]
            length = NARROW if first == second else WIDE
            _add(sums[to : to + length], source[begin : begin + length])


@kernel
def part_board(ranks, places, part, start):  # type: ignore[no-untyped-def]  # numba types it
    """The number of the first canonical board with the ranks of this part."""
    digits, scale = 0, 1
    for at in range(places.shape[1]):
        digits += ranks[places[part, at]] * scale
        scale *= 13
    return start[digits]


@kernel
def _beside(sums, seen, lane_of, found):  # type: ignore[no-untyped-def]  # numba types it
    """Into `found`: what each hole is worth beside the board that is `seen` as these kinds."""
    for first in range(4):
        for second in range(first, 4):
            to = _HALF[first, second]
            for high in range(13):
                for low in range(high if first == second else 13):
                    value = sums[seen[0], lane_of[high, low]]
                    for suit in range(4):
                        if seen[suit + 1] >= 0:
                            one = high + 13 if suit == first else high
                            two = low + 13 if suit == second else low
                            value += sums[seen[suit + 1], lane_of[one, two]]
                    found[to + (high * (high - 1) // 2 if first == second else 13 * high) + low] = value


@kernel
def _symmetric(sums, stabilisers, stabilising, found):  # type: ignore[no-untyped-def]  # numba types it
    """Into `found`: the gains of one board for one hole each; False if they do not divide."""
    found[:] = 0
    for at in range(stabilising):
        for first in range(4):
            for second in range(first, 4):
                to = _HALF[first, second]
                one, two = stabilisers[at, first], stabilisers[at, second]
                if one <= two:
                    begin, length = _HALF[one, two], NARROW if one == two else WIDE
                    _add(found[to : to + length], sums[begin : begin + length])
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
            copy(half[begin : begin + length], full[to : to + length])
            if first != second:
                other = _FULL[second, first]
                for high in range(13):
                    for low in range(13):
                        full[other + 13 * low + high] = half[begin + 13 * high + low]


@kernel
def decide(boards, kinds, sums, handed, asked, later, scale, lane_of, chosen, part, start, gains, totals):  # type: ignore[no-untyped-def]  # numba types it
    """Into `chosen`: the best move of each node with each hole; the gains over its first move handed on.

    Args:
        boards: the canonical boards on which is decided.
        kinds, sums: the numbers of their kinds, and the questions' sums: (questions, kinds, lanes of types).
        handed: the gains of later decisions: (rows, boards, lanes).
        asked: by node and move, the question that tells its value above the first move's, or -1.
        later: by node and move, the row of gains that comes with it, or -1.
        scale: in how many orders the cards to come are counted.
        chosen: (nodes, boards, lanes of both orders).
        part, start, gains: where gains are handed on to the boards of fewer cards: (nodes, boards, lanes);
            empty when there are none.
        totals: the gains of each node by start hand: (nodes, suited, 13, 13).

    Returns:
        Whether every gain divided.
    """
    whole = np.zeros((len(sums), HALF_LANES), np.int64)
    gained = np.zeros((len(handed), HALF_LANES), np.int64)
    gain, choice = np.zeros(HALF_LANES, np.int64), np.zeros(HALF_LANES, np.int8)
    source, seen = np.zeros(FULL_LANES, np.int64), np.empty(5, np.int64)
    exact, number = True, 0
    for multiset in range(len(boards.ranks)):
        ranks = boards.ranks[multiset]
        for pattern in range(boards.first[multiset], boards.last[multiset]):
            suits, weight = boards.suits[pattern], boards.weight[pattern]
            kinds_of(ranks, suits, kinds, seen)
            for k in range(len(sums)):
                _beside(sums[k], seen, lane_of, whole[k])
            for row in range(len(handed)):
                stabilising = boards.stabilising[pattern]
                exact &= _symmetric(
                    handed[row, number], boards.stabilisers[pattern], stabilising, gained[row]
                )
            for node in range(len(asked)):
                _choose(whole, gained, asked[node], later[node], scale, gain, choice)
                _both_orders(choice, chosen[node, number])
                for at in range(len(ranks)):
                    _clear_card(gain, ranks[at], suits[at])
                for lane in range(HALF_LANES):
                    gain[lane] *= weight
                _by_start_hand(gain, totals[node])
                if len(gains):
                    _both_orders(gain, source)
                    for at in range(len(part.places)):
                        to = part_board(ranks, part.places, at, start) + part.pattern[pattern, at]
                        _add_to_part(source, part.back[pattern, at], gains[node, to])
            number += 1
    return exact


@kernel
def _choose(whole, gained, asked, later, scale, gain, choice):  # type: ignore[no-untyped-def]  # numba types it
    """Into `gain` and `choice`: the best move by lane, the first of equals, and its value above the base."""
    for lane in range(HALF_LANES):
        gain[lane] = gained[later[0], lane] if later[0] >= 0 else 0
        choice[lane] = 0
    for move in range(1, len(asked)):
        question, row = asked[move], later[move]
        if question < 0:
            break
        for lane in range(HALF_LANES):
            value = scale * whole[question, lane]
            value += gained[row, lane] if row >= 0 else 0
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


def follow(chosen: np.ndarray, row_of: np.ndarray, start_nodes: np.ndarray, moves: np.ndarray) -> np.ndarray:
    """The node after this street, by board and hole, for the node each hole comes in with.

    `start_nodes` is by (suited, higher, lower rank); `row_of` the row of `chosen` for each node that has a
    choice, or -1.
    """
    came = np.zeros(FULL_LANES, np.int64)
    one_suit, two_suits = start_nodes[1], np.tril(start_nodes[0]) + np.tril(start_nodes[0], -1).T
    for first in range(4):
        for second in range(4):
            nodes = one_suit[np.tril_indices(13, -1)] if first == second else two_suits.ravel()
            came[FULL[first, second] :][: len(nodes)] = nodes
    reached = np.zeros((chosen.shape[1], FULL_LANES), np.int8)
    for node in np.unique(came):
        lanes, row = came == node, row_of[node]
        reached[:, lanes] = moves[node, chosen[row][:, lanes]] if row >= 0 else moves[node, 0]
    return reached
