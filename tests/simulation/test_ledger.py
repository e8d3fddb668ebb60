"""The audit after a power cut: it finds what is planted, and nothing in what held."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from controller.game.views import console
from tests.builders import Felt
from tests.machine.hearers import Answered, Row
from tests.machine.ledger import Acknowledged, audited

STAKES = {"s2": (1000, 500), "s5": (1000, 0)}


def view() -> dict[str, Any]:
    """A round with two stakes, shown as of entry 4."""
    return {**deepcopy(dict(console(Felt().open().stakes(**STAKES).state))), "seq": 4}


def row(seq: int, kind: str, **body: Any) -> Row:
    return seq, 1000 * seq, kind, json.dumps(body), f"h{seq - 1}", f"h{seq}"


def entries(*more: Row) -> dict[int, dict[int, Row]]:
    kept = [
        row(1, "RoundOpened", round=1, attempt=1),
        row(2, "StakesSet", seat=2, ante_cents=1000, side_cents=500),
        row(3, "StakesSet", seat=5, ante_cents=1000, side_cents=0),
        row(4, "ContributionAsked", round=1, attempt=1, seats=[2], stake_cents=500),
        *more,
    ]
    return {1: {one[0]: one for one in kept}}


def test_a_table_that_comes_back_with_everything_is_well() -> None:
    found = audited(Acknowledged(entries(), view()), entries(row(5, "SessionResumed")), view())
    assert (found.well, found.unshown) == (True, 0)


def test_a_closed_table_comes_back_in_a_new_session() -> None:
    closed = {**deepcopy(dict(console(Felt().state))), "seq": 4}
    fresh = {**deepcopy(closed), "seq": 1}
    fresh["jackpot"]["meter_cents"] = 0
    assert audited(Acknowledged(entries(), closed), {**entries(), 2: {}}, fresh).well
    assert not audited(Acknowledged(entries(), view()), {**entries(), 2: {}}, view()).well


def test_an_entry_that_was_told_and_is_gone_is_lost() -> None:
    short = entries()
    del short[1][4]
    found = audited(Acknowledged(entries(), view()), short, view())
    assert found.lost == [
        "session 1, entry 4 (ContributionAsked)",
        "the view of entry 4: the journal ends at 3",
    ]


def test_an_entry_that_was_told_and_reads_otherwise_is_lost() -> None:
    found = audited(
        Acknowledged(entries(), view()), entries(row(3, "StakesSet", seat=5, ante_cents=2000)), view()
    )
    assert found.lost == ["session 1, entry 3 (StakesSet)"]


def test_an_act_that_was_answered_and_is_not_there_is_lost() -> None:
    done = Answered({"act": "CloseBets"}, seq=5)
    found = audited(Acknowledged(entries(), view(), [done]), entries(), view())
    assert found.lost == ["CloseBets, answered by entry 5"]


def test_a_stake_that_is_asked_of_the_book_twice_is_doubled() -> None:
    again = row(5, "ContributionAsked", round=1, attempt=1, seats=[2], stake_cents=500)
    found = audited(Acknowledged(entries(), view()), entries(again), view())
    assert found.doubled == ["round 1.1: JP1 stake of seat 2: 2 times"]


def of_seat_2(kind: str, seq: int, **body: Any) -> Row:
    return row(seq, kind, round=1, attempt=1, seat=2, **body)


@pytest.mark.parametrize(
    ("kind", "more", "doubled"),
    [
        ("AwardAsked", {"awards": [{"kind": "full_house", "cents": 5000}]}, "full_house asked"),
        ("AwardRecorded", {"cents": 5000, "meter_cents": 0}, "a prize that was not asked in the book"),
        ("RefundAsked", {}, "JP1 stake asked back"),
        ("RefundRecorded", {"meter_cents": 0}, "JP1 stake out of the book"),
    ],
)
def test_a_prize_or_a_refund_that_is_there_twice_is_doubled(
    kind: str, more: dict[str, Any], doubled: str
) -> None:
    """Also where the book gave it another number: that is the second payment."""
    first, again = of_seat_2(kind, 5, **more, book_seq=7), of_seat_2(kind, 6, **more, book_seq=8)
    one, two = entries(first), entries(first, again)
    assert audited(Acknowledged(entries(), view()), one, view()).doubled == []
    assert audited(Acknowledged(entries(), view()), two, view()).doubled == [
        f"round 1.1: seat 2: {doubled}: 2 times"
    ]


def test_a_prize_that_was_asked_once_is_posted_once() -> None:
    asked = [of_seat_2("AwardAsked", 5, awards=[{"kind": "full_house", "cents": 5000}])]
    posted = [of_seat_2("AwardRecorded", seq, cents=5000, book_seq=seq + 2) for seq in (6, 7)]
    assert audited(Acknowledged(entries(), view()), entries(*asked, posted[0]), view()).doubled == []
    found = audited(Acknowledged(entries(), view()), entries(*asked, *posted), view())
    assert found.doubled == ["round 1.1: seat 2: full_house in the book: 2 times"]


def test_the_jackpot_and_a_fixed_prize_of_one_seat_are_two_prizes() -> None:
    rows = [
        of_seat_2("AwardAsked", 5, awards=[{"kind": "jackpot", "cents": 0}]),
        of_seat_2("AwardRecorded", 6, cents=1_000_000, book_seq=8),
        of_seat_2("AwardAsked", 7, awards=[{"kind": "consolation", "cents": 5000}]),
        of_seat_2("AwardRecorded", 8, cents=5000, book_seq=9),
    ]
    assert audited(Acknowledged(entries(), view()), entries(*rows), view()).doubled == []


@pytest.mark.parametrize(
    ("done", "taken_back", "said"),
    [("SeatRefunded", "RefundTakenBack", "refunded"), ("SeatSettled", "SettlementTakenBack", "settled")],
)
def test_what_was_taken_back_may_come_again(done: str, taken_back: str, said: str) -> None:
    first, again = row(5, done, seat=2, lines=[]), row(7, done, seat=2, lines=[])
    once = entries(first, row(6, taken_back, seat=2), again)
    assert audited(Acknowledged(entries(), view()), once, view()).doubled == []
    twice = audited(Acknowledged(entries(), view()), entries(first, again), view()).doubled
    assert twice == [f"round 1.1: seat 2 {said}: 2 times"]


def test_a_felt_that_is_otherwise_than_it_was_shown_has_moved() -> None:
    after = view()
    after["seats"][1]["ante_cents"] = 500
    found = audited(Acknowledged(entries(), view()), entries(), after)
    assert found.moved == ["seats[1].ante_cents: 500 instead of 1000"]


def test_what_was_durable_and_not_shown_yet_may_have_moved_the_felt() -> None:
    after = view()
    after["phase"] = "dealing"
    found = audited(Acknowledged(entries(), view()), entries(row(5, "BetsClosed")), after)
    assert (found.well, found.unshown) == (True, 1)
