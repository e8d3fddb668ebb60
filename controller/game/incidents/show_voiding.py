"""A void as views tell it: how it stands while it is armed, and the refunds, seat by seat."""

from __future__ import annotations

from typing import TypedDict

from controller.game.events import RefundedSpot
from controller.game.incidents.voiding import (
    ante_back_cents,
    armed,
    comite_confirms,
    declared_reason,
    refund_of,
    seats_to_refund,
    void_only,
    why_not_voided,
)
from controller.game.memo_by_identity import memoised
from controller.game.state import Phase, TableState


class VoidView(TypedDict):
    """How the void of a deal stands; empty texts and 0 while nobody has armed it."""

    possible: bool
    only: bool
    declared: str
    reason: str
    armed_by: str
    armed_ms: int
    comite: bool


class AnteLeftView(TypedDict, total=False):
    """What the seats that are left give back of paid Antes, in cents; an older table does not say it."""

    left_back_cents: int


class RefundView(AnteLeftView):
    """The refunds of a voided deal: how many seats are `left`, and what is handed to them; `carried` JP1
    stakes stay.
    """

    reason: str
    persons: list[str]
    at_ms: int
    seats: int
    left: int
    left_cents: int
    carried: int


class RefundedSpotView(TypedDict):
    """What goes back from one spot, in cents; a stake that is `carried` stays for the next deal."""

    spot: str
    cents: int
    carried: bool


class AnteBackView(TypedDict, total=False):
    """What a seat of a void deal gives back of a paid Ante, in cents; an older table does not say it."""

    ante_back_cents: int


class SeatRefundView(AnteBackView):
    """What goes back to a seat, in cents, what it gives back, and whether it is done."""

    refund: list[RefundedSpotView]
    refund_cents: int
    refunded: bool


def void(state: TableState) -> VoidView:
    """How the void of this deal stands: whether it may be armed, for which reason, who armed and confirms."""
    told, reason = armed(state), declared_reason(state)
    possible = why_not_voided(state) is None
    return {
        "possible": possible,
        "only": void_only(state),
        "declared": str(reason) if reason is not None else "",
        "reason": str(told.reason) if told is not None else "",
        "armed_by": told.armed_by if told is not None else "",
        "armed_ms": told.armed_ms if told is not None else 0,
        "comite": (possible or told is not None) and comite_confirms(state),
    }


def refund(state: TableState) -> RefundView | None:
    """The refunds of a voided deal, while they last: why, by whom, and what is still to go back."""
    if state.phase is not Phase.REFUNDING:
        return None
    told, waiting = state.playing.void, seats_to_refund(state)
    assert told is not None, "the deal is void"
    return {
        "reason": str(told.reason),
        "persons": list(dict.fromkeys(person for person in (told.armed_by, told.confirmed_by) if person)),
        "at_ms": told.at_ms,
        "seats": len(state.players),
        "left": len(waiting),
        "left_cents": sum(refund_cents(refund_of(state, n)) for n in waiting),
        "left_back_cents": sum(ante_back_cents(state, n) for n in waiting),
        "carried": len(told.jp1_carried),
    }


@memoised
def seat_refund(lines: tuple[RefundedSpot, ...], ante_cents: int, refunded: bool) -> SeatRefundView:
    """What goes back to the seat of a voided deal, spot by spot, and the paid Ante that it gives back."""
    said: list[RefundedSpotView] = [
        {"spot": str(line.spot), "cents": line.cents, "carried": line.carried} for line in lines
    ]
    return {
        "refund": said,
        "refund_cents": refund_cents(lines),
        "ante_back_cents": ante_cents,
        "refunded": refunded,
    }


def refund_cents(lines: tuple[RefundedSpot, ...]) -> int:
    """What the dealer puts back into the player's hand: a carried stake stays where it is."""
    return sum(line.cents for line in lines if not line.carried)
