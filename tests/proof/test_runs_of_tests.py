"""A run of tests says of which state it is and what came of each test, and counts only whole."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.long import has_long_cases
from tests.proof import __main__ as proof
from tests.proof.gathered import NotOurs, gather
from tests.proof.outcomes import Recorder, picked
from tests.proof.page import seen
from tests.proof.promises import promises
from tests.proof.record import ROOT
from tests.proof.report import write_report
from tests.proof.runs import Outcomes, outcomes_in
from tests.proof.samples import COMMIT, ran


@pytest.mark.parametrize(("here", "there"), [("passed", "skipped"), ("skipped", "passed")])
def test_a_test_that_one_machine_could_not_try_is_told_as_skipped(
    here: str, there: str, tmp_path: Path
) -> None:
    """It passed, if that machine came last."""
    ran(tmp_path, "suite", {"a": here})
    other = tmp_path / "elsewhere" / COMMIT[:12]
    ran(other, "suite", {"a": there})
    tmp_path.joinpath("suite.0.outcomes").write_bytes(other.joinpath("suite.outcomes").read_bytes())
    assert outcomes_in(tmp_path, COMMIT).tests == {"a": "skipped"}


def test_tests_of_another_state_or_of_nobody_knows_which_count_for_nothing(tmp_path: Path) -> None:
    """A folder with the right name was taken for a run of this state."""
    here = tmp_path / "here" / COMMIT[:12]
    there = tmp_path / "there" / COMMIT[:12]
    ran(there, "suite", {"a": "passed"})
    text = there.joinpath("suite.outcomes").read_text("utf-8")
    there.joinpath("suite.outcomes").write_text(text.partition("\n")[2], encoding="utf-8")
    assert outcomes_in(there, COMMIT) == Outcomes()
    there.joinpath("suite.outcomes").write_text(text.replace(COMMIT, "b" * 40), encoding="utf-8")
    assert outcomes_in(there, COMMIT) == Outcomes()
    with pytest.raises(NotOurs, match="check out the same commit"):
        gather(here, there, COMMIT)


@pytest.mark.parametrize(
    ("name", "words", "left_out"),
    [
        ("suite", ["-m", "not long"], ""),
        ("suite", ["-m", "not long", "-n", "3"], ""),
        ("suite", [], "-m ''"),
        ("suite", ["-m", "not long", "-k", "award"], "keyword = 'award'"),
        ("suite", ["-m", "not long", "-x"], "maxfail = 1"),
        ("suite", ["-m", "not long", "--lf"], "lf = True"),
        ("suite", ["-m", "not long", "tests/proof"], "tests/proof"),
        ("long-tests-game-test_walk", ["-m", "long", "tests/game/test_walk.py"], ""),
        ("long-tests-game-test_walk", ["-m", "long", "tests/game/test_hands.py"], "tests/game/test_hands.py"),
        ("mine", ["-k", "award"], ""),
    ],
)
def test_a_run_that_leaves_out_tests_is_not_the_suite(name: str, words: list[str], left_out: str) -> None:
    """One test of each file, or those that PYTEST_ADDOPTS picked, were told as the suite."""
    config = pytest.Config.fromdictargs({}, words)
    assert picked(name, config.option, config.args) == left_out


def test_what_failed_in_a_run_that_was_broken_off_is_told_though_it_passed_since(tmp_path: Path) -> None:
    """The next run wrote over it."""
    file = promises()["T-12"].tests[0]
    names = [f"{file}::test_it", f"{file}::test_that"]
    ran(tmp_path, "suite", dict.fromkeys(names, "failed"), 2)
    Recorder(tmp_path / "suite.outcomes").pytest_sessionfinish(2)
    assert outcomes_in(tmp_path, COMMIT).failed_before == names
    ran(tmp_path, "suite", dict.fromkeys(names, "passed"))
    write_report(tmp_path, COMMIT, "full", None, "en")
    told = json.loads((tmp_path / "proof.json").read_bytes())
    (family,) = (one for one in told["promises"] if one["id"] == "T-12")
    assert (family["verdict"], seen(family)) == ("held", "again")
    html = (tmp_path / "proof.html").read_text("utf-8")
    assert "held when tried again" in html
    assert f"and not since&nbsp;:<br>{names[0]}<br>{names[1]}</p>" in html


@pytest.mark.long
def test_long_tests_are_gone_on_with_file_by_file_and_have_run_when_all_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were one run of hours, and counted for nothing when the machine went away."""
    files = ["tests/ui/test_every_tap.py", "tests/game/test_walk.py"]
    begun: list[str] = []

    def run(folder: Path, state: str, name: str, words: list[str]) -> None:
        begun.append(name)
        if name in outcomes_in(folder, state).runs or len(begun) == 2:  # the machine goes away
            return
        ran(folder, name, {f"{words[7]}::test_it": "passed"})

    monkeypatch.setattr(proof, "_files_of_long_tests", lambda: files)
    monkeypatch.setattr(proof, "_try_tests", run)
    proof._try_long_tests(tmp_path, COMMIT, 1)
    found = outcomes_in(tmp_path, COMMIT)
    assert [found.long_cases_ran(file) for file in files] == [True, False]
    assert found.long_cases_ran(f"{files[0]}::test_a_finger_that_drums_does_one_act")
    write_report(tmp_path, COMMIT, "full", None, "en")
    assert "(long tests of 1 file)" in (tmp_path / "proof.html").read_text(encoding="utf-8")
    proof._try_long_tests(tmp_path, COMMIT, 1)
    found = outcomes_in(tmp_path, COMMIT)
    assert [found.long_cases_ran(file) for file in files] == [True, True]
    assert "long" in found.runs
    write_report(tmp_path, COMMIT, "full", None, "en")
    assert "(long)" in (tmp_path / "proof.html").read_text(encoding="utf-8")
    next(tmp_path.glob("long-*.outcomes")).unlink()
    assert "long" not in outcomes_in(tmp_path, COMMIT).runs, "what was taken away did not run"


