"""The hypervisor's own line (QMP): JSON, a line each, over a Unix socket."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path
from typing import Any


class QmpError(RuntimeError):
    """The hypervisor refused a command; its own words."""


class Qmp:
    """One connection. Events that come between answers are kept in `events`."""

    def __init__(self, path: Path, deadline_s: float = 30) -> None:
        self.events: list[dict[str, Any]] = []
        late_s = time.monotonic() + deadline_s
        self._socket = socket.socket(socket.AF_UNIX)
        while True:
            try:
                self._socket.connect(str(path))
                break
            except OSError:
                if time.monotonic() > late_s:
                    raise
                time.sleep(0.05)
        self._socket.settimeout(120)
        self._lines = self._socket.makefile("rb")
        self._hear()  # its greeting
        self.ask("qmp_capabilities")

    def ask(self, command: str, **arguments: Any) -> Any:
        """What the command returns.

        Raises:
            QmpError: it was refused.
            EOFError: the hypervisor is gone.
        """
        words = {"execute": command, "arguments": {key.replace("_", "-"): v for key, v in arguments.items()}}
        self._socket.sendall(json.dumps(words).encode() + b"\n")
        while True:
            said = self._hear()
            if "return" in said:
                return said["return"]
            if "error" in said:
                raise QmpError(f"{command}: {said['error']['desc']}")
            self.events.append(said)

    def wait_for(self, event: str, deadline_s: float, **data: Any) -> None:
        """An event of this name, with these data among its own, was heard since the last that was waited for.

        Raises:
            TimeoutError: it was not.
        """
        late_s = time.monotonic() + deadline_s
        while True:
            for at, said in enumerate(self.events):
                if said["event"] == event and data.items() <= said.get("data", {}).items():
                    del self.events[: at + 1]
                    return
            if time.monotonic() > late_s:
                raise TimeoutError(f"the hypervisor never said {event}")
            time.sleep(0.05)
            self.ask("query-status")  # what comes before the answer is kept

    def close(self) -> None:
        """The line is closed."""
        self._lines.close()
        self._socket.close()

    def _hear(self) -> dict[str, Any]:
        line = self._lines.readline()
        if not line:
            raise EOFError("the hypervisor is gone")
        said: dict[str, Any] = json.loads(line)
        return said
