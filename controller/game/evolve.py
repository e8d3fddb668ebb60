"""Evolve: the state after an entry of the journal. The one entry to what makes a new state.

Total and deterministic: no event is refused, nothing is looked up outside the state and the entry.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.game import events as e
from controller.game.betting.evolve import STAKES
from controller.game.betting.evolve_sensors import SENSORS
from controller.game.changes import changed, stamped
from controller.game.dealing.evolve import DEAL
from controller.game.events import Entry, Event
from controller.game.incidents.evolve import INCIDENTS
from controller.game.incidents.voiding import VOIDING_EVOLUTIONS
from controller.game.jackpot.evolve import MONEY
from controller.game.machines.evolve import MACHINERY
from controller.game.machines.lines import LINES
from controller.game.machines.others_heads import HEADS
from controller.game.meter.evolve import UPKEEP, WATCHED
from controller.game.opening.evolve import NOTED, SHEETS
from controller.game.opening.master_lost import MASTER_EVOLUTIONS
from controller.game.payment.evolve import PROCEDURE
from controller.game.payment.slips import PAPER_EVOLUTIONS
from controller.game.people.evolve import PEOPLE
from controller.game.rectification.evolve import RECORD
from controller.game.settings.evolve import DRAFTING
from controller.game.settling.evolve import SETTLEMENT
from controller.game.state import TableState
from controller.game.state_parts import RecentAct

LAST_ACTS: Final = 5


def evolve(state: TableState, entry: Entry) -> TableState:
    """The state after this entry, whose number and time it takes on."""
    event, seq, at_ms = entry.event, entry.seq, entry.at_ms
    kind = type(event)
    after: TableState = _EVOLUTIONS[kind](state, event, at_ms)
    if kind in NOTED:
        after = changed(after, sheet=NOTED[kind](state, event))
    if kind in WATCHED:
        after = changed(after, upkeep=WATCHED[kind](state, event, after))
    stamps: dict[str, Any] = {"seq": seq, "at_ms": at_ms}
    phase_begins = after.phase is not state.phase or kind in _NEW_STREET
    if phase_begins:
        stamps["phase_seq"], stamps["phase_ms"] = seq, at_ms
    if phase_begins or kind in _CLOCK_STARTS or (kind in _FIRST_STAKES and not state.players):
        stamps["clock_ms"] = at_ms
    if kind in _ACTS:
        seat, value = _ACTS[kind](event)
        stamps["acts"] = (RecentAct(at_ms, kind.__name__, seat, value), *after.acts)[:LAST_ACTS]
    return stamped(state, after, stamps)


def fold(state: TableState, entries: list[Entry]) -> TableState:
    """The state after all these entries."""
    for entry in entries:
        state = evolve(state, entry)
    return state


_EVOLUTIONS: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    **PEOPLE,
    **PROCEDURE,
    **STAKES,
    **DEAL,
    **SETTLEMENT,
    **VOIDING_EVOLUTIONS,
    **MASTER_EVOLUTIONS,
    **SENSORS,
    **MONEY,
    **INCIDENTS,
    **MACHINERY,
    **LINES,
    **HEADS,
    **SHEETS,
    **UPKEEP,
    **DRAFTING,
    **PAPER_EVOLUTIONS,
    **RECORD,
}

_NEW_STREET: Final = frozenset(
    {e.DecisionsOpened, e.StreetCalled, e.StreetTakenBack, e.RoundOpened, e.SeatSettled, e.SeatRefunded}
)
"""Events after which a tap formed before them is stale although the phase has the same name."""

_FIRST_STAKES: Final = frozenset({e.StakesSet, e.StakesConfirmed})
"""Where players bet by the clock, it starts with the first of these."""

_CLOCK_STARTS: Final = frozenset({e.HoldEnded, e.PauseEnded, e.FeltConfirmed, e.SessionResumed})
"""Events after which the clock of bets or decisions starts anew: nobody loses time to an interruption."""

_ACTS: Final[dict[type[Event], Callable[[Any], tuple[int, int]]]] = {
    e.TableOpened: lambda event: (0, 0),
    e.BetsClosed: lambda event: (0, len(event.jp1_seats)),
    e.ContributionRecorded: lambda event: (0, event.meter_cents - event.meter_before_cents),
    e.DecisionsOpened: lambda event: (0, event.street),
    e.PlayBet: lambda event: (event.seat, event.cents),
    e.SeatChecked: lambda event: (event.seat, event.street),
    e.SeatFolded: lambda event: (event.seat, 0),
    e.HandDealingBegun: lambda event: (0, 0),
    e.HandDealingEnded: lambda event: (0, 0),
    e.CardsDealtByHand: lambda event: (0, len(event.places)),
    e.HandEntered: lambda event: (event.seat, 0),
    e.ShowdownOpened: lambda event: (0, 0),
    e.AntesPaid: lambda event: (0, sum(ante.cents for ante in event.antes)),
    e.SeatSettled: lambda event: (event.seat, 0),
    e.RectificationRecorded: lambda event: (event.seat, event.cents),
    e.RoundClosed: lambda event: (0, event.round),
    e.RoundVoided: lambda event: (0, event.round),
    e.SeatRefunded: lambda event: (event.seat, 0),
}
"""What the recovery screen lists, with its seat and value."""
