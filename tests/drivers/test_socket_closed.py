"""A serial server that hangs up is told at once, and keeps nobody waiting."""

from __future__ import annotations

import queue
import socket

from controller.ports import LinkDown, LinkUp
from drivers.links import SerialLink


def test_the_news_comes_before_pyserial_closes_and_rests_and_a_write_then_is_dropped() -> None:
    heard: queue.Queue[tuple[object, bool]] = queue.Queue()
    with socket.create_server(("127.0.0.1", 0)) as server:
        link = SerialLink("socket://{}:{}".format(*server.getsockname()))

        def deliver(item: object) -> None:
            link.write(b"?")  # the lock is free while the news is told
            heard.put((item, link._port.is_open))

        link.open(deliver)
        client, _ = server.accept()
        up, _ = heard.get(timeout=5)
        assert client.recv(1) == b"?"  # a server that hangs up in order; unread bytes would reset the line
        client.close()
        down, was_open = heard.get(timeout=5)
        link.close()
    assert isinstance(up, LinkUp)
    assert isinstance(down, LinkDown)
    assert was_open, "the port is closed after the news"
