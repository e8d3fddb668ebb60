"""Hold'em poker de casino as a table follows it: who may do what, when, and in what order.

Each test carries the sentence it holds. Played through the core: intents and observations.
"""

from __future__ import annotations

from controller.game import events as e
from controller.game import inputs as i
from controller.game.felt import SEATS, Pile, Spot, hole
from controller.game.legal_acts import legal_now
from controller.game.react import shoe_locked
from controller.settings.rules import load_profile
from tests.builders import Felt, card

GAME = load_profile("fr-holdem-casino")
NO_PAIR = {"dealer": "As 2h", "flop": "3c 5d 8h", "turn": "Jd", "river": "Kc"}
"""A bank of ace high, whatever the players hold beside kings, jacks, eights, fives and threes."""


def refused(felt: Felt, intent: i.Intent) -> str:
    refusal = felt.tap(intent)
    assert refusal is not None, f"{intent} was taken"
    return refusal.code


def offered(felt: Felt, kind: type[i.Intent]) -> list[i.Intent]:
    return [one for one in legal_now(felt.state) if isinstance(one, kind)]


def hands_up(felt: Felt) -> set[int]:
    return {place.seat for place in felt.state.playing.shown if place.pile is Pile.HOLE}


def dealt(cards: str = "Qs Qh 4s 6h", dealer: str = NO_PAIR["dealer"], bonus: int = 0) -> Felt:
    """Seats 2 and 5 have their cards; the Bonus is that of seat 2."""
    return Felt(GAME).open().stakes(s2=(1000, bonus), s5=2000).close().draw(f"{cards} {dealer}")


def flop(felt: Felt) -> Felt:
    return felt.do(i.CallStreet()).draw(f"9c {NO_PAIR['flop']}")


def turn(felt: Felt) -> Felt:
    return felt.do(i.CallStreet()).draw(f"9d {NO_PAIR['turn']}")


def river(felt: Felt) -> Felt:
    return felt.do(i.CallStreet()).draw(f"9h {NO_PAIR['river']}")


# --- mise en place -------------------------------------------------------------------------------


def test_at_most_seven_hands_and_no_bet_on_a_vacant_place() -> None:
    """« Il est au maximum de sept. […] ne peuvent pas miser sur des emplacements vacants. »"""
    felt = Felt(GAME).open().stakes(**{f"s{n}": 1000 for n in SEATS})
    assert refused(felt, i.SetStakes(8, 1000)) == "unknown_seat"
    felt = dealt()
    assert refused(felt, i.BetOn(3, Spot.A4)) == "seat_free"


def test_super_ante_lies_beside_every_ante() -> None:
    """« mettre des mises équivalentes sur la première mise (Ante) et sur la case SUPER ANTE »"""
    felt = Felt(GAME).open().stakes(s2=(1000, 500), s5=2000)
    assert [felt.state.seat(n).total_cents for n in (2, 5)] == [2500, 4000]
    lines = everyone_in("Qs Qh 4s 6h", "Ts Th").settle().lines(5)
    assert lines["super_ante"].stake_cents == lines["ante"].stake_cents == 2000


def test_the_hands_are_dealt_face_down_to_the_players_then_to_the_dealer() -> None:
    """« Les cartes des joueurs sont, dans tous les cas, distribuées figures cachées. »"""
    felt = dealt()
    told = [str(event.place) for event in felt.events(e.CardDealt) if isinstance(event, e.CardDealt)]
    assert told == ["hole.2.0", "hole.2.1", "hole.5.0", "hole.5.1", "dealer.0", "dealer.1"]
    assert not felt.state.playing.shown


# --- déroulement ---------------------------------------------------------------------------------


def test_before_the_flop_a_player_does_nothing_or_bets_a3_or_a4() -> None:
    """« Ne rien faire ; Mettre une mise sur la case A 3 ou A 4, égale à 3 ou 4 fois leur première mise »"""
    felt = dealt()
    assert offered(felt, i.BetOn) == [i.BetOn(n, spot) for n in (2, 5) for spot in (Spot.A4, Spot.A3)]
    felt.do(i.BetOn(2, Spot.A4), i.BetOn(5, Spot.A3))
    assert [felt.state.seat(n).bets_cents for n in (2, 5)] == [4000, 6000]


def test_who_has_bet_neither_bets_again_nor_changes_his_bet() -> None:
    """« Une fois leur mise effectuée, les joueurs ne peuvent ni miser à nouveau, ni changer leur mise. »"""
    felt = dealt().do(i.BetOn(2, Spot.A4))
    assert refused(felt, i.BetOn(2, Spot.A3)) == "already_decided"
    flop(felt)
    assert refused(felt, i.BetOn(2, Spot.A2)) == "already_decided"
    assert offered(felt, i.BetOn) == [i.BetOn(5, Spot.A2)]


