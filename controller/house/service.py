"""The service: reads journals while nothing is asked, answers over a Unix socket of role `house`.

Beside it is `inspector.sock`, for a screen that only reads: the questions of `MAY_INSPECT` and no others.

    screen -> house   {"id": "5f…", "ask": "rounds", "table": "UTH-1", "period": "session"}
    house -> screen   {"told": "5f…", "rounds": {...}}       the answer under the name of what was asked
                      {"told": "5f…", "refused": "seat: …"}  the question is none
                      {"news": 812, "reading": true}         the store has changed; at most once a second

One thread reads a batch, answers what came meanwhile, reads the next. What takes long, registers and files,
is done beside it (`background_jobs`): the answer comes when it is made, and other questions do not wait for
it. The pit goes first: all that it asked is answered, then one question of the inspector whose turn it is;
each door has places and a clerk of its own, and each screen one long question under way. A fault of the
program is told to who asked, logged and an alarm (`failures`), and the next question is answered.

Tables are never waited for and never wait: their journals are opened for reading alone, and for one batch.
"""

from __future__ import annotations

import selectors
import socket
import sys
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from controller.house.answers import INSPECTOR, MAY_INSPECT, TAKES_LONG, Answers, Back, Making
from controller.house.background_jobs import SWITCH_S, Clerk, Job, TooMany
from controller.house.chance import warm
from controller.house.feed_door import FeedDoor
from controller.house.registers import Part
from controller.house.scope import BadQuestion
from controller.house.store import StoreLost
from controller.screens import wire
from controller.screens.unix_socket import Door, group_of, listen
from controller.screens.wire import WireError
from controller.words.money import EN
from controller.words.plurals import in_language

ROLE: Final = "house"
ASKED_MAX: Final = 64 * 1024
SCREENS_MAX: Final = 8
"""Of each door: who comes to one takes no place of the other's."""
LINES_MAX: Final = 64
"""Questions of one screen that wait for their turn; it is not read on until they were answered."""
LONG_MAX: Final = 8
"""Long questions of one screen that wait for the one under way; one more is refused."""
OUT_MAX: Final = 8 * 1024 * 1024
READ_SIZE: Final = 64 * 1024
BATCH: Final = 1_500
"""Rows read between two looks at the socket: some tens of milliseconds."""
REST_S: Final = 0.5
WORKING_S: Final = 0.02
"""How long the service rests while the clerk works: so late at most is an answer of his."""
SAID: Final[dict[str, tuple[str, str]]] = {
    "lost": (
        "la mémoire ne répond pas ({why})\u202f; elle est redemandée jusqu’à ce qu’elle réponde",
        "the store: {why}; it is asked again until it answers",
    ),
    "answers": ("la mémoire répond de nouveau", "the store answers again"),
}
NEWS_S: Final = 1.0


class Visitor:
    """One screen that asks; `reads` where it may do nothing else."""

    def __init__(self, sock: socket.socket, *, reads: bool = False) -> None:
        self.sock = sock
        self.reads = reads
        self.lines = wire.Lines(ASKED_MAX)
        self.waiting: deque[bytes] = deque()
        self.long: deque[tuple[str, dict[str, Any]]] = deque()
        self.making = False
        self.asked_s = 0.0
        self.turn_s = 0.0
        self.out = b""


