"""Who may send which intent: the one question asked of the table of acts.

`legal_acts.why_not` asks for every intent, once the moment is the right one: whoever hears that a badge is
missing knows that the badge is all that is missing. What a role may do stands in the row of each act with
the requirement it rests on (`controller.game.acts`); what no row allows to somebody's role cannot be sent by
him at all.

At a table with a register of people (`TableFacts.register`) the dealer is somebody: his acts need him
signed on, and all that needs a badge needs its PIN too (SE-11, F-16). Without one the dealer has no name.

DIRECTOR stands above COMITE, and COMITE above CHEF, in all that a chef may do (RO-02 to RO-04). TECHNICIAN
and INSPECTOR have no right at the felt: machines and the books are elsewhere; CASHIER signs counts and slips
(RO-04, RO-05).
"""

from __future__ import annotations

from controller.game.acts import ACTS
from controller.game.inputs import Intent, Role
from controller.game.refusals import ART, NO_DEALER, Refusal
from controller.game.roles import (
    DEALERS,
    Right,
    distinct,
)
from controller.game.state import Phase, TableState
from controller.game.state_parts import Badge, Charge


def why_not_allowed(state: TableState, intent: Intent) -> Refusal | None:
    """Why the people at the table may not send this intent, or None when one of them may."""
    right = right_of(state, intent)
    register = state.facts.register
    if not right.roles or (right.refusal is None and (state.dealer is not None or not register)):
        return None
    badge = state.badge
    # A dealer's badge deals nothing before he is signed on: each round has a name.
    roles = right.roles if right.refusal is not None else right.roles - DEALERS
    if badge is None or badge.role not in roles:
        return right.refusal or NO_DEALER
    if register and not _proven_for(badge, intent):
        return Refusal("pin_first", "SE-11", (("person", badge.person),))
    # A closed table is in nobody's charge: any chef may see its alarms and open it.
    in_charge = badge.charge is Charge.TAKEN or state.phase is Phase.CLOSED
    if register and badge.role is Role.CHEF and not in_charge:
        return _not_in_charge(badge)
    if distinct(badge.person, *right.others(state)):
        return None
    return right.same or Refusal("same_person", right.source, (("person", badge.person),))


def _proven_for(badge: Badge, intent: Intent) -> bool:
    """His PIN counts for this act: what he showed for a procedure counts for its steps alone (SE-11)."""
    return badge.proven and (not badge.known or ACTS[type(intent)].procedure)


def _not_in_charge(badge: Badge) -> Refusal:
    """A chef de table has two tables in his charge at most (RP-13)."""
    if badge.charge is Charge.UNKNOWN:
        return Refusal("charge_waiting", ART)
    return Refusal("two_tables", ART, (("tables", " ".join(badge.elsewhere)),))


def right_of(state: TableState, intent: Intent) -> Right:
    """Who may send this intent, as things stand and by what it says."""
    act = ACTS[type(intent)]
    if act.right_of_this is not None:
        return act.right_of_this(state, intent)
    return act.right if isinstance(act.right, Right) else act.right(state)


def right_to(state: TableState, kind: type[Intent]) -> Right:
    """Who may send this kind of intent, as things stand."""
    right = ACTS[kind].right
    return right if isinstance(right, Right) else right(state)
