"""Hands without a touch screen: every live key of the console by a keyboard, with the rests of a finger."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtTest import QTest

from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.payment.winning_hand import hand_places
from controller.game.state import Phase
from tests.ui.at_rest import taken_again
from tests.ui.conftest import Open
from tests.ui.samples import SAMPLES, sample
from tests.ui.scene import area, faults
from tests.ui.states import ROYAL_FLOP, ROYAL_HANDS, ROYAL_RIVER
from tests.ui.test_touch import touch
from tests.ui.touched_table import DEAL, Table
from tests.ui.typist import Typist, live, ringed
from ui.app import COMPACT, LARGE, Stage
from ui.bridge import Screen

SIZES = {"large": LARGE, "compact": COMPACT}


@pytest.fixture(scope="module", params=SIZES)
def kept_stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    stage = Stage("DealerConsole", Screen(), SIZES[request.param])
    yield stage
    warned = list(stage.warnings)
    stage.close()
    assert warned == []


@pytest.mark.parametrize("name", SAMPLES)
def test_tab_reaches_every_live_key_once_each_has_a_name_and_can_be_read(
    kept_stage: Stage, name: str
) -> None:
    stage = kept_stage
    stage.screen.show(sample(name) | {"reduced_motion": True})
    stage.settle(20)
    keys, typist = live(stage), Typist(stage)
    reached = []
    for _ in keys:
        typist.key("Tab")
        at = ringed(stage)
        assert at is not None
        named = QAccessible.queryAccessibleInterface(at).text(QAccessible.Text.Name)
        assert named.strip(), area(at)
        reached.append(at)
    assert len(set(reached)) == len(reached) == len(keys)
    assert set(reached) == set(keys)
    assert faults(stage.window) == [], "the names of the keys lie over nothing"


@pytest.mark.parametrize("name", SAMPLES)
def test_the_arrows_reach_what_lies_beside(kept_stage: Stage, name: str) -> None:
    """From each key an arrow leads back to where one came from, or to another on that side."""
    stage = kept_stage
    stage.screen.show(sample(name) | {"reduced_motion": True})
    stage.settle(20)
    typist = Typist(stage)
    typist.key("Tab")
    for way, sign in (("Right", 1), ("Left", -1)):
        before = ringed(stage)
        assert before is not None
        typist.key(way)
        after = ringed(stage)
        assert after is not None
        assert after is before or sign * (area(after).center().x() - area(before).center().x()) > 0


@pytest.mark.parametrize(
    "name",
    ["S1_opening", "S2_betting", "S2_stakes", "S6_preflop", "S11_settling", "A202_unreadable", "held",
     "incidents", "rounds"],
)  # fmt: skip
def test_each_key_of_the_table_asks_what_the_key_on_the_screen_asks(open_stage: Open, name: str) -> None:
    stage, asked = open_stage("DealerConsole", sample(name), LARGE)
    typist = Typist(stage)
    pressed = {word: did for word, did in stage.screen.shown()["shortcuts"].items() if not did["rings"]}
    assert "F1" in pressed or sample(name)["primary"]["tap"] is None
    for word, did in pressed.items():
        asked.clear()
        typist.when_taken(word)
        assert asked == did["taps"], word


def test_a_number_rings_a_seat_s_keys_in_turn_and_enter_presses_the_ringed_one(open_stage: Open) -> None:
    stage, asked = open_stage("DealerConsole", sample("S6_preflop"), LARGE)
    typist = Typist(stage)
    keys = stage.screen.shown()["shortcuts"]["1"]["taps"]
    assert len(keys) >= 2
    for tap in (*keys, keys[0]):
        typist.key("1")
        at = ringed(stage)
        assert at is not None
        assert at.property("tap") == tap
    assert asked == []
    typist.key("Enter")
    assert asked == [keys[0]]


def test_a_ring_on_a_key_that_changes_its_meaning_goes_and_enter_presses_nothing(open_stage: Open) -> None:
    stage, asked = open_stage("DealerConsole", sample("S6_preflop"), LARGE)
    typist = Typist(stage)
    typist.key("1")
    after = sample("S6_preflop")
    for key in after["seats"][0]["keys"]:
        key["tap"] = {"act": "BetPlay", "seat": 1, "multiple": 2}
    stage.screen.show(after)
    taken_again(stage)
    assert ringed(stage) is None
    typist.key("Enter", "Space", "Return")
    assert asked == []


def test_a_key_that_is_held_down_asks_once(open_stage: Open) -> None:
    stage, asked = open_stage("DealerConsole", sample("S6_preflop"), LARGE)
    for repeat in (False, *[True] * 40):
        event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_F1, Qt.KeyboardModifier.NoModifier, "", repeat, 1)
        stage.app.sendEvent(stage.window, event)
        stage.settle(15)
    assert asked == [{"act": "CallStreet"}]


def test_the_names_stand_on_the_keys_while_a_keyboard_is_used_and_go_with_a_touch(open_stage: Open) -> None:
    stage, _ = open_stage("DealerConsole", sample("A202_unreadable"), LARGE)
    names = lambda: {key.property("named") for key in live(stage)} - {""}  # noqa: E731
    assert names() == set()
    Typist(stage).key("Tab")
    told = stage.screen.shown()["shortcuts"]
    assert names() == {name for name, did in told.items() if name[0] == "F" and not did["rings"]}
    touch(stage, QPoint(960, 300))
    assert names() != set(), "a touch beside every key asks nothing and changes nothing"
    touch(stage, area(live(stage)[0]).center().toPoint())
    assert names() == set()
    assert ringed(stage) is None


def test_a_ring_that_a_touch_took_away_is_not_pressed(open_stage: Open) -> None:
    stage, asked = open_stage("DealerConsole", sample("S6_preflop"), LARGE)
    Typist(stage).key("1")
    language = next(key for key in live(stage) if key.property("tap")["act"] == "language")
    touch(stage, area(language).center().toPoint())
    asked.clear()
    Typist(stage).key("Enter", "Space")
    assert asked == []


def test_what_is_keyed_with_control_or_alt_is_not_the_console_s(open_stage: Open) -> None:
    stage, asked = open_stage("DealerConsole", sample("S6_preflop"), LARGE)
    for modifier in (Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier):
        QTest.keyClick(stage.window, Qt.Key.Key_F1, modifier)
    assert asked == []


def test_a_screen_without_news_of_its_table_takes_no_key(open_stage: Open) -> None:
    stage, asked = open_stage("DealerConsole", sample("S6_preflop") | {"offline": True}, LARGE)
    Typist(stage).key("F1", "F2", "F3", "1", "Enter", "Tab", "Enter", "Escape", "0", "Enter")
    assert asked == []


# --- whole acts over the real core ---------------------------------------------------------------


@pytest.fixture
def table(table: Table) -> Iterator[Table]:
    """Nothing of it was touched, and nothing refused."""
    yield table
    assert table.refusals == []
    assert table.touches == 0


def acts(table: Table) -> list[str]:
    return [tap["act"] for tap in table.taps]


def test_a_round_is_played_on_a_bare_keypad(table: Table) -> None:
    hand = Typist(table.stage)
    table.felt.chips(1, 3, 5, 7)
    table.show()
    hand.when_taken("+", "+")
    table.felt.sweep()
    table.draw(DEAL)
    hand.when_taken("4", "Enter", "2", "2", "Enter")
    table.draw("Qh 9h 4h")
    hand.when_taken("6", "Enter")
    table.draw("Js 2c")
    hand.when_taken("1", "Enter", "3", "Enter", "5", "5", "Enter", "7", "7", "Enter")
    hand.when_taken("-")
    hand.when_taken("7", "7", "Enter", "+", "+", *7 * "+")
    assert table.felt.state.phase is Phase.CLEARING
    assert [(tap["seat"], tap["multiple"]) for tap in table.taps if tap["act"] == "BetPlay"] == [
        (4, 4), (2, 3), (6, 2), (1, 1), (3, 1)
    ]  # fmt: skip
    assert [tap["seat"] for tap in table.taps if tap["act"] == "Fold"] == [5, 7, 7]
    assert set(hand.typed) <= {"+", "-", "Enter", *"1234567"}


def test_stakes_are_entered_by_the_numbers_of_their_chips(table: Table) -> None:
    hand = Typist(table.stage)
    hand.does({"act": "local.stakes", "seat": 4})
    hand.when_taken("Backspace", "3", "2", "0", "1", "Enter")
    (tap,) = table.taps
    assert tap["act"] == "SetStakes"
    assert table.felt.state.seat(4).stakes["ante"] == tap["ante_cents"]
    hand.does({"act": "local.stakes", "seat": 4})
    hand.when_taken("Escape")
    assert table.screen.shown()["focus"]["kind"] != "stakes"
    assert len(table.taps) == 1


def test_a_void_and_its_refunds_are_done_by_keys(table: Table) -> None:
    hand = Typist(table.stage)
    hand.when_taken("F1", "F1")
    table.felt.sweep()
    table.draw(DEAL)
    hand.when_taken("4", "Enter")
    hand.does({"act": "local.sheet", "sheet": "incident"})
    hand.does({"act": "DeclareIncident", "incident": "contested_chips"})
    table.felt.badge("Chef 1", Role.CHEF)
    table.show()
    hand.does({"act": "ArmVoid", "reason": "contested_chips"})
    hand.when_taken("F1")
    assert table.felt.state.phase is Phase.REFUNDING
    for _ in range(7):
        hand.when_taken("F1")
    assert acts(table).count("RefundSeat") == 7
    assert table.felt.state.phase is not Phase.REFUNDING


@pytest.mark.long
def test_a_royal_is_proved_and_paid_to_its_end_by_keys(table: Table) -> None:
    table.felt.do(i.VacateSeat(3), i.VacateSeat(5))
    table.felt.chips(1, 2, 6, 7)
    table.show()
    hand = Typist(table.stage)
    hand.when_taken("F1", "F1")
    table.felt.sweep()
    table.draw(ROYAL_HANDS)
    table.draw(ROYAL_FLOP)
    hand.when_taken("6", "Enter")
    table.draw(ROYAL_RIVER)
    for seat in ("1", "2", "7"):
        hand.when_taken(seat, "Enter")
    hand.when_taken("4", "4", "Enter", "F1", "F1")
    badge(table, "MCD 03", Role.COMITE)
    for _ in hand_places(table.felt.state):
        hand.when_taken("1", "Enter")
    hand.when_taken("F1")
    badge(table, "OV 11", Role.VIDEO)
    hand.does({"act": "local.keep"})
    hand.does({"act": "ReviewVideo", "conform": True})
    badge(table, "MCD 03", Role.COMITE)
    hand.when_taken("F1")
    badge(table, "OV 11", Role.VIDEO)
    hand.when_taken("F1")
    badge(table, "MCD 03", Role.COMITE)
    hand.when_taken("7")
    hand.does({"act": "local.field", "field": "identity"})
    hand.when_taken("4", "1", "Backspace", "Enter")
    hand.does({"act": "ArmRelease"})
    badge(table, "OV 11", Role.VIDEO)
    hand.when_taken("F1")
    verification = table.felt.state.playing.verification
    assert verification is not None
    assert verification.released
    assert [payment.slip for payment in verification.payments] == ["7"]


def badge(table: Table, person: str, role: Role) -> None:
    table.felt.badge(person, role)
    table.show()


def test_two_strikes_within_a_breath_are_one_act(table: Table) -> None:
    """As by touch: the large key settles for 700 ms when its meaning changes."""
    table.felt.chips(1)
    table.show()
    table.stage.window.setProperty("restMs", 700)
    hand = Typist(table.stage)
    hand.when_taken("F1")
    hand.key("F1", "+", "F1")
    table.stage.settle(300)
    hand.key("F1")
    assert acts(table) == ["CloseBets"]
    assert table.felt.state.phase is Phase.LATCHED
