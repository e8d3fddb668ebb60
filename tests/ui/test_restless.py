"""Random touches and keys on the real scene; `python -m tests.bench.restless` makes a hundred thousand."""

from __future__ import annotations

import pytest

from tests.ui.restless import Restless
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
