"""What became of a draft of the settings."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.inputs.observations.observation import Observation
from controller.game.settings.types import (
    CheckedDraft,
    InForce,
    RefusedAct,
    SettingsAct,
    SettingsDraft,
)

__all__ = [
    "DraftObserved",
    "SettingsActObserved",
    "SettingsObserved",
    "SettingsRefusedObserved",
]


@dataclass(frozen=True, slots=True)
class SettingsObserved(InForce, Observation):
    """What is in force at this table since it started, and how its record stood at line `number`.

    `previous` is the digest of what was in force in the session before.
    """


@dataclass(frozen=True, slots=True)
class DraftObserved(CheckedDraft, Observation):
    """What these changes would mean, or why they cannot be made (`code`)."""


@dataclass(frozen=True, slots=True)
class SettingsActObserved(Observation):
    """A line of the record: what a person did with this draft, wherever he did it.

    `complete`: with this approval the draft has all that it needs. `reason` is a doubt of who refused.
    """

    number: int
    act: SettingsAct
    person: str
    reason: str
    at_ms: int
    draft: SettingsDraft
    complete: bool = False


@dataclass(frozen=True, slots=True)
class SettingsRefusedObserved(RefusedAct, Observation):
    """What a person asked of the record was not done."""
