"""The plots of the house as a paper: each a picture with what was to be expected, its unit and its sources.

Every figure is one of the answer that the JSON has; nothing is counted here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import tzinfo
from html import escape
from typing import Any, Final

from controller.papers.plots import conduct, money, pace
from controller.papers.plots.words import Words
from controller.papers.together import BEGINS, ENDS, anchored
from controller.registers.layout import Inset, Paper
from controller.words.money import grouped

Told = Mapping[str, Any]
Drawn = tuple[list[str], str]
"""The pictures of a plot, and the sentence on what was to be expected."""

_DRAWN: Final[Mapping[str, Callable[[Words, Told, tzinfo | None], Drawn]]] = {
    "rounds_per_hour": lambda words, told, zone: pace.rates(words, told, zone, hands=False),
    "hands_per_hour": lambda words, told, zone: pace.rates(words, told, zone, hands=True),
    "phase_times": lambda words, told, zone: pace.phase_times(words, told),
    "participation": pace.participation,
    "jackpot": money.jackpot,
    "result": money.result,
    "machines": conduct.machines,
    "alarms": conduct.alarms,
    "corrections": lambda words, told, zone: conduct.corrections(words, told),
    "frequencies": lambda words, told, zone: conduct.frequencies(words, told),
    "seat_heat": lambda words, told, zone: pace.seat_heat(words, told),
    "availability": lambda words, told, zone: conduct.availability(words, told),
}
TABLES_NAMED: Final = 12
TOGETHER: Final = 3
"""So many pictures of a plot stand on one page."""


def plots_paper(
    title: str, shown: Told, language: int, house: str, period: str, zone: tzinfo | None
) -> Paper:
    """The paper of the plots that the answer has, in its order."""
    words = Words(language)
    about = {"period": period or words.say("period.none"), "house": house, "sources": _sources(words, shown)}
    parts = []
    for name, told in shown["plots"].items():
        pictures, expects = _DRAWN[name](words, told, zone)
        below = words.say("about", unit=words.unit(name), **about)
        parts.append(_plot(name, words.title(name), pictures, (expects, below), words.say("none")))
    return Paper(title, words.say("lead"), tuple(parts))


def _sources(words: Words, shown: Told) -> str:
    tables = shown["tables"]
    named = ", ".join(tables[:TABLES_NAMED]) + (" …" if len(tables) > TABLES_NAMED else "")
    facts = {
        "entries": grouped(shown["entries"]),
        "count": grouped(shown["sessions"]),
        "n": shown["sessions"],
    }
    return words.say("sources", **facts, tables=named)


def _plot(name: str, title: str, pictures: list[str], said: tuple[str, str], none: str) -> Inset:
    """Heading, what the pictures are of, what was to be expected, and they: on one page where they fit."""
    expects, below = said
    # A list of many pictures goes on over pages; its heading stands with the first of them.
    ends = len(pictures) - 1 if len(pictures) <= TOGETHER else 0
    drawings = {f"{ENDS}-{name}" if at == ends else f"{name}.{at}": svg for at, svg in enumerate(pictures)}
    images = "".join(
        f'<p style="margin-top: 4px"><img src="{key}" {_size(svg)}></p>' for key, svg in drawings.items()
    )
    about = f'<p class="small">{escape(below)}</p>'
    return Inset(
        f"<h2>{anchored(f'{BEGINS}-{name}', escape(title))}</h2>{about}<p>{escape(expects)}</p>"
        f"{images or f'<p>{escape(none)}</p>'}",
        drawings,
    )


def _size(svg: str) -> str:
    """Width and height as the drawing itself says them."""
    return svg[svg.index('width="') : svg.index(" viewBox")]
