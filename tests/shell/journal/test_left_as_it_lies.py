"""Reading a journal changes nothing where it lies, and what could not be written leaves nothing behind."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.journal.file import SELECT, connect_reader, connect_writer
from controller.journal.seal import replace_whole
from controller.journal.writer import Journal
from tests.shell.bad_disk import BadDisk
from tests.shell.journal.inspector import inspected
from tests.shell.journal.journals import EVENTS_A_ROUND, reopen, rows_of, write_rounds, written

NAME = "UTH-2-000001.journal"
ENTRIES = 1 + 3 * EVENTS_A_ROUND
COPIED = pytest.mark.parametrize(
    "beside",
    [(), ("-wal",), ("-wal", "-shm"), (".lock",), ("-wal", ".lock"), ("-shm", ".lock")],
    ids=["alone", "log", "log and index", "lock", "log and lock", "index and lock"],
)
"""What came to the stick with the journal of a table that was killed, or that played on."""


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Path]:
    """A journal in its directory whose writer is at work: its last entries are in SQLite's log alone."""
    path = tmp_path / "live" / NAME
    path.parent.mkdir()
    written(path, 3)
    with closing(connect_writer(path, durable=False)) as writer:
        writer.execute("PRAGMA user_version=7")
        assert path.with_name(f"{NAME}-wal").stat().st_size > 0
        yield path


def content(folder: Path) -> dict[str, str]:
    return {one.name: sha256(one.read_bytes()).hexdigest() for one in sorted(folder.iterdir())}


def tapis(*words: object) -> str:
    answer = CliRunner().invoke(main, [*map(str, words), "--lang", "en"])
    assert answer.exit_code == 0, answer.output
    return answer.stdout


@COPIED
def test_a_journal_that_a_killed_table_left_is_read_and_its_folder_stays_as_it_was(
    live: Path, tmp_path: Path, beside: tuple[str, ...]
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    live.with_name(f"{NAME}.lock").touch()
    for part in ("", *beside):
        shutil.copy(f"{live}{part}", stick)
    before = content(stick)
    for path in (stick, stick / NAME):
        assert f"{ENTRIES} entries" in tapis("journal", "verify", path)
    assert len(tapis("journal", "show", stick / NAME).splitlines()) == ENTRIES
    tapis("journal", "replay", stick / NAME, "--round", 1)
    tapis("journal", "export", stick / NAME, "--json")
    assert content(stick) == before


@COPIED
def test_the_inspectors_program_leaves_a_stick_as_it_was_too(
    live: Path, tmp_path: Path, beside: tuple[str, ...]
) -> None:
    """Red before: SQLite laid log and index beside a copy that was taken as FORMAT.md says; and where nobody
    can write it is not read."""
    stick = tmp_path / "stick"
    stick.mkdir()
    live.with_name(f"{NAME}.lock").touch()
    for part in ("", *beside):
        shutil.copy(f"{live}{part}", stick)
    before = content(stick)
    code, said = inspected(stick)
    assert (code, f"{ENTRIES} entries" in said) == (0, True), said
    assert content(stick) == before


def test_what_lies_in_the_log_of_a_killed_table_is_read_with_its_journal(live: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    with closing(sqlite3.connect(live)) as told:
        last = told.execute("SELECT * FROM journal ORDER BY seq DESC LIMIT 1").fetchone()
    with closing(connect_writer(live, durable=False)) as writer:
        entry = (last[0] + 1, *last[1:5], "0" * 64)  # which does not hold: it is seen by what is said of it
        writer.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", entry)
        for part in ("", "-wal"):
            shutil.copy(f"{live}{part}", stick)
    before = content(stick)
    found = CliRunner().invoke(main, ["journal", "verify", str(stick), "--lang", "en"])
    assert found.exit_code == 1
    assert f"{ENTRIES} entries hold; entry {ENTRIES + 1}" in found.stdout
    assert content(stick) == before


def left_by_a_table_that_was_read(path: Path, rounds: int) -> Path:
    """It closed while somebody read: no log is there, and the header still names one."""
    written(path, rounds)
    connect_writer(path, durable=False).close()
    assert path.read_bytes()[18] == 2
    assert not path.with_name(f"{path.name}-wal").exists()
    return path


def test_a_table_that_goes_on_while_its_journal_is_read_leaves_the_reader_what_was_there(
    tmp_path: Path,
) -> None:
    """Red before: the last page had grown by then, and was read with rows of later."""
    path = left_by_a_table_that_was_read(tmp_path / NAME, 41)
    before = rows_of(path)
    with closing(connect_reader(path)) as reader:
        found = reader.execute(SELECT)
        rows = [next(found) for _ in range(10)]
        with reopen(path) as journal:
            write_rounds(journal, range(42, 200))
        assert [*rows, *found] == before


@pytest.mark.parametrize("ends", [False, True], ids=["plays", "is over again"])
def test_a_table_that_goes_on_between_the_look_and_the_reading_is_read_as_its_writer_has_it(
    ends: bool, live: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed, and started again just then: of file and log each would be of another moment."""
    path = tmp_path / NAME
    for part in ("", "-wal"):
        shutil.copy(f"{live}{part}", f"{path}{part}")
    goes_on: list[Journal] = []
    real = shutil.copyfile

    def copy(*words: Path) -> None:
        real(*words)
        monkeypatch.setattr(shutil, "copyfile", real)
        goes_on.append(reopen(path))
        write_rounds(goes_on[0], [4, 5])
        if ends:
            goes_on[0].close()

    monkeypatch.setattr(shutil, "copyfile", copy)
    with closing(connect_reader(path)) as reader:
        found = reader.execute(SELECT).fetchall()
    (journal,) = goes_on
    journal.close()
    assert len(found) == journal.head.seq > ENTRIES


def test_a_store_of_the_house_beside_journals_is_not_touched(tmp_path: Path) -> None:
    written(tmp_path / NAME, 1)
    store = tmp_path / "house.db"
    with closing(sqlite3.connect(store)) as house:
        house.execute("PRAGMA journal_mode=WAL").fetchone()
        house.execute("CREATE TABLE source (a)")
    before = content(tmp_path)
    assert before.keys() == {NAME, "house.db"}
    tapis("journal", "verify", tmp_path)
    assert content(tmp_path) == before


def test_a_journal_under_its_writers_lock_is_read_as_it_grows(live: Path) -> None:
    live.with_name(f"{NAME}.lock").touch()
    assert f"{ENTRIES} entries" in tapis("journal", "verify", live)


def test_a_full_disk_leaves_no_journal_that_was_only_begun(tmp_path: Path) -> None:
    folder = tmp_path / "journals"
    folder.mkdir()
    disk = BadDisk(folder, tmp_path / "orders")
    disk.be(write=errno.ENOSPC)
    asked = ["simulate", "--rounds", "1", "--seed", "1", "--journal", str(folder), "--json"]
    ended = subprocess.run(
        [sys.executable, "-m", "controller.cli", *asked],
        env={**os.environ, **disk.environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "Traceback" not in ended.stderr
    assert list(folder.iterdir()) == []


def test_a_small_file_that_cannot_be_written_whole_leaves_no_draft(tmp_path: Path) -> None:
    place = tmp_path / "last.json"
    place.mkdir()  # nothing can take its name
    with pytest.raises(OSError, match=r"last\.json"):
        replace_whole(place, "{}")
    assert list(tmp_path.iterdir()) == [place]
