"""In real time, a script's night keeps the order that it has in virtual time.

The shuffler works and a display is started beside the people, however quick these are. In `tapis simulate` a
deck takes 45 s of the people's own time, a display is counted at once, and a lost line is missed before they
have done much. So here a deck is ready once they have done as much as they do in 45 s, and they wait until a
display is counted, and until the line is missed or heard again.
"""

from __future__ import annotations

from typing import Final

from controller.game.state import Phase, TableState
from drivers.sim.machines import Hands
from drivers.sim.shuffler import SHUFFLE_MS

ENDLESS_MS: Final = 10**9
"""A deck is not ready by itself."""
FOR_A_DECK_MS: Final = 3_000
"""So long people wait who need a deck that is being shuffled, and here a third of it."""
DISPLAY_MS: Final = 60_000
"""A display that is not counted after so long is not waited for."""
LINK_MS: Final = 30_000
"""Nor a line that is not missed, or not heard again, after so long."""


class SameOrder:
    """Of one table whose people play a script.

    Args:
        shows: whether its display was up when this program began.
    """

    def __init__(self, hands: Hands, *, shows: bool = True) -> None:
        self.shows = shows
        self.worked_ms = 0
        self._hands = hands
        self._since_ms: int | None = None
        self._link_ms: int | None = None
        self._deck = hands.shuffler.twin.ends_ms
        self._seq = 0

    def display(self, *, shows: bool) -> None:
        """The display is to be there, or gone."""
        self.shows, self._since_ms = shows, None

    def awaits_display(self, state: TableState, now_ms: int) -> bool:
        """Whether the table has yet to count the display that comes, or to miss the one that is gone."""
        if not state.facts.display_required or bool(state.displays) == self.shows:
            self._since_ms = None
            return False
        if self._since_ms is None:
            self._since_ms = now_ms
        return now_ms - self._since_ms < DISPLAY_MS

    def awaits_link(self, state: TableState, now_ms: int, *, lost: bool) -> bool:
        """Whether the table has yet to miss the lost line to the jackpot's book, or to hear it again."""
        told = state.jackpot
        if not (told.open if lost else told.closed_code == "link_lost"):
            self._link_ms = None
            return False
        if self._link_ms is None:
            self._link_ms = now_ms
        return now_ms - self._link_ms < LINK_MS

    def looked(self, state: TableState, seq: int, wait_ms: int) -> int:
        """People looked, with the journal at `seq`, and would wait so long in virtual time; how long here.

        What they do counts, and waiting for a deck. Looks at a table that answers late do not.
        """
        twin = self._hands.shuffler.twin
        twin.shuffle_ms = ENDLESS_MS
        if twin.ends_ms != self._deck:
            self._deck, self.worked_ms = twin.ends_ms, 0
        if seq != self._seq or state.phase is Phase.BETTING:
            self.worked_ms += wait_ms
        self._seq = seq
        if self._deck is not None and self.worked_ms >= SHUFFLE_MS:
            self._hands.shuffler.act(lambda shuffler, now_ms: shuffler.finish(now_ms))
        waits = state.phase is Phase.BETTING and wait_ms == FOR_A_DECK_MS
        return wait_ms // 3 if waits else wait_ms
