"""The incidents that a session reported, from its journal: the forms, the stops of JP1, the deck's rounds.

A deck that is found short has been short since nobody knows when: every round that it was dealt in since it
was last verified whole is told, and those dealt from a deck whose colour nobody knew (CS-06, CS-10).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from controller.game import events as e
from controller.journal.entries import JournalEntry
from controller.registers.reading import Session

DECK_CARDS: Final = 52
STOP: Final = "jackpot_stop"
"""The kind of the report that a failure of the jackpot makes of itself (PM-15)."""
CARDS: Final = frozenset({"missing_card", "extra_card", "marked_card", "exchanged_card"})
"""What is reported to the police officer in charge (art. 40)."""


@dataclass(slots=True)
class Played:
    """A deal: its round, which deck it was dealt from (empty: nobody knew), how it ended (empty: not yet)."""

    number: int
    attempt: int
    at_ms: int
    deck: str
    ended: str = ""


@dataclass(slots=True)
class Incident:
    """One report. `event` is the form as it was entered, or the stop; `signed` persons, roles and instants.

    `rounds` are the deals with the deck since `verified_ms` (0: never in this session), or for a stop those
    played until `ended_ms` (0: it lasts).
    """

    number: int
    kind: str
    at_ms: int
    event: e.IncidentReported | e.JackpotInterrupted
    signed: list[tuple[str, str, int]] = field(default_factory=list)
    rounds: list[Played] = field(default_factory=list)
    verified_ms: int = 0
    ended_ms: int = 0

    @property
    def answered(self) -> bool:
        """A chef de table, or somebody above him, has signed, who did not deal when it was reported."""
        dealer = self.event.dealer if isinstance(self.event, e.IncidentReported) else ""
        chefs = ("chef", "comite", "director")
        return any(role in chefs and person != dealer for person, role, _ in self.signed)


def incidents_of(session: Session) -> list[Incident]:
    """Every incident of the session, in the order of its number."""
    reader = _Reader()
    for told in session.entries:
        act = _READ.get(type(told.event))
        if act is not None:
            act(reader, told, told.event)
    return reader.found


class _Reader:
    """What is known at one entry of the journal."""

    def __init__(self) -> None:
        self.found: list[Incident] = []
        self._round = (0, 0)
        self._deals: list[Played] = []
        self._whole: dict[str, tuple[int, int]] = {}
        self._stop: Incident | None = None
        self._closed: tuple[int, int] | None = None
        """When JP1 was closed, and how many deals there were before."""

    def opened(self, told: JournalEntry, event: e.RoundOpened) -> None:
        self._round = (event.round, event.attempt)

    def dealt(self, told: JournalEntry, event: e.DealBegun) -> None:
        deal = Played(*self._round, told.at_ms, event.deck)
        self._deals.append(deal)
        if self._stop is not None:
            self._stop.rounds.append(deal)

    def closed(self, told: JournalEntry, event: e.RoundClosed) -> None:
        self._ended("closed")

    def voided(self, told: JournalEntry, event: e.RoundVoided) -> None:
        self._ended("voided")

    def _ended(self, how: str) -> None:
        if self._deals and not self._deals[-1].ended:
            self._deals[-1].ended = how

    def shuffled(self, told: JournalEntry, event: e.ShufflerChanged) -> None:
        if event.shuffled and event.count == DECK_CARDS and event.deck_out and not event.recovery:
            self._verified(event.deck_out, told.at_ms)

    def counted(self, told: JournalEntry, event: e.DeckDeclared | e.DeckCounted) -> None:
        if event.count == DECK_CARDS:
            self._verified(event.colour, told.at_ms)

    def _verified(self, colour: str, at_ms: int) -> None:
        self._whole[colour] = (len(self._deals), at_ms)

    def reported(self, told: JournalEntry, event: e.IncidentReported) -> None:
        made = Incident(event.incident, event.kind, told.at_ms, event)
        colour = event.deck
        if colour:
            since, made.verified_ms = self._whole.get(colour, (0, 0))
            made.rounds = [one for one in self._deals[since:] if one.deck in ("", colour)]
        self.found.append(made)

    def signed(self, told: JournalEntry, event: e.IncidentSigned) -> None:
        for one in self.found:
            if one.number == event.incident:
                one.signed.append((event.person, event.role, told.at_ms))

    def stopped(self, told: JournalEntry, event: e.JackpotInterrupted) -> None:
        if self._stop is not None and self._stop.number == event.incident:
            return  # what ended by itself does so no longer: the same stop
        closed_ms, before = self._closed or (told.at_ms, len(self._deals))
        self._stop = Incident(event.incident, STOP, closed_ms, event)
        self._stop.rounds = self._deals[before:]
        self.found.append(self._stop)

    def jp1_closed(self, told: JournalEntry, event: e.Jp1Closed) -> None:
        self._closed = self._closed or (told.at_ms, len(self._deals))

    def resumed(self, told: JournalEntry, event: e.Jp1Opened) -> None:
        self._closed = None
        if self._stop is not None:
            self._stop.ended_ms, self._stop = told.at_ms, None


_READ: Final[dict[type[e.Event], Callable[[_Reader, JournalEntry, Any], None]]] = {
    e.RoundOpened: _Reader.opened,
    e.DealBegun: _Reader.dealt,
    e.RoundClosed: _Reader.closed,
    e.RoundVoided: _Reader.voided,
    e.ShufflerChanged: _Reader.shuffled,
    e.DeckDeclared: _Reader.counted,
    e.DeckCounted: _Reader.counted,
    e.IncidentReported: _Reader.reported,
    e.IncidentSigned: _Reader.signed,
    e.JackpotInterrupted: _Reader.stopped,
    e.Jp1Closed: _Reader.jp1_closed,
    e.Jp1Opened: _Reader.resumed,
}