def test_one_card_is_burned_before_flop_turn_and_river_and_lies_face_down_for_ever() -> None:
    """« Il « brûle » une carte, puis retourne les trois cartes suivantes […] quatrième […] cinquième »"""
    felt = flop(dealt().do(i.BetOn(2, Spot.A4), i.BetOn(5, Spot.A4)))
    seen = [len(felt.state.playing.shown)]
    for street in (turn, river):
        seen.append(len(street(felt).state.playing.shown))
    assert seen == [3, 4, 5]
    felt.showdown().do(i.PayAntes()).settle()
    burned = [place for place in felt.state.playing.cards if place.pile is Pile.BURN]
    assert len(burned) == 3
    assert not set(burned) & set(felt.state.playing.shown)


def test_on_the_turn_who_has_not_bet_bets_half_his_ante_or_gives_up() -> None:
    """« Les joueurs qui n'ont pas misé sur les cases A 2, A 3 ou A 4 […] : Abandonner ; […] A0,5 T »"""
    felt = turn(flop(dealt().do(i.BetOn(2, Spot.A4))))
    assert offered(felt, i.BetOn) == [i.BetOn(5, Spot.A05T)]
    assert offered(felt, i.Fold)[0] == i.Fold(5)
    assert refused(felt, i.CallStreet()) == "decisions_waited"
    assert shoe_locked(felt.state)
    felt.do(i.BetOn(5, Spot.A05T))
    assert felt.state.seat(5).bets_cents == 1000


def test_cards_thrown_in_are_an_abandon_on_any_street_and_whatever_was_bet() -> None:
    """« Le fait qu'un joueur jette ses cartes faces cachées est considéré comme abandon de jeu. »"""
    felt = dealt("8s 8c 4s 6h", "Ts Th", bonus=500).do(i.BetOn(2, Spot.A4))
    assert offered(felt, i.Fold) == [i.Fold(2), i.Fold(5)]
    felt = turn(flop(felt.do(i.Fold(2))))
    river(felt.do(i.BetOn(5, Spot.A05T))).showdown()
    if not felt.state.playing.qualified:
        felt.do(i.PayAntes())
    felt.settle()
    lines = felt.lines(2)
    assert {spot: line.rule for spot, line in lines.items()} == {
        "ante": "ante_lost_folded",
        "super_ante": "super_ante_lost_folded",
        "a4": "a4_lost_folded",
        "bonus": lines["bonus"].rule,
    }
    assert lines["bonus"].rule in ("bonus_paid", "bonus_lost")


def test_on_the_river_only_who_bet_on_the_turn_may_bet_half_his_ante_again_or_do_nothing() -> None:
    """« Les joueurs qui ont misé sur la case A0,5 T (Turn) ont le choix de : Ne rien faire ; Miser »"""
    felt = turn(flop(dealt())).do(i.BetOn(2, Spot.A05T), i.BetOn(5, Spot.A05T))
    river(felt)
    assert offered(felt, i.BetOn) == [i.BetOn(2, Spot.A05R), i.BetOn(5, Spot.A05R)]
    felt.do(i.BetOn(5, Spot.A05R))
    assert [felt.state.seat(n).bets_cents for n in (2, 5)] == [500, 2000]
    assert i.OpenHands() in offered(felt, i.OpenHands)


def test_who_gave_up_on_the_turn_is_out_on_the_river() -> None:
    """« Abandonner »"""
    felt = river(turn(flop(dealt())).do(i.Fold(2), i.BetOn(5, Spot.A05T)))
    assert refused(felt, i.BetOn(2, Spot.A05R)) == "already_decided"
    felt.showdown().do(i.PayAntes())
    assert hands_up(felt) == set()


# --- le règlement --------------------------------------------------------------------------------


def everyone_in(cards: str, dealer: str, bonus: int = 0) -> Felt:
    felt = dealt(cards, dealer, bonus).do(i.BetOn(2, Spot.A4), i.BetOn(5, Spot.A4))
    return river(turn(flop(felt))).showdown()


def test_a_qualified_bank_is_compared_from_right_to_left() -> None:
    """« Partant de droite à gauche, la banque combine les 2 cartes de chaque joueur »"""
    felt = everyone_in("Qs Qh 4s 6h", "Ts Th")
    assert hands_up(felt) == {2, 5}
    assert refused(felt, i.PayAntes()) == "not_now"
    felt.do(i.OpenSettlement())
    assert refused(felt, i.SettleSeat(2)) == "seat_not_in_turn"
    felt.do(i.SettleSeat(5), i.SettleSeat(2))
    assert felt.lines(2)["a4"].paid_cents == 4000
    assert felt.lines(5)["a4"].taken_cents == 8000


