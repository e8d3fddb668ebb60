"""What is heard of alarms, and an alarm that nobody at the table has seen: after a minute the pit is called.

A critical one sounds no longer than that; one of the second priority goes on sounding. Silenced is not
seen. The minute begins anew when a cause that was over is there again (screens, section 8.1). Beside alarms
two things are heard, each once: that the sound works, at the opening, and that a win was released.
"""

from __future__ import annotations

from typing import Final

from controller.game import events as e
from controller.game.payment.types import Verification
from controller.game.requests import Sound
from controller.game.state import Phase, TableState
from controller.game.state_parts import Alarm

UNSEEN_MS: Final = 60_000
"""How long an alarm waits to be seen at the table before the pit is called."""
CRITICAL: Final = 1
HIGH: Final = 2
_SOUNDS: Final = {CRITICAL: Sound.CRITICAL, HIGH: Sound.HIGH}


CHIME_MS: Final = 3_000
"""A win that was released so long ago is not told any more, whatever falls silent then."""
_SETTLED: Final = frozenset({Phase.SETTLING, Phase.REFUNDING})


def loudest(state: TableState) -> Sound:
    """The sound of the most urgent alarm that is heard now; a low one is not, while seats are settled."""
    heard = [up.priority for up in state.alarms if _heard(up)] if state.alarms else []
    if heard and (min(heard) <= HIGH or state.phase not in _SETTLED):
        return _SOUNDS.get(min(heard), Sound.TICK)
    if state.phase is Phase.OPENING:
        return Sound.TICK
    told = state.round.verification if state.round is not None else None
    return Sound.CHIME if told is not None and _just_released(state, told) else Sound.SILENT


def _just_released(state: TableState, told: Verification) -> bool:
    """The two best hands were released by what happened last; a table that comes back does not say so."""
    return not state.resumed and told.released and state.at_ms - told.taken[-1].at_ms < CHIME_MS


def _heard(up: Alarm) -> bool:
    """Nobody has seen it or stopped its sound; a critical one is silent once the pit was called."""
    if up.seen_ms or up.silent_ms:
        return False
    return not (up.priority == CRITICAL and up.pit_ms)


def escalation_due_ms(state: TableState) -> int | None:
    """When the pit is called for the next of the alarms, or None."""
    return min([up.since_ms + UNSEEN_MS for up in state.alarms if _waits(up)], default=None)


def _waits(up: Alarm) -> bool:
    return up.priority <= HIGH and not up.seen_ms and not up.pit_ms


def escalated(state: TableState, at_ms: int) -> tuple[e.Event, ...]:
    """The pit is called for every alarm that nobody has seen in time."""
    late = [up for up in state.alarms if _waits(up) and at_ms >= up.since_ms + UNSEEN_MS]
    return tuple(e.AlarmEscalated(up.number) for up in late)
