"""What the jackpot book did for the table: the fields of its answers, as they are observed and journalled."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.shared_fields import SharedFields


@dataclass(frozen=True, slots=True)
class BookedContribution(SharedFields):
    """The stakes of a deal are in the book: from which meter to which, in which generation."""

    round: int
    attempt: int
    generation: int
    meter_before_cents: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class BookedClaim(SharedFields):
    """The value of a generation is frozen for a claim, and the next is open at `meter_cents`."""

    round: int
    attempt: int
    generation: int
    value_cents: int
    next_generation: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class BookedAward(SharedFields):
    """The prizes of one seat are posted, `cents` in all."""

    round: int
    attempt: int
    seat: int
    cents: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class WithdrawnClaim(SharedFields):
    """The frozen value of a claim is back in the meter."""

    round: int
    attempt: int
    generation: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class BookedRefund(SharedFields):
    """The JP1 stake of one seat is returned."""

    round: int
    attempt: int
    seat: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class BookedEnd(SharedFields):
    """The round is over."""

    round: int
    meter_cents: int
    book_seq: int
