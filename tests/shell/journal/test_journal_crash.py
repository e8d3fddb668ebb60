"""Killed at any instant, a journal holds whole steps: every one acknowledged, at most one more."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from controller.journal.chain import NotAJournal
from controller.journal.verify import verify
from controller.journal.writer import Journal
from tests.shell.journal.journals import (
    OPENING,
    START_MS,
    STEPS_A_ROUND,
    create,
    reopen,
    steps_of,
    write_rounds,
)

ROOT = Path(__file__).parents[3]
STEPS = [step for round_ in (1, 2) for step in steps_of(round_)]
ENDS = [1]
for _step in STEPS:
    ENDS.append(ENDS[-1] + len(_step))

FILE_ACTS = ("open", "os.rename", "os.remove", "sqlite3.connect", "sqlite3.connect/handle")


def killed(act: Callable[[Callable[[str], None]], None], point: str, count: int) -> None:
    """A child does `act` and is killed by SIGKILL when `point` comes for the `count`th time."""
    child = os.fork()
    if child == 0:
        left = count

        def crash(name: str) -> None:
            nonlocal left
            left -= name == point
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            act(crash)
        finally:
            os._exit(7)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), f"{point} {count} was not reached"
    assert os.WTERMSIG(status) == signal.SIGKILL


def power_cut_in(change: str, path: Path, to: Path) -> Path:
    """The files as a power cut leaves them while SQLite is changing the journal: a hot note beside it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        assert writer.execute("PRAGMA journal_mode=DELETE").fetchone()[0] == "delete"
        writer.execute("PRAGMA cache_size=1")
        writer.execute("PRAGMA cache_spill=1")
        writer.execute("BEGIN IMMEDIATE")
        writer.execute(change)
        note = path.with_name(path.name + "-journal")
        assert note.stat().st_size > 512
        for file in (path, note):
            shutil.copy(file, to / file.name)
        writer.execute("ROLLBACK")
    return to / path.name


