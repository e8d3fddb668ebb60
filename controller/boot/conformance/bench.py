"""One machine on its line, spoken to frame by frame, and what every rule of the examination needs of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from drivers.lines.host_end import Arrived, HostEnd
from drivers.lines.messages import FIRST_NUMBERED, Kind, pack
from drivers.lines.numbering import next_number
from drivers.lines.session_types import USUAL

ANSWER_MS: Final = 250
"""How soon a machine says WELCOME, its state, and that it reached what it was asked for."""
ACKNOWLEDGE_MS: Final = 80
PATIENCE_MS: Final = 600
SETTLE_MS: Final = 120
"""How long what is not to come is listened for: an acknowledgement is due within 80 ms."""
TRIES: Final = 3

REQUEST: Final = {
    "shoe": (Kind.LOCK_SHOE, {"locked": True}),
    "shuffler": (Kind.SHOW_EMPTY, {"awaited": False}),
}
"""What may be asked of a machine at any time: of most it changes nothing."""
STATE: Final = {"shoe": Kind.SHOE_STATE, "shuffler": Kind.SHUFFLER_STATE}


class Seen(NamedTuple):
    """What was seen that no rule allows: a key of `controller.words.conformance_seen.SEEN`, and its facts."""

    code: str
    facts: dict[str, Any] = {}  # noqa: RUF012  (never written to)


def seen(code: str, **facts: Any) -> Seen:
    """As `Seen`."""
    return Seen(code, facts)


class Bench:
    """A machine on the bench.

    Attributes:
        host: the table's end of its line.
        machine: `shoe` or `shuffler`.
        states: of each handshake whether the machine's state followed.
        hands_s, power_s: how long a person is given to draw a card, and to switch it off and on.
    """

    def __init__(self, host: HostEnd, machine: str) -> None:
        self.host = host
        self.machine = machine
        self.states: list[bool] = []
        self.hands_s = self.power_s = 0

    # --- meeting -----------------------------------------------------------------------------------

    def meet(self) -> Arrived | None:
        """A new handshake, the state awaited after it; the WELCOME."""
        self.host.call()
        welcome = self.host.welcomed(PATIENCE_MS)
        self.await_state()
        return welcome

    def await_state(self) -> Arrived | None:
        """The state that follows a handshake."""
        state = self.host.hear(PATIENCE_MS, self.is_state)
        self.states.append(state is not None)
        return state

    def is_state(self, one: Arrived) -> bool:
        """Whether this is the state of such a machine."""
        return one.frame.kind == STATE[self.machine]

    @staticmethod
    def is_lock(locked: bool) -> Callable[[Arrived], bool]:
        """Whether a frame says that the shoe is locked so."""
        return lambda one: one.frame.kind == Kind.SHOE_STATE and one.values.get("locked") is locked

    @property
    def state(self) -> dict[str, Any]:
        """What it said last of its state; empty where it never did."""
        return next((one.values for one in reversed(self.host.arrived) if self.is_state(one)), {})

    # --- asking ------------------------------------------------------------------------------------

    def request(self, **changed: bool) -> tuple[Kind, bytes]:
        """Kind and payload of what may be asked of it."""
        kind, values = REQUEST[self.machine]
        return kind, pack(kind, values | changed)

    def other(self) -> tuple[Kind, bytes]:
        """The request that a shoe would be seen to obey: to open."""
        kind, values = REQUEST[self.machine]
        return kind, pack(kind, {name: not value for name, value in values.items()})

    def say(self, **changed: bool) -> int:
        """The request is said; its number."""
        return self.host.say(*self.request(**changed))

    def took_ms(self, number: int) -> int | None:
        """How long the machine took to acknowledge this message, which was said just now."""
        said_ms = self.host.said_ms
        heard = self.host.hear(PATIENCE_MS, lambda one: one.frame.ack == next_number(number))
        return None if heard is None else heard.ms - said_ms

    def answers(self) -> bool:
        """Whether a request that is said as it should be is acknowledged."""
        return self.took_ms(self.say()) is not None

    def await_beat(self) -> None:
        """It has just beaten its heart: what it says next is no heartbeat that was due."""
        self.host.hear(PATIENCE_MS, lambda one: one.frame.kind == Kind.HEARTBEAT)

    def lock(self, locked: bool) -> bool:
        """Whether the shoe, asked for this lock, says that it has it; of a shuffler yes."""
        if self.machine != "shoe":
            return True
        self.say(locked=locked)
        return self.host.hear(PATIENCE_MS, self.is_lock(locked)) is not None

    def answered_or_obeyed(self, data: bytes, number: int) -> Seen | None:
        """What it did about bytes that are no frame, though they hold this message; nothing is right."""
        self.host.put(data)

        def did(one: Arrived) -> bool:
            acknowledged = one.frame.kind == Kind.ACK or one.frame.ack == next_number(number)
            return acknowledged or self.is_lock(False)(one)

        one = self.host.hear(SETTLE_MS, did)
        return None if one is None else seen("said", kind=named(one))

    def withheld(self) -> Arrived | None:
        """A report that this end heard and did not acknowledge; a new handshake has caused it."""
        host = self.host
        host.hear(ANSWER_MS)
        host.acknowledges = False
        host.restart()
        host.call()
        host.welcomed(PATIENCE_MS)
        return host.hear(PATIENCE_MS, is_numbered)

    def rest(self) -> None:
        """It is met anew, since it may have lost this end; what waited is heard; a shoe is locked."""
        self.host.acknowledges = self.host.beats = True
        self.meet()
        self.host.hear(SETTLE_MS)
        if self.state.get("locked") is False:
            self.lock(True)
            self.host.hear(SETTLE_MS)


def is_numbered(one: Arrived) -> bool:
    """Whether the frame is a message."""
    return one.frame.kind >= FIRST_NUMBERED


def reports(arrived: list[Arrived], first: int) -> list[tuple[int, bytes]]:
    """The messages from this number on, each once and in order, without a gap."""
    found: list[tuple[int, bytes]] = []
    for one in arrived:
        if is_numbered(one) and one.frame.seq == (first + len(found)) & 0xFFFF:
            found.append((one.frame.kind, one.frame.payload))
    return found


def named(one: Arrived) -> str:
    """The kind of a frame for people."""
    return Kind(one.frame.kind).name if one.frame.kind in set(Kind) else f"0x{one.frame.kind:02x}"


def same(one: Arrived, before: Arrived) -> bool:
    """The same message said again, under the same number."""
    return one is not before and (one.frame.kind, one.frame.seq, one.frame.payload) == (
        before.frame.kind,
        before.frame.seq,
        before.frame.payload,
    )


def in_time(took_ms: list[int | None], at_most_ms: int) -> Seen | None:
    """What is wrong with the best of these times, or None."""
    best_ms = min((one for one in took_ms if one is not None), default=None)
    if best_ms is None:
        return seen("nothing_came")
    return None if best_ms <= at_most_ms else seen("took", ms=best_ms, at_most_ms=at_most_ms)


HEARTBEAT_MS: Final = USUAL.heartbeat_ms
