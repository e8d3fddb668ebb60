"""The Angel Eye II-EX shoe: its reports read from the line, and the driver that listens to it.

A report is ENQ, a sequence character, a kind with its payload, ETX and a check of two hexadecimal digits
(the XOR of all between ENQ and the check). The shoe sends each three times: the first whole copy counts,
so a damaged one is mended by its twins. Its own game is baccarat: positions and results mean nothing to us,
and a card drawn outside that game is a card drawn. Commands are sent only where the house allows it.
Source: facts of public integrations, not the maker's manual.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import Final

from controller.game.cards import RANKS, Card, FaceDown
from controller.game.inputs import Observation
from controller.ports import Link, LinkUp
from drivers.shoes.listening import DOUBT_MS, ListeningShoe
from drivers.shoes.reports import (
    COPIES_DISAGREE,
    CardNotRead,
    CardRead,
    CutCardOut,
    Damaged,
    Fault,
    FaultCleared,
    LockReported,
    Report,
    ResultReported,
    Status,
)

STX: Final = 0x02
ETX: Final = 0x03
ENQ: Final = 0x05
ACK: Final = 0x06
NAK: Final = 0x15
PAYLOAD_SIZES: Final = {
    "S": 0,
    "P": 0,
    "C": 0,
    "D": 2,
    "R": 2,
    "d": 2,
    "G": 1,
    "E": 1,
    "e": 1,
    "L": 1,
    "M": 6,
}
"""How many bytes follow each kind. A payload may hold ENQ and ETX, so the length is known by the kind."""
REPORT_MAX: Final = 12

LOCK: Final = "LK"
UNLOCKED, LOCKED = 1, 2
CANCEL_ERROR: Final = "EC"
OVERDRAW: Final = 2
ANSWER_MS: Final = 500
"""How long a command waits for its answer, and a busy shoe for the next one."""
PAUSE_MS: Final = 100
TRIES: Final = 3
GIVEN_UP_MS: Final = 5_000

_BUSY: Final = ("21", "22")
_AROUND: Final = 6  # ENQ, sequence, kind; ETX, check
_VARIANTS_MAX: Final = 4
_START: Final = ord("S")
_KINDS: Final = {ord(kind): kind for kind in PAYLOAD_SIZES}
_SIZES: Final = bytes(_AROUND + PAYLOAD_SIZES[chr(n)] if chr(n) in PAYLOAD_SIZES else 0 for n in range(256))
_SUITS: Final = {1: "d", 2: "c", 3: "s", 4: "h"}
_RANKS: Final = {1: "A"} | {number: RANKS[number - 2] for number in range(2, 14)}


def bcc(data: bytes) -> bytes:
    """The check of these bytes: their XOR as two upper-case hexadecimal digits."""
    return b"%02X" % reduce(xor, data, 0)


def card_of(byte: int) -> Card | None:
    """The card that a byte names: suit in bits 6 to 4, rank in bits 3 to 0; None when it names none."""
    suit, rank = _SUITS.get(byte >> 4 & 7), _RANKS.get(byte & 15)
    return Card.parse(rank + suit) if suit is not None and rank is not None else None


def command(kind: str, number: int, *, bcc_includes_stx: bool = True) -> bytes:
    """An operation command: `LK` 1 unlocks and 2 locks, `EC` cancels an error, `GP` 0 confirms the game.

    The published example includes STX in the check, the specification is said to leave it out.
    """
    body = b"OP" + kind.encode("ascii") + b"%02d" % number + bytes([ETX])
    start = bytes([STX])
    return start + body + bcc(start + body if bcc_includes_stx else body)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the shoe answers to a command: nothing for yes, else two digits that say why not."""

    refusal: str = ""


