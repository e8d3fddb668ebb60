"""Two ends of a conversation on a line that drops, repeats, damages, delays and breaks, in virtual time."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from itertools import count

from drivers.lines.session import Session
from drivers.lines.session_types import Greeted, Heard, Identity, SessionEvent, Timing

TABLE = Identity("table 4", "table", "1.0")
SHOE = Identity("shoe 17", "shoe", "2.3", bytes(range(32)))


class LossyLine:
    """A caller and a machine; `per_mille` says how often each fault hits a piece under way."""

    def __init__(self, seed: int, timing: Timing | None = None, **per_mille: int) -> None:
        self.rng = random.Random(seed)
        self.per_mille = per_mille
        self.now_ms = 0
        self.up = False
        self.timing = timing or Timing()
        self.caller = Session(TABLE, 0xAAAA, expects="shoe", timing=self.timing)
        self.machine = Session(SHOE, 0xBBBB)
        self.events: dict[str, list[SessionEvent]] = {"caller": [], "machine": []}
        self.met = {"drop": 0, "repeat": 0, "corrupt": 0, "delay": 0, "cut": 0}
        self._queue: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()
        self._generation = 0

    def at(self, at_ms: int, action: Callable[[], None]) -> None:
        heapq.heappush(self._queue, (at_ms, next(self._order), action))

    def open(self) -> None:
        self.up = True
        self.caller.opened(self.now_ms)
        self.flush()

    def cut(self) -> None:
        """The carrier breaks: what is under way is lost; the machine is not told."""
        self.met["cut"] += 1
        self.up = False
        self._generation += 1
        self.events["caller"] += self.caller.closed("unplugged")

    def heard(self, end: str) -> list[dict[str, object]]:
        return [event.values for event in self.events[end] if isinstance(event, Heard)]

    def greetings(self, end: str) -> list[Greeted]:
        return [event for event in self.events[end] if isinstance(event, Greeted)]

    def flush(self) -> None:
        self._carry(self.caller.take(), "machine")
        self._carry(self.machine.take(), "caller")

    def run_until(self, end_ms: int) -> None:
        """Let time pass; each end is ticked exactly when it asked for it."""
        while True:
            dues = [s.due_ms for s in (self.caller, self.machine) if s.due_ms is not None]
            if self._queue:
                dues.append(self._queue[0][0])
            if not dues or min(dues) > end_ms:
                break
            self.now_ms = max(self.now_ms, min(dues))
            while self._queue and self._queue[0][0] <= self.now_ms:
                heapq.heappop(self._queue)[2]()
                self.flush()
            self.events["caller"] += self.caller.tick(self.now_ms)
            self.events["machine"] += self.machine.tick(self.now_ms)
            self.flush()
        self.now_ms = end_ms

    def _happens(self, what: str) -> bool:
        if self.rng.randrange(1000) >= self.per_mille.get(what, 0):
            return False
        self.met[what] += 1
        return True

    def _carry(self, data: bytes, to: str) -> None:
        if not data or not self.up:
            return
        if self._happens("cut"):
            self.cut()
            self.at(self.now_ms + self.rng.randint(1, 4000), self.open)
            return
        copies = 0 if self._happens("drop") else 2 if self._happens("repeat") else 1
        for _ in range(copies):
            piece = bytearray(data)
            if self._happens("corrupt"):
                piece[self.rng.randrange(len(piece))] ^= self.rng.randint(1, 255)
            late_ms = self.rng.randint(5, 300) if self._happens("delay") else 1
            self.at(self.now_ms + late_ms, self._arrival(bytes(piece), to, self._generation))

    def _arrival(self, data: bytes, to: str, generation: int) -> Callable[[], None]:
        def arrive() -> None:
            if generation == self._generation:
                end = self.caller if to == "caller" else self.machine
                self.events[to] += end.feed(data, self.now_ms)

        return arrive
