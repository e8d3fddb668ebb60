"""How the record of settled rounds changes: rounds closed, rectifications proposed, approved and recorded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game.changes import changed, with_round
from controller.game.events import Event
from controller.game.rectification.settled_rounds import (
    PAST_MAX,
    OpenRectification,
    PastRound,
    Record,
    Rectification,
)
from controller.game.round import Round, Seat
from controller.game.state import TableState


def with_past(record: Record, played: Round, seats: tuple[Seat, ...], dealer: str) -> Record:
    """The record with this round as it was settled; one without a showdown has nothing to put right."""
    if played.settlement is None:
        return record
    # The settlement is computed anew when it is asked for, from the cards and the seats.
    past = PastRound(changed(played, settlement=None, undo=(), stages=()), seats, dealer)
    return replace(record, past=(*record.past, past)[-PAST_MAX:])


def _proposed(state: TableState, event: e.RectificationProposed, at_ms: int) -> TableState:
    asked = OpenRectification(event, at_ms)
    if not event.closed:
        state = with_round(state, undo=())  # what is being put right is not taken back by a tap
    return changed(state, record=replace(state.record, told=event.rectification, open=asked))


def _approved(state: TableState, event: e.RectificationApproved, at_ms: int) -> TableState:
    asked = state.record.open
    if asked is None:
        return state  # who reads one round of the night has not read the proposal
    return changed(state, record=replace(state.record, open=replace(asked, approval=event)))


def _dropped(state: TableState, event: Event, at_ms: int) -> TableState:
    return changed(state, record=replace(state.record, open=None))


def _recorded(state: TableState, event: e.RectificationRecorded, at_ms: int) -> TableState:
    done = (*state.record.done, Rectification(event, at_ms))
    return changed(state, record=replace(state.record, open=None, done=done))


def put_away(record: Record) -> Record:
    """The table is closed and its result signed: what was wrong in it is no longer the table's to rectify."""
    return Record(told=record.told)


RECORD: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.RectificationProposed: _proposed,
    e.RectificationApproved: _approved,
    e.RectificationRejected: _dropped,
    e.RectificationRefused: lambda state, event, at_ms: state,
    e.RectificationWithdrawn: _dropped,
    e.RectificationRecorded: _recorded,
}
