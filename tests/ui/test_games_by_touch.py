"""Whole rounds of the other games through the real scene: touches in, the real core behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtTest import QTest

from controller.game import inputs as i
from controller.game.profile import RuleProfile
from controller.game.refusals import Refusal
from controller.game.state import Phase
from controller.game.views import console
from controller.screens.taps import parse_tap
from controller.settings.rules import load_profile
from tests.builders import Felt
from tests.ui.at_rest import rests_shortly, taken_again
from tests.ui.scene import area, controls
from tests.ui.states import machines
from ui.app import LARGE, Stage
from ui.bridge import Screen
from ui.meant import unaimed
from ui.screen.console import ConsoleFace

DEVICE = QTest.createTouchDevice()
Open = Callable[[str], "Table"]


class Table:
    """The console on the real core, at a table of this profile."""

    def __init__(self, profile: str | RuleProfile) -> None:
        rules = load_profile(profile) if isinstance(profile, str) else profile
        self.felt = machines(Felt(rules, jp1=False)).open()
        self.refusals: list[Refusal] = []
        self.screen = Screen(ConsoleFace(reduced_motion=True), self.asked)
        self.show()
        self.stage = Stage("DealerConsole", self.screen, LARGE)
        rests_shortly(self.stage)

    def asked(self, tap: dict[str, Any]) -> None:
        refusal = self.felt.tap(parse_tap(unaimed(tap)))
        if refusal is not None:
            self.refusals.append(refusal)
        self.show()

    def show(self) -> None:
        self.screen.show(console(self.felt.state) | {"now_ms": self.felt.now_ms})

    @property
    def words(self) -> dict[str, Any]:
        return dict(self.screen.property("view"))

    def touch(self, act: str, **arguments: Any) -> None:
        """The key that carries this act is touched, once the screen has settled."""
        self.stage.settle(20)
        taken_again(self.stage)
        for key in controls(self.stage.window):
            tap = key.parentItem().property("tap")
            if tap["act"] == act and all(tap.get(name) == value for name, value in arguments.items()):
                at = area(key).center().toPoint()
                QTest.touchEvent(self.stage.window, DEVICE).press(0, at, self.stage.window).commit()
                QTest.touchEvent(self.stage.window, DEVICE).release(0, at, self.stage.window).commit()
                return
        raise AssertionError(f"no key carries {act} {arguments}")

    def stake(self, seat: int, ante: list[int], side: list[int]) -> None:
        """The stakes of a seat, chip by chip."""
        self.touch("local.stakes", seat=seat)
        for cents in ante:
            self.touch("local.chip", cents=cents)
        if side:
            self.touch("local.spot", spot=self.felt.state.profile.side_spots[0])
            for cents in side:
                self.touch("local.chip", cents=cents)
        self.touch("SetStakes", seat=seat, ante_cents=sum(ante), side_cents=sum(side))

    def draw(self, cards: str) -> None:
        self.felt.draw(cards)
        self.show()

    def wait(self, ms: int) -> None:
        """So much time passes at the table, and it notices."""
        self.felt.now_ms += ms
        self.felt.see(i.TimeObserved(self.felt.now_ms))
        self.show()

    def word_of(self, seat: int) -> str:
        decision = self.words["seats"][seat - 1].get("decision")
        return str(decision["word"]) if decision else ""


@pytest.fixture
def sit() -> Iterator[Open]:
    made: list[Table] = []

    def open_table(profile: str) -> Table:
        made.append(Table(profile))
        return made[-1]

    yield open_table
    for table in made:
        warned = list(table.stage.warnings)
        table.stage.close()
        assert warned == []


def test_a_round_of_holdem_poker_de_casino_is_played_by_touch(sit: Open) -> None:
    table = sit("fr-holdem-casino")
    table.stake(1, [1000], [500])
    table.felt.stakes(s2=1000, s3=1000, s4=1000)
    table.show()
    table.touch("CloseBets")
    table.draw("8c 6s Ks Qd Tc 5d Ah 7h 9d 6c")
    table.touch("BetOn", seat=4, spot="a4")
    assert table.word_of(4) == "A\u00a04"
    table.touch("Undo")
    table.touch("BetOn", seat=4, spot="a3")
    table.draw("3d Qh 9h 4h")
    table.touch("BetOn", seat=2, spot="a2")
    table.draw("3h Js")
    table.touch("BetOn", seat=1, spot="a05t")
    table.touch("Fold", seat=3)
    assert table.word_of(3) == "Abandon"
    table.draw("3s 2c")
    table.touch("BetOn", seat=1, spot="a05r")
    assert table.word_of(1) == "A\u00a00,5\u00a0T+R"
    table.touch("OpenHands")
    assert table.words["dealer"]["verdict"] == "Qualifié"
    table.touch("OpenSettlement")
    for seat in (4, 3, 2, 1):
        table.touch("SettleSeat", seat=seat)
    assert table.felt.state.phase is Phase.CLEARING
    assert table.refusals == []
    paid = {seat: sum(line.paid_cents for line in table.felt.lines(seat).values()) for seat in (1, 2, 3, 4)}
    # Flush against a pair of nines: Ante 10, A 3 30, Super Ante 3 to 2; a pair of queens: Ante 10, A 2 20.
    assert paid == {1: 0, 2: 3000, 3: 0, 4: 5500}


def test_the_antes_are_paid_by_touch_before_any_hand_is_opened(sit: Open) -> None:
    table = sit("fr-holdem-casino")
    table.felt.stakes(s1=1000, s2=2000)
    table.show()
    table.touch("CloseBets")
    table.draw("8c 6s Ks Qd 8d 6c")
    table.touch("BetOn", seat=1, spot="a4")
    table.draw("3d Qh 9h 4h")
    table.draw("3h Js")
    table.touch("BetOn", seat=2, spot="a05t")
    table.draw("3s 2c")
    table.touch("OpenHands")
    assert table.words["primary"]["label"] == "ANTES\nPAYÉES"
    assert table.words["seats"][0]["cards"] == ["back", "back"]
    table.touch("PayAntes")
    table.touch("OpenSettlement")
    assert table.words["focus"]["word"] == "Laisser les mises"
    for seat in (2, 1):
        table.touch("SettleSeat", seat=seat)
    assert table.felt.state.last_rounds[0].bank_cents == -3000
    assert table.refusals == []


def test_cards_thrown_in_are_asked_twice_in_two_places(sit: Open) -> None:
    table = sit("fr-holdem-casino")
    table.felt.stakes(s1=1000, s2=2000)
    table.show()
    table.touch("CloseBets")
    table.draw("8c 6s Ks Qd 8d 6c")
    table.touch("BetOn", seat=2, spot="a4")
    table.touch("local.throw", seat=2)
    assert table.words["focus"]["title"] == "Cartes jetées\u202f?"
    assert not table.felt.state.seat(2).folded
    table.touch("local.throw", seat=2)
    assert table.words["focus"]["kind"] == "wait"
    table.touch("local.throw", seat=2)
    table.touch("Fold", seat=2)
    assert table.felt.state.seat(2).folded
    assert table.words["bottom"][0]["sub"] == "abandon, siège 2"
    assert table.refusals == []


def test_a_round_of_the_live_table_is_played_by_touch(sit: Open) -> None:
    table = sit("live-uth")
    table.stake(2, [1000, 1000], [])
    table.felt.stakes(s1=(1000, 500), s4=500)
    table.show()
    table.touch("local.stakes", seat=2)
    table.touch("DoubleStakes", seat=2)
    assert table.felt.state.seat(2).ante_cents == 4000
    table.touch("local.stakes", seat=2)
    assert table.words["seats"][1]["keys"][0]["sub"] == "déjà doublé"
    table.touch("UndoStakes", seat=2)
    assert table.felt.state.seat(2).ante_cents == 2000
    assert table.words["seats"][1]["staked"] == "40\u00a0€"
    table.touch("CloseBets")
    table.draw("8c 6s Ks Qd Tc 5d 9d 6c")
    assert table.words["seats"][0]["cards"] == ["8c", "6s"]
    table.touch("BetPlay", seat=2, multiple=3)
    table.touch("CheckRest")
    table.touch("CallStreet")
    table.draw("Qh 9h 4h")
    table.wait(12_500)
    assert table.word_of(1) == "Check\nautomatique"
    table.draw("Js 2c")
    table.touch("BetPlay", seat=1, multiple=1)
    table.wait(12_500)
    assert table.word_of(4) == "Couché\nautomatique"
    table.touch("OpenHands")
    table.touch("OpenSettlement")
    for seat in (4, 2, 1):
        table.touch("SettleSeat", seat=seat)
    table.touch("NextRound")
    table.touch("local.stakes", seat=2)
    table.touch("ConfirmStakes", seat=2)
    assert table.felt.state.seat(2).ante_cents == 2000
    assert table.refusals == []


def test_the_betting_clock_closes_the_bets_and_the_screen_says_so(sit: Open) -> None:
    table = sit("live-uth")
    table.stake(3, [1000], [])
    assert table.words["light"]["word"] == "MISEZ"
    table.felt.now_ms += 16_000
    table.show()
    assert table.words["light"]["lamp"] == "last"
    table.wait(5_000)
    assert table.felt.state.phase is not Phase.BETTING
    assert table.words["light"]["word"] == "RIEN NE\nVA PLUS"


def test_a_suspended_round_is_annulled_by_touch_and_the_stakes_go_back(sit: Open) -> None:
    table = sit("live-uth")
    table.stake(1, [1000], [500])
    table.touch("CloseBets")
    table.draw("8c 6s 9d 6c")
    table.touch("local.sheet", sheet="incident")
    table.touch("DeclareIncident", incident="irregular_deal")
    assert table.words["focus"]["title"] == "Donne irrégulière"
    table.felt.badge()
    table.show()
    table.touch("ArmVoid", reason="irregular_deal")
    assert table.words["focus"]["caption"].startswith("Coup nul armé")
    table.touch("DisarmVoid")
    table.touch("ArmVoid", reason="irregular_deal")
    table.touch("VoidRound", reason="irregular_deal")
    assert table.words["light"] is None
    assert table.words["primary"]["label"] == "SIÈGE 1\n→ REMBOURSÉ"
    table.touch("RefundSeat", seat=1)
    assert table.words["focus"]["caption"] == "Coup annulé, mises rendues"
    assert table.felt.state.last_rounds[0].bank_cents == 0
    assert table.refusals == []
