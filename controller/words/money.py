"""Amounts and other figures as they are written, `1 250,40 €`, and the two languages beside them."""

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


def decimal(number: float, digits: int = 1, *, signed: bool = False) -> str:
    """`1 320,2`, as money is written; `signed` writes the plus too. What rounds to zero has no sign."""
    text = f"{abs(number):,.{digits}f}"
    sign = MINUS if number < 0 else "+" if signed else ""
    return (sign if text.strip("0.") else "") + text.replace(",", THIN).replace(".", ",")


def percent(micro: int) -> str:
    """`25 %` of 250,000 millionths; decimals as many as it takes."""
    whole, rest = divmod(micro, 10_000)
    decimals = f",{rest:04d}".rstrip("0") if rest else ""
    return f"{whole}{decimals}{HARD}%"
