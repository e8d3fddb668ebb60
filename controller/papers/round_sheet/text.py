"""A dispute sheet for the terminal: no more than 100 columns, the amounts of all seats under each other."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator
from typing import Final

from controller.game.cards import RANKS, SUITS, Card
from controller.papers.round_sheet.sheet import WORDS, Hand, RoundSheet, SeatSheet, Sums
from controller.words.cards import card_in_words
from controller.words.money import money
from controller.words.plain import COLON

COLUMNS: Final = 100
WORDS_MIN: Final = 44
"""Narrower than this a sentence is not read any more: the amounts go to a line of their own."""
NOTHING: Final = "–"
_TIE: Final = "\x00"
"""Stands for a blank at which no line ends."""
_SYMBOLS: Final = dict(zip(SUITS, "♣♦♥♠", strict=True))
_PLAIN: Final = str.maketrans(
    {**{symbol: letter for letter, symbol in _SYMBOLS.items()}, "€": "E", "–": "-", "−": "-", "·": "-"}
    | {"«": '"', "»": '"', "“": '"', "”": '"', "’": "'", "─": "-", "…": ".", "œ": "o", "°": "o"}
)


def rank_text(card: Card) -> str:
    """The rank as it is printed on the card."""
    rank = RANKS[card.rank - 2]
    return "10" if rank == "T" else rank


def card_text(card: Card) -> str:
    """`10♠`."""
    return card_in_words(card.text)


def cards_text(cards: tuple[Card, ...] | None) -> str:
    """The cards in a row; nothing for none."""
    return " ".join(map(card_text, cards or ()))


def plain(text: str) -> str:
    """The text in ASCII, as wide as it was: suits by their letters, no accents."""
    flat = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    return (
        "".join(sign for sign in flat if not unicodedata.combining(sign)).encode("ascii", "replace").decode()
    )


def wrapped(sentence: str, width: int) -> list[str]:
    """The sentence on lines of this width, the later ones two narrower; its source and colon stay whole."""
    tied = sentence.replace(" :", f"{_TIE}:").replace(" ;", f"{_TIE};")
    before, opening, source = tied.rpartition(" (")
    if opening and len(source) < width - 3:
        tied = before + opening + source.replace(" ", _TIE)
    lines = textwrap.wrap(tied, width, subsequent_indent="  ", break_on_hyphens=False)
    return [line.strip().replace(_TIE, " ") for line in lines]


def sheet_text(sheet: RoundSheet, language: int) -> str:
    """The sheet, no line longer than `COLUMNS` but for amounts beyond any table's."""
    layout = _Layout(sheet, language)
    lines = [*_head(sheet, language)]
    for seat in sheet.seats:
        lines += ["", *_seat_head(seat, language), *layout.seat(seat)]
    if len(sheet.seats) > 1:
        lines += ["", *layout.sums(WORDS["all_seats"][language], sheet.total)]
    for notice in sheet.notices:
        lines += ["", *textwrap.wrap(notice, COLUMNS)]
    return "\n".join(line.rstrip() for line in lines)


def _head(sheet: RoundSheet, language: int) -> Iterator[str]:
    profile = sheet.profile
    yield f"{WORDS['title'][language]} · {WORDS['round'][language].format(name=sheet.name)}"
    yield "─" * COLUMNS
    yield from _labelled(WORDS["rules"][language], f"{profile.id} · {profile.source}")
    yield from _labelled(WORDS["digest"][language], profile.digest)
    yield from _labelled(WORDS["board"][language], cards_text(sheet.board))
    yield from _hand(WORDS["dealer"][language], sheet.dealer, language)


def _seat_head(seat: SeatSheet, language: int) -> Iterator[str]:
    yield from _hand(WORDS["seat"][language].format(seat=seat.seat), seat.hand, language)


def _hand(label: str, hand: Hand, language: int) -> Iterator[str]:
    yield from _labelled(label, " · ".join(filter(None, (cards_text(hand.cards), hand.name, hand.verdict))))
    if hand.five:
        yield from _labelled("", f"{WORDS['five'][language]}{COLON[language]}{cards_text(hand.five)}")


def _labelled(label: str, text: str) -> Iterator[str]:
    indent = " " * 11
    yield from textwrap.wrap(text, COLUMNS, initial_indent=label.ljust(11), subsequent_indent=indent)


class _Layout:
    """Columns as wide as the widest amount of the round, so that all seats stand under each other."""

    def __init__(self, sheet: RoundSheet, language: int) -> None:
        self._language = language
        heads = [WORDS[name][language] for name in ("stake", "returned", "taken", "paid")]
        every = [sheet.total, *(seat.total for seat in sheet.seats)]
        every += [row.sums for seat in sheet.seats for row in seat.rows]
        cells = [heads, *map(self._cells, every)]
        self._widths = [max(len(row[at]) for row in cells) for at in range(4)]
        self._room = COLUMNS - 2 - sum(self._widths) - 3 * 2 - 2
        self._heads = heads

    def _cells(self, sums: Sums) -> list[str]:
        return [money(cents) if cents else NOTHING for cents in sums]

    def _row(self, words: str, cells: list[str], room: int) -> str:
        amounts = "  ".join(cell.rjust(width) for cell, width in zip(cells, self._widths, strict=True))
        return f"  {words.ljust(room)}  {amounts}"

    def sums(self, label: str, sums: Sums) -> Iterator[str]:
        """A label, or a sentence on as many lines as it takes, and its amounts on the first."""
        if self._room < WORDS_MIN:
            yield from (f"  {line}" for line in wrapped(label, COLUMNS - 2))
            yield self._row("", self._cells(sums), max(0, self._room))
            return
        first, *rest = wrapped(label, self._room)
        yield self._row(first, self._cells(sums), self._room)
        yield from (f"    {line}" for line in rest)

    def seat(self, seat: SeatSheet) -> Iterator[str]:
        """The stakes of the seat, one after the other, and what they come to."""
        language = self._language
        yield self._row("", self._heads, max(0, self._room))
        for row in seat.rows:
            yield from self.sums(f"{row.words} ({row.source})", row.sums)
        yield from self.sums(WORDS["total"][language], seat.total)
        total = seat.total
        yield (
            f"  {WORDS['holds'][language]}{COLON[language]}{money(total.holds_cents)} "
            f"({WORDS['is'][language]}), {WORDS['net'][language]} "
            f"{money(total.net_cents, signed=True)}"
        )
