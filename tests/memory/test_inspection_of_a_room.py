"""What an inspector's page says of journals of which other tables hold signed heads."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from controller.house.answers import Answers
from controller.house.archive import House
from controller.journal.inspection_check import check_inspection
from tests.memory.test_house_inspection import SIGNER
from tests.shell.journal.inspector import inspected
from tests.simulation.room_night import RoomNight
from tests.simulation.test_others_heads import SEED, forge
from ui.screen.house_speech import Words
from ui.screen.pit.inspector_answers import answers

PERIOD = {"ask": "inspect", "period": "all"}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("room")
    RoomNight(folder, 3, 16, SEED).play()
    return folder / "journals"


@contextmanager
def house_of(folder: Path) -> Iterator[Answers]:
    with closing(House([folder], ":memory:")) as house:
        house.read_all()
        yield Answers(house, None, signer=SIGNER)


def inspect(folder: Path, **asked: Any) -> dict[str, Any]:
    with house_of(folder) as made:
        return made.answer({**PERIOD, **asked})


def chain_of(told: dict[str, Any], language: str = "fr") -> dict[str, Any]:
    """The first card of the page."""
    return answers(Words(language), told)[0]


def test_the_page_says_which_other_tables_hold_a_journal(room: Path) -> None:
    told = inspect(room)
    others = told["chain"]["others"]
    assert (told["chain"]["whole"], others["ok"], others["held"], others["by"]) == (True, True, 3, 2)
    assert "aucun témoin ne l’a vue · tables\u00a0: 3 sur 3" in chain_of(told)["lines"]
    of_round = inspect(room, table="UTH-2", session=1, round=2)
    others = of_round["chain"]["others"]
    assert (others["ok"], others["state"], others["by"]) == (True, "seen", 2)
    assert "sans témoin, vue par 2 autres tables" in chain_of(of_round)["lines"]
    assert "no witness, seen by 2 other tables" in chain_of(of_round, "en")["lines"]


def test_a_rewritten_journal_breaks_the_chain_on_the_page(room: Path, tmp_path: Path) -> None:
    """Its round is asked about, or the whole period: the others hold another one."""
    folder = shutil.copytree(room, tmp_path / "journals")
    forge(folder, "UTH-2", 30)
    for asked in ({}, {"table": "UTH-2", "session": 1, "round": 2}):
        chain = inspect(folder, **asked)["chain"]
        assert chain["state"] == "bad"
        (fault,) = chain["faults"]
        assert (fault["table"], fault["session"]) == ("UTH-2", 1)
        assert "is not the one that UTH-1 and UTH-3 hold" in fault["why"]


def test_of_a_table_alone_nothing_is_said(room: Path, tmp_path: Path) -> None:
    (tmp_path / "alone").mkdir()
    for path in room.glob("UTH-2-*"):
        shutil.copy(path, tmp_path / "alone")
    told = inspect(tmp_path / "alone", table="UTH-2", session=1, round=2)
    assert told["chain"]["others"]["state"] == "none"
    assert "aucun témoin ne l’a vue" in chain_of(told)["lines"]


def test_the_signed_file_is_held_against_what_the_tables_in_it_hold(room: Path, tmp_path: Path) -> None:
    """The house signs what lies there: a rewritten journal in it is found by both verifiers."""
    folder = shutil.copytree(room, tmp_path / "journals")
    keys = {"house": frozenset({SIGNER.key})}
    for forged in (False, True):
        if forged:
            forge(folder, "UTH-2", 30)
        with house_of(folder) as made:
            told = made.answer({"ask": "export", "what": "inspection", "period": "all"})
        path = tmp_path / f"{forged}.inspection.zip"
        path.write_bytes(base64.b64decode(told["data"]))
        report = check_inspection(path, (), keys)
        assert report.ok is not forged, report.faults
        assert len(report.others.seen) == 3
        code, out = inspected(path, "--key", f"house={SIGNER.key}")
        assert (code, "UTH-1 and UTH-3 hold" in out) == (int(forged), forged), out
