"""Blocks and runs of tests that nobody ran, for the tests of the proof."""

from __future__ import annotations

import json
from pathlib import Path

from tests.proof.record import Block

COMMIT = "0" * 40


def block(part: str, count: int, *, held: bool = True, seed: int = 1) -> Block:
    """A block of this part that tried its whole count."""
    at, machine = "2026-11-28T18:00:00+00:00", "2 × this one"
    return Block(part, seed, count, count, held, "as told", 1.0, at, machine, COMMIT)


def ran(
    folder: Path, name: str, tests: dict[str, str], exit_: int = 0, *, machine: str = "2 × this one"
) -> None:
    """A run of tests stands in the folder, with what came of each."""
    lines: list[dict[str, object]] = [{"run": name, "state": COMMIT, "machine": machine}]
    lines += [{"test": test, "outcome": outcome, "s": 1} for test, outcome in tests.items()]
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{json.dumps(line)}\n" for line in (*lines, {"exit": exit_}))
    folder.joinpath(f"{name}.outcomes").write_text(text, encoding="utf-8")
