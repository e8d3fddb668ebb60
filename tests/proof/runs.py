"""What came of the tests, in the runs that say something of this state of the program.

The long tests of a file that ran at another commit count as blocks of trials do (`tests.proof.same_state`):
where they all passed, and the program and what they use are the same. The suite counts at its own commit.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.proof.outcomes import ENDED, FILES, LONG, SUFFIX, file_of, lines_in, long_of, run_of
from tests.proof.same_state import same_program, tests_count

WORSE: Final = ("passed", "skipped", "failed")
"""What a test came to in two runs is the last of these that it came to in one."""
FAILED: Final = WORSE[-1]


@dataclass(slots=True)
class Outcomes:
    """What came of each test, by its name.

    `runs` are the names of the runs that ended, and `machines` those that they ran on. `failed_before` are
    tests that failed in a run that was broken off or is of another commit, and not in one that counts.
    `elsewhere` says of each other commit how many of the runs are of it.
    """

    tests: dict[str, str] = field(default_factory=dict)
    spent_s: float = 0.0
    runs: list[str] = field(default_factory=list)
    machines: list[str] = field(default_factory=list)
    failed_before: list[str] = field(default_factory=list)
    elsewhere: Counter[str] = field(default_factory=Counter)

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
    """Those of all runs in the folder that count at this state; a test counts by the worse of two runs.

    A run that failed and names no test that did is told as a failure by its own name.
    """
    found, failed, asked = Outcomes(), list[str](), set[str]()
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        begun, *lines = [*lines_in(path)] or [{}]
        if run_of(path) == LONG:
            asked |= {long_of(file) for file in begun[FILES]} if begun["state"] == state else set()
        elif _counts(begun, lines, state):
            _count(found, begun, lines)
            if begun["state"] != state:
                found.elsewhere[begun["state"]] += 1
        elif _is_told(begun, state):
            failed += _failed(lines)
    if asked and asked <= set(found.runs):
        found.runs.append(LONG)
    found.failed_before = [test for test in dict.fromkeys(failed) if found.tests.get(test) != FAILED]
    return found


def says_something(path: Path, state: str) -> bool:
    """Whether the run in this file counts at this state, or has failures that are to be told there."""
    begun, *lines = [*lines_in(path)] or [{}]
    told = _is_told(begun, state) and (begun["state"] == state or bool(_failed(lines)))
    return told or _counts(begun, lines, state)


def _counts(begun: dict[str, Any], lines: list[dict[str, Any]], state: str) -> bool:
    """Whether a run, from its first line and all others, ended and says something of this state."""
    ended = lines[-1].get("exit") if lines else None
    tried, file = begun.get("state", ""), file_of(begun.get("run", ""))
    if tried == state:
        return ended in ENDED
    return ended == ENDED[0] and bool(file) and not _failed(lines) and tests_count(file, tried, state)


def _is_told(begun: dict[str, Any], state: str) -> bool:
    """Whether what failed in a run that does not count is told: nobody makes it unseen by changing a test."""
    tried = begun.get("state", "")
    return tried == state or (bool(file_of(begun.get("run", ""))) and same_program(tried, state))


def _failed(lines: list[dict[str, Any]]) -> list[str]:
    return [line["test"] for line in lines if line.get("outcome") == FAILED]


def _count(found: Outcomes, begun: dict[str, Any], lines: list[dict[str, Any]]) -> None:
    """Add a run that ended, from its first line and all others."""
    *tests, last = lines
    name, machine = begun["run"], begun["machine"]
    found.runs += [name] * (name not in found.runs)
    found.machines += [machine] * (machine not in found.machines)
    if last["exit"] and not _failed(tests):
        found.tests[name] = FAILED
    for line in tests:
        found.spent_s += line["s"]
        before = found.tests.get(line["test"], WORSE[0])
        found.tests[line["test"]] = max(before, line["outcome"], key=WORSE.index)
