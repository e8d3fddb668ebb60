"""Decide: what is said of JP1 lamps, sensors and chip counts becomes events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.betting.sensing import doubt, doubt_unproven
from controller.game.inputs import Intent
from controller.game.jackpot.corrections import EARLY, LATE
from controller.game.machines.alarm_events import clear
from controller.game.roles import dealer_here, person_here
from controller.game.state import TableState

Events = tuple[e.Event, ...]


def _seat_by_hand(state: TableState, intent: i.SeatByHand) -> Events:
    """The sensor that is given up has to prove itself before it is believed again."""
    return (*doubt(state, intent.seat, "vacant"), e.SeatSetByHand(intent.seat, person_here(state)))


def _end_hand_lamps(state: TableState, intent: i.EndHandLamps) -> Events:
    """The sensors are listened to again: those that are proven; the others are not believed."""
    return (e.HandLampsEnded(person_here(state)), *doubt_unproven(state))


def _countersign(state: TableState, intent: i.CountersignTotals) -> Events:
    told = state.hand_lamps
    assert told is not None
    cents = told.stakes * state.facts.jp1_stake_cents
    return (e.TotalsCountersigned(person_here(state), told.rounds, told.stakes, cents),)


def _tell_difference(state: TableState, intent: i.TellDifference) -> Events:
    played = state.playing
    latched = sum(seat.jp1 == "latched" for seat in state.seats)
    return (e.Jp1CountDisputed(played.number, played.attempt, latched),)


def _resolved(state: TableState, seat: int, outcome: str) -> Events:
    played = state.playing
    resolved = e.Jp1CountResolved(played.number, played.attempt, seat, outcome, person_here(state))
    return (resolved, *(clear(state, "A-205", seat) if seat else ()))


def _propose(state: TableState, intent: i.ProposeCorrection) -> Events:
    """No card leaves the shoe while it waits; once one is out, it is not the dealer who proposes."""
    played = state.playing
    late = played.drawn > 0
    by = person_here(state) if late else dealer_here(state) or person_here(state)
    proposed = e.CorrectionProposed(played.number, played.attempt, intent.seat, by)
    return (proposed, e.RoundHeld(LATE if late else EARLY, intent.seat, by))


def _approve(state: TableState, intent: i.ApproveCorrection) -> Events:
    played, held = state.playing, state.held
    assert held is not None
    return (
        e.CorrectionApproved(played.number, played.attempt, held.seat, (held.detail, person_here(state))),
        e.HoldEnded(person_here(state)),
        e.RefundAsked(played.number, played.attempt, held.seat),
    )


SENSORS: Final[dict[type[Intent], Callable[[TableState, Any], Events]]] = {
    i.SetLamp: lambda state, intent: (e.LampTouched(intent.seat, intent.lit),),
    i.SeatByHand: _seat_by_hand,
    i.AllowHandLamps: lambda state, intent: (e.HandLampsAllowed(person_here(state)),),
    i.EndHandLamps: _end_hand_lamps,
    i.CountersignTotals: _countersign,
    i.TellDifference: _tell_difference,
    i.CountAgrees: lambda state, intent: _resolved(state, 0, "agrees"),
    i.NoChip: lambda state, intent: _resolved(state, intent.seat, "no_chip"),
    i.ChipReturned: lambda state, intent: _resolved(state, intent.seat, "returned"),
    i.ChipCounts: lambda state, intent: _resolved(state, intent.seat, "counts"),
    i.ProposeCorrection: _propose,
    i.ApproveCorrection: _approve,
}
