"""What came of each test of a run, for the proof: `pytest -p tests.proof.outcomes --outcomes NAME`.

One JSON object a line, `test`, `outcome` and `s`; the last says how the run ended. A run counts for nothing
without it, or where it was broken off: what was not reached would be missed by nobody.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

import pytest

from tests.proof.record import folder_of_this_state

SUFFIX = ".outcomes"
SUITE, LONG = "suite", "long"
"""The runs of a proof: what `make test` runs, and the long cases that it leaves out, which take hours: each
file of them is a run of its own (`long_of`), and LONG has ended when all of them have."""
PHASES = ("setup", "call", "teardown")
ENDED = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--outcomes", metavar="NAME", help="keep what came of each test under this name")


def pytest_configure(config: pytest.Config) -> None:
    name = config.getoption("--outcomes")
    if name and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(folder_of_this_state() / f"{name}{SUFFIX}"))


class Recorder:
    """Writes what came of each test while the run goes on."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: IO[str] = path.open("w", encoding="utf-8")
        self._under_way: dict[str, tuple[str, float]] = {}

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
        """The run is over; what was begun and is not has failed."""
        for test, (_, lasted_s) in self._under_way.items():
            self._write(test=test, outcome="failed", s=round(lasted_s, 3))
        self._write(exit=int(exitstatus))
        self._file.close()

    def _write(self, **line: Any) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()


@dataclass(slots=True)
class Outcomes:
    """What came of each test, by its name; `runs` are the names of the runs that ended."""

    tests: dict[str, str] = field(default_factory=dict)
    spent_s: float = 0.0
    runs: list[str] = field(default_factory=list)

    def long_cases_ran(self, where: str) -> bool:
        """Whether the long cases of a file, or of one function of it, ran to their end."""
        return LONG in self.runs or long_of(where.partition("::")[0]) in self.runs

    def of(self, where: str) -> list[str]:
        """What came of the tests of a file, or of one function of it (`file::name`)."""
        return [
            outcome
            for test, outcome in self.tests.items()
            if test == where or test.startswith((f"{where}::", f"{where}["))
        ]


def outcomes_in(folder: Path) -> Outcomes:
    """Those of all runs in the folder that ended; a test that ran twice counts as its worse run.

    A run that failed and names no test that did is told as a failure by its own name.
    """
    found = Outcomes()
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        lines = list(_lines(path))
        if not lines or lines[-1].get("exit") not in ENDED:
            continue
        name = run_of(path)
        found.runs += [name] * (name not in found.runs)
        if lines[-1]["exit"] and not any(line["outcome"] == "failed" for line in lines[:-1]):
            found.tests[name] = "failed"
        for line in lines[:-1]:
            found.spent_s += line["s"]
            if found.tests.get(line["test"]) != "failed":
                found.tests[line["test"]] = line["outcome"]
    return found


def long_of(file: str) -> str:
    """The name of the run of this file's long cases."""
    return f"{LONG}-{file.removesuffix('.py').replace('/', '-')}"


def run_of(path: Path) -> str:
    """Which run of a proof stands in this file."""
    return path.name.partition(".")[0]


def beside(path: Path, data: bytes) -> str:
    """The name of a file for another run of the same name."""
    return f"{run_of(path)}.{sha256(data).hexdigest()[:12]}{SUFFIX}"


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.endswith("\n"):
            yield json.loads(line)
