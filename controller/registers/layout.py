"""What a paper is made of, set as text or on A4: facts, lists, lines to write on, places to sign."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from textwrap import wrap
from typing import Any, Final

from controller.papers.letterhead import NO_LETTERHEAD, Letterhead
from controller.papers.pdf import GREY, INK, TYPEFACE, WARNING, Pdf, pdf_bytes, write_pdf
from controller.papers.together import BEGINS, ENDS, anchored
from controller.words.money import HARD
from controller.words.plain import plain

TEXT_WIDTH: Final = 656
"""How wide the text of a page is, in pixels of 1/96 inch."""
BLANK_HEIGHT, SIGN_HEIGHT = 34, 90
LABEL_WIDTH: Final = 30
"""Of the column of labels, in hundredths of the text; as text, its characters."""
SUM: Final = f"; font-weight: 600; border-top: 1px solid {INK}"
NARROW: Final = "padding-right: 8px"
SMALL: Final = f"; font-size: 7.5pt; {NARROW}"
"""How the many columns of a register are set."""
HEADING_LETTERS: Final = 10
"""A line of the heading of a register's column is no longer, unless one word is; of another list's it may
be `WHOLE_LETTERS`."""
LINE_LETTERS: Final = 178
"""A line of a lying page has so many at the size of a register; a column takes some for itself."""
COLUMN_LETTERS: Final = 1.5
ENTRY: Final = re.compile(r"([^ ]+/[0-9]{6}/)([^ ]+)|([^ ]+/)([0-9]{6})")
"""How an entry is called, `UTH-2/000012/1047`, and a session: parted before the number."""
FIRST_WORDS: Final = re.compile("(?<=>)[^<>]+(?=<)")
EURO: Final = f"{HARD}€"
TIGHT_LETTERS: Final = 14
"""A cell of a line that would be longer is parted after so many."""
WHOLE_LETTERS: Final = 24
"""A word, or a cell with figures, of at most so many letters is not parted."""


ON_LINE: Final = {"": "padding-top: 4px", "lead": "padding-top: 6px", "small": ""}
"""So much lower a label begins: it stands on the line of a value that is larger."""
AFTER_NUMBER: Final = "; padding-left: 7px"
"""Words behind a column of figures stand clear of them."""
SIGNED_ROWS: Final = 3
"""So many of the facts that are signed stand on the page of the signature, wherever the others are."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the paper states: a label and a value each; a heading or none.

    The values under the labels in `strong` are set large; with `small` all are set small, as hashes are.
    """

    heading: str
    rows: tuple[tuple[str, str], ...]
    strong: frozenset[str] = frozenset()
    small: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A list; columns in `numbers` are set to the right, rows in `red` are corrections (AC-10).

    A `small` one is set like the columns of a register; with `new_page` it begins a page on paper. Rows in
    `strong` are sums. `called`, on paper, stands above the columns on each of its pages.
    """

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()
    red: frozenset[int] = frozenset()
    empty: str = ""
    small: bool = False
    new_page: bool = False
    strong: frozenset[int] = frozenset()
    called: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence; `loud` is one that nobody may overlook."""

    text: str
    loud: bool = False


@dataclass(frozen=True, slots=True)
class Blank:
    """A line that a person fills in by hand."""

    label: str


@dataclass(frozen=True, slots=True)
class Signatures:
    """A box to sign in for each role; beside a role who it was, where that is known."""

    roles: tuple[tuple[str, str], ...]
    below: str


@dataclass(frozen=True, slots=True)
class Inset:
    """What is set elsewhere: HTML, and its drawings by names that no other part has; no text tells it."""

    html: str
    drawings: Mapping[str, str]


Part = Facts | Grid | Note | Blank | Signatures | Inset


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper: its title, what it is about, and its parts; it begins a page."""

    title: str
    lead: str
    parts: tuple[Part, ...]


# --- as text -------------------------------------------------------------------------------------


