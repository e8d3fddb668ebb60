"""A book that has forgotten what it acknowledged: the table goes on, and two persons accept the difference.

Through the real table, journal, bookkeeper and SQLite book; the book is put back from an older copy of its
file (rules, section 7, point 10). Every act over every book: `test_any_difference.py`.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.book.answers import Key
from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.felt import hole
from controller.game.meter.show import LOST_SHOWN
from controller.game.payment.large_payments import payment_to_confirm
from controller.game.react import book_request
from controller.game.refusals import Refusal
from controller.game.state import Phase
from controller.game.views import console
from tests.builders import CHEF, COMITE, card
from tests.shell.book.jackpot_books import stake
from tests.shell.book.room import DIRECTOR, TABLE, FileShelf, Room

ROYAL = ("As Ks 2c 7d", "Qs Js Ts", "4d 9h")
BOARD_MADE = ("2c 3d Qs Js", "Kc Kd Kh", "9s 9d")
NOTHING = ("2c 3d Qs Js", "Kc 8d 7h", "9s 4d")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    made.open()
    yield made
    made.stop()


def test_a_round_whose_stake_the_book_has_forgotten_ends_and_its_end_is_accepted_by_name(room: Room) -> None:
    room.copy().bets(1).put_back()
    assert room.state.jackpot.closed_code == "book_differs"
    room.played(NOTHING).settled()
    assert room.names() == [("finish", 1, 0, "unknown_round")]
    assert book_request(room.state) is None, "the book is not asked for ever"
    room.reopened()
    assert room.state.jackpot.open
    assert room.names() == []
    (reopened,) = room.told(e.JackpotReopened)
    assert isinstance(reopened, e.JackpotReopened)
    assert [act.kind for act in reopened.acts] == ["finish"]
    assert reopened.accepted is not None
    room.do(i.NextRound()).bets(1).played(NOTHING).settled().closed()
    assert room.state.phase is Phase.CLOSED
    found = room.verdict()
    assert (found.findings, found.in_flight) == ((), ())
    assert [one.split()[0] for one in found.accepted] == ["contribute", "finish"]


def test_a_closing_whose_book_was_put_back_reads_it_once_more_and_is_certified_again(room: Room) -> None:
    """AC-07: the certificate, and the reading under it, are of the book before."""
    room.bets(1).played(NOTHING).settled().copy()
    room.do(i.NextRound()).bets(1).played(NOTHING).settled().do(i.NextRound()).fill_closing()
    room.put_back().reopened()
    assert room.state.jackpot.open
    refused = Refusal("closing_line", "AC-01", (("line", "reconciliation"),))
    assert room.badge(*CHEF).tap(i.CloseTable()) == refused
    room.do(i.Reconcile()).badge(*COMITE).tick(i.SheetLine.JACKPOT_HISTORY).badge(*CHEF).do(i.CloseTable())
    assert room.state.phase is Phase.CLOSED
    *_, before, read = room.told(e.ReconciliationRecorded)
    assert isinstance(before, e.ReconciliationRecorded)
    assert isinstance(read, e.ReconciliationRecorded)
    assert read.figures.stakes_count < before.figures.stakes_count
    assert room.verdict().findings == ()


def test_between_rounds_the_difference_is_accepted_and_the_books_reconcile(room: Room) -> None:
    room.bets(1).played(NOTHING).settled().copy()
    room.do(i.NextRound()).bets(1, 2)
    room.played(("2c 3d 4c 5d Qs Js", *NOTHING[1:])).settled().put_back()
    assert not room.state.jackpot.open
    room.do(i.NextRound()).reopened()
    assert room.state.jackpot.open
    room.closed()
    found = room.verdict()
    assert found.findings == ()
    assert any("1000 cents" in one for one in found.accepted), (
        "the two stakes that were lost, by their amount"
    )


def lost(room: Room) -> list[tuple[str, int, int]]:
    difference = room.state.upkeep.difference
    assert difference is not None
    assert difference.lost_count == len(difference.lost)
    return [(act.kind, act.round, act.cents) for act in difference.lost]


@pytest.mark.parametrize("when", ["while it runs", "before it starts"])
def test_what_the_book_has_lost_is_told_by_name_before_it_is_accepted(room: Room, when: str) -> None:
    room.bets(1).played(NOTHING).settled().copy()
    room.do(i.NextRound()).bets(1, 2).played(("2c 3d 4c 5d Qs Js", *NOTHING[1:])).settled()
    if when == "while it runs":
        room.shelf.put_back()
        room.see(i.TimeObserved(room.at.now_ms()), i.TimeObserved(room.at.now_ms()))
    else:
        room.put_back()
    assert lost(room) == [("contribution", 2, 1_000), ("finish", 2, 0)]
    room.stop().start()
    assert lost(room) == [("contribution", 2, 1_000), ("finish", 2, 0)], "the journal has it"
    room.do(i.NextRound()).reopened()
    assert room.state.upkeep.difference is None
    (reopened,) = room.told(e.JackpotReopened)
    assert isinstance(reopened, e.JackpotReopened)
    assert reopened.accepted is not None
    assert [act.kind for act in reopened.accepted.lost] == ["contribution", "finish"]


def test_two_persons_accept_it_in_mid_round_too_and_the_round_asks_nobody_again(room: Room) -> None:
    room.copy().bets(1).put_back().reopened()
    assert room.state.phase is Phase.DEALING
    assert room.state.jackpot.open
    room.played(BOARD_MADE).settled()
    assert (room.state.jackpot.open, room.names()) == (True, []), "what it lacks of this round is accepted"
    assert room.lines(1)["jp1"].paid_cents == 5_000
    aside = [event for event in room.told(e.ActSetAside) if isinstance(event, e.ActSetAside)]
    assert [(one.act.kind, one.accepted) for one in aside] == [("award", True), ("finish", True)]
    room.closed()
    assert room.verdict().findings == ()


def test_a_fixed_prize_of_a_forgotten_round_is_paid_and_named(room: Room) -> None:
    room.copy().bets(1).put_back().played(BOARD_MADE).settled()
    assert room.lines(1)["jp1"].paid_cents == 5_000
    assert [name[0] for name in room.names()] == ["award", "finish"]
    assert room.state.upkeep.session.prizes_aside_cents == 5_000
    found = room.verdict()
    assert len(found.findings) == 2 + 1, "named and not yet accepted, beside the stake that was lost"
    room.reopened().closed()
    assert room.verdict().findings == ()


def test_a_jackpot_of_a_forgotten_round_is_paid_at_the_value_of_the_claim(room: Room) -> None:
    room.copy().bets(1)
    shown_cents = room.state.jackpot.meter_cents
    room.put_back().played(ROYAL)
    assert room.names() == [("claim", 1, 1, "unknown_round")]
    room.badge(*CHEF).do(i.Resume())
    verification = room.state.playing.verification
    assert verification is not None
    assert verification.value_cents == shown_cents == 1_000_125
    room.prove_hand().release().settled()
    assert room.lines(1)["jp1"].paid_cents == shown_cents, "nobody is cheated"
    assert [name[0] for name in room.names()] == ["claim", "award", "finish"]
    room.reopened().closed()
    assert room.verdict().findings == ()


def test_a_refused_claim_that_the_book_never_had_asks_nothing_of_it(room: Room) -> None:
    room.copy().bets(1).put_back().played(ROYAL).badge(*CHEF).do(i.Resume())
    room.refuse(i.ClaimDoubt.IMAGES).settled()
    assert [name[0] for name in room.names()] == ["claim", "finish"]
    room.reopened().closed()
    assert room.verdict().findings == ()


def test_a_claim_that_the_book_forgets_and_two_persons_refuse_waits_for_no_answer(room: Room) -> None:
    room.copy().bets(1).played(ROYAL).put_back().refuse(i.ClaimDoubt.IMAGES)
    assert room.state.money is None
    assert room.names() == [("refusal", 1, 0, "unknown_round")]
    room.settled().reopened().closed()
    assert room.verdict().findings == ()


def test_the_refusal_of_a_second_claim_that_the_book_refuses_is_named_with_its_seat(room: Room) -> None:
    """The royal was read at the wrong seat: that claim is refused, and so is the one of the right seat."""
    room.bets(1).played(NOTHING).settled().do(i.NextRound()).copy()
    room.bets(1, 2).played(("As Ks 2c 6d 3h 8c", "Qs Js Ts", "4d 9h")).badge(*COMITE)
    true = {hole(1, 0): "2c", hole(1, 1): "6d", hole(2, 0): "As", hole(2, 1): "Ks"}
    for place, seen in true.items():
        room.do(i.ReportCard(place, card(seen)))
    room.refuse(i.ClaimDoubt.HAND)
    room.before.append((lambda one: isinstance(one, r.RefuseClaim), lambda room, _: room.shelf.put_back()))
    room.refuse(i.ClaimDoubt.IMAGES)
    assert room.names()[0] == ("refusal", 2, 2, "unknown_round")
    room.settled().reopened()
    room.closed()
    found = room.verdict()
    assert (found.findings, found.in_flight) == ((), ())


def test_a_claim_that_the_book_forgets_is_paid_as_it_was_frozen(room: Room) -> None:
    room.copy().bets(1).played(ROYAL)
    verification = room.state.playing.verification
    assert verification is not None
    assert verification.claimed
    room.put_back().prove_hand().release()
    assert room.names() == [("award", 1, 1, "unknown_round")]
    room.settled()
    assert room.lines(1)["jp1"].paid_cents == verification.value_cents
    room.reopened().closed()
    assert room.verdict().findings == ()


def test_a_refund_that_the_book_refuses_gives_the_chip_back_and_counts_it(room: Room) -> None:
    room.copy().bets(1, 2).put_back().draw("2c").void().do(i.VacateSeat(1))
    assert room.names() == [("refund", 1, 1, "unknown_round")]
    room.badge(*CHEF).do(i.Resume(), i.VacateSeat(2))
    room.badge(*CHEF).do(i.Resume())
    room.do(i.CloseBets())
    assert room.state.upkeep.session.chips_due == 0, "both chips are their players' again"
    room.badge(*CHEF).do(i.Resume(), i.NextRound()).reopened().closed()
    assert room.verdict().findings == ()


def test_what_nobody_has_accepted_outlasts_the_session(room: Room) -> None:
    room.copy().bets(1).put_back().played(NOTHING).settled().do(i.NextRound()).closed()
    room.stop().start()
    assert room.session.journal.opening.session == 1, "its journal is gone on with"
    assert room.names() == [("finish", 1, 0, "unknown_round")]
    room.reopened()
    assert room.state.jackpot.open
    room.stop().start()
    assert room.session.journal.opening.session == 2
    assert room.verdict().findings == ()


def test_who_proposed_before_an_act_was_set_aside_has_not_seen_it(room: Room) -> None:
    room.copy().bets(1).put_back().played(NOTHING).do(i.OpenSettlement())
    room.badge(*COMITE).do(i.ReopenJackpot())
    room.do(i.SettleSeat(1)).badge(*DIRECTOR)
    refusal = room.tap(i.ApproveMeterAct())
    assert refusal is not None


def test_a_refusal_of_another_act_sets_nothing_aside(room: Room) -> None:
    room.bets(1)
    before = room.state
    room.see(i.BookRefused("Finish", "unknown_round", None, 7, 1))
    assert room.state == before


# --- rounds that an older copy still has open ----------------------------------------------------


def test_a_round_that_an_older_copy_has_open_keeps_no_later_jackpot_waiting(room: Room) -> None:
    room.bets(1).copy().played(NOTHING).settled().put_back()
    assert room.book.read().open_rounds == ((TABLE, 1),), "its end is forgotten"
    room.do(i.NextRound()).reopened()
    assert room.state.jackpot.open
    assert room.book.read().open_rounds == ()
    room.bets(1).played(ROYAL).prove_hand().release().settled()
    assert room.lines(1)["jp1"].paid_cents > 0
    assert room.state.money is None, "nobody waits for the share"
    room.closed()
    assert (room.verdict().findings, room.state.phase) == ((), Phase.CLOSED)
    assert room.state.jackpot.open or room.state.jackpot.closed_code == "not_read"


def test_a_round_whose_end_the_book_refused_for_good_keeps_no_later_jackpot_waiting(room: Room) -> None:
    """Another act lies under the key of its end: the reopening ends it under the next."""

    def another(room: Room, asked: r.BookRequest) -> None:
        room.book.forgo(Key(TABLE, room.journal_id, asked.round, asked.attempt, "finish"), (7,), 500, 1)

    room.before.append((lambda asked: isinstance(asked, r.Finish), another))
    room.bets(1).played(NOTHING).settled()
    assert room.names() == [("finish", 1, 0, "conflict")]
    assert room.book.read().open_rounds == ((TABLE, 1),)
    room.do(i.NextRound()).reopened()
    assert room.book.read().open_rounds == ()
    room.stop().start()
    assert room.state.jackpot.open, "the end that was given it is known at the next start"
    room.bets(1).played(ROYAL).prove_hand().release().settled()
    assert room.lines(1)["jp1"].paid_cents > 0
    room.closed()
    assert room.verdict().findings == ()


def test_a_round_whose_end_was_refused_before_it_was_played_again_keeps_no_later_jackpot_waiting(
    room: Room,
) -> None:
    """Book and journals went back to before it: the book has kept what it answered to the lost one's end."""

    def refused(room: Room, asked: r.BookRequest) -> None:
        room.book.finish(Key(TABLE, room.journal_id, asked.round, asked.attempt, "finish"), 1)

    room.before.append((lambda asked: isinstance(asked, r.Contribute), refused))
    room.bets(1).played(NOTHING).settled()
    assert room.names() == [("finish", 1, 0, "unknown_round")]
    room.do(i.NextRound()).reopened()
    assert room.book.read().open_rounds == ()
    room.bets(1).played(ROYAL).prove_hand().release().settled()
    assert room.lines(1)["jp1"].paid_cents > 0
    room.closed()
    assert room.verdict().findings == ()


