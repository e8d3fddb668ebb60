"""The house says each instant by the clock that hung on the wall then: in summer it was an hour ahead."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.scope import Scope, ahead_ms, wall_of
from tests.memory.conftest import NewStore
from tests.memory.test_inspection_of_linked_meters import a_round, table
from tests.shell.journal.journals import OPENING, create, rewrite
from tests.shell.journal.test_audit import written

HOUR_MS = 3_600_000
PARIS = {"zone": "Europe/Paris"}
SUMMER_MS = 1_752_186_600_000
"""10 July 2025, 22:30 UTC: half past midnight in Paris."""
WINTER_MS = 1_763_677_800_000
"""20 November 2025, 22:30 UTC: half past eleven in the evening."""
BACK_MS = 1_761_440_400_000
"""26 October 2025, 01:00 UTC: the clocks of Paris go back from three to two."""


@pytest.fixture
def house(tmp_path: Path, new_store: NewStore) -> Iterator[Answers]:
    """A session of two rounds, one in summer and one in winter."""
    felt = a_round(table())
    first = len(felt.entries)
    a_round(felt)
    for at, entry in enumerate(felt.entries):
        begun, since = (0, SUMMER_MS) if at < first else (first, WINTER_MS)
        felt.entries[at] = entry._replace(at_ms=since + 100 * (at - begun))
    opening = replace(OPENING, profile_digest=felt.state.profile.digest)
    journal = tmp_path / f"{OPENING.table}-000001.journal"
    create(journal, opening).close()
    rewrite(journal, written(felt.entries, opening))
    with closing(House([tmp_path], new_store())) as made:
        made.read_all()
        yield Answers(made)


@pytest.mark.parametrize(
    ("wall", "days"),
    [
        (PARIS, ["2025-07-11", "2025-11-20"]),
        ({"offset_min": 60}, ["2025-07-10", "2025-11-20"]),
        ({}, ["2025-07-10", "2025-11-20"]),
    ],
)
def test_a_round_is_of_the_day_that_it_was_on_the_wall(
    house: Answers, wall: dict[str, Any], days: list[str]
) -> None:
    told = house.answer({"ask": "figures", "by": "day", "period": "all", **wall})
    assert [(row["name"], row["rounds"]) for row in told["rows"]] == [(day, 1) for day in days]


def test_a_round_is_of_the_hour_that_it_was_on_the_wall(house: Answers) -> None:
    told = house.answer({"ask": "plots", "period": "all", **PARIS})["plots"]["seat_heat"]
    assert told["hours"] == [[0, 1], [23, 1]]
    assert {hour for _, hour, hands, _ in told["rows"] if hands} == {0, 23}


def test_an_inspector_reads_the_time_that_was_on_the_wall(house: Answers) -> None:
    asked = {"ask": "inspect", "table": OPENING.table, "session": 1, **PARIS}
    for number, hour in ((1, "00:30"), (2, "23:30")):
        lines = house.answer({**asked, "round": number})["requirements"]
        (lock,) = (line["shown"][1] for line in lines if line["id"] == "BC-06")
        assert lock.startswith(f"locked {hour}:")


def test_the_day_on_which_the_clocks_go_back_is_one_day_and_its_two_hours_are_two() -> None:
    zone = wall_of(PARIS)
    scope = Scope("1 = 1", (), 0, 0, zone)
    began_ms = BACK_MS - 3 * HOUR_MS  # midnight, summer time
    day = [began_ms + hour * HOUR_MS for hour in range(25)]
    assert {scope.begin_ms(at_ms, 24 * HOUR_MS) for at_ms in day} == {began_ms}
    assert [scope.begin_ms(at_ms + 1, HOUR_MS) for at_ms in day] == day
    assert scope.begin_ms(day[-1] + HOUR_MS, 24 * HOUR_MS) == day[-1] + HOUR_MS
    assert [ahead_ms(at_ms, zone) // HOUR_MS for at_ms in (BACK_MS - 1, BACK_MS)] == [2, 1]
