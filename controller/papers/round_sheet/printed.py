"""Dispute sheets as printed pages: each round begins a page, its hands drawn, places to sign at its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from controller.game.inputs import Role
from controller.papers.round_sheet.drawings import (
    DATE_HEIGHT,
    END_HEIGHT,
    STRIP_HEIGHT,
    STRIP_WIDTH,
    TEXT_WIDTH,
    date_svg,
    end_svg,
    strip_svg,
)
from controller.papers.round_sheet.sheet import WORDS, Hand, RoundSheet, Row, SeatSheet, Sums
from controller.words.money import HARD, money
from controller.words.plain import COLON
from controller.words.roles import role_title

PRINTED: Final = {
    "date": ("Date", "Date"),
    "hour": ("Heure", "Time"),
    "table": ("Table n°", "Table no."),
    "continued": ("suite", "continued"),
    "cards": ("Cartes", "Cards"),
    "thick": (
        "cadre fort\u00a0: les cinq cartes qui comptent, à droite le board",
        "strong frame: the five cards that count, the board on the right",
    ),
    "remarks": ("Observations", "Remarks"),
    "name": ("Nom et signature", "Name and signature"),
    "player": ("Joueur", "Player"),
    "rounds": ("{count} coups", "{count} rounds"),
}
UNKNOWN: Final = ("", "", "")
AMOUNTS: Final = ("stake", "returned", "taken", "paid")
AMOUNT_WIDTH: Final = 12
"""Of one column of amounts, in hundredths of the text."""

PAGE_HEIGHT: Final = 925
"""Of the text of a page, in pixels of 1/96 inch; what follows are the heights of its parts."""
HEAD_HEIGHT, SEAT_HEIGHT, ROW_HEIGHT, SECOND_LINE = 232, 119, 19, 13
NOTICE_HEIGHT, TITLE_HEIGHT, TOTAL_GAP = 28, 34, 14
NAME_LETTERS, NAME_LINES_HEIGHT = 40, 44
"""A longer name of a round may take two lines more, which are so high."""
LINE_LETTERS: Final = 60
"""A sentence longer than this takes a second line."""
SOURCE_LETTERS: Final = 44
"""A source longer than this may be parted."""


def printed(
    sheets: Sequence[RoundSheet], language: int, known: tuple[str, str, str] = UNKNOWN
) -> tuple[str, str, str, dict[str, str]]:
    """Title, HTML, footer and drawings of these sheets, as `pdf.write_pdf` takes them.

    `known` are day, hour and table, where they are: lines to write on are left for what is not.
    """
    drawings: dict[str, str] = {}
    pages = [_Page(sheet, at, language, drawings, known).html() for at, sheet in enumerate(sheets)]
    profiles = {sheet.profile.digest: sheet.profile for sheet in sheets}
    rules = [f"{profile.id} · {profile.digest}" for profile in profiles.values()]
    footer = rules[0] if len(rules) == 1 else PRINTED["rounds"][language].format(count=len(sheets))
    title = f"Tapis · {WORDS['title'][language]}"
    if len(sheets) == 1:
        title += f" · {WORDS['round'][language].format(name=sheets[0].name)}"
    return title, "".join(pages), footer, drawings


class _Page:
    """One round on as many pages as it takes: no seat is parted, nor the place to sign."""

    def __init__(
        self,
        sheet: RoundSheet,
        at: int,
        language: int,
        drawings: dict[str, str],
        known: tuple[str, str, str],
    ) -> None:
        self._known = known
        self._sheet, self._at, self._language, self._drawings = sheet, at, language, drawings
        self._used = 0

    def html(self) -> str:
        """The page; its drawings are added to those of the document."""
        sheet, parts = self._sheet, [self._head()]
        self._used = HEAD_HEIGHT + self._more_lines()
        for seat in sheet.seats:
            parts.append(self._room(_height(seat)) + self._seat(seat))
        end = END_HEIGHT + NOTICE_HEIGHT * len(sheet.notices)
        if len(sheet.seats) > 1:
            parts.append(self._room(ROW_HEIGHT + TOTAL_GAP + end))
            parts.append(_table([_total(self._say("all_seats"), sheet.total, self._language)], TOTAL_GAP))
        else:
            parts.append(self._room(end))
        return "".join([*parts, self._notices(), self._end()])

    def _say(self, key: str) -> str:
        return (WORDS.get(key) or PRINTED[key])[self._language]

    def _name(self) -> str:
        return escape(_whole(self._say("round").format(name=self._sheet.name)))

    def _more_lines(self) -> int:
        return NAME_LINES_HEIGHT if len(self._sheet.name) > NAME_LETTERS else 0

    def _room(self, height: int) -> str:
        """A new page if so much does not fit on this one; it says which round goes on."""
        self._used += height
        if self._used <= PAGE_HEIGHT:
            return ""
        self._used = height + TITLE_HEIGHT + self._more_lines()
        return f'<h3 style="page-break-before: always">{self._name()}, {self._say("continued")}</h3>'

    def _image(self, name: str, svg: str, width: int, height: int) -> str:
        key = f"r{self._at}{name}"
        self._drawings[key] = svg
        return f'<img src="{key}" width="{width}" height="{height}">'

    def _head(self) -> str:
        profile = self._sheet.profile
        new_page = ' style="page-break-before: always"' if self._at else ""
        labels = (self._say("date"), self._say("hour"), self._say("table"))
        return (
            f"<h1{new_page}>{self._say('title')}</h1>"
            f'<p class="lead">{self._name()}</p>'
            f"<p>{self._image('date', date_svg(labels, self._known), TEXT_WIDTH, DATE_HEIGHT)}</p>"
            f'<table cellspacing="0" style="margin-top: 4px">'
            f'<tr><td class="small">{self._say("rules")}</td>'
            f"<td><b>{escape(_whole(profile.id))}</b> · {escape(_whole(profile.source))}</td></tr>"
            f'<tr><td class="small">{self._say("digest")}</td><td>{profile.digest}</td></tr>'
            f'<tr><td class="small">{self._say("cards")}</td><td>{self._say("thick")}</td></tr></table>'
            f"{self._hand('dealer', self._say('dealer'), self._sheet.dealer)}"
        )

    def _hand(self, name: str, label: str, hand: Hand) -> str:
        svg = strip_svg(hand.cards, self._sheet.board, hand.five)
        return (
            '<table width="100%" cellspacing="0" style="margin-top: 15px; margin-bottom: 3px"><tr>'
            f'<td width="{STRIP_WIDTH}">{self._image(name, svg, STRIP_WIDTH, STRIP_HEIGHT)}</td>'
            f'<td style="vertical-align: middle"><span class="lead"><b>{escape(label)}</b></span> '
            f"· {escape(hand.name)}<br>{escape(hand.verdict)}</td></tr></table>"
        )

    def _seat(self, seat: SeatSheet) -> str:
        language = self._language
        label = self._say("seat").format(seat=seat.seat)
        heads = "".join(
            f'<th class="number" width="{AMOUNT_WIDTH}%"{_edge(key)}>{self._say(key)}</th>' for key in AMOUNTS
        )
        rows = [f'<tr><th width="{100 - 4 * AMOUNT_WIDTH}%">{self._say("rule")}</th>{heads}</tr>']
        rows += [_row(row, language) for row in seat.rows]
        rows.append(_total(self._say("total"), seat.total, language))
        holds = (
            f'<p class="number">{self._say("holds")}{COLON[language]}'
            f"<b>{money(seat.total.holds_cents)}</b> ({self._say('is')}), {self._say('net')} "
            f"{money(seat.total.net_cents, signed=True)}</p>"
        )
        return self._hand(f"seat{seat.seat}", label, seat.hand) + _table(rows) + holds

    def _notices(self) -> str:
        told = (
            f'<p class="warning" style="margin-top: 8px">{escape(_whole(notice))}</p>'
            for notice in self._sheet.notices
        )
        return "".join(told)

    def _end(self) -> str:
        roles = [Role.CHEF, *([Role.COMITE] if self._sheet.supervised else [])]
        signing = [*(role_title(role, self._language) for role in roles), self._say("player")]
        svg = end_svg(self._say("remarks"), signing, self._say("name"))
        return f"<p>{self._image('end', svg, TEXT_WIDTH, END_HEIGHT)}</p>"


def _height(seat: SeatSheet) -> int:
    """Of a seat, as nearly as it matters: sentence and source take a second line when they are long."""
    seconds = sum((len(row.words) + len(row.source)) // LINE_LETTERS for row in seat.rows)
    return SEAT_HEIGHT + ROW_HEIGHT * len(seat.rows) + SECOND_LINE * seconds


def _whole(text: str, length: int = 0) -> str:
    """No line ends at a hyphen of the text, nor anywhere in it if it is no longer than this."""
    tied = text.replace("-", "\u2011")
    return tied.replace(" ", HARD) if len(text) <= length else tied


def _table(rows: Sequence[str], above: int = 0) -> str:
    style = f"margin-top: {above}px; margin-bottom: 4px"
    return f'<table width="100%" cellspacing="0" style="{style}">{"".join(rows)}</table>'


def _edge(key: str) -> str:
    """The last column ends where the text does."""
    return ' style="padding-right: 0"' if key == AMOUNTS[-1] else ""


def _amounts(sums: Sums, language: int, style: str = "") -> Iterator[str]:
    for key, cents in zip(AMOUNTS, sums, strict=True):
        edge = "; padding-right: 0" if key == AMOUNTS[-1] else ""
        amount = money(cents) if cents else "–"
        said = f'class="number" width="{AMOUNT_WIDTH}%" style="white-space: nowrap{edge}{style}"'
        yield f"<td {said}>{amount}</td>"


def _row(row: Row, language: int) -> str:
    before, colon, after = row.words.partition(COLON[language])
    words = f"<b>{escape(before)}</b>{colon}{escape(after)}"
    source = f'<span class="small">({escape(_whole(row.source, SOURCE_LETTERS))})</span>'
    return f"<tr><td>{words} {source}</td>{''.join(_amounts(row.sums, language))}</tr>"


def _total(label: str, sums: Sums, language: int) -> str:
    style = "; border-top: 1px solid #1b1e24; font-weight: 600"
    width = f'width="{100 - 4 * AMOUNT_WIDTH}%" style="{style[2:]}"'
    return f"<tr><td {width}>{escape(label)}</td>{''.join(_amounts(sums, language, style))}</tr>"
