"""The rules of the intents that put stakes down: asked through `legal_acts.why_not` only."""

from __future__ import annotations

from functools import cache
from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts
from controller.game.betting.hollow import chips_without_stakes, confirmed, left, standing
from controller.game.betting.sensing import bets_closed
from controller.game.betting.sensor_acts import ACTS as SENSORS
from controller.game.betting.sensor_acts import countersign_due
from controller.game.betting.stakes import doubled
from controller.game.betting.told import Told, as_told, stakes_of, stakes_set, why_not_staked
from controller.game.events import Events
from controller.game.inputs import Intent
from controller.game.jackpot.waiting_on_book import book_holds
from controller.game.machines.decks import why_not_dealt, why_shoe_silent
from controller.game.machines.host import journal_refusal
from controller.game.meter.acts import ASKED
from controller.game.opening.limits import maximum_of
from controller.game.rectification.acts import due
from controller.game.refusals import ART, BETS_CLOSED, BOOK_WAITING, NOT_NOW, Refusal
from controller.game.roles import (
    CHEF,
    DEALING,
    dealer_here,
    person_here,
)
from controller.game.round import Jp1
from controller.game.state import Phase, TableState


def _set_stakes(state: TableState, intent: i.SetStakes) -> Refusal | None:
    if state.phase is not Phase.BETTING:
        return BETS_CLOSED
    return _may_stake(state, intent.seat, intent)


def _may_stake(state: TableState, seat: int, told: Told) -> Refusal | None:
    return why_not_staked(state.profile, seat, told, maximum_of(state))


def _confirm_stakes(state: TableState, intent: i.ConfirmStakes) -> Refusal | None:
    if state.phase is not Phase.BETTING:
        return BETS_CLOSED
    if intent.seat not in state.hollow:
        return Refusal("nothing_to_confirm", ART, (("seat", intent.seat),))
    return _may_stake(state, intent.seat, standing(state.profile, intent.seat, state.seat(intent.seat)))


def _confirm_rest(state: TableState, intent: i.ConfirmRest) -> Refusal | None:
    if state.phase is not Phase.BETTING:
        return BETS_CLOSED
    if not state.hollow:
        return Refusal("nothing_to_confirm", ART, (("seat", 0),))
    refusals = (_may_stake(state, n, standing(state.profile, n, state.seat(n))) for n in state.hollow)
    return next((refusal for refusal in refusals if refusal is not None), None)


def quick_stakes(state: TableState) -> Refusal | None:
    """To double and to undo one by one are for stakes that do not stand from one round to the next."""
    if state.profile.options.stakes_stand:
        return NOT_NOW
    return None if state.phase is Phase.BETTING else BETS_CLOSED


def _double_stakes(state: TableState, intent: i.DoubleStakes) -> Refusal | None:
    refusal = quick_stakes(state)
    if refusal is not None:
        return refusal
    seat = state.seat(intent.seat)
    if not seat.seated:
        return Refusal("seat_free", ART, (("seat", intent.seat),))
    if seat.doubled:
        return Refusal("doubled_once", "", (("seat", intent.seat),))
    twice = doubled(state.profile, seat.stakes, maximum_of(state))
    if twice == seat.stakes:
        facts = (("seat", intent.seat), ("maximum_cents", maximum_of(state)))
        return Refusal("at_maximum", "art. 55-20-1", facts)
    return _may_stake(state, intent.seat, as_told(state.profile, intent.seat, twice))


def _vacate_seat(state: TableState, intent: i.VacateSeat) -> Refusal | None:
    if state.phase is not Phase.BETTING:
        return BETS_CLOSED
    taken = (*state.players, *state.hollow)
    return None if intent.seat in taken else Refusal("seat_free", ART, (("seat", intent.seat),))


