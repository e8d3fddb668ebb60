"""The reference machines in C, compiled here, with hands on them: twins as those of `drivers.sim`.

Each is a process with a pty of its own. A twin carries bytes between that pty and whatever line a test wants,
so that carriers, faults and tables meet it like any other twin.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import tty
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import IO, Any, Final

from controller.clock import Clock
from controller.game.cards import Card
from controller.game.inputs import Health, Machine
from drivers.lines.gauge import Gauge
from drivers.lines.messages import MESSAGES, Kind, pack
from drivers.lines.session_types import Counters, SessionEvent
from drivers.sim.faults import Faults
from drivers.sim.ptys import PtyCarrier
from drivers.sim.real_time_carrier import READ_MAX
from drivers.sim.shuffler import ShufflerTwin

FOLDER: Final = Path(__file__).parents[2] / "drivers" / "reference"
CORE: Final = ("tapis_frame", "tapis_session", "tapis_shoe", "tapis_shuffler")
STRICT: Final = ("-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic")
UNREADABLE: Final = 255
LOOK_MS: Final = 2
JAMS: Final = {"feed": 0, "shuffle": 1, "count": 2, "exit": 3}


@cache
def _made() -> Path:
    """Where this process puts what it compiles; gone at its end."""
    folder = Path(tempfile.mkdtemp(prefix="reference-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def sources() -> dict[str, str]:
    """The files of the folder by name."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.[ch]"))}


def compiled(changed: dict[str, str] | None = None, *options: str) -> Path:
    """The program, of the sources as they are or of these; a file that is alike is compiled once."""
    texts = changed or sources()
    headers = tuple((name, text) for name, text in texts.items() if name.endswith(".h"))
    objects = [_object(name, text, headers, options) for name, text in texts.items() if name.endswith(".c")]
    program = Path(tempfile.mkdtemp(dir=_made())) / "tapis_reference"
    subprocess.run(["cc", *options, "-o", str(program), *objects], check=True)
    return program


@cache
def _object(name: str, text: str, headers: tuple[tuple[str, str], ...], options: tuple[str, ...]) -> str:
    folder = Path(tempfile.mkdtemp(dir=_made()))
    for file, content in ((name, text), *headers):
        (folder / file).write_text(content, encoding="utf-8")
    made = folder / f"{name}.o"
    subprocess.run(["cc", *STRICT, *options, "-c", str(folder / name), "-o", str(made)], check=True)
    return str(made)


