"""A large payment waits for a chef: how much, to whom, and when he may confirm it (JW-21)."""

from __future__ import annotations

from functools import cache
from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts
from controller.game.events import Events
from controller.game.inputs import Intent
from controller.game.jackpot.waiting_on_book import PAID_FIRST, by_slip, paid_by_table, settled_lines
from controller.game.refusals import NOT_NOW, Refusal
from controller.game.roles import (
    CHEFS,
    Right,
    person_here,
)
from controller.game.settling.settle import EVEN
from controller.game.settling.showdown import antes_first
from controller.game.state import Phase, TableState, seats_to_settle


def payment_to_confirm(state: TableState, seat: int) -> int:
    """The cents that the table pays the seat where a chef is still to confirm them (JW-21), or 0.

    Whatever the bet; what the cage pays by a slip is not among them (rules, section 3). Once the seat is paid
    another amount, by its cards or by a ruling, that is to be confirmed too. An Ante paid first, before any
    hand is opened, is confirmed before that where it is so much by itself, and counts for its seat after.
    """
    played = state.playing
    if antes_first(state, played.qualified):
        cents = 0 if state.seat(seat).folded else EVEN.win_cents(state.seat(seat).ante_cents)
        return cents if _is_due(state, seat, cents) else 0
    if played.settlement is None:
        return 0
    result, player = played.settlement.seat(seat), state.seat(seat)
    lines, _ = settled_lines(result, played.verification, player, state.facts.jp1_stake_cents)
    left_cents = paid_by_table(lines, by_slip(result, played.verification, player))
    cents = left_cents + sum([line.paid_cents for line in lines if line.rule == PAID_FIRST])
    return cents if left_cents and _is_due(state, seat, cents) else 0


def _is_due(state: TableState, seat: int, cents: int) -> bool:
    confirmed = cents == state.playing.payments_confirmed.get(seat)
    return cents > state.facts.second_person_from_cents and not confirmed


def seat_to_confirm(state: TableState) -> int:
    """The seat whose payment a chef is to confirm now, in turn or with its Ante to be paid first; or 0."""
    if state.phase is Phase.SHOWDOWN and antes_first(state, state.playing.qualified):
        return next((n for n in reversed(state.players) if payment_to_confirm(state, n)), 0)
    waiting = seats_to_settle(state) if state.phase is Phase.SETTLING else ()
    return waiting[0] if waiting and payment_to_confirm(state, waiting[0]) else 0


def payment_waits(state: TableState, seat: int) -> Refusal:
    """The payment of this seat is not the dealer's alone."""
    facts = (("seat", seat), ("cents", payment_to_confirm(state, seat)))
    return Refusal("payment_to_confirm", "JW-21", facts)


def _confirm_payment(state: TableState, intent: i.ConfirmPayment) -> Refusal | None:
    return None if intent.seat and intent.seat == seat_to_confirm(state) else NOT_NOW


def _payment_confirmed(state: TableState, intent: i.ConfirmPayment) -> Events:
    return (e.PaymentConfirmed(person_here(state), intent.seat, payment_to_confirm(state, intent.seat)),)


def offered(state: TableState) -> tuple[Intent, ...]:
    """The chef's word for the payment of the seat whose turn it is."""
    if state.phase is Phase.SHOWDOWN:
        seat = seat_to_confirm(state)
        return (_CONFIRM(seat),) if seat else ()
    waiting = seats_to_settle(state) if state.phase is Phase.SETTLING else ()
    return (_CONFIRM(waiting[0]),) if waiting else ()


_CONFIRM: Final = cache(i.ConfirmPayment)


ACTS: Final[Acts] = {
    i.ConfirmPayment: Act(
        _confirm_payment, Right(CHEFS, "JW-21", Refusal("badge_chef", "JW-21")), _payment_confirmed
    ),
}
