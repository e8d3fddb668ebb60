"""A table to play with in a test: intents and cards in words, the state after every step.

`Felt` runs the pure core as `controller.table.table` does (decide or judge, evolve, follow) without a
journal, and answers the book's requests with the arithmetic of one jackpot.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from copy import copy
from typing import Any

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.cards import Card, FaceDown, parse_cards
from controller.game.consequences import follow
from controller.game.decide import decide
from controller.game.evolve import evolve
from controller.game.incidents.voiding import comite_confirms, seats_to_refund
from controller.game.inputs import Incident, Intent, Observation, Role
from controller.game.invariants import broken
from controller.game.judge import judge
from controller.game.meter.acts import reconciled
from controller.game.meter.types import BookFigures
from controller.game.money import MICRO
from controller.game.opening.cash import CashTerms
from controller.game.opening.sheets import CLOSING_TICKS, OPENING_TICKS
from controller.game.payment.large_payments import payment_to_confirm
from controller.game.payment.steps import refusal_proposed
from controller.game.payment.winning_hand import hand_places, payees
from controller.game.profile import RuleProfile
from controller.game.react import react
from controller.game.refusals import Refusal
from controller.game.session_terms import TableFacts
from controller.game.side_bets import SideStake
from controller.game.state import TableState, seats_to_settle
from controller.settings.rules import load_profile

START_MS = 1_763_668_800_000
STAKE_CENTS = 500
SHARE = 250_000


def facts(profile: RuleProfile | None = None, **changes: object) -> TableFacts:
    """The facts of a simulated table with the shipped profile."""
    known = {
        "table": "UTH-2",
        "session": 1,
        "simulated": True,
        "profile": profile or load_profile("fr-55-20-2021"),
        "jp1_stake_cents": STAKE_CENTS,
        "jp1_meter_share": SHARE,
        **changes,
    }
    return TableFacts(**known)  # type: ignore[arg-type]


CHEF = ("Chef 1", Role.CHEF)
COMITE = ("Durand", Role.COMITE)
CASHIER = ("Lopez", Role.CASHIER)
TERMS = CashTerms(2_500_000, (100_000, 50_000, 10_000, 2_500, 500), (("red", "R-0001"), ("blue", "B-0001")))
"""An avance of 25,000 €: 5,000 times a minimum of 5 € (AC-02)."""
FLOAT = {"p100000": 15, "p50000": 12, "p10000": 30, "p2500": 30, "p500": 50}


class Felt:
    """One table in memory. Every method returns the felt itself, so that a round reads as a sentence."""

    kind: ContextVar[type[Felt] | None] = ContextVar("kind", default=None)
    """Of which kind all tables are that are made now, where it is a further one: `tests/ui/longest.py`."""

    def __new__(cls, *told: object, **known: object) -> Felt:
        return super().__new__(cls.kind.get() or cls)

    def __init__(self, profile: RuleProfile | None = None, *, jp1: bool = True, **known: object) -> None:
        self.state = TableState(facts(profile, **known))
        self.now_ms = START_MS
        self.entries: list[e.Entry] = []
        self.asked: list[r.Request] = []
        self.meter_cents = 1_000_000
        self.generation = 1
        self.book_seq = 1
        self.answering = True
        self.stop = ""
        self.frames = 0  # of the shoe
        if jp1:
            self.see(i.MeterObserved(1, self.meter_cents, self.book_seq))

    def again(self) -> Felt:
        """A table of its own that stands where this one does."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list):
                setattr(other, name, [*value])
        return other

    # --- steps ----------------------------------------------------------------------------------

    def tap(self, intent: Intent) -> Refusal | None:
        """The intent is taken, or its refusal is returned."""
        self.now_ms += 1_000
        decided = decide(self.state, intent)
        if isinstance(decided, Refusal):
            self._step(decided.written)
            return decided
        self._step(decided)
        return None

    def do(self, *intents: Intent) -> Felt:
        """Every intent is taken; a refusal fails the test."""
        for intent in intents:
            refusal = self.tap(intent)
            assert refusal is None, f"{intent} was refused: {refusal}"
        return self

    def see(self, *observations: Observation) -> Felt:
        """The observations have been judged."""
        for observation in observations:
            self.now_ms += 100
            self._step(judge(self.state, observation))
        return self

    def _step(self, events: Sequence[e.Event]) -> None:
        batch: Iterable[e.Event] = events
        while batch:
            for event in batch:
                entry = e.Entry(self.state.seq + 1, self.now_ms, event)
                after = evolve(self.state, entry)
                fault = broken(self.state, event, after)
                assert not fault, fault
                self.state = after
                self.entries.append(entry)
            batch = follow(self.state)
        self._answer()

    def _answer(self) -> None:
        """The book answers at once, unless the test keeps it from doing so."""
        wanted = [request for request in react(self.state) if isinstance(request, r.BookRequest)]
        if wanted and self.answering and wanted[0] not in self.asked:
            self.asked.append(wanted[0])
            self.see(self.answer(wanted[0]))

    def answer(self, request: r.Request) -> Observation:
        """What the book says to this request."""
        self.book_seq += 1
        seq = self.book_seq
        match request:
            case r.Contribute():
                before = self.meter_cents
                self.meter_cents += len(request.seats) * request.stake_cents * SHARE // 1_000_000
                return i.ContributionObserved(
                    request.round, request.attempt, self.generation, before, self.meter_cents, seq
                )
            case r.Claim():
                value, self.meter_cents, self.generation = self.meter_cents, 1_000_000, self.generation + 1
                self.frozen_cents = value
                return i.ClaimObserved(
                    request.round,
                    request.attempt,
                    self.generation - 1,
                    value,
                    self.generation,
                    self.meter_cents,
                    seq,
                )
            case r.Award():
                cents = sum(
                    self.frozen_cents if kind == "jackpot" else cents for kind, cents in request.awards
                )
                return i.AwardObserved(
                    request.round, request.attempt, request.seat, cents, self.meter_cents, seq
                )
            case r.RefuseClaim():
                self.meter_cents = self.frozen_cents
                return i.ClaimRefusedObserved(
                    request.round, request.attempt, self.generation, self.meter_cents, seq
                )
            case r.Refund():
                self.meter_cents -= STAKE_CENTS * SHARE // 1_000_000
                return i.RefundObserved(request.round, request.attempt, request.seat, self.meter_cents, seq)
            case r.Correct():
                before = self.meter_cents
                self.meter_cents += request.cents
                return i.CorrectionObserved(request.attempt, before, self.meter_cents, seq)
            case r.Stop():
                self.stop = request.fate
                return i.StopObserved(request.attempt, self.meter_cents, seq)
            case r.Reopen():
                self.stop = ""
                agrees = self.state.upkeep.difference is None
                return i.ReopeningObserved(
                    request.attempt, self.generation, self.meter_cents, seq, agrees=agrees
                )
            case r.ReadBook():
                self.book_seq -= 1
                return i.ReconciliationObserved(request.attempt, self.figures())
            case r.Finish():
                return i.FinishObserved(request.round, self.meter_cents, seq)
        raise AssertionError(request)

    def figures(self, **changes: object) -> BookFigures:
        """The whole book as it stands, adding up unless told otherwise."""
        meter_micro = self.meter_cents * MICRO
        known: dict[str, Any] = {
            **dict.fromkeys(BookFigures.__dataclass_fields__, 0),
            "book_seq": self.book_seq,
            "generation": self.generation,
            "meter_micro": meter_micro,
            "seed_micro": meter_micro,
            "stop": "",
            "wins": (),
        }
        return BookFigures(**{**known, **changes})

    # --- a round in words -----------------------------------------------------------------------

    def badge(self, person: str = "Chef 1", role: Role = Role.CHEF) -> Felt:
        """This badge is in the reader."""
        return self.see(i.BadgeObserved(person, role))

    def person(self, person: str, role: Role) -> Felt:
        """This person has put his badge in the reader and shown his PIN; a chef has taken charge."""
        self.badge(person, role)
        assert self.state.badge is not None
        self.see(i.PinAnswered(person, self.state.badge.shown, True))
        return self.see(i.ChargeObserved(person, True)) if role is Role.CHEF else self

    def dealer(self, person: str = "croupier-07") -> Felt:
        """This dealer is signed on."""
        return self.person(person, Role.DEALER).do(i.SignOn()).see(i.BadgeGone())

    def open(self, *, sensors: bool = False) -> Felt:
        """The table is open and takes bets; its JP1 sensors are there and proven, or nobody spoke of them."""
        if self.state.facts.register:
            self.dealer()
        self.do(i.OpenTable())
        if sensors:
            self.see(i.HealthObserved(i.Machine.CHIPS, i.Health.UP)).prove(*self.state.places)
        if self.state.facts.cash is not None:
            self.fill_opening()
        chef = self.person("Chef 1", Role.CHEF) if self.state.facts.register else self.badge()
        return chef.do(i.ConfirmOpening()).see(i.BadgeGone())

    def deck(self, colour: str = "red", ready: str = "") -> Felt:
        """The shuffler has counted a deck of this colour, which is in the shoe now; another may lie ready."""
        shuffle = i.ShufflerMode.SHUFFLE
        self.see(i.ShufflerObserved(shuffle, "", colour, 52, True))
        return self.see(i.ShufflerObserved(shuffle, "", ready, 52 if ready else 0, bool(ready)))

    def next_round(self) -> Felt:
        """The next round is open, and its deck in the shoe."""
        return self.do(i.NextRound()).other_deck()

    def other_deck(self) -> Felt:
        """The deck that was not dealt last is in the shoe, if a shuffler gives the decks."""
        dealt = self.state.decks.dealt
        return self.deck({"red": "blue"}.get(dealt, "red")) if dealt else self

    # --- the sheets -----------------------------------------------------------------------------

    def count(self, **pieces: int) -> Felt:
        """`count(p50000=40)`: so many pieces of each value in cents."""
        return self.do(*(i.CountPieces(int(name[1:]), number) for name, number in pieces.items()))

    def sign(self, *people: tuple[str, Role]) -> Felt:
        """These people sign the count, one after the other."""
        for person, role in people:
            self.badge(person, role).do(i.SignCash())
        return self.see(i.BadgeGone())

    def tick(self, *lines: i.SheetLine) -> Felt:
        """These lines are done."""
        return self.do(*(i.TickLine(line) for line in lines))

    def fill_opening(self) -> Felt:
        """Every line of the opening sheet is done."""
        self.do(i.DeclareSerial("red", "R-0001"), i.DeclareSerial("blue", "B-0001"))
        self.do(i.CountDeck("red", 52), i.CountDeck("blue", 52))
        lines = [line for line in OPENING_TICKS if line is not i.SheetLine.JACKPOT or self.state.profile.jp1]
        return self.tick(*lines).count(**FLOAT).sign(CHEF, COMITE)

    def fill_closing(self, **encaisse: int) -> Felt:
        """Every line of the closing sheet is done, the encaisse counted so (as brought, when not told)."""
        self.badge().do(i.BeginClosing())
        decks = (line for line in CLOSING_TICKS if line.value.startswith("decks"))
        self.tick(*decks).count(**(encaisse or FLOAT)).sign(CHEF, CASHIER)
        if self.state.profile.jp1:
            self.badge(*COMITE).do(i.CountJp1Chips(self.state.upkeep.session.chips_due))
            if not reconciled(self.state):
                self.tick(i.SheetLine.RECONCILIATION)
            self.tick(i.SheetLine.JACKPOT_HISTORY)
        return self.badge()

    def stakes(self, **seats: tuple[int, ...] | int) -> Felt:
        """`stakes(s1=1000, s4=(1000, 500))`: Ante (= Blind) and side bets in cents, in the felt's order."""
        for name, cents in seats.items():
            ante, *sides = cents if isinstance(cents, tuple) else (cents,)
            first, *others = sides or [0]
            further = zip(self.state.profile.side_spots[1:], others, strict=False)
            laid = tuple(SideStake(spot, more) for spot, more in further if more)
            self.do(i.SetStakes(int(name[1:]), ante, first, laid))
        return self

    def as_before(self, *seats: int) -> Felt:
        """These seats have laid what they staked in the deal before; all who may, where none is named."""
        return self.do(*(map(i.ConfirmStakes, seats) if seats else (i.ConfirmRest(),)))

    def chips(self, *seats: int) -> Felt:
        """A JP1 chip lies at these seats."""
        return self.see(*(i.ChipObserved(seat, True) for seat in seats))

    def prove(self, *seats: int) -> Felt:
        """A hand has covered the JP1 spots of these seats and uncovered them."""
        for seat in seats:
            if not self.state.seat(seat).chip:
                self.see(i.ChipObserved(seat, True))
            self.see(i.ChipObserved(seat, False))
        return self

    def sweep(self) -> Felt:
        """No chip lies on a JP1 spot any more."""
        return self.see(*(i.ChipObserved(n, False) for n in self.state.places if self.state.seat(n).chip))

    def close(self) -> Felt:
        """What stands is confirmed, the bets closed, and JP1, if any chip lies there, collected."""
        if self.state.hollow:
            self.as_before()
        self.do(i.CloseBets())
        if self.state.phase == "latched":
            self.do(i.CollectJp1()).sweep()
        return self

    def draw(self, cards: str) -> Felt:
        """These cards leave the shoe, one after the other, a frame each; `??` is one that cannot be read."""
        for text in cards.split():
            for card in (None,) if text == "??" else parse_cards(text):
                self.frames += 1
                if card is None:
                    self.see(i.UnreadableObserved(self.frames))
                else:
                    self.see(i.CardObserved(FaceDown(card), self.frames))
        return self

    def play(self, multiple: int, *seats: int) -> Felt:
        """These seats bet so many times their Ante."""
        return self.do(*(i.BetPlay(seat, multiple) for seat in seats))

    def fold(self, *seats: int) -> Felt:
        """These seats give up."""
        return self.do(*(i.Fold(seat) for seat in seats))

    def showdown(self) -> Felt:
        """The hands are open."""
        return self.do(i.OpenHands())

    # --- the two best hands ---------------------------------------------------------------------

    def identify(self, person: str = "Durand") -> Felt:
        """A member of the comité has confirmed the five cards, one by one, and the hand."""
        self.badge(person, Role.COMITE)
        return self.do(*(i.ConfirmCard(place) for place in hand_places(self.state)), i.ConfirmHand())

    def view_images(self, person: str = "Petit", *, camera: str = "C-14") -> Felt:
        """A second person has viewed the images, which are preserved."""
        return self.badge(person, Role.VIDEO).do(i.ReviewVideo(True, camera, True))

    def read_amounts(self, first: str = "Durand", second: str = "Petit") -> Felt:
        """Two persons have read the amounts."""
        self.badge(first, Role.COMITE).do(i.ReadAmount())
        return self.badge(second, Role.VIDEO).do(i.ReadAmount())

    def prepare_payments(self, person: str = "Durand") -> Felt:
        """Every payment has its slip and its identity check."""
        self.badge(person, Role.COMITE)
        for seat in payees(self.state):
            self.do(i.PreparePayment(seat, i.PaymentMode.TRANSFER, f"B-{seat}", f"ID-{seat}"))
        return self

    def release(self, first: str = "Durand", second: str = "Petit") -> Felt:
        """The payment is armed by one person and confirmed by another."""
        self.badge(first, Role.COMITE).do(i.ArmRelease())
        return self.badge(second, Role.VIDEO).do(i.ReleaseAward())

    def prove_hand(self) -> Felt:
        """Everything before the release is there."""
        return self.identify().view_images().read_amounts().prepare_payments()

    def refuse(
        self, reason: i.ClaimDoubt = i.ClaimDoubt.IMAGES, first: str = "Durand", second: str = "Petit"
    ) -> Felt:
        """The claim is refused by two persons; where the record is wrong, they have keyed the true cards."""
        self.badge(first, Role.COMITE).do(i.ProposeRefusal(reason))
        return self.badge(second, Role.VIDEO).do(*refusal_proposed(self.state))

    def rule(self, seat: int, ruling: i.SeatRuling) -> Felt:
        """Two persons decide what becomes of a seat whose cards were exchanged."""
        self.badge("Durand", Role.COMITE).do(i.ProposeRuling(seat, ruling))
        return self.badge("Petit", Role.VIDEO).do(i.ConfirmRuling(seat, ruling))

    def settle(self) -> Felt:
        """Every seat is settled, from 7 to 1, the contested last; a chef confirms what is much."""
        if self.state.phase == "showdown":
            self.do(i.OpenSettlement())
        for seat in seats_to_settle(self.state):
            if payment_to_confirm(self.state, seat):
                self.badge().do(i.ConfirmPayment(seat))
            told = self.state.seat(seat)
            if told.contested and told.exchange is None:
                self.come(*CHEF)
            self.do(i.SettleSeat(seat))
        return self

    # --- coup nul -------------------------------------------------------------------------------

    def come(self, person: str, role: Role) -> Felt:
        """He is at the table, with his PIN where the table asks for one."""
        return self.person(person, role) if self.state.facts.register else self.badge(person, role)

    def call_void(self, reason: Incident = Incident.IRREGULAR_DEAL) -> Felt:
        """The chef arms the void, and whoever must confirms it; the stakes are still to be returned."""
        self.come(*CHEF).do(i.ArmVoid(reason))
        if comite_confirms(self.state):
            self.come(*COMITE)
        return self.do(i.VoidRound(reason))

    def refund(self) -> Felt:
        """Every stake of the voided deal is returned, from 7 to 1."""
        return self.do(*(i.RefundSeat(seat) for seat in seats_to_refund(self.state)))

    def void(self, reason: Incident = Incident.IRREGULAR_DEAL) -> Felt:
        """The deal is void, and all is returned; the chef's badge is in the reader."""
        return self.call_void(reason).come(*CHEF).refund()

    # --- what came of it ------------------------------------------------------------------------

    def events(self, kind: type[e.Event]) -> list[e.Event]:
        """The events of a kind, in order."""
        return [entry.event for entry in self.entries if isinstance(entry.event, kind)]

    def lines(self, seat: int) -> dict[str, e.SettledSpot]:
        """How each spot of a settled seat was settled."""
        settled = self.state.seat(seat).settled
        assert settled is not None, f"seat {seat} is not settled"
        return {str(line.spot): line for line in settled}


def card(text: str) -> Card:
    """The card written so."""
    return Card.parse(text)
