"""What touches the dealer's glass, before any key hears of it: one finger at a time, and no palm.

QML's areas know of a touch no more than where it is. How wide it is the window alone is told, so it is looked
at here. A contact wider than 25 mm is a palm or a sleeve and is dropped, with all that it does until it is
lifted; one that widens under way is taken back. A small one that has not moved for four seconds is no finger
but a drop or a chip's edge: it is put aside until it is gone. A finger counts when no other lies there
(screens, section 3.4).
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPointF
from PySide6.QtGui import QEventPoint, QTouchEvent
from PySide6.QtQuick import QQuickWindow

from ui.glass import Glass

PALM_MM: Final = 25
STUCK_MS: Final = 4_000
"""A contact that stays where it is for so long is no finger's: no key is held down at this console."""
STUCK_MM: Final = 1.5
"""How far the edge of a drop may tremble meanwhile."""
TOUCHES: Final = (QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd)
State = QEventPoint.State


class TouchGuard(QObject):
    """Stands before one window for as long as it is kept, and keeps its glass told of the window's size.

    Args:
        now_ms: a clock that never runs back.
    """

    def __init__(self, window: QQuickWindow, glass: Glass, now_ms: Callable[[], float] | None = None) -> None:
        super().__init__()
        self._now_ms = now_ms or (lambda: monotonic() * 1000)
        self._window, self._glass = window, glass
        self._aside: set[int] = set()
        """Palms and what is stuck, until they are lifted."""
        self._rests: dict[int, tuple[QPointF, float]] = {}
        """Where each contact has rested, and since when."""
        self._fingers: set[int] = set()
        self._counts: int | None = None
        self._passing = False
        window.installEventFilter(self)
        window.widthChanged.connect(self._sized)
        window.heightChanged.connect(self._sized)
        self._sized()

    def _sized(self) -> None:
        self._glass.width, self._glass.height = self._window.width(), self._window.height()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Whether the window is not to hear of it as it came."""
        if self._passing:
            return False
        if event.type() == QEvent.Type.TouchCancel:
            self._forget()
            return False
        if event.type() not in TOUCHES or not isinstance(event, QTouchEvent):
            return False
        if event.type() == QEvent.Type.TouchBegin:
            # The glass was clear before it: what was not told to be lifted, by a panel that was unplugged or
            # a compositor that ended, would keep every finger from counting for good.
            self._forget()
        return self._keeps_back(event)

    def _keeps_back(self, event: QTouchEvent) -> bool:
        points = event.points()
        for point in points:
            if self._wide(point) or self._stuck(point):
                self._put_aside(point, event)
        for point in points:
            if point.state() == State.Pressed and point.id() not in self._aside:
                if not self._fingers:
                    self._counts = point.id()
                self._fingers.add(point.id())
        heard = [point for point in points if point.id() == self._counts]
        for point in points:
            if point.state() == State.Released:
                self._lifted(point.id())
        if len(heard) == len(points):
            return False
        event.accept()
        if heard and heard[0].state() != State.Stationary:
            self._pass_on(event, heard[0])
        return True

    def _wide(self, point: QEventPoint) -> bool:
        """A contact that came as a palm, or widened to one."""
        wide = point.ellipseDiameters()
        return max(wide.width(), wide.height()) > PALM_MM * self._glass.known_px_per_mm

    def _stuck(self, point: QEventPoint) -> bool:
        """A contact that stays where it came; also when it goes, wiped away, it has pressed nothing."""
        now_ms, at = self._now_ms(), point.position()
        was, since_ms = self._rests.get(point.id(), (at, now_ms))
        moved = (at - was).manhattanLength() > STUCK_MM * self._glass.known_px_per_mm
        if moved or point.state() == State.Pressed:
            was, since_ms = at, now_ms
        self._rests[point.id()] = was, since_ms
        return now_ms - since_ms >= STUCK_MS

    def _put_aside(self, point: QEventPoint, event: QTouchEvent) -> None:
        """It counts no more until it is lifted; what it had pressed is let go without acting."""
        if point.id() in self._aside:
            return
        self._aside.add(point.id())
        self._fingers.discard(point.id())
        if point.id() == self._counts:
            self._counts = None
            self._take_back(event)

    def _lifted(self, point: int) -> None:
        self._aside.discard(point)
        self._fingers.discard(point)
        self._rests.pop(point, None)
        if point == self._counts:
            self._counts = None

    def _forget(self) -> None:
        self._aside.clear()
        self._fingers.clear()
        self._rests.clear()
        self._counts = None

    def _pass_on(self, event: QTouchEvent, point: QEventPoint) -> None:
        """The window hears of this one contact alone."""
        kinds = {State.Pressed: QEvent.Type.TouchBegin, State.Released: QEvent.Type.TouchEnd}
        kind = kinds.get(point.state(), QEvent.Type.TouchUpdate)
        self._send(QTouchEvent(kind, event.pointingDevice(), event.modifiers(), [point]))

    def _take_back(self, event: QTouchEvent) -> None:
        """Whatever was pressed is let go without acting."""
        self._send(QTouchEvent(QEvent.Type.TouchCancel, event.pointingDevice(), event.modifiers(), []))

    def _send(self, event: QTouchEvent) -> None:
        self._passing = True
        QCoreApplication.sendEvent(self._window, event)
        self._passing = False
