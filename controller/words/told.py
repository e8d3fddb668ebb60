"""What is wrong with a file, as whoever found it said it (`controller.told`), in the person's language."""

from __future__ import annotations

from typing import Final

from controller.host.endings import in_own_words
from controller.told import Told, said_by, worded
from controller.words.money import FR, grouped, money

_AMOUNTS: Final = frozenset(("cents", "told_cents"))
_GROUPED: Final = frozenset(("seq", "end", "count"))


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
    facts = {name: _in_french(name, fact) for name, fact in said.facts.items()}
    return worded(said.words[FR], facts, french=True)


def both(said: str | BaseException) -> tuple[str, str]:
    """The sentence in French and in English, as a fact of a sentence of ours."""
    said = said_by(said) if isinstance(said, BaseException) else said
    return told(said, FR), str(said)


def _in_french(name: str, fact: object) -> object:
    if isinstance(fact, str | BaseException):
        return told(fact, FR)
    if isinstance(fact, int) and name in _AMOUNTS:
        return money(fact)
    return grouped(fact) if isinstance(fact, int) and name in _GROUPED else fact
