"""Evolve: the state after an entry of the journal. The only place that makes a new state.

Total and deterministic: no event is refused, nothing is looked up outside the state and the entry.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game.events import Entry, Event
from controller.game.evolve_money import MONEY
from controller.game.profile import draw_order
from controller.game.showdown import settle_shown, supervised_kind
from controller.game.state import (
    MACHINES,
    Act,
    Alarm,
    Badge,
    Hold,
    Jp1,
    MachineState,
    Phase,
    Round,
    RoundSummary,
    Seat,
    Shuffler,
    Stage,
    TableState,
    UndoStep,
    Verification,
    street_stage,
)

LAST_ROUNDS: Final = 10
LAST_ACTS: Final = 5


def evolve(state: TableState, entry: Entry) -> TableState:
    """The state after this entry, whose number and time it takes on."""
    event = entry.event
    kind = type(event)
    after: TableState = _EVOLUTIONS[kind](state, event, entry.at_ms)
    after = replace(after, seq=entry.seq, at_ms=entry.at_ms)
    if after.phase is not state.phase or kind in _NEW_STREET:
        after = replace(after, phase_seq=entry.seq, phase_ms=entry.at_ms)
    if kind in _ACTS:
        seat, value = _ACTS[kind](event)
        act = Act(entry.at_ms, kind.__name__, seat, value)
        after = replace(after, acts=(act, *after.acts)[:LAST_ACTS])
    return after


def fold(state: TableState, entries: list[Entry]) -> TableState:
    """The state after all these entries."""
    for entry in entries:
        state = evolve(state, entry)
    return state


def with_seat(state: TableState, number: int, **changes: Any) -> TableState:
    """The state with one seat changed."""
    seats = list(state.seats)
    seats[number - 1] = replace(seats[number - 1], **changes)
    return replace(state, seats=tuple(seats))


def _with_round(state: TableState, **changes: Any) -> TableState:
    return replace(state, round=replace(state.playing, **changes))


def _stage(state: TableState, name: str, at_ms: int, **changes: Any) -> TableState:
    """A new part of the round begins; what was done before can no longer be undone."""
    stages = (*state.playing.stages, Stage(name, at_ms))
    return _with_round(state, stages=stages, undo=(), **changes)


# --- the table -----------------------------------------------------------------------------------


def _table_opened(state: TableState, event: e.TableOpened, at_ms: int) -> TableState:
    return replace(state, paused=False)


def _table_closed(state: TableState, event: e.TableClosed, at_ms: int) -> TableState:
    seats = tuple(
        Seat(chip=seat.chip, chip_refused="table_closed" if seat.chip else "") for seat in state.seats
    )
    return replace(state, phase=Phase.CLOSED, round=None, seats=seats, paused=False)


def _session_resumed(state: TableState, event: e.SessionResumed, at_ms: int) -> TableState:
    """The badge is put in again, and the machines tell how they do."""
    state = replace(state, resumed=True, badge=None, shoe_locked=None)
    return state if state.round is None else _with_round(state, drawn_at_resumption=state.round.drawn)


def _badge(state: TableState, event: e.BadgePresented, at_ms: int) -> TableState:
    return replace(state, badge=Badge(event.person, event.role))


def _called(state: TableState, event: e.ChefCalled, at_ms: int) -> TableState:
    return replace(state, call_ms=at_ms, call_seen_ms=0)


def _alarm_raised(state: TableState, event: e.AlarmRaised, at_ms: int) -> TableState:
    raised = Alarm(event.alarm, event.code, event.priority, event.seat, event.detail, at_ms)
    return replace(state, alarms=(*state.alarms, raised), alarms_raised=event.alarm)


def _alarm_seen(state: TableState, event: e.AlarmSeen, at_ms: int) -> TableState:
    alarms = tuple(replace(up, seen_ms=at_ms) if up.number == event.alarm else up for up in state.alarms)
    return replace(state, alarms=alarms)


def _alarm_cleared(state: TableState, event: e.AlarmCleared, at_ms: int) -> TableState:
    return replace(state, alarms=tuple(up for up in state.alarms if up.number != event.alarm))


def _machine(state: TableState, event: e.MachineChanged, at_ms: int) -> TableState:
    machines = list(state.machines)
    machines[MACHINES.index(event.machine)] = MachineState(event.health, event.detail, at_ms)
    return replace(state, machines=tuple(machines))


def _shuffler(state: TableState, event: e.ShufflerChanged, at_ms: int) -> TableState:
    told = Shuffler(event.mode, event.deck_in, event.deck_out, event.count, event.shuffled, event.lid_open)
    return replace(state, shuffler=told)


# --- stakes --------------------------------------------------------------------------------------


def _round_opened(state: TableState, event: e.RoundOpened, at_ms: int) -> TableState:
    """A new deal: stakes stand, carried JP1 stakes too, everything else of the seats is fresh."""
    again = event.attempt > 1
    before = state.round
    carried = before.generation if again and before is not None else 0
    seats = tuple(
        Seat(
            ante_cents=seat.ante_cents,
            trips_cents=seat.trips_cents,
            chip=seat.chip,
            chip_refused=seat.chip_refused or ("unjudged" if seat.chip else ""),
            jp1=Jp1.CARRIED if again and seat.in_jp1 else Jp1.NONE,
        )
        for seat in state.seats
    )
    played = Round(
        event.round,
        event.attempt,
        at_ms,
        generation=carried,
        contributed=bool(carried),
        stages=(Stage("bets", at_ms),),
    )
    if state.call_seen_ms:
        state = replace(state, call_ms=0, call_seen_ms=0)
    return replace(state, phase=Phase.BETTING, round=played, seats=seats, last_round=event.round)


def _stakes(state: TableState, event: e.StakesSet, at_ms: int) -> TableState:
    seat = state.seat(event.seat)
    step = UndoStep("stakes", event.seat, seat.ante_cents, seat.trips_cents)
    state = _with_round(state, undo=(*state.playing.undo, step))
    return with_seat(state, event.seat, ante_cents=event.ante_cents, trips_cents=event.trips_cents)


def _vacated(state: TableState, event: e.SeatVacated, at_ms: int) -> TableState:
    seat = state.seat(event.seat)
    refund: tuple[Event, ...] = ()
    undo = (*state.playing.undo, UndoStep("stakes", event.seat, seat.ante_cents, seat.trips_cents))
    if seat.jp1 is Jp1.CARRIED:
        # The player leaves between two deals of a round: his stake goes back by a linked entry.
        refund = (e.RefundAsked(state.playing.number, state.playing.attempt, event.seat),)
        undo = ()
    state = _with_round(replace(state, due=(*state.due, *refund)), undo=undo)
    return with_seat(state, event.seat, ante_cents=0, trips_cents=0, jp1=Jp1.NONE)


def _chip_seen(state: TableState, event: e.ChipSeen, at_ms: int) -> TableState:
    return with_seat(state, event.seat, chip=True, chip_refused="")


def _chip_refused(state: TableState, event: e.ChipRefused, at_ms: int) -> TableState:
    return with_seat(state, event.seat, chip=True, chip_refused=event.code)


def _chip_lifted(state: TableState, event: e.ChipLifted, at_ms: int) -> TableState:
    return with_seat(state, event.seat, chip=False, chip_refused="")


def _bets_closed(state: TableState, event: e.BetsClosed, at_ms: int) -> TableState:
    for seat in event.jp1_seats:
        state = with_seat(state, seat, jp1=Jp1.LATCHED)
    order = draw_order(state.profile, state.players)
    return replace(_stage(state, "jp1", at_ms, order=order), phase=Phase.LATCHED)


def _bets_reopened(state: TableState, event: e.BetsReopened, at_ms: int) -> TableState:
    for seat in state.players:
        if state.seat(seat).jp1 is Jp1.LATCHED:
            state = with_seat(state, seat, jp1=Jp1.NONE)
    played = state.playing
    state = _with_round(state, stages=played.stages[:1], undo=(), order=())
    return replace(state, phase=Phase.BETTING)


def _given_back(state: TableState, event: e.Jp1GivenBack, at_ms: int) -> TableState:
    for seat in event.seats:
        state = with_seat(state, seat, jp1=Jp1.GIVEN_BACK)
    return state


# --- cards and decisions -------------------------------------------------------------------------


def _deal_begun(state: TableState, event: e.DealBegun, at_ms: int) -> TableState:
    return replace(_stage(state, "deal", at_ms), phase=Phase.DEALING)


def _card_dealt(state: TableState, event: e.CardDealt, at_ms: int) -> TableState:
    return _with_round(state, cards={**state.playing.cards, event.place: event.card})


def _card_unread(state: TableState, event: e.CardUnread, at_ms: int) -> TableState:
    return _with_round(state, cards={**state.playing.cards, event.place: None})


def _card_proposed(state: TableState, event: e.CardProposed, at_ms: int) -> TableState:
    return _with_round(state, proposed=(event.place, event.card))


def _card_keyed(state: TableState, event: e.CardKeyed, at_ms: int) -> TableState:
    played = state.playing
    cards = {**played.cards, event.place: event.card}
    return _with_round(state, cards=cards, manual=played.manual | {event.place}, proposed=None)


def _revealed(state: TableState, event: e.CardsRevealed, at_ms: int) -> TableState:
    shown = {**state.playing.shown, **{turned.place: turned.card for turned in event.cards}}
    return _with_round(state, shown=shown)


def _decisions(state: TableState, event: e.DecisionsOpened, at_ms: int) -> TableState:
    name = street_stage(state.profile, event.street)
    state = _stage(state, name, at_ms, street=event.street, street_open=True)
    return replace(state, phase=Phase.DECIDING)


def _street_called(state: TableState, event: e.StreetCalled, at_ms: int) -> TableState:
    return _with_round(state, street_open=False, undo=())


def _play_bet(state: TableState, event: e.PlayBet, at_ms: int) -> TableState:
    played = state.playing
    state = _with_round(state, undo=(*played.undo, UndoStep("play", event.seat)))
    return with_seat(
        state,
        event.seat,
        play_multiple=event.multiple,
        play_cents=event.cents,
        decided_street=played.street,
    )


def _play_back(state: TableState, event: e.PlayTakenBack, at_ms: int) -> TableState:
    return with_seat(state, event.seat, play_multiple=0, play_cents=0, decided_street=-1)


def _folded(state: TableState, event: e.SeatFolded, at_ms: int) -> TableState:
    played = state.playing
    state = _with_round(state, undo=(*played.undo, UndoStep("fold", event.seat)))
    return with_seat(state, event.seat, folded=True, decided_street=played.street)


def _fold_back(state: TableState, event: e.FoldTakenBack, at_ms: int) -> TableState:
    return with_seat(state, event.seat, folded=False, decided_street=-1)


def _undone(state: TableState, event: e.Undone, at_ms: int) -> TableState:
    """The step is gone, and with it the one that putting the stakes back has just made."""
    steps = 2 if event.act == "stakes" else 1
    return _with_round(state, undo=state.playing.undo[:-steps])


# --- showdown and settlement ---------------------------------------------------------------------


def _showdown(state: TableState, event: e.ShowdownOpened, at_ms: int) -> TableState:
    state = _stage(state, "showdown", at_ms, qualified=event.qualified, settlement=settle_shown(state))
    if event.supervised:
        kind, seats = supervised_kind(state)
        state = _with_round(state, verification=Verification(kind, seats, at_ms, claimed=False))
    return replace(state, phase=Phase.SHOWDOWN)


def _settlement(state: TableState, event: e.SettlementOpened, at_ms: int) -> TableState:
    return replace(_stage(state, "settlement", at_ms), phase=Phase.SETTLING)


def _settled(state: TableState, event: e.SeatSettled, at_ms: int) -> TableState:
    # A settlement that posts a prize to the book is not taken back by a tap: `AwardAsked` empties `undo`.
    state = _with_round(state, undo=(UndoStep("settled", event.seat),))
    return with_seat(state, event.seat, settled=event.lines, settled_ms=at_ms)


def _settled_back(state: TableState, event: e.SettlementTakenBack, at_ms: int) -> TableState:
    return with_seat(state, event.seat, settled=None, settled_ms=0)


def _contested(state: TableState, event: e.SeatContested, at_ms: int) -> TableState:
    return with_seat(_with_round(state, undo=()), event.seat, contested=True)


def _closed(state: TableState, event: e.RoundClosed, at_ms: int) -> TableState:
    state = _with_round(state, undo=())
    due = state.due
    if state.playing.contributed:
        due = (*due, e.FinishAsked(event.round, event.attempt))
    summary = _summary(state, event.bank_cents, at_ms)
    last = (summary, *state.last_rounds)[:LAST_ROUNDS]
    return replace(state, phase=Phase.CLEARING, last_rounds=last, due=due)


def _summary(state: TableState, bank_cents: int, at_ms: int) -> RoundSummary:
    played = state.playing
    paid = sum(line.paid_cents for seat in state.seats for line in seat.settled or ())
    rank = played.settlement.dealer.rank if played.settlement is not None else 0
    return RoundSummary(
        played.number,
        played.attempt,
        played.opened_ms,
        at_ms,
        len(state.players),
        state.jp1_seats,
        bank_cents,
        played.qualified,
        rank,
        paid,
        played.voided,
    )


def _confirmed(state: TableState, event: e.HandConfirmed, at_ms: int) -> TableState:
    return _verified(state, confirmed_by=event.person, confirmed_ms=at_ms)


def _reviewed(state: TableState, event: e.VideoReviewed, at_ms: int) -> TableState:
    return _verified(state, video_by=event.person, video_ms=at_ms, camera=event.camera, conform=event.conform)


def _verified(state: TableState, **changes: Any) -> TableState:
    verification = state.playing.verification
    assert verification is not None
    return _with_round(state, verification=replace(verification, **changes))


def _award_refused(state: TableState, event: e.AwardRefused, at_ms: int) -> TableState:
    state = _verified(state, refused=event.reason)
    return replace(state, money=event) if event.claimed else state


# --- holds ---------------------------------------------------------------------------------------


def _held(state: TableState, event: e.RoundHeld, at_ms: int) -> TableState:
    return replace(state, held=Hold(event.cause, event.seat, event.detail, at_ms))


def _voided(state: TableState, event: e.RoundVoided, at_ms: int) -> TableState:
    """Coup nul. Without a carry the JP1 stakes are refunded one by one, then the book's round ends."""
    due = state.due
    if not event.jp1_carried and state.playing.contributed:
        due = (
            *due,
            *(e.RefundAsked(event.round, event.attempt, seat) for seat in state.jp1_seats),
            e.FinishAsked(event.round, event.attempt),
        )
    state = _with_round(state, voided=event.reason)
    last = (_summary(state, 0, at_ms), *state.last_rounds)[:LAST_ROUNDS]
    return replace(state, held=None, due=due, last_rounds=last)


