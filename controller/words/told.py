"""What is wrong with a file, as whoever found it said it (`controller.told`), in the person's language."""

from __future__ import annotations

import re
from typing import Final

from controller.clock import in_utc
from controller.game.felt import Spot
from controller.host.endings import in_own_words
from controller.told import Told, said_by, worded
from controller.words.money import FR, grouped, money

_AMOUNTS: Final = frozenset(("cents", "told_cents"))
_GROUPED: Final = frozenset(("seq", "end", "count"))
_SPOTS: Final = frozenset(("spot", "spot2"))
_AT: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d UTC)").fullmatch
_PLACE: Final = re.compile(r"(hole|dealer|board|burn)\.(?:(\d)\.)?(\d)").fullmatch
_PILES: Final = {"hole": "place {seat}", "dealer": "banque", "board": "board", "burn": "brûlée"}


def told(said: str | BaseException, language: int) -> str:
    """The sentence in this language; what an error says, of an error.

    In French the words of the system are ours already. Anything but a `Told` stays as it is: a name, a
    number, words that somebody typed.
    """
    said = said_by(said) if isinstance(said, BaseException) else said
    if language != FR:
        return str(said)
    if not isinstance(said, Told):
        return in_own_words(said, "fr")
    facts = {name: fact_in_french(name, fact) for name, fact in said.facts.items()}
    return worded(said.words[FR], facts, french=True)


def both(said: str | BaseException) -> tuple[str, str]:
    """The sentence in French and in English, as a fact of a sentence of ours."""
    said = said_by(said) if isinstance(said, BaseException) else said
    return told(said, FR), str(said)


def instant(at_ms: int, language: int) -> str:
    """`20/11/2026 à 20:41:07 UTC`; in English as `controller.clock.in_utc` has it."""
    return _named(in_utc(at_ms)) if language == FR else in_utc(at_ms)


def instants(at_ms: int) -> tuple[str, str]:
    """The instant in French and in English, as a fact of a sentence of ours."""
    return instant(at_ms, FR), in_utc(at_ms)


def fact_in_french(name: str, fact: object) -> object:
    """A fact as one says it in French, by the name that it has in the sentence."""
    if isinstance(fact, Told | BaseException):
        return told(fact, FR)
    if name in ("place", "at"):
        return _named(str(fact))
    if isinstance(fact, int) and not isinstance(fact, bool):
        return money(fact) if name in _AMOUNTS else grouped(fact) if name in _GROUPED else fact
    if not isinstance(fact, str):
        return fact
    if name in _SPOTS and fact in list(Spot):
        from controller.words.spots import SPOTS  # few sentences name one

        return SPOTS[Spot(fact)].name[FR]
    if name == "card":
        from controller.words.cards import card_in_words

        return card_in_words(fact)
    return in_own_words(fact, "fr") if name == "why" else fact


def _named(text: str) -> str:
    """A place of a card, or an instant, in French; any other text as it stands."""
    place = _PLACE(text)
    if place:
        return f"{_PILES[place[1]].format(seat=place[2])}, carte {int(place[3]) + 1}"
    day = _AT(text)
    return f"{day[3]}/{day[2]}/{day[1]} à {day[4]}" if day else text
