"""A line recorded and played back: what a link delivered and was given, with its instants, as JSON Lines.

The first line says what was recorded: the driver's settings and the boot number it spoke with, so that a
played-back machine finds the caller it knew. Then one line a moment: `{"ms": 12, "in": "0a1b"}`, `out` for
what the driver wrote, `up` and `down` for the carrier. The bytes name the cards. Spots and badge reader have
no bytes: `edge`, `level` and `card` say in words what happened (`drivers.recordings.recorded_desk`).
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeGuard

from controller.clock import Clock
from controller.ports import Deliver, Link, LinkDown, LinkUp

VERSION: Final = 1
BYTES_MAX: Final = 64 * 1024 * 1024
LINE_MAX: Final = 64 * 1024
IN_WORDS: Final = ("edge", "level", "card")
"""Ways of spots and badge reader, which are told in words."""
WORDS_MAX: Final = 64
_WAYS: Final = ("up", "down", "in", "out", *IN_WORDS)


Schedule = Callable[[int, Callable[[], None]], None]
"""Runs an action so many milliseconds later."""


class BadRecording(ValueError):
    """The bytes are no recording; the text names the line."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing on the line: `way` is `up`, `down`, `in`, `out`, or one of `IN_WORDS`, then `said` says it.

    Its bytes never show in the `repr`.
    """

    ms: int
    way: str
    data: bytes = b""
    why: str = ""
    said: str = ""

    def __repr__(self) -> str:
        return f"Moment({self.ms} ms, {self.way}, {len(self.data)} bytes)"

    def as_line(self) -> str:
        """The moment as a line of a recording, without its end."""
        said: object = True
        if self.way == "down":
            said = self.why
        elif self.way in ("in", "out"):
            said = self.data.hex()
        elif self.way in IN_WORDS:
            said = self.said
        return json.dumps({"ms": self.ms, self.way: said})


@dataclass(frozen=True, slots=True)
class Recording:
    """A recorded line: which machine with which settings, the driver's boot number, and what happened."""

    machine: str
    settings: dict[str, Any]
    boot: int
    moments: Sequence[Moment]

    def head(self) -> str:
        """The first line of the recording, without its end."""
        about = {"machine": self.machine, "settings": self.settings, "boot": self.boot}
        return json.dumps({"tapis_recording": VERSION, **about})

    def received(self) -> bytes:
        """All bytes that the machine sent, as a plain capture holds them."""
        return b"".join(moment.data for moment in self.moments if moment.way == "in")


def is_recording(data: bytes) -> bool:
    """Whether the bytes are meant as a recording; a plain capture of a line never begins like one."""
    return data.startswith(b'{"tapis_recording"')


def parse_recording(data: bytes) -> Recording:
    """The recording in these bytes.

    Raises:
        BadRecording: they are none; the first line that is wrong is named.
    """
    if len(data) > BYTES_MAX:
        raise BadRecording(f"{len(data)} bytes, at most {BYTES_MAX}")
    lines = data.splitlines()
    head = _object(1, lines[0] if lines else b"")
    try:
        version, machine, settings = head["tapis_recording"], head["machine"], head["settings"]
        boot = head["boot"]
    except KeyError as missing:
        raise BadRecording(f"line 1: {missing} is missing") from None
    if version != VERSION:
        raise BadRecording(f"line 1: tapis_recording is {version!r}, this program reads {VERSION}")
    if not (isinstance(machine, str) and isinstance(settings, dict) and _whole(boot, 1, (1 << 32) - 1)):
        raise BadRecording("line 1: machine is text, settings an object, boot a number from 1")
    return Recording(machine, settings, boot, tuple(_moments(lines[1:])))


def _moments(lines: Sequence[bytes]) -> Iterator[Moment]:
    last_ms = 0
    for number, line in enumerate(lines, 2):
        if not line.strip():
            continue
        said = _object(number, line)
        ms = said.get("ms")
        (way,) = [key for key in said if key != "ms"] if len(said) == 2 else ("",)
        if way not in _WAYS or not _whole(ms, last_ms, 1 << 53):
            ways = ", ".join(_WAYS)
            raise BadRecording(f"line {number}: not ms, never less than before, and one of {ways}")
        last_ms = ms
        yield _moment(number, last_ms, way, said[way])