class Killed(Exception):
    """The process ended here."""


def killed_in_a_reopening(room: Room) -> None:
    """The book has done what the reopening asked, nobody wrote it down, and JP1 is reopened all the same."""

    def dies(room: Room, asked: r.BookRequest) -> None:
        room.keeper.perform(asked, room.at.now_ms())
        raise Killed

    room.before.append((lambda asked: isinstance(asked, r.Reopen), dies))
    with pytest.raises(Killed):
        room.reopened()
    room.stop().start()
    for _ in range(2):
        if not room.state.jackpot.open:
            room.reopened()


@pytest.mark.parametrize("copied", ["before the round", "before its end"])
def test_killed_in_the_middle_of_a_reopening_the_table_is_reopened_all_the_same(
    room: Room, copied: str
) -> None:
    """The book has ended what was left open, and nobody wrote down that it was reopened."""
    if copied == "before the round":
        room.copy().bets(1)
    else:
        room.bets(1).copy()
    room.played(NOTHING).settled().put_back().do(i.NextRound())
    killed_in_a_reopening(room)
    assert room.state.jackpot.open
    assert room.book.read().open_rounds == ()
    room.bets(1).played(ROYAL).prove_hand().release().settled().closed()
    assert room.verdict().findings == ()


def test_an_end_that_is_given_again_at_another_entry_is_accepted_although_the_process_dies_of_it(
    room: Room,
) -> None:
    room.bets(1).copy().played(NOTHING).settled()
    room.stop().shelf.put_back()
    with closing(room.shelf.open()) as book:
        stake(book, "T2", 1, 1)
    room.start()
    room.do(i.NextRound())
    killed_in_a_reopening(room)
    room.closed()
    assert all(" T2 " in one for one in room.verdict().findings), "whose journal is elsewhere"


