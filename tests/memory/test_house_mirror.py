"""Two tables on machines of their own, one pit: its house says of the mirrors what the originals say."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.game.events import TableClosed, TableOpened
from controller.house import answers as answers_of
from controller.house import archive
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.integrity import LATE_MS, late
from controller.house.store import facts_of
from controller.journal.heads import Signer
from controller.journal.keys import simulated_keys
from controller.journal.signing import SignedJournal
from controller.journal.verify import verify
from controller.journal.witness import WitnessStore, read_witnesses
from controller.journal.writer import Journal
from controller.screens.remote import name_of
from controller.settings.room import CertificateFile, RoomFile, RoomTable
from controller.witness.table_line import TableLine
from controller.witness.visits import Visits
from tests.certificates import Authority
from tests.memory.nights import SEED, alter, cut
from tests.shell.journal.journals import MASTER, OPENING, START_MS
from tests.shell.journal.witnessed import Machine

TABLES = ("UTH-1", "UTH-2")


class Room:
    """The machines of the tables, and the pit's with its witness and its house."""

    def __init__(self, folder: Path, night: Path) -> None:
        self._night = night
        authority = Authority(folder / "ca")
        self.machines = {table: Machine(folder / table, authority, table) for table in TABLES}
        self._files = authority.screen("witness", *(name_of("witness", table) for table in TABLES))
        self._ca = authority.ca
        self.mirror, self.heads = folder / "mirror", folder / "heads.txt"
        self.mirror.mkdir()
        store = WitnessStore(self.heads)
        for table in TABLES:
            store.trust(table, simulated_keys(SEED, table).signer.key)
        self.said: list[str] = []
        self.visits = {
            table: Visits(table, store, self.mirror, self.said.append, durable=False) for table in TABLES
        }

    def journal(self, table: str) -> Path:
        """The journal on the table's own machine."""
        return self.machines[table].journals / f"{table}-000001.journal"

    def write(self, table: str, entries: int | None = None) -> None:
        """The table has written its night, or so much of it; its heads are signed once it is whole."""
        original = self._night / f"{table}-000001.journal"
        if entries is not None:
            cut(original, self.journal(table), entries)
            return
        for name in (original.name, f"{original.name}.heads"):
            shutil.copyfile(self._night / name, self.machines[table].journals / name)

    def visit(self) -> list[bool]:
        """The witness asks both tables over TLS; whether each told nothing that was refused."""
        told = []
        for table, machine in self.machines.items():
            made = CertificateFile(ca=self._ca, certificate=self._files.certificate, key=self._files.key)
            of = RoomTable(name=table, address=f"127.0.0.1:{machine.port}")
            with TableLine.to_table(of, RoomFile(witness=made, table=[of]), "witness") as line:
                told.append(self.visits[table].visit(line))
        return told


@pytest.fixture
def room(tmp_path: Path, night: Path) -> Iterator[Room]:
    made = Room(tmp_path, night)
    with ExitStack() as stack:
        for machine in made.machines.values():
            stack.enter_context(machine)
        for visits in made.visits.values():
            stack.callback(visits.close)
        yield made


def facts(house: House) -> dict[str, Any]:
    """What the store holds, but for the times of the files."""
    found: dict[str, Any] = facts_of(house.db)
    rows = [dict(row) for row in house.db.execute("SELECT * FROM source ORDER BY file")]
    return found | {"source": [{**row, "id": 0, "stamp": ""} for row in rows]}


@pytest.mark.long
def test_the_houses_figures_and_replays_of_the_mirrors_are_those_of_the_originals(
    room: Room, night: Path
) -> None:
    with closing(House([room.mirror], ":memory:")) as pit, closing(House([night], ":memory:")) as truth:
        assert pit.read_all() == 0
        for entries in (150, 700, None):  # while the tables write
            for table in TABLES:
                room.write(table, entries)
            assert room.visit() == [True, True]
            pit._folders_ns.clear()
            assert pit.read_all() > 0
        truth.read_all()
        assert facts(pit) == facts(truth)
        mine, theirs = Answers(pit, room.heads), Answers(truth)
        for ask in (
            {"ask": "figures", "by": "table", "period": "all"},
            {"ask": "rounds", "limit": 200},
            {"ask": "ledger"},
            {"ask": "notices"},
        ):
            assert mine.answer(ask) == theirs.answer(ask), ask
        for one in theirs.rounds({"limit": 200})["rounds"]:
            asked = {"ask": "replay", "table": one["table"], "round": one["round"]}
            assert mine.answer(asked) == theirs.answer(asked)
        chains = mine.integrity({})["chains"]
        assert [one["witnessed"] == one["entries"] == one["signed_entries"] for one in chains] == [True] * 2
    report = verify(room.mirror, witnesses=read_witnesses(room.heads))
    assert report.ok
    assert report.heads == verify(night).heads


