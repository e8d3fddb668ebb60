"""Whose turn it is to speak: from left to right (rules, section 2), as a hint for the dealer or as a rule.

Where to bet or to fold must be said, each seat answers in turn. Where who does not bet has checked, nobody
says so: a bet says that the seats before it have checked. Where a clock decides, all speak at the same time.
"""

from __future__ import annotations

from controller.game.refusals import ART, Refusal
from controller.game.state import Phase, TableState


def in_turn(state: TableState) -> int:
    """The seat whose turn it is, 0 when every seat has spoken or all speak at the same time."""
    if state.phase is not Phase.DECIDING or not state.playing.street_open or _together(state):
        return 0
    undecided, last = state.undecided, _last_that_spoke(state)
    if state.profile.streets[state.playing.street].fold:
        return undecided[0] if undecided else 0
    again = [seat for seat in undecided if seat in state.playing.reopened and seat < last]
    return (again or [seat for seat in undecided if seat > last] or [0])[0]


def why_out_of_turn(state: TableState, seat: int) -> Refusal | None:
    """Why this seat may not decide now, where the order is enforced, or None."""
    if state.profile.options.speech_order != "enforced" or _together(state):
        return None
    turn = in_turn(state)
    if seat == turn:
        return None
    if state.profile.streets[state.playing.street].fold:
        return Refusal("out_of_turn", ART, (("seat", seat), ("turn", turn)))
    # Who was taken back may still answer; who sits after the last that spoke says that those between checked.
    if seat in state.playing.reopened or seat > _last_that_spoke(state):
        return None
    return Refusal("out_of_turn" if turn else "has_spoken", ART, (("seat", seat), ("turn", turn)))


def _together(state: TableState) -> bool:
    return bool(state.profile.clocks.decision_ms)


def _last_that_spoke(state: TableState) -> int:
    """The rightmost seat that has bet or checked on this street; cards thrown in are no word in turn."""
    street = state.playing.street
    spoken = [n for n in state.players if state.seat(n).decided_street == street and not state.seat(n).folded]
    return max(spoken, default=0)
