"""Two side bets by touch, on the real core: laid, settled, confirmed, taken back, voided, put right."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from controller.game import inputs as i
from controller.game.felt import Spot
from controller.game.inputs import Incident
from controller.game.state import Phase
from tests.builders import COMITE
from tests.ui.side_states import FLOP, RIVER, trips_and_pocket
from tests.ui.test_games_by_touch import Table

DEAL = "As Ah Ks Kd 9c 8c"
"""Seat 2 has a pair of aces, seat 5 a pair of kings, the dealer nothing yet."""


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table(trips_and_pocket())
    yield made
    warned = list(made.stage.warnings)
    made.stage.close()
    assert warned == []
    assert made.refusals == []


def lay(table: Table, seat: int, **stakes: list[int]) -> None:
    """The stakes of a seat, spot by spot and chip by chip."""
    table.touch("local.stakes", seat=seat)
    for spot, chips in stakes.items():
        table.touch("local.spot", spot=spot)
        for cents in chips:
            table.touch("local.chip", cents=cents)
    table.touch("SetStakes", seat=seat)


def play(table: Table) -> None:
    """The cards are dealt and both seats bet on the river; the settlement begins."""
    table.felt.close().draw(DEAL).draw(FLOP).draw(RIVER).play(1, 2, 5).showdown()
    table.felt.do(i.OpenSettlement())
    table.show()


def staked(table: Table, seat: int) -> dict[Spot, int]:
    return dict(table.felt.state.seat(seat).stakes)


def test_both_side_bets_are_laid_settled_and_confirmed_again(table: Table) -> None:
    lay(table, 2, ante=[1000], trips=[500], pocket=[1000])
    lay(table, 5, ante=[1000], pocket=[500])
    assert staked(table, 2) == {Spot.ANTE: 1000, Spot.BLIND: 1000, Spot.TRIPS: 500, Spot.POCKET: 1000}
    assert staked(table, 5) == {Spot.ANTE: 1000, Spot.BLIND: 1000, Spot.POCKET: 500}
    play(table)
    # The first in turn is seat 5: its kings pay 10 to 1, whatever becomes of the rest.
    table.touch("SettleSeat", seat=5)
    shown = {line["spot"]: line for line in table.words["focus"]["lines"]}
    assert (shown["Pocket"]["rule"], shown["Pocket"]["result"]) == ("30 pour 1", "+300")
    table.touch("SettleSeat", seat=2)
    paid = {seat: table.felt.lines(seat)[Spot.POCKET].paid_cents for seat in (2, 5)}
    assert paid == {2: 30_000, 5: 5_000}
    assert table.felt.lines(2)[Spot.TRIPS].rule == "trips_lost"
    table.touch("NextRound")
    table.touch("ConfirmStakes", seat=5)
    assert staked(table, 5) == {Spot.ANTE: 1000, Spot.BLIND: 1000, Spot.POCKET: 500}
    table.touch("ConfirmRest")
    assert staked(table, 2) == {Spot.ANTE: 1000, Spot.BLIND: 1000, Spot.TRIPS: 500, Spot.POCKET: 1000}


def test_a_side_bet_is_taken_back_and_both_are_doubled(table: Table) -> None:
    table.felt.stakes(s2=(1000, 500, 1000))
    table.show()
    table.touch("local.stakes", seat=2)
    table.touch("local.spot", spot="pocket")
    table.touch("local.clear")
    table.touch("SetStakes", seat=2)
    assert staked(table, 2) == {Spot.ANTE: 1000, Spot.BLIND: 1000, Spot.TRIPS: 500}
    table.touch("Undo")
    assert staked(table, 2)[Spot.POCKET] == 1000
    table.touch("local.stakes", seat=2)
    table.touch("SetStakes", seat=2, ante_cents=2000, side_cents=1000)
    assert staked(table, 2) == {Spot.ANTE: 2000, Spot.BLIND: 2000, Spot.TRIPS: 1000, Spot.POCKET: 2000}


def test_both_side_bets_go_back_when_the_deal_is_void(table: Table) -> None:
    table.felt.stakes(s2=(1000, 500, 1000)).close().draw("As Ah Ks")
    table.felt.do(i.DeclareIncident(Incident.IRREGULAR_DEAL)).badge().call_void()
    table.show()
    assert table.felt.state.phase is Phase.REFUNDING
    told = [(line["spot"], line["result"]) for line in table.words["focus"]["lines"]]
    assert told == [
        ("Pocket", "10\u00a0€"),
        ("Trips", "5\u00a0€"),
        ("Blind", "10\u00a0€"),
        ("Ante", "10\u00a0€"),
    ]
    table.touch("RefundSeat", seat=2)
    table.touch("ConfirmStakes", seat=2)
    assert staked(table, 2) == {Spot.ANTE: 1000, Spot.BLIND: 1000, Spot.TRIPS: 500, Spot.POCKET: 1000}


def test_the_second_side_bet_of_a_closed_round_is_put_right(table: Table) -> None:
    table.felt.stakes(s2=(1000, 500, 1000), s5=1000)
    play(table)
    table.felt.settle().do(i.NextRound()).badge()
    table.show()
    table.touch("local.sheet", sheet="chef")
    table.touch("local.sheet", sheet="rectify")
    table.touch("local.truth", round=1)
    table.touch("local.truth", seat=5)
    table.touch("local.truth", mistake="stake")
    table.touch("local.truth", pocket=1000)
    table.touch("local.truth", told=True)
    table.touch("ProposeRectification", seat=5, mistake="stake", reason="images")
    waiting = {row["label"]: row["value"] for row in table.words["sheet"]["checks"]}
    assert waiting["Corrigé"] == "10 + 10 + 10"
    table.felt.badge(*COMITE)
    table.show()
    table.touch("ApproveRectification")
    table.touch("SettleRectification", moved="by_hand")
    (done,) = [one.entry for one in table.felt.state.record.done]
    assert (done.seat, done.cents) == (5, 10_000)
