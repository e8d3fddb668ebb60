"""The money acts of the jackpot: asked, answered by the book, recorded (architecture, section 5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game.changes import changed, with_seat
from controller.game.events import Event
from controller.game.incidents.evolve import stop_over
from controller.game.inputs import LinkedClaim, LinkedWin
from controller.game.jackpot.refused_for_good import with_refusal
from controller.game.jackpot.unanswered_stakes import (
    ASIDE_EVOLUTIONS,
    aside_added,
    aside_not_added,
    aside_refunded,
    is_aside,
)
from controller.game.meter.elsewhere import linked, refund_cents
from controller.game.payment.slips import with_share
from controller.game.round import Jp1, Round
from controller.game.state import Phase, TableState
from controller.game.state_parts import Jackpot


def _asked(state: TableState, event: Event, at_ms: int) -> TableState:
    """The act is outstanding, and no longer due."""
    due = state.due[1:] if state.due and state.due[0] == event else state.due
    return changed(state, money=event, due=due)


def _contribution_asked(state: TableState, event: e.ContributionAsked, at_ms: int) -> TableState:
    state = _asked(state, event, at_ms)
    played = changed(state.playing, collected=True, undo=())
    return changed(state, round=played, phase=Phase.COLLECTED)


def _award_asked(state: TableState, event: e.AwardAsked, at_ms: int) -> TableState:
    state, played = _asked(state, event, at_ms), state.round
    if played is None or (played.number, played.attempt) != (event.round, event.attempt):
        return state  # that round is over: its seats are others' now
    kinds = tuple(prize.kind for prize in event.awards if prize.kind != "jackpot")
    posted = (*state.seat(event.seat).posted, *kinds)
    return with_seat(changed(state, round=changed(state.playing, undo=())), event.seat, posted=posted)


def meter_as_told(
    state: TableState, at_ms: int, meter_cents: int, book_seq: int, generation: int = 0
) -> Jackpot:
    """The jackpot as the book now has it. An answer kept from before is not news; nor is a book that ends
    before what was heard of it, which closes JP1 (see `judged.book`)."""
    if book_seq < state.jackpot.book_seq:
        return state.jackpot
    return changed(
        state.jackpot,
        meter_cents=meter_cents,
        book_seq=book_seq,
        confirmed_ms=at_ms,
        generation=generation or state.jackpot.generation,
    )


def _contributed(state: TableState, event: e.ContributionRecorded, at_ms: int) -> TableState:
    jackpot = meter_as_told(state, at_ms, event.meter_cents, event.book_seq, event.generation)
    if is_aside(state, state.money):
        return aside_added(changed(state, money=None, jackpot=jackpot))
    seats = tuple(
        changed(seat, jp1=Jp1.REGISTERED, staked_attempt=event.attempt, unswept=seat.chip and not seat.manual)
        if seat.jp1 is Jp1.LATCHED
        else seat
        for seat in state.seats
    )
    played = changed(
        state.playing,
        contributed=True,
        generation=state.playing.generation or event.generation,
        contributed_seq=state.playing.contributed_seq or event.book_seq,
        meter_before_cents=event.meter_before_cents,
        meter_cents=event.meter_cents,
    )
    return changed(state, money=None, jackpot=jackpot, seats=seats, round=played)


def _contribution_refused(state: TableState, event: e.ContributionRefused, at_ms: int) -> TableState:
    if is_aside(state, state.money):
        return with_refusal(aside_not_added(changed(state, money=None)), state.money, event.code)
    seats = tuple(
        changed(seat, jp1=Jp1.GIVEN_BACK) if seat.jp1 is Jp1.LATCHED else seat for seat in state.seats
    )
    return with_refusal(changed(state, money=None, seats=seats), state.money, event.code)


def _meter_read(state: TableState, event: e.MeterRead, at_ms: int) -> TableState:
    return changed(
        state, jackpot=meter_as_told(state, at_ms, event.meter_cents, event.book_seq, event.generation)
    )


def _claims_read(state: TableState, event: e.ClaimsRead, at_ms: int) -> TableState:
    return changed(state, jackpot=changed(state.jackpot, claims=event.claims, won=event.won))


def _claimed(state: TableState, event: e.ClaimRecorded, at_ms: int) -> TableState:
    verification = state.playing.verification
    assert verification is not None
    verification = replace(
        verification, claimed=True, generation=event.generation, value_cents=event.value_cents
    )
    jackpot = meter_as_told(state, at_ms, event.meter_cents, event.book_seq, event.next_generation)
    mine = LinkedClaim(state.facts.table, event.generation, event.value_cents)
    jackpot = changed(jackpot, claims=(*_of_others(state), mine))
    return changed(
        state, money=None, jackpot=jackpot, round=changed(state.playing, verification=verification)
    )


def _awarded(state: TableState, event: e.AwardRecorded, at_ms: int) -> TableState:
    jackpot = meter_as_told(state, at_ms, event.meter_cents, event.book_seq)
    asked, verified = state.money, state.round.verification if state.round is not None else None
    if isinstance(asked, e.AwardAsked) and any(each.kind == "jackpot" for each in asked.awards):
        assert verified is not None, "a jackpot that nobody verified"
        won = LinkedWin(state.facts.table, verified.generation, event.cents, at_ms)
        jackpot = changed(jackpot, claims=_of_others(state), won=won)
        state = with_share(state, event.round, event.seat, event.cents)
    state = changed(state, money=None, jackpot=jackpot)
    if state.phase is not Phase.SHOWDOWN or state.playing.number != event.round:
        return state
    # Before the settlement only the jackpot itself is posted: its cents are the book's to say.
    seats = list(state.seats)
    seats[event.seat - 1] = changed(seats[event.seat - 1], award_cents=event.cents)
    return changed(state, seats=tuple(seats))


def _answered(state: TableState, event: Any, at_ms: int) -> TableState:
    jackpot = meter_as_told(state, at_ms, event.meter_cents, event.book_seq)
    return changed(state, money=None, jackpot=jackpot)


def _refunded(state: TableState, event: e.RefundRecorded, at_ms: int) -> TableState:
    aside = is_aside(state, state.money)  # sealed stakes are none that the round plays for
    answered = aside_refunded(_answered(state, event, at_ms), state.money, event.seat)
    played = state.round
    if aside or played is None or played.number != event.round:
        return answered
    meter_cents = _meter_of_round(state, played, event)
    return changed(answered, round=changed(played, meter_cents=meter_cents))


def _meter_of_round(state: TableState, played: Round, event: e.RefundRecorded) -> int:
    """What the round plays for without this stake: as the book says, where no other table moves the meter.

    A book that was put back says less than the public saw: then the share of the stake goes, and no more.
    """
    cents = refund_cents(state, event)
    news = event.book_seq > state.jackpot.book_seq and played.generation == state.jackpot.generation
    if news and not linked(state):
        return min(event.meter_cents, played.meter_cents)
    return played.meter_cents - (cents or 0)


def _withdrawn(state: TableState, event: e.ClaimWithdrawn, at_ms: int) -> TableState:
    jackpot = meter_as_told(state, at_ms, event.meter_cents, event.book_seq, event.generation)
    told = changed(state, money=None, jackpot=changed(jackpot, claims=_of_others(state)))
    played = told.round
    if played is None or played.number != event.round or _shared(told, played.generation):
        return told
    return changed(told, round=changed(played, generation=event.generation))


def _shared(state: TableState, generation: int) -> bool:
    """Another table claims or has won this generation: its value stays frozen, and no round leaves it."""
    claimed, won = [claim.generation for claim in _of_others(state)], state.jackpot.won
    return generation in claimed or (won is not None and won.generation >= generation)


def _of_others(state: TableState) -> tuple[LinkedClaim, ...]:
    return tuple(claim for claim in state.jackpot.claims if claim.table != state.facts.table)


def _jp1_closed(state: TableState, event: e.Jp1Closed, at_ms: int) -> TableState:
    return changed(state, jackpot=changed(state.jackpot, open=False, closed_code=event.code))


def _jp1_opened(state: TableState, event: e.Jp1Opened, at_ms: int) -> TableState:
    jackpot = changed(state.jackpot, open=True, closed_code="", confirmed_ms=at_ms)
    return changed(state, jackpot=jackpot, incidents=stop_over(state.incidents))


MONEY: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.ContributionAsked: _contribution_asked,
    e.ContributionRecorded: _contributed,
    e.ContributionRefused: _contribution_refused,
    e.MeterRead: _meter_read,
    e.ClaimsRead: _claims_read,
    e.BookMoved: lambda state, event, at_ms: state,
    e.Jp1Closed: _jp1_closed,
    e.Jp1Opened: _jp1_opened,
    e.ClaimAsked: _asked,
    e.ClaimRecorded: _claimed,
    e.AwardAsked: _award_asked,
    e.AwardRecorded: _awarded,
    e.ClaimWithdrawn: _withdrawn,
    e.RefundAsked: _asked,
    e.RefundRecorded: _refunded,
    e.FinishAsked: _asked,
    e.FinishRecorded: _answered,
    **ASIDE_EVOLUTIONS,
}
