"""How one part of the state is changed and the rest kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from controller.game.state import Stage, TableState


def with_seat(state: TableState, number: int, **changes: Any) -> TableState:
    """The state with one seat changed."""
    seats = list(state.seats)
    seats[number - 1] = replace(seats[number - 1], **changes)
    return replace(state, seats=tuple(seats))


def with_round(state: TableState, **changes: Any) -> TableState:
    return replace(state, round=replace(state.playing, **changes))


def stage(state: TableState, name: str, at_ms: int, **changes: Any) -> TableState:
    """A new part of the round begins; what was done before can no longer be undone."""
    stages = (*state.playing.stages, Stage(name, at_ms))
    return with_round(state, stages=stages, undo=(), **changes)
