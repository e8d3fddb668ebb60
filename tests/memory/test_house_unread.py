"""A fault of the program over one table's journal: that table is shown as not read, and the others are."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from controller.house.archive import House
from controller.house.fold import Fold
from tests.memory.serving import serving
from tests.memory.test_house_service import Asking
from ui.screen.house_speech import Words
from ui.screen.pit.notes import _finding

BAD, GOOD = "UTH-1", "UTH-2"


@pytest.fixture
def folder(night: Path, tmp_path: Path) -> Path:
    """Journals that may be written to."""
    return Path(shutil.copytree(night, tmp_path / "journals"))


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch, folder: Path) -> pytest.MonkeyPatch:
    """A bug of the fold that only the journal of one table has the entries for."""
    with closing(House([folder], ":memory:")) as house:
        house.read_all()
        told = house.db.query("SELECT journal_id, entries FROM source WHERE table_name = ?", (BAD,))
        (source,) = told
    taken = Fold.take

    def take(fold: Fold, row: Any, event: Any, before_ms: int) -> None:
        if fold.journal_of_test == source["journal_id"] and row.seq > source["entries"] // 2:
            raise ZeroDivisionError("secret")
        taken(fold, row, event, before_ms)

    begun = House._begin

    def begin(house: House, path: Path, stamp: Any) -> Any:
        tail = begun(house, path, stamp)
        if tail is not None:
            (known,) = house.db.query("SELECT journal_id FROM source WHERE id = ?", (tail.source,))
            tail.fold.journal_of_test = known["journal_id"]
        return tail

    monkeypatch.setattr(House, "_begin", begin)
    monkeypatch.setattr(Fold, "take", take)
    return monkeypatch


def read_to(house: House) -> dict[str, int]:
    told = house.db.query("SELECT table_name, entries FROM source ORDER BY table_name")
    return {one["table_name"]: one["entries"] for one in told}


def test_one_table_is_shown_as_not_read_and_the_others_go_on(
    folder: Path, tmp_path: Path, planted: pytest.MonkeyPatch
) -> None:
    """Red before: the house ended, with the pit's screen and the figures of every table."""
    said: list[str] = []
    with (
        serving(folder, tmp_path / "run", say=said.append) as house,
        closing(Asking(tmp_path / "run" / "house.sock")) as pit,
    ):
        while not house.settled:
            pit(ask="house")
        (found,) = [one for one in pit(ask="notices")["notices"]["findings"] if one["what"] == "unread"]
        assert (found["table"], found["session"]) == (BAD, 1)
        (unread,) = pit(ask="integrity")["integrity"]["unread"]
        assert unread == {name: found[name] for name in ("table", "session", "seq")}
        rooms = {one["table"]: one for one in pit(ask="room", points=4)["room"]["tables"]}
        assert rooms[GOOD]["rounds"] > 0
        (line,) = said
        assert line.startswith(f"{BAD}-000001.journal: not read after entry {found['seq']}: ")
        assert "ZeroDivisionError" in line
        assert "secret" not in line
        planted.undo()
        journal = folder / f"{BAD}-000001.journal"
        os.utime(journal, ns=(0, journal.stat().st_mtime_ns + 1_000_000))  # as if an entry had come
        while pit(ask="notices")["notices"]["findings"] and house.unread:
            pit(ask="house")
    card = _finding(Words("fr", ZoneInfo("Europe/Paris")), found)
    assert (card["kind"], card["table"], card["title"]) == ("p2", BAD, "JOURNAL NON LU")
    assert "Prévenir la technique" in card["text"]


def test_what_was_not_read_is_read_from_where_the_store_has_it_and_nothing_counts_twice(
    folder: Path, tmp_path: Path, planted: pytest.MonkeyPatch
) -> None:
    store, said = tmp_path / "house.db", list[str]()
    with closing(House([folder], store)) as house:
        house.on_fault = said.append
        house.read_all()
        assert len(said) == 1
        assert read_to(house)[GOOD] == max(read_to(house).values())
    planted.undo()
    with closing(House([folder], store)) as mended, closing(House([folder], ":memory:")) as whole:
        mended.read_all()
        whole.read_all()
        assert not mended.unread
        for table in ("source", "round", "alarm"):
            asked = f"SELECT count(*) AS n FROM {table}"
            assert list(mended.db.query(asked)) == list(whole.db.query(asked)), table
        assert read_to(mended) == read_to(whole)


def test_who_reads_journals_alone_is_told_by_the_fault_itself(
    folder: Path, planted: pytest.MonkeyPatch
) -> None:
    """A command ends with what it met: nobody reads a log of it."""
    with closing(House([folder], ":memory:")) as house, pytest.raises(ZeroDivisionError):
        house.read_all()
