"""The main game enumerated: every decision of the player, then how every round ends.

The order: every showdown; sums of what follows the turn (where the turn is a street of its own) and the
decisions there; sums of what follows the flop, with what later decisions gain, and the decisions there; the
acts before the flop; at last the endings. Two threads share the boards.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import comb, lcm
from typing import Final

import numpy as np

from controller.game.hands import HandClass, lowest_rank
from controller.game.profile import RuleProfile
from controller.odds.acts import NotAnalysed, Tree, tree_of
from controller.odds.decide import decide, follow
from controller.odds.kinds import LANE_OF, LANES, kinds, part_kinds
from controller.odds.outcomes import count_ends, count_outcomes
from controller.odds.showdown import DEALERS, Compared, compare, lookup, no_showdowns
from controller.odds.suits import FULL_LANES, HALF_LANES, boards, parts
from controller.odds.sums import Terms, by_start_hand, sum_kinds

FLOP: Final = 1
TURN: Final = 2
FLOPS_OF_A_BOARD: Final = 10
THREADS: Final = 2
_NO_GAINS: Final = np.zeros((0, 0, 0), np.int64)


@dataclass(frozen=True, slots=True)
class Layer:
    """The decisions of one street.

    Attributes:
        row_of: by node in front of the street, its row in the tables, or -1 where it has one move only.
        moves: by node and move, the node to which it leads; -1 beyond the last.
        asked: by row and move, the question that compares it with the first move; -1 for the first.
        later: by row and move, the row of the next street whose gains come with it, or -1.
        more, less: the two nodes in front of the last street whose difference each question sums.
        chosen: by row, canonical board and hole, the best move.
    """

    row_of: np.ndarray
    moves: np.ndarray
    asked: np.ndarray
    later: np.ndarray
    more: np.ndarray
    less: np.ndarray
    chosen: np.ndarray


@dataclass(frozen=True, slots=True)
class Enumerated:
    """What was found.

    Attributes:
        values: before the flop, by move, suited, higher and lower rank: what it is worth, in units, over
            all holes of the start hand, all boards in all `orders` and all dealers.
        orders: in how many orders of its streets each board was counted.
        outcomes: rounds by last node, class, and win, tie, loss, bank qualified, then not.
        flop, turn: the decisions; `turn` is None where turn and river are opened together.
    """

    tree: Tree
    terms: Terms
    values: np.ndarray
    orders: int
    outcomes: np.ndarray
    flop: Layer
    turn: Layer | None


def enumerate_main(profile: RuleProfile, progress: Callable[[float], None]) -> Enumerated:
    """Everything enumerated for this profile.

    Raises:
        NotAnalysed: the board is opened otherwise than the enumeration knows, or the odds are too large.
    """
    tree = tree_of(profile)
    terms = terms_of(profile, tree)
    with ThreadPoolExecutor(THREADS) as pool:
        compared = _compared(terms, pool)
        progress(0.25)
        turn, gains = _turn(tree, terms, compared, pool) if len(tree.moves) > TURN + 1 else (None, None)
        progress(0.5 if turn else 0.25)
        flop, totals, gained = _flop(tree, terms, compared, turn, gains, pool)
        progress(0.65)
        del gains
        orders = FLOPS_OF_A_BOARD * (2 if turn else 1)
        values = _before_the_flop(tree, orders, totals, flop, gained)
        reached = follow(flop.chosen, flop.row_of, _start_nodes(tree, values), flop.moves)
        outcomes = _outcomes(tree, terms, compared, reached, turn, pool)
        progress(1.0)
    return Enumerated(tree, terms, values, orders, outcomes, flop, turn)


def terms_of(profile: RuleProfile, tree: Tree) -> Terms:
    """What settles a hand, in units in which half an Ante and every payout are whole.

    Raises:
        NotAnalysed: the odds are so large, or of so many denominators, that sums leave 63 bits.
    """
    last = tree.layers[-1]
    unit = lcm(2, *(odds.denominator for odds in profile.blind.values()))
    pays = [0] * len(HandClass)
    for hand, odds in profile.blind.items():
        pays[hand] = unit * odds.numerator // odds.denominator
    most = max(pays) + unit * (2 + max(node.half_antes for node in last))
    # The largest sum: all holes of a start hand, all boards in twenty orders, all dealers, a difference.
    if most * 2 * 12 * comb(50, 5) * 20 * DEALERS >= 2**63:
        raise NotAnalysed(f"{profile.id}: the odds of {profile.second} are too large to be summed exactly")
    return Terms(
        pays=np.array(pays, np.int64),
        unit=unit,
        threshold=lowest_rank(profile.qualifies_with),
        paid=profile.unqualified.ante == "paid",
        left_lying=profile.unqualified.others == "returned",
        moves=tree.table(len(tree.moves) - 1),
        half_antes=np.array([node.half_antes for node in last], np.int64),
        folded=np.array([node.folded for node in last], np.bool_),
    )


def layer_of(tree: Tree, street: int, after: Layer | None, count: int) -> Layer:
    """The decisions of a street before they are made; `after` are those of the next street but the last."""
    last = len(tree.moves) - 1
    row_of: list[int] = []
    asked: list[list[int]] = []
    later: list[list[int]] = []
    more: list[int] = []
    less: list[int] = []
    width = max(len(moves) for moves in tree.moves[street])
    for moves in tree.moves[street]:
        rows = [int(after.row_of[move.to]) if after else -1 for move in moves]
        if len(moves) == 1 and rows[0] < 0:
            row_of.append(-1)
            continue
        row_of.append(len(asked))
        ends = [tree.first(street + 1, move.to, last) for move in moves]
        questions = range(len(more), len(more) + len(moves) - 1)
        asked.append([-1, *questions] + [-1] * (width - len(moves)))
        later.append(rows + [-1] * (width - len(moves)))
        more += ends[1:]
        less += ends[:1] * (len(moves) - 1)
    return Layer(
        row_of=np.array(row_of, np.int64),
        moves=tree.table(street),
        asked=np.array(asked, np.int64).reshape(len(asked), width),
        later=np.array(later, np.int64).reshape(len(asked), width),
        more=np.array(more, np.int64),
        less=np.array(less, np.int64),
        chosen=np.zeros((len(asked), count, FULL_LANES), np.int8),
    )


def _all(pool: ThreadPoolExecutor, work: Callable[[int, np.ndarray], None]) -> None:
    """The work done by each thread: its number, and its share of the multisets of ranks."""
    every = np.arange(len(kinds().ranks))
    shares = [pool.submit(work, thread, every[thread::THREADS]) for thread in range(THREADS)]
    for share in shares:
        share.result()


def _compared(terms: Terms, pool: ThreadPoolExecutor) -> Compared:
    """Every hole beside every kind of board."""
    found = no_showdowns(kinds())
    _all(pool, lambda _, share: compare(share, kinds(), lookup(), terms.threshold, found))
    return found


def _sums(
    terms: Terms, compared: Compared, layer: Layer, size: int, nodes: int, pool: ThreadPoolExecutor
) -> tuple[np.ndarray, np.ndarray]:
    """The questions' sums over the boards of five; and the totals of so many nodes."""
    part = part_kinds(size)
    sums = np.zeros((THREADS, len(layer.more), part.total, LANES), np.int64)
    totals = np.zeros((THREADS, 2, nodes, LANES), np.int64)

    def work(thread: int, share: np.ndarray) -> None:
        sum_kinds(
            share,
            kinds(),
            compared,
            lookup(),
            terms,
            layer.more,
            layer.less,
            part,
            sums[thread],
            totals[thread],
        )

    _all(pool, work)
    return sums.sum(axis=0), totals.sum(axis=0)


