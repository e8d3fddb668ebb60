"""What console and pit show of a JP1 press that nobody answers, and of its chips under seal."""

from __future__ import annotations

from typing import TypedDict

from controller.game.jackpot.unanswered_stakes import OPEN, press_unanswered
from controller.game.memo_by_identity import memoised
from controller.game.state import TableState
from controller.game.state_parts import Aside


class UnansweredView(TypedDict):
    """A JP1 press that the book does not answer: its chips, and what they are worth."""

    seats: list[int]
    chips: int
    cents: int
    since_ms: int


class SealedView(TypedDict):
    """The chips under seal: of which round, who sealed them, and what became of their stakes."""

    round: int
    seats: list[int]
    chips: int
    cents: int
    person: str
    since_ms: int
    answer: str


def unanswered(state: TableState) -> UnansweredView | None:
    """The press of this round that the book does not answer, or None."""
    asked = press_unanswered(state)
    if asked is None:
        return None
    chips = len(asked.seats)
    return {
        "seats": list(asked.seats),
        "chips": chips,
        "cents": chips * asked.stake_cents,
        "since_ms": state.phase_ms,
    }


def aside(state: TableState) -> SealedView | None:
    """The sealed chips and what became of their stakes (`open`, `added`, `not_added`), or None."""
    return _aside(state.aside) if state.aside is not None else None


@memoised
def _aside(lies: Aside) -> SealedView:
    return {
        "round": lies.round,
        "seats": list(lies.seats),
        "chips": len(lies.seats),
        "cents": len(lies.seats) * lies.stake_cents,
        "person": lies.person,
        "since_ms": lies.since_ms,
        "answer": lies.answer if lies.answered else OPEN,
    }
