"""What moved the meter without an act of this table, and how much of a move was the act's own (AC-07, AC-08).

A table alone explains every move of its meter. Where the jackpot is linked the others move it between two of
this table's readings, and beside its own acts: how much an act moved is told from its answer, and where the
answer leaves that open nobody guesses. Amounts are whole cents.
"""

from __future__ import annotations

from controller.game import events as e
from controller.game.meter.types import Elsewhere, MovedElsewhere
from controller.game.state import Phase, TableState


def linked(state: TableState) -> bool:
    """Other tables move the meter of this one."""
    cash = state.facts.cash
    return cash is not None and cash.linked


def unasked_cents(state: TableState, event: e.MeterRead | e.JackpotStopped | e.ContributionRecorded) -> int:
    """What the meter moved in this session before this answer, and by no act of this table that it knew of.

    `state` is the one before it. A stop itself moves nothing.
    """
    if state.phase in (Phase.CLOSED, Phase.OPENING):
        return 0
    told = state.jackpot
    if isinstance(event, e.ContributionRecorded):
        if event.book_seq < told.book_seq:
            # The meter was read since the book took the stakes, and they were no act that this table knew of.
            return event.meter_before_cents - event.meter_cents
        return event.meter_before_cents - told.meter_cents
    return event.meter_cents - told.meter_cents if event.book_seq > told.book_seq else 0


def meanwhile(state: TableState, generation: int) -> Elsewhere:
    """How others moved the meter since it was told last: a jackpot won there began a new cycle, or not.

    While an act of this table has no answer that moves the meter by nobody knows how much, it may be in it.
    """
    if not state.jackpot.generation:
        return Elsewhere.FIRST_READ
    risen = generation > state.jackpot.generation
    if in_the_open(state) and (risen or not isinstance(state.money, e.ClaimAsked)):
        return Elsewhere.UNDIVIDED
    return Elsewhere.NEW_CYCLE if risen else Elsewhere.SAME_CYCLE


def in_the_open(state: TableState) -> bool:
    """The act that the book owes an answer moves the meter by what only that answer may tell."""
    match state.money:
        case e.ClaimAsked() | e.AwardRefused():
            return True
        case e.AwardAsked():
            terms = state.facts.jp1_terms
            fixed = any(prize.cents for prize in state.money.awards)
            return fixed and terms is not None and terms.fixed_prizes_paid_from == "meter"
        case e.RefundAsked():
            return refund_cents(state, state.money) is None
    return False


def with_line(lines: tuple[MovedElsewhere, ...], kind: Elsewhere, cents: int) -> tuple[MovedElsewhere, ...]:
    """The lines with so much more under this kind, one line a kind, in the order of the kinds."""
    sums = {one.kind: one.cents for one in lines}
    if cents:
        sums[kind] = sums.get(kind, 0) + cents
    return tuple(MovedElsewhere(each, sums[each]) for each in Elsewhere if each in sums)


def prize_cents(state: TableState, event: e.AwardRecorded, fixed_cents: int) -> int | None:
    """What the meter gave of these fixed prizes, by where their award left it; None where that is open.

    It gives the part above the start amount: all of them where it still stands above, nothing where it stands
    below, and where it stands at the start amount itself, as much as there was.
    """
    terms = state.facts.jp1_terms
    if not fixed_cents or terms is None or terms.fixed_prizes_paid_from != "meter":
        return 0
    if event.meter_cents == terms.start_cents:
        return None
    return fixed_cents if event.meter_cents > terms.start_cents else 0


def refund_cents(state: TableState, event: e.RefundAsked | e.RefundRecorded) -> int | None:
    """What the meter gave back of one stake: its share, or None where the book may have moved it since.

    A stake that found the meter at its limit went elsewhere in part, and what the reserve had of it is in the
    meter once another cycle has begun.
    """
    played, terms = state.round, state.facts.jp1_terms
    of_this = played is not None and played.number == event.round
    if played is not None and of_this and played.generation not in (0, state.jackpot.generation):
        return None
    limit_cents = terms.limit_cents if terms is not None else None
    if limit_cents is not None and (played is None or not of_this or played.meter_cents >= limit_cents):
        return None
    return state.facts.jp1_stake_cents * state.facts.jp1_meter_share // 1_000_000
