"""A table that is given too little memory: whatever ends it, its files go on."""

from __future__ import annotations

import resource
import signal
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
OF_MEMORY: Final = ("memory", "mémoire", "Memory", "pthread_create", "map segment", "new thread")
"""One of these says who had too little: we, Python, the linker, a library that began its threads."""
BY_SIGNAL: Final = (-signal.SIGABRT, -signal.SIGSEGV, -signal.SIGKILL)
"""What a library comes to that was given nothing."""


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
            ended[how_it_ended(_night(folder, limit), f"{limit // MIB} MiB")] += 1
            _holds(folder, f"{limit // MIB} MiB")
        assert _night(folder, None).returncode == 0, "with enough memory the night goes on in the same files"
        _holds(folder, "in the end")
    return Tried(count, ", ".join(f"{name}: {times}" for name, times in sorted(ended.items())))


def how_it_ended(night: subprocess.CompletedProcess[str], where: str) -> str:
    """How this night ended, in words.

    Raises:
        AssertionError: neither played, nor by its memory.
    """
    if night.returncode == 0:
        return "played to its end"
    if night.returncode in BY_SIGNAL:
        return "ended by the system"
    assert any(word in night.stderr for word in OF_MEMORY), f"{where}: {night.stderr[-500:]}"
    return "ended by its memory"


def _night(folder: Path, limit: int | None) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "controller.cli", "simulate", "--rounds", "3", "--seed", "7", "--journal"]
    words += [str(folder / "journals"), "--book", str(folder / "jackpot.book"), "--json"]

    def bounded() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    return subprocess.run(words, check=False, capture_output=True, text=True, preexec_fn=bounded)


def _holds(folder: Path, where: str) -> None:
    journals, book = folder / "journals", folder / "jackpot.book"
    if not any(journals.glob("*.journal")):
        return
    assert verify(journals).ok, where
    words = [sys.executable, "-m", "controller.cli", "book", "verify", str(book), "--journal", str(journals)]
    held = subprocess.run(words, check=False, capture_output=True, text=True)
    assert held.returncode == 0, f"{where}: {held.stdout}{held.stderr}"
