"""A picture of a scene with numbers on it, each beside what it tells of.

Nothing here knows where anything stands. A chapter names a place by its path in the worded map (`primary`,
`seats.5`, `meter.caption`), by the act of a key (`act CloseBets`, `act SettleSeat seat=6`) or, on the pit's
screen, by the name of its words (`word tab.room`); what is said there in this language is looked for on the
glass, keys and seats by their accessible names, texts as they are drawn.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import product
from types import TracebackType
from typing import Any, Final

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtQuick import QQuickItem

from controller.papers.pdf import ACCENT, TYPEFACE
from tests.handbook.facts import pit_words
from tests.handbook.scenes import Scene
from tests.ui.scene import PX_PER_MM, area, items, words
from ui.app import Stage
from ui.bridge import Screen

PAPER_WIDTH_MM: Final = 174.0
RADIUS_MM: Final = 2.3
"""Of a number's disc on paper."""


class NotThere(ValueError):
    """A place that a chapter names is not on the glass; the text names it."""


@dataclass(frozen=True)
class Picture:
    """What a glass showed: its pixels in a frame, where its words are, and the places that get a number."""

    image: QImage
    frame: QRectF
    inks: tuple[QRectF, ...]
    placed: tuple[QRectF, ...]
    real_mm: float
    """How wide the frame is on the glass."""

    def svg(self, width_mm: float) -> str:
        """The picture so wide on paper, a disc beside each of the places."""
        radius = RADIUS_MM * self.frame.width() / width_mm
        return _svg(self.image, self.frame, list(_discs(self.placed, self.inks, self.frame, radius)), radius)

    def high_mm(self, width_mm: float) -> float:
        """How high it is when it is so wide."""
        return width_mm * self.frame.height() / self.frame.width()


class Camera:
    """Takes pictures of scenes; a glass of each kind is opened once."""

    def __init__(self) -> None:
        self._stages: dict[tuple[str, int], tuple[Stage, Screen]] = {}

    def __enter__(self) -> Camera:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for stage, _ in self._stages.values():
            stage.close()

    def take(self, scene: Scene, marks: Sequence[str] = (), part: Sequence[str] = ()) -> Picture:
        """The picture of these parts of the glass or of the whole, with the marked places.

        Raises:
            NotThere: a mark or a part is not on the glass.
            RuntimeError: the engine warned of something.
        """
        stage = self._shown(scene)
        frame = QRectF(0, 0, scene.size.width(), scene.size.height())
        if part:
            frame = _around([self._place(stage, scene, one) for one in part], frame)
        placed = tuple(self._place(stage, scene, mark) for mark in marks)
        image = stage.grab()
        dense = image.width() / scene.size.width()
        cut = QRectF(frame.topLeft() * dense, frame.size() * dense).toRect()
        inks = tuple(one.ink for one in words(stage.window))
        real_mm = frame.width() / PX_PER_MM.get(scene.size.width(), 5.55)
        return Picture(image.copy(cut), frame, inks, placed, real_mm)

    def _shown(self, scene: Scene) -> Stage:
        which = (scene.face, scene.size.width())
        stage, screen = self._stages.get(which, (None, None))
        if screen is None:
            screen = Screen()
        screen.show(scene.words)
        if stage is None:
            stage = Stage(scene.face, screen, scene.size)
            self._stages[which] = (stage, screen)
        stage.settle(250)
        for _ in range(250):
            if not stage.window.property("settling"):
                break
            stage.settle(20)
        if stage.warnings:
            raise RuntimeError("; ".join(stage.warnings))
        return stage

    def _place(self, stage: Stage, scene: Scene, name: str) -> QRectF:
        said, of_text = _said(scene, name)
        drawn = [one.ink for one in words(stage.window) if _plain(one.text) == said]
        if drawn and of_text:
            return drawn[0]
        found = [area(item) for item in items(stage.window) if said in _names(item)]
        if found:
            # A seat is its whole column, whose parts may be called like it; a key is what is touched.
            return (max if name.startswith("seats.") else min)(found, key=lambda at: at.width() * at.height())
        if not drawn:
            raise NotThere(f"{name}: {said!r} is not on the glass")
        return drawn[0]


def _names(item: QQuickItem) -> Iterator[str]:
    """What an item is called by who cannot see it."""
    yield _plain(str(item.property("says") or ""))
    interface = QAccessible.queryAccessibleInterface(item)
    if interface is not None:
        yield _plain(interface.text(QAccessible.Text.Name))


def _plain(text: str) -> str:
    return " ".join(text.split())


