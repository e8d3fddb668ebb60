"""How the upkeep of the meter changes: its own events, and what it counts of those of others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game.changes import changed, fields_of
from controller.game.events import Event
from controller.game.jackpot.evolve import meter_as_told
from controller.game.jackpot.owed_at_closing import refunds_owed
from controller.game.jackpot.refused_for_good import ASIDE_ACTS, accepted_round, unseen
from controller.game.jackpot.waiting_on_book import jp1_back_cents
from controller.game.meter.causes import causes_of, unseen_unexplained_cents
from controller.game.meter.elsewhere import (
    in_the_open,
    linked,
    meanwhile,
    prize_cents,
    refund_cents,
    unasked_cents,
    with_line,
)
from controller.game.meter.interruption import closed_for_good
from controller.game.meter.types import (
    CHANGES_KEPT,
    CONFLICT,
    STOPPED,
    Elsewhere,
    MeterChange,
    Proposal,
    SessionFigures,
    Stop,
    Upkeep,
)
from controller.game.money import MICRO
from controller.game.state import Phase, TableState


@fields_of(Upkeep)
def _upkeep(state: TableState, **changes: Any) -> TableState:
    return changed(state, upkeep=changed(state.upkeep, **changes))


def _proposed(state: TableState, event: e.MeterActProposed, at_ms: int) -> TableState:
    told = state.jackpot
    as_told = event.act, event.person, event.cents, event.reason, event.fate, event.before_cents, at_ms
    proposal = Proposal(*as_told, told.generation, causes_of(state))
    return _upkeep(state, proposal=proposal)


def _asked(state: TableState, event: Any, at_ms: int) -> TableState:
    upkeep = changed(
        state.upkeep,
        acts=event.number,
        proposal=None,
        approved=state.upkeep.difference,
        seen=causes_of(state),
    )
    return changed(state, upkeep=upkeep, money=event)


def _reading_asked(state: TableState, event: e.ReconciliationAsked, at_ms: int) -> TableState:
    return changed(_upkeep(state, acts=event.number), money=event)


def _moved(state: TableState, event: e.MeterCorrected | e.IncrementMoved, at_ms: int) -> TableState:
    """The meter stands where the book has it; the change is kept for the display and for accounting.

    A history that was certified before it is another now.
    """
    change = MeterChange(
        event.number, event.persons, event.reason, event.before_cents, event.after_cents, at_ms
    )
    jackpot = meter_as_told(state, at_ms, event.after_cents, event.book_seq)
    changes = (change, *state.upkeep.changes)[:CHANGES_KEPT]
    certified = "" if state.sheet.closing else state.upkeep.certified
    return changed(_upkeep(state, changes=changes, certified=certified), money=None, jackpot=jackpot)


def _stopped(state: TableState, event: e.JackpotStopped, at_ms: int) -> TableState:
    stop = Stop(True, STOPPED, event.fate.value, event.persons, event.increment_cents, at_ms)
    jackpot = meter_as_told(state, at_ms, event.meter_cents, event.book_seq)
    # What closed JP1 while the book was asked waits for two persons, after the end of the stop too.
    code = state.jackpot.closed_code if closed_for_good(state) else STOPPED
    jackpot = changed(jackpot, open=False, closed_code=code)
    return changed(_upkeep(state, stop=stop), money=None, jackpot=jackpot)


def _stop_seen(state: TableState, event: e.StopSeen, at_ms: int) -> TableState:
    stop = Stop(True, STOPPED, event.fate, (), 0, at_ms)
    jackpot = changed(state.jackpot, open=False, closed_code=STOPPED)
    return changed(_upkeep(state, stop=stop), jackpot=jackpot)


def _stop_end_seen(state: TableState, event: e.StopEndSeen, at_ms: int) -> TableState:
    jackpot = changed(state.jackpot, open=True, closed_code="", confirmed_ms=at_ms)
    return changed(_upkeep(state, stop=None), jackpot=jackpot)


def _interrupted(state: TableState, event: e.JackpotInterrupted, at_ms: int) -> TableState:
    told = max(state.incidents.told, event.incident)
    state = changed(state, incidents=replace(state.incidents, told=told, stop=event.incident))
    if not closed_for_good(state):
        return state  # it ends by itself
    persons = (event.person,) if event.person else ()
    return _upkeep(state, stop=Stop(False, event.cause, "", persons, 0, at_ms))


def _reopened(state: TableState, event: e.JackpotReopened, at_ms: int) -> TableState:
    """What nobody could explain until now is accepted, by these two; not what came after they had signed."""
    # As the book stands, also where it is older than what this table had heard: that was accepted.
    jackpot = changed(
        state.jackpot,
        meter_cents=event.meter_cents,
        book_seq=event.book_seq,
        confirmed_ms=at_ms,
        generation=event.generation,
    )
    session = state.upkeep.session
    left_cents = unseen_unexplained_cents(state, state.upkeep.seen)
    taken = event.accepted is not None or event.data is not None or bool(event.acts)
    if state.phase not in (Phase.CLOSED, Phase.OPENING):
        moved_cents = jackpot.meter_cents - state.jackpot.meter_cents
        if linked(state) and event.accepted is None and event.data is None:
            # Nothing differed: others moved it while JP1 was closed here.
            session = _moved_elsewhere(session, meanwhile(state, event.generation), moved_cents)
        else:
            # What moved the display unseen, and what this reading moves it by now.
            accepted_cents = state.sheet.unexplained_cents - left_cents + moved_cents
            session = changed(session, accepted_cents=session.accepted_cents + accepted_cents)
            taken |= accepted_cents != 0
    state = _upkeep(
        state,
        stop=None,
        difference=None,
        gap=None if state.upkeep.gap == event.data else state.upkeep.gap,
        session=session,
        reconciled=state.upkeep.reconciled and not taken,
        certified="" if state.sheet.closing else state.upkeep.certified,
        aside=(),
        accepted_round=accepted_round(state, event),
    )
    # What was read, or taken note of, before something was accepted is of another book or display.
    explained = None if taken else state.sheet.explained
    sheet = changed(state.sheet, unexplained_cents=left_cents, explained=explained)
    return changed(state, money=None, jackpot=jackpot, sheet=sheet)


def _difference_found(state: TableState, event: e.DifferenceFound, at_ms: int) -> TableState:
    return changed(state, upkeep=changed(unseen(state.upkeep), difference=event.difference))


def _gap_found(state: TableState, event: e.DataGapFound, at_ms: int) -> TableState:
    return changed(state, upkeep=changed(unseen(state.upkeep), gap=event.gap))


def _refused(state: TableState, event: e.MeterActRefused, at_ms: int) -> TableState:
    """A number that the book has for another act is more than who proposed to reopen has seen."""
    upkeep = unseen(state.upkeep) if event.code == CONFLICT else state.upkeep
    return changed(state, money=None, upkeep=upkeep)


def _reconciled(state: TableState, event: e.ReconciliationRecorded, at_ms: int) -> TableState:
    figures = event.figures
    jackpot = meter_as_told(state, at_ms, figures.meter_micro // MICRO, figures.book_seq, figures.generation)
    moved_cents = jackpot.meter_cents - state.jackpot.meter_cents
    counted = state.phase not in (Phase.CLOSED, Phase.OPENING)
    sheet, session = state.sheet, state.upkeep.session
    if counted and linked(state):
        session = _moved_elsewhere(session, meanwhile(state, figures.generation), moved_cents)
    elif counted and moved_cents:
        sheet = changed(sheet, unexplained_cents=sheet.unexplained_cents + moved_cents)
    before = state.upkeep.figures
    other = figures.residual_micro != (before.residual_micro if before is not None else 0)
    differs = other or sheet is not state.sheet
    state = changed(state, upkeep=_certified_still(state, differs, state.upkeep))
    state = _upkeep(state, figures=figures, read_ms=at_ms, reconciled=True, session=session)
    return changed(state, money=None, jackpot=jackpot, sheet=sheet)


def _chips_counted(state: TableState, event: e.Jp1ChipsCounted, at_ms: int) -> TableState:
    session = state.upkeep.session
    before = session.chips - event.registered if session.chips >= 0 else 0
    upkeep = _certified_still(state, event.count - event.registered != before, state.upkeep)
    return changed(state, upkeep=changed(upkeep, miscounted=-1, session=changed(session, chips=event.count)))


UPKEEP: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.MeterActProposed: _proposed,
    e.MeterActWithdrawn: lambda state, event, at_ms: _upkeep(state, proposal=None),
    e.MeterCorrectionAsked: _asked,
    e.MeterCorrected: _moved,
    e.IncrementMoved: _moved,
    e.JackpotStopAsked: _asked,
    e.JackpotStopped: _stopped,
    e.StopSeen: _stop_seen,
    e.StopEndSeen: _stop_end_seen,
    e.JackpotInterrupted: _interrupted,
    e.ReopeningAsked: _asked,
    e.JackpotReopened: _reopened,
    **ASIDE_ACTS,
    e.MeterActRefused: _refused,
    e.DifferenceFound: _difference_found,
    e.DataGapFound: _gap_found,
    e.ReconciliationAsked: _reading_asked,
    e.ReconciliationRecorded: _reconciled,
    e.ReconciliationFailed: lambda state, event, at_ms: changed(state, money=None),
    e.Jp1ChipsCounted: _chips_counted,
    e.Jp1ChipsMiscounted: lambda state, event, at_ms: _upkeep(
        state, miscounted=event.count, session=changed(state.upkeep.session, chips=-1)
    ),
    e.HistoryCertified: lambda state, event, at_ms: _upkeep(state, certified=event.person),
}


# --- what it counts of the events of others, given with the state before and after them -----------


def _delta(before: TableState, after: TableState) -> int:
    return after.jackpot.meter_cents - before.jackpot.meter_cents


def _session(state: TableState, **sums: int) -> Upkeep:
    """The session's figures with so much added to each."""
    told = state.upkeep.session
    return changed(
        state.upkeep,
        session=changed(told, **{name: getattr(told, name) + more for name, more in sums.items()}),
    )


