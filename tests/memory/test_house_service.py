"""The service at its socket, beside tables that write their journals meanwhile."""

from __future__ import annotations

import base64
import csv
import io
import json
import re
import socket
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from controller.cli import main
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.scope import BadQuestion
from controller.journal.keys import simulated_keys
from controller.journal.writer import Journal
from tests.memory.conftest import NewStore
from tests.memory.nights import SEED, alter, cut, rows_of
from tests.memory.serving import serving


def copied(night: Path, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    for path in night.glob("UTH-1*.journal*"):
        (folder / path.name).write_bytes(path.read_bytes())
    return folder


class Asking:
    """A screen's end of the socket."""

    def __init__(self, path: Path) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(10)
        self.sock.connect(str(path))
        self.lines = self.sock.makefile("rb")
        self.asked = 0

    def __call__(self, **question: Any) -> dict[str, Any]:
        self.asked += 1
        with suppress(ConnectionError):  # a house that ends with a question unread resets the line
            self.sock.sendall(json.dumps({"id": str(self.asked), **question}).encode() + b"\n")
            while line := self.lines.readline():
                told: dict[str, Any] = json.loads(line)
                if told.get("told") == str(self.asked):
                    return told
        raise AssertionError("hung up")

    def close(self) -> None:
        self.lines.close()
        self.sock.close()


def test_questions_are_answered_and_nonsense_is_refused_by_its_name(night: Path, tmp_path: Path) -> None:
    with serving(night, tmp_path), closing(Asking(tmp_path / "house.sock")) as ask:
        for _ in range(200):
            if sum(row["rounds"] for row in ask(ask="figures", by="table")["figures"]["rows"]) == 30:
                break
        assert ask(ask="house")["house"]["tables"] == ["UTH-1", "UTH-2"]
        assert len(ask(ask="plots")["plots"]["plots"]) == 12
        assert ask(ask="rounds", table="UTH-2", seat=3)["rounds"]["of"] == 15
        assert ask(ask="replay", table="UTH-1", round=3)["replay"]["chain"]["ok"]
        assert ask(ask="weather")["refused"].startswith("ask: one of house, figures")
        assert ask(ask="rounds", seat="3")["refused"] == "seat: a whole number from 0 to 7 is wanted, not '3'"
        assert "printable" in ask(ask="rounds", table="x" * 65)["refused"]


def test_a_visitor_that_shouts_is_left_and_the_next_one_is_answered(night: Path, tmp_path: Path) -> None:
    path = tmp_path / "house.sock"
    with serving(night, tmp_path):
        with closing(Asking(path)) as loud, suppress(ConnectionError):
            loud.sock.sendall(b"[" * 200_000)
            while loud.lines.readline():
                pass
        with closing(Asking(path)) as ask:
            assert ask(ask="integrity")["integrity"]["altered"] == 0


def test_a_journal_is_read_while_its_table_writes_it(night: Path, tmp_path: Path) -> None:
    source = next(copied(night, tmp_path / "source").glob("*.journal"))
    journals = tmp_path / "live"
    journals.mkdir()
    master = simulated_keys(SEED, "UTH-1").master
    with Journal.open(source, sealer_master=master) as recorded:
        entries = list(recorded.events())
        opening = recorded.opening
    path = journals / source.name
    with (
        closing(House([journals], ":memory:")) as house,
        Journal.create(path, opening, at_ms=entries[0].at_ms, sealer_master=master) as live,
    ):
        for at in range(0, len(entries), 300):
            for entry in entries[at : at + 300]:
                live.append([entry.event], entry.at_ms)
            house.read_all()
            row = house.db.execute("SELECT entries, head FROM source").fetchone()
            assert tuple(row) == tuple(live.head)
    assert not path.with_name(path.name + "-wal").exists()


def test_the_reading_stops_at_the_entry_that_does_not_hold(
    night: Path, tmp_path: Path, new_store: NewStore
) -> None:
    journals = copied(night, tmp_path / "journals")
    path = next(journals.glob("*.journal"))
    alter(path, 700)
    with closing(House([journals], new_store())) as house:
        house.read_all()
        told = Answers(house).integrity({})
        assert told["altered"] == 1
        assert told["chains"][0]["bad_seq"] == 700
        assert told["chains"][0]["entries"] == 699
        rounds = Answers(house).rounds({"limit": 200})["rounds"]
        assert rounds
        assert all(one["last_seq"] < 700 and one["intact"] for one in rounds)


def test_a_journal_that_was_shortened_or_replaced_is_altered(
    night: Path, tmp_path: Path, new_store: NewStore
) -> None:
    journals = copied(night, tmp_path / "journals")
    path = next(journals.glob("*.journal"))
    whole = tmp_path / "whole"
    whole.write_bytes(path.read_bytes())
    with closing(House([journals], new_store())) as house:
        house.read_all()
        cut(whole, path, 500)
        house.read_all()
        chain = Answers(house).integrity({})["chains"][0]
        assert chain["bad_seq"]
        assert "another entry" in chain["why"]
    other = next(night.glob("UTH-2*.journal"))
    address = new_store()
    with closing(House([journals], address)) as house:
        path.write_bytes(whole.read_bytes())
        house.read_all()
    path.write_bytes(other.read_bytes())
    with closing(House([journals], address)) as house:
        house.read_all()
        assert "another journal" in Answers(house).integrity({})["chains"][0]["why"]


def test_a_verification_reads_everything_again_and_names_what_was_changed_since(
    night: Path, tmp_path: Path, new_store: NewStore
) -> None:
    journals = copied(night, tmp_path / "journals")
    path = next(journals.glob("*.journal"))
    with closing(House([journals], new_store())) as house:
        house.read_all()
        answers = Answers(house)
        entries = sum(1 for _ in rows_of(path))
        assert answers.verify({})["of"] == entries
        while answers.step():
            pass
        assert answers.check is not None
        told = answers.integrity({})
        assert told["check"]["finished"]
        assert told["check"]["done"] == entries
        assert told["runs"][0]["faults"] == []
        assert 0 < entries - told["chains"][0]["signed_entries"] + 1 < 10
        alter(path, 42)
        answers.verify({})
        while answers.step():
            pass
        assert answers.integrity({})["runs"][0]["faults"][0][:3] == ["UTH-1", 1, 42]
        assert answers.integrity({})["altered"] == 1


def test_what_is_shown_is_exported_as_json_csv_and_pdf(night: Path) -> None:
    with closing(House([night], ":memory:")) as house:
        house.read_all()
        answers = Answers(house)
        for what in ("figures", "plots", "rounds", "ledger", "integrity"):
            name, data = exported(answers, what=what, form="json")
            assert name == f"tapis-{what}.json"
            assert json.loads(data)[what]
            _, data = exported(answers, what=what, form="csv")
            assert data.startswith(b"\xef\xbb\xbf")
        rows = list(
            csv.reader(
                io.StringIO(exported(answers, what="rounds", form="csv")[1].decode("utf-8-sig")),
                delimiter=";",
            )
        )
        assert len(rows) == 31
        assert len({len(row) for row in rows}) == 1
        name, data = exported(answers, what="replay", form="pdf", table="UTH-1", round=2)
        assert name == "tapis-UTH-1-1-2.pdf"
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]
        assert "Règlement" in pages[0], "cards, seats and amounts come first"
        seats = answers.answer({"ask": "replay", "table": "UTH-1", "round": 2})["felts"][-1]["seats"]
        settled = {one["seat"] for one in seats if one["settled_ms"]}
        assert settled
        assert settled == {int(seat) for seat in re.findall(r"Siège (\d)\b", "".join(pages)) if int(seat)}
        assert "Feuille de litige" in "".join(pages[1:])
        _, data = exported(answers, what="rounds", form="pdf")
        assert "SIMULATION" in PdfReader(io.BytesIO(data)).pages[0].extract_text()
        with pytest.raises(BadQuestion, match="what: one of"):
            answers.answer({"ask": "export", "what": "house"})


def exported(answers: Answers, **question: Any) -> tuple[str, bytes]:
    told = answers.answer({"ask": "export", "lang": "fr", **question})
    return told["name"], base64.b64decode(told["data"])


def test_the_command_line_exits_1_for_an_altered_journal(night: Path, tmp_path: Path) -> None:
    journals = copied(night, tmp_path / "journals")
    store = ["--store", str(tmp_path / "house.db")]
    told = CliRunner().invoke(main, ["house", "figures", str(journals), *store, "--json"])
    assert told.exit_code == 0
    assert json.loads(told.stdout)["rows"][0]["rounds"] == 15
    printed = CliRunner().invoke(main, ["house", "figures", str(journals), *store, "--by", "day"])
    assert "15 coups" in printed.output
    alter(next(journals.glob("*.journal")), 9)
    again = CliRunner().invoke(main, ["house", "rebuild", str(journals), *store, "--lang", "en"])
    assert again.exit_code == 1
    assert "entry 9" in again.output
