"""What a chapter may not type: the words of keys, amounts, odds, hands, alarms, as the product has them.

`{key act.CloseBets}` is a key of the console in quotes, `{pit tab.room}` one of the pit; `{word qualified}`
a word of the console without them. `{is stake}` is a value of the rules or the settings that are shipped,
`{odds jp1 quads}` what a spot pays, `{hand quads}` a hand's name, `{who chef}` a role within a sentence,
`{lesson mark}` words of the lessons, `{alarm A-105}` an alarm's title. A key's facts follow its name:
`{key act.SettleSeat seat=6}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from typing import Any, Final

from controller.game.money import Odds
from controller.settings.files import config_path
from controller.settings.jackpot import load_jackpot
from controller.settings.keys import file_settings
from controller.settings.rules import load_profile
from controller.words.money import LANGUAGES, grouped, money, percent
from ui.screen.speech import small
from ui.texts import console, house, pit
from ui.texts.alarms import alarm_text
from ui.texts.hands import CLASSES, PRIZES, odds_words
from ui.texts.lessons import lesson_words

BRACES: Final = re.compile(r"\{(\w+) ([^{}]+)\}")
QUOTES: Final = {"fr": ("«\u00a0", "\u00a0»"), "en": ("“", "”")}


class Unsaid(ValueError):
    """A brace that nothing of the product answers; the text names it."""


def say(language: str, text: str) -> str:
    """The text as HTML, every brace answered, `**so**` in bold, what is typed or a file's name set off.

    Raises:
        Unsaid: a brace names nothing.
    """
    said = BRACES.sub(lambda found: _answer(language, found[1], found[2]), escape(text, quote=False))
    said = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", said)
    said = re.sub(r"`([^`]+)`", r'<span class="key">\1</span>', said)
    return unbroken(french_spaces(said) if language == "fr" else said)


def unbroken(text: str) -> str:
    """The text with the wide fixed space for the narrow one, at which a page would break a line."""
    return text.replace("\u202f", "\u00a0")


def french_spaces(text: str) -> str:
    """U+202F before `; ? !`, U+00A0 before a colon and inside guillemets, where a plain space stands."""
    text = re.sub(r" (?=[;?!])", "\u202f", text)
    return re.sub(r" (?=[:»])|(?<=«) ", "\u00a0", text)


def _answer(language: str, kind: str, asked: str) -> str:
    try:
        return _ANSWERS[kind](language, *asked.split())
    except (KeyError, StopIteration, TypeError, ValueError) as error:
        raise Unsaid(f"{{{kind} {asked}}}: {error!r}") from None


def _quoted(language: str, words: str) -> str:
    before, after = QUOTES[language]
    return f'{before}<span class="key">{escape(words, quote=False)}</span>{after}'


def _facts(given: tuple[str, ...]) -> dict[str, object]:
    """`seat=6 by=Chef_1` as facts; whole numbers are numbers, for plurals go by them."""
    pairs = (one.partition("=")[::2] for one in given)
    return {name: int(value) if value.isdecimal() else value.replace("_", "\u00a0") for name, value in pairs}


def key(language: str, name: str, *given: str) -> str:
    """The words of a key of the console, on one line."""
    return " ".join(console.tell(language, name, **_facts(given)).split("\n"))


def pit_words(language: str, name: str, *given: str) -> str:
    """What the pit's screen says under this key: its own, the console's, the house's (`house:…`)."""
    if name.startswith("house:"):
        return house.say(language, name.removeprefix("house:"), **_facts(given))
    try:
        return pit.tell(language, name, **_facts(given))
    except KeyError:
        return house.say(language, name, **_facts(given))


def _alarm(language: str, code: str) -> str:
    title = alarm_text(language, code).title.partition(" – {where}")[0].replace("{detail}", "…")
    return f"{code}, {_quoted(language, title)}"


def odds(language: str, spot: str, hand: str) -> str:
    """What a spot pays for a hand: `100 pour 1`."""
    return odds_words(language, str(paytable(spot)[hand]))


def paytable(spot: str) -> Mapping[str, Odds]:
    """What the spot pays by hand, the best first."""
    profile = load_profile(PROFILE)
    table: Mapping[Any, Odds] = profile.jp1 if spot == "jp1" else getattr(profile, spot)
    return {_name(hand): won for hand, won in table.items()}


def _name(hand: Any) -> str:
    return str(hand.name).lower() if hasattr(hand, "name") else str(hand)


def hand_name(language: str, hand: str) -> str:
    """`Carré`; the prizes of JP1 have names of their own."""
    return CLASSES[language].get(hand) or PRIZES[language][hand]


PROFILE: Final = "fr-55-20-2021"
"""The rules of the handbook: the law in force, as it is shipped."""


@cache
def _values() -> Mapping[str, Callable[[int], str]]:
    rules, jackpot = load_profile(PROFILE), load_jackpot()
    table = file_settings(config_path("table.toml"), {})
    low, times = rules.limits.minimum_cents, rules.limits.maximum_multiple
    cents = {
        "stake": jackpot.stake_cents,
        "start": jackpot.start_cents,
        "minimum": low,
        "maximum": low * times,
        "chip": rules.limits.chip_cents,
        "identity_from": table.payments.identity_from_cents,
        "second_person_from": table.payments.second_person_from_cents,
        "consolation": rules.jp1["consolation"].win_cents(jackpot.stake_cents),
        "community_royal": rules.jp1["community_royal"].win_cents(jackpot.stake_cents),
    }
    shares = {"meter": jackpot.meter_share, "reserve": jackpot.reserve_share, "house": jackpot.house_share}
    counts = {
        "multiple": times,
        "retention_days": table.video.retention_days,
        "last_deals": table.opening.last_deals if table.opening is not None else 3,
        "betting_s": table.pace.betting_ms // 1000,
        "last_bets_s": table.pace.last_bets_ms // 1000,
        "showdown_s": table.pace.showdown_ms // 1000,
        "clearing_s": table.pace.clearing_ms // 1000,
        "unanswered_s": table.pace.unanswered_ms // 1000,
    }
    return {
        **{name: lambda to, of=of: money(of, short=True) for name, of in cents.items()},
        **{f"{name}_share": lambda _, of=of: percent(of) for name, of in shares.items()},
        **{name: lambda to, of=of: grouped(of) for name, of in counts.items()},
        "source": lambda _: rules.source,
    }


def value(language: str, name: str) -> str:
    """A value of the rules, the jackpot or the settings as they are shipped."""
    return _values()[name](LANGUAGES[language])


_ANSWERS: Final[Mapping[str, Callable[..., str]]] = {
    "key": lambda language, *asked: _quoted(language, key(language, *asked)),
    "pit": lambda language, *asked: _quoted(language, pit_words(language, *asked)),
    "word": lambda language, *asked: escape(key(language, *asked), quote=False),
    "lesson": lambda language, name: _quoted(language, " ".join(lesson_words(language, name).split("\n"))),
    "is": value,
    "odds": odds,
    "hand": lambda language, hand: hand_name(language, hand),
    "who": lambda language, role: small(key(language, f"role.{role}")),
    "alarm": _alarm,
}
