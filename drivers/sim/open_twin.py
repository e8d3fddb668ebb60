"""What every imitated machine of the open protocol has in common: its session and its power switch."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any, Final

from controller.game.inputs import Health, Machine
from drivers.lines.messages import Kind
from drivers.lines.numbering import QUEUE_MAX
from drivers.lines.session import Session
from drivers.lines.session_types import Condition, Counters, Greeted, Heard, Identity
from drivers.open_machine import Speaks
from drivers.sim.faults import Faults

LIMIT_CELSIUS: Final = 55
HOST_LOST: Final = Condition(Health.LOST, "silence")


class OpenTwin:
    """A machine of the open protocol, seen from its own end of the line (`carriers.Twin`).

    Args:
        machine: which one.
        boot: a number drawn for this power-on; not 0.
        firmware: the name of its program; its hash is the SHA-256 of that name.
        faults: what may go wrong in it, or None.
        speaks: makes its end of the conversation.

    Attributes:
        celsius: what its thermometer shows; None without one, which is how it is made.
    """

    def __init__(
        self,
        machine: Machine,
        boot: int,
        firmware: str,
        faults: Faults | None = None,
        speaks: Speaks = Session,
    ) -> None:
        self.machine = machine
        self.celsius: int | None = None
        self._faults = faults
        self.identity = Identity(
            f"simulated {machine}", machine.value, firmware, sha256(firmware.encode()).digest()
        )
        self._speaks = speaks
        self._session = speaks(self.identity, boot)

    def feed(self, data: Any, now_ms: int) -> Any:
        """What the machine answers to what came from the line."""
        if self._faults is not None:
            if self._faults.occurs("reboot", self.machine):
                self.restart(self._faults.boot(), now_ms)
            elif self._faults.occurs("firmware_changed", self.machine):
                self.reflash(_altered(self.identity.firmware), self._faults.boot(), now_ms)
        for event in self._session.feed(data, now_ms):
            if isinstance(event, Heard):
                self._hear(event.kind, event.values, now_ms)
            elif isinstance(event, Greeted):
                self._introduce(now_ms)
                self._tell_warmth(now_ms)
        return self._session.take()

    def tick(self, now_ms: int) -> Any:
        """What the machine says because time passed."""
        for event in self._session.tick(now_ms):
            if event == HOST_LOST:
                self._be_alone(now_ms)
        self._work(now_ms)
        return self._session.take()

    def take(self) -> Any:
        """What the machine says because a hand did something."""
        return self._session.take()

    @property
    def due_ms(self) -> int | None:
        """When `tick` is next wanted, or None."""
        work, line = self._work_ends_ms, self._session.due_ms
        if work is None or line is None:
            return line if work is None else work
        return min(work, line)

    def restart(self, boot: int, now_ms: int) -> None:
        """The machine lost its power and came back: it knows nobody, and what it had not said is lost."""
        self._session = self._speaks(self.identity, boot)

    def reflash(self, firmware: str, boot: int, now_ms: int) -> None:
        """Somebody put another program into the machine, which started it anew."""
        digest = sha256(firmware.encode()).digest()
        self.identity = replace(self.identity, firmware=firmware, firmware_sha256=digest)
        self.restart(boot, now_ms)

    def warm(self, celsius: int, now_ms: int) -> None:
        """Its thermometer shows so many degrees."""
        self.celsius = celsius
        if self._session.met:
            self._tell_warmth(now_ms)

    def _tell_warmth(self, now_ms: int) -> None:
        if self.celsius is not None:
            said = {"celsius": self.celsius, "limit_celsius": LIMIT_CELSIUS}
            self._session.send(Kind.TEMPERATURE, now_ms, **said)

    @property
    def counters(self) -> Counters:
        """What happened at this end of the line since the power-on."""
        return self._session.counters

    @property
    def full(self) -> bool:
        """Whether so much waits to be acknowledged that the machine stops working."""
        return self._session.outstanding >= QUEUE_MAX - 8

    # --- what one machine adds ---------------------------------------------------------------------

    def _hear(self, kind: Kind, values: dict[str, Any], now_ms: int) -> None:
        """What the table asks."""

    def _be_alone(self, now_ms: int) -> None:
        """The table has fallen silent for good."""

    def _introduce(self, now_ms: int) -> None:
        """Say all that the table must know after a handshake."""
        self._report(now_ms)

    def _report(self, now_ms: int) -> None:
        """Say the machine's state."""

    def _work(self, now_ms: int) -> None:
        """What the machine does by itself."""

    @property
    def _work_ends_ms(self) -> int | None:
        return None


def _altered(firmware: str) -> str:
    """The name of another program, as short as a greeting asks however often it is altered."""
    name, _, times = firmware.partition(" altered ")
    return f"{name} altered {int(times or 0) + 1}"
