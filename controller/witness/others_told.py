"""The heads of other tables, as a witness tells them to this one: looked at, then handed on to be written.

A head is handed on whose signature holds by the key that it names. Whose key it is this table does not know:
whoever verifies the journals does, and a head by a key that is not its table's says nothing there. A witness
that tells them again and again is listened to once in a while; nothing of this is waited for by the table.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Final

from controller.game.machines.others_heads import EVERY_MS, HEADS_MAX
from controller.journal.heads import HeadRefused, SignedHead, parse_head

HandOn = Callable[[Any], int]
"""Takes what a witness tells of other tables, and says how many heads were handed on; `HeadRefused`."""


def nobody_writes(told: Any) -> int:
    """Nothing is at play beside these journals: heads of other tables are written nowhere."""
    return 0


class OthersTold:
    """Hands on what witnesses tell, once in `EVERY_MS`, to all of them together.

    Args:
        table: this table's name, whose own heads are no news.
        put: called with the lines, on the thread of the witness.
        now_s: seconds that pass.
    """

    def __init__(
        self,
        table: str,
        put: Callable[[tuple[str, ...]], None],
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table, self._put, self._now_s = table, put, now_s
        self._last_s: float | None = None
        self._turn = threading.Lock()

    def __call__(self, told: Any) -> int:
        """What is told has been handed on, or it is too soon.

        Raises:
            HeadRefused: it is no list of signed heads, or there are too many in it.
        """
        wanted = isinstance(told, list) and all(isinstance(one, str) for one in told)
        if not wanted or len(told) > HEADS_MAX:
            raise HeadRefused("are no heads of other tables")
        with self._turn:
            now_s = self._now_s()
            if not told or (self._last_s is not None and now_s - self._last_s < EVERY_MS / 1000):
                return 0
            heads = tuple(one.line for one in map(parse_head, told) if one.table != self._table)
            if heads:
                self._last_s = now_s
                self._put(heads)
            return len(heads)


class Telling:
    """What one witness tells a table of the others: the heads that it took, those first that it told last.

    Args:
        table: who is told.
        now_s: seconds that pass.
    """

    def __init__(self, table: str, now_s: Callable[[], float] = time.monotonic) -> None:
        self._table, self._now_s = table, now_s
        self._next_s = 0.0
        self._turns: dict[str, int] = {}
        self._turn = 0

    def due(self, last: dict[str, SignedHead]) -> list[str]:
        """The lines to be told now, of these newest heads of each table; none where it is too soon."""
        if self._now_s() < self._next_s:
            return []
        others = sorted((one for one in last if one != self._table), key=lambda one: self._turns.get(one, 0))
        return [last[one].line for one in others[:HEADS_MAX]]

    def told(self, lines: list[str], taken: int) -> None:
        """They were told, and so many were handed on there: the others' turn comes first."""
        self._next_s = self._now_s() + TELL_EVERY_S
        if taken:
            self._turn += 1
            self._turns |= {line.split(" ", 2)[1]: self._turn for line in lines}

    def not_understood(self) -> None:
        """The table is of an older edition and hung up: it is told again when another may be installed."""
        self._next_s = self._now_s() + TELL_AGAIN_S


TELL_EVERY_S: Final = 60.0
"""A table that was told writes what is new when it is time; asked so often, it is never late by much."""
TELL_AGAIN_S: Final = 3_600.0
"""A table that does not know the question loses its line by it, so often at most."""
