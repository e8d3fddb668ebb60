"""The drawings of a printed dispute sheet: hands as cards, and the places to fill in by hand.

Sizes are pixels of 1/96 inch. Nothing here depends on fonts but the lettering itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from controller.game.cards import SUITS, Card
from controller.papers.pdf import TYPEFACE
from controller.papers.round_sheet.text import rank_text

TEXT_WIDTH: Final = 656
"""How wide the text of a page is."""
DATE_HEIGHT, END_HEIGHT = 30, 174

CARD_WIDTH, CARD_HEIGHT, GAP, HAND_GAP = 27, 36, 4, 12
STRIP_WIDTH: Final = 7 * CARD_WIDTH + 5 * GAP + HAND_GAP + 2
STRIP_HEIGHT: Final = CARD_HEIGHT + 2

INK, DIM, RED, GREY, PALE = "#1b1e24", "#6b7280", "#b01717", "#9aa1ab", "#d5d9df"

_SPADE: Final = (
    "M5 .4C6.2 2.4 9.3 4 9.3 6.2C9.3 8.2 6.7 8.6 5.5 7.2L6.4 9.6L3.6 9.6L4.5 7.2"
    "C3.3 8.6 .7 8.2 .7 6.2C.7 4 3.8 2.4 5 .4Z"
)
_HEART: Final = "M5 9.4C3.8 7.5 .7 5.6 .7 3.2C.7 .8 3.9 .2 5 2.6C6.1 .2 9.3 .8 9.3 3.2C9.3 5.6 6.2 7.5 5 9.4Z"
_DIAMOND: Final = "M5 .3L8.7 5L5 9.7L1.3 5Z"
_CLUB: Final = "M4.5 6.4A2.2 2.2 0 1 1 3.3 3.9A2.2 2.2 0 1 1 6.7 3.9A2.2 2.2 0 1 1 5.5 6.4L6.4 9.6L3.6 9.6Z"
_SHAPES: Final = dict(zip(SUITS, (_CLUB, _DIAMOND, _HEART, _SPADE), strict=True))


def strip_svg(cards: Sequence[Card] | None, board: Sequence[Card], five: Sequence[Card]) -> str:
    """The hand, face down for None, and the board; the five cards that count strongly framed."""
    drawn = []
    left = 1
    for card in cards if cards is not None else (None, None):
        drawn.append(_card(card, left, card in five))
        left += CARD_WIDTH + GAP
    left += HAND_GAP - GAP
    for card in board:
        drawn.append(_card(card, left, card in five))
        left += CARD_WIDTH + GAP
    return _svg(STRIP_WIDTH, STRIP_HEIGHT, drawn)


def _card(card: Card | None, left: int, counts: bool) -> str:
    frame = (
        f'<rect x=".7" y=".7" width="{CARD_WIDTH - 1.4}" height="{CARD_HEIGHT - 1.4}" rx="3.2" '
        f'fill="{PALE if card is None else "#ffffff"}" stroke="{INK if counts else PALE}" '
        f'stroke-width="{1.4 if counts else 0.8}"/>'
    )
    return f'<g transform="translate({left} 1)">{frame}{_face(card, counts) if card is not None else ""}</g>'


def _face(card: Card, counts: bool) -> str:
    suit = card.text[1]
    colour = (RED if suit in "dh" else INK) if counts else GREY
    middle = CARD_WIDTH / 2
    return (
        f'<text x="{middle}" y="16.5" text-anchor="middle" font-family="{TYPEFACE}" font-weight="700" '
        f'font-size="14" fill="{colour}">{rank_text(card)}</text>'
        f'<path transform="translate({middle - 6} 20) scale(1.2)" fill="{colour}" d="{_SHAPES[suit]}"/>'
    )


# --- places to fill in ---------------------------------------------------------------------------


def date_svg(labels: tuple[str, str, str], known: tuple[str, str, str] = ("", "", "")) -> str:
    """Three labels, of a date, a time and a table, each with what is known of it or a line to write on."""
    base, drawn = DATE_HEIGHT - 8, []
    places = zip((0, 246, 422), (222, 398, 656), (34, 42, 56), labels, known, strict=True)
    for left, right, line, label, told in places:
        drawn.append(_lettering(left, base, label))
        at = left + line
        drawn.append(_lettering(at, base, told, strong=True) if told else _line(at, base + 2, right))
    return _svg(TEXT_WIDTH, DATE_HEIGHT, drawn)


def end_svg(remarks: str, roles: Sequence[str], below: str) -> str:
    """Lines for remarks, then a box for each role to sign in."""
    drawn = [_lettering(0, 16, remarks, strong=True)]
    drawn += [_line(0, at, TEXT_WIDTH) for at in (44, 70)]
    gap, top = 14, 86
    width = (TEXT_WIDTH - gap * (len(roles) - 1)) / len(roles)
    for at, role in enumerate(roles):
        left = at * (width + gap)
        drawn.append(
            f'<rect x="{left + 0.5:.1f}" y="{top}" width="{width - 1:.1f}" height="{END_HEIGHT - top - 2}" '
            f'rx="4" fill="none" stroke="{GREY}" stroke-width=".8"/>'
        )
        drawn += [_lettering(left + 9, top + 17, role, strong=True), _lettering(left + 9, top + 31, below)]
    return _svg(TEXT_WIDTH, END_HEIGHT, drawn)


def _svg(width: int, height: int, drawn: Sequence[str]) -> str:
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(drawn)}</svg>'


def _lettering(left: float, base: float, text: str, *, strong: bool = False) -> str:
    size, weight, colour = (12, 600, INK) if strong else (10, 500, DIM)
    return (
        f'<text x="{left:.1f}" y="{base}" font-family="{TYPEFACE}" font-size="{size}" font-weight="{weight}" '
        f'fill="{colour}">{escape(text)}</text>'
    )


def _line(left: float, at: float, right: float) -> str:
    return f'<path d="M{left} {at}H{right}" stroke="{GREY}" stroke-width=".8"/>'