def _said(scene: Scene, name: str) -> tuple[str, bool]:
    """The words at a place of the worded map, and whether they are a text and no key's or seat's name.

    Raises:
        NotThere: there is no such place, or it is silent.
    """
    there: Any = scene.words
    if name.startswith("word "):
        there = pit_words(scene.language, *name.removeprefix("word ").split())
    elif name.startswith("act "):
        act, *given = name.removeprefix("act ").split()
        wanted = {"act": act, **dict(one.split("=") for one in given)}
        there = next((key for key in _keys(scene.words) if _carries(key["tap"], wanted)), None)
    else:
        for step in name.split("."):
            if isinstance(there, list) and step.isdecimal() and int(step) < len(there):
                there = there[int(step)]
            else:
                there = there.get(step) if isinstance(there, Mapping) else None
    said = _plain(there if isinstance(there, str) else _of_key(there) if isinstance(there, Mapping) else "")
    if not said:
        raise NotThere(f"{name}: nothing is said there")
    return said, isinstance(there, str)


def _of_key(key: Mapping[str, Any]) -> str:
    """What a key, a seat or another piece of the map is called."""
    if key.get("says"):
        return str(key["says"])
    return " ".join(str(key.get(name) or "") for name in ("label", "sub"))


def _keys(there: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(there, Mapping):
        if isinstance(there.get("tap"), Mapping):
            yield there
        for inner in there.values():
            yield from _keys(inner)
    elif isinstance(there, list):
        for inner in there:
            yield from _keys(inner)


def _carries(tap: Mapping[str, Any], wanted: Mapping[str, str]) -> bool:
    return all(str(tap.get(name)) == value for name, value in wanted.items())


def _around(places: Iterable[QRectF], glass: QRectF) -> QRectF:
    """The places together, with a rim."""
    frame = QRectF()
    for place in places:
        frame = frame.united(place)
    return frame.adjusted(-12, -12, 12, 12).intersected(glass)


def _discs(
    placed: Iterable[QRectF], inks: Sequence[QRectF], frame: QRectF, radius: float
) -> Iterator[QPointF]:
    """A point for each number, on the rim of its place: where it hides least of the words."""
    taken: list[QPointF] = []
    for place in placed:
        best = min(_rim(place, frame, radius), key=lambda at: _hidden(at, inks, taken, radius))
        taken.append(best)
        yield best


def _rim(place: QRectF, frame: QRectF, radius: float) -> Iterator[QPointF]:
    """Points on the rim of a place and just beside it, the corners at the left first."""
    seen = place.intersected(frame)
    across = (
        seen.left(),
        seen.right(),
        seen.left() - 1.3 * radius,
        seen.right() + 1.3 * radius,
        seen.center().x(),
    )
    down = (
        seen.top(),
        seen.center().y(),
        seen.bottom(),
        seen.top() - 1.3 * radius,
        seen.bottom() + 1.3 * radius,
    )
    inner = frame.adjusted(radius * 1.1, radius * 1.1, -radius * 1.1, -radius * 1.1)
    for x, y in product(across, down):
        if (x, y) == (seen.center().x(), seen.center().y()):
            continue
        yield QPointF(
            min(max(x, inner.left()), inner.right()),
            min(max(y, inner.top()), inner.bottom()),
        )


def _hidden(at: QPointF, inks: Sequence[QRectF], taken: Sequence[QPointF], radius: float) -> float:
    """How much of words and of other numbers a disc would hide."""
    disc = QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius)
    hidden = 0.0
    for ink in inks:
        met = disc.intersected(ink)
        hidden += max(0.0, met.width()) * max(0.0, met.height())
    for other in taken:
        apart = ((at.x() - other.x()) ** 2 + (at.y() - other.y()) ** 2) ** 0.5
        if apart < 2.2 * radius:
            hidden += 100 * radius * radius
    return hidden


def _svg(image: QImage, frame: QRectF, discs: Sequence[QPointF], radius: float) -> str:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.convertToFormat(QImage.Format.Format_RGB32).save(buffer, "PNG")  # type: ignore[call-overload]
    pixels = b64encode(bytes(buffer.data().data())).decode()
    size = f'width="{frame.width():.1f}" height="{frame.height():.1f}"'
    made = (
        f'<image x="0" y="0" {size} preserveAspectRatio="none" xlink:href="data:image/png;base64,{pixels}"/>'
    )
    for number, at in enumerate(discs, 1):
        made += disc(str(number), at.x() - frame.left(), at.y() - frame.top(), radius)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {frame.width():.1f} {frame.height():.1f}">{made}</svg>'
    )


def disc(number: str, x: float, y: float, radius: float) -> str:
    """A number on its disc, as SVG: the same on a picture and beside its text."""
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#ffffff" stroke="{ACCENT}" '
        f'stroke-width="{radius * 0.16:.2f}"/>'
        f'<text x="{x:.1f}" y="{y + radius * 0.44:.1f}" text-anchor="middle" font-family="{TYPEFACE}" '
        f'font-weight="600" font-size="{radius * 1.25:.1f}" fill="{ACCENT}">{escape(number)}</text>'
    )


def lone_disc(number: str) -> str:
    """A number on its disc and nothing else, as SVG."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{disc(number, 12, 12, 10.6)}</svg>'
