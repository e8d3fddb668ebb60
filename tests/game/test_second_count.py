"""The second count of the JP1 prizes: right by the text, and the same as the settlement's."""

from __future__ import annotations

import random

import pytest

from controller.game.cards import DECK, Card, parse_cards
from controller.game.hands import rank_cards
from controller.game.jackpot.rules import Jp1Seat, jp1_outcome
from controller.game.payment.second_count import second_count
from controller.settings.rules import load_profile

PROFILE = load_profile("fr-55-20-2021")
STAKE_CENTS = 500
VALUE_CENTS = 1_000_250


def counted(board: str, own: str) -> int:
    """What a single bettor with these two cards is owed."""
    hands = {1: tuple(parse_cards(own))}
    return second_count(PROFILE, tuple(parse_cards(board)), hands, {1: True}, STAKE_CENTS, VALUE_CENTS)[1]


@pytest.mark.parametrize(
    ("board", "own", "cents"),
    [
        ("Kc Kd 4h 4s 9c", "Kh 2d", 10 * 500),
        ("Kc Kd 4h 4s 9c", "4d 4c", 100 * 500),
        ("Ac 2c 3c 4c Kd", "5c Kh", 300 * 500),
        ("5h 6h 7h 8h 9h", "Tc Td", 300 * 500),
        ("Qs Js Ts 4d 9h", "As Ks", VALUE_CENTS),
        ("As Ks Qs Js Ts", "9s 8s", 1000 * 500),
        ("Ks Qs Js Ts 9s", "As 2d", VALUE_CENTS),
        ("Ks Qs Js Ts 9s", "2c 2d", 300 * 500),
        ("Qd Kd Ad 2d 3d", "4c 5c", 0),
        ("Kc Kd 4h 4s 9c", "2h 3d", 0),
    ],
)
def test_each_class_pays_what_the_table_says(board: str, own: str, cents: int) -> None:
    assert counted(board, own) == cents


@pytest.mark.long
def test_the_two_counts_agree_on_chance_boards_that_favour_prizes() -> None:
    """Decks of one suit and of few ranks, so that the five prizes come up often; not every seat plays JP1."""
    rng = random.Random(20)
    paid = set()
    for _ in range(20_000):
        cards = _favoured(rng)
        board, hands = tuple(cards[:5]), {n: (cards[3 + 2 * n], cards[4 + 2 * n]) for n in range(1, 5)}
        folded = {n for n in hands if rng.random() < 0.2}
        bettors = {n: True for n in hands if rng.random() < 0.7}
        seats = [Jp1Seat(n, rank_cards((*hands[n], *board)), n in folded, n in bettors) for n in hands]
        first = jp1_outcome(PROFILE, seats, rank_cards(board), STAKE_CENTS, VALUE_CENTS)
        second = second_count(PROFILE, board, hands, bettors, STAKE_CENTS, VALUE_CENTS)
        assert second == {n: sum(award.cents for award in first.awards.get(n, ())) for n in bettors}
        paid |= {award.kind for awards in first.awards.values() for award in awards}
    assert len(paid) == 6, paid


def _favoured(rng: random.Random) -> list[Card]:
    if rng.random() < 0.5:
        cards = [card for card in DECK if card.suit == 3 or card.rank >= 10]
    else:
        cards = [card for card in DECK if card.rank in (14, 13, 12, 11)]
    dealt = rng.sample(cards, 13)
    royal = [card for card in DECK if card.suit == 3 and card.rank >= 10]
    if rng.random() < 0.01:
        dealt = royal + rng.sample([card for card in DECK if card not in royal], 8)
    return dealt


def test_a_hand_that_stays_face_down_is_owed_nothing() -> None:
    board = tuple(parse_cards("Qs Js Ts 4d 9h"))
    assert second_count(PROFILE, board, {1: None}, {1: False}, STAKE_CENTS, VALUE_CENTS) == {1: 0}