def test_the_journal_tells_which_rounds_the_reopening_ended(room: Room) -> None:
    room.bets(1).copy().played(NOTHING).settled().put_back().do(i.NextRound()).reopened()
    (reopened,) = room.told(e.JackpotReopened)
    assert isinstance(reopened, e.JackpotReopened)
    assert [(one.round, one.attempt) for one in reopened.ended] == [(1, 1)]
    room.stop().start()
    assert room.state.jackpot.closed_code != "book_differs", "the next start goes on from there"


def test_the_round_under_way_is_not_ended_by_a_reopening(room: Room) -> None:
    room.bets(1).played(NOTHING).settled().do(i.NextRound()).bets(1).copy()
    room.draw("2c").void().do(i.VacateSeat(1)).do(i.CloseBets()).do(i.NextRound())
    room.bets(1).put_back().reopened()
    room.played(NOTHING).settled()
    assert room.book.read().open_rounds == ()
    room.closed()
    assert room.verdict().findings == ()


def test_a_round_that_is_over_before_the_reopening_is_answered_ends_itself_and_has_its_prizes(
    room: Room,
) -> None:
    room.bets(1, 2)
    room.stop().shelf.copy()
    room.start()
    with closing(room.shelf.open()) as book:
        stake(book, "T2", 1, 1, 2, 3)
    room.hear()
    room.shelf.put_back()
    for _ in range(3):
        room.hear()
    assert room.state.jackpot.closed_code == "book_differs"
    room.shelf.away()
    room.reopened().played(("2c 3d 5c 6d Qs Js", *BOARD_MADE[1:])).settled()
    room.shelf.there()
    for _ in range(3):
        room.hear()
    [reopened] = room.told(e.JackpotReopened)
    assert isinstance(reopened, e.JackpotReopened)
    assert (reopened.ended, room.names()) == ((), [])
    assert len(room.told(e.AwardRecorded)) == 2
    assert room.book.read().awarded_house_cents == room.state.upkeep.session.prizes_cents


