"""Handshakes of other machines: one thread carries them all, and no number of silent ones keeps a screen out.

A connection costs nothing but its descriptor until its first byte. It has three seconds; when places run
out, those that have said nothing go before those that have, the oldest first, and an address that holds many
loses its own. A screen that is what it says is through in some milliseconds.
"""

from __future__ import annotations

import selectors
import socket
import ssl
import threading
import time
from collections.abc import Callable
from typing import Final

HANDSHAKE_S: Final = 3.0
PENDING_MAX: Final = 256
"""Handshakes at a time; fewer than the descriptors that a service may hold."""
PENDING_OF_ADDRESS: Final = 64
AT_ONCE: Final = 32
"""Connections taken before the handshakes that are under way are looked at again."""
LOOK_S: Final = 0.2

TOO_LATE: Final = "no handshake in time"
GAVE_WAY: Final = "too many handshakes at a time"


class _Knock:
    """A connection whose handshake is not over."""

    __slots__ = ("address", "line", "since_s", "sock")

    def __init__(self, sock: socket.socket, address: str, since_s: float) -> None:
        self.sock, self.address, self.since_s = sock, address, since_s
        self.line: ssl.SSLSocket | None = None

    @property
    def rank(self) -> tuple[bool, float]:
        """Who gives way first: the silent, and of them the oldest."""
        return self.line is not None, self.since_s


class Handshakes:
    """Everybody who knocks at a listening socket, until he has shown his certificate or is refused.

    Args:
        shaken: given each line whose handshake is over, non-blocking, and its address; called on the thread
            of the handshakes, and not to be waited in.
        refused: told the address and the reason of everybody else.
        look: called now and then with the time.
    """

    def __init__(
        self,
        context: ssl.SSLContext,
        shaken: Callable[[ssl.SSLSocket, str], None],
        refused: Callable[[str, str], None],
        look: Callable[[float], None],
    ) -> None:
        self._context, self._shaken, self._refused, self._look = context, shaken, refused, look
        self._selector = selectors.DefaultSelector()
        self._pending: set[_Knock] = set()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="handshakes", daemon=True)

    def start(self, listener: socket.socket) -> None:
        """Connections are taken from this listener, which stays the caller's."""
        listener.setblocking(False)
        self._listener = listener
        self._selector.register(listener, selectors.EVENT_READ)
        self._thread.start()

    def close(self) -> None:
        """No handshake is under way any more."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()
        for knock in self._pending:
            (knock.line or knock.sock).close()
        self._selector.close()

    def _run(self) -> None:
        while not self._closing.is_set():
            for key, _ in self._selector.select(LOOK_S):
                if key.data is None:
                    self._accept()
                elif key.data in self._pending:
                    self._go_on(key.data)
            now_s = time.monotonic()
            for late in [one for one in self._pending if now_s - one.since_s > HANDSHAKE_S]:
                self._end(late, TOO_LATE)
            self._look(now_s)

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                sock, peer = self._listener.accept()
            except OSError:  # nobody more, or he has already gone again
                return
            sock.setblocking(False)
            knock = _Knock(sock, peer[0], time.monotonic())
            self._make_room(knock.address)
            self._pending.add(knock)
            self._selector.register(sock, selectors.EVENT_READ, knock)

    def _make_room(self, address: str) -> None:
        here = [one for one in self._pending if one.address == address]
        if len(here) >= PENDING_OF_ADDRESS:
            self._end(min(here, key=lambda one: one.rank), GAVE_WAY)
        elif len(self._pending) >= PENDING_MAX:
            self._end(min(self._pending, key=lambda one: one.rank), GAVE_WAY)

    def _go_on(self, knock: _Knock) -> None:
        self._selector.unregister(knock.line or knock.sock)
        try:
            if knock.line is None:
                knock.line = self._context.wrap_socket(
                    knock.sock, server_side=True, do_handshake_on_connect=False
                )
            knock.line.do_handshake()
        except ssl.SSLWantReadError:
            self._selector.register(knock.line or knock.sock, selectors.EVENT_READ, knock)
        except ssl.SSLWantWriteError:
            self._selector.register(knock.line or knock.sock, selectors.EVENT_WRITE, knock)
        except (OSError, ValueError) as error:
            self._forget(knock, reason_of(error))
        else:
            self._pending.discard(knock)
            self._shaken(knock.line, knock.address)

    def _end(self, knock: _Knock, why: str) -> None:
        self._selector.unregister(knock.line or knock.sock)
        self._forget(knock, why)

    def _forget(self, knock: _Knock, why: str) -> None:
        self._pending.discard(knock)
        (knock.line or knock.sock).close()
        self._refused(knock.address, why)


def reason_of(error: Exception) -> str:
    """Why a handshake failed: the library's own words, without its file and line."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"certificate {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        return (error.reason or "no TLS").lower().replace("_", " ")
    return (error.strerror if isinstance(error, OSError) else None) or "it went away"
