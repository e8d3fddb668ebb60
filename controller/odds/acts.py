"""What a player may do, street by street, as numbers that the enumeration can follow.

A node is what a player has bet so far. Every node of a street has its moves in the order of preference
between equal expectations: never fold, and otherwise bet the least (rules, section 6).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from controller.game.felt import Spot
from controller.game.profile import Bet, RuleProfile, Street

Act = Bet | Literal["check", "fold"]
SHAPES: Final = ((0, 3, 2), (0, 3, 1, 1))
"""How the board may be opened."""


class NotAnalysed(ValueError):
    """The profile is none that the enumeration knows how to follow, or its odds are too large for it."""


@dataclass(frozen=True, slots=True)
class Node:
    """What was bet: on which spot last, how many half Antes in all, and the name of the last act."""

    spot: Spot | None
    half_antes: int
    label: str
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """An act and the number of the node, in the next layer, to which it leads."""

    act: Act
    to: int


@dataclass(frozen=True, slots=True)
class Tree:
    """The nodes before each street and after the last, and the moves between them.

    Attributes:
        layers: the nodes in front of each street, and last the nodes at the showdown.
        moves: for each street, for each of its nodes, the preferred move first.
    """

    layers: tuple[tuple[Node, ...], ...]
    moves: tuple[tuple[tuple[Move, ...], ...], ...]

    def first(self, street: int, node: int, until: int) -> int:
        """The node of the layer `until` that is reached by preferred moves alone."""
        for layer in range(street, until):
            node = self.moves[layer][node][0].to
        return node

    def table(self, street: int) -> np.ndarray:
        """Where each move of each node leads; -1 where a node has fewer moves."""
        moves = self.moves[street]
        found = np.full((len(moves), max(map(len, moves))), -1, np.int64)
        for node, each in enumerate(moves):
            found[node, : len(each)] = [move.to for move in each]
        return found


def tree_of(profile: RuleProfile) -> Tree:
    """Every way to play this profile.

    Raises:
        NotAnalysed: the board is not opened 0, 3, 2 or 0, 3, 1, 1.
    """
    opened = tuple(street.board for street in profile.streets)
    if opened not in SHAPES:
        shown = ", ".join(map(str, opened))
        raise NotAnalysed(
            f"{profile.id}: a board opened {shown} is not analysed, only 0, 3, 2 and 0, 3, 1, 1"
        )
    layer: tuple[Node, ...] = (Node(None, 0, "check"),)
    layers, moves = [layer], []
    for street in profile.streets:
        found: dict[Node, int] = {}
        street_moves = []
        for node in layer:
            ways = [(act, found.setdefault(to, len(found))) for act, to in _ways(street, node)]
            street_moves.append(tuple(Move(act, to) for act, to in ways))
        layer = tuple(found)
        layers.append(layer)
        moves.append(tuple(street_moves))
    return Tree(tuple(layers), tuple(moves))


def _ways(street: Street, node: Node) -> list[tuple[Act, Node]]:
    """What may be done here and what it leads to, the preferred first."""
    if node.folded:
        return [("fold", node)]
    bets = sorted((bet for bet in street.bets if bet.after == node.spot), key=lambda bet: bet.half_antes)
    ways: list[tuple[Act, Node]] = [
        (bet, Node(bet.spot, node.half_antes + bet.half_antes, label_of(bet))) for bet in bets
    ]
    if bets and street.fold:
        return [*ways, ("fold", Node(node.spot, node.half_antes, "fold", folded=True))]
    return [("check", node), *ways]


def label_of(act: Act) -> str:
    """The name of an act in figures: `4x` for Play, the spot for any other bet."""
    if not isinstance(act, Bet):
        return act
    if act.spot is not Spot.PLAY:
        return str(act.spot)
    whole, half = divmod(act.half_antes, 2)
    return f"{whole}.5x" if half else f"{whole}x"


def labels_of(profile: RuleProfile) -> tuple[str, ...]:
    """Every last act, in the order of the streets, the greatest bet first; a fold at the end."""
    found = dict.fromkeys(label_of(bet) for street in profile.streets for bet in street.bets)
    return (*found, "check", "fold")
