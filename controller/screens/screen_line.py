"""One screen's connection as the courier sees it: what waits for it, and what it says that it shows."""

from __future__ import annotations

import socket
from collections import deque
from typing import Final

from controller.screens import wire
from controller.screens.pit_card import Asked
from controller.screens.unix_socket import account_of
from controller.screens.wire import ScreenRole
from controller.screens.wire_views import Frame, Told

VIEWS_KEPT: Final = 64
TICKS_KEPT: Final = 8
"""Of what a display was sent, so many are remembered: more than come in three seconds."""


class Glass:
    """What a display was sent, held against what it says that it has drawn.

    It counts only while it draws: a frame after each tick, with the amount of the newest view, or of one that
    was the newest until a moment ago. Each tick counts once.
    """

    __slots__ = ("_shown_ms", "_ticks", "_views")

    def __init__(self) -> None:
        self._views: deque[tuple[int, int | None, int]] = deque(maxlen=VIEWS_KEPT)
        self._ticks: deque[int] = deque(maxlen=TICKS_KEPT)
        self._shown_ms: int | None = None

    def sent_view(self, seq: int, cents: int | None, now_ms: int) -> None:
        """This view is on its way, and newer than any before."""
        self._views.append((seq, cents, now_ms))

    def sent_tick(self, tick: int) -> None:
        """This tick is on its way."""
        self._ticks.append(tick)

    def hear(self, drawn: wire.Drawn, now_ms: int) -> None:
        """The display says that it has drawn this; what it cannot have drawn counts for nothing."""
        if drawn.tick not in self._ticks:
            return
        while self._ticks.popleft() != drawn.tick:
            pass
        # Each view was the newest until the next was sent.
        until_ms = now_ms
        for seq, cents, sent_ms in reversed(self._views):
            if until_ms < now_ms - wire.SHOWN_MS:
                return
            if (seq, cents) == (drawn.seq, drawn.cents):
                self._shown_ms = now_ms
                return
            until_ms = sent_ms

    def shows(self, since_ms: int) -> bool:
        """Whether it has drawn since then."""
        return self._shown_ms is not None and self._shown_ms >= since_ms


class Screen:
    """One connection. What is to be sent is shared, under the courier's lock."""

    def __init__(self, role: ScreenRole, sock: socket.socket, now_ms: int, pace_ms: int = 0) -> None:
        self.role = role
        self.pace_ms = pace_ms
        self.due_ms = now_ms
        self.sock = sock
        self.lines = wire.Lines()
        self.unread: deque[bytes] = deque()
        self.out = b""
        self.asks = 0
        self.moved_ms = now_ms
        self.why = ""
        self.told_why = False
        self.newest: Frame | None = None
        self.differs = False  # it takes differences; until it says so it is told whole views
        self.told: Told | None = None
        self.answers: deque[bytes] = deque()
        self.notices: list[bytes] = []
        self.tick_ms: int | None = None
        self.account = account_of(sock)
        self.heard_ms = 0
        self.glass = Glass()
        self.figures = b""
        self.figures_told = False
        self.name = role  # what a screen of the pit is known as: `pit` or `chef`
        self.heard = False
        # The deciding thread's: what a card at the pit has to sign, and whose has signed that he is here.
        self.asked = Asked()
        self.named = ""

    def compose(self, now_ms: int) -> None:
        """The next bytes are chosen: the newest view, then the answers, else a tick; then the figures.

        No answer and no notice comes before the view that stood when it was given, however views are paced: a
        view after the word that the table starts anew would be taken for a table that did not end.
        """
        parts = []
        if self.newest is not None and (self.answers or self.notices or now_ms >= self.due_ms):
            line, self.told = self.newest.line(self.told if self.differs else None)
            parts.append(line)
            if self.role == "jackpot":
                self.glass.sent_view(self.told.seq, wire.amount_of(self.newest.view), now_ms)
            self.newest = None
            self.due_ms = now_ms + self.pace_ms
        parts += self.answers
        self.asks -= len(self.answers)
        self.answers.clear()
        parts += self.notices
        self.notices.clear()
        if not parts and self.tick_ms is not None:
            parts.append(wire.tick_line(self.tick_ms))
            self.glass.sent_tick(self.tick_ms)
        self.tick_ms = None
        if self.figures and not self.figures_told:
            parts.append(self.figures)
            self.figures_told = True
        if self.why:
            parts.append(wire.dropped_line(self.why))
            self.told_why = True
        self.out = b"".join(parts)
