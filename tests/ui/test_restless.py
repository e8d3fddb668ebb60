"""Random touches and keys on the real scene; `python -m tests.bench.restless` makes a hundred thousand."""

from __future__ import annotations

import pytest

from controller.game import inputs as i
from controller.game.inputs import Role, ShufflerMode
from tests.builders import Felt
from tests.ui.restless import Restless
from tests.ui.states import machines
from ui.app import COMPACT, LARGE

SIZES = {"large": LARGE, "compact": COMPACT}


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("seed", "touches"), [(3, 150), (4, 2_000)])
def test_whatever_is_touched_or_struck_is_an_act_of_a_key_that_was_there(
    size: str, seed: int, touches: int
) -> None:
    hand = Restless(seed, SIZES[size])
    while hand.touches < touches:
        hand.act()
    warned = hand.close()
    assert warned == []
    assert hand.done


CLOSE = {"act": "CloseTable"}


def test_what_was_touched_was_there_though_the_stakes_entered_before_it_took_its_key_away() -> None:
    """Of a hundred thousand touches one closed the table with stakes on the pad: its key was there."""
    hand = Restless(1, LARGE)
    hand.monkey.felt = machines(Felt()).open(sensors=True).badge("Chef 1", Role.CHEF)
    hand.monkey.felt.do(i.ShowEmpty(i.Occasion.CLOSING))
    hand.monkey.felt.see(
        i.ShufflerObserved(ShufflerMode.SHUFFLE, "", "", 0, True), i.ShownEmptyObserved(True, 0)
    )
    hand._show()
    hand.screen.tap({"act": "local.stakes", "seat": 2})
    hand.screen.tap({"act": "local.chip", "cents": 1_000})
    hand.screen.tap(CLOSE)
    assert hand.done == {"SetStakes": 1, "CloseTable": 1}
    with pytest.raises(AssertionError, match="asked without a key"):
        hand.screen.tap(CLOSE)
    assert hand.close() == []
