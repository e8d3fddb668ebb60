"""The simulator's panel: a socket beside the table's own, by which faults are ordered and hands moved.

It exists only in a demonstration. It speaks the same lines as the screens (`wire`), but its taps are not
intents: they act on the simulated machines and people, never on the table. The dealer's console of a lesson
is served so too: its table is simulated, and what teaches stands between.
"""

from __future__ import annotations

import contextlib
import select
import socket
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.clock import Clock
from controller.game.refusals import Refusal
from controller.screens import wire
from controller.screens.last_word import RESTARTING_LINE
from controller.screens.unix_socket import Door, Doors, why_not_let_in
from controller.screens.wire import ScreenRole

View = dict[str, Any]
EVERY_S: Final = 0.4
"""How often the panel is told how things stand."""

STALLED_S: Final = 10.0
"""A panel that takes nothing for so long is left, as any screen is (`controller.screens.socket_thread`)."""
BEHIND_MAX: Final = 64 * 1024
"""So much may wait for a panel; while more does, its taps wait too: with the kernel, which loses none."""
SEND_BUFFER: Final = 32 * 1024  # small: what the kernel holds is no longer how things stand
CLIENTS_MAX: Final = 4
ROLE: Final[ScreenRole] = "simulator"


class Panel:
    """Serves the panel, and whoever orders faults from a command line beside it.

    Args:
        doors: where it is let in, as `role`.
        look: gives the panel's view; called on the deciding thread.
        act: does what a tap asks, on the deciding thread; a refusal says what was wrong with it.
        call: runs something on the deciding thread.
    """

    def __init__(
        self,
        doors: Doors,
        look: Callable[[], View],
        act: Callable[[Mapping[str, Any]], Refusal | None],
        call: Callable[[Callable[[], None]], None],
        clock: Clock,
        role: ScreenRole = ROLE,
    ) -> None:
        self._doors = doors
        self._role: ScreenRole = role
        self._look = look
        self._act = act
        self._call = call
        self._clock = clock
        self._stopping = threading.Event()
        self._restarting = False
        self._door: Door | None = None
        self._thread = threading.Thread(target=self._serve, name="panel", daemon=True)
        self._talks: list[threading.Thread] = []

    def open(self) -> None:
        """A panel may connect."""
        self._door = self._doors.of(self._role)
        self._door.listener.settimeout(EVERY_S)
        self._thread.start()

    def close(self, *, again: bool = False) -> None:
        """The socket is gone, and so are those who were connected; they hear whether it comes `again`."""
        self._restarting = again
        self._stopping.set()
        if self._door is not None:
            self._door.let_go()
            self._thread.join(5)
            self._door.close()

    def _serve(self) -> None:
        assert self._door is not None
        while not self._stopping.is_set():
            self._talks = [talk for talk in self._talks if talk.is_alive()]
            if len(self._talks) >= CLIENTS_MAX:
                self._stopping.wait(EVERY_S)  # the next one waits for a place
                continue
            with contextlib.suppress(OSError):  # nobody came, or the panel is being closed
                connection, _ = self._door.listener.accept()
                talk = threading.Thread(target=self._talk, args=(connection,), name="panel", daemon=True)
                self._talks.append(talk)
                talk.start()
        for talk in self._talks:
            talk.join(2 * EVERY_S)

    def _talk(self, connection: socket.socket) -> None:
        assert self._door is not None
        with connection, contextlib.suppress(OSError):
            why = why_not_let_in(connection, self._door.gid)
            if why:
                connection.sendall(wire.dropped_line(why))
                return
            talk = _Talk(connection)
            try:
                self._converse(talk)
            finally:
                if self._restarting:
                    talk.end(RESTARTING_LINE)

    def _converse(self, talk: _Talk) -> None:
        """Views go out as the panel takes them; its taps come in whether it takes them or not."""
        while not self._stopping.is_set():
            if talk.wants_news:
                talk.tell(self._news())
            try:
                for line in talk.heard():
                    talk.answer(self._answer(line))
            except wire.WireError as error:
                talk.end(wire.dropped_line(str(error)))
                return
            if talk.is_over:
                return

    def _news(self) -> bytes:
        """How things stand, and that the table is at work."""
        return wire.view_line(self._asked(self._look)) + wire.tick_line(self._clock.now_ms())

    def _answer(self, line: bytes) -> bytes:
        number = wire.round_asked(self._role, line)
        if number is not None:  # a lesson has no older round
            return wire.round_line(number, None)
        message = wire.decode(line)
        tap = message.get("tap") if isinstance(message, dict) else None
        if (
            not isinstance(message, dict)
            or not isinstance(tap, dict)
            or not isinstance(message.get("id"), str)
        ):
            raise wire.WireError("tap", "a panel sends an id and a tap")
        return wire.answer_line(message["id"], 0, self._asked(lambda: self._act(tap)))

    def _asked(self, what: Callable[[], Any]) -> Any:
        """The result of something that ran on the deciding thread; None when that has ended."""
        done = threading.Event()
        results: list[Any] = []

        def run() -> None:
            try:
                results.append(what())
            finally:
                done.set()

        self._call(run)
        while not done.wait(EVERY_S):
            if self._stopping.is_set():
                raise OSError("the table has stopped")
        return results[0] if results else None


