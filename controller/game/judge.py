"""Judge: an observation becomes events. It is never refused: what was seen was seen.

Each topic judges what it knows in a table of its own; this one gathers them. What the clock alone brings is
judged here, for it concerns several topics.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.betting.hollow import left
from controller.game.betting.judge import CHIPS
from controller.game.betting.sensing import bets_closed, sweep_missed
from controller.game.dealing.judge import CARDS
from controller.game.events import Events
from controller.game.inputs import Observation
from controller.game.jackpot.judge import BOOK
from controller.game.jackpot.unanswered_stakes import press_held
from controller.game.legal_acts import why_not
from controller.game.machines.alarm_events import alarm, numbered
from controller.game.machines.displays import displays_seen
from controller.game.machines.escalation import escalated
from controller.game.machines.host import HOST_SAYS
from controller.game.machines.judge import MACHINES_SAY
from controller.game.machines.lines import LINES_SAY
from controller.game.machines.others_heads import HEADS_SAY
from controller.game.machines.shoe_idle import shoe_idle
from controller.game.payment.steps import call_again_ms, calls_of
from controller.game.people.at_pit import pit_ended
from controller.game.people.judge import PEOPLE, proof_ended
from controller.game.settings.drafts import DRAFTING_HEARD
from controller.game.settling.showdown import settlement_due_ms
from controller.game.state import Phase, TableState


def judge(state: TableState, seen: Observation) -> Events:
    """The events of this observation; none when it says nothing new."""
    return numbered(state, _JUDGEMENTS[type(seen)](state, seen))


def _garbage(state: TableState, seen: i.ScreenGarbageObserved) -> Events:
    return alarm(state, "A-308", 3, 0, f"{seen.screen}: {seen.why}")


def _time(state: TableState, seen: i.TimeObserved) -> Events:
    """A PIN counts no more, the pit is called; and what comes by itself when no tap came first."""
    late = (
        *proof_ended(state, seen.at_ms),
        *pit_ended(state, seen.at_ms),
        *escalated(state, seen.at_ms),
        *press_held(state, seen.at_ms),
        *sweep_missed(state, seen.at_ms),
        *shoe_idle(state, seen.at_ms),
    )
    return (*late, *_by_itself(state, seen))


def _by_itself(state: TableState, seen: i.TimeObserved) -> Events:
    """The settlement, the next round (S10, S14), a profile's clocks."""
    if state.held is not None or state.paused or state.resumed or state.sheet.closing:
        return ()
    again_ms = call_again_ms(state)
    if again_ms is not None:
        return (e.ComiteCalledAgain(calls_of(state) + 1),) if seen.at_ms >= again_ms else ()
    if state.phase is Phase.SHOWDOWN and seen.at_ms >= settlement_due_ms(state):
        return () if why_not(state, i.OpenSettlement()) else (e.SettlementOpened(),)
    if state.phase is Phase.CLEARING and seen.at_ms - state.phase_ms >= state.facts.clearing_ms:
        opened = e.RoundOpened(state.next_round, 1)
        return () if why_not(state, i.NextRound()) else (opened,)
    return _clock(state, seen.at_ms - state.clock_ms)


def _clock(state: TableState, run_ms: int) -> Events:
    """The betting clock closes the bets; the decision clock checks for who is silent, at the end folds."""
    clocks = state.profile.clocks
    if state.phase is Phase.BETTING and clocks.betting_ms and run_ms >= clocks.betting_ms and state.players:
        return () if why_not(state, i.CloseBets()) else (*left(state), bets_closed(state, by_clock=True))
    if not clocks.decision_ms or run_ms < clocks.decision_ms:
        return ()
    if state.phase is not Phase.DECIDING or not state.playing.street_open:
        return ()
    street = state.playing.street
    if state.profile.streets[street].fold:
        return tuple(e.SeatFolded(seat, by_clock=True) for seat in state.undecided)
    last = street + 1 == len(state.profile.streets)
    if last:
        return tuple(e.SeatChecked(seat, street) for seat in state.undecided)
    return (e.StreetCalled(street, by_clock=True),) if state.undecided else ()


_JUDGEMENTS: Final[dict[type[Observation], Callable[[TableState, Any], Events]]] = {
    **CHIPS,
    **CARDS,
    **BOOK,
    **PEOPLE,
    **MACHINES_SAY,
    **LINES_SAY,
    **DRAFTING_HEARD,
    **HOST_SAYS,
    **HEADS_SAY,
    i.TimeObserved: _time,
    i.ScreenGarbageObserved: _garbage,
    i.DisplaysObserved: displays_seen,
}
