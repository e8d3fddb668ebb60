"""The words of a shoe that reports without being asked: what its decoder understood, whoever made it.

A decoder turns bytes into these, and nothing else: no clock, no line, no table. The driver turns them into
observations, `tapis devices decode` into JSON. Cards are face down.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

from controller.game.cards import FaceDown
from controller.game.inputs import Machine
from drivers.lines.frame_numbers import HeardFrames

COPIES_DISAGREE: Final = "copies_disagree"
"""The code of a fault of ours: two whole copies of one report say different things."""


@dataclass(frozen=True, slots=True)
class CardRead:
    """A card left the shoe and was read, told in this frame (`drivers.lines.frame_numbers`)."""

    card: FaceDown
    frame: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class CardNotRead:
    """A card left the shoe and could not be read, or the report that named it is lost."""

    frame: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class CutCardOut:
    """The cut card left the shoe."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of the shoe began, or goes on with `active` False; the code is the maker's own."""

    code: int | str
    active: bool = True
    frame: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class FaultCleared:
    """The fault is over."""

    code: int | str


@dataclass(frozen=True, slots=True)
class LockReported:
    """The shoe's lock, as the shoe says."""

    locked: bool


@dataclass(frozen=True, slots=True)
class Status:
    """Something that is neither a card nor a fault."""

    name: str


@dataclass(frozen=True, slots=True)
class ResultReported:
    """The result of a game that is not ours."""


@dataclass(frozen=True, slots=True)
class Damaged:
    """So many bytes in a row were no report and were dropped."""

    size: int


@dataclass(frozen=True, slots=True)
class Copied:
    """A whole copy says the same of a card as the one before; told to a driver that asks for it."""


Report = (
    CardRead
    | CardNotRead
    | CutCardOut
    | Fault
    | FaultCleared
    | LockReported
    | Status
    | ResultReported
    | Damaged
    | Copied
)


class Decoder(Protocol):
    """Finds reports in a stream of bytes that arrives in any pieces; the pieces change nothing."""

    frames: HeardFrames
    """The count of what it found; a driver puts its own here."""
    damaged_bytes: int
    """Bytes dropped since the decoder was made, those not yet told as `Damaged` too."""

    def feed(self, data: bytes) -> list[Report]:
        """The reports that `data` completes, in order."""
        ...

    def finish(self) -> list[Report]:
        """Nothing more belongs to what is held: it is damage, or holds whole reports behind the damage."""
        ...

    @property
    def held_bytes(self) -> int:
        """How much is held of a report not yet complete; bounded."""
        ...


class StreamDecoder(ABC):
    """A decoder that holds what is not complete, scans what it has, and tells each run of damage once.

    Attributes:
        frames: the count of what was found.
        damaged_bytes: bytes dropped since it was made.
        reports: whole reports.
    """

    def __init__(self) -> None:
        self.frames = HeardFrames(Machine.SHOE)
        self.damaged_bytes = 0
        self.reports = 0
        self._held = b""
        self._run = 0  # bytes dropped since damage was told last

    @property
    def held_bytes(self) -> int:
        """How much is held of a report not yet complete; less than the longest one has, or as much."""
        return len(self._held)

    def feed(self, data: bytes) -> list[Report]:
        """The reports that `data` completes, in order."""
        said: list[Report] = []
        buffer = self._held + data
        self._held = buffer[self._scan(buffer, said, whole=False) :]
        return said

    def finish(self) -> list[Report]:
        """Nothing more belongs to what is held; damage not yet told is told."""
        said: list[Report] = []
        held, self._held = self._held, b""
        self._scan(held, said, whole=True)
        self._tell_damage(said)
        return said

    @abstractmethod
    def _scan(self, buffer: bytes, said: list[Report], *, whole: bool) -> int:
        """Take the reports of the buffer; where the one begins that is not complete yet."""

    def _tell_damage(self, said: list[Report]) -> None:
        if self._run:
            self.frames.heard("damaged")
            said.append(Damaged(self._run))
        self._run = 0


WORDS: Final[dict[type, str]] = {
    CardRead: "card_drawn",
    CardNotRead: "card_unreadable",
    CutCardOut: "cut_card",
    Fault: "fault",
    FaultCleared: "fault_cleared",
    LockReported: "shoe_state",
    Status: "status",
    ResultReported: "result",
}
"""What a report is called among the last words and in the frame log: its kind, never what it carries."""


def heard(frames: HeardFrames, report: Report, text: Callable[[], str], word: str = "") -> Report:
    """The report is counted and told by its kind, or as `word`; one of a card now carries its number."""
    number = frames.heard(word or WORDS[type(report)], text)
    if isinstance(report, CardRead | CardNotRead | Fault):
        return replace(report, frame=number)
    return report


Told = dict[str, Any]

_TELL: Final[Mapping[type, Callable[[Any], Told]]] = {
    CardRead: lambda said: {"kind": "card", "card": said.card.turned_up().text},
    CardNotRead: lambda said: {"kind": "unreadable"},
    CutCardOut: lambda said: {"kind": "cut_card"},
    Fault: lambda said: {"kind": "fault", "code": said.code, "active": said.active},
    FaultCleared: lambda said: {"kind": "fault_cleared", "code": said.code},
    LockReported: lambda said: {"kind": "lock", "locked": said.locked},
    Status: lambda said: {"kind": "status", "name": said.name},
    ResultReported: lambda said: {"kind": "result"},
    Damaged: lambda said: {"kind": "damaged", "bytes": said.size},
}


def told(report: Report) -> Told:
    """The report as a line of a decoded capture; cards are named, so for the desk only."""
    return _TELL[type(report)](report)


def tell_all(decoder: Decoder, pieces: Iterable[bytes]) -> Iterator[Told]:
    """What the decoder understands of a whole capture, however it is cut, in order."""
    for piece in pieces:
        yield from map(told, decoder.feed(piece))
    yield from map(told, decoder.finish())
