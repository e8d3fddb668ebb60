"""What an outside witness is told of a table: sessions, their rows as the file has them, signed heads.

    witness -> table  {"sessions": 12}              the sessions from number 12 on, a hundred at most
    table -> witness  {"sessions": [[12, "tapis/1 UTH-1 12 …"], …]}   each with its last signed head
    witness -> table  {"rows": [12, 800]}           of session 12, those after entry 800, some hundred at most
    table -> witness  {"rows": [[801, at_ms, kind, body, prev_hash, hash], …], "at": "9f…"}
    witness -> table  {"heads": [12, 4096]}         of session 12, what was signed after the first 4096 bytes
    table -> witness  {"heads": "tapis/1 …\\n…"}     whole lines; null when it has not so many bytes
    witness -> table  {"others": ["tapis/1 …", …]}  the last heads of other tables, sixteen at most
    table -> witness  {"others": 3}                 so many are handed on to be written; 0 if it is too soon

`at` is the hash of the entry that was named, empty when there is none: a journal that was shortened or
rewritten says so by itself. `"away": true` stands beside rows of a session whose journal was put away and
whose heads are here still. Sealed cards travel as they are on the disk, ciphertext and commitment: the hash
of a row is over all of its body, so nothing could be left out and the chain still be checked. Nothing here
has a key, and a witness is no nearer to a card that lies face down than whoever reads the table's backup.

What a witness tells of the other tables is the one thing that the desk hands on: it is looked at
(`controller.witness.others_told`), and the table writes it into its journal when it likes
(`controller.game.machines.others_heads`).

All else is read from the files, by threads of their own: the deciding thread is not asked and does not
wait. A connection to a journal is open for one batch only, so that its log can be tidied; batches are small
and come one after the other with a rest between them, whoever asks and however fast.
"""

from __future__ import annotations

import os
import re
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from controller.journal.file import SESSIONS_MAX, SUFFIX, UNREADABLE, connect_within, why_unreadable
from controller.journal.heads import HEADS_SUFFIX, HeadRefused, heads_path
from controller.screens import wire
from controller.screens.unix_socket import Door, Doors, why_not_let_in
from controller.screens.wire import WireError
from controller.witness.others_told import HandOn, nobody_writes

ROLE: Final = "witness"
WITNESSES_MAX: Final = 4
SESSIONS_AT_ONCE: Final = 100
ROWS_AT_ONCE: Final = 128
BYTES_AT_ONCE: Final = 96 * 1024
REST_S: Final = 0.02
"""Between two answers, to all witnesses together: some 6,000 rows a second at most."""
ASK_MAX: Final = 16 * 1024
"""Sixteen signed heads have room in it."""
ASK_EVERY_S: Final = 120.0
"""A witness that asks nothing for so long is left; its line may be half open."""
SEND_S: Final = 20.0
LOOK_S: Final = 0.2
GONE_S: Final = 1.0
"""An ended line's thread is waited for so long; no crowd of lines makes a crowd of threads."""
TICK_NS: Final = 1_000_000_000
_TAIL: Final = 4_096
_ROWS: Final = (
    "SELECT seq, at_ms, kind, body, prev_hash, hash FROM journal WHERE seq > ? ORDER BY seq LIMIT ?"
)


Kept = Callable[[Path], int | None]
"""How many bytes of the heads beside a journal are on the disk; None for all."""


def all_kept(journal: Path) -> None:
    """Nobody signs beside this journal now: what is in the file is on the disk."""


class _Line:
    """A witness's line, and when it last asked something."""

    def __init__(self, sock: socket.socket, asked_s: float) -> None:
        self.sock, self.asked_s, self.asked = sock, asked_s, False

    @property
    def idle(self) -> tuple[bool, float]:
        """The smaller, the idler."""
        return self.asked, self.asked_s


