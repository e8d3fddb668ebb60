"""What stands on every page of a paper besides its text: whose it is, of which period, printed when, by whom.

Time and person are arguments, as everywhere: the same paper printed at the same instant by the same person is
the same file, byte for byte.
"""

from __future__ import annotations

from datetime import date, tzinfo
from typing import Final, NamedTuple

from controller.settings.establishment import Establishment
from controller.words.instants import minutes, to_the_second

WORDS: Final = {
    "period": ("Période\u00a0: {told}", "Period: {told}"),
    "printed": ("Imprimé le {at} par {by}", "Printed {at} by {by}"),
}
BY_MAX: Final = 40
"""A name is cut after so many letters: it stands on one line."""


class Letterhead(NamedTuple):
    """Lines of the page's head and foot; one that is empty is left out."""

    house: str = ""
    place: str = ""
    period: str = ""
    printed: str = ""


NO_LETTERHEAD: Final = Letterhead()
"""Of what is nobody's paper, as the handbook; and of papers in a sealed file, whose bytes follow from it."""


def letterhead(
    whose: Establishment, period: str, at_ms: int, by: str, language: int, zone: tzinfo | None = None
) -> Letterhead:
    """The letterhead of a paper.

    Args:
        period: as `of_instants` or `of_days` tell it; empty for a paper of no period, as rules are.
        at_ms: when it is printed.
        by: who prints it.
    """
    name = by if len(by) <= BY_MAX else by[: BY_MAX - 1] + "…"
    return Letterhead(
        whose.name,
        whose.place,
        WORDS["period"][language].format(told=period) if period else "",
        WORDS["printed"][language].format(at=to_the_second(at_ms, zone), by=name),
    )


def of_instants(from_ms: int, to_ms: int, zone: tzinfo | None = None) -> str:
    """`20/11/2026 17:15 – 22:34`, with the second day where it is another."""
    begins, ends = minutes(from_ms, zone), minutes(to_ms, zone)
    if begins == ends:
        return begins
    same_day = begins.split()[0] == ends.split()[0]
    return f"{begins} – {ends.split()[1] if same_day else ends}"


def of_days(first: date, last: date) -> str:
    """`01/11/2026 – 30/11/2026`, or the one day."""
    begins, ends = f"{first:%d/%m/%Y}", f"{last:%d/%m/%Y}"
    return begins if begins == ends else f"{begins} – {ends}"
