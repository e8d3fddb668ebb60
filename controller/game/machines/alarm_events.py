"""Raising an alarm and ending it: the same one is never up twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from controller.game import events as e
from controller.game.events import Events
from controller.game.machines.alarms import WARNINGS
from controller.game.state import TableState
from controller.game.state_parts import Alarm


def alarm(
    state: TableState, code: str, priority: int, seat: int = 0, detail: str = "", frame: int = 0
) -> Events:
    """The alarm, unless the same one is already up; one whose cause was over says that it is there again."""
    up = find_alarm(state, code, seat)
    if up is None:
        return (e.AlarmRaised(state.alarms_raised + 1, code, priority, seat, detail, frame),)
    return (e.AlarmCauseTold(up.number, there=True),) if up.over else ()


def chef_called(state: TableState) -> Events:
    """A call of the chef, unless one stands that nobody has seen yet."""
    return () if state.call_ms and not state.call_seen_ms else (e.ChefCalled(),)


def find_alarm(state: TableState, code: str, seat: int = 0) -> Alarm | None:
    """The alarm of this code and seat that is up."""
    for up in state.alarms:
        if up.code == code and up.seat == seat:
            return up
    return None


def clear(state: TableState, code: str, seat: int = 0) -> Events:
    """The end of the alarm, if it is up; a machine's warning stays until a chef acknowledges it (CS-07)."""
    up = find_alarm(state, code, seat)
    if up is None or up.over:
        return ()
    if up.code in WARNINGS and not up.seen_ms:
        return (e.AlarmCauseTold(up.number, there=False),)
    return (e.AlarmCleared(up.number),)


def numbered(state: TableState, events: Sequence[e.Event]) -> Events:
    """The same events; the alarms of one step have a number each."""
    if len(events) < 2:
        return tuple(events)
    raised = [event for event in events if isinstance(event, e.AlarmRaised)]
    if len(raised) < 2:
        return tuple(events)
    numbers = {event: state.alarms_raised + count for count, event in enumerate(raised, 1)}
    return tuple(
        replace(event, alarm=numbers[event]) if isinstance(event, e.AlarmRaised) else event
        for event in events
    )
