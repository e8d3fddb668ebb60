"""Printed pages: HTML becomes an A4 PDF with the product's typefaces.

Qt is loaded at the first page, not before, and asked for no display. Nothing of the machine gets into the
file but what the letterhead says: no other time, no other name of a person or of a computer. A process that
had no Qt writes the same bytes for the same content; one with screens may order the typefaces otherwise.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from controller.host.output_file import PDF, UNWRITTEN, replace_output
from controller.papers.archival import kept, metadata
from controller.papers.letterhead import NO_LETTERHEAD, Letterhead
from controller.papers.together import keep_headings, keep_rows, keep_sums, keep_together
from controller.told import Told
from controller.words.plain import plain

if TYPE_CHECKING:
    from PySide6.QtCore import QBuffer
    from PySide6.QtGui import QFont, QGuiApplication, QPainter, QPdfWriter, QTextDocument

TYPEFACE: Final = "Inter Tabular"
"""Inter with figures of one width that a file's text layer has too: drawings name it, `deploy/paper_fonts.py`
made it."""
CREATOR: Final = "Tapis"
DPI: Final = 600
MARGIN_MM: Final = 18
LYING_MM: Final = 11
"""The margin left and right of a page on its long side: registers are wide."""
HEAD_MM: Final = 9
"""Height of the running title and its rule, and of the running foot, taken from the text's height."""
PAGE_MM: Final = 297 - 2 * MARGIN_MM - 2 * HEAD_MM
"""Height of the text of an upright page."""
ACCENT_MM: Final = 0.35
"""By so much an accent on a capital stands above the first line of a page."""
BODY_PT: Final = 9.0
SMALL_PT: Final = 7.5
PAGES_MAX: Final = 200
INK: Final = "#1b1e24"
GREY: Final = "#6b7280"
RULE: Final = "#c9cdd4"
ACCENT: Final = "#0b5d3b"
WARNING: Final = "#a11212"

STYLE: Final = f"""
body {{ color: {INK}; }}
p {{ margin-top: 0; margin-bottom: 5px; line-height: 128%; }}
h1 {{ font-size: 21pt; font-weight: 700; margin-top: 0; margin-bottom: 2px; }}
h2 {{ font-size: 12.5pt; font-weight: 700; color: {ACCENT}; margin-top: 18px; margin-bottom: 7px; }}
h3 {{ font-size: 9.5pt; font-weight: 700; margin-top: 12px; margin-bottom: 4px; }}
td {{ padding: 2px 14px 2px 0; }}
th {{ padding: 2px 14px 4px 0; color: {GREY}; font-size: 7.5pt; font-weight: 600; text-align: left; }}
.number {{ text-align: right; }}
.small {{ font-size: 7.5pt; color: {GREY}; }}
.lead {{ font-size: 11pt; }}
.warning {{ font-weight: 700; color: {WARNING}; }}
"""
"""What a page looks like unless its HTML says otherwise; the classes are there to be used."""


class Furniture(NamedTuple):
    """What stands around the text of every page."""

    title: str
    footer: str
    mark: str
    landscape: bool = False
    head: Letterhead = NO_LETTERHEAD


SAID: Final[dict[str, tuple[str, str]]] = {
    "no_qt": (
        "Qt ne peut être chargé, donc rien ne s’imprime\u00a0: {why}",
        "Qt cannot be loaded, so nothing can be printed: {why}",
    ),
    "no_typeface": (
        "la police {name} de ui/fonts/paper n’est pas installée",
        "the typeface {name} of ui/fonts/paper is not installed",
    ),
    "too_long": (
        "{title}\u00a0: {pages} pages, au plus {most}",
        "{title}: {pages} pages, at most {most}",
    ),
}
"""Why there is no paper: French, English."""


class NotPrinted(Exception):
    """The page could not be made or written; the text is one sentence for the person who asked for it."""