_Moving = (
    e.AwardRecorded
    | e.RefundRecorded
    | e.ClaimRecorded
    | e.ClaimWithdrawn
    | e.MeterCorrected
    | e.IncrementMoved
)


def _moved_elsewhere(told: SessionFigures, kind: Elsewhere, cents: int) -> SessionFigures:
    return changed(told, elsewhere=with_line(told.elsewhere, kind, cents))


def _read(before: TableState, event: e.MeterRead | e.JackpotStopped, after: TableState) -> Upkeep:
    """Nobody at this table moved it: where the jackpot is linked, others did."""
    return _of_others(before, event, after.jackpot.generation, after.upkeep)


def _certified_still(before: TableState, differs: bool, told: Upkeep) -> Upkeep:
    """A history that was certified on the closing sheet is another once something else is unexplained."""
    return changed(told, certified="") if before.sheet.closing and differs else told


def _of_others(
    before: TableState,
    event: e.MeterRead | e.JackpotStopped | e.ContributionRecorded,
    generation: int,
    told: Upkeep,
) -> Upkeep:
    """With what the others moved before this answer, where there are any."""
    if not linked(before):
        return _certified_still(before, unasked_cents(before, event) != 0, told)
    cents, kind = unasked_cents(before, event), meanwhile(before, generation)
    return changed(told, session=_moved_elsewhere(told.session, kind, cents))


