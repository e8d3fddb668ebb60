"""What is staked, and the JP1 chips between the felt and the book."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.inputs.intents.intent import Intent
from controller.game.side_bets import SideStake

__all__ = [
    "ChipCounts",
    "ChipReturned",
    "CloseBets",
    "CollectJp1",
    "ConfirmRest",
    "ConfirmStakes",
    "CountAgrees",
    "DoubleStakes",
    "GiveJp1Back",
    "NoChip",
    "OpenSeal",
    "RegisterJp1Now",
    "ReopenBets",
    "SetStakes",
    "SetStakesAside",
    "TellDifference",
    "UndoStakes",
    "VacateSeat",
]


@dataclass(frozen=True, slots=True)
class SetStakes(Intent):
    """Seat a player with these stakes; the second main stake equals the Ante, side bets are his choice.

    The first of the felt has `side_cents`, the others stand in `further`.
    """

    seat: int
    ante_cents: int
    side_cents: int = 0
    further: tuple[SideStake, ...] = ()


@dataclass(frozen=True, slots=True)
class VacateSeat(Intent):
    """Free a seat before the bets close."""

    seat: int


@dataclass(frozen=True, slots=True)
class ConfirmStakes(Intent):
    """What this seat staked in the round before lies there again: from now on it is a stake of this round."""

    seat: int


@dataclass(frozen=True, slots=True)
class ConfirmRest(Intent):
    """The same of every seat whose stakes of the round before were not confirmed yet."""


@dataclass(frozen=True, slots=True)
class DoubleStakes(Intent):
    """Double the stakes of a seat, once a round and up to the maximum."""

    seat: int


@dataclass(frozen=True, slots=True)
class UndoStakes(Intent):
    """Take back the last stake put down at this seat, and the one before it when asked again."""

    seat: int


@dataclass(frozen=True, slots=True)
class CloseBets(Intent):
    """Rien ne va plus: lock the main bets and latch the JP1 chips."""


@dataclass(frozen=True, slots=True)
class ReopenBets(Intent):
    """Take the closing back before the first card; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class CollectJp1(Intent):
    """Register the latched JP1 stakes, collect them and add them to the jackpot."""


@dataclass(frozen=True, slots=True)
class RegisterJp1Now(Intent):
    """A card left the shoe before the JP1 stakes were registered: register and contribute now."""


@dataclass(frozen=True, slots=True)
class GiveJp1Back(Intent):
    """Give the JP1 chips back: they do not play in this round."""


@dataclass(frozen=True, slots=True)
class SetStakesAside(Intent):
    """The chips of a press that nobody answers were counted and sealed under the chef's eyes: so many. The
    deal is void, and play goes on without JP1 (LK-02). A chef's badge is in the reader; from the first board
    card on he arms the void by it, and a member of the comité counts again and seals (RP-20)."""

    chips: int


@dataclass(frozen=True, slots=True)
class OpenSeal(Intent):
    """The sealed chips, so many, go back to their players: the book has said what became of the stakes."""

    chips: int


@dataclass(frozen=True, slots=True)
class TellDifference(Intent):
    """The JP1 chips collected are not as many as the lamps say: nothing is dealt until that is resolved."""


@dataclass(frozen=True, slots=True)
class CountAgrees(Intent):
    """Counted again, the JP1 chips are as many as the lamps say."""


@dataclass(frozen=True, slots=True)
class NoChip(Intent):
    """No JP1 chip lies at this seat, whatever its lamp says."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChipReturned(Intent):
    """A JP1 chip that no lamp shows was given back to the player of this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChipCounts(Intent):
    """A JP1 chip that no lamp shows lay here before the bets closed; a chef's badge is in the reader."""

    seat: int
