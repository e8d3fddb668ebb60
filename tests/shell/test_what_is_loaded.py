"""What a command loads before it begins: who asks for help or settles a round waits for no journal."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.patience import PATIENCE_S
from tests.shell.settle.settle_lines import ROYAL
from tests.unmeasured import unmeasured


def loaded_by(*words: str, stdin: str = "") -> set[str]:
    """Every module that a process of this command loaded, and all packages above it."""
    return loaded_by_python("-m", "controller.cli", *words, stdin=stdin)


def loaded_by_python(*words: str, stdin: str = "") -> set[str]:
    """The same of Python run with these words."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *words],
        input=stdin,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
        env=unmeasured(),
    )
    names = (line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if "|" in line)
    return {".".join(parts[:depth]) for parts in (n.split(".") for n in names) for depth in range(1, 9)}


SETTLE = ("controller.journal", "controller.game.inputs", "controller.game.events", "cryptography", "sqlite3")
NIGHT = (
    "drivers.shoes.angel_eye",
    "drivers.lines.usb_claims",
    "cryptography.x509",
    "concurrent.futures",
    "ssl",
    "serial",
    "numpy",
    "PySide6",
    "num2words",
)
TABLE = ("cryptography.x509", "concurrent.futures", "drivers.sim", "numpy", "PySide6", "num2words")


@pytest.mark.parametrize(
    ("words", "idle"),
    [
        ("", ("pydantic", "controller.game", "tomllib", "sqlite3", "cryptography")),
        ("settle", SETTLE),
        ("simulate", NIGHT),
        ("run", TABLE),
    ],
)
def test_a_command_loads_nothing_that_others_alone_need(words: str, idle: tuple[str, ...]) -> None:
    assert not loaded_by(*words.split(), "--help") & set(idle)


def test_a_round_is_settled_without_journal_events_or_cryptography() -> None:
    assert not loaded_by("settle", stdin=json.dumps(ROYAL)) & {*SETTLE, "PySide6", "controller.papers.pdf"}


@pytest.mark.parametrize("screen", ["ui.__main__", "tests.bench.screen_process", "tests.bench.room_process"])
def test_a_screen_loads_nothing_of_the_table_nor_does_the_one_that_is_measured(screen: str) -> None:
    loaded = loaded_by_python("-c", f"import {screen}")
    assert not loaded & {"controller.game.decide", "controller.journal", "controller.table", "drivers"}
    assert not loaded & {"pydantic", "cryptography", "sqlite3", "numpy"}
