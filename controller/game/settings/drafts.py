"""Settings changed by people: written, proposed by one, approved by others, in force at the next opening.

Nothing of a table is changed while it is open but the maximum (rules, section 7; PM-10). What a draft would
mean is worked out beside the table, and what persons do is written in the record of its settings first: the
journal tells each line of it, whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.act import Act, Acts
from controller.game.events import Events
from controller.game.inputs import Intent, Observation, Role
from controller.game.meter.acts import BADGE_METER
from controller.game.refusals import NOT_NOW, Refusal, proposer_revoked
from controller.game.requests import Request
from controller.game.roles import (
    ANYBODY,
    COMITE,
    Right,
    person_here,
)
from controller.game.settings.types import ChangeReason, DraftDoubt, SettingChange, SettingsAct
from controller.game.state import Phase, TableState

BUSY: Final = Refusal("settings_busy", "PM-11")
COMING: Final = Refusal("settings_coming", "PM-11")
NOTHING: Final = Refusal("nothing_differs", "PM-11")
NO_DRAFT: Final = Refusal("no_draft", "PM-11")


# --- when it may be done -------------------------------------------------------------------------


def why_not_set(state: TableState) -> Refusal | None:
    """Why no setting is changed at this table now, or None."""
    told = state.settings
    if state.facts.settings is None or not told.told:
        return NOT_NOW
    if state.phase is not Phase.CLOSED:
        return Refusal("table_open", "PM-10", (("table", state.facts.table),))
    if told.coming:
        return COMING
    return BUSY if told.asked is not None else None


def why_not_opened_yet(state: TableState) -> Refusal | None:
    """Why the table is not opened until its settings stand: they are being approved, or about to be taken."""
    if state.settings.coming:
        return COMING
    return BUSY if state.settings.asked is not None else None


def _may_write(state: TableState) -> Refusal | None:
    refusal = why_not_set(state)
    if refusal is not None:
        return refusal
    waits = state.settings.draft
    return Refusal("draft_waits", "PM-11", (("person", waits.person),)) if waits is not None else None


def _draft(state: TableState, intent: i.DraftSetting) -> Refusal | None:
    refusal = _may_write(state)
    if refusal is not None:
        return refusal
    terms = state.facts.settings
    setting = terms.setting(intent.key) if terms is not None else None
    if setting is None or intent.value not in setting.choices:
        return Refusal("setting_value", "PM-10", (("key", intent.key), ("value", intent.value)))
    return None


def _drop(state: TableState, intent: i.DropDraft) -> Refusal | None:
    return _may_write(state) or (None if state.settings.writing else NOTHING)


def _propose(state: TableState, intent: i.ProposeSettings) -> Refusal | None:
    told = state.settings
    refusal = _may_write(state) or (None if told.writing else NOTHING)
    if refusal is not None:
        return refusal
    checked = told.checked
    if checked is None:
        return BUSY
    if checked.code:
        facts = (("why", checked.detail), ("table", state.facts.table))
        return Refusal(checked.code, checked.article, facts)
    return None


def _decide_on_draft(state: TableState, intent: Intent) -> Refusal | None:
    return why_not_set(state) or (NO_DRAFT if state.settings.draft is None else None)


def _approve(state: TableState, intent: i.ApproveSettings) -> Refusal | None:
    fallen = state.settings.fallen
    return _decide_on_draft(state, intent) or (proposer_revoked(fallen) if fallen else None)


# --- what comes of it ----------------------------------------------------------------------------


def _drafted(state: TableState, intent: i.DraftSetting) -> Events:
    terms = state.facts.settings
    setting = terms.setting(intent.key) if terms is not None else None
    assert setting is not None, "asked only of settings there are"
    return (e.SettingDrafted(intent.key, setting.value, intent.value),)


def _asked(state: TableState, act: SettingsAct, reason: str = "") -> Events:
    """The record is asked to write its next line."""
    told = state.settings
    person = person_here(state)
    if act is SettingsAct.PROPOSE:
        changes = told.writing
    else:
        changes = told.draft.changes if told.draft is not None else ()
    return (e.SettingsActAsked(told.number + 1, act, person, reason, changes),)


# --- what is heard -------------------------------------------------------------------------------


def _in_force(state: TableState, seen: i.SettingsObserved) -> Events:
    if state.settings.told and state.settings.digest == seen.digest:
        return ()
    return (e.SettingsInForce.of(seen),)


def _checked(state: TableState, seen: i.DraftObserved) -> Events:
    """What was found of a draft that was written on meanwhile says nothing of it."""
    told = state.settings
    if not told.writing or seen.changes != told.writing or told.checked is not None:
        return ()
    return (e.DraftChecked.of(seen),)


def _recorded(state: TableState, seen: i.SettingsActObserved) -> Events:
    """Each line of the record is told once, in its order."""
    if seen.number != state.settings.number + 1:
        return ()
    number, person, at_ms, draft = seen.number, seen.person, seen.at_ms, seen.draft
    match seen.act:
        case SettingsAct.PROPOSE:
            return (e.SettingsProposed(number, person, seen.reason, at_ms, draft),)
        case SettingsAct.APPROVE:
            return (e.SettingsApproved(number, person, at_ms, draft, seen.complete),)
        case SettingsAct.REFUSE:
            return (e.SettingsRefused(number, person, seen.reason, at_ms, draft),)
    return (e.SettingsWithdrawn(number, person, at_ms, draft),)


def _act_refused(state: TableState, seen: i.SettingsRefusedObserved) -> Events:
    asked = state.settings.asked
    if asked is None or (asked.act, asked.person) != (seen.act, seen.person):
        return ()
    return (e.SettingsActRefused.of(seen),)


def draft_signed(state: TableState, act: str) -> str:
    """Which draft a card at the pit signs for with this act on settings, or an empty text."""
    told = state.settings
    if why_not_set(state) is not None:
        return ""
    if act == i.ProposeSettings.__name__ and told.writing and told.draft is None:
        checked = told.checked
        return f"{told.number + 1} {checked.after}" if checked is not None and not checked.code else ""
    if act in _ON_A_DRAFT and told.draft is not None:
        return f"{told.draft.number} {told.draft.after}"
    return ""


_ON_A_DRAFT: Final = frozenset(
    kind.__name__ for kind in (i.ApproveSettings, i.RefuseSettings, i.WithdrawSettings)
)


def offered(state: TableState) -> list[Intent]:
    """The acts on a draft that are worth asking about now."""
    told = state.settings
    if state.facts.settings is None or (told.draft is None and not told.writing):
        return []
    return [*_ACTS] if told.draft is not None else [*_WRITING]


_ACTS: Final[tuple[Intent, ...]] = (
    i.ApproveSettings(),
    i.WithdrawSettings(),
    *(i.RefuseSettings(doubt) for doubt in DraftDoubt),
)
_WRITING: Final[tuple[Intent, ...]] = (
    i.DropDraft(),
    *(i.ProposeSettings(reason) for reason in ChangeReason),
)

DRAFTING_HEARD: Final[dict[type[Observation], Callable[[TableState, Any], Events]]] = {
    i.SettingsObserved: _in_force,
    i.DraftObserved: _checked,
    i.SettingsActObserved: _recorded,
    i.SettingsRefusedObserved: _act_refused,
}


# --- what is wanted ------------------------------------------------------------------------------


def settings_wanted(state: TableState) -> list[Request]:
    """What the record of the settings is asked for."""
    told = state.settings
    wanted: list[Request] = []
    if told.asked is not None:
        asked = told.asked
        wanted.append(r.WriteSettings(asked.number, asked.act, asked.person, asked.reason, asked.changes))
    elif told.writing and told.checked is None:
        wanted.append(r.CheckDraft(told.writing))
    return wanted


def written(changes: tuple[SettingChange, ...], change: SettingChange) -> tuple[SettingChange, ...]:
    """The draft with this change, in the order of the keys; without one that changes nothing."""
    rest = [one for one in changes if one.key != change.key]
    if change.after != change.before:
        rest.append(change)
    return tuple(sorted(rest, key=lambda one: one.key))


PROPOSERS: Final = frozenset({Role.DIRECTOR})
"""The parameters of a table are the directeur responsable's (RO-04)."""


ACTS: Final[Acts] = {
    i.DraftSetting: Act(_draft, ANYBODY, _drafted),
    i.DropDraft: Act(_drop, ANYBODY, lambda state, intent: (e.DraftDropped(),)),
    i.ProposeSettings: Act(
        _propose,
        Right(PROPOSERS, "RO-04", Refusal("badge_director", "RO-04")),
        lambda state, intent: _asked(state, SettingsAct.PROPOSE, intent.reason.value),
    ),
    i.ApproveSettings: Act(
        _approve,
        Right(COMITE, "PM-11", BADGE_METER, lambda state: state.settings.decided_by),
        lambda state, intent: _asked(state, SettingsAct.APPROVE),
    ),
    i.RefuseSettings: Act(
        _decide_on_draft,
        Right(COMITE, "PM-11", BADGE_METER, lambda state: state.settings.decided_by[:1]),
        lambda state, intent: _asked(state, SettingsAct.REFUSE, intent.doubt.value),
    ),
    i.WithdrawSettings: Act(
        _decide_on_draft,
        Right(COMITE, "PM-11", BADGE_METER),
        lambda state, intent: _asked(state, SettingsAct.WITHDRAW),
    ),
}
