"""How a draft of settings comes about, is approved and comes into force."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game.changes import changed, fields_of
from controller.game.events import Event
from controller.game.settings.drafts import written
from controller.game.settings.types import HouseSettings, Outcome, SettingChange
from controller.game.state import TableState


@fields_of(HouseSettings)
def _settings(state: TableState, **changes: Any) -> TableState:
    return changed(state, settings=replace(state.settings, **changes))


def _in_force(state: TableState, event: e.SettingsInForce, at_ms: int) -> TableState:
    """A start reads what was approved: nothing is still to come. What was not answered is asked anew."""
    asked = state.settings.asked
    if asked is not None and asked.number <= event.number:
        asked = None
    told = HouseSettings(
        True,
        event.number,
        event.digest,
        event.previous,
        draft=event.draft,
        approved=event.approved,
        asked=asked,
    )
    return changed(state, settings=told)


def _drafted(state: TableState, event: e.SettingDrafted, at_ms: int) -> TableState:
    change = SettingChange(event.key, event.before, event.after)
    writing = written(state.settings.writing, change)
    return _settings(state, writing=writing, checked=None, outcome=None)


def _asked(state: TableState, event: e.SettingsActAsked, at_ms: int) -> TableState:
    return _settings(state, asked=event, outcome=None)


def _recorded(code: str, **changes: Any) -> Callable[[TableState, Any, int], TableState]:
    """A line of the record was told: whoever asked for this one has his answer."""

    def evolution(state: TableState, event: Any, at_ms: int) -> TableState:
        asked = state.settings.asked
        if asked is not None and asked.number <= event.number:
            asked = None
        outcome = Outcome(code, event.person, event.at_ms, "PM-11", getattr(event, "reason", ""))
        told = {"draft": None, "writing": (), "checked": None, "fallen": "", **changes}
        return _settings(state, number=event.number, asked=asked, outcome=outcome, **told)

    return evolution


def _proposed(state: TableState, event: e.SettingsProposed, at_ms: int) -> TableState:
    return _recorded("proposed", draft=event.draft)(state, event, at_ms)


def _approved(state: TableState, event: e.SettingsApproved, at_ms: int) -> TableState:
    if not event.complete:
        return _recorded("approved", draft=event.draft)(state, event, at_ms)
    return _recorded("complete", approved=event.draft, coming=True)(state, event, at_ms)


def _act_refused(state: TableState, event: e.SettingsActRefused, at_ms: int) -> TableState:
    outcome = Outcome(event.code, event.person, at_ms, event.article, event.detail)
    return _settings(state, asked=None, outcome=outcome)


DRAFTING: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.SettingsInForce: _in_force,
    e.SettingDrafted: _drafted,
    e.DraftDropped: lambda state, event, at_ms: _settings(state, writing=(), checked=None),
    e.DraftChecked: lambda state, event, at_ms: _settings(state, checked=event),
    e.SettingsActAsked: _asked,
    e.SettingsProposed: _proposed,
    e.SettingsApproved: _approved,
    e.SettingsRefused: _recorded("refused"),
    e.SettingsWithdrawn: _recorded("withdrawn"),
    e.SettingsActRefused: _act_refused,
}
