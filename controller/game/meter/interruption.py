"""A failure stops JP1: when that is an incident for the authority (PM-15; art. 56-3-2, last §, by analogy).

The article lets the base game go on without the jackpot after a technical failure and wants the authority to
know of it. So a stop is reported once: at once where only two persons can end it; else when the base game
did go on without JP1 for its cause, that is when a deal begins in which nobody could stake, or when a press
got no answer and its chips were sealed. A link away for some seconds that no deal met is no incident. The
journal, the pit and the plot of availability have every blip all the same.
"""

from __future__ import annotations

from typing import Final

from controller.game import events as e
from controller.game.events import Events
from controller.game.meter.types import BY_ITSELF, STOPPED
from controller.game.refusals import ART_JP1, Refusal
from controller.game.state import Phase, TableState

NO_STOP: Final = frozenset({"", "not_read", "stopped"})
"""Why JP1 is closed without a failure: the book is being read, or persons have stopped the jackpot."""


def interruption_follows(state: TableState) -> Events:
    """The incident of a failure that has closed JP1, once for each stop; nothing while it touched no deal."""
    told = state.jackpot
    if told.open or told.closed_code in NO_STOP or not state.profile.jp1:
        return ()
    if closed_for_good(state) and state.upkeep.stop is None:
        return (interruption(state, told.closed_code, ""),)
    if state.incidents.stop or not _went_on_without(state):
        return ()
    return (interruption(state, told.closed_code, ""),)


def _went_on_without(state: TableState) -> bool:
    """A deal begins in which nobody could stake on JP1, or one was void for want of an answer."""
    if state.phase is Phase.DEALING:
        return state.playing.drawn <= 1 and not state.playing.contributed
    voided = state.phase is Phase.REFUNDING or state.phase is Phase.BETTING
    return voided and state.aside is not None and not state.aside.answer


def interruption(state: TableState, cause: str, person: str) -> e.JackpotInterrupted:
    """The incident as the authority reads it. One that has been reported goes on under its number."""
    played, told = state.round, state.jackpot
    return e.JackpotInterrupted(
        incident=state.incidents.stop or state.incidents.told + 1,
        cause=cause,
        person=person,
        round=played.number if played is not None else 0,
        attempt=played.attempt if played is not None else 0,
        generation=told.generation,
        meter_cents=told.meter_cents,
        book_seq=told.book_seq,
        confirmed_ms=told.confirmed_ms,
    )


def closed_for_good(state: TableState) -> bool:
    """JP1 takes no stakes until two persons reopen it."""
    return not state.jackpot.open and state.jackpot.closed_code not in BY_ITSELF


def closed_for(state: TableState, code: str) -> Events:
    """JP1 closed for a cause that waits for the two persons of this table, unless another such cause stands.

    It takes the place of a stop on purpose, which ends for all tables at once.
    """
    stands = closed_for_good(state) and state.jackpot.closed_code != STOPPED
    return () if stands else (e.Jp1Closed(code),)


def why_jp1_closed(state: TableState, article: str = ART_JP1) -> Refusal | None:
    """Why nothing may be staked on JP1 now, with what closed it; None while it is open."""
    if state.jackpot.open:
        return None
    return Refusal("jp1_closed", article, (("cause", state.jackpot.closed_code),))
