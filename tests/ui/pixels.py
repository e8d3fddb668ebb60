"""What an eye makes of a scene, by its pixels: can each text be read, and do two states differ.

For any window that shows a scene, in any light:

- `faint(window)` says in sentences which texts are too weak on what lies under them; with an `eye` of `EYES`,
  as somebody sees them who misses a colour, or all of them. Empty: the scene can be read.
- `look(window)` is the same for several eyes at the price of one; `readings(window)` gives the figures.
- `told_apart(one, other, eye)` is how far two pictures differ, `seen(image, eye)` what the eye sees of one,
  as linear light.

The contrast is WCAG 2's: of the letters as they are drawn to what is drawn without them, so that no colour is
taken from a table. Money and acts need 7, all other words 4.5, what is set aside (a card that is not in the
hand, a seat that is settled) 3, as large letters do (theme, section 2).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QImage
from PySide6.QtQuick import QQuickItem, QQuickWindow

from tests.ui.scene import area, items, parents

Pixels = np.ndarray[Any, np.dtype[np.float32]]
Bytes = np.ndarray[Any, np.dtype[np.uint8]]

MONEY_AND_ACTS: Final = 7.0
WORDS: Final = 4.5
SET_ASIDE: Final = 3.0
EVERY_COLOUR: Final = "every colour"
EYES: Final[Mapping[str, tuple[tuple[float, float, float], ...]]] = {
    EVERY_COLOUR: ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "greyscale": ((0.2126, 0.7152, 0.0722),) * 3,
}
"""On linear light: Machado, Oliveira and Fernandes, 2009, each at its full strength; and no colour at all."""
LUMINANCE: Final = np.array((0.2126, 0.7152, 0.0722), np.float32)
RECEDED: Final = 0.5
"""What stands at less than this opacity is not to be read now: the felt beside a frozen hand."""
MODEL: Final = 0.9
"""What a simulated eye must see of it: it is a model of an eye."""
CLEARLY: Final = 15.0
"""A difference in CIE L*a*b* that nobody overlooks on a picture of a few millimetres."""
SEEN_OF_CUT: Final = 0.5
"""Of letters that are cut, less than this cannot be read in any ink, and shows mostly smoothed edges."""
SHARE: Final = 0.15
"""What a text lies on counts when at least so much of its letters does."""
_FIGURES: Final = re.compile(r"[+−]?[\d\u202f]+(,\d\d)?")
_SUM_PX: Final = 30
"""Figures of that size are a sum, not a number of something."""


@dataclass(frozen=True)
class Reading:
    """One text of the scene, its contrast as drawn, and the least that it needs."""

    text: str
    ratio: float
    floor: float
    place: QRect


@dataclass(frozen=True, eq=False)
class Letters:
    """The pixels that one text changes: as they are with it, and without."""

    text: str
    floor: float
    place: QRect
    drawn: Bytes
    under: Bytes

    def contrast(self, eye: str) -> float:
        """The weakest contrast that the letters have to anything that they lie on."""
        bright, dark = (_seen(colours, eye) @ LUMINANCE + 0.05 for colours in (self.drawn, self.under))
        ratios = np.maximum(bright, dark) / np.minimum(bright, dark)
        kinds = self.under.astype(np.int32) @ np.array((65536, 256, 1), np.int32)
        return min(_core(ratios[kinds == kind]) for kind in _grounds(kinds))


def _linear_light() -> Pixels:
    value = np.arange(256, dtype=np.float32) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4).astype(np.float32)


_LIGHT: Final = _linear_light()


def bytes_of(image: QImage) -> Bytes:
    """Red, green and blue of each pixel, 0 to 255."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine() // 4, 4)
    return rows[:, : plain.width(), 2::-1].copy()


def seen(image: QImage, eye: str = EVERY_COLOUR) -> Pixels:
    """What this eye sees: linear light, red, green and blue from 0 to 1."""
    return _seen(bytes_of(image), eye)


def _seen(colours: Bytes, eye: str) -> Pixels:
    if eye == EVERY_COLOUR:
        return _LIGHT[colours]
    return np.clip(_LIGHT[colours] @ np.array(EYES[eye], np.float32).T, 0, 1)


@dataclass(frozen=True)
class Look:
    """One look at a scene: each of its texts as it is drawn, and the ground under it."""

    letters: tuple[Letters, ...]

    def readings(self, eye: str = EVERY_COLOUR) -> list[Reading]:
        """Each text with its contrast for this eye."""
        return [Reading(one.text, one.contrast(eye), one.floor, one.place) for one in self.letters]

    def faint(self, eye: str = EVERY_COLOUR) -> list[str]:
        """The texts that are too weak, in sentences; who misses colours has to read, not to be struck."""
        said = []
        for one in self.readings(eye):
            floor = one.floor if eye == EVERY_COLOUR else min(one.floor, WORDS) * MODEL
            if one.ratio < floor - 0.05:
                at = f"{one.place.x()}, {one.place.y()}"
                said.append(f"{one.text!r} at {at} has {one.ratio:.1f}, needs {floor:.1f}")
        return said


