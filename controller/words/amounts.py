"""Amounts and instants as papers write them: figures, words, UTC and local time to the millisecond."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from typing import Final

from num2words import num2words

FR, EN = 0, 1
LANGUAGES: Final = {"fr": FR, "en": EN}
CODES: Final = ("fr", "en")
THIN, HARD, MINUS = "\u202f", "\u00a0", "\u2212"
_ROUND: Final = frozenset({"million", "millions", "milliard", "milliards"})
"""French numbers after which the euros take a `de`."""


def money(cents: int, language: int = FR) -> str:
    """`1 250,40 €` in French, `€1,250.40` in English."""
    euros, rest = divmod(abs(cents), 100)
    sign = MINUS if cents < 0 else ""
    if language == EN:
        return f"{sign}€{grouped(euros, language)}.{rest:02d}"
    return f"{sign}{grouped(euros, language)},{rest:02d}{HARD}€"


def grouped(number: int, language: int = FR) -> str:
    """`1 000` in French, `1,000` in English."""
    return f"{number:,}" if language == EN else f"{number:,}".replace(",", THIN)


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
    return str(num2words(number, lang=CODES[language]))


def _many(number: int, language: int) -> str:
    """The plural begins at two; in English nothing is many, too."""
    return "s" if number > 1 or (number == 0 and language == EN) else ""


def utc(at_ms: int) -> str:
    """`2026-11-20 20:41:07.123 UTC`."""
    return f"{_instant(at_ms, UTC):%Y-%m-%d %H:%M:%S}.{at_ms % 1000:03d} UTC"


def local(at_ms: int, zone: tzinfo | None = None) -> str:
    """`20/11/2026 21:41:07.123 CET (+0100)`, in the machine's zone unless another is given."""
    at = _instant(at_ms, zone)
    return f"{at:%d/%m/%Y %H:%M:%S}.{at_ms % 1000:03d} {at:%Z} ({at:%z})"


def both(at_ms: int, zone: tzinfo | None = None) -> str:
    """`20/11/2026 21:41:07.123 · 20:41:07.123 UTC`: local, then UTC, whose day is told where it differs."""
    here, there = _instant(at_ms, zone), _instant(at_ms, UTC)
    thousandths = f"{at_ms % 1000:03d}"
    date = "" if here.date() == there.date() else f"{there:%d/%m/%Y} "
    return f"{here:%d/%m/%Y %H:%M:%S}.{thousandths} · {date}{there:%H:%M:%S}.{thousandths} UTC"


def clock(at_ms: int, zone: tzinfo | None = None) -> str:
    """Local time: `20/11/2026 21:41:07.123`."""
    return f"{_instant(at_ms, zone):%d/%m/%Y %H:%M:%S}.{at_ms % 1000:03d}"


def to_the_second(at_ms: int, zone: tzinfo | None = None) -> str:
    """Local time to the second: `20/11/2026 21:41:07`."""
    return f"{_instant(at_ms, zone):%d/%m/%Y %H:%M:%S}"


def day(at_ms: int, zone: tzinfo | None = None) -> str:
    """`2026-11-20`, in the machine's zone unless another is given."""
    return f"{_instant(at_ms, zone):%Y-%m-%d}"


def _instant(at_ms: int, zone: tzinfo | None) -> datetime:
    return datetime.fromtimestamp(at_ms // 1000, UTC).astimezone(zone)
