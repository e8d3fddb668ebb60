"""The registers that the house makes a journal at a time: those of all journals read together."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from controller.house import registers
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.scope import BadQuestion
from controller.registers.export import as_json, registers_of
from controller.registers.reading import read_all
from tests.memory.nights import alter

PARIS = "Europe/Paris"
ASKED: dict[str, Any] = {"ask": "registers", "zone": PARIS, "lang": "fr"}


@pytest.fixture
def folder(night: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(night, tmp_path / "journals"))


@pytest.fixture
def answers(folder: Path) -> Iterator[Answers]:
    with closing(House([folder], ":memory:")) as house:
        house.read_all()
        yield Answers(house)


def read(answers: Answers, **more: Any) -> dict[str, Any]:
    """The answer when everything it is about has been read."""
    answers.answer({**ASKED, **more})
    while answers.step():
        pass
    return answers.answer({**ASKED, **more})


def file_of(answers: Answers, **more: Any) -> bytes:
    told = answers.answer({**ASKED, "ask": "export", "what": "registers", **more})
    return base64.b64decode(told["data"])


def test_registers_joined_from_sessions_are_those_of_all_journals(answers: Answers, folder: Path) -> None:
    read(answers, period="all")
    made = json.loads(file_of(answers, period="all", form="json"))
    whole = read_all(folder)
    zone = ZoneInfo(PARIS)
    assert made == json.loads(json.dumps(as_json(whole, registers_of(whole, zone=zone), zone)))
    assert len(made["registers"]) == 10


def test_one_journal_is_read_between_two_answers(answers: Answers) -> None:
    told = answers.answer(ASKED)
    assert (told["done"], told["of"]) == (0, 2)
    with pytest.raises(BadQuestion, match="still being read"):
        file_of(answers)
    assert answers.step()
    assert answers.answer(ASKED)["done"] == 1


def test_a_page_of_a_register_counts_back_from_its_newest_rows(answers: Answers) -> None:
    newest = read(answers)["register"]
    assert newest["pages"] > 1
    last = answers.answer({**ASKED, "page": 99})["register"]
    assert last["page"] == newest["pages"] - 1
    assert last["rows"][0] != newest["rows"][0]
    assert len(newest["rows"]) == newest["most"]
    wide = answers.answer({**ASKED, "rows": 2 * newest["most"]})["register"]
    assert len(wide["rows"]) > newest["most"]
    assert wide["rows"][-newest["most"] :] == newest["rows"]


def test_a_damaged_journal_is_named_and_the_others_are_in_the_registers(folder: Path) -> None:
    damaged = next(folder.glob("UTH-1*.journal"))
    with closing(House([folder], ":memory:")) as house:
        house.read_all()
        alter(damaged, 40)
        told = read(Answers(house))
    assert any(fault.startswith(f"{damaged.name}: ") and "40" in fault for fault in told["faults"])
    results = next(one for one in told["registers"] if one["name"] == "table-results")
    assert results["rows"] == 1


def test_a_session_too_long_to_be_in_memory_as_a_whole_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(House([folder], ":memory:")) as house:
        house.read_all()
        (longest,) = house.db.execute("SELECT max(entries) FROM source").fetchone()
        monkeypatch.setattr(registers, "SESSION_MAX", longest - 1)
        told = read(Answers(house))
    (fault,) = told["faults"]
    assert f"{longest} entries in one session; `tapis report registers` reads it" in fault
    assert next(one for one in told["registers"] if one["name"] == "table-results")["rows"] == 1


def test_a_journal_whose_first_entry_does_not_hold_is_named(folder: Path) -> None:
    damaged = next(folder.glob("UTH-1*.journal"))
    alter(damaged, 1)
    with closing(House([folder], ":memory:")) as house:
        house.read_all()
        told = read(Answers(house))
    assert any(fault.startswith(f"{damaged.name}: ") for fault in told["faults"])


@pytest.mark.parametrize(("form", "start"), [("pdf", b"%PDF"), ("csv", b"\xef\xbb\xbfid;"), ("json", b"{")])
def test_a_register_is_a_file_of_each_form(answers: Answers, form: str, start: bytes) -> None:
    read(answers)
    assert file_of(answers, form=form, register="table-results").startswith(start)


@pytest.mark.parametrize(
    "wrong",
    [
        {"register": "accounts"},
        {"zone": "../etc"},
        {"zone": "Mars/Base"},
        {"lang": "de"},
        {"page": -1},
        {"rows": 0},
    ],
)
def test_a_wrong_question_is_refused_by_the_name_of_its_key(answers: Answers, wrong: dict[str, Any]) -> None:
    read(answers)
    with pytest.raises(BadQuestion, match=f"^{next(iter(wrong))}: "):
        answers.answer({**ASKED, **wrong})


def test_a_page_has_no_line_for_each_stake_of_another_table(answers: Answers) -> None:
    """What other tables put to the meter is a column of the next line, on the page as on paper."""
    told = read(answers, register="jp1-history")
    whole = json.loads(file_of(answers, form="json"))
    history = whole["registers"]["jp1-history"]
    elsewhere = [row for row in history["rows"] if row["act"] == "elsewhere"]
    assert len(elsewhere) > 5, "the file keeps every line"
    pages = [
        answers.answer({**ASKED, "register": "jp1-history", "page": page})["register"]
        for page in range(told["register"]["pages"])
    ]
    rows = [row["cells"] for page in reversed(pages) for row in page["rows"]]
    count = next(one["rows"] for one in told["registers"] if one["name"] == "jp1-history")
    assert (
        len(rows) == count <= len(history["rows"]) - len(elsewhere) + len({row["table"] for row in elsewhere})
    )
