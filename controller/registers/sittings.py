"""What a table did between its opening and its closing: counts, decks, jackpot, result (AC-01, AC-05, AC-06).

A session's journal mostly holds one sitting; a table that was closed and opened again by the same program
has another one in the same journal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from controller.registers.reading import Session, Told


@dataclass(slots=True)
class Signature:
    """Who signed a count, in what role and when."""

    person: str
    role: str
    at_ms: int


@dataclass(slots=True)
class Count:
    """A count by denomination: `pieces` is the number of each value in cents."""

    purpose: str
    at_ms: int
    pieces: dict[int, int] = field(default_factory=dict)
    signed: list[Signature] = field(default_factory=list)

    @property
    def cents(self) -> int:
        """What was counted."""
        return sum(piece * number for piece, number in self.pieces.items())


@dataclass(slots=True)
class Owed:
    """An act that the book had not answered when the table closed, and when it did; 0: not yet."""

    kind: str
    round: int
    attempt: int
    seat: int
    cents: int
    answered_ms: int = 0


@dataclass(slots=True)
class Rectified:
    """A settled seat put right: whose round it was, and what the bank's result takes of it (AC-10)."""

    seq: int
    at_ms: int
    round: int
    seat: int
    bank_cents: int
    persons: list[str]
    dealer: str = ""


@dataclass(slots=True)
class Sitting:
    """A table from its opening to its closing; JP1 money is in fields of its own (AC-06, AC-13).

    Attributes:
        seq: entry of the opening; it names the sitting.
        chef, closed_by: who opened and who closed; `closed_ms` 0: still open, or cut off.
        counts: avances and encaisse, in the order in which they were begun.
        serials: the decks' serial numbers by colour.
        bank_cents: what the rounds won for the bank, JP1 apart, by the settlements.
        rectified_cents: what rectifications made of it since (AC-10).
        jp1_paid_cents: prizes the book paid at this table, the jackpot among them.
        jp1_chips: JP1 chips counted, and stakes registered (AC-08); None while nobody has counted them.
        certified_by: the member of the comité who certified the history of JP1 (AC-07).
        result: the body of `ResultRecorded`, None while the table is not closed by its sheet.
        orphans: `(entry, instant, person, cents, place)`.
        owed: what the book still owed at the closing; its answers are counted here, whenever they came.
    """

    seq: int
    opened_ms: int
    chef: str
    minimum_cents: int
    maximum_cents: int
    jp1_stake_cents: int
    closed_ms: int = 0
    closed_by: str = ""
    counts: list[Count] = field(default_factory=list)
    serials: dict[str, str] = field(default_factory=dict)
    rounds: int = 0
    voided: int = 0
    first_round: int = 0
    last_round: int = 0
    bank_cents: int = 0
    rectified: list[Rectified] = field(default_factory=list)
    jp1_stakes: int = 0
    jp1_staked_cents: int = 0
    jp1_contributed_cents: int = 0
    jp1_refunded: int = 0
    jp1_paid_cents: int = 0
    meter_start_cents: int = 0
    meter_cents: int = 0
    ticked: dict[str, str] = field(default_factory=dict)
    jp1_chips: tuple[int, int] | None = None
    certified_by: str = ""
    result: dict[str, Any] | None = None
    orphans: list[tuple[int, int, str, int, str]] = field(default_factory=list)
    owed: list[Owed] = field(default_factory=list)
    owed_signed: list[Signature] = field(default_factory=list)

    @property
    def closing(self) -> Count | None:
        """The encaisse as it was counted last."""
        return next((count for count in reversed(self.counts) if count.purpose == "closing"), None)

    @property
    def rectified_cents(self) -> int:
        """What rectifications made of the bank's result."""
        return sum(one.bank_cents for one in self.rectified)

    @property
    def orphans_cents(self) -> int:
        """What was booked as orphelins."""
        return sum(cents for _, _, _, cents, _ in self.orphans)


def sittings_of(session: Session) -> list[Sitting]:
    """Every sitting of the session, the oldest first."""
    return _Fold().of(session.entries)


