"""A shoe that was told to deal and gives nothing: no deck lies in it, or it stands still.

Not every shoe says that it is empty, and none says that it stands still: the table's own time finds it. It is
an alarm and no hold: a card that comes ends it, and whatever else is to be done people decide (RP-24).
"""

from __future__ import annotations

from typing import Final

from controller.game.events import Events
from controller.game.inputs import Machine
from controller.game.machines.alarm_events import alarm, find_alarm
from controller.game.machines.decks import why_shoe_silent
from controller.game.round import Round
from controller.game.state import Phase, TableState

SHOE_IDLE: Final = "A-232"
PATIENCE_MS: Final = 30_000
"""How long a dealer may take for the next card: a whole deal of seven hands takes less."""


def idle_due_ms(state: TableState) -> int | None:
    """When the alarm comes up if no card comes before, or None where no card is waited for or it is up."""
    up = find_alarm(state, SHOE_IDLE)
    if not waits_for_card(state) or (up is not None and not up.over):
        return None
    return _waited_since_ms(state, state.playing) + PATIENCE_MS


def shoe_idle(state: TableState, at_ms: int) -> Events:
    """The alarm, once no card has come for so long."""
    due_ms = idle_due_ms(state)
    return alarm(state, SHOE_IDLE, 2) if due_ms is not None and at_ms >= due_ms else ()


def idle_over(state: TableState, since_ms: int) -> bool:
    """The shoe has given a card since, or none is waited for any more."""
    return not waits_for_card(state) or _waited_since_ms(state, state.playing) > since_ms


def waits_for_card(state: TableState) -> bool:
    """The shoe is to give the hands, or the street that was called, and nothing keeps it from doing so."""
    if state.held is not None or state.by_hand or state.paused or state.resumed or state.master_lost:
        return False
    if why_shoe_silent(state) is not None:  # a chef may end the hold of a shoe that is still away
        return False
    called = state.phase is Phase.DECIDING and not state.playing.street_open
    return (state.phase is Phase.DEALING or called) and state.playing.next_place is not None


def _waited_since_ms(state: TableState, played: Round) -> int:
    """When the deal or the street was called, an interruption ended, the shoe came back or gave a card."""
    last = played.reads.get(played.order[played.drawn - 1]) if played.drawn else None
    return max(state.clock_ms, state.machine(Machine.SHOE).since_ms, last.at_ms if last is not None else 0)