def _contributed(before: TableState, event: e.ContributionRecorded, after: TableState) -> Upkeep:
    asked = before.money
    assert isinstance(asked, e.ContributionAsked), "an answer that nobody asked for"
    stakes = len(asked.seats)
    told = _session(
        after,
        stakes=stakes,
        stakes_cents=stakes * asked.stake_cents,
        # What the display had moved before that is not of this round.
        contributed_cents=event.meter_cents - event.meter_before_cents,
    )
    return _of_others(before, event, event.generation, told)


def _awarded(before: TableState, event: e.AwardRecorded, after: TableState) -> Upkeep:
    asked = before.money
    assert isinstance(asked, e.AwardAsked), "an answer that nobody asked for"
    fixed_cents = sum(prize.cents for prize in asked.awards)
    won = any(prize.kind == "jackpot" for prize in asked.awards)
    given_cents = prize_cents(before, event, fixed_cents)
    told = _session(after, prizes_cents=fixed_cents, wins=int(won), wins_cents=event.cents - fixed_cents)
    return _own("awarded_cents", None if given_cents is None else -given_cents, before, event, after, told)


def _own(
    name: str, own_cents: int | None, before: TableState, event: _Moving, after: TableState, told: Upkeep
) -> Upkeep:
    """With what the meter moved since it was told last: so much by this table's act, under `name`, and the
    rest by the others of a linked jackpot, whose stakes and wins came between; with None the two cannot be
    told apart. A table alone moved all of it.
    """
    session, moved_cents = told.session, _delta(before, after)
    if not linked(before):
        return changed(told, session=changed(session, **{name: getattr(session, name) + moved_cents}))
    if own_cents is None:
        return changed(told, session=_moved_elsewhere(session, Elsewhere.UNDIVIDED, moved_cents))
    own = changed(session, **{name: getattr(session, name) + own_cents})
    rest_cents = moved_cents - own_cents
    if event.book_seq <= before.jackpot.book_seq and in_the_open(before):
        # The meter was read with the act in it before its answer came.
        return changed(told, session=_moved_elsewhere(own, Elsewhere.UNDIVIDED, rest_cents))
    return changed(told, session=changed(own, others_cents=own.others_cents + rest_cents))


