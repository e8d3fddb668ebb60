"""A round without a shoe through the real scene: cards keyed on the grid, hands entered on the panel."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Health, Machine
from controller.game.state import Phase
from tests.ui.scene import PX_PER_MM, area, controls, faults, items, words
from tests.ui.states import STATES, view_of
from tests.ui.touched_table import Table
from ui.app import COMPACT, LARGE, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace

BY_HAND = [name for name in STATES if name.startswith(("by_hand", "shoe_"))]
FLOP, RIVER, BANK = ("Qh", "9h", "4h"), ("Js", "2c"), ("8d", "6c")


def lose_the_shoe(table: Table) -> None:
    table.felt.see(i.HealthObserved(Machine.SHOE, Health.LOST, "silent")).badge()
    table.show()
    table.touch("DealByHand")
    table.felt.see(i.BadgeGone())
    table.show()


def key(table: Table, *cards: str) -> None:
    """The big button opens the grid, which stays for the whole street; each card is touched twice."""
    table.touch("local.sheet", sheet="key_card")
    for text in cards:
        table.touch("KeyCard", card=text)
        table.touch("KeyCard", card=text)


def enter(table: Table, seat: int, outcome: str, hand_class: str) -> None:
    table.touch("EnterHand", seat=seat, outcome=outcome, hand_class=hand_class)


def test_a_round_without_a_shoe_takes_three_taps_a_seat_and_four_and_the_keyed_cards(table: Table) -> None:
    """No dealer's tap is refused on the way, and nothing of it asks for a card of a player."""
    table.felt.chips(1, 3, 5, 7)
    table.show()
    lose_the_shoe(table)
    table.taps.clear()
    table.touch("CloseBets")
    table.touch("CollectJp1")
    table.felt.sweep()
    table.show()
    table.touch("ConfirmDealt")
    table.touch("BetPlay", seat=4, multiple=4)
    table.touch("BetPlay", seat=2, multiple=3)
    key(table, *FLOP)
    table.touch("BetPlay", seat=6, multiple=2)
    key(table, *RIVER)
    for seat in (1, 3):
        table.touch("BetPlay", seat=seat, multiple=1)
    for seat in (5, 7):
        table.touch("Fold", seat=seat)
    key(table, *BANK)
    told = {7: "none", 6: "lose", 5: "none", 4: "win", 3: "tie", 2: "win", 1: "lose"}
    for seat, outcome in told.items():
        enter(table, seat, outcome, {"win": "pair", "none": "pair"}.get(outcome, "high_card"))
    table.touch("OpenHands")
    table.touch("OpenSettlement")
    for seat in range(7, 0, -1):
        table.touch("SettleSeat", seat=seat)
    assert table.felt.state.phase is Phase.CLEARING
    assert table.refusals == []
    acts = [tap for tap in table.taps if tap["act"] != "OpenSettlement"]
    keyed = [tap for tap in acts if tap["act"] == "KeyCard"]
    assert len(keyed) == 2 * (5 + 2)
    assert len(acts) - len(keyed) == 3 * 7 + 4
    assert not table.felt.events(e.CardsRevealed)[-1].cards[0].place.seat  # type: ignore[attr-defined]


def test_a_card_keyed_once_on_the_grid_is_dead_for_the_next_place(table: Table) -> None:
    lose_the_shoe(table)
    table.touch("CloseBets")
    table.touch("ConfirmDealt")
    key(table, "Qh")
    table.stage.settle(280)
    live = [tap["card"] for tap in taps_of(table.stage) if tap["act"] == "KeyCard"]
    assert len(live) == 51
    assert "Qh" not in live


def taps_of(stage: Stage) -> list[dict[str, Any]]:
    return [touch.parentItem().property("tap") for touch in controls(stage.window)]


def test_what_only_its_cards_settle_opens_the_grid(table: Table) -> None:
    table.felt.chips(7)
    lose_the_shoe(table)
    table.touch("CloseBets")
    table.touch("CollectJp1")
    table.felt.sweep()
    table.touch("ConfirmDealt")
    key(table, "Qh", "9h", "9c")
    key(table, "Js", "2c")
    table.touch("BetRest")
    key(table, *BANK)
    table.touch("local.sheet", place="hole.7.0")
    for text in ("Qc", "Qs"):
        table.touch("KeyCard", card=text)
        table.touch("KeyCard", card=text)
    assert table.felt.state.round is not None
    assert table.refusals == []
    assert sum(place.seat == 7 for place in table.felt.state.round.shown) == 2


@pytest.mark.parametrize(("size", "language"), list(product((LARGE, COMPACT), ("fr", "en"))))
def test_the_word_beside_cards_that_were_dealt_by_hand_lies_on_none(size: Any, language: str) -> None:
    stage = Stage("DealerConsole", Screen(), size)
    stage.screen.show(ConsoleFace(language, reduced_motion=True).words(view_of("by_hand_preflop")))
    stage.settle(20)
    backs = [item for item in items(stage.window) if item.metaObject().className().startswith("CardFace")]
    cards = [area(back) for back in backs if back.isVisible()]
    said = ("manuel", "manual", "à la\nmain", "by\nhand")
    beside = [text for text in words(stage.window) if text.text in said]
    assert beside
    assert not [text.text for text in beside for card in cards if card.intersects(text.ink)]
    assert faults(stage.window) == []
    stage.close()


@pytest.mark.long
@pytest.mark.parametrize(("size", "language"), list(product((LARGE, COMPACT), ("fr", "en"))))
def test_every_state_by_hand_can_be_read_and_touched(size: Any, language: str) -> None:
    stage = Stage("DealerConsole", Screen(), size)
    for name, grid in product(BY_HAND, (False, True)):
        face = ConsoleFace(language, reduced_motion=True)
        view = view_of(name)
        words = face.words(view)
        opens = [tap for tap in opening_the_grid(words) if grid]
        if grid and not opens:
            continue
        if opens:
            face.take(opens[0])
            words = face.words(view)
        stage.screen.show(words)
        stage.settle(20)
        assert faults(stage.window) == [], (name, grid)
        for touch in controls(stage.window):
            least = min(area(touch).width(), area(touch).height())
            assert least >= 12 * PX_PER_MM[stage.window.width()] - 0.5, (
                name,
                touch.parentItem().property("says"),
            )
    assert stage.warnings == []
    stage.close()


def opening_the_grid(words: dict[str, Any]) -> list[dict[str, Any]]:
    keys = [words["primary"], *((words["focus"] or {}).get("keys") or [])]
    return [one["tap"] for one in keys if one["tap"] and one["tap"].get("sheet") == "key_card"]