class AngelEyeDecoder:
    """Reports out of the bytes that the shoe sends (`reports.Decoder`).

    What is no report is dropped, one byte after damage, and told as one `Damaged` a run. Copies of the
    report before are told nowhere. A card sent again on the shoe's own motion (`R`) is told only when it
    was never heard, and then as a card that could not be read: a person resolves it.

    Attributes:
        reports: whole reports, copies counted too.
        copies: those among them that repeated the report before.
        answers: the answers to commands that were found; an answer is damage unless one is `awaited`.
        awaited: whether a command was sent and not yet answered.
    """

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.awaited = False
        self.damaged_bytes = 0
        self.reports = 0
        self.copies = 0
        self._held = b""
        self._run = 0  # bytes dropped since the last whole report
        self._same: tuple[bytes, ...] = ()  # the report before, and others sent under its sequence
        self._taken: set[Card] = set()  # cards told since the shoe started, read or asked for
        self._checks = {number: b"%02X" % number for number in range(256)}

    @property
    def held_bytes(self) -> int:
        """How much is held of a report not yet complete; fewer than `REPORT_MAX`."""
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

    def _scan(self, buffer: bytes, said: list[Report], *, whole: bool) -> int:
        """Take the reports of the buffer; where the one begins that is not complete yet."""
        at, end = 0, len(buffer)
        while at < end:
            if self.awaited and buffer[at] in (ACK, NAK):
                size = self._answer(buffer[at : at + 3])
                self.awaited = not size
                at += size
                if not size and not whole:
                    return at
                if size:
                    continue
            start = buffer.find(ENQ, at)
            if start != at:
                self._drop((start if start >= 0 else end) - at)
                at = start if start >= 0 else end
                continue
            size = _SIZES[buffer[at + 2]] if at + 2 < end else REPORT_MAX
            if size and at + size > end and not whole:
                return at
            frame = buffer[at : at + size]
            if size and len(frame) == size and self._is_whole(frame):
                self._tell_damage(said)
                self._take(frame, said)
                at += size
            else:
                self._drop(1)
                at += 1
        return at

    def _answer(self, data: bytes) -> int:
        """Keep the answer that begins here; its length, or 0 while it is not complete.

        The code of a refusal is a byte (15h 21h) or two digits (15h 32h 31h): no byte can be both.
        """
        if data[0] == ACK:
            self.answers.append(Answer())
            return 1
        size = 3 if data[1:2] in (b"0", b"1", b"2", b"F") else 2
        if len(data) < size:
            return 0
        code = data[1:3].decode("ascii", "replace") if size == 3 else f"{data[1]:02X}"
        self.answers.append(Answer(code))
        return size

    def _is_whole(self, frame: bytes) -> bool:
        if frame[-3] != ETX or frame[1] > 0x7F:
            return False
        return frame[-2:] == self._checks[reduce(xor, frame[1:-2])]

    def _drop(self, size: int) -> None:
        self._run += size
        self.damaged_bytes += size

    def _tell_damage(self, said: list[Report]) -> None:
        if self._run:
            said.append(Damaged(self._run))
            self._run = 0

    def _take(self, frame: bytes, said: list[Report]) -> None:
        """A whole report is a copy, contradicts the one before, or is told."""
        self.reports += 1
        same = self._same
        if frame in same:
            self.copies += 1
            return
        kind = frame[2]
        if kind == _START:
            self._taken.clear()
        elif same and same[0][1] == frame[1] and same[0][2] != _START:
            self._same = (*same, frame)[-_VARIANTS_MAX:]
            said.append(Fault(COPIES_DISAGREE))
            return
        self._same = (frame,)
        meaning = self._meaning(_KINDS[kind], frame)
        if meaning is not None:
            said.append(meaning)

    def _meaning(self, kind: str, frame: bytes) -> Report | None:
        match kind:
            case "D" | "d" | "R":
                return self._card(card_of(frame[4]), again=kind == "R")
            case "E":
                return Fault(frame[3] & 0x3F, bool(frame[3] & 0x40))
            case "e":
                return FaultCleared(frame[3] & 0x7F)
            case "L":
                return LockReported(bool(frame[3] & 1))
            case "C":
                return CutCardOut()
            case "G":
                return ResultReported()
            case "S":
                return Status("start")
            case "P":
                return Status("stand_by")
        return Status("preset_changed")

    def _card(self, card: Card | None, *, again: bool) -> Report | None:
        if card is None:
            return CardNotRead()
        if again:
            if card in self._taken:
                return None
            self._taken.add(card)
            return CardNotRead()
        self._taken.add(card)
        return CardRead(FaceDown(card))


