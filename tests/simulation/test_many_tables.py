"""A night of many tables sees to those of which something has come or is due, and leaves the others alone."""

from __future__ import annotations

from collections import Counter
from contextlib import closing

import pytest

from controller.boot.simulated import simulated_night
from controller.simulation.simulated_night import Night, NightTable

TABLES = 6


def test_at_an_instant_only_the_tables_concerned_are_seen_to(monkeypatch: pytest.MonkeyPatch) -> None:
    instants, seen = Counter[str](), Counter[str]()
    advance, see_to = Night._advance, NightTable.see_to

    def advanced(night: Night) -> None:
        instants["all"] += 1
        advance(night)

    def seen_to(place: NightTable) -> None:
        seen[place.table.state.facts.table] += 1
        see_to(place)

    monkeypatch.setattr(Night, "_advance", advanced)
    monkeypatch.setattr(NightTable, "see_to", seen_to)
    with closing(simulated_night(rounds=2 * TABLES, seed=9, tables=TABLES)) as night:
        told = night.play()
        assert all(not place.pump.waits for place in night.night.tables)
    assert told["rounds"] == 2 * TABLES
    assert len(seen) == TABLES
    # Some instants are of several tables, by chance or by the meter that they share.
    assert instants["all"] <= seen.total() < 2 * instants["all"]


def test_without_a_register_the_chef_of_each_table_opens_it() -> None:
    """A chef has two tables: the third is another's, whose card it knows."""
    with closing(simulated_night(rounds=4, seed=78, tables=4, staffed=False)) as night:
        assert night.play()["rounds"] == 4
