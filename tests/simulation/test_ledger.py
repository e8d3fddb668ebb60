"""The audit after a power cut: it finds what is planted, and nothing in what held."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from controller.game.views import console
from tests.builders import Felt
from tests.machine.ledger import Acknowledged, audited
from tests.machine.wired import Answered, Row

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


def test_a_settlement_that_was_taken_back_may_come_again() -> None:
    settled = [row(5, "SeatSettled", seat=2, lines=[]), row(6, "SettlementTakenBack", seat=2)]
    once = entries(*settled, row(7, "SeatSettled", seat=2, lines=[]))
    assert audited(Acknowledged(entries(), view()), once, view()).doubled == []
    twice = entries(*settled[:1], row(6, "SeatSettled", seat=2, lines=[]))
    assert audited(Acknowledged(entries(), view()), twice, view()).doubled == [
        "round 1.1: seat 2 settled: 2 times"
    ]


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
