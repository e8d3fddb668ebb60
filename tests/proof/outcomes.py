"""What came of each test of a run, for the proof: `pytest -p tests.proof.outcomes --outcomes NAME`.

The first line says what ran, of which state of the program and on which machine; then one JSON object a test,
`test`, `outcome` and `s`; the last line says how the run ended. A run counts for nothing without its first
and its last line, or where it was broken off: what was not reached would be missed by nobody.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

import pytest

from tests.proof.machine import machine_in_short
from tests.proof.record import folder_of_this_state, state_of_the_program

SUFFIX = ".outcomes"
SUITE, LONG = "suite", "long"
"""The runs of a proof: what `make test` runs, and the long cases that it leaves out, which take hours: each
file of them is a run of its own (`long_of`), and LONG has ended when all of them have."""
FILES = "files"
"""Of LONG alone: the files of which the long cases were asked for."""
PHASES = ("setup", "call", "teardown")
ENDED = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
PICKED = ("keyword", "deselect", "ignore", "ignore_glob", "lf", "failedfirst", "stepwise", "maxfail")
"""Options of pytest that leave out tests, or leave off."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--outcomes", metavar="NAME", help="keep what came of each test under this name")


def pytest_configure(config: pytest.Config) -> None:
    name = config.getoption("--outcomes")
    if name and not hasattr(config, "workerinput"):
        if left_out := picked(name, config.option, config.args):
            raise pytest.UsageError(f"--outcomes {name}: {left_out} leaves out some of these tests")
        config.pluginmanager.register(Recorder(folder_of_this_state() / f"{name}{SUFFIX}"))


def picked(name: str, options: Any, args: list[str]) -> str:
    """What leaves out some of the tests that a run of this name is of: nothing, for a run of another name."""
    if name == SUITE:
        marks, places = f"not {LONG}", args == ["tests"]
    elif name.startswith(f"{LONG}-"):
        marks, places = LONG, [long_of(place) for place in args] == [name]
    else:
        return ""
    if not places:
        return " ".join(args)
    if options.markexpr != marks:
        return f"-m '{options.markexpr}'"
    return next((f"{one} = {getattr(options, one)!r}" for one in PICKED if getattr(options, one, None)), "")


class Recorder:
    """Writes what came of each test while the run goes on."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():  # what failed there is told, however the next run ends
            path.rename(path.with_name(beside(path, path.read_bytes())))
        self._file: IO[str] = path.open("w", encoding="utf-8")
        self._under_way: dict[str, tuple[str, float]] = {}
        self._write(run=run_of(path), state=state_of_the_program(), machine=machine_in_short())

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One of three reports of a test; what is worst of them is what came of it.

        Of one that took its process with it there is one report, of no phase.
        """
        before, lasted_s = self._under_way.get(report.nodeid, ("passed", 0.0))
        outcome = before if report.passed else report.outcome
        self._under_way[report.nodeid] = (outcome, lasted_s + report.duration)
        if report.when == "teardown" or report.when not in PHASES:
            outcome, lasted_s = self._under_way.pop(report.nodeid)
            self._write(test=report.nodeid, outcome=outcome, s=round(lasted_s, 3))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot be read has no tests, and is told as one that failed."""
        if report.failed:
            self._write(test=report.nodeid, outcome="failed", s=0.0)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """The run is over; what was begun and is not has failed, unless somebody broke off the run."""
        for test, (_, lasted_s) in self._under_way.items():
            if exitstatus in ENDED:
                self._write(test=test, outcome="failed", s=round(lasted_s, 3))
        self._write(exit=int(exitstatus))
        self._file.close()

    def _write(self, **line: Any) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()


def keep_long(folder: Path, state: str, files: Iterable[str]) -> None:
    """The long cases of these files were asked for."""
    told = {"run": LONG, "state": state, FILES: sorted(files)}
    (folder / f"{LONG}{SUFFIX}").write_text(json.dumps(told) + "\n", encoding="utf-8")


def long_of(file: str) -> str:
    """The name of the run of this file's long cases."""
    return f"{LONG}-{file.removesuffix('.py').replace('/', '-')}"


def file_of(name: str) -> str:
    """The file whose long cases the run of this name is of; empty, for a run of another name."""
    _, long, named = name.partition(f"{LONG}-")
    return f"{named.replace('-', '/')}.py" if long else ""


def run_of(path: Path) -> str:
    """Which run of a proof stands in this file."""
    return path.name.partition(".")[0]


def beside(path: Path, data: bytes) -> str:
    """The name of a file for another run of the same name."""
    return f"{run_of(path)}.{sha256(data).hexdigest()[:12]}{SUFFIX}"


def lines_in(path: Path) -> Iterator[dict[str, Any]]:
    """What stands in the file of a run; a last line that was cut off is none."""
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.endswith("\n"):
            yield json.loads(line)
