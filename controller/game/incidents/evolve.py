"""How reports of incidents change the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game.changes import changed, fields_of, with_round
from controller.game.events import Event
from controller.game.incidents.causes import CORRECTIONS, HoldCause
from controller.game.inputs import Incident
from controller.game.roles import CHEFS
from controller.game.state import Phase, TableState
from controller.game.state_parts import DECISIONS, STREET, Hold, Incidents, Report


@fields_of(Incidents)
def _incidents(state: TableState, **changes: Any) -> TableState:
    return changed(state, incidents=replace(state.incidents, **changes))


def card_exposed(state: TableState) -> TableState:
    """Whoever has decided in this deal has decided: he would decide again on what he has seen."""
    if state.phase is not Phase.DECIDING:
        return state
    played = state.playing
    left = tuple([step for step in played.undo if step.act not in DECISIONS and step.act != STREET])
    return with_round(state, undo=left, exposed_on=played.street)


def _reported(state: TableState, event: e.IncidentReported, at_ms: int) -> TableState:
    report = Report(event.incident, event.kind, event.seat, at_ms, event.reporter, event.dealer)
    if event.kind is Incident.EXPOSED_CARD:
        state = card_exposed(state)
    return _incidents(state, told=event.incident, reports=(*state.incidents.reports, report))


def _signed(state: TableState, event: e.IncidentSigned, at_ms: int) -> TableState:
    reports = tuple(
        replace(
            one,
            signed=(*one.signed, (event.person, event.role)),
            answered=one.answered or (event.role in CHEFS and event.person != one.dealer),
        )
        if one.number == event.incident
        else one
        for one in state.incidents.reports
    )
    return _incidents(state, reports=reports)


def stop_over(incidents: Incidents) -> Incidents:
    """JP1 is open again: the next failure is another stop."""
    return replace(incidents, stop=0) if incidents.stop else incidents


def reports_put_away(incidents: Incidents) -> Incidents:
    """The table is closed: what was reported is on paper, and the numbers go on."""
    return replace(incidents, stop=0, reports=())


def _held(state: TableState, event: e.RoundHeld, at_ms: int) -> TableState:
    # The entry has one field for both: the code of a refusal, or the person who proposes a correction.
    person = event.detail if event.cause in CORRECTIONS else ""
    detail = "" if person else event.detail
    state = changed(state, held=Hold(event.cause, event.seat, detail, person, at_ms))
    if event.cause is HoldCause.EXPOSED_CARD:
        state = card_exposed(state)
    return with_round(state, disputed=True) if state.phase is Phase.SETTLING else state


INCIDENTS: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.RoundHeld: _held,
    e.IncidentReported: _reported,
    e.IncidentSigned: _signed,
}
