"""The history of JP1: every act on the meter of the jackpot, before and after (PM-06, AC-06, AC-07)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.game import events as e
from controller.game.inputs import SeatRuling
from controller.game.meter.types import AsideAct
from controller.game.money import MICRO
from controller.journal.entries import JournalEntry
from controller.journal.rounds import Rounds
from controller.registers.reading import Session, meter_told, persons_of_void
from controller.registers.register import BEGINNING, LINKS, Column, Register, Row, link_back, started

ELSEWHERE: Final = "elsewhere"
"""The act of a line that tells what other tables moved the meter by."""
WON_ELSEWHERE: Final = "won_elsewhere"
"""The same where they won the jackpot meanwhile: what they staked before and since is in the one figure."""
UNDIVIDED: Final = "undivided"
"""Why a line has no figure of the other tables: the book told one move for them and for its own act."""


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
            Column("elsewhere_cents", "cents"),
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
            "elsewhere_cents",
            "jp1_prize_cents",
            "frozen_cents",
            "meter_cents",
            "persons",
            "reason",
            "corrects",
        ),
        sums=("jp1_staked_cents", "jp1_to_meter_cents", "elsewhere_cents", "jp1_prize_cents", "frozen_cents"),
        on_paper=_folded,
    )
    for session in sessions:
        made.rows += _History(session).rows()
    return made


def _folded(rows: list[Row]) -> list[Row]:
    """What other tables put to the meter is a column of the next line, not a line for each of their stakes.

    A line of its own stays where it is the last of its session, and where the jackpot was won elsewhere.
    """
    told: list[Row] = []
    moved = 0
    for at, row in enumerate(rows):
        following = rows[at + 1] if at + 1 < len(rows) else None
        alike = following is not None and all(following[key] == row[key] for key in ("table", "session"))
        if row["act"] == ELSEWHERE and alike:
            moved += row["elsewhere_cents"]
            continue
        sum_cents = moved + (row.get("elsewhere_cents") or 0)
        told.append(row | {"elsewhere_cents": sum_cents or None})
        moved = 0
    return told


class _History:
    """The acts of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._rows: list[Row] = []
        self._meter: int | None = None
        self._generation = self._cycle = 0  # what a line's act is of; what the meter counts for by now
        self._book_seq = 0
        self._linked = _is_linked(session)
        self._rounds = Rounds()
        self._manual: tuple[int, ...] = ()
        self._awards: tuple[e.PostedAward, ...] = ()
        self._why: tuple[str, list[str]] = ("", [])  # of the claim that was refused last
        self._carried: tuple[int, ...] = ()
        self._given_back: dict[tuple[int, int], tuple[str, list[str]]] = {}
        self._contributions: dict[tuple[int, int], str] = {}
        self._shares: dict[tuple[int, int], tuple[int, int]] = {}

    def rows(self) -> list[Row]:
        for told in self._session.entries:
            self._carried = self._rounds.now.carried_in if self._rounds.now is not None else ()
            self._rounds.take(told.event)
            act = HISTORY.get(type(told.event))
            if act is not None:
                act(self, told, told.event)
            self._heard(told.event)
        link_back(self._rows)
        return self._rows

    def _after(self, event: e.Event) -> int | None:
        """Where the meter stands by this event; an answer that the table had heard more than is no news."""
        if isinstance(event, e.ReconciliationRecorded):
            told, seq = event.figures.meter_micro // MICRO, event.figures.book_seq
        elif isinstance(event, _ANSWERS):
            told, seq = meter_told(event) or 0, event.book_seq
        else:
            return self._meter
        news = seq >= self._book_seq or isinstance(event, e.JackpotReopened)
        return told if news else self._meter

    def _heard(self, event: e.Event) -> None:
        if not isinstance(event, (*_ANSWERS, e.ReconciliationRecorded)):
            return
        told: Any = event.figures if isinstance(event, e.ReconciliationRecorded) else event
        self._meter = self._after(event)
        if told.book_seq >= self._book_seq or isinstance(event, e.JackpotReopened):
            self._book_seq = told.book_seq
            self._generation = getattr(told, "generation", self._generation)
            self._cycle = getattr(told, "next_generation", getattr(told, "generation", self._cycle))

    def _between(self, told: JournalEntry, own_cents: int, generation: int = 0) -> int | None:
        """A line of what other tables moved since the meter was told last, where this entry's act moved it by
        `own_cents`; where the meter stands after both."""
        after_cents = self._after(told.event)
        meter_cents = after_cents - own_cents if after_cents is not None else None
        if self._meter is None or meter_cents is None or meter_cents == self._meter:
            return after_cents
        self._add(
            told,
            WON_ELSEWHERE if generation > self._cycle else ELSEWHERE,
            round=None,
            attempt=None,
            elsewhere_cents=meter_cents - self._meter,
            meter_cents=meter_cents,
            generation=max(generation, self._cycle),
            book_seq=event.book_seq if isinstance(event := told.event, e.MeterRead) else None,
        )
        return after_cents

    def _add(self, told: JournalEntry, act: str, **values: Any) -> Row:
        event = told.event
        row = {
            **started(self._session, told),
            "act": act,
            "round": getattr(event, "round", None),
            "attempt": getattr(event, "attempt", None),
            "meter_before_cents": self._meter,
            "meter_cents": self._after(event),
            "generation": getattr(event, "generation", self._generation),
            "book_seq": getattr(event, "book_seq", None),
            **values,
        }
        self._rows.append(row)
        self._meter = row["meter_cents"]
        return row

    def read(self, told: JournalEntry, event: e.MeterRead) -> None:
        """The first value of a session, and what other tables moved it by."""
        if self._meter is None:
            self._add(told, "start")
        else:
            self._between(told, 0, event.generation)

    def closed_bets(self, told: JournalEntry, event: e.BetsClosed) -> None:
        self._manual = event.manual

    @property
    def _asked(self) -> tuple[tuple[int, ...], int]:
        """The seats whose stakes the book was last asked to add, and the cents of each."""
        asked = self._rounds.asked
        return (asked.seats, asked.stake_cents) if asked is not None else ((), 0)

    def contributed(self, told: JournalEntry, event: e.ContributionRecorded) -> None:
        seats, stake_cents = self._asked
        own_cents = event.meter_cents - event.meter_before_cents
        after = self._between(told, own_cents)
        row = self._add(
            told,
            "contribution",
            meter_before_cents=event.meter_before_cents if self._meter is None else self._meter,
            meter_cents=after,
            seats=list(seats),
            manual=[seat for seat in self._manual if seat in seats],
            jp1_stake_cents=stake_cents,
            jp1_staked_cents=len(seats) * stake_cents,
            jp1_to_meter_cents=own_cents,
        )
        for seat in seats:
            self._contributions[event.round, seat] = row["id"]
            if own_cents % len(seats) == 0:
                self._shares[event.round, seat] = own_cents // len(seats), event.generation

    def refused(self, told: JournalEntry, event: e.ContributionRefused) -> None:
        seats, _ = self._asked
        self._add(told, "contribution_refused", seats=list(seats), reason=event.code)

    def approved(self, told: JournalEntry, event: e.CorrectionApproved) -> None:
        self._goes_back(event.seat, "stake_in_error", [one for one in event.persons if one])

    def voided(self, told: JournalEntry, event: e.RoundVoided) -> None:
        played = self._rounds.now
        for seat in played.jp1 if played is not None else ():
            if seat not in event.jp1_carried:
                self._goes_back(seat, event.reason, persons_of_void(event))

    def ruled(self, told: JournalEntry, event: e.SeatRuled) -> None:
        if event.ruling is SeatRuling.VOID:
            self._goes_back(event.seat, self._why[0], list(event.persons))

    def left(self, told: JournalEntry, event: e.SeatVacated) -> None:
        """A player who leaves between two deals of a round takes his carried stake with him."""
        if event.seat in self._carried:
            self._goes_back(event.seat, "seat_left", [])

    def _goes_back(self, seat: int, reason: str, persons: list[str]) -> None:
        """The stake of this seat is asked back, whenever the book answers: the first reason counts."""
        played = self._rounds.now
        if played is not None:
            self._given_back.setdefault((played.number, seat), (reason, persons))

    def refunded(self, told: JournalEntry, event: e.RefundRecorded) -> None:
        reason, persons = self._given_back.pop((event.round, event.seat), self._why)
        _, stake_cents = self._asked
        after = self._after(event)
        share, generation = self._shares.get((event.round, event.seat), (0, -1))
        if self._linked and generation == self._cycle:
            self._between(told, -share)
        before = self._meter if self._meter is not None else event.meter_cents
        self._add(
            told,
            "refund",
            seats=[event.seat],
            jp1_stake_cents=stake_cents,
            jp1_staked_cents=-stake_cents,
            jp1_to_meter_cents=(after or 0) - before,
            meter_cents=after,
            reason=reason,
            persons=persons,
            corrects=self._contributions.get((event.round, event.seat), ""),
        )

    def awards(self, told: JournalEntry, event: e.AwardAsked) -> None:
        self._awards = event.awards

    def awarded(self, told: JournalEntry, event: e.AwardRecorded) -> None:
        kinds = [one.kind for one in self._awards]
        prize = "+".join(kinds)
        shared = self._linked and self._after(event) != self._meter
        reason = {"reason": UNDIVIDED} if shared else {}
        self._add(told, "award", seats=[event.seat], jp1_prize=prize, jp1_prize_cents=event.cents, **reason)

    def claim(self, told: JournalEntry, event: e.ClaimRecorded) -> None:
        after = self._after(event)
        if self._linked and event.book_seq >= self._book_seq:
            first = event.next_generation > self._cycle
            self._between(told, event.meter_cents - event.value_cents if first else 0)
        self._add(
            told,
            "claim",
            jp1_prize="jackpot",
            jp1_prize_cents=None,
            frozen_cents=event.value_cents,
            meter_cents=after,
        )

    def finished(self, told: JournalEntry, event: e.FinishRecorded) -> None:
        """The end of a round moves nothing: what the meter moved since, others did."""
        self._between(told, 0)

    def released(self, told: JournalEntry, event: e.AwardReleased) -> None:
        self._add(told, "released", persons=list(event.persons))

    def claim_refused(self, told: JournalEntry, event: e.AwardRefused) -> None:
        self._add(told, "claim_refused", persons=list(event.persons), reason=event.reason)
        self._why = event.reason, list(event.persons)

    def withdrawn(self, told: JournalEntry, event: e.ClaimWithdrawn) -> None:
        reason, persons = self._why
        claim = next((row for row in reversed(self._rows) if row["act"] == "claim"), None)
        self._add(
            told,
            "restored",
            frozen_cents=-claim["frozen_cents"] if claim is not None else None,
            reason=reason,
            persons=persons,
            corrects=claim["id"] if claim is not None else "",
        )

    def corrected(self, told: JournalEntry, event: e.MeterCorrected | e.IncrementMoved) -> None:
        """Two persons moved the meter: in red, below the row that told it before (PM-11, AC-10)."""
        after = self._between(told, event.after_cents - event.before_cents)
        above = self._rows[-1]["id"] if self._rows else ""
        self._add(
            told,
            "meter_corrected" if isinstance(event, e.MeterCorrected) else "increment_moved",
            meter_cents=after,
            persons=list(event.persons),
            reason=event.reason,
            corrects=above,
        )

    def stopped(self, told: JournalEntry, event: e.JackpotStopped) -> None:
        self._between(told, 0)
        self._add(told, "jackpot_stopped", persons=list(event.persons), reason=event.fate)

    def interrupted(self, told: JournalEntry, event: e.JackpotInterrupted) -> None:
        persons = [event.person] if event.person else []
        self._add(told, "jp1_interrupted", persons=persons, reason=event.cause)

    def reopened(self, told: JournalEntry, event: e.JackpotReopened) -> None:
        if event.accepted is None and event.data is None:
            self._between(told, 0, event.generation)
        self._add(told, "jackpot_reopened", persons=list(event.persons), reason=event.cause)
        for number, named in enumerate(event.acts, 1):
            row = self._named(told, "accepted", named, list(event.persons))
            # What was set aside is told in its own line, and summed there.
            row |= {"id": f"{row['id']}/{number}", "jp1_prize_cents": None, "frozen_cents": None}
            row |= {"jp1_staked_cents": None, "corrects": ""}

    def certified(self, told: JournalEntry, event: e.HistoryCertified) -> None:
        self._add(told, "history_certified", persons=[event.person])

    def left_owed(self, told: JournalEntry, event: e.OwedSigned) -> None:
        """A person signs for each act that the book had not answered as the table closed (LK-04)."""
        for owed in event.acts:
            self._add(
                told,
                "left_owed",
                round=owed.round or None,
                attempt=owed.attempt if owed.round else None,
                seats=[owed.seat] if owed.seat else [],
                jp1_prize_cents=None,
                book_seq=None,
                persons=[event.person],
                reason=f"owed.{owed.kind}",
            )

    def set_aside(self, told: JournalEntry, event: e.ActSetAside) -> None:
        """The book will never do it: prizes paid and stakes given back all the same (rules, 7, point 10)."""
        self._named(told, "set_aside", event.act, [])

    def _named(self, told: JournalEntry, act: str, named: AsideAct, persons: list[str]) -> Row:
        paid, back = named.kind == "award", named.kind == "refund"
        return self._add(
            told,
            act,
            round=named.round,
            attempt=named.attempt,
            seats=[named.seat] if named.seat else [],
            jp1_staked_cents=-named.cents if back else None,
            jp1_prize_cents=named.cents if paid else None,
            frozen_cents=named.cents if named.kind == "claim" else None,
            book_seq=None,
            persons=persons,
            reason=f"owed.{named.kind}",
            corrects=self._contributions.get((named.round, named.seat), "") if back else "",
        )

    def jp1_closed(self, told: JournalEntry, event: e.Jp1Closed) -> None:
        self._add(told, "jp1_closed", reason=event.code)

    def jp1_opened(self, told: JournalEntry, event: e.Jp1Opened) -> None:
        self._add(told, "jp1_opened")

    def reconciled(self, told: JournalEntry, event: e.ReconciliationRecorded) -> None:
        """The residual, in micro-cents and cents together, must be nothing (AC-08)."""
        self._between(told, 0, event.figures.generation)
        even = not event.figures.residual_micro and not event.unexplained_cents
        persons = [event.person] if event.person else []
        self._add(told, "reconciled", persons=persons, reason="even" if even else "residual")


