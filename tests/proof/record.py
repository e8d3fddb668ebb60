"""What was tried, one line a block: `blocks.jsonl` in the folder of a run, added to and never changed.

A part of the proof is tried in blocks, each with a seed of its own and in a process of its own, so that hours
of work may be interrupted and gone on with, and one block be repeated by itself. A block is of one state of
the program: where it counts for another one, `tests.proof.same_state` says.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
OUT: Final = ROOT / "out" / "proof"
BLOCKS: Final = "blocks.jsonl"


class Tried(NamedTuple):
    """So many were tried and all held; `said` is what else is worth knowing of them, one sentence."""

    count: int
    said: str


class NotHere(Exception):
    """It cannot be tried on this machine, or by so few; the message says why. It counts as not run."""


@dataclass(frozen=True, slots=True)
class Block:
    """A block that was tried: of `asked` so many were `count`ed, and whether all `held`.

    `said` is one sentence, or why it did not hold; `at` is when it ended, in UTC; `machine` is what tried it,
    its processors and system; `state` is the program that was tried, as `state_of_the_program` tells it.
    """

    part: str
    seed: int
    asked: int
    count: int
    held: bool
    said: str
    wall_s: float
    at: str
    machine: str
    state: str

    @property
    def command(self) -> str:
        """What repeats this block and nothing else."""
        return f".venv/bin/python -m tests.proof.block {self.part} {self.asked} {self.seed}"


def blocks_in(folder: Path) -> Iterator[Block]:
    """The blocks that stand in this folder, the oldest first; a last line that was cut off is none."""
    path = folder / BLOCKS
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.endswith("\n"):
            yield Block(**json.loads(line))


def add_block(folder: Path, block: Block) -> None:
    """The block stands in the folder, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / BLOCKS
    text = path.read_bytes() if path.exists() else b""
    with path.open("ab") as file:
        if text and not text.endswith(b"\n"):  # cut off by what ended the run before
            file.truncate(text.rfind(b"\n") + 1)
        file.write(json.dumps(asdict(block)).encode() + b"\n")


def folder_of_this_state(out: Path = OUT) -> Path:
    """Where the blocks of the program as it is now are kept."""
    return out / named(state_of_the_program())


def named(state: str) -> str:
    """What the folder of this state is called."""
    return "+".join(one[:12] for one in state.split("+"))


def state_of_the_program() -> str:
    """The commit that is checked out; where not all files are as it has them, `+` and the tree they are."""
    commit = _git("rev-parse", "HEAD")
    if not _git("status", "--porcelain"):
        return commit
    with TemporaryDirectory() as folder:
        index = {"GIT_INDEX_FILE": f"{folder}/index"}
        _git("read-tree", "HEAD", **index)
        _git("add", "--all", **index)
        return f"{commit}+{_git('write-tree', **index)}"


def changed_since(commit: str, *, but: Path) -> bool:
    """Whether a file of the checkout, this one left out, is otherwise than in the commit, or nobody knows."""
    words = ["git", "diff", "--quiet", commit, "--", ".", f":(exclude){but.relative_to(ROOT).as_posix()}"]
    return subprocess.run(words, cwd=ROOT, check=False, capture_output=True).returncode != 0


def _git(*words: str, **environment: str) -> str:
    told = {**os.environ, **environment}
    ran = subprocess.run(["git", *words], cwd=ROOT, env=told, check=True, capture_output=True, text=True)
    return ran.stdout.strip()
