"""Settings in words: a value, a difference, what follows from it; and the keys by which a value is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from controller.words.money import CODES
from controller.words.setting_words import setting_value
from controller.words.spots import SIDES
from ui import figures
from ui.screen.pit.attention import asked
from ui.screen.pit.felt import Speech
from ui.screen.room import Seen
from ui.texts.rules import REFUSALS

View = Mapping[str, Any]

FEW: Final = 3
"""Up to so many choices each has a key of its own; more are stepped through."""
AMOUNTS: Final = ("minimum", "maximum", "avance")
RETURNS: Final = ("jp1_return_1", "jp1_return_7", *(f"{spot}_return" for spot in SIDES), "ceiling")


def value_words(speech: Speech, key: str, value: str) -> str:
    """`45 s`, `10 €`, `15 jours`: a value as it is read."""
    if key in ("table.profile", "table.jackpot"):
        return value.removesuffix(".toml")
    if not value:
        return speech.say("settings.unsaid" if key == "opening.closes" else "none")
    if key.endswith("_cents"):
        return figures.euros(int(value), short=True)
    return setting_value(key, value, CODES.index(speech.language))


def difference(speech: Speech, change: Sequence[str]) -> dict[str, str]:
    """`Minimum des mises`, `5 €`, `10 €`."""
    key, before, after = change
    return {
        "label": speech.say(f"settings.{key}"),
        "before": value_words(speech, key, before),
        "after": value_words(speech, key, after),
    }


def follows(speech: Speech, found: Sequence[Sequence[str]], changes: Sequence[Sequence[str]]) -> list[str]:
    """What follows from the draft, a sentence each; what the draft says itself is not said again."""
    drafted = {key for key, _, _ in changes}
    told = []
    for code, before, after in found:
        if code == "minimum" and "limits.minimum_cents" in drafted:
            continue
        words = [_figure(speech, code, text) for text in (before, after)]
        told.append(speech.say(f"settings.follow.{code}", before=words[0], after=words[1]))
    return told


def _figure(speech: Speech, code: str, text: str) -> str:
    if code in AMOUNTS:
        return figures.euros(int(text), short=True)
    if code in RETURNS:
        return figures.percent(int(text)) if text else speech.say("settings.not_played")
    return text


def why(speech: Speech, told: View) -> tuple[str, str]:
    """Why something is refused, in words, and the article; `told` has code, article, and detail or facts."""
    facts = dict(told.get("facts") or {})
    detail = str(told.get("detail", ""))
    facts = {"why": detail, "person": detail, "table": detail, "key": detail, "value": "", **facts}
    code = str(told["code"])
    words = REFUSALS[speech.language].get(code, code)
    return words.format(**facts), str(told.get("article", ""))


def control(speech: Speech, seen: Seen, key: str, value: str, choices: Sequence[str]) -> dict[str, Any]:
    """How this setting is chosen: a key for each of a few values, else one step down and one up."""

    def tap(choice: str) -> dict[str, Any]:
        return asked(seen, {"act": "DraftSetting", "key": key, "value": choice})

    label = speech.say(f"settings.{key}")
    if len(choices) <= FEW:
        return {
            "keys": [
                {
                    "label": value_words(speech, key, one),
                    "on": one == value,
                    "says": f"{label} {value_words(speech, key, one)}",
                    "tap": tap(one),
                }
                for one in choices
            ]
        }
    at = choices.index(value) if value in choices else 0
    steps = ((at - 1, "minus", "lower"), (at + 1, "plus", "higher"))
    return {
        name: {
            "says": f"{label}, {speech.say(f'settings.{word}')}",
            "tap": tap(choices[to]) if 0 <= to < len(choices) else None,
        }
        for to, name, word in steps
    }
