"""The maximum may change while the table plays: announced by the display, in force at the next round.

The directeur responsable or a member of the comité changes it (RO-04). Where a display is required, it comes
into force with the first round that opens while one works: until the public can read it, the old one holds.

Source: art. 55-20-1. The maximum is 10, 20 or 30 times the minimum; changing the minimum
means closing the table.
"""

from __future__ import annotations

from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.changes import changed
from controller.game.felt import Spot
from controller.game.machines.displays import display_missing
from controller.game.profile import LIMIT_MULTIPLES, RuleProfile
from controller.game.refusals import NOT_NOW, Refusal
from controller.game.round import Seat
from controller.game.state import Phase, TableState

ART_LIMITS: Final = "art. 55-20-1"


def maximum_of(state: TableState) -> int:
    """The most that may be staked on one spot in this round."""
    return state.maximum_cents or state.profile.limits.maximum_cents


def maximums(profile: RuleProfile) -> tuple[int, ...]:
    """The maximums that the article allows for the minimum of this table."""
    return tuple(multiple * profile.limits.minimum_cents for multiple in LIMIT_MULTIPLES)


def change_maximum(state: TableState, intent: i.ChangeMaximum) -> Refusal | None:
    """Why this maximum cannot be announced now, or None; a badge is asked for elsewhere."""
    if state.phase is Phase.CLOSED:
        return NOT_NOW
    allowed = maximums(state.profile)
    if intent.maximum_cents not in allowed:
        offered = " ".join(map(str, allowed))
        return Refusal(
            "maximum_not_offered", ART_LIMITS, (("cents", intent.maximum_cents), ("offered", offered))
        )
    if intent.maximum_cents == (state.maximum_coming_cents or maximum_of(state)):
        return Refusal("maximum_as_is", ART_LIMITS, (("maximum_cents", intent.maximum_cents),))
    return None


def maximum_changed(state: TableState, event: e.MaximumChanged, at_ms: int) -> TableState:
    """It is announced; one that takes back an announcement leaves nothing to come."""
    same = event.maximum_cents == maximum_of(state)
    return changed(state, maximum_coming_cents=0 if same else event.maximum_cents)


def in_force(state: TableState, seats: tuple[Seat, ...]) -> tuple[int, int, tuple[Seat, ...]]:
    """The maximum of the round that opens, the one still to come or 0, and the seats it still allows.

    A stake above a lower maximum stands no longer, not even hollow: its player puts another one down.
    """
    coming = state.maximum_coming_cents
    if not coming or display_missing(state):
        return maximum_of(state), coming, seats
    return coming, 0, tuple(_fitting(seat, coming) for seat in seats)


def _fitting(seat: Seat, highest: int) -> Seat:
    if seat.before.get(Spot.ANTE, 0) > highest:
        return changed(seat, before={})
    if all(cents <= highest for cents in seat.before.values()):
        return seat
    return changed(seat, before={spot: cents for spot, cents in seat.before.items() if cents <= highest})
