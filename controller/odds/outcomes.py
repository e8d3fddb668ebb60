"""Second enumeration: how the rounds end when every decision is known.

Each order in which the cards of a board can come leads each hole to a node in front of the last street.
That is counted by the kinds in which the board is seen before the last cards; then every kind of board of
five is visited once more, and its counts are multiplied by what the 990 dealers make of each hole.
"""

from __future__ import annotations

import numpy as np

from controller.odds.decide import part_board
from controller.odds.kernels import kernel
from controller.odds.kinds import LANES, add_times, cards_left, kinds_of, part_number, types_of
from controller.odds.showdown import DEALERS, best_move, split
from controller.odds.suits import FULL, NARROW, WIDE
from controller.odds.sums import pays_by_rank, worth_of_lanes

_FULL = FULL


@kernel
def _after_turn(reached, there, row_of, moves, chosen, number, came):  # type: ignore[no-untyped-def]  # numba types it
    """Into `came`: the node after the turn, of each hole beside a board of four.

    Args:
        reached: the node after the flop, under the names that the suits have `there`.
        chosen, number: the decisions on the turn, and the number of the board.
    """
    for first in range(4):
        for second in range(first, 4):
            begin, length = _FULL[first, second], NARROW if first == second else WIDE
            move = _FULL[there[first], there[second]] - begin
            for lane in range(begin, begin + length):
                node = reached[move + lane]
                row = row_of[node]
                came[lane] = moves[node, chosen[row, number, lane] if row >= 0 else 0]


@kernel
def _count_holes(came, ranks, suits, seen, weight, lane_of, ends):  # type: ignore[no-untyped-def]  # numba types it
    """Onto `ends`: each hole, by its types in each kind in which the board is seen, at the node it is at."""
    taken = np.zeros((4, 13), np.bool_)
    for at in range(len(ranks)):
        taken[suits[at], ranks[at]] = True
    for first in range(4):
        for second in range(first, 4):
            for high in range(13):
                begin = _FULL[first, second] + (high * (high - 1) // 2 if first == second else 13 * high)
                for low in range(high if first == second else 13):
                    if taken[first, high] or taken[second, low]:
                        continue
                    node = came[begin + low]
                    ends[node, seen[0], lane_of[high, low]] += weight
                    for suit in range(4):
                        if seen[suit + 1] >= 0:
                            one = high + 13 if suit == first else high
                            two = low + 13 if suit == second else low
                            ends[node, seen[suit + 1], lane_of[one, two]] += weight


@kernel
def count_ends(boards, number, reached, flops, start, row_of, moves, chosen, lane_of, ends):  # type: ignore[no-untyped-def]  # numba types it
    """Onto `ends`: how often each hole comes in front of the last street to each node, by kind of board.

    Args:
        boards, number: the boards before the last cards, and the numbers of their kinds.
        reached: the node after the flop by flop and hole.
        flops, start: the flops of each board of four, and their first numbers by ranks.
        row_of, moves, chosen: the decisions on the turn; no moves where it is no street of its own.
        ends: shape (nodes, kinds, lanes of types).
    """
    seen, came = np.empty(5, np.int64), np.zeros(reached.shape[1], np.int8)
    board = 0
    for multiset in range(len(boards.ranks)):
        ranks = boards.ranks[multiset]
        for pattern in range(boards.first[multiset], boards.last[multiset]):
            suits, weight = boards.suits[pattern], boards.weight[pattern]
            kinds_of(ranks, suits, number, seen)
            if not len(moves):
                _count_holes(reached[board], ranks, suits, seen, weight, lane_of, ends)
            else:
                for at in range(len(flops.places)):
                    flop = part_board(ranks, flops.places, at, start) + flops.pattern[pattern, at]
                    there = flops.there[pattern, at]
                    _after_turn(reached[flop], there, row_of, moves, chosen, board, came)
                    _count_holes(came, ranks, suits, seen, weight, lane_of, ends)
            board += 1


@kernel
def _end(rank, dealers, live, paths, fixed, per_half, terms, look, ended):  # type: ignore[no-untyped-def]  # numba types it
    """Onto `ended`: what 990 dealers make of each hole, as often as it came, by last node, class, and whether
    he holds what would qualify a bank: dealers whom he beats, ties, who do not qualify, and boards."""
    threshold, unit, moves = terms.threshold, terms.unit, terms.moves
    half_antes, folded = terms.half_antes, terms.folded
    for node in live:
        for lane in range(LANES):
            times, strength = np.int64(paths[node, lane]), rank[lane]
            if times and strength:
                last = moves[node, 0]
                if moves.shape[1] > 1 and moves[node, 1] >= 0:
                    last = best_move(fixed[lane], per_half[lane], half_antes, folded, moves, node, unit)
                hand, strong = look.class_of[strength], 1 if strength >= threshold else 0
                for at in range(3):
                    ended[last, hand, strong, at] += times * dealers[at, lane]
                ended[last, hand, strong, 3] += times


@kernel
def count_outcomes(multisets, kinds, compared, look, terms, part, ends, live, outcomes):  # type: ignore[no-untyped-def]  # numba types it
    """Onto `outcomes`: rounds by last node, class of the player, and win, tie, loss against a bank that
    qualifies, then against one that does not: shape (last nodes, 10, 6).

    `live` are the nodes to which any hole comes, in front of the last street, `ends` as of `count_ends`.
    Boards of three or more cards of a suit are counted as such, for each suit; what is left of those with the
    same ranks has none.
    """
    nodes = len(terms.moves)
    types, left = np.empty(5, np.int64), np.empty(26, np.int64)
    # 32 bits: a kind has 1,024 boards, each beside 16 holes of two types in twenty orders, at the most.
    paths, of_suit = np.empty((nodes, LANES), np.int32), np.empty((nodes, LANES), np.int32)
    pays_of, fixed = pays_by_rank(terms.pays, look.class_of), np.empty(LANES, np.int64)
    per_half = np.empty(LANES, np.int64)
    ended = np.zeros((len(outcomes), 10, 2, 4), np.int64)
    lane_of, plain_lane, places, rest = look.lane_of, look.plain_lane, part.places, part.rest
    for multiset in multisets:
        ranks = kinds.ranks[multiset]
        of_suit[:] = 0
        plain = kinds.first[multiset]
        for kind in range(kinds.first[multiset + 1] - 1, plain - 1, -1):
            suited = kinds.suited[kind]
            types_of(ranks, suited, types)
            cards_left(types, suited, left)
            paths[:] = 0
            for at in range(len(places)):
                number = part_number(types, places, at, part.number)
                if number >= 0:
                    one, two = types[rest[at, 0]], types[rest[at, 1]] if rest[at, 1] >= 0 else -1
                    for node in live:
                        add_times(paths[node], ends[node, number], left, one, two, lane_of)
            rank = compared.rank[kind]
            for node in live:
                for lane in range(LANES):
                    if kind == plain:
                        paths[node, lane] -= of_suit[node, lane]
                    elif rank[lane]:
                        of_suit[node, plain_lane[lane]] += paths[node, lane]
            worth_of_lanes(rank, compared.dealers[kind], terms, pays_of, fixed, per_half)
            _end(rank, compared.dealers[kind], live, paths, fixed, per_half, terms, look, ended)
    for last in range(len(ended)):
        for hand in range(10):
            for strong in range(2):
                wins, ties, unqualified, boards = ended[last, hand, strong]
                found = split(wins, ties, unqualified, boards * DEALERS, strong == 1)
                for each in range(6):
                    outcomes[last, hand, each] += found[each]
