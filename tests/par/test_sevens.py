"""The counts behind Trips, Bonus and JP1, each by a second way that shares nothing with the first."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod

import numpy as np
import pytest

from controller.game.cards import DECK, Card
from controller.game.hands import HandClass, best_hand, rank_cards
from controller.game.jackpot.rules import prize_kind
from controller.game.profile import AwardKind
from controller.odds.sevens import BOARDS, DEALS, HANDS, HOLES, Sevens, count_sevens
from tests.par import raw_hands

ROYAL_RANKS = range(10, 15)


@pytest.fixture(scope="module")
def counted() -> Sevens:
    return count_sevens()


def straight_in(ranks: set[int]) -> bool:
    return any(
        all((14 if rank == 1 else rank) in ranks for rank in range(low, low + 5)) for low in range(1, 11)
    )


def plain_class(ranks: tuple[int, ...]) -> str:
    """The class of seven ranks of which no five are of one suit, read off their shape."""
    times = sorted(Counter(ranks).values(), reverse=True)
    if times[0] == 4:
        return "quads"
    if times[0] == 3 and len(times) > 1 and times[1] >= 2:
        return "full_house"
    if straight_in(set(ranks)):
        return "straight"
    if times[0] == 3:
        return "three_of_a_kind"
    if times[0] == 2:
        return "two_pair" if times[1] == 2 else "pair"
    return "high_card"


def suit_ways(times: tuple[int, ...]) -> int:
    """In how many ways suits can be given to ranks held so many times without five cards of one suit."""
    found = 0
    per_rank = [tuple(combinations(range(4), held)) for held in times]
    for suits in product(*per_rank):
        counts = Counter(suit for chosen in suits for suit in chosen)
        found += max(counts.values()) < 5
    return found


def by_ranks_and_suits() -> Counter[str]:
    """All seven-card hands by class: rank multisets times suits, then the flushes suit by suit."""
    found: Counter[str] = Counter()
    ways: dict[tuple[int, ...], int] = {}
    for ranks in combinations_with_replacement(range(2, 15), 7):
        times = tuple(sorted(Counter(ranks).values()))
        if times[-1] > 4:
            continue
        if times not in ways:
            flushless = len(times) < 5  # five of a suit are five different ranks
            ways[times] = prod(comb(4, held) for held in times) if flushless else suit_ways(times)
        found[plain_class(ranks)] += ways[times]
    for size in (5, 6, 7):
        for ranks in combinations(range(2, 15), size):
            held = set(ranks)
            if set(ROYAL_RANKS) <= held:
                made = "royal_flush"
            else:
                made = "straight_flush" if straight_in(held) else "flush"
            found[made] += 4 * comb(39, 7 - size)
    return found


def test_every_class_has_the_count_that_ranks_times_suits_give(counted: Sevens) -> None:
    second = by_ranks_and_suits()
    assert second.total() == HANDS == 133_784_560
    assert {str(hand): times for hand, times in counted.classes.items()} == dict(second)


@pytest.mark.long
def test_hands_dealt_out_one_by_one_give_the_same(counted: Sevens) -> None:
    raw = raw_hands.deal_all()
    assert list(counted.classes.values()) == raw.classes
    assert list(counted.boards.values()) == raw.boards
    assert (counted.community_royals, counted.own_royals) == (raw.community_royals, raw.own_royals)
    assert list(counted.beside_a_royal.values()) == raw.beside_a_royal


def test_the_highest_fifteen_cards_give_what_the_settlement_s_evaluator_says() -> None:
    firsts = np.arange(37, 46)
    counts = raw_hands.count_hands(firsts, *raw_hands.looked_up())
    naive = Counter(best_hand(cards).hand_class for cards in combinations(DECK[37:], 7))
    assert {hand: int(counts[hand]) for hand in HandClass if counts[hand]} == dict(naive)


def test_every_board_has_the_class_that_its_five_cards_have(counted: Sevens) -> None:
    assert sum(counted.boards.values()) == BOARDS
    straights = 10 * (4**5 - 4)
    flushes = 4 * (comb(13, 5) - 10)
    assert counted.boards == {
        HandClass.ROYAL_FLUSH: 4,
        HandClass.STRAIGHT_FLUSH: 36,
        HandClass.QUADS: 13 * 48,
        HandClass.FULL_HOUSE: 13 * 12 * comb(4, 3) * comb(4, 2),
        HandClass.FLUSH: flushes,
        HandClass.STRAIGHT: straights,
        HandClass.THREE_OF_A_KIND: 13 * comb(4, 3) * comb(12, 2) * 16,
        HandClass.TWO_PAIR: comb(13, 2) * 36 * 44,
        HandClass.PAIR: 13 * 6 * comb(12, 3) * 64,
        HandClass.HIGH_CARD: (comb(13, 5) - 10) * (4**5 - 4),
    }


def test_royals_are_where_their_five_cards_can_lie(counted: Sevens) -> None:
    # The five cards of a royal and any two others; of the 21 boards in them one is the royal itself.
    deals = [
        sum(1 for board in combinations(range(7), 5) if (set(range(5)) <= set(board)) is community)
        for community in (True, False)
    ]
    royals = 4 * comb(47, 2)
    assert (counted.community_royals, counted.own_royals) == (royals * deals[0], royals * deals[1])
    assert deals == [1, 20]


def test_a_royal_s_prize_is_the_one_that_the_settlement_gives(counted: Sevens) -> None:
    suit = [card for card in DECK if card.suit == 0 and card.rank in ROYAL_RANKS]
    two = (Card.parse("2d"), Card.parse("3h"))
    kinds: Counter[AwardKind | None] = Counter()
    for board in combinations((*suit, *two), 5):
        kinds[prize_kind(rank_cards((*suit, *two)), rank_cards(board))] += 1
    jackpots = Fraction(kinds[AwardKind.JACKPOT], kinds[AwardKind.COMMUNITY_ROYAL])
    assert jackpots == Fraction(counted.own_royals, counted.community_royals)


def test_the_five_chances_are_exact(counted: Sevens) -> None:
    chances = {kind: counted.prize(kind) for kind in AwardKind if kind is not AwardKind.CONSOLATION}
    assert chances == {
        AwardKind.FULL_HOUSE: Fraction(3_473_184, 133_784_560),
        AwardKind.QUADS: Fraction(224_848, 133_784_560),
        AwardKind.STRAIGHT_FLUSH: Fraction(37_260, 133_784_560),
        AwardKind.COMMUNITY_ROYAL: Fraction(1, 649_740),
        AwardKind.JACKPOT: Fraction(1, 32_487),
    }
    royal = chances[AwardKind.COMMUNITY_ROYAL] + chances[AwardKind.JACKPOT]
    assert royal == counted.chance(HandClass.ROYAL_FLUSH)


def near_royal_boards(suit: int) -> list[tuple[Card, ...]]:
    """Boards with three or four cards of a suit's royal, other cards from a few that vary in kind."""
    royal = [card for card in DECK if card.suit == suit and card.rank in ROYAL_RANKS]
    others = [card for card in DECK if card not in royal][::6]
    return [
        (*held, *rest)
        for size in (3, 4)
        for held in combinations(royal, size)
        for rest in combinations(others, 5 - size)
    ]


