"""How the showdown, the settlement and the end of a round change the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game.betting.evolve_sensors import lit_by, round_counted
from controller.game.changes import changed, seats_with, stage, with_round, with_seat
from controller.game.events import Event
from controller.game.incidents.voiding import voids
from controller.game.jackpot.waiting_on_book import by_slip, prizes_due
from controller.game.payment.types import Verification
from controller.game.rectification.evolve import with_past
from controller.game.roles import dealer_here
from controller.game.settling.showdown import antes_first, settle_shown, supervised_kind
from controller.game.state import Phase, TableState
from controller.game.state_parts import RoundSummary, UndoStep

LAST_ROUNDS: Final = 10


def _showdown(state: TableState, event: e.ShowdownOpened, at_ms: int) -> TableState:
    # Where the Antes are paid before any hand is opened, the settlement is known when it begins.
    settlement = None if antes_first(state, event.qualified) else settle_shown(state)
    state = stage(state, "showdown", at_ms, Phase.SHOWDOWN, qualified=event.qualified, settlement=settlement)
    if event.supervised:
        kind, seats = supervised_kind(state)
        verification = Verification(kind, seats, at_ms, claimed=False)
        state = with_round(state, verification=_still_claimed(state, verification))
    return state


def _still_claimed(state: TableState, verification: Verification) -> Verification:
    """On the true cards the seat that had claimed wins too: the value that was frozen stays so."""
    before = state.playing.verification
    if before is not None:
        verification = replace(verification, stakes_refused=before.stakes_refused)
    if before is None or before.seats != verification.seats or isinstance(state.money, e.AwardRefused):
        return verification
    return replace(
        verification,
        claimed=before.claimed,
        claim_aside=before.claim_aside,
        generation=before.generation,
        value_cents=before.value_cents,
    )


def _settlement(state: TableState, event: e.SettlementOpened, at_ms: int) -> TableState:
    settlement = state.playing.settlement or settle_shown(state)
    return stage(state, "settlement", at_ms, Phase.SETTLING, settlement=settlement)


def _settled(state: TableState, event: e.SeatSettled, at_ms: int) -> TableState:
    # Seat after seat comes back, the last first, until the book is asked for a prize: `AwardAsked` empties
    # `undo`.
    played = state.playing
    played = changed(played, undo=(*played.undo, UndoStep("settled", event.seat)))
    seats = seats_with(state.seats, event.seat, settled=event.lines, settled_ms=at_ms)
    return changed(state, round=played, seats=seats)


def _settled_back(state: TableState, event: e.SettlementTakenBack, at_ms: int) -> TableState:
    before = state.seat(event.seat)
    paid = before.settled or () if event.paid else before.paid
    return with_seat(state, event.seat, settled=None, settled_ms=0, paid=paid)


def _contested(state: TableState, event: e.SeatContested, at_ms: int) -> TableState:
    return with_seat(with_round(state, undo=()), event.seat, contested=True)


def _closed(state: TableState, event: e.RoundClosed, at_ms: int) -> TableState:
    # What the book could not be asked for yet is asked for in its order: the prizes, then the end.
    due = (*state.due, *prizes_due(state))
    state = with_round(state, undo=())
    if state.playing.contributed:
        due = (*due, e.FinishAsked(event.round, event.attempt))
    summary = _summary(state, event.bank_cents, at_ms)
    last = (summary, *state.last_rounds)[:LAST_ROUNDS]
    record = with_past(state.record, state.playing, state.seats, event.dealer)
    return changed(
        round_counted(state, event.dealer), phase=Phase.CLEARING, last_rounds=last, due=due, record=record
    )


def _voided(state: TableState, event: e.RoundVoided, at_ms: int) -> TableState:
    """The deal is among the last rounds, and its stakes are to be refunded."""
    state = voids(state, event, at_ms)
    state = lit_by(state, dealer_here(state)) if event.jp1_carried else state
    last = (_summary(state, 0, at_ms), *state.last_rounds)[:LAST_ROUNDS]
    return changed(state, last_rounds=last)


def _summary(state: TableState, bank_cents: int, at_ms: int) -> RoundSummary:
    played = state.playing
    paid = sum(_paid(state, n) for n in state.players)
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
        dealer_here(state),
        bool(played.laid),
        tuple([n for n in state.jp1_seats if state.seat(n).manual]),
        played.flags,
    )


def _paid(state: TableState, number: int) -> int:
    """What the table has paid the seat; the cage pays by slips (rules, section 3)."""
    seat, played = state.seat(number), state.playing
    cents = sum([line.paid_cents for line in seat.settled or ()])
    if played.settlement is None or seat.settled is None:
        return cents
    return cents - by_slip(played.settlement.seat(number), played.verification, seat)


SETTLEMENT: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.ShowdownOpened: _showdown,
    e.AntesPaid: lambda state, event, at_ms: with_round(state, antes_paid_ms=at_ms),
    e.SettlementOpened: _settlement,
    e.SeatSettled: _settled,
    e.SettlementTakenBack: _settled_back,
    e.SeatContested: _contested,
    e.RoundClosed: _closed,
    e.RoundVoided: _voided,
}
