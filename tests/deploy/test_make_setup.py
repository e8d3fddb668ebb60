"""What `make` asks of a developer's machine: what a table needs that plays; for the tests their own."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]
OF_THE_TESTS = (
    "postgresql",
    "repmgr",
    "gcc",
    "umockdev",
    "python3-dev",
    "libpcsclite-dev",
    "pcscd",
    "test]",
)


def done_for(target: str) -> str:
    """What `make` would do for this target where nothing is there yet."""
    words = ["make", "-n", "-B", "-C", str(ROOT), target]
    return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=True).stdout


def test_the_environment_is_made_of_debians_own_python_where_that_can_make_one() -> None:
    """Its packages run on it, and it is the faster one: another, built by hand, is seldom built for speed."""
    made = next(line for line in done_for("setup").splitlines() if " -m venv .venv" in line)
    python = made.split(" -m venv")[0].split()[-1]
    able = "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))"
    assert subprocess.run([python, "-c", able], timeout=PATIENCE_S, check=False).returncode == 0
    debian = Path("/usr/bin/python3")
    if (
        debian.exists()
        and subprocess.run([debian, "-c", able], timeout=PATIENCE_S, check=False).returncode == 0
    ):
        assert python == str(debian)


@pytest.mark.parametrize("target", ["setup", "run"])
def test_a_table_that_plays_needs_nothing_of_the_tests(target: str) -> None:
    done = done_for(target)
    assert "libgl1" in done
    assert [name for name in OF_THE_TESTS if name in done] == []


@pytest.mark.parametrize(
    "target", ["setup-tests", "test", "lint", "check", "bench", "gallery", "handbook", "proof"]
)
def test_the_parts_of_the_tests_come_with_the_tests(target: str) -> None:
    done = done_for(target)
    assert [name for name in OF_THE_TESTS if name not in done] == []
    assert "vpcd" not in done, "the virtual reader is never installed"
    assert "tests/virtual-reader .venv/virtual-reader" in done


@pytest.mark.parametrize(("target", "asked"), [("test", OF_THE_TESTS[:-1]), ("setup", ())])
def test_who_is_not_root_is_asked_for_all_of_debian_in_the_first_line(
    target: str, asked: tuple[str, ...]
) -> None:
    first = next(line for line in done_for(target).splitlines() if "system-packages" in line)
    assert tuple(name for name in OF_THE_TESTS if name in first) == asked


def test_what_is_not_there_yet_is_asked_for_again() -> None:
    """The stamps are the last thing done: the second after it was seen that nothing is missing."""
    lines = [line for line in done_for("setup-tests").splitlines() if "touch" in line]
    assert lines[0] == "touch .venv/ready"
    assert lines[1].startswith("if deploy/system-packages --there pcscd ")
    assert lines[1].endswith("then touch .venv/ready-to-test; fi")


def test_no_virtual_reader_is_left_on_the_machine() -> None:
    """As a package of Debian it listens on two ports of every interface, once anything asks for a card."""
    script = (ROOT / "tests" / "virtual-reader").read_text(encoding="utf-8")
    assert "apt-get download" in script
    assert "install" not in script.replace("Installed as a package", "")


def test_the_box_has_packages_of_its_own_beside_those_of_the_tests() -> None:
    for target in ("setup-box", "machine-ready", "machine"):
        assert "qemu-system-x86" in done_for(target)
    assert "qemu-system-x86" not in done_for("setup-tests")


@pytest.mark.parametrize(
    ("ready", "code", "smoke"), [(0, 0, True), (69, 0, False), (1, 1, False), (2, 2, False)]
)
def test_a_change_lands_without_a_box_only_where_no_box_can_be(
    ready: int, code: int, smoke: bool, tmp_path: Path
) -> None:
    """make folds every code into 2: the program's own says whether there is no box, or a fault."""
    run = tmp_path / ".ci" / "run"
    python = tmp_path / ".venv" / "bin" / "python"
    make = tmp_path / "bin" / "make"
    for path, text in (
        (run, (ROOT / ".ci" / "run").read_text(encoding="utf-8")),
        (python, f"#!/bin/sh\nexit {ready}\n"),
        (make, '#!/bin/sh\necho "$@" >>made\n'),
    ):
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
    named = {"PATH": f"{make.parent}:/usr/bin:/bin"}
    done = subprocess.run([str(run)], env=named, timeout=PATIENCE_S, check=False)
    made = (tmp_path / "made").read_text(encoding="utf-8").split()
    assert (done.returncode, "machine-smoke" in made) == (code, smoke)
    assert made[:4] == ["setup", "setup-tests", "lint", "test"]
