"""What is said to an Angel Eye II-EX where the house allows it: one command at a time, its answer waited for.

The lock is a state to reach: it is asked for until the shoe agrees or reports it, and again when a hand turns
the key. The published example of a command includes STX in the check; the specification is said to leave it
out, so this is a setting.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import Final

STX: Final = 0x02
ETX: Final = 0x03
LOCK: Final = "LK"
UNLOCKED, LOCKED = 1, 2
CANCEL_ERROR: Final = "EC"
ANSWER_MS: Final = 500
"""How long a command waits for its answer, and a busy shoe for the next one."""
PAUSE_MS: Final = 100
TRIES: Final = 3
GIVEN_UP_MS: Final = 5_000
NO_ANSWER: Final = "no_answer"
_BUSY: Final = ("21", "22")


def bcc(data: bytes) -> bytes:
    """The check of these bytes: their XOR as two upper-case hexadecimal digits."""
    return b"%02X" % reduce(xor, data, 0)


def command(kind: str, number: int, *, bcc_includes_stx: bool = True) -> bytes:
    """An operation command: `LK` 1 unlocks and 2 locks, `EC` cancels an error, `GP` 0 confirms the game."""
    body = b"OP" + kind.encode("ascii") + b"%02d" % number + bytes([ETX])
    start = bytes([STX])
    return start + body + bcc(start + body if bcc_includes_stx else body)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the shoe answers to a command: nothing for yes, else two digits that say why not."""

    refusal: str = ""


class Commands:
    """What the table wants of the shoe, and how far it is.

    After `want_lock`, `cancel`, `saw_lock` and `hear`, and at `due_ms`, `next` gives what to write.
    """

    def __init__(self, *, bcc_includes_stx: bool) -> None:
        self.bcc_includes_stx = bcc_includes_stx
        self._wanted: bool | None = None  # the lock that the table wants
        self._locked: bool | None = None  # the lock that the shoe reported or agreed to
        self._to_cancel: list[int] = []
        self._asked: tuple[str, int] | None = None  # the command that waits for its answer
        self.retries = 0
        self._tries = 0
        self._next_ms = 0  # no command is sent before

    @property
    def awaited(self) -> bool:
        """Whether an answer is waited for."""
        return self._asked is not None

    @property
    def asks_lock(self) -> bool:
        """Whether what waits for its answer is about the lock."""
        return self._asked is not None and self._asked[0] == LOCK

    @property
    def wants_lock(self) -> bool:
        """Whether the table wants the shoe locked."""
        return bool(self._wanted)

    @property
    def lock_obeyed(self) -> bool:
        """Whether the shoe has reported or agreed to the lock that the table wants."""
        return self._wanted is not None and self._wanted is self._locked

    @property
    def due_ms(self) -> int | None:
        """When `next` is wanted, or None."""
        return self._next_ms if self._asked is not None or self._following is not None else None

    def forget(self) -> None:
        """The cable was out: nothing is waited for, and the lock may have been turned."""
        self._locked = self._asked = None
        self._next_ms = 0

    def started(self) -> None:
        """The shoe was switched on: it has no errors, and its lock is not known."""
        self._locked = None
        self._to_cancel = []

    def want_lock(self, locked: bool) -> None:
        """The table wants the shoe locked, or not."""
        self._wanted = locked

    def saw_lock(self, locked: bool) -> None:
        """The shoe reported its lock."""
        self._locked = locked

    def cancel(self, code: int) -> None:
        """The error is to be cancelled."""
        if code not in self._to_cancel:
            self._to_cancel.append(code)

    def hear(self, answer: Answer, now_ms: int) -> str:
        """The answer counts for the command that waits; the trouble it is, or an empty text."""
        asked = self._asked
        if asked is None:
            return ""
        if answer.refusal in _BUSY:
            self._next_ms = now_ms + ANSWER_MS  # said again then, unless it was busy too often
            return ""
        self._asked = None
        if asked[0] == CANCEL_ERROR:
            self._cancelled(asked[1], now_ms)
            return ""
        if answer.refusal:
            self._next_ms = now_ms + GIVEN_UP_MS
            return f"refused_{answer.refusal}"
        self._next_ms = now_ms + PAUSE_MS
        self._locked = asked[1] == LOCKED
        return ""

    def _cancelled(self, code: int, now_ms: int) -> None:
        """The error is asked after no more, whatever was answered: when it came follows from the cards.

        A shoe that is not well is told by the lock that it does not turn.
        """
        self._to_cancel = [one for one in self._to_cancel if one != code]
        self._next_ms = now_ms + PAUSE_MS

    def next(self, now_ms: int) -> tuple[bytes, str]:
        """What is to be written now, and the trouble that nobody answers; both mostly empty."""
        if now_ms < self._next_ms:
            return b"", ""
        if self._asked is not None and self._tries >= TRIES:
            asked, self._asked = self._asked, None
            if asked[0] == CANCEL_ERROR:
                self._cancelled(asked[1], now_ms)
                return b"", ""
            self._next_ms = now_ms + GIVEN_UP_MS
            return b"", NO_ANSWER
        if self._asked is None:
            self._asked = self._following
            self._tries = 0
        if self._asked is None:
            return b"", ""
        self._tries += 1
        self.retries += self._tries > 1 and self.asks_lock
        self._next_ms = now_ms + ANSWER_MS
        return command(*self._asked, bcc_includes_stx=self.bcc_includes_stx), ""

    @property
    def _following(self) -> tuple[str, int] | None:
        if self._wanted is None:
            return None
        if self._to_cancel:
            return CANCEL_ERROR, self._to_cancel[0]
        if self._wanted is not self._locked:
            return LOCK, LOCKED if self._wanted else UNLOCKED
        return None
