"""Bytes from a TLS connection to a Unix socket and back, as they come and no faster than they are read."""

from __future__ import annotations

import select
import socket
import ssl
import threading
import time
from typing import Final

CHUNK: Final = 32 * 1024
LOOK_S: Final = 0.2
"""How long it may take until a closing door is noticed."""
STALLED_S: Final = 20.0
"""A peer that takes nothing of what waits for it for so long has gone."""


class _Way:
    """What has been read at one end and not yet been sent at the other; nothing more is read meanwhile."""

    def __init__(self) -> None:
        self.waiting = b""
        self.moved_s = time.monotonic()

    def put(self, data: bytes) -> None:
        self.waiting = data
        self.moved_s = time.monotonic()

    def sent(self, count: int) -> None:
        self.waiting = self.waiting[count:]
        self.moved_s = time.monotonic()

    @property
    def stalled(self) -> bool:
        return bool(self.waiting) and time.monotonic() - self.moved_s > STALLED_S


def relay(line: ssl.SSLSocket, inner: socket.socket, closing: threading.Event) -> None:
    """Returns when either end has gone, takes nothing any more, or `closing` is set.

    The inner socket is not read while the line is full: so the table skips views for a slow machine just as
    it does for a slow screen.
    """
    line.setblocking(False)
    inner.setblocking(False)
    out, into = _Way(), _Way()
    while not closing.is_set() and not out.stalled and not into.stalled:
        if not _move(line, inner, out, into):
            return


def _move(line: ssl.SSLSocket, inner: socket.socket, out: _Way, into: _Way) -> bool:
    """One turn; false when an end has gone."""
    reading, writing = _wanted(line, inner, out, into)
    # What TLS has taken off the wire already is not seen by `select`.
    patience_s = 0.0 if not into.waiting and line.pending() else LOOK_S
    can_read, can_write, _ = select.select(reading, writing, [], patience_s)
    try:
        if not into.waiting and (line in can_read or line.pending()) and not _read_line(line, into):
            return False
        if inner in can_read:
            data = inner.recv(CHUNK)
            if not data:
                return False
            out.put(data)
        if into.waiting and inner in can_write:
            into.sent(inner.send(into.waiting))
        if out.waiting and line in can_write:
            _write_line(line, out)
    except OSError:
        return False
    return True


def _wanted(
    line: ssl.SSLSocket, inner: socket.socket, out: _Way, into: _Way
) -> tuple[list[socket.socket], list[socket.socket]]:
    reading: list[socket.socket] = [] if into.waiting else [line]
    reading += [] if out.waiting else [inner]
    writing: list[socket.socket] = [line] if out.waiting else []
    writing += [inner] if into.waiting else []
    return reading, writing


def _read_line(line: ssl.SSLSocket, into: _Way) -> bool:
    try:
        data = line.recv(CHUNK)
    except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
        return True
    into.put(data)
    return bool(data)


def _write_line(line: ssl.SSLSocket, out: _Way) -> None:
    try:
        out.sent(line.send(out.waiting))
    except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
        return