class Service:
    """The house at its socket.

    Args:
        answers: who answers.
        run_dir: an existing directory; the socket is `house.sock` in it, `inspector.sock` that of an
            inspector's screen, and `feed.sock` that of the feed.
        gid: a group whose members may ask, and listen, too.
        say: told, once each and in `language`, that the store does not answer, and that it does again; and
            of faults of the program, in English.

    Raises:
        SocketTaken: another process serves there.
    """

    def __init__(
        self,
        answers: Answers,
        run_dir: Path,
        gid: int | None = None,
        say: Callable[[str], None] = lambda said: None,
        language: int = EN,
    ) -> None:
        self._answers, self._say, self._language = answers, say, language
        path = run_dir / wire.socket_name(ROLE)
        self._door = Door(path, listen(path, gid), gid)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._door.listener, selectors.EVENT_READ)
        self._reading: Door | None = None
        try:
            reading = run_dir / wire.socket_name(INSPECTOR)
            group = gid if gid is None else group_of(INSPECTOR) or gid
            self._reading = Door(reading, listen(reading, group), group)
            self._selector.register(self._reading.listener, selectors.EVENT_READ)
            self._feed = FeedDoor(answers.house, self._selector, run_dir, gid, self._failed)
        except BaseException:
            self._selector.close()
            self._door.close()
            if self._reading is not None:
                self._reading.close()
            raise
        answers.house.on_fault = self._say
        self._visitors: dict[socket.socket, Visitor] = {}
        self._clerk, self._reader = Clerk(), Clerk()
        self._lost = ""
        self._told = -1
        self._told_s = 0.0

    def run(self, ended: Callable[[], bool]) -> None:
        """Journals are read and questions answered until `ended`."""
        warm()
        sys.setswitchinterval(SWITCH_S)
        while not ended():
            try:
                busy = self._work()
                self._found()
            except StoreLost as lost:
                busy = False
                self._lose(lost)
            idle = self._clerk.idle and self._reader.idle
            self._news(busy or not idle)
            self.serve(0 if busy else REST_S if idle else WORKING_S)

    def _work(self) -> bool:
        """Everything has gone a step further; whether there is more to do at once.

        Raises:
            StoreLost: the store did not answer to one of them; the others have had their turn all the same.
        """
        busy, lost = False, None
        collect = (self._clerk.collect, self._reader.collect)
        for step in (self._update, self._answers.look, *collect, self._feed.pump, self._read_ahead):
            try:
                busy = step() or busy
            except StoreLost as error:
                lost = error
        if lost is not None:
            raise lost
        return busy

    def _update(self) -> bool:
        return self._answers.house.update(BATCH) > 0

    def _lose(self, lost: StoreLost) -> None:
        """The store does not answer: it is asked again until it does, and told of once."""
        if str(lost) != self._lost:
            self._say(in_language(SAID["lost"], self._language, {"why": lost}))
        self._lost = str(lost)

    def _found(self) -> None:
        if self._lost:
            self._say(in_language(SAID["answers"], self._language, {}))
        self._lost = ""

    def _read_ahead(self) -> bool:
        """The next journal of the registers is read once the clerk has nothing else to do."""
        shelf = self._answers.shelf
        if not self._visitors:
            shelf.forget()  # the screens that asked have gone
        reading = shelf.next_reading() if self._clerk.idle else None
        if reading is None:
            return False

        def put(made: tuple[str, Part], error: Exception | None) -> None:
            if error is None:
                shelf.put(*made)
            else:
                self._failed("registers", error)

        self._clerk.give(Job(reading, put))
        return False

    def serve(self, wait_s: float) -> None:
        """What screens asked is answered; waits at most so long for the first question."""
        if any(visitor.waiting for visitor in self._visitors.values()):
            wait_s = 0
        for key, mask in self._selector.select(wait_s):
            if key.data is not None:  # the feed's
                key.data(mask)
                continue
            door = next((one for one in self._doors() if key.fileobj is one.listener), None)
            if door is not None:
                self._accept(door)
                continue
            asked = key.fileobj
            visitor = self._visitors.get(asked) if isinstance(asked, socket.socket) else None
            if visitor is not None and mask & selectors.EVENT_READ:
                self._read(visitor)
            if visitor is not None and visitor.sock in self._visitors and visitor.out:
                self._write(visitor)
        self._turns()

    def _turns(self) -> None:
        """All that the pit asked is answered, and one question of the inspector who waits longest."""
        waiting = [one for one in self._visitors.values() if one.waiting]
        for visitor in waiting:
            while not visitor.reads and visitor.waiting and visitor.sock in self._visitors:
                self._answer(visitor, visitor.waiting.popleft())
        inspectors = [one for one in waiting if one.reads and one.sock in self._visitors]
        if inspectors:
            visitor = min(inspectors, key=lambda one: one.turn_s)
            visitor.turn_s = time.monotonic()
            self._answer(visitor, visitor.waiting.popleft())
        for visitor in waiting:
            if visitor.sock in self._visitors:
                self._listen(visitor)

    def close(self) -> None:
        """Nobody is answered any more, and the socket is gone."""
        self._clerk.close()
        self._reader.close()
        for visitor in list(self._visitors.values()):
            self._leave(visitor)
        self._feed.close()
        self._selector.close()
        for door in self._doors():
            door.close()

    def _doors(self) -> tuple[Door, ...]:
        return (self._door,) if self._reading is None else (self._door, self._reading)

    def _news(self, reading: bool) -> None:
        now_s, changes = time.monotonic(), self._answers.house.changes
        if changes == self._told or now_s - self._told_s < NEWS_S:
            return
        self._told, self._told_s = changes, now_s
        line = wire.encode({"news": changes, "reading": reading})
        for visitor in list(self._visitors.values()):
            self._send(visitor, line)

    def _accept(self, door: Door) -> None:
        sock = door.let_in()
        if sock is None:
            return
        reads = door is self._reading
        here = [one for one in self._visitors.values() if one.reads is reads]
        if len(here) >= SCREENS_MAX:  # the one that has asked nothing for the longest time
            self._leave(min(here, key=lambda one: one.asked_s))
        self._visitors[sock] = Visitor(sock, reads=reads)
        self._selector.register(sock, selectors.EVENT_READ)
        self._send(self._visitors[sock], wire.encode({"news": self._answers.house.changes, "reading": False}))

    def _read(self, visitor: Visitor) -> None:
        try:
            data = visitor.sock.recv(READ_SIZE)
            lines = visitor.lines.feed(data) if data else []
        except BlockingIOError:
            return
        except (OSError, WireError):
            self._leave(visitor)
            return
        if not data:
            self._leave(visitor)
            return
        visitor.waiting.extend(lines)
        self._listen(visitor)

    def _answer(self, visitor: Visitor, line: bytes) -> None:
        asked_id, kind = "", ""
        visitor.asked_s = time.monotonic()
        try:
            told = wire.decode(line)
            if not isinstance(told, dict):
                raise BadQuestion("a question is an object")
            found = told.pop("id", "")
            asked_id = found if isinstance(found, str) and len(found) <= wire.TEXT_MAX else ""
            told.pop("screen", None)  # by which door it came is not a screen's to say
            if visitor.reads:
                _only_read(told)
                told["screen"] = INSPECTOR
            kind = str(told.get("ask"))
            if kind in TAKES_LONG:
                if len(visitor.long) >= LONG_MAX:
                    raise TooMany(f"{LONG_MAX} questions of this screen wait already")
                visitor.long.append((asked_id, told))
                self._begin(visitor)
                return
            answer = {"told": asked_id, kind: self._answers.answer(told)}
        except Exception as error:
            answer = self._refusal(asked_id, kind, error)
        self._send(visitor, wire.encode(answer))

    def _refusal(self, asked_id: str, kind: str, error: Exception) -> dict[str, Any]:
        """Why there is no answer, as the screen is told it."""
        if isinstance(error, StoreLost):
            return {"told": asked_id, "refused": f"the house's store: {error}"}
        if isinstance(error, (BadQuestion, TooMany, WireError)):
            return {"told": asked_id, "refused": str(error)}
        self._failed(kind, error)
        said = "the house met a fault of its program and has no answer to this; it is in its log"
        return {"told": asked_id, "refused": f"{kind[:40]}: {said}", "failed": True}

    def _failed(self, kind: str, error: Exception) -> None:
        """A fault of the program: in the log, and an alarm of the house."""
        self._say(self._answers.failures.met(kind, error, time.time_ns() // 1_000_000))
        self._answers.house.changes += 1

    def _begin(self, visitor: Visitor) -> None:
        """The next long question of this screen is given to its clerk, unless one is under way."""
        while visitor.long and not visitor.making and visitor.sock in self._visitors:
            asked_id, told = visitor.long.popleft()
            try:
                making = self._answers.later(told)
                assert making is not None, "it takes long"
                self._later(visitor, asked_id, str(told["ask"]), making)
            except Exception as error:
                self._send(visitor, wire.encode(self._refusal(asked_id, str(told["ask"]), error)))

    def _later(self, visitor: Visitor, asked_id: str, kind: str, making: Making) -> None:
        """The clerk makes the answer, unless the screen has gone before he begins."""

        def told(made: Any, error: Exception | None) -> None:
            visitor.making = False
            try:
                if isinstance(made, Back):
                    more = made.call()
                    self._later(visitor, asked_id, kind, more if callable(more) else lambda: more)
                    return
            except Exception as failed:
                error = failed
            line = made if error is None else wire.encode(self._refusal(asked_id, kind, error))
            self._send(visitor, line)
            self._begin(visitor)

        def work() -> bytes | Back:
            made = making()
            if isinstance(made, Back):
                return made
            line = wire.encode({"told": asked_id, kind: made})
            if len(line) > OUT_MAX:
                raise BadQuestion(f"{kind}: {len(line)} bytes, above {OUT_MAX}; a shorter period has fewer")
            return line

        clerk = self._reader if visitor.reads else self._clerk
        clerk.give(Job(work, told, lambda: self._visitors.get(visitor.sock) is visitor))
        visitor.making = True

    def _send(self, visitor: Visitor, line: bytes) -> None:
        if len(visitor.out) + len(line) > OUT_MAX:
            self._leave(visitor)  # it asks and does not listen
            return
        visitor.out += line
        self._write(visitor)

    def _write(self, visitor: Visitor) -> None:
        try:
            sent = visitor.sock.send(visitor.out)
            visitor.out = visitor.out[sent:]
        except BlockingIOError:
            pass
        except OSError:
            self._leave(visitor)
            return
        self._listen(visitor)

    def _listen(self, visitor: Visitor) -> None:
        """It is heard unless too much of it waits, and told on where something is left to be told."""
        wanted = 0 if len(visitor.waiting) >= LINES_MAX else selectors.EVENT_READ
        wanted |= selectors.EVENT_WRITE if visitor.out else 0
        heard = visitor.sock in self._selector.get_map()
        if wanted and heard:
            self._selector.modify(visitor.sock, wanted)
        elif wanted:
            self._selector.register(visitor.sock, wanted)
        elif heard:
            self._selector.unregister(visitor.sock)

    def _leave(self, visitor: Visitor) -> None:
        if self._visitors.pop(visitor.sock, None) is not None:
            if visitor.sock in self._selector.get_map():
                self._selector.unregister(visitor.sock)
            visitor.sock.close()


def _only_read(told: dict[str, Any]) -> None:
    """The question is one that an inspector's screen may ask.

    Raises:
        BadQuestion: it is another.
    """
    kind = str(told.get("ask"))
    if kind not in MAY_INSPECT:
        raise BadQuestion(f"ask: an inspector reads; {kind[:40]!r} is not his to ask")
