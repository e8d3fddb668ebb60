"""Who may rectify: in the settlement the dealer asks and a chef allows; of a closed round two persons decide.

The chef proposes and a member of the comité approves, neither of them the dealer (screens, section 4.6;
AC-10).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.game.rectification.claimed_facts import Moved
from controller.game.refusals import BADGE_CHEF, Refusal
from controller.game.roles import CHEFS, COMITE, DEALERS, Right, dealer_counts
from controller.game.state import Phase, TableState

_BADGE_COMITE: Final = Refusal("badge_comite", "AC-10")
_ASKING: Final = Right(DEALERS, "RP-21")
_PROPOSING: Final = Right(CHEFS, "RP-21", BADGE_CHEF)
SETTLED_BY_CHEF: Final = Right(CHEFS, "RP-21", BADGE_CHEF)


def _proposer(state: TableState) -> tuple[str, ...]:
    """Persons count, not their cards: who proposed does not approve."""
    asked = state.record.open
    return (asked.proposal.person,) if asked is not None else ()


def _proposer_and_dealer(state: TableState) -> tuple[str, ...]:
    """Nor does who dealt the round, though another deals by now."""
    asked = state.record.open
    return (*_proposer(state), *_dealt(state, asked.proposal.round)) if asked is not None else ()


def _dealt(state: TableState, number: int) -> tuple[str, ...]:
    return tuple(past.dealer for past in state.record.past if past.played.number == number and past.dealer)


_ALLOWING: Final = Right(CHEFS, "RP-21", BADGE_CHEF, _proposer)
_APPROVING: Final = Right(COMITE, "AC-10", _BADGE_COMITE, _proposer_and_dealer)
_REJECTING: Final = Right(COMITE, "AC-10", _BADGE_COMITE)


def proposing(state: TableState) -> Right:
    """In the settlement the dealer asks, unless he is revoked (SE-11)."""
    return _ASKING if state.phase is Phase.SETTLING and dealer_counts(state) else _PROPOSING


def proposing_of(state: TableState, number: int) -> Right:
    """Who may propose to put this round right: of a closed one nobody who dealt it."""
    right = proposing(state)
    return right if right is _ASKING else replace(right, other_than=lambda then: _dealt(then, number))


def _of_closed(state: TableState) -> bool:
    """What is proposed concerns a closed round; without a proposal the stricter rule is told."""
    asked = state.record.open
    return asked is None or asked.proposal.closed


def approving(state: TableState) -> Right:
    return _APPROVING if _of_closed(state) else _ALLOWING


def rejecting(state: TableState) -> Right:
    return _REJECTING if _of_closed(state) else SETTLED_BY_CHEF


def withdrawing(state: TableState) -> Right:
    return _PROPOSING if _of_closed(state) else _ASKING


def moving(moved: Moved) -> Right:
    """The dealer pays and takes; that nothing is to be moved, or nobody there, a chef says (AC-12)."""
    return _ASKING if moved is Moved.BY_HAND else SETTLED_BY_CHEF
