"""Article 55-20 (version of 6 October 2021), sentence by sentence, played with the shipped profile.

Each test quotes the sentence it holds; the numbers are those of the article, not of the profile.
"""

from __future__ import annotations

import pytest

from controller.game.felt import SEATS_MAX, Spot
from controller.game.profile import draw_order
from tests.game.rounds import JACKPOT_CENTS, JP1_CENTS, LAW, line, moved, prizes, seat, settled
from tests.law.requirements import requirement

LOW_BOARD = "2c 7d 9h Js Kd"


# --- 1°: the game --------------------------------------------------------------------------------


def test_at_most_seven_players_sit_at_the_table() -> None:
    """« Le nombre de joueurs assis […] est au maximum de sept. »"""
    assert SEATS_MAX == 7
    assert len(draw_order(LAW, tuple(range(1, SEATS_MAX + 1)))) == 21


def test_two_cards_go_to_each_player_then_to_the_dealer() -> None:
    """« De gauche à droite, il donne deux cartes faces cachées à chaque joueur, puis à lui-même. »"""
    dealt = [str(place) for place in draw_order(LAW, (1, 2))][:6]
    assert dealt == ["hole.1.0", "hole.1.1", "hole.2.0", "hole.2.1", "dealer.0", "dealer.1"]


def test_play_is_three_or_four_antes_then_two_then_one() -> None:
    """« une mise sur la case Play égale à 3 ou 4 fois […] 2 fois […] une fois sa mise Ante »"""
    assert [set(street.multiples) for street in LAW.streets] == [{3, 4}, {2}, {1}]
    assert [street.fold for street in LAW.streets] == [False, False, True]


def test_three_cards_are_turned_up_then_the_last_two() -> None:
    """« les trois premières cartes qui déterminent le Flop […] les deux dernières cartes communes »"""
    assert [street.board for street in LAW.streets] == [0, 3, 2]


def test_ante_and_play_are_paid_once_the_stake() -> None:
    """« Si les cartes du joueur battent […], ses mises Ante et Play sont payées une fois la mise. »"""
    round_ = settled(LOW_BOARD, "8s 8h", seat(1, "As Ah", play=4))
    assert moved(round_, 1, Spot.ANTE)[2] == 1000
    assert moved(round_, 1, Spot.PLAY)[2] == 4000


def test_blind_is_paid_only_from_a_straight() -> None:
    """« La mise de Blind est payée seulement si la combinaison […] est au moins une quinte. »"""
    straight = settled("2c 7d 8h 9s Kd", "Ks 3h", seat(1, "Tc Jd"))
    brelan = settled("2c 7d 8h Js Kd", "Ks 3h", seat(1, "8c 8d"))
    assert moved(straight, 1, Spot.BLIND)[:3] == (1000, 0, 1000)
    assert moved(brelan, 1, Spot.BLIND)[:3] == (1000, 0, 0)


def test_a_better_dealer_takes_blind_ante_and_play() -> None:
    """« une combinaison supérieure […], le joueur perd les mises de Blind, Ante et Play. »"""
    round_ = settled(LOW_BOARD, "As Ah", seat(1, "8s 8h"))
    assert [moved(round_, 1, spot)[1] for spot in (Spot.BLIND, Spot.ANTE, Spot.PLAY)] == [1000] * 3


def test_a_tie_leaves_the_stakes_to_the_player() -> None:
    """« En cas d'égalité, les mises restent au joueur sans gain ni perte. »"""
    round_ = settled(LOW_BOARD, "8s 8h", seat(1, "8c 8d"))
    assert [moved(round_, 1, spot)[:3] for spot in (Spot.BLIND, Spot.ANTE, Spot.PLAY)] == [(1000, 0, 0)] * 3


def test_the_dealer_qualifies_from_a_pair() -> None:
    """« Le croupier doit avoir au moins une paire pour être qualifié. »"""
    assert settled(LOW_BOARD, "2s 3h", seat(1, "As Ah")).qualified
    assert not settled(LOW_BOARD, "As Qh", seat(1, "5s 5h")).qualified


def test_an_unqualified_bank_returns_the_ante_and_the_rest_plays() -> None:
    """« la mise Ante est redonnée au joueur et les mises Trips, Play et Blind jouent. »"""
    round_ = settled("2c 7d 9h Ts Kd", "As Qh", seat(1, "Jc 8d", trips=500, play=3))
    assert moved(round_, 1, Spot.ANTE)[:3] == (1000, 0, 0)
    assert moved(round_, 1, Spot.TRIPS)[:3] == (500, 0, 2000)
    assert moved(round_, 1, Spot.PLAY)[:3] == (3000, 0, 3000)
    assert moved(round_, 1, Spot.BLIND)[:3] == (1000, 0, 1000)


