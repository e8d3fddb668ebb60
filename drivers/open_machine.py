"""What every machine of the open protocol has in common: a link, a session, and health told upward.

A driver of one machine adds what its messages mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from controller.game.inputs import (
    Health,
    HealthObserved,
    IdentityObserved,
    Machine,
    MachineIdentity,
    Observation,
    TroubleObserved,
)
from controller.game.requests import Request
from controller.ports import Deliver, Figures, Link, LinkDown, LinkUp
from drivers.lines.frame_numbers import HeardFrames
from drivers.lines.gauge import port_of
from drivers.lines.messages import Kind
from drivers.lines.noted_session import NotedSession
from drivers.lines.port_faults import troubles_after
from drivers.lines.session_types import (
    USUAL,
    Condition,
    Conversation,
    Counters,
    Greeted,
    Heard,
    Identity,
    Malformed,
    PeerRefused,
    Timing,
)

Speaks = Callable[..., Conversation]
"""Makes one end of a conversation; arguments as of `Session` and `NotedSession`."""
TABLE: Final = Identity("tapis", "table", "")
NOISE_FRAMES: Final = 3
NOISE_MS: Final = 10_000
_ENDS_AT_REBOOT: Final = ("foreign_message", "malformed_message", "deck_order_sent")
_LINE_WORDS: Final = ("silence", "no_answer", "resumed")
REFUSALS: Final = ("protocol_version", "protocol_boot", "schema_hash", "foreign_machine")


class OpenMachine:
    """A driver of a machine that speaks the open protocol (`controller.ports.Driver`).

    Args:
        machine: which one; its name is what the machine must say of itself.
        link: the carrier.
        boot: drawn anew at each start of the program; not 0.
        timing: patience and rhythm.
        speaks: makes the table's end of the conversation: bytes, but for a simulated night without faults.
        firmware_sha256: 64 hex digits of the program the house has approved, or empty for any (CS-15).

    Attributes:
        frames: the count of what was heard of it.
        refusal: why it was turned away last, or turned the table away, since it was met; or None.
    """

    def __init__(
        self,
        machine: Machine,
        link: Link,
        *,
        boot: int,
        timing: Timing = USUAL,
        firmware_sha256: str = "",
        speaks: Speaks = NotedSession,
    ) -> None:
        self.machine = machine
        self._link = link
        self.frames = HeardFrames(machine)
        self._session = speaks(TABLE, boot, expects=machine.value, timing=timing, frames=self.frames)
        self._firmware_sha256 = bytes.fromhex(firmware_sha256)
        self._troubles: set[str] = set()
        self._unwritten = False  # observations were given out, and the table may not have written them yet
        self._damaged_seen = 0
        self._damaged_at_ms: list[int] = []
        self._identity: MachineIdentity | None = None
        self.refusal: PeerRefused | None = None

    # --- controller.ports.Driver -------------------------------------------------------------------

    def start(self, deliver: Deliver) -> None:
        """The link is being opened."""
        self._link.open(deliver)

    def stop(self) -> None:
        """The link is closed."""
        self._link.close()

    def receive(self, item: object, now_ms: int) -> list[Observation]:
        """What came from the line, `LinkUp` or `LinkDown` means.

        What is observed is acknowledged by the next `tick`, which is due at once: by then the table has
        written it. A table that dies in between hears it again.
        """
        observations: list[Observation] = []
        if isinstance(item, LinkUp | LinkDown):
            self._plugged(item, now_ms, observations)
        else:
            for event in self._session.feed(item, now_ms):
                self._judge(event, now_ms, observations)
            if self._session.counters.damaged != self._damaged_seen:
                self._count_damage(now_ms, observations)
        self._unwritten = self._unwritten or bool(observations)
        self._flush()
        return observations

    def _plugged(self, item: LinkUp | LinkDown, now_ms: int, observations: list[Observation]) -> None:
        """The carrier came or went."""
        if isinstance(item, LinkUp):
            self._session.opened(now_ms)
        else:
            for event in self._session.closed(item.why):
                self._judge(event, now_ms, observations)
        begun, ended = troubles_after(self._troubles, item)
        for code in begun:
            self._begin(code, observations)
        for code in ended:
            self._end(code, observations)

    def tick(self, now_ms: int) -> list[Observation]:
        """What the passing of time means."""
        observations: list[Observation] = []
        for event in self._session.tick(now_ms):
            self._judge(event, now_ms, observations)
        if self._damaged_at_ms and now_ms - self._damaged_at_ms[-1] >= NOISE_MS:
            self._damaged_at_ms.clear()
            self._end("line_noise", observations)
        self._pursue(now_ms, observations)
        self._unwritten = False
        self._flush()
        return observations

    @property
    def due_ms(self) -> int | None:
        """When `tick` is next wanted."""
        if self._unwritten:
            return 0
        due_ms = self._session.due_ms
        quiet_ms = self._damaged_at_ms[-1] + NOISE_MS if self._damaged_at_ms else None
        for other_ms in (self._pursue_at_ms, quiet_ms):
            if other_ms is not None and (due_ms is None or other_ms < due_ms):
                due_ms = other_ms
        return due_ms

    def ask(self, request: Request, now_ms: int) -> None:
        """A machine that is asked for nothing ignores every request."""

    @property
    def figures(self) -> Figures:
        """How the line does."""
        counted = self._session.counters
        return self._session.gauge.figures(
            frames=counted.frames_in,
            retries=counted.retries,
            damaged=counted.damaged + counted.malformed,
            reconnections=counted.reconnections,
            identity=self._identity,
        )

    @property
    def counters(self) -> Counters:
        """What happened on the line."""
        return self._session.counters

    # --- what the driver of one machine adds -------------------------------------------------------

    def _hear(self, kind: Kind, values: dict[str, Any], now_ms: int, frame: int) -> Iterable[Observation]:
        """What a message of this machine, told in this frame, means; a kind not its own is `_foreign`."""
        return self._foreign()

    def _hear_malformed(self, kind: int, frame: int) -> Iterable[Observation]:
        """What a message of this kind means when its fields cannot be read; of most nothing."""
        return ()

    def _meet(self, now_ms: int) -> None:
        """The handshake is done: what is wanted of the machine is to be asked afresh."""

    def _come_back(self) -> None:
        """It was without power since it was last met."""

    def _pursue(self, now_ms: int, observations: list[Observation]) -> None:
        """Ask again what the machine has not reached yet, and tell that it does not."""

    @property
    def _pursue_at_ms(self) -> int | None:
        return None

    # --- troubles ----------------------------------------------------------------------------------

    def _begin(self, code: str, observations: list[Observation]) -> None:
        """The trouble is told, once."""
        if code not in self._troubles:
            self._troubles.add(code)
            observations.append(TroubleObserved(self.machine, code))

    def _end(self, code: str, observations: list[Observation]) -> None:
        """The end of the trouble is told, if it had begun."""
        if code in self._troubles:
            self._troubles.remove(code)
            observations.append(TroubleObserved(self.machine, code, active=False))

    def _foreign(self) -> list[Observation]:
        observations: list[Observation] = []
        self._begin("foreign_message", observations)
        return observations

    # --- inside ------------------------------------------------------------------------------------

    def _flush(self) -> None:
        """What the session has to say is on the line, unless it would acknowledge what is not written."""
        if self._unwritten:
            return
        out = self._session.take()
        if out:
            self._link.write(out)

    def _judge(self, event: object, now_ms: int, observations: list[Observation]) -> None:
        match event:
            case Heard(Kind.DECK_ORDER) | Malformed(Kind.DECK_ORDER):
                # Nobody may know the order of cards not yet dealt: dropped unread, and alarmed.
                self._begin("deck_order_sent", observations)
            case Heard(Kind.TEMPERATURE, values):
                self._warmth(values["celsius"], values["limit_celsius"], observations)
            case Heard(kind, values, frame):
                observations += self._hear(kind, values, now_ms, frame)
            case Malformed(kind, frame):
                self._begin("malformed_message", observations)
                observations += self._hear_malformed(kind, frame)
            case Greeted():
                self._greet(event, now_ms, observations)
            case PeerRefused(why):
                self.refusal = event
                self._begin(why, observations)
            case Condition(health, detail):
                self.frames.now_ms = now_ms
                self.frames.went(detail if detail in _LINE_WORDS else f"line_{health.value}")
                observations.append(HealthObserved(self.machine, health, detail))

    def _greet(self, greeted: Greeted, now_ms: int, observations: list[Observation]) -> None:
        self.refusal = None
        for refusal in REFUSALS:
            self._end(refusal, observations)
        if greeted.rebooted:
            for code in sorted(self._troubles):
                if code in _ENDS_AT_REBOOT or code.startswith("jam_"):  # a jam still there is told again
                    self._end(code, observations)
            self._begin("rebooted", observations)
            self._come_back()
        same = greeted.peer.firmware_sha256 == self._firmware_sha256 if self._firmware_sha256 else None
        before, now = (
            self._identity,
            MachineIdentity(
                self.machine,
                greeted.peer.name,
                port_of(self._link),
                greeted.peer.firmware,
                greeted.peer.firmware_sha256.hex(),
                same,
            ),
        )
        self._identity = now
        if before is not None and before != now:
            # A machine that starts anew in an instant was never away, and is another one all the same.
            observations.append(IdentityObserved(now))
            if same is False and before.digest != now.digest:
                self._troubles.discard("firmware_changed")  # what was allowed was the program before
        if same is False:
            self._begin("firmware_changed", observations)
        else:
            self._end("firmware_changed", observations)
        self._meet(now_ms)

    def _warmth(self, celsius: int, limit_celsius: int, observations: list[Observation]) -> None:
        gauge = self._session.gauge
        gauge.celsius, gauge.limit_celsius = celsius, limit_celsius or None
        if 0 < limit_celsius <= celsius:
            self._begin("too_warm", observations)
        else:
            self._end("too_warm", observations)

    def _count_damage(self, now_ms: int, observations: list[Observation]) -> None:
        new = self._session.counters.damaged - self._damaged_seen
        self._damaged_seen += new
        recent = [at_ms for at_ms in self._damaged_at_ms if now_ms - at_ms < NOISE_MS]
        self._damaged_at_ms = (recent + [now_ms] * new)[-NOISE_FRAMES:]
        if len(self._damaged_at_ms) >= NOISE_FRAMES:
            self._begin("line_noise", observations)

    @property
    def health(self) -> Health:
        """How the machine does."""
        return self._session.health
