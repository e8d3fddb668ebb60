"""The people at the table: who deals, who may relieve him and when, and whose PIN is asked for."""

from __future__ import annotations

from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts, While
from controller.game.events import Events
from controller.game.incidents.voiding import void_is_over
from controller.game.inputs import Intent, Role
from controller.game.payment.types import Identified
from controller.game.refusals import ART, NOT_NOW, Refusal
from controller.game.roles import (
    ANYBODY,
    AT_THE_TABLE,
    BADGE_DEALER,
    DEALERS,
    Right,
)
from controller.game.state import IN_ROUND, Phase, TableState
from controller.game.state_parts import Badge, Charge

PROOF_MS: Final = 90_000
"""How long a PIN counts while its badge stays in the reader (reliability, section 7)."""
PIN_TRIES: Final = 5
"""Wrong PINs until the lock-out."""
PROCEDURE_PROOF_MS: Final = 1_200_000
"""How long a PIN counts for the later steps of the procedure in which it was shown, its badge there again."""
VERIFY: Final = "A-105"
"""One of the two best hands is to be verified."""
NO_RELIEF: Final = Refusal("no_relief", ART)


def why_no_relief(state: TableState) -> Refusal | None:
    """The dealer stays from the first stake to the round's end (RP-12; rules, section 7), or None.

    Stakes that stand hollow, and chips that wait beside them, are none of this round. One to be dealt again
    is not over.
    """
    if state.phase in IN_ROUND and not void_is_over(state):
        return NO_RELIEF
    if state.phase is not Phase.BETTING:
        return None
    played = state.playing
    chips = any(seat.chip and not seat.chip_waits and not seat.chip_refused for seat in state.seats)
    return NO_RELIEF if played.attempt > 1 or state.players or chips else None


def _sign_on(state: TableState, intent: i.SignOn) -> Refusal | None:
    if state.dealer is None:
        return None
    if state.badge is not None and state.badge.person == state.dealer.person:
        return NOT_NOW
    return why_no_relief(state)


def _sign_off(state: TableState, intent: i.SignOff) -> Refusal | None:
    return NOT_NOW if state.dealer is None else why_no_relief(state)


def _enter_pin(state: TableState, intent: i.EnterPin) -> Refusal | None:
    if not state.facts.register or state.badge is None:
        return NOT_NOW
    if state.badge.proven and not state.badge.known:
        return NOT_NOW
    return None


def signed_on(state: TableState) -> tuple[e.Event, ...]:
    """The holder of the badge deals from now on; who dealt before does not."""
    assert state.badge is not None
    before = () if state.dealer is None else (e.DealerSignedOff(state.dealer.person),)
    return (*before, e.DealerSignedOn(state.badge.person))


def signed_off(state: TableState) -> tuple[e.Event, ...]:
    """Nobody deals."""
    assert state.dealer is not None
    return (e.DealerSignedOff(state.dealer.person),)


def pit_badge(state: TableState) -> Badge | None:
    """The badge in the pit's reader, or None."""
    return state.pit_card.badge if state.pit_card is not None else None


def proof_due_ms(state: TableState) -> int | None:
    """When the PIN that was shown stops counting, for all that it counts for now, or None."""
    badge = state.badge
    if badge is None or not badge.proven:
        return None
    if not badge.known:
        return badge.proven_ms + PROOF_MS
    known = identified(state, badge.person, badge.role)
    return known.proven_ms + PROCEDURE_PROOF_MS if known is not None else badge.proven_ms + PROOF_MS


def pin_wanted(state: TableState) -> bool:
    """The PIN of who is there is asked for: nothing of his counts, or no more than his part of a procedure
    that is over or interrupted."""
    badge = state.badge
    if not state.facts.register or badge is None:
        return False
    interrupted = state.held is not None or state.paused
    known = badge.known and not interrupted and identified(state, badge.person, badge.role) is not None
    return not badge.proven or (badge.known and not known)


def identified(state: TableState, person: str, role: Role) -> Identified | None:
    """When this person, in this role, entered his PIN at the table for the procedure under way, or None.

    The same person and the same procedure: whoever comes after him, and whatever comes after it, is asked.
    """
    verification = state.round.verification if state.round is not None else None
    if verification is None or verification.over:
        return None
    told = (one for one in verification.identified if (one.person, one.role) == (person, str(role)))
    return next(told, None)


def charge_to_take(state: TableState) -> str:
    """The chef whose taking charge of this table the register has not answered, or an empty text (RP-13)."""
    if not state.facts.register or state.phase is Phase.CLOSED:
        return ""
    for badge in (state.badge, pit_badge(state)):
        if badge is None or badge.role is not Role.CHEF or not badge.proven:
            continue
        if badge.charge is Charge.UNKNOWN:
            return badge.person
    return ""


_SIGNING_ON: Final = Right(DEALERS, "RO-01", BADGE_DEALER)
_BY_CARD: Final = Right(AT_THE_TABLE.roles, AT_THE_TABLE.source, BADGE_DEALER)


def _signing_off(state: TableState) -> Right:
    """A pause locks the console of a table with a register: nobody signs the dealer off by a touch (S19)."""
    return _BY_CARD if state.paused and state.facts.register else AT_THE_TABLE


def _call_chef(state: TableState, intent: i.CallChef) -> Refusal | None:
    """Always: what nobody has seen is called again, and who has seen a call is called once more."""
    return None


def _called(state: TableState, intent: i.CallChef) -> Events:
    """Who calls for a hand to be verified has answered its alarm: nothing else is to be touched for it."""
    answered = [e.AlarmSeen(up.number) for up in state.alarms if up.code == VERIFY and not up.seen_ms]
    return (e.ChefCalled(), *answered)


def _see_call(state: TableState, intent: i.SeeCall) -> Refusal | None:
    if not state.call_ms:
        return Refusal("no_call")
    return Refusal("call_seen") if state.call_seen_ms else None


def offered(state: TableState) -> list[Intent]:
    """What may be worth doing about people now: to call the chef, to see his call, to sign on or off."""
    acts: list[Intent] = [_CALL_CHEF]
    if state.call_ms:
        acts.append(_SEE_CALL)
    relieved = state.dealer is None or state.phase not in IN_ROUND
    if relieved and (state.badge is not None or state.dealer is not None):
        acts += _DEALERS
    return acts


# Each intent is made once: the views keep what they say of it.
_CALL_CHEF: Final = i.CallChef()
_SEE_CALL: Final = i.SeeCall()
_DEALERS: Final[tuple[Intent, ...]] = (i.SignOn(), i.SignOff())


ACTS: Final[Acts] = {
    i.SignOn: Act(_sign_on, _SIGNING_ON, lambda state, intent: signed_on(state), While.ALWAYS),
    i.SignOff: Act(
        _sign_off,
        _signing_off,
        lambda state, intent: signed_off(state),
        While.HELD | While.PAUSED | While.CLOSING,
    ),
    i.EnterPin: Act(  # what comes of it is observed
        _enter_pin, ANYBODY, lambda state, intent: (), While.ALWAYS, in_any_view=True
    ),
    i.CallChef: Act(_call_chef, ANYBODY, _called, While.ALWAYS, in_any_view=True),
    i.SeeCall: Act(_see_call, ANYBODY, lambda state, intent: (e.CallSeen(),), While.ALWAYS, in_any_view=True),
}
