"""Whole nights through the command line: `tapis` in processes of their own, anywhere on the machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from controller.cli import main

TAPIS = Path(sys.executable).parent / "tapis"
PLACES: tuple[Mapping[str, str], ...] = (
    {"TZ": "Europe/Paris", "LC_ALL": "C", "PYTHONHASHSEED": "0"},
    {"TZ": "Pacific/Kiritimati", "LC_ALL": "fr_FR.UTF-8", "PYTHONHASHSEED": "random"},
)
"""Two machines, as far as a process can tell; a locale that is not installed is one too."""


def environment(home: Path, **changes: str) -> dict[str, str]:
    """Little, and the same for every process of a test but for the changes."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), **changes}


@dataclass
class Night:
    """A night under way in a directory of its own, with its journals and its book beside them."""

    folder: Path
    process: subprocess.Popen[str]

    @property
    def journals(self) -> Path:
        return self.folder / "night" / "journals"

    @property
    def book(self) -> Path:
        return self.folder / "night" / "jackpot.book"

    def result(self) -> dict[str, Any]:
        """What the night printed, on one line; nothing on stderr, exit 0."""
        out, err = self.process.communicate(timeout=300)
        assert (self.process.returncode, err) == (0, ""), err
        assert out.count("\n") == 1
        answer: dict[str, Any] = json.loads(out)
        return answer

    def tapis(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Another command on the same files, within this process."""
        return typed(self.folder, *arguments)


def tapis(folder: Path, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """The command has ended."""
    return subprocess.run(
        [TAPIS, *arguments],
        cwd=folder,
        env=environment(folder, **changes),
        capture_output=True,
        text=True,
        timeout=300,
    )


def typed(folder: Path, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """As `tapis`, within this process: for what needs no process of its own."""
    with chdir(folder):
        done = CliRunner(env=changes).invoke(main, list(arguments), prog_name="tapis")
    return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout, done.stderr)


def begin(folder: Path, place: Mapping[str, str], *arguments: str) -> Night:
    """A night has begun, its files named as from its own directory."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "night").mkdir(exist_ok=True)
    kept = ("--journal", "night/journals", "--book", "night/jackpot.book", "--json")
    process = subprocess.Popen(
        [TAPIS, "simulate", *arguments, *kept],
        cwd=folder,
        env=environment(folder, **place),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    return Night(folder, process)
