"""Simulated machines behind a serial-to-Ethernet server: a TCP port with one client at a time."""

from __future__ import annotations

import contextlib
import select
import socket
from typing import Any

from controller.clock import Clock
from drivers.sim.carriers import AnyTwin
from drivers.sim.faults import Faults
from drivers.sim.real_time_carrier import READ_MAX, ServedTwin


class SocketCarrier(ServedTwin[AnyTwin]):
    """A twin behind a TCP port of this machine; arguments as of `ServedTwin`.

    A cable pulled here is the one to the network: the client is cut off, and refused until `replug`.
    """

    def __init__(self, twin: AnyTwin, clock: Clock, faults: Faults | None = None) -> None:
        self._server: socket.socket | None = socket.create_server(("127.0.0.1", 0))
        self._address = self._server.getsockname()
        self._client: socket.socket | None = None
        super().__init__(twin, clock, faults, "serial server")

    @property
    def url(self) -> str:
        """What to give `SerialLink`."""
        host, port = self._address
        return f"socket://{host}:{port}"

    def _plug_in(self) -> None:
        if self._server is None:
            self._server = socket.create_server(self._address)

    def _pull_out(self) -> None:
        for end in (self._client, self._server):
            if end is not None:
                end.close()
        self._client = self._server = None

    def _sources(self) -> list[Any]:
        return [source for source in (self._server, self._client) if source is not None]

    def _read(self, ready: list[Any]) -> bytes:
        data = b""
        if self._client is not None and self._client in ready:
            with contextlib.suppress(OSError):
                data = self._client.recv(READ_MAX)
            if not data:
                self._client.close()
                self._client = None
        self._accept()
        return data

    def _accept(self) -> None:
        """Whoever has called has the line now; the latest of them, as serial servers are often set."""
        while self._server is not None and select.select([self._server], [], [], 0)[0]:
            if self._client is not None:
                self._client.close()
            self._client = self._server.accept()[0]
            self._client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def _connected(self) -> bool:
        """Without a client the bytes are lost, as a serial server loses them."""
        self._accept()  # whoever has called before the machine spoke hears it
        return self._client is not None

    def _write(self, data: bytes) -> None:
        if self._client is not None:
            with contextlib.suppress(OSError):
                self._client.sendall(data)
