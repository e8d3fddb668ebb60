"""A serial server that hangs up is told at once, and keeps nobody waiting."""

from __future__ import annotations

import queue
import socket
import struct

from controller.ports import LinkDown, LinkUp
from drivers.lines.links import SerialLink
from tests.patience import PATIENCE_S


def test_the_news_comes_before_pyserial_closes_and_rests_and_a_write_then_is_dropped() -> None:
    heard: queue.Queue[tuple[object, bool]] = queue.Queue()
    with socket.create_server(("127.0.0.1", 0)) as server:
        link = SerialLink("socket://{}:{}".format(*server.getsockname()))

        def deliver(item: object) -> None:
            link.write(b"?")  # the lock is free while the news is told
            heard.put((item, link._port.is_open))

        link.open(deliver)
        client, _ = server.accept()
        up, _ = heard.get(timeout=PATIENCE_S)
        assert client.recv(1) == b"?"  # a server that hangs up in order; unread bytes would reset the line
        client.close()
        down, was_open = heard.get(timeout=PATIENCE_S)
        link.close()
    assert isinstance(up, LinkUp)
    assert isinstance(down, LinkDown)
    assert was_open, "the port is closed after the news"


def test_a_server_that_resets_the_line_leaves_no_socket_open() -> None:
    """An unclosed one is a warning, and a warning is an error here."""
    heard: queue.Queue[object] = queue.Queue()
    with socket.create_server(("127.0.0.1", 0)) as server:
        link = SerialLink("socket://{}:{}".format(*server.getsockname()))
        link.open(heard.put)
        client, _ = server.accept()
        assert isinstance(heard.get(timeout=PATIENCE_S), LinkUp)
        end = link._port._socket
        link.write(b"unread")
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()  # a reset
        assert isinstance(heard.get(timeout=PATIENCE_S), LinkDown)
        link.close()
    assert end.fileno() == -1