def _close_bets(state: TableState, intent: i.CloseBets) -> Refusal | None:
    if state.phase is not Phase.BETTING:
        return NOT_NOW
    if not state.players and state.hollow:
        facts = (("seats", " ".join(str(n) for n in state.hollow)),)
        return Refusal("stakes_to_confirm", ART, facts)
    if not state.players and state.playing.attempt == 1:
        return Refusal("no_player", ART)
    chips = chips_without_stakes(state)
    if chips is not None or not state.players:
        return chips  # everyone has left before the new deal: closing the bets ends the round
    if isinstance(state.money, ASKED) and state.jackpot.open:
        return BOOK_WAITING  # what people do with the meter is done between rounds
    refusal = journal_refusal(state) or due(state) or why_not_dealt(state)
    return refusal or why_shoe_silent(state) or countersign_due(state)


def _reopen_bets(state: TableState, intent: i.ReopenBets) -> Refusal | None:
    """Until the first card, and while no JP1 stake is in the jackpot; what is laid by hand nobody counts."""
    before_cards = state.phase is Phase.LATCHED or (
        state.phase is Phase.DEALING
        and not state.by_hand
        and not state.playing.contributed
        and all(seat.jp1 is Jp1.NONE for seat in state.seats)
    )
    if not before_cards or state.playing.drawn:
        return NOT_NOW
    return BOOK_WAITING if book_holds(state) else None


def _bets_closed(state: TableState, intent: i.CloseBets) -> Events:
    if not state.players:
        dealer = dealer_here(state)
        return (e.RoundClosed(state.playing.number, state.playing.attempt, 0, 0, dealer),)
    return (*left(state), bets_closed(state))


def _stakes_set(state: TableState, intent: i.SetStakes) -> Events:
    # Who has doubled has doubled in this round, however he stakes afterwards.
    told = as_told(state.profile, intent.seat, stakes_of(state.profile, intent))
    return (stakes_set(told, doubled=state.seat(intent.seat).doubled),)


def _seat_vacated(state: TableState, intent: i.VacateSeat) -> Events:
    return (e.SeatVacated(intent.seat),)


def _stakes_doubled(state: TableState, intent: i.DoubleStakes) -> Events:
    seat = state.seat(intent.seat)
    twice = doubled(state.profile, seat.stakes, maximum_of(state))
    return (stakes_set(as_told(state.profile, intent.seat, twice), doubled=True),)


def offered(state: TableState) -> list[Intent]:
    """What may be worth doing with stakes now, their amounts apart."""
    if state.phase is not Phase.BETTING:
        return [_REOPEN_BETS] if state.phase in (Phase.LATCHED, Phase.DEALING) else []
    acts: list[Intent] = [_CONFIRM_REST, _CLOSE_BETS]
    acts += [_VACATE(seat) for seat in (*state.players, *state.hollow)]
    acts += [_CONFIRM(seat) for seat in state.hollow]
    return acts if state.profile.options.stakes_stand else [*acts, *_quick_stakes(state.places)]


@cache
def _quick_stakes(places: tuple[int, ...]) -> tuple[Intent, ...]:
    return tuple(act(seat) for seat in places for act in (i.DoubleStakes, i.UndoStakes))


_VACATE: Final = cache(i.VacateSeat)
_CONFIRM: Final = cache(i.ConfirmStakes)
_CONFIRM_REST: Final = i.ConfirmRest()
_CLOSE_BETS: Final = i.CloseBets()
_REOPEN_BETS: Final = i.ReopenBets()


ACTS: Final[Acts] = {
    **SENSORS,
    i.SetStakes: Act(_set_stakes, DEALING, _stakes_set),
    i.VacateSeat: Act(_vacate_seat, DEALING, _seat_vacated),
    i.ConfirmStakes: Act(_confirm_stakes, DEALING, lambda state, intent: (confirmed(state, intent.seat),)),
    i.ConfirmRest: Act(_confirm_rest, DEALING, lambda state, intent: (confirmed(state, *state.hollow),)),
    i.DoubleStakes: Act(_double_stakes, DEALING, _stakes_doubled),
    i.CloseBets: Act(_close_bets, DEALING, _bets_closed),
    i.ReopenBets: Act(_reopen_bets, CHEF, lambda state, intent: (e.BetsReopened(person_here(state)),)),
}
