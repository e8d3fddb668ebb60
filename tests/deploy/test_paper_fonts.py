"""The typeface of the papers is made of Inter by the program that says so, and has the suits of cards."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from fontTools.pens.areaPen import AreaPen
from fontTools.ttLib import TTFont

from deploy.paper_fonts import FONTS, STYLES, SUITS, tabular


@pytest.mark.long
@pytest.mark.parametrize("style", STYLES)
def test_the_file_is_what_the_program_makes(style: str) -> None:
    made = BytesIO()
    tabular(TTFont(FONTS / f"Inter-{style}.ttf", recalcTimestamp=False)).save(made)
    assert made.getvalue() == (FONTS / "paper" / f"InterTabular-{style}.ttf").read_bytes()


def test_the_suits_are_drawn_alike_in_every_style_as_high_as_one_another() -> None:
    for code in map(ord, "♠♣♥♦"):
        outlines = [outline(style, code) for style in STYLES]
        assert outlines[0] == outlines[1] == outlines[2]
        pen, (coordinates, width) = AreaPen(), outlines[0]
        across, up = ({point[at] for point in coordinates} for at in (0, 1))
        assert max(up) - min(up) == pytest.approx(0.68 * 2048, rel=0.02)
        assert min(across) == pytest.approx(width - max(across), abs=2)
        glyph(STYLES[0], code)[0].draw(pen, TTFont(path(STYLES[0]))["glyf"])
        assert pen.value < 0  # clockwise: what is filled is within
    assert set(SUITS) == set(map(ord, "♠♣♥♦"))


def path(style: str) -> Any:
    return FONTS / "paper" / f"InterTabular-{style}.ttf"


def glyph(style: str, code: int) -> tuple[Any, int]:
    font = TTFont(path(style))
    name = font.getBestCmap()[code]
    return font["glyf"][name], font["hmtx"][name][0]


def outline(style: str, code: int) -> tuple[list[tuple[int, int]], int]:
    drawn, width = glyph(style, code)
    return list(drawn.coordinates), width
