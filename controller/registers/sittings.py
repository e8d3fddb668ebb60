"""What a table did between its opening and its closing: counts, decks, jackpot, result (AC-01, AC-05, AC-06).

A session's journal mostly holds one sitting; a table that was closed and opened again by the same program
has another one in the same journal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from controller.game import events as e
from controller.game.money import MICRO
from controller.game.rectification.claimed_facts import Moved
from controller.journal.entries import JournalEntry
from controller.journal.rounds import Rounds
from controller.registers.reading import Session, meter_told


@dataclass(slots=True)
class Signature:
    """Who signed a count, in what role and when."""

    person: str
    role: str
    at_ms: int


@dataclass(slots=True)
class Count:
    """A count by denomination: `pieces` is the number of each value in cents.

    `given_up_by` said that this avance is none.
    """

    purpose: str
    at_ms: int
    pieces: dict[int, int] = field(default_factory=dict)
    signed: list[Signature] = field(default_factory=list)
    given_up_by: str = ""

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
        certified_by: the member of the comité who certified the history of JP1 as it stands (AC-07).
        result: None while the table is not closed by its sheet.
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
    result: e.ResultRecorded | None = None
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


_MeterActed = e.MeterCorrected | e.IncrementMoved | e.JackpotStopped | e.JackpotReopened | e.MeterActRefused


class _Fold:
    """Goes through the entries of one session."""

    def __init__(self) -> None:
        self._done: list[Sitting] = []
        self._meter = 0
        self._rounds = Rounds()
        self._dealers: dict[int, str] = {}
        self._owing: list[tuple[Owed, Sitting]] = []
        self._begin()

    def _begin(self) -> None:
        """Counts, serial numbers and ticks come before the opening itself."""
        self._certificate: e.HistoryCertified | None = None
        self._counts: list[Count] = []
        self._serials: dict[str, str] = {}
        self._ticked: dict[str, str] = {}

    def of(self, entries: list[JournalEntry]) -> list[Sitting]:
        for told in entries:
            self._rounds.take(told.event)
            act = _ACTS.get(type(told.event))
            if act is not None:
                act(self, told, told.event)
            moved = meter_told(told.event)
            if moved is not None and not isinstance(told.event, e.ResultRecorded):
                self._meter = moved
                if self._done and not self._done[-1].closed_ms:
                    self._done[-1].meter_cents = self._meter
        return self._done

    @property
    def _now(self) -> Sitting | None:
        return self._done[-1] if self._done and not self._done[-1].closed_ms else None

    def begun(self, told: JournalEntry, event: e.OpeningBegun) -> None:
        self._begin()

    def opened(self, told: JournalEntry, event: e.TableOpened) -> None:
        made = Sitting(
            told.seq,
            told.at_ms,
            event.chef,
            event.minimum_cents,
            event.maximum_cents,
            event.jp1_stake_cents,
            counts=self._counts,
            serials=self._serials,
            ticked=self._ticked,
            meter_start_cents=self._meter,
            meter_cents=self._meter,
        )
        self._done.append(made)

    def closed(self, told: JournalEntry, event: e.TableClosed) -> None:
        now = self._now
        if now is not None:
            now.closed_by = event.chef
            now.closed_ms = told.at_ms
            self._owing += [(owed, now) for owed in now.owed]
        self._begin()

    def owed(self, told: JournalEntry, event: e.OwedSigned) -> None:
        """What is signed for last is what the table leaves; who signed less before has signed it too."""
        now = self._now
        if now is None:
            return
        acts = [Owed(one.kind, one.round, one.attempt, one.seat, one.cents) for one in event.acts]
        if any(one not in now.owed for one in acts):
            now.owed_signed = []
        now.owed = acts
        now.owed_signed.append(Signature(event.person, event.role, told.at_ms))

    def _of(self, kind: str, told: JournalEntry, round_: int, seat: int = 0) -> Sitting | None:
        """The sitting that this answer of the book belongs to: the one that left it owed, or the present."""
        for at, (owed, sitting) in enumerate(self._owing):
            if (owed.kind, owed.round, owed.seat) == (kind, round_, seat):
                owed.answered_ms = told.at_ms
                del self._owing[at]
                return sitting
        now = self._now
        if now is not None:
            key = kind, round_, seat
            now.owed = [owed for owed in now.owed if (owed.kind, owed.round, owed.seat) != key]
        return now

    def counting(self, told: JournalEntry, event: e.ClosingBegun | e.AdvanceBegun) -> None:
        purpose = "closing" if isinstance(event, e.ClosingBegun) else "advance"
        self._counts.append(Count(purpose, told.at_ms))

    def left(self, told: JournalEntry, event: e.ClosingLeft) -> None:
        """The closing sheet was put away: what was counted on it does not count."""
        if self._counts and self._counts[-1].purpose == "closing":
            self._counts.pop()
        if self._now is not None:
            self._now.owed, self._now.owed_signed, self._now.jp1_chips = [], [], None
        self._fallen()

    def counted(self, told: JournalEntry, event: e.PiecesCounted) -> None:
        if not self._counts or self._counts[-1].purpose != event.purpose:
            self._counts.append(Count(event.purpose, told.at_ms))
        count = self._counts[-1]
        count.pieces[event.piece_cents] = event.count
        count.signed.clear()  # a piece counted anew is signed anew

    def given_up(self, told: JournalEntry, event: e.AdvanceGivenUp) -> None:
        if self._counts:
            self._counts[-1].given_up_by = event.person

    def fallen(self, told: JournalEntry, event: e.ProposalsFallen) -> None:
        """Who had signed alone is revoked: it is signed anew."""
        if "count" in event.what and self._counts:
            self._counts[-1].signed.clear()
        if "owed" in event.what and self._now is not None:
            self._now.owed, self._now.owed_signed = [], []

    def signed(self, told: JournalEntry, event: e.CashSigned) -> None:
        if self._counts:
            self._counts[-1].signed.append(Signature(event.person, event.role, told.at_ms))

    def serial(self, told: JournalEntry, event: e.SerialDeclared) -> None:
        self._serials[event.colour] = event.serial

    def ticked(self, told: JournalEntry, event: e.LineTicked) -> None:
        if event.done:
            self._ticked[event.line] = event.person
        else:
            self._ticked.pop(event.line, None)

    def round_closed(self, told: JournalEntry, event: e.RoundClosed) -> None:
        """By the settlements themselves; what `RoundClosed` says of the bank must be the same."""
        now, played = self._now, self._rounds.now
        if now is not None and played is not None and event.cards_drawn:
            now.rounds += 1
            now.first_round = now.first_round or event.round
            now.last_round = event.round
            now.bank_cents += played.bank_cents
        self._dealers[event.round] = event.dealer
        for one in now.rectified if now is not None else ():
            if one.round == event.round:
                one.dealer = event.dealer

    def rectification(self, told: JournalEntry, event: e.RectificationRecorded) -> None:
        """Of this sitting: a table that is closed rectifies nothing any more."""
        if self._now is not None:
            dealer = self._dealers.get(event.round, "")
            where = event.round, event.seat
            one = Rectified(told.seq, told.at_ms, *where, event.bank_cents, list(event.persons), dealer)
            self._now.rectified.append(one)
        count = self._counts[-1] if self._counts else None
        moved = event.orphans_cents if event.moved is Moved.LEFT else event.cents
        if count is not None and count.purpose == "closing" and event.moved is not Moved.ALREADY and moved:
            count.signed.clear()  # what lies in the tray is another sum now

    def round_voided(self, told: JournalEntry, event: e.RoundVoided) -> None:
        if self._now is not None:
            self._now.voided += 1

    def contributed(self, told: JournalEntry, event: e.ContributionRecorded) -> None:
        now, asked = self._of("contribution", told, event.round), self._rounds.asked
        self._stands_at(event.meter_before_cents)
        if now is not None and asked is not None:
            now.jp1_stakes += len(asked.seats)
            now.jp1_staked_cents += len(asked.seats) * asked.stake_cents
            now.jp1_contributed_cents += event.meter_cents - event.meter_before_cents

    def refunded(self, told: JournalEntry, event: e.RefundRecorded) -> None:
        now = self._of("refund", told, event.round, event.seat)
        if now is not None:
            now.jp1_refunded += 1

    def awarded(self, told: JournalEntry, event: e.AwardRecorded) -> None:
        now = self._of("award", told, event.round, event.seat)
        if now is not None:
            now.jp1_paid_cents += event.cents

    def contribution_refused(self, told: JournalEntry, event: e.ContributionRefused) -> None:
        """The book never had the stakes: that answers what was owed, and moves nothing."""
        self._of("contribution", told, event.round)

    def set_aside(self, told: JournalEntry, event: e.ActSetAside) -> None:
        """The book will never do it; the table has paid the prize and given the stake back all the same."""
        act = event.act
        now = self._of(act.kind, told, act.round, act.seat)
        if now is not None and act.kind == "award":
            now.jp1_paid_cents += act.cents
        if now is not None and act.kind == "refund":
            now.jp1_refunded += 1

    def finished(self, told: JournalEntry, event: e.FinishRecorded) -> None:
        self._of("finish", told, event.round)

    def meter_act(self, told: JournalEntry, event: _MeterActed) -> None:
        """What two persons did with the meter is answered too; its money is in no sitting's sums."""
        for owed, _ in self._owing:
            if owed.kind in ("correction", "stop", "reopening") and owed.attempt == event.number:
                owed.answered_ms = told.at_ms
        if isinstance(event, e.MeterCorrected | e.IncrementMoved | e.JackpotReopened):
            self._fallen()
        if isinstance(event, e.JackpotStopped):
            self._stands_at(event.meter_cents)

    def _fallen(self) -> None:
        """The history is another now, and is certified again."""
        self._certificate = None
        if self._now is not None:
            self._now.certified_by = ""

    def _stands_at(self, meter_cents: int) -> None:
        """A display that moves by no act of this table ends the certificate, but where others move it.

        A table alone tells of nothing elsewhere; one whose others were still until now closes by the same
        certificate, and then it stood.
        """
        told = self._certificate.session if self._certificate is not None else None
        linked = told is not None and bool(told.elsewhere or told.others_cents)
        if self._now is not None and meter_cents != self._meter and not linked:
            self._now.certified_by = ""

    def read(self, told: JournalEntry, event: e.MeterRead) -> None:
        self._stands_at(event.meter_cents)

    def reconciled(self, told: JournalEntry, event: e.ReconciliationRecorded) -> None:
        stood, figures = self._certificate, event.figures
        if stood is None or self._now is None:
            return
        if figures.book_seq >= stood.book_seq:
            self._stands_at(figures.meter_micro // MICRO)
            self._meter = figures.meter_micro // MICRO
        if figures.residual_micro != stood.residual_micro:
            self._fallen()

    def recorded(self, told: JournalEntry, event: e.ResultRecorded) -> None:
        now, stood = self._now, self._certificate
        if now is None:
            return
        now.result = event
        if stood is not None:
            now.certified_by = stood.person

    def chips(self, told: JournalEntry, event: e.Jp1ChipsCounted) -> None:
        if self._now is None:
            return
        count, registered = self._now.jp1_chips or (event.registered, event.registered)
        if event.count - event.registered != count - registered:
            self._fallen()
        self._now.jp1_chips = event.count, event.registered

    def certified(self, told: JournalEntry, event: e.HistoryCertified) -> None:
        if self._now is not None:
            self._now.certified_by, self._certificate = event.person, event

    def orphan(self, told: JournalEntry, event: e.OrphanBooked) -> None:
        if self._now is not None:
            self._now.orphans.append((told.seq, told.at_ms, event.person, event.cents, event.place))


_ACTS: Final[dict[type[e.Event], Callable[[_Fold, JournalEntry, Any], None]]] = {
    e.OpeningBegun: _Fold.begun,
    e.TableOpened: _Fold.opened,
    e.TableClosed: _Fold.closed,
    e.ClosingBegun: _Fold.counting,
    e.AdvanceBegun: _Fold.counting,
    e.AdvanceGivenUp: _Fold.given_up,
    e.ProposalsFallen: _Fold.fallen,
    e.ClosingLeft: _Fold.left,
    e.PiecesCounted: _Fold.counted,
    e.CashSigned: _Fold.signed,
    e.SerialDeclared: _Fold.serial,
    e.LineTicked: _Fold.ticked,
    e.RoundClosed: _Fold.round_closed,
    e.RoundVoided: _Fold.round_voided,
    e.RectificationRecorded: _Fold.rectification,
    e.ContributionRecorded: _Fold.contributed,
    e.ContributionRefused: _Fold.contribution_refused,
    e.FinishRecorded: _Fold.finished,
    e.ActSetAside: _Fold.set_aside,
    **dict.fromkeys(
        (e.MeterCorrected, e.IncrementMoved, e.JackpotStopped, e.JackpotReopened, e.MeterActRefused),
        _Fold.meter_act,
    ),
    e.RefundRecorded: _Fold.refunded,
    e.AwardRecorded: _Fold.awarded,
    e.ResultRecorded: _Fold.recorded,
    e.OrphanBooked: _Fold.orphan,
    e.Jp1ChipsCounted: _Fold.chips,
    e.HistoryCertified: _Fold.certified,
    e.MeterRead: _Fold.read,
    e.ReconciliationRecorded: _Fold.reconciled,
    e.OwedSigned: _Fold.owed,
}
