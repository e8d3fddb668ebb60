"""The outline of a table: what `status.sock` tells, put together from what the deciding thread leaves behind.

The deciding thread leaves a reference to each state, and now and then the figures of the lines; it waits for
nobody and is asked nothing. Everything else is done by who asks, on a thread of its own. What may be told
when is in `controller.game.outline`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Protocol

from controller.clock import Clock, synchronised, wall_ms
from controller.game.inputs import Machine
from controller.game.outline import at_rest, told_at_once, told_at_rest
from controller.game.state import TableState
from controller.host.last_backup import last_made_ms
from controller.ports import Figures

LINES_EVERY_MS: Final = 5_000


class Asked(Protocol):
    """Whoever knows when a witness last asked, and how far it was told."""

    def asked(self) -> tuple[int, int, int] | None:
        """Milliseconds since then, session and entry; None while none has asked."""
        ...


class Writes(Protocol):
    """Whoever knows how long the journal took."""

    @property
    def slowest_ms(self) -> int:
        """The longest write of the last minutes."""
        ...


class Log(Protocol):
    """The frame log."""

    @property
    def failed(self) -> str:
        """Why it is not written, or an empty text."""
        ...


class Outline:
    """What a table at work tells of itself.

    Args:
        clock: the table's time.
        figures: how the lines of the machines do; asked on the deciding thread.
        writes: how long the journal takes.
        witnesses: who was told the journal; None where none can ask.
        frame_log: what passed the lines of the machines, as far as it is kept.
        data: the table's data, beside which `tapis backup` notes when it was made; None for none.

    Attributes:
        edition: that of the signed program, 0 for a program without a manifest.
    """

    def __init__(
        self,
        clock: Clock,
        figures: Callable[[], Mapping[Machine, Figures]],
        writes: Writes,
        witnesses: Asked | None,
        frame_log: Log,
        data: Path | None = None,
    ) -> None:
        self.edition = 0
        self._clock, self._figures = clock, figures
        self._writes, self._witnesses, self._frame_log = writes, witnesses, frame_log
        self._data = data
        self._started_ms = self._turned_ms = clock.now_ms()
        self._lines_ms = 0
        self._now: TableState | None = None
        self._rest: TableState | None = None
        self._lines: dict[str, dict[str, int]] = {}

    def follow(self, show: Callable[[TableState], None]) -> Callable[[TableState], None]:
        """The same as `show`, each state of which is told here too."""

        def both(state: TableState) -> None:
            self._now = state
            if at_rest(state):
                self._rest = state
            show(state)

        return both

    def turned(self) -> None:
        """Called at each turn of the deciding thread."""
        now_ms = self._turned_ms = self._clock.now_ms()
        if self._now is self._rest and now_ms - self._lines_ms >= LINES_EVERY_MS:
            self._lines_ms = now_ms
            self._lines = {str(name): _line(told) for name, told in self._figures().items()}

    def told(self) -> dict[str, Any]:
        """The outline, for whoever asks; on any thread.

        Beside what `controller.game.outline` tells, a null for what is not known in mid-round after a
        start: turned_ms since the deciding thread was heard, started_ms, slowest_ms of the last writes, the
        clock's difference (wall less table) and whether somebody keeps it, when the last backup was made (0:
        never). For the witness, if one has asked: ms since then, and how many entries of closed rounds it was
        not told.
        """
        now, rest, now_ms = self._now, self._rest, self._clock.now_ms()
        if now is None:
            return {}
        told = told_at_once(now)
        game = told_at_rest(rest) if rest is not None else None
        return {
            **told,
            "machines": [{**one, **self._lines.get(one["machine"], {})} for one in told["machines"]],
            "game": game,
            "edition": self.edition,
            "at_ms": now_ms,
            "started_ms": self._started_ms,
            "turned_ms": max(0, now_ms - self._turned_ms),
            "slowest_ms": self._writes.slowest_ms,
            "apart_ms": wall_ms() - now_ms,
            "clock_kept": synchronised(),
            "frame_log": self._frame_log.failed,
            "backup_ms": None if self._data is None else last_made_ms(self._data),
            "witness": self._witness(now.facts.session, rest),
        }

    def _witness(self, session: int, rest: TableState | None) -> dict[str, int] | None:
        asked = self._witnesses.asked() if self._witnesses is not None else None
        if asked is None:
            return None
        ago_ms, of, seq = asked
        told = {"asked_ms": ago_ms}
        if rest is not None and of:
            told["behind"] = max(0, rest.seq - (seq if of == session else 0))
        return told


def _line(told: Figures) -> dict[str, int]:
    """What a line went through; not how much it carried, which tells what the game does."""
    return {"retries": told.retries, "damaged": told.damaged, "returns": told.reconnections}
