"""What a PAR sheet is made of: sections of paragraphs, tables and drawings, set as text or on paper."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Final

from controller.papers.pdf import INK
from controller.papers.together import BEGINS, ENDS, anchored

WIDTH: Final = 100
"""Columns of the sheet as text: what a printer takes in one line."""
LETTERS_MAX: Final = 40
"""A longer word of a cell is parted behind a stroke, or set small where it has none."""


@dataclass(frozen=True, slots=True)
class Said:
    """A paragraph; `loud` is a warning."""

    text: str
    loud: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head; columns in `numbers` are set to the right. An empty head is left out."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()
    strong: frozenset[int] = frozenset()
    small: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing by its name, and what stands in its place where nothing can be drawn."""

    name: str
    width: int
    height: int
    text: str = ""


Block = Said | Table | Drawing


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what is under it; `new_page` begins a page on paper."""

    title: str
    blocks: tuple[Block, ...] = field(default=())
    new_page: bool = False


# --- as text -------------------------------------------------------------------------------------


def as_text(title: str, subtitle: str, sections: list[Section]) -> str:
    """The sheet in lines of at most `WIDTH` columns, but for a table that needs more."""
    lines: list[str] = []
    for section in sections:
        if section.title:
            lines += ["", section.title, "─" * len(section.title)]
        for block in section.blocks:
            lines += [*_text_of(block), ""]
        if not section.title:  # the warnings come before everything
            lines += [title, subtitle]
    return "\n".join(lines).strip("\n") + "\n"


def _text_of(block: Block) -> list[str]:
    if isinstance(block, Said):
        return _folded(("!! " if block.loud else "") + block.text)
    if isinstance(block, Drawing):
        return block.text.splitlines()
    rows = [block.head, *block.rows] if any(block.head) else list(block.rows)
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    set_rows = []
    for row in rows:
        cells = [
            cell.rjust(widths[at]) if at in block.numbers else cell.ljust(widths[at])
            for at, cell in enumerate(row)
        ]
        set_rows.append("  " + "   ".join(cells).rstrip())
    return set_rows


def _folded(text: str) -> list[str]:
    """The paragraph broken at blanks; a hard blank holds."""
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


# --- on paper ------------------------------------------------------------------------------------


def as_html(sections: list[Section]) -> str:
    """The sections for `controller.papers.pdf`."""
    parts = []
    for section in sections:
        if section.title:
            broken = ' style="page-break-before: always"' if section.new_page else ""
            parts.append(f"<h2{broken}>{_title(section)}</h2>")
        for before, block in zip((None, *section.blocks), section.blocks, strict=False):
            if isinstance(before, Table) and isinstance(block, Table):
                parts.append('<p style="font-size: 5pt; margin-bottom: 0">&nbsp;</p>')
            parts.append(_html_of(block))
    return "".join(parts)


def _title(section: Section) -> str:
    """The title; where it is kept together with a drawing, under the anchor of that."""
    drawn = [block.name for block in section.blocks if isinstance(block, Drawing)]
    for kind, _, name in (one.rpartition("-") for one in drawn):
        if kind == ENDS:
            return anchored(f"{BEGINS}-{name}", escape(section.title))
    return escape(section.title)


def _html_of(block: Block) -> str:
    if isinstance(block, Said):
        return (
            f'<p class="{"warning" if block.loud else ""}" style="margin-top: 7px">{escape(block.text)}</p>'
        )
    if isinstance(block, Drawing):
        size = f'width="{block.width}" height="{block.height}"'
        return f'<p style="margin-top: 4px"><img src="{block.name}" {size}></p>'
    head = ""
    if any(block.head):
        cells = "".join(_cell(block, at, "th", cell) for at, cell in enumerate(block.head))
        head = f"<thead><tr>{cells}</tr></thead>"
    rows = "".join(
        f"<tr>{''.join(_cell(block, at, 'td', cell, number) for at, cell in enumerate(row))}</tr>"
        for number, row in enumerate(block.rows)
    )
    table = '<table width="100%" cellspacing="0" cellpadding="0" style="border-collapse: collapse">'
    return f"{table}{head}{rows}</table>"


def _cell(block: Table, at: int, tag: str, text: str, row: int = -1) -> str:
    whole = len(text) > LETTERS_MAX and not set(" /") & set(text)  # a digest is found whole or not at all
    small = tag == "td" and (block.small or whole)
    classes = ("number " if at in block.numbers else "") + ("small" if small else "")
    shown = escape(text).replace("/", "/\u200b") if len(text) > LETTERS_MAX else escape(text)
    if row in block.strong:
        shown = f"<b>{shown}</b>"
    line = "border-bottom: 1px solid #c9cdd4" if tag == "th" else "border-bottom: 1px solid #eceef1"
    line += f"; color: {INK}" if whole else ""
    line += "; white-space: nowrap" if whole or " = " in text else ""  # nor an option from its value
    return f'<{tag} class="{classes.strip()}" style="{line}">{shown}</{tag}>'
