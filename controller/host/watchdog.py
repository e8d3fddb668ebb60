"""The service manager's watchdog: told that the thread on which all depends is alive.

A table tells it from its deciding thread, or while that waits for the disk from the one that is patient
(`controller.table.patience`); a screen from the thread that draws (`ui.alive`).

The protocol is one datagram to the socket named in NOTIFY_SOCKET; without that variable nothing is sent.
"""

from __future__ import annotations

import os
import socket

from controller.clock import Clock


class Watchdog:
    """Says `READY=1` once, and `WATCHDOG=1` at a part of the time that the service manager allows."""

    def __init__(self, address: str, every_ms: int, clock: Clock) -> None:
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._every_ms = every_ms
        self._clock = clock
        self._told_ms = 0

    @staticmethod
    def of_environment(clock: Clock, parts: int = 2) -> Watchdog:
        """The watchdog that the service manager set up for this process, or one that says nothing.

        Args:
            parts: how often it is told within the time that is allowed. Whoever is stalled just before it
                would be told again has the less of that time left, the fewer these are.
        """
        micro = os.environ.get("WATCHDOG_USEC", "")
        every_ms = int(micro) // (1_000 * parts) if micro.isdigit() else 0
        return Watchdog(os.environ.get("NOTIFY_SOCKET", ""), every_ms, clock)

    def ready(self) -> None:
        """The service manager knows that the process is at work."""
        self._tell(b"READY=1")

    def status(self, words: str) -> None:
        """What the service manager shows of the process."""
        self._tell(f"STATUS={words}".encode())

    def alive(self) -> None:
        """Called at each turn of the thread; tells it no more often than needed."""
        now_ms = self._clock.now_ms()
        if self._every_ms and now_ms - self._told_ms >= self._every_ms:
            self._told_ms = now_ms
            self._tell(b"WATCHDOG=1")

    def _tell(self, message: bytes) -> None:
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
            sender.sendto(message, self._address)
