"""What a table tells of itself to who keeps its machine: nothing of a card, a seat, a stake or a person.

It may end in a file that a whole network reads, at any second. So what the game moves (rounds, the meter,
JP1, entries, alarms of cards, chips and persons) is told as it stood when no card was on the felt: from the
moment that the bets are closed until the table is cleared nothing of it moves, whatever is dealt, decided,
claimed or paid. At once is told what the machines do: whether they answer, and their own alarms.
"""

from __future__ import annotations

from typing import Final, TypedDict

from controller.game.machines.alarms import MACHINE_ALARMS
from controller.game.machines.host import HOST_ALARMS
from controller.game.machines.line_types import MACHINES
from controller.game.state import Phase, TableState
from controller.game.state_parts import Alarm

AT_REST: Final = frozenset({Phase.CLOSED, Phase.OPENING, Phase.BETTING, Phase.CLEARING})
"""No card of a round is on the felt, or every one that will be seen has been."""
OF_MACHINES: Final = frozenset(
    {code for code, _ in HOST_ALARMS.values()}
    | set(MACHINE_ALARMS.values())
    | {"A-101", "A-208", "A-210", "A-212", "A-213", "A-214", "A-224", "A-225"}
    | {"A-304", "A-307", "A-308", "A-311", "A-314", "A-315", "A-316", "A-317"}
)
"""Alarms that say how a machine, a line or the disk does. Any other waits for the end of the round."""


class OutlineMachineView(TypedDict):
    """How a machine does, and since when."""

    machine: str
    health: str
    since_ms: int


class OutlineAlarmView(TypedDict):
    """An alarm, without its seat and its detail."""

    code: str
    priority: int
    at_ms: int
    seen: bool
    over: bool


class AtOnceView(TypedDict):
    """What may be known of a table at any moment."""

    table: str
    session: int
    simulated: bool
    approved: bool
    phase: str
    machines: list[OutlineMachineView]
    alarms: list[OutlineAlarmView]


class AtRestView(TypedDict):
    """What may be known between two rounds; the meter in cents, None while nobody has read it."""

    entries: int
    rounds: int
    meter_cents: int | None
    jp1_open: bool
    jp1_closed: str
    alarms_raised: int
    alarms: list[OutlineAlarmView]


def at_rest(state: TableState) -> bool:
    """Whether all of the table may be told now."""
    return state.phase in AT_REST


def told_at_once(state: TableState) -> AtOnceView:
    """What may be known at any moment: whether the table is open, its machines, and their alarms."""
    return {
        "table": state.facts.table,
        "session": state.facts.session,
        "simulated": state.facts.simulated,
        "approved": state.facts.approved,
        "phase": _phase(state.phase),
        "machines": [
            {"machine": str(name), "health": str(told.health), "since_ms": told.since_ms}
            for name, told in zip(MACHINES[:-1], state.machines, strict=False)
        ],
        "alarms": _alarms([up for up in state.alarms if up.code in OF_MACHINES]),
    }


def told_at_rest(state: TableState) -> AtRestView:
    """What may be known between two rounds, and is told as it was then during the next."""
    read = state.jackpot.closed_code != "not_read"
    return {
        "entries": state.seq,
        "rounds": _rounds(state),
        "meter_cents": state.jackpot.meter_cents if read else None,
        "jp1_open": state.jackpot.open,
        "jp1_closed": "" if state.jackpot.open else state.jackpot.closed_code,
        "alarms_raised": state.alarms_raised,
        "alarms": _alarms([up for up in state.alarms if up.code not in OF_MACHINES]),
    }


def _phase(phase: Phase) -> str:
    """Closed, being opened, between two rounds, or in one: the light on the felt tells everybody as much."""
    if phase in (Phase.CLOSED, Phase.OPENING):
        return str(phase)
    return "between" if phase in AT_REST else "round"


def _rounds(state: TableState) -> int:
    """The number of the last round that was played to its end; sessions count on from each other."""
    before = state.facts.first_round - 1
    whole = [done.number for done in state.last_rounds if done.voided is None]
    return max(whole, default=min([done.number - 1 for done in state.last_rounds], default=before))


def _alarms(alarms: list[Alarm]) -> list[OutlineAlarmView]:
    """Code, priority, since when, and whether somebody has seen it: not where, and not with what detail."""
    return [
        {"code": up.code, "priority": up.priority, "at_ms": up.at_ms, "seen": up.seen_ms > 0, "over": up.over}
        for up in alarms
    ]
