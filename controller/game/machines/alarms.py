"""The alarms that machines raise: codes of the catalogue (screens, section 8.2) and their priority."""

from __future__ import annotations

from typing import Final

from controller.game.events import AlarmCauseTold, AlarmCleared, Event, SessionResumed
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

OTHER_TROUBLE: Final = ("A-307", 3)
TROUBLE_ALARMS: Final[dict[str, tuple[str, int]]] = {
    "jam": ("A-208", 2),
    "lid": ("A-210", 2),
    "deck": ("A-211", 1),
    "deck_ended": ("A-221", 2),
    "chip": ("A-301", 3),
    "rebooted": ("A-212", 2),
    "line": ("A-314", 3),
    "copies": ("A-314", 3),
    "too_warm": ("A-315", 3),
    "foreign": ("A-213", 2),
    "protocol": ("A-213", 2),
    "schema": ("A-213", 2),
    "firmware": ("A-214", 1),
    "count": ("A-215", 2),
    "lock": ("A-231", 2),
    "foreign_message": ("A-316", 3),
    "malformed": ("A-316", 3),
    "wrong": ("A-218", 2),
    "recount": ("A-219", 2),
    "cut": ("A-220", 2),
    "port": ("A-224", 2),
    "foreign_device": ("A-224", 2),
    "library": ("A-224", 2),
    "pins": ("A-224", 2),
    "error": ("A-225", 2),
    "card": ("A-207", 2),
    "unknown": ("A-310", 3),
    "intruder": ("A-311", 2),
    "code": ("A-312", 3),
    "no": ("A-313", 3),
    "refused": ("A-313", 3),
    "sound": ("A-317", 3),
}
"""The alarm and priority of a trouble, by its whole code or the first word of it; any other is `A-307`."""

DECK_TROUBLES: Final[frozenset[str]] = frozenset({"wrong_colour", "recount_due", "cut_card_missing"})
"""Troubles of the shuffler after which its deck is not dealt (CS-04, CS-18)."""

WARNINGS: Final[frozenset[str]] = frozenset(
    {"A-104", "A-201", "A-204", "A-208", "A-209", "A-210", "A-211", "A-212", "A-213", "A-214", "A-215"}
    | {"A-218", "A-219", "A-220", "A-221", "A-224", "A-225", "A-231", "A-304", "A-307", "A-311"}
    | {"A-312", "A-313", "A-314", "A-315", "A-316"}
)
"""Warnings of shuffler, shoe and clock: each stays until a chef acknowledges it with a reason (CS-07).

Those of the sensors (A-216, A-301) are ended by the chef in another way: lamps by hand, a seat by hand."""

KEPT_ON_RESUMPTION: Final[frozenset[str]] = frozenset(
    {"deck_order_sent", "foreign_message", "malformed_message"}
)
"""Troubles that no machine tells again by itself; a restart of the program does not end them."""


CATALOGUE: Final[tuple[str, ...]] = (
    "A-101",
    "A-102",
    "A-104",
    "A-105",
    "A-107",
    "A-108",
    "A-109",
    "A-110",
    "A-111",
    "A-112",
    "A-113",
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
    "A-218",
    "A-219",
    "A-220",
    "A-221",
    "A-222",
    "A-223",
    "A-224",
    "A-225",
    "A-226",
    "A-227",
    "A-228",
    "A-229",
    "A-230",
    "A-231",
    "A-232",
    "A-240",
    "A-241",
    "A-301",
    "A-304",
    "A-307",
    "A-308",
    "A-309",
    "A-310",
    "A-311",
    "A-312",
    "A-313",
    "A-314",
    "A-315",
    "A-316",
    "A-317",
)
"""Every code that the table may raise; the screens have words and an action for each."""

ENDED_WITH_HOLD: Final[frozenset[str]] = frozenset(
    {"A-105", "A-203", "A-205", "A-215", "A-217", "A-227", "A-229"}
)
"""Alarms whose cause is the hold itself: they end when a person ends it."""


def trouble_alarm(code: str) -> tuple[str, int]:
    """The alarm of a trouble with this code, and its priority."""
    return TROUBLE_ALARMS.get(code) or TROUBLE_ALARMS.get(code.partition("_")[0], OTHER_TROUBLE)


def resumption(state: TableState) -> tuple[Event, ...]:
    """The program came back in mid-session: what lasts of the troubles of machines is told again."""
    told = [up for up in state.alarms if _told_again(up.code, up.detail)]
    gone = [up for up in told if up.seen_ms or up.code not in WARNINGS]
    waiting = [up for up in told if up not in gone and not up.over]
    return (
        SessionResumed(),
        *(AlarmCleared(up.number) for up in gone),
        *(AlarmCauseTold(up.number, there=False) for up in waiting),
    )


def _told_again(code: str, detail: str) -> bool:
    """Whether the alarm is a trouble that its machine tells to a program that comes back."""
    return code == trouble_alarm(detail)[0] and detail not in KEPT_ON_RESUMPTION
