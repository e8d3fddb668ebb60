"""`python -m deploy.paper_fonts`: Inter Tabular, the typeface of printed pages, made of the screens' Inter.

A PDF tells its text by what each glyph stands for in the typeface's own table of characters. The figures of
one width are a feature of Inter, glyphs that stand for nothing: a page set with it shows its amounts, but
nobody can search, copy or hear them. In Inter Tabular those glyphs are the figures, and nothing is replaced
by where it stands. What is only drawn otherwise, the hyphen and the space that never end a line, is the
plain hyphen and the plain space.
"""

from __future__ import annotations

import string
import sys
from pathlib import Path
from typing import Any, Final

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


if __name__ == "__main__":
    main()
