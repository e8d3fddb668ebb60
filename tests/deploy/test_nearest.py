"""`make quick` runs the tests that are nearest to a change."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.nearest import CORE, FILES_MAX, changed_since, nearest

ROOT = Path(__file__).parents[2]


@pytest.mark.long
def test_the_tests_of_a_changed_module_come_first() -> None:
    assert nearest(["controller/words/plurals.py"])[0].startswith("tests/")
    assert "tests/game/test_voiding.py" in nearest(["controller/game/incidents/voiding.py"])
    assert nearest(["tests/game/test_slips.py", "controller/game/money.py"])[0] == "tests/game/test_slips.py"


def test_a_module_that_no_test_names_is_tried_by_the_tests_of_what_uses_it() -> None:
    """A bug in the stakes of the book turned nothing red in `make quick`: it ran the fast core."""
    assert {Path(name).parent.as_posix() for name in nearest(["controller/book/stakes.py"])} >= {
        "tests/shell/book"
    }
    assert len(nearest(["controller/book/stakes.py"])) == FILES_MAX


def test_what_changes_for_everybody_runs_no_more_than_fits() -> None:
    everybodys = nearest(["controller/game/inputs/__init__.py", "tests/builders.py"])
    assert len(everybodys) == FILES_MAX
    assert all((ROOT / name).is_file() for name in everybodys)


def test_nothing_changed_is_the_fast_core() -> None:
    assert nearest([]) == list(CORE)
    assert all((ROOT / name).is_file() for name in CORE)


def test_what_git_does_not_know_yet_has_changed_too(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b", *words], cwd=tmp_path, check=True)

    git("init", "-q")
    (tmp_path / "old.py").write_text("one = 1\n")
    git("add", ".")
    git("commit", "-qm", "first")
    assert changed_since("HEAD", tmp_path) == []
    (tmp_path / "old.py").write_text("one = 2\n")
    (tmp_path / "new.py").write_text("")
    (tmp_path / "page.md").write_text("")
    assert changed_since("HEAD", tmp_path) == ["new.py", "old.py"]
