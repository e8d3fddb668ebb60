"""Taking back: what was tapped in error and may still be undone, and why it may not where it may not.

`Undo` goes backwards through the taps of the phase. `ReopenDecision` takes back one seat's decision and
leaves the others. A street that was called comes back until the first card of the next one is read; where
the call itself turns the cards up (`board_drawn = with_hands`), or cards are turned by hand and nobody reads
the first, never: the players would decide again on what they have seen. Nothing here looks at a card: how
many have left the shoe everybody at the felt sees, and that one was exposed. Once a card of the next street
is out, or one was exposed after it, a decision stands.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts
from controller.game.betting.acts import quick_stakes
from controller.game.betting.told import stakes_set
from controller.game.events import Events
from controller.game.inputs import Intent
from controller.game.jackpot.waiting_on_book import book_holds
from controller.game.profile import street_places
from controller.game.refusals import ART, BOOK_WAITING, NOT_NOW, Refusal
from controller.game.roles import (
    DEALING,
)
from controller.game.state import Phase, TableState
from controller.game.state_parts import DECISIONS, STREET, UndoStep


def decided_here(state: TableState) -> tuple[int, ...]:
    """The seats whose last decision of this street may be reopened; none once the street is over."""
    if state.phase is not Phase.DECIDING or not state.playing.street_open:
        return ()
    return tuple(sorted({step.seat for step in state.playing.undo if step.act in DECISIONS}))


def street_begun(state: TableState) -> bool:
    """A card of the next street has left the shoe; one that was drawn with the hands waits for its call."""
    if state.profile.options.board_drawn == "with_hands":
        return False
    following = street_places(state.profile, state.playing.street + 1)
    return any(place in state.playing.cards for place in following)


def why_nothing(state: TableState) -> str:
    """Why no tap can be taken back, as a code: what happened since, as everybody at the felt saw it."""
    if state.phase is Phase.DECIDING:
        if street_begun(state):
            return "street_over"
        if state.playing.exposed_on == state.playing.street:
            return "card_exposed"
        if not state.playing.street_open:
            return "street_by_hand" if state.playing.turned_by_hand else "street_over"
        return "street_turned" if state.playing.shown else "none"
    if state.phase is Phase.SETTLING:
        if any(seat.posted for seat in state.seats):
            return "prize_posted"
        return "contested" if any(seat.contested for seat in state.seats) else "none"
    return _BY_PHASE.get(state.phase, "none")


_BY_PHASE: Final[dict[Phase, str]] = {
    Phase.COLLECTED: "collected",
    Phase.DEALING: "dealing",
    Phase.SHOWDOWN: "hands_open",
    Phase.CLEARING: "round_over",
}


def _undo(state: TableState, intent: i.Undo) -> Refusal | None:
    if state.round is None or not state.round.undo:
        return _nothing(state)
    return BOOK_WAITING if book_holds(state) else None


def _reopen(state: TableState, intent: i.ReopenDecision) -> Refusal | None:
    if state.phase is not Phase.DECIDING or not state.playing.street_open:
        return NOT_NOW
    if intent.seat in decided_here(state):
        return None
    if state.seat(intent.seat).decided_street == state.playing.street:
        return _nothing(state)  # it was decided here, and stands
    return Refusal("not_decided", ART, (("seat", intent.seat),))


def _nothing(state: TableState) -> Refusal:
    return Refusal("nothing_to_undo", "", (("since", why_nothing(state)),))


def taken_back(step: UndoStep, street: int) -> Events:
    """What takes this step of this street back."""
    undoing: dict[str, Callable[[], e.Event]] = {
        "play": lambda: e.PlayTakenBack(step.seat),
        "check": lambda: e.CheckTakenBack(step.seat),
        "fold": lambda: e.FoldTakenBack(step.seat),
        STREET: lambda: e.StreetTakenBack(street),
        "settled": lambda: e.SettlementTakenBack(step.seat),
        "refunded": lambda: e.RefundTakenBack(step.seat),
        "entered": lambda: e.EntryTakenBack(step.seat),
        "stakes": lambda: (
            stakes_set(step.stood, doubled=step.doubled)
            if step.stood is not None
            else e.StakesTakenBack(step.hollow)
        ),
        "confirmed": lambda: e.StakesTakenBack(step.hollow),
    }
    return (undoing[step.act](), e.Undone(step.act, step.seat))


def _undone(state: TableState, intent: i.Undo) -> Events:
    return taken_back(state.playing.undo[-1], state.playing.street)


def _reopened(state: TableState, intent: i.ReopenDecision) -> Events:
    steps = [step for step in state.playing.undo if step.act in DECISIONS and step.seat == intent.seat]
    return taken_back(steps[-1], state.playing.street)


def _stakes_undone(state: TableState, intent: i.UndoStakes) -> Events:
    step = steps_of(state, intent.seat)[-1]
    if step.act == "stakes":
        return taken_back(step, state.playing.street)
    stood = tuple(told for told in step.hollow if told.seat == intent.seat)
    return (e.StakesTakenBack(stood), e.Undone("confirmed", intent.seat))


def _undo_stakes(state: TableState, intent: i.UndoStakes) -> Refusal | None:
    refusal = quick_stakes(state)
    if refusal is not None:
        return refusal
    return None if steps_of(state, intent.seat) else Refusal("nothing_to_undo", "", (("since", "none"),))


def steps_of(state: TableState, seat: int) -> list[UndoStep]:
    """What was done to the stakes of this seat in this round, and may be taken back, the oldest first."""
    return [
        step
        for step in state.playing.undo
        if (step.act == "stakes" and step.seat == seat)
        or (step.act == "confirmed" and any(told.seat == seat for told in step.hollow))
    ]


def offered(state: TableState) -> list[Intent]:
    """The last act taken back, or a decision of this street."""
    acts: list[Intent] = [_UNDO] if state.round is not None and state.round.undo else []
    if state.phase is Phase.DECIDING and state.playing.street_open:
        acts += [_REOPEN(seat) for seat in decided_here(state)]
    return acts


_UNDO: Final = i.Undo()
_REOPEN: Final = cache(i.ReopenDecision)


ACTS: Final[Acts] = {
    i.Undo: Act(_undo, DEALING, _undone),
    i.UndoStakes: Act(_undo_stakes, DEALING, _stakes_undone),
    i.ReopenDecision: Act(_reopen, DEALING, _reopened),
}
