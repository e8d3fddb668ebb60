"""The two best hands of a session, from the claim to the cashier's signature, as its entries tell them.

Art. 55-20, 2°: identified by a member of the comité, paid after the images were viewed (JW-05 to JW-19).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from controller.game import events as e
from controller.game.cards import Card
from controller.game.felt import Pile, Place
from controller.game.inputs import ClaimDoubt
from controller.journal.entries import JournalEntry
from controller.journal.rounds import Rounds
from controller.registers.reading import Session

TENS: Final = frozenset("TJQKA")


@dataclass(slots=True)
class DoneBy:
    """Who did it and when."""

    person: str
    at_ms: int


@dataclass(slots=True)
class Review:
    """The images of one camera between two instants, as a second person saw them."""

    by: DoneBy
    conform: bool
    camera: str
    from_ms: int
    to_ms: int
    kept: bool


@dataclass(slots=True)
class Payment:
    """How one seat is paid; `signed` by a cashier once he has."""

    seat: int
    cents: int
    mode: str
    slip: str
    identity: str
    prepared: DoneBy
    signed: DoneBy | None = None


@dataclass(slots=True)
class RefusedClaim:
    """Why the claim was refused, who proposed that and who confirmed it.

    `kept`: the same seat wins by the true cards, and the value that was frozen stayed so. `corrected` are the
    cards of which the record was wrong: `(place, recorded, true)`.
    """

    reason: str
    persons: tuple[str, str]
    at_ms: int
    restored_cents: int | None = None
    kept: bool = False
    corrected: tuple[tuple[str, str, str], ...] = ()


@dataclass(slots=True)
class Ruled:
    """What two persons decided of a seat: of exchanged cards, or that its JP1 stake does not hold."""

    seat: int
    ruling: str
    persons: tuple[str, str]
    at_ms: int


@dataclass(slots=True)
class Win:
    """One verification of a session.

    Attributes:
        kind: `royal_flush` or `community_royal`; seat is the holder's, 0 where the board is the hand.
        cards: `(place, card)` of the five, the ace first.
        value_cents: frozen at the claim, None where no jackpot was claimed.
        share_cents: what the book paid this seat of it, None until it has.
        differs: `(place, card found, who, when)`; a report that a second person withdrew is not in it.
        stakes_refused: the seats of several that claimed whose stake does not hold: nothing is paid there.
        prizes: every JP1 prize of the round that the book was asked to pay, by seat and kind, in cents.
        aside: the book refused the claim, or its refusal, for good: nothing goes back to it.
        round_hash: of the round's last entry.
    """

    number: int
    attempt: int
    opened_ms: int
    kind: str = ""
    seat: int = 0
    cards: tuple[tuple[str, str], ...] = ()
    shown_ms: int = 0
    dealer: str = ""
    jp1_seats: tuple[int, ...] = ()
    claimed_ms: int = 0
    value_cents: int | None = None
    generation: int = 0
    next_generation: int = 0
    next_meter_cents: int = 0
    share_cents: int | None = None
    called_again: int = 0
    confirmed: dict[str, DoneBy] = field(default_factory=dict)
    differs: dict[str, tuple[str, DoneBy]] = field(default_factory=dict)
    identified: DoneBy | None = None
    reviews: list[Review] = field(default_factory=list)
    read_by: list[DoneBy] = field(default_factory=list)
    payments: list[Payment] = field(default_factory=list)
    armed: DoneBy | None = None
    released: tuple[str, str] | None = None
    released_ms: int = 0
    refused: RefusedClaim | None = None
    rulings: list[Ruled] = field(default_factory=list)
    stakes_refused: list[Ruled] = field(default_factory=list)
    prizes: dict[int, dict[str, int]] = field(default_factory=dict)
    aside: bool = False
    voided: bool = False
    round_hash: str = ""
    settled: bool = False

    @property
    def winners(self) -> int:
        """By how many the frozen value was shared; 0 while nobody was paid of it."""
        return 0 if not self.value_cents or not self.share_cents else self.value_cents // self.share_cents

    @property
    def remainder_cents(self) -> int:
        """What equal shares left over; it went to the next jackpot (JW-14)."""
        if self.value_cents is None or self.share_cents is None:
            return 0
        return self.value_cents - self.winners * self.share_cents

    @property
    def consolation(self) -> list[tuple[int, int]]:
        """`(seat, cents)` of every other JP1 bettor of the table (JW-11)."""
        return [
            (seat, kinds["consolation"])
            for seat, kinds in sorted(self.prizes.items())
            if "consolation" in kinds
        ]

    def due_cents(self, payment: Payment) -> int:
        """What the slip is paid with: the book's share of a jackpot, else what was prepared."""
        jackpot = self.kind == "royal_flush" and payment.seat == self.seat
        if not jackpot or self.value_cents is None or self.share_cents is None:
            return payment.cents
        return payment.cents - self.value_cents + self.share_cents

    @property
    def standing(self) -> str:
        """`paid`, `released`, `refused`, `voided` or `open`."""
        if self.refused is not None:
            return "refused"
        if self.released is not None:
            return "paid" if self.settled else "released"
        return "voided" if self.voided else "open"


