"""`python -m tests.bench`: figures are kept with the machine's speed, and compared beyond their noise.

The runs are real ones, of the parts that take least. What differs between two is then changed in the file.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.bench.__main__ import PARTS
from tests.bench.compare import DRIFT_MAX, Compared, compared
from tests.bench.figures import point
from tests.bench.kept import AGAINST, ROOT, NotKept, Told, read

NAME = "settlement: settlement of a seven-seat round"


def bench(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.bench", *map(str, words)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a real run, its machine as calm as one may wish."""
    path = tmp_path_factory.mktemp("bench") / "run.json"
    said = bench("--only", "settlement", "--only", "views", "--out", path)
    assert said.returncode == 0, said.stderr
    assert "× python" in said.stdout
    return changed(path, path.with_name("calm.json"), calm)


def changed(path: Path, to: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """A copy of the file, each of its figures changed."""
    told = json.loads(path.read_text(encoding="utf-8"))
    for figure in told["figures"]:
        change(figure)
    to.write_text(json.dumps(told), encoding="utf-8")
    return to


def calm(figure: dict[str, Any]) -> None:
    figure["after"] = figure["before"]
    figure["samples"] = [figure["value"] * share for share in (0.99, 1.0, 1.01)]


def times(factor: float) -> Callable[[dict[str, Any]], None]:
    def change(figure: dict[str, Any]) -> None:
        figure["value"] *= factor
        figure["samples"] = [one * factor for one in figure["samples"]]

    return change


def held(before: Path, now: Path) -> list[Compared]:
    found = compared(read(before), read(now))
    assert len(found) == len(read(now).figures)
    return found


def verdicts(before: Path, now: Path) -> set[str]:
    return {one.verdict for one in held(before, now)}


@pytest.mark.long
def test_a_run_is_a_file_of_a_figure_a_line(run: Path) -> None:
    lines = run.with_name("run.json").read_text(encoding="utf-8").splitlines()
    figures = [json.loads(line.rstrip(",")) for line in lines[1:-1]]
    told = read(run)
    assert [figure["name"] for figure in figures] == [one.figure.name for one in told.figures]
    assert [one.part for one in told.figures] == ["settlement"] + ["views"] * (len(figures) - 1)
    assert len(figures) > 3
    for one in told.figures:
        assert one.figure.against == "python"
        assert all(one.before[speed] > 0 and one.after[speed] > 0 for speed in AGAINST)
    assert {"processor", "cores", "system", "disk"} == set(told.machine)


@pytest.mark.long
def test_a_run_is_as_it_was_beside_itself(run: Path) -> None:
    assert verdicts(run, run) == {"as before"}


@pytest.mark.parametrize(
    ("factor", "verdict"),
    [(1.10, "slower"), (0.90, "faster"), (1.04, "as before"), (0.96, "as before")],
)
def test_a_figure_is_slower_by_more_than_a_twentieth(
    factor: float, verdict: str, run: Path, tmp_path: Path
) -> None:
    assert verdicts(run, changed(run, tmp_path / "now.json", times(factor))) == {verdict}


def test_a_figure_is_not_slower_within_the_noise_of_its_samples(run: Path, tmp_path: Path) -> None:
    def noisy(figure: dict[str, Any]) -> None:
        figure["samples"][0] *= 1.3

    assert verdicts(
        changed(run, tmp_path / "then.json", noisy), changed(run, tmp_path / "now.json", times(1.2))
    ) == {"as before"}


def test_a_machine_of_half_the_speed_is_no_slower_program(run: Path, tmp_path: Path) -> None:
    def elsewhere(figure: dict[str, Any]) -> None:
        times(2.0)(figure)
        figure["before"] = figure["after"] = {name: 2 * one for name, one in figure["before"].items()}

    assert verdicts(run, changed(run, tmp_path / "slow.json", elsewhere)) == {"as before"}


def test_of_a_rate_more_is_better(run: Path, tmp_path: Path) -> None:
    def a_rate(figure: dict[str, Any]) -> None:
        figure.update(unit="/s", sense="at least")

    then = changed(run, tmp_path / "then.json", a_rate)
    assert verdicts(then, changed(then, tmp_path / "now.json", times(0.8))) == {"slower"}


def test_what_no_speed_changes_is_compared_as_it_is(run: Path, tmp_path: Path) -> None:
    def memory(figure: dict[str, Any]) -> None:
        figure.update(unit="MB", against="")
        figure["before"] = figure["after"] = {name: 2 * one for name, one in figure["before"].items()}

    then = changed(run, tmp_path / "then.json", memory)
    assert verdicts(then, changed(then, tmp_path / "now.json", times(1.2))) == {"slower"}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            lambda figure: figure.update(unit="ms"),
            "measured otherwise: µs against python then, ms against python",
        ),
        (lambda figure: figure.update(against="disk"), "µs against disk now"),
        (lambda figure: figure.update(value=None, note="no such server"), "not measured now: no such server"),
        (lambda figure: figure.update(samples=[]), "taken once"),
        (
            lambda figure: figure["after"].update(python=figure["before"]["python"] * (1 + 2 * DRIFT_MAX)),
            "the machine's speed changed by 30 % now",
        ),
    ],
)
def test_what_cannot_be_compared_is_said_to_be_so(
    change: Callable[[dict[str, Any]], object], why: str, run: Path, tmp_path: Path
) -> None:
    found = held(run, changed(run, tmp_path / "now.json", change))
    assert {one.verdict for one in found} == {"not compared"}
    assert all(why in one.why for one in found)


