"""The optimal strategy, asked one decision at a time.

Before the flop, on the flop, and on a turn that is a street of its own, the answer is looked up in what
the enumeration decided. On the last street it is worked out: 990 holes of the dealer, exactly.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import Final

import numpy as np

from controller.game.cards import Card
from controller.game.felt import Spot
from controller.game.profile import RuleProfile
from controller.odds.acts import Act, Node
from controller.odds.enumeration import Layer
from controller.odds.kernels import kernel
from controller.odds.kinds import LANE_OF, Kinds
from controller.odds.main_game import MainGame, analyse_main
from controller.odds.showdown import DEALERS, best_move, compare, lookup, no_showdowns, split, worth
from controller.odds.suits import FULL, boards, in_suit_order, patterns

KEPT: Final = 2
"""How many profiles' strategies are kept once worked out."""


class Strategy:
    """What to do with two cards at any point of the main game.

    Equal expectations never fold, and otherwise bet the least (rules, section 6).
    """

    def __init__(self, profile: RuleProfile, game: MainGame | None = None) -> None:
        """Ready to be asked; without the `game` already analysed, `strategy_of` is quicker.

        Raises:
            NotAnalysed: as `analyse_main`.
        """
        found = (game or analyse_main(profile)).enumerated
        self._tree, self._terms = found.tree, found.terms
        self._layers: dict[int, Layer] = {1: found.flop}
        if found.turn is not None:
            self._layers[2] = found.turn
        self._before = found.values.argmax(axis=0)
        board_sizes = np.cumsum([street.board for street in profile.streets]).tolist()
        self._streets = {size: street for street, size in enumerate(board_sizes)}

    def act(
        self,
        hole: tuple[Card, Card],
        board: tuple[Card, ...],
        bet_already: Spot | None,
        half_antes: int | None = None,
    ) -> Act:
        """What to do now: a bet of the profile, `check` or `fold`.

        Args:
            board: the cards face up, in any order.
            bet_already: the spot of the last bet, None for a player who has bet nothing.
            half_antes: what was bet in all since the deal, where the spot alone leaves it open.

        Raises:
            ValueError: the profile decides nothing on a board of so many cards, or never leads to such bets.
        """
        street = self._streets.get(len(board))
        if street is None:
            raise ValueError(f"nothing is decided on a board of {len(board)} cards")
        node = self._node(street, bet_already, half_antes)
        moves = self._tree.moves[street][node]
        if len(moves) == 1:
            return moves[0].act
        if street == 0:
            return moves[self._first_move(hole)].act
        layer = self._layers.get(street)
        if layer is not None:
            number, lane = _place(hole, board)
            return moves[int(layer.chosen[layer.row_of[node], number, lane])].act
        found = against_dealers(hole, board, self._terms.threshold)
        to = _last_move(*found, lookup(), self._terms, node)
        return next(move.act for move in moves if move.to == to)

    def _node(self, street: int, spot: Spot | None, half_antes: int | None) -> int:
        nodes = self._tree.layers[street]

        def fits(node: Node) -> bool:
            known = half_antes is None or node.half_antes == half_antes
            return node.spot == spot and not node.folded and known

        found = [at for at, node in enumerate(nodes) if fits(node)]
        if not found:
            raise ValueError(f"no player comes to street {street + 1} with {spot or 'nothing'} bet last")
        open_nodes = [at for at in found if len(self._tree.moves[street][at]) > 1]
        if len(found) > 1 and open_nodes:
            raise ValueError(f"several bets lead to {spot}: say how much was bet in all")
        return found[0]

    def _first_move(self, hole: tuple[Card, Card]) -> int:
        first, second = hole
        high, low = max(first.rank, second.rank) - 2, min(first.rank, second.rank) - 2
        return int(self._before[int(first.suit == second.suit), high, low])


@lru_cache(maxsize=KEPT)
def strategy_of(profile: RuleProfile) -> Strategy:
    """The strategy of this profile, worked out once."""
    return Strategy(profile)


def _place(hole: tuple[Card, Card], board: tuple[Card, ...]) -> tuple[int, int]:
    """The number of the canonical board, and the lane of the hole under the suits' names there."""
    size = len(board)
    known = boards(size)
    cards = sorted(board, key=lambda card: card.rank)
    ranks = [card.rank - 2 for card in cards]
    repeats = tuple(len(list(group)) for _, group in groupby(ranks))
    suits = in_suit_order(repeats, tuple(card.suit for card in cards))
    pattern, renamed = patterns(size).found[repeats, suits]
    number = int(known.start[sum(rank * 13**at for at, rank in enumerate(ranks))]) + pattern
    first, second = sorted(hole, key=lambda card: -card.rank)
    one, two = renamed[first.suit], renamed[second.suit]
    high, low = first.rank - 2, second.rank - 2
    within = high * (high - 1) // 2 + low if one == two else 13 * high + low
    return number, int(FULL[one, two]) + within


def against_dealers(
    hole: tuple[Card, Card], board: tuple[Card, ...], threshold: int
) -> tuple[int, int, int, int]:
    """The hole's rank on a board of five, and of 990 dealers how many it beats, ties, and do not qualify."""
    suits = [card.suit for card in board]
    flush = next((suit for suit in range(4) if suits.count(suit) >= 3), -1)
    ranks = np.array([sorted(card.rank - 2 for card in board)], np.int64)
    suited = sum(1 << card.rank - 2 for card in board if card.suit == flush)
    this = Kinds(ranks, np.array([0, 1], np.int64), np.array([suited], np.int64))
    found = no_showdowns(this)
    compare(np.zeros(1, np.int64), this, lookup(), threshold, found)
    first, second = (card.rank - 2 + (13 if card.suit == flush else 0) for card in hole)
    lane = LANE_OF[first, second]
    wins, ties, unqualified = found.dealers[0, :, lane].tolist()
    return int(found.rank[0, lane]), wins, ties, unqualified


@kernel
def _last_move(rank, wins, ties, unqualified, look, terms, node):  # type: ignore[no-untyped-def]  # numba types it
    """Where the best last move leads from this node with such a hole."""
    ended = split(wins, ties, unqualified, DEALERS, rank >= terms.threshold)
    pays = terms.pays[look.class_of[rank]]
    fixed, per_half = worth(ended, pays, terms.unit, terms.paid, terms.left_lying)
    return best_move(fixed, per_half, terms.half_antes, terms.folded, terms.moves, node, terms.unit)
