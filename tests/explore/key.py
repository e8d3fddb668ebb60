"""Which states of a table are the same: the key by which the explorer merges them.

Everything counts that is not named here; a field that is added to the state counts by itself. What is left
out, and why, stands below: it names or dates things, or it only grows, and no permit asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import blake2b
from operator import attrgetter
from typing import Any, Final

from controller.game import events as e
from controller.game.cards import Card, FaceDown
from controller.game.meter.types import SessionFigures, Upkeep
from controller.game.payment.types import Verification
from controller.game.round import Round, Seat
from controller.game.state import Jackpot, TableState
from controller.game.state_parts import Aside, Badge, Incidents, Report

_SETTLED_ANEW: Final = frozenset({"rectification", "round", "lines", "cents", "others"})
LEFT_OUT: Final[dict[type, frozenset[str]]] = {
    TableState: frozenset(
        {
            *("facts",),  # one for each exploration
            *("seq", "phase_seq", "last_round", "alarms_raised"),  # numbers: a later table is no other table
            *("last_rounds", "acts", "record"),  # what was; a rectification that is open is told apart
            *("call_seen_by", "lines", "pit_code", "pit_card", "displays"),  # who, and counters of lines
            *("money", "due", "aside"),  # told apart below, against the round under way
        }
    ),
    Round: frozenset(
        {
            *("number", "stages", "reads", "flags"),  # names, dates, frames
            *("undo",),  # what a step took back is a state explored before
            *("meter_before_cents", "meter_cents", "contributed_seq", "generation"),  # amounts: any would do
            *("settlement",),  # follows from the cards and stakes
        }
    ),
    Seat: frozenset({"staked_attempt", "award_cents", "settled"}),
    Jackpot: frozenset({"meter_cents", "book_seq", "generation", "claims", "won"}),
    Upkeep: frozenset(
        {
            *("acts", "changes", "figures", "session", "certified"),  # numbers and sums that only grow
            *("aside", "accepted_round", "difference"),  # told apart below
        }
    ),
    Verification: frozenset({"taken", "value_cents", "generation", "calls"}),
    Badge: frozenset({"shown"}),
    Incidents: frozenset({"told"}),
    Report: frozenset({"kind", "seat", "reporter"}),
    SessionFigures: frozenset(),
    Aside: frozenset({"round", "attempt"}),
    e.RectificationProposed: _SETTLED_ANEW | {"attempt", "first"},
    e.RectificationApproved: _SETTLED_ANEW,
}
_NUMBERS: Final = frozenset({"number", "alarm", "frame", "since_ms"})
_KEPT_MAX: Final = 400_000


def state_key(state: TableState, beside: Any = ()) -> bytes:
    """16 bytes that two states share if they can do the same; `beside` is what the book remembers."""
    played = state.round
    now = played.number if played is not None else -1
    told = state.upkeep
    told_apart = (
        min(played.attempt, 2) if played is not None else 0,
        state.jackpot.generation > 0,
        played is not None and played.generation == state.jackpot.generation,
        _asked(state.money, now),
        tuple(_asked(one, now) for one in state.due),
        None if state.aside is None else (state.aside.round == now, _part(state.aside)),
        tuple(sorted({(act.kind, act.round == now, act.seat) for act in told.aside})),
        told.accepted_round == now,
        told.difference is not None,
        (told.session.chips >= 0, told.session.chips_due == told.session.chips, bool(told.certified)),
        _part(state.record.open),
        tuple(seat.award_cents > 0 for seat in state.seats),
        tuple(seat.settled is not None for seat in state.seats),
        beside,
    )
    return blake2b(repr((_fields(state), told_apart)).encode(), digest_size=16).digest()


def _asked(event: e.Event | None, now: int) -> Any:
    """An act of the book by its kind, its seat, and whether it is of the round under way."""
    if event is None:
        return None
    seats = getattr(event, "seats", None) or getattr(event, "seat", 0)
    kinds = tuple(prize.kind for prize in getattr(event, "awards", ()))
    return type(event).__name__, getattr(event, "round", now) == now, seats, kinds


Code = tuple[int]
"""What stands for all parts of the same content: nothing else in a key is a tuple of one number."""

_codes: dict[Any, Code] = {}
_kept: dict[int, tuple[Any, Any]] = {}
"""What became of parts that many states share, by their identity; the part is kept so that it stays one."""
_PLAIN: Final = frozenset({str, int, type(None)})


def _part(part: Any) -> Any:
    """The part of a state without what does not count: a plain value, or the code of its content."""
    kind = type(part)
    if kind in _PLAIN:
        return part
    if kind is bool:
        return "yes" if part else "no"  # 1 and True are one key of a dictionary
    known = _kept.get(id(part))
    if known is not None:
        return known[1]
    made = _content(part, kind)
    code = _codes.setdefault(made, (len(_codes),))
    if len(_kept) > _KEPT_MAX:
        _kept.clear()
    _kept[id(part)] = (part, code)
    return code


def _content(part: Any, kind: type) -> Any:
    if isinstance(part, Enum):
        return part.value
    if kind is FaceDown:
        return part.turned_up().text
    if kind is Card:
        return part.text
    if isinstance(part, tuple | list):
        return tuple(map(_part, part))
    if isinstance(part, dict):
        return tuple(sorted((str(key), _part(value)) for key, value in part.items()))
    if isinstance(part, frozenset | set):
        return tuple(sorted(str(_part(one)) for one in part))
    return _fields(part) if is_dataclass(part) else repr(part)


def _fields(part: Any) -> Any:
    """The fields that count; an instant is told from none only."""
    kind = type(part)
    told = _told.get(kind)
    if told is None:
        out = LEFT_OUT.get(kind, frozenset()) | _NUMBERS
        names = [one.name for one in fields(kind) if one.name not in out]
        instants = [name for name in names if name.endswith("_ms")]
        told = _told[kind] = (
            _getter([name for name in names if not name.endswith("_ms")]),
            _getter(instants),
        )
    values, instants_of = told
    return (kind.__name__, *map(_part, values(part)), *map(bool, instants_of(part)))


def _getter(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda part: tuple(getattr(part, name) for name in names)


_told: dict[type, tuple[Callable[[Any], tuple[Any, ...]], Callable[[Any], tuple[Any, ...]]]] = {}
