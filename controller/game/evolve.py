"""Evolve: the state after an entry of the journal. The only place that makes a new state.

Total and deterministic: no event is refused, nothing is looked up outside the state and the entry.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game.betting.evolve import STAKES
from controller.game.betting.evolve_sensors import SENSORS, proofs_restarted
from controller.game.changes import changed, with_round
from controller.game.dealing.evolve import DEAL
from controller.game.events import Entry, Event
from controller.game.incidents.evolve import INCIDENTS, reports_put_away
from controller.game.incidents.voiding import VOIDING_EVOLUTIONS
from controller.game.jackpot.evolve import MONEY
from controller.game.machines.evolve import MACHINERY
from controller.game.machines.lines import LINES
from controller.game.meter.evolve import UPKEEP, WATCHED
from controller.game.opening.evolve import NOTED, SHEETS
from controller.game.opening.limits import maximum_changed
from controller.game.opening.master_lost import MASTER_EVOLUTIONS
from controller.game.payment.evolve import PROCEDURE, royal_called
from controller.game.payment.slips import PAPER_EVOLUTIONS
from controller.game.people.evolve import PEOPLE, forgotten
from controller.game.rectification.evolve import RECORD, put_away
from controller.game.round import Seat
from controller.game.settings.evolve import DRAFTING
from controller.game.settling.evolve import SETTLEMENT
from controller.game.state import Phase, TableState
from controller.game.state_parts import Alarm, Charge, RecentAct

LAST_ACTS: Final = 5


def evolve(state: TableState, entry: Entry) -> TableState:
    """The state after this entry, whose number and time it takes on."""
    event = entry.event
    kind = type(event)
    after: TableState = _EVOLUTIONS[kind](state, event, entry.at_ms)
    if kind in NOTED:
        after = changed(after, sheet=NOTED[kind](state, event))
    if kind in WATCHED:
        after = changed(after, upkeep=WATCHED[kind](state, event, after))
    seq, at_ms, acts = entry.seq, entry.at_ms, after.acts
    phase_begins = after.phase is not state.phase or kind in _NEW_STREET
    clock_begins = phase_begins or kind in _CLOCK_STARTS or (kind in _FIRST_STAKES and not state.players)
    if kind in _ACTS:
        seat, value = _ACTS[kind](event)
        acts = (RecentAct(at_ms, kind.__name__, seat, value), *acts)[:LAST_ACTS]
    return changed(
        after,
        seq=seq,
        at_ms=at_ms,
        phase_seq=seq if phase_begins else after.phase_seq,
        phase_ms=at_ms if phase_begins else after.phase_ms,
        clock_ms=at_ms if clock_begins else after.clock_ms,
        acts=acts,
    )


def fold(state: TableState, entries: list[Entry]) -> TableState:
    """The state after all these entries."""
    for entry in entries:
        state = evolve(state, entry)
    return state


def _opening_begun(state: TableState, event: e.OpeningBegun, at_ms: int) -> TableState:
    """Every JP1 sensor has to prove itself (BC-12)."""
    return proofs_restarted(changed(state, phase=Phase.OPENING), proven_too=True)


def _table_opened(state: TableState, event: e.TableOpened, at_ms: int) -> TableState:
    return changed(state, paused=False, maximum_cents=event.maximum_cents, maximum_coming_cents=0)


def _table_closed(state: TableState, event: e.TableClosed, at_ms: int) -> TableState:
    seats = tuple(
        Seat(chip=seat.chip, chip_refused="table_closed" if seat.chip else "") for seat in state.seats
    )
    # Whoever controlled the table has it in his charge no more; its dealer is off.
    badge = replace(state.badge, charge=Charge.UNKNOWN, elsewhere=()) if state.badge is not None else None
    return changed(
        state,
        phase=Phase.CLOSED,
        round=None,
        seats=seats,
        paused=False,
        dealer=None,
        badge=badge,
        by_hand=False,
        maximum_cents=0,
        maximum_coming_cents=0,
        incidents=reports_put_away(state.incidents),
        record=put_away(state.record),
    )


def _session_resumed(state: TableState, event: e.SessionResumed, at_ms: int) -> TableState:
    """The badge is put in again, and the machines tell how they do."""
    state = changed(
        forgotten(state), resumed=True, badge=None, pit_card=None, shoe_locked=None, shoe_cards=-1
    )
    return state if state.round is None else with_round(state, drawn_at_resumption=state.round.drawn)


def _called(state: TableState, event: e.ChefCalled, at_ms: int) -> TableState:
    """A call that nobody has seen sounds again and keeps its time; after a seen one begins a new one."""
    unseen = state.call_ms and not state.call_seen_ms
    state = royal_called(state, at_ms)
    return changed(state, call_ms=state.call_ms if unseen else at_ms, call_last_ms=at_ms, call_seen_ms=0)


def _call_seen(state: TableState, event: e.CallSeen, at_ms: int) -> TableState:
    return changed(state, call_seen_ms=at_ms, call_seen_by=(event.person, event.screen))


def _alarm_raised(state: TableState, event: e.AlarmRaised, at_ms: int) -> TableState:
    raised = Alarm(event.alarm, event.code, event.priority, event.seat, event.detail, at_ms, at_ms)
    return changed(state, alarms=(*state.alarms, raised), alarms_raised=event.alarm)


def _alarm(state: TableState, number: int, **changes: Any) -> TableState:
    """The state with one of its alarms changed."""
    alarms = tuple(replace(up, **changes) if up.number == number else up for up in state.alarms)
    return changed(state, alarms=alarms)


def _alarm_seen(state: TableState, event: e.AlarmSeen, at_ms: int) -> TableState:
    return _alarm(
        state, event.alarm, seen_ms=at_ms, seen_by=event.person, reason=event.reason, seen_on=event.screen
    )


def _alarm_told(state: TableState, event: e.AlarmCauseTold, at_ms: int) -> TableState:
    """A cause that is there again is heard again, whoever had silenced it."""
    if not event.there:
        return _alarm(state, event.alarm, over=True)
    return _alarm(state, event.alarm, over=False, since_ms=at_ms, silent_ms=0, pit_ms=0)


def _alarm_cleared(state: TableState, event: e.AlarmCleared, at_ms: int) -> TableState:
    return changed(state, alarms=tuple(up for up in state.alarms if up.number != event.alarm))


_EVOLUTIONS: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.OpeningBegun: _opening_begun,
    e.TableOpened: _table_opened,
    e.TableClosed: _table_closed,
    e.MaximumChanged: maximum_changed,
    e.SessionResumed: _session_resumed,
    e.FeltConfirmed: lambda state, event, at_ms: changed(state, resumed=False),
    e.PlayPaused: lambda state, event, at_ms: changed(state, paused=True),
    e.PauseEnded: lambda state, event, at_ms: changed(state, paused=False),
    e.ChefCalled: _called,
    e.CallSeen: _call_seen,
    e.AlarmRaised: _alarm_raised,
    e.AlarmSeen: _alarm_seen,
    e.AlarmSilenced: lambda state, event, at_ms: _alarm(state, event.alarm, silent_ms=at_ms),
    e.AlarmEscalated: lambda state, event, at_ms: _alarm(state, event.alarm, pit_ms=at_ms),
    e.AlarmCauseTold: _alarm_told,
    e.AlarmCleared: _alarm_cleared,
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
    e.DisplaysChanged: lambda state, event, at_ms: changed(state, displays=event.count),
    **MACHINERY,
    **LINES,
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
