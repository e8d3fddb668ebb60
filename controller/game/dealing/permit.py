"""What a seat may decide on a street, and when a street ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.game import inputs as i
from controller.game.betting.turn_to_speak import why_out_of_turn
from controller.game.felt import Spot
from controller.game.inputs import Intent
from controller.game.refusals import ART, NOT_NOW, Refusal
from controller.game.state import Phase, TableState


def _call_street(state: TableState, intent: i.CallStreet) -> Refusal | None:
    if state.phase is not Phase.DECIDING or not state.playing.street_open:
        return NOT_NOW
    if state.playing.street + 1 == len(state.profile.streets):
        return NOT_NOW
    return why_waited(state)


def why_waited(state: TableState) -> Refusal | None:
    """The street cannot end before these seats have answered."""
    waited = state.waited_for
    facts = (("seats", " ".join(str(n) for n in waited)),)
    return Refusal("decisions_waited", ART, facts) if waited else None


def _bet_play(state: TableState, intent: i.BetPlay) -> Refusal | None:
    refusal = _may_decide(state, intent.seat)
    if refusal is not None:
        return refusal
    offered = state.profile.streets[state.playing.street].multiples
    if intent.multiple not in offered:
        facts = (("multiple", intent.multiple), ("offered", " ".join(str(m) for m in offered)))
        return Refusal("multiple_not_offered", "art. 55-20, 1°", facts)
    return None


def _bet_on(state: TableState, intent: i.BetOn) -> Refusal | None:
    refusal = _may_decide(state, intent.seat)
    if refusal is not None:
        return refusal
    offered = [bet.spot for bet in state.open_bets(intent.seat) if bet.spot is not Spot.PLAY]
    if intent.spot not in offered:
        facts = (("spot", str(intent.spot)), ("offered", " ".join(offered)))
        return Refusal("bet_not_offered", "", facts)
    return None


def _check(state: TableState, intent: i.Check) -> Refusal | None:
    refusal = _may_decide(state, intent.seat)
    if refusal is not None:
        return refusal
    street = state.profile.streets[state.playing.street]
    return NOT_NOW if street.fold or not state.profile.clocks.decision_ms else None


def _fold(state: TableState, intent: i.Fold) -> Refusal | None:
    if state.profile.options.fold_any_time and may_throw_in(state, intent.seat):
        return None
    refusal = _may_decide(state, intent.seat)
    if refusal is not None:
        return refusal
    return None if state.profile.streets[state.playing.street].fold else Refusal("fold_not_offered", ART)


def may_throw_in(state: TableState, seat: int) -> bool:
    """The seat still holds its cards while the players decide."""
    deciding = state.phase is Phase.DECIDING and state.playing.street_open
    return deciding and seat in state.players and not state.seat(seat).folded


def _may_decide(state: TableState, seat: int) -> Refusal | None:
    if state.phase is not Phase.DECIDING or not state.playing.street_open:
        return NOT_NOW
    if not state.seat(seat).seated:
        return Refusal("seat_free", ART, (("seat", seat),))
    if not state.open_bets(seat):
        return Refusal("already_decided", ART, (("seat", seat),))
    return why_out_of_turn(state, seat)


def _rest(state: TableState, intent: Intent) -> Refusal | None:
    if state.phase is not Phase.DECIDING or not state.playing.street_open or not state.undecided:
        return NOT_NOW
    street = state.profile.streets[state.playing.street]
    return None if street.fold and len(street.bets) == 1 else NOT_NOW


def _check_rest(state: TableState, intent: i.CheckRest) -> Refusal | None:
    if state.phase is not Phase.DECIDING or not state.playing.street_open or not state.undecided:
        return NOT_NOW
    street = state.profile.streets[state.playing.street]
    return NOT_NOW if street.fold or not state.profile.clocks.decision_ms else None


DECIDING: Final[dict[type[Intent], Callable[..., Refusal | None]]] = {
    i.CallStreet: _call_street,
    i.BetPlay: _bet_play,
    i.BetOn: _bet_on,
    i.Check: _check,
    i.Fold: _fold,
    i.BetRest: _rest,
    i.CheckRest: _check_rest,
    i.FoldRest: _rest,
}
