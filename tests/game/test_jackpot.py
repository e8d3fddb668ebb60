"""JP1: prizes, community royal, consolation, supervision, row by row of rules, section 3."""

from __future__ import annotations

import pytest

from controller.game.cards import parse_cards
from controller.game.felt import Spot
from controller.game.hands import ROYAL_RANK, rank_cards
from controller.game.jackpot.rules import NO_JP1, Jp1Seat, jp1_alive, jp1_outcome, prize_kind, supervised
from tests.game.rounds import JACKPOT_CENTS, JP1_CENTS, LAW, house, moved, prizes, seat, settled
from tests.law.requirements import requirement

ROYAL_BOARD = "As Ks Qs Js Ts"
NEAR_ROYAL = "Qs Js Ts 4d 8h"


@pytest.mark.parametrize(
    ("board", "cards", "prize"),
    [
        ("9d 4c Ts 4d 3h", "9s 9h", ("full_house", 10)),
        ("9d 9c Ts 4d 3h", "9s 9h", ("quads", 100)),
        ("Qs Js Ts 4d 3h", "9s 8s", ("straight_flush", 300)),
        (ROYAL_BOARD, "9s 8s", ("community_royal", 1000)),
    ],
)
@pytest.mark.parametrize("folded", [False, True])
def test_the_best_class_is_paid_as_a_multiple_of_the_stake(
    board: str, cards: str, prize: tuple[str, int], folded: bool
) -> None:
    kind, multiple = prize
    round_ = settled(board, "2c 5h", seat(1, cards, jp1=True, folded=folded))
    assert prizes(round_, 1) == [(kind, multiple * JP1_CENTS)]
    assert moved(round_, 1, Spot.JP1) == (0, JP1_CENTS, multiple * JP1_CENTS, f"jp1_{kind}")


@pytest.mark.parametrize("cards", ["As Ks", "As 2d", "Ks 2d"])
def test_a_royal_with_a_card_of_ones_own_wins_the_whole_jackpot(cards: str) -> None:
    board = {"As Ks": NEAR_ROYAL, "As 2d": "Ks Qs Js Ts 4d", "Ks 2d": "As Qs Js Ts 4d"}[cards]
    round_ = settled(board, "2c 5h", seat(1, cards, jp1=True))
    assert prizes(round_, 1) == [("jackpot", JACKPOT_CENTS)]
    assert (round_.claimed, round_.winners, round_.supervised) == (True, (1,), True)


@requirement("JW-01")
@pytest.mark.parametrize("cards", ["3c 4h", "As Ah", "Ks Jd", "Ac 3s"])
def test_less_than_a_full_house_wins_nothing(cards: str) -> None:
    round_ = settled("2s 7s 9s Jh Kc", "2c 5h", seat(1, cards, jp1=True))
    assert moved(round_, 1, Spot.JP1) == (0, JP1_CENTS, 0, "jp1_lost")
    assert prizes(round_, 1) == []


@pytest.mark.parametrize(
    ("board", "kind"),
    [("9d 9c 9s 4d 4h", "full_house"), ("9d 9c 9s 9h 4h", "quads"), ("9s 8s 7s 6s 5s", "straight_flush")],
)
def test_a_prize_hand_on_the_board_pays_every_jp1_bettor(board: str, kind: str) -> None:
    seats = (seat(1, "2c 3d", jp1=True), seat(4, "2h Kd", jp1=True, folded=True), seat(6, "Kc Jd"))
    round_ = settled(board, "Qc Qd", *seats)
    assert [prizes(round_, number)[0][0] for number in (1, 4)] == [kind, kind]
    assert Spot.JP1 not in {found.spot for found in round_.seat(6).lines}
    assert not round_.supervised


def test_a_community_royal_pays_every_bettor_a_thousand_and_leaves_the_jackpot() -> None:
    seats = (seat(1, "9s 8s", jp1=True, trips=500), seat(3, "2c 3d", jp1=True, folded=True), seat(5, "4c 4d"))
    round_ = settled(ROYAL_BOARD, "2h 5h", *seats)
    for number in (1, 3):
        assert prizes(round_, number) == [("community_royal", 1000 * JP1_CENTS)]
    assert (round_.claimed, round_.winners, round_.supervised) == (False, (), True)
    assert {round_.seat(number).result for number in (1, 5)} == {"tie"}
    for spot in (Spot.ANTE, Spot.BLIND, Spot.PLAY):
        assert moved(round_, 1, spot)[:3] == (1000, 0, 0)
    assert moved(round_, 1, Spot.TRIPS) == (500, 0, 25_000, "trips_paid")


# --- consolation ---------------------------------------------------------------------------------


