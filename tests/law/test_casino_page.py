"""The page of a casino on Ultimate Poker, sentence by sentence: Trips is paid only to who beats the dealer.

Each test quotes the sentence it holds. Where page and article say the same, the article is held elsewhere;
`fr-55-20-2015` is that article before JP1, held here where it differs from the page.
"""

from __future__ import annotations

import pytest

from controller.game.felt import Spot
from controller.game.hands import HandClass
from controller.game.profile import RuleProfile
from controller.settings.rules import load_profile
from tests.game.rounds import moved, seat, settled

PAGE = load_profile("fr-casino-page")
LAW_2015 = load_profile("fr-55-20-2015")
THREE_NINES = "2c 7d 9h 9s Kd"
DRY = "2c 7d 9h Js Kd"
MAIN = (Spot.ANTE, Spot.BLIND, Spot.PLAY)


@pytest.mark.parametrize("profile", [PAGE, LAW_2015], ids=["page", "2015"])
def test_play_is_three_or_four_antes_then_two_then_one_or_a_fold(profile: RuleProfile) -> None:
    """« 3 ou 4 fois le montant de la mise d'ante […] 2 fois son ante […] le montant de son ante »"""
    assert [(set(s.multiples), s.board, s.fold) for s in profile.streets] == [
        ({3, 4}, 0, False),
        ({2}, 3, False),
        ({1}, 2, True),
    ]


@pytest.mark.parametrize("profile", [PAGE, LAW_2015], ids=["page", "2015"])
def test_there_is_no_jackpot_on_this_felt(profile: RuleProfile) -> None:
    """« Deux mises sont obligatoires : l'ante et la blinde […] une mise facultative […] « bonus trips » »"""
    spots = (Spot.ANTE, Spot.BLIND, Spot.TRIPS, Spot.PLAY)
    assert profile.spots == spots


@pytest.mark.parametrize("profile", [PAGE, LAW_2015], ids=["page", "2015"])
def test_the_maximum_is_ten_twenty_or_thirty_times_the_minimum(profile: RuleProfile) -> None:
    """« le maximum de 10, 20 ou 30 fois ce minimum »"""
    limits = profile.limits
    assert limits.maximum_cents in [limits.minimum_cents * times for times in (10, 20, 30)]


def test_a_better_hand_wins_once_ante_and_play_which_come_back() -> None:
    """« 1x ses mises « Ante » et « Play » (qu'il récupère également). »"""
    round_ = settled(DRY, "8s 8h", seat(1, "As Ah", play=4), profile=PAGE)
    assert moved(round_, 1, Spot.ANTE)[:3] == (1000, 0, 1000)
    assert moved(round_, 1, Spot.PLAY)[:3] == (4000, 0, 4000)


def test_below_a_straight_the_winner_just_takes_his_blind_back() -> None:
    """« (sinon il récupère simplement sa blinde) »"""
    round_ = settled(DRY, "8s 8h", seat(1, "As Ah"), profile=PAGE)
    assert moved(round_, 1, Spot.BLIND)[:3] == (1000, 0, 0)


def test_who_does_not_beat_the_dealer_loses_all_his_stakes_trips_with_them() -> None:
    """« ce dernier récupère toutes ses mises (Blind, Ante, Play et Trips). »"""
    round_ = settled(THREE_NINES, "Ks Kh", seat(1, "9c 3d", trips=500), profile=PAGE)
    hand = round_.seat(1).hand
    assert hand is not None
    assert hand.hand_class is HandClass.THREE_OF_A_KIND
    assert [moved(round_, 1, spot)[:3] for spot in MAIN] == [(0, 1000, 0)] * 3
    assert moved(round_, 1, Spot.TRIPS)[:3] == (0, 500, 0)


@pytest.mark.parametrize(
    ("board", "cards", "dealer"), [(THREE_NINES, "9c Qd", "9d Qh"), (DRY, "8c 8d", "8s 8h")]
)
def test_on_a_tie_the_player_just_takes_his_stakes_back(board: str, cards: str, dealer: str) -> None:
    """« En cas d'égalité, le joueur récupère simplement ses mises. »: Trips too, with a brelan or without."""
    round_ = settled(board, dealer, seat(1, cards, trips=500), profile=PAGE)
    assert round_.seat(1).result == "tie"
    assert [moved(round_, 1, spot)[:3] for spot in MAIN] == [(1000, 0, 0)] * 3
    assert moved(round_, 1, Spot.TRIPS)[:3] == (500, 0, 0)


