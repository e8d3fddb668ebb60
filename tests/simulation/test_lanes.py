"""A rule night hands messages over without bytes; it is the night that bytes would have carried."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from controller.boot.simulated import simulated_night
from controller.game import events as e

ROUNDS = 10
SEEDS = (1, 8, 2026)
PROFILES = sorted(path.stem for path in (Path(__file__).parents[2] / "config" / "rules").glob("*.toml"))


def played(profile: str, seed: int, *, direct: bool) -> tuple[object, Counter[str]]:
    """What came of a night at two tables, and how often each event is in its journals."""
    night = simulated_night(rounds=2 * ROUNDS, seed=seed, profile=profile, tables=2, direct=direct)
    try:
        told = night.play()
        del told["rounds_per_second"]
        kinds = Counter(
            type(entry.event).__name__ for journal in night.journals.values() for entry in journal.events()
        )
        return told, kinds
    finally:
        night.close()


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("seed", SEEDS)
def test_without_bytes_and_with_them_a_night_is_the_same_to_the_last_hash(profile: str, seed: int) -> None:
    direct, kinds = played(profile, seed, direct=True)
    by_bytes, _ = played(profile, seed, direct=False)
    assert direct == by_bytes
    # What the lines carried is in it, and cards with the numbers of their frames.
    assert kinds[e.LinesCounted.__name__]
    assert kinds[e.CardDealt.__name__] > 2 * ROUNDS * 9
