"""Ultimate Texas Hold'em with a live dealer, sentence by sentence: clocks, bets, decisions, errors.

Each test carries the sentence of the page it holds. Played through the core: intents, observations, time.
The page gives no seconds: those of the profile stand in the tests by name.
"""

from __future__ import annotations

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.felt import SEATS, SEATS_MAX, Spot
from controller.game.react import shoe_locked
from controller.game.state import Phase
from controller.settings.rules import load_profile
from tests.builders import Felt
from tests.game.rounds import moved, seat, settled

GAME = load_profile("live-uth")
BETTING_S = GAME.clocks.betting_ms // 1_000
LAST_BETS_S = GAME.clocks.last_bets_ms // 1_000
DECISION_S = GAME.clocks.decision_ms // 1_000
DRY = "2c 7d 9h Js Kd"


def table() -> Felt:
    return Felt(GAME).open()


def dealt() -> Felt:
    """Seats 2 and 5 have their cards and may decide."""
    return table().stakes(s2=(1000, 500), s5=1000).close().draw("As Kd 3c 8d 9s 9h")


def wait(felt: Felt, seconds: int) -> Felt:
    felt.now_ms += 1_000 * seconds
    return felt.see(i.TimeObserved(felt.now_ms))


def refused(felt: Felt, intent: i.Intent) -> str:
    refusal = felt.tap(intent)
    assert refusal is not None, f"{intent} was taken"
    return refusal.code


def hands_up(felt: Felt) -> set[int]:
    return {place.seat for place in felt.state.playing.shown if place.seat}


# --- règles du jeu -------------------------------------------------------------------------------


def test_a_blind_is_placed_with_every_ante_by_itself() -> None:
    """« Lorsque ton pari ANTE a été placé, un pari BLIND correspondant est automatiquement placé »"""
    felt = table().stakes(s2=1000)
    assert felt.state.seat(2).total_cents == 2000


def test_a_player_takes_one_seat_and_here_there_are_seven() -> None:
    """« Chaque joueur ne peut prendre qu'un seul siège à la table. »"""
    felt = table().stakes(**{f"s{n}": 1000 for n in SEATS})
    assert len(felt.state.players) == SEATS_MAX == 7
    assert refused(felt, i.SetStakes(8, 1000)) == "unknown_seat"


def test_the_players_cards_are_dealt_face_up_and_the_dealers_face_down() -> None:
    """« Le croupier distribue deux cartes face visible et deux cartes face cachée au croupier. »"""
    felt = dealt()
    assert hands_up(felt) == {2, 5}
    assert len(felt.state.playing.shown) == 4


def test_the_dealer_turns_all_his_cards_at_the_end() -> None:
    """« À la fin du tour, le croupier retourne toutes ses cartes face visible et annonce le résultat. »"""
    felt = dealt().play(4, 2, 5).do(i.CallStreet()).draw("Ac 7d 4h").do(i.CallStreet()).draw("2s Jc")
    felt.showdown()
    assert len(felt.state.playing.shown) == 11
    opened = felt.events(e.ShowdownOpened)[-1]
    assert opened == e.ShowdownOpened((2, 5), qualified=True, supervised=False)


@pytest.mark.parametrize(
    ("cards", "dealer", "board", "result"),
    [
        ("As 2h", "Kc Kd", "3c 4d 5h 9s Jc", "win"),  # « As (haut ou bas) »: 5, 4, 3, 2, A
        ("Ks 6s", "Ah 6h", "2s 5s 9s 8h Jh", "win"),  # a flush beats a high card
        ("Ks 6s", "As 3s", "2s 5s 9s 8h Jh", "lose"),  # « la carte la plus haute »
        ("Ks 7s", "Ts 6s", "As 5s 9s 8h Jh", "win"),  # « la deuxième carte la plus élevée »
        ("Tc 2d", "Th 2s", "6c 7d 8h 9s Kc", "tie"),  # « les couleurs ne sont pas utilisées »
        ("9c 9d", "8c 8d", "9h 8h 2s 2d Kc", "win"),  # « les trois cartes les mieux classées »
        ("Ac 3d", "Qc 3h", "9h 9s 9d 2d 7c", "win"),  # « le “Kicker” départage »
        ("Kc 4d", "Qh 5s", "9h 9s 2d 2c 7c", "win"),  # two pair with the king beside
        ("Ac 4d", "Ah 5s", "Kh Qs Jd 9c 7c", "tie"),  # the fifth card is on the board
    ],
)
def test_hands_are_ranked_as_the_page_says(cards: str, dealer: str, board: str, result: str) -> None:
    """« Les mains possibles du plus haut au plus bas »"""
    assert settled(board, dealer, seat(1, cards), profile=GAME).seat(1).result == result


