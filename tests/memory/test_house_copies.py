"""A journal counts once, whatever its file is called and however often it is there."""

from __future__ import annotations

import shutil
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.parquet_export import Export, Exported
from controller.house.store import facts_of
from tests.memory.test_house_service import copied

FIRST = "UTH-1-000001.journal"
COPIES = ("UTH-1-000002.journal", "UTH-1-000001 (1).journal", "AAA-1-000001.journal", "UTH-9-000001.journal")


@pytest.fixture
def folder(night: Path, tmp_path: Path) -> Path:
    return copied(night, tmp_path / "journals")


def read(house: House) -> dict[str, Any]:
    """What is counted now that the journals are read on."""
    house._folders_ns.clear()  # whatever the clock of the folder tells
    house.read_all()
    facts = facts_of(house.db)
    return {name: sorted((row[1:] for row in rows), key=repr) for name, rows in facts.items()}


@pytest.mark.parametrize("name", COPIES)
def test_a_copy_is_never_counted_and_is_named_until_it_is_taken_away(folder: Path, name: str) -> None:
    with closing(House([folder], folder / "house.db")) as house:
        before = read(house)
        shutil.copyfile(folder / FIRST, folder / name)
        assert read(house) == before
        assert house.copies == {name: ("UTH-1", FIRST)}
        found = [one for one in Answers(house).notices({})["findings"] if one["what"] == "copied"]
        assert found == [{"what": "copied", "table": "UTH-1", "file": name, "of": FIRST}]
    with closing(House([folder], ":memory:")) as house:  # read for the first time, whichever name comes first
        assert read(house) == before
        assert house.copies == {name: ("UTH-1", FIRST)}
        (folder / name).unlink()
        assert read(house) == before
        assert house.copies == {}


@pytest.mark.parametrize("name", COPIES)
def test_a_renamed_journal_is_the_same_and_so_is_one_that_is_renamed_back(folder: Path, name: str) -> None:
    with closing(House([folder], folder / "house.db")) as house:
        before = read(house)
        for old, new in ((FIRST, name), (name, FIRST), (FIRST, "other.journal")):
            (folder / old).rename(folder / new)
            assert read(house) == before
            assert [*map(tuple, house.db.execute("SELECT file, bad_seq FROM source"))] == [(new, 0)]
        assert house.copies == {}
        shutil.copyfile(folder / "other.journal", folder / FIRST)  # the copy has the better name
        assert read(house) == before
        assert house.copies == {"other.journal": ("UTH-1", FIRST)}
        (folder / FIRST).unlink()
        assert read(house) == before
        assert house.copies == {}


def test_two_journals_that_change_their_names_are_each_counted_as_what_they_are(
    night: Path, tmp_path: Path
) -> None:
    folder = copied(night, tmp_path / "journals")
    other = "UTH-2-000001.journal"
    shutil.copyfile(night / other, folder / other)
    with closing(House([folder], folder / "house.db")) as house:
        before = read(house)
    for _ in range(2):
        (folder / FIRST).rename(folder / "x")
        (folder / other).rename(folder / FIRST)
        (folder / "x").rename(folder / other)
        with closing(House([folder], folder / "house.db")) as house:
            assert read(house) == before
            assert house.copies == {}
            assert house.db.execute("SELECT count(*) FROM source WHERE bad_seq > 0").fetchone()[0] == 0


def test_figures_count_a_copied_journal_once_name_the_copy_and_exit_1(folder: Path) -> None:
    alone = CliRunner().invoke(main, ["house", "figures", str(folder), "--period", "all", "--lang", "en"])
    shutil.copyfile(folder / FIRST, folder / COPIES[0])
    done = CliRunner().invoke(main, ["house", "figures", str(folder), "--period", "all", "--lang", "en"])
    assert (alone.exit_code, done.exit_code) == (0, 1)
    assert done.stdout == alone.stdout
    assert done.stderr == f"{COPIES[0]}: the same journal as {FIRST}, counted once; take the copy away\n"


# --- the export --------------------------------------------------------------------------------------


def exported(folder: Path, target: Path) -> tuple[Exported, dict[str, Counter[str]]]:
    """What a run said, and every row that is there then."""
    with closing(Export(target)) as export:
        done = export.run([folder])
    rows: dict[str, Counter[str]] = {}
    for path in target.glob("*/*/*/*.parquet"):
        told = pq.ParquetFile(path).read().to_pylist()
        rows.setdefault(path.parts[-4], Counter()).update(map(repr, told))
    return done, rows


@pytest.mark.parametrize("name", COPIES)
def test_a_copied_or_renamed_journal_is_exported_once(folder: Path, tmp_path: Path, name: str) -> None:
    target = tmp_path / "figures"
    _, before = exported(folder, target)
    assert all(times == 1 for times in before["rounds"].values())
    shutil.copyfile(folder / FIRST, folder / name)
    done, rows = exported(folder, target)
    assert rows == before
    assert [english for _, english in done.faults] == [
        f"{name}: the same journal as {FIRST}, exported once; take the copy away"
    ]
    (folder / FIRST).unlink()  # renamed, as it were
    done, rows = exported(folder, target)
    assert (done.faults, rows) == ([], before)
    (folder / name).rename(folder / FIRST)
    done, rows = exported(folder, target)
    assert (done.faults, rows) == ([], before)
    assert exported(folder, tmp_path / "anew")[1] == before


def test_rows_that_were_exported_under_another_name_are_not_there_twice(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "figures"
    _, before = exported(folder, target)
    for path in [*target.glob("*/*/*/UTH-1-*.parquet"), *target.glob("_tapis/UTH-1-*.json")]:
        shutil.copyfile(path, path.with_name(path.name.replace("UTH-1-000001", "UTH-1-000007")))
    done, rows = exported(folder, target)
    assert (done.faults, rows) == ([], before)
