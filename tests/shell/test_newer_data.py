"""An older program over a newer one's data, as after a rollback: one sentence, and nothing is lost."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from controller.cli.doctor import examine
from controller.cli.doctor_findings import Level
from controller.journal.chain import Row, link, opening_of
from controller.journal.closed import closed_faults
from controller.journal.newer import VERSION_FILE, newest_here, this_version
from controller.journal.seal import load_master
from controller.journal.writer import Journal
from controller.settings.draft import settings_in_force
from controller.settings.settings_error import SettingsError
from tests.shell.test_damaged_files import STARTS
from tests.shell.test_damaged_houses import settings_of, sound, start

__all__ = ["sound"]

NEWER = "99.1"
JOURNAL = "journals/UTH-9-000001.journal"
DRAFT = {
    "number": 1,
    "person": "dir-1",
    "reason": "authorisation",
    "at_ms": 1,
    "changes": [],
    "before": "",
    "after": "",
    "consequences": [],
    "needed": 1,
    "approved": [],
}
LINE = {
    "number": 1,
    "act": "propose",
    "person": "dir-1",
    "reason": "authorisation",
    "at_ms": 1,
    "draft": DRAFT,
    "complete": False,
    "previous": "",
}


def entry(kind: str, **body: object) -> Callable[[Path], None]:
    """Chained to the journal as whoever has the table writes it."""

    def plant(data: Path) -> None:
        with closing(sqlite3.connect(data / JOURNAL)) as db, db:
            newest = "SELECT seq, at_ms, hash FROM journal ORDER BY seq DESC LIMIT 1"
            seq, at_ms, last = db.execute(newest).fetchone()
            text = json.dumps(body, separators=(",", ":"))
            made = link(last, seq + 1, at_ms, kind, text)
            row = (seq + 1, at_ms, kind, text, last, made)
            db.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", row)

    return plant


def version(name: str, table: str) -> Callable[[Path], None]:
    """Of a number that nobody knows here; what guards the table is put back as it was."""

    def plant(data: Path) -> None:
        with closing(sqlite3.connect(data / name)) as db, db:
            guards = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?"
            found = db.execute(guards, (table,)).fetchall()
            for guard, _ in found:
                db.execute(f"DROP TRIGGER {guard}")
            db.execute(f"UPDATE {table} SET version = version + 1")
            for _, text in found:
                db.execute(text)

    return plant


def line(**more: object) -> Callable[[Path], None]:
    """A whole line of the settings' record, with what nobody knows here."""

    def plant(data: Path) -> None:
        (data / "settings.log").write_text(json.dumps({**LINE, **more}) + "\n", encoding="utf-8")

    return plant


PLANTED = {
    "a kind of entry": (JOURNAL, entry("CardBlessed", seat=1), "unknown kind 'CardBlessed'"),
    "a field": (JOURNAL, entry("BetsClosed", jp1_seats=[], moon=1), "unknown field 'moon'"),
    "a choice": (JOURNAL, entry("MachineChanged", machine="oracle", health="up", detail=""), "no Machine"),
    "the format of a journal": (JOURNAL, lambda data: reformatted(data / JOURNAL), "format 2.0"),
    "the book": ("jackpot.book", version("jackpot.book", "terms"), "version 2"),
    "the register": ("people.register", version("people.register", "register"), "a register of version"),
    "an act of the settings": ("settings.log", line(act="postpone"), "line 1"),
    "a fact of the settings": ("settings.log", line(moon=1), "line 1"),
}
"""By what a newer program has written: in which file, how, and what is said of it."""


def reformatted(path: Path) -> None:
    """The journal of another format, with the same entries as far as they are known."""
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT * FROM journal ORDER BY seq").fetchall()
        guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        db.execute("DELETE FROM journal")
        seq, at_ms, kind, body, previous, _ = rows[0]
        body = json.dumps({**json.loads(body), "schema": "2.0"}, separators=(",", ":"))
        made = link(previous, seq, at_ms, kind, body)
        db.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", (seq, at_ms, kind, body, previous, made))
        for _, text in guards:
            db.execute(text)
        db.commit()
    path.with_name(f"{path.name}.heads").unlink(missing_ok=True)


