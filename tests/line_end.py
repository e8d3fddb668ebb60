"""What several stand-ins for machines do with the line they are at the end of."""

from __future__ import annotations

import socket


def exactly(line: socket.socket, count: int) -> bytes:
    """So many bytes of the line.

    Raises:
        EOFError: the line ends before.
    """
    data = b""
    while len(data) < count:
        piece = line.recv(count - len(data))
        if not piece:
            raise EOFError
        data += piece
    return data
