"""A wire to a server, PostgreSQL's or a table's door, that can be cut, slowed, or fall silent."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from typing import Self

_HEAD = 5  # a message from the server: its kind, and its length without that byte


class Proxy:
    """Carries bytes to the server at 127.0.0.1:`port` until told otherwise.

    Attributes:
        to: where new connections lead.
        port: where tables connect.
        silent: nothing passes in either direction and nobody is told, as on a half-open connection.
        refusing: new connections are closed at once.
        refusals_left: so many new connections are closed at once, and then no more.
        delay_s: every piece is held back so long.
        answers_left: messages of the server that still pass before the wire is cut; None for all.
        requests_left: pieces of the table that still pass before the wire is cut; None for all.
        bytes_left: bytes of the server that still pass before the wire is cut, once; None for all.
    """

    def __init__(self, port: int) -> None:
        self.to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.silent = False
        self.refusing = False
        self.refusals_left = 0
        self.delay_s = 0.0
        self.answers_left: int | None = None
        self.requests_left: int | None = None
        self.bytes_left: int | None = None
        self.cuts = 0
        self._counting = threading.Lock()
        self._open: list[socket.socket] = []
        self._closing = False
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *trace: object) -> None:
        self._closing = True
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        while not self._closing:
            try:
                table, _ = self._listener.accept()
            except OSError:
                return
            if self.refusing or self.refusals_left > 0:
                self.refusals_left -= 1
                table.close()
                continue
            try:
                server = socket.create_connection(("127.0.0.1", self.to))
            except OSError:
                table.close()
                continue
            for end in (table, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._open = [one for one in self._open if one.fileno() >= 0] + [table, server]
            threading.Thread(target=self._requests, args=(table, server), daemon=True).start()
            threading.Thread(target=self._answers, args=(server, table), daemon=True).start()

    def arm(self, *, answers_left: int | None = None, requests_left: int | None = None) -> None:
        """The wire is cut after so many messages of the server, or pieces of the table; None is never."""
        with self._counting:
            self.answers_left, self.requests_left = answers_left, requests_left

    def cut(self) -> None:
        """Every connection is closed at both ends."""
        for one in self._open:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._open = []

    def _pieces(self, end: socket.socket) -> Iterator[bytes]:
        """What arrives; while the wire is silent it is kept, and comes later."""
        while True:
            try:
                piece = end.recv(65536)
            except OSError:
                return
            if not piece:
                return
            if self.delay_s:
                time.sleep(self.delay_s)
            while self.silent and not self._closing:
                time.sleep(0.01)
            yield piece

    def _requests(self, table: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            for piece in self._pieces(table):
                if not self._goes():
                    break
                server.sendall(piece)
        self._end(table, server)

    def _answers(self, server: socket.socket, table: socket.socket) -> None:
        kept = b""
        with contextlib.suppress(OSError):
            for piece in self._pieces(server):
                if self.bytes_left is not None and len(piece) >= self.bytes_left:
                    table.sendall(piece[: self.bytes_left])
                    self.bytes_left = None
                    self._cut_here(server, table)
                    return
                if self.bytes_left is not None:
                    self.bytes_left -= len(piece)
                if self.answers_left is None:
                    table.sendall(kept + piece)
                    kept = b""
                    continue
                kept += piece
                while len(kept) >= _HEAD:
                    length = 1 + int.from_bytes(kept[1:_HEAD], "big")
                    if len(kept) < length:
                        break
                    if not self._passes():
                        self._cut_here(server, table)
                        return
                    table.sendall(kept[:length])
                    kept = kept[length:]
        self._end(server, table)

    def _goes(self) -> bool:
        """Whether one more piece of the table may pass."""
        with self._counting:
            if self.requests_left is None:
                return True
            self.requests_left -= 1
            if self.requests_left >= 0:
                return True
            self.requests_left = None
            self.cuts += 1
            return False

    def _passes(self) -> bool:
        """Whether one more message of the server may pass."""
        with self._counting:
            if self.answers_left is None:
                return True
            self.answers_left -= 1
            return self.answers_left >= 0

    def _cut_here(self, server: socket.socket, table: socket.socket) -> None:
        with self._counting:
            self.answers_left = None
        self.cuts += 1
        self._end(server, table)

    def _end(self, *ends: socket.socket) -> None:
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
