"""A scene as a person meets it: its texts and controls, where they are, what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage
from PySide6.QtQuick import QQuickItem, QQuickWindow

PX_PER_MM = {1920: 5.55, 1280: 5.88, 2560: 4.28}
SMALLEST_TEXT = 12
"""In pixels of the glyphs really drawn: only figures of a table may shrink so far."""


@dataclass(frozen=True)
class Words:
    """A text as drawn."""

    text: str
    ink: QRectF
    size: int
    truncated: bool
    parents: tuple[QQuickItem, ...]


def items(window: QQuickWindow) -> Iterator[QQuickItem]:
    """Every visible item of the scene."""
    waiting = [window.contentItem()]
    while waiting:
        item = waiting.pop()
        yield item
        waiting += [child for child in item.childItems() if child.isVisible() and child.opacity() > 0]


def area(item: QQuickItem) -> QRectF:
    return item.mapRectToScene(item.boundingRect())


def _texts(among: Iterable[QQuickItem]) -> list[QQuickItem]:
    return [item for item in among if item.inherits("QQuickText") and item.property("text").strip()]


def words(window: QQuickWindow) -> list[Words]:
    """The texts of the scene with the rectangle their letters cover."""
    return _words(_texts(items(window)))


def _words(texts: Iterable[QQuickItem]) -> list[Words]:
    found = []
    for item in texts:
        ink = item.property("ink")
        # Line boxes are taller than letters: what may not touch is the middle of them.
        middle = ink.adjusted(0, ink.height() * 0.16, 0, -ink.height() * 0.18)
        if scrolled_away(item, item.mapRectToScene(middle)):
            continue
        found.append(
            Words(
                text=item.property("text"),
                ink=item.mapRectToScene(middle),
                size=item.property("drawn"),
                truncated=bool(item.property("truncated")),
                parents=tuple(parents(item)),
            )
        )
    return found


def painted_over(window: QQuickWindow) -> list[str]:
    """The texts that nobody can read: the picture is the same without them."""
    return _painted_over(window, _texts(items(window)))


def _painted_over(window: QQuickWindow, written: list[QQuickItem]) -> list[str]:
    texts = [item for item in written if not scrolled_away(item, drawn_at(item))]
    with_them = _pixels(window)
    kept = [(item, item.opacity()) for item in texts]
    for item, _ in kept:
        item.setOpacity(0)
    without = _pixels(window)
    for item, opacity in kept:
        item.setOpacity(opacity)
    return [item.property("text") for item in texts if not _differs(with_them, without, drawn_at(item))]


def _pixels(window: QQuickWindow) -> QImage:
    return window.grabWindow().convertToFormat(QImage.Format.Format_RGB32)


def drawn_at(item: QQuickItem) -> QRectF:
    """Where a text's letters are in the scene."""
    return item.mapRectToScene(item.property("ink"))


def _differs(one: QImage, other: QImage, where: QRectF) -> bool:
    place = where.toAlignedRect().intersected(one.rect())
    return not place.isEmpty() and one.copy(place) != other.copy(place)


def scrolled_away(item: QQuickItem, ink: QRectF) -> bool:
    """It lies outside of a list that is clipped, or across its edge."""
    return any(
        up.clip() and not area(up).contains(ink) for up in parents(item) if up.inherits("QQuickFlickable")
    )


def parents(item: QQuickItem) -> Iterator[QQuickItem]:
    above = item.parentItem()
    while above is not None:
        yield above
        above = above.parentItem()


def controls(window: QQuickWindow) -> list[QQuickItem]:
    """The live keys: the touchable areas that would act, where a finger can reach them."""
    return _controls(items(window))


def _controls(among: Iterable[QQuickItem]) -> list[QQuickItem]:
    return [
        item
        for item in among
        if item.objectName() == "touch" and item.property("enabled") and not _out_of_reach(item)
    ]


def too_small(window: QQuickWindow) -> list[str]:
    """What is said on the live keys that are less than 12 mm wide or high: a finger misses them."""
    least = 12 * PX_PER_MM[window.width()] - 0.5
    return [
        touch.parentItem().property("says")
        for touch in controls(window)
        if min(area(touch).width(), area(touch).height()) < least
    ]


def _out_of_reach(item: QQuickItem) -> bool:
    """A list has scrolled past it, or keeps it for the next line to come."""
    return any(
        up.clip() and not area(up).intersects(area(item))
        for up in parents(item)
        if up.inherits("QQuickFlickable")
    )


def faults(window: QQuickWindow) -> list[str]:
    """What a reader would stumble over, in sentences; empty when the scene is in order."""
    said: list[str] = []
    there = list(items(window))
    written = _texts(there)
    texts = _words(written)
    stage = QRectF(0, 0, window.width(), window.height())
    for text in texts:
        if text.truncated:
            said.append(f"{text.text!r} is cut")
        if not stage.contains(text.ink):
            said.append(f"{text.text!r} leaves the screen")
        if text.size < SMALLEST_TEXT:
            said.append(f"{text.text!r} is {text.size} px small")
        box = next((up for up in text.parents if _is_box(up)), None)
        if box is not None and not area(box).adjusted(-0.5, -2, 0.5, 2).contains(text.ink):
            said.append(f"{text.text!r} leaves its box by {_excess(area(box), text.ink)}")
    for item in there:
        if item.property("overflows"):
            said.append(f"{item.property('text')!r} is wider than its column")
    for at, one in enumerate(texts):
        for other in texts[at + 1 :]:
            if (one.text, one.ink) == (other.text, other.ink):
                continue  # a key that settles inverts its ink at the edge: the same words, twice in one place
            met = one.ink.intersected(other.ink)
            if met.width() > 1 and met.height() > 1:
                said.append(f"{one.text!r} lies over {other.text!r}")
    said += [f"{text!r} is painted over" for text in _painted_over(window, written)]
    for key in (touch.parentItem() for touch in _controls(there)):
        said += [f"{text.text!r} runs under the key {key.property('says')!r}" for text in _under(key, texts)]
    return said


def _under(key: QQuickItem, texts: list[Words]) -> Iterator[Words]:
    """The texts that a key covers with a surface of its own; many keys are a reach without one."""
    surfaces = [
        _in_sight(child)
        for child in key.childItems()
        if child.isVisible() and _is_box(child) and child.property("color").alpha() > 0
    ]
    for text in texts:
        met = (text.ink.intersected(surface) for surface in surfaces)
        if any(one.width() > 1 and one.height() > 1 for one in met) and key not in text.parents:
            yield text


def _in_sight(item: QQuickItem) -> QRectF:
    """What is seen of an item where a list that is scrolled cuts it."""
    seen = area(item)
    for up in parents(item):
        if up.clip():
            seen = seen.intersected(area(up))
    return seen


def _is_box(item: QQuickItem) -> bool:
    """A drawn surface: a rectangle that is filled or framed."""
    if not item.inherits("QQuickRectangle") and item.property("radius") is None:
        return False
    wide = item.width() > 40 or item.objectName() == "keyName"
    return wide and isinstance(item.property("radius"), (int, float))


def _excess(box: QRectF, ink: QRectF) -> str:
    left, right = box.left() - ink.left(), ink.right() - box.right()
    top, bottom = box.top() - ink.top(), ink.bottom() - box.bottom()
    return f"{max(left, right):.0f} px across, {max(top, bottom):.0f} px down"


def luminance(color: QColor) -> float:
    return 0.2126 * color.redF() + 0.7152 * color.greenF() + 0.0722 * color.blueF()
