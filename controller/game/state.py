"""The state of one table: what the journal says, folded.

Everything here is frozen; `evolve` is the only place that makes the next state. Seats are indexed from 0 in
tuples, as many as the felt has places, and numbered from 1 everywhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from controller.game.cards import Card, FaceDown
from controller.game.cash import NO_SHEET, SessionSheet
from controller.game.entered import Entered
from controller.game.events import Event, SettledSpot
from controller.game.facts import TableFacts
from controller.game.felt import SEATS, Place, Spot
from controller.game.house_settings import NO_SETTINGS, HouseSettings
from controller.game.inputs import Incident, Machine, Mode, SpotSense
from controller.game.line_parts import MACHINES, NO_LINES, Lines
from controller.game.meter import NO_UPKEEP, Upkeep
from controller.game.profile import Bet, RuleProfile
from controller.game.record import NO_RECORD, Record
from controller.game.settle import RoundSettlement
from controller.game.state_parts import (
    NO_DECKS,
    NO_INCIDENTS,
    UNREAD,
    UNTOLD,
    Act,
    Alarm,
    Aside,
    Badge,
    CardReport,
    DealerThere,
    Decks,
    HandLamps,
    Hold,
    Incidents,
    Jackpot,
    MachineState,
    PitCard,
    PlacedBet,
    RoundSummary,
    Sensor,
    Shuffler,
    Stage,
    UndoStep,
    Void,
)
from controller.game.verification import Exchange, Slip, Verification


class Phase(StrEnum):
    """Where the table is. The streets of the game are all `DECIDING`, told apart by `Round.street`."""

    CLOSED = "closed"
    OPENING = "opening"
    BETTING = "betting"
    LATCHED = "latched"
    COLLECTED = "collected"
    DEALING = "dealing"
    DECIDING = "deciding"
    SHOWDOWN = "showdown"
    SETTLING = "settling"
    REFUNDING = "refunding"
    CLEARING = "clearing"


IN_ROUND = frozenset(
    {Phase.LATCHED, Phase.COLLECTED, Phase.DEALING, Phase.DECIDING, Phase.SHOWDOWN, Phase.SETTLING}
    | {Phase.REFUNDING}
)
"""Phases in which a round is under way: bets are closed and not all seats are settled, or refunded."""


class Jp1(StrEnum):
    """How a seat stands in the progressive jackpot."""

    NONE = "none"
    LATCHED = "latched"
    REGISTERED = "registered"
    CARRIED = "carried"
    GIVEN_BACK = "given_back"


@dataclass(frozen=True)
class Seat:
    """One place of the felt. A seat without Ante is free; the second main stake equals the Ante.

    `bets` are those after the deal, the oldest first. `decided_street` is the last street on which the seat
    bet, checked or folded; `by_clock` says that the clock did it. `before` is what the seat staked in the
    deal before, Ante and side bet: hollow until it is confirmed. `laid` are the spots of its main bets on
    which a sensor saw chips come since the round opened. `posted` are the kinds of JP1 prizes that the book
    was asked for, the jackpot apart. `chip` is what the JP1 sensor says, `chip_waits` that it counts once the
    main bets are confirmed, `lamp` what the dealer says where no sensor is listened to; `manual`, that this
    round's JP1 stake rests on that. `staked_attempt` is the deal of the round in which the book took the JP1
    stake. `refunded`: the deal is void, and the stakes are back with the player. `paid` is what moved when it
    was settled first, where it is settled again. With `exchange` a card of it is not the one that was dealt.
    `unswept`: the chip on the JP1 spot is that of a stake which is in the jackpot, of this deal or one
    before.
    """

    ante_cents: int = 0
    side_cents: int = 0
    doubled: bool = False
    before: tuple[int, int] = (0, 0)
    laid: frozenset[Spot] = frozenset()
    chip: bool = False
    chip_waits: bool = False
    chip_refused: str = ""
    unswept: bool = False
    lamp: bool = False
    jp1: Jp1 = Jp1.NONE
    staked_attempt: int = 0
    manual: bool = False
    bets: tuple[PlacedBet, ...] = ()
    folded: bool = False
    decided_street: int = -1
    by_clock: bool = False
    settled: tuple[SettledSpot, ...] | None = None
    settled_ms: int = 0
    paid: tuple[SettledSpot, ...] = ()
    contested: bool = False
    refunded: bool = False
    exchange: Exchange | None = None
    award_cents: int = 0
    posted: tuple[str, ...] = ()

    @property
    def seated(self) -> bool:
        """A player with main bets sits here."""
        return self.ante_cents > 0

    @property
    def hollow(self) -> bool:
        """What was staked here in the deal before stands, and nobody has confirmed it."""
        return self.ante_cents == 0 and self.before[0] > 0

    @property
    def decided(self) -> bool:
        """The player has bet after the deal or folded."""
        return self.folded or bool(self.bets)

    @property
    def bets_cents(self) -> int:
        """What lies on Play, or on the spots of the bets after the deal."""
        return sum([bet.cents for bet in self.bets]) if self.bets else 0

    @property
    def total_cents(self) -> int:
        """Everything the seat staked in this round, JP1 apart."""
        return 2 * self.ante_cents + self.side_cents + self.bets_cents

    @property
    def in_jp1(self) -> bool:
        """The seat plays for JP1 in this deal."""
        return self.jp1 in (Jp1.REGISTERED, Jp1.CARRIED)


@dataclass(frozen=True)
class Round:
    """One round: its cards, its decisions and its money.

    `order` is the order in which the places receive their cards; `cards` holds what lies there, None for a
    card that nobody could read, `reads` how the shoe told it; `shown` what has been turned up. `laid` are the
    places dealt by hand, `entered` the hands told by result and class; `reopened` are the seats whose
    decision was taken back since the last one; `disputed`: the settlement was held.
    `contributed_seq` is where its first stakes stand in the book, `meter_cents` the meter with its last ones.
    `proposed` are the cards keyed once, at places where none stands yet. `corrected` are the places whose
    card two persons keyed anew, `claims_refused` the seats whose claims of the jackpot were refused in this
    deal; `payments_confirmed` the cents by seat that a chef let the dealer pay. `turned_by_hand`: a street
    was called where cards are dealt by hand, so its cards may lie open before any is keyed. `exposed_on` is
    the street whose decisions stand because a card was exposed after them, else -1.
    """

    # Without slots, like the state and its seats: `changes.changed` copies their dictionaries.
    number: int
    attempt: int
    opened_ms: int
    order: tuple[Place, ...] = ()
    cards: Mapping[Place, FaceDown | None] = field(default_factory=dict)
    reads: Mapping[Place, CardReport] = field(default_factory=dict)
    shown: Mapping[Place, Card] = field(default_factory=dict)
    corrected: frozenset[Place] = frozenset()
    claims_refused: tuple[int, ...] = ()
    manual: frozenset[Place] = frozenset()
    laid: frozenset[Place] = frozenset()
    entered: Mapping[int, Entered] = field(default_factory=dict)
    disputed: bool = False
    proposed: Mapping[Place, FaceDown] = field(default_factory=dict)
    street: int = -1
    street_open: bool = False
    generation: int = 0
    count_disputed: bool = False
    collected: bool = False
    contributed: bool = False
    contributed_seq: int = 0
    meter_before_cents: int = 0
    meter_cents: int = 0
    settlement: RoundSettlement | None = None
    qualified: bool = False
    antes_paid_ms: int = 0
    latched_ms: int = 0
    payments_confirmed: Mapping[int, int] = field(default_factory=dict)
    verification: Verification | None = None
    undo: tuple[UndoStep, ...] = ()
    reopened: frozenset[int] = frozenset()
    turned_by_hand: bool = False
    exposed_on: int = -1
    stages: tuple[Stage, ...] = ()
    void: Void | None = None
    drawn_at_resumption: int = -1
    flags: tuple[str, ...] = ()

    @property
    def voided(self) -> Incident | None:
        """Why the deal is void, or None while it is not."""
        return self.void.reason if self.void is not None and self.void.confirmed else None

    @property
    def drawn(self) -> int:
        """How many cards have left the shoe in this deal."""
        return len(self.cards)

    @property
    def next_place(self) -> Place | None:
        """Where the next card goes, or None when all are drawn."""
        drawn = len(self.cards)
        return self.order[drawn] if drawn < len(self.order) else None


@dataclass(frozen=True)
class TableState:
    """All that a table knows.

    `seq` and `at_ms` are those of the last entry; `phase_seq` is the entry that began the present phase: an
    intent formed on an older view is stale. `clock_ms` is when the clock of bets or decisions was started,
    anew after every interruption. `call_ms` is when a chef was first called and nobody had seen it yet,
    `call_last_ms` when the call sounded last; both 0 while none stands. `money` is the one act of the book
    that has been asked for and not answered; `due` are those to be asked next, in order; `aside` are the
    sealed chips of a press without an answer. `by_hand` says that cards are dealt by hand beside a mute
    shoe, which then last counted `shoe_cards`, or -1. `maximum_cents` is the maximum of this round, 0 before
    an opening; `maximum_coming_cents` the next one's where changed, else 0. `blocked` are the machines whose
    program changed, `modes` the modes without a machine, `pit_code` what a chef has to enter at the pit,
    drawn at `pit_code_ms`, `pit_card` is in its reader; `shoe_counts`: the shoe has told how many cards it
    holds. `slips` are the papers of released payments, `master_lost` names the master that is not here.
    """

    facts: TableFacts
    seq: int = 0
    at_ms: int = 0
    phase: Phase = Phase.CLOSED
    phase_seq: int = 0
    phase_ms: int = 0
    clock_ms: int = 0
    held: Hold | None = None
    resumed: bool = False
    paused: bool = False
    badge: Badge | None = None
    dealer: DealerThere | None = None
    call_ms: int = 0
    call_last_ms: int = 0
    call_seen_ms: int = 0
    call_seen_by: tuple[str, str] = ("", "")
    seats: tuple[Seat, ...] = ()
    sensors: tuple[Sensor, ...] = ()
    senses: tuple[SpotSense, ...] = ()
    hand_lamps: HandLamps | None = None
    round: Round | None = None
    last_round: int = 0
    money: Event | None = None
    due: tuple[Event, ...] = ()
    aside: Aside | None = None
    jackpot: Jackpot = UNREAD
    shuffler: Shuffler = UNTOLD
    decks: Decks = NO_DECKS
    blocked: tuple[Machine, ...] = ()
    modes: tuple[Mode, ...] = ()
    pit_code: str = ""
    pit_code_ms: int = 0
    pit_card: PitCard | None = None
    shoe_locked: bool | None = None
    by_hand: bool = False
    shoe_cards: int = -1
    shoe_counts: bool = False
    machines: tuple[MachineState, ...] = (MachineState(),) * len(Machine)
    lines: Lines = NO_LINES
    alarms: tuple[Alarm, ...] = ()
    alarms_raised: int = 0
    last_rounds: tuple[RoundSummary, ...] = ()
    acts: tuple[Act, ...] = ()
    maximum_cents: int = 0
    maximum_coming_cents: int = 0
    sheet: SessionSheet = NO_SHEET
    displays: int = 0
    upkeep: Upkeep = NO_UPKEEP
    slips: tuple[Slip, ...] = ()
    incidents: Incidents = NO_INCIDENTS
    record: Record = NO_RECORD
    settings: HouseSettings = NO_SETTINGS
    master_lost: str = ""

    def __post_init__(self) -> None:
        """A table at which nothing has happened: a free seat and an untried sensor at each of its places."""
        if not self.seats:
            object.__setattr__(self, "seats", (Seat(),) * self.facts.seats)
            object.__setattr__(self, "sensors", (Sensor(),) * self.facts.seats)

    @property
    def places(self) -> tuple[int, ...]:
        """The numbers of the felt's places, from the dealer's left."""
        return SEATS[: self.facts.seats]

    def seat(self, number: int) -> Seat:
        """The seat with this number, one of `places`."""
        return self.seats[number - 1]

    def machine(self, machine: Machine) -> MachineState:
        """How that machine does."""
        return self.machines[MACHINES.index(machine)]

    @property
    def profile(self) -> RuleProfile:
        """The rules in force."""
        return self.facts.profile

    @property
    def next_round(self) -> int:
        """The number of the round to be opened next; never used before at this table."""
        return max(self.last_round + 1, self.facts.first_round)

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of the seats with main bets, from the dealer's left."""
        return tuple([n for n, seat in enumerate(self.seats, start=1) if seat.ante_cents > 0])

    @property
    def hollow(self) -> tuple[int, ...]:
        """The seats whose stakes of the deal before wait to be confirmed."""
        if self.phase is not Phase.BETTING:
            return ()
        return tuple([n for n, seat in enumerate(self.seats, start=1) if seat.hollow])

    def open_bets(self, number: int) -> tuple[Bet, ...]:
        """What the seat may still bet on this street; nothing once it has answered."""
        seat = self.seats[number - 1]
        if seat.ante_cents == 0 or seat.folded:
            return ()
        street = self.round.street if self.round is not None else -1
        if street >= 0 and seat.decided_street == street:
            return ()
        last = seat.bets[-1].spot if seat.bets else None
        offered = self.profile.streets[street if street > 0 else 0].bets
        return tuple([bet for bet in offered if bet.after is last])

    @property
    def undecided(self) -> tuple[int, ...]:
        """The seats that may still bet on this street and have not answered."""
        return tuple([n for n in self.players if self.open_bets(n)])

    @property
    def waited_for(self) -> tuple[int, ...]:
        """The seats without whose answer the street cannot end: to bet or fold, or by the clock."""
        street = self.profile.streets[self.playing.street]
        return self.undecided if street.fold or self.profile.clocks.decision_ms else ()

    @property
    def jp1_seats(self) -> tuple[int, ...]:
        """The seats that play for JP1 in this deal."""
        return tuple([n for n, seat in enumerate(self.seats, start=1) if seat.in_jp1])

    @property
    def playing(self) -> Round:
        """The round under way.

        Raises:
            AssertionError: there is none; the caller's phase was wrong.
        """
        assert self.round is not None, f"no round in phase {self.phase}"
        return self.round

    @property
    def unread(self) -> tuple[Place, ...]:
        """The places whose card nobody could read, in the order drawn."""
        if self.round is None:
            return ()
        return tuple([place for place, card in self.round.cards.items() if card is None])


def seats_to_settle(state: TableState) -> tuple[int, ...]:
    """The seats still to settle, in their order: from the dealer's right to his left, the contested last."""
    seats = state.seats
    waiting = [
        n for n in reversed(state.places) if seats[n - 1].ante_cents > 0 and seats[n - 1].settled is None
    ]
    contested = [n for n in waiting if seats[n - 1].contested]
    return tuple([n for n in waiting if n not in contested] + contested)