def test_consolation_goes_to_every_other_jp1_bettor_of_the_table() -> None:
    seats = (
        seat(1, "2c 3d", jp1=True),
        seat(2, "As Ks", jp1=True),
        seat(3, "9c 9d", jp1=True, folded=True),
        seat(4, "Kc Kd"),
    )
    round_ = settled(NEAR_ROYAL, "2h 5h", *seats)
    consolation = [("consolation", 100 * JP1_CENTS)]
    assert prizes(round_, 1) == prizes(round_, 3) == consolation
    assert prizes(round_, 2) == [("jackpot", JACKPOT_CENTS)]
    assert moved(round_, 1, Spot.JP1)[3] == "jp1_consolation"
    assert len(round_.seat(4).lines) == 3


def test_consolation_comes_on_top_of_ones_own_prize() -> None:
    board = "Qs Js Ts Qd Qh"
    round_ = settled(board, "2h 5h", seat(1, "Qc 3d", jp1=True), seat(2, "As Ks", jp1=True))
    assert prizes(round_, 1) == [("quads", 100 * JP1_CENTS), ("consolation", 100 * JP1_CENTS)]
    assert moved(round_, 1, Spot.JP1) == (0, JP1_CENTS, 200 * JP1_CENTS, "jp1_quads")


def test_a_royal_without_jp1_leaves_the_jackpot_and_consoles_the_bettors() -> None:
    round_ = settled(NEAR_ROYAL, "2h 5h", seat(1, "2c 3d", jp1=True), seat(2, "As Ks"))
    assert prizes(round_, 1) == [("consolation", 100 * JP1_CENTS)]
    assert (round_.claimed, round_.winners, round_.supervised) == (False, (), True)


def test_a_house_may_console_only_for_the_royal_of_a_bettor() -> None:
    bettors_only = house(consolation_trigger="jp1_bettor")
    others = settled(NEAR_ROYAL, "2h 5h", seat(1, "2c 3d", jp1=True), seat(2, "As Ks"), profile=bettors_only)
    assert prizes(others, 1) == []
    assert others.supervised
    bettors = settled(
        NEAR_ROYAL, "2h 5h", seat(1, "2c 3d", jp1=True), seat(2, "As Ks", jp1=True), profile=bettors_only
    )
    assert prizes(bettors, 1) == [("consolation", 100 * JP1_CENTS)]


def test_a_folded_royal_without_jp1_consoles_the_bettors() -> None:
    round_ = settled(NEAR_ROYAL, "2h 5h", seat(1, "2c 3d", jp1=True), seat(2, "As Ks", folded=True))
    assert prizes(round_, 1) == [("consolation", 100 * JP1_CENTS)]


def test_the_dealers_royal_gives_nothing() -> None:
    round_ = settled(NEAR_ROYAL, "As Ks", seat(1, "2c 3d", jp1=True))
    assert prizes(round_, 1) == []
    assert (round_.claimed, round_.supervised) == (False, False)


def test_a_royal_alone_has_nobody_to_console() -> None:
    assert prizes(settled(NEAR_ROYAL, "2h 5h", seat(2, "As Ks", jp1=True)), 2) == [("jackpot", JACKPOT_CENTS)]


# --- options and carried stakes ------------------------------------------------------------------


def test_a_folded_royal_still_wins_the_jackpot() -> None:
    round_ = settled(NEAR_ROYAL, "2h 5h", seat(2, "As Ks", jp1=True, folded=True))
    assert (round_.winners, prizes(round_, 2)) == ((2,), [("jackpot", JACKPOT_CENTS)])


def test_a_house_may_let_jp1_die_with_the_fold() -> None:
    dead = house(jp1_after_fold=False)
    assert not jp1_alive(dead, folded=True)
    assert jp1_alive(dead, folded=False)
    seats = (seat(1, "2c 3d", jp1=True, folded=True), seat(2, "As Ks", jp1=True, folded=True))
    round_ = settled(NEAR_ROYAL, "2h 5h", *seats, seat(3, "9c 9d", jp1=True), profile=dead)
    assert moved(round_, 1, Spot.JP1) == (0, JP1_CENTS, 0, "jp1_lost_folded")
    assert moved(round_, 2, Spot.JP1) == (0, JP1_CENTS, 0, "jp1_lost_folded")
    assert prizes(round_, 3) == [("consolation", 100 * JP1_CENTS)]  # one of the players was dealt it
    assert (round_.claimed, round_.supervised) == (False, True)


