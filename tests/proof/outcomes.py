"""What came of each test of a run, for the proof: `pytest -p tests.proof.outcomes --outcomes NAME`.

The first line says what ran, of which state of the program and on which machine; then one JSON object a test,
`test`, `outcome` and `s`; the last line says how the run ended. A run counts for nothing without its first
and its last line, or where it was broken off: what was not reached would be missed by nobody.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
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
WORSE = ("passed", "skipped", "failed")
"""What a test came to in two runs is the last of these that it came to in one."""
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


@dataclass(slots=True)
class Outcomes:
    """What came of each test, by its name.

    `runs` are the names of the runs that ended, and `machines` those that they ran on. `failed_before` are
    tests that failed in a run that was broken off, and did not in the one that counts.
    """

    tests: dict[str, str] = field(default_factory=dict)
    spent_s: float = 0.0
    runs: list[str] = field(default_factory=list)
    machines: list[str] = field(default_factory=list)
    failed_before: list[str] = field(default_factory=list)

    def long_cases_ran(self, where: str) -> bool:
        """Whether the long cases of a file, or of one function of it, ran to their end."""
        return LONG in self.runs or long_of(where.partition("::")[0]) in self.runs

    def of(self, where: str) -> list[str]:
        """What came of the tests of a file, or of one function of it (`file::name`)."""
        return [outcome for test, outcome in self.tests.items() if is_of(test, where)]


def is_of(test: str, where: str) -> bool:
    """Whether it is a test of this file, or a case of this function of it."""
    return test == where or test.startswith((f"{where}::", f"{where}["))


def outcomes_in(folder: Path, state: str) -> Outcomes:
    """Those of all runs of this state in the folder that ended; a test counts by the worse of two runs.

    A run that failed and names no test that did is told as a failure by its own name.
    """
    found, broken_off, asked = Outcomes(), list[str](), set[str]()
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        begun, *lines = [*_lines(path)] or [{}]
        if begun.get("state") != state:
            continue
        if run_of(path) == LONG:
            asked = {long_of(file) for file in begun[FILES]}
        elif not lines or lines[-1].get("exit") not in ENDED:
            broken_off += [line["test"] for line in lines if line.get("outcome") == "failed"]
        else:
            _count(found, begun, lines)
    if asked and asked <= set(found.runs):
        found.runs.append(LONG)
    found.failed_before = [test for test in dict.fromkeys(broken_off) if found.tests.get(test) != "failed"]
    return found


def _count(found: Outcomes, begun: dict[str, Any], lines: list[dict[str, Any]]) -> None:
    """Add a run that ended, from its first line and all others."""
    *tests, last = lines
    name, machine = begun["run"], begun["machine"]
    found.runs += [name] * (name not in found.runs)
    found.machines += [machine] * (machine not in found.machines)
    if last["exit"] and not any(line["outcome"] == "failed" for line in tests):
        found.tests[name] = "failed"
    for line in tests:
        found.spent_s += line["s"]
        before = found.tests.get(line["test"], WORSE[0])
        found.tests[line["test"]] = max(before, line["outcome"], key=WORSE.index)


def keep_long(folder: Path, state: str, files: Iterable[str]) -> None:
    """The long cases of these files were asked for."""
    told = {"run": LONG, "state": state, FILES: sorted(files)}
    (folder / f"{LONG}{SUFFIX}").write_text(json.dumps(told) + "\n", encoding="utf-8")


def state_in(path: Path) -> str:
    """The state of the program that the run in this file is of; empty where it does not say."""
    return str(next(_lines(path), {}).get("state", ""))


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
