"""First enumeration: what each decision after the flop or turn is worth, summed over the boards to come.

Every kind of board of five is visited once. The values of its holes, one vector for each question, are
added to the sums of the kinds of three or four cards that lie in it, as often as the others can come.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from controller.odds.kernels import kernel
from controller.odds.kinds import LANE_OF, LANES, add_times, cards_left, copy, part_number, types_of
from controller.odds.showdown import DEALERS, split, worth

SUITS: Final = 4


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


@kernel
def pays_by_rank(pays, class_of):  # type: ignore[no-untyped-def]  # numba types it
    """The second stake's win by rank."""
    found = np.empty(len(class_of), np.int64)
    for rank in range(len(class_of)):
        found[rank] = pays[class_of[rank]]
    return found


@kernel
def worth_of_lanes(rank, dealers, terms, pays_of, fixed, per_half):  # type: ignore[no-untyped-def]  # numba types it
    """Into `fixed` and `per_half`: what 990 dealers give each hole, as `worth` tells it."""
    threshold, unit, paid, left_lying = terms.threshold, terms.unit, terms.paid, terms.left_lying
    for lane in range(LANES):
        strength = np.int64(rank[lane])
        wins, ties, unqualified = dealers[0, lane], dealers[1, lane], dealers[2, lane]
        strong = strength >= threshold
        ended = split(np.int64(wins), np.int64(ties), np.int64(unqualified), DEALERS, strong)
        fixed[lane], per_half[lane] = worth(ended, pays_of[strength], unit, paid, left_lying)


@kernel
def _values_of_nodes(fixed, per_half, terms, values):  # type: ignore[no-untyped-def]  # numba types it
    """Into `values`: what each node in front of the last street is worth to each hole, in units."""
    moves, half_antes, folded, unit = terms.moves, terms.half_antes, terms.folded, terms.unit
    for node in range(len(moves)):
        best = values[node]
        for at in range(moves.shape[1]):
            to = moves[node, at]
            if to < 0:
                break
            lost = -DEALERS * (2 * unit + half_antes[to] * (unit // 2))
            base, factor = (0, 0) if folded[to] else (1, half_antes[to])
            given = lost if folded[to] else 0
            for lane in range(len(best)):
                value = given + base * fixed[lane] + factor * per_half[lane]
                best[lane] = value if at == 0 else max(best[lane], value)


@kernel
def _above_plain(values, rank, plain, plain_lane, found):  # type: ignore[no-untyped-def]  # numba types it
    """Into `found`: the values above those by ranks alone, 0 for a hole that cannot lie there."""
    for lane in range(len(found)):
        found[lane] = values[lane] - plain[plain_lane[lane]] if rank[lane] else 0


@kernel
def _boards(types, left):  # type: ignore[no-untyped-def]  # numba types it
    """How many boards have these types, the suit looked at being known."""
    boards, same = 1, 0
    for at in range(len(types)):
        same = same + 1 if at > 0 and types[at - 1] == types[at] else 1
        boards = boards * (left[types[at]] + same) // same
    return boards


@kernel
def _deals(types, left, deals):  # type: ignore[no-untyped-def]  # numba types it
    """Into `deals`: how many boards and holes of each two types there are together."""
    boards, lane = _boards(types, left), 0
    for first in range(26):
        deals[lane] = boards * (left[first] * (left[first] - 1) // 2)
        lane += 1
        for second in range(first + 1, 26):
            deals[lane] = boards * (left[first] * left[second])
            lane += 1


@kernel
def _add_totals(vector, deals, totals):  # type: ignore[no-untyped-def]  # numba types it
    for lane in range(LANES):
        totals[lane] += deals[lane] * vector[lane]


@kernel
def sum_kinds(multisets, kinds, compared, look, terms, more, less, part, sums, totals):  # type: ignore[no-untyped-def]  # numba types it
    """Onto `sums`: for each question, kind of part and hole, the values of all boards that hold the part.

    By ranks alone, and for the suit looked at what the boards with three or more cards of it have above that.

    Args:
        multisets: which multisets of ranks are visited.
        more, less: the nodes whose difference each question is.
        sums: shape (questions, parts, lanes).
        totals: the same for each node over all boards and all holes of two types, first by ranks alone, then
            for the suit looked at: (2, nodes, lanes); no nodes where they are not asked for.
    """
    nodes, questions = len(terms.moves), len(more)
    types, left = np.empty(5, np.int64), np.empty(26, np.int64)
    values, pays_of = np.empty((nodes, LANES), np.int64), pays_by_rank(terms.pays, look.class_of)
    fixed, per_half = np.empty(LANES, np.int64), np.empty(LANES, np.int64)
    plain, above = np.empty((nodes, LANES), np.int64), np.empty((nodes, LANES), np.int64)
    vector, deals = np.empty(LANES, np.int64), np.zeros(LANES, np.int64)
    lane_of, plain_lane, places, rest = look.lane_of, look.plain_lane, part.places, part.rest
    for multiset in multisets:
        ranks = kinds.ranks[multiset]
        plain[:] = 0
        for kind in range(kinds.first[multiset], kinds.first[multiset + 1]):
            suited, rank = kinds.suited[kind], compared.rank[kind]
            types_of(ranks, suited, types)
            cards_left(types, suited, left)
            worth_of_lanes(rank, compared.dealers[kind], terms, pays_of, fixed, per_half)
            _values_of_nodes(fixed, per_half, terms, values)
            for node in range(nodes):
                _above_plain(values[node], rank, plain[node], plain_lane, above[node])
                if not suited:
                    copy(above[node], plain[node])
            for k in range(questions):
                for lane in range(LANES):
                    vector[lane] = above[more[k], lane] - above[less[k], lane]
                for at in range(len(places)):
                    number = part_number(types, places, at, part.number)
                    if number >= 0:
                        one, two = types[rest[at, 0]], types[rest[at, 1]] if rest[at, 1] >= 0 else -1
                        add_times(sums[k, number], vector, left, one, two, lane_of)
            if totals.shape[1]:
                _deals(types, left, deals)
                for node in range(nodes):
                    _add_totals(above[node], deals, totals[1 if suited else 0, node])


def by_start_hand(totals: np.ndarray) -> np.ndarray:
    """The totals of `sum_kinds` by start hand: (nodes, suited, higher, lower rank).

    Of sixteen holes of two ranks four are suited; of nine not of the suit looked at, which is one of four,
    three. The division leaves no rest, or the enumeration is wrong.
    """
    plain, of_suit = totals
    found = np.zeros((totals.shape[1], 2, 13, 13), np.int64)
    for high in range(13):
        for low in range(high):
            either, both = LANE_OF[high, low], LANE_OF[high + 13, low + 13]
            mixed = of_suit[:, LANE_OF[high, low + 13]] + of_suit[:, LANE_OF[high + 13, low]]
            a_suit, rest = np.divmod(plain[:, either], SUITS)
            another, rest_of_suit = np.divmod(of_suit[:, either], SUITS - 1)
            if rest.any() or rest_of_suit.any():
                raise AssertionError("a sum over suits does not divide")
            found[:, 1, high, low] = a_suit + SUITS * (of_suit[:, both] + another)
            found[:, 0, high, low] = 3 * a_suit + SUITS * (mixed + 2 * another)
        pair = of_suit[:, LANE_OF[high, high]] + of_suit[:, LANE_OF[high, high + 13]]
        found[:, 0, high, high] = plain[:, LANE_OF[high, high]] + SUITS * pair
    return found
