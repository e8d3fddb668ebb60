"""Judge: what the jackpot book answers becomes events. An answer to nothing that was asked says nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.events import Events
from controller.game.inputs import Observation
from controller.game.jackpot.refused_for_good import act_set_aside
from controller.game.jackpot.unanswered_stakes import held_by_press, is_aside
from controller.game.machines.alarm_events import alarm, clear
from controller.game.machines.displays import NO_DISPLAY, display_missing
from controller.game.meter.acts import ASKED
from controller.game.meter.interruption import closed_for
from controller.game.meter.judge import UPKEEP_HEARD, act_refused, difference_found, not_read, stop_seen
from controller.game.meter.types import STOPPED
from controller.game.state import TableState

DIFFERS: Final = "book_differs"
FORGONE: Final = "forgone"
"""The book did not have these stakes when it was told that nobody plays for them."""


def _meter(state: TableState, seen: i.MeterObserved) -> Events:
    told = state.jackpot
    if not state.profile.jp1:
        return ()  # the felt has no such spot: its stakes never open
    otherwise = seen.book_seq == told.book_seq and seen.meter_cents != told.meter_cents
    if seen.book_seq < told.book_seq or (otherwise and told.generation):
        return _gone_back(state)
    news: Events = ()
    if seen.was:
        news = (e.BookMoved(seen.was, seen.book, seen.book_seq),)
    if (told.generation, told.meter_cents, told.book_seq) != (
        seen.generation,
        seen.meter_cents,
        seen.book_seq,
    ):
        news = (*news, e.MeterRead(seen.generation, seen.meter_cents, seen.book_seq))
    if (told.claims, told.won) != (seen.claims, seen.won):
        news = (*news, e.ClaimsRead(seen.claims, seen.won))
    stop = stop_seen(state, seen.stop)
    if stop:
        return (*news, *stop)
    if not told.open and told.closed_code in ("not_read", "link_lost"):
        if display_missing(state):
            return (*news, e.Jp1Closed(NO_DISPLAY), *clear(state, "A-206"))
        return (*news, e.Jp1Opened(), *clear(state, "A-206"))
    return news


def _gone_back(state: TableState) -> Events:
    """A book that ends before what was heard of it is never taken for the truth (rules, 7, point 10)."""
    if state.jackpot.closed_code == DIFFERS:
        return ()
    # The gravest cause: it takes the place of any other, and nobody who proposed to reopen has seen it.
    return (e.Jp1Closed(DIFFERS), *alarm(state, "A-102", 1, 0, DIFFERS))


def _contribution(state: TableState, seen: i.ContributionObserved) -> Events:
    """Stakes raise the meter, by no more than they are; a book that tells otherwise is not to be believed."""
    asked = state.money
    if not isinstance(asked, e.ContributionAsked) or (asked.round, asked.attempt) != (
        seen.round,
        seen.attempt,
    ):
        return ()
    recorded = (e.ContributionRecorded.of(seen), *_wait_over(state), *clear(state, "A-206"))
    if 0 <= seen.meter_cents - seen.meter_before_cents <= asked.stake_cents * len(asked.seats):
        return recorded
    return (*recorded, *closed_for(state, DIFFERS), *alarm(state, "A-102", 1, 0, DIFFERS))


def _wait_over(state: TableState) -> Events:
    """The book has answered the press for which the round was held; its alarm ends with the hold."""
    return (e.HoldEnded(""),) if held_by_press(state) else ()


def _claim(state: TableState, seen: i.ClaimObserved) -> Events:
    asked = state.money
    if not isinstance(asked, e.ClaimAsked) or (asked.round, asked.attempt) != (seen.round, seen.attempt):
        return ()
    return (e.ClaimRecorded.of(seen),)


def _award(state: TableState, seen: i.AwardObserved) -> Events:
    asked = state.money
    told = (seen.round, seen.attempt, seen.seat)
    if not isinstance(asked, e.AwardAsked) or (asked.round, asked.attempt, asked.seat) != told:
        return ()
    return (e.AwardRecorded.of(seen),)


def _claim_refused(state: TableState, seen: i.ClaimRefusedObserved) -> Events:
    asked = state.money
    if not isinstance(asked, e.AwardRefused) or (asked.round, asked.attempt) != (seen.round, seen.attempt):
        return ()
    return (e.ClaimWithdrawn.of(seen),)


def _refund(state: TableState, seen: i.RefundObserved) -> Events:
    asked = state.money
    told = (seen.round, seen.attempt, seen.seat)
    if not isinstance(asked, e.RefundAsked) or (asked.round, asked.attempt, asked.seat) != told:
        return ()
    return (e.RefundRecorded.of(seen),)


def _finish(state: TableState, seen: i.FinishObserved) -> Events:
    if not isinstance(state.money, e.FinishAsked) or state.money.round != seen.round:
        return ()
    return (e.FinishRecorded.of(seen),)


def _book_refused(state: TableState, seen: i.BookRefused) -> Events:
    """A refusal for good. A contribution is given back; any other act waits for two persons to accept it.

    At the start (RC-04) it is the book as a whole that is refused; an act outstanding stays so.
    """
    if not _is_asked(state, seen):
        return ()  # of an act that nobody waits for any more
    if state.money is None or seen.act == "start":
        told = state.jackpot
        closed = () if not told.open and told.closed_code == seen.code else (e.Jp1Closed(seen.code),)
        return (*difference_found(state, seen), *closed, *alarm(state, "A-102", 1, 0, seen.code))
    if isinstance(state.money, e.ContributionAsked):
        asked = state.money
        refused = e.ContributionRefused(asked.round, asked.attempt, seen.code)
        if is_aside(state, asked) and seen.code == FORGONE:
            return (refused,)
        # What waits for two persons already is not hidden by a stop, which ends for all tables at once.
        over = (*closed_for(state, seen.code), *_wait_over(state))
        return (refused, *over, *_contribution_alarm(state, seen.code))
    if isinstance(state.money, ASKED):
        return act_refused(state, seen)
    return act_set_aside(state, seen.code)


def _is_asked(state: TableState, seen: i.BookRefused) -> bool:
    """The refusal is of the act outstanding, as far as it names one."""
    asked = state.money
    if seen.round < 0:
        return True
    number = getattr(asked, "number", None)
    if number is not None:
        return (seen.round, seen.attempt) == (0, number)
    named = getattr(asked, "round", 0), getattr(asked, "attempt", 0), getattr(asked, "seat", 0)
    return named == (seen.round, seen.attempt, seen.seat)


def _contribution_alarm(state: TableState, code: str) -> Events:
    """More than seven stakes in a round is no round of this game (PM-13); of a stop everybody knows.

    Whatever else a book refuses for good, its line is not lost: two persons reopen.
    """
    if code == STOPPED:
        return ()
    return alarm(state, "A-107" if code == "unreasonable" else "A-111", 1, 0, code)


def _book_unreachable(state: TableState, seen: i.BookUnreachable) -> Events:
    given_up = not_read(state, seen)
    if seen.why == "generation_open" or not state.jackpot.open:
        return given_up
    return (*given_up, e.Jp1Closed("link_lost"), *alarm(state, "A-206", 2, 0, seen.why))


BOOK: Final[dict[type[Observation], Callable[[TableState, Any], Events]]] = {
    i.MeterObserved: _meter,
    i.ContributionObserved: _contribution,
    i.ClaimObserved: _claim,
    i.AwardObserved: _award,
    i.ClaimRefusedObserved: _claim_refused,
    i.RefundObserved: _refund,
    i.FinishObserved: _finish,
    **UPKEEP_HEARD,
    i.BookRefused: _book_refused,
    i.BookUnreachable: _book_unreachable,
}