@pytest.mark.parametrize(
    ("back", "written", "taken_up"),
    [("seen", 0, True), ("seen", 2, True), ("older", 0, False), ("older", 9, False)],
    ids=["as it was seen", "others wrote on", "an older one", "an older one written on"],
)
def test_an_approval_takes_jp1_up_over_the_book_that_was_seen_and_over_no_worse_one(
    room: Room, back: str, written: int, taken_up: bool
) -> None:
    """The link is away while they approve: what comes back is looked at again."""
    room.bets(1).played(NOTHING).settled().do(i.NextRound())
    shelf = room.shelf
    assert isinstance(shelf, FileShelf)

    def others(table: str, rounds: int) -> None:
        with closing(shelf.open()) as book:
            for n in range(1, rounds + 1):
                stake(book, table, n, 1)

    shutil.copy(shelf.path, room.folder / "older")
    others("T2", 4)
    shutil.copy(shelf.path, room.folder / "seen")
    others("T3", 1)
    room.hear()
    shelf.path.unlink()
    shutil.copy(room.folder / "seen", shelf.path)
    for _ in range(3):
        room.hear()
    seen = room.state.upkeep.difference
    assert seen is not None
    shelf.away()
    room.reopened()
    shelf.there()
    shelf.path.unlink()
    shutil.copy(room.folder / back, shelf.path)
    others("T4", written)
    for _ in range(4):
        room.hear()
    assert room.state.jackpot.open is taken_up
    found = room.state.upkeep.difference
    assert taken_up or (found is not None and found != seen), "the other one is shown"
    if not taken_up:
        room.reopened()
    assert room.state.jackpot.open


