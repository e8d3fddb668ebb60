"""A second dealer's console, on the host: where on the guest's glass a key is, and what is to be seen there.

It is the product's own screen, drawn without a display at the size of the guest's glass and fed by the same
socket of the table, the dealer's. It never asks the table for anything: what concerns the screen alone (a
sheet that opens, a digit that is typed) is done here too, so that both consoles stay alike. Whether they are
is seen by their pixels; only then does a finger go where the shadow says that a key is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_QUICK_BACKEND", "software")
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.fonts=false")

import numpy as np
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QImage
from PySide6.QtQuick import QQuickItem

from tests.machine.seen import NotSeen, View
from tests.ui.scene import area, controls, words
from tests.ui.touches import carries
from ui.app import Stage
from ui.attached import AttachedScreen
from ui.client import TableClient

CELL = 8
"""Pictures are compared by squares of so many pixels a side."""
APART = 12
"""Squares differ whose means do by more than this, of 255, in any colour: less is one pixel's rounding."""
ALIKE = 6
"""So many squares may differ in all: a stroke of a letter; a dot of a PIN or a key that is lit is more."""
RUNNING = re.compile(r"\d:\d\d|\d\s?(?:s|min|h|ms)\b")
"""Texts that time alone changes: two screens need not be at the same second."""


class Shadow:
    """The shadow of one console.

    Args:
        socket: a Unix socket of this machine that leads to the table's socket of the dealer.
        size: that of the guest's glass.
    """

    def __init__(self, socket: Path, size: QSize, language: str = "fr") -> None:
        self.view: View = {}
        self.views = 0
        self._attached = AttachedScreen("dealer", str(socket), language, self._seen)
        # The shadow asks nothing: what its keys would ask of the table is the real finger's to do.
        self._attached.client.tap = lambda tap, view=None: ""  # type: ignore[method-assign]
        self.stage = Stage("DealerConsole", self._attached.screen, size)
        self._attached.start()

    def _seen(self, view: Mapping[str, Any]) -> None:
        self.view = dict(view)
        self.views += 1

    @property
    def client(self) -> TableClient:
        """Its line to the table."""
        return self._attached.client

    @property
    def heard(self) -> bool:
        """The table has been heard within the last two seconds."""
        return self._attached.client.heard and bool(self.view)

    def settle(self, ms: int) -> None:
        """The scene has moved on by so many milliseconds."""
        self.stage.settle(ms)

    def until(self, what: Callable[[], bool], patience_s: float, why: str | Callable[[], str]) -> None:
        """It is so; else an error with these words, or those that are found then, after so many seconds.

        Raises:
            NotSeen: it never was.
        """
        for _ in range(int(patience_s * 20)):
            if what():
                return
            self.settle(50)
        raise NotSeen(why if isinstance(why, str) else why())

    def key(self, tap: Mapping[str, Any]) -> QQuickItem | None:
        """The live key that carries this act with these arguments; the largest of several."""
        found = [
            touch
            for touch in controls(self.stage.window)
            if touch.parentItem().property("live") and carries(touch.parentItem().property("tap"), tap)
        ]
        return max(found, key=lambda touch: touch.width() * touch.height(), default=None)

    def keys(self) -> list[str]:
        """What the live keys of the scene would do, for who looks for one in vain."""
        taps = (touch.parentItem().property("tap") for touch in controls(self.stage.window))
        return sorted({" ".join(str(word) for word in tap.values()) for tap in taps if tap})

    def place(self, touch: QQuickItem) -> QPoint:
        """The middle of a key."""
        return area(touch).center().toPoint()

    def around(self, touch: QQuickItem) -> QRect:
        """The place of a key on the glass."""
        return area(touch).toAlignedRect()

    def asks(self, touch: QQuickItem) -> object:
        """What the key would do, to be handed to `did`."""
        return touch.parentItem().property("tap")

    def did(self, asked: object) -> None:
        """A key has done this on the real glass: what of it concerns the screen alone happens here too."""
        self._attached.screen.tap(asked)

    def grab(self) -> QImage:
        """What the glass should show now."""
        return self.stage.grab()

    def running(self) -> list[tuple[int, int, int, int]]:
        """The places of the texts that time alone changes: left, top, right, bottom."""
        places = []
        for text in words(self.stage.window):
            if RUNNING.search(text.text):
                ink = text.ink.adjusted(-24, -12, 24, 12)
                places.append((int(ink.left()), int(ink.top()), int(ink.right()) + 1, int(ink.bottom()) + 1))
        return places

    def close(self) -> None:
        """The shadow is gone."""
        self._attached.close()
        self.stage.close()


def differing(one: QImage, other: QImage, but: list[tuple[int, int, int, int]]) -> int:
    """How many squares of the two pictures differ, outside of these places; all of them if the sizes do."""
    if one.size() != other.size():
        return one.width() * one.height() // CELL**2
    apart = np.abs(_pixels(one).astype(np.int16) - _pixels(other).astype(np.int16))
    for left, top, right, bottom in but:
        apart[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = 0
    height, width = apart.shape[0] // CELL * CELL, apart.shape[1] // CELL * CELL
    squares = apart[:height, :width].reshape(height // CELL, CELL, width // CELL, CELL, 3).mean(axis=(1, 3))
    return int((squares.max(axis=2) > APART).sum())


def _pixels(image: QImage) -> Any:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    data = np.frombuffer(plain.constBits(), dtype=np.uint8).reshape(
        plain.height(), plain.bytesPerLine() // 4, 4
    )
    return data[:, : plain.width(), :3]
