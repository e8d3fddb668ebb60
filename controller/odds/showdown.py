"""Every hole beside one kind of board against every hole of the dealer, counted in one sweep.

What matters of a board is its ranks and, where three or more of its cards are of one suit, which ranks
hold that suit: 6,175 boards without a possible flush and 36,608 with one stand for all 2,598,960. A hole
card then is one of 26 types: its rank, and whether it is of that suit (types 13 to 25) or not.

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
from controller.odds.suits import NARROW, WIDE, boards

DEALERS: Final = 990
CELLS: Final = 26 * 27 // 2
OUT_OUT, OUT_IN, IN_OUT, OUT_PAIR, IN_PAIR = 0, WIDE, 2 * WIDE, 3 * WIDE, 3 * WIDE + NARROW
"""Where in a vector the block begins of holes with neither, the second, or the first card of the suit, and
of holes of one suit, not that suit, or that suit."""
KIND_LANES: Final = 3 * WIDE + 2 * NARROW


class Lookup(NamedTuple):
    """What the sweep looks up.

    Attributes:
        rank_keys: what each rank adds to the key of a hand without a flush.
        plain: the rank of seven cards by that key.
        flush: the rank of five to seven cards of one suit by their set of ranks, bit 0 the deuce.
        class_of: the class of each rank.
        cell_lanes: the up to three lanes where a hole of two types is found, -1 for none.
    """

    rank_keys: np.ndarray
    plain: np.ndarray
    flush: np.ndarray
    class_of: np.ndarray
    cell_lanes: np.ndarray


class Suiting(NamedTuple):
    """Of each pattern of a board of five: its flush suit or -1, and which cards, as bits, hold it."""

    suit: np.ndarray
    cards: np.ndarray


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
    return Lookup(rank_keys, plain, flush, class_of, _cell_lanes())


def _cell_lanes() -> np.ndarray:
    lanes = np.full((26, 26, 3), -1, np.int64)
    for first in range(26):
        for second in range(first, 26):
            low, high = first % 13, second % 13
            pair = high * (high - 1) // 2 + low
            if first < 13 <= second:
                found = [OUT_IN + low * 13 + high, IN_OUT + high * 13 + low]
            elif low == high:
                found = [OUT_OUT + 14 * low] if first < 13 else []
            elif first >= 13:
                found = [IN_PAIR + pair]
            else:
                found = [OUT_OUT + low * 13 + high, OUT_OUT + high * 13 + low, OUT_PAIR + pair]
            lanes[first, second, : len(found)] = found
    return lanes


@cache
def suiting() -> Suiting:
    """The flush suit of every pattern of five cards."""
    patterns = boards(5).suits
    counts = (patterns[:, :, None] == np.arange(4)).sum(axis=1)
    suit = np.where(counts.max(axis=1) >= 3, counts.argmax(axis=1), -1)
    cards = ((patterns == suit[:, None]) << np.arange(5)).sum(axis=1)
    return Suiting(suit.astype(np.int64), cards.astype(np.int64))


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
def held_types(ranks, cards, left):  # type: ignore[no-untyped-def]  # numba types it
    """Into `left`: how many cards of each type are not on the board; the ranks of its suit, as bits.

    `cards` are the cards of the board, as bits, that hold the flush suit; 0 for a board without one.
    """
    suited = 0
    left[:13] = 4 if cards == 0 else 3
    left[13:] = 0 if cards == 0 else 1
    for at in range(5):
        if cards >> at & 1:
            suited |= 1 << ranks[at]
            left[13 + ranks[at]] = 0
        else:
            left[ranks[at]] -= 1
    return suited


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
            held_then[:] = held
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
        held_then[:] = held
    for cell in range(count):
        own = 1 if rank[cell] < threshold else 0
        compared[cell, 2] = total_then - held_then[cells[cell, 0]] - held_then[cells[cell, 1]] + own


@kernel
def split(compared, cell, rank, threshold):  # type: ignore[no-untyped-def]  # numba types it
    """Wins, ties and losses of a cell against a bank that qualifies, then against one that does not."""
    wins, ties, unqualified = compared[cell, 0], compared[cell, 1], compared[cell, 2]
    if rank >= threshold:  # every bank that does not qualify is below the player
        return wins - unqualified, ties, DEALERS - wins - ties, unqualified, 0, 0
    return 0, 0, DEALERS - unqualified, wins, ties, unqualified - wins - ties


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
