"""The training record: which lessons a pupil has passed, in one small file that belongs to no table.

One JSON object, written whole or not at all. It lies where a person's own data lie (XDG), never beside a
journal; whoever removes it forgets the lessons and nothing else.
"""

from __future__ import annotations

import fcntl
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from controller.learning.score import POINTS
from controller.told import Told, at_place

FORMAT: Final = "tapis-lessons/1"
BYTES_MAX: Final = 1_000_000
ATTEMPTS_MAX: Final = 1_000_000
AT_MAX_MS: Final = 253_370_764_800_000
"""The last instant that can be written as a date: the year 9999."""


_NO_RECORD: Final = ("{path} n’est pas un carnet de formation", "{path} is no training record")


class RecordUnreadable(Exception):
    """The file is no training record; one sentence."""


@dataclass(frozen=True, slots=True)
class Passed:
    """The best attempt of a pupil at a lesson, and how many there were."""

    score: int
    passed: bool
    attempts: int
    at_ms: int

    def __post_init__(self) -> None:
        """What a file holds may be anything.

        Raises:
            ValueError: a figure is of another kind or out of its range.
        """
        ranges = ((self.score, POINTS), (self.attempts, ATTEMPTS_MAX), (self.at_ms, AT_MAX_MS))
        sound = all(type(figure) is int and 0 <= figure <= most for figure, most in ranges)
        if not sound or type(self.passed) is not bool:
            raise ValueError("not what is noted of a lesson")


def usual_file() -> Path:
    """Where the training record of this user lies."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "tapis" / "lessons.json"


class TrainingRecord:
    """What one pupil has done, kept in a file with what others did; without a file it is forgotten.

    Raises:
        RecordUnreadable: the file holds something else.
    """

    def __init__(self, path: Path | None, pupil: str) -> None:
        self._path, self._pupil = path, pupil
        self._all = _read(path) if path is not None else {}

    def try_to_write(self) -> None:
        """The record can be kept: to be known before a lesson is learnt, not after it.

        Raises:
            OSError: it cannot.
        """
        if self._path is None:
            return
        folder = self._path.parent
        made = [up for up in (folder, *folder.parents) if not up.exists()]
        try:
            with _alone(self._path), tempfile.TemporaryFile(dir=folder) as file:
                file.write(b"{}")
        finally:
            for up in made:  # who learns nothing leaves nothing behind
                with suppress(OSError):
                    up.rmdir()

    def of(self, name: str) -> Passed | None:
        """The pupil's best at the lesson of this name, or None when he never finished it."""
        told = self._all.get(self._pupil, {}).get(name)
        return Passed(**told) if told is not None else None

    def attempts(self, name: str) -> int:
        """How often he has finished it."""
        known = self.of(name)
        return known.attempts if known is not None else 0

    def add(self, name: str, score: int, passed: bool, at_ms: int) -> None:
        """He has finished it once more: the better attempt counts.

        What others have learnt meanwhile, at other consoles, stays in the file.

        Raises:
            OSError: the file cannot be written; what he has done is known as long as this record is.
            RecordUnreadable: the file has become something else, and is left as it is.
        """
        known = self.of(name)
        best = known is None or (passed, score) >= (known.passed, known.score)
        kept = Passed(score, passed, 0, at_ms) if best else known
        assert kept is not None
        now = Passed(kept.score, kept.passed, self.attempts(name) + 1, kept.at_ms)
        mine = self._all.setdefault(self._pupil, {})
        mine[name] = asdict(now)
        if self._path is None:
            return
        with _alone(self._path):
            self._all = _read(self._path) | {self._pupil: mine}
            _write(self._path, {"format": FORMAT, "pupils": self._all})


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Nobody else writes in the folder of this record, which is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _read(path: Path) -> dict[str, dict[str, Any]]:
    try:
        with path.open("rb") as file:
            told = json.loads(file.read(BYTES_MAX + 1))
        pupils = told["pupils"] if told["format"] == FORMAT else None
        for lessons in pupils.values():  # type: ignore[union-attr]  # what is no map is told as such below
            for one in lessons.values():
                Passed(**one)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise RecordUnreadable(at_place(path, error.strerror)) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise RecordUnreadable(Told(_NO_RECORD, path=path)) from None
    assert isinstance(pupils, dict)
    return pupils


def _write(path: Path, told: dict[str, Any]) -> None:
    handle, name = tempfile.mkstemp(prefix=".", suffix=".json", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(told, file, ensure_ascii=False, indent=1, sort_keys=True)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
