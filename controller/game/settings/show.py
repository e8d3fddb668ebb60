"""What a table is set to, and the draft that would change it, for the pit to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypedDict

from controller.game import inputs as i
from controller.game.inputs import Intent
from controller.game.memo_by_identity import memoised
from controller.game.refusals import RefusalView, shown_refusal
from controller.game.rights import why_not_allowed
from controller.game.session_terms import TableFacts
from controller.game.settings.drafts import ACTS as DRAFTING
from controller.game.settings.drafts import why_not_set
from controller.game.settings.types import (
    ChangeReason,
    CheckedDraft,
    Consequence,
    DraftDoubt,
    HouseSettings,
    Outcome,
    SettingChange,
    SettingsDraft,
    SettingsTerms,
)
from controller.game.state import TableState


class SettingsView(TypedDict):
    """The parameters in force: times in milliseconds, thresholds in cents, JP1 prizes as `[class, odds]`."""

    digest: str
    betting_ms: int
    last_bets_ms: int
    showdown_ms: int
    clearing_ms: int
    unanswered_ms: int
    cameras: list[str]
    retention_days: int
    identity_from_cents: int
    second_person_from_cents: int
    prizes: list[list[str]]


class CheckedDraftView(TypedDict):
    """What changes in writing would mean, or the `code` of why they cannot be."""

    after: str
    consequences: list[list[str]]
    needed: int
    code: str
    article: str
    detail: str


class DraftView(TypedDict):
    """A draft that a person proposed: `[key, before, after]` of each change; `needed` others approve it."""

    number: int
    person: str
    reason: str
    at_ms: int
    changes: list[list[str]]
    before: str
    after: str
    consequences: list[list[str]]
    needed: int
    approved: list[str]


class OutcomeView(TypedDict):
    """What came last of a draft, and of whose."""

    code: str
    person: str
    at_ms: int
    article: str
    detail: str


class HouseSettingsView(TypedDict):
    """How it stands with the settings: `[key, value, choices]` of each, and the draft from writing to force.

    `asked` is `[act, person]`.
    """

    told: bool
    digest: str
    previous: str
    settings: list[list[str | list[str]]]
    writing: list[list[str]]
    checked: CheckedDraftView | None
    draft: DraftView | None
    approved: DraftView | None
    coming: bool
    asked: list[str] | None
    outcome: OutcomeView | None


class DraftingView(HouseSettingsView):
    """The same, and what may be done with a draft now; `here` is `[person, role, proven]` of who is there."""

    why: RefusalView | None
    acts: dict[str, RefusalView | None]
    cards: dict[str, RefusalView | None]
    here: list[str | bool] | None


@memoised
def settings(facts: TableFacts) -> SettingsView:
    """The parameters in force; those of the jackpot and of the game are elsewhere in the view."""
    clocks = facts.profile.clocks
    return {
        "digest": facts.profile.digest,
        "betting_ms": clocks.betting_ms or facts.betting_ms,
        "last_bets_ms": clocks.last_bets_ms if clocks.betting_ms else facts.last_bets_ms,
        "showdown_ms": facts.showdown_ms,
        "clearing_ms": facts.clearing_ms,
        "unanswered_ms": facts.unanswered_ms,
        "cameras": list(facts.cameras),
        "retention_days": facts.retention_days,
        "identity_from_cents": facts.identity_from_cents,
        "second_person_from_cents": facts.second_person_from_cents,
        "prizes": [[str(kind), str(odds)] for kind, odds in facts.profile.jp1.items()],
    }


ACTS: Final[tuple[tuple[str, Intent], ...]] = (
    ("propose", i.ProposeSettings(ChangeReason.PROCEDURE)),
    ("approve", i.ApproveSettings()),
    ("refuse", i.RefuseSettings(DraftDoubt.FIGURES)),
    ("withdraw", i.WithdrawSettings()),
)


def drafting(state: TableState) -> DraftingView | None:
    """What may be drafted, what is in writing, proposed, approved, and why not; None where nothing is.

    `acts` says of each act why it would be refused now, or None: what waits for a card is in `cards`.
    """
    terms = state.facts.settings
    if terms is None:
        return None
    told = state.settings
    refusal = why_not_set(state)
    acts = [(name, DRAFTING[type(act)].permit(state, act), act) for name, act in ACTS]
    badge = state.badge
    return {
        **_parts(told, terms),
        "why": shown_refusal(refusal),
        "acts": {name: shown_refusal(why) for name, why, _ in acts},
        "cards": {name: shown_refusal(why_not_allowed(state, act)) for name, why, act in acts if why is None},
        "here": [badge.person, str(badge.role), badge.proven or not state.facts.register] if badge else None,
    }


@memoised
def _parts(told: HouseSettings, terms: SettingsTerms) -> HouseSettingsView:
    return {
        "told": told.told,
        "digest": told.digest,
        "previous": told.previous,
        "settings": [[one.key, one.value, list(one.choices)] for one in terms.settings],
        "writing": _changes(told.writing),
        "checked": _checked(told.checked),
        "draft": _draft(told.draft),
        "approved": _draft(told.approved),
        "coming": told.coming,
        "asked": [told.asked.act.value, told.asked.person] if told.asked is not None else None,
        "outcome": _outcome(told.outcome),
    }


def _changes(changes: Sequence[SettingChange]) -> list[list[str]]:
    return [[one.key, one.before, one.after] for one in changes]


def _consequences(found: Sequence[Consequence]) -> list[list[str]]:
    return [[one.code, one.before, one.after] for one in found]


def _checked(checked: CheckedDraft | None) -> CheckedDraftView | None:
    if checked is None:
        return None
    return {
        "after": checked.after,
        "consequences": _consequences(checked.consequences),
        "needed": checked.needed,
        "code": checked.code,
        "article": checked.article,
        "detail": checked.detail,
    }


def _draft(draft: SettingsDraft | None) -> DraftView | None:
    if draft is None:
        return None
    return {
        "number": draft.number,
        "person": draft.person,
        "reason": draft.reason,
        "at_ms": draft.at_ms,
        "changes": _changes(draft.changes),
        "before": draft.before,
        "after": draft.after,
        "consequences": _consequences(draft.consequences),
        "needed": draft.needed,
        "approved": list(draft.approved),
    }


def _outcome(outcome: Outcome | None) -> OutcomeView | None:
    if outcome is None:
        return None
    return {
        "code": outcome.code,
        "person": outcome.person,
        "at_ms": outcome.at_ms,
        "article": outcome.article,
        "detail": outcome.detail,
    }
