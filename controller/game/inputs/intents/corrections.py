"""What is put right before the settlement and after it."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.inputs.intents.intent import Intent
from controller.game.rectification.claimed_facts import Mistake, Moved, RectificationReason
from controller.game.side_bets import SideStake

__all__ = [
    "ApproveCorrection",
    "ApproveRectification",
    "ProposeCorrection",
    "ProposeRectification",
    "RejectRectification",
    "SettleRectification",
    "WithdrawRectification",
]


@dataclass(frozen=True, slots=True)
class ProposeCorrection(Intent):
    """The JP1 stake of this seat was collected in error; it is to go back before the first card."""

    seat: int


@dataclass(frozen=True, slots=True)
class ApproveCorrection(Intent):
    """Give the proposed JP1 stake back by a linked entry; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class ProposeRectification(Intent):
    """Say what was really so at a seat that was settled: the difference is computed anew (AC-10, RP-21).

    By the `mistake`: `decision` a code of `computed_anew.decisions`; both stakes as they lay there; `hand` an
    outcome and a class, `win.flush`; the `card` that lay face up at `place`; or `by_cents` that the player
    was paid too little, below zero too much. A decision may need the `hand` too, its cards being unknown.
    """

    round: int
    seat: int
    mistake: Mistake
    reason: RectificationReason
    decision: str = ""
    ante_cents: int = 0
    side_cents: int = 0
    further: tuple[SideStake, ...] = ()
    hand: str = ""
    place: str = ""
    card: str = ""
    by_cents: int = 0


@dataclass(frozen=True, slots=True)
class ApproveRectification(Intent):
    """Approve the rectification that was proposed; the badge in the reader says who."""


@dataclass(frozen=True, slots=True)
class RejectRectification(Intent):
    """The record stands: who was to approve the rectification does not."""


@dataclass(frozen=True, slots=True)
class WithdrawRectification(Intent):
    """Take the proposed rectification off the table."""


@dataclass(frozen=True, slots=True)
class SettleRectification(Intent):
    """The difference of the approved rectification was paid or taken, or cannot be."""

    moved: Moved
