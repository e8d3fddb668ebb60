"""Ante, Blind, Play and Trips, row by row of the tables of rules, section 2."""

from __future__ import annotations

import random
from typing import Any

import pytest

from controller.game.cards import DECK, Card
from controller.game.dealing.declared_hand import Entered, Outcome
from controller.game.felt import Pile, Spot, board, hole
from controller.game.hands import HandClass
from controller.game.money import InexactPayout, Odds
from controller.game.settling.settle import RULE_CODES, RoundFacts, SeatFacts, settle_round
from controller.game.settling.showdown import used_cards
from tests.game.oracle_rounds import profile_called
from tests.game.rounds import JP1_CENTS, LAW, house, line, moved, seat, settled
from tests.law.requirements import requirement

DRY = "2c 7d 9h Js Kd"
"""A board that helps nobody: only pairs with it, or in hand."""
QUALIFIED, HIGH = "8s 8h", "3s 4h"
"""A dealer with a pair of eights on a dry board, and one with nothing."""


@pytest.mark.parametrize(
    ("cards", "spot", "expected"),
    [
        ("As Ah", Spot.ANTE, (1000, 0, 1000, "ante_paid")),
        ("8c 8d", Spot.ANTE, (1000, 0, 0, "ante_push_tie")),
        ("3c 5h", Spot.ANTE, (0, 1000, 0, "ante_lost")),
        ("As Ah", Spot.PLAY, (2000, 0, 2000, "play_paid")),
        ("8c 8d", Spot.PLAY, (2000, 0, 0, "play_push_tie")),
        ("3c 5h", Spot.PLAY, (0, 2000, 0, "play_lost")),
        ("As Ah", Spot.BLIND, (1000, 0, 0, "blind_push_below_table")),
        ("8c 8d", Spot.BLIND, (1000, 0, 0, "blind_push_tie")),
        ("3c 5h", Spot.BLIND, (0, 1000, 0, "blind_lost")),
    ],
)
def test_main_stakes_against_a_qualified_dealer(cards: str, spot: Spot, expected: tuple[Any, ...]) -> None:
    round_ = settled(DRY, QUALIFIED, seat(3, cards, play=2))
    assert round_.qualified
    assert moved(round_, 3, spot) == expected


@pytest.mark.parametrize("cards", ["Ac 5h", "3c 4d", "As Ah"])
def test_ante_is_returned_when_the_bank_is_not_qualified(cards: str) -> None:
    round_ = settled(DRY, HIGH, seat(3, cards))
    assert not round_.qualified
    assert moved(round_, 3, Spot.ANTE) == (1000, 0, 0, "ante_returned_not_qualified")


def test_ante_is_returned_to_the_loser_too_when_the_bank_is_not_qualified() -> None:
    round_ = settled(DRY, "As 3h", seat(3, "Qc 3c"))
    assert (round_.qualified, round_.seat(3).result) == (False, "lose")
    assert moved(round_, 3, Spot.ANTE) == (1000, 0, 0, "ante_returned_not_qualified")
    assert moved(round_, 3, Spot.PLAY) == (0, 1000, 0, "play_lost")
    assert moved(round_, 3, Spot.BLIND) == (0, 1000, 0, "blind_lost")


def test_play_and_blind_play_on_when_the_bank_is_not_qualified() -> None:
    round_ = settled("2c 3d 4h Js Kd", "7s 8h", seat(3, "Ac 5h", play=4))
    assert moved(round_, 3, Spot.PLAY) == (4000, 0, 4000, "play_paid")
    assert moved(round_, 3, Spot.BLIND) == (1000, 0, 1000, "blind_paid")


def test_a_pair_on_the_board_qualifies_the_dealer() -> None:
    assert settled("2c 2d 9h Js Kd", "3s 4h", seat(3, "As 5h")).qualified


