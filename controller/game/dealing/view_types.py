"""The maps in which views tell the felt: cards, seats, and what each is paid or given back, in cents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypedDict

from controller.game.felt import Spot
from controller.game.incidents.show_voiding import AnteBackView, RefundedSpotView
from controller.game.settling.settle import Result
from controller.game.settling.showdown import HandView


class DealerHandView(TypedDict):
    """The dealer's two cards; the hand and whether it qualifies once they are turned up."""

    cards: list[str]
    hand: HandView | None
    qualified: bool | None


class BoardView(TypedDict):
    """The five community cards, and which of them count in the hand of the seat in turn."""

    cards: list[str]
    used: list[bool] | None


class SettledSpotView(TypedDict):
    """What a spot gets: its stake, what of it goes back or to the bank, and what the bank adds, in cents."""

    spot: str
    stake_cents: int
    returned_cents: int
    taken_cents: int
    paid_cents: int
    rule: str
    odds: str


class RulingView(TypedDict):
    """What two persons decide of a seat whose cards were exchanged; empty texts while they have not."""

    proposed: str
    by: str
    ruling: str


EnteredView = TypedDict("EnteredView", {"outcome": str, "class": str})
"""What the dealer told of a hand that no shoe has read."""


class Jp1BackView(TypedDict, total=False):
    """The collected JP1 stake that goes back with its prize, in cents; below zero it is taken once more.

    An older table does not say it.
    """

    jp1_back_cents: int


class SeatSettledView(Jp1BackView):
    """What the settlement says of a seat, and what of it has still to move, in cents."""

    result: Result
    hand: HandView | None
    used: list[bool] | None
    lines: list[SettledSpotView]
    pay_cents: int
    already_cents: int
    slip_cents: int
    slip: str
    paid_first_cents: int
    take_cents: int
    awards: list[list[str | int]]


class SeatAwardsView(TypedDict, total=False):
    """The JP1 prizes of a seat, `[kind, cents]`; there once the round is settled."""

    awards: list[list[str | int]]


class SeatView(SeatAwardsView, Jp1BackView, AnteBackView):
    """A seat: its stakes and bets, its JP1 lamp, its cards, and what is paid, taken or refunded.

    Amounts in cents; `stakes` and `before` hold staked spots only; `multiple` counts Antes on Play;
    `settled_ms` is the table's time, 0 before.
    """

    seat: int
    seated: bool
    ante_cents: int
    stakes: Mapping[Spot, int]
    doubled: bool
    before: Mapping[Spot, int]
    hollow: bool
    bets: list[list[str | int]]
    play_cents: int
    multiple: int
    total_cents: int
    chip: bool
    chip_waits: bool
    chip_refused: str
    by_hand: bool
    doubt: str
    proof: int
    proven: bool
    manual: bool
    marks: list[list[str]]
    jp1: str
    folded: bool
    decided_street: int
    by_clock: bool
    contested: bool
    settled_ms: int
    cards: list[str]
    entered: EnteredView | None
    hand: HandView | None
    used: list[bool] | None
    result: Result | Literal[""]
    lines: list[SettledSpotView]
    pay_cents: int
    already_cents: int
    slip_cents: int
    slip: str
    ruling: RulingView | None
    paid_first_cents: int
    take_cents: int
    refund: list[RefundedSpotView]
    refund_cents: int
    refunded: bool
