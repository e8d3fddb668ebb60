"""How reports of incidents change the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game.changes import changed
from controller.game.events import Event
from controller.game.roles import CHEFS
from controller.game.state import TableState
from controller.game.state_parts import Incidents, Report


def _incidents(state: TableState, **changes: Any) -> TableState:
    return changed(state, incidents=replace(state.incidents, **changes))


def _reported(state: TableState, event: e.IncidentReported, at_ms: int) -> TableState:
    report = Report(event.incident, event.kind, event.seat, at_ms, event.reporter)
    return _incidents(state, told=event.incident, reports=(*state.incidents.reports, report))


def _signed(state: TableState, event: e.IncidentSigned, at_ms: int) -> TableState:
    reports = tuple(
        replace(
            one,
            signed=(*one.signed, (event.person, event.role)),
            answered=one.answered or event.role in CHEFS,
        )
        if one.number == event.incident
        else one
        for one in state.incidents.reports
    )
    return _incidents(state, reports=reports)


INCIDENTS: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.IncidentReported: _reported,
    e.IncidentSigned: _signed,
}


def stop_over(incidents: Incidents) -> Incidents:
    """JP1 is open again: the next failure is another stop."""
    return replace(incidents, stop=0) if incidents.stop else incidents


def reports_put_away(incidents: Incidents) -> Incidents:
    """The table is closed: what was reported is on paper, and the numbers go on."""
    return replace(incidents, stop=0, reports=())
