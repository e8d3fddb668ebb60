"""What was tried at another commit and counts at this one, for what was tried is the same in both.

A full proof takes the better part of a day, and meanwhile a test elsewhere may be put right. What a part
tries is the program: every file outside `tests` but its pages and the proof that is kept. What tries it are
the modules of `tests` that it reaches, and every file there that is neither module nor page. Who calls for
the blocks and writes them down (`tests.proof.__main__`) is taken for the same.

The long tests of one file count elsewhere by the same rule, but that they may read any page.
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
ALL: Final = ("tests", "tests.", "tests/", "pytest")
"""A module with one of these as a whole text may read or run any other."""
FIXTURES: Final = "conftest.py"
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
        return same_program(block.state, state)
    return not any(_concerns(block.part, path) for path in changed)


def tests_count(file: str, tried: str, state: str) -> bool:
    """Whether the tests of this file, run at the one state, would have come to the same at the other."""
    changed = _changed(tried, state)
    return changed is not None and all(_leaves(file, path) for path in changed)


def same_program(tried: str, state: str) -> bool:
    """Whether the two differ in nothing but `tests` and pages."""
    changed = _changed(tried, state)
    return changed is not None and all(path.startswith("tests/") or _is_beside(path) for path in changed)


def _leaves(file: str, path: str) -> bool:
    """Whether the tests of the file come to the same were this other one otherwise."""
    if path.startswith("tests/") and path.endswith(MODULE) and (ROOT / path).is_file():
        return path not in reached_by_tests(file)
    return path == _kept()


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
    named, all. Of the trial's own module, which other trials share, it is what the trial uses.
    """
    module, _, trial = PARTS[part].where.partition(":")
    *above, own = _files_of(f"tests.proof.{module}")
    used = [file for name in _names_used(own, trial) for file in _files_of(name)]
    return frozenset(_with_what_they_reach([*_files_of(TRIES), *above, *used], {own}))


@cache
def reached_by_tests(file: str) -> frozenset[str]:
    """The modules of `tests` that are at work when the tests of this file run, as paths: all of them, where
    one may read or run any other."""
    fixtures = [ROOT.joinpath(folder, FIXTURES) for folder in Path(file).parents]
    loaded = [path.relative_to(ROOT).as_posix() for path in fixtures if path.is_file()]
    found = _with_what_they_reach([*_files_of(file.removesuffix(MODULE).replace("/", ".")), *loaded], set())
    if any(_may_read_all(path) for path in found):
        found = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob(f"*{MODULE}")}
    return frozenset(found)


def _with_what_they_reach(waiting: list[str], found: set[str]) -> set[str]:
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += [file for name in _names_in(path) for file in _files_of(name)]
    return found


@cache
def _may_read_all(path: str) -> bool:
    texts = (node.value for node in ast.walk(_parsed(path)) if isinstance(node, ast.Constant))
    return any(text in ALL for text in texts)


@cache
def _names_in(path: str) -> tuple[str, ...]:
    """The dotted names that a module imports, or has as whole texts."""
    return tuple(name for node in ast.walk(_parsed(path)) for name in _names_at(node).values())


def _names_used(path: str, trial: str) -> set[str]:
    """The dotted names that this function of the module uses, itself or in what it uses of the module."""
    module = _parsed(path)
    imported, written = dict[str, set[str]](), dict[str, list[ast.stmt]]()
    for node in ast.walk(module):
        for local, name in _names_at(node).items():
            imported.setdefault(local, set()).add(name)
    waiting: list[ast.AST] = []
    for statement in module.body:
        if names := _written_by(statement):
            for name in names:
                written.setdefault(name, []).append(statement)
        elif not isinstance(statement, ast.Import | ast.ImportFrom):
            waiting.append(statement)  # it is done whenever the module is loaded
    waiting += written[trial]
    seen, used = set[ast.AST](), set[str]()
    while waiting:
        if (next_one := waiting.pop()) in seen:
            continue
        seen.add(next_one)
        for node in ast.walk(next_one):
            used |= set(_names_at(node).values())
            if isinstance(node, ast.Name):
                used |= imported.get(node.id, set())
                waiting += written.get(node.id, [])
    return used


def _written_by(stands: ast.stmt) -> list[str]:
    """The names that a statement of a module gives a meaning to; none where it does something else too."""
    if isinstance(stands, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [stands.name]
    targets = stands.targets if isinstance(stands, ast.Assign) else []
    targets = [stands.target] if isinstance(stands, ast.AnnAssign) else targets
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _names_at(node: ast.AST) -> dict[str, str]:
    """The dotted names that are imported here or stand here as a whole text, each by its name here."""
    if isinstance(node, ast.Import):
        return {alias.asname or alias.name.partition(".")[0]: alias.name for alias in node.names}
    if isinstance(node, ast.ImportFrom):
        assert not node.level, f"line {node.lineno}: a name that is not told whole: {ast.unparse(node)}"
        return {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and NAMED.fullmatch(node.value):
        return {node.value: node.value.removesuffix(MODULE).replace("/", ".")}
    return {}


def _parsed(path: str) -> ast.Module:
    return ast.parse((ROOT / path).read_bytes())


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