def wins_of(session: Session) -> list[Win]:
    """Every verification of the session, in the order in which the hands were turned up."""
    return _Fold().of(session.entries)


class _Fold:
    """Goes through the entries of one session."""

    def __init__(self) -> None:
        self._wins: list[Win] = []
        self._now: Win | None = None
        self._rounds = Rounds()
        self._dealer = ""

    def of(self, entries: list[JournalEntry]) -> list[Win]:
        for told in entries:
            self._rounds.take(told.event)
            act = _ACTS.get(type(told.event))
            if act is not None:
                act(self, told, told.event)
        return self._wins

    def opened(self, told: JournalEntry, event: e.RoundOpened) -> None:
        self._now = Win(event.round, event.attempt, told.at_ms, dealer=self._dealer)

    def signed_on(self, told: JournalEntry, event: e.DealerSignedOn) -> None:
        self._dealer = event.person

    def contributed(self, told: JournalEntry, event: e.ContributionAsked) -> None:
        if self._now is not None:
            self._now.jp1_seats = event.seats

    def carried(self, told: JournalEntry, event: e.RoundVoided) -> None:
        """Coup nul: the verification, if there was one, ends with it."""
        if self._now is not None:
            self._now.voided, self._now.round_hash = True, told.hash

    def revealed(self, told: JournalEntry, event: e.CardsRevealed) -> None:
        self._name(self._running())

    def showdown(self, told: JournalEntry, event: e.ShowdownOpened) -> None:
        if self._now is not None and self._now in self._wins:
            self._now = self._anew(self._now)
        if self._now is not None and event.supervised:
            self._now.shown_ms = told.at_ms
            self._wins.append(self._now)
            self._name(self._now)

    @staticmethod
    def _anew(before: Win) -> Win:
        """The same round on its true cards: proved anew, with the value that stayed frozen."""
        win = Win(
            before.number, before.attempt, before.opened_ms, dealer=before.dealer, jp1_seats=before.jp1_seats
        )
        if before.refused is not None and before.refused.kept:
            win.claimed_ms, win.value_cents = before.claimed_ms, before.value_cents
            win.generation, win.next_generation = before.generation, before.next_generation
            win.next_meter_cents, win.aside = before.next_meter_cents, before.aside
        return win

    def record_corrected(self, told: JournalEntry, event: e.RecordCorrected) -> None:
        win = self._of(event.round)
        if win is not None and win.refused is not None:
            cards = ((str(one.place), one.recorded.text, one.card.text) for one in event.cards)
            win.refused.corrected = tuple(cards)

    def ruled(self, told: JournalEntry, event: e.SeatRuled) -> None:
        win = self._of(event.round)
        if win is not None:
            win.rulings.append(Ruled(event.seat, event.ruling, event.persons, told.at_ms))

    def stake_refused(self, told: JournalEntry, event: e.StakeRefused) -> None:
        """One of several that claim has no prize: what was prepared for him is no payment."""
        win = self._of(event.round)
        if win is not None:
            win.stakes_refused.append(Ruled(event.seat, "stake", event.persons, told.at_ms))
            win.payments = [one for one in win.payments if one.seat != event.seat]

    def _name(self, win: Win | None) -> None:
        """Which of the two best hands it is, once its five cards lie face up."""
        played = self._rounds.now
        if win is None or win.kind or played is None:
            return
        for seat in range(8):  # 0: the board alone
            cards = royal_of(played.shown, seat)
            if cards:
                win.kind = "royal_flush" if seat else "community_royal"
                win.seat, win.cards = seat, cards
                return

    def claimed(self, told: JournalEntry, event: e.ClaimRecorded) -> None:
        win = self._of(event.round)
        if win is not None:
            win.claimed_ms, win.value_cents = told.at_ms, event.value_cents
            win.generation, win.next_generation = event.generation, event.next_generation
            win.next_meter_cents = event.meter_cents

    def set_aside(self, told: JournalEntry, event: e.ActSetAside) -> None:
        """The book refused the claim or the payment for good: the value is what two persons read."""
        act, win = event.act, self._of(event.act.round)
        if win is None:
            return
        win.aside = win.aside or act.kind in ("claim", "refusal")
        if act.kind == "claim":
            win.claimed_ms, win.value_cents = told.at_ms, act.cents
        kinds = win.prizes.setdefault(act.seat, {})
        if act.kind == "award" and (act.code == "no_claim" or kinds.get("jackpot") == 0):
            kinds["jackpot"] = win.share_cents = act.cents

    def step(self, told: JournalEntry, event: e.Event) -> None:
        """One of the eight steps."""
        win = self._running()
        if win is None:
            return
        by = DoneBy(getattr(event, "person", ""), told.at_ms)
        match event:
            case e.ComiteCalledAgain():
                win.called_again = event.times
            case e.HandCardConfirmed():
                win.confirmed[str(event.place)] = by
            case e.HandCardDiffers():
                win.differs[str(event.place)] = (event.presented.text, by)
                win.confirmed.pop(str(event.place), None)
            case e.CardReportWithdrawn():
                win.differs.pop(str(event.place), None)
            case e.HandConfirmed():
                win.identified = by
            case e.VideoReviewed():
                where = event.camera, event.from_ms, event.to_ms
                win.reviews.append(Review(by, event.conform, *where, event.kept))
            case e.AmountRead():
                win.read_by.append(by)
            case e.PaymentPrepared():
                how = event.mode, event.slip, event.identity
                win.payments.append(Payment(event.seat, event.cents, *how, by))
            case e.ReleaseArmed():
                win.armed = by
            case e.ProposalsFallen():
                if "amount" in event.what:
                    win.read_by = [one for one in win.read_by if one.person != event.person]
                if "release" in event.what:
                    win.armed = None
            case e.AwardReleased():
                win.released, win.released_ms = event.persons, told.at_ms

    def refused(self, told: JournalEntry, event: e.AwardRefused) -> None:
        win = self._of(event.round)
        if win is not None:
            kept = event.reason is ClaimDoubt.HAND and win.value_cents is not None and not event.claimed
            win.refused = RefusedClaim(event.reason, event.persons, told.at_ms, kept=kept)

    def withdrawn(self, told: JournalEntry, event: e.ClaimWithdrawn) -> None:
        """The value went back: of the refusal before, though the true cards may be under proof by now."""
        for win in reversed(self._wins):
            if win.number == event.round and win.refused is not None:
                win.refused.restored_cents = event.meter_cents
                return

    def awards(self, told: JournalEntry, event: e.AwardAsked) -> None:
        win = self._of(event.round)
        if win is not None:
            kinds = win.prizes.setdefault(event.seat, {})
            kinds |= {one.kind: one.cents for one in event.awards}

    def awarded(self, told: JournalEntry, event: e.AwardRecorded) -> None:
        """The book's answer: a jackpot's cents were its to say."""
        win = self._of(event.round)
        kinds = win.prizes.get(event.seat, {}) if win is not None else {}
        if win is not None and kinds.get("jackpot") == 0:
            kinds["jackpot"] = win.share_cents = event.cents

    def slip_signed(self, told: JournalEntry, event: e.SlipSigned) -> None:
        win = self._of(event.round)
        for payment in win.payments if win is not None else ():
            if payment.seat == event.seat:
                payment.signed = DoneBy(event.person, told.at_ms)

    def closed(self, told: JournalEntry, event: e.RoundClosed) -> None:
        if self._now is not None:
            self._now.settled = True
            self._now.round_hash = told.hash

    def _running(self) -> Win | None:
        return self._wins[-1] if self._wins and self._wins[-1] is self._now else None

    def _of(self, number: int) -> Win | None:
        return next((win for win in reversed(self._wins) if win.number == number), None)


