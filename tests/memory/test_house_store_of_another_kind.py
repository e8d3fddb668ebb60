"""A store is made of what a house counted: a journal, a book or a register named by mistake is left alone."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import main

GOLDEN = Path(__file__).parents[1] / "golden" / "journals" / "trips"


@pytest.fixture
def journals(tmp_path: Path) -> Path:
    return Path(shutil.copytree(GOLDEN, tmp_path / "journals"))


def house(*words: object) -> tuple[int, str]:
    told = CliRunner().invoke(main, ["house", *map(str, words), "--lang", "en"])
    return told.exit_code, told.stderr


@pytest.mark.parametrize("what", ["figures", "rebuild"])
def test_a_journal_named_as_the_store_is_left_byte_for_byte(what: str, journals: Path) -> None:
    """Once all of its tables were dropped, with exit 0."""
    (journal,) = journals.glob("*.journal")
    before = {path.name: path.read_bytes() for path in journals.iterdir()}
    code, said = house(what, journals, "--store", journal)
    assert code == 2
    assert said == f"Error: {journal}: no store of a house, it stays as it is: name another with --store\n"
    assert {path.name: path.read_bytes() for path in journals.iterdir()} == before


def test_a_store_of_another_version_is_made_anew(journals: Path, tmp_path: Path) -> None:
    store = tmp_path / "house.db"
    assert house("rebuild", journals, "--store", store) == (0, "")
    with closing(sqlite3.connect(store)) as db:
        db.execute("PRAGMA user_version=1")
    assert house("figures", journals, "--store", store) == (0, "")


def test_a_wrong_question_and_a_folder_without_journals_are_said(journals: Path, tmp_path: Path) -> None:
    code, said = house("figures", journals, "--table", "\n")
    assert (code, said) == (2, "Error: --table: printable text of at most 64 characters is wanted\n")
    (tmp_path / "empty").mkdir()
    assert house("figures", tmp_path / "empty") == (0, f"{tmp_path / 'empty'}: no journal is there yet\n")
    file = next(journals.glob("*.journal"))
    code, said = house("figures", file)
    assert (code, "is a file" in said) == (2, True)
