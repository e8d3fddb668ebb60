"""A table whose settings are drafted, in every state that the pit's page of settings shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from controller.game import inputs as i
from controller.game import requests as r
from controller.game.inputs import Role
from controller.game.react import react
from controller.game.settings.types import ChangeReason, DraftDoubt, SettingsAct, SettingsDraft
from controller.settings.files import config_path
from controller.settings.keys import digest_of_settings, file_settings, settings_terms
from controller.settings.limits import rules_of
from controller.settings.meaning import meaning
from controller.settings.table import load_table
from tests.builders import Felt

DIRECTOR = ("A. Fontaine", Role.DIRECTOR)
COMITE = ("B. Carlier", Role.COMITE)
SECOND = ("M. Vidal", Role.COMITE)
MINIMUM = (("limits.minimum_cents", "1000"), ("pace.betting_ms", "60000"))


@cache
def _base() -> tuple[i.SettingsObserved, object]:
    terms = settings_terms(load_table())
    return i.SettingsObserved(0, terms.digest, ""), terms


def closed(**known: object) -> Felt:
    """Nothing is in writing."""
    seen, terms = _base()
    return Felt(settings=terms, **known).see(seen)


def open_table() -> Felt:
    return closed().open()


def writing(changes: tuple[tuple[str, str], ...] = MINIMUM, **known: object) -> Felt:
    """A draft in writing, whose meaning the table has worked out."""
    felt = closed(**known).do(*(i.DraftSetting(key, value) for key, value in changes))
    written = felt.state.settings.writing
    path = config_path("table.toml")
    before = load_table(path)
    after = file_settings(path, {one.key: one.after for one in written})
    found, needed = meaning(before, after, {one.key for one in written})
    return felt.see(i.DraftObserved(written, digest_of_settings(after), found, needed))


def impossible() -> Felt:
    """The linked book would turn the table away."""
    felt = closed().do(i.DraftSetting("limits.minimum_cents", "1000"))
    why = (
        "book postgresql://uth_2@jackpot.casino.lan/jackpot: its tables play fr-55-20-2021 with digest"
        " c9089524fa35, this one fr-55-20-2021 with digest 7d1f00a3b9c2"
    )
    found = i.DraftObserved(felt.state.settings.writing, code="book_rules", article="LK-01", detail=why)
    return felt.see(found)


def by_director() -> Felt:
    """The director has his card in the reader, and may propose."""
    return writing().badge(*DIRECTOR)


def recorded(felt: Felt) -> Felt:
    """The record has written what was asked of it."""
    (asked,) = (one for one in react(felt.state) if isinstance(one, r.WriteSettings))
    told = felt.state.settings
    if asked.act is SettingsAct.PROPOSE:
        checked = told.checked
        assert checked is not None
        draft = SettingsDraft(
            *(asked.number, asked.person, asked.reason, felt.now_ms, asked.changes),
            *(told.digest, checked.after, checked.consequences, checked.needed),
        )
    else:
        assert told.draft is not None
        draft = told.draft
    complete = False
    if asked.act is SettingsAct.APPROVE:
        draft = replace(draft, approved=(*draft.approved, asked.person))
        complete = len(draft.approved) >= draft.needed
    line = (asked.number, asked.act, asked.person, asked.reason, felt.now_ms, draft, complete)
    return felt.see(i.SettingsActObserved(*line))


def proposed(changes: tuple[tuple[str, str], ...] = MINIMUM, **known: object) -> Felt:
    """Proposed, and the director has taken his card with him."""
    felt = writing(changes, **known).badge(*DIRECTOR).do(i.ProposeSettings(ChangeReason.ATTENDANCE))
    return recorded(felt).see(i.BadgeGone())


def at_pits_reader() -> Felt:
    """At a table where cards at the pit count, one is awaited."""
    return proposed(pit_cards=True)


def same_person() -> Felt:
    """The director's own card is in the reader again."""
    return proposed().badge(*DIRECTOR)


def by_comite() -> Felt:
    """A member of the comité has his card in the reader, and may approve."""
    return proposed().badge(*COMITE)


def above_ceiling() -> Felt:
    """A return above 100 %: one of two approvals is given."""
    felt = proposed((("table.jackpot", "jackpot-literal.toml"),)).badge(*COMITE)
    return recorded(felt.do(i.ApproveSettings())).see(i.BadgeGone())


def coming() -> Felt:
    """Approved, and the table is about to start again."""
    return recorded(by_comite().do(i.ApproveSettings()))


def ready() -> Felt:
    """Started again under the approved settings, closed."""
    before = coming().state.settings
    assert before.approved is not None
    path = config_path("table.toml")
    after = file_settings(path, {one.key: one.after for one in before.approved.changes})
    seen = i.SettingsObserved(before.number, before.approved.after, before.digest, None, before.approved)
    return Felt(rules_of(after), settings=settings_terms(after), betting_ms=after.pace.betting_ms).see(seen)


def refused() -> Felt:
    """The member of the comité has refused it."""
    return recorded(by_comite().do(i.RefuseSettings(DraftDoubt.FIGURES))).see(i.BadgeGone())


READER: Mapping[str, object] = {
    "there": True,
    "card": True,
    "trouble": "",
    "busy": False,
    "table": "",
    "why": "",
}
"""What a pit with a card in its reader tells of it."""
STATES: Mapping[str, Callable[[], Felt]] = {
    "open": open_table,
    "closed": closed,
    "writing": writing,
    "by_director": by_director,
    "impossible": impossible,
    "proposed": proposed,
    "at_pits_reader": at_pits_reader,
    "same_person": same_person,
    "by_comite": by_comite,
    "above_ceiling": above_ceiling,
    "coming": coming,
    "ready": ready,
    "refused": refused,
}
