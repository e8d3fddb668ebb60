"""The engine and an independent, naive settlement agree on every amount of 100,000 random rounds.

The decks are not fair: straights, flushes, full houses, quads, royals, equal hands and prizes after a fold
are made to occur, and counted, so that agreement is not agreement on high cards.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.game.cards import DECK, Card
from controller.game.felt import Spot
from controller.game.profile import Options, RuleProfile
from controller.game.settle import RoundFacts, RoundSettlement, SeatFacts, settle_round
from controller.settings import load_profile
from tests import oracle
from tests.stacked import deck

GOLDEN = Path(__file__).parents[1] / "golden" / "settle.jsonl"
PROFILE = load_profile("fr-55-20-2021")
ROUNDS = 50_000
Deal = dict[str, Any]

VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {},
    {},
    {},
    {"trips_after_fold": False},
    {"jp1_after_fold": False},
    {"jp1_return_stake": True},
    {"consolation_trigger": "jp1_bettor"},
    {"trips_requires_win": True},
    {"trips_requires_win": True, "trips_on_tie": "returned", "trips_after_fold": False},
    {"trips_requires_win": True, "trips_on_tie": "taken"},
    {"jp1_return_stake": True, "consolation_trigger": "jp1_bettor", "trips_after_fold": False},
)
"""Options of the house that a third and more of the rounds are played with."""


def deal(rng: random.Random, options: Options) -> Deal:
    """A round with stakes whose payouts are whole chips."""
    seats = sorted(rng.sample(range(1, 8), rng.randint(1, 7)))
    board, dealt = deck(rng, len(seats) + 1)
    stake = rng.choice((100, 250, 500))
    return {
        "board": board,
        "dealer": dealt[-1],
        "jackpot_cents": rng.randrange(100_000, 100_000_000),
        "jp1_stake_cents": stake,
        "seats": [player(rng, number, dealt[index], stake, options) for index, number in enumerate(seats)],
    }


def player(rng: random.Random, number: int, cards: list[str], stake: int, options: Options) -> Deal:
    ante = 100 * rng.randint(5, 150)
    folded = rng.random() < 0.3
    stakes = {"ante": ante, "blind": ante}
    if rng.random() < 0.5:
        stakes["trips"] = 50 * rng.randint(1, 300)
    if not folded:
        stakes["play"] = ante * rng.choice((1, 2, 3, 4))
    carried = rng.random() < 0.05
    if not carried and rng.random() < 0.6:
        stakes["jp1"] = stake
    seat: Deal = {"seat": number, "cards": cards, "folded": folded, "stakes": stakes}
    if carried:
        seat["jp1_carried"] = True
    trips_alive = "trips" in stakes and options.trips_after_fold
    jp1_alive = (carried or "jp1" in stakes) and options.jp1_after_fold
    if folded and not trips_alive and not jp1_alive and rng.random() < 0.7:
        seat["cards"] = None
    return seat


# --- the engine's answer in the same words -------------------------------------------------------


def cards_of(texts: list[str]) -> tuple[Card, ...]:
    return tuple(CARD_OF[text] for text in texts)


CARD_OF = {card.text: card for card in DECK}


def facts_of(profile: RuleProfile, told: Deal) -> RoundFacts:
    seats = tuple(
        SeatFacts(
            seat["seat"],
            cards_of(seat["cards"]) if seat["cards"] is not None else None,
            seat["folded"],
            {Spot(spot): cents for spot, cents in seat["stakes"].items()},
            seat.get("jp1_carried", False),
        )
        for seat in told["seats"]
    )
    stake, jackpot = told.get("jp1_stake_cents", 0), told.get("jackpot_cents", 0)
    return RoundFacts(profile, cards_of(told["board"]), cards_of(told["dealer"]), seats, stake, jackpot)


def answer_of(settled: RoundSettlement) -> Deal:
    seats = []
    for seat in settled.seats:
        spots: Deal = {}
        for line in seat.lines:
            spots[line.spot.value] = {
                "stake": line.stake_cents,
                "returned": line.returned_cents,
                "taken": line.taken_cents,
                "paid": line.paid_cents,
            }
            if line.spot is Spot.JP1:
                awards = [{"kind": award.kind.value, "cents": award.cents} for award in line.awards]
                spots["jp1"]["awards"] = awards
        name = str(seat.hand.hand_class) if seat.hand is not None else None
        seats.append({"seat": seat.seat, "class": name, "result": seat.result, "spots": spots})
    return {
        "dealer": {"class": str(settled.dealer.hand_class), "qualified": settled.qualified},
        "seats": seats,
        "jackpot": {
            "claimed": settled.claimed,
            "winners": list(settled.winners),
            "supervised": settled.supervised,
        },
    }


def count(seen: Counter[str], told: Deal, answer: Deal) -> None:
    """What this round was an example of."""
    dealer = answer["dealer"]
    seen[f"dealer {dealer['class']}"] += 1
    for seat in answer["seats"]:
        seen[f"player {seat['class']}"] += 1
        seen[f"{seat['result']} qualified={dealer['qualified']}"] += 1
        jp1 = seat["spots"].get("jp1")
        for award in jp1["awards"] if jp1 else ():
            seen[f"award {award['kind']}"] += 1
            seen[f"award {award['kind']} folded"] += seat["result"] == "fold"
        if jp1 and len(jp1["awards"]) > 1:
            seen["own prize and consolation"] += 1
        if jp1 and not jp1["stake"] and jp1["awards"]:
            seen["carried stake wins"] += 1
        if seat["result"] == "fold" and seat["spots"].get("trips", {}).get("paid"):
            seen["trips paid after a fold"] += 1
        if seat["result"] == "win" and seat["spots"]["blind"]["paid"]:
            seen[f"blind {seat['class']}"] += 1
    if answer["jackpot"]["supervised"] and not answer["jackpot"]["claimed"]:
        seen["supervised without a claim"] += 1


# --- the tests -----------------------------------------------------------------------------------


def test_the_oracle_answers_the_examples_of_the_law() -> None:
    lines = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    told = [line for line in lines if line["profile"] == "fr-55-20-2021"]
    assert len(told) > 100
    for line in told:
        answer = oracle.settle(line)
        for part, expected in line["expect"].items():
            assert answer[part] == expected, f"{line['id']}: {part}"


def test_the_oracle_s_shortcut_is_the_best_of_all_fives() -> None:
    rng = random.Random(7)
    for _ in range(4_000):
        board, hands = deck(rng, 2)
        for hand in hands:
            seven = (*hand, *board)
            assert oracle.best(seven) == oracle.best_of_all_fives(seven), seven


@pytest.mark.parametrize("seed", [55, 20])
def test_the_engine_and_the_oracle_agree_on_fifty_thousand_rounds(seed: int) -> None:
    rng = random.Random(seed)
    variants = [(options, replace(PROFILE.options, **options)) for options in VARIANTS]
    profiles = [replace(PROFILE, options=options) for _, options in variants]
    seen: Counter[str] = Counter()
    for number in range(ROUNDS):
        index = rng.randrange(len(variants))
        chosen, options = variants[index]
        told = deal(rng, options)
        expected = oracle.settle(told, chosen)
        answer = answer_of(settle_round(facts_of(profiles[index], told)))
        assert answer == expected, f"seed {seed}, round {number}, options {chosen}: {json.dumps(told)}"
        count(seen, told, expected)
    assert_everything_occurred(seen)


def assert_everything_occurred(seen: Counter[str]) -> None:
    wanted = {f"{who} {name}": 100 for who in ("player", "dealer") for name in oracle.CLASSES}
    wanted |= {f"blind {name}": 100 for name in oracle.BLIND}
    wanted |= {
        f"{result} qualified={qualified}": 300
        for result in ("win", "lose", "tie", "fold")
        for qualified in (True, False)
    }
    kinds = ("full_house", "quads", "straight_flush", "community_royal", "jackpot", "consolation")
    wanted |= {f"award {kind}": 100 for kind in kinds}
    wanted |= {f"award {kind} folded": 50 for kind in kinds}
    wanted |= {
        "own prize and consolation": 20,
        "carried stake wins": 100,
        "trips paid after a fold": 100,
        "supervised without a claim": 100,
    }
    missing = {name: seen[name] for name, least in wanted.items() if seen[name] < least}
    assert not missing, f"too rare to have been tested: {missing}"
