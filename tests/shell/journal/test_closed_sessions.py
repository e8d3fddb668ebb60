"""Journals of closed sessions that are damaged, gone or another's are told beside the play (A-241).

Of 64 damaged ones the start once mentioned none.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from controller.clock import SystemClock
from controller.game.inputs import HostObserved, HostTrouble
from controller.journal.chain import Row, opening_of, opening_row
from controller.journal.closed import closed_faults, glance
from controller.journal.heads import Signer, heads_path
from controller.journal.signing import SignedJournal
from controller.journal.verify import verify
from controller.table.host_watch import HostWatch
from tests.long import long
from tests.shell.journal.journals import OPENING, START_MS, by_hand, create, rewrite, rows_of, write_rounds

SIGNER = Signer(b"\1" * 32)


def never() -> bool:
    return False


@pytest.fixture
def sessions(tmp_path: Path) -> list[Path]:
    """Four closed sessions, one after the other, with their signed heads."""
    previous, made = "", []
    for number in (1, 2, 3, 4):
        path = tmp_path / f"{OPENING.table}-{number:06d}.journal"
        with create(path, replace(OPENING, session=number, previous=previous)) as journal:
            signed = SignedJournal(journal, path, SIGNER, at_ms=START_MS, durable=False)
            write_rounds(journal, [1])
            signed.finish(START_MS + 1_000)
            signed.close()
            previous = journal.head.hash
        made.append(path)
    return made


def told(last: Path) -> set[str]:
    return {fault.file.name for fault in closed_faults(last, never)}


def flip(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 0x10
    path.write_bytes(data)


def ends_early(path: Path, sessions: list[Path]) -> None:
    """A copy of the session as it was two entries before its end, heads and all: each row holds."""
    rows = rows_of(path)
    path.unlink()
    heads_path(path).unlink()
    with create(path, replace(OPENING, session=2, previous=rows[0].prev_hash)) as journal:
        write_rounds(journal, [1, 2])


HARMS: dict[str, Callable[[Path, list[Path]], object]] = {
    "emptied": lambda path, _: path.write_bytes(b""),
    "cut": lambda path, _: path.write_bytes(path.read_bytes()[:-4096]),
    "longer": lambda path, _: path.write_bytes(path.read_bytes() + bytes(4096)),
    "gone": lambda path, _: path.unlink(),
    "a folder": lambda path, _: (path.unlink(), path.mkdir()),
    "text": lambda path, _: path.write_text("bonjour\n" * 600, "utf-8"),
    "of another session": lambda path, sessions: path.write_bytes(sessions[0].read_bytes()),
    "another end": ends_early,
    "heads of another session": lambda path, sessions: heads_path(path).write_bytes(
        heads_path(sessions[0]).read_bytes()
    ),
    "heads that are none": lambda path, _: heads_path(path).write_bytes(b"bonjour\n"),
}


@pytest.mark.parametrize("how", HARMS)
def test_a_closed_session_that_is_not_what_was_written_is_named(how: str, sessions: list[Path]) -> None:
    assert told(sessions[-1]) == set()
    HARMS[how](sessions[1], sessions)
    assert told(sessions[-1]) == {sessions[1].name}
    watch = HostWatch(sessions[0].parent, SystemClock(), print, low_bytes=0, journal=sessions[-1])
    assert watch.look_back(0.0) == [HostObserved(HostTrouble.CLOSED_JOURNAL, detail=sessions[1].name)]


@pytest.mark.parametrize("flips", [12, long(64)])
def test_whatever_verify_finds_is_found_beside_the_play(flips: int, sessions: list[Path]) -> None:
    dice, sound = Random(flips), sessions[1].read_bytes()
    found = 0
    for _ in range(flips):
        flip(sessions[1], dice.randrange(len(sound)))
        bad = {one.file for one in verify(sessions[0].parent).files if not one.ok}
        assert not bad or sessions[1].name in told(sessions[-1])
        found += bool(bad)
        sessions[1].write_bytes(sound)
    assert found >= flips // 4  # the rest fell on bytes that hold nothing
    assert told(sessions[-1]) == set()


def test_old_sessions_that_were_copied_away_are_no_fault(sessions: list[Path]) -> None:
    for path in sessions[:2]:
        path.unlink()
        heads_path(path).unlink()
    assert told(sessions[-1]) == set()
    assert glance(sessions[2]) == ""


def by_all_tools(forge: Callable[[list[Row]], list[Row]]) -> Callable[[Path, list[Path]], object]:
    """The rows are others, each hashed anew, and no head is left to tell."""

    def harm(path: Path, _: list[Path]) -> None:
        rows = forge(rows_of(path))
        rewrite(path, rows, linked_from=1)
        heads_path(path).unlink()

    return harm


def altered(statement: str) -> Callable[[Path, list[Path]], object]:
    def harm(path: Path, _: list[Path]) -> None:
        with by_hand(path) as conn:
            conn.execute(statement)

    return harm


def overwritten(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at : at + 8] = b"\xff" * 8
    path.write_bytes(data)


def guard_gone(path: Path, _: list[Path]) -> None:
    with by_hand(path, without_triggers=False) as conn:
        conn.execute("DROP TRIGGER journal_never_changes")


def shorter(path: Path, sessions: list[Path]) -> None:
    """The last entry is gone, and its head is left."""
    with by_hand(path) as conn:
        conn.execute("DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal)")


SENTENCES: dict[str, tuple[Callable[[Path, list[Path]], object], str]] = {
    "its first page": (lambda path, _: overwritten(path, 100), "cannot be read: damaged"),
    "a trigger": (
        guard_gone,
        "journal_never_changes is missing from the file",
    ),
    "every entry": (altered("DELETE FROM journal"), "the first entry is missing"),
    "the last kind, longer than any hash takes": (
        altered(f"UPDATE journal SET kind = '{'x' * 70_000}' WHERE seq = (SELECT max(seq) FROM journal)"),
        "entry 16: its hash is not that of its content",
    ),
    "the last hash but one, to no hash": (
        altered("UPDATE journal SET prev_hash = 'bonjour' WHERE seq = (SELECT max(seq) FROM journal)"),
        "entry 16: its hash is not that of its content",
    ),
    "what its opening says": (
        by_all_tools(lambda rows: [rows[0]._replace(body="[]"), *rows[1:]]),
        "its first entry cannot be read",
    ),
    "which session it is": (
        by_all_tools(
            lambda rows: [opening_row(replace(opening_of(rows[0]), session=9), START_MS, "ab" * 8), *rows[1:]]
        ),
        "it is of UTH-2, session 9",
    ),
    "its end": (shorter, "a head was signed at entry 16, and the journal ends at 15"),
    "its heads, to a folder": (
        lambda path, _: (heads_path(path).unlink(), heads_path(path).mkdir()),
        "its signed heads cannot be opened",
    ),
}


@pytest.mark.parametrize(("harm", "said"), SENTENCES.values(), ids=SENTENCES)
def test_at_a_glance_it_is_said_what_was_changed(
    harm: Callable[[Path, list[Path]], object], said: str, sessions: list[Path]
) -> None:
    path = sessions[-1]
    assert glance(path) == ""
    harm(path, sessions)
    assert glance(path) == said
    assert glance(path.with_name("UTH-1-000009.journal")) == "cannot be opened"


def test_a_session_without_heads_holds_by_its_chain(sessions: list[Path]) -> None:
    heads_path(sessions[1]).unlink()
    assert told(sessions[-1]) == set()


def middle_of(path: Path) -> int:
    """A place within the pages of the entries between the first and the last."""
    with closing(sqlite3.connect(path)) as conn:
        row = conn.execute("SELECT body FROM journal WHERE seq = 9").fetchone()
    return path.read_bytes().index(row[0].encode())


def test_what_a_glance_does_not_see_the_whole_reading_tells(sessions: list[Path]) -> None:
    """One with a head torn in the middle of its file, one with a page of SQLite's that is none."""
    heads, pages = heads_path(sessions[0]), sessions[1]
    last = heads.read_text().splitlines()[-1]
    heads.write_text(f"{last}\nbonjour\n{last}\n")
    middle = middle_of(pages) // 4096 * 4096
    overwritten(pages, middle)
    found = {fault.file.name: fault.why for fault in closed_faults(sessions[-1], never)}
    assert "no signed head" in found[sessions[0].name]
    assert "cannot be read: damaged" in found[pages.name]
    assert len(found) == 2


