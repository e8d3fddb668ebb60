"""What must not be parted by the end of a page: a place to sign and the last lines that are signed there, a
heading and what it is of."""

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


def keep_headings(document: QTextDocument) -> None:
    """A heading at the foot of a page, of which all that follows is on the next, begins that one."""
    layout, page = document.documentLayout(), document.pageSize().height()
    block = document.begin()
    while block.isValid():
        if block.blockFormat().headingLevel():
            below = layout.blockBoundingRect(_first_line_of(block)).bottom() - 1
            if layout.blockBoundingRect(block).top() // page != below // page:
                _begin_a_page(block)
                _lay_out(document)
        block = block.next()


def _first_line_of(heading: QTextBlock) -> QTextBlock:
    """What stands first under the heading, or under those that follow it at once: of a list its first row."""
    from PySide6.QtGui import QTextCursor

    block = heading
    while block.next().isValid():
        block = block.next()
        if not block.blockFormat().headingLevel():
            break
    table = QTextCursor(block).currentTable()
    if table is None or QTextCursor(heading).currentTable() is not None:
        return block
    row = min(table.format().headerRowCount(), table.rows() - 1)
    return table.cellAt(row, 0).firstCursorPosition().block()


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