def test_a_house_may_return_a_winning_jp1_stake() -> None:
    returning = house(jp1_return_stake=True)
    won = settled("9d 4c Ts 4d 3h", "2c 5h", seat(1, "9s 9h", jp1=True), profile=returning)
    lost = settled("9d 4c Ts 5d 3h", "2c 5h", seat(1, "9s 8h", jp1=True), profile=returning)
    assert moved(won, 1, Spot.JP1) == (JP1_CENTS, 0, 10 * JP1_CENTS, "jp1_full_house")
    assert moved(lost, 1, Spot.JP1) == (0, JP1_CENTS, 0, "jp1_lost")


def test_a_carried_stake_has_full_rights_and_nothing_more_to_take() -> None:
    seats = (seat(1, "2c 3d", carried=True), seat(2, "As Ks", carried=True))
    round_ = settled(NEAR_ROYAL, "2h 5h", *seats)
    assert moved(round_, 2, Spot.JP1) == (0, 0, JACKPOT_CENTS, "jp1_jackpot")
    assert moved(round_, 1, Spot.JP1) == (0, 0, 100 * JP1_CENTS, "jp1_consolation")


def test_a_carried_stake_is_returned_with_its_prize_as_any_other() -> None:
    """Full rights: a house that returns a winning stake returned nothing of one that a void had carried."""
    returning = house(jp1_return_stake=True)
    seats = (seat(1, "9s 9h", carried=True), seat(2, "As 8h", carried=True))
    round_ = settled("9d 4c Ts 4d 3h", "2c 5h", *seats, profile=returning)
    assert moved(round_, 1, Spot.JP1) == (JP1_CENTS, 0, 10 * JP1_CENTS, "jp1_full_house")
    assert moved(round_, 2, Spot.JP1) == (0, 0, 0, "jp1_lost"), "it was taken in the deal that was void"


def test_a_jackpot_whose_value_the_book_says_later_is_claimed_at_nothing() -> None:
    round_ = settled(NEAR_ROYAL, "2h 5h", seat(2, "As Ks", jp1=True), jackpot=0)
    assert (round_.claimed, prizes(round_, 2)) == (True, [("jackpot", 0)])


# --- supervision ---------------------------------------------------------------------------------


def test_a_royal_of_the_board_is_supervised_though_every_jp1_hand_is_thrown_in() -> None:
    thrown_in = Jp1Seat(1, 0, folded=True, bets=True)
    assert supervised([thrown_in], ROYAL_RANK)
    assert not supervised([thrown_in], 0)


@pytest.mark.parametrize(
    ("board", "cards", "jp1", "expected"),
    [
        (NEAR_ROYAL, "As Ks", True, True),
        (NEAR_ROYAL, "As Ks", False, False),
        (ROYAL_BOARD, "2c 3d", True, True),
        (ROYAL_BOARD, "2c 3d", False, False),
        ("9s 8s 7s 6s 5s", "2c 3d", True, False),
    ],
)
def test_a_round_is_supervised_when_a_royal_meets_a_jp1_stake(
    board: str, cards: str, jp1: bool, expected: bool
) -> None:
    assert settled(board, "2h 5h", seat(1, cards, jp1=jp1)).supervised is expected


def test_a_royal_is_supervised_also_for_the_stake_of_another_seat() -> None:
    round_ = settled(NEAR_ROYAL, "2h 5h", seat(1, "As Ks", folded=True), seat(2, "3c 4c", jp1=True))
    assert round_.supervised


# --- the parts -----------------------------------------------------------------------------------


@requirement("JW-03")
@pytest.mark.parametrize(
    ("hand", "board", "kind"),
    [
        ("As Ks Qs Js Ts", "Qs Js Ts 4d 8h", "jackpot"),
        ("As Ks Qs Js Ts", "As Ks Qs Js Ts", "community_royal"),
        ("9s 8s 7s 6s 5s", "9s 8s 7s 6s 5s", "straight_flush"),
        ("9s 9d 9h 9c 5s", "9s 9d 9h 4c 5s", "quads"),
        ("9s 9d 9h 5c 5s", "9s 9d 9h 4c 5s", "full_house"),
        ("As 9s 7s 6s 5s", "As 9s 7s 6s 2d", None),
    ],
)
def test_the_prize_is_told_by_the_hand_and_the_board(hand: str, board: str, kind: str | None) -> None:
    assert prize_kind(rank_cards(parse_cards(hand)), rank_cards(parse_cards(board))) == kind


def test_a_hand_not_known_has_no_prize_even_beside_a_royal_board() -> None:
    assert prize_kind(0, ROYAL_RANK) is None


@requirement("JW-03")
def test_without_a_jp1_stake_there_is_no_outcome() -> None:
    seats = (Jp1Seat(1, ROYAL_RANK, False, False),)
    assert jp1_outcome(LAW, seats, 1, JP1_CENTS, 0) == NO_JP1
    assert not supervised(seats, ROYAL_RANK)
