"""The engine and an independent, naive settlement agree on every amount and every rule of random rounds.

Twenty thousand rounds of each of the two games here, half of them with a house's options, and some of
houses with more side bets; of every profile in the trials, and a hundred thousand of each by
`python -m tests.game.oracle_rounds 100000`.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.game.hands import HandClass
from controller.game.money import Odds
from controller.game.profile import RuleProfile, Unqualified
from controller.game.side_bets import HoleClass, LooksAt
from tests import oracle
from tests.game.oracle_rounds import CASINO, HOUSES, PROFILES, play, profile_called, rules_of
from tests.long import long
from tests.stacked import deck

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parents[1] / "golden" / "settle.jsonl"
ROUNDS = 20_000


def without_rules(answer: Any) -> Any:
    """The answer with the keys of the contract only."""
    if isinstance(answer, dict):
        return {key: without_rules(value) for key, value in answer.items() if key != "rule"}
    return [without_rules(part) for part in answer] if isinstance(answer, list) else answer


def test_the_oracle_answers_the_examples_of_the_sources() -> None:
    lines = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    assert len(lines) > 100
    for line in lines:
        answer = without_rules(oracle.settle(line))
        for part, expected in line["expect"].items():
            assert answer[part] == expected, f"{line['id']}: {part}"


def test_the_oracle_s_shortcut_is_the_best_of_all_fives() -> None:
    rng = random.Random(7)
    for _ in range(4_000):
        board, hands = deck(rng, 2)
        for hand in hands:
            seven = (*hand, *board)
            assert oracle.best(seven) == oracle.best_of_all_fives(seven), seven


@pytest.mark.parametrize("profile", [*PROFILES[:1], *map(long, PROFILES[1:-1]), CASINO])
@pytest.mark.long
def test_the_engine_and_the_oracle_agree_on_twenty_thousand_rounds(profile: str) -> None:
    seen, difference = play(profile, ROUNDS, seed=20_211_006)
    assert not difference, difference
    assert_everything_occurred(profile, seen)


@pytest.mark.parametrize("house", HOUSES)
def test_the_engine_and_the_oracle_agree_on_houses_with_more_side_bets(house: str) -> None:
    seen, difference = play(house, 3_000, seed=55_201)
    assert not difference, difference
    tables = {spot: oracle.GAMES[house]["side_bets"][spot]["times"] for spot in HOUSES[house]}
    wanted = {f"{spot} pays {name}": 50 for spot, table in tables.items() for name in table}
    wanted |= {f"rule {rule}": 20 for rule in rules_of(house)}
    wanted |= {f"{spot} pays after a fold": 100 for spot in HOUSES[house] if spot != "trips"}
    missing = {name: seen[name] for name, least in wanted.items() if seen[name] < least}
    assert not missing, f"too rare to have been tested: {missing}"
    rules = {name.removeprefix("rule ") for name in seen if name.startswith("rule ")}
    assert rules == rules_of(house), "a rule that this house does not know"


def assert_everything_occurred(profile: str, seen: Counter[str]) -> None:
    wanted = {f"{who} {name}": 100 for who in ("player", "dealer") for name in oracle.CLASSES}
    wanted |= {f"rule {rule}": 50 for rule in rules_of(profile)}
    second, side, table = ("super_ante", "bonus", oracle.BONUS) if profile == CASINO else ULTIMATE_TABLES
    wanted |= {f"{second} pays {name}": 20 for name in oracle.BLIND}
    wanted |= {f"{side} pays {name}": 100 for name in table}
    results = ("win", "lose", "tie", "fold")
    wanted |= {f"{result} qualified={qualified}": 100 for result in results for qualified in (True, False)}
    wanted |= {f"{side} pays after a fold": 100}
    if profile == CASINO:
        wanted |= {"unopened qualified=False": 100}
    if profile == "fr-55-20-2021":
        kinds = ("full_house", "quads", "straight_flush", "community_royal", "jackpot", "consolation")
        wanted |= {f"award {kind}": 100 for kind in kinds} | {f"award {kind} folded": 20 for kind in kinds}
        wanted |= {"own prize and consolation": 10, "carried stake wins": 50}
        wanted |= {"supervised without a claim": 100}
    missing = {name: seen[name] for name, least in wanted.items() if seen[name] < least}
    assert not missing, f"too rare to have been tested: {missing}"
    rules = {name.removeprefix("rule ") for name in seen if name.startswith("rule ")}
    assert rules == rules_of(profile), "a rule that this game does not know"


ULTIMATE_TABLES = ("blind", "trips", oracle.TRIPS)


def _no_push(profile: RuleProfile) -> RuleProfile:
    return replace(profile, blind={**profile.blind, HandClass.THREE_OF_A_KIND: Odds(1, 1)})


def _flush_short(profile: RuleProfile) -> RuleProfile:
    return replace(profile, blind={**profile.blind, HandClass.FLUSH: Odds(1, 1)})


def _bonus_of_trips(profile: RuleProfile) -> RuleProfile:
    return replace(profile, bonus={**profile.bonus, HandClass.QUADS: Odds(30, 1)})


def _two_pair_qualifies(profile: RuleProfile) -> RuleProfile:
    return replace(profile, qualifies_with=HandClass.TWO_PAIR)


def _pocket(profile: RuleProfile, **fields: Any) -> RuleProfile:
    [*others, pocket] = profile.house_bets
    return replace(profile, house_bets=(*others, replace(pocket, **fields)))


def _pocket_of_trips(profile: RuleProfile) -> RuleProfile:
    return _pocket(profile, looks_at=LooksAt.SEVEN, table=profile.trips)


def _pocket_lost_with_the_hand(profile: RuleProfile) -> RuleProfile:
    return _pocket(profile, after_fold=False)


def _aces_short(profile: RuleProfile) -> RuleProfile:
    return _pocket(profile, table={**profile.house_bets[-1].table, HoleClass.PAIR_OF_ACES: Odds(25, 1)})


def _every_bet_on_the_board(profile: RuleProfile) -> RuleProfile:
    seven, on_board, pocket = profile.house_bets
    return replace(profile, house_bets=(replace(seven, looks_at=LooksAt.BOARD), on_board, pocket))


def _ante_kept(profile: RuleProfile) -> RuleProfile:
    return replace(profile, unqualified=Unqualified("returned", "returned"))


@pytest.mark.parametrize(
    ("profile", "wrong"),
    [
        ("fr-55-20-2021", _no_push),
        ("fr-55-20-2015", _flush_short),
        ("live-uth", _two_pair_qualifies),
        ("fr-casino-page", _two_pair_qualifies),
        (CASINO, _bonus_of_trips),
        (CASINO, _ante_kept),
        ("trips-and-pocket", _pocket_of_trips),
        ("trips-and-pocket", _pocket_lost_with_the_hand),
        ("trips-and-pocket", _aces_short),
        ("three-side-bets", _every_bet_on_the_board),
    ],
)
def test_an_engine_with_one_wrong_rule_is_found_out(profile: str, wrong: Any) -> None:
    _, difference = play(profile, 2_000, seed=1, shipped=wrong(profile_called(profile)))
    assert difference.startswith(f"{profile}, seed 1, round ")
