"""A double tap of 0.30 s is one act, at every place of a whole round where a key has just changed."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from controller.game import inputs as i
from controller.game.state import Phase
from tests.game.test_hollow_stakes import played_out
from tests.ui.at_rest import taken_again
from tests.ui.scene import area
from tests.ui.test_touch import primary
from tests.ui.touched_table import DEVICE, Table

HANDS = "8c 6s Ks 3d Tc 5d Qc Qs 7s 5s 8d 6c 2d 2h 9d 4d"
REAL_REST = True
APART_S = 0.30


def tap(table: Table, at: QPoint) -> None:
    QTest.touchEvent(table.stage.window, DEVICE).press(0, at, table.stage.window).commit()
    QTest.touchEvent(table.stage.window, DEVICE).release(0, at, table.stage.window).commit()


def doubled(table: Screened, apart_s: float, act: str, **arguments: Any) -> list[str]:
    """The key of this act is touched, and its place once more so long after: the acts that were asked."""
    for _ in range(60):
        table.stage.settle(20)
        taken_again(table.stage)
        key = table.key(act, arguments)
        if key is not None and not key.property("held"):
            break
    else:
        raise AssertionError(f"no key carries {act} {arguments}")
    at, before = area(key).center().toPoint(), len(table.screen_acts)
    begun = monotonic()
    tap(table, at)
    while monotonic() - begun < apart_s:
        table.stage.settle(10)
    tap(table, at)
    table.stage.settle(40)
    return table.screen_acts[before:]


def twice(table: Screened, act: str, **arguments: Any) -> None:
    """A key and its place are touched `APART_S` apart: one act, whatever stands there then."""
    assert doubled(table, APART_S, act, **arguments) == [act], "the second tap was an act"


class Screened(Table):
    """A table that keeps the acts of the console alone too, in the order of the taps."""

    def __init__(self) -> None:
        super().__init__(real_rest=True)
        self._acts: list[str] = []
        take = self.screen._face.take  # type: ignore[attr-defined]

        def taken(asked: Any) -> bool:
            self._acts.append(str(asked["act"]))
            return bool(take(asked))

        self.screen._face.take = taken  # type: ignore[attr-defined]

    @property
    def screen_acts(self) -> list[str]:
        return list(self._acts)


@pytest.fixture
def table() -> Iterator[Screened]:
    made = Screened()
    yield made
    warned = list(made.stage.warnings)
    made.stage.close()
    assert warned == []
    assert made.refusals == []


@pytest.mark.long
def test_no_double_tap_passes_through_in_a_whole_round(table: Screened) -> None:
    table.felt.chips(2, 6)
    table.show()
    twice(table, "local.stakes", seat=3)
    assert table.felt.state.seat(3).seated, "Libre, which appears under the finger, was not touched"
    table.touch("local.chip", cents=500)
    twice(table, "SetStakes", seat=3)
    assert table.felt.state.phase is Phase.BETTING, "the bets are not closed by the tap that validates"
    twice(table, "CloseBets")
    assert table.felt.state.phase is Phase.LATCHED
    twice(table, "CollectJp1")
    table.felt.sweep()
    table.draw(HANDS)
    twice(table, "BetPlay", seat=6, multiple=4)
    assert table.felt.state.seat(6).bets_cents, "the decision is not reopened by the tap that makes it"
    twice(table, "ReopenDecision", seat=6)
    assert not table.felt.state.seat(6).bets_cents
    twice(table, "BetPlay", seat=6, multiple=4)
    twice(table, "BetPlay", seat=7, multiple=3)
    twice(table, "Undo")
    assert table.felt.state.seat(6).bets_cents, "one tap takes one step back"
    twice(table, "CallChef")
    twice(table, "CallStreet")
    assert table.felt.state.playing.street == 0
    table.draw("Qh 9h 4h")
    twice(table, "CallStreet")
    table.draw("Js 2c")
    twice(table, "BetRest")
    twice(table, "OpenHands")
    assert table.felt.state.phase is Phase.SHOWDOWN
    twice(table, "OpenSettlement")
    for seat in (7, 6, 5, 4, 3, 2, 1):
        twice(table, "SettleSeat", seat=seat)
        assert table.felt.state.seat(seat).settled is not None
        assert seat == 1 or table.felt.state.seat(seat - 1).settled is None
    assert table.felt.state.phase is Phase.CLEARING
    twice(table, "NextRound")
    assert table.felt.state.phase is Phase.BETTING


def test_the_settling_key_stands_in_outline_and_fills_as_time_goes(table: Screened) -> None:
    table.felt.do(i.CloseBets())
    table.show()
    key = primary(table.stage)
    assert key.property("deaf")
    taken_again(table.stage)
    assert not key.property("deaf")
    assert key.property("filled") == 1


def test_a_key_that_means_what_it_meant_does_not_settle_again(table: Screened) -> None:
    """The table ticks, a chip falls, the book waits: the same act under the same words."""
    taken_again(table.stage)
    key = primary(table.stage)
    table.felt.chips(2)
    table.show()
    assert not key.property("deaf")
    table.felt.do(i.DeclareIncident(i.Incident.EXPOSED_CARD))
    table.show()
    taken_again(table.stage)
    table.felt.do(i.Resume())
    table.show()
    assert key.property("deaf"), "what it meant in between was something else"


def test_a_dealer_who_enters_chips_is_not_slowed(table: Screened) -> None:
    table.touch("local.stakes", seat=3)
    taken_again(table.stage)
    before = len(table.screen_acts)
    for _ in range(3):
        key = table.key("local.chip", {"cents": 500})
        assert key is not None
        tap(table, area(key).center().toPoint())
        table.stage.settle(300)
    assert table.screen_acts[before:] == ["local.chip"] * 3


@pytest.mark.parametrize("sheet", ["rounds", "devices"])
def test_a_double_tap_opens_a_sheet_and_does_not_shut_it(table: Screened, sheet: str) -> None:
    """Findings dealer 8: the second tap took back what the first had opened."""
    taken_again(table.stage)
    twice(table, "local.sheet", sheet=sheet)
    assert table.screen.view["sheet"]["kind"] == sheet


def test_the_thumb_that_rests_on_the_large_key_confirms_no_stake_of_before(table: Screened) -> None:
    """The same place three times: the round ends, and nothing is staked by habit."""
    played_out(table.felt)
    table.show()
    taken_again(table.stage)
    at = area(primary(table.stage)).center().toPoint()
    for _ in range(3):
        tap(table, at)
        QTest.qWait(800)
        table.stage.settle(20)
    assert table.taps == []
    assert table.felt.state.players == ()
    shown = table.screen.view["primary"]
    assert (shown["label"], shown["tap"]) == ("FERMER\nLES MISES", None)
    assert shown["sub"] == "à confirmer\u00a0: sièges 1, 2, 3, 4, 5, 6 et\u00a07"
    table.touch("ConfirmRest")
    table.touch("CloseBets")
    assert len(table.felt.state.players) == 7
    assert [tap["act"] for tap in table.taps] == ["ConfirmRest", "CloseBets"]