def test_a_folded_seat_loses_ante_and_blind_even_to_an_unqualified_bank() -> None:
    round_ = settled(DRY, HIGH, seat(3, "As Ah", folded=True))
    assert round_.seat(3).result == "fold"
    assert moved(round_, 3, Spot.ANTE) == (0, 1000, 0, "ante_lost_folded")
    assert moved(round_, 3, Spot.BLIND) == (0, 1000, 0, "blind_lost_folded")
    assert [found.spot for found in round_.seat(3).lines] == [Spot.ANTE, Spot.BLIND]


HANDS = [
    ("royal_flush", "As Ks", "Qs Js Ts 4d 8h"),
    ("straight_flush", "9s 8s", "Qs Js Ts 4d 3h"),
    ("quads", "9s 9h", "9d 9c Ts 4d 3h"),
    ("full_house", "9s 9h", "9d 4c Ts 4d 3h"),
    ("flush", "9s 8s", "2s 4s Ts 4d Kh"),
    ("straight", "9s 8h", "7d 6c Ts 2d Kh"),
]


@pytest.mark.parametrize(
    ("cards", "board", "odds"),
    [
        (cards, board, odds)
        for (_, cards, board), odds in zip(
            HANDS, [(500, 1), (50, 1), (10, 1), (3, 1), (3, 2), (1, 1)], strict=True
        )
    ],
    ids=[name for name, _, _ in HANDS],
)
def test_a_winning_blind_is_paid_by_the_table_from_a_straight(
    cards: str, board: str, odds: tuple[int, int]
) -> None:
    round_ = settled(board, "2c 5h", seat(1, cards))
    found = line(round_, 1, Spot.BLIND)
    assert (found.rule, found.odds) == ("blind_paid", Odds(*odds))
    assert found.paid_cents == 1000 * odds[0] // odds[1]


@requirement("RP-09")
@pytest.mark.parametrize(
    ("name", "cards", "board", "pays"),
    [
        *((*hand, pays) for hand, pays in zip(HANDS, (50, 40, 30, 8, 7, 4), strict=True)),
        ("three_of_a_kind", "9s 9h", "9d 4c Ts 2d Kh", 3),
    ],
)
@pytest.mark.parametrize("folded", [False, True])
def test_trips_is_paid_by_the_hand_folded_or_not(
    name: str, cards: str, board: str, pays: int, folded: bool
) -> None:
    round_ = settled(board, "2c 5h", seat(1, cards, trips=500, folded=folded))
    hand = round_.seat(1).hand
    assert hand is not None
    assert str(hand.hand_class) == name
    assert moved(round_, 1, Spot.TRIPS) == (500, 0, 500 * pays, "trips_paid")


def test_trips_below_three_of_a_kind_is_lost_even_by_the_winner() -> None:
    round_ = settled("2c 7d 9h Js Kd", "8s 8h", seat(1, "9s 7c", trips=500))
    assert round_.seat(1).result == "win"
    assert moved(round_, 1, Spot.TRIPS) == (0, 500, 0, "trips_lost")


@requirement("RP-09")
def test_trips_is_paid_to_the_loser() -> None:
    round_ = settled("2c 7d 9h 9s Kd", "Ks Kh", seat(1, "9c 3d", trips=500))
    assert round_.seat(1).result == "lose"
    assert moved(round_, 1, Spot.TRIPS) == (500, 0, 1500, "trips_paid")


# --- options of the house ------------------------------------------------------------------------

THREE_NINES = "2c 7d 9h 9s Kd"