class WitnessDesk:
    """Answers witnesses at `witness.sock`, from `open` to `close`.

    Args:
        folder: where the table keeps its journals.
        table: its name.
        doors: where they are let in.
        others: what takes the heads of other tables.
    """

    def __init__(
        self,
        folder: Path,
        table: str,
        doors: Doors,
        kept: Kept = all_kept,
        others: HandOn = nobody_writes,
    ) -> None:
        self._folder, self._table, self._doors, self._kept = folder, table, doors, kept
        self._door: Door | None = None
        self._others = others
        self._closing = threading.Event()
        self._turn = threading.Lock()
        self._rested_s = 0.0
        self._listed: list[int] = []
        self._listed_ns = 0
        self._threads: dict[threading.Thread, _Line] = {}
        self._told = (0, 0)
        self._told_s: float | None = None
        self._accepting = threading.Thread(target=self._accept, name="witnesses", daemon=True)
        self._asks: dict[str, Callable[[Any], dict[str, Any]]] = {
            "sessions": self._sessions,
            "rows": self._rows,
            "heads": self._heads,
            "others": self._told_of_others,
        }

    def open(self) -> None:
        """Witnesses are answered.

        Raises:
            SocketTaken: another process serves there.
        """
        self._door = self._doors.of(ROLE)
        self._door.listener.settimeout(LOOK_S)
        self._accepting.start()

    def close(self) -> None:
        """Nobody is answered any more, and the socket is gone."""
        if self._door is None:
            return
        self._closing.set()
        self._door.let_go()
        self._accepting.join()
        for thread in self._threads:
            thread.join(timeout=2)
        self._door.close()

    def asked(self) -> tuple[int, int, int] | None:
        """Milliseconds since a witness last asked, and how far one was told: session and entry, 0 for heads
        alone. None while none has asked. On any thread.
        """
        told_s, (session, seq) = self._told_s, self._told
        return None if told_s is None else (int((time.monotonic() - told_s) * 1_000), session, seq)

    def _accept(self) -> None:
        assert self._door is not None
        while not self._closing.is_set():
            try:
                sock, _ = self._door.listener.accept()
            except OSError:  # nobody came, or has already gone again
                continue
            self._threads = {one: line for one, line in self._threads.items() if one.is_alive()}
            why = why_not_let_in(sock, self._door.gid) or self._why_no_room()
            if why:
                with sock, suppress(OSError):
                    sock.sendall(wire.dropped_line(why))
                continue
            line = _Line(sock, time.monotonic())
            thread = threading.Thread(target=self._serve, args=(line,), name="witness", daemon=True)
            self._threads[thread] = line
            thread.start()

    def _why_no_room(self) -> str:
        """Of too many lines the idlest ends, one that never asked first; why not, if it does not end."""
        if len(self._threads) < WITNESSES_MAX:
            return ""
        idlest = min(self._threads, key=lambda one: self._threads[one].idle)
        with suppress(OSError):
            self._threads[idlest].sock.shutdown(socket.SHUT_RDWR)
        idlest.join(timeout=GONE_S)
        if idlest.is_alive():
            return f"{WITNESSES_MAX} witnesses are being told"
        del self._threads[idlest]
        return ""

    def _serve(self, line: _Line) -> None:
        """This witness is answered until it goes, asks what is no question, or asks nothing any more."""
        lines, sock = wire.Lines(ASK_MAX), line.sock
        with sock, suppress(OSError):
            while not self._closing.is_set() and time.monotonic() - line.asked_s < ASK_EVERY_S:
                sock.settimeout(LOOK_S)
                try:
                    data = sock.recv(ASK_MAX)
                except TimeoutError:
                    continue
                if not data:
                    return
                line.asked, line.asked_s = True, time.monotonic()
                sock.settimeout(SEND_S)
                try:
                    for asked in lines.feed(data):
                        sock.sendall(wire.encode(self._answer(asked)))
                except WireError as error:
                    sock.sendall(wire.dropped_line(str(error)))
                    return

    def _answer(self, line: bytes) -> dict[str, Any]:
        """What is told; one question at a time is looked up, and then nothing for a while.

        Raises:
            WireError: it is no question.
        """
        asked = wire.decode(line)
        if not isinstance(asked, dict) or len(asked) != 1 or not asked.keys() <= self._asks.keys():
            raise WireError("", "is no question of a witness")
        ((what, of),) = asked.items()
        with self._turn:
            self._closing.wait(max(0.0, self._rested_s - time.monotonic()))
            try:
                answer = self._asks[what](of)
            finally:
                self._rested_s = time.monotonic() + REST_S
            self._told_s = time.monotonic()
            if answer.get("rows") or answer.get("at"):
                rows = answer["rows"] or [(of[1],)]
                self._told = max(self._told, (of[0], rows[-1][0]))
            return answer

    def _sessions(self, first: Any) -> dict[str, Any]:
        if not _is_number(first):
            raise WireError("sessions", "is no number of a session")
        numbers = [number for number in self._numbers() if number >= first][:SESSIONS_AT_ONCE]
        told = [(number, self._journal(number)) for number in numbers]
        return {"sessions": [[number, last_head(path, self._kept(path))] for number, path in told]}

    def _numbers(self) -> list[int]:
        """The table's sessions; the folder of some years is listed only when a name in it has changed."""
        changed_ns = self._folder.stat().st_mtime_ns
        if changed_ns != self._listed_ns:
            suffix = rf"{re.escape(SUFFIX)}(?:{re.escape(HEADS_SUFFIX)})?"
            name = re.compile(rf"{re.escape(self._table)}-(\d{{6}}){suffix}", re.ASCII)
            found = [name.fullmatch(one) for one in os.listdir(self._folder)]
            self._listed = sorted({int(one[1]) for one in found if one is not None})
            # A name that comes within the same tick of the clock leaves the time as it is.
            self._listed_ns = changed_ns if time.time_ns() - changed_ns > TICK_NS else 0
        return self._listed

    def _rows(self, of: Any) -> dict[str, Any]:
        path, after = self._place("rows", of)
        if not path.exists():
            return {"rows": [], "at": "", "away": True}
        try:
            with closing(connect_within(path)) as conn:
                at = conn.execute("SELECT hash FROM journal WHERE seq = ?", (after,)).fetchone()
                rows, size = [], 0
                for row in conn.execute(_ROWS, (after, ROWS_AT_ONCE)):
                    rows.append(row)
                    size += len(row[3])
                    if size > BYTES_AT_ONCE:
                        break
        except (*UNREADABLE, OSError) as error:
            return {"unreadable": f"session {of[0]}: {why_unreadable(error)}"}
        return {"rows": rows, "at": at[0] if at is not None else ""}

    def _heads(self, of: Any) -> dict[str, Any]:
        path, after = self._place("heads", of)
        try:
            with heads_path(path).open("rb") as file:
                size = file.seek(0, 2)
                if size < after:
                    return {"heads": None}
                file.seek(after)
                kept = self._kept(path)
                left = max(0, (size if kept is None else min(size, kept)) - after)
                told = file.read(min(left, BYTES_AT_ONCE)).rpartition(b"\n")
        except FileNotFoundError:
            return {"heads": None if after else ""}
        except OSError as error:
            return {"unreadable": f"session {of[0]}: {error.strerror}"}
        return {"heads": (told[0] + told[1]).decode("ascii", "replace")}

    def _told_of_others(self, lines: Any) -> dict[str, Any]:
        try:
            return {"others": self._others(lines)}
        except HeadRefused as error:
            raise WireError("others", str(error)) from None

    def _place(self, what: str, of: Any) -> tuple[Path, int]:
        if not (isinstance(of, list) and len(of) == 2 and all(map(_is_number, of))):
            raise WireError(what, "is no session and place in it")
        session, after = of
        if session > SESSIONS_MAX:
            raise WireError(what, "is no number of a session")
        return self._journal(session), after

    def _journal(self, session: int) -> Path:
        return self._folder / f"{self._table}-{session:06d}{SUFFIX}"


def last_head(journal: Path, kept_bytes: int | None = None) -> str:
    """The last whole line of the signed heads beside a journal, of so many bytes, or nothing."""
    try:
        with heads_path(journal).open("rb") as file:
            end = min(file.seek(0, 2), sys.maxsize if kept_bytes is None else kept_bytes)
            file.seek(max(0, end - _TAIL))
            return (
                file.read(min(end, _TAIL))
                .rpartition(b"\n")[0]
                .rpartition(b"\n")[2]
                .decode("ascii", "replace")
            )
    except OSError:
        return ""


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= wire.NUMBER_MAX
