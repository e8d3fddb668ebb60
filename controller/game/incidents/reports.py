"""Reports of incidents: what the form asks for and who signs it.

A missing, extra, foreign or marked card is reported at once, with the circumstances, to the police officer
in charge (art. 40; CS-10). A stop of JP1 reports itself: see `interruption`. The form is made of choices. It
names a card only by the place where it lies open, so that no report says of a face-down card what it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts, While
from controller.game.events import Events
from controller.game.felt import Place, parse_place
from controller.game.inputs import Incident, Intent, Role
from controller.game.machines.decks import COLOURS
from controller.game.refusals import NOT_NOW, Refusal
from controller.game.roles import (
    AT_THE_TABLE,
    Right,
    dealer_here,
    person_here,
)
from controller.game.state import Phase, TableState
from controller.game.state_parts import Report

OF_A_SEAT: Final = frozenset({Incident.CONTESTED_CHIPS})
"""What happens at a seat, which the form has to name."""
REPORTS_MAX: Final = 99
"""The most reports of one session."""
COUNT_MAX: Final = 104
"""Two decks: no count of one comes to more."""


# --- when a report may be made -------------------------------------------------------------------


def _report(state: TableState, intent: i.ReportIncident) -> Refusal | None:
    if state.phase is Phase.CLOSED:
        return NOT_NOW
    if intent.incident in OF_A_SEAT and not intent.seat:
        return Refusal("incident_seat", "RP-18")
    if intent.place and open_place(state, intent.place) is None:
        return Refusal("card_not_open", "CS-13")
    if intent.deck and intent.deck not in COLOURS:
        return Refusal("colour_unknown", "CS-01", (("colour", intent.deck),))
    if not 0 <= intent.count <= COUNT_MAX:
        return Refusal("incident_count", "CS-10", (("count", intent.count), ("most", COUNT_MAX)))
    if state.incidents.told >= REPORTS_MAX:
        return Refusal("incidents_full", "CS-10", (("most", REPORTS_MAX),))
    return None


def open_place(state: TableState, text: str) -> Place | None:
    """The place so written, where a card lies face up now."""
    try:
        place = parse_place(text)
    except ValueError:
        return None
    return place if state.round is not None and place in state.round.shown else None


def _sign(state: TableState, intent: i.SignIncident) -> Refusal | None:
    if find_report(state, intent.number) is None:
        return Refusal("no_such_incident", "CS-10", (("number", intent.number),))
    return None


def find_report(state: TableState, number: int) -> Report | None:
    """The report with this number, made since the last opening."""
    return next((one for one in state.incidents.reports if one.number == number), None)


def why_not_signed(state: TableState) -> Refusal | None:
    """A report that no chef has signed keeps the table from closing, or None."""
    for one in state.incidents.reports:
        if not one.answered:
            return Refusal("incident_unsigned", "CS-10", (("number", one.number),))
    return None


# --- what comes of it ----------------------------------------------------------------------------


def _reported(state: TableState, intent: i.ReportIncident) -> Events:
    played = state.round
    place = open_place(state, intent.place) if intent.place else None
    card = played.shown[place] if played is not None and place is not None else None
    held = state.held
    declared = held is not None and held.cause.value == intent.incident.value
    dealer = dealer_here(state)
    badge = person_here(state)
    return (
        e.IncidentReported(
            incident=state.incidents.told + 1,
            kind=intent.incident,
            round=played.number if played is not None else 0,
            attempt=played.attempt if played is not None else 0,
            phase=state.phase.value,
            declared_ms=held.since_ms if held is not None and declared else 0,
            seat=intent.seat,
            place=place,
            card=card,
            finding=intent.finding,
            measure=intent.measure,
            images_asked=intent.images,
            deck=intent.deck,
            serial=dict(state.sheet.serials).get(intent.deck, ""),
            count=intent.count,
            reporter=dealer or badge,
            dealer=dealer,
        ),
    )


def _signed(state: TableState, intent: i.SignIncident) -> Events:
    assert state.badge is not None
    return (e.IncidentSigned(intent.number, state.badge.person, state.badge.role),)


def _signed_report(state: TableState, number: int) -> tuple[str, ...]:
    """Nobody signs a report twice."""
    signed = [one.signed for one in state.incidents.reports if one.number == number]
    return tuple(person for person, _ in signed[0]) if signed else ()


_SIGNING_REPORT: Final = Right(
    frozenset(Role), "CS-10", Refusal("badge_witness", "CS-10"), same=Refusal("signed_already", "CS-10")
)
"""Whoever has a badge may be a witness; a chef answers for the report."""


def _signing(state: TableState, intent: i.SignIncident) -> Right:
    return replace(_SIGNING_REPORT, other_than=lambda state: _signed_report(state, intent.number))


def offered(state: TableState) -> list[Intent]:
    """A signature for every report."""
    return [i.SignIncident(one.number) for one in state.incidents.reports]


ACTS: Final[Acts] = {
    i.ReportIncident: Act(_report, AT_THE_TABLE, _reported, While.ALWAYS),
    i.SignIncident: Act(_sign, _SIGNING_REPORT, _signed, While.ALWAYS, _signing),
}
