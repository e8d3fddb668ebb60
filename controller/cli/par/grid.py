"""The 169 classes of hole cards as SVG: what to do before the flop, and what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Final

from controller.cli.par.figures import Figures
from controller.game.cards import RANKS
from controller.papers.pdf import TYPEFACE

SIDE: Final = 13
CELL: Final = (50.3, 31)
GRID_SIZE: Final = (int(SIDE * CELL[0]) + 2, SIDE * CELL[1] + 30)
FILLS: Final = ("#0b5d3b", "#4b9571", "#9cc9b4")
"""The greatest bet, the next, and any smaller."""
REST: Final = "#eef0f3"
INK, GREY = "#1b1e24", "#6b7280"


def hand_names() -> list[list[str]]:
    """The names in rows from the ace down: pairs on the diagonal, suited above it, else below."""
    high_first = RANKS[::-1]
    return [
        [
            first + second if at == row else first + second + "s" if row < at else second + first + "o"
            for at, second in enumerate(high_first)
        ]
        for row, first in enumerate(high_first)
    ]


def strategy_grid(
    acts: Mapping[str, str], values: Mapping[str, float], bets: Mapping[str, str], rest: str, figures: Figures
) -> str:
    """Every class in its cell, filled by what is bet, with the expectation in Antes.

    Args:
        acts: what to do by class, a key of `bets` or anything else for waiting.
        values: the expectation by class.
        bets: words by bet, the greatest first.
        rest: the word for waiting.
    """
    width, height = GRID_SIZE
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">']
    fills = {act: FILLS[min(at, len(FILLS) - 1)] for at, act in enumerate(bets)}
    for row, names in enumerate(hand_names()):
        for at, name in enumerate(names):
            fill = fills.get(acts[name], REST)
            x, y = 1 + at * CELL[0], 1 + row * CELL[1]
            parts.append(_cell(x, y, name, figures.fixed(values[name], 3, signed=True), fill))
    x = 1.0
    for fill, word in [*((fills[act], word) for act, word in bets.items()), (REST, rest)]:
        parts.append(_box(x, height - 17, 14, 12, fill))
        parts.append(_text(x + 20, height - 7, word, INK, 9, "start", 500))
        x += 34 + 5.6 * len(word) + 14
    return "".join([*parts, "</svg>"])


def _cell(x: float, y: float, name: str, value: str, fill: str) -> str:
    dark = fill in FILLS[:2]
    middle = x + CELL[0] / 2
    return (
        _box(x, y, CELL[0] - 1.5, CELL[1] - 1.5, fill)
        + _text(middle, y + 13, name, "#ffffff" if dark else INK, 10.5, "middle", 600)
        + _text(middle, y + 25, value, "#dcefe6" if dark else GREY, 9, "middle", 500)
    )


def _box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:.2f}" y="{y}" width="{width:.2f}" height="{height}" rx="2" fill="{fill}"/>'


def _text(x: float, y: float, text: str, colour: str, size: float, anchor: str, weight: int) -> str:
    return (
        f'<text x="{x:.2f}" y="{y}" font-family="{TYPEFACE}" font-size="{size}" font-weight="{weight}" '
        f'text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'
    )
