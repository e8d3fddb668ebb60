"""Judge what the machine says on which the table itself runs: its disk and its clock.

A disk that fills up or answers late and a clock that nobody can vouch for are nobody's fault at the felt:
the play goes on, and the alarm says what it is. Only a clock asks for more: no table is opened and no round
begins on it before a chef has said that he looked at the time (screens, section 8.2, A-104). A journal that
somebody moved away takes no new money until it is back: what is written now may be lost with the program
(A-109). A closed session's journal that is damaged is told and stops nothing: no play goes on from it, what
is lost there is lost already; a table that closed over it would mend nothing (A-241). While the register of
people cannot be read no PIN is tried, and nobody hears who was revoked (A-112).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.game import inputs as i
from controller.game.events import Event
from controller.game.inputs import HostTrouble, Observation
from controller.game.machines.alarm_events import alarm, clear, find_alarm
from controller.game.refusals import Refusal
from controller.game.state import TableState

CLOCK: Final = "A-104"
JOURNAL_MOVED: Final = "A-109"
REGISTER: Final = "A-112"
HOST_ALARMS: Final[dict[HostTrouble, tuple[str, int]]] = {
    HostTrouble.CLOCK: (CLOCK, 1),
    HostTrouble.DISK_LOW: ("A-108", 1),
    HostTrouble.DISK_SLOW: ("A-240", 2),
    HostTrouble.JOURNAL_MOVED: (JOURNAL_MOVED, 1),
    HostTrouble.CLOSED_JOURNAL: ("A-241", 2),
    HostTrouble.REGISTER: (REGISTER, 1),
}
"""The alarm and priority of each trouble."""


def host(state: TableState, seen: i.HostObserved) -> tuple[Event, ...]:
    """The trouble is an alarm while it lasts."""
    code, priority = HOST_ALARMS[seen.trouble]
    return alarm(state, code, priority, 0, seen.detail) if seen.active else clear(state, code)


def clock_refusal(state: TableState) -> Refusal | None:
    """Why nothing begins now: the clock is in doubt, and no chef has looked at it yet."""
    up = find_alarm(state, CLOCK)
    return None if up is None or up.seen_ms or up.over else Refusal("clock_in_doubt")


def journal_refusal(state: TableState) -> Refusal | None:
    """Why no money is taken now: the journal is not where it was, whoever has seen the alarm."""
    up = find_alarm(state, JOURNAL_MOVED)
    return None if up is None or up.over else Refusal("journal_moved", facts=(("file", up.detail),))


HOST_SAYS: Final[dict[type[Observation], Callable[[TableState, Any], tuple[Event, ...]]]] = {
    i.HostObserved: host,
}
