"""Virtual time: actions in the order of their instants, and of their asking when these are equal."""

from __future__ import annotations

import heapq
from collections.abc import Callable

from controller.clock import Stirred, VirtualClock


class Timeline:
    """A queue of actions that moves a virtual clock from one to the next."""

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self._actions: list[tuple[int, int, Callable[[], None], Stirred | None]] = []
        self._asked = 0

    def schedule(self, delay_ms: int, action: Callable[[], None], whose: Stirred | None = None) -> None:
        """`action` runs `delay_ms` from now, or at once if that is past; `whose` it is hears of it first."""
        self._asked += 1
        heapq.heappush(self._actions, (self.clock.now_ms() + delay_ms, self._asked, action, whose))

    @property
    def due_ms(self) -> int | None:
        """The instant of the next action, or None."""
        return self._actions[0][0] if self._actions else None

    def run_due(self) -> None:
        """Every action due at the present instant has run, those it asked for at this instant too."""
        now_ms, actions = self.clock.now_ms(), self._actions
        while actions and actions[0][0] <= now_ms:
            _, _, action, whose = heapq.heappop(actions)
            if whose is not None:
                whose.stirred = True
            action()

    def run_until(self, end_ms: int) -> None:
        """The clock stands at `end_ms` and every action up to then has run at its instant."""
        while self._actions and self._actions[0][0] <= end_ms:
            self.clock.advance_to(max(self._actions[0][0], self.clock.now_ms()))
            self.run_due()
        self.clock.advance_to(end_ms)
