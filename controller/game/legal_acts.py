"""What may be done now: the one rule behind the key, the act and the test.

`why_not` answers for one intent; `legal_now` asks it for all that a console may offer. `decide` asks it
before anything else, so a key that is lit is an act that is taken, and the other way round.
"""

from __future__ import annotations

from typing import Any, TypedDict

from controller.game import inputs as i
from controller.game.act import Act, While
from controller.game.acts import ACTS, OFFERED
from controller.game.inputs import Intent
from controller.game.opening.master_lost import why_not_without_master
from controller.game.refusals import ART, Refusal, RefusalView
from controller.game.rights import why_not_allowed
from controller.game.state import TableState

Tap = dict[str, Any]
"""What a key carries: `{"act": name}` and the arguments of that act, as `inputs` names them."""


class KeyView(TypedDict):
    """An act to be pressed, and why it would be refused now, or None."""

    tap: Tap
    why: RefusalView | None


def why_not(state: TableState, intent: Intent) -> Refusal | None:
    """The reason why this intent cannot be taken in this state, or None when it can."""
    return _why_not(state, intent, _is_stopped(state))


def _why_not(state: TableState, intent: Intent, is_stopped: bool) -> Refusal | None:
    """The same where it is known whether the whole table is stopped."""
    act = ACTS[type(intent)]
    stopped = _stopped(state, intent, act) if is_stopped else None
    if stopped is None:
        stopped = _not_on_the_felt(state, intent)
    if stopped is not None:
        return stopped
    if act.badge_first:
        return why_not_allowed(state, intent) or act.permit(state, intent)
    return act.permit(state, intent) or why_not_allowed(state, intent)


def _is_stopped(state: TableState) -> bool:
    """Whether anything stops the whole table: most acts are refused then. Asked once a view."""
    interrupted = state.held is not None or state.paused or state.resumed
    return interrupted or state.sheet.closing or bool(state.master_lost)


def _stopped(state: TableState, intent: Intent, act: Act) -> Refusal | None:
    """The whole table waits for something else first.

    A restart, a hold and a pause may come together: each has its end while the others last.
    """
    without = why_not_without_master(state, intent) if state.master_lost else None
    if without is not None:
        return without
    if state.resumed and not act.also & While.RESUMED:
        return Refusal("felt_first")
    if state.paused and not act.also & While.PAUSED:
        return Refusal("paused")
    if state.sheet.closing and not act.also & While.CLOSING:
        return Refusal("closing")
    if state.held is not None and not act.also & While.HELD:
        return Refusal("held", "", (("cause", state.held.cause.value),))
    return None


def _not_on_the_felt(state: TableState, intent: Intent) -> Refusal | None:
    """The intent names a place that this felt does not have; a report may be of none, which is 0."""
    seat = getattr(intent, "seat", None)
    if seat is None or seat in state.places or (seat == 0 and isinstance(intent, i.ReportIncident)):
        return None
    return Refusal("unknown_seat", ART, (("seat", seat), ("seats", len(state.places))))


def legal_now(state: TableState) -> tuple[Intent, ...]:
    """Every act without an amount of its own that would be taken now, in a fixed order."""
    is_stopped = _is_stopped(state)
    return tuple(
        [
            intent
            for offered in OFFERED
            for intent in offered(state)
            if _why_not(state, intent, is_stopped) is None
        ]
    )
