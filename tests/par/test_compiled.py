"""Compiled code that a crash left half written is compiled anew; that of other sources is never taken."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from controller.odds.kernels import FOLDERS_MAX

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
COUNT = (
    "from controller.game.cards import parse_cards\n"
    "from controller.odds.compiled import recompiled_if_damaged\n"
    "from controller.odds.strategy import against_dealers\n"
    "royal, board = parse_cards('AsKs'), parse_cards('QsJsTs2d3h')\n"
    "print(recompiled_if_damaged(lambda: against_dealers(royal, board, 1)) == (7462, 990, 0, 0))"
)
INNER = "from controller.odds.kernels import kernel\n\n\n@kernel\ndef inner():\n    return {}\n"
OUTER = (
    "from controller.odds.inner import inner\nfrom controller.odds.kernels import kernel\n\n\n"
    "@kernel\ndef outer():\n    return inner() + 1\n"
)


def environment(cache: Path, **more: str) -> dict[str, str]:
    """A user whose cache is this folder, and who has chosen none for numba unless `more` says so."""
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    return {**kept, "XDG_CACHE_HOME": str(cache), **more}


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """The sources of the exact mathematics, and a compiled function that calls one of another module."""
    copy = tmp_path / "sources"
    for part in ("odds", "game"):
        shutil.copytree(
            ROOT / "controller" / part,
            copy / "controller" / part,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    (copy / "controller" / "__init__.py").touch()
    (copy / "controller" / "odds" / "inner.py").write_text(INNER.format(1))
    (copy / "controller" / "odds" / "outer.py").write_text(OUTER)
    return copy


def outer(sources: Path, said: dict[str, str]) -> str:
    program = "from controller.odds.outer import outer; print(outer())"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=sources, env=said, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_code_that_is_built_into_another_module_is_never_stale(sources: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    places = cache / "tapis" / "compiled"
    assert outer(sources, environment(cache)) == "2\n"
    (first,) = places.iterdir()
    assert {file.name.partition("-")[0] for file in first.rglob("*.nbc")} == {"inner.inner", "outer.outer"}
    written = {file: file.stat().st_mtime_ns for file in first.rglob("*.nbc")}
    assert outer(sources, environment(cache)) == "2\n"
    assert {file: file.stat().st_mtime_ns for file in first.rglob("*.nbc")} == written

    (sources / "controller" / "odds" / "inner.py").write_text(INNER.format(10))
    assert outer(sources, environment(cache)) == "11\n"
    (second,) = set(places.iterdir()) - {first}
    assert list(second.rglob("outer.outer-*.nbc"))
    assert not list(sources.rglob("*.nb[ci]"))


def test_old_folders_of_compiled_code_are_thrown_away(sources: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    for number in range(FOLDERS_MAX + 2):
        (cache / "tapis" / "compiled" / f"{number}" / "par").mkdir(parents=True)
        os.utime(cache / "tapis" / "compiled" / f"{number}", (number, number))
    assert outer(sources, environment(cache)) == "2\n"
    left = {place.name for place in (cache / "tapis" / "compiled").iterdir()}
    assert len(left) == FOLDERS_MAX
    assert not left & {"0", "1", "2"}


def test_a_folder_that_the_user_chose_is_left_to_him(sources: Path, tmp_path: Path) -> None:
    chosen = tmp_path / "chosen"
    said = environment(tmp_path / "cache", NUMBA_CACHE_DIR=str(chosen))
    assert outer(sources, said) == "2\n"
    assert list(chosen.rglob("outer.outer-*.nbc"))
    assert not (tmp_path / "cache").exists()


def test_a_cache_where_nothing_can_be_made_is_done_without(sources: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no directory")
    assert outer(sources, environment(blocked)) == "2\n"


@pytest.mark.long
def test_damaged_compiled_code_is_thrown_away(tmp_path: Path) -> None:
    said = environment(tmp_path, NUMBA_CACHE_DIR=str(tmp_path))

    def counts() -> bool:
        done = subprocess.run(
            [sys.executable, "-c", COUNT], env=said, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout == "True\n"

    assert counts()
    (index,) = tmp_path.rglob("*.compare-*.nbi")
    index.write_bytes(index.read_bytes()[:40])
    (code,) = tmp_path.rglob("*.cards_left-*.nbc")
    code.write_bytes(bytes(len(code.read_bytes())))
    assert counts()
    assert counts()


def test_a_fault_of_the_work_itself_is_raised() -> None:
    program = (
        "from controller.odds.compiled import recompiled_if_damaged\n"
        "try:\n    recompiled_if_damaged(lambda: 1 // 0)\nexcept ZeroDivisionError:\n    print('raised')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "raised\n"
