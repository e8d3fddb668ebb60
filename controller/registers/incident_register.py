"""Incidents: what held, voided or stopped a round, a deck, a table or JP1 (CS-10, PM-15)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.registers.reading import Session, Told, persons_of_void
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
            act = _INCIDENTS.get(told.kind)
            if act is not None:
                act(self, told, told.body)
        return self._rows

    def _add(self, told: Told, what: str, cause: str, **values: Any) -> Row:
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

    def _end(self, what: str, told: Told, person: str) -> None:
        row = self._open.pop(what, None)
        if row is not None:
            row["ended_ms"], row["ended_by"] = told.at_ms, person

    def opened(self, told: Told, body: dict[str, Any]) -> None:
        self._round = (body["round"], body["attempt"])

    def held(self, told: Told, body: dict[str, Any]) -> None:
        self._open["hold"] = self._add(told, "hold", body["cause"], seat=body["seat"] or None)

    def ended(self, told: Told, body: dict[str, Any]) -> None:
        self._end("hold", told, body["person"])

    def voided(self, told: Told, body: dict[str, Any]) -> None:
        self._end("hold", told, body["chef"])
        self._add(told, "void", body["reason"], persons=persons_of_void(body))

    def reported(self, told: Told, body: dict[str, Any]) -> None:
        self._reports[body["incident"]] = self._add(
            told,
            "report",
            body["kind"],
            round=body["round"] or None,
            attempt=body["attempt"] or None,
            seat=body["seat"] or None,
            place=body["place"] or "",
            card=body["card"] or "",
            found=body["finding"],
            measure=body["measure"],
            deck=body["deck"],
            serial=body["serial"],
            counted=body["count"] or None,
            persons=[one for one in (body["reporter"], body["dealer"]) if one],
            signed_by=[],
        )

    def signed(self, told: Told, body: dict[str, Any]) -> None:
        if body["incident"] in self._reports:
            self._reports[body["incident"]]["signed_by"].append(body["person"])

    def jp1_opened(self, told: Told, body: dict[str, Any]) -> None:
        self._end("jp1", told, "")

    def interrupted(self, told: Told, body: dict[str, Any]) -> None:
        """A failure stopped JP1 at this table: an incident for the authority (PM-15)."""
        persons = [body["person"]] if body["person"] else []
        self._end("jp1", told, "")
        facts = {"round": body["round"] or None, "persons": persons}
        self._open["jp1"] = self._add(told, "jp1_stop", body["cause"], **facts)

    def reopened(self, told: Told, body: dict[str, Any]) -> None:
        self._end("jp1", told, ", ".join(body["persons"]))

    def differs_from_book(self, told: Told, body: dict[str, Any]) -> None:
        """Journal and book do not tell the same (RC-04); two persons accept what is shown."""
        self._add(told, "book_differs", body["difference"]["kind"] or "residual")

    def data_gap(self, told: Told, body: dict[str, Any]) -> None:
        """The table's data were put back, or its mark is gone; two persons accept what is shown."""
        self._add(told, "data_gap", body["gap"]["code"])

    def book_moved(self, told: Told, body: dict[str, Any]) -> None:
        """Another server, or a restored book, with everything that was heard: nothing to accept."""
        self._add(told, "book_moved", "")

    def set_aside(self, told: Told, body: dict[str, Any]) -> None:
        """The book refuses an act for good; two persons accept it by name."""
        act = body["act"]
        where = {"round": act["round"], "attempt": act["attempt"], "seat": act["seat"] or None}
        self._add(told, "set_aside", f"owed.{act['kind']}", **where)

    def residual(self, told: Told, body: dict[str, Any]) -> None:
        if body["figures"]["residual_micro"] or body["unexplained_cents"]:
            self._add(told, "residual", body["occasion"], persons=[body["person"]] if body["person"] else [])

    def alarm(self, told: Told, body: dict[str, Any]) -> None:
        if body["priority"] <= URGENT:
            row = self._add(told, "alarm", body["code"], seat=body["seat"] or None)
            self._open[f"alarm {body['alarm']}"] = row

    def seen(self, told: Told, body: dict[str, Any]) -> None:
        row = self._open.get(f"alarm {body['alarm']}")
        # A screen of the pit that acknowledged without a card stands for who touched it.
        who = body.get("person") or (body["screen"] if body.get("screen") in ("pit", "chef") else "")
        if row is not None and who:
            row["persons"] = [who]

    def cleared(self, told: Told, body: dict[str, Any]) -> None:
        self._end(f"alarm {body['alarm']}", told, "")

    def differs(self, told: Told, body: dict[str, Any]) -> None:
        facts = {"place": body["place"], "card": body["presented"], "persons": [body["person"]]}
        self._add(told, "card_differs", "exchanged", **facts)

    def refused(self, told: Told, body: dict[str, Any]) -> None:
        self._add(told, "claim_refused", body["reason"], persons=list(body["persons"]))

    def stake_refused(self, told: Told, body: dict[str, Any]) -> None:
        self._add(told, "claim_refused", "stake", seat=body["seat"], persons=list(body["persons"]))

    def deck_blocked(self, told: Told, body: dict[str, Any]) -> None:
        self._open["deck"] = self._add(told, "deck_blocked", body["cause"], counted=body["count"] or None)

    def deck_released(self, told: Told, body: dict[str, Any]) -> None:
        self._end("deck", told, "")

    def table_blocked(self, told: Told, body: dict[str, Any]) -> None:
        self._open["table"] = self._add(told, "table_blocked", body["cause"], found=body["machine"])

    def lifted(self, told: Told, body: dict[str, Any]) -> None:
        self._end("table", told, body["person"])

    def resumed(self, told: Told, body: dict[str, Any]) -> None:
        self._add(told, "restart", "")


_INCIDENTS: Final[dict[str, Callable[[_Incidents, Told, dict[str, Any]], None]]] = {
    "RoundOpened": _Incidents.opened,
    "RoundHeld": _Incidents.held,
    "HoldEnded": _Incidents.ended,
    "RoundVoided": _Incidents.voided,
    "IncidentReported": _Incidents.reported,
    "IncidentSigned": _Incidents.signed,
    "JackpotInterrupted": _Incidents.interrupted,
    "JackpotReopened": _Incidents.reopened,
    "DifferenceFound": _Incidents.differs_from_book,
    "BookMoved": _Incidents.book_moved,
    "DataGapFound": _Incidents.data_gap,
    "ActSetAside": _Incidents.set_aside,
    "ReconciliationRecorded": _Incidents.residual,
    "Jp1Opened": _Incidents.jp1_opened,
    "AlarmRaised": _Incidents.alarm,
    "AlarmSeen": _Incidents.seen,
    "AlarmCleared": _Incidents.cleared,
    "HandCardDiffers": _Incidents.differs,
    "AwardRefused": _Incidents.refused,
    "StakeRefused": _Incidents.stake_refused,
    "DeckBlocked": _Incidents.deck_blocked,
    "DeckReleased": _Incidents.deck_released,
    "TableBlocked": _Incidents.table_blocked,
    "BlockLifted": _Incidents.lifted,
    "SessionResumed": _Incidents.resumed,
}
