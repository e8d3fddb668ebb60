"""A journal's file as it is found: named wrongly, written while it is read, on a disk that is full, taken."""

from __future__ import annotations

import fcntl
import itertools
import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.journal import file as files
from controller.journal.chain import JournalBroken, JournalDamaged, JournalTaken, NotAJournal
from controller.journal.file import WriterLock, connect_reader, connect_within, connect_writer
from controller.journal.reading import checked_rows, read_rows
from tests.shell.journal.forgeries import linked
from tests.shell.journal.journals import by_hand, disk_full, rows_of, written


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Two rounds of a closed table."""
    return written(tmp_path / "UTH-2-000001.journal")


@pytest.fixture
def left(path: Path, tmp_path: Path) -> Path:
    """A copy of it as a killed table left it, its last entries in SQLite's log alone."""
    (tmp_path / "stick").mkdir()
    with closing(connect_writer(path, durable=False)) as writer:
        writer.execute("PRAGMA user_version=7")
        for part in ("", "-wal"):
            shutil.copy(f"{path}{part}", tmp_path / "stick")
    return tmp_path / "stick" / path.name


def test_what_is_no_journal_is_said_to_be_none(path: Path, tmp_path: Path) -> None:
    """A pipe would be waited for for ever, and another file of SQLite's holds nothing of a table."""
    os.mkfifo(tmp_path / "pipe")
    with closing(sqlite3.connect(tmp_path / "people.db")) as other:
        other.execute("CREATE TABLE people (name)")
        other.commit()
    for name, why in (("pipe", "pipe"), ("people.db", "not a journal"), ("none", "No such file")):
        with pytest.raises(NotAJournal, match=why):
            list(read_rows(tmp_path / name))


def test_a_first_page_that_sqlite_cannot_read_is_damage_and_no_trace(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[100:108] = b"\xff" * 8
    path.write_bytes(data)
    with pytest.raises(JournalDamaged, match="cannot be read: damaged"):
        list(read_rows(path))


def test_a_copy_that_is_written_again_and_again_is_read_where_it_lies(
    left: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is read of a copy of which one file is newer than the other; and nobody waits for ever."""
    known, stamps = rows_of(left), itertools.count()
    monkeypatch.setattr(files, "_stamp", lambda place: (next(stamps), 0, 0))
    with closing(connect_reader(left)) as conn:
        assert [row[5] for row in checked_rows(conn)] == [row.hash for row in known]


def test_a_disk_without_room_for_the_copy_is_said(left: Path) -> None:
    with disk_full(1_000), pytest.raises(NotAJournal, match="cannot be copied to be read: File too large"):
        connect_reader(left)
    with closing(connect_reader(left)) as conn:
        assert len(list(checked_rows(conn))) > 5


def test_a_file_that_went_away_is_no_half_done_write(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        connect_within(tmp_path / "none.journal")


@pytest.mark.parametrize("again", [False, True])
def test_a_lock_that_its_holder_removed_meanwhile_is_not_held(
    again: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its last holder went in between: two writers would each lock a file of their own."""
    path, flock = tmp_path / "UTH-2-000001.journal", fcntl.flock
    lock = tmp_path / f"{path.name}{files.LOCK}"

    def meanwhile(file: Any, how: int) -> None:
        monkeypatch.undo()
        lock.unlink()
        if again:
            lock.touch()  # and another one began, and went at once
        flock(file, how)

    monkeypatch.setattr(files.fcntl, "flock", meanwhile)
    held = WriterLock(path)
    assert lock.exists()
    with pytest.raises(JournalTaken):
        WriterLock(path)
    held.release()
    held.release()
    assert not lock.exists()


def test_a_lock_that_cannot_be_made_is_a_disk_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(JournalBroken, match="the journal cannot be written: No such file"):
        WriterLock(tmp_path / "nowhere" / "UTH-2-000001.journal")


def test_cards_turned_up_that_no_table_writes_are_damage(path: Path) -> None:
    """Their fields are there and hold something else: nothing is looked up by what they hold."""
    for kind, old, new in (
        ("CardDealt", '"card":{', '"card":[{'),
        ("CardsRevealed", '"cards":[', '"cards":7,"more":['),
        ("CardsRevealed", '"card":"', '"karte":"'),
    ):
        rows = rows_of(path)
        at = next(number for number, row in enumerate(rows) if row.kind == kind)
        body = rows[at].body.replace(old, new)
        assert body != rows[at].body
        if kind == "CardDealt":
            body = body[:-1] + "]}" if body.endswith("}}") else body
        forged = linked([*rows[:at], rows[at]._replace(body=body), *rows[at + 1 :]], at)
        with pytest.raises(JournalDamaged, match=f"{kind} cannot be read"):
            list(checked_rows(forged))


def test_a_page_that_is_changed_by_hand_is_found_where_it_stands(path: Path) -> None:
    with by_hand(path) as conn:
        conn.execute("UPDATE journal SET at_ms = at_ms + 1 WHERE seq = 4")
    with pytest.raises(JournalDamaged, match="entry 4"):
        list(read_rows(path))


def test_a_card_dealt_is_held_to_its_commitment_in_whatever_order_its_fields_stand(path: Path) -> None:
    rows = rows_of(path)
    at = next(number for number, row in enumerate(rows) if row.kind == "CardDealt")
    fields = json.loads(rows[at].body)
    other = json.dumps(dict(reversed(fields.items())), separators=(",", ":"))
    spelled = linked([*rows[:at], rows[at]._replace(body=other), *rows[at + 1 :]], at)
    assert len(list(checked_rows(spelled))) == len(rows)
    fields["card"]["commitment"] = "ab" * 32
    shown = {
        card["place"] for row in rows if row.kind == "CardsRevealed" for card in json.loads(row.body)["cards"]
    }
    assert fields["place"] in shown
    other = json.dumps(dict(reversed(fields.items())), separators=(",", ":"))
    forged = linked([*rows[:at], rows[at]._replace(body=other), *rows[at + 1 :]], at)
    with pytest.raises(JournalDamaged, match="is not the one sealed there"):
        list(checked_rows(forged))