def _moment(number: int, ms: int, way: str, said: object) -> Moment:
    if way == "up":
        return Moment(ms, way)
    if not isinstance(said, str):
        raise BadRecording(f"line {number}: {way} is not a text")
    if way == "down":
        return Moment(ms, way, why=said[:200])
    if way in IN_WORDS:
        if len(said) > WORDS_MAX:
            raise BadRecording(f"line {number}: {way} is {len(said)} characters long, at most {WORDS_MAX}")
        return Moment(ms, way, said=said)
    try:
        return Moment(ms, way, bytes.fromhex(said))
    except ValueError:
        raise BadRecording(f"line {number}: {way} is not hexadecimal") from None


def _object(number: int, line: bytes) -> dict[str, Any]:
    if len(line) > LINE_MAX:
        raise BadRecording(f"line {number}: {len(line)} bytes, at most {LINE_MAX}")
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRecording(f"line {number}: no JSON") from None
    if not isinstance(said, dict):
        raise BadRecording(f"line {number}: no object")
    return said


def _whole(value: object, low: int, high: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


class Moments:
    """Tells what happens on a line with its instant, one at a time, on whatever thread it happens.

    Args:
        tell: called with every moment.
        clock: whose time the moments have, counted from the making of this.
    """

    def __init__(self, tell: Callable[[Moment], None], clock: Clock) -> None:
        self._tell = tell
        self._clock = clock
        self._start_ms = clock.now_ms()
        self._lock = threading.Lock()

    def note(self, way: str, data: bytes = b"", why: str = "", said: str = "") -> None:
        """It happened now, and was told."""
        with self._lock:
            self._tell(Moment(self._clock.now_ms() - self._start_ms, way, data, why, said))

    def note_carrier(self, item: object) -> None:
        """What a carrier delivered was told: bytes, that it came or that it went; anything else is not."""
        if isinstance(item, bytes):
            self.note("in", item)
        elif isinstance(item, LinkUp):
            self.note("up")
        elif isinstance(item, LinkDown):
            self.note("down", why=item.why)


class Tap:
    """A link that tells what passes it (`controller.ports.Link`).

    Args:
        link: the carrier.
        tell: called with every moment.
        clock: whose time the moments have.
    """

    def __init__(self, link: Link, tell: Callable[[Moment], None], clock: Clock) -> None:
        self._link = link
        self._moments = Moments(tell, clock)

    def open(self, deliver: Deliver) -> None:
        """As of the link."""

        def pass_on(item: object) -> None:
            self._moments.note_carrier(item)
            deliver(item)

        self._link.open(pass_on)

    def write(self, data: bytes) -> None:
        """As of the link."""
        self._moments.note("out", data)
        self._link.write(data)

    def close(self) -> None:
        """As of the link."""
        self._link.close()


class ReplayLink:
    """A recording as a carrier: delivers what was delivered then, when it was (`controller.ports.Link`).

    Args:
        recording: what to play.
        schedule: runs an action so many milliseconds later, such as a timeline's.

    Attributes:
        written: what the driver writes now.
    """

    def __init__(self, recording: Recording, schedule: Schedule) -> None:
        self.written: list[bytes] = []
        self._recording = recording
        self._schedule = schedule
        self._open = False

    def open(self, deliver: Deliver) -> None:
        """Every moment of the recording is on its way."""
        self._open = True
        for moment in self._recording.moments:
            if moment.way != "out":
                self._schedule(moment.ms, partial(self._deliver, deliver, _item(moment)))

    def write(self, data: bytes) -> None:
        """Kept to be looked at: a recorded machine answers what it answered then."""
        self.written.append(data)

    def close(self) -> None:
        """Nothing is delivered any more."""
        self._open = False

    def _deliver(self, deliver: Deliver, item: object) -> None:
        if self._open:
            deliver(item)


def _item(moment: Moment) -> object:
    if moment.way == "in":
        return moment.data
    return LinkUp() if moment.way == "up" else LinkDown(moment.why)
