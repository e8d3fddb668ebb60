"""The Qt application of a screen: fonts, the software renderer, one window, nothing hidden.

A screen that meets a bug ends with code 70 and is started again by its supervisor; it never goes on with
half a picture.
"""

from __future__ import annotations

import os
import sys
import traceback
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Final

from ui.spare_memory import give_back, keep_large_blocks_apart

HERE: Final = Path(__file__).resolve().parent
EXIT_BUG: Final = 70

# Before the first import of Qt: the plain style, a renderer that every machine has, and where its blocks lie.
# Qt would keep pages compiled in a home and take them from there, where no manifest knows of them.
keep_large_blocks_apart()
os.environ["QML_DISK_CACHE"] = "aot"
os.environ.setdefault("QT_QUICK_CONTROLS_STYLE", "Basic")
os.environ.setdefault("QT_QUICK_BACKEND", "software")

from PySide6.QtCore import QEventLoop, QSize, QTimer, QUrl  # noqa: E402
from PySide6.QtGui import QFontDatabase, QGuiApplication, QImage, Qt  # noqa: E402
from PySide6.QtQml import QQmlApplicationEngine, QQmlError  # noqa: E402
from PySide6.QtQuick import QQuickWindow  # noqa: E402

from ui import ink  # noqa: E402
from ui.bridge import Screen  # noqa: E402

LARGE: Final = QSize(1920, 1080)
COMPACT: Final = QSize(1280, 800)
PORTRAIT: Final = QSize(1080, 1920)
ROOMY: Final = QSize(2560, 1440)


class MissingFont(RuntimeError):
    """A typeface of the product cannot be read."""


class BrokenFace(RuntimeError):
    """A QML file does not load; the text is the engine's own."""


class Shown(Enum):
    """How a screen stands on its glass: in a window, on the whole of it without a pointer, or so placed.

    Placed by the compositor, by the screen's name: who asks for the whole glass names an output himself.
    """

    WINDOW = "window"
    FULL_SCREEN = "full screen"
    PLACED = "placed"


SLIP_PX: Final = 24
SPARE_MS: Final = 30_000
"""So often what a window has drawn and freed is given back to the machine."""
HERO: Final = "Inter Display"
"""The typeface of the large figures; it comes with all the others of the screens."""


def application() -> QGuiApplication:
    """The Qt application, made at the first call, with the screens' own typefaces.

    Raises:
        MissingFont: a font file is absent or damaged.
    """
    running = QGuiApplication.instance()
    made = running if isinstance(running, QGuiApplication) else QGuiApplication(["tapis"])
    if HERO in QFontDatabase.families():
        return made
    # Also where a paper was printed first in this process: it has typefaces of its own.
    made.setApplicationName("tapis")
    # A finger that slides so little taps (`Touch.slipPx`); one that slides further scrolls.
    made.styleHints().setStartDragDistance(SLIP_PX)
    for file in sorted((HERE / "fonts").glob("*.ttf")):
        if QFontDatabase.addApplicationFont(str(file)) < 0:
            raise MissingFont(str(file))
    if HERO not in QFontDatabase.families():
        raise MissingFont(str(HERE / "fonts"))
    return made


class Stage:
    """One window with one face of the product on it.

    `face` is one of those that `Stage.qml` names. What the engine warns of is kept in
    `warnings`: a face that warns is a bug.
    """

    def __init__(self, face: str, screen: Screen, size: QSize = LARGE, shown: Shown = Shown.WINDOW) -> None:
        """The window is shown.

        Raises:
            BrokenFace: the file is missing or does not compile.
        """
        self.app = application()
        ink.register()
        self.screen = screen
        self.warnings: list[str] = []
        self._engine = QQmlApplicationEngine()
        self._engine.warnings.connect(self._warned)
        first = {"screen": screen, "face": face, "width": size.width(), "height": size.height()}
        self._engine.setInitialProperties(first | {"portrait": size.height() > size.width()})
        self._engine.load(QUrl.fromLocalFile(str(HERE / "qml" / "Stage.qml")))
        roots = self._engine.rootObjects()
        if not roots or not isinstance(roots[0], QQuickWindow):
            raise BrokenFace("; ".join(self.warnings) or face)
        self.window: QQuickWindow = roots[0]
        self._spare = QTimer(self.window)
        self._spare.timeout.connect(give_back)
        self._spare.start(SPARE_MS)
        if shown is not Shown.WINDOW:
            self.window.setCursor(Qt.CursorShape.BlankCursor)
        if shown is Shown.FULL_SCREEN:
            self.window.showFullScreen()

    def _warned(self, errors: list[QQmlError]) -> None:
        for error in errors:
            self.warnings.append(error.toString())
            sys.stderr.write(error.toString() + "\n")

    def settle(self, ms: int = 200) -> None:
        """Events have been handled for `ms`: cross-fades are over, the scene is drawn."""
        loop = QEventLoop()
        QTimer.singleShot(ms, loop.quit)
        loop.exec()

    def grab(self) -> QImage:
        """What the window shows now."""
        return self.window.grabWindow()

    def close(self) -> None:
        """The window is gone, and its engine with it."""
        self.window.close()
        self._engine.deleteLater()
        self.settle(1)


def fail_loudly() -> None:
    """From now on an exception in a slot ends the screen with code 70 instead of being printed and lost."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        traceback.print_exception(kind, error, trace)
        sys.stderr.flush()
        running = QGuiApplication.instance()
        if running is None:
            os._exit(EXIT_BUG)
        running.exit(EXIT_BUG)

    sys.excepthook = hook
