"""The detail of a fact of a replay: its codes in words, whole, in as many lines as its column needs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ui.screen.house_speech import Words
from ui.texts.console import TEXTS

SUIT_SIGNS: Final = "♠♥♦♣"
_CODE: Final = re.compile(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b")


def in_words(words: Words, detail: str) -> str:
    """The detail of an entry, whose codes are told as the console tells them."""

    def told(code: re.Match[str]) -> str:
        known = TEXTS.get(f"hold.{code[0]}")
        return known[words.language == "en"] if known is not None else code[0]

    return _CODE.sub(told, detail)


def lines_of(text: str, first: int, most: int) -> list[str]:
    """The text in lines, the first of so many letters, the others of `most`; a suit is as wide as two.

    It breaks between words: an amount holds together by its own spaces. Nothing of it is left out.
    """
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else ""
        if longer and wide(longer) <= (first if len(lines) == 1 else most):
            lines[-1] = longer
        else:
            lines += _pieces(word, most if lines else first, most)
    return [line.removeprefix("· ") for line in lines]


def _pieces(word: str, first: int, most: int) -> list[str]:
    """A word that is longer than its line, as a root of a chain is, in pieces."""
    if wide(word) <= first:
        return [word]
    return [word[:first], *(word[at : at + most] for at in range(first, len(word), most))]


def wide(text: str) -> int:
    """So many letters' room."""
    return len(text) + sum(letter in SUIT_SIGNS for letter in text)


def window(heights: Sequence[int], place: int, room: int) -> range:
    """The rows that find room with `place` among them, about as much above it as below."""
    first, last, used = place, place + 1, heights[place] if heights else 0
    above = 0
    while True:
        up = first > 0 and used + heights[first - 1] <= room
        down = last < len(heights) and used + heights[last] <= room
        if up and (2 * above + heights[first - 1] <= room - heights[place] or not down):
            first -= 1
            above += heights[first]
            used += heights[first]
        elif down:
            used += heights[last]
            last += 1
        else:
            return range(first, min(last, len(heights)))
