"""Settings drafted at a table left to chance: written, proposed, approved or not, and taken at a restart."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from controller.game import inputs as i
from controller.game import requests as r
from controller.game.inputs import Observation, Role
from controller.game.react import react
from controller.game.settings.types import (
    ChangeReason,
    Consequence,
    DraftDoubt,
    Setting,
    SettingsAct,
    SettingsDraft,
    SettingsTerms,
)

if TYPE_CHECKING:
    from tests.wander import Wanderer

SETTINGS = SettingsTerms(
    "d0",
    (
        Setting("limits.minimum_cents", "500", ("500", "1000", "2000")),
        Setting("pace.betting_ms", "45000", ("30000", "45000", "60000")),
    ),
)
"""What the house may draft at a table of the tests."""


def in_force(number: int = 0, digest: str = "d0", previous: str = "") -> i.SettingsObserved:
    """A process began, and says what is in force."""
    return i.SettingsObserved(number, digest, previous)


def answered(felt_request: r.Request, at_ms: int, draft: SettingsDraft | None) -> Observation:
    """What the record and what works out drafts say to this request."""
    if isinstance(felt_request, r.CheckDraft):
        follows = (Consequence("minimum", "500", "1000"),)
        return i.DraftObserved(felt_request.changes, "d1", follows)
    assert isinstance(felt_request, r.WriteSettings)
    asked = felt_request
    if asked.act is SettingsAct.PROPOSE:
        made = SettingsDraft(asked.number, asked.person, asked.reason, at_ms, asked.changes, "d0", "d1")
        return i.SettingsActObserved(asked.number, asked.act, asked.person, asked.reason, at_ms, made)
    assert draft is not None
    complete = False
    if asked.act is SettingsAct.APPROVE:
        draft = replace(draft, approved=(*draft.approved, asked.person))
        complete = len(draft.approved) >= draft.needed
    return i.SettingsActObserved(asked.number, asked.act, asked.person, asked.reason, at_ms, draft, complete)


def settings_step(table: Wanderer, dice: random.Random) -> bool:
    """Something was done about the settings of the closed table, or nothing is to be done."""
    told = table.state.settings
    if not told.told:
        table.see(in_force())
        return True
    if told.coming:
        approved = told.approved
        assert approved is not None
        table.see(i.SettingsObserved(told.number, f"d{told.number}", told.digest, None, approved))
        return True
    wanted = [one for one in react(table.state) if isinstance(one, r.CheckDraft | r.WriteSettings)]
    if wanted and dice.randrange(100) < 70:
        refused = isinstance(wanted[0], r.WriteSettings) and dice.randrange(100) < 25
        if refused:
            asked = told.asked
            assert asked is not None
            table.see(i.SettingsRefusedObserved(asked.act, asked.person, "file_changed", "PM-11"))
        else:
            table.see(answered(wanted[0], table.felt.now_ms, told.draft))
        return True
    if told.asked is not None:
        return True  # nothing opens before the answer
    begun = bool(told.writing) or told.draft is not None
    if dice.randrange(100) >= (85 if begun else 15):
        return False
    _person_acts(table, dice)
    return True


def _person_acts(table: Wanderer, dice: random.Random) -> None:
    told = table.state.settings
    if told.draft is not None:
        table.badge(Role.COMITE)
        doubt = dice.choice(tuple(DraftDoubt))
        acts = (i.ApproveSettings(), i.ApproveSettings(), i.RefuseSettings(doubt), i.WithdrawSettings())
        table.tap(dice.choice(acts))
    elif told.writing and dice.randrange(100) < 70:
        table.see(i.BadgeObserved("Direction 1", Role.DIRECTOR))
        badge = table.state.badge
        if table.state.facts.register and badge is not None:
            table.see(i.PinAnswered("Direction 1", badge.shown, True))
        table.tap(i.ProposeSettings(dice.choice(tuple(ChangeReason))))
    elif told.writing and dice.randrange(100) < 30:
        table.tap(i.DropDraft())
    else:
        setting = dice.choice(SETTINGS.settings)
        table.tap(i.DraftSetting(setting.key, dice.choice(setting.choices)))
