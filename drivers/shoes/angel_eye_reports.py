"""The reports of an Angel Eye II-EX, read from the line.

A report is ENQ, a sequence character, a kind with its payload, ETX and a check of two hexadecimal digits
(the XOR of all between ENQ and the check). The shoe sends each three times: the first whole copy counts,
so a damaged one is mended by its twins. Its own game is baccarat: positions and results mean nothing to us,
and a card drawn outside that game is a card drawn.
Source: facts of public integrations, not the maker's manual.
"""

from __future__ import annotations

from functools import partial, reduce
from operator import xor
from typing import Final

from controller.game.cards import RANKS, Card, FaceDown
from drivers.lines import masks
from drivers.shoes.angel_eye_commands import ETX, Answer
from drivers.shoes.reports import (
    COPIES_DISAGREE,
    CardNotRead,
    CardRead,
    Copied,
    CutCardOut,
    Fault,
    FaultCleared,
    LockReported,
    Report,
    ResultReported,
    Status,
    StreamDecoder,
    heard,
)

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
OVERDRAW: Final = 2

_AROUND: Final = 6  # ENQ, sequence, kind; ETX, check
_VARIANTS_MAX: Final = 4
_START: Final = ord("S")
_CARDS: Final = b"Dd"
_AGAIN: Final = ord("R")
_KINDS: Final = {ord(kind): kind for kind in PAYLOAD_SIZES}
_SIZES: Final = bytes(_AROUND + PAYLOAD_SIZES[chr(n)] if chr(n) in PAYLOAD_SIZES else 0 for n in range(256))
_SUITS: Final = {1: "d", 2: "c", 3: "s", 4: "h"}
_RANKS: Final = {1: "A"} | {number: RANKS[number - 2] for number in range(2, 14)}


def card_of(byte: int) -> Card | None:
    """The card that a byte names: suit in bits 6 to 4, rank in bits 3 to 0; None when it names none."""
    suit, rank = _SUITS.get(byte >> 4 & 7), _RANKS.get(byte & 15)
    return Card.parse(rank + suit) if suit is not None and rank is not None else None


class AngelEyeDecoder(StreamDecoder):
    """Reports out of the bytes that the shoe sends (`reports.Decoder`).

    What is no report is dropped, one byte after damage, and told as one `Damaged` a run. Copies of the
    report before are told nowhere. A card sent again on the shoe's own motion (`R`) is told only when it
    was never heard, and then as a card that could not be read: a person resolves it.

    Attributes:
        frames: the count of what was found.
        quiet: codes of errors that follow from the cards drawn: neither counted nor told as frames.
        reports: whole reports, copies counted too.
        copies: those among them that repeated the report before.
        answers: the answers to commands that were found; an answer is damage unless one is `awaited`.
        awaited: whether a command was sent and not yet answered.
        tells_copies: whether copies of a card are told, as `Copied`; for the driver only.
    """

    def __init__(self) -> None:
        super().__init__()
        self.quiet = frozenset({OVERDRAW})
        self.answers: list[Answer] = []
        self.awaited = False
        self.tells_copies = False
        self.copies = 0
        self._same: tuple[bytes, ...] = ()  # the report before, and others sent under its sequence
        self._taken: set[Card] = set()  # cards told since the shoe started, read or asked for
        self._checks = {number: b"%02X" % number for number in range(256)}

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

    def _take(self, frame: bytes, said: list[Report]) -> None:
        """A whole report is a copy, contradicts the one before, or is told."""
        self.reports += 1
        same = self._same
        if frame in same:
            self.copies += 1
            if not self._untold(frame):
                self.frames.heard("repeated", partial(masks.angel_eye, frame))
            if self.tells_copies and len(same) == 1 and frame[2] in _CARDS:
                said.append(Copied())
            return
        kind = frame[2]
        if kind == _START:
            self._taken.clear()
        elif same and same[0][1] == frame[1] and same[0][2] != _START:
            self._same = (*same, frame)[-_VARIANTS_MAX:]
            said.append(self._counted(Fault(COPIES_DISAGREE), frame, COPIES_DISAGREE))
            return
        self._same = (frame,)
        meaning = self._meaning(_KINDS[kind], frame)
        if kind == _AGAIN:  # told by one word, whether it was heard before or not
            number = self.frames.heard("card_again", partial(masks.angel_eye, frame))
            meaning = CardNotRead(number) if meaning is not None else None
        elif meaning is not None and not self._untold(frame):
            meaning = self._counted(meaning, frame)
        if meaning is not None:
            said.append(meaning)

    def _counted(self, report: Report, frame: bytes, word: str = "") -> Report:
        return heard(self.frames, report, partial(masks.angel_eye, frame), word)

    def _untold(self, frame: bytes) -> bool:
        """Whether the report follows from the values of the cards (`drivers.lines.masks`)."""
        return frame[2] in masks.ANGEL_EYE_UNTOLD or (frame[2] in b"Ee" and frame[3] & 0x3F in self.quiet)

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