def _refunded(before: TableState, event: e.RefundRecorded, after: TableState) -> Upkeep:
    told = _session(after, refunds=1, stakes_cents=-before.facts.jp1_stake_cents)
    given_cents = refund_cents(before, event)
    return _own("refunded_cents", None if given_cents is None else -given_cents, before, event, after, told)


def _set_aside(before: TableState, event: e.ActSetAside, after: TableState) -> Upkeep:
    """What the book does not have and the table answers for: chips given back, prizes paid (AC-07)."""
    act = event.act
    if act.kind == "refund":
        return _session(after, acts_aside=1, refunds_aside=1, stakes_cents=-act.cents)
    prizes = act.cents if act.kind == "award" else 0
    return _session(after, acts_aside=1, prizes_aside_cents=prizes)


def _claimed(before: TableState, event: e.ClaimRecorded, after: TableState) -> Upkeep:
    """The first claim of a generation takes the meter and opens the next; a later one shares in that."""
    first = event.next_generation > before.jackpot.generation
    own_cents = event.meter_cents - event.value_cents if first else 0
    return _own("awarded_cents", own_cents, before, event, after, after.upkeep)


def _withdrawn(before: TableState, event: e.ClaimWithdrawn, after: TableState) -> Upkeep:
    """The value goes back unless other claims of it stand, and the book does not say which of it moved."""
    return _own("awarded_cents", None, before, event, after, after.upkeep)


def _finished(before: TableState, event: Event, after: TableState) -> Upkeep:
    """The end of a round moves nothing: what the meter moved since, others did."""
    return _session(after, others_cents=_delta(before, after))


def _of_corrections(
    before: TableState, event: e.MeterCorrected | e.IncrementMoved, after: TableState
) -> Upkeep:
    own_cents = event.after_cents - event.before_cents
    return _own("corrected_cents", own_cents, before, event, after, after.upkeep)


def _opening(before: TableState, event: Event, after: TableState) -> Upkeep:
    """A new session; what concerns the jackpot itself lasts."""
    return changed(
        after.upkeep, session=SessionFigures(), reconciled=False, certified="", miscounted=-1, chips_back=0
    )


def _opened(before: TableState, event: Event, after: TableState) -> Upkeep:
    before_it = refunds_owed(after)
    session = SessionFigures(start_cents=after.jackpot.meter_cents, chips_before=before_it)
    return changed(after.upkeep, session=session, chips_back=0)


def _round_over(before: TableState, event: e.RoundClosed, after: TableState) -> Upkeep:
    """What went back with a prize is sure: no seat of the round is settled again."""
    back = sum(jp1_back_cents(seat.settled or ()) > 0 for seat in before.seats)
    return changed(after.upkeep, chips_back=after.upkeep.chips_back + back) if back else after.upkeep


def _closing(before: TableState, event: Event, after: TableState) -> Upkeep:
    return changed(
        after.upkeep, reconciled=False, certified="", session=changed(after.upkeep.session, chips=-1)
    )


def _no_longer(before: TableState, event: Event, after: TableState) -> Upkeep:
    return changed(after.upkeep, reconciled=False, certified="")


WATCHED: Final[dict[type[Event], Callable[[TableState, Any, TableState], Upkeep]]] = {
    e.OpeningBegun: _opening,
    e.TableOpened: _opened,
    e.RoundClosed: _round_over,
    e.ClosingBegun: _closing,
    e.ClosingLeft: _no_longer,
    e.ContributionRecorded: _contributed,
    e.AwardRecorded: _awarded,
    e.ClaimRecorded: _claimed,
    e.ClaimWithdrawn: _withdrawn,
    e.MeterRead: _read,
    e.JackpotStopped: _read,
    e.FinishRecorded: _finished,
    e.RefundRecorded: _refunded,
    e.ActSetAside: _set_aside,
    e.MeterCorrected: _of_corrections,
    e.IncrementMoved: _of_corrections,
}