def test_an_unqualified_dealer_gives_the_ante_back_and_pays_the_other_stakes_of_the_winner() -> None:
    """« le joueur récupère son ante, puis est payé sur ses autres mises selon sa combinaison »"""
    round_ = settled("2c 7d 9h Ts Kd", "As Qh", seat(1, "Jc 8d", trips=500, play=3), profile=PAGE)
    assert not round_.qualified
    assert moved(round_, 1, Spot.ANTE)[:3] == (1000, 0, 0)
    assert moved(round_, 1, Spot.PLAY)[:3] == (3000, 0, 3000)
    assert moved(round_, 1, Spot.BLIND)[:3] == (1000, 0, 1000)
    assert moved(round_, 1, Spot.TRIPS)[:3] == (500, 0, 2000)


def test_a_folded_hand_has_not_beaten_the_dealer() -> None:
    """« il couche alors ses cartes »: Ante, Blind and Trips are taken, whatever he held."""
    round_ = settled(THREE_NINES, "3s 4h", seat(1, "9c Qd", trips=500, folded=True), profile=PAGE)
    assert moved(round_, 1, Spot.TRIPS)[:3] == (0, 500, 0)
    sealed = settled(THREE_NINES, "3s 4h", seat(1, None, trips=500, folded=True), profile=PAGE)
    assert moved(sealed, 1, Spot.TRIPS)[:3] == (0, 500, 0)


TABLES = [
    ("Quinte flush royale", "As Ks", "Qs Js Ts 4d 8h", 50, (500, 1)),
    ("Quinte flush", "9s 8s", "Qs Js Ts 4d 3h", 40, (50, 1)),
    ("Carré", "9s 9h", "9d 9c Ts 4d 3h", 30, (10, 1)),
    ("Full house", "9s 9h", "9d 4c Ts 4d 3h", 8, (3, 1)),
    ("Couleur", "9s 8s", "2s 4s Ts 4d Kh", 7, (3, 2)),
    ("Quinte", "9s 8h", "7d 6c Ts 2d Kh", 4, (1, 1)),
    ("Brelan", "9s 9h", "9d 4c Ts 2d Kh", 3, None),
    ("Deux paires", "9s 4h", "9d 4c Ts 2d Kh", None, None),
]


@pytest.mark.parametrize("profile", [PAGE, LAW_2015], ids=["page", "2015"])
@pytest.mark.parametrize(
    ("cards", "board", "trips", "blind"), [row[1:] for row in TABLES], ids=[row[0] for row in TABLES]
)
def test_blind_and_trips_of_a_winner_pay_by_their_tables(
    cards: str, board: str, trips: int | None, blind: tuple[int, int] | None, profile: RuleProfile
) -> None:
    """« Quinte : 1 fois la mise […] Couleur : 1,5 fois la mise […] Brelan : 3 fois la mise »"""
    player = seat(1, cards, ante=200, trips=500)
    round_ = settled(board, "2c 5h", player, profile=profile)
    assert round_.seat(1).result == "win"
    assert moved(round_, 1, Spot.TRIPS)[:3] == ((500, 0, 500 * trips) if trips else (0, 500, 0))
    wins = 200 * blind[0] // blind[1] if blind else 0
    assert moved(round_, 1, Spot.BLIND)[:3] == (200, 0, wins)


# --- the article of 2015 -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer", "folded", "expected"),
    [
        ("3s 4h", False, (500, 0, 1500)),
        ("Ks Kh", False, (500, 0, 1500)),
        ("9d Qh", False, (500, 0, 1500)),
        ("Ks Kh", True, (500, 0, 1500)),
    ],
    ids=["wins", "loses", "tie", "folded"],
)
def test_in_the_article_of_2015_trips_plays_by_the_hand_whatever_happens_to_the_rest(
    dealer: str, folded: bool, expected: tuple[int, int, int]
) -> None:
    """« le joueur perd les mises Blind, Ante et Play […] les mises Trips, Play et Blind jouent »"""
    player = seat(1, "9c Qd", trips=500, folded=folded)
    round_ = settled(THREE_NINES, dealer, player, profile=LAW_2015)
    assert moved(round_, 1, Spot.TRIPS)[:3] == expected
