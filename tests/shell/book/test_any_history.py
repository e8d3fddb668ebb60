"""Histories of a table whose book goes back, forgets and answers otherwise, again and again.

Rounds of every kind; between them or in the middle of them an older copy is put back or made, a last commit
lost, another hand writes, another table stakes, the program is started again; two persons come at once, or at
the end. JP1 is reopened, the table closes, and what the journals acknowledged is what the book has and what
was accepted by name (rules, section 7, point 10).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from controller.book.answers import Key
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.jackpot.owed_at_closing import still_owing
from controller.game.meter.interruption import closed_for_good
from controller.game.state import Phase
from tests.long import long
from tests.private_postgres import PrivateServer
from tests.shell.book.jackpot_books import JOURNAL, STAKE
from tests.shell.book.room import FileShelf, Room, ServerShelf, Shelf
from tests.shell.book.test_any_difference import (
    OTHER,
    by_hand,
    corrected,
    key_of,
    prize,
    quiet_round,
    read,
    royal,
    royal_refused,
    seat_leaves,
    verified,
)

NEIGHBOUR = "UTH-9"
ROUNDS = 5
PLAYS = (quiet_round, quiet_round, prize, royal, royal_refused, seat_leaves, corrected, read)


class History:
    """One table's nights, by its dice."""

    def __init__(self, room: Room, seed: int) -> None:
        self.room, self.dice = room, Random(seed)
        self.neighbours = 0

    def put_back(self, room: Room, asked: r.BookRequest) -> None:
        room.shelf.put_back()

    def first(self, room: Room, asked: r.BookRequest) -> None:
        """Another hand ends the round, or gives the stake back, before this table asks."""
        key = key_of(room, asked)
        if self.dice.random() < 0.5:
            room.book.finish(by_hand(key, "finish"), 1)
        else:
            room.book.refund(by_hand(key, "refund"), 1, 1)

    def another(self, room: Room, asked: r.BookRequest) -> None:
        room.book.forgo(key_of(room, asked), (7,), STAKE, 1)

    def neighbour(self, room: Room, asked: r.BookRequest) -> None:
        """Another table's round; its journal is elsewhere."""
        self.neighbours += 1
        for act in ("contribute", "finish"):
            its = Key(NEIGHBOUR, JOURNAL, self.neighbours, 1, act)
            room.book.finish(its, 1) if act == "finish" else room.book.contribute(its, (1, 2), STAKE, 1)

    def cut(self, room: Room, asked: r.BookRequest) -> None:
        """The link is lost with the answer, and there again."""
        room.shelf.away()
        room.shelf.there()

    def meddle(self) -> None:
        """Something happens at one of the next requests."""
        room, what = (
            self.room,
            self.dice.choice(("put_back", "put_back", "first", "another", "neighbour", "cut")),
        )
        how: Callable[[Room, r.BookRequest], None] = getattr(self, what)
        wait = self.dice.randrange(4)

        def now(asked: r.BookRequest) -> bool:
            nonlocal wait
            wait -= 1
            return wait < 0 and not isinstance(asked, r.Reopen | r.ReadBook)

        asked_first = what in ("first", "another") or self.dice.random() < 0.5
        (room.before if asked_first else room.after).append((now, how))

    def play(self) -> None:
        room, dice = self.room, self.dice
        room.open()
        room.copy()
        for _ in range(ROUNDS):
            room.mends = dice.random() < 0.5
            if dice.random() < 0.6:
                self.meddle()
            play = dice.choice(PLAYS)
            if room.state.jackpot.open or play in (quiet_round, read):
                play(room)
            if dice.random() < 0.2:
                room.stop().start()
            if room.state.phase is Phase.CLEARING:
                room.resumed().do(i.NextRound())
            if dice.random() < 0.3:
                room.copy()
            elif dice.random() < 0.2:
                room.put_back()
        room.before, room.after, room.mends = [], [], False

    def end(self) -> None:
        room = self.room
        for _ in range(5):
            room.see(i.TimeObserved(room.at.now_ms()))
            if not closed_for_good(room.state):
                break
            room.reopened()
        assert room.state.jackpot.open
        room.bets(3).played(("2c 3d Qs Js", "Kc 8d 7h", "9s 4d")).settled().closed()
        assert room.state.phase is Phase.CLOSED
        assert not still_owing(room.state)
        found = room.verdict()
        told = [one for one in found.findings if f"/{OTHER}" not in one and NEIGHBOUR not in one]
        assert (told, found.in_flight) == ([], ())
        assert verified(room)


def cases() -> Iterator[object]:
    """Two hundred histories in the trials, three in every run."""
    for seed in range(100):
        for book in ("sqlite", "postgres"):
            now = seed < (2 if book == "sqlite" else 1)
            yield (book, seed) if now else long(book, seed)


@pytest.mark.parametrize(("book", "seed"), list(cases()))
def test_two_persons_can_always_go_on(
    book: str, seed: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    shelf: Shelf
    if book == "sqlite":
        shelf = FileShelf(tmp_path)
    else:
        server: PrivateServer = request.getfixturevalue("postgres")
        shelf = ServerShelf(server)
    room = Room(tmp_path, shelf)
    history = History(room, seed)
    try:
        history.play()
        history.end()
    finally:
        room.stop()
        shelf.clear()
