"""PINs as the register checks them: a try counts before it is made, and five wrong ones wait."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Final

from controller.clock import Uptime
from controller.game.people.at_table import PIN_TRIES
from controller.game.people.pin import Pin
from controller.people.pin_hash import PinHasher
from controller.people.reading import LOCK_MS, PinCheck
from controller.people.writing import Writer, written

NOT_LOCKED: Final = Uptime("", 0)


class Pins(Writer):
    """An open register, as far as PINs are checked."""

    def __init__(
        self, connection: sqlite3.Connection, hasher: PinHasher, uptime: Callable[[], Uptime] | None = None
    ) -> None:
        super().__init__(connection)
        self._hasher = hasher
        self._uptime = uptime

    def check_pin(self, person: str, pin: Pin, at_ms: int) -> PinCheck:
        """What came of the PIN. A try is counted before it is made: none is had by pulling a plug.

        After `PIN_TRIES` wrong ones nothing is tried for fifteen minutes, of this clock and of the machine's
        uptime: a clock set back starts them anew, one set forward ends nothing, and after the machine itself
        was started again they run from that start. Who is unknown, revoked or without a PIN is answered
        like a wrong one.
        """
        with written(self._connection):
            kept = self._kept_pin(person)
            wrong, locked_ms, locked_at = self._tries(person)
            left_ms = self._locked_for_ms(locked_ms, locked_at, at_ms) if locked_ms else 0
            if locked_ms and not left_ms:
                wrong = 0
            elif locked_ms or wrong >= PIN_TRIES:
                left_ms = left_ms or LOCK_MS
                since_ms = at_ms + left_ms - LOCK_MS
                self._keep_tries(person, wrong, since_ms, locked_at if locked_ms else self._now())
                return PinCheck(False, 0, since_ms + LOCK_MS)
            self._keep_tries(person, wrong + 1, 0, NOT_LOCKED)
        accepted = self._hasher.matches(person, pin, kept)
        with written(self._connection):
            if accepted:
                self._connection.execute("DELETE FROM tries WHERE person = ?", (person,))
                return PinCheck(True, PIN_TRIES)
            wrong = self._tries(person)[0]
            if wrong < PIN_TRIES:
                return PinCheck(False, PIN_TRIES - wrong)
            self._keep_tries(person, wrong, at_ms, self._now())
            if kept:
                self._note(at_ms, (person, ""), "locked", person, "")
            return PinCheck(False, 0, at_ms + LOCK_MS)

    def _kept_pin(self, person: str) -> str:
        row = self._connection.execute("SELECT pin FROM person WHERE id = ? AND revoked = 0", (person,))
        found = row.fetchone()
        return str(found[0]) if found is not None else ""

    def _now(self) -> Uptime:
        return self._uptime() if self._uptime is not None else NOT_LOCKED

    def _locked_for_ms(self, locked_ms: int, locked_at: Uptime, at_ms: int) -> int:
        """How long the lock-out lasts still: the longer of what the clock and the machine's uptime say."""
        by_clock_ms = LOCK_MS - max(0, at_ms - locked_ms)
        if self._uptime is None:
            return max(0, by_clock_ms)
        now = self._uptime()
        since_ms = now.up_ms - locked_at.up_ms if now.boot == locked_at.boot else now.up_ms
        return max(0, by_clock_ms, LOCK_MS - since_ms)

    def _tries(self, person: str) -> tuple[int, int, Uptime]:
        row = self._connection.execute(
            "SELECT wrong, locked_ms, boot, up_ms FROM tries WHERE person = ?", (person,)
        )
        found = row.fetchone()
        if found is None:
            return 0, 0, NOT_LOCKED
        return int(found[0]), int(found[1]), Uptime(str(found[2]), int(found[3]))

    def _keep_tries(self, person: str, wrong: int, locked_ms: int, locked_at: Uptime) -> None:
        kept = (person, wrong, locked_ms, *locked_at)
        self._connection.execute("INSERT OR REPLACE INTO tries VALUES (?, ?, ?, ?, ?)", kept)
