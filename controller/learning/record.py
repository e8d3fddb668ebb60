"""The training record: which lessons a pupil has passed, in one small file that belongs to no table.

One JSON object, written whole or not at all. It lies where a person's own data lie (XDG), never beside a
journal; whoever removes it forgets the lessons and nothing else.
"""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

FORMAT: Final = "tapis-lessons/1"
BYTES_MAX: Final = 1_000_000


class RecordUnreadable(Exception):
    """The file is no training record; one sentence."""


@dataclass(frozen=True, slots=True)
class Passed:
    """The best attempt of a pupil at a lesson, and how many there were."""

    score: int
    passed: bool
    attempts: int
    at_ms: int


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

        Raises:
            OSError: the file cannot be written.
        """
        known = self.of(name)
        best = known is None or (passed, score) >= (known.passed, known.score)
        kept = Passed(score, passed, 0, at_ms) if best else known
        assert kept is not None
        now = Passed(kept.score, kept.passed, self.attempts(name) + 1, kept.at_ms)
        self._all.setdefault(self._pupil, {})[name] = asdict(now)
        if self._path is not None:
            _write(self._path, {"format": FORMAT, "pupils": self._all})


def _read(path: Path) -> dict[str, dict[str, Any]]:
    try:
        told = json.loads(path.read_bytes()[: BYTES_MAX + 1])
        pupils = told["pupils"] if told["format"] == FORMAT else None
        for lessons in pupils.values():  # type: ignore[union-attr]  # what is no map is told as such below
            for one in lessons.values():
                Passed(**one)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise RecordUnreadable(f"{path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise RecordUnreadable(f"{path} is no training record") from None
    assert isinstance(pupils, dict)
    return pupils


def _write(path: Path, told: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".", suffix=".json", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(told, file, ensure_ascii=False, indent=1, sort_keys=True)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
