"""The main game enumerated: every decision of the player, then how every round ends.

The order: sums of what follows the turn (where the turn is a street of its own) and the decisions there;
sums of what follows the flop, with what later decisions gain, and the decisions there; the acts before the
flop; at last the endings. Two threads share the boards, or the holes where the sums are large.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from math import comb, lcm
from typing import Any, Final

import numpy as np

from controller.game.hands import HandClass, lowest_rank
from controller.game.profile import RuleProfile
from controller.odds.acts import NotAnalysed, Tree, tree_of
from controller.odds.decide import decide, follow
from controller.odds.outcomes import count_outcomes
from controller.odds.showdown import DEALERS, lookup, suiting
from controller.odds.suits import FULL_LANES, HALF, HALF_LANES, boards, parts
from controller.odds.sums import Terms, sum_boards

FLOP: Final = 1
TURN: Final = 2
FLOPS_OF_A_BOARD: Final = 10
THREADS: Final = 2
_PAIRS: Final = np.array([(x, y) for x in range(4) for y in range(x, 4)], np.int64)
_NONE: Final = np.zeros((0, 2, 13, 13), np.int64)


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
        turn, gains = _turn(tree, terms, pool) if len(tree.moves) > TURN + 1 else (None, None)
        progress(0.6 if turn else 0.05)
        flop, totals, gained = _flop(tree, terms, turn, gains, pool)
        progress(0.75 if turn else 0.65)
        del gains
        orders = FLOPS_OF_A_BOARD * (2 if turn else 1)
        values = _before_the_flop(tree, orders, totals, flop, gained)
        reached = np.zeros((boards(3).canonical, FULL_LANES), np.int8)
        follow(flop.chosen, flop.row_of, _start_nodes(tree, values), flop.moves, reached)
        outcomes = _outcomes(tree, terms, reached, turn, pool)
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


def _turn(tree: Tree, terms: Terms, pool: ThreadPoolExecutor) -> tuple[Layer, np.ndarray]:
    """The decisions on the turn, and what they gain, by row, flop and hole."""
    layer = layer_of(tree, TURN, None, boards(4).canonical)
    sums = np.zeros((len(layer.more), boards(4).canonical, HALF_LANES), np.int64)
    every = np.arange(len(boards(5).ranks))
    shares = [_PAIRS[[0, 1, 2, 4, 5]], _PAIRS[[3, 6, 7, 8, 9]]]
    _all(
        pool.submit(_sum, every, terms, layer, 4, share, sums, _NONE)
        for share in shares
    )  # fmt: skip
    gains = np.zeros((len(layer.asked), boards(3).canonical, HALF_LANES), np.int64)
    _decide(4, layer, sums, 1, gains)
    return layer, gains


def _flop(
    tree: Tree, terms: Terms, turn: Layer | None, gains: np.ndarray | None, pool: ThreadPoolExecutor
) -> tuple[Layer, np.ndarray, np.ndarray]:
    """The decisions on the flop; the totals of each node in front of the last street; what is gained."""
    layer = layer_of(tree, FLOP, turn, boards(3).canonical)
    questions = len(layer.more)
    kept = 0 if gains is None else len(gains)
    sums = np.zeros((questions + kept, boards(3).canonical, HALF_LANES), np.int64)
    nodes = len(terms.moves)
    totals = [np.zeros((nodes, 2, 13, 13), np.int64) for _ in range(THREADS)]
    halves = [sums, np.zeros((questions, *sums.shape[1:]), np.int64)]
    _all(
        pool.submit(_sum, _share(thread), terms, layer, 3, _PAIRS, halves[thread], totals[thread])
        for thread in range(THREADS)
    )
    sums[:questions] += halves[1]
    if gains is not None:
        sums[questions:] = gains
    later = np.where(layer.later >= 0, layer.later + questions, -1)
    gained = _decide(3, layer, sums, 2 if turn else 1, None, later)
    return layer, totals[0] + totals[1], gained


def _share(thread: int) -> np.ndarray:
    return np.arange(thread, len(boards(5).ranks), THREADS)


def _all(futures: Sequence[Future[Any]] | Any) -> list[Any]:
    return [future.result() for future in list(futures)]


def _sum(
    multisets: np.ndarray,
    terms: Terms,
    layer: Layer,
    size: int,
    pairs: np.ndarray,
    sums: np.ndarray,
    totals: np.ndarray,
) -> None:
    sum_boards(
        multisets, boards(5), suiting(), lookup(), terms, layer.more, layer.less,
        parts(5, size), boards(size).start, pairs, HALF, sums, totals,
    )  # fmt: skip


def _decide(
    size: int,
    layer: Layer,
    sums: np.ndarray,
    scale: int,
    gains: np.ndarray | None,
    later: np.ndarray | None = None,
) -> np.ndarray:
    """Decides on the boards of `size` cards; what each row gains, by start hand."""
    totals = np.zeros((len(layer.asked), 2, 13, 13), np.int64)
    handed_on = np.zeros((0, 0, 0), np.int64) if gains is None else gains
    smaller = 3  # where there is nothing to hand on, any parts do
    exact = decide(
        boards(size), sums, layer.asked, layer.later if later is None else later, scale, layer.chosen,
        parts(4, smaller), boards(smaller).start, _PAIRS, handed_on, totals,
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
    tree: Tree, terms: Terms, reached: np.ndarray, turn: Layer | None, pool: ThreadPoolExecutor
) -> np.ndarray:
    shape = (len(tree.layers[-1]), len(HandClass), 6)
    found = [np.zeros(shape, np.int64) for _ in range(THREADS)]
    chosen = turn.chosen if turn else np.zeros((0, 0, 0), np.int8)
    row_of = turn.row_of if turn else np.zeros(0, np.int64)
    moves = turn.moves if turn else np.zeros((0, 1), np.int64)
    on_turn = (parts(5, 4), boards(4).start, row_of, moves, chosen)
    _all(
        pool.submit(
            count_outcomes, _share(thread), boards(5), suiting(), lookup(), terms, parts(5, 3),
            boards(3).start, reached, on_turn, found[thread],
        )
        for thread in range(THREADS)
    )  # fmt: skip
    total: np.ndarray = found[0] + found[1]
    return total
