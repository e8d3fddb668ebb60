"""What was tried at another commit and counts at this one, for what was tried is the same in both.

A full proof takes days, and meanwhile a test elsewhere may be put right. What a part tries is the program:
every file outside `tests` but its pages and the proof that is kept. What tries it are the modules of `tests`
that it reaches, and whatever else lies there.
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
from tests.proof.record import ROOT, Block, blocks_in, blocks_of

RUN_TESTS: Final = ("mutants", "coverage")
"""These parts run tests of every room, and reach all of them."""
TRIES: Final = "tests.proof.block"
MODULE: Final = ".py"
PAGE: Final = ".md"
NAMED: Final = re.compile(r"tests(?:[./]\w+)+")
"""A text that is the name of a module or a folder, as where a process of its own runs it."""


def blocks_that_count(folder: Path, state: str) -> list[Block]:
    """The blocks of the folder that say something of this state of the program, as `state_of_the_program`
    tells it."""
    others = [block for block in blocks_in(folder) if block.state != state and counts(block, state)]
    return [*blocks_of(folder, state), *others]


def counts(block: Block, state: str) -> bool:
    """Whether the block says something of this state: its own, or another one of the same program.

    One that held counts where what tried it is the same too. One that did not is told until it was tried
    again, whatever has become of its trial: nobody makes a failure unseen by changing a test. Nothing counts
    of a state whose commit is not known here, or where files were otherwise than in their commit.
    """
    if block.state == state:
        return True
    changed = _changed(block.state, state)
    if changed is None or block.part not in PARTS or not all(_is_module_or_page(path) for path in changed):
        return False
    modules = {path for path in changed if path.endswith(MODULE)}
    if not block.held or not modules:
        return True
    return block.part not in RUN_TESTS and not modules & reached(block.part)


def _is_module_or_page(path: str) -> bool:
    """Whether not every part reaches the file: a module of `tests`, a page, or the proof that is kept."""
    in_tests = path.startswith("tests/") and path.endswith(MODULE)
    return in_tests or path.endswith(PAGE) or path == KEPT.relative_to(ROOT).as_posix()


@cache
def _changed(tried: str, state: str) -> tuple[str, ...] | None:
    """The files that are otherwise in the one than in the other; None where nobody can tell."""
    if "+" in tried + state:
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
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
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
