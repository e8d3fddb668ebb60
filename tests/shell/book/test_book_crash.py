"""A process killed anywhere in an act of the book, and the same act asked again: done once, exactly."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from controller.book.answers import Award
from controller.book.port import Account, ActKind, Book
from controller.book.sqlite import SqliteBook
from tests.law.requirements import requirement
from tests.shell.book.jackpot_books import EXAMPLE, STAKE, TWO, exact, key, royal, stake

POINTS: Final = ("before_begin", "before_commit", "after_commit")

Step = Callable[[Book], Any]


def _quads(book: Book) -> Any:
    return book.award(key("T2", 1, "award", seat=2), (Award("quads", 2, 50_000),), 7)


def _two_tables(book: Book) -> None:
    stake(book, "T1", 1, 1, 2)
    stake(book, "T2", 1, 2, 3)


def _claimed(book: Book) -> None:
    _two_tables(book)
    royal(book, "T1", 1)


def _alone(book: Book) -> None:
    _claimed(book)
    book.finish(key("T2", 1, "finish"), 6)


CASES: Final[dict[str, tuple[ActKind, Step, Step]]] = {
    "contribute": (
        ActKind.CONTRIBUTE,
        _two_tables,
        lambda book: book.contribute(key("T1", 2, "contribute"), (1, 2, 7), STAKE, 7),
    ),
    "contribute refused": (
        ActKind.CONTRIBUTE,
        _two_tables,
        lambda book: book.contribute(key("T1", 2, "contribute"), (1,), STAKE + 1, 7),
    ),
    "finish": (ActKind.FINISH, _two_tables, lambda book: book.finish(key("T1", 1, "finish"), 7)),
    "claim": (ActKind.CLAIM, _two_tables, lambda book: book.claim(key("T1", 1, "claim"), 1, 7)),
    "second claim": (ActKind.CLAIM, _claimed, lambda book: book.claim(key("T2", 1, "claim"), 2, 7)),
    "award": (ActKind.AWARD, _two_tables, _quads),
    "award of the jackpot": (
        ActKind.AWARD,
        _alone,
        lambda book: book.award(key("T1", 1, "award", seat=1), (Award("jackpot", 1, 0),), 7),
    ),
    "award that waits": (
        ActKind.AWARD,
        _claimed,
        lambda book: book.award(key("T1", 1, "award", seat=1), (Award("jackpot", 1, 0),), 7),
    ),
    "refuse": (ActKind.REFUSE, _claimed, lambda book: book.refuse(key("T1", 1, "refuse"), TWO, "vu", 7)),
    "refund": (ActKind.REFUND, _two_tables, lambda book: book.refund(key("T2", 1, "refund", 1, 3), 3, 7)),
    "correct": (
        ActKind.CORRECT,
        _two_tables,
        lambda book: book.correct(key("T1", 0, "correct"), Account.METER, -5, TWO, "relevé", 7),
    ),
    "close": (
        ActKind.CLOSE,
        _claimed,
        lambda book: book.close_dead_round(key("T2", 1, "close"), TWO, "panne", 7),
    ),
}


def killed_at(path: Path, point: str, step: Step) -> int:
    """The signal that ended a process which did `step` until `point`."""
    child = os.fork()
    if child == 0:

        def crash(name: str) -> None:
            if name == point:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            step(SqliteBook.open(path, EXAMPLE, crash=crash))
        finally:
            os._exit(0)
    return os.WTERMSIG(os.waitpid(child, 0)[1])


@requirement("LK-07")
@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("case", sorted(CASES))
def test_an_act_killed_at_any_point_and_asked_again_is_done_once(
    case: str, point: str, tmp_path: Path
) -> None:
    act, before, step = CASES[case]
    path, quiet = tmp_path / "killed.book", tmp_path / "quiet.book"
    for where in (path, quiet):
        with closing(SqliteBook.create(where, EXAMPLE)) as book:
            before(book)
    assert killed_at(path, f"{act}:{point}", step) == signal.SIGKILL
    with closing(SqliteBook.open(path, EXAMPLE)) as book, closing(SqliteBook.open(quiet, EXAMPLE)) as never:
        done = book.read(check=True)
        assert done.residual_micro == 0
        assert (step(never), never.read(check=True)) == (step(book), book.read(check=True))
        assert list(book.acts()) == list(never.acts())
        assert book.last("T1") == never.last("T1")
        if point == "after_commit":
            assert book.read(check=True) == done
        exact(book)


def test_a_process_killed_at_any_instant_loses_nothing_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "jackpot.book"
    SqliteBook.create(path, EXAMPLE).close()
    dice = Random(1)
    acknowledged = 0
    for _ in range(12):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                book = SqliteBook.open(path, EXAMPLE)
                for round_ in range(acknowledged + 1, acknowledged + 10_000):
                    stake(book, "T1", round_, 1, 2, 3)
                    os.write(writer, b".")
            finally:
                os._exit(0)
        os.close(writer)
        seen = len(os.read(reader, 1))
        time.sleep(dice.uniform(0, 0.03))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with open(reader, "rb") as rest:
            seen += len(rest.read())
        acknowledged += seen
        with closing(SqliteBook.open(path, EXAMPLE)) as book:
            count = book.read(check=True).stakes_count
            assert count in (3 * acknowledged, 3 * acknowledged + 3)
            # The act that may have been under way is asked again under its key, and is in once.
            stake(book, "T1", acknowledged + 1, 1, 2, 3)
            acknowledged += 1
            assert book.read(check=True).stakes_count == 3 * acknowledged
            exact(book)