def _same(**changes: Any) -> Callable[[TableState, Event, int], TableState]:
    """An evolution that sets the same fields whatever the event."""
    return lambda state, event, at_ms: replace(state, **changes)


_EVOLUTIONS: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.OpeningBegun: _same(phase=Phase.OPENING),
    e.TableOpened: _table_opened,
    e.TableClosed: _table_closed,
    e.SessionResumed: _session_resumed,
    e.FeltConfirmed: _same(resumed=False),
    e.PlayPaused: _same(paused=True),
    e.PauseEnded: _same(paused=False),
    e.BadgePresented: _badge,
    e.BadgeRemoved: _same(badge=None),
    e.ChefCalled: _called,
    e.CallSeen: lambda state, event, at_ms: replace(state, call_seen_ms=at_ms),
    e.AlarmRaised: _alarm_raised,
    e.AlarmSeen: _alarm_seen,
    e.AlarmCleared: _alarm_cleared,
    e.MachineChanged: _machine,
    e.ShufflerChanged: _shuffler,
    e.ShoeChanged: lambda state, event, at_ms: replace(state, shoe_locked=event.locked),
    e.RoundOpened: _round_opened,
    e.StakesSet: _stakes,
    e.SeatVacated: _vacated,
    e.ChipSeen: _chip_seen,
    e.ChipRefused: _chip_refused,
    e.ChipLifted: _chip_lifted,
    e.BetsClosed: _bets_closed,
    e.BetsReopened: _bets_reopened,
    e.Jp1GivenBack: _given_back,
    e.DealBegun: _deal_begun,
    e.CardDealt: _card_dealt,
    e.CardUnread: _card_unread,
    e.CardProposed: _card_proposed,
    e.CardKeyed: _card_keyed,
    e.CardsRevealed: _revealed,
    e.DecisionsOpened: _decisions,
    e.StreetCalled: _street_called,
    e.PlayBet: _play_bet,
    e.PlayTakenBack: _play_back,
    e.SeatFolded: _folded,
    e.FoldTakenBack: _fold_back,
    e.Undone: _undone,
    e.ShowdownOpened: _showdown,
    e.SettlementOpened: _settlement,
    e.SeatSettled: _settled,
    e.SettlementTakenBack: _settled_back,
    e.SeatContested: _contested,
    e.RoundClosed: _closed,
    e.HandConfirmed: _confirmed,
    e.VideoReviewed: _reviewed,
    e.AwardReleased: lambda state, event, at_ms: _verified(state, released=True),
    e.AwardRefused: _award_refused,
    e.RoundHeld: _held,
    e.HoldEnded: _same(held=None),
    e.RoundVoided: _voided,
    **MONEY,
}

_NEW_STREET: Final = frozenset({e.DecisionsOpened, e.StreetCalled, e.RoundOpened, e.SeatSettled})
"""Events after which a tap formed before them is stale although the phase has the same name."""

_ACTS: Final[dict[type[Event], Callable[[Any], tuple[int, int]]]] = {
    e.TableOpened: lambda event: (0, 0),
    e.BetsClosed: lambda event: (0, len(event.jp1_seats)),
    e.ContributionRecorded: lambda event: (0, event.meter_cents - event.meter_before_cents),
    e.DecisionsOpened: lambda event: (0, event.street),
    e.PlayBet: lambda event: (event.seat, event.multiple),
    e.SeatFolded: lambda event: (event.seat, 0),
    e.ShowdownOpened: lambda event: (0, 0),
    e.SeatSettled: lambda event: (event.seat, 0),
    e.RoundClosed: lambda event: (0, event.round),
    e.RoundVoided: lambda event: (0, event.round),
}
"""What the recovery screen lists, with its seat and value."""
