"""Answers kept from one call to the next: in the user's cache, found again only under the very same digests.

A file that is damaged, or that holds the answer to another question, is worked out anew and replaced; a
cache that cannot be written is done without.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from controller.odds.compiled import cache_folder

ENTRY_BYTES_MAX: Final = 4 * 1024 * 1024
ENTRIES_MAX: Final = 64
"""Older ones are thrown away."""
_SOURCES: Final = (
    "controller/odds",
    "controller/game",
    "controller/cli/par/answer.py",
    "controller/cli/par/main_answer.py",
    "controller/cli/par/warnings.py",
)


Key = Mapping[str, str | None]
"""A question by its digests."""


def engine_digest() -> str:
    """The digest of the source that computes: an answer of another engine is never taken."""
    root = Path(__file__).resolve().parents[3]
    digest = hashlib.sha256()
    for name in _SOURCES:
        place = root / name
        for file in sorted(place.glob("*.py")) if place.is_dir() else [place]:
            digest.update(f"{file.name} ".encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def key_of(profile: str, jackpot: str | None, engine: str) -> Key:
    """The question: digests of rules, jackpot and engine."""
    return {"profile": profile, "jackpot": jackpot, "engine": engine}


def kept(key: Key) -> dict[str, Any] | None:
    """The answer to this very question, or None."""
    file = _file(key)
    if file is None:
        return None
    try:
        with file.open("rb") as stream:
            raw = stream.read(ENTRY_BYTES_MAX + 1)
        entry = json.loads(raw) if len(raw) <= ENTRY_BYTES_MAX else None
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(entry, dict) or entry.get("key") != key:
        return None
    answer = entry.get("answer")
    if not isinstance(answer, dict) or entry.get("sha256") != _digest(answer):
        return None
    return answer


def keep(key: Key, answer: dict[str, Any]) -> None:
    """The answer is found again by the same key, if the cache can be written."""
    file = _file(key)
    if file is None:
        return
    entry = {"key": dict(key), "sha256": _digest(answer), "answer": answer}
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".", dir=file.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                json.dump(entry, stream)
            os.replace(name, file)
        except BaseException:
            os.unlink(name)
            raise
        _thin_out(file.parent)


def _thin_out(folder: Path) -> None:
    newest_first = sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in newest_first[ENTRIES_MAX:]:
        file.unlink()


def _file(key: Key) -> Path | None:
    folder = cache_folder()
    name = hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()
    return None if folder is None else folder / "par" / f"{name[:32]}.json"


def _digest(answer: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(answer, sort_keys=True, allow_nan=True).encode()).hexdigest()
