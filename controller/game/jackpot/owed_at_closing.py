"""A table closes while its book still owes it answers: they are written down, and asked for again later.

A link that stays away at four in the morning keeps no table open. Two persons, one of the comité, sign what
the book owes; the acts stay outstanding in the journal, under the keys they were asked with, so the next
opening goes on with the same journal and each is answered once (LK-02, LK-04, LK-07). What is at stake in a
round is not left like this: collected stakes and a jackpot under verification hold their round, and a round
under way closes no table (JW-05, JW-09; art. 55-20, 2°).
"""

from __future__ import annotations

from typing import Final

from controller.game import events as e
from controller.game.events import Events
from controller.game.inputs import SheetLine
from controller.game.jackpot.unanswered_stakes import is_aside
from controller.game.meter.types import OwedAct
from controller.game.opening.cash import SIGNATURES
from controller.game.refusals import BADGE_CHEF, BOOK_WAITING, NOT_NOW, Refusal
from controller.game.roles import CHEFS, COMITE, Right
from controller.game.state import TableState

BADGE_OWED: Final = Refusal("badge_comite", "LK-04")
_OF_PERSONS: Final = {
    e.MeterCorrectionAsked: "correction",
    e.JackpotStopAsked: "stop",
    e.ReopeningAsked: "reopening",
}


def owed_acts(state: TableState) -> tuple[OwedAct, ...]:
    """Every act that the book has not answered, in the order in which it is asked."""
    return tuple([owed_act(state, one) for one in _outstanding(state) if _may_wait(state, one)])


def _outstanding(state: TableState) -> tuple[e.Event, ...]:
    return (state.money, *state.due) if state.money is not None else state.due


def owed_act(state: TableState, asked: e.Event) -> OwedAct:
    """What was asked of the book, by its name."""
    match asked:
        case e.ContributionAsked():
            cents = asked.stake_cents * len(asked.seats)
            return OwedAct("contribution", asked.round, asked.attempt, 0, cents)
        case e.RefundAsked():
            return OwedAct("refund", asked.round, asked.attempt, asked.seat, state.facts.jp1_stake_cents)
        case e.AwardAsked():
            cents = sum(prize.cents for prize in asked.awards)
            return OwedAct("award", asked.round, asked.attempt, asked.seat, cents)
        case e.FinishAsked():
            return OwedAct("finish", asked.round, asked.attempt, 0, 0)
        case e.MeterCorrectionAsked():
            return OwedAct("correction", 0, asked.number, 0, asked.cents)
        case e.JackpotStopAsked() | e.ReopeningAsked():
            return OwedAct(_OF_PERSONS[type(asked)], 0, asked.number, 0, 0)
    raise AssertionError(f"{type(asked).__name__} is never left owed")


def still_owing(state: TableState) -> bool:
    """The journal of a closed table is gone on with: the book owes an answer, sealed chips wait for it, or
    two persons have still to accept what it will never do."""
    waiting = state.money is not None or bool(state.due) or state.aside is not None
    return waiting or bool(state.upkeep.aside)


def refunds_owed(state: TableState) -> int:
    """How many JP1 chips are their players' again whose stakes the book has not given back yet."""
    return sum(isinstance(asked, e.RefundAsked) for asked in _outstanding(state))


def why_not_left_owed(state: TableState) -> Refusal | None:
    """Why what the book owes cannot be left to the next opening, or None.

    While JP1 is open its answer is a matter of moments; and only a closing sheet has a place for signatures.
    """
    asked = _outstanding(state)
    if not asked:
        return None
    if state.facts.cash is None or state.jackpot.open or not all(_may_wait(state, one) for one in asked):
        return BOOK_WAITING
    return None


def _may_wait(state: TableState, asked: e.Event) -> bool:
    if isinstance(asked, e.AwardAsked):
        return all(prize.kind != "jackpot" for prize in asked.awards)
    if isinstance(asked, e.ContributionAsked):
        return is_aside(state, asked)
    return isinstance(asked, (e.RefundAsked, e.FinishAsked, *_OF_PERSONS))


def owed_signers(state: TableState) -> tuple[str, ...]:
    """Who has signed what is owed now. An answer that came since voids no signature, a new act does."""
    if not set(owed_acts(state)) <= set(state.sheet.owed):
        return ()
    return tuple(person for person, _ in state.sheet.owed_signed)


def owed_line(state: TableState) -> tuple[tuple[str, bool], ...]:
    """The line of the closing sheet for it, where the book owes anything."""
    return ((SheetLine.BOOK_OWED.value, owed_written(state)),) if owed_acts(state) else ()


def owed_written(state: TableState) -> bool:
    """Two persons have signed all that is owed."""
    return len(owed_signers(state)) == SIGNATURES


def why_not_signed_for(state: TableState) -> Refusal | None:
    """Why the line cannot be signed now, or None."""
    open_line = state.sheet.closing and bool(owed_acts(state)) and not owed_written(state)
    return why_not_left_owed(state) if open_line else NOT_NOW


def signing_owed(state: TableState) -> Right:
    """What is owed is signed by two persons, one of them of the comité."""
    signed = owed_signers(state)
    roles = dict(state.sheet.owed_signed)
    if signed and not any(roles[person] in COMITE for person in signed):
        return Right(COMITE, "LK-04", BADGE_OWED, owed_signers)
    return Right(CHEFS, "LK-04", BADGE_CHEF, owed_signers)


def owed_signed(state: TableState) -> Events:
    """The person in the reader signs what is owed."""
    assert state.badge is not None, "nobody signs"
    return (e.OwedSigned(state.badge.person, state.badge.role, owed_acts(state)),)
