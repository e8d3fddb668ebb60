"""Incidents, holds and void rounds."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.inputs.choices import Finding, Incident, Measure
from controller.game.inputs.intents.intent import Intent

__all__ = ["DeclareIncident", "ReportIncident", "Resume", "SignIncident", "VoidRound"]


@dataclass(frozen=True, slots=True)
class DeclareIncident(Intent):
    """Hold the round and mark the instant."""

    incident: Incident


@dataclass(frozen=True, slots=True)
class ReportIncident(Intent):
    """The form of an incident is filled (CS-10). `place` is where the card lies face up, as text, or empty;
    `deck` its colour, where a deck is concerned; `count` how many cards were counted, 0 when none were;
    `images`: their preservation was asked for."""

    incident: Incident
    finding: Finding
    measure: Measure
    seat: int = 0
    place: str = ""
    deck: str = ""
    count: int = 0
    images: bool = False


@dataclass(frozen=True, slots=True)
class SignIncident(Intent):
    """Sign the report with this number, as a witness or as the chef; the badge in the reader says who."""

    number: int


@dataclass(frozen=True, slots=True)
class Resume(Intent):
    """End a hold and go on; a chef's badge is in the reader when the hold asks for it."""


@dataclass(frozen=True, slots=True)
class VoidRound(Intent):
    """Coup nul: return the base stakes; a chef's badge is in the reader."""

    reason: Incident