def test_what_a_stale_book_acknowledged_is_told_as_lost_when_the_right_one_is_back(room: Room) -> None:
    """Under a number that the right book has given to another act."""
    shelf = room.shelf
    assert isinstance(shelf, FileShelf)

    def answers(book: str, kept_as: str) -> None:
        shelf.path.rename(room.folder / kept_as)
        shutil.copy(room.folder / book, shelf.path)
        for _ in range(3):
            room.hear()

    def settle(seat: int) -> None:
        if payment_to_confirm(room.resumed().state, seat):
            room.do(i.ConfirmPayment(seat))
        room.do(i.SettleSeat(seat))

    room.bets(1, 2)
    shutil.copy(shelf.path, room.folder / "stale")
    with closing(shelf.open()) as book:
        stake(book, "T2", 1, 1, 2, 3)
    room.hear()
    room.played(("2c 3d 5c 6d Qs Js", *BOARD_MADE[1:])).do(i.OpenSettlement())
    settle(2)
    answers("stale", "right")
    settle(1)
    seqs = [event.book_seq for event in room.told(e.AwardRecorded) if isinstance(event, e.AwardRecorded)]
    assert seqs[1] < seqs[0]
    answers("right", "was stale")
    seen = room.state.upkeep.difference
    assert seen is not None
    assert [(act.kind, act.seat) for act in seen.lost] == [("award", 1), ("finish", 0)]
    room.resumed().reopened().closed()
    found = room.verdict()
    assert all(" T2 " in one for one in found.findings), "whose journal is elsewhere"
    assert [one.split()[0] for one in found.accepted] == ["award"], "its end is in the book by the reopening"


