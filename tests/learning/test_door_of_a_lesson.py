"""A lesson's console at its socket: what it may say there, and what it is told."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

from controller.clock import SystemClock
from controller.screens import wire
from controller.screens.panel import Panel
from controller.screens.unix_socket import Doors
from tests.patience import PATIENCE_S


def test_who_asks_for_an_older_round_is_told_that_there_is_none_and_stays(tmp_path: Path) -> None:
    """The console asks so when a number is keyed at *Rectifier*; a table would answer."""
    panel = Panel(
        Doors(tmp_path), lambda: {"seq": 1}, lambda tap: None, lambda run: run(), SystemClock(), "dealer"
    )
    panel.open()
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE_S)
            line.connect(str(tmp_path / "dealer.sock"))
            line.sendall(wire.round_asked_line(3) + wire.ask_line("one", 1, {"act": "lesson.hint"}))
            lines, heard = wire.Lines(), list[Any]()
            while not any("answer" in said for said in heard):
                data = line.recv(4096)
                assert data, f"it was hung up: {heard}"
                heard += [wire.decode(one) for one in lines.feed(data)]
    finally:
        panel.close()
    assert {"round": 3, "past": None} in heard
    assert {"answer": "one", "ok": True, "seq": 0} in heard
    assert not any("dropped" in said for said in heard)
