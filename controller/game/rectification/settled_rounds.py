"""The session's settled rounds as they were recorded, and what was rectified of them.

No entry is changed: what was really so is laid over the record when it is asked for (art. 68, AC-10).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from controller.game.events import RectificationApproved, RectificationProposed, RectificationRecorded
from controller.game.rectification.claimed_facts import Mistake, Moved
from controller.game.round import Round, Seat

PAST_MAX: Final = 400
"""Closed rounds kept: a session of fourteen hours at the pace of a full table."""
A_SEAT_MAX: Final = 3
"""How often one seat of one round may be rectified."""
SESSION_MAX: Final = 100
"""How many rectifications one session may have."""


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round as it was settled, its seats, and who dealt it; empty where nobody is known to."""

    played: Round
    seats: tuple[Seat, ...]
    dealer: str = ""


@dataclass(frozen=True, slots=True)
class OpenRectification:
    """A rectification that is proposed, or approved and not yet paid or taken, as the journal has it.

    Of a hand that is sealed the difference is computed, and told, by the approval and not before.
    """

    proposal: RectificationProposed
    at_ms: int
    approval: RectificationApproved | None = None

    @property
    def latest(self) -> RectificationProposed | RectificationApproved:
        """What tells the true settlement, the difference and the other seats that it changes."""
        return self.approval or self.proposal


@dataclass(frozen=True, slots=True)
class Rectification:
    """A rectification as the journal has it, and when it was written."""

    entry: RectificationRecorded
    at_ms: int


@dataclass(frozen=True, slots=True)
class Record:
    """What may still be rectified in this session, and what was.

    `told` is the last number given in this journal; `past` are the closed rounds, the oldest first.
    """

    told: int = 0
    past: tuple[PastRound, ...] = field(default=(), repr=False)
    open: OpenRectification | None = None
    done: tuple[Rectification, ...] = ()

    @property
    def bank_cents(self) -> int:
        """What the rectifications of this session make of the bank's result."""
        return sum(one.entry.bank_cents for one in self.done)


NO_RECORD: Final = Record()


def booked(mistake: Mistake, cents: int, moved: Moved) -> tuple[int, int]:
    """What the bank's result takes, and what goes to the orphelins, of a difference due to the player.

    A wrong record changes the result by the difference. A payment made otherwise than computed does not:
    the result was right, and the chips are put right. What is due to a player who has left is an abandoned
    stake (art. 41; AC-12); what he owes is not booked as won, and what he was overpaid is lost.
    """
    left = moved is Moved.LEFT
    if left and cents < 0:
        return (cents, 0) if mistake is Mistake.PAYMENT else (0, 0)
    bank_cents = 0 if mistake is Mistake.PAYMENT else -cents
    return bank_cents, cents if left else 0
