"""What was tried at another commit counts where the program and what tried it are the same, not elsewhere."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.proof import __main__ as proof
from tests.proof import same_state
from tests.proof.gathered import NotOurs, gather
from tests.proof.outcomes import file_of, long_of
from tests.proof.parts import PARTS
from tests.proof.record import ROOT, add_block, blocks_in
from tests.proof.report import write_report
from tests.proof.runs import outcomes_in
from tests.proof.same_state import RUN_TESTS, TRIES, blocks_that_count, counts, reached, reached_by_tests
from tests.proof.samples import COMMIT, block, ran

LATER = "1" * 40
FINGER = "tests/bench/finger.py"


def changed(monkeypatch: pytest.MonkeyPatch, *paths: str) -> None:
    """These files are otherwise at the later commit."""
    monkeypatch.setattr(same_state, "_changed", lambda tried, state: paths)


def test_a_part_reaches_what_it_imports_and_what_it_runs_in_a_process_of_its_own() -> None:
    assert {"tests/proof/screens.py", "tests/bench/forty_tables.py", FINGER, "tests/ui/scene.py"} <= reached(
        "pit"
    )
    assert {"tests/link/histories/tables.py", "tests/link/histories/__init__.py"} <= reached("histories")
    assert "tests/machine/played.py" in reached("power")
    assert FINGER not in reached("kills") | reached("histories") | reached("power")
    for part in PARTS:
        assert all((ROOT / path).is_file() for path in reached(part)), part
        assert f"{TRIES.replace('.', '/')}.py" in reached(part), part


def test_trials_of_one_module_reach_what_each_of_them_uses() -> None:
    """The hand of the touches was put right, and an hour of forty tables, which have another, was void."""
    hand = "tests/ui/restless.py"
    assert {part for part in PARTS if hand in reached(part)} == {"touches"}
    assert FINGER in reached("pit") - reached("room")
    assert "tests/link/histories/model.py" in reached("histories") - reached("races")


def test_what_a_trial_uses_it_uses_through_its_module_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A function it calls, a constant, a class, a name bound twice, what is done whenever it is loaded."""
    (tmp_path / "trials.py").write_text(
        """
from tests.one import first
from tests.two import second as other
from tests.three import third
from tests.four import fourth
from tests.five import fifth
import tests.six
import tests.eleven
from tests.seven import seventh
from tests.eight import eighth
if third:
    third()
LIMIT: int = fourth
LIMIT = other
class Kept:
    made = fifth
def helper():
    return Kept, LIMIT, helper, ["python", "-m", "tests.nine"]
def tried():
    from tests.ten import tenth
    return first(helper())
def another():
    return tests.six, seventh
"""
    )
    monkeypatch.setattr(same_state, "ROOT", tmp_path)
    named = {"one.first", "two.second", "three.third", "four.fourth", "five.fifth", "nine", "ten.tenth"}
    assert same_state._names_used("trials.py", "tried") == {f"tests.{name}" for name in named}
    assert same_state._names_used("trials.py", "another") == {
        "tests.three.third",
        "tests.six",
        "tests.eleven",
        "tests.seven.seventh",
    }


