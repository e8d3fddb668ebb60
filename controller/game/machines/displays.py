"""The screens that show the jackpot's amount to the players: without a working one no JP1 stake is taken.

Art. 55-20, 2°: a screen shows the amount in real time. A simulated table may do without (screens, section
9.1).
"""

from __future__ import annotations

from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.events import Events
from controller.game.machines.alarm_events import alarm, clear
from controller.game.state import Phase, TableState

NO_DISPLAY: Final = "no_display"
"""Why JP1 is closed; and its alarm."""
ALARM: Final = "A-226"


def display_missing(state: TableState) -> bool:
    """The table needs a working display, and has none."""
    return state.facts.display_required and not state.displays


def displays_seen(state: TableState, seen: i.DisplaysObserved) -> Events:
    """Only where a display is required does the table keep count."""
    if not state.facts.display_required or seen.count == state.displays:
        return ()
    return (e.DisplaysChanged(seen.count),)


def displays_follow(state: TableState) -> Events:
    """JP1 closes with its last display; with the next one the book is read, and JP1 opens by that."""
    told = state.jackpot
    if display_missing(state):
        if told.open:
            return (e.Jp1Closed(NO_DISPLAY),)
        alarmed = told.closed_code == NO_DISPLAY and state.phase is not Phase.CLOSED
        return alarm(state, ALARM, 2) if alarmed else ()
    if told.closed_code != NO_DISPLAY:
        return ()
    return (e.Jp1Closed("not_read"), *clear(state, ALARM))
