"""How JP1 lamps, sensors and chip counts change the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game.betting.sensing import proving
from controller.game.changes import changed, with_round, with_seat
from controller.game.events import Event
from controller.game.felt import Spot
from controller.game.jackpot.corrections import CORRECTED
from controller.game.round import Jp1
from controller.game.state import Phase, TableState
from controller.game.state_parts import HandLamps, Sensor


def _with_sensor(state: TableState, seat: int, sensor: Sensor) -> TableState:
    sensors = list(state.sensors)
    sensors[seat - 1] = sensor
    return changed(state, sensors=tuple(sensors))


def chip_moved(state: TableState, seat: int) -> TableState:
    """The proof of this seat's sensor has gone on, if it is to prove itself now."""
    sensor, covered = state.sensors[seat - 1], state.seat(seat).chip
    if covered is not (sensor.proof == 1) or sensor.proof > 2:
        return state
    if sensor.proof and not proving(state, seat):
        return state
    return _with_sensor(state, seat, replace(sensor, proof=sensor.proof + 1))


def proofs_restarted(state: TableState, *, proven_too: bool = False) -> TableState:
    """No sensor is half proven; with `proven_too`, none is proven at all."""
    sensors = tuple(
        sensor if sensor.proven and not proven_too else _restarted(sensor, seat.chip)
        for sensor, seat in zip(state.sensors, state.seats, strict=True)
    )
    return changed(state, sensors=sensors)


def _restarted(sensor: Sensor, covered: bool) -> Sensor:
    return replace(sensor, proof=0 if covered else 1, proven=False)


def round_counted(state: TableState, dealer: str) -> TableState:
    """A round without sensors is over; its JP1 stakes are to be countersigned, by another than who dealt."""
    told = state.hand_lamps
    if told is None or not state.players:
        return state
    # One that a void carried is counted now: it was in no round that ended before.
    stakes = sum(seat.manual and seat.in_jp1 for seat in state.seats)
    counted = replace(told, rounds=told.rounds + 1, stakes=told.stakes + stakes)
    return lit_by(changed(state, hand_lamps=counted), dealer)


def lit_by(state: TableState, dealer: str) -> TableState:
    """Whoever deals lit the lamps of this deal, also where a void carries its stakes to the next."""
    told = state.hand_lamps
    if told is None or not dealer:
        return state
    return changed(state, hand_lamps=replace(told, dealers=tuple(dict.fromkeys((*told.dealers, dealer)))))


def _lamp(state: TableState, event: e.LampTouched, at_ms: int) -> TableState:
    return with_seat(state, event.seat, lamp=event.lit)


def _doubted(state: TableState, event: e.SensorDoubted, at_ms: int) -> TableState:
    sensor = _restarted(state.sensors[event.seat - 1], state.seat(event.seat).chip)
    return _with_sensor(state, event.seat, replace(sensor, doubt=event.why))


def _proven(state: TableState, event: e.SensorProven, at_ms: int) -> TableState:
    sensor = replace(state.sensors[event.seat - 1], proven=True, doubt="", manual=False)
    state = _with_sensor(state, event.seat, sensor)
    return state if state.hand_lamps is not None else with_seat(state, event.seat, lamp=False)


def _by_hand(state: TableState, event: e.SeatSetByHand, at_ms: int) -> TableState:
    return _with_sensor(state, event.seat, replace(state.sensors[event.seat - 1], manual=True))


def _allowed(state: TableState, event: e.HandLampsAllowed, at_ms: int) -> TableState:
    return proofs_restarted(changed(state, hand_lamps=HandLamps(event.chef, at_ms)), proven_too=True)


def _ended(state: TableState, event: e.HandLampsEnded, at_ms: int) -> TableState:
    seats = tuple(changed(seat, lamp=False) if seat.lamp else seat for seat in state.seats)
    return changed(state, hand_lamps=None, seats=seats)


def _countersigned(state: TableState, event: e.TotalsCountersigned, at_ms: int) -> TableState:
    told = state.hand_lamps
    return changed(
        state, hand_lamps=replace(told, rounds=0, stakes=0, dealers=()) if told is not None else None
    )


def _resolved(state: TableState, event: e.Jp1CountResolved, at_ms: int) -> TableState:
    state = with_round(state, count_disputed=False)
    match event.outcome:
        case "no_chip":
            return with_seat(state, event.seat, jp1=Jp1.NONE, manual=False)
        case "returned":
            seated = state.seat(event.seat).seated
            return with_seat(state, event.seat, jp1=Jp1.GIVEN_BACK) if seated else state
        case "counts":
            return with_seat(state, event.seat, jp1=Jp1.LATCHED, manual=True)
    return state


def _corrected(state: TableState, event: e.CorrectionApproved, at_ms: int) -> TableState:
    state = with_seat(state, event.seat, jp1=Jp1.GIVEN_BACK, manual=False)
    flags = state.playing.flags
    if not state.playing.drawn or CORRECTED in flags:
        return state
    return with_round(state, flags=(*flags, CORRECTED))


def _sensed(state: TableState, event: e.SpotsSensed, at_ms: int) -> TableState:
    """The last word of each sensor, by seat, then in the felt's order of spots.

    A spot that was free and is covered while its seat's stakes wait has chips of this round on it.
    """
    were = {(one.seat, one.spot): one for one in state.senses}
    for one in event.senses:
        laid = state.seat(one.seat).laid - {one.spot}
        was = were.get((one.seat, one.spot))
        waited = state.phase is Phase.BETTING and state.seat(one.seat).hollow
        if one.covered and waited and was is not None and not was.covered:
            laid |= {one.spot}
        if laid != state.seat(one.seat).laid:
            state = with_seat(state, one.seat, laid=laid)
    said = were | {(one.seat, one.spot): one for one in event.senses}
    order = tuple(Spot)
    senses = sorted(said.values(), key=lambda one: (one.seat, order.index(one.spot)))
    return changed(state, senses=tuple(senses))


def _nothing(state: TableState, event: Event, at_ms: int) -> TableState:
    return state


SENSORS: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.LampTouched: _lamp,
    e.SensorDoubted: _doubted,
    e.SensorProven: _proven,
    e.SeatSetByHand: _by_hand,
    e.HandLampsAllowed: _allowed,
    e.HandLampsEnded: _ended,
    e.TotalsCountersigned: _countersigned,
    e.SensorsMoved: _nothing,
    e.SpotsSensed: _sensed,
    e.Jp1CountDisputed: lambda state, event, at_ms: with_round(state, count_disputed=True),
    e.Jp1CountResolved: _resolved,
    e.CorrectionProposed: _nothing,
    e.CorrectionApproved: _corrected,
}
