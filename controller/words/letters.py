"""Amounts written out in letters, as a person writes them on a slip."""

from __future__ import annotations

from typing import Final

from controller.words.money import CODES, EN, FR

_ROUND: Final = frozenset({"million", "millions", "milliard", "milliards"})
"""French numbers after which the euros take a `de`."""


def in_words(cents: int, language: int = FR) -> str:
    """`dix mille deux euros et cinquante centimes`; as a person writes it on a slip.

    Raises:
        ValueError: less than nothing.
    """
    if cents < 0:
        raise ValueError(f"no slip is written over {cents} cents")
    euros, rest = divmod(cents, 100)
    parts = []
    if euros or not rest:
        said = _number(euros, language)
        of = " d’" if language == FR and said.rpartition(" ")[2] in _ROUND else " "
        parts.append(f"{said}{of}euro{_many(euros, language)}")
    if rest:
        parts.append(f"{_number(rest, language)} {('centime', 'cent')[language]}{_many(rest, language)}")
    return (" et ", " and ")[language].join(parts)


def _number(number: int, language: int) -> str:
    from num2words import num2words  # it brings fifty languages, for which no screen waits at its start

    return str(num2words(number, lang=CODES[language]))


def _many(number: int, language: int) -> str:
    """The plural begins at two; in English nothing is many, too."""
    return "s" if number > 1 or (number == 0 and language == EN) else ""
