"""What keeps JP1 closed, as a person sees it who proposes or approves to take it up again (PM-11).

One code stands at a time, the first that waits for two persons. Whatever else is found under it, or has
another amount by now, is a cause of its own: nobody who signed before has seen it.
"""

from __future__ import annotations

from controller.game.jackpot.owed_at_closing import refunds_owed
from controller.game.meter.types import CHIPS, RESIDUAL, Causes
from controller.game.state import TableState


def alone(state: TableState) -> bool:
    """This table keeps sheets, and no other moves its meter: what its display moves it answers for."""
    return state.facts.cash is not None and not state.facts.cash.linked


def unexplained_cents(state: TableState) -> int:
    """What the display moved without an act of this table; of a linked jackpot, its book says (AC-08)."""
    return state.sheet.unexplained_cents if alone(state) else 0


def chips_due(state: TableState) -> int:
    """How many JP1 chips lie in the box, by the rounds that are over: without those given back whose refund
    the book still owes, and without those that went back with a prize."""
    return state.upkeep.session.chips_due - refunds_owed(state) - state.upkeep.chips_back


def chips_apart(state: TableState) -> int:
    """JP1 chips too many, or below zero too few; 0 also while nobody has counted them."""
    chips = state.upkeep.session.chips
    return chips - chips_due(state) if chips >= 0 else 0


def causes_of(state: TableState) -> Causes:
    """What is to be seen now."""
    figures = state.upkeep.figures
    return Causes(
        code=state.jackpot.closed_code,
        residual_micro=figures.residual_micro if figures is not None else 0,
        unexplained_cents=unexplained_cents(state),
        chips=chips_apart(state),
        gap=state.upkeep.gap,
    )


def unseen_unexplained_cents(state: TableState, seen: Causes, moved_cents: int = 0) -> int:
    """What the display moved so, where it is another amount than was seen: nobody accepts a part of it.

    `moved_cents` it has moved besides, by what is only now heard.
    """
    cents = unexplained_cents(state) + moved_cents
    return cents if cents != seen.unexplained_cents else 0


def unseen_cause(state: TableState, seen: Causes, moved_cents: int = 0) -> str:
    """The code of a cause that has come, or has another amount, since so much was seen; "" where none has.

    What is gone by now is none. Another difference of the book takes a proposal away, and the book itself
    compares what was approved with what it holds.
    """
    now = causes_of(state)
    if now.gap is not None and now.gap != seen.gap:
        return now.gap.code
    if now.chips not in (0, seen.chips):
        return CHIPS
    residual = now.residual_micro not in (0, seen.residual_micro)
    if residual or unseen_unexplained_cents(state, seen, moved_cents):
        return RESIDUAL
    return now.code if now.code != seen.code else ""
