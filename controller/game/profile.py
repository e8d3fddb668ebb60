"""A rule profile: streets, paytables, options and limits of one game, as data.

What the law says in numbers is here; what it says in sentences is in `settle`, `jackpot` and `bets`. A
profile is read from `config/rules/*.toml` by `controller.settings`, which also computes its digest; every
round is bound to that digest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import count
from typing import Final, Literal

from controller.game.felt import Place, Spot, board, burn, dealer, hole
from controller.game.hands import HandClass
from controller.game.money import Odds

BOARD_CARDS: Final = 5
HOLE_CARDS: Final = 2
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
class Street:
    """One round of decisions.

    Attributes:
        name: as the ribbon of the console shows it.
        board: how many community cards are turned up before the decisions.
        multiples: what may be bet on Play, in Antes, the greatest first.
        fold: whether a player without Play must now bet or fold.
        burn: how many cards are burned before those of the board.
    """

    name: str
    board: int
    multiples: tuple[int, ...]
    fold: bool
    burn: int = 0


STREETS_55_20: Final = (
    Street("preflop", 0, (4, 3), False),
    Street("flop", 3, (2,), False),
    Street("river", 2, (1,), True),
)
"""The streets of art. 55-20, 1°: Turn and River are opened together."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What may be staked on Ante and on Trips; `chip_cents` is the smallest chip of the table.

    The minimum is that of the establishment's authorisation (art. 55-20-1).
    """

    minimum_cents: int = 500
    maximum_multiple: int = 30
    chip_cents: int = 50

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
        burn: one card is burned before each street's board cards.
        board_drawn: `at_street`, or `with_hands`: the board is drawn face down with the hands.
        consolation_trigger: whose royal gives the consolation: `any_player`, or only a `jp1_bettor`.
        jp1_return_stake: a winning JP1 stake is returned on top of its prize.
        jp1_after_fold: JP1 still plays after a fold.
        void_jp1: a voided round's JP1 stakes `carry` to the next deal, or `refund`.
    """

    trips_requires_win: bool = False
    trips_on_tie: Literal["by_hand", "returned", "taken"] = "by_hand"
    trips_after_fold: bool = True
    burn: bool = False
    board_drawn: Literal["at_street", "with_hands"] = "at_street"
    consolation_trigger: Literal["any_player", "jp1_bettor"] = "any_player"
    jp1_return_stake: bool = False
    jp1_after_fold: bool = True
    void_jp1: Literal["carry", "refund"] = "carry"


@dataclass(frozen=True)
class RuleProfile:
    """One game as this house plays it.

    Paytables give the odds on top of the stake, the best hand first; a class that is not in a table
    is not paid. An empty `trips` or `jp1` means that the felt has no such spot. `qualifies_with` is the
    lowest class with which the dealer qualifies. `digest` names the whole content: 64 hexadecimal digits.
    """

    id: str
    source: str
    streets: tuple[Street, ...]
    qualifies_with: HandClass
    blind: Mapping[HandClass, Odds]
    trips: Mapping[HandClass, Odds]
    jp1: Mapping[AwardKind, Odds]
    limits: Limits
    options: Options
    digest: str

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """The spots of the felt, in its order."""
        absent = {Spot.TRIPS: not self.trips, Spot.JP1: not self.jp1}
        return tuple(spot for spot in Spot if not absent.get(spot, False))

    @cached_property
    def multiples(self) -> tuple[int, ...]:
        """All that may be bet on Play on some street, in Antes, the greatest first."""
        return tuple(sorted({m for street in self.streets for m in street.multiples}, reverse=True))

    def options_in_words(self) -> tuple[tuple[str, str], ...]:
        """Every option with its value, as the file writes them, for the opening sheet."""
        return tuple((field.name, _word(getattr(self.options, field.name))) for field in fields(Options))


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
