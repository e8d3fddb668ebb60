"""Which states of a table are the same: the key by which the explorer merges them.

Everything counts that is not named here; a field that is added to the state counts by itself. What is left
out, and why, stands below: it names or dates things, or it only grows, and no permit asks for it.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import blake2b
from typing import Any, Final

from controller.game import events as e
from controller.game.cards import Card, FaceDown
from controller.game.meter import SessionFigures, Upkeep
from controller.game.state import Jackpot, Round, Seat, TableState
from controller.game.state_parts import Aside, Badge, Incidents
from controller.game.verification import Verification

LEFT_OUT: Final[dict[type, frozenset[str]]] = {
    TableState: frozenset(
        {
            *("facts",),  # one for each exploration
            *("seq", "phase_seq", "last_round", "alarms_raised"),  # numbers: a later table is no other table
            *("last_rounds", "acts", "record"),  # what was: shown, and put right by acts of their own
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
    Incidents: frozenset({"told", "reports"}),
    SessionFigures: frozenset(),
    Aside: frozenset({"round", "attempt"}),
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
        tuple(seat.award_cents > 0 for seat in state.seats),
        tuple(seat.settled is not None for seat in state.seats),
        beside,
    )
    return blake2b(repr((_made(state), told_apart)).encode(), digest_size=16).digest()


def _asked(event: e.Event | None, now: int) -> Any:
    """An act of the book by its kind, its seat, and whether it is of the round under way."""
    if event is None:
        return None
    seats = getattr(event, "seats", None) or getattr(event, "seat", 0)
    kinds = tuple(prize.kind for prize in getattr(event, "awards", ()))
    return type(event).__name__, getattr(event, "round", now) == now, seats, kinds


_kept: dict[int, tuple[Any, Any]] = {}
"""What became of parts that many states share, by their identity; the part is kept so that it stays one."""


def _part(part: Any) -> Any:
    """The part of a state without what does not count, in plain values; instants are told from none only."""
    kind = type(part)
    if kind in (str, bool, type(None), int):
        return part
    if isinstance(part, Enum):
        return part.value
    if kind is FaceDown:
        return part.turned_up().text
    if kind is Card:
        return part.text
    known = _kept.get(id(part))
    if known is not None:
        return known[1]
    made = _made(part)
    if len(_kept) > _KEPT_MAX:
        _kept.clear()
    _kept[id(part)] = (part, made)
    return made


def _made(part: Any) -> Any:
    if is_dataclass(part):
        out = LEFT_OUT.get(type(part), frozenset())
        names = _names(type(part), out)
        return repr((type(part).__name__, [_field(name, getattr(part, name)) for name in names]))
    if isinstance(part, dict):
        return repr(sorted((str(key), _part(value)) for key, value in part.items()))
    if isinstance(part, frozenset | set):
        return repr(sorted(str(_part(one)) for one in part))
    if isinstance(part, tuple | list):
        return repr([_part(one) for one in part])
    return repr(part)


_known_names: dict[type, tuple[str, ...]] = {}


def _names(kind: type, out: frozenset[str]) -> tuple[str, ...]:
    known = _known_names.get(kind)
    if known is None:
        told = [one.name for one in fields(kind) if one.name not in out and one.name not in _NUMBERS]
        known = _known_names[kind] = tuple(told)
    return known


def _field(name: str, value: Any) -> Any:
    if name.endswith("_ms"):
        return bool(value)
    return _part(value)
