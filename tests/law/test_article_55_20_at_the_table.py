"""Article 55-20 (version of 6 October 2021) as a table follows it: who may do what, when, and in what order.

Each test carries the sentence it holds. Played through the core: intents, observations, the book's answers.
"""

from __future__ import annotations

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.cards import DECK
from controller.game.felt import SEATS
from controller.game.legal_acts import legal_now
from controller.game.payment.winning_hand import hand_places
from controller.game.react import react
from controller.game.state import Phase
from tests.builders import Felt
from tests.law.requirements import requirement

PACK = [card.text for card in DECK]


def refused(felt: Felt, intent: i.Intent) -> str:
    refusal = felt.tap(intent)
    assert refusal is not None, f"{intent} was taken"
    return refusal.code


def offered(felt: Felt, kind: type[i.Intent]) -> list[i.Intent]:
    return [one for one in legal_now(felt.state) if isinstance(one, kind)]


def locked(felt: Felt) -> bool:
    return r.LockShoe(True) in react(felt.state)


def two_players() -> Felt:
    return Felt().open().stakes(s2=1000, s5=(1000, 500)).close()


# --- players -------------------------------------------------------------------------------------


@requirement("RP-14")
def test_at_most_seven_hands_are_dealt() -> None:
    """« Il est au maximum de sept. »"""
    felt = Felt().open().stakes(**{f"s{n}": 1000 for n in SEATS})
    assert refused(felt, i.SetStakes(8, 1000)) == "unknown_seat"
    felt.close().draw(" ".join(PACK[:16])).do(i.CallStreet()).draw(" ".join(PACK[16:19]))
    felt.do(i.CallStreet()).draw(" ".join(PACK[19:21]))
    assert felt.state.playing.drawn == 21
    assert locked(felt)


@requirement("RP-14")
def test_a_player_has_one_hand_and_one_stake_a_spot() -> None:
    """« Le joueur ne dispose que d'une seule main »: stakes said again replace those before."""
    felt = Felt().open().stakes(s1=1000).stakes(s1=(2000, 500))
    assert felt.state.seat(1).ante_cents == 2000
    felt.close().draw("2c 7d 9s 4h")
    assert felt.state.playing.drawn == 4
    assert felt.state.phase is Phase.DECIDING


@requirement("RP-14")
def test_nobody_bets_on_a_vacant_place() -> None:
    """« et ne peut pas miser sur des emplacements vacants »"""
    felt = Felt().open().stakes(s2=1000).chips(3)
    assert felt.state.seat(3).chip_refused == "main_bets_missing"
    assert [(up.code, up.seat) for up in felt.state.alarms] == [("A-229", 3)]
    assert refused(felt, i.CloseBets()) == "chip_on_vacant"
    felt.sweep().close().draw("2c 7d 9s 4h")
    assert not felt.state.jp1_seats
    assert refused(felt, i.BetPlay(3, 4)) == "seat_free"


@requirement("RP-01")
def test_ante_and_blind_are_equal_by_construction() -> None:
    """« des mises d'un montant équivalent sur les cases Ante et Blind »"""
    felt = two_players().draw("As Kd 3c 8d 9s 9h").play(4, 2, 5).do(i.CallStreet()).draw("Ac 7d 4h")
    felt.do(i.CallStreet()).draw("2s Jc").showdown().settle()
    for seat in (2, 5):
        lines = felt.lines(seat)
        assert lines["ante"].stake_cents == lines["blind"].stake_cents == 1000


# --- the deal ------------------------------------------------------------------------------------


@requirement("BC-06")
def test_no_card_may_leave_before_all_stakes_are_down() -> None:
    """« Une fois toutes les mises disposées devant les joueurs, le croupier distribue les cartes. »"""
    felt = Felt().open().stakes(s2=1000)
    assert locked(felt)
    felt.close()
    assert not locked(felt)
    assert refused(felt, i.SetStakes(2, 2000)) == "bets_closed"


@requirement("RP-05")
def test_two_cards_go_to_each_player_from_left_to_right_then_to_the_dealer_face_down() -> None:
    """« De gauche à droite, il donne deux cartes faces cachées à chaque joueur, puis à lui-même. »"""
    felt = two_players().draw("As Kd 3c 8d 9s 9h")
    dealt = [str(event.place) for event in felt.events(e.CardDealt) if isinstance(event, e.CardDealt)]
    assert dealt == ["hole.2.0", "hole.2.1", "hole.5.0", "hole.5.1", "dealer.0", "dealer.1"]
    assert not felt.state.playing.shown


def test_before_the_flop_a_player_does_nothing_or_bets_three_or_four_antes() -> None:
    """« soit ne rien faire, soit mettre une mise sur la case Play égale à 3 ou 4 fois sa mise Ante »"""
    felt = two_players().draw("As Kd 3c 8d 9s 9h")
    assert offered(felt, i.BetPlay) == [i.BetPlay(seat, times) for seat in (2, 5) for times in (4, 3)]
    assert not offered(felt, i.Fold)
    felt.play(3, 5)
    assert felt.state.seat(5).bets_cents == 3000
    assert offered(felt, i.CallStreet)


def test_on_the_flop_who_has_not_bet_bets_two_antes_or_passes() -> None:
    """« Si le joueur n'a pas déjà misé sur Play, il peut maintenant miser 2 fois sa mise Ante ou passer »"""
    felt = two_players().draw("As Kd 3c 8d 9s 9h").play(4, 2).do(i.CallStreet()).draw("Ac 7d 4h")
    assert len(felt.state.playing.shown) == 3
    assert offered(felt, i.BetPlay) == [i.BetPlay(5, 2)]
    assert not offered(felt, i.Fold)
    assert refused(felt, i.BetPlay(2, 2)) == "already_decided"


