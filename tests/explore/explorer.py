"""The explorer: through every state of a small table, and out of each again.

Breadth first, and first where a round goes its straight course: then with one trouble on the way, with two.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from tests.explore.key import state_key
from tests.explore.moves import Move, Node, is_trouble, moves, said, took
from tests.explore.way_out import way_out

SAMPLED: Final = 2
"""Of 256 keys so many are held against every state that is merged into them."""


@dataclass
class DeadEnd:
    """A state that nobody gets out of, and the shortest way that leads there."""

    node: Node
    path: list[Move]

    def __str__(self) -> str:
        state = self.node.state
        held = state.held.cause if state.held is not None else "not held"
        asked = type(state.money).__name__ if state.money is not None else "nothing"
        told = (
            f"{state.phase}, {held}, the book is asked for {asked}, JP1 {state.jackpot.closed_code or 'open'}"
        )
        steps = [f"  {number}. {said(move)}" for number, move in enumerate(self.path, 1)]
        return "\n".join([told, *steps])


@dataclass
class Found:
    """What an exploration came to."""

    states: int = 0
    transitions: int = 0
    depth: int = 0
    expanded: int = 0
    whole: bool = False
    acts: Counter[str] = field(default_factory=Counter)
    dead_ends: list[DeadEnd] = field(default_factory=list)
    good: set[bytes] = field(default_factory=set)


def explore(
    roots: Iterable[Node],
    states_max: int,
    *,
    dead_ends_max: int = 1,
    going: Callable[[Found], bool] = lambda found: True,
) -> Found:
    """The states that are reached from these, so many at most, each proved to have its way out.

    States beyond the bound are not gone on from; each was proved as it was met.
    """
    found = Found()
    parents: dict[bytes, tuple[bytes, Move] | None] = {}
    waiting: defaultdict[int, deque[tuple[bytes, Node, int]]] = defaultdict(deque)

    offered: dict[bytes, frozenset[str]] = {}

    def meet(node: Node, before: tuple[bytes, Move] | None, depth: int, troubles: int) -> None:
        key = state_key(node.state, node.beside)
        if key[0] < SAMPLED:
            told = offers(node)
            differ = offered.setdefault(key, told) ^ told
            assert not differ, f"two states were taken for one, and they differ in {sorted(differ)}"
        if key in parents:
            return
        parents[key] = before
        found.states += 1
        found.depth = max(found.depth, depth)
        if way_out(node, found.good) is None:
            found.dead_ends.append(DeadEnd(node, _path(parents, key)))
        if len(parents) < states_max:
            waiting[troubles].append((key, node, depth))

    for root in roots:
        meet(root, None, 0, 0)
    while len(found.dead_ends) < dead_ends_max and found.states < states_max and going(found):
        troubles = min((count for count, queue in waiting.items() if queue), default=-1)
        if troubles < 0:
            found.whole = True
            break
        key, node, depth = waiting[troubles].popleft()
        found.expanded += 1
        for move in moves(node):
            after = took(node, move)
            if after is None:
                continue
            found.transitions += 1
            if move[0] == "act":
                found.acts[type(move[1][1]).__name__] += 1
            meet(after, (key, move), depth + 1, troubles + is_trouble(move))
            if len(found.dead_ends) >= dead_ends_max:
                break
    return found


def offers(node: Node) -> frozenset[str]:
    """What may come in this state, without the round numbers, instants and cards of it."""
    told = set()
    for kind, what in moves(node):
        act = what[1] if kind == "act" else what
        seat = getattr(act, "seat", "")
        told.add(f"{kind} {type(act).__name__ if kind in ('act', 'see') else what} {seat}")
    return frozenset(told)


def _path(parents: dict[bytes, tuple[bytes, Move] | None], key: bytes) -> list[Move]:
    """The moves that led there first: the shortest, since the exploration is breadth first."""
    path: list[Move] = []
    before = parents[key]
    while before is not None:
        path.append(before[1])
        before = parents[before[0]]
    return path[::-1]
