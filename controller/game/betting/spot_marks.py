"""Declared stakes beside what the sensors of their spots say: a quiet mark on the seat, and nothing more.

A sensor says presence, never value. Nothing waits for it, no amount comes of it (BC-04), and where the two
differ the dealer looks at the felt: his declaration stands (F-9).
"""

from __future__ import annotations

from typing import Final

from controller.game.betting.hollow import main_spots
from controller.game.felt import Spot
from controller.game.inputs import Health, Machine
from controller.game.round import Seat
from controller.game.state import Phase, TableState

UNDECLARED: Final = "undeclared"
"""Something lies where no stake was declared."""
MISSING: Final = "missing"
"""Nothing lies where a stake was declared."""
_LIE: Final = frozenset(
    {Phase.BETTING, Phase.LATCHED, Phase.COLLECTED, Phase.DEALING, Phase.DECIDING, Phase.SHOWDOWN}
)
"""While these last, what was declared lies on the felt."""


def spot_marks(state: TableState, number: int) -> tuple[tuple[str, str], ...]:
    """The main and side spots of the seat whose sensor says otherwise than the dealer, with how.

    None of a seat that folded, whose stakes are taken in, nor while the sensors are away.
    """
    if not state.senses or state.phase not in _LIE:
        return ()
    seat = state.seat(number)
    if seat.folded or state.machine(Machine.CHIPS).health is not Health.UP:
        return ()
    declared = _declared(state, seat)
    return tuple(
        (str(one.spot), UNDECLARED if one.covered else MISSING)
        for one in state.senses
        if one.seat == number and one.spot in declared and one.covered is not declared[one.spot]
    )


def _declared(state: TableState, seat: Seat) -> dict[Spot, bool]:
    """Whether a stake was declared at each spot that has one before the deal.

    Where stakes wait to be confirmed their chips may lie already or not: neither is a mark.
    """
    if seat.hollow and state.phase is Phase.BETTING:
        return {spot: False for spot, due in main_spots(state.profile, seat.before).items() if not due}
    return main_spots(state.profile, seat.stakes)
