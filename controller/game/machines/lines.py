"""How the lines of the machines do: what is counted on them now and then, and when that is too much.

A message that had to be said again and one that came damaged are both repetitions: of two ends of a line
each sees only its own. They are told of the latest counts, as many as hold `FRAMES_ENOUGH` messages; a
line that is hardly spoken on is judged over hours, one that beats its heart over minutes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.changes import changed
from controller.game.events import Event, Events
from controller.game.inputs import LineCount, Machine, Observation
from controller.game.machines.alarm_events import alarm, clear, find_alarm
from controller.game.machines.line_types import FRAMES_ENOUGH, MACHINES, LineWindow
from controller.game.state import Phase, TableState

REPEATED: Final = "A-304"
RAISED_PERMILLE: Final = 10
"""More repetitions than one in a hundred are an alarm of priority 3 (screens, section 6.1, plot 7)."""
_LINES: Final = (Machine.SHUFFLER, Machine.SHOE, Machine.BADGE)
"""Sensors have no line: what they lose is told spot by spot (A-301)."""
ENDED_PERMILLE: Final = 5
"""It ends well below: a line at one in a hundred does not come and go."""
COUNTS_MAX: Final = 24


def lines(state: TableState, seen: i.LinesObserved) -> Events:
    """What was counted is written; the worst line of the table raises the alarm, or ends it."""
    counted = e.LinesCounted(seen.lines)
    if state.phase is Phase.CLOSED:
        return (counted,)
    after = _counted(state, counted, 0)
    told = {one: rate for one in _LINES if (rate := after.lines.of(one).permille) is not None}
    worst = max(told, key=lambda one: told[one], default=None)
    if worst is not None and told[worst] > RAISED_PERMILLE:
        return (counted, *alarm(state, REPEATED, 3, 0, detail_of(worst, told[worst])))
    up = find_alarm(state, REPEATED)
    if up is None or (worst is not None and told[worst] > ENDED_PERMILLE):
        return (counted,)
    return (counted, *clear(state, REPEATED))


def detail_of(machine: Machine, permille: int) -> str:
    """`shoe_14`: the machine whose line it is, and how many in a thousand were repeated."""
    return f"{machine.value}_{permille}"


def identity(state: TableState, seen: i.IdentityObserved) -> Events:
    """Another machine than before, or another program in it, is written once."""
    return (
        ()
        if state.lines.identity(seen.identity.machine) == seen.identity
        else (e.MachineNamed(seen.identity),)
    )


def _counted(state: TableState, event: e.LinesCounted, at_ms: int) -> TableState:
    windows = list(state.lines.windows)
    for count in event.lines:
        place = MACHINES.index(count.machine)
        windows[place] = _window(windows[place], count)
    return changed(state, lines=replace(state.lines, windows=tuple(windows)))


def _window(before: LineWindow, count: LineCount) -> LineWindow:
    """The newest counts with enough messages in them, and none that is not needed for that."""
    kept: list[tuple[int, int]] = []
    newest = (count.frames, count.retries + count.damaged)
    for told in (newest, *reversed(before.counts)):
        if len(kept) == COUNTS_MAX or sum(map(sum, kept)) >= FRAMES_ENOUGH:
            break
        kept.append(told)
    return LineWindow(tuple(reversed(kept)))


def _named(state: TableState, event: e.MachineNamed, at_ms: int) -> TableState:
    known = [one for one in state.lines.identities if one.machine is not event.named.machine]
    return changed(state, lines=replace(state.lines, identities=(*known, event.named)))


LINES_SAY: Final[dict[type[Observation], Callable[[TableState, Any], Events]]] = {
    i.LinesObserved: lines,
    i.IdentityObserved: identity,
}
LINES: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.LinesCounted: _counted,
    e.MachineNamed: _named,
}
