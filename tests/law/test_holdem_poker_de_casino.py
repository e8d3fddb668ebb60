"""Hold'em poker de casino, sentence by sentence: the stakes, what each becomes, and the two paytables.

Each test quotes the sentence it holds; the numbers are those of the rules of the game, not of the profile.
"""

from __future__ import annotations

import pytest

from controller.game.betting.stakes import may_stake
from controller.game.felt import Spot
from controller.game.profile import draw_order
from controller.settings.rules import load_profile
from tests.game.rounds import casino_seat, line, moved, settled

GAME = load_profile("fr-holdem-casino")
LOW_BOARD = "3c 5d 8h 2d 7c"
NO_PAIR_BOARD = "3c 5d 8h Jd Kc"
"""With the dealer's ace and deuce nobody there has a pair but who brings it."""
ACE_HIGH = "As 2h"
EVERY_BET = [("a4",), ("a3",), ("a2",), ("a05t",), ("a05t", "a05r")]


# --- mise en place -------------------------------------------------------------------------------


def test_ante_and_super_ante_are_equal_and_bonus_is_the_players_choice() -> None:
    """« des mises équivalentes sur la première mise (Ante) et sur la case SUPER ANTE […] Bonus »"""
    assert GAME.spots[:3] == (Spot.ANTE, Spot.SUPER_ANTE, Spot.BONUS)
    assert GAME.second is Spot.SUPER_ANTE
    assert may_stake(GAME, Spot.BONUS, 0, ante_cents=1000) is None
    refusal = may_stake(GAME, Spot.SUPER_ANTE, 1000)
    assert refusal is not None, "nobody chooses a Super Ante of his own"
    assert refusal.code == "spot_not_staked"


@pytest.mark.parametrize(
    ("ante", "bonus", "code"),
    [
        (1000, 10_000, ""),
        (1000, 10_050, "stake_above_maximum"),
        (2000, 15_000, ""),
        (2000, 15_050, "stake_above_maximum"),
    ],
)
def test_bonus_is_at_most_ten_times_the_ante_and_at_most_the_maximum(
    ante: int, bonus: int, code: str
) -> None:
    """« en aucun cas excéder dix fois le montant de la mise initiale dans la limite du maximum autorisé »"""
    refusal = may_stake(GAME, Spot.BONUS, bonus, ante_cents=ante)
    assert (refusal.code if refusal is not None else "") == code


def test_two_cards_go_to_each_player_then_to_the_dealer_and_a_card_is_burned_before_each_street() -> None:
    """« deux cartes faces cachées à chaque joueur, puis à lui-même […] Il « brûle » une carte »"""
    told = [str(place) for place in draw_order(GAME, (2, 5))]
    assert told[:6] == ["hole.2.0", "hole.2.1", "hole.5.0", "hole.5.1", "dealer.0", "dealer.1"]
    flop, turn, river = told[6:10], told[10:12], told[12:]
    assert flop == ["burn.0", "board.0", "board.1", "board.2"]
    assert turn == ["burn.1", "board.3"]
    assert river == ["burn.2", "board.4"]


def test_the_bets_of_each_street_are_those_of_the_rules() -> None:
    """« A 3 ou A 4 […] A 2 […] A0,5 T […] A0,5 R »: 3 or 4 times, twice, half, half the Ante."""
    offered = [[(str(bet.spot), bet.cents(1000)) for bet in street.bets] for street in GAME.streets]
    assert offered == [[("a4", 4000), ("a3", 3000)], [("a2", 2000)], [("a05t", 500)], [("a05r", 500)]]


def test_only_on_the_turn_one_bets_or_gives_up_and_the_river_is_for_who_bet_on_the_turn() -> None:
    """« Abandonner ; Mettre une mise sur A0,5 T […] Les joueurs qui ont misé sur la case A0,5 T »"""
    assert [(street.name, street.fold) for street in GAME.streets] == [
        ("preflop", False),
        ("flop", False),
        ("turn", True),
        ("river", False),
    ]
    after = {str(bet.spot): bet.after for street in GAME.streets for bet in street.bets}
    assert after == {"a4": None, "a3": None, "a2": None, "a05t": None, "a05r": Spot.A05T}


# --- quand la banque se qualifie -----------------------------------------------------------------


def test_the_bank_needs_at_least_a_pair() -> None:
    """« La banque a besoin d'au moins une paire pour être qualifiée. »"""
    player = casino_seat(1, "Qs 4h", "a4")
    assert settled(NO_PAIR_BOARD, "Ks 2h", player, profile=GAME).qualified
    assert settled("3c 3d 8h Jd Kc", "As 2h", player, profile=GAME).qualified
    assert not settled(NO_PAIR_BOARD, ACE_HIGH, player, profile=GAME).qualified