def test_no_board_lets_two_players_hold_a_royal() -> None:
    assert raw_hands.deal_all().two_own_royals == 0
    for board in near_royal_boards(2)[::11]:
        left = [card for card in DECK if card not in board]
        royals = [set(pair) for pair in combinations(left, 2) if best_hand((*board, *pair)).hand_class == 9]
        assert royals
        assert not any(one.isdisjoint(other) for one, other in combinations(royals, 2))


def test_the_chance_of_another_s_royal_grows_by_one_hand_a_player(counted: Sevens) -> None:
    assert counted.another_royal(1) == 0
    assert [counted.another_royal(hands) for hands in range(2, 8)] == [
        Fraction(others, 32_487) for others in range(1, 7)
    ]


def test_hands_beside_a_royal_are_those_that_the_cards_left_make(counted: Sevens) -> None:
    # One suit is enough; a board with four cards of the royal by one card in hand, with three by two.
    spades = [card for card in DECK if card.suit == 3 and card.rank in ROYAL_RANKS]
    assert sum(counted.beside_a_royal.values()) == counted.own_royals * comb(45, 2)
    assert counted.beside_a_royal[HandClass.ROYAL_FLUSH] == 0
    four = spades[:4]  # ace in hand: a straight flush for who holds the nine of spades, and there is one nine
    made: Counter[HandClass] = Counter()
    board = (*four, Card.parse("2d"))
    taken = {*board, spades[4], Card.parse("3d")}
    for pair in combinations([card for card in DECK if card not in taken], 2):
        made[best_hand((*board, *pair)).hand_class] += 1
    look = raw_hands.looked_up()
    keys, bits = look[0], look[1]
    counts = np.zeros(10, np.int64)
    held = int(sum(int(bits[card.code]) for card in board))
    key = int(sum(int(keys[card.code]) for card in board))
    without = held | int(bits[spades[4].code]) | int(bits[Card.parse("3d").code])
    raw_hands.add_hands(counts, key, held, without, *look[:4], look[5])
    assert {hand: int(counts[hand]) for hand in HandClass if counts[hand]} == dict(made)
    assert made[HandClass.STRAIGHT_FLUSH] == 44


def test_a_prize_and_another_s_royal_come_together_as_counted(counted: Sevens) -> None:
    together = [counted.another_royal_and(hand, 2) for hand in HandClass]
    assert sum(together) == counted.another_royal(2)
    assert DEALS == BOARDS * HOLES
