"""What people may say of JP1 lamps, sensors and chip counts, and what comes of it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts, While
from controller.game.betting.sensing import (
    BETWEEN_ROUNDS,
    COUNTERSIGNED_ROUNDS,
    doubt,
    doubt_unproven,
    lamp_by_hand,
    lamps_wanted,
    sensors_back,
    unbelieved,
)
from controller.game.events import Events
from controller.game.inputs import Intent
from controller.game.machines.alarm_events import clear
from controller.game.meter.interruption import why_jp1_closed
from controller.game.refusals import ART_JP1, NOT_NOW, Refusal
from controller.game.roles import (
    CHEF,
    DEALING,
    person_here,
    person_proven,
)
from controller.game.round import Jp1
from controller.game.state import Phase, TableState

COUNT_DISPUTED: Final = Refusal("count_disputed", "BC-09")


# --- lamps by hand -------------------------------------------------------------------------------


def _set_lamp(state: TableState, intent: i.SetLamp) -> Refusal | None:
    if state.phase is not Phase.BETTING:
        return Refusal("bets_closed", ART_JP1)
    if not lamp_by_hand(state, intent.seat):
        return Refusal("lamp_of_sensor", "BC-11", (("seat", intent.seat),))
    seat = state.seat(intent.seat)
    if seat.lamp is intent.lit:
        return NOT_NOW
    if not intent.lit:
        return None
    if seat.jp1 is Jp1.CARRIED:
        return Refusal("already_carried", ART_JP1, (("seat", intent.seat),))
    if not seat.seated:
        code = "stakes_to_confirm" if seat.hollow else "main_bets_missing"
        return Refusal(code, ART_JP1, (("seats" if seat.hollow else "seat", intent.seat),))
    return why_jp1_closed(state)


def _seat_by_hand(state: TableState, intent: i.SeatByHand) -> Refusal | None:
    if state.phase not in BETWEEN_ROUNDS:
        return NOT_NOW
    return None if unbelieved(state, intent.seat) else NOT_NOW


def _allow_hand_lamps(state: TableState, intent: i.AllowHandLamps) -> Refusal | None:
    if state.phase not in BETWEEN_ROUNDS or not lamps_wanted(state):
        return NOT_NOW
    return None


def _end_hand_lamps(state: TableState, intent: i.EndHandLamps) -> Refusal | None:
    told = state.hand_lamps
    if state.phase not in BETWEEN_ROUNDS or told is None or not sensors_back(state):
        return NOT_NOW
    # What nobody has countersigned would be forgotten with the lamps.
    return Refusal("countersign_due", "BC-11", (("rounds", told.rounds),)) if told.rounds else None


def _countersign(state: TableState, intent: i.CountersignTotals) -> Refusal | None:
    if state.phase not in BETWEEN_ROUNDS or state.hand_lamps is None or not state.hand_lamps.rounds:
        return NOT_NOW
    return None


def countersign_due(state: TableState) -> Refusal | None:
    """The bets of an eleventh round without sensors do not close before a chef countersigned the totals."""
    told = state.hand_lamps
    if told is None or told.rounds < COUNTERSIGNED_ROUNDS:
        return None
    return Refusal("countersign_due", "BC-11", (("rounds", told.rounds),))


# --- the count of the collected chips ------------------------------------------------------------


def _counting(state: TableState) -> bool:
    return state.phase is Phase.LATCHED and state.money is None


def _tell_difference(state: TableState, intent: i.TellDifference) -> Refusal | None:
    return None if _counting(state) and state.latched and not state.playing.count_disputed else NOT_NOW


def _disputed(state: TableState) -> bool:
    return _counting(state) and state.playing.count_disputed


def _count_agrees(state: TableState, intent: i.CountAgrees) -> Refusal | None:
    return None if _disputed(state) else NOT_NOW


def _no_chip(state: TableState, intent: i.NoChip) -> Refusal | None:
    if not _disputed(state):
        return NOT_NOW
    latched = state.seat(intent.seat).jp1 is Jp1.LATCHED
    return None if latched else Refusal("seat_not_latched", "BC-09", (("seat", intent.seat),))


def _extra(state: TableState, seat: int) -> Refusal | None:
    if not _disputed(state):
        return NOT_NOW
    known = state.seat(seat).jp1 in (Jp1.LATCHED, Jp1.CARRIED)
    return Refusal("seat_latched", "BC-09", (("seat", seat),)) if known else None


def _chip_returned(state: TableState, intent: i.ChipReturned) -> Refusal | None:
    return _extra(state, intent.seat)


def _chip_counts(state: TableState, intent: i.ChipCounts) -> Refusal | None:
    refusal = _extra(state, intent.seat)
    if refusal is not None:
        return refusal
    if not state.seat(intent.seat).seated:
        return Refusal("main_bets_missing", ART_JP1, (("seat", intent.seat),))
    return why_jp1_closed(state)


def _seated_by_hand(state: TableState, intent: i.SeatByHand) -> Events:
    """The sensor that is given up has to prove itself before it is believed again."""
    return (*doubt(state, intent.seat, "vacant"), e.SeatSetByHand(intent.seat, person_here(state)))


def _hand_lamps_ended(state: TableState, intent: i.EndHandLamps) -> Events:
    """The sensors are listened to again: those that are proven; the others are not believed."""
    return (e.HandLampsEnded(person_here(state)), *doubt_unproven(state))


def _countersigned(state: TableState, intent: i.CountersignTotals) -> Events:
    told = state.hand_lamps
    assert told is not None
    cents = told.stakes * state.facts.jp1_stake_cents
    return (e.TotalsCountersigned(person_here(state), told.rounds, told.stakes, cents),)


def _difference_told(state: TableState, intent: i.TellDifference) -> Events:
    played = state.playing
    return (e.Jp1CountDisputed(played.number, played.attempt, len(state.latched)),)


def _resolved(state: TableState, seat: int, outcome: str) -> Events:
    played = state.playing
    resolved = e.Jp1CountResolved(played.number, played.attempt, seat, outcome, person_proven(state))
    return (resolved, *(clear(state, "A-205", seat) if seat else ()))


def offered(state: TableState) -> list[Intent]:
    """What may be said of JP1 lamps, sensors and chip counts: nothing, as long as all is well."""
    if not state.profile.jp1:
        return []
    if state.phase in BETWEEN_ROUNDS:
        acts: list[Intent] = [_SEAT_BY_HAND(n) for n in state.places if unbelieved(state, n)]
        if state.phase is Phase.BETTING:
            seats = [n for n in state.places if lamp_by_hand(state, n)]
            acts += [_LAMP(n, not state.seat(n).lamp) for n in seats if state.seat(n).seated]
        absent = state.hand_lamps is None
        return acts + ([_ALLOW_HAND_LAMPS] if absent else [_END_HAND_LAMPS, _COUNTERSIGN])
    if state.phase is not Phase.LATCHED:
        return []
    if not state.playing.count_disputed:
        return [_TELL_DIFFERENCE]
    return [_COUNT_AGREES, *(act(n) for act in (_NO_CHIP, _RETURNED, _COUNTS) for n in state.places)]


_LAMP: Final = cache(i.SetLamp)
_SEAT_BY_HAND: Final = cache(i.SeatByHand)
_NO_CHIP: Final = cache(i.NoChip)
_RETURNED: Final = cache(i.ChipReturned)
_COUNTS: Final = cache(i.ChipCounts)
_ALLOW_HAND_LAMPS: Final = i.AllowHandLamps()
_END_HAND_LAMPS: Final = i.EndHandLamps()
_COUNTERSIGN: Final = i.CountersignTotals()
_COUNT_AGREES: Final = i.CountAgrees()
_TELL_DIFFERENCE: Final = i.TellDifference()


def _lit_by(state: TableState) -> tuple[str, ...]:
    """Who lit the lamps of a round does not countersign its stakes, though another deals by now (I9)."""
    return state.hand_lamps.dealers if state.hand_lamps is not None else ()


_COUNTERSIGNING: Final = replace(CHEF, other_than=_lit_by)


ACTS: Final[Acts] = {
    i.SetLamp: Act(_set_lamp, DEALING, lambda state, intent: (e.LampTouched(intent.seat, intent.lit),)),
    i.SeatByHand: Act(_seat_by_hand, CHEF, _seated_by_hand),
    i.AllowHandLamps: Act(
        _allow_hand_lamps, CHEF, lambda state, intent: (e.HandLampsAllowed(person_here(state)),)
    ),
    i.EndHandLamps: Act(_end_hand_lamps, CHEF, _hand_lamps_ended),
    i.CountersignTotals: Act(_countersign, _COUNTERSIGNING, _countersigned),
    i.TellDifference: Act(_tell_difference, DEALING, _difference_told),
    i.CountAgrees: Act(
        _count_agrees, DEALING, lambda state, intent: _resolved(state, 0, "agrees"), While.HELD
    ),
    i.NoChip: Act(
        _no_chip, DEALING, lambda state, intent: _resolved(state, intent.seat, "no_chip"), While.HELD
    ),
    i.ChipReturned: Act(
        _chip_returned, DEALING, lambda state, intent: _resolved(state, intent.seat, "returned"), While.HELD
    ),
    i.ChipCounts: Act(_chip_counts, CHEF, lambda state, intent: _resolved(state, intent.seat, "counts")),
}
