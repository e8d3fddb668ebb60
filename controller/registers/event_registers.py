"""Incidents, and corrections beside what they correct (CS-10, AC-10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.registers.reading import Session, Told
from controller.registers.register import (
    BEGINNING,
    LINKS,
    Column,
    Register,
    Row,
    entry_id,
    link_back,
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
        self._add(told, "void", body["reason"], persons=[body["chef"]])

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

    def jp1_stopped(self, told: Told, body: dict[str, Any]) -> None:
        self._open["jp1"] = self._add(told, "jp1_stop", body["code"], round=body["round"] or None)

    def jp1_opened(self, told: Told, body: dict[str, Any]) -> None:
        self._end("jp1", told, "")

    def alarm(self, told: Told, body: dict[str, Any]) -> None:
        if body["priority"] <= URGENT:
            row = self._add(told, "alarm", body["code"], seat=body["seat"] or None)
            self._open[f"alarm {body['alarm']}"] = row

    def seen(self, told: Told, body: dict[str, Any]) -> None:
        row = self._open.get(f"alarm {body['alarm']}")
        if row is not None and body.get("person"):
            row["persons"] = [body["person"]]

    def cleared(self, told: Told, body: dict[str, Any]) -> None:
        self._end(f"alarm {body['alarm']}", told, "")

    def differs(self, told: Told, body: dict[str, Any]) -> None:
        facts = {"place": body["place"], "card": body["presented"], "persons": [body["person"]]}
        self._add(told, "card_differs", "exchanged", **facts)

    def refused(self, told: Told, body: dict[str, Any]) -> None:
        self._add(told, "claim_refused", body["reason"], persons=list(body["persons"]))

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
    "JackpotStopReported": _Incidents.jp1_stopped,
    "Jp1Opened": _Incidents.jp1_opened,
    "AlarmRaised": _Incidents.alarm,
    "AlarmSeen": _Incidents.seen,
    "AlarmCleared": _Incidents.cleared,
    "HandCardDiffers": _Incidents.differs,
    "AwardRefused": _Incidents.refused,
    "DeckBlocked": _Incidents.deck_blocked,
    "DeckReleased": _Incidents.deck_released,
    "TableBlocked": _Incidents.table_blocked,
    "BlockLifted": _Incidents.lifted,
    "SessionResumed": _Incidents.resumed,
}


# --- corrections ---------------------------------------------------------------------------------


def correction_register(sessions: list[Session]) -> Register:
    """Every entry that was corrected, and under it the correction, in red, with who approved it (AC-10)."""
    made = Register(
        "corrections",
        ("Corrections", "Corrections"),
        "art. 36, 68",
        (
            *BEGINNING,
            Column("what", "code"),
            Column("round", "int"),
            Column("seat", "int"),
            Column("detail"),
            Column("cents", "cents"),
            Column("reason", "code"),
            Column("proposed_by"),
            Column("approved_by"),
            *LINKS,
        ),
        ("id", "at_ms", "what", "round", "seat", "detail", "cents", "reason", "approved_by", "corrects"),
    )
    for session in sessions:
        made.rows += _Corrections(session).rows()
    return made


class _Corrections:
    """The corrections of one session, each under what it corrects."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._rows: list[Row] = []
        self._round = 0
        self._last: dict[tuple[Any, ...], Told] = {}
        self._stake_cents = 0
        self._waiting: list[Row] = []

    def rows(self) -> list[Row]:
        for told in self._session.entries:
            act = _CORRECTIONS.get(told.kind)
            if act is not None:
                act(self, told, told.body)
        link_back(self._rows)
        return self._rows

    def _correct(self, told: Told, before: Told | None, what: str, **values: Any) -> Row:
        """The corrected entry stands first, once, then its correction."""
        facts = {"round": self._round or None, "seat": values.pop("seat", None)}
        was = values.pop("was", {})
        if before is not None and not any(
            row["id"] == entry_id(self._session, before.seq) for row in self._rows
        ):
            self._rows.append({**started(self._session, before), "what": what, **facts, **was})
        row = {
            **started(self._session, told),
            "what": what,
            **facts,
            **values,
            "corrects": entry_id(self._session, before.seq) if before is not None else "",
        }
        self._rows.append(row)
        return row

    def noted(self, told: Told, body: dict[str, Any]) -> None:
        """Entries that may be corrected later on."""
        match told.kind:
            case "RoundOpened":
                self._round = body["round"]
                self._last["round",] = told
            case "BetsClosed":
                self._last["closed",] = told
            case "ContributionAsked":
                self._stake_cents = body["stake_cents"]
            case "ContributionRecorded":
                self._last["contribution", body["round"]] = told
            case "SeatSettled":
                self._last["settled", body["seat"]] = told
            case "HandCardDiffers":
                self._last["differs", body["place"]] = told
            case "Jp1CountDisputed":
                self._last["count",] = told

    def stake(self, told: Told, body: dict[str, Any]) -> None:
        proposer, approver = body["persons"]
        self._correct(
            told,
            self._last.get(("contribution", body["round"])),
            "jp1_stake",
            seat=body["seat"],
            was={"cents": self._stake_cents},
            cents=-self._stake_cents,
            reason="stake_in_error",
            proposed_by=proposer,
            approved_by=[approver],
        )

    def voided(self, told: Told, body: dict[str, Any]) -> None:
        returned = sum(one["cents"] for one in body["returned"])
        self._correct(
            told,
            self._last.get(("round",)),
            "void",
            cents=-returned,
            reason=body["reason"],
            approved_by=[body["chef"]],
        )

    def reopened(self, told: Told, body: dict[str, Any]) -> None:
        self._correct(told, self._last.get(("closed",)), "bets_reopened", approved_by=[body["chef"]])

    def withdrawn(self, told: Told, body: dict[str, Any]) -> None:
        before = self._last.get(("differs", body["place"]))
        proposed = before.body["person"] if before is not None else ""
        self._correct(
            told,
            before,
            "card_report",
            detail=body["place"],
            proposed_by=proposed,
            approved_by=[body["person"]],
        )

    def settled_again(self, told: Told, body: dict[str, Any]) -> None:
        before = self._last.get(("settled", body["seat"]))
        cents = _moved(before)
        facts = {"seat": body["seat"], "was": {"cents": cents}, "cents": -cents}
        self._correct(told, before, "settlement", **facts)

    def count(self, told: Told, body: dict[str, Any]) -> None:
        if body["outcome"] == "agrees":
            return
        person = [body["person"]] if body["person"] else []
        facts = {"seat": body["seat"] or None, "reason": body["outcome"], "approved_by": person}
        self._correct(told, self._last.get(("count",)), "jp1_count", **facts)

    def counted(self, told: Told, body: dict[str, Any]) -> None:
        """A piece counted anew after another number of it had been written."""
        key = ("piece", body["purpose"], body["piece_cents"])
        before = self._last.get(key)
        self._last[key] = told
        if before is None or before.body["count"] == body["count"]:
            return
        piece = body["piece_cents"]
        self._waiting.append(
            self._correct(
                told,
                before,
                "recount",
                was={"cents": piece * before.body["count"], "detail": str(before.body["count"])},
                cents=piece * body["count"],
                detail=str(body["count"]),
                reason=body["purpose"],
                approved_by=[],
            )
        )

    def signed(self, told: Told, body: dict[str, Any]) -> None:
        """Who signs a count approves what was corrected in it."""
        for row in self._waiting:
            if row["reason"] == body["purpose"]:
                row["approved_by"].append(body["person"])

    def fresh(self, told: Told, body: dict[str, Any]) -> None:
        """Another count begins: what was counted before is no part of it."""
        for key in [key for key in self._last if key[0] == "piece"]:
            del self._last[key]
        self._waiting = []


def _moved(settled: Told | None) -> int:
    """What the bank took less what it paid at a seat."""
    lines = settled.body["lines"] if settled is not None else ()
    return sum(line["taken_cents"] - line["paid_cents"] for line in lines)


_CORRECTIONS: Final[dict[str, Callable[[_Corrections, Told, dict[str, Any]], None]]] = {
    **dict.fromkeys(
        (
            *("RoundOpened", "BetsClosed", "ContributionAsked", "ContributionRecorded", "SeatSettled"),
            *("HandCardDiffers", "Jp1CountDisputed"),
        ),
        _Corrections.noted,
    ),
    "CorrectionApproved": _Corrections.stake,
    "RoundVoided": _Corrections.voided,
    "BetsReopened": _Corrections.reopened,
    "CardReportWithdrawn": _Corrections.withdrawn,
    "SettlementTakenBack": _Corrections.settled_again,
    "Jp1CountResolved": _Corrections.count,
    "PiecesCounted": _Corrections.counted,
    "CashSigned": _Corrections.signed,
    "OpeningBegun": _Corrections.fresh,
    "AdvanceBegun": _Corrections.fresh,
    "ClosingBegun": _Corrections.fresh,
}
