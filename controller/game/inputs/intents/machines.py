"""Alarms, decks and what machines may do without."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.choices import Mode, Occasion
from controller.game.inputs.intents.intent import Intent

__all__ = [
    "AllowMode",
    "DeclareDeck",
    "LeaveMode",
    "LiftBlock",
    "SeeAlarm",
    "ShowEmpty",
    "SilenceAlarm",
    "WithdrawShowEmpty",
]


@dataclass(frozen=True, slots=True)
class SeeAlarm(Intent):
    """Acknowledge an alarm: its sound stops, it stays until its cause is gone.

    A machine's warning is acknowledged by a chef with a `reason` (`Acknowledgement`); CS-07.
    """

    alarm: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SilenceAlarm(Intent):
    """Stop the sound of an alarm and nothing else."""

    alarm: int


@dataclass(frozen=True, slots=True)
class LiftBlock(Intent):
    """The table may open rounds again although a machine's program had changed (CS-15)."""

    reason: str


@dataclass(frozen=True, slots=True)
class AllowMode(Intent):
    """Play on without a machine; a chef's badge is in the reader."""

    mode: Mode


@dataclass(frozen=True, slots=True)
class LeaveMode(Intent):
    """The machine is back and verified: play with it again."""

    mode: Mode


@dataclass(frozen=True, slots=True)
class DeclareDeck(Intent):
    """The deck was shuffled by hand and counted: its colour and how many cards."""

    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class ShowEmpty(Intent):
    """The shuffler is to be shown empty: lid open, no card inside (CS-03)."""

    occasion: Occasion


@dataclass(frozen=True, slots=True)
class WithdrawShowEmpty(Intent):
    """Nobody waits any more for the shuffler to be shown empty: it takes decks again (CS-03)."""