def as_text(papers: Iterable[Paper], marks: Sequence[str]) -> str:
    """The papers in lines; lines to write on and boxes to sign in are underscores."""
    lines: list[str] = [f"!! {mark}" for mark in marks]
    for paper in papers:
        lines += ["", paper.title, "═" * len(paper.title), paper.lead, ""]
        for part in paper.parts:
            lines += [*_lines(part), ""]
    return "\n".join(plain(line, "\n") for line in lines).strip("\n") + "\n"


def _lines(part: Part) -> list[str]:
    match part:
        case Facts():
            told = [f"{label:<{LABEL_WIDTH}}  {value}" for label, value in part.rows]
            return [*_headed(part.heading), *told]
        case Grid():
            return [*_headed(part.heading), *(_set(part) if part.rows else [part.empty])]
        case Note():
            return [("!! " if part.loud else "") + part.text]
        case Blank():
            return [f"{part.label:<{LABEL_WIDTH}}  {'_' * 40}"]
        case Inset():
            return []
        case Signatures():
            return [f"{' '.join((role, who)).strip():<{LABEL_WIDTH}}  {'_' * 40}" for role, who in part.roles]


def _headed(heading: str) -> list[str]:
    return [heading, "─" * len(heading)] if heading else []


def _set(grid: Grid) -> list[str]:
    rows = [grid.columns, *grid.rows]
    widths = [max(len(row[at]) for row in rows) for at in range(len(grid.columns))]
    made = []
    for number, row in enumerate(rows, start=-1):
        cells = (
            cell.rjust(widths[at]) if at in grid.numbers else cell.ljust(widths[at])
            for at, cell in enumerate(row)
        )
        made.append(("! " if number in grid.red else "  ") + "  ".join(cells).rstrip())
    return made


# --- on paper ------------------------------------------------------------------------------------


def print_papers(
    path: str,
    title: str,
    papers: Sequence[Paper],
    marks: Sequence[str],
    footer: str,
    *,
    landscape: bool = False,
    head: Letterhead = NO_LETTERHEAD,
) -> int:
    """The papers are in the PDF; the number of its pages.

    Raises:
        NotPrinted: it could not be made or written.
    """
    return write_pdf(path, **as_printed(title, papers, marks, footer), landscape=landscape, head=head)


def printed(
    title: str,
    papers: Sequence[Paper],
    marks: Sequence[str],
    footer: str,
    *,
    landscape: bool = False,
    head: Letterhead = NO_LETTERHEAD,
) -> Pdf:
    """The same as a document that is not written yet.

    Raises:
        NotPrinted: it could not be made.
    """
    return pdf_bytes(**as_printed(title, papers, marks, footer), landscape=landscape, head=head)


def printed_lying(
    title: str, papers: Sequence[Paper], marks: Sequence[str], footer: str, head: Letterhead
) -> bytes:
    """The papers as the bytes of a PDF whose pages lie on their long side, as registers do."""
    return printed(title, papers, marks, footer, landscape=True, head=head).data


def as_printed(title: str, papers: Sequence[Paper], marks: Sequence[str], footer: str) -> dict[str, Any]:
    """The same papers as `pdf_bytes` takes them, to be printed by whoever does."""
    html, drawings = _html(papers)
    mark = " · ".join(marks)
    return {"title": title, "html": html, "footer": footer, "drawings": drawings, "mark": mark}


def _html(papers: Sequence[Paper]) -> tuple[str, dict[str, str]]:
    drawings: dict[str, str] = {}
    pages = []
    for number, paper in enumerate(papers):
        begins = ' style="page-break-before: always"' if number else ""
        parts = _parts(paper.parts, drawings)
        head = f'<h1{begins}>{escape(paper.title)}</h1><p class="lead">{escape(paper.lead)}</p>'
        pages.append(head + "".join(parts))
    return "".join(pages), drawings


