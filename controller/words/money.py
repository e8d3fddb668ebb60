"""Amounts of money in figures, and the two languages: `1 250,40 €` in French, `€1,250.40` in English."""

from __future__ import annotations

from typing import Final

FR, EN = 0, 1
LANGUAGES: Final = {"fr": FR, "en": EN}
CODES: Final = ("fr", "en")
THIN, HARD, MINUS = "\u202f", "\u00a0", "\u2212"


def money(cents: int, language: int = FR, *, short: bool = False, signed: bool = False) -> str:
    """`1 250,40 €` in French, `€1,250.40` in English.

    `short` leaves out cents that are zero, `signed` writes the plus too.
    """
    euros, rest = divmod(abs(cents), 100)
    sign = MINUS if cents < 0 else "+" if signed and cents else ""
    point = "." if language == EN else ","
    decimals = "" if short and not rest else f"{point}{rest:02d}"
    whole = grouped(euros, language)
    return f"{sign}€{whole}{decimals}" if language == EN else f"{sign}{whole}{decimals}{HARD}€"


def grouped(number: int, language: int = FR) -> str:
    """`1 000` in French, `1,000` in English."""
    return f"{number:,}" if language == EN else f"{number:,}".replace(",", THIN)


def percent(micro: int) -> str:
    """`25 %` of 250,000 millionths; decimals as many as it takes."""
    whole, rest = divmod(micro, 10_000)
    decimals = f",{rest:04d}".rstrip("0") if rest else ""
    return f"{whole}{decimals}{HARD}%"
