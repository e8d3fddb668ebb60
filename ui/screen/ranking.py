"""The display's page of tables: the hands from the highest down, and what each spot pays for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from controller.game.money import Odds
from ui.texts.hands import CLASSES, PAID
from ui.texts.jackpot import TEXTS

JP1_HANDS: Final = ("full_house", "quads", "straight_flush")
"""The hands that JP1 pays at fixed odds, whoever holds them; both royals are told apart."""

Pay = Callable[[str], tuple[str, str]]
View = Mapping[str, Any]


def ranking(language: str, view: View, pay: Pay) -> dict[str, Any]:
    """The columns and rows of the page: `{title, heads: [{title, note}], rows: [{name, cells}], apart}`.

    `apart` has a table of its own for each side bet that no hand of five cards decides. A cell is
    `{figure, unit}`, both empty where the spot pays nothing; `pay` puts odds into those words. Odds are on
    top of the returned stake, but for JP1, whose stake is collected.
    """
    say = TEXTS[language]
    columns = _columns(view)
    rows = [
        {
            "name": CLASSES[language][hand],
            "cells": [_cell(odds.get(hand, ""), pay, say) for _, _, odds in columns],
        }
        for hand in reversed(CLASSES[language])
    ]
    community = dict(map(tuple, view["prizes"])).get("community_royal")
    if community is not None:
        empty = [_cell("", pay, say) for _ in columns[:-1]]
        rows.insert(1, {"name": say["prize.community_royal"], "cells": [*empty, _cell(community, pay, say)]})
    return {
        "title": say["ranking"],
        "heads": [{"title": say[f"spot.{spot}"], "note": say[note]} for spot, note, _ in columns],
        "rows": rows,
        "apart": [spot_table(language, side, pay) for side in view["sides"] if not _by_hand(side)],
    }


def _by_hand(side: View) -> bool:
    """A class of five cards decides this side bet, the player's or the board's."""
    return bool(side["looks_at"] != "hole")


def spot_table(language: str, table: View, pay: Pay) -> dict[str, Any]:
    """What one spot pays: `{title, note, rows: [{name, figure, unit}]}`."""
    say = TEXTS[language]
    return {
        "title": say[f"spot.{table['spot']}"],
        "note": say[pays_note(table)],
        "rows": [{"name": PAID[language][name], **_cell(odds, pay, say)} for name, odds in table["odds"]],
    }


def _columns(view: View) -> Sequence[tuple[str, str, Mapping[str, str]]]:
    """The spots that pay by a table: their name, to whom, and the odds of each hand."""
    tables = [view["main"], *(side for side in view["sides"] if _by_hand(side))]
    columns = [(table["spot"], pays_note(table), dict(map(tuple, table["odds"]))) for table in tables]
    if view["prizes"]:
        prizes = dict(map(tuple, view["prizes"]))
        odds = {hand: prizes[hand] for hand in JP1_HANDS if hand in prizes}
        columns.append(("jp1", "pays.jp1", {**odds, "royal_flush": "jackpot"}))
    return columns


def pays_note(table: View) -> str:
    """To whom the spot pays, as a key of the texts."""
    if table.get("requires_win"):
        return "pays.win"
    return f"pays.{table['spot']}" if table.get("after_fold", True) else "pays.not_folded"


def _cell(odds: str, pay: Pay, say: Mapping[str, str]) -> dict[str, str]:
    if not odds:
        return {"figure": "", "unit": ""}
    if odds == "jackpot":
        return {"figure": "100\u00a0%", "unit": say["of_the_jackpot"]}
    assert Odds.parse(odds)
    figure, unit = pay(odds)
    return {"figure": figure, "unit": unit}