def _turn(tree: Tree, terms: Terms, compared: Compared, pool: ThreadPoolExecutor) -> tuple[Layer, np.ndarray]:
    """The decisions on the turn, and what they gain, by row, flop and hole."""
    layer = layer_of(tree, TURN, None, boards(4).canonical)
    sums, _ = _sums(terms, compared, layer, 4, 0, pool)
    gains = np.zeros((len(layer.asked), boards(3).canonical, HALF_LANES), np.int64)
    _decide(4, layer, sums, _NO_GAINS, 1, gains)
    return layer, gains


def _flop(
    tree: Tree,
    terms: Terms,
    compared: Compared,
    turn: Layer | None,
    gains: np.ndarray | None,
    pool: ThreadPoolExecutor,
) -> tuple[Layer, np.ndarray, np.ndarray]:
    """The decisions on the flop; the totals of each node in front of the last street; what is gained."""
    layer = layer_of(tree, FLOP, turn, boards(3).canonical)
    sums, totals = _sums(terms, compared, layer, 3, len(terms.moves), pool)
    gained = _decide(3, layer, sums, _NO_GAINS if gains is None else gains, 2 if turn else 1, _NO_GAINS)
    return layer, by_start_hand(totals), gained


def _decide(
    size: int, layer: Layer, sums: np.ndarray, handed: np.ndarray, scale: int, gains: np.ndarray
) -> np.ndarray:
    """Decides on the boards of `size` cards; what each row gains, by start hand."""
    totals = np.zeros((len(layer.asked), 2, 13, 13), np.int64)
    exact = decide(
        boards(size), part_kinds(size).number, sums, handed, layer.asked, layer.later, scale, LANE_OF,
        layer.chosen, parts(size, 3), boards(3).start, gains, totals,
    )  # fmt: skip
    if not exact:
        raise AssertionError("a sum over the renamings of suits does not divide")
    return totals


