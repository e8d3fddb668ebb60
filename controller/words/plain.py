"""Text of others, made safe for terminals, papers and spreadsheets; what lines of text have in common.

A journal, a register or a file of settings may hold any text: a bell, what clears a screen, what turns the
order of letters around. Each such sign is shown as `?`; who reads knows that something stood there.
"""

from __future__ import annotations

from typing import Final
from unicodedata import category

COLON: Final = ("\u00a0: ", ": ")
"""Between a name and what it is, in French and in English."""
FORMULA: Final = "=+-@"
"""A spreadsheet takes a cell that begins so for a formula."""
SHOWN: Final = (
    *(range(0x20, 0x149), range(0x14A, 0x1C4), range(0x1C5, 0x250), range(0x386, 0x3D0)),
    *(range(0x400, 0x460), range(0x1E00, 0x1E9C), range(0x1E9D, 0x1F00)),
    *(range(0x2010, 0x2028), range(0x2030, 0x2056), range(0x20A0, 0x20B0)),
)
"""Latin, Greek and Cyrillic letters, punctuation and currencies, as far as the typeface of papers goes."""


def plain(text: str, kept: str = "") -> str:
    """The text with `?` for each sign that is not to be seen, but for spaces and those of `kept`.

    Such are controls, signs that turn the direction, separators of lines, halves of signs and unknown ones.
    """
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() or category(one) == "Zs" or one in kept else "?" for one in text)


def in_cell(value: object) -> str:
    """A cell of a spreadsheet: plain text that is no formula; a whole number stays one."""
    if not isinstance(value, str):
        return str(value)
    told = plain(value)
    return f"'{told}" if told[:1] in FORMULA and told[1:] and not _number(told) else told


def unfit(text: str) -> str:
    """The first sign that no paper can show, named with its place; empty where there is none.

    The typeface of papers has the letters of Europe and their signs; a mark upon a letter is one with it.
    """
    for place, one in enumerate(text, start=1):
        if category(one)[0] not in "CM" and any(ord(one) in part for part in SHOWN):
            continue
        shown = f"{one} " if one.isprintable() and category(one)[0] != "M" else ""
        return f"its character {place}, {shown}(U+{ord(one):04X}), is none that papers can show"
    return ""


def _number(text: str) -> bool:
    return text[:1] == "-" and text[1:].replace(",", "", 1).isdecimal()
