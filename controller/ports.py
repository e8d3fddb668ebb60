"""What the table may ask of a machine, and how it hears from one.

A driver is a state machine without threads: bytes or levels go in, observations come out, on the one
deciding thread. Whoever carries the bytes (a serial port's reader thread, a memory link, a GPIO
callback) only puts them in the inbox.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from controller.game.inputs import Machine, MachineIdentity, Observation
from controller.game.requests import Request

Deliver = Callable[[object], None]
"""Called by a link, from any thread, with what it received: `bytes`, a pair (line, level), or `LinkUp` or
`LinkDown`. It only enqueues; it blocks while the inbox is full."""


class LinkUp:
    """The carrier is there."""


class LinkDown:
    """The carrier is gone."""

    def __init__(self, why: str) -> None:
        self.why = why

    def __repr__(self) -> str:
        return f"LinkDown({self.why})"


@dataclass(frozen=True, slots=True)
class Figures:
    """How a machine's line does: counted since the start of the program.

    People look at it as it stands; what came in some minutes is written down
    (`controller.table.line_counts`).

    Attributes:
        frames: messages heard whole.
        retries: messages that had to be said again.
        damaged: what came and was thrown away: frames with a wrong check, runs of noise, lost edges.
        reconnections: how often the machine came back.
        latency_ms, latency_p99_ms: the last answer and the slow end of the latest; None when none was timed.
        words: the instants and kinds of what it said last, oldest first; never a card.
        answers, took_ms: how many answers were timed, and how long the latest of them took.
        celsius, limit_celsius: what the machine says of its warmth, and the warmth that its maker allows.
        identity: which machine it is; None while it has not said so.
    """

    frames: int = 0
    retries: int = 0
    damaged: int = 0
    reconnections: int = 0
    latency_ms: int | None = None
    latency_p99_ms: int | None = None
    words: tuple[tuple[int, str], ...] = ()
    answers: int = 0
    took_ms: tuple[int, ...] = ()
    celsius: int | None = None
    limit_celsius: int | None = None
    identity: MachineIdentity | None = None


@dataclass(frozen=True, slots=True)
class FrameLine:
    """One line of a machine's frame log: what passed its line, and nothing that tells a card face down.

    Attributes:
        machine: whose line.
        number: the frame's number among those heard of this machine; 0 for what was said to it, or noticed.
        at_ms: when it was whole.
        way: `in` for what was heard, `out` for what was said, empty for what happened to the line.
        text: its bytes as far as anybody may see them (`drivers.lines.masks`).
        word: what became of it: its kind, or `repeated`, `damaged` and the like.
    """

    machine: Machine
    number: int
    at_ms: int
    way: str
    text: str
    word: str


class Frames(Protocol):
    """The count of one machine's frames, and who is told of them."""

    number: int
    """That of the frame heard last."""
    now_ms: int
    tell: Callable[[FrameLine], None] | None

    def went(self, word: str) -> None:
        """Something became of the line itself."""
        ...


@runtime_checkable
class Framed(Protocol):
    """A driver whose machine talks in frames; pins and badges have none."""

    frames: Frames


class Link(Protocol):
    """A carrier of bytes: a serial port, a socket, a USB endpoint pair, or memory."""

    def open(self, deliver: Deliver) -> None:
        """Start delivering; `LinkUp` comes first. A carrier that is not there yet is looked for again."""
        ...

    def write(self, data: bytes) -> None:
        """Send `data`, or drop it if the carrier is gone; never blocks for long, never raises for that."""
        ...

    def close(self) -> None:
        """Stop; nothing is delivered after the return."""
        ...


class Driver(Protocol):
    """One machine of the table."""

    machine: Machine

    def start(self, deliver: Deliver) -> None:
        """Open the link or the lines, delivering to `deliver`."""
        ...

    def receive(self, item: object, now_ms: int) -> Iterable[Observation]:
        """What the delivered item means. Called on the deciding thread only, like everything below."""
        ...

    def tick(self, now_ms: int) -> Iterable[Observation]:
        """What the passing of time means: heartbeats, retries, debouncing, silence."""
        ...

    @property
    def due_ms(self) -> int | None:
        """When `tick` is next wanted, or None."""
        ...

    @property
    def figures(self) -> Figures:
        """How the line does; looked at now and then, it changes nothing."""
        ...

    def ask(self, request: Request, now_ms: int) -> None:
        """Bring the machine to a state; a request for other machines is ignored."""
        ...

    def stop(self) -> None:
        """Close the link or the lines."""
        ...
