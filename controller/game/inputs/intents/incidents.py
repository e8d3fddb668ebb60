"""Incidents, holds and void rounds."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.choices import Finding, Incident, Measure
from controller.game.inputs.intents.intent import Intent

__all__ = [
    "ArmVoid",
    "DeclareIncident",
    "DisarmVoid",
    "RefundSeat",
    "ReportIncident",
    "Resume",
    "SignIncident",
    "VoidRound",
]


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
class ArmVoid(Intent):
    """The first act of a void: its reason. A chef's badge is in the reader."""

    reason: Incident


@dataclass(frozen=True, slots=True)
class DisarmVoid(Intent):
    """The round is not to be void after all; the hold stands."""


@dataclass(frozen=True, slots=True)
class VoidRound(Intent):
    """Coup nul, confirmed as it was armed: by a chef, or by another person of the comité (RP-20)."""

    reason: Incident


@dataclass(frozen=True, slots=True)
class RefundSeat(Intent):
    """Every stake of the seat in turn has been returned to its player."""

    seat: int
