"""`python -m deploy.paper_fonts`: Inter Tabular, the typeface of printed pages, made of the screens' Inter.

A PDF tells its text by what each glyph stands for in the typeface's own table of characters. The figures of
one width are a feature of Inter, glyphs that stand for nothing: a page set with it shows its amounts, but
nobody can search, copy or hear them. In Inter Tabular those glyphs are the figures, and nothing is replaced
by where it stands. What is only drawn otherwise, the hyphen and the space that never end a line, is the
plain hyphen and the plain space.

The suits of cards are our own drawings: Inter has a heart alone, and what a typeface does not have a machine
takes from another one of its own, so that a paper would depend on where it was printed.
"""

from __future__ import annotations

import string
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FONTS: Final = Path(__file__).resolve().parents[1] / "ui" / "fonts"
STYLES: Final = ("Medium", "SemiBold", "Bold")
KEPT: Final = ("ccmp", "kern", "mark", "mkmk")
"""What stays of Inter's features: accents and the distances of letters."""
TOLD_AS: Final = {"\u2011": "-", "\u00a0": " ", "\t": "\u00a0"}
"""Of the characters with one glyph a PDF tells the first: a tab with the glyph of the space would be it."""
NOT_OURS: Final = "\u02bc\u02ee\u0269"
"""Letters that have the glyph of an apostrophe, a quotation mark, an iota: another typeface draws them."""
SUIT_EM: Final = 0.68
"""How high a suit is, of the size of the letters: a little less than a capital."""
BESIDE: Final = 0.1
"""The room left and right of a suit, of its height."""
Curve = tuple[tuple[float, float], ...]
"""The end of a straight line, or two handles and the end of a curve."""
_HEART: Final[tuple[Curve, ...]] = (
    ((-0.13, 0.2), (-0.45, 0.4), (-0.45, 0.7)),
    ((-0.45, 0.88), (-0.345, 1), (-0.23, 1)),
    ((-0.12, 1), (-0.04, 0.92), (0, 0.8)),
)
_STEM: Final[tuple[Curve, ...]] = (((-0.18, 0),), ((-0.085, 0.05), (-0.032, 0.15), (-0.028, 0.29)))
_SPADE: Final[tuple[Curve, ...]] = (
    *_STEM,
    ((-0.065, 0.2), (-0.14, 0.14), (-0.235, 0.14)),
    ((-0.355, 0.14), (-0.45, 0.23), (-0.45, 0.37)),
    ((-0.45, 0.64), (-0.07, 0.82), (0, 1)),
)
_DIAMOND: Final[tuple[Curve, ...]] = (
    ((-0.11, 0.19), (-0.23, 0.36), (-0.36, 0.5)),
    ((-0.23, 0.64), (-0.11, 0.81), (0, 1)),
)
_CLUB: Final[tuple[Curve, ...]] = (*_STEM, ((-0.225, 0.4),), ((0, 0.775),))
_LEAF: Final = 0.225
"""The radius of a leaf of the club; its leaves stand where its outline has corners."""
_HANDLE: Final = 0.5523
"""How far a handle stands from the end of a quarter of a circle of radius 1."""
SUITS: Final[Mapping[int, tuple[str, tuple[Curve, ...], float]]] = {
    0x2660: ("suit.spade", _SPADE, 0.45),
    0x2663: ("suit.club", _CLUB, 0.45),
    0x2665: ("suit.heart", _HEART, 0.45),
    0x2666: ("suit.diamond", _DIAMOND, 0.36),
}
"""Of each character its glyph, the left half of its outline from the foot (0, 0) to the middle above, and
half its width; all of its height."""
_NAMES: Final = (1, 3, 4, 6, 16, 21)
"""The entries of a font's name table that begin with the name of its family."""


def main() -> None:
    """Each style is in the folder of the papers."""
    for style in STYLES:
        made = tabular(TTFont(FONTS / f"Inter-{style}.ttf", recalcTimestamp=False))
        path = FONTS / "paper" / f"InterTabular-{style}.ttf"
        made.save(path)
        sys.stdout.write(f"{path}\n")


def tabular(font: Any) -> Any:
    """The font with figures of one width as its figures, under a name of its own."""
    draw_suits(font)
    glyphs = font.getBestCmap()
    moved = {ord(figure): f"{glyphs[ord(figure)]}.tf" for figure in string.digits}
    moved |= {ord(one): glyphs[ord(other)] for one, other in TOLD_AS.items()}
    for table in font["cmap"].tables:
        table.cmap = {code: name for code, name in (table.cmap | moved).items() if chr(code) not in NOT_OURS}
    for entry in font["name"].names:
        if entry.nameID in _NAMES:
            family = "InterTabular" if entry.nameID == 6 else "Inter Tabular"
            entry.string = entry.toUnicode().replace("Inter", family, 1)
    options = Options(layout_features=KEPT, name_IDs=["*"], name_languages=["*"], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=font.getBestCmap())
    subsetter.subset(font)
    return font


def draw_suits(font: Any) -> None:
    """The font has the suits as glyphs, alike in every style, and tells them by their characters."""
    em = font["head"].unitsPerEm
    high = SUIT_EM * em
    below = (font["OS/2"].sCapHeight - high) / 2
    font.setGlyphOrder([*font.getGlyphOrder(), *(name for name, _, _ in SUITS.values())])
    for code, (name, outline, half) in SUITS.items():
        middle = half + BESIDE
        drawn = TTGlyphPen(None)
        pen = Cu2QuPen(drawn, max_err=em / 2000)

        def at(x: float, y: float, middle: float = middle) -> tuple[float, float]:
            return (middle + x) * high, below + y * high

        _mirrored(pen, outline, at)
        if outline is _CLUB:
            for x, y in ((0, 0.775), (-0.225, 0.4), (0.225, 0.4)):
                _leaf(pen, x, y, at)
        glyph = drawn.glyph()
        font["glyf"][name] = glyph
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (round(2 * middle * high), glyph.xMin)
        for table in font["cmap"].tables:
            table.cmap[code] = name


def _mirrored(pen: Any, outline: Sequence[Curve], at: Callable[[float, float], tuple[float, float]]) -> None:
    """The left half from the foot up, and down again on the right."""
    pen.moveTo(at(0, 0))
    for points in outline:
        (pen.lineTo if len(points) == 1 else pen.curveTo)(*(at(*point) for point in points))
    way = [(0.0, 0.0), *(point for points in outline for point in points)]
    ends = len(way) - 1
    for points in reversed(outline):
        back = [at(-x, y) for x, y in reversed(way[ends - len(points) : ends])]
        (pen.lineTo if len(points) == 1 else pen.curveTo)(*back)
        ends -= len(points)
    pen.closePath()


def _leaf(pen: Any, x: float, y: float, at: Callable[[float, float], tuple[float, float]]) -> None:
    """A leaf of the club, round, drawn the way that an outline goes."""
    pen.moveTo(at(x, y - _LEAF))
    for across, up in ((-1, 0), (0, 1), (1, 0), (0, -1)):
        before = (-up, across)
        handles = (
            (before[0] + _HANDLE * across, before[1] + _HANDLE * up),
            (across + _HANDLE * before[0], up + _HANDLE * before[1]),
            (across, up),
        )
        pen.curveTo(*(at(x + _LEAF * dx, y + _LEAF * dy) for dx, dy in handles))
    pen.closePath()


if __name__ == "__main__":
    main()