def test_an_unqualified_bank_pays_every_ante_from_right_to_left_before_any_hand_is_seen() -> None:
    """« partant de droite à gauche, paie l'équivalent […] avant de regarder la combinaison »"""
    felt = everyone_in("Qs Qh 4s 6h", NO_PAIR["dealer"])
    assert hands_up(felt) == set()
    assert refused(felt, i.OpenSettlement()) == "antes_first"
    felt.do(i.PayAntes())
    (paid,) = felt.events(e.AntesPaid)
    assert paid == e.AntesPaid((e.PaidAnte(5, 2000), e.PaidAnte(2, 1000)))
    assert hands_up(felt) == set()
    assert refused(felt, i.PayAntes()) == "not_now"
    felt.settle()
    assert [(felt.lines(n)["ante"].paid_cents, felt.lines(n)["a4"].returned_cents) for n in (2, 5)] == [
        (1000, 4000),
        (2000, 8000),
    ]


def test_against_an_unqualified_bank_only_hands_with_a_bonus_are_opened() -> None:
    """« si la banque ne se qualifie pas […] pour les clients ayant misé sur la case Bonus, ouvre »"""
    felt = everyone_in("8s 8c 4s 6h", NO_PAIR["dealer"], bonus=500)
    assert hands_up(felt) == set()
    felt.do(i.PayAntes())
    assert hands_up(felt) == {2}
    assert felt.settle().lines(2)["bonus"].paid_cents == 1500


def test_an_abandoned_hand_with_a_bonus_is_opened_and_paid() -> None:
    """« La case Bonus est payée à partir du brelan […] dans tous les cas »"""
    felt = turn(flop(dealt("8s 8c 4s 6h", "Ts Th", bonus=500))).do(i.Fold(2), i.Fold(5))
    river(felt).showdown()
    assert hands_up(felt) == {2}
    lines = felt.settle().lines(2)
    assert (lines["ante"].taken_cents, lines["super_ante"].taken_cents) == (1000, 1000)
    assert lines["bonus"].paid_cents == 1500


def test_an_unread_card_is_keyed_before_the_showdown_and_the_hand_is_still_not_opened() -> None:
    """« avant de regarder la combinaison de chaque joueur »: what is keyed lies face down like the rest."""
    felt = dealt("Qs Qh ?? 6h", bonus=500).do(i.BetOn(2, Spot.A4), i.BetOn(5, Spot.A4))
    river(turn(flop(felt)))
    assert refused(felt, i.OpenHands()) == "cards_to_key"
    felt.do(i.KeyCard(hole(5, 0), card("4s")), i.KeyCard(hole(5, 0), card("4s"))).showdown()
    assert hands_up(felt) == set()
    felt.do(i.PayAntes())
    assert hands_up(felt) == {2}
    assert felt.settle().lines(5)["ante"].paid_cents == 2000


def test_the_round_is_void_when_players_tell_each_other_their_hands() -> None:
    """« Le coup est nul quand les joueurs échangent des informations sur le contenu de leurs mains »"""
    felt = flop(dealt(bonus=500).do(i.BetOn(2, Spot.A4))).do(i.DeclareIncident(i.Incident.PLAYERS_TALKING))
    felt.void(i.Incident.PLAYERS_TALKING)
    voided = felt.events(e.RoundVoided)[-1]
    assert isinstance(voided, e.RoundVoided)
    assert [(one.seat, str(one.spot), one.cents) for one in voided.returned] == [
        (2, "ante", 1000),
        (2, "super_ante", 1000),
        (2, "bonus", 500),
        (2, "a4", 4000),
        (5, "ante", 2000),
        (5, "super_ante", 2000),
    ]


def test_a_round_whose_antes_the_bank_has_paid_is_not_annulled_any_more() -> None:
    """« Il effectue ce paiement avant de regarder »: what is paid is neither asked back nor given again."""
    felt = everyone_in("Qs Qh 4s 6h", NO_PAIR["dealer"]).do(i.PayAntes())
    felt.do(i.DeclareIncident(i.Incident.EQUIPMENT)).badge()
    assert refused(felt, i.ArmVoid(i.Incident.EQUIPMENT)) == "void_too_late"
    felt.do(i.Resume()).settle()
    closed = felt.events(e.RoundClosed)[-1]
    assert isinstance(closed, e.RoundClosed)
    assert closed.bank_cents == -3000