def test_more_acts_than_a_screen_names_are_lost_by_name_and_accepted_all(room: Room) -> None:
    """What the table did in four rounds with a stale book, whose numbers the right one gave to others."""
    shelf = room.shelf
    assert isinstance(shelf, FileShelf)
    room.bets(1).played(NOTHING).settled().do(i.NextRound())
    shutil.copy(shelf.path, room.folder / "stale")
    with closing(shelf.open()) as book:
        for number in range(1, 21):
            stake(book, "T2", number, 1)
    shelf.path.rename(room.folder / "right")
    shutil.copy(room.folder / "stale", shelf.path)
    for _ in range(4):
        room.hear()
        room.bets(1).played(NOTHING).settled().do(i.NextRound())
    assert room.state.jackpot.open, "nothing lacks that the table has heard"
    shelf.path.rename(room.folder / "was stale")
    shutil.copy(room.folder / "right", shelf.path)
    for _ in range(3):
        room.hear()
    assert len(lost(room)) == 2 * 4 > LOST_SHOWN
    shown = console(room.state)["upkeep"]["difference"]
    assert (len(shown["lost"]), shown["lost_count"]) == (LOST_SHOWN, 8)
    room.resumed().reopened().closed()
    found = room.verdict()
    assert all(" T2 " in one for one in found.findings), "whose journal is elsewhere"


def test_a_round_that_plays_on_over_a_reopening_ends_itself(room: Room) -> None:
    room.bets(1).copy().played(ROYAL).put_back().reopened()
    assert room.book.read().open_rounds == ((TABLE, 1),)
    (reopened,) = room.told(e.JackpotReopened)
    assert isinstance(reopened, e.JackpotReopened)
    assert reopened.ended == ()


def test_an_empty_book_that_two_persons_accepted_differs_at_no_later_start(room: Room) -> None:
    room.copy().bets(1).played(NOTHING).settled().closed().stop().start()
    room.open().bets(1).played(NOTHING).settled().put_back()
    difference = room.state.upkeep.difference
    assert difference is not None
    assert difference.found_seq == 0, "the book knows nothing of this table"
    room.do(i.NextRound()).reopened()
    assert room.state.jackpot.open
    room.stop().start()
    assert room.state.upkeep.difference is None
    assert room.state.jackpot.closed_code != "book_differs"
    room.see().closed().stop().start()
    assert room.session.journal.opening.session == 3
    assert room.state.jackpot.closed_code != "book_differs"
