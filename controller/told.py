"""A sentence that can be said in both languages, of a room that knows no words of money, cards or hours.

What is wrong with a file is found low, and read by a person of either language. So who finds it gives the
sentence with what it names; `controller.words.told` says it in French.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import Formatter
from typing import Any, Final, Self


class Told(str):
    """The sentence in English, as logs, JSON and tests have it, which knows what it is made of.

    Attributes:
        words: French and English, with `{names}` for what they name, the same in both.
        facts: what stands for each name; a sentence that is `Told` itself is said in the same language.
    """

    words: tuple[str, str]
    facts: Mapping[str, object]

    def __new__(cls, words: tuple[str, str], /, **facts: object) -> Self:
        told = super().__new__(cls, worded(words[1], facts, french=False))
        told.words, told.facts = words, facts
        return told

    def __getnewargs_ex__(self) -> tuple[tuple[tuple[str, str]], dict[str, object]]:
        return (self.words,), dict(self.facts)


AT: Final = ("{where}\u00a0: {why}", "{where}: {why}")


def at_place(place: object, why: object) -> Told:
    """What is wrong at this place, a file most often: `why` in words of ours, or of the system.

    Its fact is not called `place`, which is that of a card: a file may be named `board.0`.
    """
    return Told(AT, where=place, why=why)


_ONE_AFTER_THE_OTHER: Final = ("{one}\u202f; {other}", "{one}; {other}")


def together(said: Iterable[str]) -> str:
    """The sentences one after the other, with semicolons between; one that is empty is none."""
    told = ""
    for one in said:
        told = Told(_ONE_AFTER_THE_OTHER, one=told, other=one) if told and one else told or one
    return told


def said_by(error: BaseException) -> str:
    """What the error says: `Told` where it was raised with such a sentence."""
    first = error.args[0] if len(error.args) == 1 else None
    return first if isinstance(first, Told) else str(error)


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


def worded(text: str, facts: Mapping[str, object], *, french: bool) -> str:
    """The text with its facts; in French none is singular, in English plural.

    Raises:
        KeyError: a fact is missing.
    """
    if "|" not in text:
        return text.format_map(facts)
    return (_FRENCH if french else _ENGLISH).vformat(text, (), facts)
