"""What was played for nothing is never added to what was played for money, and says what it is."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.exports import SHOWN
from tests.memory.nights import retell

ALL = {"period": "all"}
MARK = "SIMULATION"


@pytest.fixture(scope="module")
def mixed(night: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real session of UTH-1, a simulated one after it, and a table that is simulated."""
    folder = tmp_path_factory.mktemp("mixed")
    shutil.copyfile(night / "UTH-1-000001.journal", folder / "UTH-1-000001.journal")
    retell(folder / "UTH-1-000001.journal", simulated=False)
    shutil.copyfile(night / "UTH-2-000001.journal", folder / "UTH-1-000002.journal")
    retell(folder / "UTH-1-000002.journal", table="UTH-1", session=2)
    shutil.copyfile(night / "UTH-2-000001.journal", folder / "UTH-2-000001.journal")
    return folder


@pytest.fixture
def answers(mixed: Path) -> Iterator[Answers]:
    with closing(House([mixed], ":memory:")) as house:
        house.read_all()
        yield Answers(house)


@pytest.mark.parametrize("kind", ["figures", "plots", "rounds", "ledger", "room", "inspect"])
def test_every_answer_is_of_one_kind_alone(mixed: Path, tmp_path: Path, answers: Answers, kind: str) -> None:
    shutil.copyfile(mixed / "UTH-1-000001.journal", tmp_path / "UTH-1-000001.journal")
    with closing(House([tmp_path], ":memory:")) as house:
        house.read_all()
        real = Answers(house).answer({"ask": kind, **ALL})
    told = answers.answer({"ask": kind, **ALL})
    if kind != "room":  # which shows present sessions, of UTH-1 the simulated one
        for one in (real, told):
            for name in ("took_ms", "reading", "tables"):
                one.pop(name, None)
        assert told == real


def test_simulated_sessions_are_asked_for_apart(answers: Answers) -> None:
    real = answers.figures({**ALL, "by": "session"})
    simulated = answers.figures({**ALL, "by": "session", "simulated": True})
    assert [(row["name"], row["simulated"]) for row in real["rows"]] == [("UTH-1 000001", False)]
    assert [(row["name"], row["simulated"]) for row in simulated["rows"]] == [
        ("UTH-1 000002", True),
        ("UTH-2 000001", True),
    ]
    assert answers.figures({**ALL, "table": "UTH-2"})["rows"][0]["simulated"] is True


@pytest.mark.parametrize("by", ["table", "session", "day"])
def test_the_figures_in_a_terminal_mark_each_line_that_is_simulated(mixed: Path, by: str) -> None:
    arguments = ["house", "figures", str(mixed), "--period", "all", "--by", by]
    lines = CliRunner().invoke(main, arguments).stdout.splitlines()
    rows = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).stdout)["rows"]
    assert [MARK in line for line in lines] == [row["simulated"] for row in rows]
    assert {row["simulated"] for row in rows} == {False, True}
    assert [row["rounds"] for row in rows if not row["simulated"]] == [15]


@pytest.mark.parametrize("what", sorted(SHOWN))
def test_every_file_of_simulated_play_says_so_in_every_row(answers: Answers, what: str) -> None:
    asked = {"ask": "export", "what": what, "form": "csv", "table": "UTH-2", "session": 1, "round": 3}
    file = base64.b64decode(answers.answer(asked)["data"]).decode("utf-8-sig")
    head, *rows = file.splitlines()
    assert head.endswith(f";{MARK}")
    assert rows
    assert all(row.endswith(";SIMULATION – SANS VALEUR") for row in rows)


def test_no_file_of_real_play_says_that_it_is_none(answers: Answers) -> None:
    for what in sorted(set(SHOWN) - {"integrity"}):
        asked = {"ask": "export", "what": what, "form": "csv", "table": "UTH-1", "session": 1, "round": 3}
        assert MARK not in base64.b64decode(answers.answer(asked)["data"]).decode()


def test_notices_of_which_there_are_none_are_marked_all_the_same(night: Path) -> None:
    done = CliRunner().invoke(main, ["report", "notices", str(night / "UTH-1-000001.journal")])
    assert "personne n’a corrigé le compteur" in done.stdout
    assert MARK in done.stdout
