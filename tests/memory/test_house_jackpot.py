"""A jackpot that was won: its generation, its round, and the meter before and after."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.boot.simulated import simulated_night
from controller.house.answers import Answers
from controller.house.archive import House
from drivers.sim.decks import royal, unqualified
from tests.memory.conftest import NewStore
from tests.memory.nights import rows_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("won")
    night = simulated_night(
        rounds=6, seed=4, journal=folder, book=str(folder / "jackpot.book"), stacked=(unqualified, royal)
    )
    try:
        night.play()
    finally:
        night.close()
    return folder


@pytest.fixture(scope="module")
def answers(folder: Path, new_store: NewStore) -> Iterator[Answers]:
    with closing(House([folder], new_store())) as house:
        house.read_all()
        yield Answers(house)


def test_the_value_won_closes_its_generation_and_the_next_begins_anew(folder: Path, answers: Answers) -> None:
    claim = next(
        body for _, _, kind, body in rows_of(next(folder.glob("*.journal"))) if kind == "ClaimRecorded"
    )
    ledger = answers.ledger({})
    now, won = ledger["generations"]
    assert won["won_cents"] == claim["value_cents"]
    assert (won["table"], won["round"]) == ("UTH-1", claim["round"])
    assert now["generation"] == claim["next_generation"]
    assert now["to_ms"] == 0
    assert won["start_cents"] + won["contributed_cents"] == won["won_cents"]
    assert ledger["residual"]["cents"] == 0
    marks = ledger["growth"]["marks"]
    assert [(kind, cents) for _, kind, cents, _, _, _ in marks] == [("claim", claim["value_cents"])]
    assert {point[2] for point in ledger["growth"]["points"]} == {1, 2}


def test_the_round_of_a_jackpot_is_found_by_its_flag_and_replayed_to_its_end(answers: Answers) -> None:
    found = answers.rounds({"flag": "jackpot"})["rounds"]
    assert len(found) == 1
    assert found[0]["best"] == "royal_flush"
    assert found[0]["prize_cents"] > 1_000_000
    told = answers.replay({"table": "UTH-1", "round": found[0]["round"]})
    kinds = [one["kind"] for one in told["entries"]]
    assert kinds.index("ClaimRecorded") < kinds.index("VideoReviewed") < kinds.index("AwardReleased")
    assert told["chain"]["ok"]
    assert any(one["incident"] for one in told["entries"])
    assert answers.rounds({"class": "royal_flush"})["found"] == 1
