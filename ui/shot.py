"""Pictures of the screens, drawn without a display."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from itertools import count, takewhile
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSize, qInstallMessageHandler
from PySide6.QtGui import QFontDatabase, QImage, QRawFont

from ui.app import LARGE, Stage
from ui.bridge import Face, Screen

PASSES_MAX: Final = 20
"""So often a picture is drawn anew at most."""
LETTER_PX: Final = 40
RARE: Final = count(1_500)
"""Letters that no screen has, by their number in the typeface."""
Shot = tuple[Mapping[str, Any], Path]


def shoot(face: str, shots: Iterable[Shot], size: QSize = LARGE, wording: Face | None = None) -> list[Path]:
    """One PNG is written for each (view, path); the paths, in order.

    The views are worded by `wording`, or already are when it is None.

    Raises:
        BrokenFace: the face does not load.
        OSError: a picture cannot be written.
        RuntimeError: the engine warned of something while it drew.
    """
    screen = Screen(wording)
    stage: Stage | None = None
    written: list[Path] = []
    try:
        for view, path in shots:
            screen.show(view)
            stage = stage or Stage(face, screen, size)
            stage.settle()
            while stage.window.property("settling"):  # a key that changed its meaning fills before it is full
                stage.settle(20)
            path.parent.mkdir(parents=True, exist_ok=True)
            if not _drawn_anew(stage).save(str(path)):
                raise OSError(f"cannot write {path}")
            written.append(path)
        if stage is not None and stage.warnings:
            raise RuntimeError("; ".join(stage.warnings))
    finally:
        if stage is not None:
            stage.close()
    return written


def _drawn_anew(stage: Stage) -> QImage:
    """What the window shows, drawn as if nothing had been drawn before, once that is the same twice.

    The renderer multiplies the places of an item and its parents in another order where only a part of the
    scene changed: what is turned or scaled then differs by a hair with the frames that came before. So the
    whole scene is moved, and moved back. What moves all the time is taken as it is at last.
    """
    root = stage.window.contentItem()
    now = stage.grab()
    for _ in range(PASSES_MAX):
        before = now
        root.setX(1)
        stage.grab()
        _same_letters()
        root.setX(0)
        now = stage.grab()
        if now == before:
            break
        stage.settle(20)
    return now


def _own_families() -> list[str]:
    """The typefaces that this process has brought along, whatever else the machine has."""
    told = takewhile(bool, map(QFontDatabase.applicationFontFamilies, count()))
    return sorted({family for families in told for family in families})


def _same_letters() -> None:
    """Each typeface of the screens has last been drawn at the same size.

    Letters of more than 64 pixels are drawn as outlines, and these differ by a hair with the size at which
    their typeface drew a letter last; a letter that is kept is not drawn again, so that is chance. One that
    no screen has is drawn here.
    """
    rare = next(RARE)
    # It says of each that a picture has no order of its sub-pixels.
    told = qInstallMessageHandler(lambda kind, where, said: None)
    for family in _own_families():
        for style in QFontDatabase.styles(family):
            font = QFontDatabase.font(family, style, 0)
            font.setPixelSize(LETTER_PX)
            QRawFont.fromFont(font).alphaMapForGlyph(rare)
    qInstallMessageHandler(told)
