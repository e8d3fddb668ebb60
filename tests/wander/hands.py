"""What people do from the deal to the last decision, by the shoe or by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.game import inputs as i
from controller.game.dealing.acts import may_key
from controller.game.dealing.by_hand import as_cards, compared, hands_to_enter, telling, to_turn
from controller.game.dealing.declared_hand import Outcome, outcome_of
from controller.game.dealing.taking_back import decided_here
from controller.game.felt import Pile, Place
from controller.game.hands import hand_of, rank_cards
from controller.game.inputs import Role
from controller.game.legal_acts import legal_now
from controller.game.settling.showdown import BOARD, DEALER, holes
from controller.game.state import Phase
from tests.builders import card

if TYPE_CHECKING:
    from tests.wander.wanderer import Wanderer


def dealing(table: Wanderer) -> None:
    unread = [place for place in table.state.unread if may_key(table.state, place)]
    if unread:
        table.key(unread[0])
    elif not table.state.playing.drawn and table.state.jp1_seats and table.chance(20):
        table.tap(i.ProposeCorrection(table.rng.choice(table.state.jp1_seats)))
    elif table.state.playing.drawn and table.state.jp1_seats and table.chance(2):
        table.badge(Role.CHEF)
        table.tap(i.ProposeCorrection(table.rng.choice(table.state.jp1_seats)))
    elif table.state.by_hand:
        # Dealt face up, a card that the shoe had not read before it went mute lies open to be keyed.
        waiting = [place for place in table.state.unread if may_key(table.state, place)]
        if waiting:
            table.key(waiting[0])
        else:
            table.tap(i.ConfirmDealt())
    else:
        table.draw()


def deciding(table: Wanderer) -> None:
    state = table.state
    if telling(state):
        tell(table)
        return
    turned = to_turn(state)
    if turned and (not state.playing.street_open or table.chance(30)):
        table.key(turned[0])
        return
    if not state.playing.street_open:
        if table.chance(2):
            table.tap(i.Undo())  # the street was called too early
        else:
            key_or_draw(table)
        return
    if decided_here(state) and table.chance(2):
        table.tap(i.ReopenDecision(table.rng.choice(decided_here(state))))
        return
    last = state.playing.street + 1 == len(state.profile.streets)
    if last and not state.waited_for and (not state.undecided or table.chance(50)):
        key_or_open(table)
    elif table.chance(55):
        decisions = i.BetPlay | i.BetOn | i.Check | i.Fold
        legal = [one for one in legal_now(state) if isinstance(one, decisions)]
        table.tap(table.rng.choice(legal) if legal else i.CallStreet())
    elif state.profile.clocks.decision_ms and table.chance(60):
        table.clock_runs_out()
    elif state.waited_for:
        table.tap(table.rng.choice((i.FoldRest(), i.BetRest(), i.CheckRest(), i.Undo())))
    else:
        table.tap(i.Undo() if last else i.CallStreet())


def key_or_draw(table: Wanderer) -> None:
    waiting = [place for place in table.state.unread if may_key(table.state, place)]
    if waiting:
        table.key(waiting[0])
    else:
        table.draw()


def key_or_open(table: Wanderer) -> None:
    table.tap(i.OpenHands())
    waiting = [place for place in table.state.unread if may_key(table.state, place)]
    if waiting and table.state.phase is Phase.DECIDING:
        table.key(waiting[0])


def tell(table: Wanderer) -> None:
    """The dealer's cards are keyed, then every hand that plays is told by class, or as cards."""
    unread = [place for place in table.state.unread if may_key(table.state, place)]
    dealt = [*to_turn(table.state), *(place for place in unread if place.pile is Pile.DEALER)]
    if dealt:
        table.key(dealt[0])
    elif not tell_a_hand(table):
        table.tap(i.Undo() if table.chance(5) else i.OpenHands())


def tell_a_hand(table: Wanderer) -> bool:
    waiting = hands_to_enter(table.state)
    if waiting:
        tell_hand_of(table, waiting[0])
    return bool(waiting)


def tell_hand_of(table: Wanderer, seat: int) -> None:
    state = table.state
    shown = state.playing.shown
    unknown = [place for place in holes([seat]) if state.playing.cards[place] is None]
    common = [shown[place] for place in BOARD]
    own = [card(lying(table, place)) for place in holes([seat])]
    if len({*own, *common}) < 7 and unknown:
        table.key(unknown[0])  # a card of another deck lies there: keyed, it is found
        return
    rank = rank_cards([*own, *common])
    told = hand_of(rank).hand_class
    begun = len(table.refusals)
    if len(unknown) == 2 and table.chance(80) and not as_cards(state, seat, told):
        against = outcome_of(rank, rank_cards([*(shown[place] for place in DEALER), *common]))
        outcome = against if compared(state, seat) else Outcome.NONE
        table.tap(i.EnterHand(seat, outcome, told))
    if len(unknown) < 2 or as_cards(state, seat, told) or len(table.refusals) > begun:
        table.key(unknown[0])


def lying(table: Wanderer, place: Place) -> str:
    known = table.state.playing.cards[place]
    return known.turned_up().text if known is not None else table.lies(place)
