"""Judge: what the book answers to people's acts on the meter, and what it says of stops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.events import Events
from controller.game.inputs import Observation
from controller.game.machines.alarm_events import alarm, clear
from controller.game.meter.acts import ASKED, increment_cents
from controller.game.meter.causes import alone, unexplained_cents, unseen_cause
from controller.game.meter.elsewhere import unasked_cents
from controller.game.meter.interruption import closed_for, closed_for_good
from controller.game.meter.types import CONFLICT, MOVES, RESIDUAL, STOPPED
from controller.game.money import MICRO
from controller.game.state import TableState

ENDED_BY_REOPENING: Final = ("A-102", "A-107", "A-110", "A-111", "A-206")


def stop_seen(state: TableState, stop: str) -> Events:
    """The book says that the jackpot is stopped, or runs again; another table may have done it."""
    told = state.jackpot
    stopped = not told.open and told.closed_code == STOPPED
    if stop and not closed_for_good(state):
        return (e.StopSeen(stop), *clear(state, "A-206"))
    return (e.StopEndSeen(),) if stopped and not stop else ()


def _corrected(state: TableState, seen: i.CorrectionObserved) -> Events:
    asked = state.money
    if not isinstance(asked, e.MeterCorrectionAsked) or asked.number != seen.number:
        return ()
    kind = e.IncrementMoved if asked.reason in MOVES else e.MeterCorrected
    return (
        kind(
            asked.number,
            asked.persons,
            asked.reason,
            asked.cents,
            seen.before_cents,
            seen.after_cents,
            seen.book_seq,
        ),
    )


def _stopped(state: TableState, seen: i.StopObserved) -> Events:
    asked = state.money
    if not isinstance(asked, e.JackpotStopAsked) or asked.number != seen.number:
        return ()
    return (
        e.JackpotStopped(
            asked.number,
            asked.persons,
            asked.fate,
            seen.meter_cents,
            increment_cents(state),
            state.facts.stop_notice_h,
            seen.book_seq,
        ),
    )


def _first_told(state: TableState, seen: i.ReopeningObserved) -> e.MeterRead | None:
    """The reading that this answer is the first to tell, of a table alone: no two persons have seen it.

    Where the book differed they accepted it as it stands, and a linked meter is moved by others.
    """
    read = e.MeterRead(seen.generation, seen.meter_cents, seen.book_seq)
    return read if seen.agrees and alone(state) and unasked_cents(state, read) else None


def _reopened(state: TableState, seen: i.ReopeningObserved) -> Events:
    """The book has done what two persons accepted; what came after they had signed keeps JP1 closed."""
    asked = state.money
    if not isinstance(asked, e.ReopeningAsked) or asked.number != seen.number:
        return ()
    approved = state.upkeep.seen
    gap = state.upkeep.gap
    read = _first_told(state, seen)
    cause = unseen_cause(state, approved, unasked_cents(state, read) if read is not None else 0)
    reopened = e.JackpotReopened(
        asked.number,
        asked.persons,
        asked.cause,
        seen.generation,
        seen.meter_cents,
        seen.book_seq,
        None if seen.agrees else state.upkeep.difference,
        state.upkeep.aside,
        seen.ended,
        approved.gap if cause and gap != approved.gap else gap,
    )
    told = (reopened,) if read is None else (read, reopened)
    if cause:
        return (*told, e.Jp1Closed(cause))
    ended = [event for code in ENDED_BY_REOPENING for event in clear(state, code)]
    return (*told, e.Jp1Opened(), *ended)


def _reconciled(state: TableState, seen: i.ReconciliationObserved) -> Events:
    """Each difference apart; any that is not 0 closes JP1 until two persons reopen it (AC-08)."""
    asked, figures = state.money, seen.figures
    if not isinstance(asked, e.ReconciliationAsked) or asked.number != seen.number:
        return ()
    news = figures.book_seq >= state.jackpot.book_seq
    display_cents = state.jackpot.meter_cents
    moved_cents = figures.meter_micro // MICRO - display_cents if news and alone(state) else 0
    unexplained = unexplained_cents(state) + moved_cents
    recorded = e.ReconciliationRecorded(
        asked.number,
        asked.occasion,
        asked.person,
        figures,
        state.upkeep.session,
        display_cents,
        unexplained,
    )
    if not figures.residual_micro and not unexplained:
        return (recorded,)
    return (recorded, *closed_for(state, RESIDUAL), *alarm(state, "A-102", 1, 0, RESIDUAL))


def act_refused(state: TableState, seen: i.BookRefused) -> Events:
    """The book will not do what two persons asked; a conflict, or a difference, keeps JP1 closed."""
    asked = state.money
    assert isinstance(asked, ASKED)
    refused: Events = (e.MeterActRefused(asked.number, seen.code), *difference_found(state, seen))
    if seen.code != CONFLICT and seen.difference is None:
        return refused
    return (*refused, *closed_for(state, seen.code), *alarm(state, "A-102", 1, 0, seen.code))


def difference_found(state: TableState, seen: i.BookRefused) -> Events:
    """What journals and book tell is shown, once."""
    new = seen.difference is not None and seen.difference != state.upkeep.difference
    return (e.DifferenceFound(seen.difference),) if new and seen.difference is not None else ()


def _gap_seen(state: TableState, seen: i.DataGapObserved) -> Events:
    """JP1 stays closed over data put back, until two persons accept them; a felt without it is only told."""
    if seen.gap == state.upkeep.gap:
        return ()
    found = (e.DataGapFound(seen.gap),)
    if not state.profile.jp1:
        return found
    return (*found, *closed_for(state, seen.gap.code), *alarm(state, "A-110", 1, 0, seen.gap.code))


def not_read(state: TableState, seen: i.BookUnreachable) -> Events:
    """A reading that cannot be had is none: the closing goes on, and says so."""
    asked = state.money
    if not isinstance(asked, e.ReconciliationAsked):
        return ()
    return (e.ReconciliationFailed(asked.number, seen.why),)


UPKEEP_HEARD: Final[dict[type[Observation], Callable[[TableState, Any], Events]]] = {
    i.CorrectionObserved: _corrected,
    i.StopObserved: _stopped,
    i.ReopeningObserved: _reopened,
    i.DataGapObserved: _gap_seen,
    i.ReconciliationObserved: _reconciled,
}
