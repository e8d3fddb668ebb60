"""What must not be parted by the end of a page: a place to sign and the last lines that are signed there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PySide6.QtGui import QTextBlock, QTextDocument

BEGINS: Final = "together"
"""The name of an anchor at the first words of what is kept together, with a number of its own behind it."""
ENDS: Final = "together-ends"
"""The name of the drawing at its end, with the same number."""


def anchored(name: str, html: str) -> str:
    """The HTML under an anchor of this name; it looks as it looked."""
    return f'<a name="{name}">{html}</a>'


def keep_together(document: QTextDocument) -> None:
    """What began near the end of one page and ended on another begins the next one, unless it is longer."""
    first, last = _named(document, BEGINS), _named(document, ENDS)
    for begins in first.values():
        _unmark(begins)
    layout, page = document.documentLayout(), document.pageSize().height()
    for number, begins in first.items():
        if number not in last:
            continue
        above = layout.blockBoundingRect(begins).top()
        below = layout.blockBoundingRect(last[number]).bottom() - 1
        if above // page != below // page and below - above < page:
            _begin_a_page(begins)
            _lay_out(document)


def _lay_out(document: QTextDocument) -> None:
    """All of the document is laid out anew: Qt moves no further than the words that changed."""
    size = document.pageSize()
    document.setPageSize(size * 2)
    document.setPageSize(size)


def _unmark(block: QTextBlock) -> None:
    """The words are one piece again: Qt names the first letter alone, and a file's text would part there."""
    from PySide6.QtGui import QTextCursor, QTextFormat

    pieces = []
    fragments = block.begin()
    while not fragments.atEnd():
        piece = fragments.fragment()
        if any(name.startswith(f"{BEGINS}-") for name in piece.charFormat().anchorNames()):
            pieces.append((piece.position(), piece.length(), piece.charFormat()))
        fragments += 1
    for position, length, form in pieces:
        for property_id in (QTextFormat.Property.IsAnchor, QTextFormat.Property.AnchorName):
            form.clearProperty(property_id)
        cursor = QTextCursor(block)
        cursor.setPosition(position)
        cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(form)


def _begin_a_page(block: QTextBlock) -> None:
    from PySide6.QtGui import QTextCursor, QTextFormat

    before = QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore
    cursor = QTextCursor(block)
    table = cursor.currentTable()
    if table is not None:
        form = table.format()
        form.setPageBreakPolicy(before)
        table.setFormat(form)
    else:
        line = block.blockFormat()
        line.setPageBreakPolicy(before)
        cursor.setBlockFormat(line)


def _named(document: QTextDocument, name: str) -> dict[str, QTextBlock]:
    """The block of each anchor or drawing of this name, by the number behind it."""
    from PySide6.QtGui import QTextFormat

    found: dict[str, QTextBlock] = {}
    block = document.begin()
    while block.isValid():
        fragments = block.begin()
        while not fragments.atEnd():
            form = fragments.fragment().charFormat()
            drawing = form.stringProperty(QTextFormat.Property.ImageName)
            for one in (*form.anchorNames(), drawing):
                kind, _, number = one.rpartition("-")
                if kind == name:
                    found.setdefault(number, block)
            fragments += 1
        block = block.next()
    return found
