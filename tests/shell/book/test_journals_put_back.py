"""Journals that are put back beside a book that went on: what the book holds of the lost rounds is of those
rounds alone (architecture, section 5; RC-04).

The session goes on under the same journal id, so that a round played again asks under the keys of the lost
one. The lost rounds are played for real, and the journals put back as a snapshot of the disk leaves them.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.book.port import BookUnreachable
from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.state import Phase
from controller.journal.verify import verify
from tests.law.requirements import requirement
from tests.shell.book.room import TABLE, Room

NOTHING = ("2c 3d 4c Jd Qs Jh", "Kc 8d 7h", "9s 4d")
ROYAL = ("As Ks 2c 7d", "Qs Js Ts", "4d 9h")
BOARD_MADE = ("2c 3d 5c 6d Qs Js", "Kc Kd Kh", "9s 9d")


class Killed(Exception):
    """The process ended here."""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A table whose first round is over, and the second about to begin."""
    made = Room(tmp_path).open().bets(1, 2).played(NOTHING).settled().do(i.NextRound())
    assert isinstance(made, Room)
    yield made
    made.stop()


def snapshot(room: Room) -> None:
    room.stop()
    shutil.copytree(room.folder / "journals", room.folder / "older")
    room.start()


def journals_put_back(room: Room) -> None:
    room.stop()
    shutil.rmtree(room.folder / "journals")
    shutil.copytree(room.folder / "older", room.folder / "journals")
    room.start()


def sound(room: Room) -> bool:
    """The table is closed, its journals verify, and the book has what they tell or two persons accepted."""
    for _ in range(3):
        if not room.state.jackpot.open:
            room.resumed().reopened()
    room.closed()
    assert room.state.phase is Phase.CLOSED
    found = room.verdict()
    assert (found.findings, found.in_flight) == ((), ())
    return verify(room.folder / "journals").ok


@requirement("RC-04")
@pytest.mark.parametrize("lost", [1, 2])
def test_stakes_of_a_round_played_again_go_back_where_the_book_has_those_of_the_lost_one(
    room: Room, lost: int
) -> None:
    snapshot(room)
    for _ in range(lost):
        room.bets(1, 2).played(BOARD_MADE).settled().do(i.NextRound())
    before = room.book.read()
    journals_put_back(room)
    for _ in range(lost):
        room.reopened()
        room.bets(1, 2)
        assert not room.state.jp1_seats, "the chips went back"
        assert room.state.jackpot.closed_code == "conflict"
        room.played(BOARD_MADE).settled().do(i.NextRound())
    assert room.book.read() == before
    room.reopened()
    room.bets(1, 2).played(NOTHING).settled()
    assert room.book.read().stakes_count == before.stakes_count + 2
    assert sound(room)


def test_a_lost_round_that_was_under_way_ends_although_the_round_of_its_number_plays(room: Room) -> None:
    """Its table cannot end it: the stakes under its number went back, and nobody asks for an end."""
    snapshot(room)
    room.bets(1, 2)
    journals_put_back(room)
    assert room.book.read().open_rounds == ((TABLE, 2),)
    room.reopened()
    assert room.book.read().open_rounds == ()
    room.bets(1, 2).reopened()
    room.played(NOTHING).settled().do(i.NextRound())
    room.bets(1).played(ROYAL).prove_hand().release().settled()
    assert room.lines(1)["jp1"].paid_cents > 0, "nobody waits for the share"
    assert sound(room)


def test_what_a_lost_round_left_in_the_book_is_accepted_although_the_process_died_asking_the_same(
    room: Room,
) -> None:
    """The act without an answer has the key of the book's last one, which another life did."""
    room.bets(1, 2)
    snapshot(room)
    room.played(BOARD_MADE).settled()
    journals_put_back(room)
    assert room.state.jackpot.closed_code == "book_differs"

    def dies(room: Room, asked: r.BookRequest) -> None:
        raise Killed

    room.before.append((lambda asked: isinstance(asked, r.Finish), dies))
    with pytest.raises(Killed):
        room.played(NOTHING).settled()
    room.stop().start()
    assert room.state.jackpot.closed_code == "book_differs"
    room.do(i.NextRound())
    assert sound(room)


