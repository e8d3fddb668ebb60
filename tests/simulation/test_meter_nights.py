"""The meter over nights left to chance: see `meter_nights`, which also plays long ones."""

from __future__ import annotations

import pytest

from tests.long import long
from tests.simulation.meter_nights import COUNTED, night


@pytest.mark.parametrize("at_least", [3, long(17)])
def test_the_meter_is_what_its_entries_make_of_it_after_every_event(at_least: int) -> None:
    """So many nights, and more until each kind of entry was seen: a claim is rare, a refused one rarer."""
    never = {kind.__name__ for kind in COUNTED}
    for seed in range(40):
        if seed >= at_least and not never:
            break
        never -= night(seed, 1_500).keys()
    assert not never, f"no night has seen {never}"
