"""Money, counts and times as the screens write them: the French way in both languages.

Thousands are parted by U+202F, `€`, `%` and `×` keep to their figure by U+00A0. Amounts come in whole
cents and leave as text: no amount is ever a number of the screen's.
"""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from typing import Final

from controller.words.money import HARD, MINUS, THIN, decimal, grouped, money, percent

__all__ = ["HARD", "MINUS", "THIN", "decimal", "percent"]
DAYS: Final = {
    "fr": ("lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."),
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
}


def count(number: int) -> str:
    """`28 578`."""
    return grouped(number).replace("-", MINUS)


def split_euros(cents: int) -> tuple[str, str]:
    """The whole euros and the rest with its sign: `("28 578", ",75 €")`."""
    whole, rest = divmod(abs(cents), 100)
    return (MINUS if cents < 0 else "") + count(whole), f",{rest:02d}{HARD}€"


def cents_of(euros: str, rest: str) -> int | None:
    """The amount that `split_euros` has written; None where nothing is."""
    digits = "".join(one for one in euros + rest if one.isdecimal())
    return (-1 if euros.startswith(MINUS) else 1) * int(digits) if digits else None


def euros(cents: int, *, short: bool = False, signed: bool = False) -> str:
    """`28 578,75 €`; `short` leaves out cents that are zero, `signed` writes the plus."""
    return money(cents, short=short, signed=signed)


def times(multiple: int) -> str:
    """`×4`."""
    return f"×{multiple}"


def local(at_ms: int, zone: tzinfo | None = None) -> datetime:
    """The instant in this time zone, the machine's own by default."""
    return datetime.fromtimestamp(at_ms // 1000, UTC).astimezone(zone)


def clock(at_ms: int, zone: tzinfo | None = None) -> str:
    """`21:43:07`."""
    return f"{local(at_ms, zone):%H:%M:%S}"


def clock_ms(at_ms: int, zone: tzinfo | None = None) -> str:
    """`21:43:07,208`."""
    return f"{clock(at_ms, zone)},{at_ms % 1000:03d}"


def sigmas(percent: int) -> str:
    """`+1,2 σ` of 120 hundredths of a standard deviation."""
    return f"{decimal(percent / 100, signed=True)}{HARD}σ"


def minute_of_day(at_ms: int, zone: tzinfo | None = None) -> int:
    """Minutes since midnight by the clock on the wall."""
    at = local(at_ms, zone)
    return 60 * at.hour + at.minute


def day_and_time(at_ms: int, zone: tzinfo | None = None) -> tuple[str, str]:
    """`("20/11", "21:58")`."""
    at = local(at_ms, zone)
    return f"{at:%d/%m}", f"{at:%H:%M}"


def date(at_ms: int, language: str, zone: tzinfo | None = None) -> str:
    """`ven. 20/11/2026`."""
    at = local(at_ms, zone)
    return f"{DAYS[language][at.weekday()]} {at:%d/%m/%Y}"


def since(ms: int) -> str:
    """A time that runs: `0:26`, `12:03`, `1 h 03`; never negative."""
    seconds = max(0, ms) // 1000
    if seconds >= 3600:
        return f"{seconds // 3600}{HARD}h{HARD}{seconds % 3600 // 60:02d}"
    return f"{seconds // 60}:{seconds % 60:02d}"
