"""The meter over nights left to chance: see `meter_nights`, which also plays long ones."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.long import long
from tests.simulation.meter_nights import COUNTED, night


@pytest.mark.parametrize("seeds", [range(5, 8), long(range(17))])
def test_the_meter_is_what_its_entries_make_of_it_after_every_event(seeds: range) -> None:
    happened: Counter[str] = Counter()
    for seed in seeds:  # a claim is rare, a refused one rarer: the sixth sees both
        happened += night(seed, 1_500)
    never = {kind.__name__ for kind in COUNTED} - happened.keys()
    assert not never, f"no night has seen {never}"