@pytest.mark.parametrize(
    ("options", "dealer", "folded", "expected"),
    [
        ({}, "Ks Kh", True, (500, 0, 1500, "trips_paid")),
        ({"trips_after_fold": False}, "3s 4h", True, (0, 500, 0, "trips_lost_folded")),
        ({"trips_after_fold": False}, "Ks Kh", False, (500, 0, 1500, "trips_paid")),
        ({"trips_requires_win": True}, "3s 4h", False, (500, 0, 1500, "trips_paid")),
        ({"trips_requires_win": True}, "Ks Kh", False, (0, 500, 0, "trips_lost_not_won")),
        ({"trips_requires_win": True}, "3s 4h", True, (0, 500, 0, "trips_lost_folded")),
        ({"trips_requires_win": True}, "9d Qh", False, (500, 0, 1500, "trips_paid")),
        (
            {"trips_requires_win": True, "trips_on_tie": "returned"},
            "9d Qh",
            False,
            (500, 0, 0, "trips_returned_tie"),
        ),
        (
            {"trips_requires_win": True, "trips_on_tie": "taken"},
            "9d Qh",
            False,
            (0, 500, 0, "trips_lost_tie"),
        ),
        ({"trips_on_tie": "taken"}, "9d Qh", False, (500, 0, 1500, "trips_paid")),
    ],
)
def test_trips_follows_the_options_of_the_house(
    options: dict[str, Any], dealer: str, folded: bool, expected: tuple[Any, ...]
) -> None:
    player = seat(1, "9c Qd", trips=500, folded=folded)
    assert moved(settled(THREE_NINES, dealer, player, profile=house(**options)), 1, Spot.TRIPS) == expected


# --- ties, counterfeits, results -----------------------------------------------------------------


def test_everyone_ties_when_the_board_is_the_best_hand() -> None:
    round_ = settled("Ts Jd Qh Kc As", "2c 2d", seat(1, "3c 3d", trips=500), seat(7, "Ac Ad"))
    assert [settled_seat.result for settled_seat in round_.seats] == ["tie", "tie"]
    assert moved(round_, 1, Spot.ANTE) == (1000, 0, 0, "ante_push_tie")
    assert moved(round_, 1, Spot.BLIND) == (1000, 0, 0, "blind_push_tie")
    assert moved(round_, 1, Spot.PLAY) == (1000, 0, 0, "play_push_tie")
    assert moved(round_, 1, Spot.TRIPS) == (500, 0, 2000, "trips_paid")


def test_a_counterfeited_pair_loses_to_the_kicker() -> None:
    round_ = settled("9h 9c Ks Kd 2d", "Ah 5h", seat(1, "3c 3d"))
    assert round_.seat(1).result == "lose"


def test_the_wheel_loses_to_the_next_straight_and_beats_three_of_a_kind() -> None:
    assert settled("2c 3d 4h 9s 9d", "5s 6h", seat(1, "Ac 5c")).seat(1).result == "lose"
    assert settled("2c 3d 4h 9s 9d", "9h Kh", seat(1, "Ac 5c")).seat(1).result == "win"


def test_the_result_compares_hands_also_when_the_bank_is_not_qualified() -> None:
    assert settled(DRY, HIGH, seat(1, "Ac 5h")).seat(1).result == "win"
    assert settled(DRY, HIGH, seat(1, "3c 4d")).seat(1).result == "tie"


def test_lines_come_in_the_order_of_the_felt_and_only_for_staked_spots() -> None:
    round_ = settled(DRY, HIGH, seat(1, "Ac 5h", trips=500, jp1=True), seat(2, "Ad 6h"))
    assert [found.spot for found in round_.seat(1).lines] == list(LAW.spots)
    assert [found.spot for found in round_.seat(2).lines] == [Spot.ANTE, Spot.BLIND, Spot.PLAY]


def test_seats_come_in_the_order_given_and_are_found_by_number() -> None:
    round_ = settled(DRY, HIGH, seat(7, "Ac 5h"), seat(2, "Ad 6h"))
    assert [found.seat for found in round_.seats] == [7, 2]
    assert round_.seat(2) is round_.seats[1]
    with pytest.raises(KeyError):
        round_.seat(3)


def test_each_seat_plays_against_the_dealer_only() -> None:
    alone = settled(DRY, QUALIFIED, seat(3, "As Ah", trips=500))
    among = settled(DRY, QUALIFIED, seat(2, "Kc Kh"), seat(3, "As Ah", trips=500), seat(4, "Jc Jh"))
    assert alone.seat(3) == among.seat(3)


# --- what is not settled -------------------------------------------------------------------------


def test_a_sealed_folded_hand_is_settled_without_its_cards() -> None:
    round_ = settled(DRY, HIGH, seat(3, None, folded=True))
    assert (round_.seat(3).hand, round_.seat(3).result) == (None, "fold")
    assert moved(round_, 3, Spot.ANTE) == (0, 1000, 0, "ante_lost_folded")


