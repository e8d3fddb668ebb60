"""What a driver counts of its machine beside what it observes: how long answers take, its last words.

Nothing of it is decided upon and nothing is written down: the screens and the technician pull it
(`controller.ports.Figures`). A word names a kind of message and never what it carries, so no card is in it.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from controller.ports import Figures

WINDOW: Final = 100
"""Answers of which the slow end is told."""
WORDS_MAX: Final = 5
_REPEATS_MS: Final = 1_000


class Gauge:
    """The figures of one machine.

    Attributes:
        ups: how often its carrier came.
    """

    def __init__(self) -> None:
        self.ups = 0
        self._asked_ms: int | None = None  # when what waits for its answer was said, if only once
        self._took_ms: deque[int] = deque(maxlen=WINDOW)
        self._words: deque[tuple[int, str]] = deque(maxlen=WORDS_MAX)

    def asked(self, now_ms: int) -> None:
        """Something was said that will be answered; what is open already keeps its instant."""
        if self._asked_ms is None:
            self._asked_ms = now_ms

    def asked_again(self) -> None:
        """It had to be said again: of the answer nobody knows which saying it is for."""
        self._asked_ms = None

    def answered(self, now_ms: int) -> None:
        """The answer is there."""
        if self._asked_ms is not None:
            self.took(now_ms - self._asked_ms)
        self._asked_ms = None

    def took(self, lasted_ms: int) -> None:
        """An answer came so long after what asked for it."""
        self._took_ms.append(max(0, lasted_ms))

    def heard(self, word: str, now_ms: int) -> None:
        """The machine said something of this kind; the same again within a second is the same word."""
        if self._words and self._words[-1][1] == word and now_ms - self._words[-1][0] < _REPEATS_MS:
            return
        self._words.append((now_ms, word))

    def figures(self, *, retries: int = 0, damaged: int = 0, reconnections: int | None = None) -> Figures:
        """The figures as they stand now; `reconnections` are the carrier's own unless given."""
        ordered = sorted(self._took_ms)
        return Figures(
            retries=retries,
            damaged=damaged,
            reconnections=max(0, self.ups - 1) if reconnections is None else reconnections,
            latency_ms=self._took_ms[-1] if self._took_ms else None,
            latency_p99_ms=ordered[len(ordered) * 99 // 100] if ordered else None,
            words=tuple(self._words),
        )
