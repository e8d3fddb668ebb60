"""A hand in the place of sensors and lamps."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.inputs.intents.intent import Intent

__all__ = [
    "AllowHandLamps",
    "CountersignTotals",
    "EndHandLamps",
    "SeatByHand",
    "SetLamp",
]


@dataclass(frozen=True, slots=True)
class SetLamp(Intent):
    """Where no sensor is listened to: a JP1 chip lies at this seat (`lit`), or none does."""

    seat: int
    lit: bool


@dataclass(frozen=True, slots=True)
class SeatByHand(Intent):
    """Light this seat's JP1 lamp by hand until its sensor is repaired; a chef's badge is in the reader."""

    seat: int


@dataclass(frozen=True, slots=True)
class AllowHandLamps(Intent):
    """Light all JP1 lamps by hand, the sensors being away; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class EndHandLamps(Intent):
    """Listen to the sensors again; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class CountersignTotals(Intent):
    """Countersign the JP1 stakes registered by hand; a chef's badge is in the reader."""
