"""The tests of chance at honest tables and at tables with a defect, dealt from whole decks."""

from __future__ import annotations

import numpy as np
import pytest

from controller.game.cards import DECK, parse_cards
from controller.game.hands import HandClass, best_hand, rank_cards
from controller.house.fairness import RULES
from tests.bench.fair_results import NIGHTS, ONE_IN, nights_reviewed, strengths
from tests.bench.fairness import DEFECTS, HONEST, ROUNDS_MAX, TIMES, classes_of, drawn, found, held, honest

HANDS = (
    *("AsKsQsJsTs2c3d", "5h4h3h2hAhKcKd", "9c9d9h9sAsAdKc", "AsAdAcKsKdKc2h", "2c4c6c8cTcAdAh"),
    *("As2d3c4h5sKdKc", "QsKdAc2h3s7d8c", "TsJdQcKhAs2d3c", "7c7d7h2s4dJcKh", "7c7d4h4s2d2cKh"),
)


def test_hands_are_classed_by_numpy_as_by_the_table() -> None:
    rng = np.random.default_rng(7)
    dealt = [[DECK.index(card) for card in parse_cards(hand)] for hand in HANDS]
    seven = np.concatenate([np.array(dealt), drawn(rng, 3_000, 7)])
    wanted = [int(best_hand([DECK[card] for card in row]).hand_class) for row in seven]
    assert classes_of(seven).tolist() == wanted
    assert set(wanted) == {*map(int, HandClass)}


def test_strengths_by_numpy_are_those_of_the_table() -> None:
    rng = np.random.default_rng(8)
    for size in (5, 7):
        cards = drawn(rng, 2_000, size)
        assert strengths(cards).tolist() == [rank_cards([DECK[card] for card in row]) for row in cards]


def test_an_honest_night_s_result_seldom_asks_for_a_review_and_an_overpaid_one_does() -> None:
    assert nights_reviewed(300, seed=3, of_rounds=10_000)["asked"] <= 3
    assert nights_reviewed(20, seed=3, overpaid=1.0, of_rounds=10_000)["asked"] >= 12


def test_cards_are_drawn_without_putting_back_and_all_alike() -> None:
    cards = drawn(np.random.default_rng(3), 20_000, 7)
    assert all(len(set(row)) == 7 for row in cards[:500].tolist())
    counts = np.bincount(cards.ravel(), minlength=52)
    assert abs(counts / (20_000 * 7 / 52) - 1).max() < 0.1


def test_honest_nights_accuse_nobody_oftener_than_claimed() -> None:
    told = honest(20, seed=2)
    assert (told["deck"]["looks"], told["cards"]["looks"], told["hands"]["looks"]) == (400, 20, 20)
    assert told["seat"]["looks"] >= 10
    assert held(told)
    accused = {test: {**row, "accused": row["looks"]} for test, row in told.items()}
    assert not held(accused)


@pytest.mark.parametrize(
    ("name", "within", "test"),
    [
        ("an ace is missing", 300, "deck"),
        ("a card always comes first to the flop", 300, "deck"),
        ("a card sticks at the bottom, every second round", 6_000, "cards"),
        ("seat 3 gets the better of two hands, always", 10_000, "seat"),
    ],
)
def test_a_planted_defect_is_found(name: str, within: int, test: str) -> None:
    row = found(name, 5, seed=4)
    assert row["found"] == 5
    assert row["nine_of_ten"] <= within
    assert row["test"] == test


@pytest.mark.long
def test_ten_thousand_honest_nights_at_ten_tables_keep_every_claim() -> None:
    assert held(honest(HONEST, seed=20))


@pytest.mark.long
def test_ten_thousand_honest_results_ask_for_no_more_reviews_than_claimed() -> None:
    assert nights_reviewed(NIGHTS, seed=22)["asked"] * ONE_IN <= NIGHTS


@pytest.mark.long
@pytest.mark.parametrize("name", DEFECTS)
def test_every_planted_defect_is_found_within_a_year(name: str) -> None:
    row = found(name, TIMES // 4, seed=21)
    assert row["nine_of_ten"] <= ROUNDS_MAX
    assert row["test"] in RULES