def _parts(parts: Sequence[Part], drawings: dict[str, str]) -> Iterator[str]:
    """Each part, what is signed together with the last that it says: a signature is never alone on a page."""
    if not any(isinstance(part, Signatures) for part in parts):
        yield from (_part(part, drawings) for part in parts)
        return
    whole = list(parts)
    ends = next(at for at, part in enumerate(whole) if isinstance(part, Signatures))
    begins = max((at for at in range(ends) if _says(whole[at])), default=ends)
    part = whole[begins]
    if isinstance(part, Facts) and len(part.rows) > 2 * SIGNED_ROWS:
        rest = replace(part, heading="", rows=part.rows[-SIGNED_ROWS:])
        whole[begins : begins + 1] = [replace(part, rows=part.rows[:-SIGNED_ROWS]), rest]
        begins, ends = begins + 1, ends + 1
    number = len(drawings)  # no other paper of the document has it
    for at, part in enumerate(whole):
        made = _part(part, drawings, f"{ENDS}-{number}" if at == ends else "")
        if at == begins:
            # The anchor is at the first words: the heading's, or those of the first cell.
            made = FIRST_WORDS.sub(lambda found: anchored(f"{BEGINS}-{number}", found[0]), made, count=1)
        yield made


def _says(part: Part) -> bool:
    """The part is of what is signed: no proof of its file, no note, no line to write on."""
    return isinstance(part, Grid) or (isinstance(part, Facts) and not part.small)


def _part(part: Part, drawings: dict[str, str], name: str = "") -> str:
    match part:
        case Facts():
            cells = "".join(_fact(part, *row) for row in part.rows)
            apart = "" if part.heading else " style='margin-top: 5px'"
            return f"{_h2(part.heading)}<table width='100%' cellspacing='0'{apart}>{cells}</table>"
        case Grid():
            return _h2(part.heading, part.new_page) + (
                _table(part) if part.rows else f"<p>{escape(part.empty)}</p>"
            )
        case Note():
            kind = "warning" if part.loud else "small"
            return f'<p class="{kind}" style="margin-top: 6px">{escape(part.text)}</p>'
        case Blank():
            return _drawn(drawings, blank_svg(part.label), BLANK_HEIGHT)
        case Inset():
            drawings.update(part.drawings)
            return part.html
        case Signatures():
            return _drawn(drawings, signatures_svg(part.roles, part.below), SIGN_HEIGHT, name)


def _fact(part: Facts, label: str, value: str) -> str:
    size = "lead" if label in part.strong else "small" if part.small else ""
    said = escape(value)
    told = f"<b>{said}</b>" if size == "lead" else said
    return (
        f'<tr><td width="{LABEL_WIDTH}%" class="small" style="{ON_LINE[size]}">{escape(label)}</td>'
        f'<td class="{size}" style="color: {INK}">{told}</td></tr>'
    )


def _h2(heading: str, new_page: bool = False) -> str:
    begins = ' style="page-break-before: always"' if new_page else ""
    return f"<h2{begins}>{escape(heading)}</h2>" if heading else ""


def _table(grid: Grid) -> str:
    style, tight = NARROW if grid.small else "", _tight(grid)
    heads = "".join(
        _heading(
            f"{text} €" if tight and _in_euros(grid, at) else text,
            at in grid.numbers,
            style + _after(grid, at, tight=tight),
            grid,
        )
        for at, text in enumerate(grid.columns)
    )
    rows = []
    for number, row in enumerate(grid.rows):
        style = f"color: {WARNING if number in grid.red else INK}" + (SMALL if grid.small else "")
        style += SUM if number in grid.strong else ""
        cells = "".join(
            _cell(text, at in grid.numbers, style + _after(grid, at, tight=tight), tight=tight)
            for at, text in enumerate(row)
        )
        rows.append(f"<tr>{cells}</tr>")
    called = f"<tr><td class='small' colspan='{len(grid.columns)}'>{escape(grid.called)}</td></tr>"
    above = f"{called if grid.called else ''}<tr>{heads}</tr>"
    return f"<table width='100%' cellspacing='0'><thead>{above}</thead>{''.join(rows)}</table>"


def _after(grid: Grid, at: int, *, tight: bool) -> str:
    return AFTER_NUMBER if at - 1 in grid.numbers and at not in grid.numbers and not tight else ""


def _tight(grid: Grid) -> bool:
    """A list has more on a line than one page is wide, as `_cell` would set it."""
    rows = ((*(max(heading.split(), key=len, default="") for heading in grid.columns),), *grid.rows)
    widths = (max(_whole_letters(row[at]) for row in rows) for at in range(len(grid.columns)))
    return grid.small and sum(widths) + COLUMN_LETTERS * len(grid.columns) > LINE_LETTERS