def look(window: QQuickWindow) -> Look:
    """The scene as it stands: two pictures of it, with its texts and without.

    Of what the edge of a list cuts, the part that is seen is looked at.
    """
    texts = [item for item in items(window) if _is_written(item)]
    drawn = bytes_of(window.grabWindow())
    kept = [(item, item.opacity()) for item in texts]
    for item, _ in kept:
        item.setOpacity(0)
    ground = bytes_of(window.grabWindow())
    for item, opacity in kept:
        item.setOpacity(opacity)
    scale = drawn.shape[1] / window.width()
    found = []
    for item in texts:
        place = _place(item, scale).intersected(QRect(0, 0, drawn.shape[1], drawn.shape[0]))
        if place.height() < SEEN_OF_CUT * item.property("ink").height() * scale:
            continue
        rows, columns = slice(place.top(), place.bottom() + 1), slice(place.left(), place.right() + 1)
        changed = (drawn[rows, columns] != ground[rows, columns]).any(axis=2)
        if changed.any():
            letters, under = drawn[rows, columns][changed], ground[rows, columns][changed]
            found.append(Letters(item.property("text"), _floor(item), place, letters, under))
    return Look(tuple(found))


def readings(window: QQuickWindow, eye: str = EVERY_COLOUR) -> list[Reading]:
    """Each text of the scene that is drawn at all."""
    return look(window).readings(eye)


def faint(window: QQuickWindow, eye: str = EVERY_COLOUR) -> list[str]:
    """The texts of the scene that are too weak, in sentences."""
    return look(window).faint(eye)


def told_apart(one: QImage, other: QImage, eye: str = EVERY_COLOUR) -> float:
    """The share of two pictures of one size that this eye sees clearly differ, 0 to 1."""
    apart = np.linalg.norm(_lab(seen(one, eye)) - _lab(seen(other, eye)), axis=2)
    return float((apart > CLEARLY).mean())


def distance(one: Pixels, other: Pixels) -> float:
    """How far two colours, as `seen` gives them, lie apart in CIE L*a*b*."""
    return float(np.linalg.norm(_lab(one) - _lab(other)))


def crop(window: QQuickWindow, item: QQuickItem) -> QImage:
    """The picture of one item."""
    return window.grabWindow().copy(area(item).toAlignedRect())


def _is_written(item: QQuickItem) -> bool:
    return item.inherits("QQuickText") and bool(item.property("text").strip())


def _place(item: QQuickItem, scale: float) -> QRect:
    """Where its letters are in the picture, as far as nothing clips them."""
    ink = item.mapRectToScene(item.property("ink"))
    for up in parents(item):
        if up.clip():
            ink = ink.intersected(area(up))
    return QRectF(ink.x() * scale, ink.y() * scale, ink.width() * scale, ink.height() * scale).toAlignedRect()


def _floor(item: QQuickItem) -> float:
    above = list(parents(item))
    if any(up.opacity() < RECEDED for up in above):
        return 0.0
    if any(up.property("dimmed") is True or up.opacity() < 1 for up in above):
        return SET_ASIDE
    if any(up.property("faceUp") is True for up in above):
        return WORDS  # the ranks and inks of a card are as they are printed
    if any(up.property("live") is True and up.property("tap") is not None for up in above):
        return MONEY_AND_ACTS
    if any(up.property("live") is False and up.property("reachX") is not None for up in above):
        return WORDS  # a dead key moves no money
    text = item.property("text")
    figures = _FIGURES.fullmatch(text) and item.property("drawn") >= _SUM_PX
    vacant = any(up.property("vacant") is True for up in above)
    return MONEY_AND_ACTS if "€" in text or (figures and not vacant) else WORDS


def _grounds(kinds: np.ndarray[Any, np.dtype[np.int32]]) -> Iterator[int]:
    """The colours that a good part of the letters lies on; else the most frequent."""
    colours, counts = np.unique(kinds, return_counts=True)
    wide = colours[counts >= SHARE * kinds.size]
    yield from (int(colour) for colour in (wide if wide.size else colours[[counts.argmax()]]))


def _core(ratios: Pixels) -> float:
    """The strongest fiftieth: the middle of the strokes, where no edge is smoothed."""
    most = max(1, ratios.size // 50)
    return float(np.partition(ratios, -most)[-most:].mean())


def _lab(light: Pixels) -> Pixels:
    """CIE L*a*b* of linear sRGB, under D65."""
    to_xyz = np.array(
        (
            (0.4124564, 0.3575761, 0.1804375),
            (0.2126729, 0.7151522, 0.0721750),
            (0.0193339, 0.1191920, 0.9503041),
        ),
        np.float32,
    )
    xyz = light @ to_xyz.T / np.array((0.95047, 1.0, 1.08883), np.float32)
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    x, y, z = f[..., 0], f[..., 1], f[..., 2]
    return np.stack((116 * y - 16, 500 * (x - y), 200 * (y - z)), axis=-1)
