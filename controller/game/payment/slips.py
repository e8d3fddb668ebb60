"""Papers that are signed after the round: the slip of a jackpot by a cashier, and stakes found by nobody.

A slip is signed when the cashier comes; play does not wait for him, the closing sheet does (JW-15, RO-05).
Found or abandoned stakes are booked as orphelins by a chef de table (art. 41, modèle 11 bis; AC-12).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts, While
from controller.game.changes import changed
from controller.game.events import Event, Events
from controller.game.inputs import Intent
from controller.game.opening.sheets import BADGE_CASHIER
from controller.game.payment.types import Slip, Verification
from controller.game.refusals import BOOK_WAITING, NOT_NOW, Refusal
from controller.game.roles import (
    CASHIERS,
    CHEF,
    Right,
    dealer_here,
)
from controller.game.settling.showdown import claim_seat
from controller.game.state import Phase, TableState

ORPHAN_CENTS_MAX: Final = 100_000_000
"""More than lies on any felt: a figure keyed wrongly."""


def open_slips(state: TableState) -> tuple[Slip, ...]:
    """The slips that no cashier has signed yet, the oldest first."""
    return tuple(slip for slip in state.slips if not slip.signed_by)


def offered(state: TableState) -> list[Intent]:
    """A signature for every slip that waits for one."""
    return [i.SignSlip(slip.round, slip.payment.seat) for slip in open_slips(state)]


def _slip(state: TableState, round_: int, seat: int) -> Slip | None:
    asked = (slip for slip in open_slips(state) if (slip.round, slip.payment.seat) == (round_, seat))
    return next(asked, None)


# --- when it may be done --------------------------------------------------------------------------


def _sign_slip(state: TableState, intent: i.SignSlip) -> Refusal | None:
    """A slip is signed for the cents that the book has answered (JW-15)."""
    slip = _slip(state, intent.round, intent.seat)
    if slip is None:
        return NOT_NOW
    return BOOK_WAITING if slip.awaited_cents else None


def _book_orphan(state: TableState, intent: i.BookOrphan) -> Refusal | None:
    if state.phase in (Phase.CLOSED, Phase.OPENING):
        return NOT_NOW
    if not 0 < intent.cents <= ORPHAN_CENTS_MAX:
        return Refusal("orphan_amount", "AC-12", (("cents", intent.cents),))
    return None


# --- what comes of it -----------------------------------------------------------------------------


def _signed(state: TableState, intent: i.SignSlip) -> Events:
    slip = _slip(state, intent.round, intent.seat)
    assert slip is not None, "no such slip"
    assert state.badge is not None, "nobody signs"
    return (e.SlipSigned(slip.round, intent.seat, slip.payment.cents, slip.payment.slip, state.badge.person),)


def _booked(state: TableState, intent: i.BookOrphan) -> Events:
    assert state.badge is not None, "nobody books"
    return (e.OrphanBooked(state.badge.person, intent.cents, intent.place),)


def with_slips(state: TableState, told: Verification, persons: tuple[str, str]) -> TableState:
    """The payments of a release have slips that a cashier is to sign, another than who had a part in them."""
    won, number, dealer = claim_seat(state), state.playing.number, dealer_here(state)
    slips = tuple(
        Slip(number, payment, persons, told.value_cents if payment.seat == won else 0, dealer=dealer)
        for payment in told.payments
    )
    return changed(state, slips=(*state.slips, *slips))


def with_share(state: TableState, round_: int, seat: int, cents: int) -> TableState:
    """The book, or two persons in its stead, have said what the seat has won: its slip is for that."""
    return changed(
        state,
        slips=tuple(
            _for_share(slip, cents) if (slip.round, slip.payment.seat) == (round_, seat) else slip
            for slip in state.slips
        ),
    )


def _for_share(slip: Slip, cents: int) -> Slip:
    if not slip.awaited_cents:
        return slip
    due_cents = slip.payment.cents - slip.awaited_cents + cents
    return replace(slip, payment=replace(slip.payment, cents=due_cents), awaited_cents=0)


def _slip_signed(state: TableState, event: e.SlipSigned, at_ms: int) -> TableState:
    slips = tuple(
        replace(slip, signed_by=event.person)
        if (slip.round, slip.payment.seat) == (event.round, event.seat) and not slip.signed_by
        else slip
        for slip in state.slips
    )
    return changed(state, slips=slips)


def _orphan_booked(state: TableState, event: e.OrphanBooked, at_ms: int) -> TableState:
    return changed(state, sheet=replace(state.sheet, orphans_cents=state.sheet.orphans_cents + event.cents))


PAPER_EVOLUTIONS: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.SlipSigned: _slip_signed,
    e.OrphanBooked: _orphan_booked,
}


def _signing(state: TableState, intent: i.SignSlip) -> Right:
    """Who released a payment does not sign its slip, nor who dealt its round, whoever deals now (RO-05)."""
    slip = _slip(state, intent.round, intent.seat)
    others = (*slip.released_by, slip.dealer) if slip is not None else ()
    return replace(_SIGNING, other_than=lambda then: others)


_SIGNING: Final = Right(CASHIERS, "RO-05", BADGE_CASHIER)

ACTS: Final[Acts] = {
    i.SignSlip: Act(
        _sign_slip,
        _SIGNING,
        _signed,
        While.ALWAYS,
        _signing,
        in_any_view=True,
    ),
    i.BookOrphan: Act(_book_orphan, CHEF, _booked, While.PAUSED | While.CLOSING),
}
