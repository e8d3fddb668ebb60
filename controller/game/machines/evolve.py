"""How machines, decks, blocks, modes and alarms change the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game.changes import changed, with_round
from controller.game.events import Event
from controller.game.inputs import AWAY, Health, Machine, Mode
from controller.game.machines.line_types import MACHINES
from controller.game.state import IN_ROUND, TableState
from controller.game.state_parts import Alarm, Decks, MachineState, Shuffler


def _machine(state: TableState, event: e.MachineChanged, at_ms: int) -> TableState:
    machines = list(state.machines)
    machines[MACHINES.index(event.machine)] = MachineState(event.health, event.detail, at_ms)
    gone = event.machine is Machine.SHOE and event.health in AWAY
    state = changed(state, machines=tuple(machines), shoe_cards=-1 if gone else state.shoe_cards)
    if event.machine is Machine.BADGE and event.health is Health.UP:
        return changed(state, pit_code="")
    return state


def _shuffler(state: TableState, event: e.ShufflerChanged, at_ms: int) -> TableState:
    told = Shuffler(
        event.mode,
        event.deck_in,
        event.deck_out,
        event.count,
        event.shuffled,
        event.lid_open,
        event.cut_card,
        event.recovery,
    )
    before, decks = state.shuffler, state.decks
    if before.deck_out and event.deck_out != before.deck_out and Mode.HAND_SHUFFLE not in state.modes:
        if decks.blocked:
            decks = changed(decks, taken_out=True)
        elif before.verified:
            decks = changed(decks, in_shoe=before.deck_out, fresh=True)
    if decks.shown_empty and (event.deck_in or event.deck_out):
        decks = changed(decks, shown_empty=False)
    return changed(state, shuffler=told, decks=decks)


def _deck_blocked(state: TableState, event: e.DeckBlocked, at_ms: int) -> TableState:
    decks = changed(state.decks, blocked=event.cause, blocked_count=event.count, taken_out=False)
    return changed(state, decks=decks)


def _deck_released(state: TableState, event: e.DeckReleased, at_ms: int) -> TableState:
    return changed(state, decks=changed(state.decks, blocked="", blocked_count=0, taken_out=False))


def _declared(state: TableState, event: e.DeckDeclared, at_ms: int) -> TableState:
    return changed(state, decks=changed(state.decks, in_shoe=event.colour, fresh=True))


def dealt_from(state: TableState) -> TableState:
    """The first card of a deal: the deck in the shoe is the one dealt last, and no longer fresh."""
    decks = state.decks
    if not decks.in_shoe or (not decks.fresh and decks.dealt == decks.in_shoe):
        return state
    return changed(state, decks=changed(decks, dealt=decks.in_shoe, fresh=False))


def _blocked(state: TableState, event: e.TableBlocked, at_ms: int) -> TableState:
    return changed(state, blocked=(*state.blocked, event.machine))


def _mode_entered(state: TableState, event: e.ModeEntered, at_ms: int) -> TableState:
    state = changed(state, modes=(*state.modes, event.mode))
    if event.mode is Mode.HAND_SHUFFLE:
        state = changed(state, decks=Decks(dealt=state.decks.dealt, shown_empty=state.decks.shown_empty))
    if state.round is not None and state.phase in IN_ROUND:
        state = with_round(state, flags=(*state.round.flags, event.mode.value))
    return state


def _mode_left(state: TableState, event: e.ModeLeft, at_ms: int) -> TableState:
    state = changed(state, modes=tuple(mode for mode in state.modes if mode is not event.mode))
    if event.mode is Mode.HAND_SHUFFLE:
        # What lies in the shoe was shuffled by hand: the verified deck is to be taken from the tray.
        decks = state.decks
        state = changed(state, decks=changed(decks, in_shoe=decks.dealt or decks.in_shoe, fresh=False))
    return state


def _empty_asked(state: TableState, event: e.ShowEmptyAsked, at_ms: int) -> TableState:
    return changed(state, decks=changed(state.decks, empty_asked=event.occasion.value))


def _empty_shown(state: TableState, event: e.EmptyShown, at_ms: int) -> TableState:
    empty = event.lid_open and event.cards == 0
    decks = changed(state.decks, shown_empty=empty, empty_asked="" if empty else state.decks.empty_asked)
    return changed(state, decks=decks)


def _alarm_raised(state: TableState, event: e.AlarmRaised, at_ms: int) -> TableState:
    raised = Alarm(event.alarm, event.code, event.priority, event.seat, event.detail, at_ms, at_ms)
    return changed(state, alarms=(*state.alarms, raised), alarms_raised=event.alarm)


def _alarm(state: TableState, number: int, **changes: Any) -> TableState:
    """The state with one of its alarms changed."""
    alarms = tuple(replace(up, **changes) if up.number == number else up for up in state.alarms)
    return changed(state, alarms=alarms)


def _alarm_seen(state: TableState, event: e.AlarmSeen, at_ms: int) -> TableState:
    return _alarm(
        state, event.alarm, seen_ms=at_ms, seen_by=event.person, reason=event.reason, seen_on=event.screen
    )


def _alarm_told(state: TableState, event: e.AlarmCauseTold, at_ms: int) -> TableState:
    """A cause that is there again is heard again, whoever had silenced it."""
    if not event.there:
        return _alarm(state, event.alarm, over=True)
    return _alarm(state, event.alarm, over=False, since_ms=at_ms, silent_ms=0, pit_ms=0)


def _alarm_cleared(state: TableState, event: e.AlarmCleared, at_ms: int) -> TableState:
    return changed(state, alarms=tuple(up for up in state.alarms if up.number != event.alarm))


MACHINERY: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.AlarmRaised: _alarm_raised,
    e.AlarmSeen: _alarm_seen,
    e.AlarmSilenced: lambda state, event, at_ms: _alarm(state, event.alarm, silent_ms=at_ms),
    e.AlarmEscalated: lambda state, event, at_ms: _alarm(state, event.alarm, pit_ms=at_ms),
    e.AlarmCauseTold: _alarm_told,
    e.AlarmCleared: _alarm_cleared,
    e.DisplaysChanged: lambda state, event, at_ms: changed(state, displays=event.count),
    e.MachineChanged: _machine,
    e.ShufflerChanged: _shuffler,
    e.ShoeChanged: lambda state, event, at_ms: changed(
        state, shoe_locked=event.locked, shoe_counts=event.counts
    ),
    e.DeckBlocked: _deck_blocked,
    e.DeckReleased: _deck_released,
    e.DeckDeclared: _declared,
    e.TableBlocked: _blocked,
    e.BlockLifted: lambda state, event, at_ms: changed(state, blocked=()),
    e.ModeEntered: _mode_entered,
    e.ModeLeft: _mode_left,
    e.ShowEmptyAsked: _empty_asked,
    e.ShowEmptyWithdrawn: lambda state, event, at_ms: changed(
        state, decks=changed(state.decks, empty_asked="")
    ),
    e.EmptyShown: _empty_shown,
    e.PitAsked: lambda state, event, at_ms: changed(state, pit_code=event.code, pit_code_ms=at_ms),
    e.PitRefused: lambda state, event, at_ms: state if event.act else changed(state, pit_code=""),
    e.PitCodeExpired: lambda state, event, at_ms: changed(state, pit_code=""),
}
