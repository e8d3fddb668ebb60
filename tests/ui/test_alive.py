"""What a screen tells the service manager, heard at the socket of its own."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from controller.clock import VirtualClock
from tests.ui.supervised import of_the_unit
from ui import alive
from ui.app import application


def test_a_slow_screen_has_nearly_all_the_time_that_the_unit_allows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Said at each turn of its loop: one that was left out would let a stall of 0.5 s be its end."""
    application()
    clock, turn_ms = VirtualClock(1_000_000), alive.SAID_MS
    allowed_ms = round(1_000 * of_the_unit("WatchdogSec"))
    monkeypatch.setattr(alive, "SystemClock", lambda: clock)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", str(1_000 * allowed_ms))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.setblocking(False)
        parent = QObject()
        screen = alive.Alive(parent)
        said = []
        for _ in range(6):
            screen._turned()
            clock.advance_to(clock.now_ms() + turn_ms - 10)
            said.append(heard(manager))
    assert said == [["READY=1", "WATCHDOG=1"], *[["WATCHDOG=1"]] * 5]
    assert allowed_ms - turn_ms >= 900


def heard(manager: socket.socket) -> list[str]:
    said = []
    while True:
        try:
            said.append(manager.recv(256).decode())
        except BlockingIOError:
            return said
