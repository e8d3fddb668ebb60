"""Simulated machines behind a serial-to-Ethernet server: a TCP port with one client at a time."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import threading
from collections.abc import Callable
from typing import Generic

from controller.clock import Clock
from drivers.sim.carriers import AnyTwin, Result
from drivers.sim.faults import Faults


class SocketCarrier(Generic[AnyTwin]):
    """A twin behind a TCP port of this machine, served by a thread of its own in real time.

    A cable pulled here is the one to the network: the client is cut off, and refused until `replug`.

    Args:
        twin: the machine.
        clock: the table's clock.
        faults: what may go wrong on the line, or None.
    """

    def __init__(self, twin: AnyTwin, clock: Clock, faults: Faults | None = None) -> None:
        self.twin = twin
        self._clock = clock
        self._faults = faults
        self._lock = threading.Lock()  # the twin's: hands and the line meet there
        self._plugged = True
        self._back_at_ms: int | None = None
        self._closing = False
        self._server: socket.socket | None = socket.create_server(("127.0.0.1", 0))
        self._address = self._server.getsockname()
        self._client: socket.socket | None = None
        self._wake_read, self._wake_write = os.pipe()
        self._thread = threading.Thread(target=self._serve, name="serial server", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """What to give `SerialLink`."""
        host, port = self._address
        return f"socket://{host}:{port}"

    @property
    def due_ms(self) -> int | None:
        """None: a thread of its own keeps the twin's time."""
        return None

    def act(self, hand: Callable[[AnyTwin, int], Result]) -> Result:
        """The hand has acted on the machine; what it made the machine say is on its way."""
        with self._lock:
            result = hand(self.twin, self._clock.now_ms())
        self._wake()
        return result

    @property
    def plugged(self) -> bool:
        """Whether the cable is in, whoever pulled it: a hand or misfortune."""
        return self._plugged

    def unplug(self) -> None:
        """The cable is being pulled: the client is cut off. It stays out until `replug`."""
        self._back_at_ms = None
        self._plugged = False
        self._wake()

    def replug(self) -> None:
        """The cable is being plugged in: the same port is there again."""
        self._plugged = True
        self._wake()

    def close(self) -> None:
        """The port and its thread are gone."""
        self._closing = True
        self._wake()
        self._thread.join(timeout=5)
        self._pull_out()
        os.close(self._wake_read)
        os.close(self._wake_write)

    # --- the thread --------------------------------------------------------------------------------

    def _wake(self) -> None:
        os.write(self._wake_write, b"w")

    def _serve(self) -> None:
        while not self._closing:
            now_ms = self._clock.now_ms()
            if self._back_at_ms is not None and now_ms >= self._back_at_ms:
                self._back_at_ms = None
                self._plugged = True
            if self._plugged and self._server is None:
                self._server = socket.create_server(self._address)
            elif not self._plugged:
                self._pull_out()
            with self._lock:
                self._send(self.twin.tick(now_ms), now_ms)
                dues = [self.twin.due_ms, self._back_at_ms]
            due_ms = min((due for due in dues if due is not None), default=now_ms + 1_000)
            self._listen(max(0, due_ms - self._clock.now_ms()))

    def _listen(self, at_most_ms: int) -> None:
        sources = [source for source in (self._server, self._client) if source is not None]
        ready, _, _ = select.select([self._wake_read, *sources], [], [], at_most_ms / 1000)
        if self._wake_read in ready:
            os.read(self._wake_read, 4096)
        if self._client is not None and self._client in ready:
            self._hear(self._client)
        self._accept()

    def _accept(self) -> None:
        """Whoever has called has the line now; the latest of them, as serial servers are often set."""
        while self._server is not None and select.select([self._server], [], [], 0)[0]:
            if self._client is not None:
                self._client.close()
            self._client = self._server.accept()[0]
            self._client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def _hear(self, client: socket.socket) -> None:
        try:
            data = client.recv(4096)
        except OSError:
            data = b""
        if not data:
            client.close()
            self._client = None
            return
        machine, faults = self.twin.machine, self._faults
        with self._lock:
            for piece in (data,) if faults is None else faults.on_the_line(machine, data, "in"):
                now_ms = self._clock.now_ms()
                self._send(self.twin.feed(piece, now_ms), now_ms)

    def _send(self, data: bytes, now_ms: int) -> None:
        """The bytes are with the client; without one they are lost, as a serial server loses them."""
        if data:
            self._accept()  # whoever has called before the machine spoke hears it
        if not data or self._client is None:
            return
        machine, faults = self.twin.machine, self._faults
        if faults is not None and faults.occurs("unplug", machine):
            self._plugged = False
            self._back_at_ms = now_ms + faults.away_ms()
            return
        for piece in (data,) if faults is None else faults.on_the_line(machine, data, "out"):
            with contextlib.suppress(OSError):
                self._client.sendall(piece)

    def _pull_out(self) -> None:
        for end in (self._client, self._server):
            if end is not None:
                end.close()
        self._client = self._server = None
