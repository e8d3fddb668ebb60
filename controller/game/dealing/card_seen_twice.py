"""A card that lies face up at two places: it is found when it is turned up, and never before.

A card keyed by hand is compared with nothing that lies face down: whoever could ask would read the hands
(rules, section 2). So it may be keyed although it lies elsewhere; when both lie open the round is held,
and nothing is settled on two equal cards (CS-08). The chef keys the true card where one was keyed, or the
round is void; where both were read by the shoe the deck is wrong and only the void is left.
"""

from __future__ import annotations

from collections.abc import Mapping

from controller.game import events as e
from controller.game.cards import Card
from controller.game.events import Events
from controller.game.felt import Place
from controller.game.incidents.causes import HoldCause
from controller.game.machines.alarm_events import alarm, chef_called
from controller.game.memo_by_identity import last_memoised
from controller.game.round import Round
from controller.game.state import IN_ROUND, TableState


@last_memoised
def lying_twice(shown: Mapping[Place, Card]) -> Mapping[Card, tuple[Place, ...]]:
    """The cards that lie face up at more than one place, and where."""
    if len(set(shown.values())) == len(shown):
        return {}
    where: dict[Card, tuple[Place, ...]] = {}
    for place, card in shown.items():
        where[card] = (*where.get(card, ()), place)
    return {card: places for card, places in where.items() if len(places) > 1}


def to_correct(state: TableState) -> tuple[Place, ...]:
    """The keyed places whose true card the chef may key now."""
    if state.held is None or state.held.cause is not HoldCause.CARD_CLASH or state.round is None:
        return ()
    return _keyed(state.round)


def keyed_anew(state: TableState, place: Place, card: Card) -> bool:
    """Another card than the one that was keyed here before: the chef's to say, with his PIN."""
    before = state.round.proposed.get(place) if state.round is not None else None
    return bool(to_correct(state)) or (before is not None and not before.is_card(card))


def _keyed(played: Round) -> tuple[Place, ...]:
    twice = lying_twice(played.shown)
    return tuple(place for places in twice.values() for place in places if place in played.manual)


def held_by_twice(state: TableState) -> Events:
    """The round is held where two open cards are the same, and the chef is called."""
    played = state.round
    if played is None or state.held is not None or state.phase not in IN_ROUND or played.voided is not None:
        return ()
    twice = lying_twice(played.shown)
    if not twice:
        return ()
    keyed = _keyed(played)
    # Once the bank has paid the Antes on these cards, no other card is put in their place.
    mended = all(set(places) & set(keyed) for places in twice.values()) and not played.antes_paid_ms
    every = (*keyed, *(place for places in twice.values() for place in places))
    seat = next((place.seat for place in every if place.seat), 0)
    cause = HoldCause.CARD_CLASH if mended else HoldCause.DUPLICATE_CARD
    return (e.RoundHeld(cause, seat), *alarm(state, "A-203", 2, seat, cause.value), *chef_called(state))
