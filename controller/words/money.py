"""Amounts of money in figures, `1 250,40 €`, and the two languages of the words beside them."""

from __future__ import annotations

from typing import Final

FR, EN = 0, 1
LANGUAGES: Final = {"fr": FR, "en": EN}
CODES: Final = ("fr", "en")
THIN, HARD, MINUS = "\u202f", "\u00a0", "\u2212"


def money(cents: int, *, short: bool = False, signed: bool = False) -> str:
    """`1 250,40 €`, in both languages: figures are the house's, words the person's (rules, section 6).

    `short` leaves out cents that are zero, `signed` writes the plus too.
    """
    euros, rest = divmod(abs(cents), 100)
    sign = MINUS if cents < 0 else "+" if signed and cents else ""
    decimals = "" if short and not rest else f",{rest:02d}"
    return f"{sign}{grouped(euros)}{decimals}{HARD}€"


def grouped(number: int) -> str:
    """`1 000`, with a narrow space that does not break."""
    return f"{number:,}".replace(",", THIN)


def percent(micro: int) -> str:
    """`25 %` of 250,000 millionths; decimals as many as it takes."""
    whole, rest = divmod(micro, 10_000)
    decimals = f",{rest:04d}".rstrip("0") if rest else ""
    return f"{whole}{decimals}{HARD}%"
