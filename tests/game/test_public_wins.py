"""The last jackpots as the public reads them: where, when, how much; never who, never before the end."""

from __future__ import annotations

from typing import Any

from controller.game import inputs as i
from controller.game.meter.show import PUBLIC_WINS
from controller.game.views import display
from tests.builders import Felt
from tests.law.requirements import requirement
from tests.ui.meter_states import running
from tests.ui.states import royal


def told(felt: Felt) -> list[dict[str, Any]]:
    return [dict(won) for won in display(felt.state)["wins"]]


def test_the_wins_that_the_book_told_are_there_the_newest_first() -> None:
    wins = told(running())
    assert len(wins) == PUBLIC_WINS
    assert [won["generation"] for won in wins] == list(range(20, 20 - PUBLIC_WINS, -1))
    assert wins[0] == {
        "generation": 20, "table": "UTH-1", "cents": 4_812_350, "at_ms": wins[0]["at_ms"],
    }  # fmt: skip


@requirement("SE-15")
def test_no_win_tells_of_a_seat_or_a_round() -> None:
    assert {key for won in told(running()) for key in won} == {"generation", "table", "cents", "at_ms"}


def test_a_win_at_this_table_is_told_once_it_is_paid_and_never_before() -> None:
    felt = royal()
    assert told(felt) == []
    felt.prove_hand()
    assert told(felt) == []
    felt.release().settle()
    assert [(won["table"], won["generation"]) for won in told(felt)] == [("UTH-2", 1)]


def test_a_win_that_both_the_book_and_the_meter_told_is_one_line() -> None:
    felt = running()
    first = felt.state.upkeep.figures
    assert first is not None
    last = first.wins[0]
    felt.book_seq += 1
    again = i.LinkedWin(last.table, last.generation, last.cents, last.at_ms)
    felt.see(i.MeterObserved(1, felt.meter_cents, felt.book_seq, (), again))
    assert [won["generation"] for won in told(felt)].count(last.generation) == 1