class _Fold:
    """Goes through the entries of one session."""

    def __init__(self) -> None:
        self._done: list[Sitting] = []
        self._meter = 0
        self._seats: dict[int, int] = {}
        self._stakes = (0, 0)
        self._dealers: dict[int, str] = {}
        self._owing: list[tuple[Owed, Sitting]] = []
        self._begin()

    def _begin(self) -> None:
        """Counts, serial numbers and ticks come before the opening itself."""
        self._counts: list[Count] = []
        self._serials: dict[str, str] = {}
        self._ticked: dict[str, str] = {}

    def of(self, entries: list[Told]) -> list[Sitting]:
        for told in entries:
            act = _ACTS.get(told.kind)
            if act is not None:
                act(self, told, told.body)
            moved = told.body.get("meter_cents", told.body.get("after_cents"))
            if moved is not None and told.kind != "ResultRecorded":
                self._meter = moved
                if self._done and not self._done[-1].closed_ms:
                    self._done[-1].meter_cents = self._meter
        return self._done

    @property
    def _now(self) -> Sitting | None:
        return self._done[-1] if self._done and not self._done[-1].closed_ms else None

    def begun(self, told: Told, body: dict[str, Any]) -> None:
        self._begin()

    def opened(self, told: Told, body: dict[str, Any]) -> None:
        made = Sitting(
            told.seq,
            told.at_ms,
            body["chef"],
            body["minimum_cents"],
            body["maximum_cents"],
            body["jp1_stake_cents"],
            counts=self._counts,
            serials=self._serials,
            ticked=self._ticked,
            meter_start_cents=self._meter,
            meter_cents=self._meter,
        )
        self._done.append(made)

    def closed(self, told: Told, body: dict[str, Any]) -> None:
        now = self._now
        if now is not None:
            now.closed_by = body["chef"]
            now.closed_ms = told.at_ms
            self._owing += [(owed, now) for owed in now.owed]
        self._begin()

    def owed(self, told: Told, body: dict[str, Any]) -> None:
        """What is signed for last is what the table leaves; who signed less before has signed it too."""
        now = self._now
        if now is None:
            return
        acts = [Owed(**one) for one in body["acts"]]
        if any(one not in now.owed for one in acts):
            now.owed_signed = []
        now.owed = acts
        now.owed_signed.append(Signature(body["person"], body["role"], told.at_ms))

    def _of(self, kind: str, told: Told, body: dict[str, Any]) -> Sitting | None:
        """The sitting that this answer of the book belongs to: the one that left it owed, or the present."""
        seat = body.get("seat", 0)
        for at, (owed, sitting) in enumerate(self._owing):
            if (owed.kind, owed.round, owed.seat) == (kind, body["round"], seat):
                owed.answered_ms = told.at_ms
                del self._owing[at]
                return sitting
        now = self._now
        if now is not None:
            key = kind, body["round"], seat
            now.owed = [owed for owed in now.owed if (owed.kind, owed.round, owed.seat) != key]
        return now

    def counting(self, told: Told, body: dict[str, Any]) -> None:
        purpose = "closing" if told.kind == "ClosingBegun" else "advance"
        self._counts.append(Count(purpose, told.at_ms))

    def left(self, told: Told, body: dict[str, Any]) -> None:
        """The closing sheet was put away: what was counted on it does not count."""
        if self._counts and self._counts[-1].purpose == "closing":
            self._counts.pop()
        if self._now is not None:
            self._now.owed, self._now.owed_signed = [], []

    def counted(self, told: Told, body: dict[str, Any]) -> None:
        if not self._counts or self._counts[-1].purpose != body["purpose"]:
            self._counts.append(Count(body["purpose"], told.at_ms))
        count = self._counts[-1]
        count.pieces[body["piece_cents"]] = body["count"]
        count.signed.clear()  # a piece counted anew is signed anew

    def signed(self, told: Told, body: dict[str, Any]) -> None:
        if self._counts:
            self._counts[-1].signed.append(Signature(body["person"], body["role"], told.at_ms))

    def serial(self, told: Told, body: dict[str, Any]) -> None:
        self._serials[body["colour"]] = body["serial"]

    def ticked(self, told: Told, body: dict[str, Any]) -> None:
        if body["done"]:
            self._ticked[body["line"]] = body["person"]
        else:
            self._ticked.pop(body["line"], None)

    def round_opened(self, told: Told, body: dict[str, Any]) -> None:
        self._seats = {}

    def settled(self, told: Told, body: dict[str, Any]) -> None:
        lines = [line for line in body["lines"] if line["spot"] != "jp1"]
        self._seats[body["seat"]] = sum(line["taken_cents"] - line["paid_cents"] for line in lines)

    def taken_back(self, told: Told, body: dict[str, Any]) -> None:
        self._seats.pop(body["seat"], None)

    def round_closed(self, told: Told, body: dict[str, Any]) -> None:
        """By the settlements themselves; what `RoundClosed` says of the bank must be the same."""
        now = self._now
        if now is not None and body["cards_drawn"]:
            now.rounds += 1
            now.first_round = now.first_round or body["round"]
            now.last_round = body["round"]
            now.bank_cents += sum(self._seats.values())
        self._dealers[body["round"]] = body.get("dealer", "")
        for one in now.rectified if now is not None else ():
            if one.round == body["round"]:
                one.dealer = body.get("dealer", "")

    def rectification(self, told: Told, body: dict[str, Any]) -> None:
        """Of this sitting: a table that is closed rectifies nothing any more."""
        if self._now is not None:
            dealer = self._dealers.get(body["round"], "")
            where = body["round"], body["seat"]
            one = Rectified(told.seq, told.at_ms, *where, body["bank_cents"], list(body["persons"]), dealer)
            self._now.rectified.append(one)

    def round_voided(self, told: Told, body: dict[str, Any]) -> None:
        if self._now is not None:
            self._now.voided += 1

    def asked(self, told: Told, body: dict[str, Any]) -> None:
        self._stakes = len(body["seats"]), body["stake_cents"]

    def contributed(self, told: Told, body: dict[str, Any]) -> None:
        now = self._of("contribution", told, body)
        if now is not None:
            count, stake_cents = self._stakes
            now.jp1_stakes += count
            now.jp1_staked_cents += count * stake_cents
            now.jp1_contributed_cents += body["meter_cents"] - body["meter_before_cents"]

    def refunded(self, told: Told, body: dict[str, Any]) -> None:
        now = self._of("refund", told, body)
        if now is not None:
            now.jp1_refunded += 1

    def awarded(self, told: Told, body: dict[str, Any]) -> None:
        now = self._of("award", told, body)
        if now is not None:
            now.jp1_paid_cents += body["cents"]

    def contribution_refused(self, told: Told, body: dict[str, Any]) -> None:
        """The book never had the stakes: that answers what was owed, and moves nothing."""
        self._of("contribution", told, body)

    def set_aside(self, told: Told, body: dict[str, Any]) -> None:
        """The book will never do it; the table has paid the prize and given the stake back all the same."""
        act = body["act"]
        now = self._of(act["kind"], told, act)
        if now is not None and act["kind"] == "award":
            now.jp1_paid_cents += act["cents"]
        if now is not None and act["kind"] == "refund":
            now.jp1_refunded += 1

    def finished(self, told: Told, body: dict[str, Any]) -> None:
        self._of("finish", told, body)

    def meter_act(self, told: Told, body: dict[str, Any]) -> None:
        """What two persons did with the meter is answered too; its money is in no sitting's sums."""
        for owed, _ in self._owing:
            if owed.kind in ("correction", "stop", "reopening") and owed.attempt == body["number"]:
                owed.answered_ms = told.at_ms

    def recorded(self, told: Told, body: dict[str, Any]) -> None:
        if self._now is not None:
            self._now.result = body

    def chips(self, told: Told, body: dict[str, Any]) -> None:
        if self._now is not None:
            self._now.jp1_chips = body["count"], body["registered"]

    def certified(self, told: Told, body: dict[str, Any]) -> None:
        if self._now is not None:
            self._now.certified_by = body["person"]

    def orphan(self, told: Told, body: dict[str, Any]) -> None:
        if self._now is not None:
            self._now.orphans.append((told.seq, told.at_ms, body["person"], body["cents"], body["place"]))


