"""How stakes and chips change the state, from the opening of a round to the closing of its bets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.game import events as e
from controller.game.betting.evolve_sensors import chip_moved, proofs_restarted
from controller.game.betting.hollow import standing
from controller.game.betting.told import as_told, stakes_of
from controller.game.changes import changed, seats_with, stage, with_round, with_seat
from controller.game.events import Event
from controller.game.opening.limits import in_force
from controller.game.profile import RuleProfile, draw_order
from controller.game.round import Jp1, Round, Seat
from controller.game.state import Phase, TableState
from controller.game.state_parts import Stage, UndoStep


def _round_opened(state: TableState, event: e.RoundOpened, at_ms: int) -> TableState:
    """A new deal: what was staked stands hollow, a carried JP1 stake stays in the book; the rest is new."""
    again = event.attempt > 1
    before = state.round
    carried = before.generation if again and before is not None else 0
    kept = before.void.jp1_carried if again and before is not None and before.void is not None else ()
    seats = tuple(
        changed(
            _FREE,
            before=seat.stakes,
            chip=seat.chip,
            chip_refused=seat.chip_refused or ("unjudged" if seat.chip else ""),
            unswept=_left_lying(state, seat, again=again and (number in kept or not seat.in_jp1)),
            jp1=Jp1.CARRIED if number in kept else Jp1.NONE,
            staked_attempt=seat.staked_attempt if number in kept else 0,
            manual=number in kept and seat.manual,
        )
        for number, seat in enumerate(state.seats, start=1)
    )
    played = Round(
        event.round,
        event.attempt,
        at_ms,
        generation=carried,
        contributed=bool(carried),
        contributed_seq=before.contributed_seq if carried and before is not None else 0,
        meter_cents=before.meter_cents if carried and before is not None else 0,
        stages=(Stage("bets", at_ms),),
    )
    if state.call_seen_ms:
        state = changed(state, call_ms=0, call_last_ms=0, call_seen_ms=0)
    if not again:
        highest, coming, seats = in_force(state, seats)
        state = changed(state, maximum_cents=highest, maximum_coming_cents=coming)
    return changed(state, phase=Phase.BETTING, round=played, seats=seats, last_round=event.round)


_FREE: Final = Seat()


def _left_lying(state: TableState, seat: Seat, *, again: bool) -> bool:
    """The chip of a stake in the jackpot lies here still: a correction, or a void that carries no stake, has
    given it back."""
    refunded = not again and state.round is not None and state.round.voided is not None
    return seat.unswept and seat.jp1 is not Jp1.GIVEN_BACK and not refunded


def _stakes(state: TableState, event: e.StakesSet, at_ms: int) -> TableState:
    seat = state.seat(event.seat)
    state = with_round(state, undo=(*state.playing.undo, _stakes_step(state.profile, event.seat, seat)))
    return with_seat(state, event.seat, doubled=event.doubled, stakes=stakes_of(state.profile, event))


def _stakes_step(profile: RuleProfile, number: int, seat: Seat) -> UndoStep:
    stood = as_told(profile, number, seat.stakes) if seat.seated else None
    return UndoStep("stakes", number, stood, seat.doubled, (standing(profile, number, seat),))


def _confirmed(state: TableState, event: e.StakesConfirmed, at_ms: int) -> TableState:
    step = UndoStep("confirmed", event.stakes[0].seat if len(event.stakes) == 1 else 0, hollow=event.stakes)
    played, seats = state.playing, state.seats
    for told in event.stakes:
        seats = seats_with(seats, told.seat, stakes=stakes_of(state.profile, told))
    return changed(state, seats=seats, round=changed(played, undo=(*played.undo, step)))


def _stakes_back(state: TableState, event: e.StakesTakenBack, at_ms: int) -> TableState:
    """What the sensors saw lie there confirms nothing any more: the chips are to come anew."""
    for told in event.stakes:
        state = with_seat(
            state,
            told.seat,
            before=stakes_of(state.profile, told),
            stakes={},
            doubled=False,
            lamp=False,
            laid=frozenset(),
        )
    return state


def _vacated(state: TableState, event: e.SeatVacated, at_ms: int) -> TableState:
    seat = state.seat(event.seat)
    refund: tuple[Event, ...] = ()
    undo = (*state.playing.undo, _stakes_step(state.profile, event.seat, seat))
    if seat.jp1 is Jp1.CARRIED:
        # The player leaves between two deals of a round: his stake goes back by a linked entry.
        # Named by the deal that took it, for the next player here may stake, and be refunded, in this one.
        refund = (e.RefundAsked(state.playing.number, seat.staked_attempt, event.seat),)
        undo = ()
    state = with_round(changed(state, due=(*state.due, *refund)), undo=undo)
    return with_seat(
        state,
        event.seat,
        stakes={},
        doubled=False,
        before={},
        lamp=False,
        jp1=Jp1.NONE,
        staked_attempt=0,
        manual=False,
        # A stake that is carried is refunded: the chip is the player's again.
        unswept=seat.unswept and seat.jp1 is not Jp1.CARRIED,
    )


def _chip_seen(state: TableState, event: e.ChipSeen, at_ms: int) -> TableState:
    return _chip(state, event.seat)


def _chip_waits(state: TableState, event: e.ChipWaits, at_ms: int) -> TableState:
    return _chip(state, event.seat, waits=True)


def _chip_refused(state: TableState, event: e.ChipRefused, at_ms: int) -> TableState:
    return _chip(state, event.seat, refused=event.code)


def _chip_lifted(state: TableState, event: e.ChipLifted, at_ms: int) -> TableState:
    return _chip(state, event.seat, lies=False)


def _chip(
    state: TableState, seat: int, *, lies: bool = True, waits: bool = False, refused: str = ""
) -> TableState:
    unswept = lies and state.seat(seat).unswept
    told = with_seat(state, seat, chip=lies, chip_waits=waits, chip_refused=refused, unswept=unswept)
    return chip_moved(told, seat)


def _bets_closed(state: TableState, event: e.BetsClosed, at_ms: int) -> TableState:
    seats = state.seats
    for seat in event.jp1_seats:
        seats = seats_with(seats, seat, jp1=Jp1.LATCHED, manual=seat in event.manual)
    state = proofs_restarted(changed(state, seats=seats))
    order = draw_order(state.profile, state.players)
    flags = tuple(mode.value for mode in state.modes)
    return stage(state, "jp1", at_ms, Phase.LATCHED, order=order, latched_ms=at_ms, flags=flags)


def _bets_reopened(state: TableState, event: e.BetsReopened, at_ms: int) -> TableState:
    for seat in state.players:
        if state.seat(seat).jp1 is Jp1.LATCHED:
            state = with_seat(state, seat, jp1=Jp1.NONE, manual=False)
    played = state.playing
    state = with_round(state, stages=played.stages[:1], undo=(), order=(), count_disputed=False)
    return changed(state, phase=Phase.BETTING)


def _given_back(state: TableState, event: e.Jp1GivenBack, at_ms: int) -> TableState:
    for seat in event.seats:
        state = with_seat(state, seat, jp1=Jp1.GIVEN_BACK)
    return with_round(state, count_disputed=False)


STAKES: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.RoundOpened: _round_opened,
    e.StakesSet: _stakes,
    e.StakesConfirmed: _confirmed,
    e.StakesTakenBack: _stakes_back,
    e.SeatVacated: _vacated,
    e.ChipSeen: _chip_seen,
    e.ChipWaits: _chip_waits,
    e.ChipRefused: _chip_refused,
    e.ChipLifted: _chip_lifted,
    e.BetsClosed: _bets_closed,
    e.BetsReopened: _bets_reopened,
    e.Jp1GivenBack: _given_back,
}
