"""How one part of the state is changed and the rest kept.

mypy checks the name and the type of every field that is changed: `changed` is `dataclasses.replace` to it,
and what takes `**changes` says whose fields they are. None of that costs anything while the table runs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from controller.game.round import Round, Seat
from controller.game.state import Phase, TableState
from controller.game.state_parts import Stage

__all__ = ["changed", "fields_of", "seats_with", "stage", "stamped", "with_round", "with_seat"]

Fields = ParamSpec("Fields")
Changes = Callable[..., TableState]

if TYPE_CHECKING:
    from dataclasses import replace as changed

    @dataclass(frozen=True)
    class AnyRound(Round):
        """A round of which every field may be left out."""

        number: int = 0
        attempt: int = 0
        opened_ms: int = 0
else:
    AnyRound = Round
    Part = TypeVar("Part")

    def changed(part: Part, **fields: Any) -> Part:
        """The same part of the state but for these fields; a part without slots, whose fields can be copied.

        `dataclasses.replace` does the same in seven times the time, and every event changes three parts.

        Raises:
            TypeError: the part has no such field.
        """
        before = part.__dict__
        values = before | fields
        if len(values) != len(before):
            raise TypeError(f"{type(part).__name__} has not all of the fields {', '.join(fields)}")
        made: Part = object.__new__(type(part))
        object.__setattr__(made, "__dict__", values)
        return made


def stamped(before: TableState, after: TableState, stamps: dict[str, Any]) -> TableState:
    """The state after an event, with these fields too: nobody has it yet, so it is not copied once more.

    A topic may have memoised an answer by this very state while it made it: such answers read cards and
    seats, and never one of the stamps (`tests/simulation/test_remembered.py`).
    """
    if after is before:
        return changed(before, **stamps)
    after.__dict__.update(stamps)
    return after


def fields_of(
    part: Callable[Fields, object],
) -> Callable[[Changes], Callable[Concatenate[TableState, Fields], TableState]]:
    """Says of a function `(state, **changes)` that the changes are fields of this part of the state."""
    return lambda change: change


def _of_a_seat(
    part: Callable[Fields, Seat],
) -> Callable[[Changes], Callable[Concatenate[TableState, int, Fields], TableState]]:
    return lambda change: change


def _of_seats(
    part: Callable[Fields, Seat],
) -> Callable[
    [Callable[..., tuple[Seat, ...]]], Callable[Concatenate[tuple[Seat, ...], int, Fields], tuple[Seat, ...]]
]:
    return lambda change: change


def _of_a_stage(
    part: Callable[Fields, Round],
) -> Callable[[Changes], Callable[Concatenate[TableState, str, int, Phase, Fields], TableState]]:
    return lambda change: change


@_of_seats(Seat)
def seats_with(seats: tuple[Seat, ...], number: int, **changes: Any) -> tuple[Seat, ...]:
    """The seats with one of them changed."""
    changing = list(seats)
    changing[number - 1] = changed(changing[number - 1], **changes)
    return tuple(changing)


@_of_a_seat(Seat)
def with_seat(state: TableState, number: int, **changes: Any) -> TableState:
    """The state with one seat changed."""
    return changed(state, seats=seats_with(state.seats, number, **changes))


@fields_of(AnyRound)
def with_round(state: TableState, **changes: Any) -> TableState:
    """The state with its round changed."""
    return changed(state, round=changed(state.playing, **changes))


@_of_a_stage(AnyRound)
def stage(state: TableState, name: str, at_ms: int, phase: Phase, **changes: Any) -> TableState:
    """A new part of the round begins; what was done before can no longer be undone."""
    stages = (*state.playing.stages, Stage(name, at_ms))
    return changed(state, phase=phase, round=changed(state.playing, stages=stages, undo=(), **changes))
