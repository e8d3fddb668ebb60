"""The words of a session: what it is given and what it tells; `drivers.lines.session` acts on these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from controller.game.inputs import Health
from drivers.lines.frame import VERSION
from drivers.lines.gauge import Gauge
from drivers.lines.messages import Kind


@dataclass(frozen=True, slots=True)
class Timing:
    """How patient a conversation is. The caller's heartbeat becomes the machine's at the handshake.

    Attributes:
        heartbeat_ms: an end that said nothing for so long beats its heart.
        degraded_after: heartbeats missed before the peer counts as degraded.
        lost_after: heartbeats missed before it counts as lost: 2 s by default.
        retry_ms, retries: how soon, and how often, an unacknowledged message is sent again.
        call_ms: how often an unanswered HELLO is said again.
    """

    heartbeat_ms: int = 250
    degraded_after: int = 3
    lost_after: int = 8
    retry_ms: int = 80
    retries: int = 3
    call_ms: int = 250


USUAL: Final = Timing()
CALM: Final = Timing(heartbeat_ms=60_000)
"""For virtual nights: a heart that hardly beats costs nothing."""


LOCK_STAYS: Final = {True: "lock_stays_open", False: "lock_stays_shut"}
"""The trouble of a shoe that does not reach the lock that the table wants: True is locked."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who speaks: a name, the kind of machine (`table`, `shoe`, `shuffler`) and its program."""

    name: str
    machine: str
    firmware: str
    firmware_sha256: bytes = bytes(32)

    def as_fields(self, schema: bytes) -> dict[str, Any]:
        """The fields of HELLO and WELCOME that tell who speaks, and which list of messages."""
        return {
            "name": self.name,
            "machine": self.machine,
            "firmware": self.firmware,
            "firmware_sha256": self.firmware_sha256,
            "protocol": VERSION,
            "schema": schema,
        }

    @staticmethod
    def of(values: Mapping[str, Any]) -> Identity:
        """Who said this HELLO or WELCOME."""
        return Identity(values["name"], values["machine"], values["firmware"], values["firmware_sha256"])


@dataclass(slots=True)
class Counters:
    """What happened on the line since the session was made."""

    frames_in: int = 0
    frames_out: int = 0
    retries: int = 0
    damaged: int = 0
    duplicates: int = 0
    gaps: int = 0
    malformed: int = 0
    strangers: int = 0
    connections: int = 0
    reconnections: int = 0
    reboots: int = 0


@dataclass(frozen=True, slots=True)
class Heard:
    """A message of the peer, once and in order, told in this frame; cards are face down."""

    kind: Kind
    values: dict[str, Any]
    frame: int = 0


@dataclass(frozen=True, slots=True)
class Malformed:
    """A numbered message that is no message of the table, told in this frame: acknowledged and dropped."""

    kind: int
    frame: int = 0


@dataclass(frozen=True, slots=True)
class Greeted:
    """The handshake is done. `resumed`: nothing was lost since last time; `rebooted`: the peer was."""

    peer: Identity
    resumed: bool
    rebooted: bool


@dataclass(frozen=True, slots=True)
class PeerRefused:
    """The peer is not one to talk to: one of `drivers.open_machine.REFUSALS`.

    `ours` and `theirs` are the two versions, digests, machines or boots, for people.
    """

    why: str
    ours: str = ""
    theirs: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """How the peer does now."""

    health: Health
    detail: str


SessionEvent = Heard | Malformed | Greeted | PeerRefused | Condition


class Conversation(Protocol):
    """One end of a conversation, whatever it puts on the line: bytes, or the messages as they are."""

    counters: Counters
    gauge: Gauge
    health: Health

    @property
    def met(self) -> bool:
        """Whether the handshake is done and the peer not lost since."""
        ...

    @property
    def outstanding(self) -> int:
        """How many messages of this end are not acknowledged yet."""
        ...

    @property
    def due_ms(self) -> int | None:
        """When `tick` is next wanted, or None."""
        ...

    def opened(self, now_ms: int) -> None:
        """The carrier is there."""
        ...

    def closed(self, why: str) -> list[SessionEvent]:
        """The carrier is gone."""
        ...

    def send(self, kind: Kind, now_ms: int, **values: Any) -> bool:
        """The message will reach the peer once and in order; False when too many wait."""
        ...

    def feed(self, data: Any, now_ms: int) -> list[SessionEvent]:
        """What came from the line means this."""
        ...

    def tick(self, now_ms: int) -> list[SessionEvent]:
        """What the passing of time means."""
        ...

    def take(self) -> Any:
        """What is to be put on the line now; each piece is given once."""
        ...
