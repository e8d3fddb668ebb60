"""Judge what the sensors of the felt say: chips laid on JP1 or lifted, and what lies on the other spots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.betting.sensing import NOT_SWEPT, ON_VACANT, UNSWEPT, WAITS, doubted, lamp_by_hand
from controller.game.events import Events
from controller.game.inputs import Observation
from controller.game.machines.alarm_events import alarm, clear
from controller.game.round import Jp1
from controller.game.state import DEAL_OVER, Phase, TableState


def _chip(state: TableState, seen: i.ChipObserved) -> Events:
    if seen.seat not in state.places:
        return ()  # the felt ends before it: no spot, no sensor
    seat = state.seat(seen.seat)
    if seen.covered == seat.chip:
        return ()
    if not seen.covered:
        believed = not lamp_by_hand(state, seen.seat) and not doubted(state, seen.seat)
        if state.phase is Phase.LATCHED and seat.jp1 is Jp1.LATCHED and believed:
            # BC-07: flagged, and still latched until the dealer collects or gives back.
            return (e.ChipLifted(seen.seat), *alarm(state, "A-205", 2, seen.seat, "lifted"))
        ended = (*clear(state, "A-205", seen.seat), *clear(state, "A-229", seen.seat))
        return (e.ChipLifted(seen.seat), *ended)
    return chip_laid(state, seen.seat, chip_refusal(state, seen.seat))


def chip_laid(state: TableState, seat: int, code: str) -> Events:
    """A chip lies on this JP1 spot and counts, waits, or is refused: then with an alarm where a person has to
    end it."""
    if code == WAITS:
        return (e.ChipWaits(seat),)
    if code:
        raised = alarm(state, _ALARMS_OF_CHIPS[code], 2, seat, code) if code in _ALARMS_OF_CHIPS else ()
        return (e.ChipRefused(seat, code), *raised)
    return (e.ChipSeen(seat),)


_ALARMS_OF_CHIPS: Final = {"after_lock": "A-205", ON_VACANT: "A-229", NOT_SWEPT: UNSWEPT}


def chip_refusal(state: TableState, seat: int) -> str:
    """Why a chip on this JP1 spot does not count now, or an empty text (BC-01, BC-02, BC-07)."""
    if state.phase in (Phase.CLOSED, Phase.OPENING):
        return "table_closed"
    if lamp_by_hand(state, seat):
        return ""  # nobody listens to this sensor
    if state.phase in DEAL_OVER:
        return ""  # the player is early for the next round; judged again when it opens
    if doubted(state, seat):
        return "sensor_doubted"
    if state.phase is not Phase.BETTING:
        return "" if state.seat(seat).jp1 is Jp1.LATCHED else "after_lock"
    if state.seat(seat).jp1 is Jp1.CARRIED:
        return "already_carried"
    if state.seat(seat).unswept:
        return NOT_SWEPT
    if not state.profile.jp1:
        return "jp1_closed"
    if not state.seat(seat).seated:
        return WAITS if state.seat(seat).hollow else ON_VACANT
    return "" if state.jackpot.open else "jp1_closed"


def _spots(state: TableState, seen: i.SpotsObserved) -> Events:
    senses = tuple([sense for sense in seen.senses if sense.seat in state.places])
    return (e.SpotsSensed(senses),) if senses else ()


CHIPS: Final[dict[type[Observation], Callable[[TableState, Any], Events]]] = {
    i.ChipObserved: _chip,
    i.SpotsObserved: _spots,
    i.SensorMovesObserved: lambda state, seen: (e.SensorsMoved(seen.moves),) if seen.moves else (),
}
