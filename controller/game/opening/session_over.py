"""A session is over: the process of the table ends by itself, and its supervisor starts it for the next one.

A program cannot take a key out of its own memory: Python copies bytes and writes nothing over, and a library
keeps its own copy. Only the end of the process does, and the next start destroys the file of the master
before it seals a card under a new one. So a real table that has played and is closed ends, rather than keep
the master of its folded hands until somebody switches it off.

What a person has still to do in this session is not taken from him: a warning to be acknowledged with a
reason (CS-07), a machine that the comité has blocked (CS-15), an act of two persons that one has begun
(PM-11). For a slip that the cashier has to sign everything else waits, approved settings too (JW-15; where
sheets are kept the closing asks for it before). The end comes when it is done. A simulated table's master
follows from its seed and is no secret.
"""

from __future__ import annotations

from controller.game.jackpot.owed_at_closing import still_owing
from controller.game.machines.alarms import WARNINGS
from controller.game.payment.slips import open_slips
from controller.game.state import Phase, TableState


def process_over(state: TableState) -> bool:
    """Whether the process ends now, to be started again: under approved settings, or a new master.

    Starting and recovering are one path: nothing of the session before can stay behind in a driver or a
    worker. Nothing is cut off: the table is closed, durably, its book has answered, its slips are signed.
    """
    if state.phase is not Phase.CLOSED or still_owing(state) or open_slips(state):
        return False
    if state.master_lost:
        return True
    if state.settings.coming:
        return not _left_to_do(state)
    played = state.next_round > state.facts.first_round
    return played and not state.facts.simulated and not _left_to_do(state)


def _left_to_do(state: TableState) -> bool:
    """Whether the start of a new session would take from a person what he has still to do in this one."""
    told = state.settings
    if told.asked is not None or told.writing or state.upkeep.proposal is not None or state.blocked:
        return True
    return any(up.code in WARNINGS and not up.seen_ms for up in state.alarms)
