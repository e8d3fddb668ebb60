"""Words that go with a number: `{count} carte{count:|s}`, `{journals} {journals:journal|journaux}`."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any, Final

from controller.words.money import FR


class _Counting(Formatter):
    """Fills in facts as `str.format` does; of two forms with `|` between, the one for the field's number."""

    def __init__(self, *, french: bool) -> None:
        self._single = ("0", "1") if french else ("1",)

    def format_field(self, value: Any, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if not bar:
            return str(super().format_field(value, format_spec))
        return one if str(value) in self._single else many


_FRENCH: Final = _Counting(french=True)
_ENGLISH: Final = _Counting(french=False)


_MANY: Final = {"entry": "entries"}


def so_many(number: int, one: str, many: str = "") -> str:
    """`1 entry`, `0 entries`, `7 days`: an English noun with its number; without `many` it takes an s."""
    return f"{number} {one if number == 1 else many or _MANY.get(one) or f'{one}s'}"


def in_language(words: tuple[str, str], language: int, facts: Mapping[str, object]) -> str:
    """The sentence in this language with its facts; one that is words itself, a pair, has the language's too.

    Raises:
        KeyError: a fact is missing.
    """
    told = {name: fact[language] if isinstance(fact, tuple) else fact for name, fact in facts.items()}
    return worded(words[language], told, french=language == FR)


def worded(text: str, facts: Mapping[str, object], *, french: bool) -> str:
    """The text with its facts; in French none is singular, in English plural.

    Raises:
        KeyError: a fact is missing.
    """
    if "|" not in text:
        return text.format_map(facts)
    return (_FRENCH if french else _ENGLISH).vformat(text, (), facts)
