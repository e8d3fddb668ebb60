"""The watch over what is plugged in: a device that the list does not allow is told until it is out.

It listens on no machine and opens none. What it sees is told for the link of the table to the outside
(`Machine.LINK`), since a stranger belongs to no machine.
"""

from __future__ import annotations

import contextlib
import threading
from dataclasses import dataclass
from typing import Any, Final

from controller.game.inputs import Machine, Observation, TroubleObserved
from controller.game.requests import Request
from controller.ports import Deliver, Figures
from drivers.lines.allow_list import AllowList, Plugged
from drivers.lines.usb_claims import usb_backend

LOOK_S: Final = 1.0
AGAIN_MS: Final = 5_000
"""How often a stranger that is still there is told again: another alarm of its kind may have ended it."""
STRANGERS_MAX: Final = 16


@dataclass(frozen=True, slots=True)
class NowPlugged:
    """All that is plugged in; delivered when it changes."""

    devices: tuple[Plugged, ...]


class PlugWatch:
    """A driver that watches the sockets (`controller.ports.Driver`).

    Args:
        allowed: the house's list.
        backend: pyusb's, or a simulated one; without it, that of this machine.
    """

    machine = Machine.LINK

    def __init__(self, allowed: AllowList, backend: Any = None) -> None:
        self._allowed = allowed
        self._backend = backend
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._strangers: tuple[str, ...] = ()
        self._told_ms = 0

    def start(self, deliver: Deliver) -> None:
        """The sockets are being watched.

        Raises:
            MissingLibrary: pyusb or libusb is not installed.
        """
        if self._backend is None:
            self._backend = usb_backend("allowed")
        self._stopping.clear()
        self._thread = threading.Thread(target=self._look, args=(deliver,), name="plug watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Nothing is watched any more."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout=5)
            self._thread = None

    def receive(self, item: object, now_ms: int) -> list[Observation]:
        """Who came and who went."""
        if not isinstance(item, NowPlugged):
            return []
        strange = [one for one in item.devices if self._allowed.permitted(one) is None]
        codes = tuple(code_of(one) for one in strange[:STRANGERS_MAX])
        gone = [code for code in self._strangers if code not in codes]
        come = [code for code in codes if code not in self._strangers]
        self._strangers = codes
        # First who went: of several strangers one alarm stands, and it must not end while one is there.
        told: list[Observation] = [TroubleObserved(self.machine, code, active=False) for code in gone]
        return told + self._tell(codes if gone else come, now_ms)

    def tick(self, now_ms: int) -> list[Observation]:
        """A stranger that is still there is told again."""
        if not self._strangers or now_ms < self._told_ms + AGAIN_MS:
            return []
        return self._tell(self._strangers, now_ms)

    @property
    def due_ms(self) -> int | None:
        """When `tick` is next wanted."""
        return self._told_ms + AGAIN_MS if self._strangers else None

    @property
    def figures(self) -> Figures:
        """A watch has no line of its own."""
        return Figures()

    def ask(self, request: Request, now_ms: int) -> None:
        """A watch is asked for nothing."""

    def _tell(self, codes: tuple[str, ...] | list[str], now_ms: int) -> list[Observation]:
        self._told_ms = now_ms
        return [TroubleObserved(self.machine, code) for code in codes]

    def _look(self, deliver: Deliver) -> None:
        seen: tuple[Plugged, ...] = ()
        while not self._stopping.is_set():
            with contextlib.suppress(OSError):  # a device that goes while the bus is read: look again
                now = tuple(self._allowed.plugged_in(self._backend))
                if now != seen:
                    seen = now
                    deliver(NowPlugged(now))
            self._stopping.wait(LOOK_S)


def code_of(stranger: Plugged) -> str:
    """The code of the trouble: `intruder_VENDOR:PRODUCT_at_PORT`."""
    return f"intruder_{stranger.identity}_at_{stranger.port}"
