"""Judge what the shoe says: a card that left it, the cut card, its own count.

A card that is one too many, out of turn or seen twice is not guessed about: the round is held until a
person decides (requirements CS-08, CS-11, BC-06, RP-18).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.betting.hollow import left
from controller.game.betting.sensing import bets_closed
from controller.game.cards import FaceDown
from controller.game.dealing.by_hand import shoe_counted
from controller.game.events import Events
from controller.game.felt import Place, hole
from controller.game.incidents.causes import HoldCause
from controller.game.inputs import Observation
from controller.game.machines.alarm_events import alarm
from controller.game.machines.shoe_away import in_mid_deal, makes_way, shoe_back
from controller.game.react import shoe_locked
from controller.game.round import Round
from controller.game.state import DEAL_OVER, Phase, TableState
from controller.game.state_parts import DECK_CARDS


def _card(state: TableState, seen: i.CardObserved) -> Events:
    """A card read by the shoe: the next one of the deal, unless the shoe read it before (CS-08).

    Only two readings of the deal itself are compared at once: the deck is wrong, nothing of this deal is
    played on, so nobody gains by knowing it. What a person could try without ending the deal is compared
    with nothing that lies face down: neither what he keyed, nor a card that he passes through the shoe
    while it is locked. That one is held as out of turn whatever it is; after a restart, before the felt is
    confirmed, it is the next of the deal, for the shoe may tell what it read while nobody listened.
    `dealing.card_seen_twice` finds those, once open.
    """
    if state.master_lost:
        return alarm(state, "A-217", 2, 0, "no_round", seen.frame)  # nothing is dealt that cannot be sealed
    if state.by_hand:
        return _not_dealt(state)
    played = state.round
    if played is not None and state.phase not in DEAL_OVER and seen.card.lies_among(played.cards.values()):
        for place, known in played.cards.items():
            if known is None or known != seen.card or place in played.manual:
                continue
            if _told_again(played, place):
                return ()
            if not shoe_locked(state):
                return _hold(state, HoldCause.DUPLICATE_CARD, "A-203", place.seat, seen.frame)
    return _left_the_shoe(state, seen.card, seen.frame)


def _told_again(played: Round, place: Place) -> bool:
    """The last card before a restart may be told again: the shoe does not know that it was written."""
    last = len(played.cards) - 1
    return played.drawn == played.drawn_at_resumption and played.order.index(place) == last


def _not_dealt(state: TableState) -> Events:
    """Cards are dealt by hand: what the shoe tells lies at no place, but it is no longer in the shoe."""
    return shoe_counted(state, max(state.shoe_cards - 1, -1)) if state.shoe_cards > 0 else ()


def _unreadable(state: TableState, seen: i.UnreadableObserved) -> Events:
    if state.master_lost:
        return alarm(state, "A-217", 2, 0, "no_round", seen.frame)  # nothing is dealt that cannot be sealed
    if state.by_hand:
        return _not_dealt(state)
    played = state.round
    if played is not None and played.cards and state.shoe_locked is None and state.shoe_counts:
        # A shoe that counts and comes back says first what nobody acknowledged, then its count: if this
        # was another card after all, the count will hold the round.
        last = played.order[played.drawn - 1]
        if played.cards[last] is None and _told_again(played, last):
            return ()
    return _left_the_shoe(state, None, seen.frame)


def _left_the_shoe(state: TableState, card: FaceDown | None, frame: int) -> Events:
    """A card is out: it goes to the next place, or the round is held."""
    if state.round is None or state.phase is Phase.OPENING or state.phase in DEAL_OVER:
        return alarm(state, "A-217", 2, 0, "no_round", frame)
    if state.phase is Phase.BETTING:
        return _before_closing(state, card, frame)
    place = state.round.next_place if state.round.order else _first_place(state)
    if place is None or state.phase in (Phase.SHOWDOWN, Phase.SETTLING):
        return _hold(state, HoldCause.EXTRA_CARD, "A-217", frame=frame)
    dealt = _dealt(state, place, card, frame)
    if state.phase is Phase.LATCHED:
        return (*dealt, *_hold(state, HoldCause.JP1_NOT_REGISTERED, "A-205", frame=frame))
    if state.phase is Phase.COLLECTED:
        return (*dealt, *_hold(state, HoldCause.CARD_BEFORE_CONTRIBUTION, "A-217", frame=frame))
    if state.phase is Phase.DECIDING and state.round.street_open:
        # A street is open once all its cards are out: one that has a place is of the next street.
        if state.waited_for:
            return (*dealt, *_hold(state, HoldCause.CARD_BEFORE_DECISIONS, "A-217", frame=frame))
        # The dealer draws the next street: who has not bet has checked.
        return (e.StreetCalled(state.round.street), *dealt)
    return dealt


def _before_closing(state: TableState, card: FaceDown | None, frame: int) -> Events:
    """BC-06: the bets are locked as they stood."""
    place = _first_place(state)
    if place is None:
        return alarm(state, "A-217", 2, 0, "no_player", frame)
    closed = bets_closed(state)
    cause = HoldCause.JP1_NOT_REGISTERED if closed.jp1_seats else HoldCause.CARD_BEFORE_CLOSING
    return (
        *left(state),
        closed,
        *_dealt(state, place, card, frame),
        *_hold(state, cause, "A-205" if closed.jp1_seats else "A-217", frame=frame),
    )


def _first_place(state: TableState) -> Place | None:
    players = state.players
    return hole(players[0], 0) if players else None


def _dealt(state: TableState, place: Place, card: FaceDown | None, frame: int) -> Events:
    played = state.playing
    if card is None:
        unread = e.CardUnread(played.number, played.attempt, place, frame)
        return (unread, *alarm(state, "A-202", 2, place.seat, str(place), frame))
    return (e.CardDealt(played.number, played.attempt, place, card, frame),)


def _dealing(state: TableState) -> bool:
    return state.phase is Phase.DEALING or state.phase is Phase.DECIDING


def _cut_card(state: TableState, seen: i.CutCardObserved) -> Events:
    return ()


def _shoe(state: TableState, seen: i.ShoeObserved) -> Events:
    counts = seen.cards_left is not None
    same = state.shoe_locked is seen.locked and state.shoe_counts is counts
    changed = () if same else (e.ShoeChanged(seen.locked, counts),)
    if state.by_hand:
        return (*changed, *shoe_counted(state, -1 if seen.cards_left is None else seen.cards_left))
    cause = _count_doubted(state, seen.cards_left)
    if cause is None:
        return (*changed, *shoe_back(state))
    return (*changed, *_hold(state, cause, "A-215"))


def _count_doubted(state: TableState, cards_left: int | None) -> HoldCause | None:
    """Why the deal does not go on with this shoe by itself (RC-06), or None.

    One that was away and cannot count: a person counts the felt. One that counts otherwise: a card went by
    unseen, or another deck was put in.
    """
    if cards_left is None:
        return HoldCause.COUNT_UNKNOWN if state.shoe_locked is None and in_mid_deal(state) else None
    return HoldCause.CARD_COUNT if _dealing(state) and _another_count(state, cards_left) else None


def _another_count(state: TableState, cards_left: int | None) -> bool:
    """The shoe's count is not that of this deal; before the first card a shoe may still be without a deck."""
    if cards_left is None or (cards_left == 0 and not state.playing.drawn):
        return False
    return cards_left != DECK_CARDS - state.playing.drawn


def _hold(state: TableState, cause: HoldCause, code: str, seat: int = 0, frame: int = 0) -> Events:
    """The round is held and the alarm raised; where a hold for the chef stands already, the alarm alone."""
    ended = makes_way(state)
    held = (*ended, e.RoundHeld(cause, seat, frame=frame)) if ended is not None else ()
    return (*held, *alarm(state, code, 2, seat, cause.value, frame))


CARDS: Final[dict[type[Observation], Callable[[TableState, Any], Events]]] = {
    i.CardObserved: _card,
    i.UnreadableObserved: _unreadable,
    i.CutCardObserved: _cut_card,
    i.ShoeObserved: _shoe,
}
