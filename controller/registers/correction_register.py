"""Corrections, each in red beside what it corrects, with who approved it (art. 36 and 68; AC-10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.game import events as e
from controller.journal.entries import JournalEntry
from controller.journal.rounds import Rounds
from controller.registers.reading import Session, persons_of_void
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
            Column("settled_by"),
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
        self._rounds = Rounds()
        self._last: dict[tuple[Any, ...], JournalEntry] = {}
        self._waiting: list[Row] = []

    def rows(self) -> list[Row]:
        for told in self._session.entries:
            self._rounds.take(told.event)
            act = _CORRECTIONS.get(type(told.event))
            if act is not None:
                act(self, told, told.event)
            if isinstance(told.event, _TELLING):
                self._last["meter",] = told
        link_back(self._rows)
        return self._rows

    def _correct(self, told: JournalEntry, before: JournalEntry | None, what: str, **values: Any) -> Row:
        """The corrected entry stands first, once, then its correction."""
        facts = {"round": values.pop("round", self._number) or None, "seat": values.pop("seat", None)}
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

    @property
    def _number(self) -> int:
        return self._rounds.now.number if self._rounds.now is not None else 0

    def noted(self, told: JournalEntry, event: e.Event) -> None:
        """Entries that may be corrected later on."""
        match event:
            case e.RoundOpened():
                self._last["round",] = told
            case e.BetsClosed():
                self._last["closed",] = told
            case e.ContributionRecorded():
                self._last["contribution", event.round] = told
            case e.SeatSettled():
                self._last["settled", event.seat] = told
                self._last["settled", self._number, event.seat] = told
            case e.HandCardDiffers():
                self._last["differs", event.place] = told
            case e.Jp1CountDisputed():
                self._last["count",] = told

    def stake(self, told: JournalEntry, event: e.CorrectionApproved) -> None:
        proposer, approver = event.persons
        stake_cents = self._rounds.asked.stake_cents if self._rounds.asked is not None else 0
        self._correct(
            told,
            self._last.get(("contribution", event.round)),
            "jp1_stake",
            seat=event.seat,
            was={"cents": stake_cents},
            cents=-stake_cents,
            reason="stake_in_error",
            proposed_by=proposer,
            approved_by=[approver],
        )

    def voided(self, told: JournalEntry, event: e.RoundVoided) -> None:
        returned = sum(one.cents for one in event.returned)
        self._correct(
            told,
            self._last.get(("round",)),
            "void",
            cents=-returned,
            reason=event.reason,
            approved_by=persons_of_void(event),
        )

    def reopened(self, told: JournalEntry, event: e.BetsReopened) -> None:
        self._correct(told, self._last.get(("closed",)), "bets_reopened", approved_by=[event.chef])

    def withdrawn(self, told: JournalEntry, event: e.CardReportWithdrawn) -> None:
        before = self._last.get(("differs", event.place))
        reported = before.event if before is not None else None
        proposed = reported.person if isinstance(reported, e.HandCardDiffers) else ""
        self._correct(
            told,
            before,
            "card_report",
            detail=str(event.place),
            proposed_by=proposed,
            approved_by=[event.person],
        )

    def settled_again(self, told: JournalEntry, event: e.SettlementTakenBack) -> None:
        before = self._last.get(("settled", event.seat))
        cents = _moved(before)
        facts = {"seat": event.seat, "was": {"cents": cents}, "cents": -cents}
        self._correct(told, before, "settlement", **facts)

    def rectified(self, told: JournalEntry, event: e.RectificationRecorded) -> None:
        """A settled seat put right: what the bank's result takes, and what the player was owed (AC-10)."""
        key = ("settled", event.round, event.seat)
        before = self._last.get(key)
        was = sum(line.taken_cents - line.paid_cents for line in event.first)
        sign = "+" if event.cents > 0 else ""
        proposer, approver = event.persons
        self._correct(
            told,
            before,
            "rectification",
            round=event.round,
            seat=event.seat,
            was={"cents": was},
            cents=event.bank_cents,
            detail=f"{sign}{money(event.cents)}",
            reason=f"wrong_{event.truth.mistake}+by_{event.reason}+moved_{event.moved}",
            proposed_by=proposer,
            approved_by=[approver],
            settled_by=event.settled_by,
        )
        self._last[key] = told

    def count(self, told: JournalEntry, event: e.Jp1CountResolved) -> None:
        if event.outcome == "agrees":
            return
        person = [event.person] if event.person else []
        facts = {"seat": event.seat or None, "reason": event.outcome, "approved_by": person}
        self._correct(told, self._last.get(("count",)), "jp1_count", **facts)

    def meter(self, told: JournalEntry, event: e.MeterCorrected | e.IncrementMoved) -> None:
        """The jackpot's meter, corrected by two persons: where it stood, then by how much (PM-08, PM-11)."""
        proposer, approver = event.persons
        self._correct(
            told,
            self._last.get(("meter",)),
            "meter",
            was={"cents": event.before_cents},
            cents=event.cents,
            reason=event.reason,
            detail=money(event.after_cents),
            proposed_by=proposer,
            approved_by=[approver],
        )
        self._last["meter",] = told

    def counted(self, told: JournalEntry, event: e.PiecesCounted) -> None:
        """A piece counted anew after another number of it had been written."""
        key = ("piece", event.purpose, event.piece_cents)
        before = self._last.get(key)
        self._last[key] = told
        counted = before.event if before is not None else None
        if not isinstance(counted, e.PiecesCounted) or counted.count == event.count:
            return
        was = counted.count
        piece = event.piece_cents
        self._waiting.append(
            self._correct(
                told,
                before,
                "recount",
                was={"cents": piece * was, "detail": str(was)},
                cents=piece * event.count,
                detail=str(event.count),
                reason=event.purpose,
                approved_by=[],
            )
        )

    def signed(self, told: JournalEntry, event: e.CashSigned) -> None:
        """Who signs a count approves what was corrected in it."""
        for row in self._waiting:
            if row["reason"] == event.purpose:
                row["approved_by"].append(event.person)

    def given_up(self, told: JournalEntry, event: e.AdvanceGivenUp) -> None:
        """An avance that was counted is none: who had signed it, and who gave it up (AC-01)."""
        self._correct(
            told,
            None,
            "advance_given_up",
            cents=-event.cents,
            reason="advance",
            proposed_by=", ".join(event.signed),
            approved_by=[event.person],
        )
        self._waiting = []

    def fresh(self, told: JournalEntry, event: e.OpeningBegun | e.AdvanceBegun | e.ClosingBegun) -> None:
        """Another count begins: what was counted before is no part of it."""
        for key in [key for key in self._last if key[0] == "piece"]:
            del self._last[key]
        self._waiting = []


