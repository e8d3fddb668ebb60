"""Pictures of the screens, drawn without a display."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSize

from ui.app import LARGE, Stage
from ui.bridge import Face, Screen

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
            if not stage.grab().save(str(path)):
                raise OSError(f"cannot write {path}")
            written.append(path)
        if stage is not None and stage.warnings:
            raise RuntimeError("; ".join(stage.warnings))
    finally:
        if stage is not None:
            stage.close()
    return written
