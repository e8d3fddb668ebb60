"""What an inspector's page says of journals of which other tables hold signed heads."""

from __future__ import annotations

import base64
import re
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from controller.house.answers import Answers
from controller.house.archive import House
from controller.journal.heads import heads_path, read_heads
from controller.journal.inspection_check import check_inspection
from controller.journal.keys import simulated_keys
from controller.journal.verify import verify
from tests.memory.test_house_inspection import SIGNER
from tests.shell.journal.inspector import inspected
from tests.shell.journal.journals import rewrite, rows_of
from tests.simulation.room_night import RoomNight, journal_of
from tests.simulation.test_others_heads import SEED, forge, stick
from ui.screen.house_speech import Words
from ui.screen.pit.inspector_answers import answers

TABLES = ("UTH-1", "UTH-2", "UTH-3")
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


def cut_at_its_last_head_but_one(folder: Path, table: str) -> None:
    """The journal as it was when it was copied, a while before the others."""
    path = journal_of(folder, table)
    seen = next(one for one in verify(folder).others.seen if one.table == table)
    kept = [one for one in read_heads(heads_path(path)) if one.size < seen.to]
    rewrite(path, rows_of(path)[: kept[-1].size])
    heads_path(path).write_text("".join(f"{one.line}\n" for one in kept), "ascii")


def test_a_file_whose_journals_were_copied_one_after_the_other_accuses_no_table(
    room: Path, tmp_path: Path
) -> None:
    """Red before: with the keys of paper the authority's command called the one copied first false."""
    folder = shutil.copytree(room, tmp_path / "journals")
    cut_at_its_last_head_but_one(folder, "UTH-1")
    with house_of(folder) as made:
        told = made.answer({"ask": "export", "what": "inspection", "period": "all"})
    file = tmp_path / "room.inspection.zip"
    file.write_bytes(base64.b64decode(told["data"]))
    papers = {"house": SIGNER.key, **{one: simulated_keys(SEED, one).signer.key for one in TABLES}}
    code, said = stick(file, *(word for one in papers.items() for word in ("--cle", "=".join(one))))
    assert code == 3, said  # no witness was brought
    assert re.search(r"à savoir .*UTH-1-000001\.journal", said), said
    known = {name: frozenset({key}) for name, key in papers.items()}
    assert check_inspection(file, keys=known).others.notes
