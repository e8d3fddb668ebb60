"""What the screens know of incident reports: those made, who signed, which cards a report may name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypedDict

from controller.game.cards import Card
from controller.game.felt import Place
from controller.game.memo_by_identity import memoised
from controller.game.state import Phase, TableState
from controller.game.state_parts import Report


class SignatureView(TypedDict):
    """Who signed, and as what."""

    person: str
    role: str


class ReportView(TypedDict):
    """A report: of which incident, at which seat (0 for none), and who signed; `answered`: a chef has."""

    number: int
    kind: str
    seat: int
    at_ms: int
    reporter: str
    signed: list[SignatureView]
    answered: bool


class IncidentsView(TypedDict):
    """The reports since the opening; `cards` are `[place, card]` of those that lie open."""

    may: bool
    reports: list[ReportView]
    cards: list[list[str]]


@memoised
def _reports(reports: tuple[Report, ...]) -> list[ReportView]:
    return [
        {
            "number": one.number,
            "kind": str(one.kind),
            "seat": one.seat,
            "at_ms": one.at_ms,
            "reporter": one.reporter,
            "signed": [{"person": person, "role": str(role)} for person, role in one.signed],
            "answered": one.answered,
        }
        for one in reports
    ]


def incidents(state: TableState) -> IncidentsView:
    """The reports since the opening, and the cards that lie open: no other can be named in one."""
    shown = state.round.shown if state.round is not None else _NOT_SHOWN
    return _incidents(state.phase is not Phase.CLOSED, state.incidents.reports, shown)


_NOT_SHOWN: Final[Mapping[Place, Card]] = {}


@memoised
def _incidents(may: bool, reports: tuple[Report, ...], shown: Mapping[Place, Card]) -> IncidentsView:
    cards = [[str(place), str(card)] for place, card in shown.items()]
    return {"may": may, "reports": _reports(reports), "cards": cards}
