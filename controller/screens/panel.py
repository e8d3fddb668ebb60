"""The simulator's panel: a socket beside the table's own, by which faults are ordered and hands moved.

It exists only in a demonstration. It speaks the same lines as the screens (`wire`), but its taps are not
intents: they act on the simulated machines and people, never on the table. The dealer's console of a lesson
is served so too: its table is simulated, and what teaches stands between.
"""

from __future__ import annotations

import contextlib
import socket
import threading
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
            try:
                self._converse(connection)
            finally:
                if self._restarting:
                    connection.sendall(RESTARTING_LINE)

    def _converse(self, connection: socket.socket) -> None:
        connection.settimeout(EVERY_S)
        lines = wire.Lines()
        while not self._stopping.is_set():
            connection.sendall(wire.view_line(self._asked(self._look)))
            connection.sendall(wire.tick_line(self._clock.now_ms()))
            with contextlib.suppress(TimeoutError):
                data = connection.recv(4096)
                if not data:
                    return
                try:
                    for line in lines.feed(data):
                        connection.sendall(self._answer(line))
                except wire.WireError as error:
                    connection.sendall(wire.dropped_line(str(error)))
                    return

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
