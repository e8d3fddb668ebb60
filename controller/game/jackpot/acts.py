"""JP1 stakes collected, registered late, given back, set aside under seal and opened again."""

from __future__ import annotations

from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts, While
from controller.game.betting.sensor_acts import COUNT_DISPUTED
from controller.game.events import Events
from controller.game.incidents.causes import HoldCause
from controller.game.inputs import Intent
from controller.game.jackpot.corrections import ACTS as CORRECTIONS
from controller.game.jackpot.unanswered_stakes import ACTS as SEALS
from controller.game.jackpot.waiting_on_book import book_holds
from controller.game.machines.host import journal_refusal
from controller.game.meter.interruption import why_jp1_closed
from controller.game.refusals import ART_JP1, BOOK_WAITING, HELD, NOT_NOW, Refusal
from controller.game.roles import (
    AT_THE_TABLE,
    CHEF,
    DEALING,
    Right,
    person_proven,
)
from controller.game.state import Phase, TableState


def _collect_jp1(state: TableState, intent: i.CollectJp1) -> Refusal | None:
    if state.phase is not Phase.LATCHED or not state.latched:
        return NOT_NOW
    if state.playing.count_disputed:
        return COUNT_DISPUTED
    return why_jp1_closed(state) or journal_refusal(state) or (None if state.money is None else BOOK_WAITING)


def _register_now(state: TableState, intent: i.RegisterJp1Now) -> Refusal | None:
    if state.held is None or state.held.cause is not HoldCause.JP1_NOT_REGISTERED or not state.latched:
        return NOT_NOW
    if state.playing.count_disputed:
        return COUNT_DISPUTED
    if state.playing.drawn > 1:
        return Refusal("second_card_out", ART_JP1)
    return why_jp1_closed(state) or journal_refusal(state) or (None if state.money is None else BOOK_WAITING)


def _give_back(state: TableState, intent: i.GiveJp1Back) -> Refusal | None:
    if state.phase is not Phase.LATCHED or not state.latched or book_holds(state):
        return NOT_NOW
    if state.held is not None and state.held.cause is not HoldCause.JP1_NOT_REGISTERED:
        return HELD
    return None


def _collected(state: TableState, intent: Intent) -> Events:
    played = state.playing
    asked = e.ContributionAsked(played.number, played.attempt, state.latched, state.facts.jp1_stake_cents)
    if state.held is not None:
        return (asked, e.HoldEnded(person_proven(state)))
    return (asked,)


def _given_back(state: TableState, intent: i.GiveJp1Back) -> Events:
    given = e.Jp1GivenBack(state.latched)
    return (given, e.HoldEnded(person_proven(state))) if state.held is not None else (given,)


def _giving_back(state: TableState) -> Right:
    # JP1 was closed: the chips cannot play whoever says so. Else it is a stake that the chef decides on.
    return CHEF if state.jackpot.open else AT_THE_TABLE


def offered(state: TableState) -> list[Intent]:
    """What may be worth doing with JP1 stakes now."""
    acts: list[Intent] = [_REGISTER_NOW] if state.held is not None else []
    return [*acts, _COLLECT, _GIVE_BACK] if state.phase is Phase.LATCHED else acts


_REGISTER_NOW: Final = i.RegisterJp1Now()
_COLLECT: Final = i.CollectJp1()
_GIVE_BACK: Final = i.GiveJp1Back()


ACTS: Final[Acts] = {
    **SEALS,
    **CORRECTIONS,
    i.CollectJp1: Act(_collect_jp1, DEALING, _collected),
    i.RegisterJp1Now: Act(_register_now, CHEF, _collected, While.HELD),
    i.GiveJp1Back: Act(_give_back, _giving_back, _given_back, While.HELD),
}