@pytest.mark.long
def test_the_files_of_the_long_tests_are_those_that_pytest_would_run() -> None:
    files = proof._files_of_long_tests()
    assert {"tests/ui/test_every_tap.py", "tests/game/test_walk.py"} <= set(files)
    assert [file for file in files if not has_long_cases(file)] == []


def test_what_came_of_each_test_is_kept_and_a_run_that_was_cut_off_counts_for_nothing(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import pytest\n"
        "@pytest.mark.parametrize('n', (1, 2))\n"
        "def test_one(n): assert n == 1\n"
        "def test_two(): pytest."
        "skip('no')\n"
        "@pytest.fixture\n"
        "def torn():\n    yield\n    raise OSError\n"
        "def test_three(torn): pass\n",
        encoding="utf-8",
    )
    record_outcomes(tmp_path)
    found = outcomes_in(tmp_path, COMMIT)
    ends = {test.rpartition("::")[2]: outcome for test, outcome in found.tests.items()}
    assert ends == {
        "test_one[1]": "passed",
        "test_one[2]": "failed",
        "test_two": "skipped",
        "test_three": "failed",
    }
    kept = tmp_path / "x.outcomes"
    kept.write_text(
        "".join(kept.read_text(encoding="utf-8").splitlines(keepends=True)[:-1]), encoding="utf-8"
    )
    found = outcomes_in(tmp_path, COMMIT)
    assert found.tests == {}
    assert [test.rpartition("::")[2] for test in found.failed_before] == ["test_one[2]", "test_three"]


def record_outcomes(folder: Path, *words: str) -> None:
    """The tests of the folder ran, and what came of them stands there as x.outcomes."""
    recorder = "from tests.proof import outcomes\nimport pathlib, sys, pytest\n"
    recorder += "outcomes.folder_of_this_state = lambda: pathlib.Path(sys.argv[1])\n"
    recorder += f"outcomes.state_of_the_program = lambda: {COMMIT!r}\n"
    recorder += (
        "pytest.main(sys.argv[1:] + ['-p', 'tests.proof.outcomes', '--outcomes', 'x', '-c', '/dev/null'])"
    )
    command = [sys.executable, "-c", recorder, str(folder), *words]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)


@pytest.mark.long
def test_a_run_that_was_broken_off_counts_for_nothing(tmp_path: Path) -> None:
    """It had an end, and all tests that it had not reached were missed by nobody."""
    tests = "def test_one(): pass\ndef test_two(): raise KeyboardInterrupt\ndef test_three(): pass\n"
    (tmp_path / "test_it.py").write_text(tests)
    record_outcomes(tmp_path)
    assert (tmp_path / "x.outcomes").read_text().endswith('{"exit": 2}\n')
    assert outcomes_in(tmp_path, COMMIT) == Outcomes()


@pytest.mark.long
def test_a_test_that_takes_its_process_with_it_and_a_file_that_cannot_be_read_have_failed(
    tmp_path: Path,
) -> None:
    (tmp_path / "test_it.py").write_text("import os\ndef test_one(): pass\ndef test_two(): os._exit(1)\n")
    (tmp_path / "test_broken.py").write_text("import nothing_of_this_name\n")
    record_outcomes(tmp_path, "-n", "1", "--max-worker-restart", "1")
    ends = {Path(test).name: outcome for test, outcome in outcomes_in(tmp_path, COMMIT).tests.items()}
    assert ends == {
        "test_it.py::test_one": "passed",
        "test_it.py::test_two": "failed",
        "test_broken.py": "failed",
    }


def test_a_run_that_failed_without_a_test_is_a_failure(tmp_path: Path) -> None:
    ran(tmp_path, "suite", {"a": "passed"}, 1)
    assert outcomes_in(tmp_path, COMMIT).tests == {"a": "passed", "suite": "failed"}
