"""How the state changes with the people at the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game.changes import changed, with_round
from controller.game.events import Event
from controller.game.payment.evolve import royal_called
from controller.game.payment.types import Identified
from controller.game.people.revoked import fallen
from controller.game.state import TableState
from controller.game.state_parts import Badge, Charge, DealerThere, PitCard


def _presented(state: TableState, event: e.BadgePresented, at_ms: int) -> TableState:
    # The number of the entry tells one showing of a card from the next.
    proven_ms = at_ms if event.proven else 0
    badge = Badge(event.person, event.role, event.proven, proven_ms, shown=state.seq + 1, remote=event.remote)
    return changed(state, badge=badge, pit_code="")


def _of_the_badge(state: TableState, person: str, **changes: Any) -> TableState:
    """The badges in the table's reader and in the pit's with these changes, if they are that person's."""
    return _at_pit(_at_table(state, person, **changes), person, **changes)


def _at_table(state: TableState, person: str, **changes: Any) -> TableState:
    if state.badge is None or state.badge.person != person:
        return state
    return changed(state, badge=replace(state.badge, **changes))


def _at_pit(state: TableState, person: str, **changes: Any) -> TableState:
    there = state.pit_card
    if there is None or there.badge.person != person:
        return state
    return changed(state, pit_card=replace(there, badge=replace(there.badge, **changes)))


def _proven(state: TableState, event: e.PersonProven, at_ms: int) -> TableState:
    """A PIN proves the card that it was entered for, and no other in the other reader."""
    prove = _at_pit if event.at_pit else _at_table
    state = prove(
        state, event.person, proven=True, proven_ms=at_ms, known=False, tries_left=-1, locked_until_ms=0
    )
    return state if event.at_pit else _identified(state, event.person, at_ms)


def _identified(state: TableState, person: str, at_ms: int) -> TableState:
    """He has identified himself for the procedure under way, if there is one."""
    told = state.round.verification if state.round is not None else None
    badge = state.badge
    if told is None or told.over or badge is None or badge.person != person:
        return state
    others = tuple(one for one in told.identified if one.person != person)
    known = (*others, Identified(person, str(badge.role), at_ms))
    return with_round(state, verification=replace(told, identified=known))


def _known(state: TableState, event: e.PersonKnown, at_ms: int) -> TableState:
    return _at_table(state, event.person, proven=True, proven_ms=event.proven_ms, known=True)


def forgotten(state: TableState, person: str = "") -> TableState:
    """This person, or everybody, enters his PIN again for the procedure under way."""
    told = state.round.verification if state.round is not None else None
    if told is None or not told.identified:
        return state
    left = tuple(one for one in told.identified if person and one.person != person)
    return with_round(state, verification=replace(told, identified=left))


def _pit_card_read(state: TableState, event: e.PitCardRead, at_ms: int) -> TableState:
    badge = Badge(event.person, event.role, shown=state.seq + 1)
    return changed(state, pit_card=PitCard(badge, at_ms, event.purpose))


def _acted_at_pit(state: TableState, event: e.ActedAtPit, at_ms: int) -> TableState:
    assert state.pit_card is not None
    return changed(state, pit_card=replace(state.pit_card, purpose=""))


def _proof_ended(state: TableState, event: e.ProofEnded, at_ms: int) -> TableState:
    return _at_table(state, event.person, proven=False, proven_ms=0, known=False)


def _pin_refused(state: TableState, event: e.PinRefused, at_ms: int) -> TableState:
    state = forgotten(state, event.person)
    return _of_the_badge(state, event.person, tries_left=event.tries_left)


def _locked(state: TableState, event: e.PersonLocked, at_ms: int) -> TableState:
    state = forgotten(state, event.person)
    return _of_the_badge(state, event.person, tries_left=0, locked_until_ms=event.until_ms)


def _charge_taken(state: TableState, event: e.ChargeTaken, at_ms: int) -> TableState:
    return _of_the_badge(state, event.person, charge=Charge.TAKEN, elsewhere=())


def _charge_refused(state: TableState, event: e.ChargeRefused, at_ms: int) -> TableState:
    return _of_the_badge(state, event.person, charge=Charge.REFUSED, elsewhere=event.tables)


def _signed_on(state: TableState, event: e.DealerSignedOn, at_ms: int) -> TableState:
    return changed(state, dealer=DealerThere(event.person, at_ms))


def _signed_off(state: TableState, event: e.DealerSignedOff, at_ms: int) -> TableState:
    return changed(state, dealer=None)


def _revoked(state: TableState, event: e.DealerRevoked, at_ms: int) -> TableState:
    assert state.dealer is not None
    return changed(state, dealer=replace(state.dealer, revoked=True))


def _called(state: TableState, event: e.ChefCalled, at_ms: int) -> TableState:
    """A call that nobody has seen sounds again and keeps its time; after a seen one begins a new one."""
    unseen = state.call_ms and not state.call_seen_ms
    state = royal_called(state, at_ms)
    return changed(state, call_ms=state.call_ms if unseen else at_ms, call_last_ms=at_ms, call_seen_ms=0)


def _call_seen(state: TableState, event: e.CallSeen, at_ms: int) -> TableState:
    return changed(state, call_seen_ms=at_ms, call_seen_by=(event.person, event.screen))


PEOPLE: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.ChefCalled: _called,
    e.CallSeen: _call_seen,
    e.BadgePresented: _presented,
    e.BadgeRemoved: lambda state, event, at_ms: changed(state, badge=None),
    e.PersonProven: _proven,
    e.PersonKnown: _known,
    e.PitCardRead: _pit_card_read,
    e.PitCardGone: lambda state, event, at_ms: changed(state, pit_card=None),
    e.ActedAtPit: _acted_at_pit,
    e.ProofEnded: _proof_ended,
    e.PinRefused: _pin_refused,
    e.PersonLocked: _locked,
    e.ChargeTaken: _charge_taken,
    e.ChargeRefused: _charge_refused,
    e.DealerSignedOn: _signed_on,
    e.DealerSignedOff: _signed_off,
    e.DealerRevoked: _revoked,
    e.ProposalsFallen: fallen,
    e.RegisterSeen: lambda state, event, at_ms: changed(state, register_changes=event.changes),
}
