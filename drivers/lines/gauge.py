"""What a driver counts of its machine beside what it observes: how long answers take, its last words.

The screens and the technician pull it, and the table counts it now and then (`controller.ports.Figures`).
A word names a kind of message and never what it carries, so no card is in it.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from controller.game.inputs import MachineIdentity
from controller.ports import Figures, Link

WINDOW: Final = 100
"""Answers of which the slow end is told."""
WORDS_MAX: Final = 5
PORT_MAX: Final = 80
_REPEATS_MS: Final = 1_000


def port_of(link: Link) -> str:
    """Where the link goes, as the settings say it: a device by its own name, without its folder."""
    url = str(getattr(link, "url", ""))
    return (url.rpartition("/")[2] if url.startswith("/") else url)[:PORT_MAX]


class Gauge:
    """The figures of one machine.

    Attributes:
        ups: how often its carrier came.
        words: how many words it said.
        answers: how many answers were timed.
        celsius, limit_celsius: how warm it says that it is, and may be; or None.
    """

    def __init__(self) -> None:
        self.ups = 0
        self.words = 0
        self.answers = 0
        self.celsius: int | None = None
        self.limit_celsius: int | None = None
        self._asked_ms: int | None = None  # when what waits for its answer was said, if only once
        self._took_ms: deque[int] = deque(maxlen=WINDOW)
        self._last: deque[tuple[int, str]] = deque(maxlen=WORDS_MAX)

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
        self.answers += 1
        self._took_ms.append(max(0, lasted_ms))

    def heard(self, word: str, now_ms: int) -> None:
        """The machine said something of this kind; the same again within a second is told as one."""
        self.words += 1
        if self._last and self._last[-1][1] == word and now_ms - self._last[-1][0] < _REPEATS_MS:
            return
        self._last.append((now_ms, word))

    def figures(
        self,
        *,
        frames: int | None = None,
        retries: int = 0,
        damaged: int = 0,
        reconnections: int | None = None,
        identity: MachineIdentity | None = None,
    ) -> Figures:
        """The figures as they stand now; `frames` and `reconnections` are its own unless given."""
        ordered = sorted(self._took_ms)
        return Figures(
            frames=self.words if frames is None else frames,
            retries=retries,
            damaged=damaged,
            reconnections=max(0, self.ups - 1) if reconnections is None else reconnections,
            latency_ms=self._took_ms[-1] if self._took_ms else None,
            latency_p99_ms=ordered[len(ordered) * 99 // 100] if ordered else None,
            words=tuple(self._last),
            answers=self.answers,
            took_ms=tuple(self._took_ms),
            celsius=self.celsius,
            limit_celsius=self.limit_celsius,
            identity=identity,
        )
