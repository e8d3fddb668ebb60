"""Tests are held by bugs: each is planted in a copy, and a named test has to turn red by it."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests.planted.bugs import FILES, ROOT, Bug, NoLongerFits, bugs, not_put_back, survivors
from tests.planted.ground import Found, Ground, Outcome, ground, outcomes, reason
from tests.planted.mutator import mutants_of
from tests.proof.promises import SCENARIOS

GRAVE = {
    "rules": (1, 2, 3, 4, 5, 6, 7, 8),
    "console": range(1, 21),
    "pit": range(1, 14),
    "machine": range(1, 13),
    "secrecy": range(1, 7),
    "faults": (1, 2, 3, 4),
    "link": range(1, 7),
    "devices": (1, 2, 3),
    "inspector": (1, 2, 3, 4),
}
"""What strangers found at this program, a page each: the numbers of what blocks, costs money, shows a card or
is serious. A few of less weight are put back as well."""
QUICK = ("remainder-of-a-share-lost", "one-person-twice", "crc-skipped-for-an-empty-payload")


@cache
def functions_of(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_every_bug_fits_one_place_and_its_test_is_there() -> None:
    told = [*bugs(), *(one for one, _ in survivors())]
    assert [name for name, times in Counter(one.id for one in told).items() if times > 1] == []
    for bug in told:
        text = (ROOT / bug.file).read_text(encoding="utf-8")
        assert bug.planted(text) != text, bug.id
    for bug in bugs():
        file, _, name = bug.test.partition("::")
        name, _, case = name.partition("[")
        assert name in functions_of(file), f"{bug.id}: {bug.test} is not there"
        if f"{file}::{name}" == SCENARIOS:
            assert (ROOT / "tests/scenarios" / f"{case[:-1]}.toml").is_file(), bug.id
        assert bug.harm.endswith("."), f"{bug.id}: what would a person suffer?"
        assert bool(bug.finding) is (bug.origin == "found"), bug.id


def test_there_are_bugs_of_each_origin() -> None:
    counted = Counter(one.origin for one in bugs())
    assert counted.total() >= 60
    assert [counted[origin] >= least for origin, least in zip(FILES, (30, 80, 20), strict=True)] == [True] * 3


def test_every_grave_finding_is_put_back_or_it_is_said_why_not() -> None:
    grave = {f"{page} {number}" for page, numbers in GRAVE.items() for number in numbers}
    planted = {bug.finding for bug in bugs() if bug.origin == "found"}
    assert sorted(grave - planted - {*not_put_back()}) == []
    assert sorted(planted & {*not_put_back()}) == []
    assert sorted({*not_put_back()} - grave) == []
    assert all(why.endswith(".") for why in not_put_back().values())


def test_what_was_chosen_is_what_the_mutator_makes() -> None:
    chosen = [one for one in bugs() if one.origin == "chosen"] + [one for one, _ in survivors()]
    made = {
        file: {(one.there, one.instead) for one in mutants_of(file)} for file in {one.file for one in chosen}
    }
    assert [one.id for one in chosen if (one.there, one.instead) not in made[one.file]] == []


def test_a_bug_that_no_longer_fits_is_a_failure() -> None:
    bug = Bug("listed", "x", "", "a.py", "one", "two", "")
    assert bug.planted("one and all") == "two and all"
    for text in ("nothing", "one and one"):
        with pytest.raises(NoLongerFits, match="not once"):
            bug.planted(text)


def test_a_test_finds_its_bug_by_an_assertion_and_not_by_a_program_that_does_not_run() -> None:
    bug = Bug("listed", "x", "", "a.py", "one", "two", "t.py::test_it")

    def ill(said: str = "") -> Outcome:
        return Outcome({bug.test: said}, "", 1.0)

    for said in ("AssertionError: three", "assert 1 == 2", "Failed: DID NOT RAISE <class 'ValueError'>"):
        assert reason(bug, ill(said)) == ""
    for said in ("ImportError: no module", "SyntaxError: invalid", "NameError: x", "KeyError: 'a'"):
        assert "fails by no assertion" in reason(bug, ill(said))
    assert reason(bug, ill()) == "t.py::test_it does not find it: it is green"
    assert reason(bug, Outcome({}, "no such test", 1.0)).endswith("no such test")
    named = Bug("listed", "x", "", "a.py", "one", "two", "t.py::test_it", raises="KeyError")
    assert reason(named, ill("KeyError: 'a'")) == ""
    assert "and not by KeyError" in reason(named, ill("ValueError: 'a'"))


def test_a_test_is_green_when_all_of_its_cases_passed_and_there_are_some() -> None:
    run = Outcome({"t.py::a[1]": "", "t.py::a[2]": "assert 0", "t.py::b": "", "t.py::c": "skipped"}, "", 1.0)
    assert [run.green(f"t.py::{name}") for name in ("a", "a[1]", "b", "c", "d")] == [
        False,
        True,
        True,
        False,
        False,
    ]
    assert run.failures == {"t.py::a[2]": "assert 0"}


def test_a_case_that_failed_and_was_not_tidied_up_is_told_by_its_failure(tmp_path: Path) -> None:
    """pytest tells of it twice: as failed, and anew as one whose teardown went wrong."""
    report = tmp_path / "outcome.xml"
    case = '<testcase classname="t" name="{}">{}</testcase>'
    bad, untidy = '<failure message="assert 0"/>', '<error message="failed on teardown"/>'
    told = (("a", bad), ("a", untidy), ("b", ""), ("b", untidy), ("c", "<skipped/>"), ("d", ""))
    cases = "".join(case.format(*one) for one in told)
    report.write_text(f"<testsuite>{cases}</testsuite>")
    assert outcomes(report) == {
        "t.py::a": "assert 0",
        "t.py::b": "failed on teardown",
        "t.py::c": "skipped",
        "t.py::d": "",
    }


@pytest.mark.long
def test_bugs_are_found_in_a_copy_that_is_put_back_after_each() -> None:
    quick = [next(one for one in bugs() if one.id == name) for name in QUICK]
    there = "No float comes near it."
    nothing = replace(quick[0], id="nothing", file="controller/game/money.py", there=there, instead="None.")
    with ground() as place:
        before = _digest(place)
        *found, why = place.find([*quick, nothing])
        assert [one.bug.id for one in found if isinstance(one, Found)] == list(QUICK)
        assert why == f"nothing: {nothing.test} does not find it: it is green"
        assert _digest(place) == before == {path: (ROOT / path).read_bytes() for path in before}
    assert not place.folder.exists()


def _digest(place: Ground) -> dict[str, bytes]:
    names = [path for folder in ("controller", "drivers") for path in (place.folder / folder).rglob("*.py")]
    return {path.relative_to(place.folder).as_posix(): path.read_bytes() for path in names}
