"""The frame log: what passed the lines of a table's machines, a JSON line each, in a file beside the journal.

It is there to find a frame again that the journal names, and decides nothing: it is written by a thread of
its own and never synced, and without it no fact is lost. Its lines come masked from the drivers
(`drivers.lines.masks`), so nothing in it, or sent from it to the pit, tells a card face down. A line is
bounded, a
file is, and so are the files of one session: the oldest go first. When the disk cannot keep up, the oldest
lines that wait are dropped; the numbers of the frames show where some are missing.
"""

from __future__ import annotations

import glob
import json
import os
import threading
from collections import deque
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from controller.game.inputs import Machine
from controller.host.disk import reason
from controller.ports import FrameLine

SUFFIX: Final = ".frames"
BYTES_MAX: Final = 4 * 1024 * 1024
"""A file of the log; an ordinary session of ten hours takes a third of it."""
FILES_MAX: Final = 4
"""The file at work and those before it."""
FOLDER_BYTES_MAX: Final = 512 * 1024 * 1024
"""All logs of one table, a year and more; the logs of its oldest sessions go first."""
WAITING_MAX: Final = 8_192
RECENT_MAX: Final = 12
"""Lines of one machine that a screen is shown."""
WRITE_S: Final = 0.5
TEXT_MAX: Final = 240
LINE_MAX: Final = 1_024


def frames_path(journal: Path) -> Path:
    """The frame log of the session that has this journal."""
    return journal.with_name(journal.name + SUFFIX)


class FrameLog:
    """The frame log of one session.

    Args:
        path: the file, which may be there already; None keeps no file, only the latest lines.

    Attributes:
        failed: why the log could not be written last, a word of `controller.host.disk`; or an empty text.
    """

    def __init__(self, path: Path | None, *, bytes_max: int = BYTES_MAX, files_max: int = FILES_MAX) -> None:
        self.failed = ""
        self._path = path
        self._bytes_max = bytes_max
        self._files_max = files_max
        self._waiting: deque[FrameLine] = deque(maxlen=WAITING_MAX)
        self._recent: dict[Machine, deque[FrameLine]] = {one: deque(maxlen=RECENT_MAX) for one in Machine}
        self._begun = False  # something was written
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._write_on, name="frames", daemon=True)

    def start(self) -> None:
        """Lines are written from now on."""
        if self._path is not None:
            self._thread.start()

    def take(self, line: FrameLine) -> None:
        """The line will be written soon. On the deciding thread: it costs two appends."""
        self._recent[line.machine].append(line)
        self._waiting.append(line)

    def recent(self, machine: Machine) -> tuple[FrameLine, ...]:
        """The latest lines of this machine, oldest first. On the deciding thread."""
        return tuple(self._recent[machine])

    def close(self) -> None:
        """What waits is written, and the thread has ended."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=2)

    # --- on the writing thread -------------------------------------------------------------------

    def _write_on(self) -> None:
        if self._path is not None:
            with suppress(OSError):  # what cannot be looked at is left alone
                forget_oldest(self._path)
        while not self._stopping.wait(WRITE_S):
            self._write()
        self._write()

    def _write(self) -> None:
        lines = []
        with suppress(IndexError):
            while True:
                lines.append(as_text(self._waiting.popleft()))
        if not lines or self._path is None:
            return
        try:
            self._make_room(self._path)
            with open(self._path, "a", encoding="utf-8") as file:
                if not self._begun and file.tell():
                    file.write("\n")  # the program before may have died within a line
                file.writelines(lines)
            self.failed, self._begun = "", True
        except OSError as error:
            self.failed = reason(error)

    def _make_room(self, path: Path) -> None:
        """A full file is the first of those before it, and the oldest is gone."""
        if not path.exists() or path.stat().st_size < self._bytes_max:
            return
        names = [path, *earlier(path, self._files_max)]
        for newer, older in reversed(list(pairwise(names))):
            if newer.exists():
                os.replace(newer, older)


def forget_oldest(path: Path, bytes_max: int = FOLDER_BYTES_MAX) -> None:
    """The logs of this table's sessions take no more than `bytes_max`: those of the oldest are gone.

    Never that of the session at work, whose log this is: a session with an open dispute is not closed, so
    none that is closed is needed for one (its journal, which is never touched, is what proves).

    Raises:
        OSError: the folder cannot be read, or a file not be removed.
    """
    session = path.name.removesuffix(SUFFIX)
    table = session.rpartition("-")[0]
    name = f"{glob.escape(table)}-{'[0-9]' * 6}.journal{SUFFIX}*"
    found = sorted(one for one in path.parent.glob(name) if one.is_file())
    of_others = [one for one in found if not one.name.startswith(session)]
    left = sum(one.stat().st_size for one in found)
    for log in of_others:
        if left <= bytes_max:
            return
        left -= log.stat().st_size
        log.unlink()


def earlier(path: Path, files_max: int = FILES_MAX) -> list[Path]:
    """The names of the files before this one, the newest first."""
    return [path.with_name(f"{path.name}.{number}") for number in range(1, files_max)]


def as_text(line: FrameLine) -> str:
    """The line as it stands in the file, its end included."""
    told = asdict(line) | {"machine": line.machine.value, "text": line.text[:TEXT_MAX]}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"


# --- reading -------------------------------------------------------------------------------------


def read_frames(path: Path) -> Iterator[FrameLine]:
    """The lines of a frame log, those of the files before it first; what is no such line is left out.

    Raises:
        OSError: a file that is there cannot be read.
    """
    for file in [*reversed(earlier(path)), path]:
        if file.exists():
            yield from _lines_of(file)


def _lines_of(file: Path) -> Iterator[FrameLine]:
    with open(file, "rb") as stream:
        while text := stream.readline(LINE_MAX):
            line = parse_line(text)
            if line is not None:
                yield line


def parse_line(text: bytes) -> FrameLine | None:
    """The line that stands there, or None."""
    try:
        told: Any = json.loads(text)
        line = FrameLine(
            Machine(told["machine"]),
            *(told[name] for name in ("number", "at_ms", "way", "text", "word")),
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    numbers, texts = (line.number, line.at_ms), (line.way, line.text, line.word)
    whole = all(type(one) is int and one >= 0 for one in numbers)
    return line if whole and all(type(one) is str for one in texts) else None


def last_numbers(path: Path, machines: Collection[Machine]) -> dict[Machine, int]:
    """The highest number of each of these machines, 0 for one without; only as many files as it takes.

    Raises:
        OSError: a file that is there cannot be read.
    """
    found = dict.fromkeys(machines, 0)
    for file in [path, *earlier(path)]:
        if file.exists():
            for line in _lines_of(file):
                if line.number > found.get(line.machine, line.number):
                    found[line.machine] = line.number
        if all(found.values()):
            break
    return found
