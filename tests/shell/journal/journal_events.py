"""Events of the core with arbitrary contents, one strategy for each annotated type."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from controller.game.cards import DECK, Card, FaceDown
from controller.game.events import EVENTS, Event
from controller.game.felt import SEATS, Place, board, burn, dealer, hole

PLACES = (
    *(hole(seat, slot) for seat in SEATS for slot in (0, 1)),
    *(dealer(slot) for slot in (0, 1)),
    *(board(slot) for slot in range(5)),
    *(burn(slot) for slot in range(4)),
)
LEAVES: dict[Any, st.SearchStrategy[Any]] = {
    bool: st.booleans(),
    int: st.integers(-(2**63) + 1, 2**63 - 1),
    str: st.text(max_size=40),
    Card: st.sampled_from(DECK),
    FaceDown: st.sampled_from(DECK).map(FaceDown),
    Place: st.sampled_from(PLACES),
}


def values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Values so annotated."""
    if hint in LEAVES:
        return LEAVES[hint]
    arguments = get_args(hint)
    if get_origin(hint) is tuple and arguments[1:] == (Ellipsis,):
        return st.lists(values_of(arguments[0]), max_size=4).map(tuple)
    if get_origin(hint) is tuple:
        return st.tuples(*(values_of(one) for one in arguments))
    if type(None) in arguments:
        return st.none() | values_of(arguments[0])
    if issubclass(hint, Enum):
        return st.sampled_from(list(hint))
    assert is_dataclass(hint), hint
    return records_of(hint)


def records_of(kind: type) -> st.SearchStrategy[Any]:
    """Instances of a dataclass."""
    hints = get_type_hints(kind)
    return st.builds(kind, **{one.name: values_of(hints[one.name]) for one in fields(kind)})


def any_event() -> st.SearchStrategy[Event]:
    """Any event of the core."""
    return st.one_of([records_of(kind) for kind in EVENTS.values()])