def test_a_count_of_nothing_is_as_before_or_said(run: Path, tmp_path: Path) -> None:
    def none(figure: dict[str, Any]) -> None:
        figure.update(value=0, samples=[0, 0, 0], unit="", against="")

    then = changed(run, tmp_path / "then.json", none)
    assert verdicts(then, then) == {"as before"}
    now = changed(then, tmp_path / "now.json", lambda figure: figure.update(value=2))
    assert {(one.verdict, one.why) for one in held(then, now)} == {("not compared", "0.00 then, 2.00 now")}


def test_a_percentile_has_the_noise_of_its_stretches() -> None:
    assert point("one", [3.0, 1.0, 2.0, 5.0, 4.0, 6.0], 100, "ms").samples == (3.0, 1.0, 2.0, 5.0, 6.0)
    assert point("one", [3.0, 1.0], 50, "ms").samples == (3.0, 1.0)
    assert len(point("one", [float(number) for number in range(200)], 99, "ms").samples) == 5


def test_a_figure_that_only_one_run_has_is_named(run: Path) -> None:
    told = read(run)
    less = Told(told.begun, told.python, told.sqlite, told.commit, told.machine, told.figures[:-1])
    assert [(one.name, one.why) for one in compared(told, less) if one.why] == [
        (f"views: {told.figures[-1].figure.name}", "not in this run")
    ]
    assert [one.why for one in compared(less, told) if one.why] == ["not in the file"]


def test_of_parts_that_were_not_run_nothing_is_said(run: Path) -> None:
    told = read(run)
    less = Told(told.begun, told.python, told.sqlite, told.commit, told.machine, told.figures[:1])
    assert [one.name for one in compared(told, less)] == [NAME]


def test_the_command_says_what_became_slower_and_ends_in_1(run: Path, tmp_path: Path) -> None:
    before = changed(run, tmp_path / "before.json", times(0.01))
    command = [sys.executable, "-m", "tests.bench.compare", before, run]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert said.returncode == 1
    slower = [line for line in said.stdout.splitlines() if line.startswith("slower")]
    assert len(slower) == len(read(run).figures)
    assert "+9900.0 %" in slower[0]
    assert f"{len(slower)} slower" in said.stdout


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no JSON at all", "no JSON"),
        ("[]", "no figures of this bench"),
        ('{"tapis_bench": 2}', "figures of version 2; version 1 is read"),
        ('{"tapis_bench": 1}', "not whole: 'begun'"),
    ],
)
def test_a_file_that_holds_no_figures_is_not_read(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "before.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(NotKept, match=f"^{path}: {why}"):
        read(path)


@pytest.mark.parametrize(
    "change",
    [
        lambda figure: figure.pop("samples"),
        lambda figure: figure.update(value="much"),
        lambda figure: figure.update(value=float("nan")),
        lambda figure: figure.update(against="luck"),
        lambda figure: figure["before"].update(python=0),
        lambda figure: figure.update(more=1),
    ],
)
def test_a_file_that_is_not_whole_is_refused_with_the_figure(
    change: Callable[[dict[str, Any]], object], run: Path, tmp_path: Path
) -> None:
    path = changed(run, tmp_path / "before.json", change)
    with pytest.raises(NotKept, match="not whole: figure 1 is not one"):
        read(path)


def test_a_file_that_is_none_is_refused_before_anything_is_measured(tmp_path: Path) -> None:
    said = bench("--only", "settlement", "--compare", tmp_path / "before.json")
    assert (said.returncode, said.stdout) == (2, "")
    assert f"{tmp_path / 'before.json'}: No such file" in said.stderr


def test_a_part_that_is_not_there_is_answered_with_those_that_are() -> None:
    said = bench("--only", "roulette")
    assert said.returncode == 2
    assert all(part.name in said.stderr for part in PARTS)


def test_no_two_parts_have_one_name() -> None:
    assert len({part.name for part in PARTS}) == len(PARTS)
