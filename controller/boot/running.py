"""What a table that runs says of its machines: one look at its pit socket, nothing asked of it."""

from __future__ import annotations

import contextlib
import socket
import time
from typing import Any, Final

from controller.screens import wire
from controller.settings.table import TableFile

PATIENCE_S: Final = 3.0
"""A table that decides tells its figures with every tick that finds them changed, first to who just came."""

Told = dict[str, Any]


def running(settings: TableFile, patience_s: float = PATIENCE_S) -> list[Told] | None:
    """Health and figures of each machine of the table that runs, or None if none runs or may be looked at.

    A map holds machine, health, detail, since_ms; then, of a machine with a line of its own, what
    `controller.ports.Figures` counts.
    """
    view, told = _heard(settings, patience_s)
    if not view:
        return None
    figures = {one["machine"]: one for one in told.get("figures", ())}
    return [{**one, **figures.get(one["machine"], {})} for one in view["machines"]]


def frame_log_failed(settings: TableFile, patience_s: float = PATIENCE_S) -> str | None:
    """Why the table that runs cannot write its frame log, empty if it can; None if none runs or tells."""
    _, told = _heard(settings, patience_s)
    return str(told.get("frame_log", "")) if told else None


def _heard(settings: TableFile, patience_s: float) -> tuple[Told, Told]:
    """The view, and the message that carries the figures; empty maps where they did not come."""
    path = settings.table.run / wire.socket_name("pit")
    view: Told = {}
    figures: Told = {}
    end_s = time.monotonic() + patience_s
    with contextlib.suppress(OSError, wire.WireError), socket.socket(socket.AF_UNIX) as line:
        line.settimeout(patience_s)
        line.connect(str(path))
        lines = wire.Lines(limit=4 * wire.LINE_MAX)
        while not (view and figures) and time.monotonic() < end_s and (data := line.recv(65_536)):
            for said in lines.feed(data):
                message = wire.decode(said)
                if isinstance(message, dict):
                    view = message.get("view", view)
                    figures = message if "figures" in message else figures
    return view, figures
