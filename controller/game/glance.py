"""A glance at the console: the dealer's view for who looks at a few parts of it, many times a round.

A bare fact is there at once; the rest is worked out when it is looked at, by the view's own parts. So a
glance tells what the view tells and no more (`tests/game/test_glance.py`): of a card that is face down it
has what `controller.game.dealing.show` has, a `back`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, overload

from controller.game.dealing.show import seat_shown
from controller.game.felt import Spot
from controller.game.people.show import croupier
from controller.game.state import Phase, TableState
from controller.game.view_parts import Part, round_shown
from controller.game.views import CONSOLE, key, offer, primary_act


class Glance(dict[str, Any]):
    """The console's view of a state, of which each part is read by its name."""

    __slots__ = ("_state",)

    def __init__(self, state: TableState) -> None:
        super().__init__(
            phase=str(state.phase),
            resumed=state.resumed,
            paused=state.paused,
            croupier=croupier(state),
        )
        # Looked at every time, and nearly always nothing.
        played = state.round
        if state.held is None:
            self["held"] = None
        if state.badge is None:
            self["badge"] = None
        if played is None or played.verification is None:
            self["verification"] = None
        if not state.alarms:
            self["alarms"] = []
        if not state.by_hand and (played is None or not played.laid):
            self["by_hand"] = _NOT_BY_HAND
        self._state = state

    def __missing__(self, name: str) -> Any:
        part = self[name] = _AT_A_GLANCE[name](self._state)
        return part


_NOT_BY_HAND: Final = {"on": False, "round": False, "seats": list[int]()}


class _Partly(dict[str, Any]):
    """Some entries of a map; the whole of it is worked out when another one is looked at."""

    __slots__ = ("whole",)
    whole: Callable[[], Mapping[str, Any]]

    def __missing__(self, name: str) -> Any:
        whole = self.whole()
        self.update(whole)
        return whole[name]


class SeatsAtAGlance(Sequence[Mapping[str, Any]]):
    """The seats from the dealer's left, each told when it is looked at."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._known: dict[int, Mapping[str, Any]] = {}

    def __len__(self) -> int:
        return len(self._state.seats)

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return map(self._seat, range(len(self._state.seats)))

    @overload
    def __getitem__(self, at: int) -> Mapping[str, Any]: ...

    @overload
    def __getitem__(self, at: slice) -> list[Mapping[str, Any]]: ...

    def __getitem__(self, at: int | slice) -> Mapping[str, Any] | list[Mapping[str, Any]]:
        if isinstance(at, slice):
            return [self._seat(one) for one in range(*at.indices(len(self)))]
        return self._seat(at if at >= 0 else range(len(self))[at])

    def _seat(self, at: int) -> Mapping[str, Any]:
        known = self._known.get(at)
        if known is None:
            known = self._known[at] = _seat(self._state, at)
        return known


def _seat(state: TableState, at: int) -> _Partly:
    """What players and dealer ask of a seat before its hand is opened; cards and payments on demand."""
    seat, sensor = state.seats[at], state.sensors[at]
    told = _Partly(
        seat=at + 1,
        seated=Spot.ANTE in seat.stakes,
        stakes=seat.stakes,
        before=seat.before,
        hollow=not seat.stakes and bool(seat.before) and state.phase is Phase.BETTING,
        ante_cents=seat.stakes.get(Spot.ANTE, 0),
        bets=[[str(bet.spot), bet.cents] for bet in seat.bets] if seat.bets else [],
        jp1=str(seat.jp1),
        by_hand=state.hand_lamps is not None or sensor.manual,
        doubt=sensor.doubt,
    )
    if seat.exchange is None:
        told["ruling"] = None
    told.whole = partial(seat_shown, state, at + 1)
    return told


def _round(state: TableState) -> _Partly | None:
    played = state.round
    if played is None:
        return None
    told = _Partly(number=played.number, attempt=played.attempt, drawn=len(played.cards))
    told.whole = partial(round_shown, state.facts, played)
    return told


def _primary(state: TableState) -> _Partly | None:
    act = primary_act(state)
    if act is None:
        return None
    told = _Partly(tap=offer(act))
    told.whole = partial(key, state, act)
    return told


_AT_A_GLANCE: Final[Mapping[str, Part]] = {
    **CONSOLE,
    "seats": SeatsAtAGlance,
    "round": _round,
    "primary": _primary,
}
