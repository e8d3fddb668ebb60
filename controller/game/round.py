"""One round and its seats: cards, decisions and money of a deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from controller.game.cards import Card, FaceDown
from controller.game.dealing.declared_hand import Entered
from controller.game.events import SettledSpot
from controller.game.felt import Place, Spot
from controller.game.inputs import Incident, SeatRuling
from controller.game.payment.types import Exchange, Verification
from controller.game.settling.settle import RoundSettlement
from controller.game.state_parts import CardReport, PlacedBet, Stage, UndoStep, Void


class Jp1(StrEnum):
    """How a seat stands in the progressive jackpot."""

    NONE = "none"
    LATCHED = "latched"
    REGISTERED = "registered"
    CARRIED = "carried"
    GIVEN_BACK = "given_back"


@dataclass(frozen=True)
class Seat:
    """One place of the felt. `stakes` are the cents by spot of the bets before the deal, JP1 apart.

    A free seat has none.

    `bets` are those after the deal, the oldest first. `decided_street` is the last street on which the seat
    bet, checked or folded; `by_clock` says that the clock did it. `before` is what the seat staked in the
    deal before: hollow until it is confirmed. `laid` are the spots of its main bets on
    which a sensor saw chips come since the round opened. `posted` are the kinds of JP1 prizes that the book
    was asked for, the jackpot apart. `chip` is what the JP1 sensor says, `chip_waits` that it counts once the
    main bets are confirmed, `lamp` what the dealer says where no sensor is listened to; `manual`, that this
    round's JP1 stake rests on that. `staked_attempt` is the deal of the round in which the book took the JP1
    stake. `refunded`: the deal is void, and the stakes are back with the player. `paid` is what moved when it
    was settled first, where it is settled again. With `exchange` a card of it is not the one that was dealt.
    `unswept`: the chip on the JP1 spot is that of a stake which is in the jackpot, of this deal or one
    before.
    """

    stakes: Mapping[Spot, int] = field(default_factory=dict)
    doubled: bool = False
    before: Mapping[Spot, int] = field(default_factory=dict)
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
    def ante_cents(self) -> int:
        """What lies on the Ante; 0 for a free seat."""
        return self.stakes.get(Spot.ANTE, 0)

    @property
    def seated(self) -> bool:
        """A player with main bets sits here."""
        return Spot.ANTE in self.stakes

    @property
    def hollow(self) -> bool:
        """What was staked here in the deal before stands, and nobody has confirmed it."""
        return not self.stakes and bool(self.before)

    @property
    def bets_cents(self) -> int:
        """What lies on Play, or on the spots of the bets after the deal."""
        return sum([bet.cents for bet in self.bets]) if self.bets else 0

    @property
    def total_cents(self) -> int:
        """Everything the seat staked in this round, JP1 apart."""
        return sum(self.stakes.values()) + self.bets_cents

    @property
    def in_jp1(self) -> bool:
        """The seat plays for JP1 in this deal."""
        return self.jp1 in (Jp1.REGISTERED, Jp1.CARRIED)

    @property
    def ruled_void(self) -> bool:
        """Two persons ruled it void, for a card of it was exchanged."""
        return self.exchange is not None and self.exchange.ruling is SeatRuling.VOID

    @property
    def jp1_goes_back(self) -> bool:
        """It is ruled void, and the chip of its JP1 stake goes back with its other stakes.

        One that a correction gave back before is none of them.
        """
        return self.exchange is not None and self.exchange.jp1_back


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

    # Without slots, like every part that changes often: `changes.changed` copies their dictionaries.
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