def test_a_table_that_rewrote_its_past_is_named_to_the_pit_and_its_figures_stay(room: Room) -> None:
    for table in TABLES:
        room.write(table)
    assert room.visit() == [True, True]
    with closing(House([room.mirror], ":memory:")) as house:
        house.read_all()
        answers, before, changes = Answers(house, room.heads), facts(house), house.changes
        assert answers.integrity({})["refused"] == []
        path = room.journal("UTH-1")
        entries = verify(path).entries
        shutil.copyfile(path, path.with_name("whole"))
        path.unlink()
        cut(path.with_name("whole"), path, entries - 40)
        assert room.visit() == [False, True]
        assert house.read_all() == 0
        assert house.changes == changes + 1  # the screens look again
        (told,) = answers.integrity({})["refused"]
        assert (told["table"], told["session"], told["seq"]) == ("UTH-1", 1, entries)
        assert answers.integrity({})["altered"] == 1
        found = answers.notices({})["findings"][0]
        assert found == {"what": "refused", "table": "UTH-1", "session": 1, "seq": entries}
        assert facts(house) == before
        alter(room.mirror / "UTH-2-000001.journal", 30)  # and a mirror that somebody changed at the pit
        answers.verify({})
        while answers.step():
            pass
        altered = {"what": "altered", "table": "UTH-2", "session": 1, "seq": 30}
        assert altered in answers.notices({})["findings"]


def test_a_table_of_which_nothing_signed_comes_any_more_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "UTH-3-000001.journal"
    opening = replace(OPENING, table="UTH-3", simulated=False)
    with Journal.create(path, opening, at_ms=START_MS, sealer_master=MASTER, durable=False) as journal:
        signed = SignedJournal(journal, path, Signer(b"\1" * 32), at_ms=START_MS, durable=False)
        signed.append([TableOpened("Chef", 500, 15_000, 500)], START_MS)
        signed.sign(START_MS + 1)
        with closing(House([tmp_path], ":memory:")) as house:
            house.read_all()
            answers = Answers(house)
            assert late(house.db, [tmp_path], START_MS + LATE_MS) == []
            told = {"what": "late", "table": "UTH-3", "since_ms": START_MS + 1}
            assert late(house.db, [tmp_path], START_MS + LATE_MS + 2) == [told]
            assert told in answers.notices({})["findings"]
            changes = house.changes
            monkeypatch.setattr(answers_of, "LATE_EVERY_S", 0.0)
            answers.step()
            answers.step()
            assert house.changes == changes + 1  # told once, though nothing came
            signed.append([TableClosed("Chef")], START_MS + 2)
            house.read_all()
            assert told not in answers.notices({})["findings"]
        signed.close()


def test_a_house_of_many_sessions_looks_at_the_last_ones_and_finds_new_ones(
    night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    stamp = archive._stamp

    def counted(path: Path) -> archive.Stamp:
        looked.append(path.name)
        return stamp(path)

    monkeypatch.setattr(archive, "_stamp", counted)
    journal = next(night.glob("UTH-1*.journal"))
    folder = tmp_path / "journals"
    with closing(House([folder, night], ":memory:")) as house:  # the first is not there yet
        assert house.read_all() > 0
        house.update()
        folder.mkdir()
        cut(journal, folder / "UTH-7-000001.journal", 200)
        cut(journal, folder / "UTH-7-000002.journal", 300)
        shutil.copyfile(journal, folder / journal.name)  # a mirror of a table that is read here already
        known = house.db.execute("SELECT count(*) FROM source").fetchone()[0]
        assert house.read_all() == 500
        assert house.db.execute("SELECT count(*) FROM source").fetchone()[0] == known + 2
        assert len(house._tails) == known + 1  # of a session that is over nothing is remembered
        looked.clear()
        assert house.update() == 0
        assert sorted(looked) == ["UTH-1-000001.journal", "UTH-2-000001.journal", "UTH-7-000002.journal"]
