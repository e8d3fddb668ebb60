"""A press of JP1 that nobody answers: the chips are set aside, and the book says later what became of them.

The stakes were collected and sent, and the link is away: they may be in the book or not (screens, section
9.2). No card leaves the shoe before that is known, and no stake waits to be added later (LK-02). So after a
while the round is held, and a chef may end the wait: the chips are counted and sealed under his eyes, the
deal is void, and play goes on without JP1. From then on the book is asked what it has, and never to add:
stakes that it has are returned there seat by seat, those that it has not it refuses for ever. Either way each
chip is its player's again, and a chef breaks the seal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts, While
from controller.game.changes import changed, with_seat
from controller.game.events import Event, Events
from controller.game.incidents.causes import HoldCause
from controller.game.inputs import Intent
from controller.game.jackpot.waiting_on_book import book_holds, ends_later
from controller.game.machines.alarm_events import alarm, chef_called, find_alarm
from controller.game.refusals import BADGE_CHEF, NOT_NOW, Refusal
from controller.game.roles import (
    CHEFS,
    Right,
    person_here,
)
from controller.game.round import Jp1
from controller.game.state import TableState
from controller.game.state_parts import Aside

UNANSWERED: Final = HoldCause.PRESS_UNANSWERED
"""Why the round is held; and its alarm."""
ALARM: Final = "A-227"
SEALED: Final = "A-228"
"""The alarm as long as the chips are sealed; its detail is the answer, `open` before it."""
OPEN: Final = "open"
ADDED: Final = "added"
NOT_ADDED: Final = "not_added"


def press_unanswered(state: TableState) -> e.ContributionAsked | None:
    """The press of the round under way that the book does not answer while JP1 is closed, or None."""
    asked = state.money
    if not isinstance(asked, e.ContributionAsked) or not book_holds(state) or state.jackpot.open:
        return None
    return asked


def held_by_press(state: TableState) -> bool:
    """The round waits for a chef because the book does not answer."""
    return state.held is not None and state.held.cause is UNANSWERED


def press_due_ms(state: TableState) -> int | None:
    """When the round is held for want of an answer, or None."""
    if state.held is not None or state.paused or state.resumed or press_unanswered(state) is None:
        return None
    return state.phase_ms + state.facts.unanswered_ms


def press_held(state: TableState, at_ms: int) -> Events:
    """The round is held and a chef called, once the wait is over."""
    due_ms = press_due_ms(state)
    if due_ms is None or at_ms < due_ms:
        return ()
    return (e.RoundHeld(UNANSWERED), *alarm(state, ALARM, 1, 0, UNANSWERED.value), *chef_called(state))


def seal_told(state: TableState) -> Events:
    """Console and pit show the sealed chips, and the answer once there is one, until the seal is opened."""
    lies, up = state.aside, find_alarm(state, SEALED)
    wanted = "" if lies is None else lies.answer if lies.answered else OPEN
    if up is None:
        return alarm(state, SEALED, 2, 0, wanted) if wanted else ()
    return (e.AlarmCleared(up.number),) if up.detail != wanted else ()


# --- when it may be done -------------------------------------------------------------------------


def may_set_aside(state: TableState, intent: i.SetStakesAside) -> Refusal | None:
    asked = press_unanswered(state)
    if asked is None or not held_by_press(state):
        return NOT_NOW
    if state.aside is not None:
        return Refusal("seal_first", "LK-02")
    return _counted(intent.chips, len(asked.seats))


def _open_seal(state: TableState, intent: i.OpenSeal) -> Refusal | None:
    if state.aside is None:
        return NOT_NOW
    if not state.aside.answered:
        return Refusal("seal_unanswered", "LK-02")
    return _counted(intent.chips, len(state.aside.seats))


def _counted(chips: int, due: int) -> Refusal | None:
    if chips == due:
        return None
    return Refusal("seal_count", "BC-09", (("count", chips), ("due", due)))


def why_not_sealed_up(state: TableState) -> Refusal | None:
    """A seal whose question is answered is opened before the table closes; or None."""
    if state.aside is None or not state.aside.answered:
        return None
    return Refusal("seal_first", "LK-02")


def offered(state: TableState) -> tuple[Intent, ...]:
    """What a chef may do about it now, with the number of chips that there must be."""
    asked = press_unanswered(state) if state.profile.jp1 else None
    acts: tuple[Intent, ...] = (i.SetStakesAside(len(asked.seats)),) if asked is not None else ()
    return (*acts, i.OpenSeal(len(state.aside.seats))) if state.aside is not None else acts


# --- what comes of it ----------------------------------------------------------------------------


def set_aside(state: TableState) -> e.StakesSetAside:
    """The chips of the press that nobody answers are sealed."""
    asked = press_unanswered(state)
    assert asked is not None, "no press waits"
    person = person_here(state)
    return e.StakesSetAside(asked.round, asked.attempt, asked.seats, asked.stake_cents, person)


def seal_opened(state: TableState) -> e.SealOpened:
    """The sealed chips go back."""
    lies = state.aside
    assert lies is not None, "no chips are sealed"
    person = person_here(state)
    return e.SealOpened(lies.round, lies.attempt, lies.seats, lies.answer == ADDED, person)


def is_aside(state: TableState, asked: object) -> bool:
    """This contribution is the one whose chips are sealed."""
    lies = state.aside
    if lies is None or not isinstance(asked, (e.ContributionAsked, e.RefundAsked)):
        return False
    return (lies.round, lies.attempt) == (asked.round, asked.attempt)


# --- how the state changes -----------------------------------------------------------------------


def _lie_aside(state: TableState, event: e.StakesSetAside, at_ms: int) -> TableState:
    lies = Aside(event.round, event.attempt, event.seats, event.stake_cents, event.person, at_ms)
    for seat in event.seats:
        state = with_seat(state, seat, jp1=Jp1.NONE, manual=False)
    return changed(state, aside=lies)


def _seal_opened(state: TableState, event: e.SealOpened, at_ms: int) -> TableState:
    return changed(state, aside=None)


def aside_added(state: TableState) -> TableState:
    """The book has the stakes: each goes out of it by its own entry, and before its round ends there."""
    lies = state.aside
    assert lies is not None
    out = tuple(e.RefundAsked(lies.round, lies.attempt, seat) for seat in lies.seats)
    ends = any(isinstance(one, e.FinishAsked) and one.round == lies.round for one in state.due)
    end = () if ends or ends_later(state) == lies.round else (e.FinishAsked(lies.round, lies.attempt),)
    return changed(state, aside=replace(lies, answer=ADDED), due=(*out, *state.due, *end))


def aside_not_added(state: TableState) -> TableState:
    """The book never had the stakes, and never will."""
    assert state.aside is not None
    return changed(state, aside=replace(state.aside, answer=NOT_ADDED))


def aside_refunded(state: TableState, asked: object, seat: int) -> TableState:
    """One of the sealed stakes is out of the book again."""
    lies = state.aside
    if lies is None or not is_aside(state, asked):
        return state
    return changed(state, aside=replace(lies, refunded=(*lies.refunded, seat)))


ASIDE_EVOLUTIONS: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.StakesSetAside: _lie_aside,
    e.SealOpened: _seal_opened,
}


SEALING: Final = Right(CHEFS, "LK-02", BADGE_CHEF)
"""The dealer's count and the chef's are two persons'."""


ACTS: Final[Acts] = {
    i.OpenSeal: Act(
        _open_seal,
        SEALING,
        lambda state, intent: (seal_opened(state),),
        While.HELD | While.PAUSED | While.CLOSING,
    ),
}
