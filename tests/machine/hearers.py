"""The host's ends of the table's sockets without a screen: people who tap, a display, a witness who keeps.

What the table said to them before the power was cut is what must be there afterwards.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import socket
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from controller.screens import wire
from tests.machine.seen import NotSeen, Tap, View

ANSWER_S = 20.0


class Hearer(ABC):
    """One line that is heard by a thread of its own, from the first line to the last.

    Attributes:
        over: whether the line has ended.
    """

    def __init__(self, path: Path, name: str) -> None:
        self.over = False
        self.changed = threading.Condition()
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))
        self._thread = threading.Thread(target=self._listen, name=name, daemon=True)

    def start(self) -> None:
        """It listens."""
        self._thread.start()

    def say(self, line: bytes) -> None:
        """The line is on its way, if anybody is there."""
        try:
            self._socket.sendall(line)
        except OSError:
            self.over = True

    def close(self) -> None:
        """It listens no more."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(timeout=5)
        self._socket.close()

    @abstractmethod
    def hear(self, said: dict[str, Any]) -> None:
        """One message of the table; under `changed`."""

    def _listen(self) -> None:
        held = b""
        while True:
            try:
                data = self._socket.recv(1 << 16)
            except OSError:
                data = b""
            if not data:
                break
            *lines, held = (held + data).split(b"\n")
            with self.changed:
                for line in filter(None, lines):
                    self._one(line)
                self.changed.notify_all()
        with self.changed:
            self.over = True
            self.changed.notify_all()

    def _one(self, line: bytes) -> None:
        try:
            said = json.loads(line)
        except ValueError:
            return  # half a line of a table that went
        if isinstance(said, dict):
            self.hear(said)


@dataclass
class Answered:
    """A tap and what the table said to it: the entry by which it was done, 0 if refused; None: nothing."""

    tap: Tap
    seq: int | None = None
    refusal: dict[str, Any] = field(default_factory=dict)


class Console(Hearer):
    """A dealer's console without a picture.

    Attributes:
        view: the newest view.
        taps: every tap, with what was answered.
    """

    def __init__(self, path: Path) -> None:
        self.view: View = {}
        self.taps: list[Answered] = []
        self._asked: dict[str, Answered] = {}
        self._numbers = itertools.count(1)
        super().__init__(path, "console")
        self.start()

    def hear(self, said: dict[str, Any]) -> None:
        if "view" in said:
            self.view = said["view"]
        elif said.get("answer") in self._asked:
            asked = self._asked.pop(said["answer"])
            asked.seq = int(said["seq"]) if said["ok"] else 0
            asked.refusal = said.get("refusal", {})

    def tap(self, tap: Tap) -> object | None:
        """The table's answer: None where it was done, why not where it was refused or nobody answered."""
        asked, name = Answered(dict(tap)), f"host-{next(self._numbers)}"
        with self.changed:
            self._asked[name] = asked
            self.taps.append(asked)
            seen = self.view["seq"]
        self.say(wire.ask_line(name, seen, tap))
        with self.changed:
            self.changed.wait_for(lambda: asked.seq is not None or self.over, ANSWER_S)
        if asked.seq is None:
            return SimpleNamespace(code="no_answer")
        return SimpleNamespace(**asked.refusal) if asked.seq == 0 else None

    def until(self, what: Callable[[View], bool], patience_s: float, why: str) -> View:
        """A view of which this holds.

        Raises:
            NotSeen: none came.
        """
        with self.changed:
            self.changed.wait_for(lambda: self.over or (bool(self.view) and what(self.view)), patience_s)
            if not self.view or not what(self.view):
                raise NotSeen(f"{why}: the line {'ended' if self.over else 'is there'}")
            return self.view


class Display(Hearer):
    """A jackpot display without a picture: it says of each view and tick that it has drawn it."""

    def __init__(self, path: Path) -> None:
        self._view: View = {}
        super().__init__(path, "display")
        self.start()

    def hear(self, said: dict[str, Any]) -> None:
        if "view" in said:
            self._view = said["view"]
        elif "tick" in said and self._view:
            drawn = wire.Drawn(self._view["seq"], wire.amount_of(self._view), said["tick"])
            self.say(wire.shown_line(drawn))


Row = tuple[int, int, str, str, str, str]
"""An entry as the journal's file has it: seq, at_ms, kind, body, prev_hash, hash."""


class Witness(Hearer):
    """An outside witness who asks without a rest, and keeps what it was told: all of it is on the disk.

    Attributes:
        rows: the entries of each session, by number.
    """

    def __init__(self, path: Path, rows: dict[int, dict[int, Row]] | None = None) -> None:
        self.rows: dict[int, dict[int, Row]] = rows if rows is not None else {}
        self.heads: dict[int, str] = {}
        self._asked: tuple[int, int] = (0, 0)
        # One question at a time: an answer does not say of which session it is.
        self._turns = 0
        super().__init__(path, "witness")
        self.start()
        self._sessions()

    @property
    def last(self) -> tuple[int, int]:
        """The newest session and its newest entry that were told."""
        session = max(self.rows, default=0)
        return session, max(self.rows.get(session, {}), default=0)

    def caught_up(self, patience_s: float) -> None:
        """Every session and entry that is there now has been told.

        Raises:
            NotSeen: they are not.
        """
        late_s = time.monotonic() + patience_s
        with self.changed:
            wanted = self._turns + 2  # the turn that is under way began before
            while self._turns < wanted:
                left_s = late_s - time.monotonic()
                if left_s <= 0 or self.over or not self.changed.wait(left_s):
                    raise NotSeen("the witness is not told everything")

    def hear(self, said: dict[str, Any]) -> None:
        if "sessions" in said:
            self.heads.update({int(number): head for number, head in said["sessions"]})
            self._next(min(self.heads, default=1))
        elif "rows" in said:
            session = self._asked[0]
            kept = self.rows.setdefault(session, {})
            for row in said["rows"]:
                kept[row[0]] = tuple(row)  # type: ignore[assignment]
            if said["rows"]:
                self._rows(session, said["rows"][-1][0])
            else:
                self._next(session + 1)

    def _next(self, session: int) -> None:
        """The next session that is not known to its end, or all of them again."""
        newest = max(self.heads, default=0)
        while session < newest and session in self.rows and session != max(self.rows):
            session += 1
        if session <= newest:
            self._rows(session, max(self.rows.get(session, {}), default=0))
        else:
            self._turns += 1
            self._sessions()

    def _sessions(self) -> None:
        self.say(wire.encode({"sessions": max(1, max(self.heads, default=1))}))

    def _rows(self, session: int, after: int) -> None:
        self._asked = (session, after)
        self.say(wire.encode({"rows": [session, after]}))
