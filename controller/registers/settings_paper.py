"""A change of settings as a notice for accounting: each value before and after, and by whom (PM-11)."""

from __future__ import annotations

from datetime import tzinfo
from typing import Final

from controller.game import events as e
from controller.journal.entries import JournalEntry
from controller.registers.layout import Facts, Paper, Signatures
from controller.registers.reading import Session
from controller.words.instants import both
from controller.words.setting_words import CHANGE_REASONS, setting_name, setting_value

WORDS: Final = {
    "notice": ("Avis à la comptabilité\u00a0: réglages", "Notice for accounting: settings"),
    "reason": ("Motif", "Reason"),
    "proposed": ("Proposé par", "Proposed by"),
    "approved": ("Approuvé par", "Approved by"),
    "digest": ("Empreinte des réglages", "Digest of the settings"),
    "force": ("En vigueur", "In force"),
    "next": ("à l’ouverture suivante", "at the next opening"),
    "becomes": ("{before} devient {after}", "{before} becomes {after}"),
    "accounting": ("Comptabilité", "Accounting"),
    "sign": ("Date et signature", "Date and signature"),
}


def changes_approved(session: Session) -> list[tuple[JournalEntry, e.SettingsApproved]]:
    """Every draft that had all its approvals in this session."""
    return [(told, event) for told, event in session.told(e.SettingsApproved) if event.complete]


def settings_notice(
    session: Session, told: JournalEntry, event: e.SettingsApproved, language: int, zone: tzinfo | None
) -> Paper:
    """One change of settings, for accounting; as an accountant reads it."""
    draft = event.draft
    becomes = WORDS["becomes"][language]
    rows = (
        (WORDS["reason"][language], CHANGE_REASONS[draft.reason][language]),
        *(
            (
                setting_name(one.key, language),
                becomes.format(
                    before=setting_value(one.key, one.before, language),
                    after=setting_value(one.key, one.after, language),
                ),
            )
            for one in draft.changes
        ),
        (WORDS["digest"][language], becomes.format(before=draft.before[:16], after=draft.after[:16])),
        (WORDS["proposed"][language], draft.person),
        (WORDS["approved"][language], ", ".join(draft.approved)),
        (WORDS["force"][language], WORDS["next"][language]),
    )
    lead = f"{session.name}/{told.seq} · {both(told.at_ms, zone)}"
    signed = Signatures(((WORDS["accounting"][language], ""),), WORDS["sign"][language])
    return Paper(WORDS["notice"][language], lead, (Facts("", rows), signed))
