"""A card as people read it: the letters that stand on it, the same in both languages, and its suit."""

from __future__ import annotations

from typing import Final

SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def card_in_words(card: str) -> str:
    """`10♠` of `Ts`, `K♥` of `Kh`: as on the card before the croupier, which says K and not R."""
    rank = "10" if card[:1] == "T" else card[:1]
    return rank + SUITS.get(card[1:], "?")
