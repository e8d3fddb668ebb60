"""The history of JP1: every act on the meter of the jackpot, before and after (PM-06, AC-06, AC-07)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.registers.reading import Session, Told, persons_of_void
from controller.registers.register import BEGINNING, LINKS, Column, Register, Row, link_back, started


def jp1_history(sessions: list[Session]) -> Register:
    """Every act on the jackpot's meter as these tables saw it, the meter before and after."""
    made = Register(
        "jp1-history",
        ("Historique du JP1", "JP1 history"),
        "modèle 8 quater",
        (
            *BEGINNING,
            Column("act", "code"),
            Column("round", "int"),
            Column("attempt", "int"),
            Column("seats"),
            Column("manual"),
            Column("jp1_stake_cents", "cents"),
            Column("jp1_staked_cents", "cents"),
            Column("jp1_to_meter_cents", "cents"),
            Column("jp1_prize", "code"),
            Column("jp1_prize_cents", "cents"),
            Column("frozen_cents", "cents"),
            Column("meter_before_cents", "cents"),
            Column("meter_cents", "cents"),
            Column("generation", "int"),
            Column("book_seq", "int"),
            Column("persons"),
            Column("reason", "code"),
            *LINKS,
        ),
        (
            "id",
            "at_ms",
            "act",
            "round",
            "seats",
            "jp1_staked_cents",
            "jp1_to_meter_cents",
            "jp1_prize_cents",
            "frozen_cents",
            "meter_cents",
            "persons",
            "reason",
            "corrects",
        ),
    )
    for session in sessions:
        made.rows += _History(session).rows()
    return made