def test_a_dead_trips_needs_no_cards() -> None:
    player = seat(3, None, trips=500, folded=True)
    round_ = settled(DRY, HIGH, player, profile=house(trips_after_fold=False))
    assert moved(round_, 3, Spot.TRIPS) == (0, 500, 0, "trips_lost_folded")


@pytest.mark.parametrize(
    "player",
    [seat(3, None), seat(3, None, trips=500, folded=True), seat(3, None, jp1=True, folded=True)],
    ids=["in", "trips alive", "jp1 alive"],
)
def test_a_hand_that_plays_cannot_be_settled_without_its_cards(player: SeatFacts) -> None:
    with pytest.raises(ValueError, match="cards of seat 3 are needed"):
        settled(DRY, HIGH, player)


def test_an_inexact_payout_is_refused_never_rounded() -> None:
    with pytest.raises(InexactPayout, match="3/2 on 1001"):
        settled("2s 4s Ts 4d Kh", "3c 5h", seat(1, "9s 8s", ante=1001))


def test_a_board_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="five, six or seven"):
        settled("2s 4s", "3c 5h", seat(1, "9s 8s"))


# --- for every round -----------------------------------------------------------------------------


def random_facts(dice: random.Random) -> RoundFacts:
    deck = dice.sample(DECK, 52)
    seats = []
    for number in dice.sample(range(1, 8), dice.randint(1, 7)):
        ante, folded = 2 * dice.randint(1, 500), dice.random() < 0.3
        stakes = {Spot.ANTE: ante, Spot.BLIND: ante}
        if dice.random() < 0.6:
            stakes[Spot.TRIPS] = dice.randint(1, 900)
        if not folded:
            stakes[Spot.PLAY] = ante * dice.randint(1, 4)
        if dice.random() < 0.7:
            stakes[Spot.JP1] = JP1_CENTS
        seats.append(SeatFacts(number, (deck.pop(), deck.pop()), folded, stakes))
    return RoundFacts(LAW, tuple(deck[:5]), tuple(deck[5:7]), tuple(seats), JP1_CENTS, 1_000_000)


def test_returned_and_taken_are_the_stake_in_every_round_and_every_rule_is_known() -> None:
    dice = random.Random(20)
    for _ in range(3000):
        facts = random_facts(dice)
        for player, result in zip(facts.seats, settle_round(facts).seats, strict=True):
            assert {found.spot: found.stake_cents for found in result.lines} == dict(player.stakes)
            for found in result.lines:
                assert found.returned_cents + found.taken_cents == found.stake_cents
                assert min(found.returned_cents, found.taken_cents, found.paid_cents) >= 0
                assert found.rule in RULE_CODES
                assert not found.paid_cents or found.spot is Spot.JP1 or not found.taken_cents


def test_the_five_that_make_a_hand_are_marked_among_its_two_cards_and_the_board() -> None:
    places = (*(hole(1, slot) for slot in range(2)), *(board(slot) for slot in range(5)))
    shown = dict(zip(places, map(Card.parse, ["As", "2d", "Ks", "Qs", "Js", "Ts", "3c"]), strict=True))
    assert used_cards(shown, 1, Pile.HOLE) == [True, False]
    assert used_cards(shown, 1, Pile.BOARD) == [True, True, True, True, False]
    assert used_cards(shown, 2, Pile.HOLE) is None


def test_a_bet_on_a_player_s_own_two_cards_is_never_settled_without_them() -> None:
    """Told by its class a hand says nothing of them (CS-11): it is keyed as cards, or it is not settled."""
    pocket = profile_called("trips-and-pocket")
    staked = seat(1, None)._replace(
        stakes={Spot.ANTE: 1000, Spot.BLIND: 1000, Spot.PLAY: 1000, Spot.POCKET: 500},
        entered=Entered(Outcome.WIN, HandClass.FLUSH),
    )
    with pytest.raises(ValueError, match="told by nobody"):
        settled(DRY, QUALIFIED, staked, profile=pocket)
