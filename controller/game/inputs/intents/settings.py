"""The table's settings, changed at the pit."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.inputs.intents.intent import Intent
from controller.game.settings.types import ChangeReason, DraftDoubt

__all__ = [
    "ApproveSettings",
    "DraftSetting",
    "DropDraft",
    "ProposeSettings",
    "RefuseSettings",
    "WithdrawSettings",
]


@dataclass(frozen=True, slots=True)
class DraftSetting(Intent):
    """Write into the draft that this setting is to be this; its value in force takes it out again."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class DropDraft(Intent):
    """Nothing is in writing any more."""


@dataclass(frozen=True, slots=True)
class ProposeSettings(Intent):
    """Propose the draft in writing for this reason; the director's badge is in the reader (RO-04)."""

    reason: ChangeReason


@dataclass(frozen=True, slots=True)
class ApproveSettings(Intent):
    """Approve the draft that another person proposed (PM-11)."""


@dataclass(frozen=True, slots=True)
class RefuseSettings(Intent):
    """Refuse the draft that another person proposed, for this reason (PM-11)."""

    doubt: DraftDoubt


@dataclass(frozen=True, slots=True)
class WithdrawSettings(Intent):
    """Take the draft back."""
