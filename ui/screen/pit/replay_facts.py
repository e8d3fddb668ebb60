"""The detail of a fact of a replay: its codes in words, and as much of it as its column holds."""

from __future__ import annotations

import re
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


def cut(text: str, most: int) -> str:
    """The text, or as much of it as takes the room of so many letters; a suit is as wide as two."""
    room = most
    for at, letter in enumerate(text):
        room -= 2 if letter in SUIT_SIGNS else 1
        if room < 0:
            return text[: at - 1].rstrip(" ·,") + "…"
    return text
