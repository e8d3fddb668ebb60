"""What a command loads before it begins: who asks for help or settles a round waits for no journal."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.patience import PATIENCE_S
from tests.shell.settle.settle_lines import ROYAL


def loaded_by(*words: str, stdin: str = "") -> set[str]:
    """Every module that a process of this command loaded, and all packages above it."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "controller.cli", *words],
        input=stdin,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
    )
    names = (line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if "|" in line)
    return {".".join(parts[:depth]) for parts in (n.split(".") for n in names) for depth in range(1, 9)}


SETTLE = ("controller.journal", "controller.game.inputs", "controller.game.events", "cryptography", "sqlite3")


@pytest.mark.parametrize(
    ("words", "idle"),
    [
        (("--help",), ("pydantic", "controller.game", "tomllib", "sqlite3", "cryptography")),
        (("settle", "--help"), SETTLE),
        (("simulate", "--help"), ("cryptography.x509", "ssl", "serial", "numpy", "PySide6", "num2words")),
    ],
    ids=lambda value: " ".join(value),
)
def test_help_loads_nothing_that_the_command_alone_needs(
    words: tuple[str, ...], idle: tuple[str, ...]
) -> None:
    assert not loaded_by(*words) & set(idle)


def test_a_round_is_settled_without_journal_events_or_cryptography() -> None:
    assert not loaded_by("settle", stdin=json.dumps(ROYAL)) & {*SETTLE, "PySide6", "controller.papers.pdf"}