_ACTS: Final[dict[type[e.Event], Callable[[_Fold, JournalEntry, Any], None]]] = {
    e.DealerSignedOn: _Fold.signed_on,
    e.RoundOpened: _Fold.opened,
    e.ContributionAsked: _Fold.contributed,
    e.RoundVoided: _Fold.carried,
    e.CardsRevealed: _Fold.revealed,
    e.ShowdownOpened: _Fold.showdown,
    e.ClaimRecorded: _Fold.claimed,
    e.ActSetAside: _Fold.set_aside,
    **dict.fromkeys(
        (
            *(e.ComiteCalledAgain, e.HandCardConfirmed, e.HandCardDiffers, e.CardReportWithdrawn),
            *(e.HandConfirmed, e.VideoReviewed, e.AmountRead, e.PaymentPrepared, e.ReleaseArmed),
            *(e.AwardReleased, e.ProposalsFallen),
        ),
        _Fold.step,
    ),
    e.AwardRefused: _Fold.refused,
    e.RecordCorrected: _Fold.record_corrected,
    e.SeatRuled: _Fold.ruled,
    e.StakeRefused: _Fold.stake_refused,
    e.ClaimWithdrawn: _Fold.withdrawn,
    e.AwardAsked: _Fold.awards,
    e.AwardRecorded: _Fold.awarded,
    e.SlipSigned: _Fold.slip_signed,
    e.RoundClosed: _Fold.closed,
}


def royal_of(shown: Mapping[Place, Card], seat: int) -> tuple[tuple[str, str], ...]:
    """The royal of the board and this seat's cards, all face up, the ace first; nothing if there is none."""
    for suit in "cdhs":
        found = {
            card.text[0]: (str(place), card.text)
            for place, card in shown.items()
            if card.text[1] == suit and (place.pile is Pile.BOARD or (seat and place.seat == seat))
        }
        if found.keys() >= TENS:
            return tuple(found[rank] for rank in "AKQJT")
    return ()
