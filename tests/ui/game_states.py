"""Real tables of the other games: bets by the clock, Hold'em poker de casino, felts without JP1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from controller.game import inputs as i
from controller.game.events import SessionResumed
from controller.game.felt import Spot
from controller.game.inputs import Incident, Role
from controller.game.views import console
from controller.settings.rules import load_profile
from tests.builders import TERMS, Felt
from tests.game.test_voiding import antes_paid_by_a_card_keyed_wrongly
from tests.ui.states import FLOP, HANDS, RIVER, machines

FIVE = {"s1": (1000, 500), "s2": 2000, "s4": (1000, 1000), "s6": (1000, 500), "s7": (3000, 1000)}
RICH_HANDS = "8c 6s Ks Qd Tc 5d Ah 7h 7s 5s 9d 6c"
"""With the board of the reference pictures the dealer has a pair of nines here, and nothing in `HANDS`."""


def later(felt: Felt, ms: int) -> Felt:
    """So much time has passed, and the table has noticed."""
    felt.now_ms += ms
    return felt.see(i.TimeObserved(felt.now_ms))


# --- live-uth ------------------------------------------------------------------------------------


def live_opening() -> Felt:
    return machines(Felt(load_profile("live-uth"), jp1=False)).do(i.OpenTable()).badge()


def live_empty() -> Felt:
    return machines(Felt(load_profile("live-uth"), jp1=False)).open()


def live_first() -> Felt:
    return live_empty().stakes(s4=(1000, 500))


def live_maximum() -> Felt:
    return live_empty().stakes(s1=(1000, 500), s4=(15000, 15000), s7=1500)


def live_doubled() -> Felt:
    return live_maximum().do(i.DoubleStakes(1))


def live_last_bets() -> Felt:
    felt = live_first()
    felt.now_ms += 16_000
    return felt


def live_red() -> Felt:
    felt = live_first()
    felt.now_ms += 20_500
    return felt


def live_dealing() -> Felt:
    return live_empty().stakes(**FIVE).close().draw("8c 6s Ks Qd Tc")


def live_preflop() -> Felt:
    return live_empty().stakes(**FIVE).close().draw(HANDS)


def live_answers() -> Felt:
    return live_preflop().play(4, 6).do(i.Check(1), i.Check(2))


def live_yellow() -> Felt:
    felt = live_answers()
    felt.now_ms += 9_500
    return felt


def live_checked() -> Felt:
    return later(live_answers(), 12_500)


def live_flop() -> Felt:
    felt = live_checked().do(i.CallStreet()) if live_checked().state.playing.street_open else live_checked()
    return felt.draw(FLOP)


def live_river() -> Felt:
    felt = later(live_flop().play(2, 2), 12_500)
    return felt.draw(RIVER)


def live_folded() -> Felt:
    return later(live_river().play(1, 7), 12_500)


def live_held() -> Felt:
    return live_flop().do(i.DeclareIncident(Incident.IRREGULAR_DEAL))


def live_held_chef() -> Felt:
    return live_held().badge()


def live_annulled() -> Felt:
    return live_held_chef().void()


def live_showdown() -> Felt:
    return live_folded().showdown()


def live_settling() -> Felt:
    return live_showdown().do(i.OpenSettlement(), i.SettleSeat(7))


def live_clearing() -> Felt:
    return live_showdown().settle()


def live_repeat() -> Felt:
    return live_clearing().next_round()


def live_resumed() -> Felt:
    felt = live_checked()
    felt._step((SessionResumed(),))
    return felt


# --- Hold'em poker de casino ---------------------------------------------------------------------


def casino_opening() -> Felt:
    return machines(Felt(load_profile("fr-holdem-casino"), jp1=False)).do(i.OpenTable()).badge()


def casino_empty() -> Felt:
    return machines(Felt(load_profile("fr-holdem-casino"), jp1=False)).open()


def casino_betting() -> Felt:
    return casino_empty().stakes(**FIVE)


def casino_preflop(hands: str = RICH_HANDS) -> Felt:
    return casino_betting().close().draw(hands)


def casino_bets(hands: str = RICH_HANDS) -> Felt:
    return casino_preflop(hands).do(i.BetOn(6, Spot.A4), i.BetOn(2, Spot.A3))


def casino_burn() -> Felt:
    return casino_bets().do(i.CallStreet()).draw("3d Qh")


def casino_flop(hands: str = RICH_HANDS) -> Felt:
    return casino_bets(hands).draw("3d " + FLOP)


def casino_turn(hands: str = RICH_HANDS) -> Felt:
    return casino_flop(hands).do(i.BetOn(7, Spot.A2)).draw("3h Js")


def casino_turn_left(hands: str = RICH_HANDS) -> Felt:
    return casino_turn(hands).do(i.BetOn(1, Spot.A05T))


def casino_turn_done(hands: str = RICH_HANDS) -> Felt:
    return casino_turn_left(hands).fold(4)


def casino_river(hands: str = RICH_HANDS) -> Felt:
    return casino_turn_done(hands).draw("3s 2c")


def casino_decided(hands: str = RICH_HANDS) -> Felt:
    return casino_river(hands).do(i.BetOn(1, Spot.A05R))


def casino_showdown() -> Felt:
    return casino_decided().showdown()


def casino_poor() -> Felt:
    return casino_decided(HANDS).showdown()


def casino_poor_paid() -> Felt:
    return casino_poor().do(i.PayAntes())


def casino_poor_settling() -> Felt:
    return casino_poor_paid().do(i.OpenSettlement(), i.SettleSeat(7))


def casino_poor_unopened() -> Felt:
    return casino_poor_settling().do(i.SettleSeat(6), i.SettleSeat(4))


def casino_settling() -> Felt:
    return casino_showdown().do(i.OpenSettlement(), i.SettleSeat(7))


def casino_half() -> Felt:
    """The seat in turn has both halves on the felt."""
    return casino_settling().do(i.SettleSeat(6), i.SettleSeat(4), i.SettleSeat(2))


def casino_clearing() -> Felt:
    return casino_showdown().settle()


def casino_held() -> Felt:
    return casino_turn().do(i.DeclareIncident(Incident.PLAYERS_TALKING)).badge()


def casino_refunding() -> Felt:
    return casino_held().call_void(Incident.PLAYERS_TALKING)


def casino_voided() -> Felt:
    return casino_held().void(Incident.PLAYERS_TALKING)


def casino_antes_back() -> Felt:
    """The bank had paid an Ante before the deal was void: the seat in turn gives it back."""
    return antes_paid_by_a_card_keyed_wrongly().call_void().come("Chef 1", Role.CHEF).do(i.RefundSeat(5))


def casino_resumed() -> Felt:
    felt = casino_turn_done()
    felt._step((SessionResumed(),))
    return felt


def casino_unread() -> Felt:
    return casino_bets().do(i.CallStreet()).draw("?? Qh")


# --- a house that returns a winning JP1 stake -----------------------------------------------------


def returning_settling(*, carried: bool = False) -> Felt:
    """The board is a full house, and the bank has four kings: JP1 is paid, all else is taken.

    Seat 5 plays without Trips and without JP1, seat 2 with both. `carried`: on the stake of a void deal.
    """
    rules = load_profile("fr-55-20-2021")
    rules = replace(rules, options=replace(rules.options, jp1_return_stake=True))
    stakes = {"s2": (2000, 500), "s5": 1000}
    felt = machines(Felt(rules, cash=TERMS)).open(sensors=True).dealer().stakes(**stakes).chips(2).close()
    if carried:
        felt.draw("8c 6s").void()
        felt.other_deck().as_before(2, 5).close()
    felt.draw("2c 3d 8d 7c Kd 5h").do(i.CallStreet()).draw("Kc Kh 9s").do(i.CallStreet()).draw("9c Ks")
    return felt.play(1, 2, 5).showdown().do(i.OpenSettlement(), i.SettleSeat(5))


def returning_over() -> Felt:
    return returning_settling().do(i.SettleSeat(2))


# --- the felts of 2015 and of the casino's page: Ultimate without JP1 ------------------------------


def plain_betting(profile: str) -> Felt:
    return machines(Felt(load_profile(profile), jp1=False)).open().stakes(**FIVE)


def plain_closed(profile: str) -> Felt:
    return machines(Felt(load_profile(profile), jp1=False))


def plain_settling(profile: str) -> Felt:
    felt = plain_betting(profile).close().draw(HANDS).play(3, 2).play(4, 6)
    felt = felt.draw(FLOP).draw(RIVER).play(1, 1).fold(4).play(1, 7)
    return felt.showdown().do(i.OpenSettlement(), i.SettleSeat(7))


STATES: dict[str, Callable[[], Felt]] = {
    name: made
    for name, made in sorted(globals().items())
    if name.startswith(("live_", "casino_", "returning_")) and callable(made)
} | {
    f"{name.replace('-', '_')}_{part}": partial(made, name)
    for name in ("fr-55-20-2015", "fr-casino-page")
    for part, made in (("closed", plain_closed), ("betting", plain_betting), ("settling", plain_settling))
}


def view_of(name: str) -> dict[str, Any]:
    """The console's view of that state, as it comes over the wire."""
    felt = STATES[name]()
    return console(felt.state) | {"now_ms": felt.now_ms + 400}
