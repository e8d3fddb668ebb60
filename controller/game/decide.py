"""Decide: an intent becomes events, or a refusal.

The direct consequences only; what follows from the state alone (the deal begins, a street is turned, the
book is asked) is in `consequences`. Nothing is done here that `legal_acts.why_not` would refuse.
"""

from __future__ import annotations

from controller.game import events as e
from controller.game.acts import ACTS
from controller.game.events import Events
from controller.game.inputs import Intent
from controller.game.legal_acts import why_not
from controller.game.opening.master_lost import REFUSED as WITHOUT_MASTER
from controller.game.opening.master_lost import needs_master
from controller.game.people.at_pit import AtPit, decided_at_pit
from controller.game.refusals import Refusal
from controller.game.rights import right_of
from controller.game.state import TableState


def decide(state: TableState, intent: Intent) -> Events | Refusal:
    """The events of this intent, or why it is refused; the state does not change."""
    if isinstance(intent, AtPit):
        return decided_at_pit(state, intent, decide)
    refusal = why_not(state, intent)
    if refusal is not None:
        return refusal
    decided = ACTS[type(intent)].decide(state, intent)
    if isinstance(decided, Refusal):
        return decided
    if state.master_lost and needs_master(decided):
        return WITHOUT_MASTER
    if state.badge is not None and state.badge.remote and _took_the_badge(state, intent):
        return (*decided, e.BadgeRemoved())  # read at the pit, it counts for one act (screens, section 9.1)
    return decided


def _took_the_badge(state: TableState, intent: Intent) -> bool:
    return right_of(state, intent).refusal is not None
