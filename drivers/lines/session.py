"""A conversation over frames that loses nothing, doubles nothing and notices silence.

One pure state machine for both ends: bytes and instants go in, bytes and events come out. The table is
the caller: it says HELLO until the machine says WELCOME. From then on each end numbers its messages,
keeps them until they are acknowledged, sends again after `retry_ms` all that is outstanding (at most
`WINDOW`), and beats its heart when it has nothing else to say.

After a break the HELLO names the boot of the machine that the caller knew, and each end says how far it
had heard. Same boots on both sides: the numbering goes on, and what was under way is sent again, once.
A machine that rebooted begins anew, and the caller is told. A caller that rebooted begins anew too; the
machine then sends again every report that was not acknowledged, since a card drawn is never forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.game.inputs import Health
from drivers.lines.frame import VERSION, Frame, FrameDecoder, encode_frame
from drivers.lines.gauge import Gauge
from drivers.lines.messages import FIRST_NUMBERED, MESSAGES, SPOKEN, WORDS, BadPayload, Kind, pack, unpack
from drivers.lines.numbering import QUEUE_MAX, Numbering, is_older, next_number
from drivers.lines.session_types import (
    USUAL,
    Condition,
    Counters,
    Greeted,
    Heard,
    Identity,
    Malformed,
    PeerRefused,
    SessionEvent,
    Timing,
)

BOOT_MAX: Final = (1 << 32) - 1
_BOOT_ZERO: Final = PeerRefused("protocol_boot", f"1-{BOOT_MAX}", "0")
"""An end of boot 0 is not met: 0 stands for no end heard before, so that it would resume with nobody."""


class Session:
    """One end of a conversation.

    After each call of `opened`, `closed`, `feed`, `send` and `tick`, `take()` gives the bytes to put on
    the line. Nothing here reads a clock.

    Args:
        me: what this end says of itself.
        boot: a number drawn at each start of the program or machine; not 0.
        expects: the caller names the kind of machine it wants; a machine leaves it empty and answers.
        timing: the caller's; of a machine only the retries count.
        spoken: digest and minor version of each list of messages that this end speaks, the newest first.
    """

    def __init__(
        self,
        me: Identity,
        boot: int,
        *,
        expects: str = "",
        timing: Timing = USUAL,
        spoken: Mapping[bytes, int] = SPOKEN,
    ) -> None:
        if not 0 < boot <= BOOT_MAX:
            raise ValueError(f"boot: {boot} is not within 1 and {BOOT_MAX}")
        self.counters = Counters()
        self.gauge = Gauge()
        self.health = Health.ABSENT
        self._me = me
        self._boot = boot
        self._expects = expects
        self._spoken = spoken
        self._schema = next(iter(spoken))  # of the list that is spoken now
        self._timing = timing
        self._heartbeat_ms = timing.heartbeat_ms
        self._decoder = FrameDecoder()
        self._numbers = Numbering()
        self._out = bytearray()
        self._frame = 0  # the number of the frame that is taken, where frames are counted
        self._met = self._resumed = self._owes_ack = False
        # It was met after it had not acknowledged in time: too slow a one would come and go once a second.
        self._doubted = False
        self._believed_at_ms: int | None = None
        self._peer_boot = self._tries = 0
        self._call = 0  # number of the latest handshake
        self._hello = b""
        self._opened_ms = self._heard_ms = self._said_ms = 0
        self._call_at_ms: int | None = None
        self._retry_at_ms: int | None = None

    # --- what the owner calls ----------------------------------------------------------------------

    @property
    def met(self) -> bool:
        """Whether the handshake is done and the peer not lost since."""
        return self._met

    @property
    def outstanding(self) -> int:
        """How many messages of this end are not acknowledged yet."""
        return len(self._numbers.waiting)

    def opened(self, now_ms: int) -> None:
        """The carrier is there: the caller begins to call."""
        self._decoder.forget()
        self._part()
        self._opened_ms = now_ms
        if self._expects:
            self._begin_call(now_ms)

    def closed(self, why: str) -> list[SessionEvent]:
        """The carrier is gone: the peer is absent, what is not acknowledged waits."""
        self._out.clear()
        self._part()
        self._call_at_ms = None
        return self._change(Health.ABSENT, why)

    def send(self, kind: Kind, now_ms: int, **values: Any) -> bool:
        """The message will reach the peer once and in order; False when `QUEUE_MAX` already wait."""
        if not self._knows(kind):
            return True  # the peer was built before there was such a message
        if len(self._numbers.waiting) >= QUEUE_MAX:
            return False
        self._numbers.waiting.append((kind, pack(kind, values)))
        if self._met:
            self._transmit(now_ms)
        return True

    def feed(self, data: bytes, now_ms: int) -> list[SessionEvent]:
        """What the bytes mean."""
        events: list[SessionEvent] = []
        for frame in self._decoder.feed(data):
            self._take(frame, now_ms, events)
        self.counters.damaged = self._decoder.damaged
        if self._owes_ack and self._met:
            self._say(Kind.ACK, now_ms)
        return events

    def tick(self, now_ms: int) -> list[SessionEvent]:
        """What the passing of time means; call it at `due_ms`."""
        self._forgive(now_ms)
        if self._call_at_ms is not None:
            return self._keep_calling(now_ms)
        if not self._met:
            return []
        silence_ms = now_ms - self._heard_ms
        if silence_ms >= self._timing.lost_after * self._heartbeat_ms:
            return self._lose("silence", now_ms)
        events: list[SessionEvent] = []
        if self._believed_at_ms is not None and now_ms >= self._believed_at_ms:
            events = self._end_of_doubt(now_ms)
        elif silence_ms >= self._timing.degraded_after * self._heartbeat_ms and not self._doubted:
            events = self._change(Health.DEGRADED, "silence")
        if self._retry_at_ms is not None and now_ms >= self._retry_at_ms:
            if self._tries >= self._timing.retries:
                return self._lose("no_ack", now_ms)
            self._tries += 1
            self.counters.retries += 1
            self._numbers.under_way = 0
            self._transmit(now_ms)
        if now_ms - self._said_ms >= self._heartbeat_ms:
            self._beat(now_ms)
        return events

    def _forgive(self, now_ms: int) -> None:
        """Nobody is called silent for a time in which nobody listened.

        A processor or a disk kept this end away; what the peer said meanwhile may still wait to be heard.
        """
        due_ms = self.due_ms
        late_ms = 0 if due_ms is None else now_ms - due_ms
        if late_ms < self._heartbeat_ms:
            return
        self._heard_ms += late_ms
        self._opened_ms += late_ms
        if self._retry_at_ms is not None:
            self._retry_at_ms += late_ms

    @property
    def due_ms(self) -> int | None:
        """When `tick` is next wanted, or None."""
        if self._call_at_ms is not None:
            return self._call_at_ms
        if not self._met:
            return None
        patience = self._timing.degraded_after if self.health is Health.UP else self._timing.lost_after
        due = self._heard_ms + patience * self._heartbeat_ms
        if self._said_ms + self._heartbeat_ms < due:
            due = self._said_ms + self._heartbeat_ms
        for other_ms in (self._retry_at_ms, self._believed_at_ms):
            if other_ms is not None and other_ms < due:
                due = other_ms
        return due

    def take(self) -> bytes:
        """The bytes to send now; each is given once."""
        if not self._out:
            return b""
        out = bytes(self._out)
        self._out.clear()
        return out

    # --- speaking ----------------------------------------------------------------------------------

    def _say(self, kind: Kind, now_ms: int, payload: bytes = b"", seq: int = 0) -> None:
        self._out += encode_frame(kind, seq, self._numbers.expected, self._boot, payload)
        self._told(kind, seq, payload, now_ms)
        self._said_ms = now_ms
        self._owes_ack = False  # every frame carries the acknowledgement

    def _told(self, kind: Kind, seq: int, payload: bytes, now_ms: int) -> None:
        self.counters.frames_out += 1

    def _beat(self, now_ms: int) -> None:
        heard = self._peer_boot if self._met else 0
        self._say(Kind.HEARTBEAT, now_ms, pack(Kind.HEARTBEAT, {"heard_boot": heard}))

    def _transmit(self, now_ms: int) -> None:
        """Put on the line what the window allows."""
        if self._numbers.under_way == 0:
            self._retry_at_ms = now_ms + self._timing.retry_ms if self._numbers.waiting else None
        while (message := self._numbers.next_to_say()) is not None:
            number, kind, payload = message
            self._say(kind, now_ms, payload, number)

    # --- hearing -----------------------------------------------------------------------------------

    def _take(self, frame: Frame, now_ms: int, events: list[SessionEvent]) -> None:
        self.counters.frames_in += 1
        if frame.version != VERSION:
            self._refuse_version(frame, now_ms, events)
        elif frame.boot == self._boot:
            self.counters.strangers += 1  # its own word, given back by the line: nothing is answered
        elif frame.kind == Kind.HELLO or frame.kind == Kind.WELCOME:
            self._greet(frame, now_ms, events)
        elif self._met and frame.boot == self._peer_boot:
            self._hear(frame, now_ms, events)
        else:
            self._meet_stranger(now_ms)

    def _hear(self, frame: Frame, now_ms: int, events: list[SessionEvent]) -> None:
        """One frame of the peer, in conversation."""
        self._heard_ms = now_ms
        acknowledged = self._numbers.acknowledge(frame.ack)
        if acknowledged:
            self._believe()
        if self.health is not Health.UP and not self._doubted:
            events += self._change(Health.UP, "")
        if acknowledged:
            self._tries = 0
            self._retry_at_ms = now_ms + self._timing.retry_ms
            self._transmit(now_ms)
        if frame.kind >= FIRST_NUMBERED:
            self._hear_numbered(frame, now_ms, events)
        elif frame.kind == Kind.HEARTBEAT and self._expects:
            self._check_heartbeat(frame, now_ms)

    def _hear_numbered(self, frame: Frame, now_ms: int, events: list[SessionEvent]) -> None:
        self._owes_ack = True
        place = self._numbers.hear(frame.seq)
        if place > 0:
            self.counters.gaps += 1
        elif place < 0:
            self.counters.duplicates += 1
        else:
            events.append(self._read(frame, now_ms))

    def _read(self, frame: Frame, now_ms: int) -> SessionEvent:
        message = MESSAGES.get(frame.kind) if self._knows(frame.kind) else None
        self.gauge.heard(WORDS.get(frame.kind, "unknown"), now_ms)
        if message is not None:
            try:
                return Heard(message.kind, unpack(frame.kind, frame.payload), self._frame)
            except BadPayload:
                pass
        self.counters.malformed += 1
        return Malformed(frame.kind, self._frame)

    def _knows(self, kind: int) -> bool:
        """Whether the list that both ends agreed on has this kind."""
        message = MESSAGES.get(kind)
        return message is not None and message.since <= self._spoken[self._schema]

    def _check_heartbeat(self, frame: Frame, now_ms: int) -> None:
        """A machine that lives but does not know this caller any more is called again."""
        try:
            known = unpack(frame.kind, frame.payload)["heard_boot"] == self._boot
        except BadPayload:
            known = True
            self.counters.malformed += 1
        if not known:
            self._part()
            self._begin_call(now_ms)

    def _meet_stranger(self, now_ms: int) -> None:
        """A frame from a boot this end is not in conversation with."""
        self.counters.strangers += 1
        if not self._expects:
            self._beat(now_ms)  # tells the caller whom this machine knows, if anybody
        elif self._met:
            self._part()
            self._begin_call(now_ms)

    # --- meeting -----------------------------------------------------------------------------------

    def _begin_call(self, now_ms: int) -> None:
        self._call = next_number(self._call)
        call = {"call": self._call, "heartbeat_ms": self._timing.heartbeat_ms, "heard_boot": self._peer_boot}
        payload = pack(Kind.HELLO, call | self._me.as_fields(self._schema))
        # The leading zero ends whatever noise lay on the line.
        self._hello = b"\0" + encode_frame(Kind.HELLO, 0, self._numbers.expected, self._boot, payload)
        self._say_hello(now_ms)
        self.gauge.asked_again()  # what was asked before is asked afresh
        self.gauge.asked(now_ms)

    def _say_hello(self, now_ms: int) -> None:
        self._out += self._hello
        self._told(Kind.HELLO, 0, b"", now_ms)
        self._call_at_ms = now_ms + self._timing.call_ms

    def _keep_calling(self, now_ms: int) -> list[SessionEvent]:
        if self._call_at_ms is None or now_ms < self._call_at_ms:
            return []
        self._say_hello(now_ms)
        self.gauge.asked_again()
        patience_ms = self._timing.lost_after * self._timing.heartbeat_ms
        if self.health is not Health.LOST and now_ms - max(self._opened_ms, self._heard_ms) >= patience_ms:
            return self._change(Health.LOST, "no_answer")
        return []

    def _greet(self, frame: Frame, now_ms: int, events: list[SessionEvent]) -> None:
        try:
            values = unpack(frame.kind, frame.payload)
        except BadPayload:
            self.counters.malformed += 1
            return
        if frame.kind == Kind.HELLO and not self._expects:
            self._on_hello(frame, values, now_ms, events)
        elif frame.kind == Kind.WELCOME and self._expects:
            self._on_welcome(frame, values, now_ms, events)

    def _on_hello(
        self, frame: Frame, values: dict[str, Any], now_ms: int, events: list[SessionEvent]
    ) -> None:
        if frame.boot == 0:
            events.append(_BOOT_ZERO)
            return
        if values["schema"] not in self._spoken:
            self._schema = next(iter(self._spoken))
            self._welcome(values["call"], now_ms, refused="schema_hash")
            events.append(self._other_list(values["schema"]))
            return
        known = frame.boot == self._peer_boot
        if known and is_older(values["call"], self._call):
            return  # late on the line
        rebooted = not known and self._peer_boot != 0
        if not (known and values["call"] == self._call):  # else the same call again: the same answer
            self._resumed = known and values["heard_boot"] == self._boot
            if self._resumed:
                self._numbers.acknowledge(frame.ack)
            else:
                self._numbers.restart()
        self._schema = values["schema"]
        self._peer_boot = frame.boot
        self._call = values["call"]
        self._heartbeat_ms = max(1, values["heartbeat_ms"])
        self._meet(now_ms)
        self._welcome(values["call"], now_ms)
        events.append(Greeted(Identity.of(values), self._resumed, rebooted))
        events += self._change(Health.UP, "resumed" if self._resumed else "")
        self._transmit(now_ms)

    def _welcome(self, call: int, now_ms: int, refused: str = "") -> None:
        resumed = self._resumed and not refused
        values = {"call": call, "resumed": resumed, "refused": refused, **self._me.as_fields(self._schema)}
        self._say(Kind.WELCOME, now_ms, pack(Kind.WELCOME, values))

    def _on_welcome(
        self, frame: Frame, values: dict[str, Any], now_ms: int, events: list[SessionEvent]
    ) -> None:
        if self._call_at_ms is None or values["call"] != self._call:
            return  # an old answer, late on the line
        refused = values["refused"]
        if refused == "schema_hash" and values["schema"] != self._schema and values["schema"] in self._spoken:
            self._schema = values["schema"]  # a list that this table knows too: it is called anew with that
            self._begin_call(now_ms)
            return
        if refused == "schema_hash" or (not refused and values["schema"] != self._schema):
            events.append(self._other_list(values["schema"]))
            return
        if refused:
            events.append(PeerRefused(refused, str(VERSION), str(values["protocol"])))
            return
        if values["machine"] != self._expects:
            events.append(PeerRefused("foreign_machine", self._expects, values["machine"]))
            return
        if frame.boot == 0:
            events.append(_BOOT_ZERO)
            return
        rebooted = self._peer_boot not in (0, frame.boot)
        resumed = values["resumed"] and frame.boot == self._peer_boot
        if resumed:
            self._numbers.acknowledge(frame.ack)
        else:
            self._numbers.restart()
            if self._peer_boot:
                self._numbers.waiting.clear()  # requests are states to reach: they are asked afresh
        self.gauge.answered(now_ms)
        self.gauge.heard("rebooted" if rebooted else "welcome", now_ms)
        self.counters.connections += 1
        self.counters.reconnections += self._peer_boot != 0
        self.counters.reboots += rebooted
        self._peer_boot = frame.boot
        self._call_at_ms = None
        self._meet(now_ms)
        events.append(Greeted(Identity.of(values), resumed, rebooted))
        if self._doubted:
            self._believed_at_ms = now_ms + 2 * self._timing.retry_ms * (self._timing.retries + 1)
        else:
            events += self._change(Health.UP, "resumed" if resumed else "")
        self._transmit(now_ms)

    def _refuse_version(self, frame: Frame, now_ms: int, events: list[SessionEvent]) -> None:
        """A frame of another version of this protocol: only its header can be read."""
        self.counters.strangers += 1
        if frame.kind == Kind.HELLO and not self._expects:
            self._welcome(0, now_ms, refused="protocol_version")
            events.append(PeerRefused("protocol_version", str(VERSION), str(frame.version)))
        elif frame.kind == Kind.WELCOME and self._call_at_ms is not None:
            events.append(PeerRefused("protocol_version", str(VERSION), str(frame.version)))

    def _other_list(self, theirs: bytes) -> PeerRefused:
        """The peer speaks a list of messages that this end does not."""
        return PeerRefused("schema_hash", next(iter(self._spoken)).hex(), theirs.hex())

    def _meet(self, now_ms: int) -> None:
        self._met = True
        self._owes_ack = False
        self._tries = 0
        self._retry_at_ms = None
        self._numbers.under_way = 0
        self._heard_ms = self._said_ms = now_ms

    def _part(self) -> None:
        """The conversation is interrupted; both memories are kept."""
        self._met = False
        self._owes_ack = False
        self._retry_at_ms = None
        self._numbers.under_way = 0

    def _end_of_doubt(self, now_ms: int) -> list[SessionEvent]:
        """It is up, unless something waits just now for it to acknowledge."""
        if self._numbers.waiting:
            self._believed_at_ms = now_ms + self._timing.retry_ms
            return []
        self._believe()
        return self._change(Health.UP, "")

    def _believe(self) -> None:
        """It acknowledges in time, or had nothing to acknowledge for a while."""
        self._doubted = False
        self._believed_at_ms = None

    def _lose(self, why: str, now_ms: int) -> list[SessionEvent]:
        self._doubted = why == "no_ack"
        self._believed_at_ms = None
        self._part()
        if self._expects:
            self._begin_call(now_ms)
        return self._change(Health.LOST, why)

    def _change(self, health: Health, detail: str) -> list[SessionEvent]:
        if health is self.health:
            return []
        self.health = health
        return [Condition(health, detail)]
