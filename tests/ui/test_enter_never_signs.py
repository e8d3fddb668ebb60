"""Enter enters the number of a pad and presses what is ringed; it never signs, releases or confirms alone.

A hand that has typed a count strikes Enter once too often, or rests on it: nothing is signed by that.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from controller.game import inputs as i
from controller.game.inputs import Role
from tests.builders import CHEF, FLOAT, TERMS, Felt
from tests.ui.at_rest import taken_again
from tests.ui.every_state import playable
from tests.ui.touched_table import Table
from tests.ui.typist import KEYS, Typist, ringed
from ui.screen.keyboard import CONFIRMS

SIGNING = frozenset({"SignCash", "ReleaseAward", "ConfirmPayment"})
HELD_DOWN = 20


def counted() -> Felt:
    """The float is counted, and a chef who may sign for it has shown his badge and PIN."""
    return Felt(cash=TERMS).do(i.OpenTable()).count(**FLOAT).badge(*CHEF)


LIVE: dict[str, tuple[Callable[[], Felt], list[dict[str, object]]]] = {
    "SignCash": (counted, [{"act": "local.sheet", "sheet": "cash"}]),
    "ReleaseAward": (lambda: playable("royal_armed"), []),
    "ConfirmPayment": (lambda: playable("royal_paid_by_the_cage"), []),
}
"""For each act that signs a table where its key is the large one, and what is opened first."""


def put(table: Table, felt: Felt) -> Typist:
    table.felt = felt
    table.show()
    return Typist(table.stage)


def live(table: Table) -> str:
    """The act of the large key."""
    return str((table.screen.shown()["primary"]["tap"] or {"act": ""})["act"])


def held_down(table: Table, name: str) -> None:
    """The key goes down, repeats itself and comes up."""
    for repeat in (False, *[True] * HELD_DOWN):
        event = QKeyEvent(QEvent.Type.KeyPress, KEYS[name], Qt.KeyboardModifier.NoModifier, "", repeat, 1)
        table.stage.app.sendEvent(table.stage.window, event)
    up = QKeyEvent(QEvent.Type.KeyRelease, KEYS[name], Qt.KeyboardModifier.NoModifier)
    table.stage.app.sendEvent(table.stage.window, up)


def insist(table: Table, hand: Typist) -> None:
    """Twice, one at once after the other and one after a rest, then held down."""
    for name in ("Enter", "Return"):
        hand.when_taken(name, name)
        hand.key(name, name)
        held_down(table, name)
        table.stage.settle(20)
        taken_again(table.stage)


def test_no_act_that_signs_is_one_that_enter_confirms() -> None:
    assert not SIGNING & CONFIRMS
    assert LIVE.keys() == SIGNING


@pytest.mark.parametrize("act", sorted(LIVE))
def test_enter_twice_or_held_does_not_sign(table: Table, act: str) -> None:
    felt, opened = LIVE[act]
    hand = put(table, felt())
    for tap in opened:
        hand.does(tap)
    assert live(table) == act
    assert ringed(table.stage) is None
    insist(table, hand)
    assert table.taps == []
    assert live(table) == act
    hand.when_taken("F1")
    assert [tap["act"] for tap in table.taps] == [act], "the large key's own name signs"


@pytest.mark.long
def test_one_enter_too_many_after_a_count_does_not_sign_it(table: Table) -> None:
    """The key that took the count signs it once all is counted and a chef is there."""
    felt = counted()
    hand = put(table, felt)
    hand.does({"act": "local.sheet", "sheet": "cash"})
    piece = next(iter(table.screen.shown()["sheet"]["choices"][0]))["tap"]["piece"]
    hand.when_taken("9", "9", "Enter")
    insist(table, hand)
    assert [tap["act"] for tap in table.taps] == ["CountPieces"]
    assert table.taps[0]["piece_cents"] == piece
    assert live(table) == "SignCash"


def test_one_enter_too_many_after_a_reference_releases_nothing(table: Table) -> None:
    felt = playable("royal_read").badge("MCD 03", Role.COMITE)
    hand = put(table, felt)
    hand.when_taken("7")
    hand.does({"act": "local.field", "field": "identity"})
    hand.when_taken("4", "1")
    insist(table, hand)
    assert [tap["act"] for tap in table.taps] == ["PreparePayment"]
