"""Evolve: the state after an entry of the journal. The only place that makes a new state.

Total and deterministic: no event is refused, nothing is looked up outside the state and the entry.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game.betting.evolve_sensors import SENSORS, chip_moved, proofs_restarted
from controller.game.betting.hollow import standing
from controller.game.changes import changed, stage, with_round, with_seat
from controller.game.dealing.evolve import ROUND
from controller.game.events import Entry, Event
from controller.game.incidents.evolve import INCIDENTS, reports_put_away
from controller.game.incidents.voiding import VOIDING_EVOLUTIONS, hold_ended
from controller.game.jackpot.evolve import MONEY
from controller.game.machines.evolve import MACHINERY
from controller.game.machines.lines import LINES
from controller.game.meter.evolve import UPKEEP, WATCHED
from controller.game.opening.evolve import NOTED, SHEETS
from controller.game.opening.limits import in_force, maximum_changed
from controller.game.opening.master_lost import MASTER_EVOLUTIONS
from controller.game.payment.evolve import PROCEDURE, royal_called
from controller.game.payment.slips import PAPER_EVOLUTIONS
from controller.game.people.evolve import PEOPLE, forgotten
from controller.game.profile import draw_order
from controller.game.rectification.evolve import RECORD, put_away
from controller.game.round import Jp1, Round, Seat
from controller.game.settings.evolve import DRAFTING
from controller.game.state import Phase, TableState
from controller.game.state_parts import Act, Alarm, Charge, Stage, UndoStep

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
        acts = (Act(at_ms, kind.__name__, seat, value), *acts)[:LAST_ACTS]
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


# --- the table -----------------------------------------------------------------------------------


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


# --- stakes --------------------------------------------------------------------------------------


def _round_opened(state: TableState, event: e.RoundOpened, at_ms: int) -> TableState:
    """A new deal: what was staked stands hollow, a carried JP1 stake stays in the book; the rest is new."""
    again = event.attempt > 1
    before = state.round
    carried = before.generation if again and before is not None else 0
    kept = before.void.jp1_carried if again and before is not None and before.void is not None else ()
    seats = tuple(
        Seat(
            before=(seat.ante_cents, seat.side_cents),
            chip=seat.chip,
            chip_refused=seat.chip_refused or ("unjudged" if seat.chip else ""),
            unswept=_left_lying(state, seat, again=again and (number in kept or not seat.in_jp1)),
            jp1=Jp1.CARRIED if number in kept else Jp1.NONE,
            staked_attempt=seat.staked_attempt if number in kept else 0,
            manual=number in kept and seat.manual,
        )
        for number, seat in enumerate(state.seats, start=1)
    )
    played = Round(
        event.round,
        event.attempt,
        at_ms,
        generation=carried,
        contributed=bool(carried),
        contributed_seq=before.contributed_seq if carried and before is not None else 0,
        meter_cents=before.meter_cents if carried and before is not None else 0,
        stages=(Stage("bets", at_ms),),
    )
    if state.call_seen_ms:
        state = changed(state, call_ms=0, call_last_ms=0, call_seen_ms=0)
    if not again:
        highest, coming, seats = in_force(state, seats)
        state = changed(state, maximum_cents=highest, maximum_coming_cents=coming)
    return changed(state, phase=Phase.BETTING, round=played, seats=seats, last_round=event.round)


def _left_lying(state: TableState, seat: Seat, *, again: bool) -> bool:
    """The chip of a stake in the jackpot lies here still: a correction, or a void that carries no stake, has
    given it back."""
    refunded = not again and state.round is not None and state.round.voided is not None
    return seat.unswept and seat.jp1 is not Jp1.GIVEN_BACK and not refunded


def _stakes(state: TableState, event: e.StakesSet, at_ms: int) -> TableState:
    seat = state.seat(event.seat)
    state = with_round(state, undo=(*state.playing.undo, _stakes_step(event.seat, seat)))
    ante_cents, side_cents = event.ante_cents, event.side_cents
    return with_seat(state, event.seat, doubled=event.doubled, ante_cents=ante_cents, side_cents=side_cents)


def _stakes_step(number: int, seat: Seat) -> UndoStep:
    hollow = (standing(number, seat),)
    return UndoStep("stakes", number, seat.ante_cents, seat.side_cents, seat.doubled, hollow)


def _confirmed(state: TableState, event: e.StakesConfirmed, at_ms: int) -> TableState:
    step = UndoStep("confirmed", event.stakes[0].seat if len(event.stakes) == 1 else 0, hollow=event.stakes)
    for told in event.stakes:
        state = with_seat(state, told.seat, ante_cents=told.ante_cents, side_cents=told.side_cents)
    return with_round(state, undo=(*state.playing.undo, step))


def _stakes_back(state: TableState, event: e.StakesTakenBack, at_ms: int) -> TableState:
    """What the sensors saw lie there confirms nothing any more: the chips are to come anew."""
    for told in event.stakes:
        state = with_seat(
            state,
            told.seat,
            before=(told.ante_cents, told.side_cents),
            ante_cents=0,
            side_cents=0,
            doubled=False,
            lamp=False,
            laid=frozenset(),
        )
    return state


def _vacated(state: TableState, event: e.SeatVacated, at_ms: int) -> TableState:
    seat = state.seat(event.seat)
    refund: tuple[Event, ...] = ()
    undo = (*state.playing.undo, _stakes_step(event.seat, seat))
    if seat.jp1 is Jp1.CARRIED:
        # The player leaves between two deals of a round: his stake goes back by a linked entry.
        # Named by the deal that took it, for the next player here may stake, and be refunded, in this one.
        refund = (e.RefundAsked(state.playing.number, seat.staked_attempt, event.seat),)
        undo = ()
    state = with_round(changed(state, due=(*state.due, *refund)), undo=undo)
    return with_seat(
        state,
        event.seat,
        ante_cents=0,
        side_cents=0,
        doubled=False,
        before=(0, 0),
        lamp=False,
        jp1=Jp1.NONE,
        staked_attempt=0,
        manual=False,
        # A stake that is carried is refunded: the chip is the player's again.
        unswept=seat.unswept and seat.jp1 is not Jp1.CARRIED,
    )


def _chip_seen(state: TableState, event: e.ChipSeen, at_ms: int) -> TableState:
    return _chip(state, event.seat)


def _chip_waits(state: TableState, event: e.ChipWaits, at_ms: int) -> TableState:
    return _chip(state, event.seat, waits=True)


def _chip_refused(state: TableState, event: e.ChipRefused, at_ms: int) -> TableState:
    return _chip(state, event.seat, refused=event.code)


def _chip_lifted(state: TableState, event: e.ChipLifted, at_ms: int) -> TableState:
    return _chip(state, event.seat, lies=False)


def _chip(
    state: TableState, seat: int, *, lies: bool = True, waits: bool = False, refused: str = ""
) -> TableState:
    unswept = lies and state.seat(seat).unswept
    told = with_seat(state, seat, chip=lies, chip_waits=waits, chip_refused=refused, unswept=unswept)
    return chip_moved(told, seat)


def _bets_closed(state: TableState, event: e.BetsClosed, at_ms: int) -> TableState:
    for seat in event.jp1_seats:
        state = with_seat(state, seat, jp1=Jp1.LATCHED, manual=seat in event.manual)
    state = proofs_restarted(state)
    order = draw_order(state.profile, state.players)
    flags = tuple(mode.value for mode in state.modes)
    state = stage(state, "jp1", at_ms, order=order, latched_ms=at_ms, flags=flags)
    return changed(state, phase=Phase.LATCHED)


def _bets_reopened(state: TableState, event: e.BetsReopened, at_ms: int) -> TableState:
    for seat in state.players:
        if state.seat(seat).jp1 is Jp1.LATCHED:
            state = with_seat(state, seat, jp1=Jp1.NONE, manual=False)
    played = state.playing
    state = with_round(state, stages=played.stages[:1], undo=(), order=(), count_disputed=False)
    return changed(state, phase=Phase.BETTING)


def _given_back(state: TableState, event: e.Jp1GivenBack, at_ms: int) -> TableState:
    for seat in event.seats:
        state = with_seat(state, seat, jp1=Jp1.GIVEN_BACK)
    return with_round(state, count_disputed=False)


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
    e.RoundOpened: _round_opened,
    e.StakesSet: _stakes,
    e.StakesConfirmed: _confirmed,
    e.StakesTakenBack: _stakes_back,
    e.SeatVacated: _vacated,
    e.ChipSeen: _chip_seen,
    e.ChipWaits: _chip_waits,
    e.ChipRefused: _chip_refused,
    e.ChipLifted: _chip_lifted,
    e.BetsClosed: _bets_closed,
    e.BetsReopened: _bets_reopened,
    e.Jp1GivenBack: _given_back,
    e.HoldEnded: hold_ended,
    **PEOPLE,
    e.HandDealingEnded: lambda state, event, at_ms: changed(state, by_hand=False, shoe_cards=-1),
    e.ShoeCounted: lambda state, event, at_ms: changed(state, shoe_cards=event.cards_left),
    **PROCEDURE,
    **ROUND,
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
