"""The JP1 spots and the badge reader recorded and played back: edges of lines, and cards by their kind.

`{"ms": 12, "edge": "3 on"}` is an edge of a sensor, `level` one that the driver found without an edge. Of the
reader `card` says that one was put in (`in 1 chef signs`), taken out (`out`) or was none of ours (`strange`);
that it was challenged (`asked`), and what came of it: `signed`, `forged` by another key, `late` for an old
challenge, or `silent`. Cards are numbered as they come: no number of a card, no name, no challenge and no
signature is kept. Played back, each card signs today's challenges with a key of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.clock import Clock
from controller.game.felt import SEATS
from controller.game.inputs import Role
from controller.ports import Deliver, LinkDown, LinkUp
from drivers.chips.pins import Lines, Spot
from drivers.readers.badge import CardDidNotSign, CardIn, CardOut, CardReader, CardSigned, CardStrange, Holder
from drivers.readers.card_keys import CardKey
from drivers.recordings.recording import BadRecording, Moment, Moments, Recording, Schedule

CARDS_MAX: Final = 999
_ANSWERS: Final = ("signed", "forged", "late", "silent")
_STANDINGS: Final = ("signs", "keyless", "revoked")
_OLD: Final = bytes(32)


class LinesTap:
    """Lines that tell their edges (`drivers.chips.pins.Lines`).

    Args:
        lines: the sensors, lamps and buzzer.
        tell: called with every moment.
        clock: whose time the moments have.
    """

    def __init__(self, lines: Lines, tell: Callable[[Moment], None], clock: Clock) -> None:
        self._lines = lines
        self._moments = Moments(tell, clock)
        self._known: dict[Spot, bool] = dict.fromkeys((*lines.seats, *lines.others), False)

    @property
    def seats(self) -> tuple[int, ...]:
        """As of the lines."""
        return self._lines.seats

    @property
    def others(self) -> tuple[str, ...]:
        """As of the lines."""
        return self._lines.others

    def open(self, deliver: Deliver) -> None:
        """As of the lines."""

        def pass_on(item: object) -> None:
            match item:
                case (int() | str() as spot, bool(covered)):
                    self._known[spot] = covered
                    self._moments.note("edge", said=_edge(spot, covered))
                case _:
                    self._moments.note_carrier(item)
            deliver(item)

        self._lines.open(pass_on)

    def level(self, spot: Spot) -> bool:
        """As of the lines; a level that no edge told is noted."""
        covered = self._lines.level(spot)
        if covered is not self._known[spot]:
            self._known[spot] = covered
            self._moments.note("level", said=_edge(spot, covered))
        return covered

    def light(self, seat: int, lit: bool) -> None:
        """As of the lines."""
        self._lines.light(seat, lit)

    def sound(self, on: bool) -> None:
        """As of the lines."""
        self._lines.sound(on)

    def close(self) -> None:
        """As of the lines."""
        self._lines.close()


class ReplayLines:
    """Recorded spots as lines: their edges come when they came (`drivers.chips.pins.Lines`).

    Args:
        recording: what to play.
        others: the names of the further sensors.
        schedule: runs an action so many milliseconds later.
        seats: how many places the felt had.

    Raises:
        BadRecording: an edge is of no spot.
    """

    def __init__(self, recording: Recording, others: Sequence[str], schedule: Schedule, seats: int) -> None:
        self.seats = SEATS[:seats]
        self.others = tuple(others)
        self._levels: dict[Spot, bool] = dict.fromkeys((*self.seats, *others), False)
        self._spots: dict[str, Spot] = {str(spot): spot for spot in self._levels}
        self._moments = recording.moments
        self._schedule = schedule
        self._open = False
        for moment in self._moments:
            if moment.way in ("edge", "level"):
                self._read(moment)

    def open(self, deliver: Deliver) -> None:
        """Every moment of the recording is on its way."""
        self._open = True
        for moment in self._moments:
            self._schedule(moment.ms, partial(self._play, moment, deliver))

    def level(self, spot: Spot) -> bool:
        """The level by the latest moment that was played."""
        return self._levels[spot]

    def light(self, seat: int, lit: bool) -> None:
        """A recording has no lamps."""

    def sound(self, on: bool) -> None:
        """A recording has no buzzer."""

    def close(self) -> None:
        """Nothing is delivered any more."""
        self._open = False

    def _read(self, moment: Moment) -> tuple[Spot, bool]:
        name, _, state = moment.said.partition(" ")
        if name not in self._spots or state not in ("on", "off"):
            raise BadRecording(f"{moment.way} is {moment.said!r}, not a spot with on or off")
        return self._spots[name], state == "on"

    def _play(self, moment: Moment, deliver: Deliver) -> None:
        if not self._open:
            return
        if moment.way in ("edge", "level"):
            spot, covered = self._read(moment)
            self._levels[spot] = covered
            if moment.way == "edge":
                deliver((spot, covered))
        else:
            _play_carrier(moment, deliver)


class ReaderTap:
    """A card reader that tells what it delivers, by kind (`drivers.readers.badge.CardReader`).

    Args:
        reader: where cards are put in.
        holders: the register, which says what kind of card it is.
        tell: called with every moment.
        clock: whose time the moments have.
    """

    def __init__(
        self,
        reader: CardReader,
        holders: Mapping[str, Holder],
        tell: Callable[[Moment], None],
        clock: Clock,
    ) -> None:
        self.signs = reader.signs
        self.presence_ms = reader.presence_ms
        self._reader = reader
        self._holders = holders
        self._moments = Moments(tell, clock)
        self._numbers: dict[str, int] = {}
        self._holder: Holder | None = None
        self._challenge = b""

    def open(self, deliver: Deliver) -> None:
        """As of the reader."""

        def pass_on(item: object) -> None:
            words = self._words(item)
            if words:
                self._moments.note("card", said=words)
            elif not isinstance(item, bytes):
                self._moments.note_carrier(item)
            deliver(item)

        self._reader.open(pass_on)

    def sign(self, challenge: bytes, ed25519: bool) -> None:
        """As of the reader; the challenge is not told."""
        self._challenge = challenge
        self._moments.note("card", said="asked")
        self._reader.sign(challenge, ed25519)

    def close(self) -> None:
        """As of the reader."""
        self._reader.close()

    def _words(self, item: object) -> str:
        match item:
            case CardIn(card):
                self._holder = self._holders.get(card)
                return f"in {self._number(card)} {_standing(self._holder)}"
            case CardOut():
                return "out"
            case CardStrange():
                return "strange"
            case CardSigned(challenge, signature):
                key = self._holder.key if self._holder is not None else None
                if challenge != self._challenge:
                    return "late"
                return "signed" if key is not None and key.signed(challenge, signature) else "forged"
            case CardDidNotSign(challenge):
                return "silent" if challenge == self._challenge else "late"
        return ""

    def _number(self, card: str) -> int:
        if card not in self._numbers and len(self._numbers) < CARDS_MAX:
            self._numbers[card] = len(self._numbers) + 1
        return self._numbers.get(card, CARDS_MAX)


class ReplayReader:
    """A recorded reader: cards come and go, and answer, as they did (`drivers.readers.badge.CardReader`).

    Args:
        recording: what to play.
        signs, presence_ms: what kind of reader it was.
        schedule: runs an action so many milliseconds later.

    Attributes:
        holders: the register of the recorded cards, without names.

    Raises:
        BadRecording: a card says what none can.
    """

    def __init__(
        self, recording: Recording, *, signs: bool, presence_ms: int | None, schedule: Schedule
    ) -> None:
        self.signs = signs
        self.presence_ms = presence_ms
        self.holders = _register(recording)
        self._moments = recording.moments
        self._schedule = schedule
        self._deliver: Deliver | None = None
        self._card = ""
        self._challenge = b""
        self._answer = ""  # one that came at the instant of its challenge, and before it

    def open(self, deliver: Deliver) -> None:
        """Every moment of the recording is on its way."""
        self._deliver = deliver
        for moment in self._moments:
            self._schedule(moment.ms, partial(self._play, moment))

    def sign(self, challenge: bytes, ed25519: bool) -> None:
        """The answer comes when it came."""
        self._challenge = challenge
        answer, self._answer = self._answer, ""
        if answer:
            self._answered(answer)

    def close(self) -> None:
        """Nothing is delivered any more."""
        self._deliver = None

    def _play(self, moment: Moment) -> None:
        if self._deliver is None:
            return
        if moment.way != "card":
            _play_carrier(moment, self._deliver)
            return
        word, *more = moment.said.split()
        if word in ("in", "out", "strange"):
            self._challenge, self._answer = b"", ""
        if word == "in":
            self._card = more[0]
            self._deliver(CardIn(self._card))
        elif word == "out":
            self._deliver(CardOut())
        elif word == "strange":
            self._deliver(CardStrange("recorded"))
        elif word in _ANSWERS and self._challenge:
            self._answered(word)
        elif word in _ANSWERS:
            self._answer = word

    def _answered(self, word: str) -> None:
        assert self._deliver is not None
        if word == "silent":
            self._deliver(CardDidNotSign(self._challenge, "recorded"))
        elif word == "late":
            self._deliver(CardSigned(_OLD, b""))
        else:
            key = _key(self._card if word == "signed" else "another")
            self._deliver(CardSigned(self._challenge, key.sign(self._challenge)))


def _edge(spot: Spot, covered: bool) -> str:
    return f"{spot} {'on' if covered else 'off'}"


def _play_carrier(moment: Moment, deliver: Deliver) -> None:
    if moment.way == "up":
        deliver(LinkUp())
    elif moment.way == "down":
        deliver(LinkDown(moment.why))


def _standing(holder: Holder | None) -> str:
    """What the register says of a card, without a name."""
    if holder is None:
        return "nobody"
    if holder.revoked:
        return f"{holder.role} revoked"
    return f"{holder.role} {'keyless' if holder.key is None else 'signs'}"


def _register(recording: Recording) -> dict[str, Holder]:
    holders = {}
    for moment in recording.moments:
        if moment.way != "card":
            continue
        match moment.said.split():
            case ["in", number, "nobody"] if number.isdecimal():
                pass
            case ["in", number, role, standing] if number.isdecimal() and standing in _STANDINGS:
                if role not in [str(one) for one in Role]:
                    raise BadRecording(f"card is {moment.said!r}: no such role")
                key = _public(number) if standing == "signs" else None
                holders[number] = Holder(f"card {number}", Role(role), key, standing == "revoked")
            case ["out" | "strange" | "asked" | "signed" | "forged" | "late" | "silent"]:
                pass
            case _:
                raise BadRecording(f"card is {moment.said!r}, which no card says")
    return holders


def _key(card: str) -> Ed25519PrivateKey:
    """A key for the play only: anybody can have it, and no register knows it."""
    return Ed25519PrivateKey.from_private_bytes(sha256(f"played back: {card}".encode()).digest())


def _public(card: str) -> CardKey:
    return CardKey.parse(_key(card).public_key().public_bytes_raw().hex())