class AngelEye(ListeningShoe):
    """The driver of an Angel Eye II-EX.

    Args:
        link: the carrier, 4800 baud unless the unit is set otherwise.
        commands: lock and unlock the shoe as the table wants, and cancel the errors that are expected.
        bcc_includes_stx: how the check of a command is made.
        expected_errors: error codes that our game provokes (overdraw): shown, never a trouble.
    """

    def __init__(
        self,
        link: Link,
        *,
        commands: bool = False,
        bcc_includes_stx: bool = True,
        expected_errors: Sequence[int] = (OVERDRAW,),
    ) -> None:
        self._reading = AngelEyeDecoder()
        # A card is three copies of eight bytes: less damage than that was mended.
        super().__init__(link, self._reading, noise_bytes=48, lost_bytes=24)
        self._commands = commands
        self._bcc_includes_stx = bcc_includes_stx
        self._expected = frozenset(expected_errors)
        self._wanted: bool | None = None  # the lock that the table wants
        self._locked: bool | None = None  # the lock that the shoe reported or agreed to
        self._to_cancel: list[int] = []
        self._asked: tuple[str, int] | None = None  # the command that waits for its answer
        self._tries = 0
        self._next_ms = 0  # no command is sent before

    def receive(self, item: object, now_ms: int) -> list[Observation]:
        """What bytes, `LinkUp` or `LinkDown` mean."""
        if isinstance(item, LinkUp):
            self._locked = self._asked = None
            self._reading.awaited = False
            self._next_ms = 0
        return super().receive(item, now_ms)

    def _want_lock(self, locked: bool, now_ms: int) -> None:
        self._wanted = locked  # said by the next `tick`, which is due at once

    def _expects(self, code: int | str) -> bool:
        return code in self._expected

    def _hear_other(self, report: Report, now_ms: int, observations: list[Observation]) -> None:
        if isinstance(report, LockReported):
            self._locked = report.locked
        elif report == Status("start"):
            self._started(now_ms, observations)

    def _hear_fault(
        self, code: int | str, active: bool, now_ms: int, observations: list[Observation]
    ) -> None:
        super()._hear_fault(code, active, now_ms, observations)
        if active and isinstance(code, int) and code in self._expected and code not in self._to_cancel:
            self._to_cancel.append(code)

    def _started(self, now_ms: int, observations: list[Observation]) -> None:
        """The shoe was switched on: what it was told is forgotten, and in mid-deal cards may have gone by."""
        for code in [code for code in self._troubles if code.startswith("error_")]:
            self._end(code, observations)
        self._locked = None
        self._to_cancel.clear()
        if self._dealing:
            self._begin("rebooted", observations, now_ms + DOUBT_MS)

    # --- commands ----------------------------------------------------------------------------------

    def _pursue(self, now_ms: int, observations: list[Observation]) -> None:
        for answer in self._reading.answers:
            self._hear_answer(answer, now_ms, observations)
        self._reading.answers.clear()
        if self._asked is not None and now_ms >= self._next_ms:
            self._reading.awaited = False
            if self._tries >= TRIES:
                self._give_up("no_answer", now_ms, observations)
            else:
                self._say(now_ms)
        if self._asked is None and now_ms >= self._next_ms:
            self._asked = self._next_command
            self._tries = 0
            if self._asked is not None:
                self._say(now_ms)

    @property
    def _next_command(self) -> tuple[str, int] | None:
        if not self._commands or not self._was_up or self._wanted is None:
            return None
        if self._to_cancel:
            return CANCEL_ERROR, self._to_cancel[0]
        if self._wanted is not self._locked:
            return LOCK, LOCKED if self._wanted else UNLOCKED
        return None

    @property
    def _pursue_at_ms(self) -> int | None:
        return self._next_ms if self._asked is not None or self._next_command is not None else None

    def _say(self, now_ms: int) -> None:
        assert self._asked is not None
        self._tries += 1
        self._next_ms = now_ms + ANSWER_MS
        self._reading.awaited = True
        self._link.write(command(*self._asked, bcc_includes_stx=self._bcc_includes_stx))

    def _hear_answer(self, answer: Answer, now_ms: int, observations: list[Observation]) -> None:
        asked = self._asked
        if asked is None:
            return
        if answer.refusal in _BUSY:
            self._next_ms = now_ms + ANSWER_MS  # sent again then, unless it was busy too often
            return
        if answer.refusal:
            self._give_up(f"refused_{answer.refusal}", now_ms, observations)
            return
        self._done(asked)
        self._next_ms = now_ms + PAUSE_MS
        self._end("no_answer", observations)

    def _done(self, asked: tuple[str, int]) -> None:
        self._asked = None
        if asked[0] == CANCEL_ERROR:
            self._to_cancel = [code for code in self._to_cancel if code != asked[1]]
        else:
            self._locked = asked[1] == LOCKED

    def _give_up(self, trouble: str, now_ms: int, observations: list[Observation]) -> None:
        """The trouble is told; the same is asked again a while later."""
        self._asked = None
        self._next_ms = now_ms + GIVEN_UP_MS
        self._begin(trouble, observations, now_ms + DOUBT_MS)
