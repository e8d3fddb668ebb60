"""The jackpot's meter in the hands of people.

The reasons they choose from are defined with the meter, and given here to who asks.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.inputs.intents.intent import Intent
from controller.game.meter.types import CorrectionReason, StopCause, StopFate

__all__ = [
    "ApproveMeterAct",
    "CorrectMeter",
    "CorrectionReason",
    "CountJp1Chips",
    "Reconcile",
    "ReopenJackpot",
    "ReportStop",
    "StopCause",
    "StopFate",
    "StopJackpot",
    "WithdrawMeterAct",
]


@dataclass(frozen=True, slots=True)
class CorrectMeter(Intent):
    """Propose to move the meter by so many cents, down or up, for this reason (PM-08, PM-11)."""

    by_cents: int
    reason: CorrectionReason


@dataclass(frozen=True, slots=True)
class StopJackpot(Intent):
    """Propose to stop the jackpot at all its tables, its increment going there (PM-14)."""

    fate: StopFate


@dataclass(frozen=True, slots=True)
class ReopenJackpot(Intent):
    """Propose to take JP1 stakes again after a stop, a residual, or a difference that is shown (RC-04)."""


@dataclass(frozen=True, slots=True)
class ApproveMeterAct(Intent):
    """Approve what another person has proposed for the meter (PM-11)."""


@dataclass(frozen=True, slots=True)
class WithdrawMeterAct(Intent):
    """Take the proposal for the meter off the table."""


@dataclass(frozen=True, slots=True)
class ReportStop(Intent):
    """JP1 cannot go on at this table; the main game does (PM-15). A chef's badge is in the reader."""

    cause: StopCause


@dataclass(frozen=True, slots=True)
class Reconcile(Intent):
    """Read the whole book and reconcile it with the display (AC-08)."""


@dataclass(frozen=True, slots=True)
class CountJp1Chips(Intent):
    """So many JP1 chips were collected in this session (AC-08)."""

    count: int