def _moved(settled: JournalEntry | None) -> int:
    """What the bank took less what it paid at a seat."""
    event = settled.event if settled is not None else None
    lines = event.lines if isinstance(event, e.SeatSettled) else ()
    return sum(line.taken_cents - line.paid_cents for line in lines)


_TELLING: Final = (
    *(e.MeterRead, e.ContributionRecorded, e.AwardRecorded, e.ClaimRecorded, e.FinishRecorded),
)
"""Entries that tell where the meter stood before it was corrected."""
_CORRECTIONS: Final[dict[type[e.Event], Callable[[_Corrections, JournalEntry, Any], None]]] = {
    **dict.fromkeys(
        (
            *(e.RoundOpened, e.BetsClosed, e.ContributionRecorded, e.SeatSettled),
            *(e.HandCardDiffers, e.Jp1CountDisputed),
        ),
        _Corrections.noted,
    ),
    e.CorrectionApproved: _Corrections.stake,
    e.MeterCorrected: _Corrections.meter,
    e.IncrementMoved: _Corrections.meter,
    e.RoundVoided: _Corrections.voided,
    e.BetsReopened: _Corrections.reopened,
    e.CardReportWithdrawn: _Corrections.withdrawn,
    e.SettlementTakenBack: _Corrections.settled_again,
    e.RectificationRecorded: _Corrections.rectified,
    e.Jp1CountResolved: _Corrections.count,
    e.PiecesCounted: _Corrections.counted,
    e.CashSigned: _Corrections.signed,
    e.AdvanceGivenUp: _Corrections.given_up,
    e.OpeningBegun: _Corrections.fresh,
    e.AdvanceBegun: _Corrections.fresh,
    e.ClosingBegun: _Corrections.fresh,
}