def test_what_runs_tests_is_known_by_its_part() -> None:
    """It names pytest, and reaches all tests; no import of it says which."""
    floors = "tests/proof/covered.py"  # every block loads it, with the counts of all parts
    runs = {
        part
        for part in PARTS
        for path in reached(part) - {floors}
        if '"pytest"' in (ROOT / path).read_text(encoding="utf-8")
    }
    assert PARTS["coverage"].where == "covered:floors"
    assert '"pytest"' in (ROOT / floors).read_text(encoding="utf-8")
    assert runs | {"coverage"} == set(RUN_TESTS)


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        (FINGER, {"kills", "histories", "power"}),
        ("tests/proof/page.py", {"kills", "histories", "power", "pit"}),
        ("tests/RELIABILITY.md", {"kills", "histories", "power", "pit"}),
        ("deploy/LINK.md", {"kills", "histories", "power", "pit"}),
        ("tests/gone.py", set()),
        ("controller/GONE.md", set()),
        ("deploy/proof.tar.xz", {"kills", "histories", "power", "pit", "mutants", "coverage"}),
        ("tests/link/histories/model.py", {"kills", "power", "pit"}),
        ("tests/proof/block.py", set()),
        ("tests/proof/record.py", set()),
        ("tests/scenarios/orphelins.toml", set()),
        ("controller/game/settle.py", set()),
        ("config/tables.toml", set()),
        ("pyproject.toml", set()),
        ("Makefile", set()),
    ],
)
def test_a_file_that_was_changed_leaves_what_did_not_reach_it(
    path: str, kept: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(monkeypatch, path)
    parts = ("kills", "histories", "power", "pit", "mutants", "coverage")
    assert {part for part in parts if counts(block(part, 1), LATER)} == kept


def test_a_block_of_no_known_commit_or_of_no_known_part_counts_nowhere_else() -> None:
    now = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()
    here = replace(block("kills", 100), state=now)
    assert counts(here, now)
    assert not counts(replace(here, state=f"{now}+{LATER}"), now), "files were otherwise"
    assert not counts(here, f"{now}+{LATER}")
    assert counts(replace(here, state=f"{now}+{LATER}"), f"{now}+{LATER}")
    assert not counts(replace(here, state=LATER), now), "a commit that nobody knows"
    for word in ("HEAD", now[:12], "--quiet", f"--output={ROOT / 'out' / 'written'}"):
        assert not counts(replace(here, state=word), now), word
    assert not (ROOT / "out" / "written").exists()


def test_a_part_that_is_no_more_is_not_carried(monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, FINGER)
    assert not counts(block("nobody", 100), LATER)


def test_the_files_that_differ_are_those_that_git_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def git(*words: str) -> str:
        who = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org"]
        ran = subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True, text=True)
        return ran.stdout.strip()

    git("init", "--quiet")
    (tmp_path / "stays").write_text("stays")
    (tmp_path / "moves").write_text("moves, as long as it takes to be known again")
    git("add", ".")
    git("commit", "--quiet", "--message", "one")
    (tmp_path / "moves").rename(tmp_path / "moved à côté")
    git("add", "--all")
    git("commit", "--quiet", "--message", "two")
    monkeypatch.setattr(same_state, "ROOT", tmp_path)
    before, after = git("rev-parse", "HEAD~"), git("rev-parse", "HEAD")
    assert same_state._changed(before, after) == ("moved à côté", "moves")
    assert same_state._changed(before, before) == ()
    assert same_state._changed(before, LATER) is None


