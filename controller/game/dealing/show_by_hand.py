"""What the console shows where cards are dealt by hand: what to key, which hand to tell, the way back."""

from __future__ import annotations

from typing import TypedDict

from controller.game import inputs as i
from controller.game.dealing.by_hand import (
    as_cards,
    cards_of_contested,
    choices,
    hand_dealt,
    hands_to_enter,
    telling,
    to_lay,
    to_turn,
)
from controller.game.felt import Place
from controller.game.inputs import AWAY, Intent, Machine
from controller.game.legal_acts import KeyView, why_not
from controller.game.memo_by_identity import memoised
from controller.game.refusals import NOT_NOW, shown_refusal
from controller.game.round import Round
from controller.game.settling.showdown import HandView, hand_shown, holes
from controller.game.state import Phase, TableState


class ByHandView(TypedDict):
    """Whether cards are dealt by hand now, whether some of this round were, and at which seats (bank: 0)."""

    on: bool
    round: bool
    seats: list[int]


EntryView = TypedDict("EntryView", {"outcome": str, "class": str, "cards": bool})
"""What may be told of a hand; with `cards` only its two cards settle it."""


class DealingByHandView(TypedDict):
    """What the dealer does by hand next, as `dealing_by_hand` says it."""

    begin: KeyView | None
    end: KeyView | None
    lay: int
    turn: list[str]
    telling: bool
    seat: int
    entries: list[EntryView]
    places: list[str]
    left: list[int]
    dealer: HandView | None


def by_hand(state: TableState) -> ByHandView:
    """Whether cards are dealt by hand now, whether some of this round were, and at which seats (bank: 0)."""
    played = state.round
    laid = played.laid if played is not None else frozenset()
    seats = sorted({place.seat for place in laid}) if laid else []
    return {"on": state.by_hand, "round": bool(laid), "seats": seats}


def dealing_by_hand(state: TableState) -> DealingByHandView:
    """What the dealer does by hand next.

    `begin` and `end` are the chef's acts with `why` not now, or None where there is no question of them.
    `lay` counts the cards to be dealt, `turn` lists the places to be keyed. `seat` is the hand to be told,
    with its `entries` (outcome, class, and whether only its cards settle it) and its `places` not yet known,
    `left` those still to be told, `dealer` the hand they are held against.
    """
    seat = _seat_to_tell(state)
    away = state.machine(Machine.SHOE).health in AWAY
    lay = state.by_hand and state.phase is Phase.DEALING
    return {
        "begin": _asked(state, i.DealByHand()) if away and not state.by_hand else None,
        "end": _asked(state, i.DealByShoe()) if state.by_hand and not away else None,
        "lay": len(to_lay(state)) if lay else 0,
        "turn": [str(place) for place in to_turn(state)],
        "telling": telling(state),
        "seat": seat,
        "entries": _entries(state, seat) if seat in hands_to_enter(state) else [],
        "places": [str(place) for place in _unknown(state.playing, seat)] if seat else [],
        "left": list(hands_to_enter(state)),
        "dealer": hand_shown(state.playing.shown, 0) if hand_dealt(state) else None,
    }


def _asked(state: TableState, intent: Intent) -> KeyView | None:
    refusal = why_not(state, intent)
    if refusal == NOT_NOW:
        return None
    return {"tap": {"act": type(intent).__name__}, "why": shown_refusal(refusal)}


def _seat_to_tell(state: TableState) -> int:
    """The contested seat that waits for its cards, or the next hand from the dealer's right; 0 for none."""
    waiting = hands_to_enter(state)
    return waiting[0] if waiting else cards_of_contested(state)


def _entries(state: TableState, seat: int) -> list[EntryView]:
    if any(state.playing.cards[place] is not None for place in holes([seat])):
        return []  # one of its cards is known: the other is keyed
    return [
        {
            "outcome": str(told.outcome),
            "class": str(told.hand_class),
            "cards": as_cards(state, seat, told.hand_class),
        }
        for told in choices(state, seat)
    ]


@memoised
def _unknown(played: Round, seat: int) -> tuple[Place, ...]:
    return tuple(place for place in holes([seat]) if played.cards.get(place) is None)
