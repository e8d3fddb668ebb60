"""A copy of this checkout in which bugs are planted, one after another; the checkout is never touched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from xml.etree import ElementTree

from tests.planted.bugs import ROOT, Bug, NoLongerFits

LIMIT_S: Final = 900
"""So long one test may take on a machine that has other things to do."""
OF_A_BROKEN_PROGRAM: Final = (
    "AttributeError",
    "ImportError",
    "IndentationError",
    "ModuleNotFoundError",
    "NameError",
    "SyntaxError",
    "UnboundLocalError",
)
"""A test that ends by one of these has found that the program does not run, and not the bug."""
_ASSERTED: Final = ("AssertionError", "assert ", "Failed: ")
SKIPPED: Final = "skipped"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one run: of each case of a test nothing, `skipped`, or why it did not pass."""

    cases: dict[str, str]
    said: str
    wall_s: float

    @property
    def failures(self) -> dict[str, str]:
        return {case: why for case, why in self.cases.items() if why not in ("", SKIPPED)}

    def green(self, test: str) -> bool:
        """All cases of this test passed, and there are some."""
        own = [why for case, why in self.cases.items() if case == test or case.startswith(f"{test}[")]
        return bool(own) and not any(own)


@dataclass(frozen=True, slots=True)
class Found:
    """A bug, how long its test took to find it, and what the test said."""

    bug: Bug
    red_s: float
    said: str


class Ground:
    """The copy; `ground` makes one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "copy"
        self._own = folder
        for name in _files_of_the_checkout():
            place = self.folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, place)
        (self.folder / ".venv").symlink_to(ROOT / ".venv")

    @contextmanager
    def planted(self, bug: Bug) -> Iterator[None]:
        """The bug is in the copy, and afterwards the copy is as the checkout again.

        Raises:
            NoLongerFits: the bug does not fit its place.
        """
        path = self.folder / bug.file
        sound = path.read_bytes()
        path.write_bytes(bug.planted(sound.decode("utf-8")).encode("utf-8"))
        _forget_compiled(path)
        try:
            yield
        finally:
            path.write_bytes(sound)
            shutil.copystat(ROOT / bug.file, path)
            _forget_compiled(path)
        assert path.read_bytes() == (ROOT / bug.file).read_bytes(), f"{bug.file} was not put back"

    def run(self, tests: Sequence[str], *options: str) -> Outcome:
        """These tests of the copy, on the copy's program."""
        report = self._own / "outcome.xml"
        report.unlink(missing_ok=True)
        words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
        words += ["--tb=short", f"--basetemp={self._own / 't'}", f"--junitxml={report}", *options, *tests]
        told = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        # What is compiled once is kept, or each bug compiles the whole program.
        told.pop("PYTHONDONTWRITEBYTECODE", None)
        told["PYTHONPATH"] = str(self.folder)
        began_s = time.monotonic()
        ran = subprocess.run(
            words, cwd=self.folder, env=told, check=False, capture_output=True, text=True, timeout=LIMIT_S
        )
        wall_s = round(time.monotonic() - began_s, 1)
        said = f"{ran.stdout}\n{ran.stderr}"
        cases = outcomes(report) if report.exists() else {}
        return Outcome(cases, said, wall_s)

    def find(self, bugs: Sequence[Bug]) -> Iterator[Found | str]:
        """Of each bug that its test finds it, or a sentence why not: red with it, for the right reason, and
        green without it. The tests are tried without any bug first, all of them at once."""
        sound = self.run(list(dict.fromkeys(bug.test for bug in bugs)))
        for bug in bugs:
            if not sound.green(bug.test):
                yield f"{bug.id}: {bug.test} is not green without it: {sound.said[-1000:]}"
                continue
            try:
                with self.planted(bug):
                    ill = self.run([bug.test], "-x")
            except NoLongerFits as error:
                yield str(error)
                continue
            why = reason(bug, ill)
            said = next(iter(ill.failures.values()), "").partition("\n")[0]
            yield f"{bug.id}: {why}" if why else Found(bug, ill.wall_s, said[:120])


def reason(bug: Bug, ill: Outcome) -> str:
    """Why this outcome is not that of a test that has found the bug, or nothing."""
    said = next(iter(ill.failures.values()), "")
    if not said:
        return f"{bug.test} does not find it: {'it is green' if ill.green(bug.test) else ill.said[-300:]}"
    name = said.partition(":")[0].rpartition(".")[2]
    if bug.raises:
        return "" if name == bug.raises else f"{bug.test} ends by {said[:200]!r} and not by {bug.raises}"
    if name in OF_A_BROKEN_PROGRAM or not said.startswith(_ASSERTED):
        return f"{bug.test} fails by no assertion: {said[:200]!r}"
    return ""


@contextmanager
def ground() -> Iterator[Ground]:
    """A copy of the checkout as it is now, gone afterwards."""
    with TemporaryDirectory(prefix="tapis-") as folder:
        yield Ground(Path(folder))


def outcomes(report: Path) -> dict[str, str]:
    """What came of each case; one that failed, and could then not be tidied up, is told by its failure."""
    found: dict[str, str] = {}
    for name, why in _cases(report):
        if found.get(name, SKIPPED) in ("", SKIPPED):
            found[name] = why
    return found


def _cases(report: Path) -> Iterator[tuple[str, str]]:
    """Each case as pytest names it, and what came of it."""
    for case in ElementTree.parse(report).iter("testcase"):
        name = f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name', '')}"
        bad = next((one for one in case if one.tag in ("failure", "error")), None)
        if bad is not None:
            yield name, str(bad.get("message", "")).strip() or "it failed"
        else:
            yield name, SKIPPED if case.find("skipped") is not None else ""


def _files_of_the_checkout() -> list[str]:
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True)
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def _forget_compiled(path: Path) -> None:
    """Python would take what it compiled before, where size and second are the same."""
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()
