"""What a table is set to: to be read. A touch says when and by whom it may be changed, with the article.

The maximum of the bets is changed at the table with a chief's card, from the next round on. All else is a
draft that two persons make on the table's machine while it is closed (`tapis settings`), in force at its next
opening. Nothing of a jackpot is changed while it runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ui import figures
from ui.screen.pit_attention import asked
from ui.screen.pit_felt import Speech, jp1_felt
from ui.screen.room import Room, Seen
from ui.texts_hands import PRIZES, odds_words

View = Mapping[str, Any]

CLOSED: Final = "closed"
SOURCES: Final[Mapping[str, str]] = {"open": "PM-10", "jackpot": "PM-10", "draft": "PM-11, RO-04"}
DIGEST_SHOWN: Final = 12


class SettingsPage:
    """The settings of the table that is looked at."""

    name = "settings"
    face = "PitSettings"
    wide = False

    def __init__(self) -> None:
        self._asked = ""

    def there(self, room: Room) -> bool:
        return room.looked_at is not None and room.looked_at.view is not None

    def take(self, tap: Mapping[str, Any], room: Room) -> bool:
        if "setting" not in tap:
            return False
        self._asked = "" if self._asked == tap["setting"] else str(tap["setting"])
        return True

    def words(self, room: Room) -> dict[str, Any]:
        """The groups of settings, and why the one that was touched is not changed here."""
        seen = room.looked_at
        if seen is None or seen.view is None:
            return {}
        speech, view = seen.speech(room.language, room.zone), seen.view
        open_now = view["phase"] != CLOSED
        return {
            "title": f"{speech.say('tab.settings')} · {seen.name}",
            "note": speech.say("settings.open" if open_now else "settings.closed"),
            "groups": [self._group(speech, view, name) for name in ("limits", "pace", "jp1", "money")],
            "maximum": self._maximum(speech, seen, view),
            "answer": self._answer(speech, open_now),
        }

    def _group(self, speech: Speech, view: View, name: str) -> dict[str, Any]:
        rows = {"limits": _limits, "pace": _pace, "jp1": _jp1, "money": _money}[name](speech, view)
        when = "jackpot" if name == "jp1" else "draft"
        return {
            "title": speech.say(f"settings.{name}"),
            "note": speech.say(f"settings.when.{when}"),
            "rows": [
                {
                    "label": label,
                    "value": value,
                    "on": self._asked == f"{when}/{label}",
                    "tap": {"act": "page", "setting": f"{when}/{label}"},
                }
                for label, value in rows
            ],
        }

    def _maximum(self, speech: Speech, seen: Seen, view: View) -> dict[str, Any]:
        """The maximum of the bets, and those that a chief may put in its place from the next round on."""
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

    def _answer(self, speech: Speech, open_now: bool) -> dict[str, str] | None:
        """Why the setting that was touched is not changed by a touch."""
        if not self._asked:
            return None
        kind, _, label = self._asked.partition("/")
        code = "jackpot" if kind == "jackpot" else "open" if open_now else "draft"
        return {"title": label, "text": speech.say(f"settings.why.{code}"), "article": SOURCES[code]}


def _limits(speech: Speech, view: View) -> list[tuple[str, str]]:
    told = view["settings"]
    return [
        (speech.say("settings.profile"), view["game"]["profile"]),
        (speech.say("settings.digest"), told["digest"][:DIGEST_SHOWN]),
        (speech.say("settings.minimum"), figures.euros(view["minimum_cents"], short=True)),
    ]


def _pace(speech: Speech, view: View) -> list[tuple[str, str]]:
    told = view["settings"]
    names = ("betting_ms", "last_bets_ms", "showdown_ms", "clearing_ms")
    return [(speech.say(f"settings.{name}"), _seconds(speech, told[name])) for name in names]


def _seconds(speech: Speech, ms: int) -> str:
    whole, rest = divmod(ms, 1000)
    return speech.say("settings.seconds", count=f"{whole},{rest // 100}" if rest else str(whole))


def _jp1(speech: Speech, view: View) -> list[tuple[str, str]]:
    if not jp1_felt(view):
        return []
    told = view["jackpot"]
    prizes = [
        (PRIZES[speech.language][kind], odds_words(speech.language, odds))
        for kind, odds in view["settings"]["prizes"]
    ]
    return [
        (speech.say("settings.stake"), figures.euros(told["stake_cents"], short=True)),
        (speech.say("settings.share"), figures.percent(told["share_micro"])),
        *prizes,
    ]


def _money(speech: Speech, view: View) -> list[tuple[str, str]]:
    told = view["settings"]
    above = told["dealer_prize_cents"]
    return [
        (speech.say("settings.identity"), figures.euros(told["identity_from_cents"], short=True)),
        (
            speech.say("settings.prize"),
            figures.euros(above, short=True) if above >= 0 else speech.say("none"),
        ),
        (speech.say("settings.cameras"), ", ".join(told["cameras"]) or speech.say("none")),
        (speech.say("settings.retention"), speech.say("settings.days", count=told["retention_days"])),
    ]
