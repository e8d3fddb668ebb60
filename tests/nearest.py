"""The tests nearest to what changed, for `make quick`: a line each, as pytest takes them.

    python -m tests.nearest          # since the last commit
    python -m tests.nearest main     # since the branch left main

Tests that were changed come first, then those that import a changed module, the most particular before the
others, then those that import what of the program imports it, ring by ring; no more than fit into half a
minute. Where nothing changed it is the fast core.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
ROOMS: Final = ("controller", "drivers", "ui")
FILES_MAX: Final = 8
CORE: Final = ("tests/test_tidy.py", "tests/game/test_scenarios.py", "tests/game/test_refusals.py")


def changed_since(commit: str, root: Path = ROOT) -> list[str]:
    """The files of Python that differ from this commit, those that are not added yet among them."""
    asked = (
        ["diff", "--name-only", "--diff-filter=d", commit],
        ["ls-files", "--others", "--exclude-standard"],
    )
    told = [
        subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True)
        for words in asked
    ]
    return sorted({name for done in told for name in done.stdout.split() if name.endswith(".py")})


def nearest(changed: Iterable[str], root: Path = ROOT) -> list[str]:
    """The files of tests that are run for these changes, the nearest first."""
    changed = list(changed)
    found = dict.fromkeys(name for name in changed if Path(name).name.startswith("test_"))
    ring = {_module(name) for name in changed}
    known = set(ring)
    while ring and len(found) < FILES_MAX:
        found |= dict.fromkeys(_about(ring, root))
        ring = {_module(name) for name, names in _program(root).items() if names & ring} - known
        known |= ring
    return list(found)[:FILES_MAX] or list(CORE)


def _about(modules: set[str], root: Path) -> list[str]:
    """The files of tests that import any of these modules, the nearest first."""
    known = {
        path: names
        for path in sorted((root / "tests").rglob("test_*.py"))
        if (names := _imports(path)) & modules
    }
    # Who imports little beside it is about it; who shares its name is about nothing else.
    words = {name.rpartition(".")[2] for name in modules}
    order = sorted(known, key=lambda path: (path.stem.removeprefix("test_") not in words, len(known[path])))
    return [path.relative_to(root).as_posix() for path in order]


def _program(root: Path) -> dict[str, frozenset[str]]:
    """The files of the program, and what each imports."""
    files = (path for room in ROOMS for path in sorted((root / room).rglob("*.py")))
    return {path.relative_to(root).as_posix(): _imports(path) for path in files}


def _module(name: str) -> str:
    return ".".join(Path(name).with_suffix("").parts).removesuffix(".__init__")


@cache
def _imports(path: Path) -> frozenset[str]:
    return frozenset(_named_by_imports(path))


def _named_by_imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


if __name__ == "__main__":
    sys.stdout.write("\n".join(nearest(changed_since(*(sys.argv[1:2] or ["HEAD"])))) + "\n")
