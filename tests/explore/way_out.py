"""The way out of a state: lawful acts of people, as the book agrees to whatever it has not refused.

A player with a fixed order of preference walks towards a closed table, depth first, and never comes twice to
the same state; what he has once got out of is good for ever. Machines are not mended on the way, no clock is
hurried but the table's own, and what the book has forgotten or refused it forgets and refuses again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.game import inputs as i
from controller.game.meter.types import BY_ITSELF
from controller.game.react import book_request
from controller.game.state import Phase, TableState
from tests.explore.key import state_key
from tests.explore.moves import TROUBLES, Move, Node, by_machines, by_person, reading, took

WISHES: Final = (
    *("CloseTable", "ConfirmFelt", "EndPause", "OpenSeal", "SetStakesAside", "ApproveMeterAct"),
    *("ReopenJackpot", "CountAgrees", "GiveJp1Back", "RefundSeat", "VoidRound", "Resume", "SignSlip"),
    *("ArmVoid", "ConfirmCard", "ConfirmHand", "ReviewVideo", "ReadAmount", "PreparePayment"),
    *("ReleaseAward", "ArmRelease", "ConfirmRuling", "ProposeRuling", "ConfirmPayment", "SettleSeat"),
    *("PayAntes", "OpenSettlement", "OpenHands", "VacateSeat", "NextRound", "CloseBets"),
    *("ConfirmOpening", "BeginClosing", "TickLine", "CountPieces", "SignCash", "CountJp1Chips"),
)
"""What the player likes best first, by name; anything else comes after, in the order of the offers."""
AGAINST: Final = {
    *(kind.__name__ for kind in TROUBLES),
    *("SetStakes", "ConfirmStakes", "ConfirmRest", "DoubleStakes", "OpenTable", "LeaveClosing", "LeaveMode"),
    *("DisarmVoid", "ReopenDecision"),
} - {"CloseTable"}
"""What only leads further in, or back: last of all."""
RANK: Final = {name: at for at, name in enumerate(WISHES)}
STEPS_MAX: Final = 4_000
"""States the player looks at before he gives a state up as a dead end."""


def is_out(node: Node) -> bool:
    """The table is closed, nothing is owed, nobody's chips are kept, and JP1 runs or will by itself."""
    state = node.state
    if state.phase is not Phase.CLOSED or state.money is not None or state.due or state.aside is not None:
        return False
    if state.upkeep.aside or state.upkeep.difference is not None:
        return False
    return not state.profile.jp1 or state.jackpot.open or state.jackpot.closed_code in BY_ITSELF


def ways(node: Node) -> Iterator[Move]:
    """What the player may try, what he likes best first."""
    state = node.state
    if book_request(state) is not None:
        yield "book", "agrees"
    elif not state.jackpot.open and state.jackpot.closed_code in BY_ITSELF and state.profile.jp1:
        yield "see", reading(state)
    against: list[Move] = []
    for one in by_person(state):
        for move in sorted(one, key=_wish):
            if type(move[1][1]).__name__ in AGAINST:
                against.append(move)
            else:
                yield move
    yield from _unaided(state)
    yield from against


def _wish(move: Move) -> int:
    return RANK.get(type(move[1][1]).__name__, len(RANK))


def _unaided(state: TableState) -> Iterator[Move]:
    """Cards, chips and the table's clock; no machine is mended."""
    for move in by_machines(state):
        seen = move[1]
        if not isinstance(seen, i.HealthObserved) and not getattr(seen, "covered", False):
            yield move


def way_out(node: Node, good: set[bytes], steps_max: int = STEPS_MAX) -> list[Move] | None:
    """The moves from here to the end or to a state that is known to be good; None where there are none.

    Every state on the way is good from then on.
    """
    here = state_key(node.state, node.beside)
    if here in good:
        return []
    seen = {here}
    path: list[tuple[bytes, Move | None]] = [(here, None)]
    trail: list[tuple[Node, Iterator[Move]]] = [(node, ways(node))]
    if is_out(node):
        good.add(here)
        return []
    while trail:
        now, left = trail[-1]
        move = next(left, None)
        if move is None:
            trail.pop()
            path.pop()
            continue
        after = took(now, move)
        if after is None:
            continue
        key = state_key(after.state, after.beside)
        if key in good or is_out(after):
            good.add(key)
            good.update(one for one, _ in path)
            return [*(one for _, one in path if one is not None), move]
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > steps_max:
            return None
        path.append((key, move))
        trail.append((after, ways(after)))
    return None