@cache
def honest_program() -> Path:
    """The program as it is given away."""
    return compiled(None, "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


class ReferenceMachine:
    """One process that is a shoe or a shuffler.

    Args:
        kind: `shoe` or `shuffler`.
        program: what `compiled` gave.
        line: `pty`, or `tcp:0` to listen.

    Attributes:
        url: where its line is.
    """

    def __init__(self, kind: str, program: Path | None = None, line: str = "pty") -> None:
        self._process = subprocess.Popen(
            [str(program or honest_program()), kind, line],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().split()[1]

    def do(self, command: str) -> tuple[bool, list[int]]:
        """A hand acts on it: whether it could, and four figures of how it stands (`host_port.c`)."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(command + "\n")
        word, *figures = self._process.stdout.readline().split()
        return word == "ok", [int(one) for one in figures]

    @contextlib.contextmanager
    def standing_still(self) -> Iterator[IO[str]]:
        """It does nothing meanwhile; what a hand does is done afterwards, before it hears its line again."""
        assert self._process.stdin is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield self._process.stdin
        finally:
            self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """The process has ended."""
        with contextlib.suppress(BrokenPipeError):
            self._process.communicate(timeout=5)
        assert self._process.returncode == 0


class OnItsPty:
    """A twin whose end of the line is the process's own pty."""

    def __init__(self, kind: str, program: Path | None = None) -> None:
        self.process = ReferenceMachine(kind, program)
        self._line = os.open(self.process.url, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._line)

    def put(self, data: bytes) -> None:
        """The bytes are on its line; a full one loses them."""
        with contextlib.suppress(BlockingIOError):
            os.write(self._line, data)

    def said(self) -> bytes:
        """What it said since."""
        with contextlib.suppress(BlockingIOError):
            return os.read(self._line, READ_MAX)
        return b""

    def close(self) -> None:
        """The process has ended."""
        os.close(self._line)
        self.process.close()


class ReferenceShoe:
    """The shoe in C, as `drivers.sim.shoe.ShoeTwin` is: the deck is in Python, all that it says in C."""

    machine = Machine.SHOE

    def __init__(self, program: Path | None = None) -> None:
        self.end = OnItsPty("shoe", program)
        self._deck: list[Card] = []

    def feed(self, data: bytes, now_ms: int) -> bytes:
        """What came from the line goes to it."""
        self.end.put(data)
        return self.end.said()

    def tick(self, now_ms: int) -> bytes:
        """What it said since."""
        return self.end.said()

    def take(self) -> bytes:
        """What it said since."""
        return self.end.said()

    @property
    def due_ms(self) -> int:
        """Always soon: it speaks when it wants to."""
        return Clocked.now_ms() + LOOK_MS

    @property
    def cards_left(self) -> int:
        """How many cards are in it."""
        return len(self._deck)

    @property
    def locked(self) -> bool:
        """Whether it lets no card out."""
        return bool(self.end.process.do("ask")[1][0])

    def load(self, deck: Sequence[Card], now_ms: int) -> None:
        """The deck lies in it, first card first out."""
        self._deck = list(deck)
        self.end.process.do(f"deck {len(deck)}")

    def unload(self, now_ms: int) -> list[Card]:
        """It is empty; the cards that were left are in the hand."""
        left, self._deck = self._deck, []
        self.end.process.do("deck 0")
        return left

    def draw(self, now_ms: int) -> Card | None:
        """The next card is in the hand; None when it is locked or empty."""
        if not self._deck or not self.end.process.do(f"card {self._deck[0].code}")[0]:
            return None
        return self._deck.pop(0)

    def restart(self, boot: int, now_ms: int) -> None:
        """It lost its power, on a board without lasting memory."""
        self.end.process.do("wipe")
        self.end.process.do("power")

    def cut_power(self) -> None:
        """It lost its power; what nobody had acknowledged is in its lasting memory."""
        self.end.process.do("power")


class SpokenByC:
    """A conversation whose end is the shuffler in C: the mechanism is that of `ShufflerTwin`."""

    def __init__(self, end: OnItsPty) -> None:
        self.end = end
        self.counters, self.gauge, self.health = Counters(), Gauge(), Health.UP
        self.met, self.outstanding = True, 0

    @property
    def due_ms(self) -> int:
        """Always soon: it speaks when it wants to."""
        return Clocked.now_ms() + LOOK_MS

    def send(self, kind: Kind, now_ms: int, **values: Any) -> bool:
        """The mechanism has changed: C is told, and says it."""
        match kind:
            case Kind.SHUFFLER_STATE:
                assert [field.name for field in MESSAGES[kind].fields][3] == "count"
                self.end.process.do("state " + " ".join(str(one) for one in pack(kind, values)))
            case Kind.SHUFFLER_JAM:
                self.end.process.do(f"jam {JAMS[values['stage']] if values['active'] else 255}")
            case Kind.SHUFFLER_SHOWN_EMPTY:
                self.end.process.do("empty")
        return True

    def opened(self, now_ms: int) -> None:
        """The line is its own."""

    def closed(self, why: str) -> list[SessionEvent]:
        """The line is its own."""
        return []

    def feed(self, data: bytes, now_ms: int) -> list[SessionEvent]:
        """What came goes to it."""
        self.end.put(data)
        return []

    def tick(self, now_ms: int) -> list[SessionEvent]:
        """It keeps its own time."""
        return []

    def take(self) -> bytes:
        """What it said since."""
        return self.end.said()


class ReferenceShuffler(ShufflerTwin):
    """The shuffler in C: its mechanism is imitated, all that it says and hears is in C."""

    def __init__(self, rng: Random, shuffle_ms: int) -> None:
        self.end = OnItsPty("shuffler")
        super().__init__(rng, boot=1, shuffle_ms=shuffle_ms, speaks=lambda *_: SpokenByC(self.end))
        self._report(0)

    def insert(self, deck: Sequence[Card], colour: str, now_ms: int) -> bool:
        """As of the twin; whether it is to be shown empty is for C to say."""
        self.awaits_empty = bool(self.end.process.do("ask")[1][1])
        return super().insert(deck, colour, now_ms)

    def restart(self, boot: int, now_ms: int) -> None:
        """It lost its power and came back: it begins its deck anew."""
        self.end.process.do("power")
        super().restart(boot, now_ms)


class Clocked:
    """The clock of every twin here; set by the carrier."""

    clock: Clock

    @classmethod
    def now_ms(cls) -> int:
        """Now."""
        return cls.clock.now_ms()


class ReferenceCarrier(PtyCarrier[Any]):
    """A reference machine on a pty that pyserial opens; the process ends with the line.

    Args:
        spoilt: how many pieces of a hundred are damaged, and as many are lost, each way; with what chance.
    """

    def __init__(
        self,
        twin: Any,
        path: Path,
        clock: Clock,
        faults: Faults | None = None,
        spoilt: int = 0,
        seed: int = 1,
    ) -> None:
        Clocked.clock = clock
        self.spoilt, self._rng = spoilt, Random(seed)
        self.lost = self.damaged = 0
        super().__init__(twin, path, clock, faults)

    def _spoil(self, data: bytes) -> bytes:
        lot = self._rng.randrange(100)
        if not data or lot >= 2 * self.spoilt:
            return data
        if lot < self.spoilt:
            self.lost += 1
            return b""
        self.damaged += 1
        damaged = bytearray(data)
        damaged[self._rng.randrange(len(data))] ^= self._rng.randint(1, 255)
        return bytes(damaged)

    def _read(self, ready: list[Any]) -> bytes:
        return self._spoil(super()._read(ready))

    def _write(self, data: bytes) -> None:
        data = self._spoil(data)
        if data:
            super()._write(data)

    def close(self) -> None:
        """The line, its thread and the process are gone."""
        super().close()
        self.twin.end.close()