def write_pdf(
    path: str | Path,
    title: str,
    html: str,
    footer: str,
    drawings: Mapping[str, str] | None = None,
    mark: str = "",
    *,
    landscape: bool = False,
    head: Letterhead = NO_LETTERHEAD,
) -> int:
    """The document is in the file, whole or not at all; the number of its pages.

    Args:
        path: an existing PDF is replaced, and nothing else.
        title: stands at the head of every page, and as the title of the file.
        html: what Qt's rich text knows, with the classes of `STYLE`; `<thead>` is repeated on every page,
            `page-break-before: always` begins a new one.
        footer: stands at the foot of every page, left of the page's number; a digest for example.
        drawings: SVG texts by name, drawn as vectors where the HTML says `<img src="name">`; width and
            height of the image are in pixels of 1/96 inch (the text is 657 wide), and must be given.
        mark: stands in red at the head of every page: a simulation, a demonstration that nobody approved.
        landscape: the pages lie on their long side, as registers do.
        head: whose paper it is, of which period, printed when and by whom.

    Raises:
        NotPrinted: Qt cannot be loaded, the document has no end, or the file cannot be written.

    In a process without a Qt application one is made, offscreen: then call it from the main thread.
    """
    content = pdf_bytes(title, html, footer, drawings, mark, landscape=landscape, head=head)
    target = Path(path)
    try:
        replace_output(target, content.data, PDF)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise NotPrinted(Told(UNWRITTEN, path=target, why=reason)) from None
    return content.pages


class Pdf:
    """A finished document: `data` is the file, `pages` how many it has.

    `places` tells on which page, from 1, each anchor of the text stands (`<a name="x">Title</a>`).
    """

    __slots__ = ("data", "pages", "places")

    def __init__(self, data: bytes, pages: int, places: Mapping[str, int]) -> None:
        self.data, self.pages, self.places = data, pages, places


BLANKS: Final = "\n\t\u200b"


def pdf_bytes(
    title: str,
    html: str,
    footer: str,
    drawings: Mapping[str, str] | None = None,
    mark: str = "",
    *,
    landscape: bool = False,
    head: Letterhead = NO_LETTERHEAD,
) -> Pdf:
    """The document that `write_pdf` writes.

    Raises:
        NotPrinted: Qt cannot be loaded, or the document has no end.
    """
    application = _application()
    from PySide6.QtCore import QBuffer, QIODevice

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    head = Letterhead(*map(plain, head))
    around = Furniture(plain(title), plain(footer), plain(mark), landscape, head)
    drawn = {name: plain(told, BLANKS) for name, told in (drawings or {}).items()}
    pages, places = _print(buffer, plain(html, BLANKS), around, drawn)
    buffer.close()
    assert application is not None
    return Pdf(kept(bytes(buffer.data().data())), pages, places)


def height_mm(html: str, drawings: Mapping[str, str] | None = None) -> float:
    """How high this text is on an upright page that has no end, laid out as `pdf_bytes` does.

    Raises:
        NotPrinted: Qt cannot be loaded, or a drawing is no SVG.
    """
    application = _application()
    from PySide6.QtCore import QBuffer

    writer = _writer(QBuffer(), Furniture("", "", ""), html)
    document, vectors = _document(writer, html, drawings or {}, writer.width(), 1000 * writer.height())
    high = document.size().height() / DPI * 25.4
    assert application is not None
    del vectors
    return high


def _load_qt() -> None:
    """Qt is loaded, in a process that had none with fixed hash seeds: typefaces are written in hash order."""
    fresh = "PySide6.QtCore" not in sys.modules and "QT_HASH_SEED" not in os.environ
    if fresh:
        os.environ["QT_HASH_SEED"] = "0"
    try:
        from PySide6.QtCore import QHashSeed

        QHashSeed.globalSeed()
        for module in ("PySide6.QtGui", "PySide6.QtSvg"):
            import_module(module)
    except ImportError as error:
        raise NotPrinted(Told(SAID["no_qt"], why=str(error))) from None
    finally:
        if fresh:
            del os.environ["QT_HASH_SEED"]  # not for the processes that this one starts


def _application() -> QGuiApplication:
    """The Qt application, with the product's typefaces; one that runs already is used as it is."""
    _load_qt()
    from PySide6.QtGui import QFontDatabase, QGuiApplication

    running = QGuiApplication.instance()
    application = (
        running
        if isinstance(running, QGuiApplication)
        else QGuiApplication(["tapis", "-platform", "offscreen"])
    )
    if TYPEFACE not in QFontDatabase.families():
        spec = find_spec("ui")  # the folder is looked up; nothing of the screens is loaded
        for folder in spec.submodule_search_locations or () if spec is not None else ():
            for file in sorted(Path(folder, "fonts", "paper").glob("*.ttf")):
                QFontDatabase.addApplicationFont(str(file))
    if TYPEFACE not in QFontDatabase.families():
        raise NotPrinted(Told(SAID["no_typeface"], name=TYPEFACE))
    return application