# --- résultats du jeu ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "dealer", "expected"),
    [
        # « Si tu as une meilleure main, les paris ANTE et JOUER rapportent 1:1 »
        (
            "As Ah",
            "8s 8h",
            {Spot.ANTE: (1000, 0, 1000), Spot.PLAY: (2000, 0, 2000), Spot.BLIND: (1000, 0, 0)},
        ),
        # « Si le croupier a une meilleure main, les paris ANTE, JOUER et BLIND […] sont perdus. »
        ("8s 8h", "As Ah", {Spot.ANTE: (0, 1000, 0), Spot.PLAY: (0, 2000, 0), Spot.BLIND: (0, 1000, 0)}),
        # « les paris ANTE, JOUER et BLIND te sont rendus ("Push"). »
        ("8s 8h", "8c 8d", {Spot.ANTE: (1000, 0, 0), Spot.PLAY: (2000, 0, 0), Spot.BLIND: (1000, 0, 0)}),
        # « Si ta main se classe plus haut […], ta mise ANTE t'est rendue, et tu touches JOUER et BLIND »
        ("As Qh", "3s 4h", {Spot.ANTE: (1000, 0, 0), Spot.PLAY: (2000, 0, 2000), Spot.BLIND: (1000, 0, 0)}),
        # « Si la main du croupier est supérieure […] tu ne recevras pas les paiements JOUER et BLIND. »
        ("3s 4h", "As Qh", {Spot.ANTE: (1000, 0, 0), Spot.PLAY: (0, 2000, 0), Spot.BLIND: (0, 1000, 0)}),
        # « de même rang, tes mises ANTE, JOUER et BLIND te sont rendues. »
        ("As Qh", "Ac Qd", {Spot.ANTE: (1000, 0, 0), Spot.PLAY: (2000, 0, 0), Spot.BLIND: (1000, 0, 0)}),
    ],
)
def test_ante_play_and_blind_follow_the_results_of_the_page(
    cards: str, dealer: str, expected: dict[Spot, tuple[int, int, int]]
) -> None:
    round_ = settled(DRY, dealer, seat(1, cards, play=2), profile=GAME)
    assert {spot: moved(round_, 1, spot)[:3] for spot in expected} == expected


@pytest.mark.parametrize(("dealer", "folded"), [("3s 4h", False), ("Ks Kh", False), ("Ks Kh", True)])
def test_trips_wins_by_the_hand_whether_one_plays_or_folds(dealer: str, folded: bool) -> None:
    """« Tu peux gagner ton pari TRIPS, que tu décides ou non de JOUER ou de TE COUCHER. »"""
    player = seat(1, "9c Qd", trips=500, folded=folded)
    assert moved(settled("2c 7d 9h 9s Kd", dealer, player, profile=GAME), 1, Spot.TRIPS)[:3] == (500, 0, 1500)


TABLES = [
    ("Quinte flush royale", "As Ks", "Qs Js Ts 4d 8h", 50, (500, 1)),
    ("Quinte Flush", "9s 8s", "Qs Js Ts 4d 3h", 40, (50, 1)),
    ("Carré", "9s 9h", "9d 9c Ts 4d 3h", 30, (10, 1)),
    ("Full", "9s 9h", "9d 4c Ts 4d 3h", 8, (3, 1)),
    ("Flush", "9s 8s", "2s 4s Ts 4d Kh", 7, (3, 2)),
    ("Quinte ou suite", "9s 8h", "7d 6c Ts 2d Kh", 4, (1, 1)),
    ("Brelan", "9s 9h", "9d 4c Ts 2d Kh", 3, None),
]


@pytest.mark.parametrize(
    ("cards", "board", "trips", "blind"), [row[1:] for row in TABLES], ids=[row[0] for row in TABLES]
)
def test_blind_and_trips_pay_by_their_tables(
    cards: str, board: str, trips: int, blind: tuple[int, int] | None
) -> None:
    """« Quinte flush royal 500:1 […] Flush 1:5:1 […] TRIPS […] Brelan 3:1 »"""
    round_ = settled(board, "2c 5h", seat(1, cards, ante=200, trips=500), profile=GAME)
    assert moved(round_, 1, Spot.TRIPS)[:3] == (500, 0, 500 * trips)
    wins = 200 * blind[0] // blind[1] if blind else 0
    assert moved(round_, 1, Spot.BLIND)[:3] == (200, 0, wins)


# --- placer des paris ----------------------------------------------------------------------------