def kept(data: Path) -> dict[str, object]:
    """All that the table keeps: of databases every row, of other files every byte."""
    found: dict[str, object] = {}
    for path in sorted(data.rglob("*")):
        if not path.is_file() or path.name.endswith(("-wal", "-shm", ".lock")):
            continue
        if path.read_bytes()[:6] != b"SQLite":
            found[path.name] = path.read_bytes()
            continue
        with closing(sqlite3.connect(path)) as db:
            found[path.name] = list(db.iterdump())
    return found


@pytest.fixture
def rolled_back(sound: Path) -> Path:
    """The folder of a table under which a newer program ran last."""
    (sound / "data" / "settings.log").unlink()
    (sound / "data" / VERSION_FILE).write_text(f"{NEWER}\n", encoding="utf-8")
    return sound


def why(folder: Path) -> str:
    """Why `tapis run` does not start: of its settings, or of what it opens under them."""
    try:
        settings_in_force(settings_of(folder))
    except SettingsError as error:
        return str(error)
    return start(folder)


@pytest.mark.parametrize("what", PLANTED)
def test_what_a_newer_program_wrote_is_refused_by_name_and_nothing_is_lost(
    what: str, rolled_back: Path
) -> None:
    name, plant, detail = PLANTED[what]
    data = rolled_back / "data"
    plant(data)
    before = kept(data)
    said = why(rolled_back)
    assert said.startswith(f"{data / name} was written by a newer program ("), said
    assert detail in said
    assert said.endswith(
        f"; this one is {this_version()}, the last that ran here {NEWER}:"
        f" erase nothing, install {NEWER} again (OPERATIONS.md, section 1)"
    )
    assert kept(data) == before
    if what in ("a field", "a choice"):
        return  # of a kind that the doctor's audit does not open: the table alone does
    told = [one for one in examine(settings_of(rolled_back)) if one.level is Level.FAULT]
    assert any(f"install {NEWER} again" in f"{one.found} {one.advice}" for one in told), told


def test_a_session_that_a_newer_program_closed_is_no_damage_to_the_next_ones(rolled_back: Path) -> None:
    """Closed under the newer program, and started once more by it: the older one goes on from there."""
    data = rolled_back / "data"
    entry("CardBlessed", seat=1)(data)
    with closing(sqlite3.connect(data / JOURNAL)) as db:
        first, last = (
            db.execute(f"SELECT * FROM journal ORDER BY seq {way}").fetchone() for way in ("", "DESC")
        )
    opening = replace(opening_of(Row(*first)), session=2, previous=last[5])
    second = data / "journals" / "UTH-9-000002.journal"
    Journal.create(second, opening, at_ms=last[1], sealer_master=load_master(data / "seal.key")).close()
    assert start(rolled_back) == STARTS
    assert list(closed_faults(second, lambda: False)) == []


def test_a_program_notes_that_it_ran_last(sound: Path) -> None:
    assert (sound / "data" / VERSION_FILE).read_text(encoding="utf-8") == f"{this_version()}\n"


def test_the_newer_program_is_named_where_it_noted_itself_and_by_words_where_it_did_not(
    tmp_path: Path,
) -> None:
    assert (newest_here(tmp_path), newest_here(tmp_path, "fr")) == ("the newer one", "le plus récent")
    (tmp_path / VERSION_FILE).write_text(f"{this_version()}\n")
    assert newest_here(tmp_path) == "the newer one"
    (tmp_path / VERSION_FILE).write_text(f"{NEWER}\n")
    assert newest_here(tmp_path, "fr") == NEWER
