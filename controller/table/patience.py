"""Patience with the disk: while an entry is being written nobody takes the table for dead.

The deciding thread waits for the disk with every entry. On a slow one it would neither tell the service
manager that it lives nor tick to its screens. A thread of its own does both for as long as a write is under
way, and for no longer than a disk may take: a table that hangs anywhere else is still found out.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Final

from controller.host.watchdog import Watchdog

TURN_S: Final = 0.5
SLOW_MS: Final = 1_000
"""An entry that takes longer is a disk to be called slow."""
PATIENCE_MS: Final = 60_000
"""A write that takes longer does not come back."""
SPAN_MS: Final = 60_000
"""The slowest write is told of this span and the one before it."""


class Patience:
    """Entered by the deciding thread around each write.

    Args:
        watchdog: told that the table lives, while a write is under way.
        slow: called once a turn from the patient thread, when a write has taken longer than `SLOW_MS`.
    """

    def __init__(self, watchdog: Watchdog, slow: Callable[[], None]) -> None:
        self._watchdog = watchdog
        self._slow = slow
        self._since_ms: int | None = None
        self._span = self._slowest_ms = self._before_ms = 0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._wait_on, name="patience", daemon=True)

    def start(self) -> None:
        """Writes are watched."""
        self._thread.start()

    def close(self) -> None:
        """The thread has ended."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=2)

    def __enter__(self) -> None:
        self._since_ms = _now_ms()

    @property
    def slowest_ms(self) -> int:
        """The longest write of the last one or two minutes, the one under way included; on any thread."""
        since_ms = self._since_ms
        under_way_ms = 0 if since_ms is None else _now_ms() - since_ms
        spans = _now_ms() // SPAN_MS - self._span
        known = (max(self._slowest_ms, self._before_ms), self._slowest_ms)
        return max(under_way_ms, known[spans] if spans < len(known) else 0)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._since_ms is not None:
            self._note(_now_ms() - self._since_ms)
        self._since_ms = None

    def _note(self, took_ms: int) -> None:
        span = _now_ms() // SPAN_MS
        if span != self._span:
            self._before_ms = self._slowest_ms if span == self._span + 1 else 0
            self._span, self._slowest_ms = span, 0
        self._slowest_ms = max(self._slowest_ms, took_ms)

    def _wait_on(self) -> None:
        while not self._stopping.wait(TURN_S):
            since_ms = self._since_ms
            if since_ms is None:
                continue
            under_way_ms = _now_ms() - since_ms
            if under_way_ms < PATIENCE_MS:
                self._watchdog.alive()
            if under_way_ms >= SLOW_MS:
                self._slow()


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