def _font(points: float, *, bold: bool = False) -> QFont:
    """The typeface of the papers in this size."""
    from PySide6.QtGui import QFont

    font = QFont(TYPEFACE)
    font.setPointSizeF(points)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Medium)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def _writer(buffer: QBuffer, around: Furniture, content: str) -> QPdfWriter:
    """An A4 writer whose metadata depends on the content alone."""
    from PySide6.QtCore import QMarginsF, QUuid, qVersion
    from PySide6.QtGui import QPageLayout, QPageSize, QPdfWriter

    writer = QPdfWriter(buffer)
    writer.setPdfVersion(QPdfWriter.PdfVersion.PdfVersion_X4)
    writer.setResolution(DPI)
    writer.setTitle(around.title)
    writer.setCreator(CREATOR)
    writer.setDocumentXmpMetadata(metadata(around.title, CREATOR, f"Qt {qVersion()}"))
    writer.setDocumentId(QUuid(str(uuid5(NAMESPACE_URL, sha256(content.encode()).hexdigest()))))
    beside_mm = LYING_MM if around.landscape else MARGIN_MM
    margins = QMarginsF(beside_mm, MARGIN_MM, beside_mm, MARGIN_MM)
    page = QPageSize(QPageSize.PageSizeId.A4)
    sides = QPageLayout.Orientation
    lying = sides.Landscape if around.landscape else sides.Portrait
    writer.setPageLayout(QPageLayout(page, lying, margins, QPageLayout.Unit.Millimeter))
    return writer


def _print(
    buffer: QBuffer, html: str, around: Furniture, drawings: Mapping[str, str]
) -> tuple[int, Mapping[str, int]]:
    """Every page is drawn; how many there are, and on which of them each anchor stands."""
    from PySide6.QtCore import QRectF, QSizeF
    from PySide6.QtGui import QAbstractTextDocumentLayout, QPainter

    content = "\0".join([*map(str, around), html, *map(str, sorted(drawings.items()))])
    writer = _writer(buffer, around, content)
    width, height, head = writer.width(), writer.height(), HEAD_MM / 25.4 * DPI
    text_height = height - 2 * head
    document, vectors = _document(writer, html, drawings, width, text_height)
    # What is wider than the page is drawn smaller, never cut.
    scale = width / max(width, document.size().width())
    if scale < 1:
        document.setPageSize(QSizeF(width / scale, text_height / scale))
    keep_together(document)
    keep_rows(document)
    keep_headings(document)  # of what is kept together none is parted from its heading any more
    keep_sums(document)
    keep_headings(document)
    pages = document.pageCount()
    if pages > PAGES_MAX:
        raise NotPrinted(Told(SAID["too_long"], title=around.title, pages=pages, most=PAGES_MAX))
    places = _places(document)
    painter = QPainter(writer)
    # A picture of a screen is lines and letters: compressed as a photograph they would blur.
    painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
    try:
        for page in range(pages):
            if page:
                writer.newPage()
            _furniture(painter, QRectF(0, 0, width, height), around, f"{page + 1}/{pages}")
            painter.save()
            painter.translate(0, head - page * text_height)
            painter.scale(scale, scale)
            top = page * text_height - ACCENT_MM / 25.4 * DPI
            view = QRectF(0, top / scale, width / scale, text_height / scale)
            painter.setClipRect(view)
            context = QAbstractTextDocumentLayout.PaintContext()
            context.clip = view
            document.documentLayout().draw(painter, context)
            painter.restore()
    finally:
        painter.end()
    del vectors
    return pages, places


