"""Incidents: what held, voided or stopped a round, a deck, a table or JP1 (CS-10, PM-15)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.game import events as e
from controller.journal.entries import JournalEntry
from controller.registers.reading import Session, persons_of_void
from controller.registers.register import (
    BEGINNING,
    Column,
    Register,
    Row,
    started,
)

URGENT: Final = 1
"""The priority of alarms that are incidents by themselves."""


def incident_register(sessions: list[Session]) -> Register:
    """Holds, voided rounds, reported incidents, stops of JP1, urgent alarms, blocked decks and tables."""
    made = Register(
        "incidents",
        ("Incidents", "Incidents"),
        "",
        (
            *BEGINNING,
            Column("what", "code"),
            Column("cause", "code"),
            Column("round", "int"),
            Column("attempt", "int"),
            Column("seat", "int"),
            Column("place"),
            Column("card"),
            Column("found", "code"),
            Column("measure", "code"),
            Column("deck", "code"),
            Column("serial"),
            Column("counted", "int"),
            Column("persons"),
            Column("signed_by"),
            Column("ended_ms", "time"),
            Column("ended_by"),
        ),
        (
            "id",
            "at_ms",
            "what",
            "cause",
            "round",
            "seat",
            "measure",
            "serial",
            "persons",
            "signed_by",
            "ended_ms",
            "ended_by",
        ),
    )
    for session in sessions:
        made.rows += _Incidents(session).rows()
    return made


class _Incidents:
    """The incidents of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._rows: list[Row] = []
        self._open: dict[str, Row] = {}
        self._reports: dict[int, Row] = {}
        self._round = (0, 0)

    def rows(self) -> list[Row]:
        for told in self._session.entries:
            act = _INCIDENTS.get(type(told.event))
            if act is not None:
                act(self, told, told.event)
        return self._rows

    def _add(self, told: JournalEntry, what: str, cause: str, **values: Any) -> Row:
        number, attempt = self._round
        row = {
            **started(self._session, told),
            "what": what,
            "cause": cause,
            "round": number or None,
            "attempt": attempt or None,
            **values,
        }
        self._rows.append(row)
        return row

    def _end(self, what: str, told: JournalEntry, person: str) -> None:
        row = self._open.pop(what, None)
        if row is not None:
            row["ended_ms"], row["ended_by"] = told.at_ms, person

    def opened(self, told: JournalEntry, event: e.RoundOpened) -> None:
        self._round = (event.round, event.attempt)

    def held(self, told: JournalEntry, event: e.RoundHeld) -> None:
        self._open["hold"] = self._add(told, "hold", event.cause, seat=event.seat or None)

    def ended(self, told: JournalEntry, event: e.HoldEnded) -> None:
        self._end("hold", told, event.person)

    def voided(self, told: JournalEntry, event: e.RoundVoided) -> None:
        self._end("hold", told, event.chef)
        self._add(told, "void", event.reason, persons=persons_of_void(event))

    def reported(self, told: JournalEntry, event: e.IncidentReported) -> None:
        self._reports[event.incident] = self._add(
            told,
            "report",
            event.kind,
            round=event.round or None,
            attempt=event.attempt or None,
            seat=event.seat or None,
            place=str(event.place or ""),
            card=event.card.text if event.card is not None else "",
            found=event.finding,
            measure=event.measure,
            deck=event.deck,
            serial=event.serial,
            counted=event.count or None,
            persons=[one for one in (event.reporter, event.dealer) if one],
            signed_by=[],
        )

    def signed(self, told: JournalEntry, event: e.IncidentSigned) -> None:
        if event.incident in self._reports:
            self._reports[event.incident]["signed_by"].append(event.person)

    def jp1_opened(self, told: JournalEntry, event: e.Jp1Opened) -> None:
        self._end("jp1", told, "")

    def interrupted(self, told: JournalEntry, event: e.JackpotInterrupted) -> None:
        """A failure stopped JP1 at this table: an incident for the authority (PM-15)."""
        persons = [event.person] if event.person else []
        self._end("jp1", told, "")
        facts = {"round": event.round or None, "persons": persons}
        self._open["jp1"] = self._add(told, "jp1_stop", event.cause, **facts)

    def reopened(self, told: JournalEntry, event: e.JackpotReopened) -> None:
        self._end("jp1", told, ", ".join(event.persons))

    def differs_from_book(self, told: JournalEntry, event: e.DifferenceFound) -> None:
        """Journal and book do not tell the same (RC-04); two persons accept what is shown."""
        self._add(told, "book_differs", event.difference.kind or "residual")

    def data_gap(self, told: JournalEntry, event: e.DataGapFound) -> None:
        """The table's data were put back, or its mark is gone; two persons accept what is shown."""
        self._add(told, "data_gap", event.gap.code)

    def book_moved(self, told: JournalEntry, event: e.BookMoved) -> None:
        """Another server, or a restored book, with everything that was heard: nothing to accept."""
        self._add(told, "book_moved", "")

    def set_aside(self, told: JournalEntry, event: e.ActSetAside) -> None:
        """The book refuses an act for good; two persons accept it by name."""
        act = event.act
        where = {"round": act.round, "attempt": act.attempt, "seat": act.seat or None}
        self._add(told, "set_aside", f"owed.{act.kind}", **where)

    def residual(self, told: JournalEntry, event: e.ReconciliationRecorded) -> None:
        if event.figures.residual_micro or event.unexplained_cents:
            self._add(told, "residual", event.occasion, persons=[event.person] if event.person else [])

    def alarm(self, told: JournalEntry, event: e.AlarmRaised) -> None:
        if event.priority <= URGENT:
            row = self._add(told, "alarm", event.code, seat=event.seat or None)
            self._open[f"alarm {event.alarm}"] = row

    def seen(self, told: JournalEntry, event: e.AlarmSeen) -> None:
        row = self._open.get(f"alarm {event.alarm}")
        # A screen of the pit that acknowledged without a card stands for who touched it.
        who = event.person or (event.screen if event.screen in ("pit", "chef") else "")
        if row is not None and who:
            row["persons"] = [who]

    def cleared(self, told: JournalEntry, event: e.AlarmCleared) -> None:
        self._end(f"alarm {event.alarm}", told, "")

    def differs(self, told: JournalEntry, event: e.HandCardDiffers) -> None:
        facts = {"place": str(event.place), "card": event.presented.text, "persons": [event.person]}
        self._add(told, "card_differs", "exchanged", **facts)

    def refused(self, told: JournalEntry, event: e.AwardRefused) -> None:
        self._add(told, "claim_refused", event.reason, persons=list(event.persons))

    def stake_refused(self, told: JournalEntry, event: e.StakeRefused) -> None:
        self._add(told, "claim_refused", "stake", seat=event.seat, persons=list(event.persons))

    def deck_blocked(self, told: JournalEntry, event: e.DeckBlocked) -> None:
        self._open["deck"] = self._add(told, "deck_blocked", event.cause, counted=event.count or None)

    def deck_released(self, told: JournalEntry, event: e.DeckReleased) -> None:
        self._end("deck", told, "")

    def table_blocked(self, told: JournalEntry, event: e.TableBlocked) -> None:
        self._open["table"] = self._add(told, "table_blocked", event.cause, found=event.machine)

    def lifted(self, told: JournalEntry, event: e.BlockLifted) -> None:
        self._end("table", told, event.person)

    def resumed(self, told: JournalEntry, event: e.SessionResumed) -> None:
        self._add(told, "restart", "")