class _Talk:
    """One panel at the other end. It is sent what it takes, and heard though it takes nothing.

    A panel that gets no processor takes no view for seconds; a finger may lie on it all the same, and what
    that asked is done. Who waited for it to take a view, and hung up, threw away the taps that were unread.
    """

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        connection.setblocking(False)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self._lines = wire.Lines()
        self._out = bytearray()
        self._gone = False
        self._due_s = self._moved_s = time.monotonic()

    @property
    def wants_news(self) -> bool:
        """It has taken all there was, and it is time for how things stand now."""
        return not self._out and time.monotonic() >= self._due_s

    @property
    def is_over(self) -> bool:
        """It has gone, or took nothing for too long."""
        return self._gone or (bool(self._out) and time.monotonic() - self._moved_s > STALLED_S)

    def tell(self, news: bytes) -> None:
        """This is sent, and the next news follow after a while."""
        self._due_s = time.monotonic() + EVERY_S
        self._send(news)

    def answer(self, line: bytes) -> None:
        """This is sent, and news follow as soon as it is taken."""
        self._due_s = time.monotonic()
        self._send(line)

    def end(self, line: bytes) -> None:
        """The last line, after all that waits; a panel that does not take it does not get it."""
        self._connection.settimeout(EVERY_S)
        self._connection.sendall(bytes(self._out) + line)

    def heard(self) -> list[bytes]:
        """The lines that came, after a wait for what comes first: bytes, room for bytes, or the next news.

        Raises:
            WireError: they are no lines.
        """
        hears = len(self._out) <= BEHIND_MAX
        poll = select.poll()
        poll.register(
            self._connection,
            (select.POLLIN if hears else 0) | (select.POLLOUT if self._out else 0),
        )
        wait_s = EVERY_S if self._out else min(EVERY_S, max(0.0, self._due_s - time.monotonic()))
        events = dict(poll.poll(int(1000 * wait_s) + 1)).get(self._connection.fileno(), 0)
        if events & select.POLLOUT:
            self._send(b"")
        if not events & (select.POLLIN | select.POLLHUP | select.POLLERR):
            return []
        data = self._connection.recv(4096)
        self._gone = not data
        return self._lines.feed(data)

    def _send(self, more: bytes) -> None:
        if not self._out:
            self._moved_s = time.monotonic()
        self._out += more
        with contextlib.suppress(BlockingIOError):
            while self._out:
                del self._out[: self._connection.send(self._out)]
                self._moved_s = time.monotonic()
