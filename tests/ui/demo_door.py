"""A socket of one screen of a demonstrated table, as that screen uses it."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from itertools import count
from typing import Any, Final

from controller.boot.demo.night import DemoNight
from controller.screens import wire
from tests.patience import PATIENCE_S

ASKS: Final = count(1)


class Door:
    """Connects anew at each call: the table may be killed and started again meanwhile."""

    def __init__(self, night: DemoNight, role: str, table: str = "UTH-1") -> None:
        self.night = night
        self.path = night.folder / table / "run" / f"{role}.sock"

    def view(self) -> dict[str, Any]:
        """What the screen shows now; the table may be away for a moment."""
        return self._talk(None)[0]

    def tap(self, **tap: object) -> None:
        """The tap had its effect."""
        answer = self._talk(tap)[1]
        assert answer.get("ok"), answer

    def kill(self, **tap: object) -> None:
        """The tap was taken, or killed who would have said so."""
        self._talk(tap)

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            self.night.tick()
            view = self.view()
            if view and holds(view):
                return view
            time.sleep(0.1)
        raise AssertionError(f"it never came: {json.dumps(self.view())[:1500]}")

    def _talk(self, tap: dict[str, object] | None) -> tuple[dict[str, Any], dict[str, Any]]:
        view: dict[str, Any] = {}
        answer: dict[str, Any] = {}
        ask = f"a{next(ASKS)}"
        try:
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(5)
                line.connect(str(self.path))
                lines, asked = wire.Lines(limit=4 * wire.LINE_MAX), False
                while not (view and (answer or tap is None)) and (data := line.recv(65_536)):
                    for said in lines.feed(data):
                        message = wire.decode(said)
                        view = message.get("view", view)
                        answer = message if message.get("answer") == ask else answer
                        if view and tap is not None and not asked:
                            asked = True
                            line.sendall(wire.ask_line(ask, message.get("seq", 0), tap))
        except OSError:
            return {}, {}
        return view, answer
