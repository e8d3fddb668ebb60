"""The alarms that machines raise: codes of the catalogue (ux, section 8.2) and their priority."""

from __future__ import annotations

from typing import Final

from controller.game.events import AlarmCleared, Event, SessionResumed
from controller.game.inputs import Machine
from controller.game.state import TableState

MACHINE_ALARMS: Final[dict[Machine, str]] = {
    Machine.SHUFFLER: "A-209",
    Machine.SHOE: "A-201",
    Machine.CHIPS: "A-216",
    Machine.BADGE: "A-309",
    Machine.LINK: "A-206",
}
"""The alarm when a machine is lost."""

TROUBLE_ALARMS: Final[dict[str, tuple[str, int]]] = {
    "jam": ("A-208", 2),
    "lid": ("A-210", 2),
    "deck": ("A-211", 1),
    "chip": ("A-301", 3),
    "rebooted": ("A-212", 2),
    "line": ("A-304", 3),
    "foreign": ("A-213", 2),
    "protocol": ("A-213", 2),
    "schema": ("A-213", 2),
    "firmware": ("A-214", 1),
    "count": ("A-215", 2),
    "unknown": ("A-310", 3),
    "intruder": ("A-311", 2),
}
"""The alarm and priority of a trouble, by the first word of its code; any other is `A-307`."""

KEPT_ON_RESUMPTION: Final[frozenset[str]] = frozenset({"deck_order_sent", "foreign_message"})
"""Troubles that no machine tells again by itself; a restart of the program does not end them."""


CATALOGUE: Final[tuple[str, ...]] = (
    "A-101",
    "A-102",
    "A-105",
    "A-201",
    "A-202",
    "A-203",
    "A-204",
    "A-205",
    "A-206",
    "A-207",
    "A-208",
    "A-209",
    "A-210",
    "A-211",
    "A-212",
    "A-213",
    "A-214",
    "A-215",
    "A-216",
    "A-217",
    "A-222",
    "A-223",
    "A-301",
    "A-304",
    "A-307",
    "A-308",
    "A-309",
    "A-310",
    "A-311",
)
"""Every code that the table may raise; the screens have words and an action for each."""

ENDED_WITH_HOLD: Final[frozenset[str]] = frozenset({"A-105", "A-203", "A-205", "A-215", "A-217"})
"""Alarms whose cause is the hold itself: they end when a person ends it."""


def resumption(state: TableState) -> tuple[Event, ...]:
    """The program came back in mid-session: what lasts of the troubles of machines is told again."""
    over = (AlarmCleared(up.number) for up in state.alarms if _told_again(up.code, up.detail))
    return (SessionResumed(), *over)


def _told_again(code: str, detail: str) -> bool:
    """Whether the alarm is a trouble that its machine tells to a program that comes back."""
    told = TROUBLE_ALARMS.get(detail.partition("_")[0], ("A-307", 3))[0]
    return code == told and detail not in KEPT_ON_RESUMPTION