def test_the_light_is_green_then_yellow_then_red_and_bets_are_taken_until_red() -> None:
    """« (feu VERT), quand le temps de pari est presque terminé (feu JAUNE) et […] expiré (feu ROUGE) »"""
    felt = table().stakes(s2=1000)
    light = views.display(felt.state)["light"]
    assert light["until_ms"] - felt.state.clock_ms == 1_000 * BETTING_S
    assert light["until_ms"] - light["warn_ms"] == 1_000 * LAST_BETS_S
    wait(felt, BETTING_S - 2).stakes(s5=1000)
    assert felt.state.phase is Phase.BETTING
    wait(felt, 2)
    assert refused(felt, i.SetStakes(6, 1000)) == "bets_closed"
    assert views.display(felt.state)["light"]["state"] == "stop"
    assert felt.state.players == (2, 5)


def test_once_the_time_is_over_the_dealer_deals() -> None:
    """« Une fois ce temps écoulé, le croupier commence à distribuer. »"""
    felt = table().stakes(s2=1000)
    assert shoe_locked(felt.state)
    wait(felt, BETTING_S)
    assert not shoe_locked(felt.state)


def test_no_more_is_taken_on_a_bet_at_its_maximum_and_the_reason_says_the_maximum() -> None:
    """« aucun fonds supplémentaire ne sera accepté […] un message […] que tu as misé le maximum »"""
    felt = table()
    refusal = felt.tap(i.SetStakes(2, GAME.limits.maximum_cents + 500))
    assert refusal is not None
    assert refusal.code == "stake_above_maximum"
    assert dict(refusal.facts)["maximum_cents"] == GAME.limits.maximum_cents


def test_double_doubles_once_and_up_to_the_maximum() -> None:
    """« doubler la mise jusqu'à la limite maximale. Tu ne peux doubler ta mise qu'une seule fois. »"""
    felt = table().stakes(s2=(1000, 500), s5=10_000).do(i.DoubleStakes(2), i.DoubleStakes(5))
    assert felt.state.seat(2).stakes == {"ante": 2000, "blind": 2000, "trips": 1000}
    assert felt.state.seat(5).ante_cents == GAME.limits.maximum_cents == 15_000
    assert refused(felt, i.DoubleStakes(2)) == "doubled_once"
    felt.stakes(s2=3000)
    assert refused(felt, i.DoubleStakes(2)) == "doubled_once"


def test_double_is_offered_only_after_a_bet() -> None:
    """« Ce bouton est activé après que tu aies placé un pari. »"""
    assert refused(table(), i.DoubleStakes(2)) == "seat_free"


def test_repeat_puts_down_all_bets_of_the_round_before() -> None:
    """« Le bouton RÉPÉTER permet de répéter tous les paris du tour d'enchères précédent. »"""
    felt = dealt().play(4, 2, 5).do(i.CallStreet()).draw("Ac 7d 4h").do(i.CallStreet()).draw("2s Jc")
    felt.showdown().settle().do(i.NextRound())
    assert felt.state.players == ()
    felt.do(i.ConfirmStakes(2))
    assert felt.state.seat(2).stakes == {"ante": 1000, "blind": 1000, "trips": 500}
    assert refused(felt, i.ConfirmStakes(6)) == "nothing_to_confirm"


def test_undo_takes_the_bets_back_one_by_one_while_the_light_is_not_red() -> None:
    """« retirer les paris, un par un, dans l'ordre inverse […] tant qu'il reste du temps de pari »"""
    felt = table().stakes(s2=1000).stakes(s2=(1000, 500)).stakes(s2=(3000, 500)).stakes(s5=1000)
    seen = []
    for _ in range(3):
        felt.do(i.UndoStakes(2))
        seen.append(felt.state.seat(2).stakes)
    assert seen == [{"ante": 1000, "blind": 1000, "trips": 500}, {"ante": 1000, "blind": 1000}, {}]
    assert felt.state.seat(5).ante_cents == 1000
    wait(felt, BETTING_S)
    assert refused(felt, i.UndoStakes(5)) == "bets_closed"


def test_the_total_is_that_of_all_bets_of_the_round() -> None:
    """« L'indicateur de pari total affiche le montant total de tous les paris placés dans le tour »"""
    felt = dealt()
    assert views.console(felt.state)["total_cents"] == 2 * 1000 + 500 + 2 * 1000
    felt.play(3, 5)
    assert views.console(felt.state)["total_cents"] == 4500 + 3000


# --- prendre une décision ------------------------------------------------------------------------


def test_who_plays_four_or_three_times_is_asked_no_more() -> None:
    """« Si tu choisis de JOUER 4x ou JOUER 3x, aucune option de décision supplémentaire »"""
    felt = dealt().play(4, 2).play(3, 5)
    assert (felt.state.seat(2).bets_cents, felt.state.seat(5).bets_cents) == (4000, 3000)
    for act in (i.CallStreet(), i.CallStreet()):
        felt.do(act).draw("Ac 7d 4h" if felt.state.playing.street == 0 else "2s Jc")
        assert not felt.state.undecided


