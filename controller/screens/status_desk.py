"""`status.sock`: whoever keeps the machine hears in one line how the table does, and can say nothing to it.

    table -> who asks  {"table": "UTH-2", "phase": "between", "game": {...}, "alarms": [...], ...}
                       {"waiting": "full"}    the table waits for its disk, by a word of
                       `controller.host.disk`
                       {"dropped": "..."}     this user may not connect

One line to each that connects, then the table hangs up; nothing that comes is read. All of it is done by a
thread of its own, which asks nothing of the deciding one: a table is no slower for being looked at, and a
hundred who look can keep it from nothing.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from controller.screens import wire
from controller.screens.unix_socket import Door, Doors, account_of, why_not_let_in

ROLE: Final = "status"
ROOT: Final = 0
"""Who administers the machine reads all of it anyway, and types this first."""
LOOK_S: Final = 0.2
SEND_S: Final = 1.0
ANSWER_S: Final = 3.0
"""A table tells at once; one that says nothing for so long is not at work."""

Told = dict[str, Any]


class StatusDesk:
    """Tells whoever connects what `tell` gives, from `open` to `close`. `tell` runs on the desk's thread."""

    def __init__(self, doors: Doors, tell: Callable[[], Told]) -> None:
        self._doors, self._tell = doors, tell
        self._door: Door | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="status", daemon=True)

    def open(self) -> None:
        """Who asks is answered.

        Raises:
            SocketTaken: another process serves there.
        """
        self._door = self._doors.of(ROLE)
        self._door.listener.settimeout(LOOK_S)
        self._thread.start()

    def close(self) -> None:
        """Nobody is answered any more, and the socket is gone."""
        if self._door is None:
            return
        self._closing.set()
        self._door.let_go()
        self._thread.join(2 * SEND_S)
        self._door.close()

    def _serve(self) -> None:
        assert self._door is not None
        while not self._closing.is_set():
            with suppress(OSError):  # nobody came, or has already gone again
                sock, _ = self._door.listener.accept()
                with sock:
                    sock.settimeout(SEND_S)
                    why = "" if account_of(sock) == ROOT else why_not_let_in(sock, self._door.gid)
                    sock.sendall(wire.dropped_line(why) if why else wire.encode(self._tell()))


class Silent(Exception):
    """Why no table told anything: `down`, `not_permitted`, or `mute` for one that says nothing."""


def heard(run: Path, patience_s: float = ANSWER_S) -> Told:
    """What the table tells that serves in this directory.

    Raises:
        Silent: none does, or not to this user.
    """
    data = b""
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(patience_s)
            line.connect(str(run / wire.socket_name(ROLE)))
            while piece := line.recv(65_536):
                data += piece
        told = wire.decode(data) if data else None
    except PermissionError:
        raise Silent("not_permitted") from None
    except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError):
        raise Silent("down") from None
    except (OSError, wire.WireError):
        raise Silent("mute") from None
    if not isinstance(told, dict) or not told:
        raise Silent("mute")
    if "dropped" in told:
        raise Silent("not_permitted")
    return told
