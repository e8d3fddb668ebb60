"""The one painter of the plots: strokes, bars, bands and dots as a `Drawing` says them, by name of colour.

No shader, no layer, no shape: QPainter on an item, so that the software renderer suffices. Words are not
painted here; the plot's own texts are items of the scene like all others.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from PySide6.QtCore import Property, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtQml import qmlRegisterType
from PySide6.QtQuick import QQuickItem, QQuickPaintedItem

INKS: Final = {
    "bar": "#4A535C",
    "now": "#A9B0B7",
    "dimbar": "#5D666F",
    "band": "#252B31",
    "hair": "#262C32",
    "strong": "#3A424A",
    "rail": "#171B1F",
    "text": "#E6E8EA",
    "sec": "#A9B0B7",
    "cap": "#838C95",
    "gold": "#FFD479",
    "warn": "#F5C84B",
    "p1": "#C62828",
    "focus": "#4DA3FF",
    "go": "#3CCF91",
    "hold": "#6B5520",
    "bg": "#14171A",
}
"""The colours of the plots (theme, section 7), by the name that a drawing calls them."""
COLOURS: Final = {name: QColor(value) for name, value in INKS.items()}


class Ink(QQuickPaintedItem):
    """An item that shows `marks`, the JSON text of a drawing's strokes."""

    marksChanged = Signal()  # noqa: N815 - the name QML binds to

    def __init__(self, parent: QQuickItem | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._marks: list[Any] = []
        self.setAntialiasing(True)

    def _read(self) -> str:
        return self._text

    def _write(self, text: str) -> None:
        if text != self._text:
            self._text, self._marks = text, json.loads(text) if text else []
            self.marksChanged.emit()
            self.update()

    marks = Property(str, _read, _write, notify=marksChanged)

    def paint(self, painter: QPainter) -> None:
        """Every mark is drawn, in its order."""
        for mark in self._marks:
            _DRAW[mark[0]](painter, *mark[1:])


def _line(painter: QPainter, colour: str, width: float, dashed: int, at: list[float]) -> None:
    pen = QPen(COLOURS[colour], width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dashed:
        pen.setDashPattern([dashed / width, dashed / width])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, len(at) > 4)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(_points(at))


def _area(painter: QPainter, colour: str, at: list[float]) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(COLOURS[colour])
    painter.drawPolygon(_points(at))


def _bars(painter: QPainter, colour: str, radius: float, at: list[float]) -> None:
    """Rectangles, four numbers each: left, top, width, height."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, radius > 0)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(COLOURS[colour])
    for place in range(0, len(at), 4):
        painter.drawRoundedRect(QRectF(*at[place : place + 4]), radius, radius)


def _frames(painter: QPainter, colour: str, radius: float, at: list[float]) -> None:
    """Outlines of rectangles."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(COLOURS[colour], 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for place in range(0, len(at), 4):
        left, top, width, height = at[place : place + 4]
        painter.drawRoundedRect(QRectF(left + 0.5, top + 0.5, width - 1, height - 1), radius, radius)


def _dots(painter: QPainter, colour: str, radius: float, filled: int, at: list[float]) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(Qt.PenStyle.NoPen if filled else QPen(COLOURS[colour], 1.5))
    painter.setBrush(COLOURS[colour] if filled else COLOURS["bg"])
    for place in range(0, len(at), 2):
        painter.drawEllipse(QPointF(at[place], at[place + 1]), radius, radius)


def _points(at: list[float]) -> QPolygonF:
    return QPolygonF([QPointF(at[place], at[place + 1]) for place in range(0, len(at), 2)])


_DRAW: Final[dict[str, Callable[..., None]]] = {
    "line": _line,
    "area": _area,
    "bars": _bars,
    "frames": _frames,
    "dots": _dots,
}


@cache
def register() -> None:
    """QML knows the painter as `Ink` of the module `Tapis`; asked again, nothing happens."""
    qmlRegisterType(Ink, "Tapis", 1, 0, "Ink")  # type: ignore[call-overload]  # PySide asks for bytes, and takes text