@pytest.mark.parametrize("bets", EVERY_BET)
def test_a_better_hand_wins_the_equal_of_ante_and_of_every_a_bet(bets: tuple[str, ...]) -> None:
    """« les cases premières mises (Ante) et les cases A […] gagnent l'équivalent des mises respectives »"""
    round_ = settled(LOW_BOARD, "9s 9h", casino_seat(1, "As Ah", *bets), profile=GAME)
    for spot in (Spot.ANTE, *map(Spot, bets)):
        found = line(round_, 1, spot)
        assert (found.returned_cents, found.paid_cents) == (found.stake_cents, found.stake_cents)


def test_below_a_straight_super_ante_stays_neither_paid_nor_taken() -> None:
    """« Pour toutes combinaisons inférieures, la mise reste, sans être ni payée ni ramassée. »"""
    for cards in ("As Ah", "3s 3h", "8s 7h"):
        round_ = settled(LOW_BOARD, "9s 9h", casino_seat(1, cards, "a4"), profile=GAME)
        assert round_.seat(1).result == "win"
        assert moved(round_, 1, Spot.SUPER_ANTE)[:3] == (1000, 0, 0)


@pytest.mark.parametrize("bets", EVERY_BET)
def test_a_worse_hand_loses_ante_super_ante_and_every_a_bet(bets: tuple[str, ...]) -> None:
    """« la mise sur Ante est perdue, les mises sur les cases A […] ainsi que la case Super Ante »"""
    round_ = settled(LOW_BOARD, "As Ah", casino_seat(1, "9s 9h", *bets), profile=GAME)
    for spot in (Spot.ANTE, Spot.SUPER_ANTE, *map(Spot, bets)):
        found = line(round_, 1, spot)
        assert (found.returned_cents, found.taken_cents, found.paid_cents) == (0, found.stake_cents, 0)


@pytest.mark.parametrize("bets", EVERY_BET)
def test_an_equal_hand_leaves_every_stake_without_gain_or_loss(bets: tuple[str, ...]) -> None:
    """« Quand les mains sont équivalentes […] restent au joueur sans gain ni perte. »"""
    round_ = settled(LOW_BOARD, "9s 9h", casino_seat(1, "9c 9d", *bets), profile=GAME)
    for spot in (Spot.ANTE, Spot.SUPER_ANTE, *map(Spot, bets)):
        found = line(round_, 1, spot)
        assert (found.returned_cents, found.taken_cents, found.paid_cents) == (found.stake_cents, 0, 0)


TABLES = [
    # combination, player's cards, board, dealer with a pair, SUPER ANTE as two numbers, BONUS
    ("Quinte Flush Royale", "As Ks", "Qs Js Ts 4d 8h", "4s 5h", (500, 1), 50),
    ("Quinte Flush", "9s 8s", "Qs Js Ts 4d 3h", "4c 5h", (50, 1), 40),
    ("Carré", "9s 9h", "9d 9c Ts 4d 3h", "2c 5h", (10, 1), 20),
    ("Full", "9s 9h", "9d 4c Ts 4d 3h", "2c 5h", (3, 1), 7),
    ("Couleur", "9s 8s", "2s 4s Ts 2d Kh", "3c 5h", (3, 2), 6),
    ("Quinte", "9s 8h", "7d 6c Ts 2d 2h", "3c 5h", (1, 1), 5),
    ("Brelan", "9s 9h", "9d 4c Ts 2d Kh", "2c 5h", None, 3),
]


@pytest.mark.parametrize(
    ("cards", "board", "dealer", "super_ante", "bonus"),
    [row[1:] for row in TABLES],
    ids=[row[0] for row in TABLES],
)
def test_super_ante_and_bonus_pay_by_their_tables(
    cards: str, board: str, dealer: str, super_ante: tuple[int, int] | None, bonus: int
) -> None:
    """« QUINTE FLUSH ROYALE : 500 pour 1 […] 50 pour 1 »: n for m, the stake staying the player's."""
    player = casino_seat(1, cards, "a4", ante=200, bonus=500)
    round_ = settled(board, dealer, player, profile=GAME)
    assert (round_.qualified, round_.seat(1).result) == (True, "win")
    assert moved(round_, 1, Spot.BONUS)[:3] == (500, 0, 500 * bonus)
    wins = 200 * super_ante[0] // super_ante[1] if super_ante else 0
    assert moved(round_, 1, Spot.SUPER_ANTE)[:3] == (200, 0, wins)


# --- quand la banque ne se qualifie pas ----------------------------------------------------------


@pytest.mark.parametrize("cards", ["Ks Qh", "4s 6h", "Ah 2s", "8s 8c"])
def test_an_unqualified_bank_pays_the_ante_whatever_the_hand(cards: str) -> None:
    """« paie l'équivalent de la 1re mise (Ante) à chaque joueur […] avant de regarder la combinaison »"""
    round_ = settled(NO_PAIR_BOARD, ACE_HIGH, casino_seat(1, cards, "a2"), profile=GAME)
    assert moved(round_, 1, Spot.ANTE)[:3] == (1000, 0, 1000)


