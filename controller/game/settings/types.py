"""The parts of a table's settings that people change: a draft, what it would mean, who approved it.

A value is the text that stands in a file, so that the journal says it as it was written: `60000`, `10`,
`fr-55-20-2021`; empty is no value. Who may is in `rights`, when in `settings.drafts` (PM-05, PM-10, PM-11).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from controller.game.shared_fields import SharedFields


class ChangeReason(StrEnum):
    """Why settings are changed, for the notice to accounting (PM-11)."""

    AUTHORISATION = "authorisation"
    ATTENDANCE = "attendance"
    EVENT = "event"
    PROCEDURE = "procedure"
    MISTAKE = "mistake"
    TRIAL = "trial"


class DraftDoubt(StrEnum):
    """Why a draft is refused by who was to approve it."""

    FIGURES = "figures"
    REASON = "reason"
    MOMENT = "moment"


class SettingsAct(StrEnum):
    """What a person does with a draft."""

    PROPOSE = "propose"
    APPROVE = "approve"
    REFUSE = "refuse"
    WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True)
class SettingChange:
    """One setting, by its key in `table.toml`, and its value before and after."""

    key: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Consequence:
    """What follows from a draft: a code, and a whole number or a name before and after."""

    code: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting that may be drafted at this table: its value in force, and all that may be chosen."""

    key: str
    value: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SettingsTerms:
    """What the house may set at this table, and the digest of what is in force."""

    digest: str
    settings: tuple[Setting, ...]

    def setting(self, key: str) -> Setting | None:
        """The setting of this key, or None."""
        return next((one for one in self.settings if one.key == key), None)


@dataclass(frozen=True, slots=True)
class SettingsDraft:
    """A draft that a person proposed. `needed` is how many others are to approve it, `approved` who has.

    `number` is that of its line in the record of the table's settings.
    """

    number: int
    person: str
    reason: str
    at_ms: int
    changes: tuple[SettingChange, ...]
    before: str
    after: str
    consequences: tuple[Consequence, ...] = ()
    needed: int = 1
    approved: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckedDraft(SharedFields):
    """What was found of changes in writing: what they would mean, or why they cannot be (`code`)."""

    changes: tuple[SettingChange, ...]
    after: str = ""
    consequences: tuple[Consequence, ...] = ()
    needed: int = 1
    code: str = ""
    article: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came last of a draft, or of what a person wanted to do with it."""

    code: str
    person: str
    at_ms: int
    article: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class InForce(SharedFields):
    """Which settings a session runs under, by digest; how the record stood then, up to line `number`."""

    number: int
    digest: str
    previous: str
    draft: SettingsDraft | None = None
    approved: SettingsDraft | None = None


@dataclass(frozen=True, slots=True)
class RefusedAct(SharedFields):
    """What a person asked of the record and did not get, with the reason and the article."""

    act: SettingsAct
    person: str
    code: str
    article: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class AskedAct:
    """What a person with a card has asked of the record and what has not been answered.

    `number` is the line that it will be, by which it is done once.
    """

    number: int
    act: SettingsAct
    person: str
    reason: str
    changes: tuple[SettingChange, ...]


@dataclass(frozen=True, slots=True)
class HouseSettings:
    """How it stands with the settings: what is in force, in writing, proposed, approved.

    `number` is the last line of the record that this journal knows. `approved` is the draft that was
    approved last; `coming` says that it is not yet in force. `fallen` proposed the draft, or approved it, and
    was revoked since: nobody approves it any more.
    """

    told: bool = False
    number: int = 0
    digest: str = ""
    previous: str = ""
    writing: tuple[SettingChange, ...] = ()
    checked: CheckedDraft | None = None
    draft: SettingsDraft | None = None
    approved: SettingsDraft | None = None
    coming: bool = False
    asked: AskedAct | None = None
    outcome: Outcome | None = None
    fallen: str = ""

    @property
    def decided_by(self) -> tuple[str, ...]:
        """Who proposed the draft, and who has approved it: none of them approves it again (PM-11)."""
        return (self.draft.person, *self.draft.approved) if self.draft is not None else ()


NO_SETTINGS = HouseSettings()
