"""What is put right before the settlement and after it."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.cards import Card
from controller.game.events.event import Event
from controller.game.events.settlement import SettledSpot
from controller.game.felt import Place
from controller.game.rectification.claimed_facts import Mistake, Moved, RectificationReason, Truth

__all__ = [
    "CorrectionApproved",
    "CorrectionProposed",
    "RectificationApproved",
    "RectificationProposed",
    "RectificationRecorded",
    "RectificationRefused",
    "RectificationRejected",
    "RectificationWithdrawn",
]


@dataclass(frozen=True, slots=True)
class CorrectionProposed(Event):
    """This seat's JP1 stake was collected in error, says the dealer."""

    round: int
    attempt: int
    seat: int
    person: str


@dataclass(frozen=True, slots=True)
class CorrectionApproved(Event):
    """The JP1 stake of this seat goes back by a linked entry; the seat does not play for JP1.

    `persons`: who proposed, if his badge was in the reader, and who approved.
    """

    round: int
    attempt: int
    seat: int
    persons: tuple[str, str]


@dataclass(frozen=True, slots=True)
class RectificationProposed(Event):
    """A seat was settled on a wrong record, says `person`: this is what was really so (AC-10, RP-21).

    `rectification` numbers those of the journal; `closed`: the round is over. `first` is the settlement in
    force and `lines` the true one, JP1 apart; `cents` the player is still to receive, below zero to give.
    Where `sealed`, the hand lies face down by the record and stays so: nothing is told of it before a second
    person approves. `others` are the seats whose settlement the same true card changes too.
    """

    rectification: int
    round: int
    attempt: int
    seat: int
    closed: bool
    person: str
    reason: RectificationReason
    truth: Truth
    first: tuple[SettledSpot, ...]
    lines: tuple[SettledSpot, ...]
    cents: int
    sealed: bool
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RectificationApproved(Event):
    """This person allows it: these are the true settlement, the difference, and the others it changes."""

    rectification: int
    round: int
    seat: int
    person: str
    lines: tuple[SettledSpot, ...]
    cents: int
    others: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RectificationRefused(Event):
    """Somebody who may, asked for a rectification or for its approval, and the table did not take it.

    `code` says why. The true card that he named at `place` is told only where it lay open to everybody.
    """

    round: int
    seat: int
    person: str
    mistake: Mistake
    place: Place | None
    card: Card | None
    approving: bool
    code: str


@dataclass(frozen=True, slots=True)
class RectificationRejected(Event):
    """This person does not allow it: the record stands."""

    rectification: int
    round: int
    seat: int
    person: str


@dataclass(frozen=True, slots=True)
class RectificationWithdrawn(Event):
    """It was taken off the table."""

    rectification: int
    round: int
    seat: int
    person: str


@dataclass(frozen=True, slots=True)
class RectificationRecorded(Event):
    """The record of a seat is put right by this entry, linked to its round, deal and seat; none is changed.

    `persons` proposed and approved. `bank_cents` is what the bank's result takes of it, `orphans_cents` what
    went to the orphelins because the player had left (art. 41; AC-12). `settled_by` says what became of the
    difference, empty where there was none or nobody is known to deal.
    """

    rectification: int
    round: int
    attempt: int
    seat: int
    persons: tuple[str, str]
    reason: RectificationReason
    truth: Truth
    moved: Moved
    first: tuple[SettledSpot, ...]
    lines: tuple[SettledSpot, ...]
    cents: int
    bank_cents: int
    orphans_cents: int
    settled_by: str = ""