def _before_the_flop(
    tree: Tree, orders: int, totals: np.ndarray, flop: Layer, gained: np.ndarray
) -> np.ndarray:
    last = len(tree.moves) - 1
    values = []
    for move in tree.moves[0][0]:
        value = orders * totals[tree.first(FLOP, move.to, last)]
        row = int(flop.row_of[move.to])
        values.append(value + gained[row] if row >= 0 else value)
    return np.array(values)


def _start_nodes(tree: Tree, values: np.ndarray) -> np.ndarray:
    """The node after the acts before the flop, by suited, higher and lower rank: the first of the best."""
    ends = np.array([move.to for move in tree.moves[0][0]], np.int64)
    found: np.ndarray = ends[values.argmax(axis=0)]
    return found


def _outcomes(
    tree: Tree,
    terms: Terms,
    compared: Compared,
    reached: np.ndarray,
    turn: Layer | None,
    pool: ThreadPoolExecutor,
) -> np.ndarray:
    """How often the rounds end in each way."""
    size = 4 if turn else 3
    part = part_kinds(size)
    ends = np.zeros((len(terms.moves), part.total, LANES), np.int32)
    chosen = turn.chosen if turn else np.zeros((0, 0, 0), np.int8)
    row_of = turn.row_of if turn else np.zeros(0, np.int64)
    moves = turn.moves if turn else np.zeros((0, 1), np.int64)
    count_ends(
        boards(size),
        part.number,
        reached,
        parts(size, 3),
        boards(3).start,
        row_of,
        moves,
        chosen,
        LANE_OF,
        ends,
    )
    live = np.flatnonzero(ends.any(axis=(1, 2)))
    found = np.zeros((THREADS, len(tree.layers[-1]), len(HandClass), 6), np.int64)
    _all(
        pool,
        lambda thread, share: count_outcomes(
            share, kinds(), compared, lookup(), terms, part, ends, live, found[thread]
        ),
    )
    total: np.ndarray = found.sum(axis=0)
    return total