@pytest.mark.parametrize("bets", EVERY_BET)
def test_an_unqualified_bank_neither_pays_nor_takes_the_other_stakes(bets: tuple[str, ...]) -> None:
    """« Toutes les autres mises, à l'exception du bonus (voir ci-après) ne sont ni payées ni ramassées. »"""
    for cards in ("8s 8c", "4s 6h", "Ah 2s"):
        round_ = settled(NO_PAIR_BOARD, ACE_HIGH, casino_seat(1, cards, *bets), profile=GAME)
        for spot in (Spot.SUPER_ANTE, *map(Spot, bets)):
            found = line(round_, 1, spot)
            assert (found.returned_cents, found.taken_cents, found.paid_cents) == (found.stake_cents, 0, 0)


def test_a_straight_against_an_unqualified_bank_is_not_paid_on_super_ante() -> None:
    """« ne sont ni payées ni ramassées »: the paytable of Super Ante is for a bank that qualifies."""
    player = casino_seat(1, "7s 6h", "a4", bonus=500)
    round_ = settled("3c 4d 5h Jd Kc", "As 9h", player, profile=GAME)
    assert (round_.qualified, str(line(round_, 1, Spot.BONUS).odds)) == (False, "5/1")
    assert moved(round_, 1, Spot.SUPER_ANTE)[:3] == (1000, 0, 0)


def test_a_hand_without_bonus_needs_no_look_against_an_unqualified_bank() -> None:
    """« pour les clients ayant misé sur la case Bonus, ouvre leur jeu »: the others' stays shut."""
    round_ = settled(NO_PAIR_BOARD, ACE_HIGH, casino_seat(1, None, "a4"), profile=GAME)
    assert (round_.seat(1).hand, round_.seat(1).result) == (None, "unopened")
    assert moved(round_, 1, Spot.ANTE)[:3] == (1000, 0, 1000)
    with pytest.raises(ValueError, match="cards of seat 1 are needed"):
        settled(NO_PAIR_BOARD, ACE_HIGH, casino_seat(1, None, "a4", bonus=500), profile=GAME)


# --- bonus ---------------------------------------------------------------------------------------

THREE_EIGHTS = "8s 8c"


@pytest.mark.parametrize(
    ("dealer", "folded"),
    [("9s 9h", False), ("Ks Kh", False), (ACE_HIGH, False), ("Ks Kh", True), (ACE_HIGH, True)],
    ids=["wins", "loses", "bank not qualified", "abandoned", "abandoned, bank not qualified"],
)
def test_bonus_is_paid_in_every_case(dealer: str, folded: bool) -> None:
    """« dans tous les cas, banque qualifiée ou non, main du joueur supérieure à la banque ou non »"""
    bets = () if folded else ("a4",)
    player = casino_seat(1, THREE_EIGHTS, *bets, bonus=500, folded=folded)
    round_ = settled(NO_PAIR_BOARD, dealer, player, profile=GAME)
    assert moved(round_, 1, Spot.BONUS)[:3] == (500, 0, 1500)


@pytest.mark.parametrize("dealer", ["9s 9h", ACE_HIGH])
def test_bonus_is_taken_below_three_of_a_kind(dealer: str) -> None:
    """« paye ou ramasse la mise selon que la main du joueur est supérieure ou non au brelan »"""
    round_ = settled(NO_PAIR_BOARD, dealer, casino_seat(1, "Ks Qd", "a4", bonus=500), profile=GAME)
    assert round_.seat(1).result == "win"
    assert moved(round_, 1, Spot.BONUS)[:3] == (0, 500, 0)


# --- abandon -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", ["Ks Kh", ACE_HIGH, "2s 4h"])
def test_an_abandoned_hand_loses_ante_and_super_ante_whatever_the_bank_has(dealer: str) -> None:
    """« Abandonner » on the Turn: the Ante of who gave up is not paid by an unqualified bank."""
    round_ = settled(NO_PAIR_BOARD, dealer, casino_seat(1, THREE_EIGHTS, folded=True), profile=GAME)
    assert round_.seat(1).result == "fold"
    for spot in (Spot.ANTE, Spot.SUPER_ANTE):
        assert moved(round_, 1, spot)[:3] == (0, 1000, 0)


def test_players_do_not_play_against_each_other() -> None:
    """« Les joueurs ne jouant pas les uns contre les autres, certains peuvent gagner, d'autres non »"""
    one, two = casino_seat(1, "As Ah", "a4"), casino_seat(2, "Ts Th", "a3")
    together = settled(LOW_BOARD, "Js Jh", one, two, profile=GAME)
    assert [seat.result for seat in together.seats] == ["win", "lose"]
    assert together.seat(1) == settled(LOW_BOARD, "Js Jh", one, profile=GAME).seat(1)
