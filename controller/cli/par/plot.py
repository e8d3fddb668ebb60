"""The plot of a PAR sheet as SVG: return against jackpot, one line for each number of bettors."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Final

from controller.cli.par.figures import Figures
from controller.papers.pdf import TYPEFACE

INK, GREY, RULE, ACCENT = "#1b1e24", "#6b7280", "#dfe2e7", "#a11212"
SHADES: Final = ("#9cc9b4", "#80b89d", "#65a787", "#4b9571", "#33845d", "#1d7149", "#0b5d3b")
"""One to seven bettors, the darkest for seven."""


def return_plot(
    size: tuple[int, int],
    top_cents: int,
    start_cents: int,
    return_at: Callable[[int, int], float],
    figures: Figures,
    bettors_word: str,
    start_word: str,
) -> str:
    """The return from an empty jackpot to `top_cents`, with the line of 100 % and the start amount.

    Args:
        size: in pixels of 1/96 inch.
        return_at: of a value in cents and a number of bettors.
    """
    width, height = size
    left, right, above, below = 58, width - 96, 14, height - 40
    low = int(min(return_at(0, 1), 1) * 10) / 10
    high = max(return_at(top_cents, 7), 1.05)

    def x(cents: float) -> float:
        return left + (right - left) * cents / top_cents

    def y(value: float) -> float:
        return below - (below - above) * (value - low) / (high - low)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">']
    for step in range(round(low * 10), int(high * 10) + 1):
        value = step / 10
        parts.append(_line(left, y(value), right, y(value), ACCENT if step == 10 else RULE, 0.8))
        parts.append(_text(left - 8, y(value) + 3.5, figures.percent(value, 0), "end"))
    tick = _tick(top_cents)
    for cents in range(0, top_cents + 1, tick):
        parts.append(_line(x(cents), below, x(cents), below + 4, GREY, 0.8))
        parts.append(_text(x(cents), below + 17, figures.euros(cents), "middle"))
    parts.append(_line(left, below, right, below, GREY, 0.8))
    parts.append(_line(x(start_cents), above, x(start_cents), below, GREY, 0.8, dashed=True))
    parts.append(_text(x(start_cents) + 5, above + 9, start_word, "start", GREY))
    for bettors, shade in enumerate(SHADES, start=1):
        ends = (return_at(0, bettors), return_at(top_cents, bettors))
        parts.append(_line(left, y(ends[0]), right, y(ends[1]), shade, 0.8))
    for bettors in (1, 7):
        at = y(return_at(top_cents, bettors)) + 3.5 + (5 if bettors == 1 else -3)
        word = f"{bettors} {bettors_word if bettors > 1 else bettors_word.rstrip('s')}"
        parts.append(_text(right + 8, at, word, "start", SHADES[bettors - 1], bold=True))
    return "".join([*parts, "</svg>"])


def _tick(top_cents: int) -> int:
    """A round distance that gives four to eight marks."""
    tick = 100
    while top_cents // tick > 8:
        tick *= 5 if str(tick).startswith("2") else 2
        if str(tick).startswith("4"):
            tick = tick // 4 * 5
    return tick


def _line(
    x1: float, y1: float, x2: float, y2: float, colour: str, width: float, *, dashed: bool = False
) -> str:
    dash = ' stroke-dasharray="3 3"' if dashed else ""
    return (
        f'<line x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}" stroke="{colour}" '
        f'stroke-width="{width}"{dash}/>'
    )


def _text(x: float, y: float, text: str, anchor: str, colour: str = INK, *, bold: bool = False) -> str:
    weight = 600 if bold else 500
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-family="{TYPEFACE}" font-size="9.5" font-weight="{weight}" '
        f'text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'
    )
