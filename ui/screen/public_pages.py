"""The public display's pages: whose turn it is, and what they say beside the amount and the tables.

Between two rounds the amount, the tables and the last wins take turns of `PAGE_MS`; at a closed table, of
`ATTRACT_MS`, they are joined by how a round goes and by the rules of JP1 (screens, section 5). A turn is told
by the table's time, so that two displays of one table turn together. The amount of the jackpot stays on every
page, in real time (art. 55-20, 2°).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from typing import Any, Final

from controller.words.money import HARD
from ui import figures
from ui.texts import console
from ui.texts.jackpot import TEXTS

PAGE_MS: Final = 15_000
"""How long a page stands before the next takes its turn, where people play."""
ATTRACT_MS: Final = 12_000
"""The same at a closed table."""
CLOSED: Final = frozenset({"closed", "opening"})
BETWEEN_ROUNDS: Final = CLOSED | {"betting", "clearing"}
"""Phases in which no round is under way."""

View = Mapping[str, Any]
Page = dict[str, Any]


def turn(view: View, now_ms: int) -> str:
    """The page whose turn it is: `main`, `tables`, `round`, `jp1` or `wins`; during a round always `main`."""
    if view["phase"] not in BETWEEN_ROUNDS or view["held"] or view["pending"]:
        return "main"
    attract = view["phase"] in CLOSED
    pages = ["main", "tables"]
    if attract:
        pages += ["round", *(["jp1"] if view["prizes"] else [])]
    if view["prizes"] and view["wins"]:
        pages.append("wins")
    return pages[now_ms // (ATTRACT_MS if attract else PAGE_MS) % len(pages)]


def lists(language: str, view: View, zone: tzinfo | None = None) -> dict[str, Page]:
    """The pages that are lists, by name: `{title, rows: [{label, value, note}]}`."""
    told = TEXTS[language]
    made = {"round": {"title": told["how"], "rows": _round(language, view)}}
    if view["prizes"]:
        made["jp1"] = {"title": told["how.jp1"], "rows": _jp1(language, view)}
        made["wins"] = {"title": told["wins"], "rows": _wins(language, view, zone)}
    return made


def _row(label: str, value: str, note: str = "") -> dict[str, str]:
    return {"label": label, "value": value, "note": note}


def _wins(language: str, view: View, zone: tzinfo | None) -> list[dict[str, str]]:
    """Date, table and amount; never a person (section 5)."""
    told = TEXTS[language]
    return [
        _row(
            figures.date(won["at_ms"], language, zone),
            figures.euros(won["cents"]),
            told["limits"].format(table=won["table"]),
        )
        for won in view["wins"]
    ]


def _round(language: str, view: View) -> list[dict[str, str]]:
    """From the first bet to the settlement, by the streets of this felt."""
    told = TEXTS[language]
    second = told[f"spot.{view['main']['spot']}"]
    sides = [told[f"spot.{side['spot']}"] for side in view["sides"]]
    if view["prizes"]:
        sides.append(told["spot.jp1"])
    rows = [_row(told["how.main"].format(second=second), told["how.main.value"])]
    if sides:
        rows.append(_row(", ".join(sides), told["how.sides.value"]))
    rows += [
        _row(_street(language, view, street), _bets(language, view, street))
        for street in view["street_rules"]
    ]
    kept = told[f"how.unqualified.{view['unqualified_ante']}"]
    return [*rows, _row(told["how.unqualified"], kept)]


def _street(language: str, view: View, street: View) -> str:
    """The street as the console calls it."""
    names = [each["name"] for each in view["street_rules"]]
    alone = street["name"] == "river" and "turn" in names
    return console.tell(language, "phase.river.alone" if alone else f"phase.{street['name']}")


def _bets(language: str, view: View, street: View) -> str:
    """What may be bet on this street, in Antes, and what else the player may do."""
    told = TEXTS[language]
    multiples = sorted({half for _, half, _ in street["bets"]}, reverse=True)
    sizes = told["how.or"].join(_times(language, half) for half in multiples)
    instead = told[f"how.{'fold' if street['fold'] else 'check'}.{view['game']}"]
    return told["how.bet"].format(sizes=sizes, instead=instead)


def _times(language: str, half_antes: int) -> str:
    """`×4`, `×0,5` of eight halves of an Ante, or one."""
    whole, half = divmod(half_antes, 2)
    point = "." if language == "en" else ","
    return f"×{whole}{point}5" if half else figures.times(whole)


def _jp1(language: str, view: View) -> list[dict[str, str]]:
    told = TEXTS[language]
    jackpot = view["jackpot"]
    prizes = ("community_royal", "straight_flush", "quads", "full_house")
    fixed = [told[f"prize.{prize}"] for prize in prizes if prize in dict(map(tuple, view["prizes"]))]
    rows = [
        _row(told["stake"], told["how.stake"].format(stake=figures.euros(jackpot["stake_cents"]))),
        _row(told["prize.jackpot"], told["how.jackpot"].format(all=f"100{HARD}%")),
    ]
    if fixed:
        rows.append(_row(told["how.fixed"], ", ".join([fixed[0], *(name.lower() for name in fixed[1:])])))
    rows.append(_row(told["how.meter"], told["share"].format(share=figures.percent(jackpot["share_micro"]))))
    return [*rows, _row(told["how.paid"], told["how.paid.value"])]