def test_the_last_two_cards_are_turned_together_and_then_one_bets_once_or_gives_up() -> None:
    """« découvre ensuite les deux dernières cartes communes […] soit il renonce […] soit il mise »"""
    felt = two_players().draw("As Kd 3c 8d 9s 9h").play(4, 2).do(i.CallStreet()).draw("Ac 7d 4h")
    felt.do(i.CallStreet()).draw("2s")
    assert len(felt.state.playing.shown) == 3, "the turn waits for the river"
    felt.draw("Jc")
    assert len(felt.state.playing.shown) == 5
    assert offered(felt, i.BetPlay) == [i.BetPlay(5, 1)]
    assert offered(felt, i.Fold) == [i.Fold(5)]
    assert refused(felt, i.OpenHands()) == "decisions_waited"


def test_the_dealer_turns_his_cards_when_every_player_has_decided() -> None:
    """« Le croupier retourne ensuite ses deux cartes et annonce sa meilleure combinaison. »"""
    felt = two_players().draw("As Kd 3c 8d 9s 9h").play(4, 2, 5).do(i.CallStreet()).draw("Ac 7d 4h")
    felt.do(i.CallStreet()).draw("2s Jc").showdown()
    opened = felt.events(e.ShowdownOpened)[-1]
    assert opened == e.ShowdownOpened((2, 5), qualified=True, supervised=False)


# --- JP1 -----------------------------------------------------------------------------------------


@requirement("BC-01")
def test_jp1_comes_after_the_main_stakes() -> None:
    """« qu'après avoir déposé leurs mises principales »"""
    felt = Felt().open().chips(2)
    assert felt.state.seat(2).chip_refused == "main_bets_missing"
    felt.stakes(s2=1000)
    assert felt.state.seat(2).chip_refused == ""


@requirement("BC-04")
def test_a_chip_seen_moves_no_meter_and_the_registered_stakes_do() -> None:
    """« enregistre ces mises, les ramasse puis les ajoute à la cagnotte »: the meter takes its share."""
    felt = Felt().open().stakes(s2=1000, s5=1000).chips(2, 5)
    before = felt.state.jackpot.meter_cents
    felt.do(i.CloseBets())
    assert felt.state.jackpot.meter_cents == before
    felt.do(i.CollectJp1())
    assert felt.state.jackpot.meter_cents == before + 250
    assert felt.asked == [r.Contribute(1, 1, (2, 5), 500)]


def test_no_card_leaves_the_shoe_before_the_stakes_are_in_the_jackpot() -> None:
    """« Les cartes sont ensuite distribuées »"""
    felt = Felt().open().stakes(s2=1000).chips(2)
    felt.answering = False
    felt.do(i.CloseBets())
    assert locked(felt)
    felt.do(i.CollectJp1())
    assert locked(felt)
    felt.answering = True
    felt.see(i.CutCardObserved())
    assert not locked(felt)


def royal(board: str = "Qs Js Ts 4d 9h") -> Felt:
    """Seat 2 may hold a royal; seats 2 and 5 play JP1, seat 6 does not."""
    felt = Felt().open().stakes(s2=1000, s5=1000, s6=1000).chips(2, 5).close().draw("As Ks 2c 7d 2h 7h 3h 8c")
    flop, rest = board[:8], board[9:]
    felt.do(i.CallStreet()).draw(flop).do(i.CallStreet()).draw(rest)
    return felt.do(i.BetRest()).showdown()


@pytest.mark.parametrize("board", ["Qs Js Ts 4d 9h", "Qc Jc Tc Ac Kc"])
def test_the_two_best_hands_call_the_comite_and_are_paid_only_after_the_images(board: str) -> None:
    """« le croupier fait appel au membre du comité de direction […] qu'après visionnage des images »"""
    felt = royal(board)
    assert [(up.code, up.priority) for up in felt.state.alarms] == [("A-105", 1)]
    assert refused(felt, i.OpenSettlement()) == "verification"
    card = i.ConfirmCard(hand_places(felt.state)[0])
    assert refused(felt.badge(), card) == "badge_comite"
    felt.identify()
    assert refused(felt, i.ReleaseAward()) == "video_first"
    assert not felt.events(e.AwardAsked)
    felt.view_images().read_amounts().prepare_payments().release().settle()
    assert felt.state.phase is Phase.CLEARING


def test_consolation_goes_to_every_other_jp1_player_of_the_table_and_to_nobody_else() -> None:
    """« remportés par tous les joueurs ayant misé sur l'option JP1 […] Ce dernier ne remporte pas le lot »"""
    felt = royal().prove_hand().release().settle()
    assert felt.lines(2)["jp1"].paid_cents == 1_000_250, "100 % of the jackpot, the round's stakes in it"
    assert felt.lines(5)["jp1"].paid_cents == 50_000
    assert "jp1" not in felt.lines(6)


def test_the_jackpot_won_starts_again_and_later_stakes_go_to_the_next_one() -> None:
    """« dont le montant de départ […] augmente avec les mises additionnelles »: what is won stands still."""
    felt = royal()
    verification = felt.state.playing.verification
    assert verification is not None
    assert (verification.claimed, verification.value_cents) == (True, 1_000_250)
    assert felt.state.jackpot.meter_cents == 1_000_000
    assert felt.state.jackpot.generation == verification.generation + 1
