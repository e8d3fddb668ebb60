"""A book that does not add up when the program starts: JP1 is closed, the game goes on (RC-04, AC-08).

A hand, or the disk, has changed a number: the pages are sound, meter and journals agree with the last act.
Only the sum tells, and what it would tell at the closing alone may be in the next jackpot before.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.book.at_url import open_book
from controller.book.port import Book
from controller.game import inputs as i
from controller.game.meter.types import RESIDUAL
from tests.builders import CHEF
from tests.law.requirements import requirement
from tests.shell.book.jackpot_books import EXAMPLE
from tests.shell.book.room import FileShelf, Room
from tests.shell.book.test_book_forgets import NOTHING, ROYAL

EURO_MICRO = 100 * 1_000_000
CHANGED = {
    "a stake": f"UPDATE entries SET meter_micro = meter_micro - {EURO_MICRO} WHERE seq = 2",
    "a balance": "UPDATE entries SET meter_after_micro = meter_after_micro - 1 WHERE seq = 2",
    "the reserve": f"UPDATE standing SET reserve_balance = reserve_balance + 1000 * {EURO_MICRO}",
    "what was frozen": f"UPDATE standing SET frozen_balance = frozen_balance + 1000 * {EURO_MICRO}",
    "what was staked": "UPDATE standing SET stakes_total = stakes_total - 1",
}


class StartedOn(FileShelf):
    """A SQLite book, opened as a table opens its own."""

    def open(self) -> Book:
        return open_book(str(self.path), EXAMPLE, create=True)

    def change(self, statement: str) -> None:
        """A number of it is another; nobody has it open."""
        with closing(sqlite3.connect(self.path)) as forger:
            triggers = forger.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
            for (trigger,) in triggers:
                forger.execute(f"DROP TRIGGER {trigger}")
            assert forger.execute(statement).rowcount == 1
            forger.commit()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path, StartedOn(tmp_path))
    made.open()
    yield made
    made.stop()


def started_on_changed(room: Room, statement: str) -> Room:
    """The program is started again, and the book has changed meanwhile."""
    assert isinstance(room.shelf, StartedOn)
    room.stop()
    room.shelf.change(statement)
    room.start()
    return room


@requirement("RC-04", "AC-08")
@pytest.mark.parametrize("statement", CHANGED.values(), ids=CHANGED)
def test_no_stake_is_taken_on_a_book_that_does_not_add_up_until_two_persons_reopen(
    statement: str, room: Room
) -> None:
    room.bets(1).played(NOTHING).settled()
    started_on_changed(room, statement)
    told = room.state.jackpot
    assert (told.open, told.closed_code) == (False, RESIDUAL)
    assert "A-102" in {alarm.code for alarm in room.state.alarms}
    room.badge(*CHEF).do(i.NextRound()).reopened()
    assert room.state.jackpot.open
    assert room.keeper.compare() is None, "it is said once, and they have heard it"


def test_a_book_that_adds_up_is_started_on_without_a_word(room: Room) -> None:
    room.bets(1).played(ROYAL)
    room.stop().start()
    assert room.state.jackpot.open
