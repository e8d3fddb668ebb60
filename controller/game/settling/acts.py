"""The showdown is paid seat by seat, and the next round opens."""

from __future__ import annotations

from functools import cache
from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts
from controller.game.betting.sensing import heard
from controller.game.dealing.acts import turned_face_up as _turned_up
from controller.game.dealing.by_hand import contested_waits, hands_waited
from controller.game.dealing.exchanged_cards import ruling_waits
from controller.game.events import Events
from controller.game.incidents.voiding import void_is_over
from controller.game.inputs import Intent
from controller.game.jackpot.waiting_on_book import book_holds, settled_lines
from controller.game.machines.host import clock_refusal, journal_refusal
from controller.game.opening.acts import table_blocked
from controller.game.payment.large_payments import payment_waits, seat_to_confirm
from controller.game.rectification.acts import due, open_here, waits
from controller.game.refusals import ART_JP1, BOOK_WAITING, NOT_NOW, Refusal
from controller.game.roles import (
    CHEF,
    DEALING,
    Right,
)
from controller.game.settling.showdown import alive_seats, antes_first, antes_to_pay, holes, known_hands
from controller.game.state import Phase, TableState, seats_to_settle


def _pay_antes(state: TableState, intent: i.PayAntes) -> Refusal | None:
    if state.phase is not Phase.SHOWDOWN or not antes_first(state, state.playing.qualified):
        return NOT_NOW
    seat = seat_to_confirm(state)
    return payment_waits(state, seat) if seat else None


def _open_settlement(state: TableState, intent: i.OpenSettlement) -> Refusal | None:
    if state.phase is not Phase.SHOWDOWN:
        return NOT_NOW
    if antes_first(state, state.playing.qualified):
        return Refusal("antes_first")
    verification = state.playing.verification
    if verification is not None and not verification.over:
        return Refusal("verification", ART_JP1)
    return hands_waited(state) or (BOOK_WAITING if book_holds(state) else None)


def _settle_seat(state: TableState, intent: i.SettleSeat) -> Refusal | None:
    if state.phase is not Phase.SETTLING:
        return NOT_NOW
    waiting = seats_to_settle(state)
    if not waiting or intent.seat != waiting[0]:
        return Refusal(
            "seat_not_in_turn", "RP-11", (("seat", intent.seat), ("turn", waiting[0] if waiting else 0))
        )
    refusal = waits(state) if open_here(state) else ruling_waits(state, intent.seat)
    if refusal is not None:
        return refusal
    if seat_to_confirm(state) == intent.seat:
        return payment_waits(state, intent.seat)
    return contested_waits(state, intent.seat)


def _settling(state: TableState, intent: i.SettleSeat) -> Right:
    """A contested seat is settled with the chef, who answers for the payments (art. 55-20; RO-02).

    What becomes of a seat whose cards were exchanged two persons have said already.
    """
    seat = state.seat(intent.seat) if intent.seat in state.places else None
    return CHEF if seat is not None and seat.contested and seat.exchange is None else DEALING


def _contest_seat(state: TableState, intent: i.ContestSeat) -> Refusal | None:
    if state.phase is not Phase.SETTLING:
        return NOT_NOW
    waiting = seats_to_settle(state)
    if not waiting or intent.seat != waiting[0] or state.seat(intent.seat).contested:
        return NOT_NOW
    return None


def _next_round(state: TableState, intent: i.NextRound) -> Refusal | None:
    if state.phase is not Phase.CLEARING:
        # After a void it opens by itself, but at a blocked table: there its key says why.
        return (table_blocked(state) if void_is_over(state) else None) or NOT_NOW
    unready = table_blocked(state) or clock_refusal(state) or journal_refusal(state) or due(state)
    if unready is not None:
        return unready
    if state.sheet.deals_left == 0:
        return Refusal("last_deal_played", "RP-23")
    late = [n for n in state.places if state.seat(n).chip_refused == "after_lock" and heard(state, n)]
    return Refusal("late_chip", "BC-07", (("seat", late[0]),)) if late else None


def _antes_paid(state: TableState, intent: i.PayAntes) -> Events:
    """The Antes; then the hands that are still to be seen are opened."""
    return (
        e.AntesPaid(antes_to_pay(state)),
        *_turned_up(state, holes(known_hands(state, alive_seats(state)))),
    )


def _seat_settled(state: TableState, intent: i.SettleSeat) -> Events:
    """The seat's lines; its JP1 prizes are posted by `consequences`, once the book has answered."""
    played = state.playing
    assert played.settlement is not None, "no showdown yet"
    result, seat = played.settlement.seat(intent.seat), state.seat(intent.seat)
    lines, _ = settled_lines(result, played.verification, seat, state.facts.jp1_stake_cents)
    return (e.SeatSettled(intent.seat, lines),)


def _round_opened(state: TableState, intent: i.NextRound) -> Events:
    return (e.RoundOpened(state.next_round, 1),)


def offered(state: TableState) -> tuple[Intent, ...]:
    """The settlement opened, its next seat, and the next round."""
    if state.phase is Phase.SETTLING:
        waiting = seats_to_settle(state)
        return _of_seat(waiting[0]) if waiting else ()
    return _BY_PHASE.get(state.phase, ())


@cache
def _of_seat(seat: int) -> tuple[Intent, ...]:
    return (i.SettleSeat(seat), i.ContestSeat(seat))


_BY_PHASE: Final[dict[Phase, tuple[Intent, ...]]] = {
    Phase.SHOWDOWN: (i.PayAntes(), i.OpenSettlement()),
    Phase.CLEARING: (i.NextRound(),),
}


ACTS: Final[Acts] = {
    i.PayAntes: Act(_pay_antes, DEALING, _antes_paid),
    i.OpenSettlement: Act(_open_settlement, DEALING, lambda state, intent: (e.SettlementOpened(),)),
    i.SettleSeat: Act(_settle_seat, DEALING, _seat_settled, right_of_this=_settling),
    i.ContestSeat: Act(_contest_seat, DEALING, lambda state, intent: (e.SeatContested(intent.seat),)),
    i.NextRound: Act(_next_round, DEALING, _round_opened),
}