class _History:
    """The acts of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._rows: list[Row] = []
        self._meter: int | None = None
        self._generation = 0
        self._stakes: tuple[list[int], int] = ([], 0)
        self._manual: list[int] = []
        self._awards: list[dict[str, Any]] = []
        self._refund: dict[str, Any] = {}
        self._why: tuple[str, list[str]] = ("", [])
        self._contributions: dict[tuple[int, int], str] = {}

    def rows(self) -> list[Row]:
        for told in self._session.entries:
            act = HISTORY.get(told.kind)
            if act is not None:
                act(self, told, told.body)
            if told.kind in _ANSWERS:
                self._meter = told.body.get("meter_cents", told.body.get("after_cents"))
                self._generation = told.body.get("generation", self._generation)
        link_back(self._rows)
        return self._rows

    def _add(self, told: Told, act: str, **values: Any) -> Row:
        body = told.body
        row = {
            **started(self._session, told),
            "act": act,
            "round": body.get("round"),
            "attempt": body.get("attempt"),
            "meter_before_cents": self._meter,
            "meter_cents": body.get("meter_cents", self._meter),
            "generation": body.get("generation", self._generation),
            "book_seq": body.get("book_seq"),
            **values,
        }
        self._rows.append(row)
        return row

    def read(self, told: Told, body: dict[str, Any]) -> None:
        """The first value of a session, and what other tables moved it by."""
        if self._meter is None:
            self._add(told, "start")
        elif self._meter != body["meter_cents"]:
            self._add(told, "elsewhere")

    def closed_bets(self, told: Told, body: dict[str, Any]) -> None:
        self._manual = body.get("manual", [])

    def asked(self, told: Told, body: dict[str, Any]) -> None:
        self._stakes = body["seats"], body["stake_cents"]

    def contributed(self, told: Told, body: dict[str, Any]) -> None:
        seats, stake_cents = self._stakes
        before = body["meter_before_cents"]
        row = self._add(
            told,
            "contribution",
            seats=list(seats),
            manual=[seat for seat in self._manual if seat in seats],
            jp1_stake_cents=stake_cents,
            jp1_staked_cents=len(seats) * stake_cents,
            jp1_to_meter_cents=body["meter_cents"] - before,
            meter_before_cents=before,
        )
        for seat in seats:
            self._contributions[body["round"], seat] = row["id"]

    def refused(self, told: Told, body: dict[str, Any]) -> None:
        seats, _ = self._stakes
        self._add(told, "contribution_refused", seats=list(seats), reason=body["code"])

    def approved(self, told: Told, body: dict[str, Any]) -> None:
        self._why = "stake_in_error", [one for one in body["persons"] if one]

    def voided(self, told: Told, body: dict[str, Any]) -> None:
        self._why = body["reason"], persons_of_void(body)

    def left(self, told: Told, body: dict[str, Any]) -> None:
        """A player who leaves between two deals of a round takes his stake with him."""
        self._why = "seat_left", []

    def refund_asked(self, told: Told, body: dict[str, Any]) -> None:
        self._refund = body

    def refunded(self, told: Told, body: dict[str, Any]) -> None:
        reason, persons = self._why
        stake_cents = self._stakes[1]
        before = self._meter if self._meter is not None else body["meter_cents"]
        self._add(
            told,
            "refund",
            seats=[body["seat"]],
            jp1_stake_cents=stake_cents,
            jp1_staked_cents=-stake_cents,
            jp1_to_meter_cents=body["meter_cents"] - before,
            reason=reason,
            persons=persons,
            corrects=self._contributions.get((body["round"], body["seat"]), ""),
        )

    def awards(self, told: Told, body: dict[str, Any]) -> None:
        self._awards = body["awards"]

    def awarded(self, told: Told, body: dict[str, Any]) -> None:
        kinds = [one["kind"] for one in self._awards]
        prize = "+".join(kinds)
        self._add(told, "award", seats=[body["seat"]], jp1_prize=prize, jp1_prize_cents=body["cents"])

    def claim(self, told: Told, body: dict[str, Any]) -> None:
        self._add(told, "claim", jp1_prize="jackpot", jp1_prize_cents=None, frozen_cents=body["value_cents"])

    def released(self, told: Told, body: dict[str, Any]) -> None:
        self._add(told, "released", persons=list(body["persons"]))

    def claim_refused(self, told: Told, body: dict[str, Any]) -> None:
        self._add(told, "claim_refused", persons=list(body["persons"]), reason=body["reason"])
        self._why = body["reason"], list(body["persons"])

    def withdrawn(self, told: Told, body: dict[str, Any]) -> None:
        reason, persons = self._why
        claim = next((row for row in reversed(self._rows) if row["act"] == "claim"), None)
        self._add(
            told,
            "restored",
            reason=reason,
            persons=persons,
            corrects=claim["id"] if claim is not None else "",
        )

    def corrected(self, told: Told, body: dict[str, Any]) -> None:
        """Two persons moved the meter: in red, below the row that told it before (PM-11, AC-10)."""
        above = self._rows[-1]["id"] if self._rows else ""
        row = self._add(
            told,
            "meter_corrected" if told.kind == "MeterCorrected" else "increment_moved",
            meter_before_cents=body["before_cents"],
            meter_cents=body["after_cents"],
            persons=list(body["persons"]),
            reason=body["reason"],
            corrects=above,
        )
        self._meter = row["meter_cents"]

    def stopped(self, told: Told, body: dict[str, Any]) -> None:
        self._add(told, "jackpot_stopped", persons=list(body["persons"]), reason=body["fate"])

    def interrupted(self, told: Told, body: dict[str, Any]) -> None:
        persons = [body["person"]] if body["person"] else []
        self._add(told, "jp1_interrupted", persons=persons, reason=body["cause"])

    def reopened(self, told: Told, body: dict[str, Any]) -> None:
        self._add(told, "jackpot_reopened", persons=list(body["persons"]), reason=body["cause"])
        for named in body.get("acts", []):
            self._named(told, "accepted", named, list(body["persons"]))
        self._meter = body["meter_cents"]

    def certified(self, told: Told, body: dict[str, Any]) -> None:
        self._add(told, "history_certified", persons=[body["person"]])

    def left_owed(self, told: Told, body: dict[str, Any]) -> None:
        """A person signs for each act that the book had not answered as the table closed (LK-04)."""
        for owed in body["acts"]:
            self._add(
                told,
                "left_owed",
                round=owed["round"] or None,
                attempt=owed["attempt"] if owed["round"] else None,
                seats=[owed["seat"]] if owed["seat"] else [],
                jp1_prize_cents=None,
                book_seq=None,
                persons=[body["person"]],
                reason=f"owed.{owed['kind']}",
            )

    def set_aside(self, told: Told, body: dict[str, Any]) -> None:
        """The book will never do it: prizes paid and stakes given back all the same (rules, 7, point 10)."""
        self._named(told, "set_aside", body["act"], [])

    def _named(self, told: Told, act: str, named: dict[str, Any], persons: list[str]) -> None:
        paid = named["kind"] == "award"
        self._add(
            told,
            act,
            round=named["round"],
            attempt=named["attempt"],
            seats=[named["seat"]] if named["seat"] else [],
            jp1_prize_cents=named["cents"] if paid else None,
            frozen_cents=named["cents"] if named["kind"] == "claim" else None,
            book_seq=None,
            persons=persons,
            reason=f"owed.{named['kind']}",
        )

    def jp1_closed(self, told: Told, body: dict[str, Any]) -> None:
        self._add(told, "jp1_closed", reason=body["code"])

    def jp1_opened(self, told: Told, body: dict[str, Any]) -> None:
        self._add(told, "jp1_opened")

    def reconciled(self, told: Told, body: dict[str, Any]) -> None:
        """The residual, in micro-cents and cents together, must be nothing (AC-08)."""
        even = not body["figures"]["residual_micro"] and not body["unexplained_cents"]
        persons = [body["person"]] if body["person"] else []
        self._add(told, "reconciled", persons=persons, reason="even" if even else "residual")


_ANSWERS: Final = frozenset(
    {
        *("MeterRead", "ContributionRecorded", "AwardRecorded", "FinishRecorded", "ClaimRecorded"),
        *("ClaimWithdrawn", "RefundRecorded", "JackpotReopened", "MeterCorrected", "IncrementMoved"),
    }
)
"""Entries that tell the meter's value."""
HISTORY: Final[dict[str, Callable[[_History, Told, dict[str, Any]], None]]] = {
    "MeterRead": _History.read,
    "BetsClosed": _History.closed_bets,
    "ContributionAsked": _History.asked,
    "ContributionRecorded": _History.contributed,
    "ContributionRefused": _History.refused,
    "CorrectionApproved": _History.approved,
    "RoundVoided": _History.voided,
    "SeatVacated": _History.left,
    "RefundAsked": _History.refund_asked,
    "RefundRecorded": _History.refunded,
    "AwardAsked": _History.awards,
    "AwardRecorded": _History.awarded,
    "ClaimRecorded": _History.claim,
    "AwardReleased": _History.released,
    "AwardRefused": _History.claim_refused,
    "ClaimWithdrawn": _History.withdrawn,
    "MeterCorrected": _History.corrected,
    "IncrementMoved": _History.corrected,
    "JackpotStopped": _History.stopped,
    "JackpotInterrupted": _History.interrupted,
    "JackpotReopened": _History.reopened,
    "ActSetAside": _History.set_aside,
    "HistoryCertified": _History.certified,
    "OwedSigned": _History.left_owed,
    "Jp1Closed": _History.jp1_closed,
    "Jp1Opened": _History.jp1_opened,
    "ReconciliationRecorded": _History.reconciled,
}