_ANSWERS: Final = (
    *(e.MeterRead, e.ContributionRecorded, e.AwardRecorded, e.FinishRecorded, e.ClaimRecorded),
    *(e.ClaimWithdrawn, e.RefundRecorded, e.JackpotReopened, e.MeterCorrected, e.IncrementMoved),
    e.JackpotStopped,
)
"""Entries that tell the meter's value, with the entry of the book that they tell it by."""


def _is_linked(session: Session) -> bool:
    """Other tables move the same meter: nothing else moves it between two entries of a table's journal."""
    meter: int | None = None
    for told in session.entries:
        event = told.event
        if isinstance(event, e.MeterRead | e.FinishRecorded) and meter not in (None, event.meter_cents):
            return True
        if isinstance(event, e.ContributionRecorded) and meter not in (None, event.meter_before_cents):
            return True
        if isinstance(event, _ANSWERS):
            meter = meter_told(event)
    return False


HISTORY: Final[dict[type[e.Event], Callable[[_History, JournalEntry, Any], None]]] = {
    e.MeterRead: _History.read,
    e.BetsClosed: _History.closed_bets,
    e.ContributionRecorded: _History.contributed,
    e.ContributionRefused: _History.refused,
    e.CorrectionApproved: _History.approved,
    e.RoundVoided: _History.voided,
    e.SeatVacated: _History.left,
    e.SeatRuled: _History.ruled,
    e.RefundRecorded: _History.refunded,
    e.AwardAsked: _History.awards,
    e.AwardRecorded: _History.awarded,
    e.ClaimRecorded: _History.claim,
    e.FinishRecorded: _History.finished,
    e.AwardReleased: _History.released,
    e.AwardRefused: _History.claim_refused,
    e.ClaimWithdrawn: _History.withdrawn,
    e.MeterCorrected: _History.corrected,
    e.IncrementMoved: _History.corrected,
    e.JackpotStopped: _History.stopped,
    e.JackpotInterrupted: _History.interrupted,
    e.JackpotReopened: _History.reopened,
    e.ActSetAside: _History.set_aside,
    e.HistoryCertified: _History.certified,
    e.OwedSigned: _History.left_owed,
    e.Jp1Closed: _History.jp1_closed,
    e.Jp1Opened: _History.jp1_opened,
    e.ReconciliationRecorded: _History.reconciled,
}
