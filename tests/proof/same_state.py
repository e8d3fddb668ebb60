"""What was tried at another commit and counts at this one, for what was tried is the same in both.

A full proof takes the better part of a day, and meanwhile a test elsewhere may be put right. What a part
tries is the program: every file outside `tests` but its pages and the proof that is kept. What tries it are
the modules of `tests` that it reaches, and every file there that is neither module nor page. Who calls for
the blocks and writes them down (`tests.proof.__main__`) is taken for the same.
"""

from __future__ import annotations

import ast
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

from tests.proof.kept import KEPT
from tests.proof.parts import PARTS
from tests.proof.record import ROOT, Block, blocks_in

RUN_TESTS: Final = ("mutants", "coverage")
"""These parts run tests of every room: they reach all modules, and all pages."""
TRIES: Final = "tests.proof.block"
MODULE: Final = ".py"
PAGE: Final = ".md"
NAMED: Final = re.compile(r"tests(?:[./]\w+)+")
"""A text that is the name of a module or a folder, as where a process of its own runs it."""
COMMIT: Final = re.compile(r"[0-9a-f]{40}")


def blocks_that_count(folder: Path, state: str) -> list[Block]:
    """The blocks of the folder that say something of this state of the program, as `state_of_the_program`
    tells it, the oldest first."""
    return [block for block in blocks_in(folder) if counts(block, state)]


def counts(block: Block, state: str) -> bool:
    """Whether the block says something of this state: its own, or another one of the same program.

    One that held counts where what tried it is the same too. One that did not is told until it was tried
    again, whatever was changed in `tests`: nobody makes a failure unseen so. Nothing counts of a state whose
    commit is not known here, or where files were otherwise than in their commit.
    """
    if block.state == state:
        return True
    changed = _changed(block.state, state)
    if changed is None or block.part not in PARTS:
        return False
    if not block.held:
        return all(path.startswith("tests/") or _is_beside(path) for path in changed)
    return not any(_concerns(block.part, path) for path in changed)


def _concerns(part: str, path: str) -> bool:
    """Whether the part would show something else were this file otherwise.

    Of a file that is gone it is not known who used it.
    """
    if part in RUN_TESTS or not (ROOT / path).is_file():
        return path != _kept()
    if path.startswith("tests/") and path.endswith(MODULE):
        return path in reached(part)
    return not _is_beside(path)


def _is_beside(path: str) -> bool:
    """Whether the file is a page or the proof that is kept: of these only tests take anything."""
    return path.endswith(PAGE) or path == _kept()


def _kept() -> str:
    return KEPT.relative_to(ROOT).as_posix()


@cache
def _changed(tried: str, state: str) -> tuple[str, ...] | None:
    """The files that are otherwise in the one than in the other; None where nobody can tell."""
    if not COMMIT.fullmatch(tried) or not COMMIT.fullmatch(state):
        return None
    words = ["git", "diff", "--name-only", "--no-renames", "-z", tried, state, "--"]
    ran = subprocess.run(words, cwd=ROOT, check=False, capture_output=True, text=True)
    return None if ran.returncode else tuple(path for path in ran.stdout.split("\0") if path)


@cache
def reached(part: str) -> frozenset[str]:
    """The modules of `tests` that are at work when the part is tried, as paths.

    What one of them imports, wherever it does, and what it names as a process of its own; of a folder that is
    named, all.
    """
    module = PARTS[part].where.partition(":")[0]
    waiting, found = [*_files_of(TRIES), *_files_of(f"tests.proof.{module}")], set[str]()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += [file for name in _names_in(path) for file in _files_of(name)]
    return frozenset(found)


@cache
def _names_in(path: str) -> tuple[str, ...]:
    """The dotted names that a module imports, or has as whole texts."""
    found = list[str]()
    for node in ast.walk(ast.parse((ROOT / path).read_bytes())):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno}: a name that is not told whole"
            found += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and NAMED.fullmatch(node.value):
            found.append(node.value.removesuffix(MODULE).replace("/", "."))
    return tuple(found)


@cache
def _files_of(name: str) -> tuple[str, ...]:
    """The files of a dotted name: of its longest part that is a module of `tests` or a folder there, and what
    is loaded with it."""
    parts = name.split(".")
    if parts[0] != "tests":
        return ()
    for end in range(len(parts), 1, -1):
        place = ROOT.joinpath(*parts[:end])
        module = place.with_suffix(MODULE)
        if inside := [module] if module.is_file() else sorted(place.rglob(f"*{MODULE}")):
            above = (ROOT.joinpath(*parts[:up], "__init__.py") for up in range(1, end))
            return tuple(path.relative_to(ROOT).as_posix() for path in (*above, *inside) if path.is_file())
    return ()
