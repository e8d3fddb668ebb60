"""The codes printed on the cards of a house: which card each is, from the configuration.

A table holds all fifty-two cards, each by exactly one code. No code is another one with characters
missing, so that lost characters never make one card of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from controller.game.cards import DECK, Card, FaceDown, UnknownCard
from drivers.lines.hid_reports import TEXT_MAX

_NAMED_MAX: Final = 6


class BadCodes(ValueError):
    """The table of codes is not one for a deck; the text names what is wrong."""


class CardCodes:
    """What a scanned code means.

    Args:
        codes: code to card as text, e.g. `{"0112": "As"}`; fifty-two of them.
        no_read: what the scanner says when a card passes that it cannot read; empty if it is silent.
        cut_card: the code of the cut card, or empty.

    Raises:
        BadCodes: a card is missing, unknown or there twice, or two codes could be taken for one another.
    """

    def __init__(self, codes: Mapping[str, str], no_read: str = "", cut_card: str = "") -> None:
        self._cards: dict[str, FaceDown] = {}
        by_card: dict[Card, str] = {}
        for code, text in codes.items():
            try:
                card = Card.parse(text)
            except UnknownCard as error:
                raise BadCodes(f"codes.{code}: {error}") from None
            if card in by_card:
                raise BadCodes(f"codes.{code}: {text} has the code {by_card[card]!r} already")
            by_card[card] = code
            self._cards[code] = FaceDown(card)
        missing = [card.text for card in DECK if card not in by_card]
        if missing:
            more = f" and {len(missing) - _NAMED_MAX} more" if len(missing) > _NAMED_MAX else ""
            raise BadCodes(f"codes: no code for {', '.join(missing[:_NAMED_MAX])}{more}")
        self.no_read = no_read
        self.cut_card = cut_card
        _check_apart([*codes, *(code for code in (no_read, cut_card) if code)])

    def card(self, code: str) -> FaceDown | None:
        """The card of this code, face down; None for a code of no card."""
        return self._cards.get(code)

    def code_of(self, card: Card) -> str:
        """The code printed on the card."""
        return next(code for code, down in self._cards.items() if down.is_card(card))


def _check_apart(codes: Iterable[str]) -> None:
    seen: list[str] = []
    for code in codes:
        if not 0 < len(code) <= TEXT_MAX or not all(" " < char < "\x7f" for char in code):
            raise BadCodes(f"codes.{code}: a code is 1 to {TEXT_MAX} printable characters without blanks")
        for other in seen:
            if _within(code, other) or _within(other, code):
                raise BadCodes(f"codes.{code}: {other!r} is the same with characters missing or added")
        seen.append(code)


def _within(short: str, long: str) -> bool:
    """Whether `short` is what is left of `long` when characters are lost."""
    rest = iter(long)
    return all(char in rest for char in short)
