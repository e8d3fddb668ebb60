"""Why the port of a machine is not open: a code for the table, a sentence with what to do for a person.

The same for every carrier. A link tells it once, by `NotOpened`, and goes on looking.
"""

from __future__ import annotations

import errno
from typing import Final

from controller.game.inputs import Machine, Observation, TroubleObserved
from controller.installed import file_named
from controller.ports import LinkDown, LinkUp

NOT_THERE: Final = "port_not_there"
NO_PERMISSION: Final = "port_no_permission"
BUSY: Final = "port_busy"
TWO_ALIKE: Final = "port_two_alike"
FAILED: Final = "port_failed"
FOREIGN: Final = "foreign_device"
CODES: Final = (NOT_THERE, NO_PERMISSION, BUSY, TWO_ALIKE, FAILED, FOREIGN)
"""Why a port is not open. `port_not_there` is no trouble: the machine is absent, and looked for."""
NO_LIBRARY: Final = "library_missing"
NO_PINS: Final = "pins_missing"
"""Why a machine cannot be driven on this computer at all."""

UNPLUGGED: Final = "unplugged"
"""Why a port that was open is not any more, whatever the error of its library."""

LASTS: Final = 3
"""Failures of one kind in a row from which on it is told; a port that is not there is told at once."""
BACK_OFF_S: Final = (0.05, 0.1, 0.2, 0.4)

_BY_ERRNO: Final = {
    errno.EACCES: NO_PERMISSION,
    errno.EPERM: NO_PERMISSION,
    errno.EBUSY: BUSY,
    errno.EAGAIN: BUSY,  # pyserial 3.5: the exclusive lock is another program's
    errno.ENOENT: NOT_THERE,
    errno.ENODEV: NOT_THERE,
    errno.ENXIO: NOT_THERE,
}
_SENTENCES: Final = {
    NOT_THERE: "{where} is not plugged in: check the cable and the power, and the url in table.toml",
    NO_PERMISSION: "{where} is not permitted to this user: "
    f"name it in {file_named('70-tapis.rules')}, or type this as the table's user",
    BUSY: "{where} is in use by another program: stop that program, or the table if it is running",
    TWO_ALIKE: "{where} is plugged in more than once: add the serial number to the url in table.toml",
    FAILED: "{where} cannot be opened ({detail}): unplug it, plug it in again, then try another cable",
    FOREIGN: "{where} is {detail}: plug in the machine of this table, or correct the url in table.toml",
}


class OpeningFault(Exception):
    """A port that is not open; its text is one sentence with what to do.

    Args:
        code: one of `CODES`.
        where: the URL of the port.
        detail: what was found there instead, or the error.
        sentence: the whole of it, for a machine that is not found by a URL.
    """

    def __init__(self, code: str, where: str, detail: str = "", *, sentence: str = "") -> None:
        usual = _SENTENCES[code].format(where=where, detail=detail or "no reason given")
        super().__init__(sentence or usual)
        self.code = code


class Attempts:
    """The attempts of a link to open its port: how long to wait after one, and whether to tell it.

    What is over after a moment is not told: a port that is being plugged in belongs to root at first.
    """

    def __init__(self) -> None:
        self._failures = 0
        self._same = 0
        self._code = ""
        self._told = ""

    def succeeded(self) -> None:
        """The port is open: what was told is over."""
        self._failures = self._same = 0
        self._code = self._told = ""

    def failed(self, fault: OpeningFault) -> bool:
        """Whether to tell this one: it lasts, and was not told yet."""
        self._failures += 1
        self._same = self._same + 1 if fault.code == self._code else 1
        self._code = fault.code
        if fault.code == self._told or (fault.code != NOT_THERE and self._same < LASTS):
            return False
        self._told = fault.code
        return True

    @property
    def wait_s(self) -> float:
        """How long to wait before the next attempt."""
        return BACK_OFF_S[min(self._failures, len(BACK_OFF_S)) - 1]


class NotOpened(LinkDown):
    """The port is not open, and why; delivered once for each new reason."""

    def __init__(self, fault: OpeningFault) -> None:
        super().__init__(fault.code)
        self.fault = fault


def fault_of(where: str, error: BaseException) -> OpeningFault:
    """What an error of a carrier's library says about the port at `where`."""
    number = getattr(error, "errno", None)
    code = _BY_ERRNO.get(number, FAILED) if isinstance(number, int) else FAILED
    return OpeningFault(code, where, getattr(error, "strerror", None) or type(error).__name__)


class PortTroubles:
    """What is wrong with the port of a machine, as observations of its driver."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._told: set[str] = set()

    def heard(self, item: object) -> list[Observation]:
        """The troubles of the port that begin and end with what a link delivered."""
        if not isinstance(item, LinkUp | LinkDown):
            return []
        begun, ended = troubles_after(self._told, item)
        self._told = (self._told - set(ended)) | set(begun)
        over: list[Observation] = [TroubleObserved(self._machine, code, active=False) for code in ended]
        return over + [TroubleObserved(self._machine, code) for code in begun]


def troubles_after(troubles: set[str], item: object) -> tuple[list[str], list[str]]:
    """The troubles of the port that begin and end with what a link delivered, in order.

    `troubles` are those of the machine that are told now; it is not changed.
    """
    now = item.fault.code if isinstance(item, NotOpened) else ""
    begun = [now] if now and now != NOT_THERE and now not in troubles else []
    return begun, [code for code in CODES if code in troubles and code != now]
