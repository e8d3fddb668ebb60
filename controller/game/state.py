"""The state of one table: what the journal says, folded.

Everything here is frozen; the next state is made through `evolve` alone. Seats are indexed from 0 in
tuples, as many as the felt has places, and numbered from 1 everywhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from controller.game.cards import FaceDown
from controller.game.events import Event
from controller.game.felt import SEATS, Place
from controller.game.inputs import Machine, Mode, SpotSense
from controller.game.machines.head_types import NO_HEADS, OthersHeads
from controller.game.machines.line_types import MACHINES, NO_LINES, Lines
from controller.game.memo_by_identity import last_memoised, memoised
from controller.game.meter.types import NO_UPKEEP, Upkeep
from controller.game.opening.cash import NO_SHEET, SessionSheet
from controller.game.payment.types import Slip
from controller.game.profile import Bet, RuleProfile
from controller.game.rectification.settled_rounds import NO_RECORD, Record
from controller.game.round import Jp1, Round, Seat
from controller.game.session_terms import TableFacts
from controller.game.settings.types import NO_SETTINGS, HouseSettings
from controller.game.state_parts import (
    NO_DECKS,
    NO_INCIDENTS,
    UNREAD,
    UNTOLD,
    Alarm,
    Aside,
    Badge,
    DealerThere,
    Decks,
    HandLamps,
    Hold,
    Incidents,
    Jackpot,
    MachineState,
    PitCard,
    RecentAct,
    RoundSummary,
    Sensor,
    Shuffler,
)


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
DEAL_OVER = frozenset({Phase.REFUNDING, Phase.CLEARING})
"""Phases in which no card of the deal is wanted any more, and the next bets are not open yet."""


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
    holds. `slips` are the papers of released payments, `master_lost` names the master that is not here,
    `others` what was written of other tables' journals, `register_changes` how far the register of people was
    heard of, with all who are revoked by then.
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
    others: OthersHeads = NO_HEADS
    alarms: tuple[Alarm, ...] = ()
    alarms_raised: int = 0
    last_rounds: tuple[RoundSummary, ...] = ()
    acts: tuple[RecentAct, ...] = ()
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
    register_changes: int = 0

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
        return _players(self.seats)

    @property
    def hollow(self) -> tuple[int, ...]:
        """The seats whose stakes of the deal before wait to be confirmed."""
        if self.phase is not Phase.BETTING:
            return ()
        return _hollow(self.seats)

    def open_bets(self, number: int) -> tuple[Bet, ...]:
        """What the seat may still bet on this street; nothing once it has answered."""
        street = self.round.street if self.round is not None else -1
        return _open_bets(self.seats[number - 1], street, self.facts.profile)

    @property
    def undecided(self) -> tuple[int, ...]:
        """The seats that may still bet on this street and have not answered."""
        return _undecided(self.seats, self.round.street if self.round is not None else -1, self.facts.profile)

    @property
    def waited_for(self) -> tuple[int, ...]:
        """The seats without whose answer the street cannot end: to bet or fold, or by the clock."""
        street = self.profile.streets[self.playing.street]
        return self.undecided if street.fold or self.profile.clocks.decision_ms else ()

    @property
    def jp1_seats(self) -> tuple[int, ...]:
        """The seats that play for JP1 in this deal."""
        return _jp1_seats(self.seats)

    @property
    def latched(self) -> tuple[int, ...]:
        """The seats whose JP1 chips lie locked in and are not registered."""
        return _latched(self.seats)

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
        return _unread(self.round.cards) if self.round is not None else ()


def seats_to_settle(state: TableState) -> tuple[int, ...]:
    """The seats still to settle, in their order: from the dealer's right to his left, the contested last."""
    return _to_settle(state.seats)


# --- asked again and again, of parts that seldom change --------------------------------------------


@last_memoised
def _players(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    return tuple([n for n, seat in enumerate(seats, start=1) if seat.ante_cents > 0])


@last_memoised
def _hollow(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    return tuple([n for n, seat in enumerate(seats, start=1) if seat.hollow])


@last_memoised
def _latched(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    return tuple([n for n, seat in enumerate(seats, start=1) if seat.jp1 is Jp1.LATCHED])


@last_memoised
def _jp1_seats(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    return tuple([n for n, seat in enumerate(seats, start=1) if seat.in_jp1])


@memoised
def _undecided(seats: tuple[Seat, ...], street: int, profile: RuleProfile) -> tuple[int, ...]:
    return tuple([n for n, seat in enumerate(seats, start=1) if _open_bets(seat, street, profile)])


def _open_bets(seat: Seat, street: int, profile: RuleProfile) -> tuple[Bet, ...]:
    if seat.folded or seat.ante_cents == 0 or (street >= 0 and seat.decided_street == street):
        return ()
    last = seat.bets[-1].spot if seat.bets else None
    offered = profile.streets[street if street > 0 else 0].bets
    return tuple([bet for bet in offered if bet.after is last])


@last_memoised
def _unread(cards: Mapping[Place, FaceDown | None]) -> tuple[Place, ...]:
    return tuple([place for place, card in cards.items() if card is None])


@last_memoised
def _to_settle(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    waiting = [n for n, seat in enumerate(seats, start=1) if seat.settled is None and seat.ante_cents > 0]
    waiting.reverse()
    contested = [n for n in waiting if seats[n - 1].contested]
    return tuple([n for n in waiting if n not in contested] + contested)