def test_a_prize_asked_after_the_acceptance_is_no_prize_that_the_lost_round_was_paid(room: Room) -> None:
    room.bets(1, 2).played(BOARD_MADE)
    snapshot(room)
    room.settled()
    journals_put_back(room)
    room.reopened().resumed().settled()
    assert [name for name in room.names() if name[0] == "award"] == [
        ("award", 2, 2, "conflict"),
        ("award", 2, 1, "conflict"),
    ]
    assert not room.told(e.AwardRecorded)
    assert sound(room)


@pytest.mark.parametrize("again", [False, True], ids=["at work", "started again"])
def test_what_a_lost_round_left_in_the_book_is_accepted_although_the_table_has_written_behind_it(
    room: Room, again: bool
) -> None:
    """The end of the round under way is the last act on both sides: what stands below it differs still."""
    room.bets(1, 2)
    snapshot(room)
    room.played(BOARD_MADE).do(i.OpenSettlement(), i.SettleSeat(2))
    journals_put_back(room)
    room.played(NOTHING).settled().do(i.NextRound())
    if again:
        room.stop().start()
    assert room.state.jackpot.closed_code == "book_differs"
    room.reopened()
    [reopened] = room.told(e.JackpotReopened)
    assert isinstance(reopened, e.JackpotReopened)
    assert reopened.accepted is not None
    [end] = room.told(e.FinishRecorded)[-1:]
    assert isinstance(end, e.FinishRecorded)
    assert reopened.accepted.found_seq == end.book_seq
    room.stop().start()
    assert room.state.jackpot.open, "and at the next start nothing differs"
    assert sound(room)


def test_the_answer_to_an_act_asked_before_the_journals_were_copied_is_its_own(room: Room) -> None:
    room.deaf = True
    room.bets(1, 2)
    snapshot(room)
    room.deaf = False
    room.hear()
    journals_put_back(room)
    assert room.state.jackpot.open, "cut off, and nothing lost"
    assert room.state.jp1_seats == (1, 2)


def test_an_act_of_an_older_book_is_done_although_its_entry_stands_below_one_accepted_before(
    room: Room,
) -> None:
    snapshot(room)
    room.bets(1, 2).played(NOTHING).settled().do(i.NextRound())
    journals_put_back(room)
    room.reopened()
    room.bets(1, 2).played(NOTHING).settled().do(i.NextRound()).reopened()
    room.copy()
    room.bets(1, 2).played(NOTHING).settled().do(i.NextRound())
    room.put_back()
    room.reopened()
    room.bets(1, 2)
    assert room.state.jp1_seats == (1, 2), "the book of before is written on"
    room.played(BOARD_MADE).settled()
    assert len(room.told(e.AwardRecorded)) == 2
    assert sound(room)


def test_a_reopening_whose_last_answer_is_lost_keeps_what_was_accepted_and_what_it_ended(
    room: Room,
) -> None:
    room.closed()
    room.stop()
    shutil.copytree(room.folder / "journals", room.folder / "older")
    room.start()
    room.open().bets(1, 2)
    journals_put_back(room)
    seen = room.state.upkeep.difference
    probe = room.book.probe

    def lost(*asked: object) -> object:
        room.book.probe = probe  # type: ignore[method-assign]
        raise BookUnreachable("the link was cut")

    def cut(room: Room, asked: r.BookRequest) -> None:
        room.book.probe = lost  # type: ignore[assignment, method-assign]

    room.before.append((lambda asked: isinstance(asked, r.Reopen), cut))
    room.reopened()
    room.hear()
    [reopened] = room.told(e.JackpotReopened)
    assert isinstance(reopened, e.JackpotReopened)
    assert reopened.accepted == seen
    assert [one.round for one in reopened.ended] == [3]
    room.open().bets(1, 2).played(NOTHING).settled()
    assert sound(room)
