"""The report of an incident on paper, addressed as the law asks (CS-10, RP-18, PM-15).

What happened with cards goes to the police officer in charge (art. 40), a failure that stopped the jackpot
to the authority, all else to the director. No card is named but one that lay open.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import tzinfo
from typing import Any, Final

from controller.game import events as e
from controller.journal.entries import fields_of_event
from controller.registers.incident_words import WORDS, say
from controller.registers.incidents import CARDS, STOP, Incident, Played
from controller.registers.layout import Blank, Facts, Grid, Note, Paper, Part, Signatures
from controller.registers.reading import Session
from controller.registers.win_papers import proof
from controller.words.cards import card_in_words
from controller.words.instants import both, clock
from controller.words.money import money
from controller.words.roles import role_title

FORMAT: Final = "tapis-incident/1"


def addressee(incident: Incident) -> str:
    """`police`, `authority` or `house`: to whom the report goes."""
    if incident.kind == STOP:
        return "authority"
    return "police" if incident.kind in CARDS else "house"


def as_json(session: Session, incident: Incident) -> dict[str, Any]:
    """The same facts for machines; instants in milliseconds since 1970 UTC."""
    return {
        "format": FORMAT,
        "table": session.opening.table,
        "session": session.opening.session,
        "simulated": session.opening.simulated,
        "to": addressee(incident),
        "answered": incident.answered,
        "number": incident.number,
        "kind": incident.kind,
        "at_ms": incident.at_ms,
        "body": fields_of_event(incident.event),
        "signed": [{"person": who, "role": role, "at_ms": at} for who, role, at in incident.signed],
        "rounds": [asdict(one) for one in incident.rounds],
        "verified_ms": incident.verified_ms,
        "ended_ms": incident.ended_ms,
        **proof(session),
    }


def paper_of(
    session: Session, incident: Incident, language: int, zone: tzinfo | None = None, house: str = ""
) -> Paper:
    """The report, ready to be printed and signed; without the name of the house a line to write it on."""
    told = _Told(session, incident, language, zone, house)
    if isinstance(incident.event, e.JackpotInterrupted):
        return told.stop(incident.event)
    return told.form(incident.event)


class _Told:
    """One incident in one language."""

    def __init__(
        self, session: Session, incident: Incident, language: int, zone: tzinfo | None, house: str
    ) -> None:
        self._house = house
        self._session, self._incident, self._language, self._zone = session, incident, language, zone

    def _say(self, key: str, **facts: object) -> str:
        return say(key, self._language, **facts)

    def _rows(self, *rows: tuple[str, str]) -> tuple[tuple[str, str], ...]:
        """The facts under these keys; what is not known is left out."""
        return tuple((self._say(key), value) for key, value in rows if value)

    def _paper(self, title: str, parts: tuple[Part, ...]) -> Paper:
        opening, incident = self._session.opening, self._incident
        lead = self._say("lead", table=opening.table, session=opening.session, number=incident.number)
        head: tuple[Part, ...] = (
            Facts(
                "",
                self._rows(
                    ("to", self._say(f"to.{addressee(incident)}")),
                    ("what", self._say(f"kind.{incident.kind}")),
                ),
                strong=frozenset({self._say("to"), self._say("what")}),
            ),
            Facts("", ((self._say("house"), self._house),)) if self._house else Blank(self._say("house")),
        )
        signatures = Signatures(
            ((self._say("sign.house"), ""), (self._say("sign.to"), "")), self._say("sign.below")
        )
        return Paper(self._say(title), lead, (*head, *parts, self._proof(), signatures))

    # --- a form filled at the table --------------------------------------------------------------

    def form(self, event: e.IncidentReported) -> Paper:
        unknown = event.card is None and self._incident.kind in CARDS
        unsigned = () if self._incident.answered else (Note(self._say("unsigned"), loud=True),)
        parts: tuple[Part, ...] = (
            *unsigned,
            Facts("", self._circumstances(event)),
            *((Blank(self._say("card.hand")),) if unknown else ()),
            Blank(self._say("by.hand")),
            *self._genealogy(event.deck),
            self._signed(),
        )
        return self._paper("title", parts)

    def _circumstances(self, event: e.IncidentReported) -> tuple[tuple[str, str], ...]:
        phase = self._say(f"phase.{event.phase}")
        number, attempt = event.round, event.attempt
        played = self._say("round.text", number=number, attempt=attempt, phase=phase)
        return self._rows(
            ("declared", both(event.declared_ms, self._zone) if event.declared_ms else ""),
            ("reported", both(self._incident.at_ms, self._zone)),
            ("round", played if number else phase),
            ("seat", str(event.seat or "")),
            ("card", self._card(event)),
            ("finding", self._say(f"finding.{event.finding}")),
            ("deck", self._deck(event)),
            ("count", self._count(event.count)),
            ("measure", self._say(f"measure.{event.measure}")),
            ("images", self._say("images.yes" if event.images_asked else "images.no")),
            ("dealer", event.dealer),
            ("reporter", event.reporter),
        )

    def _card(self, event: e.IncidentReported) -> str:
        if event.card is None or event.place is None:
            return ""
        place = event.place
        where = self._say(f"place.{place.pile}", seat=place.seat or "", slot=place.slot + 1)
        return f"{card_in_words(event.card.text)} · {where}"

    def _deck(self, event: e.IncidentReported) -> str:
        if not event.deck:
            return ""
        colour = self._colour(event.deck)
        return self._say("deck.serial", colour=colour, serial=event.serial) if event.serial else colour

    def _colour(self, colour: str) -> str:
        return self._say(f"deck.{colour}") if f"deck.{colour}" in WORDS else colour

    def _count(self, count: int) -> str:
        if not count:
            return ""
        return self._say("count.whole" if count == 52 else "count.text", count=count)

    def _genealogy(self, deck: str) -> tuple[Part, ...]:
        """Which rounds were played with the deck since nobody can say that it was whole."""
        incident = self._incident
        if not deck:
            return ()
        since = (
            both(incident.verified_ms, self._zone) if incident.verified_ms else self._say("verified.never")
        )
        return (
            self._deals("rounds", "rounds.none", incident.rounds),
            Facts("", self._rows(("verified", since))),
        )

    def _deals(self, heading: str, empty: str, deals: list[Played]) -> Grid:
        columns = ("col.round", "col.deal", "col.at", "col.deck", "col.ended")
        rows = tuple(
            (
                str(one.number),
                str(one.attempt),
                clock(one.at_ms, self._zone),
                self._colour(one.deck) if one.deck else self._say("deck.unknown"),
                self._say(f"ended.{one.ended}"),
            )
            for one in deals
        )
        names = tuple(self._say(name) for name in columns)
        return Grid(self._say(heading), names, rows, numbers=frozenset({0, 1}), empty=self._say(empty))

    def _signed(self) -> Grid:
        rows = tuple(
            (person, role_title(role, self._language), both(at_ms, self._zone))
            for person, role, at_ms in self._incident.signed
        )
        columns = (self._say("col.person"), self._say("col.role"), self._say("col.at"))
        return Grid(self._say("signed"), columns, rows, empty=self._say("signed.none"))

    # --- a stop of the jackpot -------------------------------------------------------------------

    def stop(self, event: e.JackpotInterrupted) -> Paper:
        incident, code = self._incident, event.cause
        cause = f"cause.{code}" if f"cause.{code}" in WORDS else "cause.other"
        seconds = (incident.ended_ms - incident.at_ms) // 1_000
        lasted = f"{seconds // 3_600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        ended = both(incident.ended_ms, self._zone) if incident.ended_ms else self._say("until.open")
        confirmed = f" · {both(event.confirmed_ms, self._zone)}" if event.confirmed_ms else ""
        rows = self._rows(
            ("cause", self._say(cause, code=code)),
            ("from", both(incident.at_ms, self._zone)),
            ("until", ended),
            ("lasted", lasted if incident.ended_ms else ""),
            ("meter", money(event.meter_cents) + confirmed),
            ("generation", str(event.generation)),
        )
        parts: tuple[Part, ...] = (
            Facts("", rows),
            Note(self._say("stop.text")),
            self._deals("rounds.stop", "rounds.stop.none", incident.rounds),
            Blank(self._say("by.hand")),
        )
        return self._paper("title.stop", parts)

    def _proof(self) -> Facts:
        session = self._session
        rows = (
            (self._say("journal"), session.journal_id),
            (self._say("head", seq=session.head.seq), session.head.hash),
        )
        return Facts(self._say("proof"), rows, small=True)
