"""What must not be parted by the end of a page: a place to sign and the last lines that are signed there, a
heading and what it is of, a row of a list, a sum and the last row that it adds up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PySide6.QtGui import QTextBlock, QTextDocument, QTextTable

BEGINS: Final = "together"
"""The name of an anchor at the first words of what is kept together, with a number of its own behind it."""
ENDS: Final = "together-ends"
"""The name of the drawing at its end, with the same number."""
CSS_DPI: Final = 96
"""Qt takes the padding of a cell in pixels of the web, whatever device it lays out for."""
SUM_LINE: Final = 1
"""A row with a line above it that is so thick, in pixels of the web, is a sum; lists have thinner ones."""
TALL: Final = 0.9
"""Rows that need more of a page than this are parted: they would have no room on the next either."""


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


def keep_rows(document: QTextDocument) -> None:
    """A row of a list that began at the foot of a page and ends on the next begins that one."""
    for table in _tables(document):
        for row in range(table.format().headerRowCount() + 1, table.rows()):
            _begin_a_page_with(document, table, row, row)


def keep_sums(document: QTextDocument) -> None:
    """A sum that would be alone on a page, or with other sums alone, has the row above it there too."""
    for table in _tables(document):
        for begins, ends in _sums(table):
            _begin_a_page_with(document, table, begins, ends)


def _begin_a_page_with(document: QTextDocument, table: QTextTable, begins: int, ends: int) -> None:
    """These rows begin a page, if they are parted by the end of one and have room on the next.

    Qt begins a page within a list only with a row that does not fit any more: so the row before these is made
    to reach the foot of its page. The first row takes the head of its list along, and the headings above it.
    """
    page = document.pageSize().height()
    top, bottom = _height_of(document, table, begins)[0], _height_of(document, table, ends)[1]
    if top // page == bottom // page or bottom - top > TALL * page:
        return
    if begins == table.format().headerRowCount():
        _begin_a_page(_headed(table.cellAt(0, 0).firstCursorPosition().block()))
    else:
        _reach_down(table, begins - 1, (top // page + 1) * page - top)
    _lay_out(document)


def _tables(document: QTextDocument) -> list[QTextTable]:
    from PySide6.QtGui import QTextTable

    return [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]


def _sums(table: QTextTable) -> Iterator[tuple[int, int]]:
    """The row above each sum, or above several under one another, and the last of these sums."""
    begins = table.format().headerRowCount()
    for row in range(begins, table.rows()):
        if not _is_sum(table, row):
            begins = row
        elif not _is_sum(table, row + 1):
            yield begins, row


def _is_sum(table: QTextTable, row: int) -> bool:
    if row == table.rows():
        return False
    return bool(table.cellAt(row, 0).format().toTableCellFormat().topBorder() >= SUM_LINE)


def _headed(block: QTextBlock) -> QTextBlock:
    """The first of the headings right above, or the block itself."""
    while block.previous().isValid() and block.previous().blockFormat().headingLevel():
        block = block.previous()
    return block


def _height_of(document: QTextDocument, table: QTextTable, row: int) -> tuple[float, float]:
    """Where the words of this row begin, and where they end."""
    layout = document.documentLayout()
    cells = [table.cellAt(row, column) for column in range(table.columns())]
    return (
        min(layout.blockBoundingRect(cell.firstCursorPosition().block()).top() for cell in cells),
        max(layout.blockBoundingRect(cell.lastCursorPosition().block()).bottom() for cell in cells) - 1,
    )


def _reach_down(table: QTextTable, row: int, room: float) -> None:
    """The row is so much higher, below its words."""
    scale = table.document().documentLayout().paintDevice().logicalDpiY() / CSS_DPI
    for column in range(table.columns()):
        cell = table.cellAt(row, column)
        form = cell.format().toTableCellFormat()
        form.setBottomPadding(form.bottomPadding() + room / scale)
        cell.setFormat(form)


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