def _places(document: QTextDocument) -> dict[str, int]:
    """The page, from 1, of each anchor of the text."""
    found: dict[str, int] = {}
    layout, height = document.documentLayout(), document.pageSize().height()
    block = document.begin()
    while block.isValid():
        fragments = block.begin()
        while not fragments.atEnd():
            for name in fragments.fragment().charFormat().anchorNames():
                found.setdefault(name, int(layout.blockBoundingRect(block).center().y() // height) + 1)
            fragments += 1
        block = block.next()
    return found


def _document(
    writer: QPdfWriter, html: str, drawings: Mapping[str, str], width: float, height: float
) -> tuple[QTextDocument, object]:
    """The text laid out for the writer; the second value must outlive its drawing."""
    from PySide6.QtCore import QSizeF
    from PySide6.QtGui import QTextDocument

    document = QTextDocument()
    document.documentLayout().setPaintDevice(writer)
    document.setDocumentMargin(0)
    document.setDefaultFont(_font(BODY_PT))
    document.setDefaultStyleSheet(STYLE)
    document.setHtml(html)
    vectors = _vectors(document, drawings)
    document.setPageSize(QSizeF(width, height))
    return document, vectors


def _vectors(document: QTextDocument, drawings: Mapping[str, str]) -> object:
    """Every image that is the name of a drawing is drawn as vectors; the object that draws them."""
    from PySide6.QtCore import QByteArray, QSizeF
    from PySide6.QtGui import QPyTextObject, QTextBlockFormat, QTextCursor, QTextFormat
    from PySide6.QtSvg import QSvgRenderer

    kind = QTextFormat.ObjectTypes.UserObject.value + 1
    renderers: dict[str, Any] = {}
    for name, svg in drawings.items():
        renderers[name] = QSvgRenderer(QByteArray(svg.encode()))
        if not renderers[name].isValid():
            raise NotPrinted(f"drawing {name}: is no SVG")

    class Vectors(QPyTextObject):
        """Draws the SVG that an image's format names."""

        def intrinsicSize(self, doc: Any, position: int, form: Any) -> Any:  # noqa: N802 - Qt's name
            image = form.toImageFormat()
            return QSizeF(image.width(), image.height()) * (DPI / 96)

        def drawObject(  # noqa: N802 - Qt's name
            self, painter: QPainter, rect: Any, doc: Any, position: int, form: Any
        ) -> None:
            renderers[form.stringProperty(QTextFormat.Property.ImageName)].render(painter, rect)

    vectors = Vectors(document)
    document.documentLayout().registerHandler(kind, vectors)
    places = []
    block = document.begin()
    while block.isValid():
        fragments = block.begin()
        while not fragments.atEnd():
            fragment = fragments.fragment()
            form = fragment.charFormat()
            if form.isImageFormat() and form.toImageFormat().name() in drawings:
                places.append((fragment.position(), form))
            fragments += 1
        block = block.next()
    for position, form in places:
        form.setObjectType(kind)
        cursor = QTextCursor(document)
        cursor.setPosition(position)
        cursor.setPosition(position + 1, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(form)
        line = cursor.blockFormat()  # the spacing of lines of text would stretch the drawing's too
        line.setLineHeight(100, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.setBlockFormat(line)
    return vectors


def _furniture(painter: QPainter, page: Any, around: Furniture, number: str) -> None:
    """The running title and the mark with their rule, and the foot with the page's number.

    A letterhead has a line more at either end, in the margin: the text stands where it stands without one. A
    place that has no room beside who printed it has a line of its own below.
    """
    from PySide6.QtCore import QPointF, Qt
    from PySide6.QtGui import QColor, QFontMetricsF, QPen

    head = around.head
    font = _font(SMALL_PT, bold=True)
    measure = QFontMetricsF(font, painter.device())
    left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
    top, bottom = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignBottom
    step = measure.height() * 1.2
    outer = page.adjusted(0, -step, 0, step)

    def line(rect: Any, edge: Any, kept: tuple[str, str], cut: tuple[str, str], *, kept_left: bool) -> None:
        """Two texts on a line, each `(text, colour)`: one is whole, the other has what room is left."""
        painter.setPen(QColor(kept[1]))
        painter.drawText(rect, (left if kept_left else right) | edge, kept[0])
        room = rect.width() - measure.horizontalAdvance(f"{kept[0]}    ")
        painter.setPen(QColor(cut[1]))
        told = measure.elidedText(cut[0], Qt.TextElideMode.ElideRight, room)
        painter.drawText(rect, (right if kept_left else left) | edge, told)

    painter.setFont(font)
    if head.house:
        line(outer, top, (around.mark, WARNING), (head.house, INK), kept_left=False)
        line(page, top, (head.period, GREY), (around.title, GREY), kept_left=False)
    else:
        line(page, top, (around.mark, WARNING), (around.title, GREY), kept_left=False)
    painter.drawText(page, right | bottom, number)
    painter.setFont(_font(SMALL_PT))
    room = page.width() - 2 * measure.horizontalAdvance(number)
    painter.drawText(
        page, left | bottom, measure.elidedText(around.footer, Qt.TextElideMode.ElideRight, room)
    )
    both = measure.horizontalAdvance(f"{head.printed}    {head.place}") <= page.width()
    line(outer, bottom, (head.printed, GREY), (head.place if both else "", GREY), kept_left=True)
    if not both:
        line(outer.adjusted(0, 0, 0, step), bottom, (head.place, GREY), ("", GREY), kept_left=False)
    painter.setPen(QPen(QColor(RULE), 0.5 / 72 * DPI))
    below = page.top() + measure.height() * 1.45
    painter.drawLine(QPointF(page.left(), below), QPointF(page.right(), below))
