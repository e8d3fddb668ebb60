"""What the reader, the register and a PIN's check say of people, judged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.events import Events
from controller.game.inputs import Observation, Role
from controller.game.machines.alarm_events import alarm, clear
from controller.game.people.at_table import PIN_TRIES, PROCEDURE_PROOF_MS, identified, pit_badge, proof_due_ms
from controller.game.people.revoked import fallen_with
from controller.game.roles import CHEFS, COMITE
from controller.game.state import TableState
from controller.game.state_parts import Badge

PIN_REFUSED: Final = "A-207"
LOCKED: Final = "A-222"
REVOKED: Final = "A-223"


def _badge(state: TableState, seen: i.BadgeObserved) -> Events:
    there = state.badge
    if there is not None and there.person == seen.person and there.role is seen.role:
        return ()
    presented = e.BadgePresented(seen.person, seen.role, seen.proven)
    known = identified(state, seen.person, seen.role)
    if known is not None and state.at_ms >= known.proven_ms + PROCEDURE_PROOF_MS:
        known = None
    proven = seen.proven or known is not None or not state.facts.register
    answered = _call_answered(state, seen.person, seen.role) if proven else ()
    after = (*clear(state, PIN_REFUSED), *answered)
    if seen.proven or known is None:
        return (presented, *after)
    return (presented, e.PersonKnown(seen.person, known.proven_ms), *after)


def _call_answered(state: TableState, person: str, role: Role) -> Events:
    """Who was called has come to the table: a chef, or the comité while one of its hands is verified.

    Where there is a register his PIN says that it is he: a card that was found answers no call (SE-11).
    """
    checked = state.round.verification if state.round is not None else None
    called = COMITE if checked is not None and not checked.over else CHEFS
    if not state.call_ms or state.call_seen_ms or role not in called:
        return ()
    return (e.CallSeen(person, "console"),)


def _badge_gone(state: TableState, seen: i.BadgeGone) -> Events:
    return () if state.badge is None else (e.BadgeRemoved(), *clear(state, PIN_REFUSED))


def _pin_answered(state: TableState, seen: i.PinAnswered) -> Events:
    """A refusal is kept whoever is there by now; what proves is only the PIN of who still is.

    A card that was taken out meanwhile, even if it came back, has to be proven anew.
    """
    there = _there(state, seen)
    if seen.accepted:
        if there is None or (there.proven and not there.known):
            return ()
        at_pit = there is pit_badge(state)
        answered = () if at_pit else _call_answered(state, there.person, there.role)
        return (e.PersonProven(seen.person, at_pit), *clear(state, PIN_REFUSED), *answered)
    if seen.locked_until_ms:
        raised = alarm(state, LOCKED, 2, 0, seen.person)
        return (e.PersonLocked(seen.person, seen.locked_until_ms), *clear(state, PIN_REFUSED), *raised)
    refused = e.PinRefused(seen.person, seen.tries_left)
    if there is None:
        return (refused,)
    number = state.alarms_raised + 1
    tried = f"PIN {PIN_TRIES - seen.tries_left}/{PIN_TRIES}"
    raised = (e.AlarmRaised(number, PIN_REFUSED, 2, 0, tried),)
    return (refused, *clear(state, PIN_REFUSED), *raised)


def _there(state: TableState, seen: i.PinAnswered) -> Badge | None:
    """The badge whose PIN was asked for, the table's or the pit's, if it has not left its reader since."""
    shown = (seen.person, seen.shown)
    for badge in (state.badge, pit_badge(state)):
        if badge is not None and (badge.person, badge.shown) == shown:
            return badge
    return None


def _charge(state: TableState, seen: i.ChargeObserved) -> Events:
    if not any(
        badge is not None and badge.person == seen.person for badge in (state.badge, pit_badge(state))
    ):
        return ()
    return (e.ChargeTaken(seen.person),) if seen.taken else (e.ChargeRefused(seen.person, seen.tables),)


def _revoked(state: TableState, seen: i.RevokedObserved) -> Events:
    """A badge that is revoked counts for nothing at once; a dealer is relieved as soon as the law allows.

    What he began, and another was to approve, falls with it; and so it does with a lost card of his, for it
    may have been done by who found that. He begins it anew with his next card.
    """
    if seen.card:
        return fallen_with(state, seen.person)
    events: Events = ()
    if state.badge is not None and state.badge.person == seen.person:
        events = (e.BadgeRemoved(), *clear(state, PIN_REFUSED))
    if state.pit_card is not None and state.pit_card.badge.person == seen.person:
        events = (*events, e.PitCardGone())
    if state.dealer is not None and state.dealer.person == seen.person and not state.dealer.revoked:
        events = (*events, e.DealerRevoked(seen.person), *alarm(state, REVOKED, 2, 0, seen.person))
    return (*events, *fallen_with(state, seen.person))


def proof_ended(state: TableState, at_ms: int) -> Events:
    """The PIN was shown too long ago: for anything, or for all but the steps of the procedure under way."""
    due_ms, badge = proof_due_ms(state), state.badge
    if badge is None or due_ms is None or at_ms < due_ms:
        return ()
    known = identified(state, badge.person, badge.role)
    if known is None or badge.known or at_ms >= known.proven_ms + PROCEDURE_PROOF_MS:
        return (e.ProofEnded(badge.person),)
    return (e.PersonKnown(badge.person, known.proven_ms),)


def _register(state: TableState, seen: i.RegisterObserved) -> Events:
    """Who may do what changes outside of the table: its journal says how far, and so a witness sees it."""
    return (e.RegisterSeen(seen.changes, seen.head, seen.holds),)


PEOPLE: Final[dict[type[Observation], Callable[[TableState, Any], Events]]] = {
    i.BadgeObserved: _badge,
    i.BadgeGone: _badge_gone,
    i.PinAnswered: _pin_answered,
    i.ChargeObserved: _charge,
    i.RevokedObserved: _revoked,
    i.RegisterObserved: _register,
}
