"""Ordering a fault at a demonstration from outside: a tap at the socket of its simulator's panel."""

from __future__ import annotations

import socket
import tempfile
import time
from pathlib import Path
from typing import Any

from controller.screens import wire
from drivers.sim.catalogue import CATALOGUE

PATIENCE_S = 5.0


class NotOrdered(Exception):
    """The fault was not ordered; the text says why."""


class NoAnswer(NotOrdered):
    """Nobody answers at `path`."""

    def __init__(self, path: Path, reason: str = "") -> None:
        super().__init__(f"{path}: no answer ({reason})" if reason else f"{path}: no answer")
        self.path = path


def catalogue() -> list[dict[str, Any]]:
    """Every fault: its kind, where it may be ordered, what happens and what the dealer sees."""
    return [
        {
            "kind": entry.kind,
            "machines": [str(machine) for machine in entry.machines],
            "what": entry.what,
            "seen": entry.seen,
        }
        for entry in CATALOGUE
    ]


def panels() -> list[Path]:
    """The sockets of the panels of the demonstrations that run on this machine."""
    return sorted(Path(tempfile.gettempdir()).glob("tapis-demo-*/*/run/simulator.sock"))


def order(path: Path, kind: str, machine: str = "") -> None:
    """The fault happens at the machine's next occasion; without a machine at the usual one.

    Raises:
        NoAnswer: nobody answers there.
        NotOrdered: the panel knows no such fault of that machine.
    """
    tap = {"act": "order", "kind": kind, **({"machine": machine} if machine else {})}
    lines = wire.Lines()
    until_s = time.monotonic() + PATIENCE_S
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE_S)
        try:
            line.connect(str(path))
            line.sendall(wire.ask_line("order", 0, tap))
            while time.monotonic() < until_s:
                data = line.recv(65_536)
                if not data:
                    break
                for said in lines.feed(data):
                    message = wire.decode(said)
                    if isinstance(message, dict) and message.get("answer") == "order":
                        _accept(message)
                        return
        except (OSError, wire.WireError) as why:
            raise NoAnswer(path, getattr(why, "strerror", None) or str(why)) from None
    raise NoAnswer(path)


def _accept(answer: dict[str, Any]) -> None:
    if answer.get("ok") is not True:
        raise NotOrdered(str(answer["refusal"]["facts"]["why"]))
