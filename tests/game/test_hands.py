"""Best five of five, six or seven: classes, order, kickers, and what a screen says of them."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from controller.game.cards import DECK, Card, parse_cards
from controller.game.hands import (
    RANKS_COUNT,
    ROYAL_RANK,
    Hand,
    HandClass,
    best_hand,
    five_used,
    hand_of,
    lowest_rank,
    rank_cards,
    tables,
)


def hand(text: str) -> Hand:
    return best_hand(parse_cards(text))


@pytest.mark.parametrize(
    ("text", "hand_class", "ranks"),
    [
        ("As Kd 9h 5c 3s", "high_card", (14, 13, 9, 5, 3)),
        ("9s 9d Ah 5c 3s", "pair", (9, 14, 5, 3)),
        ("9s 9d 5h 5c As", "two_pair", (9, 5, 14)),
        ("9s 9d 9h 5c As", "three_of_a_kind", (9, 14, 5)),
        ("9s 8d 7h 6c 5s", "straight", (9,)),
        ("As 9s 7s 6s 5s", "flush", (14, 9, 7, 6, 5)),
        ("9s 9d 9h 5c 5s", "full_house", (9, 5)),
        ("9s 9d 9h 9c 5s", "quads", (9, 5)),
        ("9s 8s 7s 6s 5s", "straight_flush", (9,)),
        ("As Ks Qs Js Ts", "royal_flush", (14,)),
    ],
)
def test_each_class_is_named_with_the_ranks_that_decide(
    text: str, hand_class: str, ranks: tuple[int, ...]
) -> None:
    found = hand(text)
    assert (str(found.hand_class), found.ranks) == (hand_class, ranks)


def test_classes_are_ordered_by_strength_and_written_as_the_contract_writes_them() -> None:
    names = (
        "high_card pair two_pair three_of_a_kind straight flush full_house quads straight_flush royal_flush"
    )
    assert [str(known) for known in sorted(HandClass)] == names.split()
    assert f"{HandClass.QUADS}" == "quads"
    assert [HandClass.parse(name) for name in names.split()] == list(HandClass)


def test_an_unknown_class_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="five_of_a_kind"):
        HandClass.parse("five_of_a_kind")


def test_the_wheel_is_the_lowest_straight() -> None:
    wheel, six_high = hand("As 2d 3h 4c 5s"), hand("2d 3h 4c 5s 6s")
    assert wheel.ranks == (5,)
    assert wheel.rank == lowest_rank(HandClass.STRAIGHT)
    assert wheel.rank < six_high.rank


def test_the_steel_wheel_is_the_lowest_straight_flush() -> None:
    assert hand("Ah 2h 3h 4h 5h Ks Kd").rank == lowest_rank(HandClass.STRAIGHT_FLUSH)


def test_a_straight_does_not_go_around_the_ace() -> None:
    assert hand("Qs Kd Ah 2c 3s").hand_class is HandClass.HIGH_CARD


def test_the_ace_plays_high_when_both_straights_are_there() -> None:
    assert hand("As 2d 3h 4c 5s 6d 7h").ranks == (7,)
    assert hand("As Kd Qh Jc Ts 2d 3h").ranks == (14,)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("9s 9d Ah 5c 3s", "9h 9c Kh 5d 3d"),  # first kicker
        ("9s 9d Ah 5c 3s", "9h 9c Ad 4d 3d"),  # second kicker
        ("9s 9d Ah 5c 3s", "9h 9c Ad 5d 2d"),  # third kicker
        ("As Kd 9h 5c 3s", "Ah Kc 9d 5d 2s"),  # fifth card of a high card
        ("9s 9d 5h 5c As", "9h 9c 5d 5s Ks"),  # kicker of two pair
        ("9s 9d 9h 9c As", "9s 9d 9h 9c Ks"),  # kicker of quads
        ("9s 9d 9h 2c 2s", "8s 8d 8h Ac As"),  # the three decide a full house
        ("As 9s 7s 6s 5s", "Ah 9h 7h 6h 4h"),  # fifth card of a flush
        ("As 3s 4s 5s 6s", "Kh Qh Jh 9h 8h"),  # the ace decides a flush
    ],
)
def test_kickers_decide_between_hands_of_one_class(better: str, worse: str) -> None:
    assert hand(better).rank > hand(worse).rank


def test_a_sixth_card_never_breaks_a_tie() -> None:
    assert hand("Ks Kd Qh Jc 9s 4d 3c").rank == hand("Kh Kc Qd Jd 9h 2s 3d").rank


def test_suits_never_break_a_tie() -> None:
    assert hand("As Ks Qs Js Ts").rank == hand("Ah Kh Qh Jh Th").rank == ROYAL_RANK == RANKS_COUNT


def test_two_pair_is_counterfeited_by_a_higher_pair_on_the_board() -> None:
    # Threes and fives in hand, nines and kings on the board: only the ace still plays.
    assert hand("3s 5d 9h 9c Ks Kd As").ranks == (13, 9, 14)
    assert hand("3s 3d 9h 9c Ks Kd Ah").ranks == (13, 9, 14)


def test_three_pairs_keep_the_best_two_and_the_best_card_left() -> None:
    assert hand("Ks Kd 9h 9c 4s 4d 7h").ranks == (13, 9, 7)
    assert hand("Ks Kd 9h 9c 8s 8d 7h").ranks == (13, 9, 8)


def test_two_threes_make_the_better_full_house() -> None:
    assert hand("Ks Kd Kh 9c 9s 9d 7h").ranks == (13, 9)


def test_a_full_house_takes_the_better_of_two_pairs() -> None:
    assert hand("4s 4d 4h 9c 9s Kd Kh").ranks == (4, 13)


def test_quads_take_the_best_card_left_even_from_a_three() -> None:
    assert hand("4s 4d 4h 4c Ks Kd Kh").ranks == (4, 13)


def test_six_or_seven_of_a_suit_keep_the_best_five() -> None:
    assert hand("As Js 9s 7s 5s 3s Kd").ranks == (14, 11, 9, 7, 5)
    assert hand("As Js 9s 7s 5s 3s 2s").ranks == (14, 11, 9, 7, 5)


def test_a_flush_beats_the_straight_of_the_same_cards() -> None:
    assert hand("9s 8s 7s 6s 5d 2s Kh").hand_class is HandClass.FLUSH


def test_a_straight_flush_lower_than_the_flush_is_still_found() -> None:
    assert hand("As 9s 8s 7s 6s 5s Kd") == hand("9s 8s 7s 6s 5s")


def test_the_best_of_many_is_the_best_of_its_fives() -> None:
    dice = random.Random(55_20)
    for size in (6, 7):
        for _ in range(1500):
            cards = dice.sample(DECK, size)
            assert rank_cards(cards) == max(rank_cards(five) for five in combinations(cards, 5))


def test_the_order_of_the_cards_does_not_matter() -> None:
    dice = random.Random(1)
    for _ in range(500):
        cards = dice.sample(DECK, 7)
        assert rank_cards(cards) == rank_cards(cards[::-1]) == rank_cards(sorted(cards, key=str))


def test_the_five_used_make_the_hand() -> None:
    dice = random.Random(2)
    for _ in range(500):
        cards = dice.sample(DECK, 7)
        used = five_used(cards)
        assert len(set(used)) == 5
        assert set(used) <= set(cards)
        assert rank_cards(used) == rank_cards(cards)


def test_the_hole_cards_are_preferred_where_they_are_worth_as_much() -> None:
    cards = parse_cards("Ks 2d Kh Kd 9c 8s 4h")
    assert five_used(cards) == parse_cards("Ks Kh Kd 9c 8s")
    quads = parse_cards("9d Ac 9c 9h 9s Ad Kc")
    assert five_used(quads) == parse_cards("9d Ac 9c 9h 9s")
    royal_on_board = parse_cards("2c 3c As Ks Qs Js Ts")
    assert five_used(royal_on_board) == royal_on_board[2:]


def test_every_rank_has_its_hand_and_no_other_number_has() -> None:
    hands = [hand_of(rank) for rank in range(1, RANKS_COUNT + 1)]
    assert [found.rank for found in hands] == list(range(1, RANKS_COUNT + 1))
    assert len({(found.hand_class, found.ranks) for found in hands}) == RANKS_COUNT
    assert sorted(hands, key=lambda found: (found.hand_class, found.ranks)) == hands
    for rank in (0, -1, RANKS_COUNT + 1):
        with pytest.raises(ValueError, match="no hand has rank"):
            hand_of(rank)


@pytest.mark.parametrize("size", [0, 2, 4, 8])
def test_only_five_six_or_seven_cards_make_a_hand(size: int) -> None:
    with pytest.raises(ValueError, match="five, six or seven"):
        rank_cards(DECK[:size])


def test_five_cards_of_one_rank_are_no_hand() -> None:
    ace = Card.parse("As")
    with pytest.raises(ValueError, match="no deck deals"):
        rank_cards((ace, *parse_cards("Ad Ah Ac"), Card.parse("Ad")))


def test_key_sums_tell_every_multiset_of_ranks_apart() -> None:
    assert [len(table) for table in tables().plain] == [6175, 18395, 49205]


def test_a_best_hand_that_none_of_its_fives_makes_is_a_wrong_table_and_no_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing is shown of cards that the tables read in two ways."""
    cards = parse_cards("Ks 2d Kh Kd 9c 8s 4h")
    seven = tables().plain[2]
    monkeypatch.setitem(seven, sum(card.key for card in cards) >> 16, RANKS_COUNT)
    with pytest.raises(AssertionError, match="none of its fives"):
        five_used(cards)
