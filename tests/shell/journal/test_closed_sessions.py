"""Journals of closed sessions that are damaged, gone or another's are told beside the play (A-241).

Of 64 damaged ones the start once mentioned none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from controller.clock import SystemClock
from controller.game.inputs import HostObserved, HostTrouble
from controller.journal.closed import closed_faults, glance
from controller.journal.heads import Signer, heads_path
from controller.journal.signing import SignedJournal
from controller.journal.verify import verify
from controller.table.host_watch import HostWatch
from tests.long import long
from tests.shell.journal.journals import OPENING, START_MS, create, rows_of, write_rounds

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


def test_who_is_no_longer_asked_stops_looking(sessions: list[Path]) -> None:
    HARMS["emptied"](sessions[0], sessions)
    asked: list[int] = []
    assert list(closed_faults(sessions[-1], lambda: bool(asked.append(1)) or len(asked) > 1)) == []