_ACTS: Final[dict[str, Callable[[_Fold, Told, dict[str, Any]], None]]] = {
    "OpeningBegun": _Fold.begun,
    "TableOpened": _Fold.opened,
    "TableClosed": _Fold.closed,
    "ClosingBegun": _Fold.counting,
    "AdvanceBegun": _Fold.counting,
    "ClosingLeft": _Fold.left,
    "PiecesCounted": _Fold.counted,
    "CashSigned": _Fold.signed,
    "SerialDeclared": _Fold.serial,
    "LineTicked": _Fold.ticked,
    "RoundOpened": _Fold.round_opened,
    "SeatSettled": _Fold.settled,
    "SettlementTakenBack": _Fold.taken_back,
    "RoundClosed": _Fold.round_closed,
    "RoundVoided": _Fold.round_voided,
    "RectificationRecorded": _Fold.rectification,
    "ContributionAsked": _Fold.asked,
    "ContributionRecorded": _Fold.contributed,
    "ContributionRefused": _Fold.contribution_refused,
    "FinishRecorded": _Fold.finished,
    "ActSetAside": _Fold.set_aside,
    **dict.fromkeys(
        ("MeterCorrected", "IncrementMoved", "JackpotStopped", "JackpotReopened", "MeterActRefused"),
        _Fold.meter_act,
    ),
    "RefundRecorded": _Fold.refunded,
    "AwardRecorded": _Fold.awarded,
    "ResultRecorded": _Fold.recorded,
    "OrphanBooked": _Fold.orphan,
    "Jp1ChipsCounted": _Fold.chips,
    "HistoryCertified": _Fold.certified,
    "OwedSigned": _Fold.owed,
}