@pytest.mark.parametrize("streets", [1, 2])
def test_who_says_nothing_in_time_has_checked(streets: int) -> None:
    """« ta main sera contrôlée automatiquement […] : VÉRIFIÉ AUTOMATIQUEMENT »"""
    felt = dealt()
    for board in ("Ac 7d 4h", "2s Jc")[:streets]:
        assert felt.state.waited_for == (2, 5)
        wait(felt, DECISION_S)
        assert all(felt.state.seat(n).by_clock and not felt.state.seat(n).folded for n in (2, 5))
        felt.draw(board)
    assert felt.state.undecided == (2, 5)
    assert not felt.state.seat(2).by_clock


def test_who_says_nothing_at_the_river_has_folded_and_loses_ante_and_blind() -> None:
    """« ta main sera automatiquement couchée […] : ABANDON AUTOMATIQUE »; Trips plays on by the hand."""
    felt = dealt()
    for board in ("Ac Ah 4h", "2s Jc"):
        wait(felt, DECISION_S).draw(board)
    wait(felt, DECISION_S)
    assert all(felt.state.seat(n).by_clock and felt.state.seat(n).folded for n in (2, 5))
    lines = felt.showdown().settle().lines(2)
    assert (lines["ante"].taken_cents, lines["blind"].taken_cents) == (1000, 1000)
    assert (lines["trips"].returned_cents, lines["trips"].paid_cents) == (500, 1500)


def test_a_decision_taken_in_time_stands() -> None:
    """« Si tu n'as pas pris de décision avant l'expiration du délai »: who has is left alone."""
    felt = dealt().play(4, 2)
    wait(felt, DECISION_S)
    assert (felt.state.seat(2).bets_cents, felt.state.seat(2).by_clock) == (4000, False)
    assert felt.state.seat(5).by_clock


# --- numéro de jeu, traitement des erreurs -------------------------------------------------------


def test_every_round_has_a_number_of_its_own_from_the_utc_time_of_its_start() -> None:
    """« le début du cycle en termes de GMT par heure : minute : seconde »"""
    felt = table()
    labels = []
    for _ in range(2):
        labels.append(views.console(felt.state)["round"]["label"])
        felt.stakes(s2=1000).close().draw("As Kd 9s 9h").play(4, 2)
        felt.do(i.CallStreet()).draw("Ac 7d 4h").do(i.CallStreet()).draw("2s Jc")
        felt.showdown().settle().do(i.NextRound())
    day, clock, name = labels[0].split(" ")
    assert (day, name) == ("2025-11-20", "UTH-2")
    assert clock.startswith("20:00:")
    assert len(set(labels)) == 2


def test_an_error_stops_the_round_and_the_screen_says_that_it_is_looked_into() -> None:
    """« sera temporairement interrompu […] que le problème est en cours d'investigation »"""
    felt = dealt()
    assert not views.display(felt.state)["held"]
    felt.do(i.DeclareIncident(i.Incident.EQUIPMENT))
    assert views.display(felt.state)["held"]
    wait(felt, 10 * DECISION_S)
    assert felt.state.undecided == (2, 5)
    assert refused(felt, i.BetPlay(2, 4)) == "held"


def test_a_round_whose_error_is_resolved_goes_on_with_its_whole_time() -> None:
    """« Si le gestionnaire peut immédiatement résoudre l'erreur, le tour […] se poursuivra normalement. »"""
    felt = wait(dealt(), DECISION_S - 1).do(i.DeclareIncident(i.Incident.EQUIPMENT))
    felt.badge().do(i.Resume())
    assert felt.state.held is None
    wait(felt, DECISION_S - 1)
    assert felt.state.undecided == (2, 5)
    wait(felt, 1)
    assert all(felt.state.seat(n).by_clock for n in (2, 5))


def test_a_round_that_cannot_go_on_is_annulled_and_every_stake_is_given_back() -> None:
    """« le tour d'enchères sera annulé et les mises initiales seront remboursées à tous les joueurs »"""
    felt = dealt().play(4, 2).do(i.DeclareIncident(i.Incident.EQUIPMENT)).badge()
    staked = views.console(felt.state)["total_cents"]
    felt.void(i.Incident.EQUIPMENT)
    voided = felt.events(e.RoundVoided)[-1]
    assert isinstance(voided, e.RoundVoided)
    assert sum(one.cents for one in voided.returned) == staked == 8500
    assert {(one.seat, one.spot) for one in voided.returned} == {
        (2, Spot.ANTE),
        (2, Spot.BLIND),
        (2, Spot.TRIPS),
        (2, Spot.PLAY),
        (5, Spot.ANTE),
        (5, Spot.BLIND),
    }
    assert not views.display(felt.state)["held"]