def test_nobody_makes_a_failure_unseen_by_changing_its_trial(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(monkeypatch, FINGER)
    for one in (
        replace(block("pit", 80, held=False), said="a tap was lost"),
        replace(block("pit", 80), seed=2),
    ):
        add_block(tmp_path, one)
    assert [one.said for one in blocks_that_count(tmp_path, LATER)] == ["a tap was lost"]
    failed = write_report(tmp_path, LATER, "full", None, "en").failed
    assert failed[0].startswith("pit, seed 1: a tap was lost")
    add_block(tmp_path, replace(block("pit", 80), state=LATER, at="2026-12-02T18:00:00+00:00"))
    written = write_report(tmp_path, LATER, "full", None, "en")
    assert written.failed == ()
    html = (tmp_path / "proof.html").read_text("utf-8")
    assert "1 block had not held: a tap was lost" in html
    assert f"had not held: a tap was lost (at commit {COMMIT}, with the trial as it was there)" in html
    assert f"are of commit {COMMIT}" not in html, "nothing that is told to hold is of that one"
    changed(monkeypatch, "tests/planted/found/pit.toml")
    assert len(blocks_that_count(tmp_path, LATER)) == 2, "nor by changing a file of tests"
    changed(monkeypatch, "ui/qml/Touch.qml")
    assert [one.state for one in blocks_that_count(tmp_path, LATER)] == [LATER], "another program failed"


def test_the_report_says_at_which_commit_a_block_was_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(monkeypatch, FINGER)
    for one in (block("kills", 100), block("kills", 100, seed=2), replace(block("cuts", 9), state=LATER)):
        add_block(tmp_path, one)
    write_report(tmp_path, LATER, "full", None, "fr")
    html = (tmp_path / "proof.html").read_text(encoding="utf-8")
    assert f"2 blocs sont de l’état {COMMIT} des sources, où le programme, hors ses pages, et" in html
    assert "200" in html


def test_a_proof_goes_on_at_the_next_commit_with_what_still_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(monkeypatch, FINGER)
    there, here = tmp_path / COMMIT[:12], tmp_path / LATER[:12]
    for part in ("kills", "pit", "mutants"):
        add_block(there, block(part, 100))
    ran(there, "suite", {"a": "passed"})
    add_block(there, replace(block("gone", 100, held=False), seed=4))
    told = gather(here, there, LATER)
    assert str(told) == "1 blocks from there, 3 left there, of which 1 had not held"
    assert [one.part for one in blocks_in(here)] == ["kills"]
    assert outcomes_in(here, LATER).runs == [], "the tests are to be run again"
    assert not list(here.glob("*.outcomes"))
    changed(monkeypatch, "controller/game/settle.py")
    with pytest.raises(NotOurs, match="check out the same commit"):
        gather(tmp_path / "none", there, LATER)


def test_what_did_not_hold_last_is_tried_again_though_nobody_asks_for_it_any_more(
    tmp_path: Path,
) -> None:
    """A shorter block, or one that held before: the report told it as a failure, and nothing repeated it."""
    early, late = "2026-12-01T18:00:00+00:00", "2026-12-01T19:00:00+00:00"
    for one in (
        replace(block("cuts", 1_000), at=early),
        replace(block("cuts", 1_000, held=False), at=late),
        replace(block("cuts", 1_000, held=False, seed=2), at=early),
        replace(block("cuts", 1_000, seed=2), at=late),
        replace(block("cuts", 20, held=False), at=early),
    ):
        add_block(tmp_path, one)
    assert proof._left(PARTS["cuts"], 3_000, tmp_path, COMMIT) == [(1_000, 1), (1_000, 3), (20, 1)]


LONG_RUN = "long-tests-ui-test_every_tap"


@pytest.mark.parametrize(
    ("path", "counting"),
    [
        ("tests/game/test_walk.py", True),
        ("deploy/proof.tar.xz", True),
        ("tests/ui/test_every_tap.py", False),
        ("tests/ui/conftest.py", False),
        ("tests/conftest.py", False),
        ("tests/long.py", False),
        ("tests/ui/gone.py", False),
        ("tests/scenarios/orphelins.toml", False),
        ("tests/RELIABILITY.md", False),
        ("ui/qml/Touch.qml", False),
        ("Makefile", False),
    ],
)
def test_long_tests_of_a_file_count_where_nothing_that_they_use_was_changed(
    path: str, counting: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hours of them were void for a word in a test elsewhere."""
    changed(monkeypatch, path)
    ran(tmp_path / "there", LONG_RUN, {"tests/ui/test_every_tap.py::test_it": "passed"})
    add_block(tmp_path / "there", replace(block("kills", 100), state=LATER))
    gather(tmp_path, tmp_path / "there", LATER)
    found = outcomes_in(tmp_path, LATER)
    assert found.long_cases_ran("tests/ui/test_every_tap.py") is counting
    assert found.elsewhere == ({COMMIT: 1} if counting else {})
    write_report(tmp_path, LATER, "full", None, "en")
    told = f"the same as here&nbsp;:<br>{COMMIT}, long tests of 1 file</p>"
    assert (told in (tmp_path / "proof.html").read_text("utf-8")) is counting


@pytest.mark.parametrize(("name", "exit_"), [("suite", 0), ("mine", 0), (LONG_RUN, 1), (LONG_RUN, 2)])
def test_a_suite_or_a_run_that_failed_or_was_broken_off_counts_at_its_own_commit_alone(
    name: str, exit_: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(monkeypatch, "deploy/proof.tar.xz")
    ran(tmp_path, name, {"tests/ui/test_every_tap.py::test_it": "passed"}, exit_)
    assert outcomes_in(tmp_path, LATER).runs == []


def test_a_long_test_that_failed_elsewhere_is_told_though_it_passed_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(monkeypatch, "tests/ui/test_every_tap.py")
    one = "tests/ui/test_every_tap.py::test_it"
    ran(tmp_path / "there", LONG_RUN, {one: "failed"}, 1)
    gather(tmp_path, tmp_path / "there", LATER)
    found = outcomes_in(tmp_path, LATER)
    assert (found.runs, found.failed_before) == ([], [one])
    changed(monkeypatch, "ui/qml/Touch.qml")
    assert outcomes_in(tmp_path, LATER).failed_before == [], "another program failed"


def test_tests_that_may_read_or_run_any_other_reach_all_of_them() -> None:
    every = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")}
    assert reached_by_tests("tests/planted/test_planted.py") == every
    assert reached_by_tests("tests/dossier/test_dossier.py") == every
    some = reached_by_tests("tests/simulation/test_meter_nights.py")
    assert {"tests/wander/wanderer.py", "tests/simulation/conftest.py", "tests/conftest.py"} <= some
    assert FINGER not in some


def test_a_run_of_long_tests_names_its_file() -> None:
    file = "tests/shell/journal/test_audit.py"
    assert file_of(long_of(file)) == file
    assert [file_of(name) for name in ("suite", "long", "mine")] == ["", "", ""]
