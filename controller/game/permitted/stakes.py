"""The rules of the intents that put stakes down: asked through `bets.why_not` only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.game import inputs as i
from controller.game.felt import Spot
from controller.game.inputs import Intent
from controller.game.limits import maximum_of
from controller.game.refusals import ART, NOT_NOW, Refusal
from controller.game.stakes import doubled, may_stake
from controller.game.state import Phase, TableState


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


def _quick_stakes(state: TableState) -> Refusal | None:
    """Repeat, double and undo one by one are for stakes that do not stand from one round to the next."""
    if state.profile.options.stakes_stand:
        return NOT_NOW
    return None if state.phase is Phase.BETTING else Refusal("bets_closed", ART)


def _repeat_stakes(state: TableState, intent: i.RepeatStakes) -> Refusal | None:
    refusal = _quick_stakes(state)
    if refusal is not None:
        return refusal
    seat = state.seat(intent.seat)
    if seat.seated or not seat.before[0]:
        return Refusal("nothing_to_repeat", "", (("seat", intent.seat),))
    return _may_stake(state, intent.seat, *seat.before)


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
    made = any(step.act == "stakes" and step.seat == intent.seat for step in state.playing.undo)
    return None if made else Refusal("nothing_to_undo", "", (("since", "none"),))


def _vacate_seat(state: TableState, intent: i.VacateSeat) -> Refusal | None:
    if state.phase is not Phase.BETTING:
        return Refusal("bets_closed", ART)
    return None if intent.seat in state.players else Refusal("seat_free", ART, (("seat", intent.seat),))


STAKES: Final[dict[type[Intent], Callable[..., Refusal | None]]] = {
    i.SetStakes: _set_stakes,
    i.VacateSeat: _vacate_seat,
    i.RepeatStakes: _repeat_stakes,
    i.DoubleStakes: _double_stakes,
    i.UndoStakes: _undo_stakes,
}
