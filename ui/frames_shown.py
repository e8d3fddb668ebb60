"""What a display tells its table: that a frame with this amount has gone to the glass since the last tick.

A process that holds the socket and draws nothing, a window that is covered or on an output that was switched
off, a renderer that hangs: none of them swaps frames, and none counts as a display (art. 55-20, 2°).
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtQuick import QQuickWindow

from controller.screens.wire import Drawn
from ui.client import TableClient


class FramesShown(QObject):
    """The frames of one window, told to the table.

    Args:
        stands: the entry of the view and the amount in cents that the screen has given to the window; None
            before the first.
    """

    def __init__(
        self, window: QQuickWindow, client: TableClient, stands: Callable[[], tuple[int, int | None] | None]
    ) -> None:
        super().__init__(window)
        self._window, self._client, self._stands = window, client, stands
        self._due: Drawn | None = None
        client.ticked.connect(self._ticked)
        window.frameSwapped.connect(self._swapped)

    def _ticked(self, tick: int) -> None:
        """A frame is asked for; when it is on the glass, so is what stands in the window now."""
        stands = self._stands()
        self._due = Drawn(*stands, tick) if stands is not None else None
        self._window.update()

    def _swapped(self) -> None:
        due, self._due = self._due, None
        if due is not None:
            self._client.tell_drawn(due)
