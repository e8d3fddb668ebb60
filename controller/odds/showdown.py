"""Every hole beside one kind of board against every hole of the dealer, counted in one sweep.

The dealer's holes are swept in the order of strength. How many of them lose to a player's hole is how
many there are below it, less those that hold one of his two cards: 990 in all for each hole.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from controller.game.cards import DECK
from controller.game.hands import ROYAL_RANK, HandClass, hand_of, lowest_rank, tables
from controller.odds.kernels import kernel
from controller.odds.kinds import LANE_OF, LANES, PLAIN_LANE, Kinds, cards_left, copy, types_of

DEALERS: Final = 990
CELLS: Final = 26 * 27 // 2


class Lookup(NamedTuple):
    """What the sweep looks up.

    Attributes:
        rank_keys: what each rank adds to the key of a hand without a flush.
        plain: the rank of seven cards by that key.
        flush: the rank of five to seven cards of one suit by their set of ranks, bit 0 the deuce.
        class_of: the class of each rank.
        lane_of, plain_lane: `kinds.LANE_OF` and `kinds.PLAIN_LANE`.
    """

    rank_keys: np.ndarray
    plain: np.ndarray
    flush: np.ndarray
    class_of: np.ndarray
    lane_of: np.ndarray
    plain_lane: np.ndarray


class Compared(NamedTuple):
    """What 990 dealers make of each hole beside each kind of board of five.

    Attributes:
        rank: the strength of each hole, 0 for none that can lie there: shape (kinds, lanes).
        dealers: how many it beats, ties, and how many do not qualify: shape (kinds, 3, lanes).
    """

    rank: np.ndarray
    dealers: np.ndarray


@cache
def lookup() -> Lookup:
    """The tables; built at the first call."""
    built = tables()
    keys = np.fromiter(built.plain[2].keys(), np.int64)
    plain = np.zeros(int(keys.max()) + 1, np.int16)
    plain[keys] = np.fromiter(built.plain[2].values(), np.int16)
    flush = np.zeros(1 << 13, np.int16)
    for ranks, rank in built.flush_ranks.items():
        flush[ranks] = rank
    class_of = np.zeros(ROYAL_RANK + 1, np.uint8)
    for hand in HandClass:
        class_of[lowest_rank(hand) :] = int(hand_of(lowest_rank(hand)).hand_class)
    rank_keys = np.array([card.key >> 16 for card in DECK[::4]], np.int64)
    return Lookup(rank_keys, plain, flush, class_of, LANE_OF, PLAIN_LANE)


@kernel
def plain_ranks(ranks, rank_keys, plain, found):  # type: ignore[no-untyped-def]  # numba types it
    """Into `found`: the rank of these five ranks with any two more, without a flush."""
    key = 0
    for rank in ranks:
        key += rank_keys[rank]
    for a in range(13):
        for b in range(a + 1):
            at = key + rank_keys[a] + rank_keys[b]  # beyond the table only for five of a rank
            found[a, b] = plain[at] if at < len(plain) else 0
            found[b, a] = found[a, b]


@kernel
def fill_cells(left, suited, plain_found, flush, cells, rank):  # type: ignore[no-untyped-def]  # numba types it
    """Into `cells` and `rank`: the two types of every hole that can lie here, and its rank; their number."""
    on_board = 0
    for bit in range(13):
        on_board += suited >> bit & 1
    count = 0
    for first in range(26):
        if left[first] == 0:
            continue
        for second in range(first, 26):
            if left[second] == 0 or (first == second and left[first] < 2):
                continue
            ranks = suited
            ranks |= 1 << (first - 13) if first >= 13 else 0
            ranks |= 1 << (second - 13) if second >= 13 else 0
            held = on_board + (first >= 13) + (second >= 13)
            cells[count, 0], cells[count, 1] = first, second
            rank[count] = flush[ranks] if held >= 5 else plain_found[first % 13, second % 13]
            count += 1
    return count


@kernel
def in_order(rank, count, order, passed, starts):  # type: ignore[no-untyped-def]  # numba types it
    """Into `order`: the cells by ascending rank; two passes of seven and six bits."""
    starts[:] = 0
    for cell in range(count):
        starts[(rank[cell] & 127) + 1] += 1
    for digit in range(128):
        starts[digit + 1] += starts[digit]
    for cell in range(count):
        digit = rank[cell] & 127
        passed[starts[digit]] = cell
        starts[digit] += 1
    starts[:] = 0
    for cell in range(count):
        starts[(rank[cell] >> 7) + 1] += 1
    for digit in range(128):
        starts[digit + 1] += starts[digit]
    for at in range(count):
        cell = passed[at]
        digit = rank[cell] >> 7
        order[starts[digit]] = cell
        starts[digit] += 1


@kernel
def sweep(left, cells, rank, count, order, threshold, below, held, held_then, compared):  # type: ignore[no-untyped-def]  # numba types it
    """Into `compared`: how many of 990 dealers each cell beats, ties, and how many do not qualify.

    `threshold` is the lowest rank with which the dealer qualifies. `held` and `held_then` are room for how
    many holes so far contain one certain card of each type; `below` for how many a cell beats.
    """
    held[:] = 0
    held_then[:] = 0
    total, total_then, passed = 0, 0, False
    at = 0
    while at < count:
        strength = rank[order[at]]
        if strength >= threshold and not passed:
            total_then, passed = total, True
            copy(held, held_then)
        end = at
        while end < count and rank[order[end]] == strength:
            cell = order[end]
            below[cell] = total - held[cells[cell, 0]] - held[cells[cell, 1]]
            end += 1
        for other in range(at, end):
            first, second = cells[order[other], 0], cells[order[other], 1]
            if first == second:
                total += left[first] * (left[first] - 1) // 2
                held[first] += left[first] - 1
            else:
                total += left[first] * left[second]
                held[first] += left[second]
                held[second] += left[first]
        for other in range(at, end):
            cell = order[other]
            # The player's own hole was taken away once for each of its cards.
            beaten_or_tied = total - held[cells[cell, 0]] - held[cells[cell, 1]] + 1
            compared[cell, 0], compared[cell, 1] = below[cell], beaten_or_tied - below[cell]
        at = end
    if not passed:
        total_then = total
        copy(held, held_then)
    for cell in range(count):
        own = 1 if rank[cell] < threshold else 0
        compared[cell, 2] = total_then - held_then[cells[cell, 0]] - held_then[cells[cell, 1]] + own


def no_showdowns(kinds: Kinds) -> Compared:
    """Room for `compare`."""
    count = len(kinds.suited)
    return Compared(np.zeros((count, LANES), np.int16), np.zeros((count, 3, LANES), np.int16))


@kernel
def compare(multisets, kinds, look, threshold, found):  # type: ignore[no-untyped-def]  # numba types it
    """Into `found`: every hole beside the kinds of these multisets of ranks against 990 dealers.

    `threshold` is the lowest rank with which the dealer qualifies.
    """
    types, left, plain_found = np.empty(5, np.int64), np.empty(26, np.int64), np.empty((13, 13), np.int64)
    cells, rank = np.empty((CELLS, 2), np.int64), np.empty(CELLS, np.int64)
    order, passed, starts = np.empty(CELLS, np.int64), np.empty(CELLS, np.int64), np.empty(130, np.int64)
    below, compared = np.empty(CELLS, np.int64), np.empty((CELLS, 3), np.int64)
    held, held_then = np.empty(26, np.int64), np.empty(26, np.int64)
    for multiset in multisets:
        ranks = kinds.ranks[multiset]
        plain_ranks(ranks, look.rank_keys, look.plain, plain_found)
        for kind in range(kinds.first[multiset], kinds.first[multiset + 1]):
            suited = kinds.suited[kind]
            types_of(ranks, suited, types)
            cards_left(types, suited, left)
            count = fill_cells(left, suited, plain_found, look.flush, cells, rank)
            in_order(rank, count, order, passed, starts)
            sweep(left, cells, rank, count, order, threshold, below, held, held_then, compared)
            for cell in range(count):
                lane = look.lane_of[cells[cell, 0], cells[cell, 1]]
                found.rank[kind, lane] = rank[cell]
                for at in range(3):
                    found.dealers[kind, at, lane] = compared[cell, at]


@kernel
def split(wins, ties, unqualified, dealers, strong):  # type: ignore[no-untyped-def]  # numba types it
    """Wins, ties and losses of a hole against a bank that qualifies, then against one that does not.

    `strong` is a hole that would qualify itself: every bank that does not is below it.
    """
    if strong:
        return wins - unqualified, ties, dealers - wins - ties, unqualified, 0, 0
    return 0, 0, dealers - unqualified, wins, ties, unqualified - wins - ties


@kernel
def worth(ended, pays, unit, paid, left_lying):  # type: ignore[no-untyped-def]  # numba types it
    """What 990 dealers give in units: Ante and the second stake together, and each half Ante bet besides.

    Args:
        ended: as `split` tells it.
        pays: the second stake's win for this hand.
        unit: one Ante; even.
        paid: a bank that does not qualify pays the Ante.
        left_lying: it leaves all other stakes.
    """
    wins = ended[0] if left_lying else ended[0] + ended[3]
    losses = ended[2] if left_lying else ended[2] + ended[5]
    ante = unit * (ended[0] - ended[2])
    if paid:
        ante += unit * (ended[3] + ended[4] + ended[5])
    return ante + pays * wins - unit * losses, (unit // 2) * (wins - losses)


@kernel
def best_move(fixed, per_half, half_antes, folded, moves, node, unit):  # type: ignore[no-untyped-def]  # numba types it
    """Where the best of the last moves of this node leads: the first of the best."""
    best, chosen = 0, -1
    for at in range(moves.shape[1]):
        to = moves[node, at]
        if to < 0:
            break
        if folded[to]:
            value = -DEALERS * (2 * unit + half_antes[to] * (unit // 2))
        else:
            value = fixed + half_antes[to] * per_half
        if chosen < 0 or value > best:
            best, chosen = value, to
    return chosen
