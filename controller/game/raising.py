"""Raising an alarm and ending it: the same one is never up twice."""

from __future__ import annotations

from controller.game import events as e
from controller.game.state import TableState
from controller.game.state_parts import Alarm

Events = tuple[e.Event, ...]


def alarm(state: TableState, code: str, priority: int, seat: int = 0, detail: str = "") -> Events:
    """The alarm, unless the same one is already up."""
    if find_alarm(state, code, seat) is not None:
        return ()
    return (e.AlarmRaised(state.alarms_raised + 1, code, priority, seat, detail),)


def find_alarm(state: TableState, code: str, seat: int = 0) -> Alarm | None:
    """The alarm of this code and seat that is up."""
    for up in state.alarms:
        if up.code == code and up.seat == seat:
            return up
    return None


def clear(state: TableState, code: str, seat: int = 0) -> Events:
    """The end of the alarm, if it is up."""
    up = find_alarm(state, code, seat)
    return (e.AlarmCleared(up.number),) if up is not None else ()
