"""The table's end of an open line, spoken frame by frame: it can be late, wrong or silent on purpose.

`Session` keeps every rule of the page. This end keeps those that it is told to, so that a machine can be
examined on the others.
"""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Final, NamedTuple

from controller.clock import Clock
from controller.ports import Link
from drivers.lines.frame import VERSION, Frame, FrameDecoder, encode_frame
from drivers.lines.messages import (
    FIRST_NUMBERED,
    MESSAGES,
    SCHEMA_SHA256,
    WORDS,
    BadPayload,
    Kind,
    pack,
    unpack,
)
from drivers.lines.numbering import next_number
from drivers.lines.port_faults import NotOpened, OpeningFault
from drivers.lines.session_types import USUAL, Identity

_ME: Final = Identity("tapis", "table", "")


class Arrived(NamedTuple):
    """A frame of the machine and when it came."""

    ms: int
    frame: Frame

    @property
    def values(self) -> dict[str, Any]:
        """The fields by name; empty where the payload is not what its kind promises. Cards are face down."""
        try:
            return unpack(self.frame.kind, self.frame.payload)
        except BadPayload:
            return {}


class HostEnd:
    """The table's end of the line to one machine.

    Attributes:
        acknowledges: whether it takes the numbered messages it hears.
        beats: whether it says HEARTBEAT after each 250 ms without another word.
        arrived: every frame heard, oldest first.
        refused: why the port did not open, as long as it does not.
        boot: its own number; `restart` draws another.
        said_ms: when it last said something.
        heard_boot: that of the machine it last spoke with, or 0.
        next, expected: number of its own next message, and of the machine's.
        latest_call: number of its latest handshake.
    """

    def __init__(self, link: Link, clock: Clock, rng: Random) -> None:
        self.acknowledges = self.beats = True
        self.arrived: list[Arrived] = []
        self.refused: OpeningFault | None = None
        self._link = link
        self._clock = clock
        self._rng = rng
        self._inbox: queue.Queue[tuple[int, object]] = queue.Queue()
        self._decoder = FrameDecoder()
        self._unseen: deque[Arrived] = deque()
        self.latest_call = self.heard_boot = self.next = self.expected = 0
        self._hello = b""
        self._met = False  # the latest call was answered
        self.said_ms = 0
        self.restart()

    def start(self) -> None:
        """The line is being opened.

        Raises:
            MissingLibrary: what it needs is not installed.
        """
        # The instant is that of the thread that reads: a busy table end hears late and measures right.
        self._link.open(lambda item: self._inbox.put((self._clock.now_ms(), item)))

    def stop(self) -> None:
        """The line is closed."""
        self._link.close()

    def restart(self) -> None:
        """The host was without power: it has a new boot and knows no machine."""
        self.boot = self._rng.randrange(1, 1 << 32)
        self.heard_boot = self.next = self.expected = 0

    @property
    def damaged(self) -> int:
        """How many pieces came that were no frame."""
        return self._decoder.damaged

    # --- speaking ----------------------------------------------------------------------------------

    def call(self, schema: bytes = SCHEMA_SHA256, **changed: int) -> int:
        """HELLO is said as a new call; the number of that call.

        `changed` are fields that are to be other than they should.
        """
        self.latest_call = next_number(self.latest_call)
        self._met = False
        self._unseen.clear()
        self._hello = self.hello(schema, call=self.latest_call, **changed)
        self.call_again()
        return self.latest_call

    def hello(self, schema: bytes = SCHEMA_SHA256, version: int = VERSION, **changed: int) -> bytes:
        """The bytes of a HELLO, which is not said yet."""
        values = {
            "call": self.latest_call,
            "heartbeat_ms": USUAL.heartbeat_ms,
            "heard_boot": self.heard_boot,
            **_ME.as_fields(schema),
            **changed,
        }
        payload = pack(Kind.HELLO, values)
        return b"\0" + encode_frame(Kind.HELLO, 0, self.expected, self.boot, payload, version)

    def call_again(self) -> None:
        """The same HELLO is said once more, byte for byte."""
        self.put(self._hello)

    def welcomed(self, within_ms: int) -> Arrived | None:
        """The WELCOME to the latest call."""
        own = lambda one: one.frame.kind == Kind.WELCOME and one.values.get("call") == self.latest_call  # noqa: E731
        return self.hear(within_ms, own)

    def say(self, kind: int, payload: bytes) -> int:
        """A numbered message is said once; its number."""
        number = self.next
        self.next = next_number(number)
        self.put(self.numbered(kind, payload, number))
        return number

    def numbered(self, kind: int, payload: bytes, number: int) -> bytes:
        """The bytes of a message under this number, which is not said yet."""
        return encode_frame(kind, number, self.expected, self.boot, payload)

    def say_unnumbered(self, kind: int, payload: bytes = b"", ack: int | None = None, boot: int = 0) -> None:
        """A frame that keeps the line, if need be with another acknowledgement, or of another host."""
        heard = self.expected if ack is None else ack
        self.put(encode_frame(kind, 0, heard, boot or self.boot, payload))

    def put(self, data: bytes) -> None:
        """These bytes are on the line, whatever they are."""
        self._link.write(data)
        self.said_ms = self._clock.now_ms()

    # --- hearing -----------------------------------------------------------------------------------

    def hear(self, for_ms: int, wanted: Callable[[Arrived], bool] = lambda one: False) -> Arrived | None:
        """The next frame that is `wanted`, or None after so many milliseconds; those before it are passed."""
        end_ms = self._clock.now_ms() + for_ms
        while True:
            while self._unseen:
                one = self._unseen.popleft()
                if wanted(one):
                    return one
            now_ms = self._clock.now_ms()
            if now_ms >= end_ms:
                return None
            beat_in_ms = self.said_ms + USUAL.heartbeat_ms - now_ms if self.beats else for_ms
            if self.beats and self.heard_boot and beat_in_ms <= 0:
                self.say_unnumbered(Kind.HEARTBEAT, pack(Kind.HEARTBEAT, {"heard_boot": self.heard_boot}))
            wait_ms = max(1, min(end_ms - now_ms, beat_in_ms if beat_in_ms > 0 else USUAL.heartbeat_ms))
            try:
                ms, item = self._inbox.get(timeout=wait_ms / 1_000)
            except queue.Empty:
                continue
            self._take(ms, item)

    def _take(self, ms: int, item: object) -> None:
        """What came, all of it counted and acknowledged."""
        self.refused = item.fault if isinstance(item, NotOpened) else None
        came = [Arrived(ms, frame) for frame in self._decoder.feed(item)] if isinstance(item, bytes) else []
        self.arrived += came
        self._unseen += came
        numbered = False
        for one in came:
            if one.frame.kind == Kind.WELCOME:
                self._meet(one)
            elif one.frame.kind >= FIRST_NUMBERED and self.acknowledges:
                numbered = True
                if one.frame.seq == self.expected:
                    self.expected = next_number(self.expected)
        if numbered:
            self.say_unnumbered(Kind.ACK)

    def _meet(self, welcome: Arrived) -> None:
        """Both ends number as the first answer to the latest call says."""
        values = welcome.values
        if self._met or values.get("call") != self.latest_call or values["refused"]:
            return
        self._met = True
        if not values["resumed"]:
            self.next = self.expected = 0
        self.heard_boot = welcome.frame.boot


def foreign(arrived: Iterable[Arrived], machine: str) -> list[str]:
    """The kinds heard that no such machine says, or whose payload is not theirs, by name and each once."""
    found: list[str] = []
    for one in arrived:
        message = MESSAGES.get(one.frame.kind)
        senders = ("both", "machine", machine)
        if message is None or message.sender not in senders or _malformed(one.frame):
            word = WORDS.get(one.frame.kind, f"0x{one.frame.kind:02x}")
            found += [word] if word not in found else []
    return found


def _malformed(frame: Frame) -> bool:
    try:
        unpack(frame.kind, frame.payload)
    except BadPayload:
        return True
    return False
