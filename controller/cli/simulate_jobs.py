"""`tapis simulate --jobs N`: nights of consecutive seeds side by side, each a process of its own.

Each process is the command itself with one seed, so that a night is the one that it would be alone. As many
run at once as the machine has processors, the others wait for their turn.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any, Final

from controller.cli.simulate_words import say_of_night
from controller.host.endings import LEADING

_BEFORE: Final = re.compile("|".join(f"^{word}" for word in LEADING.values()), re.MULTILINE)
"""What stands before the sentence with which a night ended."""
TELL: Final = "TAPIS_TELL_PROGRESS"
"""The process that a night tells how many rounds it has played since it last did, by lines `{"played": 50}`:
its parent. A night that only inherited the variable tells nothing."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How one night ended: its answer, or its exit code and what it said of it."""

    answer: dict[str, Any] | None
    code: int = 0
    why: str = ""

    def said(self, lang: str) -> str:
        """Why there is no answer, in one sentence."""
        how = say_of_night("exit", lang, code=self.code)
        by = [one.name for one in signal.Signals if one == self.code - 128]
        how += f" ({by[0]})" if by else ""
        return f"{self.why}\n  {how}" if self.why else how


class Nights:
    """The commands of some nights by seed, to be played in processes of their own.

    Args:
        commands: what follows `tapis`, for each seed.
        progress: called with the rounds played since it was last called, from any thread.
        lang: the language of the nights, and of what is said of one that failed.
    """

    def __init__(
        self, commands: Mapping[int, Sequence[str]], progress: Callable[[int], object], lang: str
    ) -> None:
        self._commands = {seed: (*words, "--lang", lang) for seed, words in commands.items()}
        self._lang = lang
        self._progress = progress
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[str]] = set()
        self._over = False

    def play(self) -> Generator[tuple[int, Ended], None, None]:
        """Each seed and how its night ended, in the order of the seeds.

        Whoever stops asking, by Ctrl-C or because he is ended himself, ends every night that still runs.
        """
        from concurrent.futures import ThreadPoolExecutor  # a single night needs none

        processors = len(os.sched_getaffinity(0))
        with ThreadPoolExecutor(min(processors, len(self._commands))) as threads:
            begun = {seed: threads.submit(self._night, words) for seed, words in self._commands.items()}
            try:
                for seed, night in begun.items():
                    yield seed, night.result()
            finally:
                self._end()

    def _end(self) -> None:
        with self._lock:
            self._over = True
            for process in self._running:
                process.kill()

    def _night(self, words: Sequence[str]) -> Ended:
        # What it says on stderr may be more than a pipe holds while nobody reads it.
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as complaints:
            with self._lock:
                if self._over:
                    return Ended(None, 128 + signal.SIGKILL)
                process = subprocess.Popen(
                    # -P: the program that is installed, whatever lies in the folder where one stands.
                    [sys.executable, "-P", "-m", "controller.cli", *words, "--json"],
                    env={**os.environ, TELL: str(os.getpid())},
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=complaints,
                    text=True,
                    process_group=0,  # Ctrl-C is for who started them, who ends them in one go
                )
                self._running.add(process)
            assert process.stdout is not None
            with process:
                answer = self._heard(process.stdout)
            with self._lock:
                self._running.discard(process)
            if process.returncode == 0 and answer is not None:
                return Ended(answer)
            complaints.seek(0)
            why = _BEFORE.split(complaints.read())[-1].strip()
            code = process.returncode
            if code == 0:
                return Ended(None, 1, say_of_night("no_answer", self._lang))
            return Ended(None, 128 - code if code < 0 else code, why)

    def _heard(self, told: IO[str]) -> dict[str, Any] | None:
        """The night's answer, once it has told all of its rounds; None of one that was cut off."""
        played = 0
        for line in told:
            if not line.endswith("\n"):
                break
            try:
                answer: dict[str, Any] = json.loads(line)
            except ValueError:  # not the night's own words
                continue
            rounds = answer["played"] if "played" in answer else answer["rounds"] - played
            played += rounds
            with self._lock:
                self._progress(rounds)
            if "played" not in answer:
                return answer
        return None