def test_a_journal_whose_power_was_cut_while_it_was_being_closed_is_gone_on_with(tmp_path: Path) -> None:
    """Its writer takes it out of WAL mode as it stops; cut off in that, no reader opened it any more."""
    path = tmp_path / "UTH-1.journal"
    journal = create(path)
    play(journal, 0)
    journal.close()
    (tmp_path / "after").mkdir()
    left = power_cut_in(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)"
        f" INSERT INTO journal SELECT {ENDS[-1]} + i, 0, 'x', hex(zeroblob(400)), '', '' FROM n",
        path,
        tmp_path / "after",
    )
    alone = [sys.executable, str(ROOT / "deploy" / "verify_journal.py"), str(left)]
    told = subprocess.run(alone, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert left.with_name(left.name + "-journal").exists(), "an inspector's verifier changes nothing"
    report = verify(left)
    assert report.ok
    assert report.entries == ENDS[-1]
    assert not left.with_name(left.name + "-journal").exists()
    reopen(left).close()


def play(journal: Journal, done: int) -> None:
    """The steps from number `done` on are in the journal."""
    for at, step in enumerate(STEPS[done:], start=done):
        journal.append(step, START_MS + at)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> str:
    with create(tmp_path_factory.mktemp("whole") / "whole.journal") as journal:
        play(journal, 0)
        return journal.head.hash


@pytest.mark.parametrize("step", range(1, len(STEPS) + 1))
@pytest.mark.parametrize("point", ["before_begin", "before_commit", "after_commit"])
def test_a_kill_at_any_boundary_leaves_whole_steps(
    tmp_path: Path, uninterrupted: str, point: str, step: int
) -> None:
    path = tmp_path / "x.journal"
    killed(lambda crash: play(create(path, durable=True, crash=crash), 0), point, step)
    with reopen(path) as journal:
        done = step if point == "after_commit" else step - 1
        assert journal.head.seq == ENDS[done]
        play(journal, done)
        assert journal.head.hash == uninterrupted
        assert [one.event for one in journal.events()] == [event for one in STEPS for event in one]
    report = verify(path)
    assert (report.ok, report.head) == (True, uninterrupted)


def test_a_kill_inside_a_statement_leaves_whole_steps(tmp_path: Path, uninterrupted: str) -> None:
    """Between two inserts of one step, where only SQLite's own callback comes."""
    for count in range(1, 1 + len(STEPS) * 2 + ENDS[-1] - 1, 5):
        path = tmp_path / f"{count}.journal"

        def act(crash: Callable[[str], None], path: Path = path) -> None:
            journal = create(path, durable=True)
            journal._rows.conn.set_trace_callback(lambda sql: crash("statement"))
            play(journal, 0)

        killed(act, "statement", count)
        with reopen(path) as journal:
            assert journal.head.seq in ENDS
            play(journal, ENDS.index(journal.head.seq))
            assert journal.head.hash == uninterrupted


def test_a_kill_while_creating_leaves_a_whole_journal_or_none(tmp_path: Path) -> None:
    """At every file operation of `create`: the journal is there with its first row, or not at all."""
    seen = set()
    for count in range(1, 40):
        path = tmp_path / f"{count}.journal"

        def act(crash: Callable[[str], None], path: Path = path) -> None:
            sys.addaudithook(lambda name, _: crash("file") if name in FILE_ACTS else None)
            create(path, durable=True).close()
            while True:
                crash("file")

        killed(act, "file", count)
        seen.add(path.exists())
        if path.exists():
            assert verify(path).entries == 1
            reopen(path).close()
        else:
            with pytest.raises(NotAJournal):
                reopen(path)
            create(path).close()
        assert verify(path).ok
    assert seen == {True, False}


def test_a_log_cut_at_any_place_gives_the_last_whole_step(tmp_path: Path) -> None:
    """A power cut: only a beginning of the write-ahead log has reached the disk."""
    path = tmp_path / "x.journal"
    killed(lambda crash: play(create(path, durable=True, crash=crash), 0), "after_commit", len(STEPS))
    log = path.with_name(path.name + "-wal").read_bytes()
    ends = set()
    for length in range(0, len(log) + 1, max(1, len(log) // 120)):
        cut = tmp_path / "cut.journal"
        shutil.copy(path, cut)
        cut.with_name(cut.name + "-wal").write_bytes(log[:length])
        cut.with_name(cut.name + "-shm").unlink(missing_ok=True)
        with reopen(cut) as journal:
            assert journal.head.seq in ENDS
            ends.add(journal.head.seq)
            done = ENDS.index(journal.head.seq)
            assert [one.event for one in journal.events()] == [e for one in STEPS[:done] for e in one]
    assert len(ends) > len(STEPS) // 2


def test_reading_a_killed_journal_does_not_change_it(tmp_path: Path) -> None:
    path = tmp_path / "x.journal"
    killed(lambda crash: play(create(path, durable=True, crash=crash), 0), "before_commit", 9)
    files = [path, path.with_name(path.name + "-wal")]
    before = [one.read_bytes() for one in files]
    for _ in range(2):
        report = verify(path)
        assert (report.ok, report.entries) == (True, ENDS[8])
    assert [one.read_bytes() for one in files] == before


def test_the_lock_of_a_killed_writer_is_nobodys(tmp_path: Path) -> None:
    path = tmp_path / "x.journal"
    killed(lambda crash: play(create(path, crash=crash), 0), "before_commit", 3)
    assert path.with_name(path.name + ".lock").exists()
    with reopen(path) as journal:
        write_rounds(journal, [3])
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_the_opening_survives_the_kill(tmp_path: Path) -> None:
    path = tmp_path / "x.journal"
    killed(lambda crash: play(create(path, crash=crash), 0), "after_commit", STEPS_A_ROUND)
    with reopen(path) as journal:
        assert journal.opening == OPENING
