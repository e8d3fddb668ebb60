"""Faults of the program that a question met: each is told to who asked, logged, and an alarm of the house.

A fault of the program stops a *table*, for there money moves and nothing may go on from a state that is in
doubt (architecture, section 2, point 6). The house moves none and writes nothing but counts that its journals
give again: what one question met says nothing about the next one. To end would take the pit's screen, the
feed and the witness of every table away for the sake of one line that anybody at its socket may send.
"""

from __future__ import annotations

from typing import Any, Final

from controller.host.endings import place_of

LASTS_MS: Final = 8 * 3_600_000
"""A shift; then the alarm goes, unless it happened again."""
KINDS_MAX: Final = 16


class Failures:
    """What could not be answered, by the kind of question: when last, and how often."""

    def __init__(self) -> None:
        self._met: dict[str, tuple[int, int]] = {}

    def met(self, kind: str, error: Exception, at_ms: int) -> str:
        """The fault is noted; the line for the log, which says where in the program it is."""
        if kind in self._met or len(self._met) < KINDS_MAX:
            self._met[kind] = (at_ms, self._met.get(kind, (0, 0))[1] + 1)
        where = place_of(error.__traceback__)
        return f"{kind}: this is a fault of tapis itself, at {where} ({type(error).__name__})"

    def findings(self, now_ms: int) -> list[dict[str, Any]]:
        """The alarms that stand: `{what: failed, table: "", question, times, since_ms}`."""
        return [
            {"what": "failed", "table": "", "question": kind, "times": times, "since_ms": at_ms}
            for kind, (at_ms, times) in sorted(self._met.items())
            if now_ms - at_ms < LASTS_MS
        ]