TABLES = [
    # combination, player's cards, board, TRIPS, BLIND as two numbers
    ("Quinte Flush Royale", "As Ks", "Qs Js Ts 4d 8h", 50, (500, 1)),
    ("Quinte Flush", "9s 8s", "Qs Js Ts 4d 3h", 40, (50, 1)),
    ("Carré", "9s 9h", "9d 9c Ts 4d 3h", 30, (10, 1)),
    ("Full", "9s 9h", "9d 4c Ts 4d 3h", 8, (3, 1)),
    ("Couleur", "9s 8s", "2s 4s Ts 4d Kh", 7, (3, 2)),
    ("Quinte", "9s 8h", "7d 6c Ts 2d Kh", 4, (1, 1)),
    ("Brelan", "9s 9h", "9d 4c Ts 2d Kh", 3, None),
]


@pytest.mark.parametrize(
    ("cards", "board", "trips", "blind"), [row[1:] for row in TABLES], ids=[row[0] for row in TABLES]
)
def test_trips_and_blind_pay_by_their_tables(
    cards: str, board: str, trips: int, blind: tuple[int, int] | None
) -> None:
    """« TRIPS […] BLIND »: n pour m, the stake staying the player's."""
    round_ = settled(board, "2c 5h", seat(1, cards, ante=200, trips=500))
    assert moved(round_, 1, Spot.TRIPS)[:3] == (500, 0, 500 * trips)
    wins = 200 * blind[0] // blind[1] if blind else 0
    assert moved(round_, 1, Spot.BLIND)[:3] == (200, 0, wins)


# --- 2°: JP1 -------------------------------------------------------------------------------------


JP1_TABLE = [
    ("Full", "9s 9h", "9d 4c Ts 4d 3h", "full_house", 10),
    ("Carré", "9s 9h", "9d 9c Ts 4d 3h", "quads", 100),
    ("Quinte flush", "9s 8s", "Qs Js Ts 4d 3h", "straight_flush", 300),
    ("Quinte flush royale communautaire", "9d 8d", "As Ks Qs Js Ts", "community_royal", 1000),
]


@pytest.mark.parametrize(
    ("cards", "board", "kind", "multiple"), [row[1:] for row in JP1_TABLE], ids=[row[0] for row in JP1_TABLE]
)
def test_jp1_pays_its_winning_hands(cards: str, board: str, kind: str, multiple: int) -> None:
    """« un gain bonus […] à partir de ses deux cartes et des cinq cartes communes du board »"""
    round_ = settled(board, "2c 5h", seat(1, cards, jp1=True))
    assert prizes(round_, 1) == [(kind, multiple * JP1_CENTS)]


def test_a_royal_wins_the_whole_jackpot() -> None:
    """« Quinte flush royale : 100 % du jackpot »"""
    round_ = settled("Qs Js Ts 4d 8h", "2c 5h", seat(1, "As Ks", jp1=True))
    assert prizes(round_, 1) == [("jackpot", JACKPOT_CENTS)]


def test_jp1_stakes_are_collected() -> None:
    """« Le croupier […] enregistre ces mises, les ramasse puis les ajoute à la cagnotte. »"""
    for cards in ("As Ks", "2h 3d"):
        found = line(settled("Qs Js Ts 4d 8h", "2c 5h", seat(1, cards, jp1=True)), 1, Spot.JP1)
        assert (found.returned_cents, found.taken_cents) == (0, JP1_CENTS)


@pytest.mark.parametrize("board", ["Qs Js Ts 4d 8h", "As Ks Qs Js Ts"])
def test_one_of_the_two_best_hands_calls_the_comite(board: str) -> None:
    """« l'une des deux meilleures mains, le croupier fait appel au membre du comité »"""
    cards = "As Ks" if "As" not in board else "2d 3d"
    assert settled(board, "2c 5h", seat(1, cards, jp1=True)).supervised
    assert not settled("9d 9c Ts 4d 3h", "2c 5h", seat(1, "9s 9h", jp1=True)).supervised


def test_consolation_goes_to_all_who_bet_on_jp1_but_the_winner() -> None:
    """« tous les joueurs ayant misé sur l'option JP1 […]. Ce dernier ne [le] remporte pas […]. »"""
    seats = (
        seat(1, "2h 3d", jp1=True),
        seat(2, "As Ks", jp1=True),
        seat(3, "2d 3h"),
        seat(4, "9c 9d", jp1=True),
    )
    round_ = settled("Qs Js Ts 4d 8h", "2c 5h", *seats)
    consoled = [("consolation", 100 * JP1_CENTS)]
    assert prizes(round_, 1) == prizes(round_, 4) == consoled
    assert prizes(round_, 2) == [("jackpot", JACKPOT_CENTS)]
    assert all(found.spot is not Spot.JP1 for found in round_.seat(3).lines)


# --- art. 55-20-1 --------------------------------------------------------------------------------


@requirement("RP-02")
def test_the_maximum_is_ten_twenty_or_thirty_times_the_minimum() -> None:
    """« fixé à l'ouverture […] à 10, 20 ou 30 fois le minimum des mises »"""
    assert LAW.limits.maximum_cents in [LAW.limits.minimum_cents * times for times in (10, 20, 30)]
