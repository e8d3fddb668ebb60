"""The settings of the table: drafted, proposed, approved, in force."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.events.event import Event
from controller.game.settings.types import (
    AskedAct,
    CheckedDraft,
    InForce,
    RefusedAct,
    SettingsDraft,
)

__all__ = [
    "DraftChecked",
    "DraftDropped",
    "SettingDrafted",
    "SettingsActAsked",
    "SettingsActRefused",
    "SettingsApproved",
    "SettingsInForce",
    "SettingsProposed",
    "SettingsRefused",
    "SettingsWithdrawn",
]


@dataclass(frozen=True, slots=True)
class SettingsInForce(InForce, Event):
    """The table runs under the settings of this digest; those of the session before had `previous`.

    `number` is the line of the record up to which the journals have told it, `draft` what waits there for
    its approval and `approved` what was approved last (PM-11).
    """


@dataclass(frozen=True, slots=True)
class SettingDrafted(Event):
    """The draft in writing has this setting so; as it was, it is out of the draft again."""

    key: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class DraftDropped(Event):
    """Nothing is in writing any more."""


@dataclass(frozen=True, slots=True)
class DraftChecked(CheckedDraft, Event):
    """What the draft in writing would mean, with the digest after it; or why it cannot be (PM-05)."""


@dataclass(frozen=True, slots=True)
class SettingsActAsked(AskedAct, Event):
    """A person with a card asks this of the record of settings, whose line `number` it is to be."""


@dataclass(frozen=True, slots=True)
class SettingsProposed(Event):
    """A person proposed this draft, for a reason (PM-11)."""

    number: int
    person: str
    reason: str
    at_ms: int
    draft: SettingsDraft


@dataclass(frozen=True, slots=True)
class SettingsApproved(Event):
    """Another person approved; complete, this is the notice for accounting: each value before and after,
    and what is in force when the table opens next (PM-05, PM-11)."""

    number: int
    person: str
    at_ms: int
    draft: SettingsDraft
    complete: bool


@dataclass(frozen=True, slots=True)
class SettingsRefused(Event):
    """Another person refused the draft, for a reason (PM-11)."""

    number: int
    person: str
    reason: str
    at_ms: int
    draft: SettingsDraft


@dataclass(frozen=True, slots=True)
class SettingsWithdrawn(Event):
    """The draft was taken back."""

    number: int
    person: str
    at_ms: int
    draft: SettingsDraft


@dataclass(frozen=True, slots=True)
class SettingsActRefused(RefusedAct, Event):
    """What a person asked of the record was not done, with the reason and the article."""
