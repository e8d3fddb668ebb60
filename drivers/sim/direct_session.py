"""A conversation without bytes: what one end says is handed to the other as it is.

For nights that try the rules and not the line: nothing is damaged, late or lost, so nothing is packed,
numbered, kept or said again. What is told of the line is what `drivers.lines.session` would tell: the same
frames are counted, and a heart beats where nothing else was said, so that a night is the same, to the last
hash, as one whose frames were built and parsed (`tests/simulation/test_lanes.py`).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from controller.game.cards import Card, FaceDown
from controller.game.inputs import Health
from drivers.lines.frame_numbers import HeardFrames
from drivers.lines.gauge import Gauge
from drivers.lines.messages import FIRST_NUMBERED, WORDS, Kind
from drivers.lines.session_types import (
    USUAL,
    Condition,
    Counters,
    Greeted,
    Heard,
    Identity,
    SessionEvent,
    Timing,
)


class Said(NamedTuple):
    """What stands for one frame; `values` of a greeting are those of `DirectSession._greeting`."""

    kind: Kind
    values: dict[str, Any]


Parcel = tuple[Said, ...]
_ACK: Final = Said(Kind.ACK, {})
_BEAT: Final = Said(Kind.HEARTBEAT, {})


class DirectSession:
    """One end (`drivers.lines.session_types.Conversation`); arguments as of `Session` and `NotedSession`."""

    def __init__(
        self,
        me: Identity,
        boot: int,
        *,
        expects: str = "",
        timing: Timing = USUAL,
        frames: HeardFrames | None = None,
    ) -> None:
        self.counters = Counters()
        self.gauge = Gauge()
        self.health = Health.ABSENT
        self.met = False
        self._me = me
        self._boot = boot
        self._calls = bool(expects)
        self._heartbeat_ms = timing.heartbeat_ms
        self._frames = frames
        self._peer_boot = 0
        self._said_ms = 0
        self._out: list[Said] = []
        self._waiting: list[Said] = []

    @property
    def outstanding(self) -> int:
        """How much waits for a peer that is not there."""
        return len(self._waiting)

    @property
    def due_ms(self) -> int | None:
        """When a machine that says nothing beats its heart; the table's own would tell it nothing."""
        return None if self._calls or not self.met else self._said_ms + self._heartbeat_ms

    def opened(self, now_ms: int) -> None:
        """The carrier is there: the caller greets."""
        self.met = False
        if self._calls:
            self._out.append(Said(Kind.HELLO, self._greeting()))
            self.gauge.asked_again()
            self.gauge.asked(now_ms)

    def closed(self, why: str) -> list[SessionEvent]:
        """The carrier is gone."""
        self._out.clear()
        self.met = False
        return self._change(Health.ABSENT, why)

    def send(self, kind: Kind, now_ms: int, **values: Any) -> bool:
        """The message reaches the peer, its card face down; before they have met it waits."""
        for name, value in values.items():
            if type(value) is Card:
                values[name] = FaceDown(value)
        said = Said(kind, values)
        if self.met:
            self._out.append(said)
            self._said_ms = now_ms
        else:
            self._waiting.append(said)
        return True

    def feed(self, parcel: Parcel, now_ms: int) -> list[SessionEvent]:
        """What the frames mean."""
        events: list[SessionEvent] = []
        owes_ack = False
        for kind, values in parcel:
            self.counters.frames_in += 1
            frame = self._number(kind, now_ms)
            if kind >= FIRST_NUMBERED:
                self.gauge.heard(WORDS[kind], now_ms)
                events.append(Heard(kind, values, frame))
                owes_ack = True
            elif kind is Kind.HELLO or kind is Kind.WELCOME:
                self._greet(values, now_ms, events)
        if owes_ack and not self._calls:  # the table's own is written nowhere
            self._out.append(_ACK)
            self._said_ms = now_ms
        return events

    def tick(self, now_ms: int) -> list[SessionEvent]:
        """The heart beats when it is due."""
        due_ms = self.due_ms
        if due_ms is not None and now_ms >= due_ms:
            self._out.append(_BEAT)
            self._said_ms = now_ms
        return []

    def take(self) -> Parcel:
        """What is to be handed over now."""
        if not self._out:
            return ()
        out = tuple(self._out)
        self._out.clear()
        return out

    def _number(self, kind: Kind, now_ms: int) -> int:
        """The frame's number among those heard; a heartbeat has none."""
        if self._frames is None or kind is Kind.HEARTBEAT:
            return 0
        self._frames.now_ms = now_ms
        return self._frames.heard(WORDS[kind])

    def _greeting(self, resumed: bool = False) -> dict[str, Any]:
        return {
            "peer": self._me,
            "boot": self._boot,
            "heard_boot": self._peer_boot,
            "heartbeat_ms": self._heartbeat_ms,
            "resumed": resumed,
        }

    def _greet(self, values: dict[str, Any], now_ms: int, events: list[SessionEvent]) -> None:
        """Each end hears who the other is, and says what waited for it."""
        known = values["boot"] == self._peer_boot
        rebooted = not known and self._peer_boot != 0
        resumed = values["resumed"] if self._calls else known and values["heard_boot"] == self._boot
        self._heartbeat_ms = values["heartbeat_ms"]
        if self._calls:
            self._count_meeting(rebooted, now_ms)
            if rebooted:
                self._waiting.clear()  # requests are states to reach: they are asked afresh
        else:
            self._out.append(Said(Kind.WELCOME, self._greeting(resumed)))
        self._peer_boot = values["boot"]
        self.met = True
        self._said_ms = now_ms
        self._out += self._waiting
        self._waiting.clear()
        events.append(Greeted(values["peer"], resumed, rebooted))
        events += self._change(Health.UP, "resumed" if resumed else "")

    def _count_meeting(self, rebooted: bool, now_ms: int) -> None:
        self.gauge.answered(now_ms)
        self.gauge.heard("rebooted" if rebooted else "welcome", now_ms)
        self.counters.connections += 1
        self.counters.reconnections += self._peer_boot != 0
        self.counters.reboots += rebooted

    def _change(self, health: Health, detail: str) -> list[SessionEvent]:
        if health is self.health:
            return []
        self.health = health
        return [Condition(health, detail)]
