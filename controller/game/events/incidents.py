"""Incidents, holds and void rounds."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.game.cards import Card
from controller.game.events.event import Event
from controller.game.felt import Place, Spot
from controller.game.incidents.causes import HoldCause
from controller.game.inputs import Finding, Incident, Measure, Role
from controller.game.side_bets import IF_ANY

__all__ = [
    "HoldEnded",
    "IncidentReported",
    "IncidentSigned",
    "RefundTakenBack",
    "RefundedSpot",
    "ReturnedStake",
    "RoundHeld",
    "RoundVoided",
    "SeatRefunded",
    "VoidArmed",
    "VoidDisarmed",
]


@dataclass(frozen=True, slots=True)
class IncidentReported(Event):
    """The form of an incident was filled (CS-10). `incident` numbers the reports of the session.

    `round` is 0 before the first; `declared_ms` when the round was held for it, 0 where it was not; `card`
    lies face up at `place`, and no other is ever named. `deck` is the colour of the deck concerned with its
    `serial`, `count` how many cards of it were counted: empty and 0 where nobody said.
    """

    incident: int
    kind: Incident
    round: int
    attempt: int
    phase: str
    declared_ms: int
    seat: int
    place: Place | None
    card: Card | None
    finding: Finding
    measure: Measure
    images_asked: bool
    deck: str
    serial: str
    count: int
    reporter: str
    dealer: str


@dataclass(frozen=True, slots=True)
class IncidentSigned(Event):
    """This person signed the report: a chef, who answers for it, or a witness."""

    incident: int
    person: str
    role: Role


@dataclass(frozen=True, slots=True)
class RoundHeld(Event):
    """Nothing moves until a person decides. A fault holds a round, it never voids one (RP-24).

    `detail` is who proposes a correction, or the code with which the book refused an act; `frame` is the
    machine's frame that held it, 0 when a person or no frame did.
    """

    cause: HoldCause
    seat: int = 0
    detail: str = ""
    frame: int = 0


@dataclass(frozen=True, slots=True)
class HoldEnded(Event):
    """The round goes on. `person` is the chef whose badge allowed it, or empty."""

    person: str


@dataclass(frozen=True, slots=True)
class VoidArmed(Event):
    """A chef wants this deal void, for this reason; a second act confirms it."""

    round: int
    attempt: int
    person: str
    reason: Incident


@dataclass(frozen=True, slots=True)
class VoidDisarmed(Event):
    """The deal is not to be void after all; the hold stands."""

    round: int
    attempt: int
    person: str


@dataclass(frozen=True, slots=True)
class ReturnedStake:
    """A stake given back to its player."""

    seat: int
    spot: Spot
    cents: int


@dataclass(frozen=True, slots=True)
class RoundVoided(Event):
    """Coup nul: the stakes listed go back to their players; JP1 is carried or refunded.

    `chef` armed it, `confirmed_by` confirmed it: somebody else, of the comité, where JP1 is alive (RP-20).
    """

    round: int
    attempt: int
    chef: str
    reason: Incident
    returned: tuple[ReturnedStake, ...]
    jp1_carried: tuple[int, ...]
    confirmed_by: str = ""


@dataclass(frozen=True, slots=True)
class RefundedSpot:
    """One stake of a voided deal: back with its player, or carried to the next deal."""

    spot: Spot
    cents: int
    carried: bool = False


@dataclass(frozen=True, slots=True)
class SeatRefunded(Event):
    """Every stake of the seat in the voided deal was returned; a carried one was told.

    `ante_back_cents` is what an unqualified bank had paid on its Ante before: it was taken back.
    """

    seat: int
    lines: tuple[RefundedSpot, ...]
    ante_back_cents: int = field(default=0, metadata={IF_ANY: True})


@dataclass(frozen=True, slots=True)
class RefundTakenBack(Event):
    """The refund of the seat was confirmed too early and is taken back."""

    seat: int