def _in_euros(grid: Grid, at: int) -> bool:
    """The column is of amounts: on a tight line its heading says so, once for all of them."""
    return at in grid.numbers and any(row[at].endswith(EURO) for row in grid.rows)


def _whole_letters(text: str) -> int:
    """How many letters of a cell stay on one line."""
    return len(text) if _whole(text) else max(map(len, text.split()), default=0)


def _whole(text: str) -> bool:
    """A word, a figure, a date, the number of an entry is kept on one line."""
    one = " " not in text or any(map(str.isdigit, text))
    return one and len(text) <= WHOLE_LETTERS


def _parted(text: str) -> str:
    """A cell on a line that is too long: an entry before its number, all else between words."""
    if entry := ENTRY.fullmatch(text):
        return "<br>".join(escape(part) for part in entry.groups() if part)
    return "<br>".join(map(escape, wrap(text, TIGHT_LETTERS, break_long_words=False, break_on_hyphens=False)))


def _heading(text: str, number: bool, style: str, grid: Grid) -> str:
    """A heading is parted between its words only."""
    letters = HEADING_LETTERS if grid.small else WHOLE_LETTERS
    said = "<br>".join(map(escape, wrap(text, letters, break_long_words=False)))
    return f"<th{' class=number' if number else ''} style='{style}; white-space: nowrap'>{said}</th>"


def _cell(text: str, number: bool, style: str, *, tight: bool = False) -> str:
    """What is whole is kept on one line unless the list is `tight`; none ends at a hyphen.

    One with nothing in it has a blank: Qt would make it higher than its line, and set a heading that follows
    close to it.
    """
    text = (text.removesuffix(EURO) if tight and number else text) or HARD
    said = (_parted(text) if tight else escape(text)).replace("-", "\u2011")
    whole = "white-space: nowrap" if tight or _whole(text) else ""
    told = "; ".join(part for part in (style, whole) if part)
    return f"<td{' class=number' if number else ''} style='{told}'>{said}</td>"


def _drawn(drawings: dict[str, str], svg: str, height: int, name: str = "") -> str:
    name = name or f"d{len(drawings)}"
    drawings[name] = svg
    return f'<p style="margin-top: 10px"><img src="{name}" width="{TEXT_WIDTH}" height="{height}"></p>'


def blank_svg(label: str) -> str:
    """A label with a line to write on."""
    base = BLANK_HEIGHT - 8
    left = TEXT_WIDTH * LABEL_WIDTH / 100
    line = f'<path d="M{left:.1f} {base + 2}H{TEXT_WIDTH}" stroke="{GREY}" stroke-width=".8"/>'
    return _svg(BLANK_HEIGHT, [_lettering(0, base, label, strong=True), line])


def signatures_svg(roles: Sequence[tuple[str, str]], below: str) -> str:
    """A box for each role to sign in."""
    gap, drawn = 14, []
    width = (TEXT_WIDTH - gap * (len(roles) - 1)) / len(roles)
    for at, (role, who) in enumerate(roles):
        left = at * (width + gap)
        drawn.append(
            f'<rect x="{left + 0.5:.1f}" y="1" width="{width - 1:.1f}" height="{SIGN_HEIGHT - 3}" '
            f'rx="4" fill="none" stroke="{GREY}" stroke-width=".8"/>'
        )
        drawn += [_lettering(left + 9, 18, role, strong=True), _lettering(left + 9, 32, who or below)]
    return _svg(SIGN_HEIGHT, drawn)


def _svg(height: int, drawn: Sequence[str]) -> str:
    size = f'width="{TEXT_WIDTH}" height="{height}" viewBox="0 0 {TEXT_WIDTH} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(drawn)}</svg>'


def _lettering(left: float, base: float, text: str, *, strong: bool = False) -> str:
    size, weight, colour = (12, 600, INK) if strong else (10, 500, GREY)
    return (
        f'<text x="{left:.1f}" y="{base}" font-family="{TYPEFACE}" font-size="{size}" font-weight="{weight}" '
        f'fill="{colour}">{escape(text)}</text>'
    )