_INCIDENTS: Final[dict[type[e.Event], Callable[[_Incidents, JournalEntry, Any], None]]] = {
    e.RoundOpened: _Incidents.opened,
    e.RoundHeld: _Incidents.held,
    e.HoldEnded: _Incidents.ended,
    e.RoundVoided: _Incidents.voided,
    e.IncidentReported: _Incidents.reported,
    e.IncidentSigned: _Incidents.signed,
    e.JackpotInterrupted: _Incidents.interrupted,
    e.JackpotReopened: _Incidents.reopened,
    e.DifferenceFound: _Incidents.differs_from_book,
    e.BookMoved: _Incidents.book_moved,
    e.DataGapFound: _Incidents.data_gap,
    e.ActSetAside: _Incidents.set_aside,
    e.ReconciliationRecorded: _Incidents.residual,
    e.Jp1Opened: _Incidents.jp1_opened,
    e.AlarmRaised: _Incidents.alarm,
    e.AlarmSeen: _Incidents.seen,
    e.AlarmCleared: _Incidents.cleared,
    e.HandCardDiffers: _Incidents.differs,
    e.AwardRefused: _Incidents.refused,
    e.StakeRefused: _Incidents.stake_refused,
    e.DeckBlocked: _Incidents.deck_blocked,
    e.DeckReleased: _Incidents.deck_released,
    e.TableBlocked: _Incidents.table_blocked,
    e.BlockLifted: _Incidents.lifted,
    e.SessionResumed: _Incidents.resumed,
}
