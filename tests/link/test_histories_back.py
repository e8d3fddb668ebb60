"""Histories of books and data that go back: whatever goes back, JP1 closes and two persons go on.

A failover without its tail, the wrong standby, a stale primary that others go on writing to, a lost last
commit, an older copy, and journals and book put back together: in mid-round and between rounds, with the
program running or started again. Each ends with a closed table, both verifiers content, and every act that
the journals have as acknowledged found in the book or accepted by its name (rules,
section 7, point 10).
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import pytest

from controller.book.bookkeeper import Bookkeeper
from controller.book.journals import read_acts
from controller.game import events as e
from controller.game import inputs as i
from controller.game.state import Phase
from controller.journal.verify import verify
from controller.table.mark import Mark, found_mark, write_mark
from tests.builders import TERMS
from tests.long import long
from tests.private_postgres import PrivateServer
from tests.shell.book.jackpot_books import stake
from tests.shell.book.room import TABLE, FileShelf, Room, ServerShelf, Shelf
from tests.shell.journal.inspector import INSPECTOR

HOLES: Final = ("2c 3d", "2h 3s", "4c Jd")
DEALER: Final = "Qs Jh"
BOARD: Final = ("Kc 8d 7h", "9s 4d")
POLL_MS: Final = 1_000
CLOSED_MS: Final = 4_000
KINDS: Final = ("no tail", "wrong standby", "stale primary", "lost commit", "older copy")
DATA: Final = "journals and book"


class Backed(Room):
    """A room of a linked jackpot, with its own mark outside its journals, and other tables beside it."""

    terms = replace(TERMS, linked=True)

    def start(self) -> None:
        marks = self.folder / "mark"
        marks.mkdir(exist_ok=True)
        mark = found_mark(marks, TABLE)
        super().start()
        files = sorted((self.folder / "journals").glob("*.journal"))
        found = mark.beside(self.session.journal, files, self.session.found)
        known = self.session.told, self.session.closed, found.heard_beside(self.session.heard)
        self.keeper = Bookkeeper(self.book, TABLE, self.journal_id, *known)
        if found.gap is not None:
            self.see(i.DataGapObserved(found.gap))
        told = self.keeper.compare()
        if told is not None:
            self.table.take(told)
        self.hear()

    def stop(self) -> Room:
        journal = self.session.journal
        place = TABLE, journal.opening.session, journal.head.seq, journal.head.hash
        write_mark(self.folder / "mark", Mark(*place, self.keeper.heard))
        return super().stop()

    def others(self, dice: Random, table: str = "T2") -> None:
        """Other tables have staked, and this one has heard of it."""
        with closing(self.shelf.open()) as book:
            for _ in range(dice.randint(1, 3)):
                self.frames_of_others = getattr(self, "frames_of_others", 0) + 1
                stake(book, table, self.frames_of_others, *range(1, dice.randint(2, 5)))

    def poll(self) -> None:
        self.at.advance_to(self.at.now_ms() + POLL_MS)
        self.hear()

    def hand(self, dice: Random) -> None:
        """Bets are made and JP1 stakes are in the book."""
        if self.state.phase is Phase.CLEARING:
            self.do(i.NextRound())
        self.bets(*range(1, dice.randint(2, len(HOLES) + 1)))

    def rest(self) -> None:
        """What is left of the round is played."""
        if self.state.phase is not Phase.DEALING:
            return
        holes = " ".join((*HOLES[: len(self.state.players)], DEALER))
        self.played((holes, *BOARD)).settled()

    def copied_all(self) -> None:
        """A backup of journals and book, of one evening."""
        self.stop().shelf.copy()
        shutil.copytree(self.folder / "journals", self.folder / "older")
        self.start()

    def all_put_back(self) -> None:
        self.stop().shelf.put_back()
        shutil.rmtree(self.folder / "journals")
        shutil.copytree(self.folder / "older", self.folder / "journals")
        self.start()


def went_back(room: Backed, kind: str, dice: Random, *, restarted: bool) -> int:
    """The book that answers now has gone back; how long, in ms of the table, JP1 was open after it."""
    if kind == DATA:
        room.all_put_back()
    elif restarted:
        room.put_back()
    else:
        room.shelf.put_back()
        if kind == "stale primary":
            room.others(dice, "T3")
    since_ms = room.at.now_ms()
    while room.state.jackpot.open:
        room.poll()
        assert room.at.now_ms() - since_ms < CLOSED_MS
    closed_ms = room.at.now_ms() - since_ms
    for _ in range(3):  # first the link was lost, then what came back was compared
        room.poll()
    return closed_ms


def history(room: Backed, kind: str, dice: Random) -> int:
    """One history; how many acknowledged acts were lost and accepted by name."""
    room.open()
    for _ in range(dice.randint(0, 2)):
        room.hand(dice)
        room.others(dice)
        room.rest()
    copied_mid, back_mid, accepted_mid = (dice.random() < 0.5 for _ in range(3))
    if copied_mid and kind != "lost commit":
        room.hand(dice)
    room.copied_all() if kind == DATA else room.copy()
    room.rest()
    if kind != "lost commit":
        room.others(dice)
        room.poll()
    if back_mid or kind == "lost commit":
        room.hand(dice)
    else:
        room.others(dice)
        room.poll()
    heard, ended = room.keeper.heard, room.session.journal.head.seq
    went_back(room, kind, dice, restarted=dice.random() < 0.5)
    seen = room.state.upkeep.difference
    assert not room.state.jackpot.open
    assert seen is not None
    assert seen.heard_seq == heard.seq, "the highest entry that was heard is named"
    assert {up.code for up in room.state.alarms} >= {"A-102"}
    if kind == DATA:
        assert room.state.upkeep.gap is not None
        assert room.state.upkeep.gap.entry == ended
    if accepted_mid:
        room.reopened()
    room.rest()
    if room.state.phase is Phase.CLEARING:
        room.do(i.NextRound())
    for _ in range(2):  # what the table wrote since they looked is shown first: nobody accepts the unseen
        if not room.state.jackpot.open:
            room.reopened()
    assert room.state.jackpot.open, "two persons take it up again"
    room.hand(dice)
    room.rest()
    room.closed()
    assert room.state.phase is Phase.CLOSED
    return accounted(room)


def accounted(room: Backed) -> int:
    """Acknowledged = found + accepted by name, by both verifiers; how many were accepted."""
    found = room.verdict()
    of_others = [
        one for one in found.findings if " T2 " in one or " T3 " in one
    ]  # whose journals are elsewhere
    assert (list(found.findings), found.in_flight, found.residual_cents) == (of_others, (), 0)
    with closing(room.shelf.open()) as book:
        held = {act.key for act in book.acts()}
    folder = room.folder / "journals"
    acts = read_acts(folder)
    assert acts.faults == []
    lost = [act for act in acts.acts if act.recorded and not act.baseline and act.key not in held]
    for act in lost:
        assert any(name.startswith(str(act.key)) for name in found.accepted), act
    assert verify(folder).ok
    before = None
    for one in INSPECTOR.journals_of([folder]):
        _, last, _ = one.check(INSPECTOR.Trust(), before, "", False)
        before = one.order[1], last
    reopened = [event for event in room.told(e.JackpotReopened) if isinstance(event, e.JackpotReopened)]
    assert all(event.accepted is not None or event.data is None for event in reopened)
    return len(lost)


@contextmanager
def backed(folder: Path, shelf: Shelf) -> Iterator[Backed]:
    room = Backed(folder, shelf)
    try:
        yield room
    finally:
        room.stop()
        shelf.clear()


def histories(
    folder: Path, made: Callable[[Path], Shelf], kinds: tuple[str, ...], seeds: range
) -> dict[str, int]:
    """How many histories of each kind went through."""
    done: dict[str, int] = {}
    for seed in seeds:
        kind = kinds[seed % len(kinds)]
        place = folder / str(seed)
        place.mkdir()
        with backed(place, made(place)) as room:
            lost = history(room, kind, Random(f"{kind}/{seed}"))
        shutil.rmtree(place)
        done[kind] = done.get(kind, 0) + 1
        done["acts accepted"] = done.get("acts accepted", 0) + lost
    return done


@pytest.mark.parametrize("count", [12, long(120)])
def test_a_book_in_a_file_that_goes_back_is_accepted_and_gone_on_with(tmp_path: Path, count: int) -> None:
    done = histories(tmp_path, FileShelf, (*KINDS, DATA), range(count))
    assert all(done[kind] == count // 6 for kind in (*KINDS, DATA))


@pytest.mark.parametrize("count", [5, long(80)])
def test_a_linked_book_that_goes_back_is_accepted_and_gone_on_with(
    tmp_path: Path, postgres: PrivateServer, count: int
) -> None:
    done = histories(tmp_path, lambda folder: ServerShelf(postgres), KINDS, range(count))
    assert sum(done.get(kind, 0) for kind in KINDS) == count
