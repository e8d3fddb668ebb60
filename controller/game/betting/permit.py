"""The rules of the intents that put stakes down: asked through `bets.why_not` only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.game import inputs as i
from controller.game.betting.stakes import doubled, may_stake
from controller.game.felt import Spot
from controller.game.inputs import Intent
from controller.game.opening.limits import maximum_of
from controller.game.refusals import ART, NOT_NOW, Refusal
from controller.game.state import Phase, TableState
from controller.game.state_parts import UndoStep


def _set_stakes(state: TableState, intent: i.SetStakes) -> Refusal | None:
    if state.phase is not Phase.BETTING:
        return Refusal("bets_closed", ART)
    return _may_stake(state, intent.seat, intent.ante_cents, intent.side_cents)


def _may_stake(state: TableState, seat: int, ante_cents: int, side_cents: int) -> Refusal | None:
    stakes: list[tuple[Spot, int]] = [(Spot.ANTE, ante_cents)]
    if side_cents:
        stakes.append((state.profile.side or Spot.TRIPS, side_cents))
    highest = maximum_of(state)
    for spot, cents in stakes:
        problem = may_stake(state.profile, spot, cents, ante_cents=ante_cents, maximum_cents=highest)
        if problem is not None:
            numbers = (fact for fact in problem.facts if fact[0] != "spot")
            return Refusal(problem.code, "art. 55-20-1", (("seat", seat), ("spot", str(spot)), *numbers))
    return None


def _confirm_stakes(state: TableState, intent: i.ConfirmStakes) -> Refusal | None:
    if state.phase is not Phase.BETTING:
        return Refusal("bets_closed", ART)
    if intent.seat not in state.hollow:
        return Refusal("nothing_to_confirm", ART, (("seat", intent.seat),))
    return _may_stake(state, intent.seat, *state.seat(intent.seat).before)


def _confirm_rest(state: TableState, intent: i.ConfirmRest) -> Refusal | None:
    if state.phase is not Phase.BETTING:
        return Refusal("bets_closed", ART)
    if not state.hollow:
        return Refusal("nothing_to_confirm", ART, (("seat", 0),))
    refusals = (_may_stake(state, n, *state.seat(n).before) for n in state.hollow)
    return next((refusal for refusal in refusals if refusal is not None), None)


def _quick_stakes(state: TableState) -> Refusal | None:
    """To double and to undo one by one are for stakes that do not stand from one round to the next."""
    if state.profile.options.stakes_stand:
        return NOT_NOW
    return None if state.phase is Phase.BETTING else Refusal("bets_closed", ART)


def _double_stakes(state: TableState, intent: i.DoubleStakes) -> Refusal | None:
    refusal = _quick_stakes(state)
    if refusal is not None:
        return refusal
    seat = state.seat(intent.seat)
    if not seat.seated:
        return Refusal("seat_free", ART, (("seat", intent.seat),))
    if seat.doubled:
        return Refusal("doubled_once", "", (("seat", intent.seat),))
    twice = doubled(state.profile, seat.ante_cents, seat.side_cents, maximum_of(state))
    if twice == (seat.ante_cents, seat.side_cents):
        facts = (("seat", intent.seat), ("maximum_cents", maximum_of(state)))
        return Refusal("at_maximum", "art. 55-20-1", facts)
    return _may_stake(state, intent.seat, *twice)


def _undo_stakes(state: TableState, intent: i.UndoStakes) -> Refusal | None:
    refusal = _quick_stakes(state)
    if refusal is not None:
        return refusal
    return None if steps_of(state, intent.seat) else Refusal("nothing_to_undo", "", (("since", "none"),))


def steps_of(state: TableState, seat: int) -> list[UndoStep]:
    """What was done to the stakes of this seat in this round, and may be taken back, the oldest first."""
    return [
        step
        for step in state.playing.undo
        if (step.act == "stakes" and step.seat == seat)
        or (step.act == "confirmed" and any(told.seat == seat for told in step.hollow))
    ]


def _vacate_seat(state: TableState, intent: i.VacateSeat) -> Refusal | None:
    if state.phase is not Phase.BETTING:
        return Refusal("bets_closed", ART)
    taken = (*state.players, *state.hollow)
    return None if intent.seat in taken else Refusal("seat_free", ART, (("seat", intent.seat),))


STAKES: Final[dict[type[Intent], Callable[..., Refusal | None]]] = {
    i.SetStakes: _set_stakes,
    i.VacateSeat: _vacate_seat,
    i.ConfirmStakes: _confirm_stakes,
    i.ConfirmRest: _confirm_rest,
    i.DoubleStakes: _double_stakes,
    i.UndoStakes: _undo_stakes,
}
