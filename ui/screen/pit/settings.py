"""What a table is set to, and how it is changed: a draft that persons sign, in force at the next opening.

The maximum of the bets is changed at the table with a chief's card, from the next round on. All else is a
draft: written here on a closed table, one value of a list at a time, read in words with what follows from
it, proposed and approved by cards. Nothing of a jackpot is changed while it runs (PM-10, PM-11).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ui import figures
from ui.screen.pit.attention import asked
from ui.screen.pit.draft import DIGEST_SHOWN, DOUBTS, REASONS, Chosen, panel, stage_of, steps
from ui.screen.pit.felt import Speech, jp1_felt
from ui.screen.room import Room, Seen
from ui.screen.settings_signing import ACTS, signing_pad
from ui.screen.settings_words import control, value_words
from ui.texts.hands import PRIZES, odds_words

View = Mapping[str, Any]

CLOSED: Final = "closed"
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "rules": ("table.profile", "limits.minimum_cents", "limits.maximum_multiple", "table.jackpot"),
    "opening": (
        "opening.coefficient",
        "opening.last_deals",
        "opening.announce_min",
        "opening.closes",
    ),
    "pace": ("pace.betting_ms", "pace.last_bets_ms", "pace.showdown_ms", "pace.clearing_ms"),
    "money": (
        "payments.identity_from_cents",
        "payments.second_person_from_cents",
        "payments.stop_notice_h",
        "video.retention_days",
    ),
}
NOTES: Final = {"demo": "demo", "open": "open", "waiting": "wait", "coming": "restart"}


class SettingsPage:
    """The settings of the table that is looked at."""

    name = "settings"
    face = "PitSettings"
    wide = False
    parts: tuple[str, ...] = ("values", "draft")

    def __init__(self) -> None:
        self._reason = REASONS[0]
        self._doubt = DOUBTS[0]
        self._meant = ("", "")

    def there(self, room: Room) -> bool:
        return room.looked_at is not None and room.looked_at.view is not None

    def take(self, tap: Mapping[str, Any], room: Room) -> bool:
        if tap.get("reason") in REASONS:
            self._reason = str(tap["reason"])
        elif tap.get("doubt") in DOUBTS:
            self._doubt = str(tap["doubt"])
        elif tap.get("meant") in ACTS:
            # Pressed again, it is the approval that a card is to sign after all.
            meant = (room.chosen, str(tap["meant"]))
            self._meant = ("", "") if self._meant == meant else meant
        else:
            return False
        return True

    def words(self, room: Room) -> dict[str, Any]:
        """The groups of settings with their keys, and the draft with its persons."""
        seen = room.looked_at
        if seen is None or seen.view is None:
            return {}
        speech, view = seen.speech(room.language, room.zone), seen.view
        told = view["drafting"]
        stage = stage_of(view, told)
        digest = told["digest"] if told is not None else ""
        meant = self._meant[1] if self._meant[0] == seen.name else "approve"
        groups = [_group(speech, seen, view, name) for name in GROUPS]
        signed = {"writing": "propose", "waiting": meant}.get(stage, "")
        return {
            "title": f"{speech.say('tab.settings')} · {seen.name}",
            "note": speech.say(f"settings.{NOTES.get(stage, 'closed')}"),
            "digest": speech.say("settings.force", digest=digest[:DIGEST_SHOWN]) if digest else "",
            "steps": steps(speech, stage, told),
            "groups": [group for group in groups if group["rows"]],
            "jp1": _jp1(speech, view),
            "maximum": _maximum(speech, seen, view),
            "panel": panel(room, speech, seen, stage, told, Chosen(self._reason, self._doubt, meant)),
            "pad": signing_pad(room, speech, seen, signed),
        }


def _group(speech: Speech, seen: Seen, view: View, name: str) -> dict[str, Any]:
    told = view["drafting"]
    known = _known(view)
    changed = {key: after for key, _, after in _changes(told)} if told is not None else {}
    free = told is not None and told["why"] is None and told["draft"] is None and not seen.unheard
    rows = []
    for key in GROUPS[name]:
        if key not in known:
            continue
        value, choices = known[key]
        now = changed.get(key, value)
        row: dict[str, Any] = {
            "label": speech.say(f"settings.{key}"),
            "value": value_words(speech, key, value),
            "after": value_words(speech, key, now) if now != value else "",
            "keys": [],
            "minus": None,
            "plus": None,
        }
        rows.append(row | (control(speech, seen, key, now, choices) if free and len(choices) > 1 else {}))
    return {"title": speech.say(f"settings.group.{name}"), "rows": rows}


def _changes(told: View) -> list[list[str]]:
    """What the draft has otherwise: the one that waits, or the one in writing."""
    draft = told["draft"] if told["draft"] is not None else told["approved"] if told["coming"] else None
    return list(draft["changes"] if draft is not None else told["writing"])


def _known(view: View) -> dict[str, tuple[str, list[str]]]:
    """Each setting's value and choices; of a demonstration what its view tells, without a choice."""
    told = view["drafting"]
    if told is not None:
        return {key: (value, choices) for key, value, choices in told["settings"]}
    plain = view["settings"]
    values = {
        "table.profile": view["game"]["profile"],
        "limits.minimum_cents": view["minimum_cents"],
        **{
            f"pace.{name}": plain[name]
            for name in ("betting_ms", "last_bets_ms", "showdown_ms", "clearing_ms")
        },
        "payments.identity_from_cents": plain["identity_from_cents"],
        "payments.second_person_from_cents": plain["second_person_from_cents"],
        "video.retention_days": plain["retention_days"],
    }
    return {key: (str(value), []) for key, value in values.items()}


def _jp1(speech: Speech, view: View) -> dict[str, Any]:
    cells: list[tuple[str, str]] = []
    if jp1_felt(view):
        told = view["jackpot"]
        cells = [
            (speech.say("settings.stake"), figures.euros(told["stake_cents"], short=True)),
            (speech.say("settings.share"), figures.percent(told["share_micro"])),
            *(
                (PRIZES[speech.language][kind], odds_words(speech.language, odds))
                for kind, odds in view["settings"]["prizes"]
            ),
        ]
    return {
        "title": speech.say("settings.jp1"),
        "note": speech.say("settings.jp1.note"),
        "cells": [{"label": label, "value": value} for label, value in cells],
    }


def _maximum(speech: Speech, seen: Seen, view: View) -> dict[str, Any]:
    """The maximum of the bets, and those that may be put in its place from the next round on."""
    coming = view["maximum_coming_cents"]
    others = [cents for cents in view["maximums"] if cents != (coming or view["maximum_cents"])]
    told = figures.euros(view["maximum_cents"], short=True)
    if coming:
        told = speech.say("settings.coming", now=told, coming=figures.euros(coming, short=True))
    return {
        "title": speech.say("settings.maximum"),
        "note": speech.say("settings.maximum.note"),
        "value": told,
        "keys": [
            {
                "label": figures.euros(cents, short=True),
                "says": speech.say("settings.maximum.says", amount=figures.euros(cents, short=True)),
                "tap": asked(seen, {"act": "ChangeMaximum", "maximum_cents": cents}),
            }
            for cents in others
            if not seen.unheard and view["phase"] != CLOSED
        ],
    }
