"""A rule profile: streets, paytables, options and limits of one game, as data.

What the law says in numbers is here; what it says in sentences is in `settling`, `jackpot` and `legal_acts`.
A profile is read from `config/rules/*.toml` by `controller.settings`, which also computes its digest; every
round is bound to that digest.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import count
from typing import Final, Literal

from controller.game.felt import Place, Spot, board, burn, dealer, hole
from controller.game.hands import HandClass
from controller.game.money import Odds
from controller.game.side_bets import LooksAt, Paytable, SideBet

BOARD_CARDS: Final = 5
HOLE_CARDS: Final = 2
FELT_ORDER: Final = tuple(Spot)
LIMIT_MULTIPLES: Final = (10, 20, 30)
"""The maximum is one of these times the minimum (art. 55-20-1)."""


class AwardKind(StrEnum):
    """What JP1 pays for (art. 55-20, 2°)."""

    FULL_HOUSE = "full_house"
    QUADS = "quads"
    STRAIGHT_FLUSH = "straight_flush"
    COMMUNITY_ROYAL = "community_royal"
    JACKPOT = "jackpot"
    CONSOLATION = "consolation"


@dataclass(frozen=True, slots=True)
class Bet:
    """What a player may put down on a street: this many halves of his Ante on this spot.

    `after` is the spot that he must have bet last; None is for who has bet nothing since the deal.
    """

    spot: Spot
    half_antes: int
    after: Spot | None = None

    def cents(self, ante_cents: int) -> int:
        """The stake that goes with this Ante; an odd Ante takes no half bets (`stakes.may_stake`)."""
        return ante_cents * self.half_antes // 2


@dataclass(frozen=True, slots=True)
class Street:
    """One round of decisions.

    Attributes:
        name: as the ribbon of the console shows it.
        board: how many community cards are turned up before the decisions.
        bets: what may be bet, the greatest first.
        fold: whether a player who may bet must now bet or fold.
        burn: how many cards are burned before those of the board.
    """

    name: str
    board: int
    bets: tuple[Bet, ...]
    fold: bool
    burn: int = 0

    @property
    def multiples(self) -> tuple[int, ...]:
        """What may be bet on Play, in Antes, the greatest first."""
        return tuple(bet.half_antes // 2 for bet in self.bets if bet.spot is Spot.PLAY)


def play_bets(*multiples: int) -> tuple[Bet, ...]:
    """The bets on Play of these multiples of the Ante."""
    return tuple(Bet(Spot.PLAY, 2 * multiple) for multiple in multiples)


STREETS_55_20: Final = (
    Street("preflop", 0, play_bets(4, 3), False),
    Street("flop", 3, play_bets(2), False),
    Street("river", 2, play_bets(1), True),
)
"""The streets of art. 55-20, 1°: Turn and River are opened together."""

STREETS_CASINO: Final = (
    Street("preflop", 0, (Bet(Spot.A4, 8), Bet(Spot.A3, 6)), False),
    Street("flop", 3, (Bet(Spot.A2, 4),), False),
    Street("turn", 1, (Bet(Spot.A05T, 1),), True),
    Street("river", 1, (Bet(Spot.A05R, 1, after=Spot.A05T),), False),
)
"""The streets of Hold'em poker de casino: half an Ante on the Turn or abandon, then half of it again."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What may be staked on Ante, Trips and Bonus; `chip_cents` is the smallest chip of the table.

    The minimum is that of the establishment's authorisation (art. 55-20-1). Bonus is at most
    `bonus_multiple` times the Ante, and at most the table maximum (Hold'em poker de casino).
    """

    minimum_cents: int = 500
    maximum_multiple: int = 30
    chip_cents: int = 50
    bonus_multiple: int = 10

    @property
    def maximum_cents(self) -> int:
        """The most that may be staked on one spot (art. 55-20-1)."""
        return self.minimum_cents * self.maximum_multiple


@dataclass(frozen=True, slots=True)
class Options:
    """What the law leaves open, or what houses do differently (rules, sections 2, 3 and 5).

    Attributes:
        trips_requires_win: Trips is paid only to a player who beats the dealer.
        trips_on_tie: then what a tie does: `by_hand` pays by the table, `returned`, or `taken`.
        trips_after_fold: Trips still plays after a fold.
        bonus_after_fold: Bonus still plays after an abandon.
        fold_any_time: who throws his cards in has given up, on any street and whatever he has bet.
        burn: one card is burned before each street's board cards.
        board_drawn: `at_street`, or `with_hands`: the board is drawn face down with the hands.
        consolation_trigger: whose royal gives the consolation: `any_player`, or only a `jp1_bettor`.
        jp1_return_stake: a winning JP1 stake is returned on top of its prize.
        jp1_after_fold: JP1 still plays after a fold.
        void_jp1: a voided round's JP1 stakes `carry` to the next deal, or `refund`.
        player_cards: the hands are dealt `face_down`, or turned up as they are dealt, `face_up`.
        stakes_stand: stakes stand hollow for the next round and no more is done with them; else a seat's are
            also doubled once and taken back one by one.
        talk_voids: players who tell each other their cards, or speak another language, void the round.
        round_number: a round is shown by its number at this `table`, or by the UTC time of its `start`.
        speech_order: whose turn it is to speak is a `hint` on the console, or `enforced`.
    """

    trips_requires_win: bool = False
    trips_on_tie: Literal["by_hand", "returned", "taken"] = "by_hand"
    trips_after_fold: bool = True
    bonus_after_fold: bool = True
    fold_any_time: bool = False
    burn: bool = False
    board_drawn: Literal["at_street", "with_hands"] = "at_street"
    consolation_trigger: Literal["any_player", "jp1_bettor"] = "any_player"
    jp1_return_stake: bool = False
    jp1_after_fold: bool = True
    void_jp1: Literal["carry", "refund"] = "carry"
    talk_voids: bool = False
    player_cards: Literal["face_down", "face_up"] = "face_down"
    stakes_stand: bool = True
    round_number: Literal["table", "start"] = "table"
    speech_order: Literal["hint", "enforced"] = "hint"


@dataclass(frozen=True, slots=True)
class Clocks:
    """Times after which the table goes on without waiting for a player; 0 where the dealer decides.

    Attributes:
        betting_ms: how long bets are taken; then they close by themselves.
        last_bets_ms: the last part of it, when the light is yellow.
        decision_ms: how long a street waits; then who has not answered has checked, or folds.
    """

    betting_ms: int = 0
    last_bets_ms: int = 0
    decision_ms: int = 0


@dataclass(frozen=True, slots=True)
class Unqualified:
    """What a bank that does not qualify does to the players still in.

    Attributes:
        ante: the Ante is `returned` (art. 55-20, 1°), or `paid` once (Hold'em poker de casino).
        others: the other main stakes are `compared` as ever, or `returned` whatever the hands.
    """

    ante: Literal["returned", "paid"] = "returned"
    others: Literal["compared", "returned"] = "compared"


@dataclass(frozen=True)
class RuleProfile:
    """One game as this house plays it.

    Paytables give the odds on top of the stake, the best hand first; a class that is not in a table
    is not paid. An empty `trips`, `bonus` or `jp1` means that the felt has no such spot. `blind` is the
    table of the second main stake, Blind or Super Ante. `house_bets` are side bets that neither game of the
    law has. `qualifies_with` is the lowest class with which the dealer qualifies. `digest` names the whole
    content: 64 hexadecimal digits.
    """

    id: str
    source: str
    streets: tuple[Street, ...]
    qualifies_with: HandClass
    blind: Paytable
    trips: Paytable
    jp1: Mapping[AwardKind, Odds]
    limits: Limits
    options: Options
    digest: str
    bonus: Paytable = field(default_factory=dict)
    unqualified: Unqualified = Unqualified()
    clocks: Clocks = Clocks()
    house_bets: tuple[SideBet, ...] = ()

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def second(self) -> Spot:
        """The main stake that equals the Ante: Blind where Play is bet on, else Super Ante."""
        return Spot.BLIND if Spot.PLAY in self.bet_spots else Spot.SUPER_ANTE

    @cached_property
    def sides(self) -> tuple[SideBet, ...]:
        """The side bets of the felt, in its order; none is a felt without any."""
        options = self.options
        trips = SideBet(
            Spot.TRIPS,
            self.trips,
            requires_win=options.trips_requires_win,
            on_tie=options.trips_on_tie,
            after_fold=options.trips_after_fold,
        )
        bonus = SideBet(
            Spot.BONUS, self.bonus, after_fold=options.bonus_after_fold, antes=self.limits.bonus_multiple
        )
        there = [bet for bet in (trips, bonus, *self.house_bets) if bet.table]
        return tuple(sorted(there, key=lambda bet: FELT_ORDER.index(bet.spot)))

    @cached_property
    def side_spots(self) -> tuple[Spot, ...]:
        """The spots of the side bets, in the order of the felt."""
        return tuple(bet.spot for bet in self.sides)

    def on_two_cards(self, spots: Container[Spot]) -> bool:
        """Whether one of these spots has a bet on the two cards themselves: no class of seven settles it."""
        return any(bet.spot in spots and bet.looks_at is LooksAt.HOLE for bet in self.sides)

    def side_bet(self, spot: Spot) -> SideBet | None:
        """The side bet on this spot, or None: there is none there."""
        return self._side_by_spot.get(spot)

    @cached_property
    def _side_by_spot(self) -> Mapping[Spot, SideBet]:
        return {bet.spot: bet for bet in self.sides}

    @cached_property
    def bet_spots(self) -> tuple[Spot, ...]:
        """The spots of the bets made after the deal, in the order of the felt."""
        used = {bet.spot for street in self.streets for bet in street.bets}
        return tuple(spot for spot in Spot if spot in used)

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """The spots of the felt, in its order."""
        there = {Spot.ANTE, self.second, *self.side_spots, *self.bet_spots}
        return tuple(spot for spot in Spot if spot in there or (spot is Spot.JP1 and self.jp1))

    @cached_property
    def multiples(self) -> tuple[int, ...]:
        """All that may be bet on Play on some street, in Antes, the greatest first."""
        return tuple(sorted({m for street in self.streets for m in street.multiples}, reverse=True))

    def options_in_words(self) -> tuple[tuple[str, str], ...]:
        """Every option that says something on this felt, as the file writes it, for the opening sheet."""
        absent = tuple(
            prefixes
            for there, prefixes in (
                # A side bet that the house put on one of these spots says for itself what it does.
                (self.trips, ("trips_",)),
                (self.bonus, ("bonus_",)),
                (self.jp1, ("jp1_", "consolation_", "void_jp1")),
            )
            if not there
        )
        together = ("speech_order",) if self.clocks.decision_ms else ()
        gone = (*together, *(prefix for prefixes in absent for prefix in prefixes))
        told = (key.name for key in fields(Options) if not key.name.startswith(gone))
        return tuple((name, _word(getattr(self.options, name))) for name in told)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@lru_cache(maxsize=256)
def draw_order(profile: RuleProfile, seats: tuple[int, ...]) -> tuple[Place, ...]:
    """Where each card goes, in the order in which they leave the shoe.

    Both cards of a seat before the next seat's, from left to right, then the dealer's two, then the
    board street by street (art. 55-20, 1°). Burned cards lie before those of their street. With the
    option `board_drawn = with_hands` the order is the same; only the moment differs.
    """
    hands = [hole(seat, slot) for seat in sorted(seats) for slot in range(HOLE_CARDS)]
    bank = [dealer(slot) for slot in range(HOLE_CARDS)]
    return (*hands, *bank, *board_order(profile))


def board_order(profile: RuleProfile) -> tuple[Place, ...]:
    """The places of the burned cards and of the board, in the order drawn."""
    places: list[Place] = []
    boards, burns = count(), count()
    for street in profile.streets:
        places += [burn(next(burns)) for _ in range(street.burn)]
        places += [board(next(boards)) for _ in range(street.board)]
    return tuple(places)


@lru_cache(maxsize=256)
def street_places(profile: RuleProfile, street: int) -> tuple[Place, ...]:
    """The places of this street's cards, its burned ones first; none after the last street."""
    counts = [told.burn + told.board for told in profile.streets]
    first = sum(counts[:street])
    return board_order(profile)[first : first + sum(counts[street : street + 1])]