def test_a_folder_that_is_gone_accuses_nobody(tmp_path: Path) -> None:
    assert list(closed_faults(tmp_path / "unmounted" / "UTH-1-000002.journal", never)) == []


def test_who_is_no_longer_asked_in_the_middle_of_a_reading_stops_there(sessions: list[Path]) -> None:
    heads_path(sessions[0]).write_text("bonjour\n" + heads_path(sessions[0]).read_text())
    asked: list[int] = []
    told = closed_faults(sessions[-1], lambda: bool(asked.append(1)) or len(asked) > 4)
    assert list(told) == [], "three glances, and the second pause of the first reading"
    assert [fault.file.name for fault in closed_faults(sessions[-1], never)] == [sessions[0].name]


def test_who_is_no_longer_asked_stops_looking(sessions: list[Path]) -> None:
    HARMS["emptied"](sessions[0], sessions)
    asked: list[int] = []
    assert list(closed_faults(sessions[-1], lambda: bool(asked.append(1)) or len(asked) > 1)) == []


def test_a_session_that_is_spoilt_between_the_glance_and_the_reading_is_told(sessions: list[Path]) -> None:
    spoilt, asked = sessions[0], []

    def pause() -> bool:
        asked.append(1)
        if len(asked) == 4:  # the first reading has begun
            overwritten(spoilt, 100)
        return False

    (found,) = closed_faults(sessions[-1], pause)
    assert (found.file, found.why) == (spoilt, "cannot be read: damaged")


def test_a_present_session_that_cannot_be_read_accuses_none_of_those_before(sessions: list[Path]) -> None:
    """Whom it follows nobody can tell; that it is spoilt its own start tells."""
    overwritten(sessions[-1], 100)
    assert told(sessions[-1]) == set()
