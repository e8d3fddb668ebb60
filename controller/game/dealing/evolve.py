"""How cards and decisions change the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game.cards import FaceDown
from controller.game.changes import changed, seats_with, stage, with_round, with_seat
from controller.game.dealing.card_seen_twice import lying_twice
from controller.game.dealing.declared_hand import Entered
from controller.game.dealing.taking_back import street_begun
from controller.game.events import Event
from controller.game.felt import Pile, Place
from controller.game.machines.evolve import dealt_from
from controller.game.profile import street_places
from controller.game.settling.showdown import settle_shown
from controller.game.state import Phase, TableState
from controller.game.state_parts import STREET, CardReport, PlacedBet, UndoStep


def _deal_begun(state: TableState, event: e.DealBegun, at_ms: int) -> TableState:
    return stage(state, "deal", at_ms, Phase.DEALING)


def _card_dealt(state: TableState, event: e.CardDealt, at_ms: int) -> TableState:
    return _card_out(state, event.place, event.card, CardReport(event.frame, at_ms))


def _card_unread(state: TableState, event: e.CardUnread, at_ms: int) -> TableState:
    return _card_out(state, event.place, None, CardReport(event.frame, at_ms))


def _card_out(state: TableState, place: Place, card: FaceDown | None, report: CardReport) -> TableState:
    state = state if state.playing.cards else dealt_from(state)
    played = state.playing
    reads = {**played.reads, place: report}
    return with_round(state, cards={**played.cards, place: card}, reads=reads, undo=())


def _card_proposed(state: TableState, event: e.CardProposed, at_ms: int) -> TableState:
    return with_round(state, proposed={**state.playing.proposed, event.place: event.card})


def _card_keyed(state: TableState, event: e.CardKeyed, at_ms: int) -> TableState:
    played = state.playing
    cards = {**played.cards, event.place: event.card}
    proposed = {place: card for place, card in played.proposed.items() if place != event.place}
    return with_round(state, cards=cards, manual=played.manual | {event.place}, proposed=proposed)


def _dealt_by_hand(state: TableState, event: e.CardsDealtByHand, at_ms: int) -> TableState:
    state = state if state.playing.cards else dealt_from(state)
    played = state.playing
    lying = dict.fromkeys(event.places)
    laid = played.laid | set(event.places)
    return with_round(state, cards={**played.cards, **lying}, laid=laid, undo=())


def _hand_entered(state: TableState, event: e.HandEntered, at_ms: int) -> TableState:
    played = state.playing
    told = {**played.entered, event.seat: Entered(event.outcome, event.hand_class)}
    return with_round(state, entered=told, undo=(*played.undo, UndoStep("entered", event.seat)))


def _entry_back(state: TableState, event: e.EntryTakenBack, at_ms: int) -> TableState:
    told = {n: entered for n, entered in state.playing.entered.items() if n != event.seat}
    return with_round(state, entered=told)


def _revealed(state: TableState, event: e.CardsRevealed, at_ms: int) -> TableState:
    shown = {**state.playing.shown, **{turned.place: turned.card for turned in event.cards}}
    if not state.playing.entered:
        return with_round(state, shown=shown)
    # Of a hand that lies open nothing need be said; one opened while seats are settled counts by its cards.
    opened = {turned.place.seat for turned in event.cards if turned.place.pile is Pile.HOLE}
    told = {n: entered for n, entered in state.playing.entered.items() if n not in opened}
    state = with_round(state, shown=shown, entered=told)
    if state.phase is Phase.SETTLING and not lying_twice(shown):
        return with_round(state, settlement=settle_shown(state))
    return state


def _decisions(state: TableState, event: e.DecisionsOpened, at_ms: int) -> TableState:
    for n in state.players:
        if state.seat(n).by_clock and not state.seat(n).folded:
            state = with_seat(state, n, by_clock=False)
    name = state.profile.streets[event.street].name
    return stage(state, name, at_ms, Phase.DECIDING, street=event.street, street_open=True, reopened=_NOBODY)


def _street_called(state: TableState, event: e.StreetCalled, at_ms: int) -> TableState:
    if event.by_clock:
        for n in state.undecided:
            state = with_seat(state, n, by_clock=True)
    played = state.playing
    following = street_places(state.profile, event.street + 1)
    if following and state.by_hand:
        return _turned_by_hand(with_round(state, street_open=False))
    back = following and not any(place in played.cards for place in following)
    # Cards that are out already, or drawn with the hands, are turned up by the call: it stands.
    undo = (*played.undo, UndoStep(STREET, 0)) if back else ()
    return with_round(state, street_open=False, undo=undo)


def _turned_by_hand(state: TableState) -> TableState:
    """The called street is turned by hand: nobody reads its first card, so from here on it counts as out."""
    return with_round(state, turned_by_hand=True, undo=())


def _hand_dealing(state: TableState, event: e.HandDealingBegun, at_ms: int) -> TableState:
    state = changed(state, by_hand=True, shoe_cards=-1)
    called = state.phase is Phase.DECIDING and not state.playing.street_open
    return _turned_by_hand(state) if called else state


def _street_back(state: TableState, event: e.StreetTakenBack, at_ms: int) -> TableState:
    for n in state.players:
        if state.seat(n).by_clock and not state.seat(n).folded:
            state = with_seat(state, n, by_clock=False)
    return with_round(state, street_open=True)


def _decided(state: TableState, act: str, seat: int, **changes: Any) -> TableState:
    """With a card of the next street out a decision stands as soon as it is said."""
    played = state.playing
    undo = () if street_begun(state) else (*played.undo, UndoStep(act, seat))
    played = changed(played, undo=undo, reopened=_NOBODY)
    return changed(state, round=played, seats=seats_with(state.seats, seat, **changes))


_NOBODY: Final[frozenset[int]] = frozenset()


def _undecided(state: TableState, seat: int, **changes: Any) -> TableState:
    state = with_round(state, reopened=state.playing.reopened | {seat})
    return with_seat(state, seat, decided_street=-1, **changes)


def _play_bet(state: TableState, event: e.PlayBet, at_ms: int) -> TableState:
    bets = (*state.seat(event.seat).bets, PlacedBet(event.spot, event.cents))
    return _decided(state, "play", event.seat, bets=bets, decided_street=state.playing.street)


def _play_back(state: TableState, event: e.PlayTakenBack, at_ms: int) -> TableState:
    return _undecided(state, event.seat, bets=state.seat(event.seat).bets[:-1])


def _checked(state: TableState, event: e.SeatChecked, at_ms: int) -> TableState:
    return _decided(state, "check", event.seat, decided_street=event.street)


def _check_back(state: TableState, event: e.CheckTakenBack, at_ms: int) -> TableState:
    return _undecided(state, event.seat)


def _folded(state: TableState, event: e.SeatFolded, at_ms: int) -> TableState:
    street = state.playing.street
    if event.by_clock:
        return with_seat(state, event.seat, folded=True, decided_street=street, by_clock=True)
    return _decided(state, "fold", event.seat, folded=True, decided_street=street, by_clock=False)


def _fold_back(state: TableState, event: e.FoldTakenBack, at_ms: int) -> TableState:
    return _undecided(state, event.seat, folded=False)


def _undone(state: TableState, event: e.Undone, at_ms: int) -> TableState:
    """The step is gone, and with it the one that setting the former stakes has just made."""
    undo = list(state.playing.undo)
    if event.act == "confirmed":
        return with_round(state, undo=_unconfirmed(undo, event.seat))
    if event.act == "stakes" and state.seat(event.seat).seated:
        del undo[-1]
    for at in reversed(range(len(undo))):
        if (undo[at].act, undo[at].seat) == (event.act, event.seat):
            del undo[at]
            break
    return with_round(state, undo=tuple(undo))


def _unconfirmed(undo: list[UndoStep], seat: int) -> tuple[UndoStep, ...]:
    """Without the last confirmation of this seat; 0 is all that were confirmed at once."""
    for at in reversed(range(len(undo))):
        step = undo[at]
        kept = tuple(told for told in step.hollow if seat not in (0, told.seat))
        if step.act == "confirmed" and kept != step.hollow:
            return (*undo[:at], *([replace(step, hollow=kept)] if kept else []), *undo[at + 1 :])
    return tuple(undo)


DEAL: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.HandDealingBegun: _hand_dealing,
    e.DealBegun: _deal_begun,
    e.CardDealt: _card_dealt,
    e.CardUnread: _card_unread,
    e.CardProposed: _card_proposed,
    e.CardKeyed: _card_keyed,
    e.CardsDealtByHand: _dealt_by_hand,
    e.HandEntered: _hand_entered,
    e.EntryTakenBack: _entry_back,
    e.CardsRevealed: _revealed,
    e.DecisionsOpened: _decisions,
    e.StreetCalled: _street_called,
    e.StreetTakenBack: _street_back,
    e.PlayBet: _play_bet,
    e.PlayTakenBack: _play_back,
    e.SeatChecked: _checked,
    e.CheckTakenBack: _check_back,
    e.SeatFolded: _folded,
    e.FoldTakenBack: _fold_back,
    e.Undone: _undone,
    e.HandDealingEnded: lambda state, event, at_ms: changed(state, by_hand=False, shoe_cards=-1),
    e.ShoeCounted: lambda state, event, at_ms: changed(state, shoe_cards=event.cards_left),
}
