"""Corrections, each in red beside what it corrects, with who approved it (art. 36 and 68; AC-10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.registers.reading import Session, Told, persons_of_void
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
from controller.words.money import money


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
            if told.kind in _TELLING:
                self._last["meter",] = told
        link_back(self._rows)
        return self._rows

    def _correct(self, told: Told, before: Told | None, what: str, **values: Any) -> Row:
        """The corrected entry stands first, once, then its correction."""
        facts = {"round": values.pop("round", self._round) or None, "seat": values.pop("seat", None)}
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
                self._last["settled", self._round, body["seat"]] = told
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
            approved_by=persons_of_void(body),
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

    def rectified(self, told: Told, body: dict[str, Any]) -> None:
        """A settled seat put right: what the bank's result takes, and what the player was owed (AC-10)."""
        key = ("settled", body["round"], body["seat"])
        before = self._last.get(key)
        was = sum(line["taken_cents"] - line["paid_cents"] for line in body["first"])
        sign = "+" if body["cents"] > 0 else ""
        proposer, approver = body["persons"]
        self._correct(
            told,
            before,
            "rectification",
            round=body["round"],
            seat=body["seat"],
            was={"cents": was},
            cents=body["bank_cents"],
            detail=f"{sign}{money(body['cents'])}",
            reason=f"wrong_{body['truth']['mistake']}+by_{body['reason']}+moved_{body['moved']}",
            proposed_by=proposer,
            approved_by=[approver],
        )
        self._last[key] = told

    def count(self, told: Told, body: dict[str, Any]) -> None:
        if body["outcome"] == "agrees":
            return
        person = [body["person"]] if body["person"] else []
        facts = {"seat": body["seat"] or None, "reason": body["outcome"], "approved_by": person}
        self._correct(told, self._last.get(("count",)), "jp1_count", **facts)

    def meter(self, told: Told, body: dict[str, Any]) -> None:
        """The jackpot's meter, corrected by two persons: where it stood, then by how much (PM-08, PM-11)."""
        proposer, approver = body["persons"]
        self._correct(
            told,
            self._last.get(("meter",)),
            "meter",
            was={"cents": body["before_cents"]},
            cents=body["cents"],
            reason=body["reason"],
            detail=money(body["after_cents"]),
            proposed_by=proposer,
            approved_by=[approver],
        )
        self._last["meter",] = told

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


_TELLING: Final = frozenset(
    {"MeterRead", "ContributionRecorded", "AwardRecorded", "ClaimRecorded", "FinishRecorded"}
)
"""Entries that tell where the meter stood before it was corrected."""
_CORRECTIONS: Final[dict[str, Callable[[_Corrections, Told, dict[str, Any]], None]]] = {
    **dict.fromkeys(
        (
            *("RoundOpened", "BetsClosed", "ContributionAsked", "ContributionRecorded", "SeatSettled"),
            *("HandCardDiffers", "Jp1CountDisputed"),
        ),
        _Corrections.noted,
    ),
    "CorrectionApproved": _Corrections.stake,
    "MeterCorrected": _Corrections.meter,
    "IncrementMoved": _Corrections.meter,
    "RoundVoided": _Corrections.voided,
    "BetsReopened": _Corrections.reopened,
    "CardReportWithdrawn": _Corrections.withdrawn,
    "SettlementTakenBack": _Corrections.settled_again,
    "RectificationRecorded": _Corrections.rectified,
    "Jp1CountResolved": _Corrections.count,
    "PiecesCounted": _Corrections.counted,
    "CashSigned": _Corrections.signed,
    "OpeningBegun": _Corrections.fresh,
    "AdvanceBegun": _Corrections.fresh,
    "ClosingBegun": _Corrections.fresh,
}
