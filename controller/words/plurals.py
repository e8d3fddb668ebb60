"""Words that go with a number: `{count} carte{count:|s}`, `{journals} {journals:journal|journaux}`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.told import Told, worded
from controller.words.money import FR

_MANY: Final = {"entry": "entries"}


def so_many(number: int, one: str, many: str = "") -> str:
    """`1 entry`, `0 entries`, `7 days`: an English noun with its number; without `many` it takes an s."""
    return f"{number} {one if number == 1 else many or _MANY.get(one) or f'{one}s'}"


def in_language(words: tuple[str, str], language: int, facts: Mapping[str, object]) -> str:
    """The sentence in this language with its facts; one that is words itself, a pair,
    `Told` or an error, has the language's too.

    Raises:
        KeyError: a fact is missing.
    """
    told = {name: _fact(fact, language) for name, fact in facts.items()}
    return worded(words[language], told, french=language == FR)


def _fact(fact: object, language: int) -> object:
    if isinstance(fact, Told | BaseException):
        from controller.words.told import told  # screens say none, and need nothing of a command's endings

        return told(fact, language)
    return fact[language] if isinstance(fact, tuple) else fact
