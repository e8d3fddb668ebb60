"""How wide a text is said to be without drawing it, beside what the typeface makes of it."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF

from ui.app import application
from ui.letters import width_px

TEXTS = [
    "UTH-2/000001/2167",
    "20/11/2026 21:05:49",
    "1\u202f234\u202f567,50\u00a0€",
    "avec d’autres tables, sans partage connu",
    "Minimum",
    "Rectification",
    "nombre de cartes faux",
    "MCD 03, Caisse 05",
]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("weight", [500, 600])
def test_a_text_is_never_wider_than_it_is_said_to_be_and_not_much_narrower(text: str, weight: int) -> None:
    assert application() is not None
    font = QFont("Inter")
    font.setPixelSize(12)
    font.setWeight(QFont.Weight(weight))
    font.setFeature(QFont.Tag("tnum"), 1)
    assert QFontInfo(font).family() == "Inter"
    drawn = QFontMetricsF(font).horizontalAdvance(text)
    assert drawn <= width_px(text, 12) <= 1.25 * drawn
