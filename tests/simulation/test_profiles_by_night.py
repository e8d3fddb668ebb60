"""Whole nights of every profile, with and without faults: to the end, to the cent, the same twice."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.boot.simulated import simulated_night
from controller.journal.reading import read_rows
from controller.journal.verify import verify
from tests.long import long

PROFILES = ("fr-55-20-2021", "fr-55-20-2015", "fr-casino-page", "live-uth", "fr-holdem-casino")
HOUSES = tuple(sorted(str(path) for path in (Path(__file__).parents[1] / "house").glob("*.toml")))
MAY_DIFFER = ("rounds_per_second",)


def played(profile: str, rounds: int, seed: int, faults: str, folder: Path | None = None) -> dict[str, Any]:
    """The night was played; what came of it."""
    night = simulated_night(rounds=rounds, seed=seed, profile=profile, faults=faults, journal=folder)
    result = night.play()
    night.close()
    refused = {
        (act if why == "not_now" else "", why)
        for place in night.night.tables
        for act, why in place.dealer.refusals  # type: ignore[attr-defined]
    }
    # What people find out by being refused: a deck that is not whole, and that the reader still reads the
    # badge of the dealer who is signed on instead of his relief's.
    found_out = {("", "deck_count"), ("", "card_face_up"), ("SignOn", "not_now")}
    assert refused <= (found_out if faults != "none" else set())
    return {key: value for key, value in result.items() if key not in MAY_DIFFER}


def kinds_of(folder: Path) -> Counter[str]:
    """How many events of each kind the journals of a night hold."""
    return Counter(kind for file in folder.glob("*.journal") for kind in kinds(file))


def kinds(file: Path) -> Iterator[str]:
    with closing(read_rows(file)) as rows:
        for row in rows:
            body = json.loads(row.body)
            yield row.kind
            if body.get("by_clock"):
                yield f"{row.kind} by the clock"
            if row.kind == "PlayBet":
                yield f"bet on {body['spot']}"


@pytest.mark.parametrize(
    ("faults", "rounds"), [long("none", 60), long("some", 60), ("hard", 20), long("hard", 60)]
)
@pytest.mark.parametrize("profile", PROFILES)
def test_a_night_of_every_profile_comes_to_its_end_and_adds_up(
    profile: str, faults: str, rounds: int
) -> None:
    result = played(profile, rounds, 11, faults)
    assert result["rounds"] == rounds
    assert result["returned_cents"] + result["taken_cents"] == result["staked_cents"] > 0
    assert result["book"]["residual_cents"] == 0
    assert result["invariants_checked"] > 20 * rounds
    assert bool(result["faults"]) == (faults != "none")
    jp1 = profile == "fr-55-20-2021"
    assert (result["book"]["stakes_cents"] > 0) == jp1
    assert ("jp1" in result["frequencies"]) == jp1


@pytest.mark.parametrize(("faults", "rounds"), [long("none", 50), ("hard", 20), long("hard", 50)])
@pytest.mark.parametrize("house", HOUSES, ids=[Path(house).stem for house in HOUSES])
def test_a_night_of_every_house_comes_to_its_end_and_adds_up(house: str, faults: str, rounds: int) -> None:
    """The people stake what the notice of this house says: its minimum, its side bet, its steps."""
    result = played(house, rounds, 5, faults)
    assert result["rounds"] == rounds
    assert result["returned_cents"] + result["taken_cents"] == result["staked_cents"] > 0
    assert result["book"]["residual_cents"] == 0


def test_people_stake_nothing_that_a_house_with_a_high_minimum_would_refuse(tmp_path: Path) -> None:
    """A minimum above what these people like, large steps, a Bonus of one Ante at the most."""
    text = Path(HOUSES[0]).read_text(encoding="utf-8")
    changes = (
        ("minimum_cents = 1000", "minimum_cents = 7200"),
        ("bonus_multiple = 5", "bonus_multiple = 1"),
        ('quads = "25/1"', 'quads = "100/9"'),
    )
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    house = tmp_path / "house.toml"
    house.write_text(text, encoding="utf-8")
    assert played(str(house), 50, 5, "none")["rounds"] == 50


@pytest.mark.parametrize("profile", [PROFILES[0], *map(long, PROFILES[1:])])
def test_the_same_night_of_every_profile_ends_in_the_same_hash(profile: str, tmp_path: Path) -> None:
    in_memory = played(profile, 25, 23, "hard")
    kept = played(profile, 25, 23, "hard", tmp_path)
    assert in_memory == kept
    checked = verify(tmp_path)
    assert checked.ok
    assert checked.heads == kept["head_hash"]


def test_a_live_night_meets_both_clocks_and_every_quick_stake(tmp_path: Path) -> None:
    played("live-uth", 150, 3, "none", tmp_path)
    met = kinds_of(tmp_path)
    assert met["BetsClosed by the clock"] > 0
    assert met["StreetCalled by the clock"] > 0
    assert met["SeatFolded by the clock"] > 0
    assert met["SeatChecked"] > met["bet on play"] > 0
    assert met["Undone"] > 0
    assert met["StakesSet"] > 0
    assert met["StakesSet"] + met["StakesConfirmed"] > 2 * 150


def test_a_night_of_poker_de_casino_meets_every_bet_and_pays_antes_first(tmp_path: Path) -> None:
    played("fr-holdem-casino", 80, 3, "none", tmp_path)
    met = kinds_of(tmp_path)
    for spot in ("a4", "a2", "a05t", "a05r"):
        assert met[f"bet on {spot}"] > 0, spot
    assert met["SeatFolded"] > 0
    assert 0 < met["AntesPaid"] < 40
