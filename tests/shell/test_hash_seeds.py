"""A night is the same under whatever hash seed Python draws: nothing hangs on the order of a set (T-25)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.simulation.nights import PLACES, begin

pytestmark = pytest.mark.long


def test_ten_hash_seeds_give_one_last_hash(tmp_path: Path) -> None:
    heads = set()
    for seed in range(10):
        place = {**PLACES[0], "PYTHONHASHSEED": str(seed)}
        night = begin(tmp_path / str(seed), place, "--rounds", "20", "--seed", "7", "--faults", "hard")
        heads.add(str(night.result()["head_hash"]))
    assert len(heads) == 1
