"""A table that is given too little memory: whatever ends it, its files go on."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from controller.journal.verify import verify
from tests.proof.record import Tried

FIRST_MIB: Final = 60
STEP_MIB: Final = 5
MIB: Final = 2**20


def starved(count: int, seed: int) -> Tried:
    """So many nights, each with a little more memory than the one before, on one set of files.

    A night that its memory ends leaves journals that verify, and a book that agrees with them; the next goes
    on from there.
    """
    ended = Counter[str]()
    with TemporaryDirectory() as place:
        folder = Path(place)
        for turn in range(count):
            limit = (FIRST_MIB + STEP_MIB * turn) * MIB
            code = _night(folder, limit)
            ended["played to its end" if code == 0 else "ended by its memory"] += 1
            _holds(folder, f"{limit // MIB} MiB")
        assert _night(folder, None) == 0, "with enough memory the night goes on in the same files"
        _holds(folder, "in the end")
    return Tried(count, ", ".join(f"{name}: {times}" for name, times in sorted(ended.items())))


def _night(folder: Path, limit: int | None) -> int:
    words = [sys.executable, "-m", "controller.cli", "simulate", "--rounds", "3", "--seed", "7", "--journal"]
    words += [str(folder / "journals"), "--book", str(folder / "jackpot.book"), "--json"]

    def bounded() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    return subprocess.run(words, check=False, capture_output=True, preexec_fn=bounded).returncode


def _holds(folder: Path, where: str) -> None:
    journals, book = folder / "journals", folder / "jackpot.book"
    if not any(journals.glob("*.journal")):
        return
    assert verify(journals).ok, where
    words = [sys.executable, "-m", "controller.cli", "book", "verify", str(book), "--journal", str(journals)]
    held = subprocess.run(words, check=False, capture_output=True, text=True)
    assert held.returncode == 0, f"{where}: {held.stdout}{held.stderr}"
